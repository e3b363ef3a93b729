// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which joint of one skeleton is which of another, by the rules of JointMatch.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "sinew/bind_clip.h"

namespace sinew::model {

inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

struct MatchedJoint {
  JointMatch match = JointMatch::kNone;
  std::uint32_t target = kNobody;
  std::vector<std::uint32_t> candidates{};  // Of kAmbiguous and kTaken: at most kMostCandidates.
};
inline constexpr std::size_t kMostCandidates = 8;

struct MatchedJoints {
  std::vector<MatchedJoint> joints{};           // One a source joint.
  std::vector<std::uint32_t> unused_entries{};  // Of the map.
};

// Time and memory in proportion to the joints, whatever their names, and to the map times them.
Result<MatchedJoints> MatchJoints(const Skeleton& from, const Skeleton& to,
                                  const BindOptions& options);

}  // namespace sinew::model
