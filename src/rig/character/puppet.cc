// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/character/puppet.h"

#include <vector>

#include "math/vec_double.h"
#include "sinew/assertion.h"
#include "sinew/hierarchy.h"
#include "sinew/ik.h"

namespace sinew::character {
namespace {

void Turn(Pose& pose, Joint joint, QuatD turn) {
  Transform local = pose.joint(joint);
  local.rotation = scalar::Narrow(scalar::UnitOrNone(turn));
  pose.set_joint(joint, local);
}

// The same on the other side of the body.
QuatD MirroredIf(int side, QuatD q) { return side == 0 ? q : QuatD{q.x, -q.y, -q.z, q.w}; }

// How a joint is turned in model space.
QuatD TurnOf(const Skeleton& skeleton, const Pose& pose, std::uint32_t joint) {
  QuatD turn = scalar::Widen(pose.joint(joint).rotation);
  for (std::int32_t j = skeleton.parent(joint); j != kNoParent;
       j = skeleton.parent(static_cast<std::uint32_t>(j))) {
    turn = Turns(scalar::Widen(pose.joint(static_cast<std::uint32_t>(j)).rotation), turn);
  }
  return turn;
}

void PoseArm(Pose& pose, int side, const ArmString& arm) {
  const ArmAxes& axes = LeftArm();
  const Vec3D hinge = Unit(Cross(axes.upper, {0, 0, 1}));  // Bends the elbow forward.
  const auto set = [&](Joint left, QuatD turn) {
    Turn(pose, Sided(left, side), MirroredIf(side, turn));
  };
  set(kShoulderL, AboutZ(arm.shrug));
  set(kUpperArmL, Turns(AboutX(-arm.forward), AboutZ(-arm.lower), About(axes.upper, arm.twist)));
  set(kLowerArmL, About(hinge, arm.elbow));
  set(kHandL, Turns(About(axes.thumb, -arm.wrist), About(axes.back, arm.tilt)));
  set(kFingersL, About(axes.thumb, -arm.curl));
}

}  // namespace

QuatD About(Vec3D unit_axis, double degrees) {
  const double half = Degrees(degrees) * 0.5, s = Sin(half);
  return {unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, Cos(half)};
}
QuatD AboutX(double degrees) { return About({1, 0, 0}, degrees); }
QuatD AboutY(double degrees) { return About({0, 1, 0}, degrees); }
QuatD AboutZ(double degrees) { return About({0, 0, 1}, degrees); }

FootString OnHeel(Vec3D flat, double pitch, double yaw) {
  const Vec3D ankle_from_heel =
      scalar::Rotate(AboutX(pitch), Vec3D{0, kAnkleHeight, kHeelBehindAnkle});
  const Vec3D moved = Add({0, 0, -kHeelBehindAnkle}, ankle_from_heel);
  return {.ankle = Add(flat, scalar::Rotate(AboutY(yaw), moved)), .pitch = pitch, .yaw = yaw};
}

FootString OnBall(Vec3D flat, double pitch, double yaw) {
  const Vec3D ankle_from_ball =
      scalar::Rotate(AboutX(pitch), Vec3D{0, kAnkleHeight - kToeHeight, -kBallBeforeAnkle});
  const Vec3D moved = Add({0, kToeHeight, kBallBeforeAnkle}, ankle_from_ball);
  return {.ankle = Add(flat, scalar::Rotate(AboutY(yaw), moved)),
          .pitch = pitch,
          .toe = -pitch,
          .yaw = yaw};
}

Vec3D StandingFoot(int side) { return {side == 0 ? 0.118 : -0.118, 0.0, -0.03}; }

Strings Standing() {
  Strings strings;
  strings.hips = {0.0, -0.012, 0.0};
  strings.spine = AboutX(1.0);
  strings.chest = AboutX(-2.0);
  strings.neck = AboutX(2.0);
  for (int side = 0; side < 2; ++side) {
    FootString& foot = strings.feet[static_cast<std::size_t>(side)];
    foot = OnBall(StandingFoot(side), 0.0, side == 0 ? 8.0 : -8.0);
  }
  return strings;
}

Pose PoseOf(const Skeleton& skeleton, const Strings& strings, float* miss) {
  Pose pose(skeleton.rest());
  Transform root = pose.joint(kRoot);
  root.translation = Narrow(strings.root);
  root.rotation = scalar::Narrow(AboutY(strings.root_yaw));
  pose.set_joint(kRoot, root);
  Transform hips = pose.joint(kHips);
  hips.translation = Narrow(Add(JointAt(kHips), strings.hips));
  pose.set_joint(kHips, hips);
  Turn(pose, kHips, strings.hips_turn);
  Turn(pose, kSpine, strings.spine);
  Turn(pose, kChest, strings.chest);
  Turn(pose, kNeck, strings.neck);
  Turn(pose, kHead, strings.head);

  std::vector<Affine> model_from_joint(skeleton.joint_count());
  for (int side = 0; side < 2; ++side) {
    PoseArm(pose, side, strings.arms[static_cast<std::size_t>(side)]);
    const FootString& foot = strings.feet[static_cast<std::size_t>(side)];
    [[maybe_unused]] Error error =
        LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint}
            .Run();
    SINEW_ASSERT(error == Error::kNone);
    // The knee points where the foot does.
    const QuatD foot_in_root = Turns(AboutY(foot.yaw), AboutX(foot.pitch));
    const QuatD foot_in_model = Turns(AboutY(strings.root_yaw), foot_in_root);
    float missed = 0.0f;
    error =
        TwoBoneIkJob{
            .skeleton = skeleton,
            .start = Sided(kUpperLegL, side),
            .middle = Sided(kLowerLegL, side),
            .end = Sided(kFootL, side),
            .target = TransformPoint(model_from_joint[kRoot], Narrow(foot.ankle)),
            .pole = Narrow(scalar::Rotate(AboutY(strings.root_yaw + foot.yaw), Vec3D{0, 0, 1})),
            .hinge = {1.0f, 0.0f, 0.0f},
            .model_from_joint = model_from_joint,
            .pose = pose,
            .miss = &missed}
            .Run();
    SINEW_ASSERT(error == Error::kNone);
    if (miss != nullptr && missed > *miss) *miss = missed;
    const QuatD shin = TurnOf(skeleton, pose, Sided(kLowerLegL, side));
    Turn(pose, Sided(kFootL, side), Turns(scalar::Conjugate(shin), foot_in_model));
    Turn(pose, Sided(kToeL, side), AboutX(foot.toe));
  }
  return pose;
}

}  // namespace sinew::character
