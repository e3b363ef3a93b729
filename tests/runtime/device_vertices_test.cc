// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "sinew/device.h"
#include "sinew/vertex_format.h"
#include "support/console_mesh.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::ConsoleVertices;
using testing::kCorners;
using testing::MoveBy;
using testing::SkinnedTriangle;

// Where the last draw puts its vertices.
std::vector<Vec3> Positions(const Device& device) {
  const DeviceDraw& draw = device.draws().back();
  std::vector<Vec3> positions(device.mesh(draw.mesh).vertex_count);
  EXPECT_EQ((DeviceVerticesJob{.device = device, .draw = draw, .positions = positions}.Run()),
            Error::kNone);
  return positions;
}

std::uint32_t Triangle(Device& device, std::array<std::uint8_t, 3> bones) {
  return device.LoadMesh(SkinnedTriangle(kCorners, bones).bytes(), 3, kVertexSkinned);
}

TEST(DeviceVertices, OfRawModeAreMovedByTheBonesThemselves) {  // E11, E26
  Device device;
  const std::uint32_t mesh = Triangle(device, {0, 1, 0});
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(0, 0, 5), MoveBy(0, 0, 7)}), Error::kNone);
  device.DrawMesh(mesh);
  EXPECT_THAT(Positions(device),
              ::testing::ElementsAre(Vec3{0, 0, 5}, Vec3{1, 0, 7}, Vec3{0, 1, 5}));
}

TEST(DeviceVertices, OfBoundModeAreMovedByBoneTimesInverseBind) {  // E10, E25
  Device device;
  const std::uint32_t mesh = Triangle(device, {0, 1, 0});
  device.BindSkeleton(device.LoadSkeleton(std::vector{MoveBy(0, -1, 0), MoveBy(-1, 0, 0)}));
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(0, 1, 0), MoveBy(1, 0, 2)}), Error::kNone);
  device.DrawMesh(mesh);
  EXPECT_THAT(Positions(device),
              ::testing::ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 2}, Vec3{0, 1, 0}));
}

TEST(DeviceVertices, AreSkinnedFirstAndPlacedAfterwards) {  // E8, E9
  Device device;
  const std::uint32_t mesh = Triangle(device, {0, 0, 0});
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(1, 0, 0)}), Error::kNone);
  const float quarter_turn[16] = {0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 10, 0, 0, 1};
  device.TransformSet(quarter_turn);  // x becomes y, and 10 along x.
  device.DrawMesh(mesh);
  EXPECT_THAT(Positions(device),
              ::testing::ElementsAre(Vec3{10, 1, 0}, Vec3{10, 2, 0}, Vec3{9, 1, 0}));
}

TEST(DeviceVertices, OfBonesThatWereNotSetStayInTheBindPose) {  // C30, C32
  Device device;
  const std::uint32_t mesh = Triangle(device, {0, 1, 200});
  device.BindSkeleton(device.LoadSkeleton(std::vector{MoveBy(0, -4, 0), MoveBy(0, -5, 0)}));
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(0, 5, 0)}), Error::kNone);  // Bone 0 of 2.
  device.DrawMesh(mesh);
  EXPECT_THAT(Positions(device),
              ::testing::ElementsAre(Vec3{0, 1, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}));
}

TEST(DeviceVertices, OfBonesThatTheSkeletonDoesNotHaveStayInTheBindPose) {  // C32
  Device device;
  const std::uint32_t mesh = Triangle(device, {0, 1, 1});
  device.BindSkeleton(device.LoadSkeleton(std::vector{MoveBy(0, 0, 1)}));
  device.LoadSkeleton(std::vector{MoveBy(0, 0, 9)});  // Its neighbour in the arena.
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(0, 0, 1), MoveBy(5, 0, 0)}), Error::kNone);
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].bone_count, 1u);
  EXPECT_THAT(Positions(device),
              ::testing::ElementsAre(Vec3{0, 0, 2}, Vec3{1, 0, 0}, Vec3{0, 1, 0}));
}

TEST(DeviceVertices, WithoutAnyBonesSetAreInTheBindPose) {
  Device device;
  device.DrawMesh(Triangle(device, {0, 1, 2}));
  EXPECT_THAT(Positions(device), ::testing::ElementsAreArray(kCorners));
}

TEST(DeviceVertices, WithoutWeightsStayWhereTheyAre) {  // C9
  Device device;
  ConsoleVertices vertices;
  for (const Vec3& corner : kCorners) {
    vertices.Floats({corner.x, corner.y, corner.z}).Skin({1, 1, 1, 1}, {0, 0, 0, 0});
  }
  const std::uint32_t mesh = device.LoadMesh(vertices.bytes(), 3, kVertexSkinned);
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(9, 9, 9), MoveBy(9, 9, 9)}), Error::kNone);
  device.DrawMesh(mesh);
  EXPECT_THAT(Positions(device), ::testing::ElementsAreArray(kCorners));
}

TEST(DeviceVertices, OfTwoCharactersInOneFrameDoNotDisturbEachOther) {  // C27, C28, E66
  Device device;
  const std::uint32_t mesh = Triangle(device, {0, 0, 0});
  const std::uint32_t a = device.LoadSkeleton(std::vector{MoveBy(1, 0, 0)});
  const std::uint32_t b = device.LoadSkeleton(std::vector{MoveBy(0, 2, 0)});
  device.BindSkeleton(a);
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(0, 0, 3)}), Error::kNone);
  device.DrawMesh(mesh);
  device.BindSkeleton(b);
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(0, 0, 4)}), Error::kNone);
  device.DrawMesh(mesh);
  std::vector<Vec3> first(3);
  ASSERT_EQ(
      (DeviceVerticesJob{.device = device, .draw = device.draws()[0], .positions = first}.Run()),
      Error::kNone);
  EXPECT_EQ(first[0], (Vec3{1, 0, 3}));
  EXPECT_EQ(Positions(device)[0], (Vec3{0, 2, 4}));
}

TEST(DeviceVertices, OfBakedMatricesInRawModeEqualThoseOfBoundMode) {  // E62
  testing::SplitMix64 random(7);
  Device device;
  ConsoleVertices vertices;
  for (int v = 0; v < 300; ++v) {
    const float weight = random.Between(0.0f, 1.0f);
    vertices.Floats({random.Between(-1, 1), random.Between(-1, 1), random.Between(-1, 1)})
        .Skin({static_cast<std::uint8_t>(v % 24), static_cast<std::uint8_t>(v * 7 % 24)},
              {weight, 1.0f - weight});
  }
  const std::uint32_t mesh = device.LoadMesh(vertices.bytes(), 300, kVertexSkinned);
  std::vector<Affine> bones, inverse_bind, baked;
  for (int i = 0; i < 24; ++i) {
    const auto turn = [&] {
      const Vec3 axis =
          NormalizeOr({random.Between(-1, 1), random.Between(-1, 1), 0.5f}, {0, 0, 1});
      return AffineOf({.translation = {random.Between(-1, 1), random.Between(-1, 1), 0},
                       .rotation = QuatOf(axis, random.Between(-3, 3)),
                       .scale = {1, 1, 1}});
    };
    bones.push_back(turn());
    inverse_bind.push_back(turn());
    baked.push_back(Multiply(bones.back(), inverse_bind.back()));
  }
  device.BindSkeleton(device.LoadSkeleton(inverse_bind));
  ASSERT_EQ(device.SetBones(bones), Error::kNone);
  device.DrawMesh(mesh);
  const std::vector<Vec3> bound = Positions(device);
  device.BindSkeleton(0);
  ASSERT_EQ(device.SetBones(baked), Error::kNone);
  device.DrawMesh(mesh);
  const std::vector<Vec3> raw = Positions(device);
  for (std::size_t v = 0; v < 300; ++v) {
    EXPECT_NEAR(bound[v].x, raw[v].x, 2e-6) << v;
    EXPECT_NEAR(bound[v].y, raw[v].y, 2e-6) << v;
    EXPECT_NEAR(bound[v].z, raw[v].z, 2e-6) << v;
  }
}

TEST(DeviceVertices, TurnNormalsAndTangentsWithTheirSurface) {  // E36, C3
  Device device;
  ConsoleVertices vertices;
  for (const Vec3& corner : kCorners) {
    vertices.Floats({corner.x, corner.y, corner.z, 0, 0.6f, 0.8f, 1, 0, 0, 1}).Skin({0}, {1.0f});
  }
  const std::uint32_t mesh =
      device.LoadMesh(vertices.bytes(), 3, kVertexNormal | kVertexTangent | kVertexSkinned);
  // Twice as high along y, and mirrored in x: the normal leans away from y, as the surface does.
  const float matrix[16] = {-1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  device.TransformSet(matrix);
  device.DrawMesh(mesh);
  std::vector<Vec3> positions(3), normals(3);
  std::vector<Vec4> tangents(3);
  ASSERT_EQ((DeviceVerticesJob{.device = device,
                               .draw = device.draws()[0],
                               .positions = positions,
                               .normals = normals,
                               .tangents = tangents}
                 .Run()),
            Error::kNone);
  const float length = std::sqrt(0.3f * 0.3f + 0.8f * 0.8f);
  EXPECT_NEAR(normals[0].y, 0.3f / length, 1e-6);
  EXPECT_NEAR(normals[0].z, 0.8f / length, 1e-6);
  EXPECT_EQ(tangents[0], (Vec4{-1, 0, 0, -1}));
}

TEST(DeviceVertices, OfAStaticMeshAreOnlyPlaced) {  // E61
  Device device;
  const ConsoleVertices plain = ConsoleVertices().Floats({0, 0, 0, 1, 0, 0, 0, 1, 0});
  const std::uint32_t mesh = device.LoadMesh(plain.bytes(), 3, 0);
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(9, 9, 9)}), Error::kNone);
  device.TransformSetPosition(0, 0, 2);
  device.DrawMesh(mesh);
  EXPECT_THAT(Positions(device),
              ::testing::ElementsAre(Vec3{0, 0, 2}, Vec3{1, 0, 2}, Vec3{0, 1, 2}));
}

TEST(DeviceVertices, ThatCannotBeMadeAreNotTouched) {
  Device device;
  const std::uint32_t mesh = Triangle(device, {0, 0, 0});
  ASSERT_EQ(device.SetBones(std::vector{MoveBy(1, 0, 0)}), Error::kNone);
  device.DrawMesh(mesh);
  std::vector<Vec3> few(2), positions(3, Vec3{7, 7, 7}), normals(3);
  DeviceVerticesJob job{.device = device, .draw = device.draws()[0], .positions = few};
  EXPECT_EQ(job.Run(), Error::kVerticesTooSmall);
  job.positions = positions;
  job.normals = normals;
  EXPECT_EQ(job.Run(), Error::kAttributeMissing);
  job.normals = {};
  job.draw.first_bone = 1;
  EXPECT_EQ(job.Run(), Error::kMatricesTooSmall);
  job.draw.first_bone = 0;
  job.draw.mesh = 2;
  EXPECT_EQ(job.Run(), Error::kOptionOutOfRange);
  EXPECT_EQ(positions[0], (Vec3{7, 7, 7}));
}

}  // namespace
}  // namespace sinew
