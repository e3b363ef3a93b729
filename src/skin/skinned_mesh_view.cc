// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/skinned_mesh.h"
#include "skin/skinned_mesh_check.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {
namespace {

const SkinnedMeshHeader& HeaderOf(std::span<const std::byte> bytes) {
  return *reinterpret_cast<const SkinnedMeshHeader*>(bytes.data());
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

}  // namespace sinew
