// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A model at one moment by the scalar specifications alone: what HashScene hashes. Slow, and
// independent of the way that a game plays (AssetPose), so that each can be compared with the
// other.
//
//   Order    file order, as in sinew/posed_scene.h.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "sinew/dual_quaternion.h"
#include "sinew/math.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/posed_scene.h"
#include "sinew/result.h"
#include "sinew/sampling.h"

namespace sinew {

// Borrows the model.
class SpecScene {
 public:
  explicit SpecScene(const Model& model);
  SpecScene(const SpecScene&) = delete;
  SpecScene& operator=(const SpecScene&) = delete;

  // Local poses, morph weights, model space and palettes of a moment; no clip: the rest pose.
  Error Pose(const ClipView* clip, double time_s);
  Error SkinPrimitive(const PosedInstance& posed, std::size_t primitive, PosedPrimitive& out,
                      NormalRule rule = NormalRule::kCofactor,
                      std::span<const DualJoint> dual_palette = {}) const;

  const Model& model() const { return model_; }
  std::span<const std::uint32_t> joints_in_file_order() const { return joints_in_file_order_; }
  ConstPoseView pose() const { return pose_; }
  std::span<const Affine> model_from_joint() const { return model_from_joint_; }
  std::span<const PosedInstance> instances() const { return instances_; }

 private:
  const Model& model_;
  std::vector<std::uint32_t> joints_in_file_order_;
  sinew::Pose pose_;
  std::vector<Affine> model_from_joint_;
  std::vector<std::vector<Affine>> palettes_;  // By skin; empty where no instance uses it.
  std::vector<PosedInstance> instances_;
  // By mesh: copies without influences, of skinned meshes that stand somewhere without a skin.
  std::map<std::uint32_t, std::vector<Primitive>> unbound_;
};

}  // namespace sinew
