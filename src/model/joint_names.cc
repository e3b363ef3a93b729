// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people call joints: a name where it is enough, the end of a path where it is not.
#include "sinew/joint_match.h"

namespace sinew {
namespace {

// Whether the path of `joint` ends in `reference`. Names may hold a '/' themselves.
bool EndsSo(const Skeleton& skeleton, std::uint32_t joint, std::string_view reference) {
  for (auto at = static_cast<std::int32_t>(joint); at != kNoParent;
       at = skeleton.parent(static_cast<std::uint32_t>(at))) {
    const std::string label = skeleton.Label(static_cast<std::uint32_t>(at));
    if (reference == label) return true;
    if (!reference.ends_with(label)) return false;
    reference.remove_suffix(label.size());
    if (!reference.ends_with('/')) return false;
    reference.remove_suffix(1);
  }
  return false;
}

}  // namespace

std::string_view JointMatchName(JointMatch match) {
  constexpr std::array<std::string_view, kJointMatchCount> kNames{
      "map", "path", "tail", "name", "namespace", "unwanted", "taken", "ambiguous", "none"};
  return kNames[static_cast<std::size_t>(match)];
}

std::vector<std::uint32_t> JointsNamed(const Skeleton& skeleton, std::string_view reference) {
  std::vector<std::uint32_t> joints;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const std::string& name = skeleton.name(j);
    if (name.empty() ? skeleton.Label(j) == reference : name == reference) joints.push_back(j);
  }
  if (!joints.empty() || reference.find('/') == std::string_view::npos) return joints;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    if (EndsSo(skeleton, j, reference)) joints.push_back(j);
  }
  return joints;
}

std::string PathOf(const Skeleton& skeleton, std::uint32_t joint) {
  constexpr int kMostNames = 16;
  std::string path = skeleton.Label(joint);
  std::int32_t above = skeleton.parent(joint);
  for (int names = 1; above != kNoParent; ++names) {
    if (names == kMostNames) return ".../" + path;
    path = skeleton.Label(static_cast<std::uint32_t>(above)) + "/" + path;
    above = skeleton.parent(static_cast<std::uint32_t>(above));
  }
  return path;
}

}  // namespace sinew
