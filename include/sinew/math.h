// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The numbers that everything else is made of: vectors, quaternions, transforms, affine matrices.
//
//   Convention  column vectors: a_from_c = a_from_b * b_from_c. Right-handed. Radians.
//   Layout      an Affine is three rows of four floats, 48 bytes: the palette, the C ABI and the
//               GPU read it as it is. Other layouts go through matrix_layouts.h.
//   Same bits   nothing is computed in this header: a caller's compiler flags must not change a
//               result. Every function is built from + - * / and sqrt in one written order.
#pragma once

#include <array>
#include <optional>

namespace sinew {

struct Vec2 {
  float x = 0.0f, y = 0.0f;
  bool operator==(const Vec2&) const = default;
};

struct Vec3 {
  float x = 0.0f, y = 0.0f, z = 0.0f;
  bool operator==(const Vec3&) const = default;
};

struct Vec4 {
  float x = 0.0f, y = 0.0f, z = 0.0f, w = 0.0f;
  bool operator==(const Vec4&) const = default;
};

// A rotation. Unit length wherever the library hands one out.
struct Quat {
  float x = 0.0f, y = 0.0f, z = 0.0f, w = 1.0f;
  bool operator==(const Quat&) const = default;
};

// Scale, then rotate, then translate. Scale may be negative (a mirror) or zero (hidden).
struct Transform {
  Vec3 translation{};
  Quat rotation{};
  Vec3 scale{1.0f, 1.0f, 1.0f};
  bool operator==(const Transform&) const = default;
};

// A 3x4 matrix: row r is {m[r][0], m[r][1], m[r][2], translation r}. The fourth row of the 4x4 it
// stands for is always 0 0 0 1.
struct Affine {
  std::array<std::array<float, 4>, 3> m{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
  bool operator==(const Affine&) const = default;
};
static_assert(sizeof(Affine) == 48);

// --- matrices ---

// a_from_c = a_from_b * b_from_c. Each entry is summed left to right.
Affine Multiply(const Affine& a_from_b, const Affine& b_from_c);

// The point p + translation; the direction d without it.
Vec3 TransformPoint(const Affine& a_from_b, Vec3 point_in_b);
Vec3 TransformDirection(const Affine& a_from_b, Vec3 direction_in_b);

// T * R * S as a matrix.
Affine AffineOf(const Transform& transform);

// b_from_a, or nothing where the 3x3 part is singular or the inverse is not usable (IsUsable).
// In double, by cofactors; each entry is rounded once.
std::optional<Affine> Inverse(const Affine& a_from_b);

// The determinant of the 3x3 part: negative where the transform mirrors. What is not zero stays not
// zero, and what is too large becomes the largest float.
float Determinant(const Affine& a_from_b);

// What a matrix comes to as translation, rotation and scale.
struct Decomposition {
  Transform transform;
  float shear = 0.0f;     // Largest entry that T*R*S gets wrong, relative to the largest entry.
  bool mirrored = false;  // det < 0; the sign is carried by scale.x.
};
// Directions that zero columns leave open are chosen as near to no rotation as the others allow.
Decomposition Decompose(const Affine& a_from_b);

// --- quaternions ---

// Unit length; a quaternion too short to have a direction (below 1e-12) becomes the identity.
Quat Normalize(Quat q);

// The rotation q * r: first r, then q.
Quat Multiply(Quat q, Quat r);

Vec3 Rotate(Quat q, Vec3 v);

// Shortest path from a (t = 0) to b (t = 1), constant angular speed. Unit inputs, unit result.
Quat Slerp(Quat a, Quat b, float t);

// Shortest path by normalised linear interpolation: cheaper, not constant in speed.
Quat Nlerp(Quat a, Quat b, float t);

// The rotation by `angle` radians about a unit axis.
Quat QuatOf(Vec3 unit_axis, float angle);

// --- vectors ---

float Dot(Vec3 a, Vec3 b);
Vec3 Cross(Vec3 a, Vec3 b);
float Length(Vec3 v);
// `fallback` where v is too short to have a direction.
Vec3 NormalizeOr(Vec3 v, Vec3 fallback);

// --- functions of our own: the same bits on every machine. Error bounds stand in math/trig.cc. ---

double Sin(double radians);  // |radians| <= 1e6
double Cos(double radians);  // |radians| <= 1e6
double Atan2(double y, double x);

// True for finite values of magnitude at most 1e18: what may enter the library (see kLargest).
inline constexpr float kLargest = 1e18f;
bool IsUsable(float value);

}  // namespace sinew
