// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What plays random programs of calls, and for how long: a million steps in all four properties.
// SINEW_MIXER_STEPS says otherwise. Sanitizers take a tenth of it, slowly enough.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <vector>

#include "pose/mixer_program.h"
#include "support/random_rig.h"

namespace sinew::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SINEW_SLOW_MIXER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SINEW_SLOW_MIXER 1
#endif
#endif
#ifdef SINEW_SLOW_MIXER
inline constexpr std::uint64_t kSteps = 100'000;
#else
inline constexpr std::uint64_t kSteps = 1'000'000;
#endif

// Of each of the four properties.
inline std::uint64_t StepCount() {
  const char* const asked = std::getenv("SINEW_MIXER_STEPS");
  const std::uint64_t steps = asked == nullptr ? 0 : std::strtoull(asked, nullptr, 10);
  return (steps > 0 ? steps : kSteps) / 4;
}

inline constexpr std::uint64_t kStepsAProgram = 500;

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

inline bool SamePose(const Pose& a, const Pose& b) {
  for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
    if (!SameBits(a.joint(j), b.joint(j))) return false;
  }
  for (std::uint32_t m = 0; m < kProgramMorphs; ++m) {
    if (!SameBits(a.morphs()[m], b.morphs()[m])) return false;
  }
  return true;
}

inline Op AnyOp(SplitMix64& random) {
  for (;;) {
    const auto op = static_cast<Op>(random.Below(static_cast<std::uint32_t>(Op::kAll)));
    const bool is_rare = op == Op::kStopAll || op == Op::kResetToRest;
    if (op != Op::kOfOneAction && (!is_rare || random.Below(10) == 0)) return op;
  }
}

// Up to a fifteenth of a second; often nothing, a tick, a sixtieth, or a line of the grid.
inline Ticks AnyStep(SplitMix64& random) {
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

inline double Distance(Vec3 a, Vec3 b) {
  return std::sqrt(std::pow(double{a.x} - double{b.x}, 2) + std::pow(double{a.y} - double{b.y}, 2) +
                   std::pow(double{a.z} - double{b.z}, 2));
}

// From the chord between them: an arc cosine of a dot product near one is mostly noise.
inline double Angle(Quat a, Quat b) {
  const double side = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w < 0.0f ? -1.0 : 1.0;
  const double chord = std::sqrt(std::pow(a.x - side * b.x, 2) + std::pow(a.y - side * b.y, 2) +
                                 std::pow(a.z - side * b.z, 2) + std::pow(a.w - side * b.w, 2));
  return 4.0 * std::asin(std::min(1.0, chord / 2.0));
}

}  // namespace sinew::testing
