// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/runtime_play.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "runtime/checksum.h"
#include "runtime/runtime_layout.h"
#include "sinew/hash.h"
#include "sinew/hierarchy.h"
#include "sinew/playback.h"
#include "sinew/runtime_file.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

namespace sinew::testing {
namespace {

class Player {
 public:
  explicit Player(const RuntimeFile& file) : file_(file) {
    const std::uint32_t joints = file.skeleton().joint_count();
    pose_ = Pose(joints, static_cast<std::uint32_t>(file.morph_rest().size()));
    model_from_joint_.resize(joints);
    for (std::uint32_t i = 0; i < file.skin_count(); ++i) skins_.push_back(Had(file.skin(i)));
    for (std::uint32_t i = 0; i < file.primitive_count(); ++i) {
      primitives_.push_back(Had(file.primitive(i)));
    }
  }

  RuntimePlay Play() {
    for (std::uint32_t i = 0; i < file_.clip_count(); ++i) {
      if (const std::optional<PackedClipView> clip = Had(file_.clip(i))) PlayClip(*clip);
    }
    for (std::uint32_t i = 0; i < file_.mesh_count(); ++i) {
      const RuntimeMesh mesh = file_.mesh(i);
      AddText(mesh.name);
      for (std::size_t k = 0; k < mesh.morph_names.size(); ++k) AddText(mesh.morph_names[k]);
    }
    for (std::uint32_t j = 0; j < file_.skeleton().joint_count(); ++j) {
      AddText(file_.skeleton().name(j));
    }
    play_.hash = hash_.value();
    return play_;
  }

 private:
  template <typename T>
  std::optional<T> Had(const Result<T>& part) {
    if (part.ok()) return *part;
    if (play_.refused.empty()) play_.refused = Describe(part.failure());
    return std::nullopt;
  }

  void AddText(std::string_view text) { hash_.Add(std::as_bytes(std::span(text))); }

  void PlayClip(const PackedClipView& clip) {
    const double length_s = static_cast<double>(clip.duration_s());
    for (const double part : {0.11, 0.77, 1.0}) PlayMoment(clip, length_s * part);
    SkinMoment();
    std::vector<EventHit> hits(clip.events().size());
    EventsBetween(clip, LoopMode::kOnce, -1, DurationOf(clip) + 1, hits);
    for (const EventHit& hit : hits) {
      if (hit.event < clip.events().size()) AddText(clip.events()[hit.event].name);
    }
    const Transform motion =
        RootMotionBetween(clip, file_.skeleton(), LoopMode::kRepeat, 0, DurationOf(clip) / 2);
    hash_.Add(std::span(&motion, 1));
  }

  void PlayMoment(const PackedClipView& clip, double time_s) {
    const Error sampled = SampleJob{.skeleton = file_.skeleton(),
                                    .clip = clip,
                                    .time_s = time_s,
                                    .morph_rest = file_.morph_rest(),
                                    .pose = pose_}
                              .Run();
    if (sampled != Error::kNone) {
      play_.keeps_promises = false;
      return;
    }
    ++play_.poses;
    for (std::uint32_t j = 0; j < pose_.joint_count(); ++j) {
      const Transform local = pose_.joint(j);
      const Quat q = local.rotation;
      const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
      const Vec3 t = local.translation, s = local.scale;
      // A hair more than 1e18 is as good: see the checks of packed clips.
      for (const float v : {t.x, t.y, t.z, s.x, s.y, s.z}) {
        if (!(v >= -1.01e18f && v <= 1.01e18f)) play_.keeps_promises = false;
      }
      if (!(squared > 0.9999f && squared < 1.0001f)) play_.keeps_promises = false;
      hash_.Add(std::span(&local, 1));
    }
    hash_.Add(std::span<const float>(pose_.morphs()));
  }

  // Of the pose that was sampled last.
  void SkinMoment() {
    const Error walked =
        LocalToModelJob{
            .skeleton = file_.skeleton(), .pose = pose_, .model_from_joint = model_from_joint_}
            .Run();
    if (walked != Error::kNone) return;  // Products of large numbers.
    for (std::uint32_t i = 0; i < file_.instance_count(); ++i) SkinInstance(file_.instance(i));
  }

  void SkinInstance(const MeshInstance& instance) {
    std::vector<Affine> palette(1, model_from_joint_[instance.joint]);
    if (instance.skin) {
      const std::optional<SkinView>& skin = skins_[*instance.skin];
      if (!skin) return;
      palette.resize(skin->size());
      const Error made =
          PaletteJob{.skin = *skin, .model_from_joint = model_from_joint_, .palette = palette}
              .Run();
      if (made != Error::kNone) return;
      hash_.Add(std::span<const Affine>(palette));
    }
    const RuntimeMesh mesh = file_.mesh(instance.mesh);
    for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
      const std::optional<RuntimePrimitive>& primitive = primitives_[mesh.first_primitive + i];
      if (!primitive) continue;
      const std::uint32_t count = primitive->mesh.vertex_count();
      for (const VertexOrder order : {VertexOrder::kPrepared, VertexOrder::kFile}) {
        std::vector<Vec3> positions(count), normals(count);
        std::vector<Vec4> tangents(count);
        const Error skinned =
            SkinJob{.mesh = primitive->mesh,
                    .morph_weights = std::span<const float>(pose_.morphs())
                                         .subspan(instance.first_morph, mesh.morph_weights.size()),
                    .palette = palette,
                    .order = order,
                    .positions = positions,
                    .normals = normals,
                    .tangents = tangents}
                .Run();
        if (skinned != Error::kNone) continue;
        hash_.Add(std::span<const Vec3>(positions));
        hash_.Add(std::span<const Vec3>(normals));
        hash_.Add(std::span<const Vec4>(tangents));
      }
      for (const std::uint32_t index : primitive->mesh.indices()) hash_.Add(index);
      hash_.Add(std::as_bytes(primitive->all_texcoords));
      hash_.Add(std::as_bytes(primitive->all_colors));
    }
  }

  const RuntimeFile& file_;
  RuntimePlay play_{};
  Hash64 hash_{};
  Pose pose_{};
  std::vector<Affine> model_from_joint_{};
  std::vector<std::optional<SkinView>> skins_{};
  std::vector<std::optional<RuntimePrimitive>> primitives_{};
};

}  // namespace

RuntimePlay PlayRuntime(std::span<const std::byte> bytes) {
  const Result<RuntimeFile> file = RuntimeFile::Open(bytes);
  if (!file.ok()) return {.refused = Describe(file.failure())};
  return Player(*file).Play();
}

void MendChecksums(std::span<std::byte> bytes) {
  RuntimeHeader header;
  if (bytes.size() < sizeof header) return;
  std::memcpy(&header, bytes.data(), sizeof header);
  const std::uint64_t room = (bytes.size() - sizeof header) / sizeof(RuntimeSection);
  const std::uint64_t count = std::min<std::uint64_t>(SectionCount(header), room);
  for (std::uint64_t i = 0; i < count; ++i) {
    std::byte* const at = bytes.data() + sizeof header + i * sizeof(RuntimeSection);
    RuntimeSection section;
    std::memcpy(&section, at, sizeof section);
    const std::uint64_t size = bytes.size();
    if (section.offset > size || section.size > size - section.offset) continue;
    if (FilledUp(section.size) > size - section.offset) continue;
    section.checksum = Checksum64(bytes.subspan(static_cast<std::size_t>(section.offset),
                                                static_cast<std::size_t>(FilledUp(section.size))));
    std::memcpy(at, &section, sizeof section);
  }
  header.size_bytes = bytes.size();
  std::memcpy(bytes.data(), &header, sizeof header);
  const std::uint64_t first =
      FilledUp(sizeof header + SectionCount(header) * sizeof(RuntimeSection));
  if (first > bytes.size()) return;
  header.checksum =
      Checksum64(bytes.subspan(kChecksumBegin, static_cast<std::size_t>(first) - kChecksumBegin));
  std::memcpy(bytes.data(), &header, sizeof header);
}

}  // namespace sinew::testing
