// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Many threads at once: each reads the same bytes, and all pose one shared model. Nothing is shared
// that changes, so every result is the one that a single thread gets. Run by ThreadSanitizer too.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/hash.h"
#include "support/model_pose.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

constexpr int kThreads = 8;
constexpr int kFrames = 50;

// The small rig with a knee that bends and a hip that wanders.
std::string AnimatedRig() {
  GltfBuilder file = SmallRig{}.Build();
  const int times = file.Floats("SCALAR", {0, 0.5f, 1});
  const int turns = file.Floats("VEC4", {0, 0, 0, 1, 0, 0, 0.6f, 0.8f, 0, 0, 0.8f, 0.6f});
  const int walks = file.Floats("VEC3", {0, 1, 0, 0.5f, 1.5f, 0, 1, 1, 2});
  file.Animate(2, "rotation", times, turns);
  file.Animate(1, "translation", times, walks, "STEP");
  return file.Text();
}

// Everything that posing a model computes, over all clips and some frames.
std::uint64_t HashOfFrames(const Model& model) {
  Hash64 hash;
  for (std::uint32_t clip = 0; clip < model.clips().size(); ++clip) {
    for (int frame = 0; frame < kFrames; ++frame) {
      const Result<ModelPose> pose = PoseModel(model, clip, frame / 48.0);
      if (!pose.ok()) return 0;
      hash.Add(std::span<const Transform>(pose->pose));
      hash.Add(std::span<const Affine>(pose->model_from_joint));
      for (const PosedInstance& instance : pose->instances) {
        hash.Add(std::span<const Affine>(instance.palette));
        for (const PosedPrimitive& primitive : instance.primitives) {
          hash.Add(std::span<const Vec3>(primitive.positions));
        }
      }
    }
  }
  return hash.value();
}

template <typename Work>
std::vector<std::uint64_t> InParallel(const Work& work) {
  std::vector<std::uint64_t> results(kThreads);
  std::vector<std::thread> threads;
  for (std::uint64_t& result : results) threads.emplace_back([&result, &work] { result = work(); });
  for (std::thread& thread : threads) thread.join();
  return results;
}

TEST(Threads, ReadingSamplingWalkingAndSkinningGiveEachThreadTheSerialResult) {
  const std::string file = AnimatedRig();
  const auto work = [&file]() -> std::uint64_t {
    const GltfRead read = ReadGltf(BytesOf(file));
    return read.model.ok() ? HashOfFrames(*read.model) : 0;
  };
  const std::uint64_t serial = work();
  ASSERT_NE(serial, 0u);
  EXPECT_EQ(InParallel(work), std::vector<std::uint64_t>(kThreads, serial));
}

TEST(Threads, ManyThreadsMayPoseAndWriteOneModel) {  // L4: clips are immutable and shared.
  const std::string file = AnimatedRig();
  const GltfRead read = ReadGltf(BytesOf(file));
  ASSERT_TRUE(Loads(read));
  const Model& model = *read.model;
  const auto work = [&model]() -> std::uint64_t {
    const Result<std::vector<std::byte>> written = WriteGlb(model);
    return written.ok() ? HashOfFrames(model) + written->size() : 0;
  };
  const std::uint64_t serial = work();
  ASSERT_NE(serial, 0u);
  EXPECT_EQ(InParallel(work), std::vector<std::uint64_t>(kThreads, serial));
}

}  // namespace
}  // namespace sinew::testing
