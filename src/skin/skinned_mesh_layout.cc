// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "skin/skinned_mesh_layout.h"

#include "base/bytes.h"
#include "base/part_ruler.h"

namespace sinew {
namespace {

std::uint64_t MorphRowCount(const SkinnedMeshHeader& header) {
  return std::uint64_t{header.morph_rows[0]} + header.morph_rows[1] + header.morph_rows[2];
}

template <typename T>
std::span<const T> PartAt(std::span<const std::byte> bytes, std::uint64_t begin,
                          std::uint64_t count) {
  return {reinterpret_cast<const T*>(bytes.data() + begin), static_cast<std::size_t>(count)};
}

}  // namespace

std::optional<SkinnedMeshPlaces> PlacesOf(const SkinnedMeshHeader& header,
                                          std::uint64_t available) {
  PartRuler ruler(available);
  ruler.Take(1, sizeof(SkinnedMeshHeader));
  const std::uint64_t morph_rows = MorphRowCount(header);
  // 3 * 2^32 lists of 2^32 blocks of 24 floats: only just too many for 64 bits.
  const std::optional<std::uint64_t> morph_floats =
      CheckedProduct(morph_rows, std::uint64_t{header.block_count} * 3 * kSkinLanes);
  if (!morph_floats) return std::nullopt;
  SkinnedMeshPlaces places{};
  places.runs = ruler.Take(header.run_count, sizeof(SkinnedMeshLayout::Run));
  places.morph_lists = ruler.Take(morph_rows, sizeof(MorphRows));
  places.block_begins = ruler.Take(std::uint64_t{header.block_count} + 1, sizeof(std::uint32_t));
  places.file_vertices = ruler.Take(header.vertex_count, sizeof(std::uint32_t));
  places.joints = ruler.Take(header.joint_count, sizeof(std::uint32_t));
  places.indices = ruler.Take(header.index_count, sizeof(std::uint32_t));
  places.floats = ruler.Take(header.float_count, sizeof(float));
  places.morph_floats = ruler.Take(*morph_floats, sizeof(float));
  places.end = ruler.end();
  if (!ruler.fits()) return std::nullopt;
  return places;
}

SkinnedMeshLayout LayoutOf(std::span<const std::byte> bytes) {
  const auto& header = *reinterpret_cast<const SkinnedMeshHeader*>(bytes.data());
  const SkinnedMeshPlaces places = *PlacesOf(header, bytes.size());
  const auto lists = PartAt<MorphRows>(bytes, places.morph_lists, MorphRowCount(header));
  const auto [positions, normals, tangents] = header.morph_rows;
  SkinnedMeshLayout layout;
  layout.vertex_count = header.vertex_count;
  layout.grouped_vertex_count = header.grouped_vertex_count;
  layout.has_normals = (header.flags & SkinnedMeshHeader::kHasNormals) != 0;
  layout.has_tangents = (header.flags & SkinnedMeshHeader::kHasTangents) != 0;
  layout.is_rigid = (header.flags & SkinnedMeshHeader::kRigid) != 0;
  layout.morph_count = header.morph_count;
  layout.joint_bound = header.joint_bound;
  layout.file_vertices = PartAt<std::uint32_t>(bytes, places.file_vertices, header.vertex_count);
  layout.indices = PartAt<std::uint32_t>(bytes, places.indices, header.index_count);
  layout.runs = PartAt<SkinnedMeshLayout::Run>(bytes, places.runs, header.run_count);
  layout.floats = PartAt<float>(bytes, places.floats, header.float_count);
  layout.joints = PartAt<std::uint32_t>(bytes, places.joints, header.joint_count);
  layout.block_begins =
      PartAt<std::uint32_t>(bytes, places.block_begins, std::uint64_t{header.block_count} + 1);
  layout.morph_positions = lists.first(positions);
  layout.morph_normals = lists.subspan(positions, normals);
  layout.morph_tangents = lists.subspan(std::size_t{positions} + normals, tangents);
  layout.morph_floats =
      PartAt<float>(bytes, places.morph_floats,
                    std::uint64_t{lists.size()} * header.block_count * 3 * kSkinLanes);
  return layout;
}

}  // namespace sinew
