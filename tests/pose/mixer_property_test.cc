// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What must hold for every program of calls: the order of calls, a load and how time is split into
// steps make no difference.
#include "pose/mixer_player.h"

namespace sinew {
namespace {

using testing::Angle;
using testing::AnyOp;
using testing::AnyStep;
using testing::Call;
using testing::Distance;
using testing::kProgramClips;
using testing::kProgramLayers;
using testing::kStepsAProgram;
using testing::Op;
using testing::Player;
using testing::ProgramWorld;
using testing::RandomCall;
using testing::SameBits;
using testing::SamePose;
using testing::SplitMix64;
using testing::StepCount;

// --- the order of calls ---

// Two calls that move the phase of one group cannot be exchanged.
bool MovesAGroup(const Call& call) {
  return call.clip <= 1 &&
         (call.op == Op::kSetTime || call.op == Op::kReset || call.op == Op::kSetSynced);
}

bool OnOneAction(const Call& a, const Call& b) { return a.clip == b.clip && a.serial == b.serial; }

// Moves calls about, but never one past another on the same action.
void Exchange(std::vector<Call>& calls, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to && !OnOneAction(calls[i], calls[i + 1]); ++i) {
    std::swap(calls[i], calls[i + 1]);
  }
}

TEST(MixerPrograms, TheOrderOfCallsOnDifferentActionsDoesNotMatter) {  // C73
  std::uint64_t steps = 0, exchanged = 0;
  for (std::uint64_t seed = 1; steps < StepCount(); ++seed) {
    const ProgramWorld world(seed, false, false);
    Player a(world), b(world);
    SplitMix64 random(seed ^ 0xabcd);
    for (Player* player : {&a, &b}) {
      for (std::uint32_t c = 0; c < kProgramClips; ++c)
        static_cast<void>(player->mixer.clip_action(c, c % 2));
      static_cast<void>(player->mixer.new_action(0));
      static_cast<void>(player->mixer.new_action(1, 1));
    }
    for (std::uint64_t step = 0; step < kStepsAProgram; ++step, ++steps) {
      std::vector<Call> calls;
      bool group_moves = false;
      const std::uint32_t wanted = random.Below(7);
      calls.reserve(wanted);
      for (std::uint32_t i = 0; i < wanted; ++i) {
        const auto op = static_cast<Op>(random.Below(static_cast<std::uint32_t>(Op::kOfOneAction)));
        const Call call = RandomCall(random, a.mixer, op, false);
        if (group_moves && MovesAGroup(call)) continue;
        group_moves = group_moves || MovesAGroup(call);
        calls.push_back(call);
      }
      for (const Call& call : calls) a.Do(call);
      for (std::size_t i = calls.size(); i > 1; --i) {
        const std::size_t other = random.Below(static_cast<std::uint32_t>(i));
        exchanged += OnOneAction(calls[i - 1], calls[other]) ? 0 : 1;
        Exchange(calls, other, i - 1);
      }
      for (const Call& call : calls) b.Do(call);
      const Ticks ticks = AnyStep(random);
      a.Step(ticks);
      b.Step(ticks);
      ASSERT_EQ(a.mixer.hash(), b.mixer.hash()) << "seed " << seed << " step " << step;
      if (step % 8 == 0) {
        a.Pose();
        b.Pose();
        ASSERT_TRUE(SamePose(a.pose, b.pose)) << "seed " << seed << " step " << step;
      }
    }
    EXPECT_EQ(a.events, b.events);
  }
  EXPECT_GT(exchanged, steps / 4);
}

// --- rollback ---

TEST(MixerPrograms, LoadedTheyGoOnBitForBit) {
  std::uint64_t steps = 0, compared = 0;
  for (std::uint64_t seed = 1; steps < StepCount(); ++seed) {
    const ProgramWorld world(seed, seed % 2 == 0, true);
    Player first(world), again(world);
    SplitMix64 random(seed ^ 0xf00d);
    std::vector<std::byte> saved(first.mixer.state_bytes());
    std::array<bool, kProgramLayers> posed_then{};
    const std::uint64_t save_at = random.Below(kStepsAProgram / 2);
    struct Frame {
      std::vector<Call> calls;
      Ticks ticks = 0;
      Pose pose;
      Transform root;
      std::vector<MixerEvent> events;
      std::uint64_t hash = 0;
    };
    std::vector<Frame> frames;
    for (std::uint64_t step = 0; step < kStepsAProgram; ++step, ++steps) {
      if (step == save_at) {
        ASSERT_EQ(first.mixer.save(saved), Error::kNone);
        posed_then = first.posed;
      }
      Frame frame;
      while (random.Below(4) == 0) {
        frame.calls.push_back(RandomCall(random, first.mixer, AnyOp(random)));
        first.Do(frame.calls.back());
      }
      frame.ticks = AnyStep(random);
      first.Step(frame.ticks);
      if (step < save_at) continue;
      first.Pose();
      frame.pose = first.pose;
      frame.root = first.mixer.root_motion();
      frame.events.assign(first.mixer.events().begin(), first.mixer.events().end());
      frame.hash = first.mixer.hash();
      frames.push_back(std::move(frame));
    }
    Player* const player = seed % 2 == 0 ? &first : &again;
    player->Load(saved, posed_then);
    ASSERT_FALSE(HasFatalFailure()) << "seed " << seed;
    for (const Frame& frame : frames) {
      for (const Call& call : frame.calls) player->Do(call);
      player->Step(frame.ticks);
      player->Pose();
      ASSERT_EQ(player->mixer.hash(), frame.hash) << "seed " << seed;
      ASSERT_TRUE(SamePose(player->pose, frame.pose)) << "seed " << seed;
      ASSERT_TRUE(SameBits(player->mixer.root_motion(), frame.root)) << "seed " << seed;
      ASSERT_TRUE(std::equal(frame.events.begin(), frame.events.end(),
                             player->mixer.events().begin(), player->mixer.events().end()));
      ++compared;
    }
  }
  EXPECT_GT(compared, steps / 2);
}

// --- split steps ---

// First a, then b.
Transform Then(const Transform& a, const Transform& b) {
  const Vec3 turned = Rotate(a.rotation, b.translation);
  return {.translation = {a.translation.x + turned.x, a.translation.y + turned.y,
                          a.translation.z + turned.z},
          .rotation = Normalize(Multiply(a.rotation, b.rotation))};
}

TEST(MixerPrograms, StepsSplitOtherwiseMeet) {
  std::uint64_t steps = 0, events = 0;
  double furthest = 0.0, apart = 0.0;
  for (std::uint64_t seed = 1; steps < StepCount(); ++seed) {
    const ProgramWorld world(seed, seed % 2 == 0, seed % 3 == 0);
    Player whole(world), split(world);
    SplitMix64 random(seed ^ 0xbeef);
    for (std::uint64_t frame = 0; frame < kStepsAProgram / 4; ++frame) {
      while (random.Below(3) != 0) {
        const Call call = RandomCall(random, whole.mixer, AnyOp(random));
        whole.Do(call);
        split.Do(call);
      }
      Ticks left = AnyStep(random) * static_cast<Ticks>(1 + random.Below(30));
      whole.Step(left);
      Transform moved;
      do {
        const Ticks part = random.Below(3) == 0 ? left : std::min(left, AnyStep(random));
        split.Step(part);
        moved = Then(moved, split.mixer.root_motion());
        left -= part;
        ++steps;
      } while (left > 0);
      ASSERT_EQ(whole.mixer.hash(), split.mixer.hash()) << "seed " << seed << " frame " << frame;
      whole.Pose();
      split.Pose();
      ASSERT_TRUE(SamePose(whole.pose, split.pose)) << "seed " << seed << " frame " << frame;
      ASSERT_EQ(whole.events, split.events) << "seed " << seed << " frame " << frame;
      const Transform in_one = whole.mixer.root_motion();
      furthest = std::max(furthest, Distance(in_one.translation, {}));
      apart = std::max(apart, Distance(in_one.translation, moved.translation));
      apart = std::max(apart, Angle(in_one.rotation, moved.rotation));
      events += whole.events.size();
      whole.events.clear();
      split.events.clear();
    }
    ASSERT_EQ(whole.lost + split.lost, 0u);
  }
  EXPECT_GT(events, steps / 50);
  // At up to 28 units a second, and kinks at every key.
  EXPECT_LT(apart, 0.05) << "root motion is blended in pieces of its own";
  EXPECT_GT(furthest, 0.5);
}

// --- what is wished in every frame comes to be ---

// After any calls: asked for in every frame, an action plays alone in its layer when the fade is
// over.
TEST(MixerPrograms, AFadeThatIsAskedForInEveryFrameEnds) {
  constexpr int kFrames = 32;
  std::uint64_t steps = 0;
  for (std::uint64_t seed = 1; steps < StepCount() / 4; ++seed) {
    const ProgramWorld world(seed, seed % 2 == 0, seed % 3 == 0);
    Player player(world);
    SplitMix64 random(seed ^ 0xfade);
    for (int round = 0; round < 8; ++round) {
      for (std::uint32_t i = random.Below(12); i > 0; --i) {
        player.Do(RandomCall(random, player.mixer, AnyOp(random), true));
        player.Step(AnyStep(random));
      }
      const Action wished = testing::SharedAction(player.mixer, random.Below(kProgramClips), 0);
      if (!wished) continue;  // No room.
      const bool by_cross_fade = random.Below(3) == 0;
      const Action other = player.mixer.action_at(0);
      for (int frame = 0; frame < kFrames; ++frame, ++steps) {
        if (by_cross_fade) player.mixer.cross_fade(other, wished, 0.5);
        player.mixer.fade_to(wished, 0.5);
        player.Step(kTicksPerSecond / 60);
      }
      ASSERT_FALSE(wished.is_fading()) << "seed " << seed << " round " << round;
      ASSERT_GT(wished.weight(), 0.0f) << "seed " << seed << " round " << round;
      for (std::uint32_t i = 0; i < player.mixer.action_count(); ++i) {
        const Action action = player.mixer.action_at(i);
        if (action.layer() != 0 || action == wished) continue;
        ASSERT_FALSE(action.is_playing()) << "seed " << seed << " round " << round;
      }
    }
  }
}

}  // namespace
}  // namespace sinew
