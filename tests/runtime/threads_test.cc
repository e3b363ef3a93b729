// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Instances of one setup on several threads, and one instance skinned by several. Run by
// ThreadSanitizer too.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <thread>
#include <vector>

#include "runtime/scene_rigs.h"
#include "sinew/hash.h"
#include "sinew/instance.h"
#include "sinew/scene.h"

namespace sinew {
namespace {

constexpr std::uint32_t kThreads = 4;

template <typename Work>
void OnThreads(const Work& work) {
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t) threads.emplace_back([&work, t] { work(t); });
  for (std::thread& thread : threads) thread.join();
}

// What one character shows after some frames; its own number makes it differ from the others.
std::uint64_t PlayAlone(const MixerSetup& setup, std::uint32_t number) {
  InstanceScratch scratch(setup);
  Instance instance(setup);
  instance.Play(0u).value().set_time(0.03 * number);
  Hash64 hash;
  for (int frame = 0; frame < 10; ++frame) {
    if (instance.Update(1.0 / 60.0, scratch) != Error::kNone) return 0;
    hash.Add(instance.model_from_joint()).Add(instance.palette(0));
  }
  return hash.value();
}

TEST(InstanceThreads, CharactersOfOneSetupPlayAsOnOneThread) {
  const MixerSetup setup = testing::SetupOf(testing::RandomModel(3));
  std::array<std::uint64_t, kThreads> together{}, alone{};
  OnThreads([&](std::uint32_t t) { together[t] = PlayAlone(MixerSetup(setup), t); });
  for (std::uint32_t t = 0; t < kThreads; ++t) alone[t] = PlayAlone(setup, t);
  EXPECT_EQ(together, alone);
  EXPECT_NE(together[0], 0u);
}

TEST(InstanceThreads, SeveralMaySkinOneInstanceAtOnce) {
  const MixerSetup setup = testing::SetupOf(testing::RandomModel(4));
  for (const SkinMethod method : {SkinMethod::kLinearBlend, SkinMethod::kDualQuaternion}) {
    InstanceScratch scratch(setup);
    Instance instance(setup, method);
    instance.Play(0u).value();
    const auto skinned = [&] {
      Hash64 hash;
      const DrawRange draws = instance.draws();
      for (const Draw draw : draws) {
        const Asset& asset = instance.asset();
        std::vector<Vec3> out(asset.primitives()[draw.primitive].vertices.vertex_count());
        if (instance.Skin(draw, {.positions = out}) != Error::kNone) return std::uint64_t{0};
        hash.Add(std::span<const Vec3>(out));
      }
      return hash.value();
    };
    for (int frame = 0; frame < 5; ++frame) {
      // What is known of the palettes is found out by whichever thread comes first.
      ASSERT_EQ(instance.Update(1.0 / 60.0, scratch), Error::kNone);
      std::array<std::uint64_t, kThreads> hashes{};
      OnThreads([&](std::uint32_t t) { hashes[t] = skinned(); });
      const std::uint64_t wanted = skinned();
      EXPECT_NE(wanted, 0u);
      for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, wanted);
    }
  }
}

TEST(SceneThreads, AGameMayAdvanceTheInstancesOfASceneItself) {
  const MixerSetup setup = testing::SetupOf(testing::RandomModel(5));
  Scene together, alone;
  std::vector<NodeId> nodes, nodes_alone;
  for (std::uint32_t i = 0; i < kThreads; ++i) {
    for (Scene* scene : {&together, &alone}) {
      std::vector<NodeId>& all = scene == &together ? nodes : nodes_alone;
      const ParentRef parent =
          all.empty() ? ParentRef(scene->root()) : ParentRef(all.back(), 2 + i % 3);
      all.push_back(scene->AddChild(parent, Instance(setup)).value());
      scene->instance(all.back())->Play(0u).value().set_time(0.1 * i);
    }
  }
  for (int frame = 0; frame < 5; ++frame) {
    std::array<Error, kThreads> errors{};
    OnThreads([&](std::uint32_t t) {
      InstanceScratch scratch(setup);
      errors[t] = together.instance(nodes[t])->Update(1.0 / 60.0, scratch);
    });
    for (const Error error : errors) EXPECT_EQ(error, Error::kNone);
    EXPECT_EQ(together.UpdateTransforms(), Error::kNone);
    EXPECT_EQ(alone.Update(1.0 / 60.0), Error::kNone);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const Affine a = together.world(nodes[i]).value(), b = alone.world(nodes_alone[i]).value();
      EXPECT_EQ(Hash64().Add(std::span(&a, 1)).value(), Hash64().Add(std::span(&b, 1)).value());
    }
  }
}

TEST(AssetThreads, TheLastOfManyCopiesDeletesItWhicheverThreadHasIt) {
  std::uint32_t alive = 0;
  {
    std::vector<Asset> copies(kThreads, Asset::Create(testing::PersonModel()));
    OnThreads([&](std::uint32_t t) {
      for (int i = 0; i < 100; ++i) {
        const Asset copy = copies[t];
        const MixerSetup setup = copy.MakeMixerSetup().value();
        copies[t] = Asset::Of(setup).value();
      }
    });
    for (const Asset& copy : copies) alive += copy.clips().size() == 2 ? 1u : 0u;
  }
  EXPECT_EQ(alive, kThreads);
}

}  // namespace
}  // namespace sinew
