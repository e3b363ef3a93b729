// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A scene: nodes with transforms and parents, and the characters and props that play in it. The
// parent of a node is another node or a joint of an instance: a sword in a hand, a torch on that
// sword and a rider on a horse are children like any other.
//
//   Scene scene;
//   NodeId hero = scene.AddChild(scene.root(), Instance(hero_setup)).value();
//   ParentRef hand = scene.joint(hero, "hand_R").value();
//   NodeId sword = scene.AddChild(hand, Instance(sword_setup), {.translation = {0, 0, 0.15f}})
//                      .value();
//   scene.instance(hero)->Play("Walk").value();
//   ...
//   Error error = scene.Update(1.0 / 60.0);          // Once per frame.
//   scene.Cull(frustum, visible);                    // What a renderer draws.
//   error = scene.Remove(sword);                     // With everything on it.
//
//   Space    local: parent_from_node. World: world_from_node = world(parent) * local(node); on a
//            joint world(parent) * model_from_joint[joint] * local(node), from left to right.
//            An instance's model space is the space of its node.
//   Update   recomputes the world matrices of nodes that changed, of nodes on joints that moved,
//            and of everything below those; no others. A joint and what is on it move in the same
//            frame.
//   Order    depth first; children in the order in which they were added or moved to their parent.
//   Errors   a null id, the id of a removed node and the id of another scene are refused
//            (kNoSuchNode), and nothing changes. Questions about such a node have no answer:
//            nullopt, null, an empty box.
//   Stable   nodes and instances are addressed by id. An Instance* and its Actions stay valid until
//            the node is removed, however the scene grows, and when the scene is moved.
//   Memory   adding and moving nodes allocates; a Scene has no fixed capacity. Update and Cull do
//            not allocate. (Cull: where the output has the capacity.)
//   Threads  one thread uses a scene at a time. A game may advance instances in many threads, with
//            an InstanceScratch each, and then call UpdateTransforms instead of Update.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/box.h"
#include "sinew/frustum.h"
#include "sinew/instance.h"
#include "sinew/math.h"
#include "sinew/picking.h"
#include "sinew/result.h"

namespace sinew {

// A node, as a value. The default one is null.
struct NodeId {
  std::uint32_t index = 0;       // From 1; 0: null.
  std::uint32_t generation = 0;  // Of its place: a removed node's id does not mean the next one.
  std::uint32_t scene = 0;       // Which scene it is of.

  explicit operator bool() const { return index != 0; }  // Not null; it may have been removed.
  bool operator==(const NodeId&) const = default;
};

inline constexpr std::uint32_t kNoJoint = 0xffffffffu;

// What a node is a child of: a node, or a joint of its instance.
struct ParentRef {
  NodeId node{};
  std::uint32_t joint = kNoJoint;

  ParentRef() = default;
  ParentRef(NodeId parent) : node(parent) {}  // NOLINT: meant to be implicit
  ParentRef(NodeId parent, std::uint32_t of_joint) : node(parent), joint(of_joint) {}
  bool operator==(const ParentRef&) const = default;
};

// What stays when a node gets another parent.
enum class Keep : std::uint8_t {
  kLocal,  // Its local transform: it moves with the new parent at once.
  kWorld,  // Its place in the world: the local transform is recomputed.
};

// What becomes of the children of a node that is removed.
enum class Orphans : std::uint8_t {
  kRemove,  // They are removed too, with everything below them.
  kKeep,    // They become the last children of its parent (or of its joint), where they are.
};

// One draw that may be seen.
struct VisibleDraw {
  NodeId node{};
  Draw draw{};  // Of the node's instance.
  Affine world_from_model{};
};

struct SceneHit {
  NodeId node{};
  AssetHit model{};       // In the space of the node's instance, with its distance there.
  Vec3 position{};        // In the world.
  float distance = 0.0f;  // From the ray's origin, in the world's unit.
};

struct SceneStatistics {
  std::uint32_t matrices_computed = 0;   // World matrices.
  std::uint32_t instances_advanced = 0;  // By Update.
};

class Scene {
 public:
  Scene();
  // One that was moved from may only be assigned to or destroyed. Ids stay valid.
  Scene(Scene&& other) noexcept;
  Scene& operator=(Scene&& other) noexcept;
  ~Scene();

  // --- nodes ---

  // The node that all others are below. Its local transform moves the whole scene. It cannot be
  // removed or moved (kIsRoot).
  NodeId root() const;

  // Adds a node: a group, or an instance, which is moved into the scene. Fails where the parent is
  // not a node of this scene, or its joint does not exist, or a number is not usable; the instance
  // is then still the caller's.
  Result<NodeId> AddChild(const ParentRef& parent, const Transform& local = {});
  Result<NodeId> AddChild(const ParentRef& parent, Instance&& instance,
                          const Transform& local = {});

  // A joint of a node's instance as a parent: by name (the first of that name), or by index. The
  // failure names the joint with the nearest name.
  Result<ParentRef> joint(NodeId node, std::string_view name) const;
  Result<ParentRef> joint(NodeId node, std::uint32_t index) const;

  // Removes a node, by default with everything below it. kIsRoot. With Orphans::kKeep also
  // kNotInvertible: the parent's matrix has no inverse; nothing was removed.
  Error Remove(NodeId node, Orphans orphans = Orphans::kRemove);

  // Makes it the last child of another parent. kNodeCycle: the parent is the node itself or below
  // it. kNoSuchJoint: the parent has no such joint, or no instance. kNotInvertible: the new
  // parent's matrix has no inverse, and the world is to be kept.
  Error SetParent(NodeId node, const ParentRef& parent, Keep keep = Keep::kLocal);

  // The rotation of a Transform is normalised. kValueNotFinite.
  Error SetLocal(NodeId node, const Transform& local);
  Error SetLocal(NodeId node, const Affine& local);
  // Hidden nodes, and everything below them, are updated but neither culled in nor picked.
  Error SetVisible(NodeId node, bool visible);
  // Whether Update moves the node by its instance's root motion. On by default; it has an effect
  // where the instance's setup takes root motion out of the pose.
  Error SetRootMotion(NodeId node, bool moves_node);

  // --- questions ---

  bool contains(NodeId node) const;
  std::size_t node_count() const;                      // With the root.
  std::optional<ParentRef> parent(NodeId node) const;  // A null one for the root.
  NodeId first_child(NodeId node) const;   // Null where there is none. Those on joints are among
  NodeId next_sibling(NodeId node) const;  // the children of the instance's node.
  std::optional<Affine> local(NodeId node) const;
  // As of the last update. A node that was added since then is placed by what its parent's matrix
  // is now.
  std::optional<Affine> world(NodeId node) const;
  bool is_visible(NodeId node) const;  // Itself; it may be below a hidden one.

  // Null for a group. To play clips, read the pose, skin. To exchange the instance, remove the node
  // and add another.
  Instance* instance(NodeId node) &;
  const Instance* instance(NodeId node) const&;
  const Instance* instance(NodeId node) const&& = delete;

  // --- a frame ---

  // Advances every instance by a step, moves nodes by root motion, and updates world matrices.
  // Returns the first error of an instance, in the order of ids; the others advance all the same.
  // kTimeNotFinite and kTimeNegative: nothing changes.
  Error Update(double seconds);
  // World matrices alone. kValueNotFinite: a matrix that was computed left the usable range.
  Error UpdateTransforms();
  // Moves a node by the root motion of its instance's last step: Update does this. For games that
  // advance instances themselves. kNoInstance.
  //   A local transform with uniform scale stays a Transform with a unit rotation: walking for
  //   hours does not make a character larger. Else local = local * root motion.
  Error ApplyRootMotion(NodeId node);
  // Of the last Update or UpdateTransforms, with what other calls computed since the one before.
  const SceneStatistics& last_update() const&;
  const SceneStatistics& last_update() const&& = delete;

  // --- boxes, culling, picking. They update world matrices first, where something changed. ---

  // Each call looks for what moved, in the whole scene: to ask for the boxes of many nodes, ask
  // for one subtree.

  // A box in the world that every vertex of the node's instance lies in, as Skin writes it and the
  // world matrix moves it in float; of the node and everything below it. Empty where there are no
  // vertices. Conservative, as AssetPose::bounds.
  Box bounds(NodeId node);
  Box subtree_bounds(NodeId node);

  // All draws that may be seen: one box per draw is tested. No draw is left out of which a vertex
  // is inside of the frustum. The output is cleared first.
  void Cull(const Frustum& frustum, std::vector<VisibleDraw>& visible);
  // The same, given to visit(const VisibleDraw&) one by one. It must not change the scene.
  template <typename Visitor>
    requires(std::is_invocable_v<Visitor&, const VisibleDraw&> &&
             std::is_object_v<std::remove_reference_t<Visitor>>)
  void Cull(const Frustum& frustum, Visitor&& visit) {
    // The visitor may be const; it is called as what it is.
    void* const context = const_cast<void*>(static_cast<const void*>(std::addressof(visit)));
    CullEach(frustum, {context, [](void* visitor, const VisibleDraw& draw) {
                         (*static_cast<std::remove_reference_t<Visitor>*>(visitor))(draw);
                       }});
  }

  // The nearest triangle that a ray in world space meets; at the same distance, of the first node.
  // Nothing where it meets none. Refuses what CheckRay refuses, and returns the first error of an
  // instance's Pick. The first call for an asset allocates. Nodes whose matrix has no inverse are
  // passed over.
  Error Pick(const Ray& ray, RaySides sides, std::optional<SceneHit>& hit);

 private:
  struct Body;
  struct CullVisitor {
    void* context;
    void (*visit)(void* context, const VisibleDraw& draw);
  };
  void CullEach(const Frustum& frustum, CullVisitor visitor);

  std::unique_ptr<Body> body_;  // Null once moved from.
};

}  // namespace sinew
