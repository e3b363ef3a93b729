// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cmath>

#include "math/quat.h"
#include "math/vec.h"
#include "sinew/joint_match.h"

namespace sinew {
namespace {

constexpr float kDistanceOfLonger = 1e-3f;
constexpr float kDistanceOfSize = 1e-5f;
constexpr float kAngle = 0.01f;
constexpr float kScale = 1e-3f;

// In double: components may be as large as 1e18.
double LengthOf(Vec3 v) {
  const double x = v.x, y = v.y, z = v.z;
  return std::sqrt(x * x + y * y + z * z);
}

// The angle of the rotation from one to the other, the short way. From the sides of the rhombus of
// the two, as Slerp has it: half of this angle is theirs.
double AngleBetween(Quat from, Quat to) {
  const scalar::QuatD a = scalar::Widen(from), b = scalar::Widen(to);
  const double apart = scalar::Length(scalar::Sum(a, 1.0, b, -1.0));
  const double together = scalar::Length(scalar::Sum(a, 1.0, b, 1.0));
  return 4.0 * (apart < together ? Atan2(apart, together) : Atan2(together, apart));
}

float ScaleDifference(Vec3 a, Vec3 b) {
  float worst = 0.0f;
  const float of_a[] = {a.x, a.y, a.z}, of_b[] = {b.x, b.y, b.z};
  for (int i = 0; i < 3; ++i) {
    const float apart = std::abs(of_a[i] - of_b[i]);
    const float larger = std::max(std::abs(of_a[i]), std::abs(of_b[i]));
    if (apart > 0.0f) worst = std::max(worst, apart / larger);
  }
  return worst;
}

}  // namespace

std::optional<RestDifference> CompareRest(const Transform& source, const Transform& target,
                                          float size) {
  const double distance = LengthOf(scalar::Sub(source.translation, target.translation));
  const double longer = std::max(LengthOf(source.translation), LengthOf(target.translation));
  const RestDifference found{
      .distance = static_cast<float>(distance),
      .relative = longer > 0.0 ? static_cast<float>(distance / longer) : 0.0f,
      .angle = static_cast<float>(AngleBetween(source.rotation, target.rotation)),
      .scale = ScaleDifference(source.scale, target.scale)};
  const bool moved = distance > kDistanceOfLonger * longer && distance > kDistanceOfSize * size;
  if (!moved && found.angle <= kAngle && found.scale <= kScale) return std::nullopt;
  return found;
}

}  // namespace sinew
