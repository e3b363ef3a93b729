// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is asked of a scene as a whole: boxes, culling, picking.
#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/affine.h"
#include "math/usable.h"
#include "math/vec_double.h"
#include "runtime/moved_box.h"
#include "runtime/scene_body.h"
#include "sinew/scene.h"

namespace sinew {

Box Scene::bounds(NodeId node) {
  body_->BringUpToDate();
  const std::uint32_t slot = body_->SlotOf(node);
  if (slot == Body::kNone || !body_->items[slot].instance) return {};
  return scalar::MovedBox(body_->tree.world(slot), body_->items[slot].instance->bounds());
}

Box Scene::subtree_bounds(NodeId node) {
  body_->BringUpToDate();
  Box all;
  const std::uint32_t top = body_->SlotOf(node);
  for (std::uint32_t slot = top; slot != Body::kNone; slot = body_->tree.NextBelow(slot, top)) {
    if (!body_->items[slot].instance) continue;
    all = Union(all,
                scalar::MovedBox(body_->tree.world(slot), body_->items[slot].instance->bounds()));
  }
  return all;
}

void Scene::Cull(const Frustum& frustum, std::vector<VisibleDraw>& visible) {
  visible.clear();
  CullEach(frustum, {&visible, [](void* out, const VisibleDraw& draw) {
                       static_cast<std::vector<VisibleDraw>*>(out)->push_back(draw);
                     }});
}

// One box per draw. The box of an instance is the one around those: to test it first would compute
// them twice.
void Scene::CullEach(const Frustum& frustum, CullVisitor visitor) {
  body_->BringUpToDate();
  std::uint32_t slot = body_->items[SceneTree::kRoot].visible ? SceneTree::kRoot : Body::kNone;
  for (; slot != Body::kNone; slot = body_->NextVisible(slot)) {
    Instance* instance = body_->items[slot].instance.get();
    if (instance == nullptr) continue;
    const Affine& world = body_->tree.world(slot);
    const DrawRange draws = instance->draws();
    for (const Draw draw : draws) {
      if (!frustum.MayShow(instance->moment().bounds(draw), world)) continue;
      visitor.visit(visitor.context, {body_->IdOf(slot), draw, world});
    }
  }
}

Error Scene::Pick(const Ray& ray, RaySides sides, std::optional<SceneHit>& hit) {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (const Error error = CheckRay(ray); error != Error::kNone) return error;
  body_->BringUpToDate();
  const double world_length = scalar::Length(scalar::Widen(ray.direction));
  std::optional<SceneHit> nearest;
  double nearest_distance = 0.0;
  std::uint32_t slot = body_->items[SceneTree::kRoot].visible ? SceneTree::kRoot : Body::kNone;
  for (; slot != Body::kNone; slot = body_->NextVisible(slot)) {
    Instance* instance = body_->items[slot].instance.get();
    if (instance == nullptr) continue;
    const Affine& world = body_->tree.world(slot);
    const std::optional<Affine> model_from_world = Inverse(world);
    if (!model_from_world) continue;
    Ray in_model;
    in_model.origin = scalar::TransformPoint(*model_from_world, ray.origin);
    in_model.direction = scalar::TransformDirection(*model_from_world, ray.direction);
    if (!scalar::IsUsable(in_model.origin) || !scalar::IsUsable(in_model.direction) ||
        in_model.direction == Vec3{}) {
      continue;
    }
    // A length along the ray in the world is so much longer than in the model.
    const double stretch = world_length / scalar::Length(scalar::Widen(in_model.direction));
    const double until = nearest ? nearest_distance : static_cast<double>(ray.max_distance);
    const double most = until / stretch * (1.0 + 0x1p-20);  // Rounding hides no nearer triangle.
    in_model.max_distance =
        most > static_cast<double>(kLargest) ? kLargest : static_cast<float>(most);
    Body::SetupScratch& shared = *body_->scratches[body_->items[slot].scratch];
    if (!shared.pick) shared.pick.emplace(instance->asset());
    std::optional<AssetHit> found;
    if (const Error error = instance->Pick(in_model, sides, *shared.pick, found);
        error != Error::kNone) {
      return error;
    }
    if (!found) continue;
    const double distance = static_cast<double>(found->hit.distance) * stretch;
    if (distance > static_cast<double>(ray.max_distance)) continue;
    if (nearest && !(distance < nearest_distance)) continue;
    nearest_distance = distance;
    nearest = SceneHit{.node = body_->IdOf(slot),
                       .model = *found,
                       .position = scalar::TransformPoint(world, found->hit.position),
                       .distance = static_cast<float>(distance)};
  }
  hit = nearest;
  return Error::kNone;
}

}  // namespace sinew
