// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/character/proportions.h"

#include "sinew/skeleton.h"

namespace sinew::character {

const ArmAxes& LeftArm() {
  static const ArmAxes axes = [] {
    ArmAxes arm;
    arm.upper = Unit({0.74, -0.672, 0.0});
    arm.lower = Unit({0.72, -0.678, 0.15});
    arm.thumb = Unit(Sub({0.0, 0.0, 1.0}, Scale(arm.lower, arm.lower.z)));
    arm.back = Cross(arm.thumb, arm.lower);
    return arm;
  }();
  return axes;
}

const std::array<JointSpec, kJointCount>& JointSpecs() {
  static const std::array<JointSpec, kJointCount> specs = [] {
    const ArmAxes& arm = LeftArm();
    const Vec3D shoulder{0.165, 1.372, -0.022};
    const Vec3D elbow = Add(shoulder, Scale(arm.upper, 0.268));
    const Vec3D wrist = Add(elbow, Scale(arm.lower, 0.236));
    const Vec3D knuckles = Add(wrist, Scale(arm.lower, 0.088));
    const auto right = [](Vec3D p) { return Vec3D{-p.x, p.y, p.z}; };
    const Vec3D collar{0.03, 1.395, -0.005}, hip{0.092, 0.905, -0.002}, knee{0.108, 0.495, 0.004},
        ankle{0.118, kAnkleHeight, -0.03}, ball{0.124, kToeHeight, -0.03 + kBallBeforeAnkle};
    std::array<JointSpec, kJointCount> all;
    const auto set = [&](Joint joint, std::string_view name, std::int32_t parent, Vec3D position) {
      all[joint] = {name, parent, position};
    };
    const auto pair = [&](Joint left, std::string_view name_l, std::string_view name_r,
                          Joint parent_l, bool parents_differ, Vec3D position) {
      set(left, name_l, static_cast<std::int32_t>(parent_l), position);
      set(Sided(left, 1), name_r, static_cast<std::int32_t>(Sided(parent_l, parents_differ)),
          right(position));
    };
    set(kBody, "character", kNoParent, {});
    set(kRoot, "root", kNoParent, {});
    set(kHips, "hips", kRoot, {0.0, 0.955, 0.0});
    set(kSpine, "spine", kHips, {0.0, 1.06, -0.008});
    set(kChest, "chest", kSpine, {0.0, 1.215, -0.014});
    set(kNeck, "neck", kChest, {0.0, 1.43, -0.026});
    set(kHead, "head", kNeck, {0.0, 1.515, -0.006});
    pair(kUpperLegL, "upper_leg_l", "upper_leg_r", kHips, false, hip);
    pair(kLowerLegL, "lower_leg_l", "lower_leg_r", kUpperLegL, true, knee);
    pair(kFootL, "foot_l", "foot_r", kLowerLegL, true, ankle);
    pair(kToeL, "toe_l", "toe_r", kFootL, true, ball);
    pair(kShoulderL, "shoulder_l", "shoulder_r", kChest, false, collar);
    pair(kUpperArmL, "upper_arm_l", "upper_arm_r", kShoulderL, true, shoulder);
    pair(kLowerArmL, "lower_arm_l", "lower_arm_r", kUpperArmL, true, elbow);
    pair(kHandL, "hand_l", "hand_r", kLowerArmL, true, wrist);
    pair(kFingersL, "fingers_l", "fingers_r", kHandL, true, knuckles);
    return all;
  }();
  return specs;
}

}  // namespace sinew::character
