// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The bones of each joint, and how near they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "model/shares.h"
#include "rig/weights/surface.h"
#include "sinew/weights.h"

namespace sinew::weights {

// Joints with their bones, in double.
struct JointBones {
  struct Segment {
    Vec3D head, tail;
    double radius = 0.0;
  };
  std::vector<std::uint32_t> joints{};   // Ascending.
  std::vector<std::uint32_t> begins{0};  // Of joints[i]: segments[begins[i] .. begins[i+1]).
  std::vector<Segment> segments{};

  // Joints come in ascending order.
  void Add(std::uint32_t joint, const Segment& segment);
};

// In the surface's scaled space. Locked joints are left out.
JointBones GroupBones(const Surface& surface, std::span<const BoneSegment> bones,
                      const std::vector<bool>& locked);

// The nearest point of a joint's bones. `joint` is an index into JointBones::joints.
struct ToBone {
  Vec3D point{};
  double distance = 0.0;
};
ToBone NearestOf(const JointBones& bones, std::size_t joint, Vec3D from);

// What a falloff found at a point.
struct Reach {
  double total = 0.0;       // Sum of the shares.
  std::size_t nearest = 0;  // Index into JointBones::joints; of equally near ones the first.
};

// Appends a share for each joint that reaches `from`: (radius - distance) / radius of the bone that
// gives most (S5). A bone whose radius is not positive reaches nothing (S7).
Reach AddFalloff(const JointBones& bones, Vec3D from, std::vector<model::Share>& shares);

}  // namespace sinew::weights
