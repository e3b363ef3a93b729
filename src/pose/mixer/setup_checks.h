// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <optional>
#include <vector>

#include "sinew/mixer_setup.h"

namespace sinew::mixing {

// The first rule that the options break, and where.
std::optional<Failure> CheckOptions(const SkeletonView& skeleton, const MixerOptions& options);

// A member's markers in ticks of its clip; 0 alone without markers.
std::vector<Ticks> BeatsOf(const SyncGroup::Member& member, Ticks duration);

}  // namespace sinew::mixing
