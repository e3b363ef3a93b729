// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The kernels of this room, as the jobs see them: a table of functions an instruction set. What a
// kernel is given has been checked; it cannot fail but by numbers that leave the usable range.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sinew/isa.h"
#include "sinew/math.h"
#include "sinew/transform_block.h"

namespace sinew {

// Weights whose sum is not above this weigh nothing: one over it has to be a number.
inline constexpr float kLightestBlend = 1e-30f;
// A blended rotation has no direction worth keeping where it is shorter (squared) than the first of
// these times the squared sum of the weights, or than the second.
inline constexpr float kShortestBlendSquared = 1e-12f;
inline constexpr float kShortestSquared = 1e-36f;

// angle / sin(angle) = 1 + x * (c0 + x * (c1 + ...)) for x = 1 - cos(angle), within 3.8e-6 up to a
// right angle; the best polynomial of its length.
inline constexpr float kArcOverSine[6] = {0.33312345f, 0.13708411f,  0.035124436f,
                                          0.08314392f, -0.06046407f, 0.042780828f};

// What the arcs to unit rotations can come to (squared), and what one step along them leaves of a
// length (squared). Rotations that are not unit may lead beyond: then the sum stands.
inline constexpr float kMostArcSquared = 2.5f;
inline constexpr float kLeastSteppedSquared = 0.25f;

struct LocalToModelArgs {
  const TransformBlock* pose;
  const std::int32_t* parents;
  std::uint32_t joint_count;
  const Affine* root;
  Affine* model_from_joint;
};

struct SamplePackedArgs {
  const std::byte* packed;  // See pose/packed/layout.h.
  double time_s;            // Within the clip.
  const TransformBlock* rest;
  std::uint32_t block_count;          // Of the skeleton.
  const std::uint8_t* wanted_blocks;  // One a block, or null: all.
  TransformBlock* pose;
  float* morphs;  // Or null: not wanted. Slots that the clip does not write are left alone.
};

// One pose among those that are averaged, or one difference laid over the average.
struct BlendLayerArgs {
  const TransformBlock* pose;
  const float* joint_weights;  // One a joint, or null: all 1.
  float weight;                // Greater than zero for averaged layers; any number for differences.
  bool subtract;               // Of differences: taken away instead of added.
};

struct BlendArgs {
  const BlendLayerArgs* layers;
  std::uint32_t layer_count;
  bool any_masked;  // Some layer has joint_weights.
  // Where none has: the heaviest layer (ties: the first), one over the sum of all weights, and the
  // shortest rotation (squared). The rest pose is then among the layers where it fills up.
  std::uint32_t pivot;
  float over_weight;
  float shortest_squared;
  const BlendLayerArgs* deltas;
  std::uint32_t delta_count;
  bool fill_with_rest;  // Where some layer is masked: joint by joint.
  bool even_pace;       // RotationAverage::kEvenPace.
  const TransformBlock* rest;
  std::uint32_t joint_count;
  TransformBlock* pose;  // May be a layer's own.
};

struct PoseKernels {
  // Specification: spec::SamplePacked.
  void (*sample_packed)(const SamplePackedArgs&);
  // True where every matrix is usable. Specification: spec::LocalToModel.
  bool (*local_to_model)(const LocalToModelArgs&);
  // Specification: spec::BlendJoint.
  void (*blend)(const BlendArgs&);
};

namespace scalar_target {
extern const PoseKernels kPoseKernels;
}
#if defined(__x86_64__)
namespace sse4_target {
extern const PoseKernels kPoseKernels;
}
namespace avx2_target {
extern const PoseKernels kPoseKernels;
}
#elif defined(__aarch64__)
namespace neon_target {
extern const PoseKernels kPoseKernels;
}
#elif defined(__wasm_simd128__)
namespace wasm_target {
extern const PoseKernels kPoseKernels;
}
#endif

// Only of what AvailableIsas() lists.
const PoseKernels& PoseKernelsOf(Isa isa);
// Of ChosenIsa().
const PoseKernels& ChosenPoseKernels();

}  // namespace sinew
