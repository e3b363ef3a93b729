// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Colours, and texture coordinates: every part is unrolled from a cylinder about its own axis into
// its own field of the texture; soles are seen from below.
//
// The fields, u to the right and v down. A part that both sides have takes two, left and right.
//
//   0     0.25    0.5     0.75    1
//   +---------------+---------------+ 0
//   |     face      |     hair      |
//   +---------------+-------+-------+ 0.25
//   |     shirt     |sleeves (l, r) |
//   +---------------+---------------+ 0.5
//   |     seat      | arms  | hands |
//   +-------+-------+-------+-------+ 0.75
//   |     legs      | shoes | soles |
//   +-------+-------+-------+-------+ 1
#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "rig/character/mesh.h"
#include "rig/character/proportions.h"

namespace sinew::character {
namespace {

constexpr double kHalfTurn = 3.14159265358979323846;

// A part's cylinder, for the left side, and its field.
struct Chart {
  double u, v, width, height;  // The field; the right side's is as wide again to the right.
  bool sided;                  // Each side has one; else the two halves share it.
  Vec3D top, bottom;           // The axis.
  Vec3D ahead;                 // Across the axis: the middle of the field. The seam is opposite.
};

Chart ChartOf(Part part) {
  const Vec3D ahead{0, 0, 1};
  const auto arm_end = Add(JointAt(kFingersL), Scale(LeftArm().lower, 0.09));
  switch (part) {
    case Part::kHair:
      return {0.5, 0, 0.5, 0.25, false, {0, 1.77, -0.02}, {0, 1.5, -0.02}, ahead};
    case Part::kShirt:
      return {0, 0.25, 0.5, 0.25, false, {0, 1.47, 0}, {0, 0.9, 0}, ahead};
    case Part::kSleeve:
      return {0.5, 0.25, 0.25, 0.25, true, JointAt(kUpperArmL), JointAt(kLowerArmL), ahead};
    case Part::kArm:
      return {0.5, 0.5, 0.125, 0.25, true, JointAt(kUpperArmL), JointAt(kHandL), ahead};
    case Part::kHand:
      return {0.75, 0.5, 0.125, 0.25, true, JointAt(kHandL), arm_end, LeftArm().back};
    case Part::kSeat:
      return {0, 0.5, 0.5, 0.25, false, {0, 1.02, 0}, {0, 0.78, 0}, ahead};
    case Part::kLeg:
      return {0, 0.75, 0.25, 0.25, true, {0.1, 0.8, 0}, {0.118, 0.07, -0.02}, ahead};
    case Part::kShoe:
      return {0.5, 0.75, 0.125, 0.25, true, {0.12, 0.14, 0.02}, {0.12, 0, 0.02}, ahead};
    case Part::kSole:
      return {0.75, 0.75, 0.125, 0.25, true, {}, {}, ahead};
    default:
      return {0, 0, 0.5, 0.25, false, {0, 1.77, 0}, {0, 1.4, 0}, ahead};
  }
}

// In linear light, as COLOR_0 is.
Vec4 ColorOf(Part part) {
  switch (part) {
    case Part::kFace:
    case Part::kArm:
    case Part::kHand:
      return {0.84f, 0.50f, 0.34f, 1};
    case Part::kHair:
      return {0.085f, 0.032f, 0.016f, 1};
    case Part::kBrow:
      return {0.07f, 0.026f, 0.013f, 1};
    case Part::kEye:
      return {0.92f, 0.91f, 0.88f, 1};
    case Part::kIris:
      return {0.06f, 0.20f, 0.28f, 1};
    case Part::kPupil:
      return {0.006f, 0.005f, 0.006f, 1};
    case Part::kLips:
      return {0.58f, 0.19f, 0.15f, 1};
    case Part::kShirt:
    case Part::kSleeve:
      return {0.02f, 0.28f, 0.30f, 1};
    case Part::kSeat:
    case Part::kLeg:
      return {0.055f, 0.07f, 0.13f, 1};
    case Part::kShoe:
      return {0.62f, 0.12f, 0.05f, 1};
    default:
      return {0.85f, 0.83f, 0.78f, 1};
  }
}

// A place's angle about the chart's axis, in (-pi, pi], and how far down it is, in [0, 1].
struct Unrolled {
  double angle, down;
};

Unrolled Unroll(const Chart& chart, Vec3D p) {
  const Vec3D axis = Sub(chart.bottom, chart.top);
  const double length2 = Dot(axis, axis);
  const Vec3D from = Sub(p, chart.top);
  const Vec3D along = Scale(axis, 1.0 / Length(axis));
  const Vec3D ahead = Unit(scalar::Across(chart.ahead, along));
  // Seen from outside the angle grows to the right, where the axis points down.
  const Vec3D right = Cross(along, ahead);
  const double down = Dot(from, axis) / length2;
  return {Atan2(-Dot(from, right), Dot(from, ahead)), std::min(std::max(down, 0.0), 1.0)};
}

// Fields have a margin, and room for triangles that reach over the seam.
constexpr double kMargin = 0.02, kOverlap = 1.12;

Vec2 FieldPoint(const Chart& chart, bool right_side, double across, double down) {
  const double left = chart.u + (chart.sided && right_side ? chart.width : 0.0);
  const double u = left + chart.width * (kMargin + (1.0 - 2.0 * kMargin) * across);
  const double v = chart.v + chart.height * (kMargin + (1.0 - 2.0 * kMargin) * down);
  return {static_cast<float>(u), static_cast<float>(v)};
}

// The corners of one triangle in the texture.
std::array<Vec2, 3> TexcoordsOf(const Chart& chart, Part part, bool right_side,
                                std::array<Vec3D, 3> corners) {
  std::array<Vec2, 3> found;
  std::array<Unrolled, 3> flat;
  for (std::size_t i = 0; i < 3; ++i) {
    Vec3D p = corners[i];
    if (part == Part::kSole) {
      const double x = right_side ? -p.x : p.x;
      found[i] = FieldPoint(chart, right_side, (x - 0.05) / 0.15, (0.2 - p.z) / 0.32);
      continue;
    }
    if (chart.sided && right_side) p.x = -p.x;
    flat[i] = Unroll(chart, p);
  }
  if (part == Part::kSole) return found;
  if (chart.sided) {
    // A triangle over the seam goes on beyond it.
    const double most = std::max({flat[0].angle, flat[1].angle, flat[2].angle});
    for (Unrolled& corner : flat) {
      if (most - corner.angle > kHalfTurn) corner.angle += 2.0 * kHalfTurn;
    }
  } else {
    // The halves meet at the seam: there each has its own end.
    for (std::size_t i = 0; i < 3; ++i) {
      const bool at_seam = corners[i].x == 0.0 && corners[i].z < 0.0 &&
                           (flat[i].angle > 3.0 || flat[i].angle < -3.0);
      if (at_seam) flat[i].angle = right_side ? -kHalfTurn : kHalfTurn;
    }
  }
  const double overlap = chart.sided ? kOverlap : 1.0;
  for (std::size_t i = 0; i < 3; ++i) {
    found[i] = FieldPoint(chart, right_side,
                          (flat[i].angle + kHalfTurn) / (2.0 * kHalfTurn * overlap), flat[i].down);
  }
  return found;
}

}  // namespace

Primitive DressSurface(const WholeSurface& surface, const Influences& influences) {
  Primitive dressed;
  dressed.texcoords.resize(1);
  dressed.colors.resize(1);
  dressed.influences.begins.push_back(0);
  dressed.indexed = true;
  dressed.material = 0;
  // Corners of one part at one place of the texture are one vertex.
  std::map<std::tuple<std::uint32_t, Part, float, float>, std::uint32_t> known;
  for (std::size_t t = 0; t < surface.parts.size(); ++t) {
    const Part part = surface.parts[t];
    const bool right_side = t >= surface.parts.size() / 2;
    std::array<Vec3D, 3> corners;
    for (std::size_t i = 0; i < 3; ++i) {
      corners[i] = scalar::Widen(surface.positions[surface.triangles[3 * t + i]]);
    }
    const std::array<Vec2, 3> texcoords = TexcoordsOf(ChartOf(part), part, right_side, corners);
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t place = surface.triangles[3 * t + i];
      const auto fresh = static_cast<std::uint32_t>(dressed.positions.size());
      const auto [entry, added] =
          known.try_emplace({place, part, texcoords[i].x, texcoords[i].y}, fresh);
      dressed.indices.push_back(entry->second);
      if (!added) continue;
      dressed.positions.push_back(surface.positions[place]);
      dressed.normals.push_back(surface.normals[place]);
      dressed.texcoords[0].push_back(texcoords[i]);
      dressed.colors[0].push_back(ColorOf(part));
      for (const Influence& influence : influences.of(place)) {
        dressed.influences.list.push_back(influence);
      }
      dressed.influences.begins.push_back(
          static_cast<std::uint32_t>(dressed.influences.list.size()));
    }
  }
  return dressed;
}

}  // namespace sinew::character
