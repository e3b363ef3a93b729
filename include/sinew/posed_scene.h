// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// An asset at one moment in the order of its file, for tools: what `sinew pose` and `sinew inspect`
// show, and what Freeze and CompareModels read. AssetPose does the posing.
//
//   Space    model space.
//   Order    file order: nodes by their index in the file, instances by their node, primitives and
//            vertices as in their mesh.
//   Memory   vertices are made one primitive at a time, however many draws there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/math.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "sinew/skinning.h"

namespace sinew {

// One primitive's vertices at one moment, in model space. Reused from primitive to primitive.
struct PosedPrimitive {
  std::vector<Vec3> positions{};
  std::vector<Vec3> normals{};  // Empty where the source has none; likewise tangents.
  std::vector<Vec4> tangents{};
};

// The vertices of primitive `primitive` of a mesh instance (an index of Asset::instances), in file
// order. `source` is that primitive of the asset's model: it says which attributes there are.
Error SkinInFileOrder(const AssetPose& pose, std::uint32_t instance, std::size_t primitive,
                      const Primitive& source, PosedPrimitive& out,
                      NormalRule rule = NormalRule::kCofactor);

// A mesh instance of the moment. Spans point into the scene and the model.
struct PosedInstance {
  MeshInstance instance{};
  std::uint32_t index = 0;  // Into Asset::instances.
  std::uint32_t file_node = 0;
  std::span<const float> morph_weights{};
  std::span<const Affine> palette{};        // Empty without a skin.
  std::span<const Primitive> primitives{};  // What is deformed.
};

class PosedScene {
 public:
  // `model` is the asset's own or made by ToModel. It is borrowed.
  PosedScene(const Asset& asset, const Model& model, SkinMethod method = SkinMethod::kLinearBlend);
  PosedScene(const Asset&, const Model&&, SkinMethod = SkinMethod::kLinearBlend) = delete;
  PosedScene(const PosedScene&) = delete;
  PosedScene& operator=(const PosedScene&) = delete;

  Error PoseAtRest() { return pose_.SetRest(); }
  Error Pose(const ClipView& clip, double time_s) { return pose_.Sample(clip, time_s); }
  // The vertices of one primitive at the moment that was set.
  Error SkinPrimitive(const PosedInstance& posed, std::size_t primitive, PosedPrimitive& out,
                      NormalRule rule = NormalRule::kCofactor) const {
    return SkinInFileOrder(pose_, posed.index, primitive, posed.primitives[primitive], out, rule);
  }

  const Model& model() const { return model_; }
  const Asset& asset() const { return pose_.asset(); }
  const AssetPose& moment() const { return pose_; }
  std::span<const std::uint32_t> joints_in_file_order() const {
    return asset().joints_in_file_order();
  }
  ConstPoseView pose() const { return pose_.pose(); }  // Joints, and morphs by slot.
  std::span<const Affine> model_from_joint() const { return pose_.model_from_joint(); }
  std::span<const PosedInstance> instances() const { return instances_; }  // File order.

 private:
  const Model& model_;
  AssetPose pose_;
  std::vector<PosedInstance> instances_;
};

// --- frames of a clip at a fixed rate above zero: every i / rate_hz before its end, and the end
// itself ---

std::uint64_t FrameCount(float duration_s, double rate_hz);
double FrameTime(std::uint64_t frame, float duration_s, double rate_hz);
// Frames of all clips; one where there are none, for the rest pose.
std::uint64_t MomentCount(std::span<const ClipView> clips, double rate_hz);

// --- how much work posing is ---

// Joints, palette entries and vertices posed, over all frames. A morph target counts as a vertex
// more. A small file can name the same mesh very often.
inline constexpr std::uint64_t kDefaultMaxWork = 10'000'000'000;

// The work of one frame. A double: a file can name more vertices than 64 bits count.
double FrameWork(const Model& model, bool with_vertices);
// kLimit, and the message names max_work, where `frames` of them are more than that.
std::optional<Failure> CheckWork(const Model& model, double frames, bool with_vertices,
                                 std::uint64_t max_work);

// What to tell users where a job on a loaded asset failed.
Failure CannotPose(Error error);

}  // namespace sinew
