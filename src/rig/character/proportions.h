// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where the joints of the character are at bind: metres, Y up, looking along +Z, its left at +X.
// No joint is turned at bind, so that a rotation of a pose is about the model's own axes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "rig/character/field.h"

namespace sinew::character {

// In level order. The left one of two comes first.
enum Joint : std::uint32_t {
  kBody,  // The node that carries the mesh.
  kRoot,
  kHips,
  kSpine,
  kUpperLegL,
  kUpperLegR,
  kChest,
  kLowerLegL,
  kLowerLegR,
  kNeck,
  kShoulderL,
  kShoulderR,
  kFootL,
  kFootR,
  kHead,
  kUpperArmL,
  kUpperArmR,
  kToeL,
  kToeR,
  kLowerArmL,
  kLowerArmR,
  kHandL,
  kHandR,
  kFingersL,
  kFingersR,
  kJointCount
};

// 0: left, 1: right.
inline constexpr Joint Sided(Joint left, int side) {
  return static_cast<Joint>(left + static_cast<std::uint32_t>(side));
}

struct JointSpec {
  std::string_view name;
  std::int32_t parent;
  Vec3D position;  // In model space.
};
const std::array<JointSpec, kJointCount>& JointSpecs();

inline Vec3D JointAt(Joint joint) { return JointSpecs()[joint].position; }

// Of the left arm at bind, which hangs at about 42 degrees: the elbow is a little bent.
struct ArmAxes {
  Vec3D upper;  // Unit, along the upper arm
  Vec3D lower;  // and the lower one.
  Vec3D thumb;  // Across the palm, to the thumb.
  Vec3D back;   // Out of the back of the hand.
};
const ArmAxes& LeftArm();

// How high the joints of a flat foot are above the ground, and where it touches it, from the ankle.
inline constexpr double kAnkleHeight = 0.088;
inline constexpr double kToeHeight = 0.018;
inline constexpr double kHeelBehindAnkle = 0.04;
inline constexpr double kBallBeforeAnkle = 0.13;

}  // namespace sinew::character
