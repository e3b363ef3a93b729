// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <limits>
#include <string>

#include "model/checks.h"
#include "sinew/skeleton.h"

namespace sinew {

// Breadth first over child lists made by counting: linear in time and memory, no recursion.
Result<std::vector<std::uint32_t>> LevelOrder(std::span<const std::int32_t> parents) {
  using model::Broken;
  if (parents.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    return Broken("", "found more joints than 31 bits count");
  }
  const auto count = static_cast<std::uint32_t>(parents.size());

  // The children of joint p are children[child_begins[p] .. child_begins[p + 1]).
  std::vector<std::uint32_t> child_begins(std::size_t{count} + 1, 0);
  std::vector<std::uint32_t> order;
  order.reserve(count);
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    const std::int32_t parent = parents[joint];
    if (parent == kNoParent) {
      order.push_back(joint);
    } else if (static_cast<std::uint32_t>(parent) >= count) {
      return Broken("", "joint " + std::to_string(joint) + " has parent " + std::to_string(parent) +
                            ", expected -1 or less than " + std::to_string(count));
    } else {
      ++child_begins[static_cast<std::uint32_t>(parent) + 1];
    }
  }
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    child_begins[joint + 1] += child_begins[joint];
  }
  std::vector<std::uint32_t> children(child_begins[count]);
  std::vector<std::uint32_t> next_child(child_begins.begin(), child_begins.end() - 1);
  for (std::uint32_t joint = 0; joint < count; ++joint) {
    if (parents[joint] != kNoParent) {
      children[next_child[static_cast<std::uint32_t>(parents[joint])]++] = joint;
    }
  }

  for (std::size_t done = 0; done < order.size(); ++done) {
    const std::uint32_t joint = order[done];
    for (std::uint32_t c = child_begins[joint]; c < child_begins[joint + 1]; ++c) {
      order.push_back(children[c]);
    }
  }
  if (order.size() != count) {  // What no root leads to hangs on a loop.
    std::vector<bool> reached(count, false);
    for (const std::uint32_t joint : order) reached[joint] = true;
    std::uint32_t joint = 0;
    while (reached[joint]) ++joint;
    return Broken("", "joint " + std::to_string(joint) +
                          " is its own ancestor or hangs on one that is, expected a tree");
  }
  return order;
}

}  // namespace sinew
