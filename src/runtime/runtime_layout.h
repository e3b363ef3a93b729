// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a runtime file lies in memory; docs/format.md says the same in words.
//
//   header      counts, and the checksum of all that follows up to the first section
//   table       one entry per section
//   sections    each at a multiple of 64 bytes, filled up to one with zeros: text, skeleton,
//               tables; then every skin, every clip, every primitive, every image
//
// Within a section arrays begin at multiples of 64 bytes, too.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sinew/box.h"
#include "sinew/material.h"
#include "sinew/math.h"
#include "sinew/names.h"
#include "sinew/runtime_file.h"
#include "sinew/transform_block.h"

namespace sinew {

static_assert(std::endian::native == std::endian::little,
              "runtime files are used in place: a big-endian machine would have to turn them");

// As PNG's: a byte that is no text, and line ends that a text transfer would spoil.
inline constexpr std::array<std::uint8_t, 8> kRuntimeMagic{0x89, 'S',  'N',  'W',
                                                           '\r', '\n', 0x1a, '\n'};
// Reads otherwise where bytes lie the other way round.
inline constexpr std::uint32_t kRuntimeOrder = 0x01020304;

struct RuntimeHeader {
  std::uint8_t magic[8];
  std::uint32_t order;
  std::uint32_t format_version;
  std::uint32_t arithmetic_version;
  std::uint32_t section_count;
  std::uint64_t size_bytes;
  std::uint64_t checksum;  // Of all from here to the first section.
  float error_bound;
  float point_distance;
  float morph_error;
  std::uint32_t joint_count;
  std::uint32_t level_count;  // Entries of level_begins.
  std::uint32_t skin_count;
  std::uint32_t clip_count;
  std::uint32_t event_count;
  std::uint32_t mesh_count;
  std::uint32_t target_count;  // Morph targets of all meshes.
  std::uint32_t primitive_count;
  std::uint32_t instance_count;
  std::uint32_t slot_count;  // Morph slots of a pose.
  std::uint32_t material_count;
  std::uint32_t texture_count;
  std::uint32_t image_count;
  std::uint32_t zeros[6];
};
static_assert(sizeof(RuntimeHeader) == 128);
inline constexpr std::size_t kChecksumBegin = offsetof(RuntimeHeader, checksum) + 8;

struct RuntimeSection {
  std::uint64_t offset;    // From the file's beginning.
  std::uint64_t size;      // Without the zeros that fill it up.
  std::uint64_t checksum;  // With them.
};
static_assert(sizeof(RuntimeSection) == 24);

enum : std::uint32_t { kTextSection, kSkeletonSection, kTablesSection, kFirstPartSection };

struct SkinRecord {
  TextRange name;
  std::int32_t root;  // -1: none.
  std::uint32_t joint_count;
};
static_assert(sizeof(SkinRecord) == 16);

enum RuntimeClipKind : std::uint32_t { kClipIsPacked, kClipIsExact };

struct ClipRecord {
  TextRange name;
  float duration_s;
  float error_bound;
  float worst_error;
  float worst_morph_error;
  std::uint32_t joint_bound;
  std::uint32_t morph_bound;
  std::int32_t root_motion_joint;  // -1: none.
  std::uint32_t first_event;
  std::uint32_t event_count;
  std::uint32_t kind;  // What its section holds: of RuntimeClipKind.
  std::uint64_t source_bytes;
  Box box;  // That no vertex leaves; empty: not known.
};
static_assert(sizeof(ClipRecord) == 80);

struct MeshRecord {
  TextRange name;
  std::uint32_t first_primitive;
  std::uint32_t primitive_count;
  std::uint32_t first_target;
  std::uint32_t target_count;
};
static_assert(sizeof(MeshRecord) == 24);

struct PrimitiveRecord {
  std::uint64_t mesh_bytes;          // Of the prepared mesh, with which its section begins.
  std::uint64_t bounds_bytes;        // Of its SkinBounds; 0: none.
  std::uint64_t rigid_bounds_bytes;  // As it is moved as a whole; 0: none.
  std::uint64_t pick_bytes;          // Of the groups of its PickMesh; 0: none.
  std::uint64_t vertex_bytes;        // Of its vertices for a GPU; 0: none.
  std::uint32_t vertex_flags;        // Of VertexFormat.
  std::uint32_t vertex_joints;       // Of JointForm. The weights are WeightForm::kUnorm8x4.
  std::int32_t material;             // -1: none.
  std::uint32_t topology;
  std::uint32_t texcoord_set_count;
  std::uint32_t color_set_count;
};
static_assert(sizeof(PrimitiveRecord) == 64);

// A texture as a material uses it. What is not used is zero.
struct TextureUseRecord {
  static constexpr std::uint32_t kTransform = 1, kTransformTexcoord = 2;

  std::int32_t texture;  // -1: none.
  std::uint32_t texcoord;
  std::uint32_t flags;
  std::uint32_t transform_texcoord;
  Vec2 offset;
  float rotation;
  Vec2 scale;
};
static_assert(sizeof(TextureUseRecord) == 36);

struct MaterialRecord {
  static constexpr std::size_t kNameBytes = sizeof(TextRange);

  TextRange name;
  Vec4 base_color;
  float metallic;
  float roughness;
  float normal_scale;
  float occlusion_strength;
  Vec3 emissive;
  float emissive_strength;
  float alpha_cutoff;
  std::uint8_t alpha;  // Of Material::Alpha.
  std::uint8_t double_sided;
  std::uint8_t unlit;
  std::uint8_t zero;
  TextureUseRecord textures[5];  // In the order of kMaterialTextures.
};
static_assert(sizeof(MaterialRecord) == 244 && kMaterialTextures.size() == 5);

struct TextureRecord {
  static constexpr std::size_t kNameBytes = 2 * sizeof(TextRange);

  TextRange name;
  TextRange sampler_name;
  std::int32_t image;        // -1: none.
  std::uint16_t mag_filter;  // glTF's numbers; 0: none.
  std::uint16_t min_filter;
  std::uint16_t wrap_s;
  std::uint16_t wrap_t;
};
static_assert(sizeof(TextureRecord) == 28);

struct ImageRecord {
  TextRange name;
  TextRange mime_type;
  TextRange uri;
};
static_assert(sizeof(ImageRecord) == 24);

struct InstanceRecord {
  std::uint32_t joint;
  std::uint32_t mesh;
  std::int32_t skin;  // -1: none.
  std::uint32_t first_slot;
};
static_assert(sizeof(InstanceRecord) == 16);

// Where the arrays of a section begin, from its own beginning, and where the last one ends.
struct SkeletonPlaces {
  std::uint64_t parents, file_nodes, level_begins, child_begins, names, rest, rest_blocks, end;
};
SkeletonPlaces PlacesOfSkeleton(const RuntimeHeader& header);

struct TablePlaces {
  std::uint64_t skins, clips, event_times, event_names, meshes, target_weights, target_names,
      primitives, instances, slot_rest, materials, textures, images, end;
};
TablePlaces PlacesOfTables(const RuntimeHeader& header);

struct SkinPlaces {
  std::uint64_t joints, inverse_bind, end;
};
SkinPlaces PlacesOfSkin(std::uint32_t joint_count);

// Sets of so many vertices.
struct PrimitivePlaces {
  std::uint64_t texcoords, colors, bounds, rigid_bounds, picking, vertices, end;
  bool fit;  // Within 64 bits.
};
PrimitivePlaces PlacesOfPrimitive(const PrimitiveRecord& record, std::uint32_t vertex_count);

// The section of a part.
inline std::uint64_t SkinSection(std::uint64_t skin) { return kFirstPartSection + skin; }
inline std::uint64_t ClipSection(const RuntimeHeader& header, std::uint64_t clip) {
  return SkinSection(header.skin_count) + clip;
}
inline std::uint64_t PrimitiveSection(const RuntimeHeader& header, std::uint64_t primitive) {
  return ClipSection(header, header.clip_count) + primitive;
}
inline std::uint64_t ImageSection(const RuntimeHeader& header, std::uint64_t image) {
  return PrimitiveSection(header, header.primitive_count) + image;
}
inline std::uint64_t SectionCount(const RuntimeHeader& header) {
  return ImageSection(header, header.image_count);
}

// A section's size with the zeros that fill it up.
inline std::uint64_t FilledUp(std::uint64_t size) {
  return size + (kCacheLineBytes - size % kCacheLineBytes) % kCacheLineBytes;
}

// An array inside bytes that were seen to hold it.
template <typename T>
std::span<const T> ArrayAt(std::span<const std::byte> bytes, std::uint64_t begin,
                           std::uint64_t count) {
  return {reinterpret_cast<const T*>(bytes.data() + begin), static_cast<std::size_t>(count)};
}

}  // namespace sinew
