// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What must hold of a mixer at every moment, whatever was loaded into it and called on it. What
// does not is a finding:
//
//   - a state that was saved does not load, or not to the same bytes and hash
//   - a pose or a root motion that is not finite, or a rotation that is not unit
//   - a weight outside [0, 1], a time outside its clip, events out of order or out of range
//   - something is allocated
//   - two mixers of one state that were called alike differ
#pragma once

#include <string_view>

#include "mixer_cast.h"

namespace sinew::fuzz {

// Says what was found, and ends the program: libFuzzer keeps the input.
[[noreturn]] void Report(std::string_view what);

// As long as one lives, allocating is a finding.
class NothingAllocated {
 public:
  NothingAllocated();
  ~NothingAllocated();
  NothingAllocated(const NothingAllocated&) = delete;
  NothingAllocated& operator=(const NothingAllocated&) = delete;
};

// Those so far may be.
void ForgetAllocations();

// Evaluates into the player's pose. `spare` is loaded with its state.
void CheckPlayer(Player& player, Mixer& spare);
// After a step that began at that moment.
void CheckStep(const Mixer& mixer, Ticks began);
// Both have been checked. What a mixer tells of its last step is the same from the first step on
// that they take together; whether it jumped, from the second on, when a load is forgotten.
void CheckSame(const Player& a, const Player& b, int steps_together);

}  // namespace sinew::fuzz
