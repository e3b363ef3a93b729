// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/runtime_file.h"

#include <cstring>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "math/usable.h"
#include "runtime/runtime_checks.h"
#include "runtime/runtime_layout.h"
#include "runtime/runtime_materials.h"
#include "runtime/runtime_parts.h"
#include "sinew/assertion.h"
#include "sinew/primitive_triangles.h"

namespace sinew {

namespace {

SkeletonView::Parts SkeletonPartsOf(std::span<const std::byte> bytes, std::string_view text) {
  const RuntimeHeader& header = HeaderOf(bytes);
  const std::span<const std::byte> section = BytesOf(bytes, kSkeletonSection);
  const SkeletonPlaces places = PlacesOfSkeleton(header);
  const std::uint64_t joints = header.joint_count;
  return {.parents = ArrayAt<std::int32_t>(section, places.parents, joints),
          .rest = ArrayAt<Transform>(section, places.rest, joints),
          .rest_blocks =
              ArrayAt<TransformBlock>(section, places.rest_blocks, BlockCount(header.joint_count)),
          .level_begins = ArrayAt<std::uint32_t>(section, places.level_begins, header.level_count),
          .child_begins = ArrayAt<std::uint32_t>(section, places.child_begins, joints + 1),
          .file_nodes = ArrayAt<std::uint32_t>(section, places.file_nodes, joints),
          .names = {ArrayAt<TextRange>(section, places.names, joints), text}};
}

std::string_view TextIn(std::span<const std::byte> bytes) {
  const std::span<const std::byte> text = BytesOf(bytes, kTextSection);
  return {reinterpret_cast<const char*>(text.data()), text.size()};
}

// Of the mesh that a primitive is of: the last that begins at it or before, and is not empty.
std::uint32_t TargetCount(std::span<const MeshRecord> meshes, std::uint32_t primitive) {
  const auto after =
      std::upper_bound(meshes.begin(), meshes.end(), primitive,
                       [](std::uint32_t p, const MeshRecord& m) { return p < m.first_primitive; });
  return after == meshes.begin() ? 0 : (after - 1)->target_count;
}

// As many as there are, with finite positions, joints that are there, and weights that sum to one
// or are all zero: a shader that reads them reads no other matrices than those of the skin.
bool GpuVerticesAreRight(std::span<const std::byte> bytes, const VertexFormat& format,
                         std::uint32_t vertex_count, std::uint32_t joint_bound) {
  if ((format.flags & ~kVertexFlags) != 0) return false;
  const VertexLayout layout = LayoutOf(format);
  if (!FitsIn(0, vertex_count, layout.stride, layout.stride, bytes.size()) ||
      bytes.size() / layout.stride != vertex_count || bytes.size() % layout.stride != 0) {
    return false;
  }
  const auto u8 = [&](std::size_t at) { return std::to_integer<std::uint32_t>(bytes[at]); };
  const auto u16 = [&](std::size_t at) { return u8(at) | u8(at + 1) << 8; };
  constexpr std::uint32_t kNotFinite = 0x7c00;  // The exponent of float16.
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const std::size_t at = std::size_t{v} * layout.stride;
    for (std::size_t c = 0; c < 3; ++c) {
      if ((u16(at + 2 * c) & kNotFinite) == kNotFinite) return false;
    }
    if (layout.joints == VertexLayout::kAbsent) continue;
    std::uint32_t sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const std::uint32_t joint = format.joints == JointForm::kUint16x4
                                      ? u16(at + layout.joints + 2 * k)
                                      : u8(at + layout.joints + k);
      const std::uint32_t weight = u8(at + layout.weights + k);
      if (weight == 0 ? joint != 0 : joint >= joint_bound) return false;
      sum += weight;
    }
    if (sum != 0 && sum != 255) return false;
  }
  return true;
}

template <typename T>
std::span<const T> SetOf(std::span<const T> all, std::uint32_t set, std::uint32_t vertex_count) {
  if (vertex_count == 0) return {};
  SINEW_ASSERT(set < all.size() / vertex_count);
  return all.subspan(std::size_t{set} * vertex_count, vertex_count);
}

}  // namespace

bool IsRuntimeFile(std::span<const std::byte> bytes) {
  return bytes.size() >= kRuntimeMagic.size() &&
         std::memcmp(bytes.data(), kRuntimeMagic.data(), kRuntimeMagic.size()) == 0;
}

std::uint32_t RuntimePrimitive::texcoord_set_count() const {
  const std::uint32_t vertices = mesh.vertex_count();
  return vertices == 0 ? 0 : static_cast<std::uint32_t>(all_texcoords.size() / vertices);
}
std::uint32_t RuntimePrimitive::color_set_count() const {
  const std::uint32_t vertices = mesh.vertex_count();
  return vertices == 0 ? 0 : static_cast<std::uint32_t>(all_colors.size() / vertices);
}
std::span<const Vec2> RuntimePrimitive::texcoords(std::uint32_t set) const {
  return SetOf(all_texcoords, set, mesh.vertex_count());
}
std::span<const Vec4> RuntimePrimitive::colors(std::uint32_t set) const {
  return SetOf(all_colors, set, mesh.vertex_count());
}

Result<RuntimeFile> RuntimeFile::Open(std::span<const std::byte> bytes) {
  if (auto failure = CheckFrame(bytes)) return *std::move(failure);
  const RuntimeHeader& header = HeaderOf(bytes);
  RuntimeFile file;
  file.bytes_ = bytes;
  file.info_ = {.format_version = header.format_version,
                .arithmetic_version = header.arithmetic_version,
                .size_bytes = header.size_bytes,
                .checksum = header.checksum,
                .error_bound = header.error_bound,
                .point_distance = header.point_distance,
                .morph_error = header.morph_error};
  const std::string_view text = TextIn(bytes);
  const SkeletonView::Parts parts = SkeletonPartsOf(bytes, text);
  const std::span<const TextRange> names = ArrayAt<TextRange>(
      BytesOf(bytes, kSkeletonSection), PlacesOfSkeleton(header).names, header.joint_count);
  TextClaims texts(text.size());
  if (!texts.Take(names)) {
    return Broken("skeleton/names", kNoSuchText);
  }
  Result<SkeletonView> skeleton = SkeletonView::Create(parts);
  if (!skeleton.ok()) {
    const Failure& failure = skeleton.failure();
    return Broken("skeleton/" + failure.place, failure.message);
  }
  file.skeleton_ = *skeleton;
  if (auto failure = CheckTables(header, file.tables(), texts)) return *std::move(failure);
  return file;
}

RuntimeFile::Tables RuntimeFile::tables() const {
  const RuntimeHeader& header = HeaderOf(bytes_);
  const TablePlaces places = PlacesOfTables(header);
  const std::span<const std::byte> section = BytesOf(bytes_, kTablesSection);
  return {
      .skins = ArrayAt<SkinRecord>(section, places.skins, header.skin_count),
      .clips = ArrayAt<ClipRecord>(section, places.clips, header.clip_count),
      .event_times = ArrayAt<float>(section, places.event_times, header.event_count),
      .event_names = ArrayAt<TextRange>(section, places.event_names, header.event_count),
      .meshes = ArrayAt<MeshRecord>(section, places.meshes, header.mesh_count),
      .target_weights = ArrayAt<float>(section, places.target_weights, header.target_count),
      .target_names = ArrayAt<TextRange>(section, places.target_names, header.target_count),
      .primitives = ArrayAt<PrimitiveRecord>(section, places.primitives, header.primitive_count),
      .instances = ArrayAt<InstanceRecord>(section, places.instances, header.instance_count),
      .slot_rest = ArrayAt<float>(section, places.slot_rest, header.slot_count),
      .materials = ArrayAt<MaterialRecord>(section, places.materials, header.material_count),
      .textures = ArrayAt<TextureRecord>(section, places.textures, header.texture_count),
      .images = ArrayAt<ImageRecord>(section, places.images, header.image_count)};
}

std::string_view RuntimeFile::TextOf(TextRange range) const {
  return TextIn(bytes_).substr(range.begin, range.size);
}

Result<std::span<const std::byte>> RuntimeFile::Section(std::uint64_t index, const char* kind,
                                                        std::uint64_t number) const {
  if (!ChecksumHolds(bytes_, index)) {
    return Broken(std::string(kind) + "/" + std::to_string(number),
                  "the checksum does not hold: the file is damaged");
  }
  return BytesOf(bytes_, index);
}

std::span<const float> RuntimeFile::morph_rest() const { return tables().slot_rest; }

// --- skins ---

std::uint32_t RuntimeFile::skin_count() const { return HeaderOf(bytes_).skin_count; }

std::string_view RuntimeFile::skin_name(std::uint32_t skin) const {
  SINEW_ASSERT(skin < skin_count());
  return TextOf(tables().skins[skin].name);
}

Result<SkinView> RuntimeFile::skin(std::uint32_t skin) const {
  SINEW_ASSERT(skin < skin_count());
  const auto section = Section(SkinSection(skin), "skins", skin);
  if (!section.ok()) return section.failure();
  const SkinRecord& record = tables().skins[skin];
  const SkinPlaces places = PlacesOfSkin(record.joint_count);
  if (places.end != section->size()) {
    return Broken("skins/" + std::to_string(skin), "is not as long as its joints need");
  }
  Result<SkinView> view = SkinView::Create(
      {.name = TextOf(record.name),
       .joints = ArrayAt<std::int32_t>(*section, places.joints, record.joint_count),
       .inverse_bind = ArrayAt<Affine>(*section, places.inverse_bind, record.joint_count),
       .root = OptionalOf(record.root)},
      skeleton_.joint_count());
  if (!view.ok()) return Below("skins", skin, view.failure());
  return view;
}

// --- clips ---

std::uint32_t RuntimeFile::clip_count() const { return HeaderOf(bytes_).clip_count; }

RuntimeClip RuntimeFile::clip_info(std::uint32_t clip) const {
  SINEW_ASSERT(clip < clip_count());
  const Tables tables = this->tables();
  const ClipRecord& record = tables.clips[clip];
  const NameList names(tables.event_names.subspan(record.first_event, record.event_count),
                       TextIn(bytes_));
  const std::uint64_t section = ClipSection(HeaderOf(bytes_), clip);
  return {.name = TextOf(record.name),
          .duration_s = record.duration_s,
          .error_bound = record.error_bound,
          .worst_error = record.worst_error,
          .worst_morph_error = record.worst_morph_error,
          .events = {tables.event_times.subspan(record.first_event, record.event_count), names},
          .root_motion_joint = OptionalOf(record.root_motion_joint),
          .form = record.kind == kClipIsExact ? ClipForm::kExact : ClipForm::kPacked,
          .source_bytes = record.source_bytes,
          .box = record.box,
          .size_bytes = SectionOf(bytes_, section).size};
}

std::optional<std::uint32_t> RuntimeFile::FindClip(std::string_view name) const {
  const std::span<const ClipRecord> clips = tables().clips;
  for (std::uint32_t i = 0; i < clips.size(); ++i) {
    if (TextOf(clips[i].name) == name) return i;
  }
  return std::nullopt;
}

Result<PackedClipView> RuntimeFile::clip(std::uint32_t clip) const {
  SINEW_ASSERT(clip < clip_count());
  const auto section = Section(ClipSection(HeaderOf(bytes_), clip), "clips", clip);
  if (!section.ok()) return section.failure();
  const ClipRecord& record = tables().clips[clip];
  const RuntimeClip info = clip_info(clip);
  Result<PackedClipView> view = PackedClipView::Create({.form = info.form,
                                                        .name = info.name,
                                                        .duration_s = info.duration_s,
                                                        .error_bound = info.error_bound,
                                                        .joint_bound = record.joint_bound,
                                                        .morph_bound = record.morph_bound,
                                                        .rest_hash = skeleton_.rest_hash(),
                                                        .events = info.events,
                                                        .root_motion_joint = info.root_motion_joint,
                                                        .bytes = *section});
  if (!view.ok()) return Below("clips", clip, view.failure());
  return view;
}

// --- meshes ---

std::uint32_t RuntimeFile::mesh_count() const { return HeaderOf(bytes_).mesh_count; }

RuntimeMesh RuntimeFile::mesh(std::uint32_t mesh) const {
  SINEW_ASSERT(mesh < mesh_count());
  const Tables tables = this->tables();
  const MeshRecord& record = tables.meshes[mesh];
  return {.name = TextOf(record.name),
          .first_primitive = record.first_primitive,
          .primitive_count = record.primitive_count,
          .morph_weights = tables.target_weights.subspan(record.first_target, record.target_count),
          .morph_names = {tables.target_names.subspan(record.first_target, record.target_count),
                          TextIn(bytes_)}};
}

std::uint32_t RuntimeFile::primitive_count() const { return HeaderOf(bytes_).primitive_count; }

std::uint64_t RuntimeFile::primitive_bytes(std::uint32_t primitive) const {
  SINEW_ASSERT(primitive < primitive_count());
  return SectionOf(bytes_, PrimitiveSection(HeaderOf(bytes_), primitive)).size;
}

Result<RuntimePrimitive> RuntimeFile::primitive(std::uint32_t primitive) const {
  SINEW_ASSERT(primitive < primitive_count());
  const auto section =
      Section(PrimitiveSection(HeaderOf(bytes_), primitive), "primitives", primitive);
  if (!section.ok()) return section.failure();
  const PrimitiveRecord& record = tables().primitives[primitive];
  const auto broken = [primitive](const char* message) {
    return Broken("primitives/" + std::to_string(primitive), message);
  };
  if (record.mesh_bytes > section->size()) return broken("is not as long as its mesh");
  const Result<SkinnedMeshView> mesh =
      SkinnedMeshView::Create(section->first(static_cast<std::size_t>(record.mesh_bytes)));
  if (!mesh.ok()) return Below("primitives", primitive, mesh.failure());
  if (mesh->morph_count() != TargetCount(tables().meshes, primitive)) {
    return broken("has other morph targets than its mesh");
  }
  const std::uint32_t vertex_count = mesh->vertex_count();
  const PrimitivePlaces places = PlacesOfPrimitive(record, vertex_count);
  if (!places.fit || places.end != section->size()) {
    return broken("is not as long as its vertices need");
  }
  RuntimePrimitive found{.mesh = *mesh,
                         .topology = static_cast<Topology>(record.topology),
                         .material = OptionalOf(record.material)};
  found.all_texcoords = ArrayAt<Vec2>(*section, places.texcoords,
                                      std::uint64_t{record.texcoord_set_count} * vertex_count);
  found.all_colors =
      ArrayAt<Vec4>(*section, places.colors, std::uint64_t{record.color_set_count} * vertex_count);
  if (!scalar::AllUsable(std::as_bytes(found.all_texcoords)) ||
      !scalar::AllUsable(std::as_bytes(found.all_colors))) {
    return broken("has texture coordinates or colours that are not usable");
  }
  const auto part = [&](std::uint64_t begin, std::uint64_t size) {
    return section->subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
  };
  const std::uint32_t joint_bound = mesh->is_rigid() ? 0 : mesh->joint_bound();
  const auto bounds_of = [&](std::uint64_t begin, std::uint64_t size, std::uint32_t joint_count,
                             std::optional<SkinBoundsView>& bounds) -> std::optional<Failure> {
    if (size == 0) return std::nullopt;
    const Result<SkinBoundsView> view = SkinBoundsView::Create(part(begin, size));
    if (!view.ok()) return Below("primitives", primitive, Below("bounds", view.failure()));
    if (view->joint_count() != joint_count || view->morph_count() != mesh->morph_count()) {
      return broken("has bounds of another mesh");
    }
    bounds = *view;
    return std::nullopt;
  };
  if (auto failure = bounds_of(places.bounds, record.bounds_bytes, joint_bound, found.bounds)) {
    return *std::move(failure);
  }
  if (auto failure =
          bounds_of(places.rigid_bounds, record.rigid_bounds_bytes, 0, found.rigid_bounds)) {
    return *std::move(failure);
  }
  if (record.vertex_bytes == 0) {
    if (record.vertex_flags != 0 || record.vertex_joints != 0)
      return broken("has a format of none");
  } else {
    found.gpu_vertices = part(places.vertices, record.vertex_bytes);
    found.gpu_format = {.flags = record.vertex_flags,
                        .joints = static_cast<JointForm>(record.vertex_joints)};
    if (record.vertex_joints > 1 ||
        !GpuVerticesAreRight(found.gpu_vertices, found.gpu_format, vertex_count, joint_bound)) {
      return broken("has vertices for a GPU that are none of its own");
    }
  }
  if (record.pick_bytes == 0) return found;
  if (!found.bounds) return broken("has picking groups without bounds");
  const Result<PickMeshView> picking =
      PickMeshView::Create(part(places.picking, record.pick_bytes), *found.bounds);
  if (!picking.ok()) {
    return Below("primitives", primitive, Below("picking", picking.failure()));
  }
  if (picking->vertex_count() != vertex_count ||
      picking->triangle_count() != TriangleCount(found.topology, mesh->indices().size())) {
    return broken("has picking groups of another mesh");
  }
  found.picking = *picking;
  return found;
}

// --- instances ---

std::uint32_t RuntimeFile::instance_count() const { return HeaderOf(bytes_).instance_count; }

MeshInstance RuntimeFile::instance(std::uint32_t instance) const {
  SINEW_ASSERT(instance < instance_count());
  const InstanceRecord& record = tables().instances[instance];
  return {.joint = record.joint,
          .mesh = record.mesh,
          .skin = OptionalOf(record.skin),
          .first_morph = record.first_slot};
}

// --- materials ---

std::uint32_t RuntimeFile::material_count() const { return HeaderOf(bytes_).material_count; }

RuntimeMaterial RuntimeFile::material(std::uint32_t material) const {
  SINEW_ASSERT(material < material_count());
  const MaterialRecord& record = tables().materials[material];
  return {.name = TextOf(record.name), .properties = MaterialOf(record)};
}

std::uint32_t RuntimeFile::texture_count() const { return HeaderOf(bytes_).texture_count; }

RuntimeTexture RuntimeFile::texture(std::uint32_t texture) const {
  SINEW_ASSERT(texture < texture_count());
  const TextureRecord& record = tables().textures[texture];
  return {.name = TextOf(record.name),
          .sampler_name = TextOf(record.sampler_name),
          .properties = TextureOf(record)};
}

std::uint32_t RuntimeFile::image_count() const { return HeaderOf(bytes_).image_count; }

std::uint64_t RuntimeFile::image_bytes(std::uint32_t image) const {
  SINEW_ASSERT(image < image_count());
  return SectionOf(bytes_, ImageSection(HeaderOf(bytes_), image)).size;
}

Result<ImageView> RuntimeFile::image(std::uint32_t image) const {
  SINEW_ASSERT(image < image_count());
  const auto section = Section(ImageSection(HeaderOf(bytes_), image), "images", image);
  if (!section.ok()) return section.failure();
  const ImageRecord& record = tables().images[image];
  return ImageView{.name = TextOf(record.name),
                   .mime_type = TextOf(record.mime_type),
                   .uri = TextOf(record.uri),
                   .bytes = *section};
}

std::optional<Failure> RuntimeFile::CheckAll() const {
  for (std::uint32_t i = 0; i < skin_count(); ++i) {
    if (const auto part = skin(i); !part.ok()) return part.failure();
  }
  for (std::uint32_t i = 0; i < clip_count(); ++i) {
    if (const auto part = clip(i); !part.ok()) return part.failure();
  }
  for (std::uint32_t i = 0; i < primitive_count(); ++i) {
    if (const auto part = primitive(i); !part.ok()) return part.failure();
  }
  for (std::uint32_t i = 0; i < image_count(); ++i) {
    if (const auto part = image(i); !part.ok()) return part.failure();
  }
  return std::nullopt;
}

}  // namespace sinew
