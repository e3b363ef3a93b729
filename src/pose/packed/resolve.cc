// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/resolve.h"

#include <string>
#include <vector>

#include "sinew/hierarchy.h"

namespace sinew::packing {

PackOptions Resolved(PackOptions options, float size) {
  const float measure = size > 0.0f ? size : 1.0f;
  if (!options.error_bound) options.error_bound = measure * kErrorShare;
  if (!options.point_distance) options.point_distance = measure * kPointShare;
  return options;
}

Box BoxOfJoints(std::span<const Affine> model_from_joint) {
  Box box;
  for (const Affine& joint : model_from_joint) {
    box = Union(box, Vec3{joint.m[0][3], joint.m[1][3], joint.m[2][3]});
  }
  return box;
}

Result<float> RestSize(const SkeletonView& skeleton) {
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  const Error error = LocalToModelJob{.skeleton = skeleton,
                                      .pose = {.blocks = skeleton.rest_blocks(),
                                               .joint_count = skeleton.joint_count()},
                                      .model_from_joint = model_from_joint}
                          .Run();
  if (error != Error::kNone) {
    return Failure{FailureCode::kInvalid, "skeleton",
                   "has a rest pose that cannot be used: " + std::string(ErrorName(error))};
  }
  return Diagonal(BoxOfJoints(model_from_joint));
}

}  // namespace sinew::packing
