// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The character on strings: what an animator would set at one moment, and the pose that comes of
// it. Feet are placed on the ground, and the legs follow.
#pragma once

#include <array>
#include <optional>

#include "math/quat.h"
#include "rig/character/proportions.h"
#include "sinew/pose.h"
#include "sinew/skeleton.h"

namespace sinew::character {

using scalar::QuatD;

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double Degrees(double degrees) { return degrees * (kPi / 180.0); }

// By an angle in degrees about one of the model's axes: X nods forward, Y turns to the left, Z
// leans to the right.
QuatD AboutX(double degrees);
QuatD AboutY(double degrees);
QuatD AboutZ(double degrees);
QuatD About(Vec3D unit_axis, double degrees);
// First the last one.
inline QuatD Turns(QuatD a, QuatD b) { return scalar::Product(a, b); }
inline QuatD Turns(QuatD a, QuatD b, QuatD c) { return Turns(a, Turns(b, c)); }

// A foot, in root's space. The foot stands on its heel, flat or on its ball by its pitch; see
// OnHeel and OnBall.
struct FootString {
  Vec3D ankle{};
  double pitch = 0.0;  // Degrees: positive lifts the heel, negative the toes.
  double toe = 0.0;    // Degrees at the ball: negative bends the toes up.
  double yaw = 0.0;    // Degrees: turned about the vertical, to the left.
};

// Where the ankle is while the foot, which would stand flat with its ankle above `flat` (y is the
// ground), is turned by `pitch` degrees about its heel or its ball.
FootString OnHeel(Vec3D flat, double pitch, double yaw = 0.0);
FootString OnBall(Vec3D flat, double pitch, double yaw = 0.0);

// An arm, in degrees; the same for both sides.
struct ArmString {
  double shrug = 0.0;    // Lifts the collarbone.
  double lower = 37.0;   // From the A-pose down: at 45 it hangs straight.
  double forward = 0.0;  // Swings forward.
  double twist = 0.0;    // About the upper arm: positive turns the palm to the back.
  double elbow = 14.0;   // Bends.
  double wrist = 0.0;    // Bends the hand to its palm.
  double tilt = 0.0;     // Bends the hand to its thumb.
  double curl = 16.0;    // Bends the fingers.
};

struct Strings {
  Vec3D root{};           // In model space.
  double root_yaw = 0.0;  // Degrees.
  Vec3D hips{};           // From where they rest.
  QuatD hips_turn{0, 0, 0, 1}, spine{0, 0, 0, 1}, chest{0, 0, 0, 1}, neck{0, 0, 0, 1},
      head{0, 0, 0, 1};
  std::array<ArmString, 2> arms{};
  std::array<FootString, 2> feet{};
};

// Standing at ease.
Strings Standing();
// Where a foot of the standing character is, flat: x and z of the ankle on the ground.
Vec3D StandingFoot(int side);

// The pose. Legs that are too short for their feet point at them; `miss` tells by how much.
Pose PoseOf(const Skeleton& skeleton, const Strings& strings, float* miss = nullptr);

}  // namespace sinew::character
