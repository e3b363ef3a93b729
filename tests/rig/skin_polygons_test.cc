// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "rig/surfaces.h"
#include "sinew/rigging.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::FacesOn;
using testing::Near;
using testing::Polygons;
using testing::SplitMix64;

constexpr float kQuarter = static_cast<float>(std::numbers::pi / 2);

// A triangle of which each vertex follows another rule: the first bone, both by half, none.
PolygonMesh::Parts OneTriangle() {
  PolygonMesh::Parts parts = FacesOn(3, {{0, 1, 2}});
  parts.positions = {{1, 0, 0}, {1, 2, 0}, {5, 5, 5}};
  parts.corner_normals = {{1, 0, 0}, {1, 0, 0}, {0, 0, 2}};
  parts.corner_texcoords = {{0, 0}, {1, 0}, {0, 1}};
  parts.influences = {.begins = {0, 1, 3, 3}, .list = {{0, 1}, {0, 0.5f}, {1, 0.5f}}};
  return parts;
}

// Two upright bones of length 1; the second bends by a quarter turn about z.
BoneRig Bent() { return {.bones = {{}, {.pose = {0, 0, kQuarter}, .parent = 0}}}; }

TEST(SkinPolygons, MovesAVertexByTheMeanOfItsBones) {  // S1, S6, S9, S11
  const Result<CornerMesh> skinned = SkinPolygons(Polygons(OneTriangle()), Bent());
  ASSERT_TRUE(skinned.ok()) << Describe(skinned.failure());
  EXPECT_EQ(skinned->positions[0], (Vec3{1, 0, 0}));
  // The first bone leaves (1, 2, 0) there. About (0, 1, 0), a quarter turn takes (1, 1) to (-1, 1).
  EXPECT_TRUE(Near(skinned->positions[1], {0, 2, 0}, 1e-6));
  EXPECT_EQ(skinned->positions[2], (Vec3{5, 5, 5}));
  const float half = 0.70710678f;
  EXPECT_TRUE(Near(skinned->normals[1], {half, half, 0}, 1e-6));
  EXPECT_EQ(skinned->normals[2], (Vec3{0, 0, 2}));  // Nothing moves it, nothing changes it.
  EXPECT_EQ(skinned->texcoords, OneTriangle().corner_texcoords);
  EXPECT_THAT(skinned->corner_vertices, ::testing::ElementsAre(0, 1, 2));
  EXPECT_THAT(skinned->indices, ::testing::ElementsAre(0, 1, 2));
}

TEST(SkinPolygons, TurnsNormalsByTheInverseTranspose) {  // S10
  // One bone that stretches x by four: the plane x + y = 1 becomes x/4 + y = 1.
  PolygonMesh::Parts parts = OneTriangle();
  parts.influences = {.begins = {0, 1, 1, 1}, .list = {{0, 1}}};
  const float half = 0.70710678f;
  parts.corner_normals[0] = {half, half, 0};
  const Affine bind = AffineOf({.translation = {0, 3, 0}});
  Affine current = AffineOf({.translation = {0, 3, 0}, .scale = {4, 1, 1}});
  Result<CornerMesh> skinned = SkinPolygons(Polygons(parts), {&bind, 1}, {&current, 1});
  ASSERT_TRUE(skinned.ok());
  const float length = std::sqrt(1.0f + 16.0f);
  EXPECT_TRUE(Near(skinned->normals[0], {1 / length, 4 / length, 0}, 1e-6));
  // Mirrored, the outside stays outside.
  current = AffineOf({.translation = {0, 3, 0}, .scale = {-1, 1, 1}});
  skinned = SkinPolygons(Polygons(parts), {&bind, 1}, {&current, 1});
  EXPECT_TRUE(Near(skinned->normals[0], {-half, half, 0}, 1e-6));
  // Pressed flat along the normal's own plane nothing is left of it: as at rest.
  current = AffineOf({.scale = {0, 0, 1}});
  skinned = SkinPolygons(Polygons(parts), {&bind, 1}, {&current, 1});
  EXPECT_TRUE(Near(skinned->normals[0], {half, half, 0}, 1e-6));
}

TEST(SkinPolygons, AtRestGivesBackThePositionsToTheBit) {  // S12
  SplitMix64 random(520);
  int checked = 0;
  for (int i = 0; i < 50; ++i) {
    BoneRig rig{.base = random.Vector(3)};
    for (std::int32_t b = 0; b < 8; ++b) {
      rig.bones.push_back({.extent = random.Vector(1),
                           .roll = random.Between(-3, 3),
                           .radius = random.Between(1, 4),
                           .parent = b - 1});
    }
    PolygonMesh::Parts parts = testing::Grid(5, 5);
    for (Vec3& p : parts.positions) p = random.Vector(4);
    const Result<PolygonMesh> mesh = AssignBoneWeights(Polygons(parts), rig);
    ASSERT_TRUE(mesh.ok());
    const Result<CornerMesh> skinned = SkinPolygons(*mesh, rig);
    ASSERT_TRUE(skinned.ok());
    for (std::size_t c = 0; c < skinned->positions.size(); ++c) {
      ASSERT_EQ(skinned->positions[c], parts.positions[parts.corners[c]]);
      checked += mesh->influences().of(parts.corners[c]).size() > 1 ? 1 : 0;
    }
  }
  EXPECT_GT(checked, 1000);
}

TEST(SkinPolygons, RefusesBonesThatAreNotThereAndMatricesThatCannotBe) {
  const auto place = [](const Result<CornerMesh>& made) {
    return made.ok() ? "" : made.failure().place;
  };
  const PolygonMesh mesh = Polygons(OneTriangle());
  BoneRig rig = Bent();
  rig.bones.pop_back();
  EXPECT_EQ(place(SkinPolygons(mesh, rig)), "/influences/list/2");
  std::vector<Affine> bind(2), current(2);
  EXPECT_EQ(place(SkinPolygons(mesh, bind, current)), "");
  EXPECT_EQ(place(SkinPolygons(mesh, bind, {current.data(), 1})), "/current");
  bind[1] = AffineOf({.scale = {1, 0, 1}});
  EXPECT_EQ(place(SkinPolygons(mesh, bind, current)), "/bind/1");
  bind[1] = {};
  current[1].m[0][3] = NAN;
  EXPECT_EQ(place(SkinPolygons(mesh, bind, current)), "/current/1");
  current[1] = AffineOf({.scale = {1, 9e17f, 1}});
  EXPECT_EQ(place(SkinPolygons(mesh, bind, current)), "");
  current[1] = AffineOf({.translation = {0, 9e17f, 0}, .scale = {1, 9e17f, 1}});
  EXPECT_EQ(place(SkinPolygons(mesh, bind, current)), "/positions/1");
}

}  // namespace
}  // namespace sinew
