// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From local poses to model space: one forward walk over the hierarchy.
//
//   Space    model_from_joint[j] takes joint j's space to model space, the asset's scene space.
//   Memory   nothing here allocates. Spans are borrowed for the length of the call.
//   Threads  skeletons never change; jobs with different outputs may run side by side.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sinew/math.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"

namespace sinew {

// model_from_joint[j] = model_from_joint[parent] * local[j] (E58, N8).
struct LocalToModelJob {
  SkeletonView skeleton;
  ConstPoseView pose;                      // At least the skeleton's joints.
  Affine root{};                           // Applied above every root.
  std::optional<std::uint32_t> subtree{};  // Only this joint and all below it: the matrix of its
                                           // parent is read from model_from_joint, the others'
                                           // are left alone.
  std::span<Affine> model_from_joint;      // Out. At least one a joint.

  Error Validate() const;
  // kValueNotFinite where a matrix leaves the usable range, be it by what the pose holds or by
  // products of it: then the matrices are written, but are of no use. On other errors nothing is
  // written.
  Error Run() const;
};

}  // namespace sinew
