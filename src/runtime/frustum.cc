// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A box is outside where some plane has all of it on its outer side. For the plane n, o and the
// matrix M with translation t, a point p of the box has the value
//
//   n . (M p + t) + o = (n M) . p + (n . t + o)
//
// which is largest at one corner: centre value + half size times |n M|.
//
// The margin. A renderer computes the same value in float: the vertex is moved (or the matrices
// are multiplied first), then projected, then two clip coordinates are compared. Along either way
// no term passes through more than 8 roundings, each at most 2^-24 of it, so that the value is off
// by less than 2^-20 of the sum of magnitudes
//
//   S = sum over r of |n_r| (|M_r| . |p| + |t_r|) + |o|
//
// where |n_r| of a plane that was added up from two rows of a matrix is the sum of both
// magnitudes. The computation here, in double, is off by less than 2^-48 of S. A box is outside
// only where its value is below -2^-20 S. Products below the smallest normal float are off by an
// absolute amount: at most 2^-149 per rounding, scaled by |n_r| or |p| where it happens before the
// plane or the point is applied. That is the second term of the margin.
//
// Values that are not finite are never below it: what cannot be computed is visible.
#include "sinew/frustum.h"

#include "base/arithmetic.h"
#include "math/box.h"
#include "math/usable.h"

namespace sinew {
namespace {

constexpr double kRelativeMargin = 0x1p-20;
constexpr double kAbsoluteMargin = 0x1p-144;

double Magnitude(double v) { return v < 0.0 ? -v : v; }

Failure NotUsable(const char* what) {
  return {FailureCode::kInvalid, "",
          std::string(what) + " holds a number that is not finite, or beyond 1e18."};
}

}  // namespace

Result<Frustum> Frustum::FromMatrix(std::span<const float, 16> m, DepthRange depth_range) {
  if (!scalar::AllUsable(std::span<const float>(m))) return NotUsable("The matrix of a frustum");
  const auto entry = [&](std::size_t row, std::size_t column) {
    return static_cast<double>(m[column * 4 + row]);
  };
  Frustum frustum;
  // -w <= x, x <= w; the same for y and z; or 0 <= z.
  for (std::size_t i = 0; i < 6; ++i) {
    const std::size_t row = i / 2;
    const double sign = i % 2 == 0 ? 1.0 : -1.0;
    const double w_share = i == 4 && depth_range == DepthRange::kZeroToOne ? 0.0 : 1.0;
    Side& side = frustum.sides_[i];
    for (std::size_t c = 0; c < 4; ++c) {
      const double w = w_share * entry(3, c), other = entry(row, c);
      const double sum = w + sign * other;
      const double magnitude = Magnitude(w) + Magnitude(other);
      (c < 3 ? side.normal[c] : side.offset) = sum;
      (c < 3 ? side.normal_magnitudes[c] : side.offset_magnitude) = magnitude;
    }
  }
  return frustum;
}

Result<Frustum> Frustum::FromPlanes(std::span<const Plane, 6> planes) {
  Frustum frustum;
  for (std::size_t i = 0; i < 6; ++i) {
    const Plane& plane = planes[i];
    if (!scalar::IsUsable(plane.normal) || !scalar::IsUsable(plane.offset)) {
      return NotUsable("A plane of a frustum");
    }
    Side& side = frustum.sides_[i];
    side.normal = {plane.normal.x, plane.normal.y, plane.normal.z};
    side.offset = plane.offset;
    for (std::size_t c = 0; c < 3; ++c) side.normal_magnitudes[c] = Magnitude(side.normal[c]);
    side.offset_magnitude = Magnitude(side.offset);
  }
  return frustum;
}

bool Frustum::MayShow(const Box& box) const { return MayShow(box, Affine{}); }

bool Frustum::MayShow(const Box& box, const Affine& frustum_from_box) const {
  if (box.empty()) return false;
  const scalar::BoxD wide = scalar::Widen(box);
  const scalar::AffineD matrix = scalar::Widen(frustum_from_box);
  const std::array<double, 3> reach = scalar::ReachByAxis(wide);
  const std::array<double, 3> sums = scalar::Magnitudes(matrix, reach);
  for (const Side& side : sides_) {
    double value = side.offset, magnitude = side.offset_magnitude, scale = 1.0;
    for (std::size_t r = 0; r < 3; ++r) {
      value = value + side.normal[r] * matrix.m[r][3];
      magnitude = magnitude + side.normal_magnitudes[r] * sums[r];
      scale = scale + side.normal_magnitudes[r] + reach[r];
    }
    for (std::size_t c = 0; c < 3; ++c) {
      const double slope = side.normal[0] * matrix.m[0][c] + side.normal[1] * matrix.m[1][c] +
                           side.normal[2] * matrix.m[2][c];
      const double centre = 0.5 * (wide.min[c] + wide.max[c]);
      const double half = 0.5 * (wide.max[c] - wide.min[c]);
      value = value + (slope * centre + Magnitude(slope) * half);
    }
    if (value + (kRelativeMargin * magnitude + kAbsoluteMargin * scale) < 0.0) return false;
  }
  return true;
}

}  // namespace sinew
