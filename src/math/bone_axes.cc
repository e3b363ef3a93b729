// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/bone_axes.h"

namespace sinew::scalar {
namespace {

QuatD TurnAbout(Vec3D unit_axis, double radians) {
  const double sine = Sin(0.5 * radians);
  return {unit_axis.x * sine, unit_axis.y * sine, unit_axis.z * sine, Cos(0.5 * radians)};
}

}  // namespace

ThreeAxes BoneAxes(Vec3 extent, double roll) {
  const Vec3D y = UnitOr(Widen(extent), {0, 1, 0});
  // Nearer to the x axis than that, what is left across it is the rounding of the extent.
  constexpr double kParallel = 1e-6;
  const Vec3D across = Across({1, 0, 0}, y);
  const bool parallel = Length(across) < kParallel;
  const Vec3D x = parallel ? Vec3D{0, 0, 1} : UnitOr(across, {0, 0, 1});
  const Vec3D z = Cross(x, y);
  const double sine = Sin(roll), cosine = Cos(roll);
  return {Sub(Scale(x, cosine), Scale(z, sine)), y, Add(Scale(z, cosine), Scale(x, sine))};
}

QuatD TurnAboutAxes(const ThreeAxes& axes, Vec3D radians) {
  return Product(TurnAbout(axes.z, radians.z),
                 Product(TurnAbout(axes.y, radians.y), TurnAbout(axes.x, radians.x)));
}

}  // namespace sinew::scalar
