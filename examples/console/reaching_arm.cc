// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones moved by inverse kinematics: an arm of two bones reaches for a ball that circles around it.
// No clip is involved: the game computes model-space bone transforms and hands them to the device.
//
// Prints:
//   ball at  0.60 -0.30, hand at  0.60 -0.30, 0.00 m short
//   ball at  0.04  0.30, hand at  0.04  0.30, 0.00 m short
//   ball at -0.59 -0.22, hand at -0.59 -0.22, 0.00 m short
//   ball at -0.13 -0.89, hand at -0.13 -0.89, 0.00 m short
#include <array>
#include <cmath>
#include <cstdio>

#include "sinew/hierarchy.h"
#include "sinew/ik.h"
#include "sinew/pose.h"
#include "sinew/skeleton.h"
#include "tube.h"

namespace {

using namespace sinew;
using namespace console_examples;

constexpr float kLength = 0.5f;  // Of a bone, in metres.

// Shoulder, elbow, hand, hanging along -Y as the tube does.
Skeleton MakeArm() {
  Skeleton::Parts parts;
  parts.parents = {-1, 0, 1};
  parts.names = {"shoulder", "elbow", "hand"};
  parts.rest = {{}, {.translation = {0, -kLength, 0}}, {.translation = {0, -kLength, 0}}};
  parts.file_nodes = {0, 1, 2};
  return Skeleton::Create(std::move(parts)).value();
}

}  // namespace

int main() {
  Device device;
  const Tube tube = MakeTube(2, kLength, 0.06f);
  const std::uint32_t mesh =
      device.LoadMeshIndexed(tube.vertices, tube.vertex_count, tube.indices, kTubeFormat);
  const std::uint32_t skeleton = device.LoadSkeleton(tube.inverse_bind);

  const Skeleton arm = MakeArm();
  Pose pose(arm.joint_count());
  std::array<Affine, 3> model_from_joint;
  for (int frame = 0; frame < 4; ++frame) {
    const float turn = 1.5f * static_cast<float>(frame);
    const Vec3 ball{0.6f * std::cos(turn), 0.6f * std::sin(turn) - 0.3f, 0.2f};
    for (std::uint32_t j = 0; j < arm.joint_count(); ++j) pose.set_joint(j, arm.rest()[j]);
    const LocalToModelJob to_model{
        .skeleton = arm, .pose = pose, .model_from_joint = model_from_joint};
    if (to_model.Run() != Error::kNone) return 1;
    float miss = 0.0f;
    const TwoBoneIkJob reach{.skeleton = arm,
                             .start = 0,
                             .middle = 1,
                             .end = 2,
                             .target = ball,
                             .pole = {0, 0, -1},
                             .hinge = {1, 0, 0},
                             .model_from_joint = model_from_joint,
                             .pose = pose,
                             .miss = &miss};
    if (reach.Run() != Error::kNone || to_model.Run() != Error::kNone) return 1;

    device.BeginFrame();
    device.BindSkeleton(skeleton);
    if (device.SetBones(std::span(model_from_joint).first(2)) != Error::kNone) return 1;
    device.DrawMesh(mesh);

    const Vec3 hand = TransformPoint(model_from_joint[2], {});
    std::printf("ball at %5.2f %5.2f, hand at %5.2f %5.2f, %.2f m short\n", ball.x, ball.y, hand.x,
                hand.y, miss);
  }
}
