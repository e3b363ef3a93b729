// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The scalar specifications of posing: what the jobs' kernels must give on every instruction set,
// bit for bit. Written to be read, slow to run. For tests, for `sinew hash`, which holds every
// kernel against them, and for benchmarks.
//
//   Skinning  has its own in skinning.h, as it knows nothing of poses: SkinJob is the specification
//             of SkinMeshJob, spec::MakePalette that of PaletteJob.
//   Checks    what a job refuses must not be given to these.
#pragma once

#include <span>

#include "sinew/blending.h"
#include "sinew/math.h"
#include "sinew/packed_clip_view.h"
#include "sinew/pose.h"
#include "sinew/skeleton_view.h"

namespace sinew::spec {

// What SampleJob gives for a packed clip at a time within it: rest, and what the clip writes over
// it. Morph slots that the clip does not write are left alone.
void SamplePacked(const SkeletonView& skeleton, const PackedClipView& clip, double time_s,
                  PoseView pose);

// What BlendJob gives for one joint.
Transform BlendJoint(const BlendJob& job, std::uint32_t joint);

// model_from_joint[j] = model_from_joint[parent] * AffineOf(pose[j]), parents first. True where
// every matrix is usable.
bool LocalToModel(const SkeletonView& skeleton, ConstPoseView pose, const Affine& root,
                  std::span<Affine> model_from_joint);

}  // namespace sinew::spec
