// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew merge` has to tell of joints, whether clips or meshes are bound to them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/joint_match.h"
#include "text/exit_code.h"

namespace sinew::cli {

struct MergedJoint {
  std::string name{}, path{};  // In its file.
  JointMatch match = JointMatch::kNone;
  std::string target{};                   // What the character calls it, or empty.
  std::uint64_t uses = 0;                 // Tracks of clips, or vertices that it moves.
  std::vector<std::string> candidates{};  // Paths in the character.
  std::string nearest{};                  // What it may be called in the character, or empty.
  std::string ancestor{};  // Of meshes: the character's joint that it is bound to instead.
  std::optional<RestDifference> rest{};
};

// Everything but `uses` and `ancestor`.
std::vector<MergedJoint> DescribeJoints(std::span<const JointBinding> bindings,
                                        const Skeleton& from, const Skeleton& to);

// The bindings alone of a report's joints.
template <typename Joints>
std::vector<JointBinding> BindingsOf(const Joints& joints) {
  return {joints.begin(), joints.end()};
}

struct JointMap {
  std::string file{};  // For messages.
  std::vector<JointMapEntry> entries{};
};

// The failure of a binding, with the map's own place for it.
CommandError MapError(const JointMap& map, const std::string& file, Failure failure);

}  // namespace sinew::cli
