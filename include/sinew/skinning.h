// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Skinning: matrices in, deformed vertices out. It knows matrices, not clips.
//
//   Space    a palette entry takes bind space to model space: model_from_joint * joint_from_bind.
//            It is not a change of basis: in the bind pose it is the identity.
//   Order    morph first, then skin. A vertex's influences are summed in ascending skin entry.
//   Blend    linear, of matrices; or of dual quaternions, where a job is given a dual palette.
//   Normals  by the cofactor of the blended 3x3 times the sign of its determinant: right under
//            non-uniform scale, defined for singular matrices, outward under mirrors. Where all
//            matrices of the palette are rotations with uniform scale, by the 3x3 itself, which is
//            cheaper. See NormalRule. A normal of length zero keeps its rest direction.
//   Memory   nothing here allocates. Spans are borrowed for the length of the call.
//   Threads  a mesh may be split over threads by blocks: each vertex gets the same bits.
//   Bits     every kernel equals spec::Skin (specification.h), bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/dual_quaternion.h"
#include "sinew/math.h"
#include "sinew/result.h"
#include "sinew/skin_view.h"
#include "sinew/skinned_mesh.h"

namespace sinew {

// palette[i] = model_from_joint[skin.joints[i]] * skin.inverse_bind[i]. Entries of kIdentityJoint
// are the identity. On any error nothing is written: kPaletteTooSmall for the output,
// kMatricesTooSmall where a joint has no matrix.
struct PaletteJob {
  SkinView skin;
  std::span<const Affine> model_from_joint;
  std::span<Affine> palette;  // Out. At least skin.size().

  Error Validate() const;
  Error Run() const;
};

enum class NormalRule : std::uint8_t {
  kByPalette,  // kUpper where IsEvenlyScaled(palette), kCofactor elsewhere. By dual quaternions
               // kUpper only where all scales are also the same.
  kCofactor,   // Right for every matrix.
  kUpper,      // By the blended 3x3 itself: right where matrices only rotate and scale uniformly.
};

// True where every matrix is a rotation times one positive scale, within 1e-4.
bool IsEvenlyScaled(std::span<const Affine> palette);

// What skinning must know of a palette. Found once per palette and frame, for all primitives,
// instances and thread slices that read it.
struct PaletteFacts {
  bool is_usable = false;         // No NaN, infinity or magnitude above 1e18, the duals included.
  bool is_evenly_scaled = false;  // IsEvenlyScaled.
  bool is_of_one_scale = false;   // All matrices have the same scale; only with a dual palette.
};
PaletteFacts FactsOf(std::span<const Affine> palette, std::span<const DualJoint> dual_palette = {});

// Every n-th byte a T: how vertex buffers are interleaved. Borrowed.
template <typename T>
struct Strided {
  T* first = nullptr;
  std::size_t count = 0;
  std::size_t stride_bytes = sizeof(T);  // At least that, and a multiple of 4.

  Strided() = default;
  Strided(std::span<T> all) : first(all.data()), count(all.size()) {}     // NOLINT: implicit
  Strided(std::vector<T>& all) : first(all.data()), count(all.size()) {}  // NOLINT: implicit
  Strided(T* begin, std::size_t n, std::size_t stride)
      : first(begin), count(n), stride_bytes(stride) {}
  bool empty() const { return count == 0; }
};

// In which order a job writes vertices: as they lie in the SkinnedMesh, or as in the file, which
// costs a little more.
enum class VertexOrder : std::uint8_t { kPrepared, kFile };

// Morphs and skins one prepared primitive, by linear blend or by dual quaternions
// (dual_quaternion.h).
//
// By dual quaternions a vertex with one influence is moved by that joint's matrix, as in linear
// blend. Normals follow their rule either way: the blended matrix is the one that the blended dual
// quaternion stands for.
//
// Every input must be usable, and then positions are finite as long as the morphed ones are usable
// too: |position| + sum of |weight * difference| at most 1e18 in each component. To keep morph
// weights that moderate is the caller's duty: beyond it positions may be infinite or NaN. Normals
// and tangents are unit or those of rest whatever comes in.
struct SkinJob {
  SkinnedMeshView mesh;
  std::span<const float> morph_weights{};       // One per target, or empty: no morphing.
  std::span<const Affine> palette{};            // What the influences index: at least
                                                // mesh.joint_bound(). A mesh without influences is
                                                // moved by its first entry.
  std::span<const DualJoint> dual_palette{};    // Made from the palette by DualPaletteJob: skins by
                                                // dual quaternions. Empty: by linear blend.
  const PaletteFacts* palette_facts = nullptr;  // FactsOf both palettes. Null: the job finds them.
  const Affine* rigid = nullptr;  // Not null: moves the whole mesh by this matrix, whatever its
                                  // influences are; palettes are not read.
  NormalRule normal_rule = NormalRule::kByPalette;
  VertexOrder order = VertexOrder::kPrepared;
  std::uint32_t first_block = 0;            // Some blocks only: for a thread's share.
  std::uint32_t block_count = 0xffffffffu;  // As many as there are.
  Strided<Vec3> positions;                  // Out. One per vertex.
  Strided<Vec3> normals{};                  // Out, unit. Empty: not wanted.
  Strided<Vec4> tangents{};                 // Out, unit, w the handedness. Empty: not wanted.

  Error Validate() const;  // kStrideNotUsable: see Strided.
  Error Run() const;       // On any error nothing is written.
};

}  // namespace sinew
