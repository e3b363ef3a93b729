// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rigid motions in double: a rotation, then a translation.
#pragma once

#include <cstdint>

#include "math/usable.h"
#include "math/vec_double.h"
#include "sinew/math.h"

namespace sinew {

struct Rigid {
  scalar::QuatD rotation{0.0, 0.0, 0.0, 1.0};  // Unit.
  scalar::Vec3D translation{};
};

// First b, then a.
static inline Rigid Compose(const Rigid& a, const Rigid& b) {
  return {scalar::UnitOrNone(scalar::Product(a.rotation, b.rotation)),
          scalar::Add(a.translation, scalar::Rotate(a.rotation, b.translation))};
}

static inline Rigid Inverse(const Rigid& a) {
  const scalar::QuatD back = scalar::Conjugate(a.rotation);
  return {back, scalar::Scale(scalar::Rotate(back, a.translation), -1.0)};
}

// To and from floats; scale is not motion. What is beyond usable numbers stays at the last of them.
static inline Rigid RigidOf(const Transform& motion) {
  return {scalar::Widen(motion.rotation), scalar::Widen(motion.translation)};
}

static inline float NarrowUsable(double v) {
  constexpr double kMost = kLargest;
  if (v > kMost) return kLargest;
  return v < -kMost ? -kLargest : static_cast<float>(v);
}

static inline Transform TransformOf(const Rigid& motion) {
  return {.translation = {NarrowUsable(motion.translation.x), NarrowUsable(motion.translation.y),
                          NarrowUsable(motion.translation.z)},
          .rotation = scalar::Narrow(motion.rotation)};
}

// base^exponent by repeated squaring, from the lowest bit up: 60 squarings at most.
static inline Rigid Power(Rigid base, std::int64_t exponent) {
  if (exponent < 0) base = Inverse(base);
  auto left = static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent);
  Rigid power;
  for (; left != 0; left >>= 1) {
    if ((left & 1) != 0) power = Compose(power, base);
    if (left > 1) base = Compose(base, base);
  }
  return power;
}

}  // namespace sinew
