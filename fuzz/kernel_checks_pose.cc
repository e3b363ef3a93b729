// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <array>
#include <limits>
#include <utility>

#include "kernel_checks.h"
#include "pose/blend_by_kernel.h"
#include "pose/kernels/kernels.h"
#include "sinew/specification.h"

namespace sinew::fuzz {

void ComparePoses(const Pose& got, const Pose& wanted, std::string_view what, Isa isa) {
  if (!SameBits<TransformBlock>(got.blocks(), wanted.blocks())) Find(what, isa);
  if (!SameBits<float>(got.morphs(), wanted.morphs())) Find(what, isa);
}

Skeleton ReadSkeleton(Input& in) {
  Skeleton::Parts parts;
  const bool is_chain = in.Below(16) == 1;  // Longer than what a JointQuery walks at once.
  const std::uint32_t joints = is_chain ? 60 + in.Below(20) : 1 + in.Below(20);
  std::int32_t parent = -1;
  for (std::uint32_t j = 0; j < joints; ++j) {
    // Parents that never decrease are in level order.
    if (is_chain) {
      parent = static_cast<std::int32_t>(j) - 1;
    } else if (j > 0 && in.Flag()) {
      parent += static_cast<std::int32_t>(in.Below(3));
      if (parent >= static_cast<std::int32_t>(j)) parent = static_cast<std::int32_t>(j) - 1;
    }
    parts.parents.push_back(parent);
    parts.rest.push_back(in.Placement());
    parts.file_nodes.push_back(j);
  }
  parts.names.resize(joints);
  Result<Skeleton> skeleton = Skeleton::Create(std::move(parts));
  return skeleton.ok() ? std::move(skeleton).value() : Skeleton();
}

Pose ReadPose(Input& in, const Skeleton& skeleton) {
  Pose pose(skeleton.joint_count());
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) pose.set_joint(j, in.Placement());
  return pose;
}

std::vector<Affine> CheckLocalToModel(const Skeleton& skeleton, const Pose& pose,
                                      const Affine& root) {
  std::vector<Affine> wanted(skeleton.joint_count());
  const bool usable = spec::LocalToModel(skeleton, pose, root, wanted);
  for (const Isa isa : AvailableIsas()) {
    auto got = Unwritten<Affine>(skeleton.joint_count());
    const bool says = PoseKernelsOf(isa).local_to_model({.pose = pose.blocks().data(),
                                                         .parents = skeleton.parents().data(),
                                                         .joint_count = skeleton.joint_count(),
                                                         .root = &root,
                                                         .model_from_joint = got.data()});
    if (says != usable || !SameBits<Affine>(got, wanted)) Find("local_to_model", isa);
  }
  if (!usable) wanted.clear();
  return wanted;
}

void CheckBlend(Input& in, const Skeleton& skeleton) {
  std::vector<Pose> poses;
  std::vector<std::vector<float>> masks;
  const std::uint32_t layer_count = in.Below(4), delta_count = in.Below(3);
  for (std::uint32_t i = 0; i < layer_count + delta_count; ++i) {
    poses.push_back(ReadPose(in, skeleton));
    masks.emplace_back();
    if (in.Below(4) != 0) continue;
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
      masks.back().push_back(std::abs(in.Number(1.0f)));
    }
  }
  std::vector<BlendLayer> layers;
  std::vector<DeltaLayer> deltas;
  for (std::uint32_t i = 0; i < layer_count; ++i) {
    layers.push_back(
        {.pose = poses[i].view(), .weight = in.Number(1e3f), .joint_weights = masks[i]});
  }
  for (std::uint32_t i = layer_count; i < layer_count + delta_count; ++i) {
    deltas.push_back({.mode = in.Flag() ? DeltaLayer::Mode::kAdd : DeltaLayer::Mode::kSubtract,
                      .delta = poses[i].view(),
                      .weight = in.Number(1e3f),
                      .joint_weights = masks[i]});
  }
  const bool fill_with_rest = in.Flag();
  const RotationAverage rotations = in.Flag() ? RotationAverage::kEvenPace : RotationAverage::kSum;
  Pose wanted(skeleton.joint_count());
  const auto job = [&](Pose& out) {
    return BlendJob{.skeleton = skeleton,
                    .layers = layers,
                    .deltas = deltas,
                    .rotations = rotations,
                    .fill_with_rest = fill_with_rest,
                    .pose = out};
  };
  if (job(wanted).Validate() != Error::kNone) return;
  BlendBySpecification(job(wanted));
  for (const Isa isa : AvailableIsas()) {
    Pose got = UnwrittenPose(skeleton.joint_count());
    BlendByKernel(job(got), PoseKernelsOf(isa));
    ComparePoses(got, wanted, "blend", isa);
  }
}

}  // namespace sinew::fuzz
