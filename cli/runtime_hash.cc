// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime_hash.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

namespace sinew::cli {
namespace {

// Sorts numbers 0, 1, 2... by a key; equal ones keep their order.
template <typename Key>
std::vector<std::uint32_t> SortedBy(std::uint32_t count, Key key) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return key(a) != key(b) ? key(a) < key(b) : a < b;
  });
  return order;
}

// A runtime file, posed; all in file order, as PosedScene.
class PosedRuntime {
 public:
  explicit PosedRuntime(const RuntimeFile& file)
      : file_(file),
        joints_(SortedBy(file.skeleton().joint_count(),
                         [&](std::uint32_t joint) { return file.skeleton().file_node(joint); })),
        instances_(SortedBy(
            file.instance_count(),
            [&](std::uint32_t i) { return file.skeleton().file_node(file.instance(i).joint); })),
        pose_(file.skeleton().joint_count(), static_cast<std::uint32_t>(file.morph_rest().size())),
        model_from_joint_(file.skeleton().joint_count()) {
    for (std::uint32_t i = 0; i < file.skin_count(); ++i) {
      skins_.push_back(*file.skin(i));
      palettes_.emplace_back(skins_.back().size());
    }
    for (std::uint32_t i = 0; i < file.primitive_count(); ++i) {
      primitives_.push_back(file.primitive(i)->mesh);
    }
  }

  Error Pose(const ClipView& clip, double time_s) {
    Error error = SampleJob{.skeleton = file_.skeleton(),
                            .clip = clip,
                            .time_s = time_s,
                            .morph_rest = file_.morph_rest(),
                            .pose = pose_}
                      .Run();
    if (error != Error::kNone) return error;
    error =
        LocalToModelJob{
            .skeleton = file_.skeleton(), .pose = pose_, .model_from_joint = model_from_joint_}
            .Run();
    for (std::size_t i = 0; i < skins_.size() && error == Error::kNone; ++i) {
      error =
          PaletteJob{
              .skin = skins_[i], .model_from_joint = model_from_joint_, .palette = palettes_[i]}
              .Run();
    }
    return error;
  }

  void AddLocal(Hash64& hash) const {
    for (const std::uint32_t joint : joints_) {
      const Transform local = pose_.joint(joint);
      hash.Add(std::span<const Transform>(&local, 1));
    }
    for (const std::uint32_t i : instances_) hash.Add(MorphWeights(file_.instance(i)));
  }

  void AddPalettes(Hash64& hash) const {
    for (const std::uint32_t i : instances_) {
      const std::optional<std::uint32_t> skin = file_.instance(i).skin;
      if (skin) hash.Add(std::span<const Affine>(palettes_[*skin]));
    }
  }

  Error AddVertices(std::span<Hash64* const> hashes) {
    for (const std::uint32_t i : instances_) {
      const MeshInstance instance = file_.instance(i);
      const RuntimeMesh mesh = file_.mesh(instance.mesh);
      for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
        const Error error = Skin(instance, primitives_[mesh.first_primitive + p]);
        if (error != Error::kNone) return error;
        for (Hash64* const hash : hashes) {
          hash->Add(std::span<const Vec3>(positions_));
          hash->Add(std::span<const Vec3>(normals_));
          hash->Add(std::span<const Vec4>(tangents_));
        }
      }
    }
    return Error::kNone;
  }

 private:
  std::span<const float> MorphWeights(const MeshInstance& instance) const {
    return pose_.morphs().subspan(instance.first_morph,
                                  file_.mesh(instance.mesh).morph_weights.size());
  }

  Error Skin(const MeshInstance& instance, const SkinnedMeshView& mesh) {
    positions_.resize(mesh.vertex_count());
    normals_.resize(mesh.has_normals() ? mesh.vertex_count() : 0);
    tangents_.resize(mesh.has_tangents() ? mesh.vertex_count() : 0);
    // Without a skin one matrix moves everything, also what has influences.
    constexpr std::uint32_t kMostCopies = 1u << 20;
    if (!instance.skin) {
      if (mesh.joint_bound() > kMostCopies) return Error::kPaletteTooSmall;
      rigid_.assign(std::max(mesh.joint_bound(), 1u), model_from_joint_[instance.joint]);
    }
    return SkinJob{.mesh = mesh,
                   .morph_weights = MorphWeights(instance),
                   .palette = instance.skin ? palettes_[*instance.skin] : rigid_,
                   .normal_rule = NormalRule::kCofactor,
                   .order = VertexOrder::kFile,
                   .positions = positions_,
                   .normals = normals_,
                   .tangents = tangents_}
        .Run();
  }

  const RuntimeFile& file_;
  std::vector<std::uint32_t> joints_, instances_;  // In file order.
  sinew::Pose pose_;
  std::vector<Affine> model_from_joint_, rigid_;
  std::vector<SkinView> skins_;
  std::vector<std::vector<Affine>> palettes_;
  std::vector<SkinnedMeshView> primitives_;
  std::vector<Vec3> positions_, normals_;
  std::vector<Vec4> tangents_;
};

}  // namespace

std::uint64_t MomentCount(const RuntimeFile& file, double rate_hz) {
  std::uint64_t count = file.clip_count() == 0 ? 1 : 0;
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
    count += FrameCount(file.clip_info(i).duration_s, rate_hz);
  }
  return count;
}

Error HashRuntime(const RuntimeFile& file, bool with_stages, const HashWatcher& watch,
                  Hash64& total) {
  PosedRuntime posed(file);
  const auto stop = [&](const ClipView& clip, const Moment& moment) {
    Error error = posed.Pose(clip, moment.time_s);
    if (error != Error::kNone) return error;
    StageHashes stages;
    posed.AddLocal(total);
    posed.AddPalettes(total);
    Hash64* const hashes[] = {&total, &stages.vertices};
    error = posed.AddVertices(std::span(hashes).first(with_stages ? 2 : 1));
    if (error != Error::kNone) return error;
    if (with_stages) {
      posed.AddLocal(stages.local);
      posed.AddPalettes(stages.palette);
    }
    watch(moment, with_stages ? &stages : nullptr);
    return Error::kNone;
  };
  if (file.clip_count() == 0) return stop(Clip(), {});
  for (std::uint32_t c = 0; c < file.clip_count(); ++c) {
    const PackedClipView clip = *file.clip(c);
    const std::uint64_t frame_count = FrameCount(clip.duration_s(), kHashRate_Hz);
    for (std::uint64_t frame = 0; frame < frame_count; ++frame) {
      const Error error = stop(clip, {c, frame, FrameTime(frame, clip.duration_s(), kHashRate_Hz)});
      if (error != Error::kNone) return error;
    }
  }
  return Error::kNone;
}

}  // namespace sinew::cli
