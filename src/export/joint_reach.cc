// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/joint_reach.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/arithmetic.h"
#include "math/box.h"
#include "math/vec_double.h"
#include "sinew/assertion.h"
#include "sinew/clip_bounds.h"
#include "sinew/floating_point.h"

namespace sinew {
namespace {

using scalar::Vec3D;

// A morph weight over the rest pose and all clips.
struct WeightRange {
  double middle = 0.0, half = 0.0;
};

std::vector<WeightRange> WeightRanges(const Model& model) {
  const std::span<const float> rest = model.morph_rest();
  std::vector<float> low(rest.begin(), rest.end()), high = low;
  std::vector<float> clip_low(rest.size()), clip_high(rest.size());
  for (const Clip& clip : model.clips()) {
    if (clip.morph_bound() == 0) continue;
    const Error error =
        MorphRangeJob{.clip = clip, .morph_rest = rest, .low = clip_low, .high = clip_high}.Run();
    SINEW_ASSERT(error == Error::kNone);  // A model's clips stay within its slots.
    (void)error;
    for (std::size_t slot = 0; slot < rest.size(); ++slot) {
      low[slot] = std::min(low[slot], clip_low[slot]);
      high[slot] = std::max(high[slot], clip_high[slot]);
    }
  }
  std::vector<WeightRange> ranges(rest.size());
  for (std::size_t slot = 0; slot < rest.size(); ++slot) {
    const double least = low[slot], most = high[slot];
    ranges[slot] = {0.5 * (least + most), 0.5 * (most - least)};
  }
  return ranges;
}

// A vertex of bind space under all its morph weights: |A (p + sum of w d)| is at most that with the
// middles of the weights, and each |A d| as often as its weight strays from the middle.
class MorphedVertex {
 public:
  MorphedVertex(const Primitive& primitive, std::span<const WeightRange> weights)
      : primitive_(primitive), weights_(weights) {}

  void MoveTo(std::uint32_t vertex) {
    middle_ = scalar::Widen(primitive_.positions[vertex]);
    strays_.clear();
    for (std::size_t target = 0; target < weights_.size(); ++target) {
      const std::vector<Vec3>& moves = primitive_.morph_targets[target].positions;
      if (moves.empty()) continue;
      const Vec3D move = scalar::Widen(moves[vertex]);
      middle_ = scalar::Add(middle_, scalar::Scale(move, weights_[target].middle));
      if (weights_[target].half > 0.0) {
        strays_.push_back(scalar::Scale(move, weights_[target].half));
      }
    }
  }

  double FarthestFrom(const Affine& joint_from_bind) const {
    double farthest = scalar::Length(scalar::TransformPoint(joint_from_bind, middle_));
    for (const Vec3D& stray : strays_) {
      farthest = farthest + scalar::Length(scalar::TransformDirection(joint_from_bind, stray));
    }
    return farthest;
  }

 private:
  const Primitive& primitive_;
  std::span<const WeightRange> weights_;  // One a target.
  Vec3D middle_;
  std::vector<Vec3D> strays_;
};

class ReachFinder {
 public:
  explicit ReachFinder(const Model& model)
      : model_(model), weights_(WeightRanges(model)), reach_(model.skeleton().joint_count()) {}

  std::vector<float> Find() && {
    for (const MeshInstance& instance : model_.instances()) {
      for (const Primitive& primitive : model_.meshes()[instance.mesh].primitives()) {
        Add(instance, primitive);
      }
    }
    std::vector<float> rounded(reach_.size());
    for (std::size_t joint = 0; joint < reach_.size(); ++joint) {
      const double most = kLargest;
      rounded[joint] = reach_[joint] < most ? scalar::RoundUp(reach_[joint]) : kLargest;
    }
    return rounded;
  }

 private:
  void Add(const MeshInstance& instance, const Primitive& primitive) {
    MorphedVertex morphed(primitive, std::span(weights_).subspan(instance.first_morph,
                                                                 primitive.morph_targets.size()));
    const bool skinned = instance.skin.has_value() && !primitive.influences.empty();
    for (std::uint32_t vertex = 0; vertex < primitive.vertex_count(); ++vertex) {
      morphed.MoveTo(vertex);
      if (!skinned) {
        Raise(instance.joint, morphed.FarthestFrom(Affine{}));
        continue;
      }
      const Skin& skin = model_.skins()[*instance.skin];
      for (const Influence& influence : primitive.influences.of(vertex)) {
        const std::int32_t joint = skin.joints()[influence.joint];
        if (joint == kIdentityJoint) continue;
        Raise(static_cast<std::size_t>(joint),
              morphed.FarthestFrom(skin.inverse_bind()[influence.joint]));
      }
    }
  }

  void Raise(std::size_t joint, double distance) {
    if (distance > reach_[joint]) reach_[joint] = distance;
  }

  const Model& model_;
  std::vector<WeightRange> weights_;  // One a morph slot.
  std::vector<double> reach_;         // One a joint.
};

}  // namespace

std::vector<float> JointReach(const Model& model) {
  const FloatEnvironmentGuard guard;
  return ReachFinder(model).Find();
}

}  // namespace sinew
