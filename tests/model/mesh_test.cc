// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/mesh.h"

#include "model/broken.h"

namespace sinew::testing {
namespace {

// A triangle with everything. Vertex 0 follows joints 1 and 3, vertex 1 nothing, vertex 2 joint 5.
Mesh::Parts Triangle() {
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.normals.assign(3, {0, 0, 1});
  triangle.tangents.assign(3, {1, 0, 0, -1});
  triangle.texcoords = {{}, {{0, 0}, {1, 0}, {0, 1}}};
  triangle.colors = {{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}}};
  triangle.influences = {{0, 2, 2, 3}, {{1, 0.25f}, {3, 0.75f}, {5, 1.0f}}};
  triangle.morph_targets = {{.positions = std::vector<Vec3>(3)}, {}};
  triangle.indexed = true;
  triangle.indices = {0, 1, 2};
  return {.name = "triangle",
          .primitives = {triangle},
          .morph_weights = {0.5f, 0},
          .morph_names = {"smile", "frown"}};
}

TEST(Mesh, KeepsWhatItWasGiven) {
  const Mesh mesh = Mesh::Create(Triangle()).value();
  EXPECT_EQ(mesh.name(), "triangle");
  EXPECT_EQ(mesh.morph_count(), 2u);
  EXPECT_EQ(mesh.joint_bound(), 6u);
  EXPECT_EQ(mesh.primitives()[0].influences.of(1).size(), 0u);
  EXPECT_EQ(mesh.primitives()[0].influences.of(0)[1], (Influence{3, 0.75f}));
}

TEST(Mesh, WithoutInfluencesNeedsNoJoints) {
  Mesh::Parts parts = Triangle();
  parts.primitives[0].influences = {};
  EXPECT_EQ(Mesh::Create(parts).value().joint_bound(), 0u);
}

// Breaks the triangle with `change` and sees where that is noticed.
template <typename Change>
Result<Mesh> MeshBrokenBy(const Change& change) {
  Mesh::Parts parts = Triangle();
  change(parts.primitives[0]);
  return Mesh::Create(std::move(parts));
}

TEST(Mesh, RefusesArraysOfAnotherLength) {  // Invariant 1
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.normals.pop_back(); }),
              IsBrokenAt("primitives/0/normals", "found 2, expected 3"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.tangents.push_back({}); }),
              IsBrokenAt("primitives/0/tangents", "found 4, expected 3"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.texcoords[1].pop_back(); }),
              IsBrokenAt("primitives/0/texcoords/1", "found 2, expected 3"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.colors[0].pop_back(); }),
              IsBrokenAt("primitives/0/colors/0", "found 2, expected 3"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.morph_targets[1].tangents.resize(2); }),
              IsBrokenAt("primitives/0/morph_targets/1/tangents", "found 2, expected 3"));
}

TEST(Mesh, RefusesIndicesBeyondTheVertices) {  // Invariant 2
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.indices[1] = 3; }),
              IsBrokenAt("primitives/0/indices/1", "vertex 3"));
}

TEST(Mesh, RefusesBrokenInfluenceBegins) {  // Invariant 3
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.begins.pop_back(); }),
              IsBrokenAt("primitives/0/influences/begins", "found 3, expected 4"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.begins[0] = 1; }),
              IsBrokenAt("primitives/0/influences/begins/0", "found 1"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.begins[2] = 1; }),
              IsBrokenAt("primitives/0/influences/begins/2", "1 after 2"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.begins[3] = 4; }),
              IsBrokenAt("primitives/0/influences/begins/3", "found 4, expected 3"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.begins.clear(); }),
              IsBrokenAt("primitives/0/influences", "without begins"));
}

TEST(Mesh, RefusesInfluencesOutOfOrder) {  // Invariant 3
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[1].joint = 1; }),
              IsBrokenAt("primitives/0/influences/list/1", "joint 1 of vertex 0"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[1].joint = 0; }),
              IsBrokenAt("primitives/0/influences/list/1", "strictly ascend"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[2].joint = 0xffffffff; }),
              IsBrokenAt("primitives/0/influences/list/2", "joint 4294967295"));
}

TEST(Mesh, RefusesWeightsThatAreNotPositiveOrDoNotSumToOne) {  // Invariant 3, L27
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[1].weight = 0; }),
              IsBrokenAt("primitives/0/influences/list/1", "weight 0"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[1].weight = -1; }),
              IsBrokenAt("primitives/0/influences/list/1", "weight -1"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[2].weight = kNan; }),
              IsBrokenAt("primitives/0/influences/list/2", "weight nan"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[2].weight = kInfinity; }),
              IsBrokenAt("primitives/0/influences/list/2", "weight inf"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.influences.list[1].weight = 0.5f; }),
              IsBrokenAt("primitives/0/influences/list/0", "sum to 0.75"));
  EXPECT_TRUE(MeshBrokenBy([](Primitive& p) { p.influences.list[2].weight = 1.0005f; }).ok());
}

TEST(Mesh, RefusesAnotherNumberOfMorphTargets) {  // Invariant 4
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.morph_targets.pop_back(); }),
              IsBrokenAt("primitives/0/morph_targets", "found 1, expected 2"));
  Mesh::Parts parts = Triangle();
  parts.morph_names.pop_back();
  EXPECT_THAT(Mesh::Create(parts), IsBrokenAt("morph_names", "found 1, expected 2"));
}

TEST(Mesh, RefusesUnusableNumbers) {  // Invariant 5
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.positions[1].y = kNan; }),
              IsBrokenAt("primitives/0/positions/1", "usable"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.normals[2].z = kInfinity; }),
              IsBrokenAt("primitives/0/normals/2", "usable"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.tangents[0].w = kNan; }),
              IsBrokenAt("primitives/0/tangents/0", "usable"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.texcoords[1][2].x = kTooLarge; }),
              IsBrokenAt("primitives/0/texcoords/1/2", "usable"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.colors[0][1].w = kNan; }),
              IsBrokenAt("primitives/0/colors/0/1", "usable"));
  EXPECT_THAT(MeshBrokenBy([](Primitive& p) { p.morph_targets[0].positions[2].x = kNan; }),
              IsBrokenAt("primitives/0/morph_targets/0/positions/2", "usable"));
  Mesh::Parts parts = Triangle();
  parts.morph_weights[1] = kNan;
  EXPECT_THAT(Mesh::Create(parts), IsBrokenAt("morph_weights/1", "usable"));
}

}  // namespace
}  // namespace sinew::testing
