// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The triangle of two lengths and a distance lies in the plane of target and pole. The upper bone
// is turned into it, plane and all; then the lower one about the plane's normal.
#include "base/job_environment.h"
#include "math/usable.h"
#include "pose/ik/joints.h"
#include "sinew/ik.h"

namespace sinew {
namespace {

using scalar::Across;
using scalar::QuatD;
using scalar::UnitOr;
using scalar::Vec3D;

// How far from the start the end is put for a target that is `wanted` away. From `soften` of the
// full length on it goes to that length more and more slowly, without a kink.
double Reach(double wanted, double upper, double lower, double soften) {
  const double longest = upper + lower;
  const double shortest = upper < lower ? lower - upper : upper - lower;
  const double begin = longest * soften;
  double reach = wanted;
  if (wanted > begin) {
    const double over = wanted - begin, room = longest - begin;
    reach = room > 0.0 ? begin + room * (over / (over + room)) : longest;
  }
  return reach < shortest ? shortest : reach;
}

// The part of a vector across an axis, unit; `otherwise` where next to nothing of it is.
Vec3D UnitAcross(Vec3D v, Vec3D unit_axis, Vec3D otherwise) {
  constexpr double kParallel = 1e-9;
  const Vec3D across = Across(v, unit_axis);
  return scalar::Dot(across, across) > kParallel * kParallel * scalar::Dot(v, v)
             ? UnitOr(across, otherwise)
             : otherwise;
}

void Tell(float* miss, double distance) {
  if (miss != nullptr) *miss = static_cast<float>(distance);
}

struct Limb {
  Vec3D upper, lower;  // From start to middle, from middle to end.
  double upper_length, lower_length;
};

// The normal of the plane in which the limb bends, at right angles to the upper bone.
Vec3D BendNormal(const TwoBoneIkJob& job, const Limb& limb) {
  const Vec3D along = UnitOr(limb.upper, {});
  // Of a straight limb: as if it had begun to bend towards the pole.
  const Vec3D straight =
      UnitAcross(scalar::Cross(scalar::Widen(job.pole), along), along, scalar::AnyAcross(along));
  const Vec3D hinge = scalar::Widen(job.hinge);
  if (scalar::Dot(hinge, hinge) > 0.0) {
    // In a mirrored space turns go the other way.
    const Affine& model_from_middle = job.model_from_joint[job.middle];
    const Vec3D axis = scalar::TransformDirection(model_from_middle, hinge);
    const double sense = Determinant(model_from_middle) < 0.0f ? -1.0 : 1.0;
    return UnitAcross(scalar::Scale(axis, sense), along, straight);
  }
  constexpr double kStraight = 1e-6;  // Sine of the angle between the bones.
  const Vec3D normal = scalar::Cross(limb.upper, limb.lower);
  const double sine = scalar::Length(normal) / (limb.upper_length * limb.lower_length);
  return sine > kStraight ? UnitOr(normal, straight) : straight;
}

}  // namespace

Error TwoBoneIkJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  for (const std::uint32_t joint : {start, middle, end}) {
    const Error error = CheckJoint(skeleton, joint, root, model_from_joint, pose);
    if (error != Error::kNone) return error;
  }
  if (!IsAncestor(skeleton, start, middle) || !IsAncestor(skeleton, middle, end)) {
    return Error::kNotAChain;
  }
  if (!scalar::IsUsable(target) || !scalar::IsUsable(pole) || !scalar::IsUsable(hinge) ||
      !scalar::IsUsable(soften)) {
    return Error::kValueNotFinite;
  }
  if (!(soften > 0.0f && soften <= 1.0f)) return Error::kOptionOutOfRange;
  return CheckWeight(weight);
}

Error TwoBoneIkJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const Vec3D at_start = scalar::OriginOf(model_from_joint[start]);
  const Vec3D at_middle = scalar::OriginOf(model_from_joint[middle]);
  const Vec3D at_end = scalar::OriginOf(model_from_joint[end]);
  Limb limb{scalar::Sub(at_middle, at_start), scalar::Sub(at_end, at_middle), 0.0, 0.0};
  limb.upper_length = scalar::Length(limb.upper);
  limb.lower_length = scalar::Length(limb.lower);
  const Vec3D to_end = scalar::Sub(at_end, at_start);
  const Vec3D to_target = scalar::Sub(scalar::Widen(target), at_start);
  const double a = limb.upper_length, b = limb.lower_length;
  if (!(a > 0.0 && b > 0.0)) {
    Tell(miss, scalar::Length(scalar::Sub(to_target, to_end)));
    return Error::kNone;
  }

  // The triangle: `towards` from start to target, `side` where the middle goes. Without a pole the
  // plane in which the limb bends is carried along with its end.
  const double wanted = scalar::Length(to_target);
  const double reach = Reach(wanted, a, b, soften);
  const Vec3D along = UnitOr(limb.upper, {});
  const Vec3D towards = UnitOr(to_target, UnitOr(to_end, along));
  const Vec3D old_normal = BendNormal(*this, limb);
  const Vec3D carried =
      scalar::Rotate(scalar::ShortestArc(to_end, towards, old_normal), old_normal);
  const Vec3D own_side =
      UnitAcross(scalar::Cross(towards, carried), towards, scalar::AnyAcross(towards));
  const Vec3D side = UnitAcross(scalar::Widen(pole), towards, own_side);
  double forth = reach > 0.0 ? (a * a + reach * reach - b * b) / (2.0 * reach) : 0.0;
  forth = forth > a ? a : forth < -a ? -a : forth;
  const double aside = std::sqrt(a * a - forth * forth);
  const Vec3D upper = scalar::Add(scalar::Scale(towards, forth), scalar::Scale(side, aside));
  const Vec3D lower = scalar::Sub(scalar::Scale(towards, reach), upper);

  // The upper bone goes to its place, and about itself until the planes meet.
  const Vec3D normal = scalar::Cross(side, towards);
  const QuatD arc = scalar::ShortestArc(limb.upper, upper, old_normal);
  const QuatD twist =
      scalar::ShortestArc(scalar::Rotate(arc, old_normal), normal, UnitOr(upper, along));
  const QuatD start_turn = scalar::UnitOrNone(scalar::Product(twist, arc));
  // In the space as it was before the start turned, which carries the middle along.
  const QuatD middle_turn = scalar::ShortestArc(
      limb.lower, scalar::Rotate(scalar::Conjugate(start_turn), lower), old_normal);

  TurnJoint(pose, start, ModelFromParent(skeleton, start, root, model_from_joint), start_turn,
            weight);
  TurnJoint(pose, middle, ModelFromParent(skeleton, middle, root, model_from_joint), middle_turn,
            weight);
  Tell(miss, wanted < reach ? reach - wanted : wanted - reach);
  return Error::kNone;
}

}  // namespace sinew
