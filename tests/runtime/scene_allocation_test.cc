// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A program whose every allocation is counted: a scene plays and is culled without one.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "runtime/scene_rigs.h"
#include "sinew/scene.h"
#include "support/counted_new.h"

namespace sinew {
namespace {

TEST(SceneAllocation, PlayingAndCullingAllocateNothing) {  // L44
  const MixerSetup person = testing::SetupOf(testing::PersonModel());
  const MixerSetup prop = testing::SetupOf(testing::PropModel());
  Scene scene;
  std::vector<NodeId> heroes, swords;
  for (int i = 0; i < 10; ++i) {
    heroes.push_back(scene.AddChild(scene.root(), Instance(person)).value());
    const ParentRef hand = scene.joint(heroes.back(), "hand_R").value();
    swords.push_back(scene.AddChild(hand, Instance(prop)).value());
  }
  std::array<Plane, 6> planes;
  planes.fill({.normal = {0, 0, 0}, .offset = 1});
  std::vector<VisibleDraw> visible;
  visible.reserve(20);

  const std::uint64_t before = testing::AllocationCount();
  std::uint64_t failed = 0;
  const auto run = [&](Error error) { failed += error == Error::kNone ? 0 : 1; };
  for (int frame = 0; frame < 100; ++frame) {
    Instance& hero = *scene.instance(heroes[static_cast<std::size_t>(frame % 10)]);
    failed += hero.FadeTo(static_cast<std::uint32_t>(frame % 2), 0.1).ok() ? 0 : 1;
    run(scene.SetLocal(heroes[3], Transform{.translation = {static_cast<float>(frame), 0, 0}}));
    run(scene.SetVisible(swords[4], frame % 2 == 0));
    run(scene.Update(1.0 / 60.0));
    const Result<Frustum> frustum = Frustum::FromPlanes(planes);
    scene.Cull(*frustum, visible);
    failed += scene.subtree_bounds(scene.root()).empty() ? 1 : 0;
  }
  const std::uint64_t allocated = testing::AllocationCount() - before;
  EXPECT_EQ(allocated, 0u);
  EXPECT_EQ(failed, 0u);
  EXPECT_EQ(visible.size(), 19u);
}

}  // namespace
}  // namespace sinew
