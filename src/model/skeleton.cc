// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/skeleton.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "model/checks.h"
#include "sinew/assertion.h"
#include "sinew/skeleton_view.h"

namespace sinew {
namespace {

using model::At;
using model::Broken;
using model::FoundExpected;

// Of a skeleton's parts, or a view's.
template <typename Parts>
std::optional<Failure> CheckSizes(const Parts& parts) {
  const std::size_t count = parts.parents.size();
  if (count > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    return Broken("parents", "found more joints than 31 bits count");
  }
  const auto expect_count = [count](const char* array, std::size_t size) {
    return size == count
               ? std::nullopt
               : std::optional(Broken(array, FoundExpected(size, count) + " entries, one a joint"));
  };
  if (auto failure = expect_count("rest", parts.rest.size())) return failure;
  if (auto failure = expect_count("names", parts.names.size())) return failure;
  return expect_count("file_nodes", parts.file_nodes.size());
}

// With every parent before its child, level order is the same as parents that never decrease: then
// levels never decrease either, and no level is skipped.
std::optional<Failure> CheckParents(std::span<const std::int32_t> parents) {
  for (std::size_t joint = 0; joint < parents.size(); ++joint) {
    const std::int32_t parent = parents[joint];
    if (parent < kNoParent || parent >= static_cast<std::int32_t>(joint)) {
      return Broken(At("parents", joint), "found parent " + std::to_string(parent) +
                                              ", expected -1 or less than the joint itself");
    }
    if (joint > 0 && parent < parents[joint - 1]) {
      return Broken(At("parents", joint),
                    "found parent " + std::to_string(parent) + " after parent " +
                        std::to_string(parents[joint - 1]) +
                        ", expected level order: parents that never decrease");
    }
  }
  return std::nullopt;
}

std::optional<Failure> CheckRest(std::span<const Transform> rest) {
  if (const auto joint = model::FirstUnusable(rest)) {
    return Broken(At("rest", *joint), model::kNotUsable);
  }
  for (std::size_t joint = 0; joint < rest.size(); ++joint) {
    if (!model::IsUnit(rest[joint].rotation)) {
      return Broken(At("rest", joint), "found rotation " + model::TextOf(rest[joint].rotation) +
                                           ", expected unit length within 1e-5");
    }
  }
  return std::nullopt;
}

std::vector<std::uint32_t> LevelBegins(std::span<const std::int32_t> parents) {
  std::vector<std::uint32_t> begins{0};
  const auto count = static_cast<std::uint32_t>(parents.size());
  for (std::uint32_t joint = 1; joint < count; ++joint) {
    // The first child of a joint of the present level opens the next one.
    if (parents[joint] >= static_cast<std::int32_t>(begins.back())) begins.push_back(joint);
  }
  if (count > 0) begins.push_back(count);
  return begins;
}

std::vector<std::uint32_t> ChildBegins(std::span<const std::int32_t> parents) {
  const auto count = static_cast<std::uint32_t>(parents.size());
  std::vector<std::uint32_t> begins(std::size_t{count} + 1, count);
  std::uint32_t child = 0;
  while (child < count && parents[child] == kNoParent) ++child;
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    begins[joint] = child;
    while (child < count && parents[child] == static_cast<std::int32_t>(joint)) ++child;
  }
  return begins;
}

std::vector<TransformBlock> Blocks(std::span<const Transform> transforms) {
  std::vector<TransformBlock> blocks(BlockCount(transforms.size()));
  for (std::uint32_t i = 0; i < transforms.size(); ++i) {
    SetTransform(blocks[i / kBlockSize], i % kBlockSize, transforms[i]);
  }
  return blocks;
}

// FNV-1a, but over 32 bits at a time: Hash64, which goes byte by byte, would take longer than all
// else that Create does.
std::uint64_t HashOf(std::span<const Transform> rest) {
  if (rest.empty()) return 0;  // As of a Skeleton that was never created.
  std::uint64_t state = 0xcbf29ce484222325u;
  const auto add = [&state](std::uint32_t word) { state = (state ^ word) * 0x100000001b3u; };
  add(static_cast<std::uint32_t>(rest.size()));
  for (const auto& [t, r, s] : rest) {
    for (const float value : {t.x, t.y, t.z, r.x, r.y, r.z, r.w, s.x, s.y, s.z}) {
      add(std::bit_cast<std::uint32_t>(value));
    }
  }
  return state;
}

// The same went on with over the parents. 0 is kept for clips that are bound to nothing.
std::uint64_t IdOf(std::uint64_t rest_hash, std::span<const std::int32_t> parents) {
  if (parents.empty()) return 0;
  std::uint64_t state = rest_hash;
  for (const std::int32_t parent : parents) {
    state = (state ^ static_cast<std::uint32_t>(parent)) * 0x100000001b3u;
  }
  return state == 0 ? 1 : state;
}

// The joints in ascending file node. Files number their nodes without gaps, or with few: then one
// pass over a table does it; any other numbering is sorted.
std::vector<std::uint32_t> JointsByFileNode(const std::vector<std::uint32_t>& file_nodes) {
  const auto count = static_cast<std::uint32_t>(file_nodes.size());
  std::vector<std::uint32_t> joints(count);
  std::iota(joints.begin(), joints.end(), 0u);
  if (std::is_sorted(file_nodes.begin(), file_nodes.end())) return joints;
  const std::uint32_t largest = *std::max_element(file_nodes.begin(), file_nodes.end());
  if (largest / 8 <= count) {
    std::vector<std::uint32_t> begins(std::size_t{largest} + 2, 0);  // Counting sort.
    for (const std::uint32_t node : file_nodes) ++begins[std::size_t{node} + 1];
    std::partial_sum(begins.begin(), begins.end(), begins.begin());
    for (std::uint32_t joint = 0; joint < count; ++joint) {
      joints[begins[file_nodes[joint]]++] = joint;
    }
  } else {
    std::sort(joints.begin(), joints.end(), [&file_nodes](std::uint32_t a, std::uint32_t b) {
      return file_nodes[a] != file_nodes[b] ? file_nodes[a] < file_nodes[b] : a < b;
    });
  }
  return joints;
}

// Streamed against what a Skeleton would have worked out: LevelBegins.
std::optional<Failure> CheckLevelBegins(std::span<const std::int32_t> parents,
                                        std::span<const std::uint32_t> begins) {
  const auto count = static_cast<std::uint32_t>(parents.size());
  const auto broken = [] {
    return Broken("level_begins", "expected the first joint of every level, and the joint count");
  };
  if (begins.empty() || begins[0] != 0) return broken();
  std::size_t level = 0;
  for (std::uint32_t joint = 1; joint < count; ++joint) {
    if (parents[joint] < static_cast<std::int32_t>(begins[level])) continue;
    if (++level >= begins.size() || begins[level] != joint) return broken();
  }
  if (count > 0 && (++level >= begins.size() || begins[level] != count)) return broken();
  return level + 1 == begins.size() ? std::nullopt : std::optional(broken());
}

// Likewise ChildBegins.
std::optional<Failure> CheckChildBegins(std::span<const std::int32_t> parents,
                                        std::span<const std::uint32_t> begins) {
  const auto count = static_cast<std::uint32_t>(parents.size());
  const auto broken = [] {
    return Broken("child_begins",
                  "expected where each joint's children begin, and the joint count");
  };
  if (begins.size() != std::size_t{count} + 1 || begins[count] != count) return broken();
  std::uint32_t child = 0;
  while (child < count && parents[child] == kNoParent) ++child;
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    if (begins[joint] != child) return broken();
    while (child < count && parents[child] == static_cast<std::int32_t>(joint)) ++child;
  }
  return std::nullopt;
}

// Bit for bit: the same numbers, side by side.
std::optional<Failure> CheckBlocks(std::span<const Transform> rest,
                                   std::span<const TransformBlock> blocks) {
  if (blocks.size() != BlockCount(rest.size())) {
    return Broken("rest_blocks", FoundExpected(blocks.size(), BlockCount(rest.size())) + " blocks");
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    TransformBlock expected;
    const std::size_t first = i * kBlockSize;
    for (std::uint32_t lane = 0; lane < kBlockSize && first + lane < rest.size(); ++lane) {
      SetTransform(expected, lane, rest[first + lane]);
    }
    if (std::memcmp(&expected, &blocks[i], sizeof expected) != 0) {
      return Broken(At("rest_blocks", i), "expected the same numbers as in rest");
    }
  }
  return std::nullopt;
}

}  // namespace

SkeletonView::SkeletonView(const Skeleton& skeleton)
    : parts_{.parents = skeleton.parts_.parents,
             .rest = skeleton.parts_.rest,
             .rest_blocks = skeleton.rest_blocks_,
             .level_begins = skeleton.level_begins_,
             .child_begins = skeleton.child_begins_,
             .file_nodes = skeleton.parts_.file_nodes,
             .names = std::span<const std::string>(skeleton.parts_.names)},
      rest_hash_(skeleton.rest_hash_),
      id_(skeleton.id_) {}

Result<SkeletonView> SkeletonView::Create(const Parts& parts) {
  if (auto failure = CheckSizes(parts)) return *std::move(failure);
  if (auto failure = CheckParents(parts.parents)) return *std::move(failure);
  if (auto failure = CheckRest(parts.rest)) return *std::move(failure);
  if (auto failure = CheckBlocks(parts.rest, parts.rest_blocks)) return *std::move(failure);
  if (auto failure = CheckLevelBegins(parts.parents, parts.level_begins)) {
    return *std::move(failure);
  }
  if (auto failure = CheckChildBegins(parts.parents, parts.child_begins)) {
    return *std::move(failure);
  }
  SkeletonView view;
  view.parts_ = parts;
  view.rest_hash_ = HashOf(parts.rest);
  view.id_ = IdOf(view.rest_hash_, parts.parents);
  return view;
}

Result<Skeleton> Skeleton::Create(Parts parts) {
  if (auto failure = CheckSizes(parts)) return *std::move(failure);
  if (auto failure = CheckParents(parts.parents)) return *std::move(failure);
  if (auto failure = CheckRest(parts.rest)) return *std::move(failure);

  Skeleton skeleton;
  skeleton.by_file_node_ = JointsByFileNode(parts.file_nodes);
  for (std::size_t i = 1; i < skeleton.by_file_node_.size(); ++i) {
    const std::uint32_t first = skeleton.by_file_node_[i - 1];
    const std::uint32_t second = skeleton.by_file_node_[i];
    if (parts.file_nodes[first] == parts.file_nodes[second]) {
      return Broken(At("file_nodes", second),
                    "found node " + std::to_string(parts.file_nodes[second]) +
                        " again, which joint " + std::to_string(first) + " has, expected another");
    }
  }
  skeleton.level_begins_ = LevelBegins(parts.parents);
  skeleton.child_begins_ = ChildBegins(parts.parents);
  skeleton.rest_blocks_ = Blocks(parts.rest);
  skeleton.rest_hash_ = HashOf(parts.rest);
  skeleton.id_ = IdOf(skeleton.rest_hash_, parts.parents);
  skeleton.parts_ = std::move(parts);
  return skeleton;
}

std::string Skeleton::Label(std::uint32_t joint) const {
  SINEW_ASSERT(joint < joint_count());
  if (!parts_.names[joint].empty()) return parts_.names[joint];
  return "bone_" + std::to_string(parts_.file_nodes[joint]);
}

std::optional<std::uint32_t> Skeleton::Find(std::string_view name) const {
  const auto found = std::find(parts_.names.begin(), parts_.names.end(), name);
  if (found == parts_.names.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - parts_.names.begin());
}

std::optional<std::uint32_t> Skeleton::JointOfFileNode(std::uint32_t file_node) const {
  const std::vector<std::uint32_t>& nodes = parts_.file_nodes;
  // A whole file numbers its nodes 0, 1, 2...: then the n-th joint in file order is node n.
  if (file_node < by_file_node_.size() && nodes[by_file_node_[file_node]] == file_node) {
    return by_file_node_[file_node];
  }
  const auto found = std::lower_bound(
      by_file_node_.begin(), by_file_node_.end(), file_node,
      [&nodes](std::uint32_t joint, std::uint32_t node) { return nodes[joint] < node; });
  if (found == by_file_node_.end() || nodes[*found] != file_node) return std::nullopt;
  return *found;
}

}  // namespace sinew
