// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/model_size.h"

#include <string>
#include <vector>

#include "pose/packed/resolve.h"
#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/floating_point.h"

namespace sinew {
namespace {

struct RestBoxes {
  Box vertices, joints;
};

Result<RestBoxes> BoxesOf(const Model& model) {
  const FloatEnvironmentGuard guard;
  AssetPose pose(Asset::Create(model));
  Error error = pose.SetRest();
  RestBoxes boxes{.vertices = {}, .joints = packing::BoxOfJoints(pose.model_from_joint())};
  std::vector<Vec3> positions;
  const DrawRange draws = pose.asset().draws();
  for (const Draw draw : draws) {
    positions.resize(pose.asset().primitives()[draw.primitive].vertices.vertex_count());
    if (error == Error::kNone) error = pose.Skin(draw, {.positions = positions});
    if (error != Error::kNone) break;
    for (const Vec3& position : positions) boxes.vertices = Union(boxes.vertices, position);
  }
  if (error == Error::kNone) return boxes;
  return Failure{FailureCode::kInvalid, "",
                 "cannot be posed at rest: " + std::string(ErrorName(error))};
}

}  // namespace

Result<Box> RestBox(const Model& model) {
  const Result<RestBoxes> boxes = BoxesOf(model);
  if (!boxes.ok()) return boxes.failure();
  return boxes->vertices;
}

Result<float> RestSize(const Model& model) {
  const Result<RestBoxes> boxes = BoxesOf(model);
  if (!boxes.ok()) return boxes.failure();
  return Diagonal(boxes->vertices.empty() ? boxes->joints : boxes->vertices);
}

}  // namespace sinew
