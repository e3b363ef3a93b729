// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A skeleton is the node hierarchy: who hangs on whom, and where everything rests.
//
//   Order    level order: roots first, then their children, and so on; the joints of one level lie
//            together, the children of one parent side by side. So a parent's index is always
//            smaller than its child's, and one forward pass turns local poses into model space.
//   Space    rest(j) takes joint j's space to its parent's (a root's: to model space).
//   Not here inverse bind matrices: a Skin binds, a Skeleton stands (skin.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/assertion.h"
#include "sinew/math.h"
#include "sinew/result.h"
#include "sinew/transform_block.h"

namespace sinew {

inline constexpr std::int32_t kNoParent = -1;

// Invariants, checked by Create:
//   1. parents[j] is kNoParent or less than j.
//   2. Level order: the level of j + 1 is the level of j or one more, and within a level the
//      parents' indices never decrease.
//   3. Rest transforms are usable numbers (IsUsable); rotations have unit length within 1e-5.
//   4. rest, names and file_nodes have one entry a joint, and no two file_nodes are equal.
class Skeleton {
 public:
  struct Parts {
    std::vector<std::int32_t> parents{};
    std::vector<Transform> rest{};
    std::vector<std::string> names{};         // As in the file; may be empty strings, may repeat.
    std::vector<std::uint32_t> file_nodes{};  // The node of the source file that joint j came from.
  };

  Skeleton() = default;  // No joints.
  static Result<Skeleton> Create(Parts parts);

  std::uint32_t joint_count() const { return static_cast<std::uint32_t>(parts_.parents.size()); }
  std::int32_t parent(std::uint32_t joint) const {
    return SINEW_ASSERT(joint < joint_count()), parts_.parents[joint];
  }
  std::span<const std::int32_t> parents() const& { return parts_.parents; }
  std::span<const Transform> rest() const& { return parts_.rest; }
  const std::string& name(std::uint32_t joint) const& {
    return SINEW_ASSERT(joint < joint_count()), parts_.names[joint];
  }
  std::uint32_t file_node(std::uint32_t joint) const {
    return SINEW_ASSERT(joint < joint_count()), parts_.file_nodes[joint];
  }

  // Of the bits of all rest transforms; 0 without joints. Skeletons that rest alike have the same,
  // whatever their names and parents.
  std::uint64_t rest_hash() const { return rest_hash_; }

  // Of the bits of all rest transforms and of all parents, never 0 but without joints. Clips carry
  // it (Clip::skeleton_id): what moves one skeleton moves another with the same id alike, whatever
  // their names.
  std::uint64_t id() const { return id_; }

  // The rest pose side by side, as poses are. Lanes beyond the last joint are the identity.
  std::span<const TransformBlock> rest_blocks() const& { return rest_blocks_; }

  // The children of the joints [first, last] are the joints [child_begin(first), child_begin(last +
  // 1)): in level order they lie together. `joint` may be the joint count.
  std::uint32_t child_begin(std::uint32_t joint) const { return child_begins_[joint]; }

  // What people call the joint: its name, or "bone_<file node>" where it has none (L41).
  std::string Label(std::uint32_t joint) const;

  // The first joint of that name in level order (L2).
  std::optional<std::uint32_t> Find(std::string_view name) const;

  std::optional<std::uint32_t> JointOfFileNode(std::uint32_t file_node) const;

  // Where each level begins, and the joint count at the end: level l is [begins[l], begins[l+1]).
  std::span<const std::uint32_t> level_begins() const& { return level_begins_; }

  const Parts& parts() const& { return parts_; }
  Parts parts() && { return std::move(parts_); }
  Parts TakeParts() && { return std::move(parts_); }  // To edit and Create anew.

  // Of a temporary these would be gone at the end of the statement.
  std::span<const std::int32_t> parents() const&& = delete;
  std::span<const Transform> rest() const&& = delete;
  const std::string& name(std::uint32_t joint) const&& = delete;
  std::span<const TransformBlock> rest_blocks() const&& = delete;
  std::span<const std::uint32_t> level_begins() const&& = delete;
  const Parts& parts() const&& = delete;

 private:
  friend class SkeletonView;

  Parts parts_;
  std::vector<std::uint32_t> level_begins_{0};
  std::vector<TransformBlock> rest_blocks_;
  std::uint64_t rest_hash_ = 0;
  std::uint64_t id_ = 0;
  std::vector<std::uint32_t> child_begins_{0};
  std::vector<std::uint32_t> by_file_node_;  // The joints in ascending file node.
};

// Level order for a hierarchy given in any order: order[j] is the old index of new joint j.
// Siblings keep their old order. Fails on loops and on parents out of range; place is empty.
Result<std::vector<std::uint32_t>> LevelOrder(std::span<const std::int32_t> parents);

}  // namespace sinew
