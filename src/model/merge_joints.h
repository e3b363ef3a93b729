// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Joints of a merge's report, whether clips or meshes are bound to them.
#pragma once

#include <span>
#include <vector>

#include "sinew/merge.h"

namespace sinew::model {

// Everything but `use_count` and `ancestor`.
std::vector<MergedJoint> DescribeJoints(std::span<const JointBinding> bindings,
                                        const Skeleton& from, const Skeleton& to);

// The bindings alone of a report's joints.
template <typename Joints>
std::vector<JointBinding> BindingsOf(const Joints& joints) {
  return {joints.begin(), joints.end()};
}

}  // namespace sinew::model
