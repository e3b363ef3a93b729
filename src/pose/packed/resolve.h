// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What PackOptions leave open is a share of a size at rest: a model's (export/clip_packer.cc), or,
// for a single clip, its skeleton's.
#pragma once

#include <span>

#include "sinew/box.h"
#include "sinew/packed_clip.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"

namespace sinew::packing {

// How far points may be off, and how far from their joint points stand: 0.17 mm and 3 cm for a
// person of 1.7 m.
inline constexpr float kErrorShare = 1e-4f;
inline constexpr float kPointShare = 1.0f / 60.0f;

// The options with both lengths given. A size of 0, that of a single point, counts as 1.
PackOptions Resolved(PackOptions options, float size);

// The box around the origins of the joints.
Box BoxOfJoints(std::span<const Affine> model_from_joint);

// The diagonal of that box in the rest pose; 0 without joints. Fails where the rest pose leaves the
// usable range.
Result<float> RestSize(const SkeletonView& skeleton);

}  // namespace sinew::packing
