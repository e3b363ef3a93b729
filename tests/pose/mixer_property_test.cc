// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What must hold for every program of calls: random ones, in random steps, a million in all.
// SINEW_MIXER_STEPS says otherwise. Sanitizers take a tenth of it, slowly enough.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "pose/mixer_program.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::Apply;
using testing::Call;
using testing::kFastest;
using testing::kProgramClips;
using testing::kProgramJoints;
using testing::kProgramLayers;
using testing::kProgramMorphs;
using testing::kShortestFade;
using testing::Op;
using testing::ProgramWorld;
using testing::RandomCall;
using testing::SameBits;
using testing::SplitMix64;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_SLOW 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SINEW_SLOW 1
#endif
#endif
#ifdef SINEW_SLOW
constexpr std::uint64_t kSteps = 100'000;
#else
constexpr std::uint64_t kSteps = 1'000'000;
#endif

// Of each of the four properties.
std::uint64_t StepCount() {
  const char* const asked = std::getenv("SINEW_MIXER_STEPS");
  const std::uint64_t steps = asked == nullptr ? 0 : std::strtoull(asked, nullptr, 10);
  return (steps > 0 ? steps : kSteps) / 4;
}

constexpr std::uint64_t kStepsAProgram = 500;

// A mixer and what it needs.
struct Player {
  explicit Player(const ProgramWorld& its_world)
      : world(its_world),
        mixer(world.setup()),
        scratch(world.setup()),
        pose(kProgramJoints, kProgramMorphs) {}

  void Do(const Call& call) {
    Apply(call, world, mixer, scratch);
    if (call.op == Op::kLayerPose) posed[call.layer] = call.flag;
  }
  // Who rolls back says again which poses of his own he has.
  void Load(std::span<const std::byte> saved, const std::array<bool, kProgramLayers>& posed_then) {
    ASSERT_EQ(mixer.load(saved), Error::kNone);
    for (std::uint32_t l = 0; l < kProgramLayers; ++l) {
      Do({.op = Op::kLayerPose, .layer = l, .flag = posed_then[l]});
    }
  }
  void Step(Ticks ticks) {
    ASSERT_EQ(mixer.update_ticks(ticks), Error::kNone);
    events.insert(events.end(), mixer.events().begin(), mixer.events().end());
    lost += mixer.events_lost();
  }
  void Pose() { ASSERT_EQ(mixer.evaluate(scratch, pose), Error::kNone); }

  const ProgramWorld& world;
  Mixer mixer;
  MixerScratch scratch;
  sinew::Pose pose;
  std::array<bool, kProgramLayers> posed{};  // Layers that have a caller's pose.
  std::vector<MixerEvent> events;
  std::uint64_t lost = 0;
};

bool SamePose(const Pose& a, const Pose& b) {
  for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
    if (!SameBits(a.joint(j), b.joint(j))) return false;
  }
  for (std::uint32_t m = 0; m < kProgramMorphs; ++m) {
    if (!SameBits(a.morphs()[m], b.morphs()[m])) return false;
  }
  return true;
}

Op AnyOp(SplitMix64& random) {
  for (;;) {
    const auto op = static_cast<Op>(random.Below(static_cast<std::uint32_t>(Op::kAll)));
    const bool is_rare = op == Op::kStopAll || op == Op::kResetToRest;
    if (op != Op::kOfOneAction && (!is_rare || random.Below(10) == 0)) return op;
  }
}

// Up to a fifteenth of a second; often nothing, a tick, a sixtieth, or a line of the grid.
Ticks AnyStep(SplitMix64& random) {
  switch (random.Below(8)) {
    case 0:
      return random.Below(3);
    case 1:
      return kTicksPerSecond / 60;
    case 2:
      return kTicksPerSecond / 240;
    default:
      return random.Below(static_cast<std::uint32_t>(kTicksPerSecond / 15));
  }
}

// --- no NaN, no weight out of range, no pop ---

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
    const Action a = mixer.action(i);
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

double Distance(Vec3 a, Vec3 b) {
  return std::sqrt(std::pow(double{a.x} - double{b.x}, 2) + std::pow(double{a.y} - double{b.y}, 2) +
                   std::pow(double{a.z} - double{b.z}, 2));
}

// From the chord between them: an arc cosine of a dot product near one is mostly noise.
double Angle(Quat a, Quat b) {
  const double side = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0f ? -1.0 : 1.0;
  const double chord = std::sqrt(std::pow(a.x - side * b.x, 2) + std::pow(a.y - side * b.y, 2) +
                                 std::pow(a.z - side * b.z, 2) + std::pow(a.w - side * b.w, 2));
  return 4.0 * std::asin(std::min(1.0, chord / 2.0));
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
      if (random.Below(inertial ? 48 : 6) == 0) {
        Op op = AnyOp(random);
        if (op == Op::kSetBlend) op = Op::kFadeTo;
        Call call = RandomCall(random, player.mixer, op);
        // What the blend space weighs leaps with it, if it is switched to by itself.
        if (op == Op::kInertialTo && call.clip <= 2) call.op = Op::kFadeTo;
        player.Do(call);
        switched = call.op == Op::kInertialTo;
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
      CheckWeights(before, after, SecondsFromTicks(ticks), switched || player.mixer.jumped());
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
                           bool may_jump) {
    // Smooth fades are half again as fast in the middle; the walk of the parameter is 0.02 a step.
    const double most = may_jump ? 1.0 : 1.5 * seconds / kShortestFade + 0.021;
    for (const auto& [key, seen] : after.actions) {
      if (seen.clip == kNoClip) continue;  // It comes and goes, seen or not.
      EXPECT_GE(seen.weight, 0.0);
      EXPECT_LE(seen.weight, 1.0);
      const auto old = before.actions.find(key);
      const double was = old == before.actions.end() ? 0.0 : old->second.weight;
      EXPECT_LE(std::abs(seen.weight - was), most);
    }
    for (std::uint32_t l = 0; l < kProgramLayers; ++l) {
      EXPECT_GE(after.layers[l], 0.0);
      EXPECT_LE(after.layers[l], 1.0);
      EXPECT_LE(std::abs(after.layers[l] - before.layers[l]), most);
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
    // Normalised sums of rotations so near to one another turn little faster than their parts.
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
      for (std::uint32_t c = 0; c < kProgramClips; ++c) player->mixer.clip_action(c, c % 2);
      player->mixer.new_action(0);
      player->mixer.new_action(1, 1);
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

}  // namespace
}  // namespace sinew
