// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/triangulation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rig/surfaces.h"
#include "sinew/half_edge_mesh.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using testing::Polygons;
using testing::TwoTriangles;

Mesh MeshOf(Primitive primitive) {
  Mesh::Parts parts;
  parts.primitives.push_back(std::move(primitive));
  return Mesh::Create(std::move(parts)).value();
}

// A cube's side and the next one: the two vertices of the shared edge lie there twice, with a
// normal for each side.   1---2 4---5
//                         |   | |   |
//                         0---3 7---6
Primitive TwoSides() {
  return {
      .positions = {{0, 0, 0},
                    {0, 1, 0},
                    {1, 1, 0},
                    {1, 0, 0},
                    {1, 1, 0},
                    {1, 1, -1},
                    {1, 0, -1},
                    {1, 0, 0}},
      .normals =
          {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
      .texcoords = {{{0, 0}, {0, 1}, {1, 1}, {1, 0}, {0, 1}, {1, 1}, {1, 0}, {0, 0}}},
      .indexed = true,
      .indices = {0, 3, 2, 0, 2, 1, 7, 6, 5, 7, 5, 4}};
}

TEST(Triangulation, CornersStayInOrderAndFacesBecomeFans) {  // S9
  const CornerMesh split = SplitCorners(Polygons(testing::FacesOn(5, {{4, 3, 2, 1}, {0, 1, 2}})));
  EXPECT_THAT(split.corner_vertices, ElementsAre(4, 3, 2, 1, 0, 1, 2));
  EXPECT_THAT(split.indices, ElementsAre(0, 1, 2, 0, 2, 3, 4, 5, 6));
  EXPECT_TRUE(split.normals.empty());
  EXPECT_TRUE(split.texcoords.empty());
}

TEST(Triangulation, WeldingClosesSeamsAndCornersKeepTheirNormals) {
  const Result<WeldedPolygons> made = PolygonsOf(MeshOf(TwoSides()), 0);
  ASSERT_TRUE(made.ok());
  EXPECT_THAT(made->vertex_of, ElementsAre(0, 1, 2, 3, 2, 4, 5, 3));
  EXPECT_THAT(made->mesh.corners(), ElementsAre(0, 3, 2, 0, 2, 1, 3, 5, 4, 3, 4, 2));
  EXPECT_EQ(made->mesh.parts().corner_normals[3], (Vec3{0, 0, 1}));
  EXPECT_EQ(made->mesh.parts().corner_normals[6], (Vec3{1, 0, 0}));
  EXPECT_EQ(made->mesh.parts().corner_texcoords[11], (Vec2{0, 1}));
  const Result<HalfEdgeMesh> surface = HalfEdgeMesh::Create(made->mesh);
  ASSERT_TRUE(surface.ok());
  EXPECT_EQ(surface->Borders().size(), 1u);

  const Result<WeldedPolygons> apart = PolygonsOf(MeshOf(TwoSides()), 0, Weld::kNone);
  ASSERT_TRUE(apart.ok());
  EXPECT_EQ(apart->mesh.vertex_count(), 8u);
  EXPECT_EQ(HalfEdgeMesh::Create(apart->mesh).value().Borders().size(), 2u);
}

TEST(Triangulation, WeldedVerticesTakeTheFirstOnesInfluences) {
  Primitive primitive = TwoSides();
  primitive.influences.begins = {0};
  for (std::uint32_t v = 0; v < 8; ++v) {
    primitive.influences.list.push_back({v, 1.0f});
    primitive.influences.begins.push_back(v + 1);
  }
  const Result<WeldedPolygons> made = PolygonsOf(MeshOf(primitive), 0);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->mesh.influences().of(2)[0].joint, 2u);
  EXPECT_EQ(made->mesh.influences().of(4)[0].joint, 5u);
}

TEST(Triangulation, TrianglesWithoutSurfaceAreLeftOutAndCounted) {
  Primitive primitive = TwoSides();
  primitive.indices.insert(primitive.indices.end(), {2, 4, 5, 0, 1, 1});
  const Result<WeldedPolygons> made = PolygonsOf(MeshOf(primitive), 0);
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->degenerate_count, 2u);
  EXPECT_EQ(made->mesh.face_count(), 4u);
}

TEST(Triangulation, StripsAndFansRunTheSameWayAllOver) {
  //  1---3---5   as a strip; a fan goes around its first vertex.
  //  |\  |\  |
  //  0---2---4
  Primitive strip{.topology = Topology::kTriangleStrip,
                  .positions = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}}};
  const Result<WeldedPolygons> from_strip = PolygonsOf(MeshOf(strip), 0);
  ASSERT_TRUE(from_strip.ok());
  EXPECT_THAT(from_strip->mesh.corners(), ElementsAre(0, 1, 2, 2, 1, 3, 2, 3, 4, 4, 3, 5));
  EXPECT_TRUE(HalfEdgeMesh::Create(from_strip->mesh).ok());
  strip.topology = Topology::kTriangleFan;
  const Result<WeldedPolygons> from_fan = PolygonsOf(MeshOf(strip), 0);
  EXPECT_THAT(from_fan->mesh.corners(), ElementsAre(0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5));
  strip.positions.resize(2);
  EXPECT_EQ(PolygonsOf(MeshOf(strip), 0).value().mesh.face_count(), 0u);
  strip.topology = Topology::kLines;
  EXPECT_EQ(Describe(PolygonsOf(MeshOf(strip), 0).failure()),
            "/primitives/0/topology: found points or lines, expected triangles");
}

}  // namespace
}  // namespace sinew
