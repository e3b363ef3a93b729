// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blending: several poses become one.
//
//   Average   translation and scale: sum(v * w) / sum(w). Rotation: normalize(sum(q * w)), each q
//             turned to the side of the heaviest layer's (ties: the first), so that the order of
//             calls does not matter (L16, C73). Layers are summed in the order given.
//   Pace      between two rotations the sum keeps to the short arc, but hurries in its middle.
//             RotationAverage::kEvenPace mends that, for any number of layers.
//   Weights   a layer of weight zero or less is passed over (L17). Weights need not sum to one.
//             Where they sum to nothing (1e-30) the rest pose stands.
//   Masks     joint_weights multiply a layer's weight joint by joint.
//   Memory    nothing here allocates. Spans are borrowed for the length of the call.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"

namespace sinew {

// Where on the way between rotations a blend is (C11).
enum class RotationAverage : std::uint8_t {
  kSum,  // The normalised sum. The cheapest; off slerp by up to 2.3 degrees where two rotations
         // are 120 degrees apart, by up to 8.2 where they are half a turn apart.
  kEvenPace,  // From there one step towards the spherical mean. Of two layers that is slerp, within
              // 1e-5; of more it is as continuous in their weights as the sum is. It is
              // meant for unit rotations; of others it gives some rotation, or the sum.
};

struct BlendLayer {
  ConstPoseView pose{};  // At least the skeleton's joints; at least the output's morphs.
  float weight = 1.0f;   // Layers of no or negative weight take no part. All together: to 1e18.
  std::span<const float> joint_weights{};  // One a joint, in [0, 1]; empty: all 1. Morphs take the
                                           // layer's weight alone.
};

// A difference between two poses (MakeDelta), laid over the average.
struct DeltaLayer {
  enum class Mode : std::uint8_t { kAdd, kSubtract } mode = Mode::kAdd;
  ConstPoseView delta{};
  float weight = 1.0f;
  std::span<const float> joint_weights{};
};

struct BlendJob {
  SkeletonView skeleton;
  std::span<const BlendLayer> layers{};
  std::span<const DeltaLayer> deltas{};               // In order, after the average.
  RotationAverage rotations = RotationAverage::kSum;  // Of the layers; deltas are summed.
  bool fill_with_rest = false;          // Where weights sum to less than one, rest makes up for it
                                        // (C61). Otherwise they are normalised.
  std::span<const float> morph_rest{};  // One a morph slot of the output; empty: all 0.
  PoseView pose;  // Out. May be one of the layers' own poses. At least the skeleton's joints; what
                  // is beyond is left alone, but for the last block, which is written whole.

  Error Validate() const;
  // On any error nothing is written. The poses' numbers are not looked at: what is not usable in
  // them stays so in the result, and LocalToModelJob refuses it.
  Error Run() const;
};

// delta = pose - reference: what BlendJob adds to reference to get pose. Translation: difference;
// rotation: reference^-1 * pose; scale: ratio (1 where the reference's is 0).
Error MakeDelta(ConstPoseView pose, ConstPoseView reference, PoseView delta);

}  // namespace sinew
