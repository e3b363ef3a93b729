// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "clip_boxes.h"

#include <set>
#include <span>
#include <tuple>

#include "pick_clip.h"

namespace sinew::cli {
namespace {

// A whole mesh on a joint: at a node without a skin influences mean nothing.
Box WholeBox(std::span<const Box> boxes) {
  Box whole;
  for (const Box& box : boxes) whole = Union(whole, box);
  return whole;
}

void HangOnSkin(const Skin& skin, const SkinBounds& bounds, std::span<const Box> boxes,
                std::vector<CarriedBox>& carried) {
  for (std::uint32_t i = 0; i < bounds.joint_count(); ++i) {
    if (boxes[i].empty()) continue;
    CarriedBox& box = carried.emplace_back();
    box.box = boxes[i];
    box.rounding = bounds.rounding();
    if (skin.joints()[i] == kIdentityJoint) continue;
    box.joint = skin.joints()[i];
    box.joint_from_box = skin.inverse_bind()[i];
  }
}

}  // namespace

ClipBoxes::ClipBoxes(const Model& model) : model_(model) {
  for (const Mesh& mesh : model.meshes()) bounds_.push_back(SkinBounds::Create(mesh));
  // Mesh, skin or none, joint where it matters, morph slots where there are any.
  std::set<std::tuple<std::uint32_t, std::int64_t, std::uint32_t, std::uint32_t>> seen;
  for (const MeshInstance& instance : model.instances()) {
    const SkinBounds& bounds = bounds_[instance.mesh];
    const bool joint_matters = !instance.skin || !bounds.rigid_box().empty();
    const std::int64_t skin = instance.skin ? static_cast<std::int64_t>(*instance.skin) : -1;
    if (!seen.emplace(instance.mesh, skin, joint_matters ? instance.joint : 0,
                      bounds.morph_count() > 0 ? instance.first_morph : 0)
             .second) {
      continue;
    }
    instances_.push_back(instance);
    box_count_ += instance.skin ? bounds.joint_count() + 2 : 1;
  }
}

std::uint64_t ClipBoxes::LeastWork(const Clip& clip) const {
  std::uint64_t keys = 0;
  for (const TrackRange& track : clip.track_ranges()) keys += track.key_count;
  return 2 * (box_count_ + model_.skeleton().joint_count() + clip.track_count()) + keys;
}

std::vector<CarriedBox> ClipBoxes::Of(const Clip& clip) const {
  const std::size_t slots = model_.morph_rest().size();
  std::vector<float> low(slots), high(slots);
  Require(MorphRangeJob{.clip = clip, .morph_rest = model_.morph_rest(), .low = low, .high = high}
              .Run());
  std::vector<CarriedBox> carried;
  std::vector<Box> boxes;
  for (const MeshInstance& instance : instances_) {
    const SkinBounds& bounds = bounds_[instance.mesh];
    boxes.assign(bounds.joint_count() + std::size_t{2}, Box{});
    const auto range = [&](std::span<const float> all) {
      return all.subspan(instance.first_morph, bounds.morph_count());
    };
    Require(bounds.Morphed(range(low), range(high), boxes));
    const auto joint = static_cast<std::int32_t>(instance.joint);
    const double rounding = bounds.rounding();
    if (!instance.skin) {
      carried.push_back({.joint = joint, .box = WholeBox(boxes), .rounding = rounding});
      continue;
    }
    HangOnSkin(model_.skins()[*instance.skin], bounds, boxes, carried);
    carried.push_back({.box = boxes[bounds.joint_count()], .rounding = rounding});
    carried.push_back({.joint = joint, .box = boxes.back(), .rounding = rounding});
  }
  return carried;
}

}  // namespace sinew::cli
