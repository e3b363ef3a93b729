// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Gathers the parts of a model, lays them out, and sums them up. What is written has been opened
// and looked at before it is given out: no file leaves here that would be refused.
#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/part_ruler.h"
#include "math/box.h"
#include "math/usable.h"
#include "model/equal_images.h"
#include "runtime/bounds_budget.h"
#include "runtime/checksum.h"
#include "runtime/runtime_layout.h"
#include "runtime/runtime_materials.h"
#include "sinew/clip_boxes.h"
#include "sinew/floating_point.h"
#include "sinew/hash.h"
#include "sinew/joint_reach.h"
#include "sinew/model_facts.h"
#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "sinew/vertex_format.h"

namespace sinew {
namespace {

std::uint32_t Count(std::size_t size) { return static_cast<std::uint32_t>(size); }

std::int32_t IndexOf(std::optional<std::uint32_t> index) {
  return index ? static_cast<std::int32_t>(*index) : -1;
}

// For the boxes of all clips: about a second.
constexpr std::uint64_t kMostSweepWork = 100'000'000;

// A section while it is filled: arrays at the places that the layout gives.
class SectionBytes {
 public:
  explicit SectionBytes(std::uint64_t size) : bytes_(static_cast<std::size_t>(size)) {}

  template <typename T>
  void Put(std::uint64_t begin, std::span<const T> items) {
    if (items.empty()) return;
    std::memcpy(bytes_.data() + begin, items.data(), items.size_bytes());
  }
  template <typename T>
  void Put(std::uint64_t begin, const std::vector<T>& items) {
    Put(begin, std::span<const T>(items));
  }
  std::vector<std::byte> Take() && { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

class Writer {
 public:
  Writer(const Model& model, std::span<const PackedClip> clips,
         const RuntimeFileOptions& file_options)
      : model_(model),
        clips_(clips),
        file_options_(file_options),
        bounds_budget_(VertexCount(model)) {
    std::copy(kRuntimeMagic.begin(), kRuntimeMagic.end(), header_.magic);
    header_.order = kRuntimeOrder;
    header_.format_version = kRuntimeFormatVersion;
    header_.arithmetic_version = kArithmeticVersion;
    if (!clips.empty()) header_.point_distance = clips[0].point_distance();
    for (const PackedClip& clip : clips) {  // What all of them keep.
      header_.error_bound = std::max(header_.error_bound, clip.error_bound());
      header_.point_distance = std::min(header_.point_distance, clip.point_distance());
      header_.morph_error = std::max(header_.morph_error, clip.morph_error());
    }
  }

  Result<AlignedBytes> Write() {
    AddSkeleton();
    AddTables();
    if (refusal_) return *std::move(refusal_);
    for (const Skin& skin : model_.skins()) AddSkin(skin);
    for (const PackedClip& clip : clips_) {
      sections_.emplace_back(clip.bytes().begin(), clip.bytes().end());
    }
    for (std::vector<std::byte>& primitive : primitives_) {
      sections_.push_back(std::move(primitive));
    }
    for (std::uint32_t i = 0; i < model_.images().size(); ++i) {
      const bool embeds = file_options_.embed_images && first_of_equal_[i] == i;
      const std::span<const std::byte> bytes = model_.images()[i].bytes;
      sections_.emplace_back(bytes.begin(), embeds ? bytes.end() : bytes.begin());
    }
    if (text_.size() > std::numeric_limits<std::uint32_t>::max()) {
      return Failure{FailureCode::kLimit, "", "has more names than 32 bits count the bytes of"};
    }
    const auto text = std::as_bytes(std::span(text_));
    sections_[kTextSection].assign(text.begin(), text.end());
    return Joined();
  }

 private:
  TextRange Text(std::string_view text) {
    const TextRange range{Count(text_.size()), Count(text.size())};
    text_ += text;
    return range;
  }

  void AddSkeleton() {
    const SkeletonView::Parts parts = SkeletonView(model_.skeleton()).parts();
    header_.joint_count = model_.skeleton().joint_count();
    header_.level_count = Count(parts.level_begins.size());
    std::vector<TextRange> names;
    for (std::size_t joint = 0; joint < parts.names.size(); ++joint) {
      names.push_back(Text(parts.names[joint]));
    }
    const SkeletonPlaces places = PlacesOfSkeleton(header_);
    SectionBytes section(places.end);
    section.Put(places.parents, parts.parents);
    section.Put(places.file_nodes, parts.file_nodes);
    section.Put(places.level_begins, parts.level_begins);
    section.Put(places.child_begins, parts.child_begins);
    section.Put(places.names, names);
    section.Put(places.rest, parts.rest);
    section.Put(places.rest_blocks, parts.rest_blocks);
    sections_[kSkeletonSection] = std::move(section).Take();
  }

  void AddTables() {
    std::vector<SkinRecord> skins;
    for (const Skin& skin : model_.skins()) {
      skins.push_back({Text(skin.name()), IndexOf(skin.root()), skin.size()});
    }
    const std::vector<Box> boxes = BoxesOfClips();
    std::vector<ClipRecord> clips;
    std::vector<float> event_times;
    std::vector<TextRange> event_names;
    for (const PackedClip& clip : clips_) {
      clips.push_back({.name = Text(clip.name()),
                       .duration_s = clip.duration_s(),
                       .error_bound = clip.error_bound(),
                       .worst_error = clip.report().worst_error,
                       .worst_morph_error = clip.report().worst_morph_error,
                       .joint_bound = clip.joint_bound(),
                       .morph_bound = clip.morph_bound(),
                       .root_motion_joint = IndexOf(clip.root_motion_joint()),
                       .first_event = Count(event_times.size()),
                       .event_count = Count(clip.events().size()),
                       .kind = clip.form() == ClipForm::kExact ? kClipIsExact : kClipIsPacked,
                       .source_bytes = clip.report().source_bytes,
                       .box = boxes[clips.size()]});
      for (const ClipEvent& event : clip.events()) {
        event_times.push_back(event.time_s);
        event_names.push_back(Text(event.name));
      }
    }
    std::vector<MeshRecord> meshes;
    std::vector<float> target_weights;
    std::vector<TextRange> target_names;
    std::vector<PrimitiveRecord> primitives;
    FindMeshesWithoutSkin();
    for (const Mesh& mesh : model_.meshes()) {
      meshes.push_back({.name = Text(mesh.name()),
                        .first_primitive = Count(primitives.size()),
                        .primitive_count = Count(mesh.primitives().size()),
                        .first_target = Count(target_weights.size()),
                        .target_count = mesh.morph_count()});
      target_weights.insert(target_weights.end(), mesh.morph_weights().begin(),
                            mesh.morph_weights().end());
      for (std::uint32_t i = 0; i < mesh.morph_count(); ++i) {
        target_names.push_back(mesh.morph_names().empty() ? TextRange{}
                                                          : Text(mesh.morph_names()[i]));
      }
      for (std::uint32_t i = 0; i < mesh.primitives().size(); ++i) {
        primitives.push_back(AddPrimitive(mesh, i));
      }
    }
    std::vector<InstanceRecord> instances;
    for (const MeshInstance& instance : model_.instances()) {
      instances.push_back(
          {instance.joint, instance.mesh, IndexOf(instance.skin), instance.first_morph});
    }
    std::vector<MaterialRecord> materials;
    for (const Material& material : model_.materials()) {
      materials.push_back(RecordOf(material));
      materials.back().name = Text(material.name);
    }
    std::vector<TextureRecord> textures;
    for (const Texture& texture : model_.textures()) {
      textures.push_back(RecordOf(texture));
      // Of equal images only the first is embedded.
      if (texture.image && file_options_.embed_images) {
        textures.back().image = static_cast<std::int32_t>(first_of_equal_[*texture.image]);
      }
      textures.back().name = Text(texture.name);
      textures.back().sampler_name = Text(texture.sampler.name);
    }
    std::vector<ImageRecord> images;
    for (const Image& image : model_.images()) {
      images.push_back({Text(image.name), Text(image.mime_type), Text(image.uri)});
    }
    header_.material_count = Count(materials.size());
    header_.texture_count = Count(textures.size());
    header_.image_count = Count(images.size());
    header_.skin_count = Count(skins.size());
    header_.clip_count = Count(clips.size());
    header_.event_count = Count(event_times.size());
    header_.mesh_count = Count(meshes.size());
    header_.target_count = Count(target_weights.size());
    header_.primitive_count = Count(primitives.size());
    header_.instance_count = Count(instances.size());
    header_.slot_count = Count(model_.morph_rest().size());
    const TablePlaces places = PlacesOfTables(header_);
    SectionBytes section(places.end);
    section.Put(places.skins, skins);
    section.Put(places.clips, clips);
    section.Put(places.event_times, event_times);
    section.Put(places.event_names, event_names);
    section.Put(places.meshes, meshes);
    section.Put(places.target_weights, target_weights);
    section.Put(places.target_names, target_names);
    section.Put(places.primitives, primitives);
    section.Put(places.instances, instances);
    section.Put(places.slot_rest, model_.morph_rest());
    section.Put(places.materials, materials);
    section.Put(places.textures, textures);
    section.Put(places.images, images);
    sections_[kTablesSection] = std::move(section).Take();
  }

  // Which stand somewhere without one.
  void FindMeshesWithoutSkin() {
    without_skin_.assign(model_.meshes().size(), false);
    for (const MeshInstance& instance : model_.instances()) {
      if (!instance.skin) without_skin_[instance.mesh] = true;
    }
  }

  // Whether a clip's bound holds for all vertices: whoever packs clips may choose other points.
  static bool BoundsVertices(const PackedClip& clip, std::span<const float> reach) {
    if (clip.form() == ClipForm::kExact) return true;
    return std::ranges::equal(reach, clip.joint_point_distance(), std::less_equal());
  }

  // The box of each clip as it is packed; empty where that would take long, is not usable, or where
  // it is not known how far the clip puts vertices from where they belong.
  std::vector<Box> BoxesOfClips() const {
    std::vector<Box> found(clips_.size());
    if (clips_.empty()) return found;
    const std::vector<float> reach = JointReach(model_);
    BoundsBudget budget(VertexCount(model_));
    for (const Mesh& mesh : model_.meshes()) {
      if (!budget.Take(mesh.joint_bound(), mesh.morph_count())) return found;
    }
    const ClipBoxes boxes(model_);
    for (std::size_t i = 0; i < clips_.size(); ++i) {
      const Clip& clip = model_.clips()[i];
      const std::uint64_t work = kMostSweepWork / clips_.size();
      if (boxes.LeastWork(clip) > work || !BoundsVertices(clips_[i], reach)) continue;
      const Result<ClipSweep> sweep =
          boxes.Sweep(clip, {.most_work = work}, clips_[i].morph_error());
      if (!sweep.ok() || sweep->box.empty()) continue;
      // No vertex of the packed clip is further from where the exact one has it.
      const Box box = scalar::NarrowOutwards(
          scalar::Grown(scalar::Widen(sweep->box), static_cast<double>(clips_[i].error_bound())));
      if (scalar::IsUsable(box.min) && scalar::IsUsable(box.max)) found[i] = box;
    }
    return found;
  }

  void AddSkin(const Skin& skin) {
    const SkinPlaces places = PlacesOfSkin(skin.size());
    SectionBytes section(places.end);
    section.Put(places.joints, skin.joints());
    section.Put(places.inverse_bind, skin.inverse_bind());
    sections_.push_back(std::move(section).Take());
  }

  // The prepared mesh, and what does not move, in the same order.
  PrimitiveRecord AddPrimitive(const Mesh& mesh, std::uint32_t index) {
    const Primitive& primitive = mesh.primitives()[index];
    const SkinnedMesh prepared = SkinnedMesh::Create(mesh, index);
    std::optional<PickMesh> picking;
    std::optional<SkinBounds> rigid;
    if (bounds_budget_.Take(prepared)) {
      picking = PickMesh::Create(prepared, primitive.topology);
      const auto number = static_cast<std::size_t>(&mesh - model_.meshes().data());
      if (!prepared.is_rigid() && without_skin_[number]) rigid = SkinBounds::CreateRigid(prepared);
    }
    PrimitiveRecord record{.mesh_bytes = prepared.size_bytes(),
                           .bounds_bytes = picking ? picking->bounds().bytes().size() : 0,
                           .rigid_bounds_bytes = rigid ? rigid->bytes().size() : 0,
                           .pick_bytes = picking ? picking->bytes().size() : 0,
                           .vertex_bytes = 0,
                           .vertex_flags = 0,
                           .vertex_joints = 0,
                           .material = IndexOf(primitive.material),
                           .topology = static_cast<std::uint32_t>(primitive.topology),
                           .texcoord_set_count = Count(primitive.texcoords.size()),
                           .color_set_count = Count(primitive.colors.size())};
    const std::vector<std::byte> vertices = GpuVertices(mesh, index, prepared, record);
    const PrimitivePlaces places = PlacesOfPrimitive(record, prepared.vertex_count());
    SectionBytes section(places.end);
    section.Put(0, prepared.bytes());
    section.Put(places.texcoords, InOrder(primitive.texcoords, prepared.file_vertices()));
    section.Put(places.colors, InOrder(primitive.colors, prepared.file_vertices()));
    if (picking) {
      section.Put(places.bounds, picking->bounds().bytes());
      section.Put(places.picking, picking->bytes());
    }
    if (rigid) section.Put(places.rigid_bounds, rigid->bytes());
    section.Put(places.vertices, vertices);
    primitives_.push_back(std::move(section).Take());
    return record;
  }

  // In the prepared order, as the options want them; none on a refusal, which is kept.
  std::vector<std::byte> GpuVertices(const Mesh& mesh, std::uint32_t index,
                                     const SkinnedMesh& prepared, PrimitiveRecord& record) {
    const Primitive& primitive = mesh.primitives()[index];
    if (!file_options_.vertex_flags || primitive.vertex_count() == 0 || refusal_) return {};
    const std::vector<Vec2> texcoords = Set0(primitive.texcoords, prepared.file_vertices());
    const std::vector<Vec4> colors = Set0(primitive.colors, prepared.file_vertices());
    const VertexSource source(prepared, primitive.topology, texcoords, colors);
    VertexFormat format = FormatOf(source);
    format.flags &= *file_options_.vertex_flags;
    if ((format.flags & kVertexSkinned) == 0) format.joints = JointForm::kUint8x4;
    std::vector<std::byte> bytes(std::size_t{primitive.vertex_count()} * VertexStride(format));
    const EncodeVerticesJob job{.primitive = source,
                                .format = format,
                                .clamp = file_options_.clamp_vertices,
                                .bytes = bytes};
    const VertexRefusal refused = job.Check();
    if (refused.error != Error::kNone) {
      refusal_ = Failure{FailureCode::kUnsupported,
                         "meshes/" + std::to_string(&mesh - model_.meshes().data()) +
                             "/primitives/" + std::to_string(index),
                         "the vertex format cannot hold vertex " +
                             std::to_string(prepared.file_vertices()[refused.vertex]) + ": " +
                             std::string(ErrorName(refused.error))};
      return {};
    }
    [[maybe_unused]] const Error error = job.Run();
    record.vertex_bytes = bytes.size();
    record.vertex_flags = format.flags;
    record.vertex_joints = static_cast<std::uint32_t>(format.joints);
    return bytes;
  }

  template <typename T>
  static std::vector<T> InOrder(const std::vector<std::vector<T>>& sets,
                                std::span<const std::uint32_t> file_vertices) {
    std::vector<T> all;
    for (const std::vector<T>& set : sets) {
      // A set may be missing below one that is there.
      for (const std::uint32_t vertex : file_vertices) {
        all.push_back(set.empty() ? T{} : set[vertex]);
      }
    }
    return all;
  }

  // The first set alone; a set may be missing below one that is there.
  template <typename T>
  static std::vector<T> Set0(const std::vector<std::vector<T>>& sets,
                             std::span<const std::uint32_t> file_vertices) {
    std::vector<T> set;
    if (sets.empty() || sets[0].empty()) return set;
    for (const std::uint32_t vertex : file_vertices) set.push_back(sets[0][vertex]);
    return set;
  }

  AlignedBytes Joined() {
    std::vector<RuntimeSection> table;
    const std::uint64_t first =
        FilledUp(sizeof(RuntimeHeader) + sections_.size() * sizeof(RuntimeSection));
    std::uint64_t next = first;
    for (const std::vector<std::byte>& section : sections_) {
      table.push_back({.offset = next, .size = section.size(), .checksum = 0});
      next += FilledUp(section.size());
    }
    AlignedBytes bytes(static_cast<std::size_t>(next));
    for (std::size_t i = 0; i < table.size(); ++i) {
      const std::span<std::byte> place =
          bytes.span().subspan(static_cast<std::size_t>(table[i].offset),
                               static_cast<std::size_t>(FilledUp(table[i].size)));
      std::copy(sections_[i].begin(), sections_[i].end(), place.begin());
      table[i].checksum = Checksum64(place);
    }
    header_.section_count = Count(table.size());
    header_.size_bytes = next;
    const auto put_header = [&] { std::memcpy(bytes.data(), &header_, sizeof header_); };
    put_header();
    std::memcpy(bytes.data() + sizeof header_, table.data(), table.size() * sizeof table[0]);
    header_.checksum = Checksum64(
        bytes.span().subspan(kChecksumBegin, static_cast<std::size_t>(first) - kChecksumBegin));
    put_header();
    return bytes;
  }

  const Model& model_;
  std::span<const PackedClip> clips_;
  const RuntimeFileOptions& file_options_;
  RuntimeHeader header_{};
  std::vector<bool> without_skin_;  // By mesh.
  BoundsBudget bounds_budget_;
  std::vector<std::uint32_t> first_of_equal_ = model::FirstOfEqualImages(model_.images());
  std::optional<Failure> refusal_;
  std::string text_;
  std::vector<std::vector<std::byte>> primitives_;
  std::vector<std::vector<std::byte>> sections_ =
      std::vector<std::vector<std::byte>>(kFirstPartSection);
};

}  // namespace

Result<AlignedBytes> WriteRuntimeFileWithClips(const Model& model,
                                               std::span<const PackedClip> clips,
                                               const RuntimeFileOptions& file_options) {
  const FloatEnvironmentGuard guard;
  if (file_options.vertex_flags && (*file_options.vertex_flags & ~kVertexFlags) != 0) {
    return Failure{FailureCode::kInvalid, "vertex_flags", "found flags that mean nothing"};
  }
  if (clips.size() != model.clips().size()) {
    return Failure{FailureCode::kInvalid, "clips",
                   "found " + std::to_string(clips.size()) + " packed clips, expected " +
                       std::to_string(model.clips().size())};
  }
  for (std::size_t i = 0; i < clips.size(); ++i) {
    if (clips[i].rest_hash() != model.skeleton().rest_hash()) {
      return Failure{FailureCode::kInvalid, "clips/" + std::to_string(i),
                     "was packed for another skeleton"};
    }
  }
  Result<AlignedBytes> bytes = Writer(model, clips, file_options).Write();
  if (!bytes.ok()) return bytes;
  const Result<RuntimeFile> file = RuntimeFile::Open(*bytes);
  if (!file.ok()) return file.failure();
  if (std::optional<Failure> failure = file->CheckAll()) return *std::move(failure);
  return bytes;
}

}  // namespace sinew
