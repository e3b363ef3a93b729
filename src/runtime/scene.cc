// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/scene.h"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/affine.h"
#include "math/usable.h"
#include "runtime/scene_body.h"
#include "sinew/names.h"

namespace sinew {
namespace {

// Tells scenes apart, so that one refuses the ids of another. Nothing else depends on it.
std::uint32_t NextSerial() {
  static std::atomic<std::uint32_t> last = 0;
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool IsNear(float a, float b) {
  const float difference = a < b ? b - a : a - b;
  return difference <= 1e-5f * (b < 0.0f ? -b : b);
}

// Rotations pass through such a scale as they are: S R = R S.
bool IsUniform(Vec3 scale) { return IsNear(scale.y, scale.x) && IsNear(scale.z, scale.x); }

Failure Refused(Error error) {
  std::string message;
  switch (error) {
    case Error::kNoSuchNode:
      message = "The node is null, was removed, or is of another scene.";
      break;
    case Error::kNoSuchJoint:
      message = "The parent's instance has no such joint, or the parent has no instance.";
      break;
    case Error::kValueNotFinite:
      message = "The local transform holds a number that is not finite, or beyond 1e18.";
      break;
    default:
      message = ErrorName(error);
  }
  return {FailureCode::kInvalid, "", std::move(message)};
}

}  // namespace

// --- the body ---

Scene::Body::Body() : items(1), serial(NextSerial()) {}

std::uint32_t Scene::Body::SlotOf(NodeId node) const {
  const std::uint32_t slot = node.index - 1;  // Null: beyond all.
  if (node.index == 0 || slot >= tree.size() || node.scene != serial) return kNone;
  return tree.IsAlive(slot) && tree.generation(slot) == node.generation ? slot : kNone;
}

Error Scene::Body::PlaceOf(const ParentRef& parent, SceneTree::Place& place) {
  const std::uint32_t slot = SlotOf(parent.node);
  if (slot == kNone) return Error::kNoSuchNode;
  if (const std::unique_ptr<HeldInstance>& instance = items[slot].instance) {
    tree.SetJoints(slot, instance->model_from_joint());
  }
  if (parent.joint != kNoJoint && parent.joint >= tree.joint_count(slot)) {
    return Error::kNoSuchJoint;
  }
  place = {slot, parent.joint == kNoJoint ? kNone : parent.joint};
  return Error::kNone;
}

void Scene::Body::SetItem(std::uint32_t slot, Item item) {
  if (slot >= items.size()) items.resize(slot + 1);
  items[slot] = std::move(item);
}

void Scene::Body::Drop(std::uint32_t slot) {
  tree.RemoveLeaf(slot);
  const std::uint32_t scratch = items[slot].scratch;
  items[slot] = {};
  if (scratch != kNone) ReleaseScratch(scratch);
}

std::uint32_t Scene::Body::ScratchFor(const MixerSetup& setup) {
  std::uint32_t free = static_cast<std::uint32_t>(scratches.size());
  for (std::uint32_t k = 0; k < scratches.size(); ++k) {
    if (!scratches[k]) {
      free = k;
    } else if (&scratches[k]->setup.data() == &setup.data()) {
      ++scratches[k]->uses;
      return k;
    }
  }
  if (free == scratches.size()) scratches.emplace_back();
  scratches[free].emplace(
      SetupScratch{.setup = setup, .scratch = InstanceScratch(setup), .uses = 1});
  return free;
}

void Scene::Body::ReleaseScratch(std::uint32_t scratch) {
  if (--scratches[scratch]->uses == 0) scratches[scratch].reset();
}

void Scene::Body::SetLocal(std::uint32_t slot, const Affine& local) {
  items[slot].is_transform = false;
  tree.SetLocal(slot, local);
}

void Scene::Body::SetLocal(std::uint32_t slot, const Transform& transform) {
  items[slot].is_transform = true;
  items[slot].transform = transform;
  tree.SetLocal(slot, scalar::AffineOf(transform));
}

void Scene::Body::ApplyRootMotion(std::uint32_t slot) {
  Item& item = items[slot];
  const Transform motion = item.instance->root_motion();
  if (motion == Transform{}) return;
  if (!item.is_transform) {
    // What a parent was changed for, with its world kept, is nearly always a Transform.
    const Decomposition parts = Decompose(tree.local(slot));
    item.is_transform = parts.shear <= 1e-5f;
    item.transform = parts.transform;
  }
  const bool keeps_scale = motion.scale == Vec3{1.0f, 1.0f, 1.0f};
  if (!item.is_transform || !keeps_scale || !IsUniform(item.transform.scale)) {
    return SetLocal(slot, scalar::Multiply(tree.local(slot), scalar::AffineOf(motion)));
  }
  Transform moved = item.transform;
  moved.translation = scalar::TransformPoint(scalar::AffineOf(item.transform), motion.translation);
  moved.rotation = Normalize(Multiply(item.transform.rotation, motion.rotation));
  SetLocal(slot, moved);
}

void Scene::Body::RefreshJoints() {
  for (std::uint32_t slot = 0; slot < items.size(); ++slot) {
    if (items[slot].instance) tree.SetJoints(slot, items[slot].instance->model_from_joint());
  }
}

void Scene::Body::BringUpToDate() {
  if (!JobsMayCompute()) return;  // What has to be computed stays to be computed.
  RefreshJoints();
  pending += tree.Update();
}

std::optional<Affine> Scene::Body::LocalKeepingWorld(std::uint32_t slot,
                                                     const SceneTree::Place& parent) const {
  const std::optional<Affine> parent_from_world = Inverse(tree.WorldOf(parent));
  if (!parent_from_world) return std::nullopt;
  const Affine local = scalar::Multiply(*parent_from_world, tree.world(slot));
  if (!scalar::IsUsable(local)) return std::nullopt;
  return local;
}

std::uint32_t Scene::Body::NextVisible(std::uint32_t slot) const {
  std::uint32_t next = items[slot].visible ? tree.NextBelow(slot, SceneTree::kRoot)
                                           : tree.NextBeside(slot, SceneTree::kRoot);
  while (next != kNone && !items[next].visible) next = tree.NextBeside(next, SceneTree::kRoot);
  return next;
}

// --- nodes ---

Scene::Scene() : body_(std::make_unique<Body>()) {}
Scene::Scene(Scene&& other) noexcept = default;
Scene& Scene::operator=(Scene&& other) noexcept = default;
Scene::~Scene() = default;

NodeId Scene::root() const { return body_->IdOf(SceneTree::kRoot); }

Result<NodeId> Scene::AddChild(const ParentRef& parent, const Transform& local) {
  SceneTree::Place place;
  if (const Error error = body_->PlaceOf(parent, place); error != Error::kNone) {
    return Refused(error);
  }
  if (!scalar::IsUsable(local)) return Refused(Error::kValueNotFinite);
  Transform unit = local;
  unit.rotation = Normalize(local.rotation);
  const std::uint32_t slot = body_->tree.Add(place, scalar::AffineOf(unit));
  Body::Item item;
  item.transform = unit;
  body_->SetItem(slot, std::move(item));
  return body_->IdOf(slot);
}

Result<NodeId> Scene::AddChild(const ParentRef& parent, Instance&& instance,
                               const Transform& local) {
  const Result<NodeId> added = AddChild(parent, local);
  if (!added.ok()) return added;
  const std::uint32_t slot = body_->SlotOf(*added);
  Body::Item& item = body_->items[slot];
  item.instance = std::make_unique<Body::HeldInstance>(std::move(instance));
  item.scratch = body_->ScratchFor(item.instance->setup());
  return added;
}

Result<ParentRef> Scene::joint(NodeId node, std::string_view name) const {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Refused(Error::kNoSuchNode);
  const Instance* instance = body_->items[slot].instance.get();
  if (instance == nullptr) {
    return Failure{FailureCode::kInvalid, "", "The node has no instance, so it has no joints."};
  }
  const Asset& asset = instance->asset();
  if (const std::optional<std::uint32_t> found = asset.FindJoint(name)) {
    return ParentRef(node, *found);
  }
  std::vector<std::string_view> names;
  for (std::uint32_t j = 0; j < asset.skeleton().joint_count(); ++j) {
    names.push_back(asset.skeleton().name(j));
  }
  std::string message = "None of the " + std::to_string(names.size()) + " joints is named \"" +
                        std::string(name) + "\".";
  if (const std::optional<std::string_view> nearest = NearestName(name, names)) {
    message += " Did you mean \"" + std::string(*nearest) + "\"?";
  }
  return Failure{FailureCode::kInvalid, "", std::move(message)};
}

Result<ParentRef> Scene::joint(NodeId node, std::uint32_t index) const {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Refused(Error::kNoSuchNode);
  const Instance* instance = body_->items[slot].instance.get();
  if (instance == nullptr || index >= instance->model_from_joint().size()) {
    return Refused(Error::kNoSuchJoint);
  }
  return ParentRef(node, index);
}

Error Scene::Remove(NodeId node, Orphans orphans) {
  const std::uint32_t top = body_->SlotOf(node);
  if (top == Body::kNone) return Error::kNoSuchNode;
  if (top == SceneTree::kRoot) return Error::kIsRoot;
  SceneTree& tree = body_->tree;
  if (orphans == Orphans::kKeep) {
    if (!JobsMayCompute()) return Error::kFloatEnvironment;
    body_->BringUpToDate();
    const SceneTree::Place parent = tree.parent(top);
    std::uint32_t child = tree.first_child(top);
    for (; child != Body::kNone; child = tree.next_sibling(child)) {
      if (!body_->LocalKeepingWorld(child, parent)) return Error::kNotInvertible;
    }
    while ((child = tree.first_child(top)) != Body::kNone) {
      const Affine local = *body_->LocalKeepingWorld(child, parent);
      tree.Move(child, parent);
      body_->SetLocal(child, local);
    }
  }
  // Leaves first: down to one, remove it, on with its parent.
  std::uint32_t slot = top;
  while (true) {
    while (tree.first_child(slot) != Body::kNone) slot = tree.first_child(slot);
    const std::uint32_t above = tree.parent(slot).slot;
    body_->Drop(slot);
    if (slot == top) return Error::kNone;
    slot = above;
  }
}

Error Scene::SetParent(NodeId node, const ParentRef& parent, Keep keep) {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Error::kNoSuchNode;
  if (slot == SceneTree::kRoot) return Error::kIsRoot;
  SceneTree::Place place;
  if (const Error error = body_->PlaceOf(parent, place); error != Error::kNone) return error;
  if (body_->tree.IsBelowOrSame(place.slot, slot)) return Error::kNodeCycle;
  std::optional<Affine> local;
  if (keep == Keep::kWorld) {
    if (!JobsMayCompute()) return Error::kFloatEnvironment;
    body_->BringUpToDate();
    local = body_->LocalKeepingWorld(slot, place);
    if (!local) return Error::kNotInvertible;
  }
  body_->tree.Move(slot, place);
  if (local) body_->SetLocal(slot, *local);
  return Error::kNone;
}

Error Scene::SetLocal(NodeId node, const Transform& local) {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Error::kNoSuchNode;
  if (!scalar::IsUsable(local)) return Error::kValueNotFinite;
  Transform unit = local;
  unit.rotation = Normalize(local.rotation);
  body_->SetLocal(slot, unit);
  return Error::kNone;
}

Error Scene::SetLocal(NodeId node, const Affine& local) {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Error::kNoSuchNode;
  if (!scalar::IsUsable(local)) return Error::kValueNotFinite;
  body_->SetLocal(slot, local);
  return Error::kNone;
}

Error Scene::SetVisible(NodeId node, bool visible) {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Error::kNoSuchNode;
  body_->items[slot].visible = visible;
  return Error::kNone;
}

Error Scene::SetRootMotion(NodeId node, bool moves_node) {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Error::kNoSuchNode;
  if (!body_->items[slot].instance) return Error::kNoInstance;
  body_->items[slot].root_motion = moves_node;
  return Error::kNone;
}

// --- questions ---

bool Scene::contains(NodeId node) const { return body_->SlotOf(node) != Body::kNone; }

std::size_t Scene::node_count() const { return body_->tree.node_count(); }

std::optional<ParentRef> Scene::parent(NodeId node) const {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return std::nullopt;
  if (slot == SceneTree::kRoot) return ParentRef();
  const SceneTree::Place place = body_->tree.parent(slot);
  return ParentRef(body_->IdOf(place.slot), place.joint == Body::kNone ? kNoJoint : place.joint);
}

NodeId Scene::first_child(NodeId node) const {
  const std::uint32_t slot = body_->SlotOf(node);
  const std::uint32_t child = slot == Body::kNone ? Body::kNone : body_->tree.first_child(slot);
  return child == Body::kNone ? NodeId() : body_->IdOf(child);
}

NodeId Scene::next_sibling(NodeId node) const {
  const std::uint32_t slot = body_->SlotOf(node);
  const std::uint32_t next = slot == Body::kNone ? Body::kNone : body_->tree.next_sibling(slot);
  return next == Body::kNone ? NodeId() : body_->IdOf(next);
}

std::optional<Affine> Scene::local(NodeId node) const {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return std::nullopt;
  return body_->tree.local(slot);
}

std::optional<Affine> Scene::world(NodeId node) const {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return std::nullopt;
  return body_->tree.world(slot);
}

bool Scene::is_visible(NodeId node) const {
  const std::uint32_t slot = body_->SlotOf(node);
  return slot != Body::kNone && body_->items[slot].visible;
}

Instance* Scene::instance(NodeId node) & {
  const std::uint32_t slot = body_->SlotOf(node);
  return slot == Body::kNone ? nullptr : body_->items[slot].instance.get();
}

const Instance* Scene::instance(NodeId node) const& {
  const std::uint32_t slot = body_->SlotOf(node);
  return slot == Body::kNone ? nullptr : body_->items[slot].instance.get();
}

// --- a frame ---

Error Scene::Update(double seconds) {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!(seconds - seconds == 0.0)) return Error::kTimeNotFinite;
  if (seconds < 0.0) return Error::kTimeNegative;
  Error first = Error::kNone;
  std::uint32_t advanced = 0;
  for (std::uint32_t slot = 0; slot < body_->items.size(); ++slot) {
    Body::Item& item = body_->items[slot];
    if (!item.instance) continue;
    const Error error = item.instance->Update(seconds, body_->scratches[item.scratch]->scratch);
    ++advanced;
    if (error != Error::kNone) {
      first = first == Error::kNone ? error : first;
    } else if (item.root_motion) {
      body_->ApplyRootMotion(slot);
    }
  }
  const Error error = UpdateTransforms();
  body_->statistics.instances_advanced = advanced;
  return first == Error::kNone ? error : first;
}

Error Scene::UpdateTransforms() {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  body_->BringUpToDate();
  body_->statistics = {.matrices_computed = body_->pending};
  body_->pending = 0;
  return body_->tree.TakeUsable() ? Error::kNone : Error::kValueNotFinite;
}

Error Scene::ApplyRootMotion(NodeId node) {
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone) return Error::kNoSuchNode;
  if (!body_->items[slot].instance) return Error::kNoInstance;
  body_->ApplyRootMotion(slot);
  return Error::kNone;
}

const SceneStatistics& Scene::last_update() const& { return body_->statistics; }

}  // namespace sinew
