// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What workloads do again and again: pack a clip, step its time, sample it.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "sinew/isa.h"
#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "workloads/stopwatch.h"

namespace sinew::bench {

// A workload that fails is a bug.
[[noreturn]] inline void Fail(const std::string& why) { throw std::logic_error(why); }
inline void Require(Error error) {
  if (error != Error::kNone) Fail(std::string(ErrorName(error)));
}

inline constexpr int kBenchFrames = 2000;  // Of a measurement.

// The kernels that the jobs run by.
inline std::string ChosenName() { return std::string(IsaName(ChosenIsa())); }

// Rows of "ns/unit".
inline BenchRow Per(const std::string& unit) { return {.unit = "ns/" + unit, .isa = ChosenName()}; }
inline BenchRow PerBySpec(const std::string& unit) { return {.unit = "ns/" + unit, .isa = "spec"}; }

// Of the made-up rig: a millimetre, for points 3 cm from their joint.
inline PackedClip PackedAtMillimetre(const Skeleton& skeleton, const Clip& clip,
                                     PackOptions::Storage storage) {
  Result<PackedClip> packed = PackedClip::Create(
      skeleton, clip, {.error_bound = 1e-3f, .point_distance = 0.03f, .storage = storage});
  if (!packed.ok()) Fail(Describe(packed.failure()));
  return std::move(packed).value();
}

inline void SampleInto(const Skeleton& skeleton, ClipView clip, double time_s, PoseView pose) {
  Require(SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .pose = pose}.Run());
}

// A frame of 60 Hz later, from the end to the beginning.
inline double NextFrame(double time_s, float duration_s) {
  const double end_s = static_cast<double>(duration_s);
  time_s += 1.0 / 60.0;
  return time_s > end_s ? time_s - end_s : time_s;
}

}  // namespace sinew::bench
