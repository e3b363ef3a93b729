// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

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

BoxLists BoxesOfTriangles(const Primitive& primitive, const SkinBounds::Layout& bounds) {
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

PickMesh::Layout GroupTriangles(const Primitive& primitive, const SkinBounds::Layout& bounds) {
  PickMesh::Layout layout;
  layout.vertex_count = primitive.vertex_count();
  layout.triangle_count = TriangleCount(primitive);
  const BoxLists lists = BoxesOfTriangles(primitive, bounds);
  layout.triangles.resize(layout.triangle_count);
  std::iota(layout.triangles.begin(), layout.triangles.end(), 0u);
  std::sort(layout.triangles.begin(), layout.triangles.end(),
            [&](std::uint32_t a, std::uint32_t b) {
              const auto of_a = lists.of(a), of_b = lists.of(b);
              if (!std::ranges::equal(of_a, of_b)) {
                return std::ranges::lexicographical_compare(of_a, of_b);
              }
              return a < b;
            });
  for (std::uint32_t i = 0; i < layout.triangle_count; ++i) {
    const auto own = lists.of(layout.triangles[i]);
    if (i == 0 || !std::ranges::equal(own, lists.of(layout.triangles[i - 1]))) {
      PickMesh::Layout::Group& group = layout.groups.emplace_back();
      group.box_begin = static_cast<std::uint32_t>(layout.boxes.size());
      layout.boxes.insert(layout.boxes.end(), own.begin(), own.end());
      group.box_end = static_cast<std::uint32_t>(layout.boxes.size());
      group.triangle_begin = i;
    }
    layout.groups.back().triangle_end = i + 1;
  }
  return layout;
}

}  // namespace

PickMesh::PickMesh(SkinBounds bounds, std::unique_ptr<const Layout> layout)
    : bounds_(std::move(bounds)), layout_(std::move(layout)) {}

PickMesh::PickMesh(const PickMesh& other)
    : bounds_(other.bounds_), layout_(std::make_unique<const Layout>(*other.layout_)) {}
PickMesh::PickMesh(PickMesh&& other) noexcept = default;
PickMesh& PickMesh::operator=(const PickMesh& other) {
  if (this != &other) *this = PickMesh(other);
  return *this;
}
PickMesh& PickMesh::operator=(PickMesh&& other) noexcept = default;
PickMesh::~PickMesh() = default;

PickMesh PickMesh::Create(const Mesh& mesh, std::uint32_t primitive) {
  SINEW_ASSERT(primitive < mesh.primitives().size());
  SkinBounds bounds = SkinBounds::Create(mesh, primitive);
  auto layout =
      std::make_unique<const Layout>(GroupTriangles(mesh.primitives()[primitive], bounds.layout()));
  return PickMesh(std::move(bounds), std::move(layout));
}

std::uint32_t PickMesh::triangle_count() const { return layout_->triangle_count; }
std::uint32_t PickMesh::vertex_count() const { return layout_->vertex_count; }

}  // namespace sinew
