// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Random programs of calls: no NaN, no weight out of range, and no joint that moves further from
// frame to frame than its clips and fades allow.
#include <algorithm>
#include <map>
#include <utility>

#include "pose/mixer_player.h"

namespace sinew {
namespace {

using testing::Angle;
using testing::AnyOp;
using testing::Call;
using testing::Distance;
using testing::kFastest;
using testing::kProgramJoints;
using testing::kProgramLayers;
using testing::kProgramMorphs;
using testing::kShortestFade;
using testing::kStepsAProgram;
using testing::Op;
using testing::Player;
using testing::ProgramWorld;
using testing::RandomCall;
using testing::SplitMix64;
using testing::StepCount;

// What of an action is seen: enough to say how far it can move its joints.
struct Seen {
  double weight = 0.0;
  double time_s = 0.0;
  std::uint32_t clip = 0, layer = 0;
  bool repeats = true;  // Its end is its beginning.
};

struct Snapshot {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Seen> actions;  // By clip and serial.
  std::array<double, kProgramLayers> layers{};
};

constexpr std::uint32_t kNoClip = 0xffffffff;  // A caller's pose, which stands.

Snapshot SnapshotOf(Player& player) {
  Mixer& mixer = player.mixer;
  Snapshot snapshot;
  for (std::uint32_t l = 0; l < kProgramLayers; ++l) {
    if (player.posed[l]) {
      snapshot.actions[{kNoClip, l}] = {.weight = 1.0, .clip = kNoClip, .layer = l};
    }
  }
  for (std::uint32_t i = 0; i < mixer.action_count(); ++i) {
    const Action a = mixer.action_at(i);
    snapshot.actions[{a.clip(), a.serial()}] = {
        .weight = a.contribution(),
        .time_s = a.time(),
        .clip = a.clip(),
        .layer = a.layer(),
        .repeats = a.clip() <= 1 || a.loop() == LoopMode::kRepeat};
  }
  for (std::uint32_t l = 0; l < kProgramLayers; ++l) snapshot.layers[l] = mixer.layer_weight(l);
  return snapshot;
}

bool IsSeen(const Snapshot& snapshot, std::uint32_t layer) {
  return std::any_of(snapshot.actions.begin(), snapshot.actions.end(), [&](const auto& item) {
    return item.second.layer == layer && item.second.weight > 0.0;
  });
}

// By how much each action covers what is below, in its layer; and the layer as a whole.
struct Cover {
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> of_action;
  double of_layer = 0.0;
};

Cover CoverOf(const Snapshot& snapshot, std::uint32_t layer, bool normalises) {
  Cover cover;
  double sum = 0.0;
  for (const auto& [key, seen] : snapshot.actions) sum += seen.layer == layer ? seen.weight : 0.0;
  if (sum == 0.0) return cover;
  cover.of_layer = snapshot.layers[layer] * (normalises ? 1.0 : std::min(1.0, sum));
  for (const auto& [key, seen] : snapshot.actions) {
    if (seen.layer == layer) cover.of_action[key] = cover.of_layer * seen.weight / sum;
  }
  return cover;
}

// How much the pose may have changed: the seconds that its clips ran on, each as much as it is
// seen, and by how much the weights changed.
struct Allowance {
  double seconds = 0.0;
  double weights = 0.0;
};

// How far an action's clip ran on, either way: what repeats has no seam.
double SecondsRun(const ProgramWorld& world, const Seen& old, const Seen& now) {
  if (now.clip == kNoClip) return 0.0;
  const double straight = std::abs(now.time_s - old.time_s);
  if (!now.repeats) return straight;
  const double round = SecondsFromTicks(world.setup().duration(now.clip)) - straight;
  return std::min(straight, std::max(0.0, round));
}

Allowance AllowanceOf(const ProgramWorld& world, const Snapshot& before, const Snapshot& after) {
  Allowance allowed;
  const auto ran = [&](const auto& key) {
    const auto old = before.actions.find(key);
    return old == before.actions.end() ? 0.0
                                       : SecondsRun(world, old->second, after.actions.at(key));
  };
  for (std::uint32_t l = 0; l + 1 < kProgramLayers; ++l) {
    const bool normalises = l == 0 && !world.setup().options().fill_with_rest;
    Cover old = CoverOf(before, l, normalises), now = CoverOf(after, l, normalises);
    for (const auto& [key, cover] : now.of_action) {
      allowed.seconds += cover * ran(key);
      allowed.weights += std::abs(cover - old.of_action[key]);
    }
    for (const auto& [key, cover] : old.of_action) {
      if (!now.of_action.contains(key)) allowed.weights += cover;
    }
    allowed.weights += std::abs(now.of_layer - old.of_layer);
  }
  const std::uint32_t additive = kProgramLayers - 1;
  for (const auto& [key, seen] : after.actions) {
    if (seen.layer != additive) continue;
    const double weight = seen.weight * after.layers[additive];
    const auto old = before.actions.find(key);
    const double was =
        old == before.actions.end() ? 0.0 : old->second.weight * before.layers[additive];
    allowed.seconds += weight * ran(key);
    allowed.weights += 2.0 * std::abs(weight - was);  // Differences are twice as large as values.
  }
  return allowed;
}

bool IsFinite(const Pose& pose) {
  for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
    const auto& [t, r, s] = pose.joint(j);
    const double length = std::sqrt(double{r.x} * double{r.x} + double{r.y} * double{r.y} +
                                    double{r.z} * double{r.z} + double{r.w} * double{r.w});
    const float sum = t.x + t.y + t.z + s.x + s.y + s.z;
    if (!std::isfinite(sum) || !(std::abs(length - 1.0) < 1e-5)) return false;
  }
  return std::isfinite(pose.morphs()[0] + pose.morphs()[1]);
}

// Plays programs in small steps, and counts the frames that were held against their allowance.
struct PopTest {
  std::uint64_t frames = 0, held = 0;
  // The most that any joint used of its allowance; and its scale, and any morph.
  double tightest = 0.0, tightest_scale = 0.0, tightest_morph = 0.0;

  void Run(std::uint64_t seed, bool fill_with_rest, bool inertial) {
    const ProgramWorld world(seed, fill_with_rest, inertial);
    Player player(world);
    SplitMix64 random(seed ^ 0x5eed);
    player.Pose();
    float x = 0.0f;  // The blend space's parameter, on a walk.
    Ticks inertial_until = 0;
    // What a residue may do is known less well: smaller steps make up for it.
    const Ticks longest = kTicksPerSecond / (inertial ? 960 : 120);
    const std::uint64_t steps = kStepsAProgram * (inertial ? 8 : 1);
    for (std::uint64_t step = 0; step < steps; ++step, ++frames) {
      const Snapshot before = SnapshotOf(player);
      const Pose last = player.pose;
      bool switched = false;  // At once, with a residue to make up for it.
      bool faded = false;     // Several actions of a layer together.
      if (random.Below(inertial ? 48 : 6) == 0) {
        Op op = AnyOp(random);
        if (op == Op::kSetBlend) op = Op::kFadeTo;
        Call call = RandomCall(random, player.mixer, op);
        // What the blend space weighs leaps with it, if it is switched to by itself.
        if (op == Op::kInertialTo && call.clip <= 2) call.op = Op::kFadeTo;
        player.Do(call);
        switched = call.op == Op::kInertialTo;
        faded = call.op == Op::kFadeTo || call.op == Op::kCrossFade || call.op == Op::kFadeToSpace;
        if (switched) inertial_until = player.mixer.now() + kTicksPerSecond;
      }
      x = std::min(4.0f, std::max(0.0f, x + random.Between(-0.02f, 0.02f)));
      player.mixer.set_blend(0, x);
      static_cast<void>(player.mixer.take_error());
      const Ticks ticks = random.Below(static_cast<std::uint32_t>(longest));
      player.Step(ticks);
      player.Pose();
      ASSERT_TRUE(IsFinite(player.pose)) << "seed " << seed << " step " << step;
      const Snapshot after = SnapshotOf(player);
      CheckWeights(before, after, SecondsFromTicks(ticks), switched || player.mixer.jumped(),
                   faded && !fill_with_rest);
      if (player.mixer.jumped()) continue;
      ++held;
      CheckTimes(world, before, after, SecondsFromTicks(ticks));
      const double residue_speed = player.mixer.now() < inertial_until ? kResidueSpeed : 0.0;
      Allowance allowed = AllowanceOf(world, before, after);
      if (switched) allowed.weights = 0.0;
      CheckMotion(allowed, residue_speed * SecondsFromTicks(ticks), last, player.pose);
      ASSERT_FALSE(::testing::Test::HasFailure()) << "seed " << seed << " step " << step;
    }
  }

  // Keys are a quarter of 0.5 s apart at the least, in a box 1 wide, and 0.5 radians from rest.
  static constexpr double kClipSpeed = 1.7320509 / 0.125, kClipTurning = 1.0 / 0.125;
  static constexpr double kReach = 1.7320509 / 2, kTurn = 0.5;
  // A residue: at most two poses apart, and as fast as clips on either side; on one beat with
  // others those may run several times as fast as they would alone.
  static constexpr double kResidueSpeed = 1.875 * 4 * kReach / kShortestFade + 12 * kClipSpeed;

  static void CheckWeights(const Snapshot& before, const Snapshot& after, double seconds,
                           bool may_jump, bool may_begin_with_shares) {
    // Smooth fades are half again as fast in the middle; the walk of the parameter is 0.02 a step.
    const double most = may_jump ? 1.0 : 1.5 * seconds / kShortestFade + 0.021;
    Cover share_before = CoverOf(before, 0, true), share_after = CoverOf(after, 0, true);
    for (const auto& [key, seen] : after.actions) {
      if (seen.clip == kNoClip) continue;  // It comes and goes, seen or not.
      EXPECT_GE(seen.weight, 0.0);
      EXPECT_LE(seen.weight, 1.0);
      const auto old = before.actions.find(key);
      const double was = old == before.actions.end() ? 0.0 : old->second.weight;
      const double of_share =
          seen.layer == 0 && may_begin_with_shares
              ? std::abs(share_after.of_action[key] - share_before.of_action[key])
              : 1.0;
      EXPECT_LE(std::min(std::abs(seen.weight - was), of_share), most);
    }
    for (std::uint32_t l = 0; l < kProgramLayers; ++l) {
      EXPECT_GE(after.layers[l], 0.0);
      EXPECT_LE(after.layers[l], 1.0);
      if (IsSeen(before, l) && IsSeen(after, l)) {
        EXPECT_LE(std::abs(after.layers[l] - before.layers[l]), most);
      }
    }
  }

  static void CheckTimes(const ProgramWorld& world, const Snapshot& before, const Snapshot& after,
                         double seconds) {
    for (const auto& [key, seen] : after.actions) {
      const auto old = before.actions.find(key);
      if (old == before.actions.end() || old->second.weight * seen.weight == 0.0) continue;
      // Clips 0 and 1 keep one beat: the longest way between two of theirs is less than six times
      // the shortest.
      const double fastest = seen.clip <= 1 ? 6.0 * kFastest : 1.0 * kFastest;
      EXPECT_LE(SecondsRun(world, old->second, seen), fastest * seconds + 1e-8)
          << "clip " << seen.clip;
    }
  }

  void CheckMotion(const Allowance& allowed, double residue, const Pose& before,
                   const Pose& after) {
    const double most = kClipSpeed * allowed.seconds + kReach * allowed.weights + residue + 1e-4;
    // Averages of rotations so near to one another turn little faster than their parts.
    const double most_turn =
        1.2 * (kClipTurning * allowed.seconds + kTurn * allowed.weights + residue) + 1e-4;
    for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
      const Transform a = before.joint(j), b = after.joint(j);
      const double moved = Distance(a.translation, b.translation);
      EXPECT_LE(moved, most) << "joint " << j;
      EXPECT_LE(Angle(a.rotation, b.rotation), most_turn) << "joint " << j;
      tightest = std::max(tightest, moved / most);
      // Of an additive layer ratios: clips scale by 0.5 to 1.5, and what is below as well.
      EXPECT_LE(Distance(a.scale, b.scale), 3.0 * most) << "joint " << j;
      tightest_scale = std::max(tightest_scale, Distance(a.scale, b.scale) / (3.0 * most));
    }
    // From 0 to 1 and back, between two keys.
    const double most_morph = allowed.seconds / 0.125 + allowed.weights + residue + 1e-4;
    for (std::uint32_t m = 0; m < kProgramMorphs; ++m) {
      const double moved = std::abs(double{after.morphs()[m]} - double{before.morphs()[m]});
      EXPECT_LE(moved, most_morph) << "morph " << m;
      tightest_morph = std::max(tightest_morph, moved / most_morph);
    }
  }
};

TEST(MixerPrograms, GiveNoNaNNoWeightOutOfRangeAndNoPop) {  // C67, C68
  PopTest test;
  for (std::uint64_t seed = 1; test.frames < StepCount(); ++seed) {
    test.Run(seed, seed % 2 == 0, seed % 3 == 0);
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(test.held, test.frames * 8 / 10) << "of " << test.frames << " frames";
  EXPECT_GT(test.tightest, 0.5) << "an allowance that nothing comes near to shows nothing";
  EXPECT_GT(test.tightest_scale, 0.1);
  EXPECT_GT(test.tightest_morph, 0.3);
}

}  // namespace
}  // namespace sinew
