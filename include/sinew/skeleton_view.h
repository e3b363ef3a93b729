// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A skeleton that somebody else holds: a Skeleton, or a runtime file in mapped memory. What jobs
// take; a Skeleton becomes one by itself.
//
//   Borrowed  whoever holds the arrays keeps them where they are.
//   Rules     those of Skeleton.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sinew/assertion.h"
#include "sinew/math.h"
#include "sinew/names.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"
#include "sinew/transform_block.h"

namespace sinew {

class SkeletonView {
 public:
  // All that a Skeleton holds and works out; see there.
  struct Parts {
    std::span<const std::int32_t> parents{};
    std::span<const Transform> rest{};
    std::span<const TransformBlock> rest_blocks{};  // BlockCount(joints), the same as rest.
    std::span<const std::uint32_t> level_begins{};  // The joint count at the end; {0}: no joints.
    std::span<const std::uint32_t> child_begins{};  // One more than there are joints.
    std::span<const std::uint32_t> file_nodes{};    // One a joint.
    NameList names{};                               // One a joint.
  };

  SkeletonView() = default;                 // No joints.
  SkeletonView(const Skeleton& skeleton);   // NOLINT: meant to be implicit
  SkeletonView(const Skeleton&&) = delete;  // A temporary's arrays would be gone.
  // Of arrays that nobody has looked at yet: held against all rules of a Skeleton, but that no two
  // file nodes are equal. Allocates nothing where they hold.
  static Result<SkeletonView> Create(const Parts& parts);

  std::uint32_t joint_count() const { return static_cast<std::uint32_t>(parts_.parents.size()); }
  std::int32_t parent(std::uint32_t joint) const {
    return SINEW_ASSERT(joint < joint_count()), parts_.parents[joint];
  }
  std::span<const std::int32_t> parents() const { return parts_.parents; }
  std::span<const Transform> rest() const { return parts_.rest; }
  std::span<const TransformBlock> rest_blocks() const { return parts_.rest_blocks; }
  std::uint64_t rest_hash() const { return rest_hash_; }
  std::uint64_t id() const { return id_; }  // As Skeleton::id.
  std::span<const std::uint32_t> level_begins() const { return parts_.level_begins; }
  // As Skeleton::child_begin.
  std::uint32_t child_begin(std::uint32_t joint) const { return parts_.child_begins[joint]; }
  std::string_view name(std::uint32_t joint) const { return parts_.names[joint]; }
  std::uint32_t file_node(std::uint32_t joint) const {
    return SINEW_ASSERT(joint < joint_count()), parts_.file_nodes[joint];
  }
  // The first joint of that name in level order (L2).
  std::optional<std::uint32_t> Find(std::string_view name) const { return parts_.names.Find(name); }
  const Parts& parts() const { return parts_; }

 private:
  Parts parts_{};
  std::uint64_t rest_hash_ = 0;
  std::uint64_t id_ = 0;
};

}  // namespace sinew
