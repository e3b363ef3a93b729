// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime/runtime_layout.h"

#include <limits>

#include "base/part_ruler.h"

namespace sinew {
namespace {

// What 32 bits count of small things is never too much for 64.
constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

}  // namespace

SkeletonPlaces PlacesOfSkeleton(const RuntimeHeader& header) {
  PartRuler ruler(kNoEnd);
  const std::uint64_t joints = header.joint_count;
  SkeletonPlaces places{};
  places.parents = ruler.Take(joints, sizeof(std::int32_t));
  places.file_nodes = ruler.Take(joints, sizeof(std::uint32_t));
  places.level_begins = ruler.Take(header.level_count, sizeof(std::uint32_t));
  places.child_begins = ruler.Take(joints + 1, sizeof(std::uint32_t));
  places.names = ruler.Take(joints, sizeof(TextRange));
  places.rest = ruler.Take(joints, sizeof(Transform));
  places.rest_blocks =
      ruler.Take(joints / kBlockSize + (joints % kBlockSize != 0 ? 1 : 0), sizeof(TransformBlock));
  places.end = ruler.end();
  return places;
}

TablePlaces PlacesOfTables(const RuntimeHeader& header) {
  PartRuler ruler(kNoEnd);
  TablePlaces places{};
  places.skins = ruler.Take(header.skin_count, sizeof(SkinRecord));
  places.clips = ruler.Take(header.clip_count, sizeof(ClipRecord));
  places.event_times = ruler.Take(header.event_count, sizeof(float));
  places.event_names = ruler.Take(header.event_count, sizeof(TextRange));
  places.meshes = ruler.Take(header.mesh_count, sizeof(MeshRecord));
  places.target_weights = ruler.Take(header.target_count, sizeof(float));
  places.target_names = ruler.Take(header.target_count, sizeof(TextRange));
  places.primitives = ruler.Take(header.primitive_count, sizeof(PrimitiveRecord));
  places.instances = ruler.Take(header.instance_count, sizeof(InstanceRecord));
  places.slot_rest = ruler.Take(header.slot_count, sizeof(float));
  places.materials = ruler.Take(header.material_count, sizeof(MaterialRecord));
  places.textures = ruler.Take(header.texture_count, sizeof(TextureRecord));
  places.images = ruler.Take(header.image_count, sizeof(ImageRecord));
  places.end = ruler.end();
  return places;
}

SkinPlaces PlacesOfSkin(std::uint32_t joint_count) {
  PartRuler ruler(kNoEnd);
  SkinPlaces places{};
  places.joints = ruler.Take(joint_count, sizeof(std::int32_t));
  places.inverse_bind = ruler.Take(joint_count, sizeof(Affine));
  places.end = ruler.end();
  return places;
}

PrimitivePlaces PlacesOfPrimitive(const PrimitiveRecord& record, std::uint32_t vertex_count) {
  PartRuler ruler(kNoEnd);
  ruler.Take(record.mesh_bytes, 1);
  PrimitivePlaces places{};
  places.texcoords =
      ruler.Take(std::uint64_t{record.texcoord_set_count} * vertex_count, sizeof(Vec2));
  places.colors = ruler.Take(std::uint64_t{record.color_set_count} * vertex_count, sizeof(Vec4));
  places.bounds = ruler.Take(record.bounds_bytes, 1);
  places.rigid_bounds = ruler.Take(record.rigid_bounds_bytes, 1);
  places.picking = ruler.Take(record.pick_bytes, 1);
  places.vertices = ruler.Take(record.vertex_bytes, 1);
  places.end = ruler.end();
  places.fit = ruler.fits();
  return places;
}

}  // namespace sinew
