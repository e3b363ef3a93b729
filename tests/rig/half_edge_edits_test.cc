// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <string>

#include "rig/surfaces.h"
#include "sinew/half_edge_mesh.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Cube;
using ::testing::ElementsAre;
using testing::FacesOn;
using testing::Grid;
using testing::Near;
using testing::Polygons;
using testing::SplitMix64;
using testing::Tetrahedron;
using testing::TwoTriangles;

HalfEdgeMesh EditableMesh(PolygonMesh::Parts parts) {
  return HalfEdgeMesh::Create(Polygons(std::move(parts))).value();
}

// The half-edge from one vertex to another.
std::uint32_t From(const HalfEdgeMesh& mesh, std::uint32_t v, std::uint32_t w) {
  for (std::uint32_t h = 0; h < mesh.half_edge_bound(); ++h) {
    if (mesh.has_half_edge(h) && mesh.start(h) == v && mesh.end(h) == w) return h;
  }
  ADD_FAILURE() << "no edge from " << v << " to " << w;
  return 0;
}
std::uint32_t EdgeOf(const HalfEdgeMesh& mesh, std::uint32_t v, std::uint32_t w) {
  return HalfEdgeMesh::edge_of(From(mesh, v, w));
}

std::vector<std::uint32_t> FaceOf(const HalfEdgeMesh& mesh, std::uint32_t f) {
  std::vector<std::uint32_t> vertices;
  std::uint32_t h = mesh.first_of_face(f);
  do {
    vertices.push_back(mesh.start(h));
    h = mesh.next(h);
  } while (h != mesh.first_of_face(f));
  return vertices;
}

TEST(HalfEdgeEdits, SplittingAnEdgePutsAVertexInItsMiddle) {
  HalfEdgeMesh mesh = EditableMesh(TwoTriangles());
  std::uint32_t m = 0;
  ASSERT_EQ(mesh.SplitEdge(EdgeOf(mesh, 1, 2), &m), MeshEdit::kDone);
  EXPECT_EQ(mesh.position(m), (Vec3{0.5f, 0.5f, 0}));
  EXPECT_THAT(FaceOf(mesh, 0), ElementsAre(0, 1, 4, 2));
  EXPECT_THAT(FaceOf(mesh, 1), ElementsAre(1, 3, 2, 4));
  ASSERT_EQ(mesh.SplitEdge(EdgeOf(mesh, 0, 1), &m), MeshEdit::kDone);  // On the border.
  EXPECT_THAT(FaceOf(mesh, 0), ElementsAre(0, 5, 1, 4, 2));
}

TEST(HalfEdgeEdits, SplittingAFaceJoinsTwoOfItsCorners) {
  HalfEdgeMesh mesh = EditableMesh(Cube());
  const std::uint32_t from = mesh.first_of_face(1);  // 4 5 6 7
  std::uint32_t edge = 0;
  ASSERT_EQ(mesh.SplitFace(from, mesh.next(mesh.next(from)), &edge), MeshEdit::kDone);
  EXPECT_THAT(FaceOf(mesh, 1), ElementsAre(4, 5, 6));
  EXPECT_THAT(FaceOf(mesh, 6), ElementsAre(6, 7, 4));
  EXPECT_EQ(edge, EdgeOf(mesh, 4, 6));
  const std::uint32_t again = mesh.first_of_face(6);  // 6 and 4 are joined now.
  EXPECT_EQ(mesh.SplitFace(again, mesh.next(mesh.next(again))), MeshEdit::kDoubleEdge);
}

TEST(HalfEdgeEdits, FlippingTurnsTheDiagonalOfTwoTriangles) {
  HalfEdgeMesh mesh = EditableMesh(TwoTriangles());
  EXPECT_EQ(mesh.FlipEdge(EdgeOf(mesh, 0, 1)), MeshEdit::kOnBorder);
  ASSERT_EQ(mesh.FlipEdge(EdgeOf(mesh, 1, 2)), MeshEdit::kDone);
  EXPECT_EQ(mesh.edge_count(), 5u);
  From(mesh, 0, 3);
  ASSERT_EQ(mesh.FlipEdge(EdgeOf(mesh, 0, 3)), MeshEdit::kDone);
  From(mesh, 1, 2);  // Back where it was.
}

TEST(HalfEdgeEdits, FlippingIsRefusedWhereTheTwoAreJoinedAlready) {
  HalfEdgeMesh mesh = EditableMesh(Tetrahedron());
  EXPECT_EQ(mesh.FlipEdge(EdgeOf(mesh, 0, 1)), MeshEdit::kDoubleEdge);
  HalfEdgeMesh pillow = EditableMesh(FacesOn(3, {{0, 1, 2}, {2, 1, 0}}));
  EXPECT_EQ(pillow.FlipEdge(0), MeshEdit::kFaceTwice);
}

TEST(HalfEdgeEdits, CollapsingAnEdgeTakesTheTrianglesBesideItAlong) {
  HalfEdgeMesh mesh = EditableMesh(Cube());
  ASSERT_EQ(mesh.CollapseEdge(EdgeOf(mesh, 0, 1)), MeshEdit::kDone);  // Quads become triangles.
  EXPECT_EQ(mesh.vertex_count(), 7u);
  EXPECT_EQ(mesh.edge_count(), 11u);
  EXPECT_EQ(mesh.face_count(), 6u);
  HalfEdgeMesh tetrahedron = EditableMesh(Tetrahedron());
  ASSERT_EQ(tetrahedron.CollapseEdge(EdgeOf(tetrahedron, 0, 1)), MeshEdit::kDone);
  EXPECT_EQ(tetrahedron.vertex_count(), 3u);  // Two triangles, back to back.
  EXPECT_EQ(tetrahedron.edge_count(), 3u);
  EXPECT_EQ(tetrahedron.face_count(), 2u);
  EXPECT_EQ(tetrahedron.CollapseEdge(tetrahedron.edge_of(tetrahedron.half_edge_at(2))),
            MeshEdit::kNoSurface);
}

TEST(HalfEdgeEdits, CollapsingIsRefusedWhereTheSurfaceWouldNotBeOneAnyMore) {
  // 2---3---5   The edge from 1 to 3 crosses the strip: drawn together, two squares would hang on
  // |   |   |   one vertex.
  // 0---1---4
  HalfEdgeMesh strip = EditableMesh(FacesOn(6, {{0, 1, 3, 2}, {1, 4, 5, 3}}));
  EXPECT_EQ(strip.CollapseEdge(EdgeOf(strip, 1, 3)), MeshEdit::kTwoFans);
  HalfEdgeMesh triangle = EditableMesh(FacesOn(3, {{0, 1, 2}}));
  EXPECT_EQ(triangle.CollapseEdge(0), MeshEdit::kNoSurface);
  // A triangle of edges without a face, around a prism's waist.
  HalfEdgeMesh prism = EditableMesh(FacesOn(
      9, {{0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}, {3, 4, 7, 6}, {4, 5, 8, 7}, {5, 3, 6, 8}}));
  EXPECT_EQ(prism.CollapseEdge(EdgeOf(prism, 3, 4)), MeshEdit::kDoubleEdge);
  // The face behind has both ends of the edge from 0 to 2, and does not run along it.
  HalfEdgeMesh pillow = EditableMesh(FacesOn(6, {{0, 1, 4, 2}, {0, 2, 5, 3}, {3, 5, 2, 4, 1, 0}}));
  EXPECT_EQ(pillow.CollapseEdge(EdgeOf(pillow, 0, 2)), MeshEdit::kFaceTwice);
}

// --- what hangs on the vertices ---

TEST(HalfEdgeEdits, AVertexBetweenTwoHasTheMeanOfTheirWeights) {  // S19
  PolygonMesh::Parts parts = TwoTriangles();
  parts.influences.begins = {0, 0, 2, 4, 4};
  parts.influences.list = {{1, 0.25f}, {4, 0.75f}, {0, 0.5f}, {4, 0.5f}};  // Of vertices 1 and 2.
  HalfEdgeMesh mesh = EditableMesh(parts);
  std::uint32_t m = 0;
  ASSERT_EQ(mesh.SplitEdge(EdgeOf(mesh, 1, 2), &m), MeshEdit::kDone);
  EXPECT_THAT(mesh.influences(m),
              ElementsAre(Influence{0, 0.25f}, Influence{1, 0.125f}, Influence{4, 0.625f}));
  // A vertex without influence does not count.
  ASSERT_EQ(mesh.SplitEdge(EdgeOf(mesh, 0, 1), &m), MeshEdit::kDone);
  EXPECT_THAT(mesh.influences(m), ElementsAre(Influence{1, 0.25f}, Influence{4, 0.75f}));

  HalfEdgeMesh grid = EditableMesh(Grid(2, 2));
  ASSERT_FALSE(grid.SetInfluences(3, {{0, 1.0f}}).has_value());
  ASSERT_FALSE(grid.SetInfluences(4, {{7, 1.0f}}).has_value());
  const std::uint32_t edge = EdgeOf(grid, 3, 4);
  const std::uint32_t kept = grid.start(HalfEdgeMesh::half_edge_of(edge));
  ASSERT_EQ(grid.CollapseEdge(edge), MeshEdit::kDone);
  EXPECT_THAT(grid.influences(kept), ElementsAre(Influence{0, 0.5f}, Influence{7, 0.5f}));
  EXPECT_EQ(grid.position(kept), (Vec3{0.5f, 1, 0}));
}

TEST(HalfEdgeEdits, CornersKeepWhatTheyHaveAndNewOnesLieBetween) {
  PolygonMesh::Parts parts = TwoTriangles();
  // The seam runs along the diagonal: the texture of the second face lies elsewhere.
  parts.corner_texcoords = {{0, 0}, {1, 0}, {0, 1}, {11, 10}, {11, 11}, {10, 11}};
  parts.corner_normals.assign(6, {0, 0, 1});
  parts.corner_normals[1] = {1, 0, 0};
  HalfEdgeMesh mesh = EditableMesh(parts);
  std::uint32_t m = 0;
  ASSERT_EQ(mesh.SplitEdge(EdgeOf(mesh, 1, 2), &m), MeshEdit::kDone);
  const PolygonMesh::Parts after = mesh.ToPolygons().parts();
  EXPECT_THAT(after.corner_texcoords,
              ElementsAre(Vec2{0, 0}, Vec2{1, 0}, Vec2{0.5f, 0.5f}, Vec2{0, 1}, Vec2{11, 10},
                          Vec2{11, 11}, Vec2{10, 11}, Vec2{10.5f, 10.5f}));
  const float half = 0.70710678f;
  EXPECT_TRUE(Near(after.corner_normals[2], {half, 0, half}, 1e-7));
  EXPECT_EQ(after.corner_normals[7], (Vec3{0, 0, 1}));
  // And together again: the corner of each face lies between its two.
  ASSERT_EQ(mesh.CollapseEdge(EdgeOf(mesh, m, 2)), MeshEdit::kDone);
  EXPECT_THAT(mesh.ToPolygons().parts().corner_texcoords,
              ::testing::UnorderedElementsAre(Vec2{0, 0}, Vec2{1, 0}, Vec2{0.25f, 0.75f},
                                              Vec2{11, 10}, Vec2{11, 11}, Vec2{10.25f, 10.75f}));
}

TEST(HalfEdgeEdits, AFlippedEdgeKeepsTheCornersOfItsFaces) {
  PolygonMesh::Parts parts = TwoTriangles();
  parts.corner_texcoords = {{0, 0}, {1, 0}, {0, 1}, {11, 10}, {11, 11}, {10, 11}};
  HalfEdgeMesh mesh = EditableMesh(parts);
  ASSERT_EQ(mesh.FlipEdge(EdgeOf(mesh, 1, 2)), MeshEdit::kDone);
  std::map<std::pair<std::uint32_t, std::uint32_t>, Vec2> corners;
  for (const std::uint32_t f : {0u, 1u}) {
    std::uint32_t h = mesh.first_of_face(f);
    for (int i = 0; i < 3; ++i, h = mesh.next(h)) corners[{f, mesh.start(h)}] = mesh.texcoord(h);
  }
  // 2---3   The edge runs from 3 to 0 in the face that keeps 2, and back in the one that keeps 1.
  // | / |
  // 0---1
  const std::uint32_t upper = mesh.face(From(mesh, 3, 2)), lower = mesh.face(From(mesh, 0, 1));
  ASSERT_EQ(corners.size(), 6u);
  ASSERT_NE(upper, lower);
  const std::uint32_t first = upper == 0 ? upper : lower;  // Which of them was 0 1 2 before.
  EXPECT_EQ((corners[{first, first == upper ? 2u : 1u}]),
            first == upper ? (Vec2{0, 1}) : (Vec2{1, 0}));
  EXPECT_EQ((corners[{first, 0}]), (Vec2{0, 0}));
  EXPECT_EQ((corners[{first, 3}]), (Vec2{11, 11}));  // New to it: as across the edge.
}

// --- random edits ---

void ExpectConnected(const HalfEdgeMesh& mesh) {
  for (std::uint32_t h = 0; h < mesh.half_edge_bound(); ++h) {
    if (!mesh.has_half_edge(h)) {
      ASSERT_FALSE(mesh.has_half_edge(HalfEdgeMesh::twin(h)));
      continue;
    }
    ASSERT_EQ(mesh.previous(mesh.next(h)), h);
    ASSERT_EQ(mesh.start(mesh.next(h)), mesh.end(h));
    ASSERT_EQ(mesh.face(mesh.next(h)), mesh.face(h));
    ASSERT_TRUE(mesh.has_vertex(mesh.start(h)));
    if (mesh.face(h) == HalfEdgeMesh::kNone) {
      ASSERT_NE(mesh.face(HalfEdgeMesh::twin(h)), HalfEdgeMesh::kNone);
    } else {
      ASSERT_TRUE(mesh.has_face(mesh.face(h)));
    }
  }
  for (std::uint32_t v = 0; v < mesh.vertex_bound(); ++v) {
    if (!mesh.has_vertex(v)) continue;
    ASSERT_EQ(mesh.start(mesh.half_edge_at(v)), v);
  }
  for (std::uint32_t f = 0; f < mesh.face_bound(); ++f) {
    if (!mesh.has_face(f)) continue;
    ASSERT_EQ(mesh.face(mesh.first_of_face(f)), f);
    ASSERT_GE(FaceOf(mesh, f).size(), 3u);
  }
}

// One edit of a random place; where it is refused, nothing may have changed.
MeshEdit EditAtRandom(HalfEdgeMesh& mesh, SplitMix64& random) {
  const std::uint32_t edge = random.Below(mesh.edge_bound());
  if (!mesh.has_edge(edge)) return MeshEdit::kTooMany;
  switch (random.Below(5)) {
    case 0:
      return mesh.SplitEdge(edge);
    case 1:
      return mesh.FlipEdge(edge);
    case 2: {
      const std::uint32_t from = HalfEdgeMesh::half_edge_of(edge) + random.Below(2);
      if (mesh.face(from) == HalfEdgeMesh::kNone) return MeshEdit::kTooMany;
      std::uint32_t to = mesh.next(from);
      for (std::uint32_t i = random.Below(4); i > 0; --i) to = mesh.next(to);
      return to == from ? MeshEdit::kTooMany : mesh.SplitFace(from, to);
    }
    default:
      return mesh.CollapseEdge(edge);
  }
}

TEST(HalfEdgeEdits, AnyEditsLeaveASurface) {
  std::map<MeshEdit, int> counts;
  SplitMix64 random(501);
  for (const PolygonMesh::Parts& begin : {Cube(), Tetrahedron(), Grid(4, 3), TwoTriangles()}) {
    for (int round = 0; round < 40; ++round) {
      PolygonMesh::Parts parts = begin;
      parts.influences.begins = {0};
      for (std::uint32_t v = 0; v < parts.positions.size(); ++v) {
        const float weight = random.Between(0.1f, 0.9f);
        parts.influences.list.push_back({random.Below(3), weight});
        parts.influences.list.push_back({3 + random.Below(3), 1.0f - weight});
        parts.influences.begins.push_back(2 * (v + 1));
      }
      HalfEdgeMesh mesh = EditableMesh(parts);
      const auto euler = [&] {
        return static_cast<int>(mesh.vertex_count()) - static_cast<int>(mesh.edge_count()) +
               static_cast<int>(mesh.face_count());
      };
      const int euler_before = euler();
      const std::size_t borders_before = mesh.Borders().size();
      for (int i = 0; i < 60; ++i) {
        const PolygonMesh before = mesh.ToPolygons();
        const MeshEdit done = EditAtRandom(mesh, random);
        ++counts[done];
        ExpectConnected(mesh);
        if (HasFatalFailure()) return;
        const PolygonMesh after = mesh.ToPolygons();
        if (done != MeshEdit::kDone) {
          ASSERT_EQ(after.parts().corners, before.parts().corners);
          ASSERT_EQ(after.parts().positions, before.parts().positions);
          continue;
        }
        // Create looks at the surface as a stranger does.
        const Result<HalfEdgeMesh> again = HalfEdgeMesh::Create(after);
        ASSERT_TRUE(again.ok()) << Describe(again.failure());
        ASSERT_EQ(again->edge_count(), mesh.edge_count());
        ASSERT_EQ(euler(), euler_before);
        ASSERT_EQ(mesh.Borders().size(), borders_before);
        for (std::uint32_t v = 0; v < after.vertex_count(); ++v) {
          double sum = 0.0;
          for (const Influence& influence : after.influences().of(v)) {
            sum += static_cast<double>(influence.weight);
          }
          ASSERT_NEAR(sum, 1.0, 1e-6);
        }
      }
    }
  }
  for (const MeshEdit each : {MeshEdit::kDone, MeshEdit::kOnBorder, MeshEdit::kDoubleEdge,
                              MeshEdit::kFaceTwice, MeshEdit::kTwoFans, MeshEdit::kNoSurface}) {
    EXPECT_GT(counts[each], 5) << static_cast<int>(each);
  }
  EXPECT_GT(counts[MeshEdit::kDone], 2500);
}

}  // namespace
}  // namespace sinew
