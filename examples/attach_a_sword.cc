// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Puts a sword into a hand and a torch on the sword, plays, and swaps the sword for an axe. There
// is no special call for attachments: a joint is a parent like any other, and what is on it follows
// in the same frame.
//
// Prints:
//   the arm hangs:  sword at (-0.20, 1.00,  0.15), torch at (-0.20, 1.00, -0.65)
//   the arm is out: sword at (-0.20, 1.35, -0.50), torch at (-0.20, 2.15, -0.50)
//   4 nodes, of which 2 matrices were computed in that frame
//   the sword is gone, and the torch with it; axe at (-0.20, 1.35, -0.50)
#include <cstdio>
#include <utility>

#include "little_rig.h"
#include "sinew/asset.h"
#include "sinew/instance.h"
#include "sinew/scene.h"

namespace {

using namespace sinew;
using namespace examples;

// A game reads these from files: ReadGltf (sinew/gltf.h), or Asset::Open for a .sinew.
MixerSetup MakeHero() {
  Model::Parts parts;
  parts.skeleton = MakeSkeleton();
  parts.clips = {MakeSwings("reach", 4.0f, {{kArmR, 90.0f}})};
  return Expect(Asset::Create(Expect(Model::Create(std::move(parts)))).MakeMixerSetup());
}

// A prop is an asset without clips. This one has two joints to put things on.
MixerSetup MakeBlade() {
  Skeleton::Parts bones;
  bones.parents = {-1, 0};
  bones.names = {"hilt", "point"};
  bones.rest = {{}, {.translation = {0, 0.8f, 0}}};
  bones.file_nodes = {0, 1};
  Model::Parts parts;
  parts.skeleton = Expect(Skeleton::Create(std::move(bones)));
  return Expect(Asset::Create(Expect(Model::Create(std::move(parts)))).MakeMixerSetup());
}

void Print(const char* name, const Scene& scene, NodeId node, const char* end) {
  const Vec3 at = TransformPoint(scene.world(node).value(), {0, 0, 0});
  std::printf("%s at (%.2f, %.2f, %5.2f)%s", name, at.x, at.y, at.z, end);
}

}  // namespace

int main() {
  const MixerSetup hero_setup = MakeHero(), blade_setup = MakeBlade();
  // In the palm, turned so that blades point forward.
  const Transform grip{.translation = {0, 0, 0.15f}, .rotation = QuatOf({1, 0, 0}, Radians(-90))};

  Scene scene;
  const NodeId hero = Expect(scene.AddChild(scene.root(), Instance(hero_setup)));
  const ParentRef hand = Expect(scene.joint(hero, "hand_R"));
  const NodeId sword = Expect(scene.AddChild(hand, Instance(blade_setup), grip));
  const NodeId torch = Expect(scene.AddChild(Expect(scene.joint(sword, "point"))));

  Expect(scene.instance(hero)->Play("reach"));
  Expect(scene.Update(0.0));
  std::printf("the arm hangs:  ");
  Print("sword", scene, sword, ", ");
  Print("torch", scene, torch, "\n");

  Expect(scene.Update(1.0));  // A quarter of the clip: the arm has turned by 90 degrees.
  std::printf("the arm is out: ");
  Print("sword", scene, sword, ", ");
  Print("torch", scene, torch, "\n");
  std::printf("%zu nodes, of which %u matrices were computed in that frame\n", scene.node_count(),
              scene.last_update().matrices_computed);

  Expect(scene.Remove(sword));
  const NodeId axe = Expect(scene.AddChild(hand, Instance(blade_setup), grip));
  Expect(scene.Update(0.0));
  if (!scene.contains(torch)) std::printf("the sword is gone, and the torch with it; ");
  Print("axe", scene, axe, "\n");
}
