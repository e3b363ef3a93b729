// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/scene_hash.h"

#include <utility>

#include "compare/kernel_check.h"
#include "compare/spec_scene.h"

namespace sinew {
namespace {

// Transforms in file order, then morph weights.
template <typename Scene>
void AddLocal(const Scene& scene, Hash64& hash) {
  for (const std::uint32_t joint : scene.joints_in_file_order()) {
    const Transform local = scene.pose().joint(joint);
    hash.Add(std::span<const Transform>(&local, 1));
  }
  for (const PosedInstance& posed : scene.instances()) hash.Add(posed.morph_weights);
}

// Of every instance with a skin.
template <typename Scene>
void AddPalettes(const Scene& scene, Hash64& hash) {
  for (const PosedInstance& posed : scene.instances()) hash.Add(posed.palette);
}

void AddVertices(const PosedPrimitive& vertices, Hash64& hash) {
  hash.Add(std::span<const Vec3>(vertices.positions));
  hash.Add(std::span<const Vec3>(vertices.normals));
  hash.Add(std::span<const Vec4>(vertices.tangents));
}

// Adds moments to a hash; with a check, each is compared as well.
template <typename Scene>
class MomentHasher {
 public:
  MomentHasher(const Scene& scene, KernelCheck* check, bool with_stages, SceneHash& made)
      : scene_(scene), check_(check), with_stages_(with_stages), made_(made) {}

  // The moment that the scene is posed at. Adds nothing more once there is a difference.
  Error Add(const SceneMoment& moment, const ClipView* clip, StageHashes& stages) {
    std::string different;
    if (check_ != nullptr) {
      const Error error = check_->ComparePose(clip, moment.time_s, different);
      if (error != Error::kNone || Differs(moment, std::move(different))) return error;
    }
    AddLocal(scene_, made_.hash);
    AddPalettes(scene_, made_.hash);
    if (with_stages_) {
      AddLocal(scene_, stages.local);
      AddPalettes(scene_, stages.palette);
    }
    ++made_.moment_count;
    return AddAllVertices(moment, stages);
  }

 private:
  // Positions, normals, tangents of every primitive.
  Error AddAllVertices(const SceneMoment& moment, StageHashes& stages) {
    for (std::size_t i = 0; i < scene_.instances().size(); ++i) {
      const PosedInstance& posed = scene_.instances()[i];
      for (std::size_t p = 0; p < posed.primitives.size(); ++p) {
        Error error = scene_.SkinPrimitive(posed, p, vertices_);
        std::string different;
        if (error == Error::kNone && check_ != nullptr) {
          error = check_->CompareVertices(i, p, vertices_, different);
        }
        if (error != Error::kNone || Differs(moment, std::move(different))) return error;
        AddVertices(vertices_, made_.hash);
        if (with_stages_) AddVertices(vertices_, stages.vertices);
      }
    }
    return Error::kNone;
  }

  bool Differs(const SceneMoment& moment, std::string different) {
    if (different.empty()) return false;
    made_.difference = KernelDifference{moment, std::move(different)};
    return true;
  }

  const Scene& scene_;
  KernelCheck* check_;
  bool with_stages_;
  SceneHash& made_;
  PosedPrimitive vertices_;  // Reused.
};

Error PoseScene(SpecScene& scene, const ClipView* clip, double time_s) {
  return scene.Pose(clip, time_s);
}
Error PoseScene(PosedScene& scene, const ClipView* clip, double time_s) {
  return clip != nullptr ? scene.Pose(*clip, time_s) : scene.PoseAtRest();
}

// Every clip at kHashRate_Hz, or the rest pose where there are none.
template <typename Scene>
Error HashMoments(Scene& scene, KernelCheck* check, std::span<const ClipView> clips,
                  const SceneHashOptions& options, SceneHash& made) {
  MomentHasher<Scene> hasher(scene, check, static_cast<bool>(options.trace), made);
  const auto total = static_cast<double>(MomentCount(clips, kHashRate_Hz));
  bool goes_on = true;
  const auto add = [&](const SceneMoment& moment) {
    const ClipView* const clip = moment.clip ? &clips[*moment.clip] : nullptr;
    Error error = PoseScene(scene, clip, moment.time_s);
    StageHashes stages;
    if (error == Error::kNone) error = hasher.Add(moment, clip, stages);
    if (made.difference) goes_on = false;
    if (error != Error::kNone || made.difference) return error;
    if (options.trace && !options.trace(moment, stages)) goes_on = false;
    if (options.progress) {
      options.progress(static_cast<float>(static_cast<double>(made.moment_count) / total));
    }
    return Error::kNone;
  };
  Error error = clips.empty() ? add({}) : Error::kNone;
  for (std::uint32_t c = 0; c < clips.size(); ++c) {
    const float duration_s = clips[c].duration_s();
    const std::uint64_t frame_count = FrameCount(duration_s, kHashRate_Hz);
    for (std::uint64_t frame = 0; frame < frame_count; ++frame) {
      error = add({c, frame, FrameTime(frame, duration_s, kHashRate_Hz)});
      if (error != Error::kNone || !goes_on) return error;
    }
  }
  made.complete = goes_on && error == Error::kNone;
  return error;
}

Result<SceneHash> HashModel(const Asset& asset, const Model& model,
                            const SceneHashOptions& options) {
  const std::span<const ClipView> clips = options.clips.empty() ? asset.clips() : options.clips;
  const auto moments = static_cast<double>(MomentCount(clips, kHashRate_Hz));
  if (std::optional<Failure> failure = CheckWork(model, moments, true, options.max_work)) {
    return *std::move(failure);
  }
  SceneHash made;
  Error error = Error::kNone;
  if (options.way == HashWay::kFast) {
    PosedScene scene(asset, model);
    error = HashMoments(scene, nullptr, clips, options, made);
  } else {
    SpecScene scene(model);
    std::optional<KernelCheck> check;
    if (options.way == HashWay::kBoth) check.emplace(asset, scene);
    error = HashMoments(scene, check ? &*check : nullptr, clips, options, made);
  }
  if (error != Error::kNone) return CannotPose(error);
  return made;
}

}  // namespace

Result<SceneHash> HashScene(const Asset& asset, const SceneHashOptions& options) {
  if (const Model* model = asset.model()) return HashModel(asset, *model, options);
  const Result<Model> model = ToModel(asset);
  if (!model.ok()) return model.failure();
  return HashModel(asset, *model, options);
}

}  // namespace sinew
