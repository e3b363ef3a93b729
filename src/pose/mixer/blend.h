// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Blends what a mixer plays at a moment into one pose. Residues of inertial transitions are laid
// over it elsewhere.
#pragma once

#include <cstdint>
#include <span>

#include "pose/mixer/body.h"
#include "pose/mixer/clock.h"
#include "pose/mixer/setup_data.h"
#include "pose/mixer/state.h"
#include "sinew/blending.h"
#include "sinew/mixer.h"

namespace sinew {

class MixerBlend {
 public:
  // At a moment near `now`: no action is taken across the seam of a loop.
  MixerBlend(const mixing::Body& body, MixerScratch& scratch, Ticks moment)
      : body_(body), state_(body.state()), scratch_(scratch), moment_(moment) {
    const bool plays_now = mixing::LayerPlaysAt(state_, 0, state_.now());
    weights_at_ = mixing::LayerPlaysAt(state_, 0, moment) == plays_now ? moment : state_.now();
  }

  // Some action would be taken across the seam of a loop at that moment, were it not held there:
  // no measure of how fast it moves.
  bool CrossesASeam() const;
  // Nothing contributes.
  bool IsIdle() const;
  void WriteRest(PoseView pose) const;
  Error Run(PoseView pose);

 private:
  // What a layer is made of: actions that contribute, and a caller's pose.
  struct Sources {
    std::size_t count = 0;
    float weight = 0.0f;                        // Of all together.
    const mixing::ActionState* only = nullptr;  // Where there is one, and it is an action.
  };

  // At the moment, within the loop of `now`.
  Ticks PositionOf(const mixing::ActionState& action) const;
  Error Sample(const mixing::ActionState& action, PoseView pose) const;
  // Samples what the layer plays, each into a pose of the scratch: scratch_.blend_layers_. Where it
  // is a single action, that is left to be sampled where it is wanted.
  Error Gather(std::uint32_t layer, const PoseView& result, Sources& sources);
  Error RunOverride(std::uint32_t layer, PoseView pose);
  Error RunAdditive(std::uint32_t layer, PoseView pose);
  // The average of a layer, into `pose`.
  Error Average(const Sources& sources, PoseView pose) const;
  Error LayOver(const MixerLayer& layer, float coverage, PoseView pose);

  const mixing::Body& body_;
  mixing::ConstState state_;
  MixerScratch& scratch_;
  Ticks moment_;
  Ticks weights_at_;  // The moment, or `now` where the bottom layer's fades begin or end between:
                      // a pose of nothing is not where it comes from.
  bool has_below_ = false;  // Something has been written to the pose.
};

}  // namespace sinew
