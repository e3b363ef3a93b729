// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/runtime_play.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <string_view>
#include <vector>

#include "runtime/checksum.h"
#include "runtime/runtime_layout.h"
#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/hash.h"
#include "sinew/picking.h"
#include "sinew/playback.h"
#include "sinew/runtime_file.h"
#include "sinew/sampling.h"

namespace sinew::testing {
namespace {

// A pose of a checked clip is usable, with unit rotations.
bool KeepsPromises(ConstPoseView pose) {
  for (std::uint32_t j = 0; j < pose.joint_count; ++j) {
    const Transform local = pose.joint(j);
    const Quat q = local.rotation;
    const float squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const Vec3 t = local.translation, s = local.scale;
    // A hair more than 1e18 is as good: see the checks of packed clips.
    for (const float v : {t.x, t.y, t.z, s.x, s.y, s.z}) {
      if (!(v >= -1.01e18f && v <= 1.01e18f)) return false;
    }
    if (!(squared > 0.9999f && squared < 1.0001f)) return false;
  }
  return true;
}

class Player {
 public:
  // The clips that can be had one by one: of a file of which another part is broken.
  RuntimePlay PlayClips(const RuntimeFile& file) {
    Pose pose(file.skeleton().joint_count(), static_cast<std::uint32_t>(file.morph_rest().size()));
    for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
      const Result<PackedClipView> clip = file.clip(i);
      if (!clip.ok()) continue;
      for (const double part : {0.11, 0.77, 1.0}) {
        const Error sampled = SampleJob{.skeleton = file.skeleton(),
                                        .clip = *clip,
                                        .time_s = part * static_cast<double>(clip->duration_s()),
                                        .morph_rest = file.morph_rest(),
                                        .pose = pose}
                                  .Run();
        if (sampled != Error::kNone || !KeepsPromises(pose)) play_.keeps_promises = false;
        ++play_.poses;
      }
      MeetEvents(*clip, file.skeleton());
    }
    return play_;
  }

  RuntimePlay PlayAsset(const Asset& asset, const std::vector<std::uint32_t>& clips) {
    AssetPose pose(asset);
    for (std::uint32_t p = 0; p < asset.file()->primitive_count(); ++p) {
      primitives_.push_back(asset.file()->primitive(p));
    }
    for (const std::uint32_t c : clips) {
      const ClipView& clip = asset.clips()[c];
      for (const double part : {0.11, 0.77, 1.0}) {
        // Products of large numbers may leave the range: then there are no matrices.
        const Error posed = pose.Sample(clip, part * static_cast<double>(clip.duration_s()));
        if (posed != Error::kNone && posed != Error::kValueNotFinite) play_.keeps_promises = false;
        if (!KeepsPromises(pose.pose())) play_.keeps_promises = false;
        ++play_.poses;
        AddPose(pose.pose());
        if (part == 1.0 && posed == Error::kNone) SkinMoment(pose);
      }
      MeetEvents(clip, asset.skeleton());
    }
    for (const AssetMesh& mesh : asset.meshes()) {
      AddText(mesh.name);
      for (std::size_t k = 0; k < mesh.morph_names.size(); ++k) AddText(mesh.morph_names[k]);
    }
    for (const Material& material : asset.materials()) {
      AddText(material.name);
      hash_.Add(std::span(&material.base_color, 1)).Add(std::span(&material.emissive, 1));
      const float factors[] = {material.metallic,          material.roughness,
                               material.normal_scale,      material.occlusion_strength,
                               material.emissive_strength, material.alpha_cutoff};
      hash_.Add(std::span(factors));
      for (const auto member : kMaterialTextures) {
        if (const std::optional<TextureUse>& use = material.*member) {
          AddText(asset.textures()[use->texture].name);
        }
      }
    }
    for (const ImageView& image : asset.images()) {
      AddText(image.name);
      AddText(image.uri);
      hash_.Add(image.bytes);
    }
    for (std::uint32_t j = 0; j < asset.skeleton().joint_count(); ++j) {
      AddText(asset.skeleton().name(j));
    }
    play_.hash = hash_.value();
    play_.pose_hash = pose_hash_.value();
    return play_;
  }

 private:
  void AddText(std::string_view text) { hash_.Add(std::as_bytes(std::span(text))); }

  void AddPose(ConstPoseView pose) {
    for (std::uint32_t j = 0; j < pose.joint_count; ++j) {
      const Transform local = pose.joint(j);
      hash_.Add(std::span(&local, 1));
      pose_hash_.Add(std::span(&local, 1));
    }
    hash_.Add(pose.morphs);
    pose_hash_.Add(pose.morphs);
  }

  void MeetEvents(const ClipView& clip, const SkeletonView& skeleton) {
    const ClipEvents events = clip.events();
    std::vector<EventHit> hits(events.size());
    EventsBetween(clip, LoopMode::kOnce, -1, DurationOf(clip) + 1, hits);
    for (const EventHit& hit : hits) {
      if (hit.event < events.size()) AddText(events[hit.event].name);
    }
    const Transform motion =
        RootMotionBetween(clip, skeleton, LoopMode::kRepeat, 0, DurationOf(clip) / 2);
    hash_.Add(std::span(&motion, 1));
  }

  void SkinMoment(AssetPose& pose) {
    const Asset& asset = pose.asset();
    for (std::uint32_t skin = 0; skin < asset.skins().size(); ++skin) {
      hash_.Add(pose.palette(skin));
      pose_hash_.Add(pose.palette(skin));
    }
    const DrawRange draws = asset.draws();
    for (const Draw draw : draws) {
      const AssetPrimitive& primitive = asset.primitives()[draw.primitive];
      const std::uint32_t count = primitive.vertices.vertex_count();
      for (const VertexOrder order : {VertexOrder::kPrepared, VertexOrder::kFile}) {
        std::vector<Vec3> positions(count), normals(count);
        std::vector<Vec4> tangents(count);
        const Error skinned = pose.Skin(
            draw,
            {.positions = positions, .normals = normals, .tangents = tangents, .order = order});
        if (skinned != Error::kNone) continue;
        hash_.Add(std::span<const Vec3>(positions));
        hash_.Add(std::span<const Vec3>(normals));
        hash_.Add(std::span<const Vec4>(tangents));
      }
      for (const std::uint32_t index : primitive.vertices.indices()) hash_.Add(index);
      hash_.Add(std::as_bytes(primitive.all_texcoords));
      hash_.Add(std::as_bytes(primitive.all_colors));
      PickThrough(pose, draw);
      const Box box = pose.bounds(draw);
      hash_.Add(std::span(&box.min, 1)).Add(std::span(&box.max, 1));
    }
  }

  // One ray, with the groups of the file.
  void PickThrough(AssetPose& pose, const Draw& draw) {
    const Asset& asset = pose.asset();
    const MeshInstance& instance = asset.instances()[draw.instance];
    const Result<RuntimePrimitive>& primitive = primitives_[draw.primitive];
    if (primitive.ok()) hash_.Add(primitive->gpu_vertices);
    if (!primitive.ok() || !primitive->picking || !instance.skin) return;
    std::vector<Box> scratch(primitive->picking->scratch_size());
    std::optional<RayHit> hit;
    const Error picked = PickJob{.mesh = *primitive->picking,
                                 .primitive = VertexSource(primitive->mesh, primitive->topology),
                                 .morph_weights = pose.morph_weights(draw.instance),
                                 .palette = pose.palette(*instance.skin),
                                 .rigid = pose.model_from_joint()[instance.joint],
                                 .ray = {.origin = {0.3f, 0.4f, 9}, .direction = {0, 0, -1}},
                                 .scratch = scratch,
                                 .hit = hit}
                             .Run();
    if (picked == Error::kNone && hit) hash_.Add(hit->triangle).Add(hit->joint);
  }

  RuntimePlay play_{};
  Hash64 hash_{}, pose_hash_{};
  std::vector<Result<RuntimePrimitive>> primitives_;  // Each is checked when it is asked for.
};

// Clips from 0 on.
std::vector<std::uint32_t> AllClips(std::size_t count) {
  std::vector<std::uint32_t> clips(count);
  std::iota(clips.begin(), clips.end(), 0u);
  return clips;
}

// No clips: all of them.
RuntimePlay Play(std::span<const std::byte> bytes,
                 std::optional<std::span<const std::uint32_t>> clips) {
  const Result<RuntimeFile> file = RuntimeFile::Open(bytes);
  if (!file.ok()) return {.refused = Describe(file.failure())};
  const Result<Asset> asset = Asset::Open(bytes);
  if (asset.ok()) {
    std::vector<std::uint32_t> played = AllClips(asset->clips().size());
    if (clips) {
      std::erase_if(played, [&](std::uint32_t c) { return std::ranges::count(*clips, c) == 0; });
    }
    return Player().PlayAsset(*asset, played);
  }
  RuntimePlay play = Player().PlayClips(*file);
  play.refused = Describe(asset.failure());
  return play;
}

// A section's number, or nothing for a place in header, table or between sections.
std::optional<std::uint64_t> SectionAt(std::span<const std::byte> whole,
                                       const RuntimeHeader& header, std::size_t place) {
  for (std::uint64_t i = 0; i < SectionCount(header); ++i) {
    RuntimeSection section;
    std::memcpy(&section, whole.data() + sizeof header + i * sizeof section, sizeof section);
    if (place >= section.offset && place - section.offset < FilledUp(section.size)) return i;
  }
  return std::nullopt;
}

}  // namespace

RuntimePlay PlayRuntime(std::span<const std::byte> bytes) { return Play(bytes, std::nullopt); }

RuntimePlay PlayRuntime(std::span<const std::byte> bytes, std::span<const std::uint32_t> clips) {
  return Play(bytes, clips);
}

std::vector<std::uint32_t> ClipsReached(std::span<const std::byte> whole,
                                        std::span<const std::size_t> changed) {
  RuntimeHeader header;
  std::memcpy(&header, whole.data(), sizeof header);
  std::vector<std::uint32_t> reached;
  for (const std::size_t place : changed) {
    const std::optional<std::uint64_t> section = SectionAt(whole, header, place);
    if (!section || *section < ClipSection(header, 0)) return AllClips(header.clip_count);
    const std::uint64_t clip = *section - ClipSection(header, 0);
    if (clip < header.clip_count) reached.push_back(static_cast<std::uint32_t>(clip));
  }
  if (reached.empty() && !changed.empty()) {
    reached.push_back(static_cast<std::uint32_t>(changed[0] % header.clip_count));
  }
  return reached;
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
