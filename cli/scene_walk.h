// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A whole model at one moment, and a walk over all its moments: what `hash`, `pose`, `diff`,
// `inspect` and `skin` share, and an example of how the library's jobs go together.
//
//   clip, time --SampleJob--> local pose --LocalToModelJob--> model_from_joint
//              --PaletteJob--> palettes (--DualPaletteJob--> dual palettes) --spec::Skin-->
//              vertices
//
//   Order    file order: nodes by their index in the file, instances by their node, primitives as
//            in their mesh. The skeleton's own order is another one (level order).
//   Memory   of the order of the model, however often it instances its meshes: palettes are kept
//            one a skin, vertices are made one primitive at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/dual_quaternion.h"
#include "sinew/hash.h"
#include "sinew/math.h"
#include "sinew/model.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "tool_limits.h"

namespace sinew::cli {

enum class SkinMethod : std::uint8_t { kLinearBlend, kDualQuaternion };

// One primitive's vertices at one moment, in model space. Reused from primitive to primitive.
struct PosedPrimitive {
  std::vector<Vec3> positions;
  std::vector<Vec3> normals;  // Empty where the source has none; likewise tangents.
  std::vector<Vec4> tangents;
};

// A mesh instance of the moment. Spans point into the scene and the model.
struct PosedInstance {
  MeshInstance instance;
  std::uint32_t file_node = 0;
  std::span<const float> morph_weights;
  std::span<const Affine> palette;          // Empty without a skin.
  std::span<const DualJoint> dual_palette;  // Empty by linear blend too.
  std::span<const Primitive> primitives;    // What is deformed.
};

// One model, posed. Borrows the model.
class PosedScene {
 public:
  explicit PosedScene(const Model& model, SkinMethod method = SkinMethod::kLinearBlend);
  PosedScene(const PosedScene&) = delete;
  PosedScene& operator=(const PosedScene&) = delete;

  // Local poses, morph weights, model space and palettes of a moment; no clip: the rest pose.
  Error Pose(const Clip* clip, double time_s);
  Error Pose(const PackedClip& clip, double time_s);
  // The vertices of one primitive at the moment that Pose() set.
  Error SkinPrimitive(const PosedInstance& posed, std::size_t primitive, PosedPrimitive& out) const;

  const Model& model() const { return model_; }
  std::span<const std::uint32_t> joints_in_file_order() const { return joints_in_file_order_; }
  ConstPoseView pose() const { return pose_; }  // Joints, and morphs by slot.
  std::span<const Affine> model_from_joint() const { return model_from_joint_; }  // By joint.
  std::span<const PosedInstance> instances() const { return instances_; }         // File order.

 private:
  Error PoseFrom(ClipView clip, double time_s);

  const Model& model_;
  std::vector<std::uint32_t> joints_in_file_order_;
  sinew::Pose pose_;
  std::vector<Affine> model_from_joint_;
  std::vector<std::vector<Affine>> palettes_;          // By skin; empty where no instance uses it.
  std::vector<std::vector<DualJoint>> dual_palettes_;  // Likewise, and by linear blend.
  std::vector<PosedInstance> instances_;
  // By mesh: copies without influences, of skinned meshes that stand somewhere without a skin.
  std::map<std::uint32_t, std::vector<Primitive>> unbound_;
};

// One stop of the walk.
struct Moment {
  std::optional<std::uint32_t> clip;  // Nothing: the rest pose of a model without clips.
  std::uint64_t frame = 0;
  double time_s = 0.0;
};

// How many stops a clip has: every i / rate_hz before its end, and the end itself.
std::uint64_t FrameCount(float duration_s, double rate_hz);
// When stop `frame` of them is.
double FrameTime(std::uint64_t frame, float duration_s, double rate_hz);

// Visits every clip in file order at `rate_hz`, or the rest pose where there are none. The scene is
// posed at each visit, by packed clips where there are some: one for each of the model's. Ends
// early at the first error, its own or the visitor's.
using Visitor = std::function<Error(PosedScene& scene, const Moment& moment)>;
Error WalkScene(PosedScene& scene, std::span<const PackedClip> packed, double rate_hz,
                const Visitor& visit);

// Stops of the whole walk.
std::uint64_t MomentCount(const Model& model, double rate_hz);

// What one moment costs, in the unit of Limits::max_work. Doubles: a file can name more vertices
// than 64 bits count.
double FrameWork(const Model& model, bool with_vertices);
// Throws CommandError where `frames` moments of the model would be more than max_work.
void RequireWork(const std::string& file, const Model& model, double frames, bool with_vertices,
                 const Limits& limits);

}  // namespace sinew::cli
