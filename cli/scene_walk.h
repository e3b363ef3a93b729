// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// An asset at one moment in the order of its file: what `pose`, `skin`, `inspect`, `diff` and
// `demo` show. The posing is AssetPose's; the order and the names are the file's.
//
//   Order    file order: nodes by their index in the file, instances by their node, primitives and
//            vertices as in their mesh.
//   Memory   vertices are made one primitive at a time, however many draws there are.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "load_asset.h"
#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/math.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "tool_limits.h"

namespace sinew::cli {

// One primitive's vertices at one moment, in model space. Reused from primitive to primitive.
struct PosedPrimitive {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;  // Empty where the source has none; likewise tangents.
  std::vector<Vec4> tangents;
};

// A mesh instance of the moment. Spans point into the scene and the model.
struct PosedInstance {
  MeshInstance instance;
  std::uint32_t index = 0;  // Of the asset's instances.
  std::uint32_t file_node = 0;
  std::span<const float> morph_weights;
  std::span<const Affine> palette;        // Empty without a skin.
  std::span<const Primitive> primitives;  // What is deformed.
};

// Borrows the loaded asset.
class PosedScene {
 public:
  explicit PosedScene(const LoadedAsset& loaded, SkinMethod method = SkinMethod::kLinearBlend);
  PosedScene(const PosedScene&) = delete;
  PosedScene& operator=(const PosedScene&) = delete;

  Error PoseAtRest() { return pose_.SetRest(); }
  Error Pose(const ClipView& clip, double time_s) { return pose_.Sample(clip, time_s); }
  // The vertices of one primitive at the moment that was set, by the cofactors of the matrices.
  Error SkinPrimitive(const PosedInstance& posed, std::size_t primitive, PosedPrimitive& out,
                      NormalRule rule = NormalRule::kCofactor) const;

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

// How many stops a clip has: every i / rate_hz before its end, and the end itself.
std::uint64_t FrameCount(float duration_s, double rate_hz);
// When stop `frame` of them is.
double FrameTime(std::uint64_t frame, float duration_s, double rate_hz);
// Stops of a walk over all clips; one where there are none, for the rest pose.
std::uint64_t MomentCount(std::span<const ClipView> clips, double rate_hz);

// What one moment costs, in the unit of Limits::max_work. Doubles: a file can name more vertices
// than 64 bits count.
double FrameWork(const Model& model, bool with_vertices);
// Throws CommandError where `frames` moments of the model would be more than max_work.
void RequireWork(const std::string& file, const Model& model, double frames, bool with_vertices,
                 const Limits& limits);

}  // namespace sinew::cli
