// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstddef>
#include <cstdint>

#include "base/part_ruler.h"
#include "skin/part_checks.h"
#include "skin/pick_mesh_layout.h"

namespace sinew {
namespace {

template <typename T>
std::span<const T> PickPart(std::span<const std::byte> bytes, std::uint64_t begin,
                            std::uint64_t count) {
  return {reinterpret_cast<const T*>(bytes.data() + begin), static_cast<std::size_t>(count)};
}

const PickMeshHeader& PickHeaderOf(std::span<const std::byte> bytes) {
  return *reinterpret_cast<const PickMeshHeader*>(bytes.data());
}

std::optional<Failure> BrokenPicking(const char* place, const char* message) {
  return Failure{FailureCode::kInvalid, place, message};
}

// One after another, each with boxes that are there and ascending triangles.
bool GroupsAreRight(const PickMeshLayout& mesh, std::uint32_t box_count) {
  std::uint32_t next_box = 0, next_triangle = 0;
  for (const PickMeshLayout::Group& group : mesh.groups) {
    if (group.box_begin != next_box || group.box_end <= next_box ||
        group.box_end > mesh.boxes.size() || group.triangle_begin != next_triangle ||
        group.triangle_end <= next_triangle || group.triangle_end > mesh.triangles.size()) {
      return false;
    }
    for (std::uint32_t i = group.box_begin; i < group.box_end; ++i) {
      if (mesh.boxes[i] >= box_count) return false;
      if (i > group.box_begin && mesh.boxes[i] <= mesh.boxes[i - 1]) return false;
    }
    for (std::uint32_t i = group.triangle_begin + 1; i < group.triangle_end; ++i) {
      if (mesh.triangles[i] <= mesh.triangles[i - 1]) return false;
    }
    next_box = group.box_end;
    next_triangle = group.triangle_end;
  }
  return next_box == mesh.boxes.size() && next_triangle == mesh.triangles.size();
}

}  // namespace

std::optional<PickMeshPlaces> PlacesOfPicking(const PickMeshHeader& header,
                                              std::uint64_t available) {
  PartRuler ruler(available);
  ruler.Take(1, sizeof(PickMeshHeader));
  PickMeshPlaces places{};
  places.groups = ruler.Take(header.group_count, sizeof(PickMeshLayout::Group));
  places.boxes = ruler.Take(header.box_count, sizeof(std::uint32_t));
  places.triangles = ruler.Take(header.triangle_count, sizeof(std::uint32_t));
  places.end = ruler.end();
  if (!ruler.fits()) return std::nullopt;
  return places;
}

PickMeshLayout LayoutOfPicking(std::span<const std::byte> bytes) {
  const PickMeshHeader& header = PickHeaderOf(bytes);
  const PickMeshPlaces places = *PlacesOfPicking(header, bytes.size());
  return {.groups = PickPart<PickMeshLayout::Group>(bytes, places.groups, header.group_count),
          .boxes = PickPart<std::uint32_t>(bytes, places.boxes, header.box_count),
          .triangles = PickPart<std::uint32_t>(bytes, places.triangles, header.triangle_count)};
}

Result<PickMeshView> PickMeshView::Create(std::span<const std::byte> bytes,
                                          const SkinBoundsView& bounds) {
  if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(PickMeshHeader) != 0) {
    return *BrokenPicking("", "lies at an address that four does not divide");
  }
  if (bytes.size() < sizeof(PickMeshHeader)) return *BrokenPicking("header", "is cut off");
  const PickMeshHeader& header = PickHeaderOf(bytes);
  const std::optional<PickMeshPlaces> places = PlacesOfPicking(header, bytes.size());
  if (!places || places->end != bytes.size()) {
    return *BrokenPicking("header", "counts other things than there are bytes for");
  }
  if (!AllZero(std::as_bytes(std::span(header.zeros)))) {
    return *BrokenPicking("header", "has something where nothing is");
  }
  const PickMeshLayout mesh = LayoutOfPicking(bytes);
  if (!GapsAreZero(bytes, sizeof(PickMeshHeader), mesh.groups, mesh.boxes, mesh.triangles)) {
    return *BrokenPicking("", "has something between its parts");
  }
  // Boxes fit into 32 bits: there is one for each entry, in memory.
  if (!GroupsAreRight(mesh, bounds.joint_count() + 2)) {
    return *BrokenPicking("groups", "do not cover the triangles, or name no box");
  }
  if (!IsPermutation(mesh.triangles)) {
    return *BrokenPicking("triangles", "do not name every triangle once");
  }
  return PickMeshView(bytes, bounds);
}

std::uint32_t PickMeshView::triangle_count() const { return PickHeaderOf(bytes_).triangle_count; }
std::uint32_t PickMeshView::vertex_count() const { return PickHeaderOf(bytes_).vertex_count; }

}  // namespace sinew
