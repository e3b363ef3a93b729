// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>

#include "sinew/assertion.h"
#include "sinew/skinned_mesh.h"
#include "skin/prepared_vertex.h"
#include "skin/skinned_mesh_check.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {
namespace {

const SkinnedMeshHeader& HeaderOf(std::span<const std::byte> bytes) {
  return *reinterpret_cast<const SkinnedMeshHeader*>(bytes.data());
}

Vec3 DifferenceOf(const SkinnedMeshLayout& mesh, std::span<const MorphRows> list,
                  std::uint32_t target, std::uint32_t vertex) {
  SINEW_ASSERT(target < mesh.morph_count && vertex < mesh.vertex_count);
  const auto found = std::ranges::lower_bound(list, target, {}, &MorphRows::target);
  if (found == list.end() || found->target != target) return {};
  return PreparedVertex(mesh, vertex).difference(*found);
}

}  // namespace

Result<SkinnedMeshView> SkinnedMeshView::Create(std::span<const std::byte> bytes) {
  if (std::optional<Failure> failure = CheckSkinnedMesh(bytes)) return *std::move(failure);
  return SkinnedMeshView(bytes);
}

std::uint32_t SkinnedMeshView::vertex_count() const { return HeaderOf(bytes_).vertex_count; }
bool SkinnedMeshView::has_normals() const {
  return (HeaderOf(bytes_).flags & SkinnedMeshHeader::kHasNormals) != 0;
}
bool SkinnedMeshView::has_tangents() const {
  return (HeaderOf(bytes_).flags & SkinnedMeshHeader::kHasTangents) != 0;
}
bool SkinnedMeshView::is_rigid() const {
  return (HeaderOf(bytes_).flags & SkinnedMeshHeader::kRigid) != 0;
}
std::uint32_t SkinnedMeshView::morph_count() const { return HeaderOf(bytes_).morph_count; }
std::uint32_t SkinnedMeshView::joint_bound() const { return HeaderOf(bytes_).joint_bound; }
std::uint32_t SkinnedMeshView::block_count() const { return HeaderOf(bytes_).block_count; }
std::uint32_t SkinnedMeshView::grouped_vertex_count() const {
  return HeaderOf(bytes_).grouped_vertex_count;
}
std::span<const std::uint32_t> SkinnedMeshView::file_vertices() const {
  return LayoutOf(bytes_).file_vertices;
}
std::span<const std::uint32_t> SkinnedMeshView::indices() const { return LayoutOf(bytes_).indices; }

Vec3 SkinnedMeshView::position(std::uint32_t vertex) const {
  SINEW_ASSERT(vertex < vertex_count());
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  return PreparedVertex(layout, vertex).position();
}
Vec3 SkinnedMeshView::normal(std::uint32_t vertex) const {
  SINEW_ASSERT(vertex < vertex_count() && has_normals());
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  return PreparedVertex(layout, vertex).normal();
}
Vec4 SkinnedMeshView::tangent(std::uint32_t vertex) const {
  SINEW_ASSERT(vertex < vertex_count() && has_tangents());
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  return PreparedVertex(layout, vertex).tangent();
}
std::uint32_t SkinnedMeshView::influence_count(std::uint32_t vertex) const {
  SINEW_ASSERT(vertex < vertex_count());
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  return static_cast<std::uint32_t>(PreparedVertex(layout, vertex).influence_count());
}
Influence SkinnedMeshView::influence(std::uint32_t vertex, std::uint32_t index) const {
  SINEW_ASSERT(vertex < vertex_count());
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  const PreparedVertex found(layout, vertex);
  SINEW_ASSERT(index < found.influence_count());
  return found.influence(index);
}
Vec3 SkinnedMeshView::morph_position(std::uint32_t target, std::uint32_t vertex) const {
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  return DifferenceOf(layout, layout.morph_positions, target, vertex);
}
Vec3 SkinnedMeshView::morph_normal(std::uint32_t target, std::uint32_t vertex) const {
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  return DifferenceOf(layout, layout.morph_normals, target, vertex);
}
Vec3 SkinnedMeshView::morph_tangent(std::uint32_t target, std::uint32_t vertex) const {
  const SkinnedMeshLayout layout = LayoutOf(bytes_);
  return DifferenceOf(layout, layout.morph_tangents, target, vertex);
}

}  // namespace sinew
