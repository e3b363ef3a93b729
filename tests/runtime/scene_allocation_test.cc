// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A program whose every allocation is counted: a scene plays and is culled without one, and what it
// is made of comes from the hooks alone. So does an instance.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <optional>
#include <span>
#include <vector>

#include "runtime/scene_rigs.h"
#include "sinew/hooks.h"
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

TEST(InstanceAllocation, SkinningPickingSavingAndLoadingAllocateNothing) {
  const MixerSetup body = testing::SetupOf(testing::RandomModel(5));
  Instance hero(body, SkinMethod::kDualQuaternion);
  InstanceScratch scratch(body);
  PickScratch pick_scratch(hero.asset());
  std::size_t most_vertices = 0;
  for (const AssetPrimitive& primitive : hero.asset().primitives()) {
    most_vertices = std::max<std::size_t>(most_vertices, primitive.vertices.vertex_count());
  }
  std::vector<Vec3> positions(most_vertices);
  std::vector<std::byte> state(hero.state_bytes());
  std::uint64_t hits = 0, failed = 0;
  const auto run = [&](Error error) { failed += error == Error::kNone ? 0 : 1; };

  const std::uint64_t before = testing::AllocationCount();
  failed += hero.Play(0u).ok() ? 0 : 1;
  for (int frame = 0; frame < 10; ++frame) {
    run(hero.Update(1.0 / 60.0, scratch));
    const DrawRange draws = hero.draws();
    Vec3 corner{};
    for (const Draw& draw : draws) {
      run(hero.Skin(draw, {.positions = std::span(positions)}));
      corner = positions[0];
    }
    failed += Contains(hero.bounds(), corner) ? 0 : 1;
    std::optional<AssetHit> hit;
    run(hero.Pick({.origin = {corner.x, corner.y, corner.z + 1}}, RaySides::kBoth, pick_scratch,
                  hit));
    hits += hit.has_value() ? 1 : 0;
    run(hero.Save(state));
    run(hero.Load(state));
    run(hero.Evaluate(scratch));
  }
  EXPECT_EQ(testing::AllocationCount() - before, 0u);
  EXPECT_EQ(failed, 0u);
  EXPECT_GT(hits, 0u);
}

// Blocks in use, of hooks that do without operator new.
std::int64_t blocks = 0;

void* FromMalloc(std::size_t size_bytes, std::size_t alignment, void*) {
  ++blocks;
  return std::aligned_alloc(alignment, (size_bytes + alignment - 1) / alignment * alignment);
}
void ToFree(void* memory, std::size_t, std::size_t, void*) {
  --blocks;
  std::free(memory);
}

TEST(MemoryHooks, AreWhereEverythingThatPlaysComesFrom) {
  SetMemoryHooks({.allocate = FromMalloc, .deallocate = ToFree});
  {
    MixerOptions options;
    options.inertial = true;
    const MixerSetup person = testing::SetupOf(testing::PersonModel(), std::move(options));
    const MixerSetup body = testing::SetupOf(testing::RandomModel(5));
    const std::uint64_t before = testing::AllocationCount();
    const std::int64_t blocks_before = blocks;
    {
      Scene scene;
      const NodeId hero = scene.AddChild(scene.root(), Instance(person)).value();
      scene.AddChild(ParentRef(hero, 3), Instance(body, SkinMethod::kDualQuaternion)).value();
      scene.instance(hero)->Play(1u).value();
      InstanceScratch scratch(person);
      Instance other(person);
      EXPECT_EQ(scene.Update(1.0 / 60.0), Error::kNone);
      EXPECT_EQ(other.Update(1.0 / 60.0, scratch), Error::kNone);
      EXPECT_FALSE(scene.subtree_bounds(scene.root()).empty());
      EXPECT_EQ(testing::AllocationCount() - before, 0u);
      EXPECT_GT(blocks, blocks_before);
    }
    EXPECT_EQ(blocks, blocks_before);
  }
  EXPECT_EQ(blocks, 0);
  SetMemoryHooks({});
}

}  // namespace
}  // namespace sinew
