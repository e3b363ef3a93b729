// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A crowd split over threads: clips of both forms, the mesh and the skeleton are shared, and each
// character comes out as it does on one thread. Run by ThreadSanitizer too.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <thread>
#include <vector>

#include "sinew/blending.h"
#include "sinew/hash.h"
#include "sinew/hierarchy.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "skin/random_mesh.h"
#include "support/random_rig.h"

namespace sinew::testing {
namespace {

constexpr std::uint32_t kJoints = 20;
constexpr std::uint32_t kCharacters = 40;

struct Crowd {
  SplitMix64 random{77};
  Skeleton skeleton = RandomSkeleton(random, kJoints);
  Clip exact = RandomClip(random, kJoints, 0);
  PackedClip packed = PackedClip::Create(skeleton, exact, {.error_bound = 1e-2f}).value();
  RandomMesh meshes{78};
  SkinnedMesh mesh = SkinnedMesh::Create(meshes.Make({.vertex_count = 200}), 0);

  // Everything that one character computes at one moment.
  std::uint64_t HashOf(std::uint32_t character) const {
    const double time_s = 0.05 * character;
    Pose from(kJoints), to(kJoints), blended(kJoints);
    std::vector<Affine> model(kJoints), socket(1);
    std::vector<Vec3> positions(mesh.vertex_count()), normals = positions;
    const std::array layers{BlendLayer{.pose = from, .weight = 0.5f},
                            BlendLayer{.pose = to, .weight = 0.5f}};
    const std::array asked{kJoints - 1};
    for (const Error error :
         {SampleJob{.skeleton = skeleton, .clip = exact, .time_s = time_s, .pose = from}.Run(),
          SampleJob{.skeleton = skeleton, .clip = packed, .time_s = time_s, .pose = to}.Run(),
          BlendJob{.skeleton = skeleton, .layers = layers, .pose = blended}.Run(),
          LocalToModelJob{.skeleton = skeleton, .pose = blended, .model_from_joint = model}.Run(),
          JointQuery{.skeleton = skeleton,
                     .clip = packed,
                     .time_s = time_s,
                     .joints = asked,
                     .model_from_joint = socket}
              .Run(),
          SkinJob{.mesh = mesh, .palette = model, .positions = positions, .normals = normals}
              .Run()}) {
      if (error != Error::kNone) return 0;
    }
    return Hash64{}
        .Add(std::span<const Affine>(model))
        .Add(std::span<const Affine>(socket))
        .Add(std::span<const Vec3>(positions))
        .Add(std::span<const Vec3>(normals))
        .value();
  }
};

TEST(CrowdThreads, EveryShareOfTheWorkGivesTheBitsOfOneThread) {
  const Crowd crowd;
  std::vector<std::uint64_t> serial;
  for (std::uint32_t c = 0; c < kCharacters; ++c) serial.push_back(crowd.HashOf(c));
  for (const std::uint64_t hash : serial) ASSERT_NE(hash, 0u);
  for (const std::uint32_t thread_count : {2u, 3u, 8u}) {
    std::vector<std::uint64_t> split(kCharacters);
    std::vector<std::thread> threads;
    for (std::uint32_t t = 0; t < thread_count; ++t) {
      threads.emplace_back([&, t] {
        for (std::uint32_t c = t; c < kCharacters; c += thread_count) split[c] = crowd.HashOf(c);
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(split, serial) << thread_count << " threads";
  }
}

}  // namespace
}  // namespace sinew::testing
