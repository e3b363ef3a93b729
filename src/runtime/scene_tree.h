// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The nodes of a scene without what they hold: links, matrices, and what has to be recomputed.
//
//   Slots    nodes live in an array; a slot is reused after its node was removed, with another
//            generation. Slot 0 is the root.
//   Dirty    kDirty: the world matrix is not world(parent) * local any more. kBelow: there is a
//            kDirty node below. Invariant: all ancestors of a node with either have kBelow.
//   Joints   children on joints keep the joint's matrix that they were computed with. Update
//            compares it with the present one, so that nobody has to say that a pose changed.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/hooks.h"
#include "sinew/math.h"

namespace sinew {

class SceneTree {
 public:
  static constexpr std::uint32_t kRoot = 0;
  static constexpr std::uint32_t kNone = 0xffffffffu;

  // A parent: a slot, and a joint or kNone.
  struct Place {
    std::uint32_t slot = kRoot;
    std::uint32_t joint = kNone;
  };

  SceneTree();

  // --- changing; slots are of nodes that exist ---

  std::uint32_t Add(const Place& parent, const Affine& local);  // The new slot.
  void Move(std::uint32_t slot, const Place& parent);  // Not below itself: see IsBelowOrSame.
  void RemoveLeaf(std::uint32_t slot);                 // Has no children, is not the root.
  void SetLocal(std::uint32_t slot, const Affine& local);
  // The matrices of a node's joints, borrowed. Update reads them.
  void SetJoints(std::uint32_t slot, std::span<const Affine> model_from_joint);

  // Computes what has to be. Returns how many matrices that were.
  std::uint32_t Update();
  // Whether all of them were usable, in all updates since the last call.
  bool TakeUsable();

  // --- asking ---

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }  // Slots.
  std::uint32_t node_count() const { return node_count_; }
  bool IsAlive(std::uint32_t slot) const { return nodes_[slot].alive; }
  std::uint32_t generation(std::uint32_t slot) const { return nodes_[slot].generation; }
  std::uint32_t joint_count(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(nodes_[slot].joints.size());
  }
  Place parent(std::uint32_t slot) const;  // kNone for the root.
  std::uint32_t first_child(std::uint32_t slot) const { return nodes_[slot].first_child; }
  std::uint32_t next_sibling(std::uint32_t slot) const { return nodes_[slot].next; }
  const Affine& local(std::uint32_t slot) const { return nodes_[slot].local; }
  const Affine& world(std::uint32_t slot) const { return nodes_[slot].world; }
  // What a child's local matrix is multiplied with: world(slot), or of the joint.
  Affine WorldOf(const Place& place) const;
  bool IsBelowOrSame(std::uint32_t slot, std::uint32_t ancestor) const;

  // The next node of the subtree below `top`, depth first, or kNone after the last one.
  std::uint32_t NextBelow(std::uint32_t slot, std::uint32_t top) const;
  // The same without what is below `slot` itself.
  std::uint32_t NextBeside(std::uint32_t slot, std::uint32_t top) const;

 private:
  enum Flag : std::uint8_t { kDirty = 1, kBelow = 2, kMoved = 4 };

  struct Node {
    Affine local{}, world{};
    std::span<const Affine> joints{};
    std::uint32_t parent = kNone, first_child = kNone, last_child = kNone;
    std::uint32_t previous = kNone, next = kNone;
    std::uint32_t link = kNone;    // Into links_, where its parent is a joint.
    std::uint32_t generation = 1;  // Of the node that is here, or will be next.
    std::uint8_t flags = 0;
    bool alive = true;
  };
  struct JointLink {
    std::uint32_t slot = 0, joint = 0;
    Affine model_from_joint{};
  };

  void MarkDirty(std::uint32_t slot);
  void Link(std::uint32_t slot, const Place& parent);
  void Unlink(std::uint32_t slot);
  void CompareJoints();
  // The identity where the instance does not have it any more.
  Affine JointMatrix(const Place& place) const;
  Affine ComputeWorld(const Node& node) const;

  HookVector<Node> nodes_;
  HookVector<std::uint32_t> free_;
  HookVector<JointLink> links_;
  std::uint32_t node_count_ = 1;
  bool usable_ = true;
};

}  // namespace sinew
