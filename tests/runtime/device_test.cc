// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/device.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "sinew/matrix_layouts.h"
#include "sinew/vertex_format.h"
#include "support/console_mesh.h"
#include "support/device_log.h"

namespace sinew {
namespace {

using testing::ConsoleVertices;
using ::testing::HasSubstr;
using testing::kCorners;
using testing::MoveBy;
using testing::SkinnedTriangle;
using ::testing::StartsWith;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// A device whose messages are kept.
class DeviceTest : public ::testing::Test {
 protected:
  // `count` matrices as the console has them: 12 floats each, bone i moved by i along x.
  static std::vector<float> Bones(std::uint32_t count) {
    std::vector<float> floats;
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const float entry : ToRowMajor3x4(MoveBy(static_cast<float>(i), 0, 0))) {
        floats.push_back(entry);
      }
    }
    return floats;
  }
  std::uint32_t Triangle(std::array<std::uint8_t, 3> bones = {0, 0, 0}) {
    return device.LoadMesh(SkinnedTriangle(kCorners, bones).bytes(), 3, kVertexSkinned);
  }
  std::uint32_t Skeleton(std::uint32_t bone_count) {
    return device.LoadSkeleton(Bones(bone_count), bone_count);
  }

  testing::RecordedLog log;
  Device device{{.log = log.hook()}};
};

using DeviceSkeleton = DeviceTest;
using DeviceBind = DeviceTest;
using DeviceBones = DeviceTest;
using DeviceMeshes = DeviceTest;
using DeviceTransform = DeviceTest;
using DeviceDrawing = DeviceTest;

TEST_F(DeviceSkeleton, HandlesCountFromOne) {  // E16, E64
  EXPECT_EQ(Skeleton(3), 1u);
  EXPECT_EQ(Skeleton(256), 2u);
  EXPECT_EQ(device.skeleton_count(), 2u);
  EXPECT_TRUE(log.messages().empty());
}

TEST_F(DeviceSkeleton, KeepsItsMatricesInRowMajorOrder) {  // E13, E18, E19, E68
  const std::vector<float> floats{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const std::uint32_t handle = device.LoadSkeleton(floats, 1);
  ASSERT_EQ(handle, 1u);
  EXPECT_EQ(device.skeleton(handle)[0].m[1][3], 8.0f);  // The translation's y.
  EXPECT_EQ(device.skeleton(handle)[0].m[2][0], 9.0f);
}

TEST_F(DeviceSkeleton, IsCopiedSoThatTheSourceMayChange) {  // E17
  std::vector<float> floats = Bones(2);
  const std::uint32_t handle = device.LoadSkeleton(floats, 2);
  floats.assign(floats.size(), 9.0f);
  EXPECT_EQ(device.skeleton(handle)[1], MoveBy(1, 0, 0));
}

TEST_F(DeviceSkeleton, OfMoreThan256BonesIsRefused) {  // E14, E65, C34
  EXPECT_EQ(Skeleton(256), 1u);
  EXPECT_EQ(device.skeleton(1).size(), 256u);
  EXPECT_EQ(Skeleton(257), 0u);
  EXPECT_EQ(log.TakeOnly(), "error: load_skeleton: 257 bones, the most is 256");
  EXPECT_EQ(device.LoadSkeleton(std::vector<Affine>(257)), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("257 bones"));
}

TEST_F(DeviceSkeleton, OfNoBonesIsRefused) {  // C31, E65
  EXPECT_EQ(device.LoadSkeleton(Bones(1), 0), 0u);
  EXPECT_EQ(log.TakeOnly(), "error: load_skeleton: there are no bones");
}

TEST_F(DeviceSkeleton, OfANullPointerOrTooFewFloatsIsRefused) {  // E15
  EXPECT_EQ(device.LoadSkeleton(std::span<const float>{}, 2), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("is null"));
  EXPECT_EQ(device.LoadSkeleton(Bones(1), 2), 0u);
  EXPECT_EQ(log.TakeOnly(), "error: load_skeleton: 2 bones are more than the 12 floats there are");
}

TEST_F(DeviceSkeleton, WithANumberThatIsNotFiniteIsRefused) {
  std::vector<float> floats = Bones(2);
  floats[13] = kNan;
  EXPECT_EQ(device.LoadSkeleton(floats, 2), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("bone 1"));
}

TEST_F(DeviceSkeleton, AFurtherOneLeavesThoseBeforeItAsTheyAre) {  // C27
  Skeleton(2);
  const std::vector<Affine> second(3, MoveBy(0, 7, 0));
  EXPECT_EQ(device.LoadSkeleton(second), 2u);
  EXPECT_EQ(device.skeleton(1)[1], MoveBy(1, 0, 0));
  EXPECT_EQ(device.inverse_binds().size(), 5u);
}

TEST_F(DeviceBind, SwitchesBetweenBoundAndRawMode) {  // E20, E24, E64
  Skeleton(1);
  EXPECT_EQ(device.bound_skeleton(), 0u);
  device.BindSkeleton(1);
  EXPECT_EQ(device.bound_skeleton(), 1u);
  device.BindSkeleton(0);
  EXPECT_EQ(device.bound_skeleton(), 0u);
}

TEST_F(DeviceBind, OfAnUnknownHandleIsIgnoredWithAWarning) {  // E23
  Skeleton(1);
  device.BindSkeleton(1);
  device.BindSkeleton(2);
  EXPECT_EQ(log.TakeOnly(),
            "warning: skeleton_bind: there is no skeleton 2, the old one stays bound");
  EXPECT_EQ(device.bound_skeleton(), 1u);
}

TEST_F(DeviceBind, PersistsOverFrames) {  // E21
  const std::uint32_t mesh = Triangle();
  Skeleton(1);
  device.BindSkeleton(1);
  for (int frame = 0; frame < 3; ++frame) {
    device.BeginFrame();
    device.DrawMesh(mesh);
    EXPECT_EQ(device.draws()[0].mode, SkinningMode::kInverseBind);
    EXPECT_EQ(device.draws()[0].skeleton, 1u);
  }
}

TEST_F(DeviceBones, ThatAreNotTheSkeletonsNumberAreAWarning) {  // E27
  Skeleton(3);
  device.BindSkeleton(1);
  device.SetBones(Bones(3), 3);
  EXPECT_EQ(log.TakeOnly(), "");
  device.SetBones(Bones(2), 2);
  EXPECT_EQ(log.TakeOnly(), "warning: set_bones: 2 bones for a skeleton of 3 bones");
}

TEST_F(DeviceBones, WithoutASkeletonMayBeAnyNumber) {  // E5, E26
  device.SetBones(Bones(2), 2);
  EXPECT_EQ(log.TakeOnly(), "");
}

TEST_F(DeviceBones, Above256AreCutOffByTheConsolesCall) {  // E28, C29
  const std::uint32_t mesh = Triangle();
  device.SetBones(Bones(257), 257);
  EXPECT_EQ(log.TakeOnly(), "warning: set_bones: 257 bones, only the first 256 are set");
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].bone_count, 256u);
  device.SetBones(Bones(256), 256);
  EXPECT_EQ(log.TakeOnly(), "");
}

TEST_F(DeviceBones, Above256AreAnErrorOfTheCppCall) {  // C29
  EXPECT_EQ(device.SetBones(std::vector<Affine>(257)), Error::kTooManyBones);
  EXPECT_EQ(device.SetBones(std::vector<Affine>(256)), Error::kNone);
}

TEST_F(DeviceBones, OfNumberZeroChangeNothing) {  // C31
  const std::uint32_t mesh = Triangle();
  device.SetBones(Bones(2), 2);
  device.SetBones(Bones(1), 0);
  EXPECT_EQ(log.TakeOnly(), "error: set_bones: there are no bones to set");
  EXPECT_EQ(device.SetBones(std::span<const Affine>{}), Error::kNoBones);
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].bone_count, 2u);
}

TEST_F(DeviceBones, OfANullPointerOrTooFewFloatsChangeNothing) {
  const std::uint32_t mesh = Triangle();
  device.SetBones(Bones(2), 2);
  device.SetBones(std::span<const float>{}, 3);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("is null"));
  device.SetBones(Bones(2), 3);
  EXPECT_EQ(log.TakeOnly(), "error: set_bones: 3 bones are more than the 24 floats there are");
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].bone_count, 2u);
}

TEST_F(DeviceBones, WithANumberThatIsNotFiniteChangeNothing) {
  const std::uint32_t mesh = Triangle();
  device.SetBones(Bones(1), 1);
  std::vector<float> broken = Bones(2);
  broken[12] = kNan;
  device.SetBones(broken, 2);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("set_bones: bone 1"));
  EXPECT_EQ(device.SetBones(std::vector{MoveBy(kNan, 0, 0)}), Error::kValueNotFinite);
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].bone_count, 1u);
  EXPECT_EQ(device.bones()[0], MoveBy(0, 0, 0));
}

TEST_F(DeviceBones, MayBeColumnMajor4x4) {
  const std::uint32_t mesh = Triangle();
  std::vector<float> columns;
  for (const float entry : ToColumnMajor4x4(MoveBy(1, 2, 3))) columns.push_back(entry);
  device.SetBones4x4(columns, 1);
  device.DrawMesh(mesh);
  EXPECT_EQ(device.bones()[0], MoveBy(1, 2, 3));
  columns[15] = 2.0f;  // A projection.
  device.SetBones4x4(columns, 1);
  EXPECT_EQ(log.TakeOnly(), "error: set_bones: the last row of bone 0 is not 0, 0, 0, 1");
}

TEST_F(DeviceMeshes, OfEveryFormatHaveTheStrideOfTheirAttributes) {  // E29, E30
  const std::uint32_t sizes[5] = {8, 12, 12, 20, 16};                // Of the flags 1, 2, 4, 8, 16.
  for (std::uint32_t format = 0; format < 32; ++format) {
    std::uint32_t stride = 12;
    for (std::uint32_t bit = 0; bit < 5; ++bit) stride += (format >> bit & 1) * sizes[bit];
    EXPECT_EQ(FloatVertexStride(format), stride) << "format " << format;
    const std::vector<std::byte> zeros(std::size_t{stride} * 3);
    const std::uint32_t handle = device.LoadMesh(zeros, 3, format);
    EXPECT_EQ(handle, format + 1);
    EXPECT_EQ(device.mesh(handle).stride_bytes, stride);
    EXPECT_EQ(device.mesh(handle).format, format);
  }
}

TEST_F(DeviceMeshes, HaveTheirAttributesInTheConsolesOrder) {  // E29, E30
  ConsoleVertices vertices;
  for (int corner = 0; corner < 3; ++corner) {
    vertices
        .Floats({1, 2, 3})                    // position
        .Floats({0.25f, 0.75f})               // uv
        .Floats({1, 0.5f, 0})                 // colour
        .Floats({0, 0, 1})                    // normal
        .Floats({1, 0, 0, -1})                // tangent
        .Skin({7, 3, 0, 0}, {0.75f, 0.25f});  // joints, weights
  }
  const DeviceMesh mesh = device.mesh(device.LoadMesh(vertices.bytes(), 3, kVertexFlags));
  EXPECT_EQ(mesh.prepared.position(0), (Vec3{1, 2, 3}));
  EXPECT_EQ(mesh.prepared.normal(0), (Vec3{0, 0, 1}));
  EXPECT_EQ(mesh.prepared.tangent(0), (Vec4{1, 0, 0, -1}));
  EXPECT_EQ(mesh.prepared.influence(0, 0), (Influence{3, 0.25f}));
  EXPECT_EQ(mesh.prepared.influence(0, 1), (Influence{7, 0.75f}));
  EXPECT_EQ(mesh.joint_bound, 8u);
}

TEST_F(DeviceMeshes, IgnoreWhatSlotsOfWeightZeroName) {  // E34
  ConsoleVertices vertices;
  for (int corner = 0; corner < 3; ++corner) {
    vertices.Floats({0, 0, 0}).Skin({2, 255, 200, 99}, {1.0f, 0.0f, 0.0f, 0.0f});
  }
  const DeviceMesh mesh = device.mesh(device.LoadMesh(vertices.bytes(), 3, kVertexSkinned));
  EXPECT_EQ(mesh.joint_bound, 3u);
}

TEST_F(DeviceMeshes, WhoseWeightsDoNotSumToOneAreRepairedWithAWarning) {  // C10, E40
  ConsoleVertices vertices;
  for (int corner = 0; corner < 3; ++corner) {
    vertices.Floats({0, 0, 0}).Skin({0, 1}, {1.0f, 1.0f});
  }
  const DeviceMesh mesh = device.mesh(device.LoadMesh(vertices.bytes(), 3, kVertexSkinned));
  EXPECT_THAT(log.TakeOnly(), StartsWith("warning: load_mesh: weights of 3 vertices"));
  EXPECT_EQ(mesh.prepared.influence(0, 0), (Influence{0, 0.5f}));
}

TEST_F(DeviceMeshes, MayBeIndexed) {  // E29
  const std::vector<std::uint16_t> indices{2, 1, 0};
  const std::uint32_t handle = device.LoadMeshIndexed(SkinnedTriangle(kCorners, {0, 0, 0}).bytes(),
                                                      3, indices, kVertexSkinned);
  ASSERT_NE(handle, 0u);
  EXPECT_THAT(device.mesh(handle).indices, ::testing::ElementsAreArray(indices));
}

TEST_F(DeviceMeshes, ThatCannotBeReadAreRefusedByName) {  // C24
  const ConsoleVertices triangle = SkinnedTriangle(kCorners, {0, 0, 0});
  const std::span<const std::byte> bytes = triangle.bytes();
  const std::vector<std::uint16_t> good{0, 1, 2}, beyond{0, 1, 3}, two{0, 1};
  EXPECT_EQ(device.LoadMesh(std::span<const std::byte>{}, 3, 8), 0u);
  EXPECT_EQ(log.TakeOnly(), "error: load_mesh: the pointer to the vertices is null");
  EXPECT_EQ(device.LoadMesh(bytes, 6, 8), 0u);
  EXPECT_EQ(log.TakeOnly(),
            "error: load_mesh: 6 vertices of 32 bytes are more than the 96 bytes there are");
  EXPECT_EQ(device.LoadMesh(bytes, 0xFFFFFFFFu, 8), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("4294967295 vertices"));
  EXPECT_EQ(device.LoadMesh(bytes, 0, 8), 0u);
  EXPECT_EQ(log.TakeOnly(), "error: load_mesh: there are no vertices");
  EXPECT_EQ(device.LoadMesh(bytes, 3, 32), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("no vertex format 32"));
  EXPECT_EQ(device.LoadMesh(bytes, 2, 8), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("not a whole number of triangles"));
  EXPECT_EQ(device.LoadMeshIndexed(bytes, 3, beyond, 8), 0u);
  EXPECT_EQ(log.TakeOnly(), "error: load_mesh_indexed: index 2 names vertex 3 of 3");
  EXPECT_EQ(device.LoadMeshIndexed(bytes, 3, two, 8), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("2 indices are not"));
  EXPECT_EQ(device.LoadMeshIndexed(bytes, 3, {}, 8), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("there are no indices"));
  EXPECT_EQ(device.LoadMeshIndexed(bytes, 3, good, 8), 1u);
}

TEST_F(DeviceMeshes, WithNumbersThatAreNotFiniteAreRefused) {
  for (const std::size_t at : {std::size_t{0}, std::size_t{16}}) {  // A position, and a weight.
    const ConsoleVertices triangle = SkinnedTriangle(kCorners, {0, 0, 0});
    std::vector<std::byte> bytes(triangle.bytes().begin(), triangle.bytes().end());
    std::memcpy(bytes.data() + 32 + at, &kNan, sizeof kNan);
    EXPECT_EQ(device.LoadMesh(bytes, 3, kVertexSkinned), 0u);
    EXPECT_THAT(log.TakeOnly(), HasSubstr("vertex 1 has a number"));
  }
}

TEST_F(DeviceMeshes, OfPackedVerticesAreReadAsTheyAre) {  // C24, E41
  Primitive primitive{.positions = {kCorners.begin(), kCorners.end()}};
  primitive.influences.begins = {0, 2, 2, 3};
  primitive.influences.list = {{0, 0.25f}, {4, 0.75f}, {9, 1.0f}};
  std::vector<std::byte> bytes(std::size_t{3} * VertexStride({.flags = kVertexSkinned}));
  ASSERT_EQ((EncodeVerticesJob{
                .primitive = primitive, .format = {.flags = kVertexSkinned}, .bytes = bytes}
                 .Run()),
            Error::kNone);
  const std::uint32_t handle = device.LoadMeshPacked(bytes, 3, kVertexSkinned);
  ASSERT_NE(handle, 0u);
  const DeviceMesh mesh = device.mesh(handle);
  EXPECT_TRUE(mesh.is_packed);
  EXPECT_THAT(mesh.vertices, ::testing::ElementsAreArray(bytes));
  EXPECT_EQ(mesh.joint_bound, 10u);
  const std::vector<std::uint16_t> indices{0, 1, 2};
  EXPECT_NE(device.LoadMeshIndexedPacked(bytes, 3, indices, kVertexSkinned), 0u);
  bytes[1] = std::byte{0x7C};  // Infinity.
  EXPECT_EQ(device.LoadMeshPacked(bytes, 3, kVertexSkinned), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("load_mesh_packed: vertex 0"));
}

TEST_F(DeviceMeshes, StayWithinTheMemoryOfTheDevice) {
  Device small({.log = log.hook(), .max_resource_bytes = 1000});
  const ConsoleVertices triangle = SkinnedTriangle(kCorners, {0, 0, 0});
  std::uint32_t loaded = 0;
  while (small.LoadMesh(triangle.bytes(), 3, kVertexSkinned) != 0) ASSERT_LT(++loaded, 11u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("1000 bytes for meshes and skeletons are used up"));
  EXPECT_EQ(small.LoadSkeleton(std::vector<Affine>(21)), 0u);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("used up"));
}

TEST_F(DeviceTransform, PlacesDraws) {
  const std::uint32_t mesh = Triangle();
  device.DrawMesh(mesh);
  device.TransformSetPosition(1, 2, 3);
  device.DrawMesh(mesh);
  Affine turned = MoveBy(9, 9, 9);
  turned.m[0] = {0, -1, 0, 9};
  turned.m[1] = {1, 0, 0, 9};
  device.TransformSet(ToColumnMajor4x4(turned));
  device.DrawMesh(mesh);
  device.TransformSetPosition(4, 5, 6);  // Keeps the rotation.
  device.DrawMesh(mesh);
  device.TransformIdentity();
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].world_from_model, Affine{});
  EXPECT_EQ(device.draws()[1].world_from_model, MoveBy(1, 2, 3));
  EXPECT_EQ(device.draws()[2].world_from_model, turned);
  EXPECT_EQ(device.draws()[3].world_from_model.m[0], (std::array<float, 4>{0, -1, 0, 4}));
  EXPECT_EQ(device.draws()[4].world_from_model, Affine{});
}

TEST_F(DeviceTransform, ThatIsNotAffineOrFiniteChangesNothing) {
  device.TransformSetPosition(1, 2, 3);
  device.TransformSetPosition(kNan, 0, 0);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("transform_set_position"));
  std::array<float, 16> matrix = ToColumnMajor4x4(Affine{});
  device.TransformSet(std::span(matrix).first(12));
  EXPECT_EQ(log.TakeOnly(), "error: transform_set: 12 floats, a 4x4 matrix has 16");
  matrix[3] = 1.0f;
  device.TransformSet(matrix);
  EXPECT_EQ(log.TakeOnly(), "error: transform_set: the last row is not 0, 0, 0, 1");
  matrix[3] = 0.0f;
  matrix[0] = std::numeric_limits<float>::infinity();
  device.TransformSet(matrix);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("not finite"));
  EXPECT_EQ(device.transform(), MoveBy(1, 2, 3));
}

TEST_F(DeviceDrawing, TwoInstancesShareOneUpload) {  // E8, E60
  const std::uint32_t mesh = Triangle();
  Skeleton(24);
  device.BindSkeleton(1);
  device.SetBones(Bones(24), 24);
  device.TransformIdentity();
  device.DrawMesh(mesh);
  device.TransformSetPosition(5, 0, 0);
  device.DrawMesh(mesh);
  ASSERT_EQ(device.draws().size(), 2u);
  EXPECT_EQ(device.draws()[0].first_bone, device.draws()[1].first_bone);
  EXPECT_EQ(device.bones().size(), 24u);
}

TEST_F(DeviceDrawing,
       TwoSkeletonsAndAStaticMeshInOneFrameKeepTheirOwnState) {  // E22, E61, E66, C28
  const std::uint32_t mesh = Triangle();
  const ConsoleVertices plain = ConsoleVertices().Floats({0, 0, 0, 1, 0, 0, 0, 1, 0});
  const std::uint32_t prop = device.LoadMesh(plain.bytes(), 3, 0);
  const std::uint32_t skeleton_a = Skeleton(2), skeleton_b = Skeleton(3);
  device.BindSkeleton(skeleton_a);
  device.SetBones(Bones(2), 2);
  device.DrawMesh(mesh);
  device.BindSkeleton(skeleton_b);
  device.SetBones(Bones(3), 3);
  device.TransformSetPosition(3, 0, 0);
  device.DrawMesh(mesh);
  device.BindSkeleton(0);
  device.TransformSetPosition(-2, 0, 0);
  device.DrawMesh(prop);

  ASSERT_EQ(device.draws().size(), 3u);
  const DeviceDraw &a = device.draws()[0], &b = device.draws()[1], &c = device.draws()[2];
  EXPECT_EQ(a.skeleton, skeleton_a);
  EXPECT_EQ(a.first_bone, 0u);
  EXPECT_EQ(a.bone_count, 2u);
  EXPECT_EQ(a.first_inverse_bind, 0u);
  EXPECT_EQ(b.skeleton, skeleton_b);
  EXPECT_EQ(b.first_bone, 2u);
  EXPECT_EQ(b.bone_count, 3u);
  EXPECT_EQ(b.first_inverse_bind, 2u);
  EXPECT_EQ(b.world_from_model, MoveBy(3, 0, 0));
  EXPECT_EQ(c.mode, SkinningMode::kRaw);
  EXPECT_EQ(c.bone_count, 0u);
  EXPECT_EQ(device.bones().size(), 5u);
}

TEST_F(DeviceDrawing, TakesTheModeOfTheMomentItIsMade) {  // E67, C33
  const std::uint32_t mesh = Triangle();
  Skeleton(1);
  device.SetBones(Bones(1), 1);  // Set in raw mode,
  device.DrawMesh(mesh);
  device.BindSkeleton(1);  // drawn in bound mode: the matrices stay what they are.
  device.DrawMesh(mesh);
  device.BindSkeleton(0);
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].mode, SkinningMode::kRaw);
  EXPECT_EQ(device.draws()[1].mode, SkinningMode::kInverseBind);
  EXPECT_EQ(device.draws()[2].mode, SkinningMode::kRaw);
  EXPECT_EQ(device.bones().size(), 1u);
}

TEST_F(DeviceDrawing, OfAnUnknownMeshRecordsNothing) {
  device.DrawMesh(0);
  EXPECT_EQ(log.TakeOnly(), "error: draw_mesh: there is no mesh 0");
  device.DrawMesh(1);
  EXPECT_EQ(log.TakeOnly(), "error: draw_mesh: there is no mesh 1");
  EXPECT_TRUE(device.draws().empty());
}

TEST_F(DeviceDrawing, BonesStayForTheNextFrame) {
  const std::uint32_t mesh = Triangle();
  device.SetBones(Bones(2), 2);
  device.DrawMesh(mesh);
  device.BeginFrame();
  EXPECT_TRUE(device.draws().empty());
  EXPECT_TRUE(device.bones().empty());
  device.DrawMesh(mesh);
  EXPECT_EQ(device.draws()[0].first_bone, 0u);
  EXPECT_EQ(device.bones().size(), 2u);
}

TEST_F(DeviceDrawing, StaysWithinTheLimitsOfAFrame) {
  Device small({.log = log.hook(), .max_draws = 2, .max_bones = 3});
  const std::uint32_t mesh =
      small.LoadMesh(SkinnedTriangle(kCorners, {0, 0, 0}).bytes(), 3, kVertexSkinned);
  small.SetBones(Bones(2), 2);
  small.DrawMesh(mesh);
  small.SetBones(Bones(2), 2);
  small.DrawMesh(mesh);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("the limit max_bones"));
  small.SetBones(Bones(1), 1);
  small.DrawMesh(mesh);
  small.DrawMesh(mesh);
  EXPECT_THAT(log.TakeOnly(), HasSubstr("the limit max_draws"));
  EXPECT_EQ(small.draws().size(), 2u);
}

TEST_F(DeviceDrawing, SurvivesAMoveOfTheDevice) {
  const std::uint32_t mesh = Triangle();
  Device moved = std::move(device);
  moved.DrawMesh(mesh);
  EXPECT_EQ(moved.draws().size(), 1u);
}

}  // namespace
}  // namespace sinew
