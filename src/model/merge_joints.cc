// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/merge_joints.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sinew/names.h"

namespace sinew::model {
namespace {

// In search of what a joint may be called, over all joints of a model: it may hold a million.
constexpr std::size_t kMostComparisons = 200'000;

std::string_view AfterNamespace(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

// What a joint without a namesake may be called in the character.
class Suggestions {
 public:
  Suggestions(std::span<const JointBinding> bindings, const Skeleton& from, const Skeleton& to)
      : from_(from), to_(to), targets_(from.joint_count()), reached_(to.joint_count(), false) {
    for (const JointBinding& joint : bindings) {
      targets_[joint.joint] = joint.target;
      if (joint.target) reached_[*joint.target] = true;
    }
    for (std::uint32_t j = 0; j < to.joint_count(); ++j) {
      if (!reached_[j] && !to.name(j).empty()) free_names_.push_back(to.name(j));
    }
  }

  std::string For(std::uint32_t joint) {
    if (comparisons_ > kMostComparisons) return "";
    comparisons_ += free_names_.size();
    const std::string label = from_.Label(joint);
    const auto near = NearestName(AfterNamespace(label), free_names_);
    return near ? std::string(*near) : OnlyFreeChild(joint);
  }

 private:
  std::string OnlyFreeChild(std::uint32_t joint) {
    const std::int32_t parent = from_.parent(joint);
    if (parent == kNoParent || !targets_[static_cast<std::uint32_t>(parent)]) return "";
    const std::uint32_t above = *targets_[static_cast<std::uint32_t>(parent)];
    std::optional<std::uint32_t> only;
    for (std::uint32_t c = to_.child_begin(above); c < to_.child_begin(above + 1); ++c) {
      ++comparisons_;
      if (reached_[c]) continue;
      if (only) return "";
      only = c;
    }
    return only ? to_.Label(*only) : "";
  }

  const Skeleton& from_;
  const Skeleton& to_;
  std::vector<std::optional<std::uint32_t>> targets_;
  std::vector<bool> reached_;
  std::vector<std::string_view> free_names_;
  std::size_t comparisons_ = 0;
};

}  // namespace

std::vector<MergedJoint> DescribeJoints(std::span<const JointBinding> bindings,
                                        const Skeleton& from, const Skeleton& to) {
  Suggestions suggestions(bindings, from, to);
  std::vector<MergedJoint> joints;
  for (const JointBinding& joint : bindings) {
    MergedJoint& merged = joints.emplace_back();
    merged.name = from.Label(joint.joint);
    merged.path = PathOf(from, joint.joint);
    merged.match = joint.match;
    if (joint.target) merged.target = to.Label(*joint.target);
    for (const std::uint32_t c : joint.candidates) merged.candidates.push_back(PathOf(to, c));
    merged.rest = joint.rest;
    if (joint.match == JointMatch::kNone) merged.nearest = suggestions.For(joint.joint);
  }
  return joints;
}

}  // namespace sinew::model
