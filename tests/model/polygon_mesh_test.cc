// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/polygon_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace sinew {
namespace {

// A square and a triangle that share an edge:   3---2
//                                               |   |\.
//                                               0---1-4
PolygonMesh::Parts House() {
  return {.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {2, 0, 0}},
          .face_begins = {0, 4, 7},
          .corners = {0, 1, 2, 3, 1, 4, 2}};
}

// Where and why these parts are refused.
std::string Refusal(PolygonMesh::Parts parts) {
  const Result<PolygonMesh> made = PolygonMesh::Create(std::move(parts));
  return made.ok() ? "" : Describe(made.failure());
}

TEST(PolygonMeshes, KeepFacesOfAnySize) {
  const Result<PolygonMesh> made = PolygonMesh::Create(House());
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->face_count(), 2u);
  EXPECT_THAT(made->face(0), ::testing::ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(made->face(1), ::testing::ElementsAre(1, 4, 2));
}

TEST(PolygonMeshes, AreCutIntoFansOfCorners) {  // S9
  const Result<PolygonMesh> made = PolygonMesh::Create(House());
  ASSERT_TRUE(made.ok());
  EXPECT_THAT(CutIntoTriangles(*made), ::testing::ElementsAre(0, 1, 2, 0, 2, 3, 4, 5, 6));
  EXPECT_TRUE(CutIntoTriangles(PolygonMesh()).empty());
}

TEST(PolygonMeshes, MayHaveNoFacesAtAll) { EXPECT_EQ(Refusal({}), ""); }

TEST(PolygonMeshes, RefuseFacesOfTwoCorners) {
  PolygonMesh::Parts parts = House();
  parts.face_begins = {0, 5, 7};
  EXPECT_EQ(Refusal(parts),
            "face_begins/2: found 7 after 5, expected at least three corners a face");
}

TEST(PolygonMeshes, RefuseFacesThatDoNotCoverTheCorners) {
  PolygonMesh::Parts parts = House();
  parts.face_begins = {0, 4};
  EXPECT_EQ(Refusal(parts), "face_begins/1: found 4, expected 7, the corner count");
  parts.face_begins = {1, 4, 7};
  EXPECT_EQ(Refusal(parts), "face_begins/0: found 1, expected 0");
  parts.face_begins = {};
  EXPECT_EQ(Refusal(parts), "face_begins: found nothing, expected at least a 0");
}

TEST(PolygonMeshes, RefuseCornersOnVerticesThatAreNotThere) {
  PolygonMesh::Parts parts = House();
  parts.corners[5] = 5;
  EXPECT_EQ(Refusal(parts), "corners/5: found vertex 5, expected less than 5");
}

TEST(PolygonMeshes, RefuseNumbersThatAreNotUsable) {
  PolygonMesh::Parts parts = House();
  parts.positions[3].y = std::numeric_limits<float>::infinity();
  EXPECT_THAT(Refusal(parts), ::testing::StartsWith("positions/3: found a number that is not"));
  parts = House();
  parts.corner_normals.assign(7, {0, 0, 1});
  parts.corner_normals[2].x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(Refusal(parts), ::testing::StartsWith("corner_normals/2: found a number"));
}

TEST(PolygonMeshes, RefuseCornerDataOfAnotherLength) {
  PolygonMesh::Parts parts = House();
  parts.corner_texcoords.resize(5);
  EXPECT_EQ(Refusal(parts), "corner_texcoords: found 5, expected 7 entries, one a corner");
}

TEST(PolygonMeshes, HoldInfluencesToTheSameRuleAsMeshes) {
  PolygonMesh::Parts parts = House();
  parts.influences = {.begins = {0, 2, 2, 2, 2, 2}, .list = {{0, 0.25f}, {3, 0.75f}}};
  EXPECT_EQ(Refusal(parts), "");
  parts.influences.list[1].joint = 0;
  EXPECT_EQ(Refusal(parts),
            "influences/list/1: found joint 0 of vertex 0, expected joints that strictly ascend");
}

}  // namespace
}  // namespace sinew
