// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/body.h"

#include <algorithm>

#include "pose/mixer/clock.h"

namespace sinew::mixing {

Body::Body(const MixerSetup& of_setup)
    : setup(of_setup), block(setup.state_bytes()), loading(block.size()) {
  state().Clear();
  layer_poses.resize(setup.layer_count());
  events.reserve(setup.options().event_capacity);
  met.reserve(setup.options().event_capacity);
  hits.resize(setup.options().event_capacity);
}

State Body::state() const {
  return {setup.data(), {const_cast<std::byte*>(block.data()), block.size()}};
}

ActionState* Body::Find(std::uint32_t clip, std::uint32_t serial) const {
  const std::span<ActionState> all = state().actions();
  ActionState wanted;
  wanted.clip = clip;
  wanted.serial = serial;
  const auto found = std::lower_bound(all.begin(), all.end(), wanted, ComesBefore);
  const bool exists = found != all.end() && !ComesBefore(wanted, *found);
  return exists ? &*found : nullptr;
}

void Body::Erase(const ActionState* action) {
  state().EraseAction(static_cast<std::size_t>(action - state().actions().data()));
}

void Body::SetError(Error of_call) {
  if (error == Error::kNone) error = of_call;
}

bool Body::LayerIsSeen(std::uint32_t layer) const {
  return layer_poses[layer].joint_count > 0 || LayerPlaysAt(state(), layer, now());
}

bool Body::DividesByWeights(std::uint32_t layer) const {
  return Normalises(setup.data(), layer) && layer_poses[layer].joint_count == 0;
}

bool Body::IsIdle() const {
  for (std::uint32_t layer = 0; layer < setup.layer_count(); ++layer) {
    if (LayerIsSeen(layer)) return false;
  }
  return true;
}

}  // namespace sinew::mixing
