// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Skinning, exactly: matrices in, deformed vertices out. It knows matrices, not clips.
//
//   Space    a palette entry takes bind space to model space: model_from_joint * joint_from_bind.
//            It is not a change of basis: where the pose is the bind pose it is the identity (N3).
//   Order    morph first, then skin. A vertex's influences are summed in ascending skin entry.
//   Blend    linear, of matrices; or of dual quaternions, where a job is given a dual palette.
//   Normals  by the cofactor of the blended 3x3 times the sign of its determinant (C3, C4): right
//            under uneven scale, defined for singular matrices, outward under mirrors. Where all
//            matrices of the palette are rotations with even scale, by the 3x3 itself, which is
//            cheaper. See NormalRule. A normal that comes to nothing keeps its direction of rest.
//   Memory   nothing here allocates. Spans are borrowed for the length of the call.
//   Bits     this is the scalar specification that every faster kernel is held against.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/dual_quaternion.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/skin_view.h"

namespace sinew {

// palette[i] = model_from_joint[skin.joints[i]] * skin.inverse_bind[i] (N5, N6). Entries of
// kIdentityJoint are the identity. On any error nothing is written: kPaletteTooSmall for the
// output, kMatricesTooSmall where a joint has no matrix.
struct PaletteJob {
  SkinView skin;
  std::span<const Affine> model_from_joint;
  std::span<Affine> palette;  // Out. At least skin.size().

  Error Validate() const;
  Error Run() const;
};

namespace spec {
// The scalar specification of PaletteJob, which its kernels must give on every instruction set. It
// stands here and not in specification.h because skinning knows nothing of poses.
void MakePalette(const SkinView& skin, std::span<const Affine> model_from_joint,
                 std::span<Affine> palette);
}  // namespace spec

enum class NormalRule : std::uint8_t {
  kByPalette,  // kUpper where IsEvenlyScaled(palette), kCofactor elsewhere. By dual quaternions
               // kUpper only where all scales are also the same.
  kCofactor,   // Right for every matrix.
  kUpper,      // By the blended 3x3 itself: right where matrices only turn and scale evenly.
};

// True where every matrix is a rotation times one positive scale, within 1e-4.
bool IsEvenlyScaled(std::span<const Affine> palette);

// Morphs and skins one primitive, by linear blend or by dual quaternions (dual_quaternion.h). On
// any error nothing is written. The primitive is trusted to keep the rules of Mesh, except that its
// influences are held against the palettes.
//
// By dual quaternions a vertex of one influence is moved by that one's matrix, as in linear blend.
// Normals follow their rule either way: the blended matrix is the one that the blended dual
// quaternion comes to.
//
// Every input must be usable, and then positions are finite as long as the morphed ones are usable
// too: |position| + sum of |weight * difference| at most 1e18 in each component. To keep morph
// weights that moderate is the caller's duty: beyond it positions may come out infinite or as NaN.
// Normals and tangents are unit or those of rest whatever comes in.
struct SkinJob {
  const Primitive& primitive;
  std::span<const float> morph_weights{};     // One a target, or empty: no morphing.
  std::span<const Affine> palette{};          // What the influences index. A primitive without
                                              // influences is moved by `rigid` alone.
  std::span<const DualJoint> dual_palette{};  // Made of the palette by DualPaletteJob: skins by
                                              // dual quaternions. Empty: by linear blend.
  Affine rigid{};  // Model space from mesh space, for unskinned primitives
                   // only: their instance's model_from_joint.
  NormalRule normal_rule = NormalRule::kByPalette;
  std::span<Vec3> positions;   // Out. One a vertex.
  std::span<Vec3> normals{};   // Out, unit. Empty: not wanted. Untouched without normals.
  std::span<Vec4> tangents{};  // Out, unit, w the handedness. Empty: not wanted.

  Error Validate() const;
  Error Run() const;
};

}  // namespace sinew
