// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "base/job_environment.h"
#include "math/usable.h"
#include "pose/ik/joints.h"
#include "sinew/ik.h"

namespace sinew {

using scalar::QuatD;
using scalar::Vec3D;

Error AimIkJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  const Error error = CheckJoint(skeleton, joint, root, model_from_joint, pose);
  if (error != Error::kNone) return error;
  for (const Vec3& v : {target, forward, eye, up, pole}) {
    if (!scalar::IsUsable(v)) return Error::kValueNotFinite;
  }
  if (forward == Vec3{}) return Error::kOptionOutOfRange;
  return CheckWeight(weight);
}

Error AimIkJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const Affine& model_from_this = model_from_joint[joint];
  const auto in_model = [&](Vec3 v) {
    return scalar::TransformDirection(model_from_this, scalar::Widen(v));
  };
  const Vec3D to_target = scalar::Sub(scalar::Widen(target), scalar::OriginOf(model_from_this));
  const Vec3D ray = scalar::UnitOr(in_model(forward), {});
  if (scalar::Dot(to_target, to_target) == 0.0 || scalar::Dot(ray, ray) == 0.0) return Error::kNone;

  // The point of the ray that is as far from the joint as the target is; turning brings it there. A
  // target that is nearer than the ray ever comes is looked past by the least.
  const Vec3D from = in_model(eye);
  const double along = scalar::Dot(from, ray);
  const double square = along * along - scalar::Dot(from, from) + scalar::Dot(to_target, to_target);
  const double distance = (square > 0.0 ? std::sqrt(square) : 0.0) - along;
  const Vec3D seen = scalar::Add(from, scalar::Scale(ray, distance));
  const Vec3D axis = scalar::UnitOr(to_target, {});
  const Vec3D start = scalar::UnitOr(seen, axis);
  const Vec3D up_now = in_model(up);
  const Vec3D about = scalar::UnitOr(scalar::Across(up_now, start), scalar::AnyAcross(start));
  QuatD turn = scalar::ShortestArc(seen, to_target, about);

  // Then about the line of sight, until `up` and the pole are on one side of it.
  const Vec3D pole_side = scalar::Across(scalar::Widen(pole), axis);
  const Vec3D up_side = scalar::Across(scalar::Rotate(turn, up_now), axis);
  turn = scalar::UnitOrNone(scalar::Product(scalar::ShortestArc(up_side, pole_side, axis), turn));
  TurnJoint(pose, joint, ModelFromParent(skeleton, joint, root, model_from_joint), turn, weight);
  return Error::kNone;
}

}  // namespace sinew
