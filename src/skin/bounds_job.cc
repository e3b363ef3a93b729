// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The box of linear blend. A vertex p of a mesh that entries i move is written to
//
//   sum of w_i * (M_i p),   w_i > 0, sum of w_i = 1,
//
// between the points M_i p; each of them lies in M_i box_i, as p lies in each box_i. A box holds
// what is between two points that it holds, so the box around all M_i box_i holds the vertex. The
// rest is rounding, and weights that do not quite sum to one: bounds.rounding(). With the weights
// (1 + o) v_i, where the v_i sum to one, a coordinate is at most the largest of (M_i p) + (|o| +
// roundings) * (|M_i| |p| + |t_i|), again as a mean of such terms: so each box is grown by itself.
#include "skin/bounds_job.h"

namespace sinew {

Error BoundsJob::Validate() const {
  if (!joint_boxes.empty() && joint_boxes.size() < bounds.joint_count()) {
    return Error::kBoxesTooSmall;
  }
  return ValidateBounds(*this);
}

Error BoundsJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  scalar::BoxD all = UnskinnedBox(*this);
  const SkinBoundsLayout layout = LayoutOfBounds(bounds.bytes());
  for (std::uint32_t i = 0; i < layout.joint_count; ++i) {
    const scalar::BoxD moved =
        SkinnedBox(layout, palette[i], scalar::MorphedBox(layout, i, morph_weights, morph_weights));
    scalar::Add(moved, all);
    if (!joint_boxes.empty()) joint_boxes[i] = scalar::NarrowOutwards(moved);
  }
  box = scalar::NarrowOutwards(all);
  return Error::kNone;
}

}  // namespace sinew
