// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The scalar specifications of posing, for this module itself: sinew/specification.h declares them
// for everyone, beside those of skinning, of which this module knows nothing.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "pose/packed/layout.h"
#include "sinew/blending.h"
#include "sinew/math.h"
#include "sinew/packed_clip_view.h"
#include "sinew/pose.h"
#include "sinew/skeleton_view.h"

namespace sinew::spec {

void SamplePacked(const SkeletonView& skeleton, const PackedClipView& clip, double time_s,
                  PoseView pose);
Transform BlendJoint(const BlendJob& job, std::uint32_t joint);
bool LocalToModel(const SkeletonView& skeleton, ConstPoseView pose, const Affine& root,
                  std::span<Affine> model_from_joint);

// What one lane of a packed stream is at a time, between `knot` (KnotAt) and the next. Of the four
// numbers as many count as the property has.
std::array<float, 4> PackedValue(const PackedView& packed, const PackedStream& stream,
                                 std::uint32_t lane, std::uint32_t knot, double time_s);

}  // namespace sinew::spec
