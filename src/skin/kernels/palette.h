// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Palettes: made, and looked through. The products have the order of scalar::Multiply, the question
// of even scale that of scalar::IsEvenlyScaled.
#pragma once

#include "math/simd/target.h"
#include "skin/evenly_scaled.h"
#include "skin/kernels/kernels.h"
#include "skin/kernels/vec3x8.h"

namespace sinew::SINEW_TARGET {

// One row of a product. The translation is added last; to the other lanes -0 is added, which
// changes nothing, not even a -0.
SINEW_INLINE f32x4 PaletteRow(const float* left, f32x4 right0, f32x4 right1, f32x4 right2) {
  const f32x4 sum = Splat4(left[0]) * right0 + Splat4(left[1]) * right1 + Splat4(left[2]) * right2;
  return sum + FirstThreeOf(Splat4(-0.0f), Load4(left));
}

static void MakePalette(const PaletteArgs& args) {
  for (std::uint32_t i = 0; i < args.count; ++i) {
    float* out = FloatsOf(args.palette[i]);
    if (args.joints[i] < 0) {  // kIdentityJoint
      Store4(out, Set4(1, 0, 0, 0));
      Store4(out + 4, Set4(0, 1, 0, 0));
      Store4(out + 8, Set4(0, 0, 1, 0));
      continue;
    }
    const float* left = FloatsOf(args.model_from_joint[args.joints[i]]);
    const float* right = FloatsOf(args.inverse_bind[i]);
    const f32x4 right0 = Load4(right), right1 = Load4(right + 4), right2 = Load4(right + 8);
    Store4(out, PaletteRow(left, right0, right1, right2));
    Store4(out + 4, PaletteRow(left + 4, right0, right1, right2));
    Store4(out + 8, PaletteRow(left + 8, right0, right1, right2));
  }
}

SINEW_INLINE f32x4 Magnitudes(const float* m) {
  return Abs(Load4(m)) + Abs(Load4(m + 4)) + Abs(Load4(m + 8));
}
SINEW_INLINE bool IsUsable(const float* m) {
  const f32x4 largest = Splat4(kLargest);
  return All(And(And(LessEqual(Abs(Load4(m)), largest), LessEqual(Abs(Load4(m + 4)), largest)),
                 LessEqual(Abs(Load4(m + 8)), largest)));
}

// A sum of magnitudes is at least the largest of them, and no number where one of them is none. So
// only where it is too large to say, each is looked at.
static bool AreUsable(const Affine* matrices, std::uint32_t count) {
  f32x4 magnitudes = Splat4(0.0f);
  for (std::uint32_t i = 0; i < count; ++i) {
    magnitudes = magnitudes + Magnitudes(FloatsOf(matrices[i]));
  }
  if (All(LessEqual(magnitudes, Splat4(kLargest)))) return true;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!IsUsable(FloatsOf(matrices[i]))) return false;
  }
  return true;
}

// The same of those that a palette is made from.
static bool AreNamedUsable(const PaletteArgs& args) {
  f32x4 magnitudes = Splat4(0.0f);
  for (std::uint32_t i = 0; i < args.count; ++i) {
    if (args.joints[i] < 0) continue;
    magnitudes = magnitudes + Magnitudes(FloatsOf(args.model_from_joint[args.joints[i]]));
  }
  if (All(LessEqual(magnitudes, Splat4(kLargest)))) return true;
  for (std::uint32_t i = 0; i < args.count; ++i) {
    if (args.joints[i] >= 0 && !IsUsable(FloatsOf(args.model_from_joint[args.joints[i]]))) {
      return false;
    }
  }
  return true;
}

// Row r of eight matrices, the last one repeated where there are fewer.
SINEW_INLINE Vec3x8 UpperRow(const Affine* matrices, std::uint32_t count, int r) {
  f32x4 rows[kLanes];
  for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
    rows[lane] = Load4(FloatsOf(matrices[lane < count ? lane : count - 1]) + 4 * r);
  }
  f32x8 columns[4];
  Columns8(rows, columns);
  return {columns[0], columns[1], columns[2]};
}

static bool AreEvenlyScaled(const Affine* matrices, std::uint32_t count) {
  for (std::uint32_t first = 0; first < count; first += kLanes) {
    const Vec3x8 x = UpperRow(matrices + first, count - first, 0);
    const Vec3x8 y = UpperRow(matrices + first, count - first, 1);
    const Vec3x8 z = UpperRow(matrices + first, count - first, 2);
    const f32x8 squared = Dot(x, x);
    const f32x8 allowed = Splat8(kEvenScaleTolerance) * squared;
    mask8 evenly = And(LessEqual(Splat8(kLeastEvenSquared), squared),
                       LessEqual(squared, Splat8(kMostEvenSquared)));
    const f32x8 off[5] = {Dot(y, y) - squared, Dot(z, z) - squared, Dot(x, y), Dot(y, z),
                          Dot(z, x)};
    for (const f32x8& by : off) evenly = And(evenly, LessEqual(Abs(by), allowed));
    evenly = And(evenly, Less(Splat8(0.0f), Dot(Cross(x, y), z)));
    if (!All(evenly)) return false;
  }
  return true;
}

}  // namespace sinew::SINEW_TARGET
