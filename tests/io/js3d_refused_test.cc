// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a .js3d scene is refused for, and by which limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/js3d_scene.h"

namespace sinew::testing {
namespace {

using ::testing::HasSubstr;

// The square of Square() is 4 edges: half-edges 0, 2, 4, 6 inside, 1, 3, 5, 7 around it.
TEST(Js3d, HalfEdgesAreCheckedBeforeTheyAreFollowed) {
  struct Case {
    const char* key;
    std::vector<std::uint32_t> values;
    const char* message;
  };
  const Case cases[] = {
      {"halfedge_nexts", {2, 7, 4, 1, 6, 3, 0, 8}, "found 8 after half-edge 7"},
      {"halfedge_nexts", {2, 7, 4, 1, 6, 3, 0, 0}, "found half-edge 0 after half-edge 7 and after"},
      {"halfedge_nexts", {2, 7, 4, 1, 6, 3, 0}, "found 7 half-edges, expected twins"},
      {"halfedge_nexts", {1, 0}, "one a half-edge"},
      {"vertex_halfedges", {0, 2, 4, 8}, "found half-edge 8 of vertex 3, expected less than 8"},
      {"vertex_halfedges", {0, 2, 4, 0}, "half-edge 0 belongs to vertex 0 and to vertex 3"},
      {"vertex_halfedges", {0, 2, 4}, "one a vertex"},
      {"face_halfedges", {0, 9}, "found half-edge 9 of face 1, expected less than 8"},
      {"face_halfedges", {0, 4}, "half-edge 4 belongs to face 0 and to face 1"},
      {"face_halfedges", {0}, "one a face"},
      // Each half-edge of an edge next to the other: faces of two corners.
      {"halfedge_nexts", {1, 0, 3, 2, 5, 4, 7, 6}, "half-edge"},
  };
  const Js3dText text = Shown(Square());
  int count = 0;
  for (const Case& one : cases) {
    std::string broken = text.Text();
    const std::string key = "\"" + std::string(one.key) + "\":";
    const std::size_t begin = broken.find(key) + key.size();
    const std::size_t end = broken.find('"', begin + 1) + 1;
    broken.replace(begin, end - begin, Packed(one.values));
    const Failure failure = Refused(broken);
    EXPECT_EQ(failure.code, FailureCode::kInvalid);
    EXPECT_THAT(failure.place, HasSubstr("/scene/meshes/thing/"));
    EXPECT_THAT(failure.message, HasSubstr(one.message)) << one.key;
    ++count;
  }
  std::printf("  %d broken meshes refused\n", count);
}

TEST(Js3d, HalfEdgesThatNobodyHasAreRefused) {
  // Two squares apart; the second one's faces are taken away.
  Js3dMesh two = Square();
  for (const Vec3 p : Square().positions) two.positions.push_back({p.x + 5, p.y, p.z});
  two.faces.push_back({4, 5, 6, 7});
  std::string text = Shown(two).Text();
  const std::string key = "\"face_halfedges\":";
  const std::size_t begin = text.find(key) + key.size();
  const std::string of_both = text.substr(begin, text.find('"', begin + 1) + 1 - begin);
  text = With(text, of_both, Packed({0, 1}));
  text = With(text, PackedFlags({false, false, true, true}), PackedFlags({false, true}));
  const Failure failure = Refused(text);
  EXPECT_EQ(failure.place, "/scene/meshes/thing/face_halfedges");
  EXPECT_THAT(failure.message, HasSubstr("half-edge 8 belongs to no face"));
}

TEST(Js3d, AFaceOfTwoCornersIsRefused) {
  // One edge whose two sides follow each other: a face of two corners around it.
  std::string text = Shown(Square()).Text();
  const std::string mesh = R"({"FORMAT":"s3d-hm-1","halfedge_nexts":)" + Packed({1, 0}) +
                           ",\"vertex_halfedges\":" + Packed({0, 1}) +
                           ",\"vertex_positions\":" + PackedFloats("vec3", {0, 0, 0, 1, 0, 0}) +
                           ",\"face_halfedges\":" + Packed({0}) +
                           ",\"face_boundaries\":" + PackedFlags({false}) + "}";
  text = With(text, Square().Json(), mesh);
  const Failure failure = Refused(text);
  EXPECT_EQ(failure.place, "/scene/meshes/thing/face_halfedges");
  EXPECT_THAT(failure.message, HasSubstr("face 0 has 2 corners"));
}

TEST(Js3d, WhatMakesNoSenseIsRefusedWithItsPlace) {
  struct Case {
    std::string from, to, place, message;
  };
  const std::string positions = "\"vertex_positions\":\"vec3:";
  const Case cases[] = {
      {positions, "\"vertex_positions\":\"vec2:", "/scene/skinned_meshes/arm/mesh/vertex_positions",
       "expected \"vec3:"},
      {positions, positions + "AAAA", "/scene/skinned_meshes/arm/mesh/vertex_positions",
       "a multiple of 12"},
      {positions, positions + "*", "/scene/skinned_meshes/arm/mesh/vertex_positions", "base64"},
      {positions, "\"vertex_positions_\":\"vec3:", "/scene/skinned_meshes/arm/mesh",
       "found no \"vertex_positions\""},
      {Packed({1, 2, 4, 6, 7, 8}), Packed({1, 2, 4, 6, 7, 7}),
       "/scene/skinned_meshes/arm/mesh/vertex_bone_weight_ends", "found 7 at the last vertex"},
      {Packed({1, 2, 4, 6, 7, 8}), Packed({1, 2, 4, 3, 7, 8}),
       "/scene/skinned_meshes/arm/mesh/vertex_bone_weight_ends", "found 3 after 4 at vertex 3"},
      {"\"transform\":\"place\"", "\"transform\":\"palace\"",
       "/scene/instances/skinned_meshes/shown/transform", "no transform has"},
      {"\"mesh\":\"arm\"", "\"mesh\":null", "/scene/instances/skinned_meshes/shown", "no mesh"},
      {"\"parent\":null", "\"parent\":\"place\"", "/scene/transforms/place", "lead back"},
      {"\"pose\":[0,0,0]", "\"pose\":[0,0]", "/scene/skinned_meshes/arm/skeleton/bones/0/pose",
       "found 2 numbers, expected 3"},
      {"\"pose\":[0,0,0]", "\"pose\":[0,2e6,0]", "/scene/skinned_meshes/arm/skeleton/bones/0/pose",
       "at most a million"},
      {"\"extent\":[0,1,0]", "\"extent\":[0,1e19,0]",
       "/scene/skinned_meshes/arm/skeleton/bones/0/extent/1", "exceeds 1e18"},
      {"\"channel_id\":3", "\"channel_id\":-3",
       "/scene/skinned_meshes/arm/skeleton/bones/0/channel_id", "whole number"},
      {"\"channel_id\":3", "\"channel_id\":3.5",
       "/scene/skinned_meshes/arm/skeleton/bones/0/channel_id", "whole number"},
      {"\"roll\":0", "\"roll\":\"a\"", "/scene/skinned_meshes/arm/skeleton/bones/0/roll",
       "found a string, expected a number"},
      {"\"meshes\":{}", "\"meshes\":[]", "/scene/meshes", "found an array, expected an object"},
      {"\"meshes\":{}", "\"transforms\":{}", "/scene/transforms", "there twice"},
      {"\"scene\":{", "\"scenery\":{", "", "found no \"scene\""},
  };
  for (const Case& one : cases) {
    const Failure failure = Refused(With(Arm().Text(), one.from, one.to));
    EXPECT_EQ(failure.code, FailureCode::kInvalid) << one.to;
    EXPECT_EQ(failure.place, one.place) << one.to << ": " << failure.message;
    EXPECT_THAT(failure.message, HasSubstr(one.message)) << one.to;
  }
  EXPECT_EQ(Refused("{").code, FailureCode::kSyntax);
  EXPECT_EQ(Refused("[]").code, FailureCode::kInvalid);
}

TEST(Js3d, AnotherFormatIsUnsupportedAndNoneIsMended) {
  const Failure failure = Refused(With(Arm().Text(), "js3d-v1", "js3d-v2"));
  EXPECT_EQ(failure.code, FailureCode::kUnsupported);
  EXPECT_EQ(failure.place, "/scene/FORMAT");
  EXPECT_EQ(Refused(With(Arm().Text(), "s3d-hm-1", "s3d-hm-2")).code, FailureCode::kUnsupported);
  const Result<Js3dScene> read = Read(With(Arm().Text(), "\"FORMAT\":\"js3d-v1\",", ""));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(Mended(*read, "format-missing"), 1u);
}

TEST(Js3d, WhatIsMissingTakesTheProgramsDefaultAndIsCounted) {
  const Result<Js3dScene> read = Read(With(Arm().Text(), "\"radius\":0.5,", ""));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(Mended(*read, "property-missing"), 1u);
  EXPECT_EQ(read->mends[0].first, "/scene/skinned_meshes/arm/skeleton/bones/0");
}

TEST(Js3d, LimitsAreNamedWhereTheyBreak) {
  const std::string text = Arm().Text();
  const auto refused = [&](const Js3dLimits& limits, const char* name) {
    const Failure failure = Refused(text, limits);
    EXPECT_EQ(failure.code, FailureCode::kLimit) << name;
    EXPECT_THAT(failure.message, HasSubstr(name));
  };
  refused({.max_file_bytes = 10}, "max_file_bytes");
  refused({.max_json_bytes = 10}, "max_json_bytes");
  refused({.max_json_values = 10}, "max_json_values");
  refused({.max_json_depth = 2}, "max_json_depth");
  refused({.max_nodes = 3}, "max_nodes");
  refused({.max_skin_joints = 1}, "max_skin_joints");
  refused({.max_decoded_bytes = 100, .max_decoded_ratio = 0}, "max_decoded_bytes");
}

// A fan around one vertex that a thousand bones move: the weights would be there at every corner.
TEST(Js3d, WeightsThatMultiplyAtTheCornersAreBounded) {
  Js3dMesh fan;
  constexpr std::uint32_t kSpokes = 2000, kBones = 1000;
  fan.positions.push_back({0, 0, 0});
  for (std::uint32_t i = 0; i < kSpokes; ++i) {
    fan.positions.push_back({static_cast<float>(i), 1, 0});
    fan.faces.push_back({0, 1 + i, 1 + (i + 1) % kSpokes});
  }
  fan.weights.resize(fan.positions.size());
  std::string bones;
  for (std::uint32_t b = 0; b < kBones; ++b) {
    fan.weights[0].push_back({b, 1.0f / kBones});
    bones += (b == 0 ? "{}" : ",{}");
  }
  Js3dText text = Arm();
  text.skinned_meshes = "{'arm':{'mesh':" + fan.Json() + ",'skeleton':{'bones':[" + bones +
                        "],'handles':[],'base':[0,0,0],'base_offset':[0,0,0]}}}";
  const Failure failure = Refused(text.Text(), {.max_decoded_bytes = 8 << 20});
  EXPECT_EQ(failure.code, FailureCode::kLimit) << Describe(failure);
  EXPECT_THAT(failure.message, HasSubstr("max_decoded_bytes"));
}

}  // namespace
}  // namespace sinew::testing
