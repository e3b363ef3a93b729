// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What accessors hold, against what they declare and what their users demand: codes, pointers and
// counts as the Khronos validator has them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

std::int64_t CountOf(const GltfRead& read, std::string_view code, std::string_view pointer) {
  return std::ranges::count_if(read.report.issues, [&](const Issue& issue) {
    return issue.code == code && issue.pointer == pointer;
  });
}

// A triangle with one attribute more, which is accessor 1.
GltfBuilder With(const std::string& semantic) {
  GltfBuilder file;
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0,'" + semantic + "':1}}]}");
  file.Node("{'mesh':0}");
  return file;
}

TEST(DataChecks, BoundsAreComparedComponentByComponent) {
  GltfBuilder file;
  file.Floats("VEC3", {0, 0, 0, 1, 0, 5, 0, 1, 0}, ",'min':[0,0,0],'max':[1,2,3]",
              Bounds::kLeftOut);
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0}}]}");
  file.Node("{'mesh':0}");
  const GltfRead read = file.Read();
  EXPECT_EQ(CountOf(read, "ACCESSOR_MAX_MISMATCH", "/accessors/0/max/1"), 1);
  EXPECT_EQ(CountOf(read, "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", "/accessors/0/max/1"), 0);
  EXPECT_EQ(CountOf(read, "ACCESSOR_MAX_MISMATCH", "/accessors/0/max/2"), 1);
  EXPECT_EQ(CountOf(read, "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", "/accessors/0/max/2"), 1);
  EXPECT_EQ(read.report.errors(), 3u);
}

TEST(DataChecks, BoundsOfIntegersAreOfTheStoredIntegers) {
  const auto read_with = [](const char* bounds) {
    GltfBuilder file;
    file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
    file.U8("VEC4", {255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0},
            std::string(",'normalized':true") + bounds);
    file.Mesh("{'primitives':[{'attributes':{'POSITION':0,'COLOR_0':1}}]}");
    file.Node("{'mesh':0}");
    return file.Read();
  };
  EXPECT_EQ(read_with(",'min':[255,0,0,0],'max':[255,0,0,0]").report.errors(), 0u);
  const GltfRead wrong = read_with(",'min':[1,0,0,0],'max':[1,0,0,0]");
  EXPECT_EQ(CountOf(wrong, "ACCESSOR_MIN_MISMATCH", "/accessors/1/min/0"), 1);
  EXPECT_EQ(CountOf(wrong, "ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND", "/accessors/1/min/0"), 0);
  EXPECT_EQ(CountOf(wrong, "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", "/accessors/1/max/0"), 1);
}

TEST(DataChecks, NormalsHaveUnitLengthWithinATolerance) {
  const char kNormal[] = "/meshes/0/primitives/0/attributes/NORMAL";
  GltfBuilder close = With("NORMAL");
  close.Floats("VEC3", {0, 0, 1.0067f, 0, 0.9933f, 0, 1, 0, 0});
  EXPECT_EQ(CountOf(close.Read(), "ACCESSOR_VECTOR3_NON_UNIT", kNormal), 0);
  GltfBuilder off = With("NORMAL");
  off.Floats("VEC3", {0, 0, 1.0068f, 0, 0.9932f, 0, 1, 0, 0});
  EXPECT_EQ(CountOf(off.Read(), "ACCESSOR_VECTOR3_NON_UNIT", kNormal), 2);
}

TEST(DataChecks, ColoursStayBetweenZeroAndOne) {
  GltfBuilder file = With("COLOR_0");
  file.Floats("VEC3", {0, 0, 1, 0, 1.5f, 0, -0.5f, 0, 0});
  EXPECT_EQ(
      CountOf(file.Read(), "ACCESSOR_NON_CLAMPED", "/meshes/0/primitives/0/attributes/COLOR_0"), 2);
}

TEST(DataChecks, ABadElementFarBehindTheOthersIsFound) {
  // More values than any block that they may be read in.
  const auto read_with = [](float last) {
    std::vector<float> positions(3 * 20'000, 0.5f);
    positions[0] = 0.0f;
    positions.back() = last;
    GltfBuilder file;
    file.Floats("VEC3", positions, ",'min':[0,0.5,0.5],'max':[0.5,0.5,0.5]", Bounds::kLeftOut);
    file.Mesh("{'primitives':[{'mode':0,'attributes':{'POSITION':0}}]}");
    file.Node("{'mesh':0}");
    return file.Read();
  };
  EXPECT_EQ(read_with(0.5f).report.errors(), 0u);
  const GltfRead outside = read_with(7.0f);
  EXPECT_EQ(CountOf(outside, "ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND", "/accessors/0/max/2"), 1);
  EXPECT_EQ(CountOf(outside, "ACCESSOR_INVALID_FLOAT", "/accessors/0"), 0);
  const GltfRead infinite = read_with(std::numeric_limits<float>::infinity());
  EXPECT_EQ(CountOf(infinite, "ACCESSOR_INVALID_FLOAT", "/accessors/0"), 1);
}

TEST(DataChecks, IndicesAreCheckedForEachPrimitiveThatUsesThem) {
  GltfBuilder file;
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  file.U8("SCALAR", {0, 1, 2, 1, 1, 2, 255, 0, 1});
  file.Mesh(
      "{'primitives':[{'attributes':{'POSITION':0},'indices':1},"
      "{'attributes':{'POSITION':0},'indices':1,'mode':5}]}");
  file.Node("{'mesh':0}");
  const GltfRead read = file.Read();
  for (const char* pointer : {"/meshes/0/primitives/0/indices", "/meshes/0/primitives/1/indices"}) {
    EXPECT_EQ(CountOf(read, "ACCESSOR_INDEX_OOB", pointer), 1) << pointer;
    EXPECT_EQ(CountOf(read, "ACCESSOR_INDEX_PRIMITIVE_RESTART", pointer), 1) << pointer;
  }
  EXPECT_EQ(CountOf(read, "ACCESSOR_INDEX_TRIANGLE_DEGENERATE", "/meshes/0/primitives/0/indices"),
            1);
  EXPECT_EQ(CountOf(read, "ACCESSOR_INDEX_TRIANGLE_DEGENERATE", "/meshes/0/primitives/1/indices"),
            0)
      << "a strip may repeat its corners";
}

TEST(DataChecks, OnlyTheValuesOfCubicRotationsNeedUnitLength) {
  const auto read_with = [](float middle) {
    GltfBuilder file = SmallRig{}.Build();
    const int times = file.Floats("SCALAR", {0, 1});
    const int values = file.Floats(
        "VEC4", {9, 9, 9, 9, 0, 0, 0, middle, 9, 9, 9, 9, 9, 9, 9, 9, 0, 0, 1, 0, 9, 9, 9, 9});
    file.Animate(1, "rotation", times, values, "CUBICSPLINE");
    return file.Read();
  };
  const char kCode[] = "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION";
  EXPECT_EQ(CountOf(read_with(1.0f), kCode, "/animations/0/channels/0/sampler"), 0);
  EXPECT_EQ(CountOf(read_with(0.5f), kCode, "/animations/0/channels/0/sampler"), 1);
}

TEST(DataChecks, AJointWithoutWeightShouldBeZero) {
  const GltfRead read = SmallRig{.joints = {0, 1, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0}}.Read();
  EXPECT_EQ(CountOf(read, "ACCESSOR_JOINTS_USED_ZERO_WEIGHT",
                    "/meshes/0/primitives/0/attributes/JOINTS_0"),
            2);
  EXPECT_EQ(read.report.errors(), 0u);
}

TEST(DataChecks, IssuesBeyondTheLimitAreStillCounted) {
  GltfOptions options;
  options.max_issues = 3;
  GltfBuilder file = With("COLOR_0");
  file.Floats("VEC3", std::vector<float>(9, 2.0f));
  const GltfRead read = file.Read(options);
  EXPECT_EQ(read.report.issues.size(), 3u);
  EXPECT_EQ(read.report.errors(), 9u);
}

}  // namespace
}  // namespace sinew::testing
