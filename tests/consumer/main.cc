// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Uses a bit of every room, so that a library that lacks one does not link.
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/files.h"
#include "sinew/gltf.h"
#include "sinew/hierarchy.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"

int main() {
  // A hip at x = 1 with a knee below it.
  constexpr std::string_view kText =
      R"({"asset":{"version":"2.0"},"nodes":[{"name":"hip","translation":[1,0,0],"children":[1]},)"
      R"({"name":"knee","translation":[0,-2,0]}]})";
  const sinew::GltfRead read = sinew::ReadGltf(std::as_bytes(std::span(kText)));
  if (!read.model.ok()) {
    std::cerr << Describe(read.model.failure()) << '\n';
    return 1;
  }
  const sinew::Skeleton& skeleton = read.model->skeleton();
  sinew::Pose pose(skeleton.joint_count());
  std::vector<sinew::Affine> model_from_joint(pose.joint_count());
  const sinew::Clip still;
  if (sinew::SampleJob{.skeleton = skeleton, .clip = still, .pose = pose}.Run() !=
          sinew::Error::kNone ||
      sinew::LocalToModelJob{
          .skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint}
              .Run() != sinew::Error::kNone) {
    return 1;
  }

  sinew::Primitive dot;  // One vertex, moved by the knee alone.
  dot.positions = {{0, 0, 1}};
  dot.influences = {.begins = {0, 1}, .list = {{.joint = 1, .weight = 1.0f}}};
  std::vector<sinew::Vec3> moved(1);
  if (sinew::spec::Skin{.primitive = dot, .palette = model_from_joint, .positions = moved}.Run() !=
      sinew::Error::kNone) {
    return 1;
  }
  // A file that is not there is a failure that says so.
  const sinew::LoadedModel missing = sinew::LoadModelFile("there is no such file.glb");
  if (missing.model.ok() || missing.model.failure().code != sinew::FailureCode::kResource) return 1;
  std::cout << skeleton.joint_count() << " joints, the vertex is at " << moved[0].x << ' '
            << moved[0].y << ' ' << moved[0].z << '\n';
}
