// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The forest that the nodes' parents make, laid out so that questions about ancestors take a
// comparison: "is a above b" must not cost a walk, or a hostile file could ask it for hours.
#pragma once

#include <cstdint>
#include <vector>

#include "io/gltf/document.h"

namespace sinew::gltf {

class Hierarchy {
 public:
  explicit Hierarchy(const std::vector<NodeDef>& nodes);

  bool OnLoop(std::int32_t node) const { return on_loop_[Index(node)]; }
  // Two nodes have a common ancestor (or one is the other's) exactly where these are equal.
  std::int32_t Tree(std::int32_t node) const { return tree_[Index(node)]; }
  // The node above all others of its tree; kNone where that tree hangs on a loop.
  std::int32_t Root(std::int32_t node) const { return OnLoop(Tree(node)) ? kNone : Tree(node); }
  // Also of itself.
  bool IsAncestor(std::int32_t above, std::int32_t node) const;
  // Some node above this one has a transform that is not the identity.
  bool HasMovedAncestor(std::int32_t node) const { return moved_above_[Index(node)]; }

  // Places in a walk where every node comes before its descendants, which follow at once.
  std::uint32_t First(std::int32_t node) const { return first_[Index(node)]; }
  std::uint32_t Last(std::int32_t node) const { return last_[Index(node)]; }

 private:
  static std::size_t Index(std::int32_t node) { return static_cast<std::size_t>(node); }
  void FindLoops(const std::vector<NodeDef>& nodes);
  void Walk(const std::vector<NodeDef>& nodes);

  std::vector<bool> on_loop_;
  std::vector<bool> moved_above_;
  std::vector<std::int32_t> tree_;
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> last_;
};

bool HasTransform(const NodeDef& node);

}  // namespace sinew::gltf
