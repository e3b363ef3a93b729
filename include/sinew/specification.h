// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reference, not for games: the scalar specifications that every kernel must equal on every
// instruction set, bit for bit. Written to be read, slow to run. For tests, for `sinew hash`, which
// compares every kernel with them, and for benchmarks. What a game calls are the jobs.
//
//   Checks    what a job refuses must not be given to these. spec::Skin checks its input itself.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/blending.h"
#include "sinew/dual_quaternion.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/packed_clip_view.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"
#include "sinew/skin_view.h"
#include "sinew/skinning.h"

namespace sinew::spec {

// SampleJob for a packed clip at a time within it: rest, and what the clip writes over it. Morph
// slots that the clip does not write are left alone.
void SamplePacked(const SkeletonView& skeleton, const PackedClipView& clip, double time_s,
                  PoseView pose);

// BlendJob for one joint.
Transform BlendJoint(const BlendJob& job, std::uint32_t joint);

// LocalToModelJob: model_from_joint[j] = model_from_joint[parent] * AffineOf(pose[j]), parents
// first. True where every matrix is usable.
bool LocalToModel(const SkeletonView& skeleton, ConstPoseView pose, const Affine& root,
                  std::span<Affine> model_from_joint);

// PaletteJob.
void MakePalette(const SkinView& skin, std::span<const Affine> model_from_joint,
                 std::span<Affine> palette);

// DualPaletteJob for one joint.
DualJoint MakeDualJoint(const Affine& matrix);

// SkinJob, of a primitive as the file has it: it promises what SkinJob promises. On any error
// nothing is written. The primitive is trusted to keep the rules of Mesh, except that its
// influences are checked against the palettes.
struct Skin {
  const Primitive& primitive;
  std::span<const float> morph_weights{};     // One per target, or empty: no morphing.
  std::span<const Affine> palette{};          // What the influences index. A primitive without
                                              // influences is moved by `rigid` alone.
  std::span<const DualJoint> dual_palette{};  // As in SkinJob.
  Affine rigid{};  // Model space from mesh space, for unskinned primitives only: their instance's
                   // model_from_joint.
  NormalRule normal_rule = NormalRule::kByPalette;
  std::span<Vec3> positions;   // Out. One per vertex.
  std::span<Vec3> normals{};   // Out, unit. Empty: not wanted. Untouched without normals.
  std::span<Vec4> tangents{};  // Out, unit, w the handedness. Empty: not wanted.

  Error Validate() const;
  Error Run() const;
};

}  // namespace sinew::spec
