// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/obj.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <random>
#include <sstream>

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;

// The lines of the text that begin with this word, without it.
std::vector<std::string> Lines(const std::string& text, const std::string& word) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with(word + " ")) lines.push_back(line.substr(word.size() + 1));
  }
  return lines;
}

Skeleton Joints(std::vector<Transform> rest) {
  Skeleton::Parts parts;
  for (std::uint32_t j = 0; j < rest.size(); ++j) {
    parts.parents.push_back(static_cast<std::int32_t>(j) - 1);  // A chain.
    parts.names.push_back("joint " + std::to_string(j));
    parts.file_nodes.push_back(j);
  }
  parts.rest = std::move(rest);
  return Skeleton::Create(std::move(parts)).value();
}

Primitive Shape(Topology topology, std::uint32_t vertex_count) {
  Primitive shape;
  shape.topology = topology;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    shape.positions.push_back({static_cast<float>(v), static_cast<float>(v * v), 0});
  }
  return shape;
}

// The shape at the last joint of a chain.
Model Showing(Primitive shape, std::vector<Transform> rest = {{}}) {
  Model::Parts parts;
  parts.skeleton = Joints(std::move(rest));
  parts.meshes = {Mesh::Create({.name = "shape", .primitives = {std::move(shape)}}).value()};
  parts.instances = {{.joint = parts.skeleton.joint_count() - 1, .mesh = 0}};
  return Model::Create(std::move(parts)).value();
}

TEST(WriteObj, WritesEveryFloatSoThatItReadsBack) {
  std::mt19937 random(7);
  Primitive shape;
  shape.topology = Topology::kPoints;
  while (shape.positions.size() < 1000) {
    const auto value = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
    if (IsUsable(value)) shape.positions.push_back({value, 0, 0});
  }
  const Model model = Showing(shape);
  const std::vector<std::string> lines = Lines(WriteObj(model), "v");
  ASSERT_EQ(lines.size(), 1000u);
  for (std::size_t v = 0; v < lines.size(); ++v) {
    EXPECT_EQ(std::strtof(lines[v].c_str(), nullptr) + 0.0f, shape.positions[v].x + 0.0f);
  }
}

TEST(WriteObj, PlacesInstancesByTheirJoint) {
  const float half = 0.70710678f;
  // Up by 1, then a quarter turn about z, then x doubled.
  const Model model = Showing(Shape(Topology::kTriangles, 3),
                              {{{0, 1, 0}, {}, {1, 1, 1}}, {{}, {0, 0, half, half}, {2, 1, 1}}});
  EXPECT_EQ(Lines(WriteObj(model), "v").size(), 3u);
  float x = 0, y = 0, z = 0;
  std::istringstream(Lines(WriteObj(model), "v")[1]) >> x >> y >> z;  // Was (1, 1, 0).
  EXPECT_NEAR(x, -1, 1e-6);
  EXPECT_NEAR(y, 3, 1e-6);
  EXPECT_NEAR(z, 0, 1e-6);
}

TEST(WriteObj, LeavesSkinnedInstancesInBindSpace) {
  Model::Parts parts;
  parts.skeleton = Joints({{{0, 5, 0}, {}, {1, 1, 1}}});
  Primitive shape = Shape(Topology::kTriangles, 3);
  shape.influences = {{0, 1, 2, 3}, {{0, 1}, {0, 1}, {0, 1}}};
  parts.meshes = {Mesh::Create({.name = "", .primitives = {shape}}).value()};
  parts.skins = {
      Skin::Create({.name = "", .joints = {0}, .inverse_bind = std::vector<Affine>(1)}, 1).value()};
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  EXPECT_THAT(Lines(WriteObj(Model::Create(parts).value()), "v"),
              ElementsAre("0 0 0", "1 1 0", "2 4 0"));
}

TEST(WriteObj, TurnsNormalsAsPlanesTurn) {
  Primitive shape = Shape(Topology::kTriangles, 3);
  shape.normals.assign(3, {0.6f, 0.8f, 0});
  const Model model = Showing(shape, {{{}, {}, {2, 1, 1}}});
  float x = 0, y = 0, z = 0;
  std::istringstream(Lines(WriteObj(model), "vn")[0]) >> x >> y >> z;
  // Perpendicular to the direction (-0.8, 0.6) of the plane, which became (-1.6, 0.6).
  EXPECT_NEAR(x * -1.6f + y * 0.6f, 0, 1e-6);
  EXPECT_NEAR(x * x + y * y + z * z, 1, 1e-6);
  EXPECT_GT(y, 0);
}

TEST(WriteObj, TurnsTheFacesOfAMirroredInstanceBack) {
  Primitive shape = Shape(Topology::kTriangles, 3);
  shape.normals.assign(3, {0, 0, 1});
  const std::string text = WriteObj(Showing(shape, {{{}, {}, {-1, 1, 1}}}));
  EXPECT_THAT(Lines(text, "f"), ElementsAre("1//1 3//3 2//2"));
  float x = 0, y = 0, z = 0;
  std::istringstream(Lines(text, "vn")[0]) >> x >> y >> z;
  EXPECT_EQ(z, 1.0f);  // Still towards us.
}

TEST(WriteObj, SplitsStripsAndFans) {
  EXPECT_THAT(Lines(WriteObj(Showing(Shape(Topology::kTriangleStrip, 5))), "f"),
              ElementsAre("1 2 3", "2 4 3", "3 4 5"));
  EXPECT_THAT(Lines(WriteObj(Showing(Shape(Topology::kTriangleFan, 5))), "f"),
              ElementsAre("2 3 1", "3 4 1", "4 5 1"));
}

TEST(WriteObj, LeavesOutTrianglesWithoutAreaThatJoinStrips) {
  Primitive shape = Shape(Topology::kTriangleStrip, 6);
  shape.indexed = true;
  shape.indices = {0, 1, 2, 2, 3, 3, 4, 5};  // The second strip begins at an odd place.
  EXPECT_THAT(Lines(WriteObj(Showing(shape)), "f"), ElementsAre("1 2 3", "4 6 5"));
}

TEST(WriteObj, WritesPointsAndLines) {
  EXPECT_THAT(Lines(WriteObj(Showing(Shape(Topology::kPoints, 2))), "p"), ElementsAre("1", "2"));
  EXPECT_THAT(Lines(WriteObj(Showing(Shape(Topology::kLines, 5))), "l"), ElementsAre("1 2", "3 4"));
  EXPECT_THAT(Lines(WriteObj(Showing(Shape(Topology::kLineStrip, 3))), "l"), ElementsAre("1 2 3"));
  EXPECT_THAT(Lines(WriteObj(Showing(Shape(Topology::kLineLoop, 3))), "l"), ElementsAre("1 2 3 1"));
}

TEST(WriteObj, CountsVerticesThroughTheWholeFile) {
  Primitive plain = Shape(Topology::kTriangles, 3);
  Primitive full = plain;
  full.normals.assign(3, {0, 0, 1});
  full.texcoords = {{{0, 0}, {1, 0.25f}, {0, 1}}};
  Model::Parts parts;
  parts.skeleton = Joints({{}});
  parts.meshes = {Mesh::Create({.name = "a b", .primitives = {plain, full, full}}).value()};
  parts.instances = {{.joint = 0, .mesh = 0}};
  const std::string text = WriteObj(Model::Create(parts).value());
  EXPECT_THAT(Lines(text, "o"), ElementsAre("joint_0.a_b.0", "joint_0.a_b.1", "joint_0.a_b.2"));
  EXPECT_THAT(Lines(text, "f"), ElementsAre("1 2 3", "4/1/1 5/2/2 6/3/3", "7/4/4 8/5/5 9/6/6"));
  EXPECT_EQ(Lines(text, "vt")[1], "1 0.75");  // OBJ counts from the bottom of the picture.
}

}  // namespace
}  // namespace sinew::testing
