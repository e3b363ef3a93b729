// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which joint of one skeleton is which of another, by the rules of JointMatch.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "model/joint_index.h"
#include "sinew/joint_match.h"
#include "sinew/result.h"

namespace sinew::model {

inline constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();

struct MatchedJoint {
  JointMatch match = JointMatch::kNone;
  std::uint32_t target = kNobody;
  std::vector<std::uint32_t> candidates{};  // Of kAmbiguous and kTaken: at most kMostCandidates.
};
inline constexpr std::size_t kMostCandidates = 8;

struct MatchedJoints {
  std::vector<MatchedJoint> joints{};           // One per source joint.
  std::vector<std::uint32_t> unused_entries{};  // Of the map.
};

// The joint that an entry of the map leads to, kNobody where it drops its joint. Fails with the
// place "map/3" where that is not one joint.
Result<std::uint32_t> TargetOfEntry(std::span<const JointMapEntry> map, std::uint32_t entry,
                                    const Skeleton& to, const JointIndex& index);
// Of the joints that the map leads to.
JointIndex IndexOfTargets(std::span<const JointMapEntry> map, const Skeleton& to);

// Time and memory in proportion to the joints and to the map's text, times log n, whatever the
// names are.
Result<MatchedJoints> MatchJoints(const Skeleton& from, const Skeleton& to,
                                  const BindOptions& options);

// What reports say of source joints, and the counts of it.
class JointReporter {
 public:
  JointReporter(const Skeleton& from, const Skeleton& to, MatchCounts& counts);

  // Takes the candidates over.
  JointBinding Report(std::uint32_t joint, MatchedJoint&& matched);

 private:
  const Skeleton& from_;
  const Skeleton& to_;
  MatchCounts& counts_;
  float size_ = 0.0f;  // As CompareRest wants it.
};

}  // namespace sinew::model
