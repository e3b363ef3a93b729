// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Random programs of calls on a scene, beside a tree that multiplies everything again whenever it
// is asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/scene_rigs.h"
#include "sinew/scene.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::SameBits;
using testing::SplitMix64;

// A node of the naive tree. Index 0 is the root.
struct NaiveNode {
  NodeId id{};
  int parent = -1;
  std::uint32_t joint = kNoJoint;
  Affine local{};
  std::vector<int> children{};
  bool alive = true;
  // To count what a scene has to compute:
  bool dirty = true;
  Affine joint_was{};
};

class NaiveScene {
 public:
  explicit NaiveScene(std::uint64_t seed) : random_(seed) {
    for (std::uint64_t k = 0; k < 3; ++k) {
      setups_.push_back(testing::SetupOf(testing::RandomModel(seed * 3 + k)));
    }
    nodes_.push_back({.id = scene_.root(), .dirty = false});
  }

  void Step() {
    switch (random_.Below(12)) {
      case 0:
      case 1:
      case 2:
        return Add();
      case 3:
        return random_.Below(3) == 0 ? Remove() : Add();
      case 4:
        return RemoveAndKeep();
      case 5:
      case 6:
        return Move();
      case 7:
      case 8:
        return Change();
      case 9:
        return Play();
      default:
        return Update();
    }
  }

  std::uint64_t compared() const { return compared_; }
  std::uint64_t computed() const { return computed_; }
  std::uint64_t refused() const { return refused_; }

 private:
  int AnyNode() {
    while (true) {
      const int node = static_cast<int>(random_.Below(static_cast<std::uint32_t>(nodes_.size())));
      if (nodes_[static_cast<std::size_t>(node)].alive) return node;
    }
  }
  NaiveNode& At(int node) { return nodes_[static_cast<std::size_t>(node)]; }

  const Affine& JointOf(const NaiveNode& node) {
    return scene_.instance(At(node.parent).id)->model_from_joint()[node.joint];
  }

  // A node, or one of its joints where it has some.
  ParentRef AnyPlaceAt(int node) {
    const Instance* instance = scene_.instance(At(node).id);
    if (instance == nullptr || random_.Below(4) == 0) return At(node).id;
    return {At(node).id,
            random_.Below(static_cast<std::uint32_t>(instance->model_from_joint().size()))};
  }

  Transform AnyTransform() {
    Transform t = random_.Placement();
    if (random_.Below(5) == 0) t.scale.x = -t.scale.x;
    return t;
  }

  void Attach(int node, int parent, std::uint32_t joint) {
    At(node).parent = parent;
    At(node).joint = joint;
    At(node).dirty = true;
    At(parent).children.push_back(node);
    if (joint != kNoJoint) At(node).joint_was = JointOf(At(node));
  }
  void Detach(int node) { std::erase(At(At(node).parent).children, node); }

  void Add() {
    const int parent = AnyNode();
    const ParentRef place = AnyPlaceAt(parent);
    const Transform local = AnyTransform();
    Transform unit = local;
    unit.rotation = Normalize(local.rotation);
    const Result<NodeId> added =
        random_.Below(2) == 0 ? scene_.AddChild(place, local)
                              : scene_.AddChild(place, Instance(setups_[random_.Below(3)]), local);
    ASSERT_TRUE(added.ok());
    nodes_.push_back({.id = *added, .local = AffineOf(unit)});
    Attach(static_cast<int>(nodes_.size()) - 1, parent, place.joint);
  }

  void Forget(int node) {
    for (const int child : At(node).children) Forget(child);
    At(node).alive = false;
  }

  void Remove() {
    const int node = AnyNode();
    if (node == 0) return;
    ASSERT_EQ(scene_.Remove(At(node).id), Error::kNone);
    Detach(node);
    Forget(node);
  }

  void RemoveAndKeep() {
    const int node = AnyNode();
    if (node == 0 || At(node).children.size() > 3) return;
    expected_ += Settle();
    const std::vector<int> children = At(node).children;
    std::vector<Affine> worlds;
    for (const int child : children) worlds.push_back(World(child));
    ASSERT_EQ(scene_.Remove(At(node).id, Orphans::kKeep), Error::kNone);
    Detach(node);
    At(node).alive = false;
    for (std::size_t i = 0; i < children.size(); ++i) {
      Attach(children[i], At(node).parent, At(node).joint);
      KeepWorld(children[i], worlds[i]);
    }
  }

  bool IsBelow(int node, int ancestor) {
    for (; node != -1; node = At(node).parent) {
      if (node == ancestor) return true;
    }
    return false;
  }

  void Move() {
    const int node = AnyNode(), parent = AnyNode();
    const ParentRef place = AnyPlaceAt(parent);
    const Keep keep = random_.Below(3) == 0 ? Keep::kWorld : Keep::kLocal;
    if (node == 0) {
      ASSERT_EQ(scene_.SetParent(At(node).id, place, keep), Error::kIsRoot);
      return;
    }
    if (IsBelow(parent, node)) {
      ++refused_;
      ASSERT_EQ(scene_.SetParent(At(node).id, place, keep), Error::kNodeCycle);
      return;
    }
    Affine world;
    if (keep == Keep::kWorld) {
      expected_ += Settle();
      world = World(node);
    }
    ASSERT_EQ(scene_.SetParent(At(node).id, place, keep), Error::kNone);
    Detach(node);
    Attach(node, parent, place.joint);
    if (keep == Keep::kLocal) return;
    KeepWorld(node, world);
  }

  void KeepWorld(int node, const Affine& world) {
    At(node).local = Multiply(Inverse(WorldAbove(At(node))).value(), world);
    ASSERT_TRUE(SameBits(scene_.local(At(node).id).value(), At(node).local));
  }

  void Change() {
    const int node = AnyNode();
    Transform local = AnyTransform();
    if (random_.Below(2) == 0) {
      ASSERT_EQ(scene_.SetLocal(At(node).id, local), Error::kNone);
      local.rotation = Normalize(local.rotation);
    } else {
      local.rotation = Normalize(local.rotation);
      ASSERT_EQ(scene_.SetLocal(At(node).id, AffineOf(local)), Error::kNone);
    }
    At(node).local = AffineOf(local);
    At(node).dirty = true;
  }

  void Play() {
    Instance* instance = scene_.instance(At(AnyNode()).id);
    if (instance == nullptr) return;
    ASSERT_TRUE(instance->Play("random").ok());
  }

  void Update() {
    if (random_.Below(3) == 0) {
      ASSERT_EQ(scene_.UpdateTransforms(), Error::kNone);
    } else {
      ASSERT_EQ(scene_.Update(random_.Below(4) == 0 ? 0.0 : 0.03), Error::kNone);
    }
    expected_ += Settle();
    EXPECT_EQ(scene_.last_update().matrices_computed, expected_);
    computed_ += expected_;
    expected_ = 0;
    std::uint32_t count = 0;
    for (int node = 0; node < static_cast<int>(nodes_.size()); ++node) {
      if (!At(node).alive) {
        EXPECT_FALSE(scene_.contains(At(node).id));
        continue;
      }
      ++count;
      ASSERT_TRUE(SameBits(scene_.world(At(node).id).value(), World(node))) << "node " << node;
      CompareChildren(node);
      ++compared_;
    }
    EXPECT_EQ(scene_.node_count(), count);
  }

  void CompareChildren(int node) {
    NodeId child = scene_.first_child(At(node).id);
    for (const int expected : At(node).children) {
      ASSERT_EQ(child, At(expected).id);
      ASSERT_EQ(scene_.parent(child), ParentRef(At(node).id, At(expected).joint));
      child = scene_.next_sibling(child);
    }
    EXPECT_FALSE(child);
  }

  Affine World(int node) {
    const NaiveNode& n = At(node);
    return n.parent == -1 ? n.local : Multiply(WorldAbove(n), n.local);
  }
  Affine WorldAbove(const NaiveNode& n) {
    const Affine above = World(n.parent);
    return n.joint == kNoJoint ? above : Multiply(above, JointOf(n));
  }

  // How many nodes changed, or are below one that did, since this was last asked.
  std::uint32_t Settle() { return Settle(0, false); }
  std::uint32_t Settle(int node, bool above_moved) {
    NaiveNode& n = At(node);
    bool moved = above_moved || n.dirty;
    if (n.joint != kNoJoint && !SameBits(n.joint_was, JointOf(n))) {
      moved = true;
      n.joint_was = JointOf(n);
    }
    n.dirty = false;
    std::uint32_t count = moved ? 1 : 0;
    for (const int child : n.children) count += Settle(child, moved);
    return count;
  }

  SplitMix64 random_;
  std::vector<MixerSetup> setups_;
  Scene scene_;
  std::vector<NaiveNode> nodes_;
  std::uint32_t expected_ = 0;
  std::uint64_t compared_ = 0, computed_ = 0, refused_ = 0;
};

TEST(SceneProperty, RandomTreesEqualANaiveProductAndComputeNoMoreThanChanged) {  // L20, L35, L46
  std::uint64_t compared = 0, computed = 0, refused = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    NaiveScene scene(seed);
    for (int step = 0; step < 250; ++step) {
      scene.Step();
      if (HasFatalFailure() || HasNonfatalFailure()) return;
    }
    compared += scene.compared();
    computed += scene.computed();
    refused += scene.refused();
  }
  EXPECT_GT(compared, 40'000u);
  EXPECT_GT(computed, 10'000u);
  EXPECT_LT(computed, compared);  // Some were left as they were.
  EXPECT_GT(refused, 100u);
}

}  // namespace
}  // namespace sinew
