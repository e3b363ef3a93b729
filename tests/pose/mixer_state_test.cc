// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstring>

#include "pose/mixer_rig.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::Ramp;
using testing::SameBits;
using testing::Stage;
using testing::Still;

const std::vector<Clip>& Clips() {
  static const std::vector<Clip> clips = {
      Ramp("walk", 0, 10, 1, 0, {.events = {{0.5f, "step"}}, .root = 0}),
      Ramp("run", 0, 30, 0.5f, 0, {.root = 0}), Still("idle", 4, 1, 1)};
  return clips;
}

// One of everything.
MixerOptions Everything() {
  const float speeds[] = {1, 2};
  return {.layers = {{}, {.joint_weights = {0, 1, 0.5f}}},
          .sync_groups = {{.members = {{.clip = 0, .markers = {0.1f, 0.6f}},
                                       {.clip = 1, .markers = {0.2f, 0.7f}}}}},
          .blend_spaces = {{.space = BlendSpace::Line(speeds).value(), .clips = {0, 1}}},
          .inertial = true,
          .root_motion = RootMotionOptions{}};
}

// Something of everything going on.
void Busy(Stage& stage) {
  stage.mixer.set_blend(0, 1.25f);
  stage.mixer.play_space(0);
  stage.Step(0.2);
  stage.mixer.clip_action(2, 1)->fade_in(0.7, Easing::kSmooth);
  stage.mixer.fade_layer(1, 0.5f, 2);
  stage.Step(0.1);
  EXPECT_EQ(stage.mixer.inertial_to(*stage.mixer.new_action(2), 0.5, stage.scratch), Error::kNone);
  stage.Step(0.1);
}

TEST(MixerState, SizeIsKnownInAdvance) {
  Stage stage(Clips());
  EXPECT_EQ(stage.mixer.state_bytes(), stage.setup.state_bytes());
  EXPECT_EQ(stage.setup.residue_bytes(), 0u);
  Stage more(Clips(), {.action_capacity = 9});
  EXPECT_EQ(more.setup.state_bytes() - stage.setup.state_bytes(), 64u) << "bytes an action";
  Stage inertial(Clips(), {.inertial = true});
  EXPECT_EQ(inertial.setup.state_bytes() - stage.setup.state_bytes(),
            inertial.setup.residue_bytes());
  EXPECT_EQ(inertial.setup.residue_bytes(), 3 * 72u);
}

TEST(MixerState, LoadedItGoesOnBitForBit) {
  Stage stage(Clips(), Everything());
  Busy(stage);
  const std::vector<std::byte> saved = stage.Saved();
  const std::uint64_t hash = stage.mixer.hash();
  struct Frame {
    Pose pose;
    Transform root;
    std::vector<MixerEvent> events;
    std::uint64_t hash;
  };
  const auto run = [&](Stage& on) {
    std::vector<Frame> frames;
    for (int i = 0; i < 200; ++i) {
      if (i == 60) on.mixer.fade_to_space(0, 0.3);
      on.Step(0.013);
      on.Joint();
      frames.push_back({on.pose,
                        on.mixer.root_motion(),
                        {on.mixer.events().begin(), on.mixer.events().end()},
                        on.mixer.hash()});
    }
    return frames;
  };
  const std::vector<Frame> first = run(stage);
  Stage other(Clips(), Everything());  // A mixer of its own, as on another machine.
  for (Stage* again : {&stage, &other}) {
    ASSERT_EQ(again->mixer.load(saved), Error::kNone);
    EXPECT_EQ(again->mixer.hash(), hash);
    const std::vector<Frame> second = run(*again);
    for (std::size_t i = 0; i < first.size(); ++i) {
      ASSERT_EQ(first[i].hash, second[i].hash) << i;
      ASSERT_EQ(first[i].events, second[i].events) << i;
      ASSERT_TRUE(SameBits(first[i].root, second[i].root)) << i;
      for (std::uint32_t j = 0; j < 3; ++j) {
        ASSERT_TRUE(SameBits(first[i].pose.joint(j), second[i].pose.joint(j))) << i;
      }
    }
  }
}

TEST(MixerState, HandlesAreGoodAcrossALoad) {
  Stage stage(Clips());
  const std::vector<std::byte> empty = stage.Saved();
  Action own = stage.mixer.new_action(0)->play();
  const std::vector<std::byte> saved = stage.Saved();
  ASSERT_EQ(stage.mixer.load(empty), Error::kNone);
  EXPECT_FALSE(own);
  ASSERT_EQ(stage.mixer.load(saved), Error::kNone);
  EXPECT_TRUE(own.is_playing());
}

TEST(MixerState, TheHashSaysWhetherAnythingChanged) {
  Stage a(Clips()), b(Clips());
  EXPECT_EQ(a.mixer.hash(), b.mixer.hash());
  a.action(0).set_weight(0.5f);
  b.action(0);
  EXPECT_NE(a.mixer.hash(), b.mixer.hash());
  b.action(0).set_weight(0.5f);
  EXPECT_EQ(a.mixer.hash(), b.mixer.hash());
}

// --- what is refused ---

TEST(MixerState, AnotherSizeIsRefused) {
  Stage stage(Clips());
  std::vector<std::byte> bytes(stage.mixer.state_bytes() + 8);
  EXPECT_EQ(stage.mixer.save(bytes), Error::kStateSize);
  EXPECT_EQ(stage.mixer.load(bytes), Error::kStateSize);
  EXPECT_EQ(stage.mixer.load({}), Error::kStateSize);
}

TEST(MixerState, AnotherVersionOrSetupIsRefused) {
  Stage stage(Clips());
  for (const MixerOptions& options :
       {MixerOptions{.fill_with_rest = true}, MixerOptions{.rotations = RotationAverage::kSum}}) {
    Stage other(Clips(), options);
    ASSERT_EQ(stage.mixer.state_bytes(), other.mixer.state_bytes());
    EXPECT_EQ(stage.mixer.load(other.Saved()), Error::kOtherSetup);
  }
  for (const std::size_t at : {0u, 4u, 8u}) {  // Magic, version, arithmetic.
    std::vector<std::byte> bytes = stage.Saved();
    bytes[at] ^= std::byte{1};
    EXPECT_EQ(stage.mixer.load(bytes), Error::kStateVersion) << at;
  }
}

// Offsets of a state with three actions; see src/pose/mixer/state.h.
constexpr std::size_t kHeader = 56, kAction = 64;

template <typename T>
void Put(std::vector<std::byte>& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

TEST(MixerState, WhatCannotHaveBeenSavedIsRefusedAndNothingChanges) {
  Stage stage(Clips(), {.action_capacity = 3, .inertial = true});
  stage.action(0).play();
  stage.action(1).fade_in(1);
  stage.action(2).set_speed(2);
  stage.Step(0.25);
  const std::vector<std::byte> good = stage.Saved();
  const std::uint64_t hash = stage.mixer.hash();
  int refused = 0;
  const auto refuses = [&](std::size_t at, auto value) {
    std::vector<std::byte> bytes = good;
    Put(bytes, at, value);
    EXPECT_EQ(stage.mixer.load(bytes), Error::kStateBroken) << "at byte " << at;
    EXPECT_EQ(stage.mixer.hash(), hash) << "at byte " << at;
    ++refused;
  };
  const float nan = std::nanf("");
  refuses(12, std::uint32_t{0xff});  // Flags.
  refuses(24, std::int64_t{-1});     // Now.
  refuses(32, std::uint32_t{4});     // Actions.
  refuses(32, std::uint32_t{2});     // One of them behind the last.
  refuses(36, std::uint32_t{1});     // Reserved.
  refuses(40, std::int64_t{7});      // A residue that starts and is none.
  refuses(48, std::int64_t{-7});     // One that takes less than no time.
  const std::size_t first = kHeader, second = kHeader + kAction;
  refuses(first + 0, Ticks{1} << 59);    // Anchored in the future.
  refuses(first + 8, Ticks{1} << 61);    // A position beyond all.
  refuses(second + 16, Ticks{1} << 59);  // A fade that has not begun.
  refuses(second + 24, Ticks{-1});       // One that takes less than no time,
  refuses(second + 24, Ticks{1});        // and one that should have ended.
  refuses(first + 32, nan);              // Speed.
  refuses(first + 32, 1e6f);
  refuses(first + 32, -0.0f);  // Calls make it a plain zero.
  refuses(first + 36, nan);    // Level.
  refuses(first + 36, 1.5f);
  refuses(second + 40, nan);                  // What it fades from.
  refuses(first + 40, 0.5f);                  // Without a fade.
  refuses(first + 44, -0.5f);                 // Share.
  refuses(first + 48, std::uint32_t{3});      // Clip.
  refuses(first + 48, std::uint32_t{1});      // Twice the same.
  refuses(first + 52, std::uint32_t{0});      // Serial,
  refuses(first + 52, std::uint32_t{0x100});  // one that was not given,
  refuses(first + 56, std::uint8_t{1});       // Layer.
  refuses(first + 57, std::uint8_t{3});       // Loop.
  refuses(first + 44, 0.5f);                  // Without a space that plays it.
  refuses(first + 58, std::uint8_t{0x81});    // Flags.
  refuses(first + 58, std::uint8_t{0x40});    // In a space, and does not play.
  refuses(first + 59, std::uint8_t{1});       // Unused.
  const std::size_t layer = kHeader + 3 * kAction;
  refuses(layer + 16, nan);               // Level.
  refuses(layer + 24, std::uint32_t{2});  // Smooth.
  const std::size_t serials = layer + 32, residues = serials + 16;
  refuses(serials, std::uint32_t{0xffffff01});  // More than can have been given: the next would be
  refuses(serials, std::uint32_t{0xffffff00});  // another's, or null.
  refuses(serials + 12, std::uint32_t{1});      // Behind the last clip.
  refuses(residues, 1.0f);                      // A residue without a transition.
  EXPECT_EQ(refused, 36);
  EXPECT_EQ(stage.mixer.load(good), Error::kNone);
}

TEST(MixerState, WhenSerialsRunOutNewActionHasNoRoom) {  // C72
  Stage stage(Clips(), {.action_capacity = 3});
  std::vector<std::byte> bytes = stage.Saved();
  const std::size_t serials = kHeader + 3 * kAction + 32;
  Put(bytes, serials, std::uint32_t{0xfffffefe});  // One is left.
  ASSERT_EQ(stage.mixer.load(bytes), Error::kNone);
  EXPECT_TRUE(stage.mixer.new_action(0));
  const std::uint64_t before = stage.mixer.hash();
  const Result<Action> none = stage.mixer.new_action(0);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.failure().code, FailureCode::kLimit);
  EXPECT_EQ(stage.mixer.hash(), before);
}

TEST(MixerState, NoByteOfItCanBeChangedIntoTrouble) {
  // Whatever a flipped bit makes of it: refused, or played without a NaN. Under sanitizers this
  // looks for more.
  Stage stage(Clips(), Everything());
  Busy(stage);
  const std::vector<std::byte> good = stage.Saved();
  std::uint32_t loaded = 0, refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int bit : {0, 3, 6, 7}) {
      std::vector<std::byte> bytes = good;
      bytes[at] ^= std::byte{1} << bit;
      if (stage.mixer.load(bytes) != Error::kNone) {
        ++refused;
        continue;
      }
      ++loaded;
      for (const double step : {0.01, 3.0, 1e7}) stage.Step(step);
      const Vec3 x = stage.Joint(2).translation;
      EXPECT_EQ(x.x, x.x) << at;
    }
  }
  EXPECT_EQ(loaded + refused, 4 * good.size());
  EXPECT_GT(loaded, 0u);
  EXPECT_GT(refused, good.size());
}

}  // namespace
}  // namespace sinew
