// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A pose: where every joint stands against its parent at one moment, and what every morph weighs.
//
//   Space    local: transform j takes joint j's space to its parent's.
//   Order    the skeleton's level order, eight joints a block (transform_block.h).
//   Memory   a Pose owns its numbers and is allocated once, from the hooks (hooks.h); a PoseView
//            borrows them. Every job reads and writes views, so that a pose may live anywhere: in a
//            Pose, in an arena, in a guest's memory.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/assertion.h"
#include "sinew/hooks.h"
#include "sinew/math.h"
#include "sinew/skeleton.h"
#include "sinew/transform_block.h"

namespace sinew {

// Borrowed, to read. blocks.size() >= BlockCount(joint_count), or a job refuses it.
struct ConstPoseView {
  std::span<const TransformBlock> blocks{};
  std::uint32_t joint_count = 0;
  std::span<const float> morphs{};

  bool holds(std::uint32_t joints) const {
    return joint_count >= joints && blocks.size() >= BlockCount(joint_count);
  }
  Transform joint(std::uint32_t index) const {
    SINEW_ASSERT(index < joint_count);
    return TransformAt(blocks[index / kBlockSize], index % kBlockSize);
  }
};

// Borrowed, to write.
struct PoseView {
  std::span<TransformBlock> blocks{};
  std::uint32_t joint_count = 0;
  std::span<float> morphs{};

  operator ConstPoseView() const { return {blocks, joint_count, morphs}; }  // NOLINT: implicit
  bool holds(std::uint32_t joints) const { return ConstPoseView(*this).holds(joints); }
  Transform joint(std::uint32_t index) const { return ConstPoseView(*this).joint(index); }
  void set_joint(std::uint32_t index, const Transform& transform) const {
    SINEW_ASSERT(index < joint_count);
    SetTransform(blocks[index / kBlockSize], index % kBlockSize, transform);
  }
};

// Owned.
class Pose {
 public:
  Pose() = default;  // No joints.
  explicit Pose(std::uint32_t joint_count, std::uint32_t morph_count = 0)
      : blocks_(BlockCount(joint_count)), joint_count_(joint_count), morphs_(morph_count) {}
  explicit Pose(std::span<const Transform> transforms, std::span<const float> morphs = {});

  std::uint32_t joint_count() const { return joint_count_; }
  Transform joint(std::uint32_t index) const { return view().joint(index); }
  void set_joint(std::uint32_t index, const Transform& t) { view().set_joint(index, t); }
  std::span<float> morphs() & { return morphs_; }
  std::span<const float> morphs() const& { return morphs_; }
  std::span<TransformBlock> blocks() & { return blocks_; }
  std::span<const TransformBlock> blocks() const& { return blocks_; }

  PoseView view() & { return {blocks_, joint_count_, morphs_}; }
  ConstPoseView view() const& { return {blocks_, joint_count_, morphs_}; }
  operator PoseView() & { return view(); }            // NOLINT: meant to be implicit
  operator ConstPoseView() const& { return view(); }  // NOLINT: meant to be implicit

  // Of a temporary these would be gone at the end of the statement.
  std::span<const float> morphs() const&& = delete;
  std::span<const TransformBlock> blocks() const&& = delete;
  ConstPoseView view() const&& = delete;
  operator PoseView() const&& = delete;
  operator ConstPoseView() const&& = delete;

 private:
  HookVector<TransformBlock> blocks_;
  std::uint32_t joint_count_ = 0;
  HookVector<float> morphs_;
};

// One after another instead of side by side. transforms.size() >= pose.joint_count.
void CopyTransforms(ConstPoseView pose, std::span<Transform> transforms);
// pose.joint_count >= transforms.size(); joints beyond are left alone.
void CopyTransforms(std::span<const Transform> transforms, PoseView pose);

}  // namespace sinew
