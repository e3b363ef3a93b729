// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/ik/bones.h"

#include "base/arithmetic.h"

namespace sinew {

using scalar::Vec3D;

namespace {

Vec3D Times(const ThreeAxes& m, Vec3D v) {
  return scalar::Add(scalar::Add(scalar::Scale(m.x, v.x), scalar::Scale(m.y, v.y)),
                     scalar::Scale(m.z, v.z));
}

ThreeAxes Times(const ThreeAxes& a, const ThreeAxes& b) {
  return {Times(a, b.x), Times(a, b.y), Times(a, b.z)};
}

// v turned about a unit axis, by products with the axis alone: what is exactly along it stays.
Vec3D Turned(Vec3D v, Vec3D axis, double sine, double cosine) {
  const Vec3D across = scalar::Cross(axis, v);
  const Vec3D inward = scalar::Cross(axis, across);
  return scalar::Add(v,
                     scalar::Add(scalar::Scale(across, sine), scalar::Scale(inward, 1.0 - cosine)));
}

ThreeAxes TurnAbout(Vec3D axis, double angle) {
  const double sine = Sin(angle), cosine = Cos(angle);
  return {Turned({1, 0, 0}, axis, sine, cosine), Turned({0, 1, 0}, axis, sine, cosine),
          Turned({0, 0, 1}, axis, sine, cosine)};
}

ThreeAxes AxesInDouble(const IkBone& bone) {
  const Vec3D y = scalar::UnitOr(scalar::Widen(bone.extent), {0, 1, 0});
  // Nearer to the x axis than that, what is left across it is the rounding of the extent.
  constexpr double kParallel = 1e-6;
  const Vec3D across = scalar::Across({1, 0, 0}, y);
  const bool parallel = scalar::Length(across) < kParallel;
  const Vec3D x = parallel ? Vec3D{0, 0, 1} : scalar::UnitOr(across, {0, 0, 1});
  const Vec3D z = scalar::Cross(x, y);
  const double sine = Sin(bone.roll), cosine = Cos(bone.roll);
  return {scalar::Sub(scalar::Scale(x, cosine), scalar::Scale(z, sine)), y,
          scalar::Add(scalar::Scale(z, cosine), scalar::Scale(x, sine))};
}

Vec3 Narrow(Vec3D v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

scalar::QuatD TurnOf(Vec3D axis, double angle) {
  const double sine = Sin(0.5 * angle);
  return {axis.x * sine, axis.y * sine, axis.z * sine, Cos(0.5 * angle)};
}

}  // namespace

void SetUp(std::span<const IkBone> from, std::span<IkBoneState> bones) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    bones[i].axes = AxesInDouble(from[i]);
    bones[i].extent = scalar::Widen(from[i].extent);
    bones[i].parent = from[i].parent;
    bones[i].pose = scalar::Widen(from[i].pose);
  }
}

void Place(Vec3D base, std::span<IkBoneState> bones, Vec3D IkBoneState::* angles) {
  for (IkBoneState& bone : bones) {
    ThreeAxes turned;
    bone.base = base;
    if (bone.parent != kNoParent) {
      const IkBoneState& parent = bones[static_cast<std::size_t>(bone.parent)];
      turned = parent.model_from_bone;
      bone.base = parent.tip;
    }
    const Vec3D angle = bone.*angles;
    bone.turning.z = Times(turned, bone.axes.z);
    turned = Times(turned, TurnAbout(bone.axes.z, angle.z));
    bone.turning.y = Times(turned, bone.axes.y);
    turned = Times(turned, TurnAbout(bone.axes.y, angle.y));
    bone.turning.x = Times(turned, bone.axes.x);
    bone.model_from_bone = Times(turned, TurnAbout(bone.axes.x, angle.x));
    bone.tip = scalar::Add(bone.base, Times(bone.model_from_bone, bone.extent));
  }
}

BoneAxes AxesOf(const IkBone& bone) {
  const ThreeAxes axes = AxesInDouble(bone);
  return {Narrow(axes.x), Narrow(axes.y), Narrow(axes.z)};
}

Quat RotationOf(const IkBone& bone) {
  const ThreeAxes axes = AxesInDouble(bone);
  const Vec3D angle = scalar::Widen(bone.pose);
  const scalar::QuatD turn = scalar::Product(
      TurnOf(axes.z, angle.z), scalar::Product(TurnOf(axes.y, angle.y), TurnOf(axes.x, angle.x)));
  return scalar::UnitOr(turn, Quat{});
}

}  // namespace sinew
