// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Who warms each place of a surface, and how strongly.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "rig/weights/surface.h"
#include "sinew/weights.h"

namespace sinew::weights {

// Joints with their bones, in the surface's scaled space. Locked joints are left out.
struct JointBones {
  struct Segment {
    Vec3D head, tail;
  };
  std::vector<std::uint32_t> joints{};   // Ascending.
  std::vector<std::uint32_t> begins{0};  // Of joints[i]: segments[begins[i] .. begins[i+1]).
  std::vector<Segment> segments{};
};
JointBones GroupBones(const Surface& surface, std::span<const BoneSegment> bones,
                      const std::vector<bool>& locked);

// The nearest point of a joint's bones. `joint` is an index into JointBones::joints.
struct ToBone {
  Vec3D point{};
  double distance = 0.0;
};
ToBone NearestOf(const JointBones& bones, std::size_t joint, Vec3D from);

// The joints that warm each place: none, one, or several that are equally near.
struct HeatSources {
  Lists joints{};                  // Indices into JointBones::joints, ascending.
  std::vector<double> strength{};  // Of each of them: 1 / distance^2, one a place.
};

// Distances to bones count up to twice where the surface does not face away from the bone, as the
// inside of a body does: a bone beside a limb warms it less than the one in it. Islands that see no
// bone, or hardly any because others stand before them, are noted and taken as the header says, by
// plain distance.
struct SourceNotes {
  std::vector<std::pair<std::uint32_t, IslandReason>> islands{};  // Ascending island.
};
HeatSources FindSources(const Surface& surface, const JointBones& bones, SourceNotes& notes,
                        const std::function<void(float)>& progress);

}  // namespace sinew::weights
