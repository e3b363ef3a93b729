// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/half_edge_mesh.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "rig/surfaces.h"

namespace sinew {
namespace {

using testing::Cube;
using ::testing::ElementsAre;
using testing::FacesOn;
using testing::Grid;
using ::testing::HasSubstr;
using testing::Polygons;
using testing::Tetrahedron;
using testing::TwoTriangles;

HalfEdgeMesh MeshOf(PolygonMesh::Parts parts) {
  Result<HalfEdgeMesh> made = HalfEdgeMesh::Create(Polygons(std::move(parts)));
  EXPECT_TRUE(made.ok()) << Describe(made.failure());
  return std::move(made).value();
}

std::string Refusal(PolygonMesh::Parts parts) {
  const Result<HalfEdgeMesh> made = HalfEdgeMesh::Create(Polygons(std::move(parts)));
  return made.ok() ? "" : Describe(made.failure());
}

TEST(HalfEdgeMeshes, KnowWhatLiesBesideAnEdge) {
  const HalfEdgeMesh mesh = MeshOf(TwoTriangles());
  EXPECT_EQ(mesh.vertex_count(), 4u);
  EXPECT_EQ(mesh.edge_count(), 5u);
  EXPECT_EQ(mesh.face_count(), 2u);
  const std::uint32_t diagonal = mesh.next(mesh.first_of_face(0));  // From 1 to 2.
  EXPECT_EQ(mesh.start(diagonal), 1u);
  EXPECT_EQ(mesh.end(diagonal), 2u);
  EXPECT_EQ(mesh.face(diagonal), 0u);
  EXPECT_EQ(mesh.face(HalfEdgeMesh::twin(diagonal)), 1u);
  EXPECT_FALSE(mesh.is_border(HalfEdgeMesh::edge_of(diagonal)));
  EXPECT_TRUE(mesh.is_border(HalfEdgeMesh::edge_of(mesh.first_of_face(0))));
}

TEST(HalfEdgeMeshes, GoAroundTheirHoles) {
  // A ring of four quads around a hole:   the middle face of a 3 by 3 grid is missing.
  PolygonMesh::Parts parts = Grid(3, 3);
  parts.corners.erase(parts.corners.begin() + 16, parts.corners.begin() + 20);
  parts.face_begins.pop_back();
  const HalfEdgeMesh mesh = MeshOf(parts);
  const std::vector<std::uint32_t> borders = mesh.Borders();
  ASSERT_EQ(borders.size(), 2u);
  std::vector<std::uint32_t> lengths;
  for (const std::uint32_t first : borders) {
    std::uint32_t length = 0, h = first;
    do {
      EXPECT_EQ(mesh.face(h), HalfEdgeMesh::kNone);
      EXPECT_TRUE(mesh.is_border_vertex(mesh.start(h)));
      ++length;
      h = mesh.next(h);
    } while (h != first);
    lengths.push_back(length);
  }
  EXPECT_THAT(lengths, ::testing::UnorderedElementsAre(12, 4));
  EXPECT_TRUE(MeshOf(Cube()).Borders().empty());
  EXPECT_FALSE(MeshOf(Cube()).is_border_vertex(0));
}

TEST(HalfEdgeMeshes, GiveBackThePolygonsTheyWereMadeOf) {
  PolygonMesh::Parts parts = Cube();
  parts.positions.push_back({9, 9, 9});  // On no face.
  for (std::size_t c = 0; c < parts.corners.size(); ++c) {
    parts.corner_normals.push_back({static_cast<float>(c), 1, 2});
    parts.corner_texcoords.push_back({static_cast<float>(c), 3});
  }
  parts.influences.begins = {0, 1, 3, 3, 3, 3, 3, 3, 3, 4};
  parts.influences.list = {{2, 1.0f}, {0, 0.25f}, {7, 0.75f}, {1, 1.0f}};
  const PolygonMesh::Parts back = MeshOf(parts).ToPolygons().parts();
  EXPECT_EQ(back.positions, parts.positions);
  EXPECT_EQ(back.corners, parts.corners);
  EXPECT_EQ(back.face_begins, parts.face_begins);
  EXPECT_EQ(back.corner_normals, parts.corner_normals);
  EXPECT_EQ(back.corner_texcoords, parts.corner_texcoords);
  EXPECT_EQ(back.influences.begins, parts.influences.begins);
  EXPECT_EQ(back.influences.list, parts.influences.list);
  const PolygonMesh plain = MeshOf(Cube()).ToPolygons();
  EXPECT_TRUE(plain.influences().empty());
  EXPECT_EQ(MeshOf({}).ToPolygons().face_count(), 0u);
}

TEST(HalfEdgeMeshes, CutFacesIntoFansWithCornersOfTheirOwn) {  // S9
  const CornerMesh mesh = MeshOf(FacesOn(6, {{0, 1, 2, 3, 4}, {1, 5, 2}})).ToTriangles();
  EXPECT_THAT(mesh.corner_vertices, ElementsAre(0, 1, 2, 3, 4, 1, 5, 2));
  EXPECT_THAT(mesh.indices, ElementsAre(0, 1, 2, 0, 2, 3, 0, 3, 4, 5, 6, 7));
  EXPECT_EQ(mesh.positions[6], (Vec3{5, 25, 125}));
}

TEST(HalfEdgeMeshes, RefuseAnEdgeOfThreeFaces) {
  EXPECT_EQ(Refusal(FacesOn(5, {{0, 1, 2}, {1, 0, 3}, {4, 0, 1}})),
            "/faces/2/corners/1: found the edge from vertex 0 to 1 on 3 faces, expected at most "
            "two: the surface is not manifold there");
}

TEST(HalfEdgeMeshes, RefuseTwoFacesThatRunTheSameWay) {
  EXPECT_EQ(Refusal(FacesOn(4, {{0, 1, 2}, {3, 0, 1}})),
            "/faces/1/corners/1: found a face that runs along the edge from vertex 0 to 1 the same "
            "way as face 0, expected it the other way");
}

TEST(HalfEdgeMeshes, RefuseAVertexBetweenTwoFans) {
  // Two open ones:  1---0---3        and two closed ones: tetrahedra that touch in vertex 0.
  //                  \ / \ /
  //                   2   4
  EXPECT_EQ(Refusal(FacesOn(5, {{0, 1, 2}, {3, 0, 4}})),
            "/faces/1/corners/1: found a second fan of faces around vertex 0, expected one: the "
            "surface is not manifold there");
  EXPECT_THAT(Refusal(FacesOn(7, {{0, 2, 1},
                                  {0, 1, 3},
                                  {1, 2, 3},
                                  {2, 0, 3},
                                  {0, 5, 4},
                                  {0, 4, 6},
                                  {4, 5, 6},
                                  {5, 0, 6}})),
              HasSubstr("/faces/4/corners/0: found a second fan of faces around vertex 0"));
}

TEST(HalfEdgeMeshes, RefuseAFaceThatVisitsAVertexTwice) {
  EXPECT_EQ(Refusal(FacesOn(4, {{1, 2, 3}, {0, 1, 2, 0, 3}})),
            "/faces/1/corners/3: found vertex 0 a second time, expected each vertex of a face "
            "once");
}

TEST(HalfEdgeMeshes, TakeTwoFacesBackToBack) {
  const HalfEdgeMesh mesh = MeshOf(FacesOn(3, {{0, 1, 2}, {2, 1, 0}}));
  EXPECT_EQ(mesh.edge_count(), 3u);
  EXPECT_TRUE(mesh.Borders().empty());
}

TEST(HalfEdgeMeshes, RefuseWeightsThatAreNotFinite) {  // S19
  HalfEdgeMesh mesh = MeshOf(Tetrahedron());
  EXPECT_FALSE(mesh.SetInfluences(2, {{0, 0.5f}, {3, 0.5f}}).has_value());
  const auto refused = mesh.SetInfluences(2, {{0, std::numeric_limits<float>::quiet_NaN()}});
  ASSERT_TRUE(refused.has_value());
  EXPECT_EQ(refused->place, "/vertices/2/influences/list/0");
  EXPECT_TRUE(mesh.SetInfluences(2, {{0, std::numeric_limits<float>::infinity()}}).has_value());
  EXPECT_TRUE(mesh.SetInfluences(2, {{0, 0.25f}}).has_value());  // Nor one that does not sum.
  EXPECT_TRUE(mesh.SetPosition(1, {0, 1e19f, 0}).has_value());
  EXPECT_FALSE(mesh.SetPosition(1, {0, 1e9f, 0}).has_value());
  EXPECT_EQ(mesh.influences(2).size(), 2u);  // As it was.
}

}  // namespace
}  // namespace sinew
