// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/ik/bones.h"

#include "base/arithmetic.h"

namespace sinew {

using scalar::ThreeAxes;
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

}  // namespace

void SetUp(std::span<const IkBone> from, std::span<IkBoneState> bones) {
  for (std::size_t i = 0; i < from.size(); ++i) {
    bones[i].axes = scalar::BoneAxes(from[i].extent, from[i].roll);
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
  const ThreeAxes axes = scalar::BoneAxes(bone.extent, bone.roll);
  return {scalar::Narrow(axes.x), scalar::Narrow(axes.y), scalar::Narrow(axes.z)};
}

Quat RotationOf(const IkBone& bone) {
  const ThreeAxes axes = scalar::BoneAxes(bone.extent, bone.roll);
  return scalar::UnitOr(scalar::TurnAboutAxes(axes, scalar::Widen(bone.pose)), Quat{});
}

}  // namespace sinew
