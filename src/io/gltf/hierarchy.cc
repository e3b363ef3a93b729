// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/hierarchy.h"

#include "io/gltf/trs_check.h"

namespace sinew::gltf {

bool HasTransform(const NodeDef& node) {
  if (node.has_matrix && !IsIdentity(node.matrix)) return true;
  const float* t = node.translation;
  const float* r = node.rotation;
  const float* s = node.scale;
  return t[0] != 0 || t[1] != 0 || t[2] != 0 || r[0] != 0 || r[1] != 0 || r[2] != 0 || r[3] != 1 ||
         s[0] != 1 || s[1] != 1 || s[2] != 1;
}

Hierarchy::Hierarchy(const std::vector<NodeDef>& nodes)
    : on_loop_(nodes.size()),
      moved_above_(nodes.size()),
      tree_(nodes.size(), kNone),
      first_(nodes.size()),
      last_(nodes.size()) {
  FindLoops(nodes);
  Walk(nodes);
}

// Climbs from every node until it meets ground that is known.
void Hierarchy::FindLoops(const std::vector<NodeDef>& nodes) {
  constexpr std::uint32_t kNew = 0;  // Else the number of the climb that was here first.
  std::vector<std::uint32_t> climbs(nodes.size(), kNew);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto climb = static_cast<std::uint32_t>(i + 1);
    auto at = static_cast<std::int32_t>(i);
    while (at != kNone && climbs[Index(at)] == kNew) {
      climbs[Index(at)] = climb;
      at = nodes[Index(at)].parent;
    }
    if (at == kNone || climbs[Index(at)] != climb) continue;
    // Back on its own track: from here round once is the loop.
    bool moved = false;
    std::int32_t node = at;
    do {
      on_loop_[Index(node)] = true;
      tree_[Index(node)] = at;
      moved = moved || HasTransform(nodes[Index(node)]);
      node = nodes[Index(node)].parent;
    } while (node != at);
    do {
      moved_above_[Index(node)] = moved;
      node = nodes[Index(node)].parent;
    } while (node != at);
  }
}

// Depth first from roots and from nodes on loops, with the children as the parents name them.
void Hierarchy::Walk(const std::vector<NodeDef>& nodes) {
  std::vector<std::int32_t> first_child(nodes.size(), kNone);
  std::vector<std::int32_t> next_sibling(nodes.size(), kNone);
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const std::int32_t parent = nodes[i].parent;
    if (parent == kNone || on_loop_[i]) continue;
    next_sibling[i] = first_child[Index(parent)];
    first_child[Index(parent)] = static_cast<std::int32_t>(i);
  }
  std::uint32_t place = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent != kNone && !on_loop_[i]) continue;
    const auto top = static_cast<std::int32_t>(i);
    if (!on_loop_[i]) tree_[i] = top;
    std::int32_t node = top;
    first_[i] = place++;
    for (;;) {
      std::int32_t next = first_child[Index(node)];
      if (next == kNone) {
        // Up again until there is a sibling.
        last_[Index(node)] = place - 1;
        while (node != top && next_sibling[Index(node)] == kNone) {
          node = nodes[Index(node)].parent;
          last_[Index(node)] = place - 1;
        }
        if (node == top) break;
        next = next_sibling[Index(node)];
      }
      const std::int32_t parent = nodes[Index(next)].parent;
      tree_[Index(next)] = tree_[i];
      moved_above_[Index(next)] = moved_above_[Index(parent)] || HasTransform(nodes[Index(parent)]);
      first_[Index(next)] = place++;
      node = next;
    }
  }
}

bool Hierarchy::IsAncestor(std::int32_t above, std::int32_t node) const {
  if (Tree(above) != Tree(node)) return false;
  if (OnLoop(above)) return true;  // All of that tree hangs on the loop.
  return First(above) <= First(node) && Last(node) <= Last(above);
}

}  // namespace sinew::gltf
