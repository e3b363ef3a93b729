// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Body, boots and coat are meshes of their own on one skeleton: one palette a frame for all of
// them, and the last frame's palette for motion vectors.
//
// Prints:
//   t = 0.00 s  head at (0.00, 1.80,  0.00), boot at (0.10, 0.00,  0.00), no history
//   t = 0.25 s  head at (0.00, 1.80,  0.00), boot at (0.10, 0.13, -0.50), moved by  0.13, -0.50
//   t = 0.50 s  head at (0.00, 1.80,  0.00), boot at (0.10, 0.00,  0.00), moved by -0.13,  0.50
//   after a jump:                            boot at (0.10, 0.13,  0.50), no history
//   4 frames: 4 palettes, 12 meshes skinned
#include <array>
#include <cstdio>
#include <vector>

#include "little_rig.h"
#include "sinew/hierarchy.h"
#include "sinew/mesh.h"
#include "sinew/mixer.h"
#include "sinew/palette_history.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"

using namespace sinew;
using namespace examples;

// Binds to the rest pose: a mesh that is modelled on the resting character stays as it is there.
Skin BindAtRest(const Skeleton& skeleton) {
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  const Pose rest(skeleton.rest());
  Expect(LocalToModelJob{.skeleton = skeleton, .pose = rest, .model_from_joint = model_from_joint}
             .Run());
  Skin::Parts parts;
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    parts.joints.push_back(static_cast<std::int32_t>(j));
    parts.inverse_bind.push_back(Inverse(model_from_joint[j]).value());
  }
  return Expect(Skin::Create(std::move(parts), skeleton.joint_count()));
}

// As small as a mesh can be: one vertex, moved by one joint. Real ones come from a file.
Mesh MakeMesh(const char* name, Vec3 position, Joint joint) {
  Primitive primitive{.topology = Topology::kPoints, .positions = {position}};
  primitive.influences = {.begins = {0, 1}, .list = {{.joint = joint, .weight = 1.0f}}};
  return Expect(Mesh::Create({.name = name, .primitives = {std::move(primitive)}}));
}

int main() {
  const Skeleton skeleton = MakeSkeleton();
  const std::vector<Clip> clips = MakeClips();
  const Skin skin = BindAtRest(skeleton);
  const std::array meshes{MakeMesh("body", {0, 1.8f, 0}, kSpine),
                          MakeMesh("coat", {0, 1, 0}, kHips),
                          MakeMesh("boots", {0.1f, 0, 0}, kLegL)};
  MixerOptions options;
  options.clips.assign(clips.begin(), clips.end());
  const MixerSetup setup = Expect(MixerSetup::Create(skeleton, std::move(options)));
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(skeleton.joint_count());
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  PaletteHistory history(skin.size());

  int palettes = 0, skinned = 0;
  std::array<Vec3, 3> now, before;  // One vertex a mesh.
  const auto frame = [&](double step_s) {
    Expect(mixer.update(step_s));
    Expect(mixer.evaluate(scratch, pose));
    Expect(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint}
               .Run());
    Expect(PaletteJob{.skin = skin,
                      .model_from_joint = model_from_joint,
                      .palette = history.Advance(mixer.jumped())}
               .Run());
    ++palettes;
    for (std::size_t m = 0; m < meshes.size(); ++m, ++skinned) {
      const Primitive& primitive = meshes[m].primitives()[0];
      Expect(spec::Skin{
          .primitive = primitive, .palette = history.current(), .positions = std::span(&now[m], 1)}
                 .Run());
      Expect(spec::Skin{.primitive = primitive,
                        .palette = history.previous(),
                        .positions = std::span(&before[m], 1)}
                 .Run());
    }
  };
  const auto say_boot = [&] {
    std::printf("boot at (%.2f, %.2f, %5.2f)", now[2].x, now[2].y, now[2].z + 0.0f);
    if (history.has_history()) {
      std::printf(", moved by %5.2f, %5.2f\n", now[2].y - before[2].y, now[2].z - before[2].z);
    } else {
      std::printf(", no history\n");
    }
  };

  Action walk = mixer.clip_action(kWalk)->play();
  for (const double step_s : {0.0, 0.25, 0.25}) {
    frame(step_s);
    std::printf("t = %.2f s  head at (%.2f, %.2f, %5.2f), ", walk.time(), now[0].x, now[0].y,
                now[0].z);
    say_boot();
  }
  walk.set_time(0.75);  // Not a motion.
  frame(0.0);
  std::printf("after a jump:                            ");
  say_boot();
  std::printf("%d frames: %d palettes, %d meshes skinned\n", palettes, palettes, skinned);
}
