// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bad data is refused with its place.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "rig/shapes.h"
#include "sinew/weights.h"

namespace sinew::testing {
namespace {

template <typename T>
std::string PlaceOf(const Result<T>& result) {
  return result.ok() ? "nothing was refused" : result.failure().place;
}

struct BadRequest : ::testing::Test {
  Shape tube = Tube(5, 6, 4.0f);
  std::vector<BoneSegment> bones = Chain(2, 2.0f);
  std::vector<std::uint32_t> locked{0};
  Influences before;
  std::string Place(std::uint32_t joint_count = 2) {
    return PlaceOf(HeatWeights(tube.Request(bones, joint_count)));
  }
  std::string PlaceWithLocks() {
    WeightsRequest request = tube.Request(bones, 2);
    request.locked_joints = locked;
    request.before = &before;
    return PlaceOf(HeatWeights(request));
  }
  void SetUp() override {
    before.begins.push_back(0);
    for (std::uint32_t v = 0; v < tube.positions.size(); ++v) {
      before.list.push_back({0, 1.0f});
      before.begins.push_back(v + 1);
    }
  }
};

TEST_F(BadRequest, WithoutVerticesIsRefused) {
  tube = {};
  EXPECT_EQ(Place(), "/positions");
}

TEST_F(BadRequest, WithANumberThatIsNoneIsRefused) {
  tube.positions[3].y = std::nanf("");
  EXPECT_EQ(Place(), "/positions/3");
  tube.positions[3].y = 1e19f;
  EXPECT_EQ(Place(), "/positions/3");
}

TEST_F(BadRequest, WithACornerThatIsNoVertexIsRefused) {
  tube.triangles[7] = 1000;
  EXPECT_EQ(Place(), "/triangles/7");
}

TEST_F(BadRequest, WithHalfATriangleIsRefused) {
  tube.triangles.pop_back();
  EXPECT_EQ(Place(), "/triangles");
}

TEST_F(BadRequest, WithoutBonesIsRefused) {
  bones.clear();
  EXPECT_EQ(Place(), "/bones");
}

TEST_F(BadRequest, WithABoneNowhereIsRefused) {
  bones[1].tail.z = std::numeric_limits<float>::infinity();
  EXPECT_EQ(Place(), "/bones/1/tail");
  bones[0].head.x = std::nanf("");
  EXPECT_EQ(Place(), "/bones/0/head");
}

TEST_F(BadRequest, WithABoneOfNoJointIsRefused) { EXPECT_EQ(Place(1), "/bones/1/joint"); }

TEST_F(BadRequest, WithLocksButNoWeightsIsRefused) {
  before = {};
  EXPECT_EQ(PlaceWithLocks(), "/before");
}

TEST_F(BadRequest, WithLockedWeightsOfAnotherMeshIsRefused) {
  before.begins.pop_back();
  before.list.pop_back();
  EXPECT_EQ(PlaceWithLocks(), "/before/begins");
}

TEST_F(BadRequest, WithEveryJointLockedIsRefused) {
  locked = {0, 1};
  EXPECT_EQ(PlaceWithLocks(), "/locked_joints");
  locked = {7};
  EXPECT_EQ(PlaceWithLocks(), "/locked_joints/0");
}

TEST_F(BadRequest, WithAFadeThatGoesUpIsRefused) {
  EXPECT_EQ(PlaceOf(HeatWeights(tube.Request(bones, 2), {.fade_from = 0.1f, .fade_to = 0.2f})),
            "/fade_from");
}

TEST_F(BadRequest, ThatTakesMoreMemoryThanAllowedIsRefused) {
  const Result<WeightsResult> made = HeatWeights(tube.Request(bones, 2), {.max_solver_bytes = 100});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.failure().code, FailureCode::kLimit);
  EXPECT_THAT(made.failure().message, ::testing::HasSubstr("max_solver_bytes"));
}

TEST_F(BadRequest, WithMoreWeightsThanAllowedIsRefused) {
  // 32 vertices and two joints that reach all of them: 64 weights of 16 bytes.
  const std::size_t all = 2 * tube.positions.size() * 16;
  const auto refused = [](const Result<WeightsResult>& made) {
    return !made.ok() && made.failure().code == FailureCode::kLimit &&
           made.failure().message.find("max_weights_bytes") != std::string::npos;
  };
  const WeightsRequest request = tube.Request(bones, 2);
  const auto segment = [&](std::uint64_t bytes, std::uint32_t smoothing) {
    return SegmentWeights(request,
                          {.radius = 100.0f, .smoothing = smoothing, .max_weights_bytes = bytes});
  };
  EXPECT_TRUE(segment(all, 1).ok());
  EXPECT_TRUE(refused(segment(all - 16, 0)));
  const auto heat = [&](std::uint64_t bytes) {
    return HeatWeights(request, {.fade_from = 0.0f, .fade_to = 0.0f, .max_weights_bytes = bytes});
  };
  EXPECT_TRUE(heat(all).ok());
  EXPECT_TRUE(refused(heat(all - 16)));
  // Half the vertices are one joint's, half the other's; where they meet, smoothing makes two.
  for (std::size_t v = 0; v < before.list.size() / 2; ++v) before.list[v].joint = 1;
  const WeightedSurface source{tube.positions, tube.triangles, before};
  EXPECT_TRUE(SmoothWeights(source, 1, {}, all).ok());
  EXPECT_TRUE(refused(SmoothWeights(source, 1, {}, all / 2)));
  EXPECT_TRUE(TransferWeights(source, tube.positions, all / 2).ok());
  EXPECT_TRUE(refused(TransferWeights(source, tube.positions, all / 2 - 16)));
}

TEST_F(BadRequest, WithAJointBeyondAllRigsIsRefusedBeforeItTakesMemory) {
  // Sums by joint would take 32 GiB.
  constexpr std::uint32_t kFar = 0xFFFFFFF0u;
  EXPECT_EQ(Place(kFar), "/joint_count");
  before.list[3].joint = kFar;
  const WeightedSurface source{tube.positions, tube.triangles, before};
  EXPECT_EQ(PlaceOf(SmoothWeights(source, 1)), "/influences");
  EXPECT_EQ(PlaceOf(TransferWeights(source, tube.positions)), "/source/influences");
}

TEST_F(BadRequest, WithARadiusThatIsNoneIsRefused) {
  EXPECT_EQ(PlaceOf(SegmentWeights(tube.Request(bones, 2), {.radius = 0.0f})), "/radius");
  EXPECT_EQ(PlaceOf(SegmentWeights(tube.Request(bones, 2), {.radius = std::nanf("")})), "/radius");
  bones[1].radius = std::nanf("");
  EXPECT_EQ(PlaceOf(SegmentWeights(tube.Request(bones, 2), {.radius = 1.0f})), "/bones/1/radius");
}

TEST_F(BadRequest, WhereOnlyLockedBonesHaveARadiusIsRefused) {
  bones[1].radius = 1.0f;
  locked = {1};
  WeightsRequest request = tube.Request(bones, 2);
  request.locked_joints = locked;
  request.before = &before;
  EXPECT_EQ(PlaceOf(SegmentWeights(request, {})), "/radius");
  bones[0].radius = 1.0f;
  EXPECT_TRUE(SegmentWeights(request, {}).ok());
}

TEST_F(BadRequest, ForATransferIsRefused) {
  const WeightedSurface source{tube.positions, tube.triangles, before};
  EXPECT_EQ(PlaceOf(TransferWeights(source, {})), "/positions");
  EXPECT_EQ(PlaceOf(TransferWeights({tube.positions, {}, before}, tube.positions)),
            "/source/triangles");
  const Influences none;
  EXPECT_EQ(PlaceOf(TransferWeights({tube.positions, tube.triangles, none}, tube.positions)),
            "/source/influences");
}

}  // namespace
}  // namespace sinew::testing
