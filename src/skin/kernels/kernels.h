// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The kernels of this room, as the jobs see them: a table of functions an instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sinew/dual_quaternion.h"
#include "sinew/isa.h"
#include "sinew/math.h"

namespace sinew {

// Vertices of a block; one a lane.
inline constexpr std::uint32_t kSkinLanes = 8;

// One attribute of the vertices that come out.
struct VertexOutput {
  float* first;  // Null: not wanted.
  std::size_t stride_floats;
};

// What one morph target adds to one attribute: rows x y z of every block.
struct MorphRows {
  std::uint32_t target;
  std::uint32_t zero = 0;     // Lies in files: no padding that could be anything.
  std::uint64_t first_float;  // Into SkinArgs::morph_floats.
};
static_assert(sizeof(MorphRows) == 16);

// The targets that change one attribute, in ascending order. None where nothing is morphed.
struct MorphList {
  const MorphRows* targets;
  std::uint32_t count;
};

// A run of blocks that are alike; see SkinnedMeshLayout::Run.
struct SkinRunArgs {
  const float* floats;
  std::size_t floats_per_block;
  const std::uint32_t* joints;
  std::size_t joints_per_block;  // From one block's joints to the next one's.
  std::uint32_t influence_count;
  bool mixed;
  bool unit_weight;
  std::uint32_t first_block;
  std::uint32_t block_count;
};

struct SkinArgs {
  const Affine* palette;
  const DualJoint* dual_palette;  // Null: linear blend.
  bool has_normals;
  bool has_tangents;
  bool upper_normals;                 // By the 3x3 itself instead of its cofactors.
  const std::uint32_t* block_begins;  // Vertices, in the prepared order.
  const std::uint32_t* order;         // Where each goes; null: it stays in the prepared order.
  const float* morph_weights;         // One a target. Null: no morphing.
  MorphList morph_positions, morph_normals, morph_tangents;
  const float* morph_floats;
  VertexOutput positions, normals, tangents;
  // Skins one block by the specification: for matrices too large or too small to be multiplied.
  void (*skin_extreme_block)(const SkinArgs&, const SkinRunArgs&, std::uint32_t block);
};

struct PaletteArgs {
  const std::int32_t* joints;      // One an entry; kIdentityJoint: none.
  const Affine* inverse_bind;      // One an entry.
  const Affine* model_from_joint;  // For every joint that is named.
  std::uint32_t count;             // Of entries.
  Affine* palette;                 // Out.
};

struct SkinKernels {
  // Specification: spec::Skin with the same normal rule.
  void (*skin_run)(const SkinArgs&, const SkinRunArgs&);
  // Specification: scalar::Multiply, entry by entry.
  void (*make_palette)(const PaletteArgs&);
  // Specification: scalar::DualJointOf, matrix by matrix.
  void (*make_dual_palette)(const Affine* palette, std::uint32_t count, DualJoint* dual_palette);
  // Specification: scalar::IsUsable of every matrix; of every one that an entry names.
  bool (*are_usable)(const Affine* matrices, std::uint32_t count);
  bool (*are_named_usable)(const PaletteArgs&);
  // Specification: scalar::IsEvenlyScaled of every matrix.
  bool (*are_evenly_scaled)(const Affine* matrices, std::uint32_t count);
};

namespace scalar_target {
extern const SkinKernels kSkinKernels;
}
#if defined(__x86_64__)
namespace sse4_target {
extern const SkinKernels kSkinKernels;
}
namespace avx2_target {
extern const SkinKernels kSkinKernels;
}
#elif defined(__aarch64__)
namespace neon_target {
extern const SkinKernels kSkinKernels;
}
#elif defined(__wasm_simd128__)
namespace wasm_target {
extern const SkinKernels kSkinKernels;
}
#endif

const SkinKernels& SkinKernelsOf(Isa isa);
const SkinKernels& ChosenSkinKernels();

}  // namespace sinew
