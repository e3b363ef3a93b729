// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/root_motion.h"

#include "base/arithmetic.h"
#include "math/quat.h"
#include "math/vec.h"
#include "pose/mixer/clock.h"

namespace sinew::mixing {
namespace {

// A weighted sum of motions. A turn within one step is far from half a turn, or w is positive at
// least: no two of them lie on opposite sides.
struct Sum {
  Vec3 translation{};
  scalar::QuatD rotation{0.0, 0.0, 0.0, 0.0};
  float weight = 0.0f;

  void Add(const Transform& motion, float w) {
    translation = scalar::Add(translation, scalar::Scale(motion.translation, w));
    const scalar::QuatD turn = scalar::Widen(motion.rotation);
    rotation = scalar::Sum(rotation, 1.0, turn.w < 0.0 ? scalar::Negate(turn) : turn,
                           static_cast<double>(w));
    weight = weight + w;
  }
  Transform Average() const {
    if (!(weight > 0.0f)) return {};
    return {.translation = scalar::Scale(translation, 1.0f / weight),
            .rotation = scalar::UnitOr(rotation, Quat{})};
  }
};

Transform Between(const Transform& below, const Transform& above, float coverage) {
  if (coverage >= 1.0f) return above;
  Sum sum;
  sum.Add(below, 1.0f - coverage);
  sum.Add(above, coverage);
  return sum.Average();
}

}  // namespace

Transform RootMotionOfStep(const ConstState& state, std::span<const Ticks> began,
                           std::span<const ConstPoseView> layer_poses) {
  const MixerSetup::Data& setup = state.setup();
  if (!setup.root_joint) return {};
  Transform motion;
  for (std::uint32_t l = 0; l < setup.options.layers.size(); ++l) {
    const MixerLayer& layer = setup.options.layers[l];
    if (layer.mode != MixerLayer::Mode::kOverride) continue;
    Sum sum;
    for (std::size_t i = 0; i < state.actions().size(); ++i) {
      const ActionState& action = state.actions()[i];
      const float weight = ContributionAt(action, state.now());
      if (action.layer != l || !(weight > 0.0f)) continue;
      sum.Add(setup.root_paths[action.clip].Between(LoopOf(setup, action), began[i],
                                                    PositionAt(state, action, state.now())),
              weight);
    }
    if (layer_poses[l].joint_count > 0) sum.Add({}, 1.0f);
    if (!(sum.weight > 0.0f)) continue;
    float coverage = WeightAt(state.layer(l), state.now());
    const bool normalises = l == 0 && !setup.options.fill_with_rest;
    if (!normalises && sum.weight < 1.0f) coverage = coverage * sum.weight;
    if (!layer.joint_weights.empty()) coverage = coverage * layer.joint_weights[*setup.root_joint];
    motion = Between(motion, sum.Average(), coverage);
  }
  return motion;
}

}  // namespace sinew::mixing
