// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A whole model posed at one moment, through the public jobs: what a program using Sinew does every
// frame, with everything it computes kept for a test to look at.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "sinew/math.h"
#include "sinew/model.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/sampling.h"

namespace sinew::testing {

struct PosedPrimitive {
  std::vector<Vec3> positions;  // In model space.
  std::vector<Vec3> normals;    // Unit; empty where the primitive has none.
};

struct PosedInstance {
  std::vector<Affine> palette;  // Empty without a skin.
  std::vector<float> morph_weights;
  std::vector<PosedPrimitive> primitives;
};

struct ModelPose {
  std::vector<Transform> pose;  // By joint, as all that follows.
  std::vector<float> morphs;
  std::vector<Affine> model_from_joint;
  std::vector<PosedInstance> instances;
};

// Poses the model at a clip and time, or at rest where there is no clip. An instance without a
// skin, or a primitive without influences under one, moves with its joint. Fails where a job does.
Result<ModelPose> PoseModel(const Model& model, std::optional<std::uint32_t> clip = {},
                            double time_s = 0.0);
// The same by any clip that fits the model, packed or not.
Result<ModelPose> PoseModel(const Model& model, const ClipView& clip, double time_s);
// The same by a pose that something else made: a mixer.
Result<ModelPose> MoveModel(const Model& model, const Pose& pose);

// Bit for bit, and where they first differ if not.
::testing::AssertionResult SamePose(const PosedInstance& a, const PosedInstance& b);
::testing::AssertionResult SamePose(const ModelPose& a, const ModelPose& b);

// The world matrix of a node of the file.
Affine WorldOfNode(const Model& model, const ModelPose& pose, std::uint32_t file_node);

// The instance at a node of the file.
std::optional<std::uint32_t> InstanceAtNode(const Model& model, std::uint32_t file_node);

}  // namespace sinew::testing
