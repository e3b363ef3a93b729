// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Posing, exactly: reads a clip at one moment, and walks the hierarchy.
//
//   Space    a local pose is one Transform a joint: pose[j] takes joint j's space to its parent's.
//            model_from_joint[j] takes it to model space, which is the asset's scene space.
//   Units    time in seconds from the clip's first instant; lengths in the asset's unit.
//   Memory   nothing here allocates. Spans are borrowed for the length of the call.
//   Threads  clips and skeletons never change, so any number of threads may run jobs on them.
//            Nothing is kept between calls: seeking costs what playing costs.
//   Bits     this is the scalar specification that every faster kernel is held against.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/clip.h"
#include "sinew/math.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace sinew {

// What a time outside [0, duration] means.
enum class Wrap : std::uint8_t {
  kHold,  // The first or the last pose.
  kLoop,  // Time modulo duration, in [0, duration); -0.25 s is 0.25 s before the end.
};

// The time within [0, duration] that `time_s` means; 0 where the duration is (C26, C65, C66). A
// loop is exact for times less than 2^29 durations away.
double WrapTime(double time_s, float duration_s, Wrap wrap);

// Where a time falls among a track's keys: between key a and key b, `blend` of the way (L12, E56).
struct KeyInterval {
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  float blend = 0.0f;  // In [0, 1); 0 where a == b: before the first key and from the last key on.
};
KeyInterval FindKeys(std::span<const float> times_s, double time_s);

// Reads one track at a time, unwrapped: before the first key the first value holds, after the last
// the last. Writes track.width floats. A key that is hit exactly gives its own value.
// Rotations come out unit; where a cubic one passes through zero it takes the nearer key's.
void SampleTrack(const Track& track, double time_s, std::span<float> value);

// One sampling request. Fill the fields by name:
//   Error e = SampleJob{.skeleton = s, .clip = walk, .time_s = t, .pose = pose}.Run();
struct SampleJob {
  const Skeleton& skeleton;  // Joints that no track moves take its rest.
  const Clip& clip;
  double time_s = 0.0;  // Any finite value; see Wrap.
  Wrap wrap = Wrap::kHold;
  std::span<const float> morph_rest{};  // What morph slots without a track take; see Model. Slots
                                        // beyond it that no track writes are left alone.
  std::span<Transform> pose;            // Out. At least one a joint; the rest is left alone.
  std::span<float> morphs{};            // Out. At least as long as morph_rest and as what the clip
                                        // writes; empty: not wanted.

  Error Validate() const;  // The first rule this job breaks, or kNone. Run() calls it.
  Error Run() const;       // On any error nothing is written.
};

// Local poses to model space: model_from_joint[j] = model_from_joint[parent] * local[j] (E58, N8).
struct LocalToModelJob {
  const Skeleton& skeleton;
  std::span<const Transform> pose;     // At least one a joint.
  Affine root{};                       // Applied above every root.
  std::span<Affine> model_from_joint;  // Out. At least one a joint.

  Error Validate() const;
  // Where products of usable numbers leave the usable range, kValueNotFinite: matrices before that
  // joint are written, the others are left alone. On other errors nothing is written.
  Error Run() const;
};

}  // namespace sinew
