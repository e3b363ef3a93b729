// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/root_motion.h"

#include "base/arithmetic.h"
#include "math/quat.h"
#include "math/vec_double.h"
#include "pose/mixer/clock.h"

namespace sinew::mixing {
namespace {

constexpr Ticks kRootGrid = kTicksPerSecond / 60;
constexpr Ticks kMostPieces = 1024;

// A weighted sum of motions. Each turn is taken the short way from standing, whatever the others
// do: as many degrees to the left as to the right are none. Pieces are short, so that turns are
// small. In double: weights may be next to nothing.
struct Sum {
  scalar::Vec3D translation{};
  scalar::QuatD rotation{0.0, 0.0, 0.0, 0.0};
  double weight = 0.0;

  void Add(const Transform& motion, float of_weight) {
    const double w = of_weight;
    translation = scalar::Add(translation, scalar::Scale(scalar::Widen(motion.translation), w));
    const scalar::QuatD turn = scalar::Widen(motion.rotation);
    rotation = scalar::Sum(rotation, 1.0, turn.w < 0.0 ? scalar::Negate(turn) : turn, w);
    weight = weight + w;
  }
  Transform Average() const {
    if (!(weight > 0.0)) return {};
    const double over_weight = 1.0 / weight;
    const scalar::QuatD mean{rotation.x * over_weight, rotation.y * over_weight,
                             rotation.z * over_weight, rotation.w * over_weight};
    return {.translation = scalar::Narrow(scalar::Scale(translation, over_weight)),
            .rotation = scalar::UnitOr(mean, Quat{})};
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

Ticks RootGrid(Ticks step) {
  Ticks grid = kRootGrid;
  while (step / grid > kMostPieces) grid *= 2;
  return grid;
}

bool BlendsMotions(const ConstState& state, std::span<const ConstPoseView> layer_poses) {
  std::size_t sources = 0;
  bool fades = false;
  for (const ActionState& action : state.actions()) {
    if (!action.has(kPlaying)) continue;
    fades = fades || action.fade_duration > 0;
    if (action.fade_duration > 0 || WeightAt(action, state.now()) > 0.0f) ++sources;
  }
  for (std::uint32_t l = 0; l < layer_poses.size(); ++l) {
    fades = fades || state.layer(l).fade_duration > 0;
    if (layer_poses[l].joint_count > 0) ++sources;
  }
  return sources > 1 || (sources == 1 && fades);
}

Transform RootMotionUntil(const ConstState& state, Ticks until,
                          std::span<const ConstPoseView> layer_poses) {
  const MixerSetup::Data& setup = state.setup();
  const Ticks middle = state.now() + (until - state.now()) / 2;
  Transform motion;
  for (std::uint32_t l = 0; l < setup.options.layers.size(); ++l) {
    const MixerLayer& layer = setup.options.layers[l];
    if (layer.mode != MixerLayer::Mode::kOverride) continue;
    const auto masked = [&](float weight, std::uint32_t joint) {
      return layer.joint_weights.empty() ? weight : weight * layer.joint_weights[joint];
    };
    Sum sum;
    double weights = 0.0;  // Without the mask.
    for (const ActionState& action : state.actions()) {
      const float weight = ContributionAt(action, middle);
      if (action.layer != l || !(weight > 0.0f)) continue;
      const RootPath& path = setup.root_paths[action.clip];
      sum.Add(path.Between(LoopOf(setup, action), PositionAt(state, action, state.now()),
                           PositionAt(state, action, until)),
              masked(weight, path.moves() ? path.joint() : *setup.root_joint));
      weights = weights + static_cast<double>(weight);
    }
    if (layer_poses[l].joint_count > 0) {
      sum.Add({}, masked(1.0f, *setup.root_joint));
      weights = weights + 1.0;
    }
    if (!(sum.weight > 0.0)) continue;
    const auto covered = static_cast<float>(sum.weight / weights);
    const float coverage = CoverageAt(state, l, static_cast<float>(weights), middle) * covered;
    motion = Between(motion, sum.Average(), coverage);
  }
  return motion;
}

}  // namespace sinew::mixing
