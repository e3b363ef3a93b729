// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the two jobs of bounds.h share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/box.h"
#include "math/usable.h"
#include "sinew/bounds.h"
#include "skin/morphed_box.h"

namespace sinew {

template <typename Job>
static inline Error ValidateBounds(const Job& job) {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!job.morph_weights.empty() && job.morph_weights.size() != job.bounds.morph_count()) {
    return Error::kMorphWeightMismatch;
  }
  if (job.palette.size() < job.bounds.joint_count()) return Error::kPaletteTooSmall;
  const bool usable = scalar::AllUsable(job.morph_weights) && scalar::IsUsable(job.rigid) &&
                      scalar::AllUsable(std::as_bytes(job.palette));
  return usable ? Error::kNone : Error::kValueNotFinite;
}

// The box around what a matrix makes of a box, with room for the rounding of skinning: the entries
// of the blended matrix and of the point are off by `rounding` of all magnitudes that were added
// up, and by what is too small for floats.
static inline scalar::BoxD SkinnedBox(const SkinBoundsLayout& layout, const Affine& model_from_bind,
                                      const scalar::BoxD& bind_box) {
  if (bind_box.empty()) return bind_box;
  const scalar::AffineD matrix = scalar::Widen(model_from_bind);
  const std::array<double, 3> reach = scalar::ReachByAxis(bind_box);
  const std::array<double, 3> magnitudes = scalar::Magnitudes(matrix, reach);
  const double underflow =
      (layout.most_influences + 4.0) * scalar::kLeastFloat * (reach[0] + reach[1] + reach[2] + 1.0);
  scalar::BoxD box = scalar::Moved(matrix, bind_box);
  for (std::size_t r = 0; r < 3; ++r) {
    const double off = layout.rounding * magnitudes[r] + underflow;
    box.min[r] = box.min[r] - off;
    box.max[r] = box.max[r] + off;
  }
  return box;
}

// What no skin entry moves: the vertices without influence, and the primitives without any.
template <typename Job>
static inline scalar::BoxD UnskinnedBox(const Job& job) {
  const SkinBoundsLayout layout = LayoutOfBounds(job.bounds.bytes());
  const std::span<const float> weights = job.morph_weights;
  scalar::BoxD box = scalar::MorphedBox(layout, layout.still(), weights, weights);
  scalar::Add(
      SkinnedBox(layout, job.rigid, scalar::MorphedBox(layout, layout.rigid(), weights, weights)),
      box);
  return box;
}

}  // namespace sinew
