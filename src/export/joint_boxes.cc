// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "export/joint_boxes.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <tuple>

namespace sinew {

std::string NotPosable(Error error) {
  return error == Error::kValueNotFinite
             ? "the model cannot be posed: its transforms multiply to numbers beyond 1e18"
             : "the model cannot be posed: " + std::string(ErrorName(error));
}

JointBoxes::JointBoxes(const Model& model) : model_(model) {
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

std::uint64_t JointBoxes::MinWork(const Clip& clip) const {
  std::uint64_t keys = 0;
  for (const TrackRange& track : clip.track_ranges()) keys += track.key_count;
  return 2 * (box_count_ + model_.skeleton().joint_count() + clip.track_count()) + keys;
}

Result<std::vector<CarriedBox>> JointBoxes::Of(const Clip& clip) const {
  const std::size_t slots = model_.morph_rest().size();
  std::vector<float> low(slots), high(slots);
  Error error =
      MorphRangeJob{.clip = clip, .morph_rest = model_.morph_rest(), .low = low, .high = high}
          .Run();
  std::vector<CarriedBox> carried, boxes;
  for (const MeshInstance& instance : instances_) {
    const SkinBounds& bounds = bounds_[instance.mesh];
    const auto range = [&](std::span<const float> all) {
      return all.subspan(instance.first_morph, bounds.morph_count());
    };
    std::optional<SkinView> skin;
    if (instance.skin) skin = model_.skins()[*instance.skin];
    boxes.assign(bounds.joint_count() + std::size_t{2}, {});
    if (error == Error::kNone) {
      error = CarryBoxesJob{.bounds = bounds,
                            .skin = skin,
                            .joint = static_cast<std::int32_t>(instance.joint),
                            .morph_low = range(low),
                            .morph_high = range(high),
                            .boxes = boxes}
                  .Run();
    }
    if (error != Error::kNone) return Failure{FailureCode::kInvalid, "", NotPosable(error)};
    std::ranges::copy_if(boxes, std::back_inserter(carried),
                         [](const CarriedBox& one) { return !one.box.empty(); });
  }
  return carried;
}

}  // namespace sinew
