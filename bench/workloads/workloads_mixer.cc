// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a character costs in a mixer, and what a crowd of them costs in a game that rolls back.
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/hierarchy.h"
#include "sinew/mixer.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

constexpr Ticks kFrame = kTicksPerSecond / 60;
constexpr std::uint32_t kJoints = 100;
constexpr double kLongFade_s = 16.0;

MixerSetup SetupOf(const Skeleton& skeleton, MixerOptions options) {
  Result<MixerSetup> setup = MixerSetup::Create(skeleton, std::move(options));
  if (!setup.ok()) Fail(Describe(setup.failure()));
  return std::move(setup).value();
}

BenchRow PerWithBytes(const std::string& unit, std::size_t bytes) {
  BenchRow row = Per(unit);
  row.size_bytes = bytes;
  return row;
}

// A game of characters that go from one clip to the other and back, each at times of its own, so
// that everybody is always in the middle of a fade. What happens in a frame follows from its
// number, as it would from recorded input.
class Game {
 public:
  Game(std::uint32_t count, const MixerSetup& setup)
      : skeleton_(setup.skeleton()),
        scratch_(setup),
        pose_(kJoints),
        model_(kJoints),
        saved_(std::size_t{kKeptFrames} * count * setup.state_bytes()) {
    characters_.reserve(count);
    for (std::uint32_t c = 0; c < count; ++c) {
      Mixer& mixer = characters_.emplace_back(setup);
      mixer.clip_action(c % 2)->play().set_time(0.01 * static_cast<double>(c));
    }
  }

  static constexpr std::uint64_t kFadeFrames = 20;
  static constexpr std::uint64_t kRolledBack = 8;

  // One frame of a game that learns late: back by eight frames, those again, and a new one. With
  // `poses` the game looks at every pose of every frame, else at those of the last.
  void AdvanceWithRollback(bool poses) {
    const std::uint64_t back = frame_ < kRolledBack ? frame_ : kRolledBack;
    for (std::size_t c = 0; c < characters_.size(); ++c) {
      if (back > 0) Require(characters_[c].load(Saved(frame_ - back, c), Loading::kRollsBack));
      for (std::uint64_t f = frame_ - back; f <= frame_; ++f) Step(c, f, poses || f == frame_);
    }
    ++frame_;
  }
  // The same without: what both come to must be the same.
  void Advance() {
    for (std::size_t c = 0; c < characters_.size(); ++c) Step(c, frame_, true);
    ++frame_;
  }

  std::vector<std::uint64_t> Hashes() const {
    std::vector<std::uint64_t> hashes;
    for (const Mixer& mixer : characters_) hashes.push_back(mixer.hash());
    return hashes;
  }

 private:
  static constexpr std::uint64_t kKeptFrames = kRolledBack + 1;

  std::span<std::byte> Saved(std::uint64_t frame, std::size_t character) {
    const std::size_t bytes = characters_[character].state_bytes();
    const std::size_t place = (frame % kKeptFrames) * characters_.size() + character;
    return std::span(saved_).subspan(place * bytes, bytes);
  }

  void Step(std::size_t c, std::uint64_t frame, bool pose) {
    Mixer& mixer = characters_[c];
    Require(mixer.save(Saved(frame, c)));
    if ((frame + c) % kFadeFrames == 0) {
      const auto to = static_cast<std::uint32_t>((frame + c) / kFadeFrames % 2);
      mixer.fade_to(*mixer.clip_action(to), static_cast<double>(kFadeFrames) / 60.0);
    }
    Require(mixer.update_ticks(kFrame));
    if (!pose) return;
    Require(mixer.evaluate(scratch_, pose_));
    Require(
        LocalToModelJob{.skeleton = skeleton_, .pose = pose_, .model_from_joint = model_}.Run());
  }

  SkeletonView skeleton_;
  MixerScratch scratch_;
  Pose pose_;
  std::vector<Affine> model_;
  std::vector<Mixer> characters_;
  std::vector<std::byte> saved_;  // Before each of the last frames, one a character.
  std::uint64_t frame_ = 0;
};

void BenchRollback(const Stopwatch& watch, const std::string& storage, const MixerSetup& setup) {
  constexpr std::uint32_t kCharacters = 100;
  constexpr int kFrames = 10;  // Of a measurement.
  for (const bool poses : {true, false}) {
    const std::string name =
        "rollback.100" + std::string(poses ? "." : ".poses_of_last_frame.") + storage;
    if (!watch.Wants(name)) continue;
    Game game(kCharacters, setup), straight(kCharacters, setup);
    for (int i = 0; i < 3 * static_cast<int>(Game::kFadeFrames); ++i) {
      game.AdvanceWithRollback(poses);
      straight.Advance();
    }
    if (game.Hashes() != straight.Hashes()) {
      Fail("a game that rolled back came to another state");
    }
    watch.Measure(name, PerWithBytes("frame", setup.state_bytes()), kFrames, [&] {
      for (int i = 0; i < kFrames; ++i) game.AdvanceWithRollback(poses);
    });
  }
}

// One character, in the middle of a fade that lasts longer than what is measured: not so long that
// a sync group would work its tempo out less often.
void BenchCharacter(const Stopwatch& watch, const std::string& kind, MixerSetup setup,
                    bool inertial = false) {
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(kJoints);
  mixer.clip_action(0)->play();
  Require(mixer.update(0.5));
  if (inertial) {
    Require(mixer.inertial_to(*mixer.clip_action(1), kLongFade_s, scratch));
  } else {
    mixer.fade_to(*mixer.clip_action(1), kLongFade_s);
  }
  for (std::uint32_t l = 1; l < setup.layer_count(); ++l) mixer.clip_action(l % 2, l)->play();
  Require(mixer.update(0.5));
  Require(mixer.take_error());
  const std::size_t bytes = setup.state_bytes();
  std::vector<std::byte> saved(bytes), middle(bytes);
  Require(mixer.save(middle));
  watch.Measure("mixer.update." + kind, PerWithBytes("character", bytes), kBenchFrames, [&] {
    for (int i = 0; i < kBenchFrames; ++i) {
      if (i % 800 == 0) Require(mixer.load(middle));  // Before the fade ends.
      Require(mixer.update_ticks(kFrame));
    }
  });
  watch.Measure("mixer.evaluate." + kind, PerWithBytes("character", bytes), kBenchFrames, [&] {
    for (int i = 0; i < kBenchFrames; ++i) Require(mixer.evaluate(scratch, pose));
  });
  watch.Measure("mixer.save_load." + kind, PerWithBytes("character", bytes), kBenchFrames, [&] {
    for (int i = 0; i < kBenchFrames; ++i) {
      Require(mixer.save(saved));
      Require(mixer.load(saved));
    }
  });
  watch.Measure("mixer.hash." + kind, PerWithBytes("character", bytes), kBenchFrames, [&] {
    std::uint64_t all = 0;
    for (int i = 0; i < kBenchFrames; ++i) all ^= mixer.hash() + static_cast<std::uint64_t>(i);
    if (all == 1) Fail("the hashes were not worked out");
  });
}

MixerOptions OptionsOf(const PackedClip& a, const PackedClip& b, std::uint32_t actions = 2) {
  MixerOptions options;
  options.clips = {a, b};
  options.action_capacity = actions;
  options.event_capacity = 4;
  return options;
}

}  // namespace

void BenchMixer(const Stopwatch& watch) {
  const Skeleton skeleton = bench::MakeRig100();
  const Clip clip_a = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  const Clip clip_b = bench::MakeRig100Clip(skeleton, 2, bench::Rig100Tracks::kFull);
  for (const auto& [name, storage] : {std::pair{"float32", PackOptions::Storage::kFloat32},
                                      std::pair{"quantised", PackOptions::Storage::kSmallest}}) {
    const PackedClip a = PackedAtMillimetre(skeleton, clip_a, storage),
                     b = PackedAtMillimetre(skeleton, clip_b, storage);
    BenchRollback(watch, name, SetupOf(skeleton, OptionsOf(a, b)));
    if (storage != PackOptions::Storage::kFloat32) continue;

    BenchCharacter(watch, "fade", SetupOf(skeleton, OptionsOf(a, b)));
    MixerOptions synced = OptionsOf(a, b);
    synced.sync_groups = {{.members = {{.clip = 0}, {.clip = 1}}}};
    BenchCharacter(watch, "fade_synced", SetupOf(skeleton, std::move(synced)));
    MixerOptions inertial = OptionsOf(a, b);
    inertial.inertial = true;
    BenchCharacter(watch, "inertial", SetupOf(skeleton, std::move(inertial)), true);
    MixerOptions layered = OptionsOf(a, b, 4);
    std::vector<float> half(kJoints);
    for (std::uint32_t j = 0; j < kJoints; ++j) half[j] = j < kJoints / 2 ? 0.0f : 1.0f;
    layered.layers = {{}, {.joint_weights = half}, {.mode = MixerLayer::Mode::kAdditive}};
    BenchCharacter(watch, "three_layers", SetupOf(skeleton, std::move(layered)));
  }
}

}  // namespace sinew::bench
