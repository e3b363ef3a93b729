// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "sinew/assertion.h"
#include "sinew/primitive_triangles.h"
#include "skin/pick_mesh_layout.h"
#include "skin/skin_bounds_layout.h"

namespace sinew {
namespace {

// The boxes of every triangle, each list ascending: those of triangle t are from begins[t] on.
struct BoxLists {
  std::vector<std::uint32_t> begins{0};
  std::vector<std::uint32_t> boxes{};

  std::span<const std::uint32_t> of(std::uint32_t triangle) const {
    return std::span(boxes).subspan(begins[triangle], begins[triangle + 1] - begins[triangle]);
  }
};

BoxLists BoxesOfTriangles(const Primitive& primitive, const SkinBoundsLayout& bounds) {
  BoxLists lists;
  std::vector<std::uint32_t> own;
  for (std::uint32_t t = 0; t < TriangleCount(primitive); ++t) {
    own.clear();
    for (const std::uint32_t vertex : TriangleAt(primitive, t)) {
      if (primitive.influences.empty()) {
        own.push_back(bounds.rigid());
      } else if (primitive.influences.of(vertex).empty()) {
        own.push_back(bounds.still());
      } else {
        for (const Influence& influence : primitive.influences.of(vertex)) {
          own.push_back(influence.joint);
        }
      }
    }
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    lists.boxes.insert(lists.boxes.end(), own.begin(), own.end());
    lists.begins.push_back(static_cast<std::uint32_t>(lists.boxes.size()));
  }
  return lists;
}

AlignedBytes GroupTriangles(const Primitive& primitive, const SkinBounds& bounds) {
  const std::uint32_t triangle_count = TriangleCount(primitive);
  const BoxLists lists = BoxesOfTriangles(primitive, LayoutOfBounds(bounds.bytes()));
  std::vector<std::uint32_t> triangles(triangle_count), boxes;
  std::vector<PickMeshLayout::Group> groups;
  std::iota(triangles.begin(), triangles.end(), 0u);
  std::sort(triangles.begin(), triangles.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto of_a = lists.of(a), of_b = lists.of(b);
    if (!std::ranges::equal(of_a, of_b)) return std::ranges::lexicographical_compare(of_a, of_b);
    return a < b;
  });
  for (std::uint32_t i = 0; i < triangle_count; ++i) {
    const auto own = lists.of(triangles[i]);
    if (i == 0 || !std::ranges::equal(own, lists.of(triangles[i - 1]))) {
      PickMeshLayout::Group& group = groups.emplace_back();
      group.box_begin = static_cast<std::uint32_t>(boxes.size());
      boxes.insert(boxes.end(), own.begin(), own.end());
      group.box_end = static_cast<std::uint32_t>(boxes.size());
      group.triangle_begin = i;
    }
    groups.back().triangle_end = i + 1;
  }
  PickMeshHeader header{};
  header.vertex_count = primitive.vertex_count();
  header.triangle_count = triangle_count;
  header.group_count = static_cast<std::uint32_t>(groups.size());
  header.box_count = static_cast<std::uint32_t>(boxes.size());
  const PickMeshPlaces places = *PlacesOfPicking(header, std::numeric_limits<std::uint64_t>::max());
  AlignedBytes bytes(static_cast<std::size_t>(places.end));
  const auto put = [&](std::uint64_t begin, const auto& list) {
    if (list.empty()) return;
    std::memcpy(bytes.data() + begin, list.data(), list.size() * sizeof list[0]);
  };
  std::memcpy(bytes.data(), &header, sizeof header);
  put(places.groups, groups);
  put(places.boxes, boxes);
  put(places.triangles, triangles);
  return bytes;
}

}  // namespace

PickMesh PickMesh::Create(const Mesh& mesh, std::uint32_t primitive) {
  SINEW_ASSERT(primitive < mesh.primitives().size());
  SkinBounds bounds = SkinBounds::Create(mesh, primitive);
  AlignedBytes groups = GroupTriangles(mesh.primitives()[primitive], bounds);
  return PickMesh(std::move(bounds), std::move(groups));
}

PickMesh PickMesh::Create(const SkinnedMeshView& prepared, Topology topology) {
  SkinBounds bounds = SkinBounds::Create(prepared);
  AlignedBytes groups = GroupTriangles(ToPrimitive(prepared, topology), bounds);
  return PickMesh(std::move(bounds), std::move(groups));
}

std::uint32_t PickMesh::triangle_count() const { return PickMeshView(*this).triangle_count(); }
std::uint32_t PickMesh::vertex_count() const { return PickMeshView(*this).vertex_count(); }

}  // namespace sinew
