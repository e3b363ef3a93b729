// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Shots at a walking figure. The box of the whole clip is known before it is played: what passes by
// it needs no look at the pose. The box of the pose comes next, then a ray tells the triangle and
// the joint.
//
// Prints:
//   the walk stays within z -0.59 .. 0.59, give or take 0.02
//   t = 0.00 s  now within z -0.10 .. 0.10
//     from x 0.0, y 1.5: spine, 4.90 m away, triangle 2
//     from x 0.1, y 0.5: leg_L, 4.90 m away, triangle 15
//     from x 0.0, y 0.5: nothing
//   t = 0.25 s  now within z -0.59 .. 0.59
//     from x 0.0, y 1.5: spine, 4.90 m away, triangle 2
//     from x 0.1, y 0.5: leg_L, 5.17 m away, triangle 14
//     from x 0.0, y 0.5: nothing
#include <array>
#include <cstdio>
#include <optional>
#include <vector>

#include "little_rig.h"
#include "sinew/bounds.h"
#include "sinew/clip_bounds.h"
#include "sinew/hierarchy.h"
#include "sinew/mesh.h"
#include "sinew/picking.h"
#include "sinew/sampling.h"
#include "sinew/skinning.h"

using namespace sinew;
using namespace examples;

// Adds a block of six sides, all moved by one joint.
void AddBlock(Primitive& primitive, Vec3 low, Vec3 high, Joint joint) {
  const auto first = primitive.vertex_count();
  for (int corner = 0; corner < 8; ++corner) {
    primitive.positions.push_back(
        {corner & 1 ? high.x : low.x, corner & 2 ? high.y : low.y, corner & 4 ? high.z : low.z});
    primitive.influences.list.push_back({.joint = joint, .weight = 1.0f});
    primitive.influences.begins.push_back(primitive.vertex_count());
  }
  for (const std::array<std::uint32_t, 4>& side : {std::array{0u, 2u, 3u, 1u},
                                                   {4u, 5u, 7u, 6u},
                                                   {0u, 1u, 5u, 4u},
                                                   {2u, 6u, 7u, 3u},
                                                   {0u, 4u, 6u, 2u},
                                                   {1u, 3u, 7u, 5u}}) {
    for (const int corner : {0, 1, 2, 0, 2, 3}) {
      primitive.indices.push_back(first + side[static_cast<std::size_t>(corner)]);
    }
  }
}

Mesh MakeFigure() {
  Primitive body;
  body.indexed = true;
  body.influences.begins = {0};
  AddBlock(body, {-0.15f, 1.0f, -0.1f}, {0.15f, 2.0f, 0.1f}, kSpine);
  AddBlock(body, {0.05f, 0.0f, -0.1f}, {0.15f, 1.0f, 0.1f}, kLegL);
  AddBlock(body, {-0.15f, 0.0f, -0.1f}, {-0.05f, 1.0f, 0.1f}, kLegR);
  return Expect(Mesh::Create({.name = "figure", .primitives = {std::move(body)}}));
}

int main() {
  const Skeleton skeleton = MakeSkeleton();
  const std::vector<Clip> clips = MakeClips();
  const Mesh figure = MakeFigure();
  const PickMesh pick_mesh = PickMesh::Create(figure, 0);
  const SkinBounds& bounds = pick_mesh.bounds();

  // Bound at rest.
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  Pose pose(skeleton.rest());
  const LocalToModelJob place{
      .skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint};
  Expect(place.Run());
  Skin::Parts parts;
  for (std::uint32_t j = 0; j < bounds.joint_count(); ++j) {
    parts.joints.push_back(static_cast<std::int32_t>(j));
    parts.inverse_bind.push_back(Inverse(model_from_joint[j]).value());
  }
  const Skin skin = Expect(Skin::Create(std::move(parts), skeleton.joint_count()));

  const Clip& walk = clips[kWalk];
  std::vector<CarriedBox> boxes(bounds.joint_count() + 2);
  Expect(CarryBoxesJob{.bounds = bounds, .skin = skin, .boxes = boxes}.Run());
  const ClipSweep sweep = Expect(SweepClip(skeleton, walk, boxes));
  std::printf("the walk stays within z %.2f .. %.2f, give or take %.2f\n", sweep.box.min.z,
              sweep.box.max.z, sweep.slack);

  std::vector<Affine> palette(skin.size());
  std::vector<Box> scratch(pick_mesh.scratch_size());
  for (const double time_s : {0.0, 0.25}) {
    Expect(SampleJob{.skeleton = skeleton, .clip = walk, .time_s = time_s, .pose = pose}.Run());
    Expect(place.Run());
    Expect(
        PaletteJob{.skin = skin, .model_from_joint = model_from_joint, .palette = palette}.Run());
    Box box;
    Expect(BoundsJob{.bounds = bounds, .palette = palette, .box = box}.Run());
    std::printf("t = %.2f s  now within z %.2f .. %.2f\n", time_s, box.min.z, box.max.z);
    for (const Vec3 from : {Vec3{0, 1.5f, 5}, Vec3{0.1f, 0.5f, 5}, Vec3{0, 0.5f, 5}}) {
      std::optional<RayHit> hit;
      Expect(PickJob{.mesh = pick_mesh,
                     .primitive = figure.primitives()[0],
                     .palette = palette,
                     .ray = {.origin = from, .direction = {0, 0, -1}},
                     .scratch = scratch,
                     .hit = hit}
                 .Run());
      std::printf("  from x %.1f, y %.1f: ", from.x, from.y);
      if (hit) {
        const auto joint = static_cast<std::uint32_t>(skin.joints()[hit->joint]);
        std::printf("%s, %.2f m away, triangle %u\n", skeleton.name(joint).c_str(), hit->distance,
                    hit->triangle);
      } else {
        std::printf("nothing\n");
      }
    }
  }
}
