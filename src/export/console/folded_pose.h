// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A pose over some joints of a skeleton alone: the others are multiplied into their descendants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sinew/math.h"
#include "sinew/pose.h"
#include "sinew/skeleton_view.h"

namespace sinew::console {

class FoldedPose {
 public:
  // is_bone: one per joint; not 0 where the joint is kept.
  FoldedPose(const SkeletonView& skeleton, std::vector<std::uint8_t> is_bone);

  void Set(ConstPoseView pose);

  // The nearest ancestor that is kept; -1: none.
  std::int32_t parent(std::uint32_t joint) const { return parents_[joint]; }
  // Takes the joint's space to that of parent(joint), or to model space.
  const Affine& local(std::uint32_t joint) const { return locals_[joint]; }
  // The same. `shear` becomes what a TRS gets wrong, where that is more.
  Transform Trs(std::uint32_t joint, ConstPoseView pose, float& shear) const;

  // Spreads marks of joints to those that they are multiplied into.
  void Spread(std::vector<std::uint8_t>& marks) const;

 private:
  // Whether nothing stands between a joint and parent(joint).
  bool is_direct(std::size_t joint) const { return skeleton_.parents()[joint] == parents_[joint]; }

  SkeletonView skeleton_;
  std::vector<std::int32_t> parents_;
  std::vector<Affine> locals_;
};

}  // namespace sinew::console
