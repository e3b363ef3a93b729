// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime/scene_tree.h"

#include <bit>
#include <cstring>

#include "base/arithmetic.h"
#include "math/affine.h"
#include "math/usable.h"
#include "sinew/assertion.h"

namespace sinew {
namespace {

// Bits, so that what is not a number is equal to itself.
bool SameBits(const Affine& a, const Affine& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

}  // namespace

SceneTree::SceneTree() : nodes_(1) {}

SceneTree::Place SceneTree::parent(std::uint32_t slot) const {
  const Node& node = nodes_[slot];
  return {node.parent, node.link == kNone ? kNone : links_[node.link].joint};
}

Affine SceneTree::WorldOf(const Place& place) const {
  const Node& node = nodes_[place.slot];
  if (place.joint == kNone) return node.world;
  return scalar::Multiply(node.world, JointMatrix(place));
}

Affine SceneTree::JointMatrix(const Place& place) const {
  const std::span<const Affine> joints = nodes_[place.slot].joints;
  return place.joint < joints.size() ? joints[place.joint] : Affine{};
}

bool SceneTree::IsBelowOrSame(std::uint32_t slot, std::uint32_t ancestor) const {
  while (slot != kNone && slot != ancestor) slot = nodes_[slot].parent;
  return slot == ancestor;
}

std::uint32_t SceneTree::NextBelow(std::uint32_t slot, std::uint32_t top) const {
  return nodes_[slot].first_child != kNone ? nodes_[slot].first_child : NextBeside(slot, top);
}

std::uint32_t SceneTree::NextBeside(std::uint32_t slot, std::uint32_t top) const {
  while (slot != top) {
    if (nodes_[slot].next != kNone) return nodes_[slot].next;
    slot = nodes_[slot].parent;
  }
  return kNone;
}

// --- changing ---

std::uint32_t SceneTree::Add(const Place& parent, const Affine& local) {
  std::uint32_t slot = size();
  if (free_.empty()) {
    // Room for its way out too: removing does not allocate.
    nodes_.emplace_back();
    if (free_.capacity() < nodes_.capacity()) free_.reserve(nodes_.capacity());
  } else {
    slot = free_.back();
    free_.pop_back();
    const std::uint32_t generation = nodes_[slot].generation;
    nodes_[slot] = {};
    nodes_[slot].generation = generation;
  }
  ++node_count_;
  nodes_[slot].local = local;
  Link(slot, parent);
  nodes_[slot].world = ComputeWorld(nodes_[slot]);
  return slot;
}

void SceneTree::Move(std::uint32_t slot, const Place& parent) {
  SINEW_ASSERT(slot != kRoot && !IsBelowOrSame(parent.slot, slot));
  Unlink(slot);
  Link(slot, parent);
}

void SceneTree::RemoveLeaf(std::uint32_t slot) {
  SINEW_ASSERT(slot != kRoot && nodes_[slot].alive && nodes_[slot].first_child == kNone);
  Unlink(slot);
  --node_count_;
  Node& node = nodes_[slot];
  node.alive = false;
  node.joints = {};
  // A slot whose generations are used up is not used again: an old id never means a new node.
  if (++node.generation != 0xffffffffu) free_.push_back(slot);
}

void SceneTree::SetLocal(std::uint32_t slot, const Affine& local) {
  nodes_[slot].local = local;
  MarkDirty(slot);
}

void SceneTree::SetJoints(std::uint32_t slot, std::span<const Affine> model_from_joint) {
  nodes_[slot].joints = model_from_joint;
}

void SceneTree::MarkDirty(std::uint32_t slot) {
  nodes_[slot].flags |= kDirty;
  for (std::uint32_t above = nodes_[slot].parent; above != kNone; above = nodes_[above].parent) {
    if ((nodes_[above].flags & kBelow) != 0) return;  // And so have those above it.
    nodes_[above].flags |= kBelow;
  }
}

// As the last child.
void SceneTree::Link(std::uint32_t slot, const Place& parent) {
  Node& node = nodes_[slot];
  Node& above = nodes_[parent.slot];
  node.parent = parent.slot;
  node.previous = above.last_child;
  node.next = kNone;
  (above.last_child == kNone ? above.first_child : nodes_[above.last_child].next) = slot;
  above.last_child = slot;
  node.link = kNone;
  if (parent.joint != kNone) {
    node.link = static_cast<std::uint32_t>(links_.size());
    links_.push_back({slot, parent.joint, JointMatrix(parent)});
  }
  // What is below may be dirty, which the new ancestors do not know yet.
  MarkDirty(slot);
}

void SceneTree::Unlink(std::uint32_t slot) {
  Node& node = nodes_[slot];
  Node& above = nodes_[node.parent];
  (node.previous == kNone ? above.first_child : nodes_[node.previous].next) = node.next;
  (node.next == kNone ? above.last_child : nodes_[node.next].previous) = node.previous;
  if (node.link != kNone) {
    links_[node.link] = links_.back();
    nodes_[links_[node.link].slot].link = node.link;
    links_.pop_back();
    node.link = kNone;
  }
  node.parent = kNone;
}

// --- updating ---

void SceneTree::CompareJoints() {
  for (JointLink& link : links_) {
    const std::span<const Affine> joints = nodes_[nodes_[link.slot].parent].joints;
    if (link.joint >= joints.size() || SameBits(joints[link.joint], link.model_from_joint)) {
      continue;
    }
    link.model_from_joint = joints[link.joint];
    MarkDirty(link.slot);
  }
}

Affine SceneTree::ComputeWorld(const Node& node) const {
  if (node.parent == kNone) return node.local;
  const Affine& above = nodes_[node.parent].world;
  if (node.link == kNone) return scalar::Multiply(above, node.local);
  return scalar::Multiply(scalar::Multiply(above, links_[node.link].model_from_joint), node.local);
}

// Down from the root, into nodes that moved in this update or have something dirty below. Not
// recursive: a chain may be as long as memory allows.
std::uint32_t SceneTree::Update() {
  CompareJoints();
  std::uint32_t computed = 0;
  std::uint32_t slot = kRoot;
  while (true) {
    Node& node = nodes_[slot];
    const bool parent_moved = node.parent != kNone && (nodes_[node.parent].flags & kMoved) != 0;
    const bool moves = parent_moved || (node.flags & kDirty) != 0;
    if (moves) {
      node.world = ComputeWorld(node);
      usable_ &= scalar::IsUsable(node.world);
      ++computed;
    }
    const bool goes_down = (moves || (node.flags & kBelow) != 0) && node.first_child != kNone;
    node.flags = moves && goes_down ? kMoved : 0;
    if (goes_down) {
      slot = node.first_child;
      continue;
    }
    while (slot != kRoot && nodes_[slot].next == kNone) {
      slot = nodes_[slot].parent;
      nodes_[slot].flags = 0;  // All below it is done.
    }
    if (slot == kRoot) return computed;
    slot = nodes_[slot].next;
  }
}

bool SceneTree::TakeUsable() {
  const bool usable = usable_;
  usable_ = true;
  return usable;
}

}  // namespace sinew
