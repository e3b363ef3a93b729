// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How the groups of a PickMesh lie in memory: one run of little-endian bytes, used in place, also
// out of a runtime file. Its parts, each at a multiple of 64 bytes, with zeros before it:
//
//   header
//   groups     triangles that the same boxes of the bounds hold
//   boxes      uint32: which boxes, group by group
//   triangles  uint32: which triangles, group by group
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sinew/picking.h"

namespace sinew {

struct PickMeshHeader {
  std::uint32_t vertex_count;
  std::uint32_t triangle_count;
  std::uint32_t group_count;
  std::uint32_t box_count;  // Entries of the boxes.
  std::uint32_t zeros[12];
};
static_assert(sizeof(PickMeshHeader) == 64);

// Triangles whose corners the same boxes of SkinBounds hold (those of the joints, still, rigid) lie
// together. Each corner is between points of the boxes of its influences, so the triangle lies in
// the box around all of them.
struct PickMeshLayout {
  struct Group {
    std::uint32_t box_begin = 0, box_end = 0;            // Into boxes.
    std::uint32_t triangle_begin = 0, triangle_end = 0;  // Into triangles.
  };
  static_assert(sizeof(Group) == 16);

  std::span<const Group> groups{};
  std::span<const std::uint32_t> boxes{};
  std::span<const std::uint32_t> triangles{};  // Ascending within a group.
};

// Where the parts begin, in bytes, and where the last ends.
struct PickMeshPlaces {
  std::uint64_t groups, boxes, triangles, end;
};
// Nothing where they would not lie within so many bytes.
std::optional<PickMeshPlaces> PlacesOfPicking(const PickMeshHeader& header,
                                              std::uint64_t available);

// Of bytes that hold groups.
PickMeshLayout LayoutOfPicking(std::span<const std::byte> bytes);

}  // namespace sinew
