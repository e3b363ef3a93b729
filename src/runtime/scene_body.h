// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a Scene is made of: a tree of nodes, and beside it what each node holds.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/scene_tree.h"
#include "sinew/hooks.h"
#include "sinew/scene.h"

namespace sinew {

struct Scene::Body : FromHooks {
  static constexpr std::uint32_t kNone = SceneTree::kNone;  // No slot.

  // On the heap: it stays where it is.
  struct HeldInstance : FromHooks, Instance {
    explicit HeldInstance(Instance&& instance) : Instance(std::move(instance)) {}
  };

  // What a node holds, by slot of the tree.
  struct Item {
    std::unique_ptr<HeldInstance> instance{};
    std::uint32_t scratch = kNone;  // Into scratches, with an instance.
    Transform transform{};          // The local matrix, where it is one.
    bool is_transform = true;
    bool visible = true;
    bool root_motion = true;
  };

  // What instances of one setup share: made when the first of them is added.
  struct SetupScratch {
    MixerSetup setup;
    InstanceScratch scratch;
    std::optional<PickScratch> pick{};  // Made by the first Pick.
    std::uint32_t uses = 0;
  };

  Body();

  // --- ids ---

  NodeId IdOf(std::uint32_t slot) const { return {slot + 1, tree.generation(slot), serial}; }
  // kNone where it is null, removed or of another scene.
  std::uint32_t SlotOf(NodeId node) const;
  // kNoSuchNode, kNoSuchJoint; joints are looked up again.
  Error PlaceOf(const ParentRef& parent, SceneTree::Place& place);

  // --- nodes ---

  void SetItem(std::uint32_t slot, Item item);
  void Drop(std::uint32_t slot);  // A leaf.
  std::uint32_t ScratchFor(const MixerSetup& setup);
  void ReleaseScratch(std::uint32_t scratch);
  void SetLocal(std::uint32_t slot, const Affine& local);  // No Transform any more.
  void SetLocal(std::uint32_t slot, const Transform& transform);
  void ApplyRootMotion(std::uint32_t slot);

  // --- matrices ---

  void RefreshJoints();
  void BringUpToDate();  // Counts into `pending`.
  // The local matrix with which the node stays where it is; nothing where there is none.
  std::optional<Affine> LocalKeepingWorld(std::uint32_t slot, const SceneTree::Place& parent) const;

  // The next node, depth first, that is not hidden; kNone after the last one.
  std::uint32_t NextVisible(std::uint32_t slot) const;

  SceneTree tree;
  HookVector<Item> items;
  HookVector<std::optional<SetupScratch>> scratches;  // Those of setups that are used.
  std::uint32_t serial;
  SceneStatistics statistics{};
  std::uint32_t pending = 0;  // Matrices that were computed since the last update.
};

}  // namespace sinew
