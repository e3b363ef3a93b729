// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstdint>
#include <span>

#include "base/job_environment.h"
#include "math/box.h"
#include "math/usable.h"
#include "sinew/bounds.h"
#include "skin/morphed_box.h"
#include "skin/skin_bounds_layout.h"

namespace sinew {

Error CarryBoxesJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (skin && skin->size() < bounds.joint_count()) return Error::kPaletteTooSmall;
  if (morph_low.size() != morph_high.size() ||
      (!morph_low.empty() && morph_low.size() != bounds.morph_count())) {
    return Error::kMorphWeightMismatch;
  }
  if (boxes.size() < std::size_t{bounds.joint_count()} + 2) return Error::kBoxesTooSmall;
  const bool usable = scalar::AllUsable(morph_low) && scalar::AllUsable(morph_high);
  return usable ? Error::kNone : Error::kValueNotFinite;
}

Error CarryBoxesJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const SkinBoundsLayout layout = LayoutOfBounds(bounds.bytes());
  const auto box_count = static_cast<std::uint32_t>(layout.boxes.size());
  for (std::uint32_t i = 0; i < box_count; ++i) {
    boxes[i] = {.box = scalar::NarrowOutwards(scalar::MorphedBox(layout, i, morph_low, morph_high)),
                .rounding = layout.rounding};
  }
  CarriedBox& rigid = boxes[layout.rigid()];
  rigid.joint = joint;
  if (!skin) {  // Influences mean nothing: all of it is rigid.
    for (CarriedBox& part : boxes.first(layout.rigid())) {
      rigid.box = Union(rigid.box, part.box);
      part.box = {};
    }
    return Error::kNone;
  }
  for (std::uint32_t i = 0; i < layout.joint_count; ++i) {
    if (skin->joints()[i] == kIdentityJoint) continue;
    boxes[i].joint = skin->joints()[i];
    boxes[i].joint_from_box = skin->inverse_bind()[i];
  }
  return Error::kNone;
}

}  // namespace sinew
