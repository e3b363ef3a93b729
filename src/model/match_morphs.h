// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which mesh instance of one model morphs as which of another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/match_joints.h"
#include "sinew/bind_clip.h"

namespace sinew::model {

// A source instance that has morph slots.
struct MatchedMorphs {
  std::uint32_t instance = 0;
  MorphMatch match = MorphMatch::kNoMesh;
  std::uint32_t target = kNobody;  // An instance.
  // Of kBound: target slot i takes what source slot columns[i] of the run has.
  std::vector<std::uint32_t> columns{};
};

// In ascending first slot: every slot of the source is in one.
std::vector<MatchedMorphs> MatchMorphs(const Model& from, const Model& to,
                                       std::span<const MatchedJoint> joints);

}  // namespace sinew::model
