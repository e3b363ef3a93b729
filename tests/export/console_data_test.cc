// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is exported to a console, as data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "export/console_rig.h"
#include "sinew/asset_pose.h"
#include "sinew/console_export.h"
#include "sinew/matrix_layouts.h"
#include "sinew/pack.h"
#include "support/assets.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

Affine MatrixAt(const std::vector<float>& floats, std::size_t index) {
  std::array<float, 12> rows;
  std::copy_n(floats.begin() + static_cast<std::ptrdiff_t>(12 * index), 12, rows.begin());
  return FromRowMajor3x4(rows);
}

// The walk of the document (E58): one pass, parents first.
std::vector<Affine> Walk(const ConsoleSkeleton& bones, const std::vector<float>& locals,
                         std::size_t frame = 0) {
  std::vector<Affine> model;
  for (std::uint32_t b = 0; b < bones.bone_count(); ++b) {
    const Affine local = MatrixAt(locals, frame * bones.bone_count() + b);
    const std::int32_t parent = bones.parents[b];
    model.push_back(parent < 0 ? local : Multiply(model[static_cast<std::size_t>(parent)], local));
  }
  return model;
}

float LargestDifference(const Affine& a, const Affine& b) {
  float worst = 0.0f;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) worst = std::max(worst, std::abs(a.m[r][c] - b.m[r][c]));
  }
  return worst;
}

std::size_t WalkDiffers(const ConsoleSkeleton& bones, const std::vector<Affine>& model,
                        const AssetPose& pose) {
  std::size_t compared = 0;
  for (std::uint32_t b = 0; b < bones.bone_count(); ++b) {
    const Affine expected =
        bones.joints[b] < 0 ? Affine{}
                            : pose.model_from_joint()[static_cast<std::size_t>(bones.joints[b])];
    EXPECT_LE(LargestDifference(model[b], expected), 2e-5f) << b;
    ++compared;
  }
  return compared;
}

TEST(ConsoleSkeleton, ParentsComeFirstAndTheWalkGivesTheRestPose) {  // E44, E45, E48, C79, C80
  const Asset asset = Asset::Create(ConsoleRig());
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  ASSERT_EQ(bones.bone_count(), kRigBones);
  for (std::uint32_t b = 0; b < kRigBones; ++b) {
    EXPECT_LT(bones.parents[b], static_cast<std::int32_t>(b));
    EXPECT_EQ(bones.names[b], "j" + std::to_string(bones.joints[b]));
  }
  EXPECT_EQ(std::ranges::count(bones.parents, -1), 2);  // Children of joint 0, which is no bone.
  EXPECT_EQ(WalkDiffers(bones, Walk(bones, bones.rest_local), AssetPose(asset)), kRigBones);
  // Every entry of the skin has its own inverse bind, wherever it went.
  for (std::uint32_t e = 0; e < kRigBones; ++e) {
    const std::uint32_t bone = bones.bone_of_entry[e];
    EXPECT_EQ(bones.joints[bone], asset.skins()[0].joints()[e]);
    EXPECT_EQ(MatrixAt(bones.inverse_bind, bone), asset.skins()[0].inverse_bind()[e]);
  }
}

TEST(ConsoleSkeleton, AnOrderThatIsSortedAlreadyIsKept) {
  Model::Parts parts = ConsoleRigParts();
  parts.skins[0] = SkinOf({1, 2, 6, 3, 4}, std::vector<Affine>(5), kRigJoints);
  parts.instances.clear();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  EXPECT_THAT(Expect(MakeConsoleSkeleton(asset, 0)).bone_of_entry, ElementsAre(0, 1, 2, 3, 4));
}

TEST(ConsoleSkeleton, ARepeatedJointIsTwoBonesAndNoJointIsABoneThatStays) {
  Model::Parts parts = ConsoleRigParts();
  const Affine other = AffineOf({.translation = {1, 2, 3}});
  parts.skins[0] =
      SkinOf({3, kIdentityJoint, 1, 3}, {Affine{}, other, Affine{}, other}, kRigJoints);
  parts.instances.clear();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  EXPECT_THAT(bones.joints, ElementsAre(1, 3, kIdentityJoint, 3));
  EXPECT_THAT(bones.parents, ElementsAre(-1, 0, -1, 0));
  EXPECT_EQ(MatrixAt(bones.inverse_bind, 2), Affine{});  // As the library's palette has it.
  EXPECT_EQ(MatrixAt(bones.inverse_bind, 3), other);
  EXPECT_EQ(MatrixAt(bones.rest_local, 1), MatrixAt(bones.rest_local, 3));
}

// C20, C21, C23, E49, E50, E51, E52, E53, E54
TEST(ConsoleClip, HasTheLengthsOfTheRulesAndSamplesTheLastKey) {
  const Asset asset = Asset::Create(ConsoleRig());
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  const ConsoleClip clip = Expect(MakeConsoleClip(asset, bones, 0));
  EXPECT_EQ(clip.frame_count(), 31u);
  EXPECT_EQ(clip.keyframes.size(), 31u * 24 * 12);
  EXPECT_EQ(clip.keyframes_trs.size(), 31u * 24 * 10);
  EXPECT_EQ(clip.times_s.front(), 0.0f);
  EXPECT_EQ(clip.times_s.back(), 1.0f);
  EXPECT_EQ(clip.interpolation, Interpolation::kLinear);
  EXPECT_THAT(clip.animated_bones, SizeIs(18));
  // Bones without a track are at rest in every frame.
  const std::set<std::uint32_t> animated(clip.animated_bones.begin(), clip.animated_bones.end());
  int still = 0;
  for (std::size_t b = 0; b < kRigBones; ++b) {
    if (animated.contains(static_cast<std::uint32_t>(b))) continue;
    ++still;
    for (std::size_t frame = 0; frame < 31; ++frame) {
      EXPECT_EQ(MatrixAt(clip.keyframes, frame * kRigBones + b), MatrixAt(bones.rest_local, b));
    }
  }
  EXPECT_EQ(still, 6);
  // The thirty frames of a loop: the last one is the first.
  EXPECT_EQ(Expect(MakeConsoleClip(asset, bones, 0, {.loop = true})).keyframes.size(), 8640u);
  EXPECT_EQ(Expect(MakeConsoleClip(asset, bones, 0, {.fps = 0.4})).frame_count(), 2u);
}

TEST(ConsoleClip, TheWalkGivesTheModelSpaceOfTheLibraryAndBakedFramesItsPalette) {  // C35, E62
  const Asset asset = Asset::Create(ConsoleRig());
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  const ConsoleClip clip = Expect(MakeConsoleClip(asset, bones, 0));
  const ConsoleClip baked = Expect(MakeConsoleClip(asset, bones, 0, {.bake = true}));
  ASSERT_EQ(baked.frames.size(), 31u * 24 * 12);
  AssetPose pose(asset);
  std::size_t compared = 0;
  for (std::size_t f = 0; f < clip.times_s.size(); ++f) {
    ASSERT_EQ(pose.Sample(0, static_cast<double>(clip.times_s[f])), Error::kNone);
    compared += WalkDiffers(bones, Walk(bones, clip.keyframes, f), pose);
    for (std::uint32_t e = 0; e < kRigBones; ++e) {
      EXPECT_EQ(MatrixAt(baked.frames, f * kRigBones + bones.bone_of_entry[e]), pose.palette(0)[e]);
    }
  }
  EXPECT_EQ(compared, 31u * 24);
}

TEST(ConsoleClip, AnAnimatedNodeBetweenBonesMovesTheBonesBelowIt) {  // C80
  Model::Parts parts = ConsoleRigParts();
  Clip::Parts moved = ClipOf({{.target = kBetween, .times = {0, 1}, .values = {0, 0, 0, 3, 0, 0}},
                              {.target = kAbove, .times = {0, 1}, .values = {0, 0, 0, 0, 5, 0}}})
                          .TakeParts();
  parts.clips[0] = Clip::Create(std::move(moved)).value();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  const ConsoleClip clip = Expect(MakeConsoleClip(asset, bones, 0, {.fps = 4}));
  EXPECT_THAT(clip.animated_bones, SizeIs(4));  // Below joint 0: 1, 2. Below joint 5: 11, 12.
  AssetPose pose(asset);
  for (std::size_t f = 0; f < 5; ++f) {
    ASSERT_EQ(pose.Sample(0, static_cast<double>(clip.times_s[f])), Error::kNone);
    WalkDiffers(bones, Walk(bones, clip.keyframes, f), pose);
  }
}

TEST(ConsoleClip, KeysAreTheClipsOwnAndStepsStaySteps) {  // E51, E54
  Model::Parts parts = ConsoleRigParts();
  Clip::Parts steps = ClipOf({{.target = 3,
                               .interpolation = Interpolation::kStep,
                               .times = {0.1f, 0.7f},
                               .values = {0, 0, 0, 1, 1, 1}},
                              {.target = 4,
                               .interpolation = Interpolation::kStep,
                               .times = {0.7f, 0.75f},
                               .values = {0, 0, 0, 1, 1, 1}}},
                             2.0f)
                          .TakeParts();
  parts.clips[0] = Clip::Create(std::move(steps)).value();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  const ConsoleClip clip =
      Expect(MakeConsoleClip(asset, Expect(MakeConsoleSkeleton(asset, 0)), 0, {.keys = true}));
  EXPECT_THAT(clip.times_s, ElementsAre(0.0f, 0.1f, 0.7f, 0.75f, 2.0f));
  EXPECT_EQ(clip.interpolation, Interpolation::kStep);
}

TEST(ConsoleClip, ARuntimeFilePlaysTooWithinItsBound) {
  const Asset exact = Asset::Create(ConsoleRig());
  const Asset packed = Expect(Pack(exact, {.error_bound = 1e-3f}), exact);
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(packed, 0));
  EXPECT_EQ(bones.rest_local, Expect(MakeConsoleSkeleton(exact, 0)).rest_local);
  EXPECT_EQ(Expect(MakeConsoleClip(packed, bones, 0)).animated_bones,
            Expect(MakeConsoleClip(exact, bones, 0)).animated_bones);
  EXPECT_FALSE(MakeConsoleClip(packed, bones, 0, {.keys = true}).ok());
  EXPECT_EQ(Expect(MakeConsoleMeshes(packed, 0)).meshes[0].vertices,
            Expect(MakeConsoleMeshes(exact, 0)).meshes[0].vertices);
}

TEST(ConsoleClip, NeighbouringRotationsAreInOneHemisphere) {
  const Asset asset = Asset::Create(ConsoleRig());
  const ConsoleClip clip =
      Expect(MakeConsoleClip(asset, Expect(MakeConsoleSkeleton(asset, 0)), 0, {.fps = 7}));
  const std::size_t frame = kRigBones * 10;
  for (std::size_t i = frame; i < clip.keyframes_trs.size(); i += 10) {
    float dot = 0.0f;
    for (std::size_t k = 3; k < 7; ++k) {
      dot += clip.keyframes_trs[i + k] * clip.keyframes_trs[i + k - frame];
    }
    EXPECT_GE(dot, 0.0f) << i;
  }
}

TEST(ConsoleClip, AbsurdClipsAreRefusedBeforeTheyAreSampled) {
  Model::Parts parts = ConsoleRigParts();
  Clip::Parts longest =
      ClipOf({{.target = 3, .times = {0}, .values = {0, 0, 0}}}, 1e18f).TakeParts();
  parts.clips[0] = Clip::Create(std::move(longest)).value();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  const Result<ConsoleClip> work = MakeConsoleClip(asset, bones, 0);
  ASSERT_FALSE(work.ok());
  EXPECT_EQ(work.failure().code, FailureCode::kLimit);
  EXPECT_THAT(work.failure().message, HasSubstr("max_work"));
  const Result<ConsoleClip> bytes = MakeConsoleClip(asset, bones, 0, {.fps = 1e-12});
  ASSERT_FALSE(bytes.ok());
  EXPECT_THAT(bytes.failure().message, HasSubstr("max_output_bytes"));
  EXPECT_FALSE(MakeConsoleClip(asset, bones, 1).ok());
  EXPECT_FALSE(MakeConsoleClip(asset, bones, 0, {.fps = 0}).ok());
  EXPECT_FALSE(MakeConsoleClip(asset, bones, 0, {.fps = std::nan("")}).ok());
}

// Of one vertex: bones and bytes.
std::array<std::uint8_t, 8> SlotsOf(const ConsoleMesh& mesh, std::size_t vertex) {
  std::array<std::uint8_t, 8> slots;
  const VertexLayout layout = LayoutOf(mesh.format);
  for (std::size_t k = 0; k < 8; ++k) {
    slots[k] =
        std::to_integer<std::uint8_t>(mesh.vertices[vertex * layout.stride + layout.joints + k]);
  }
  return slots;
}

// C20, C22, E39, E40, E41, E42
TEST(ConsoleMesh, HasTheBytesOfItsFormatAndWeightsThatSumTo255) {
  const Asset asset = Asset::Create(ConsoleRig());
  const ConsoleMeshes made = Expect(MakeConsoleMeshes(asset, 0));
  ASSERT_THAT(made.meshes, SizeIs(1));
  const ConsoleMesh& mesh = made.meshes[0];
  EXPECT_EQ(mesh.format.flags, 13u);
  EXPECT_EQ(mesh.vertices.size(), kRigVertices * 24u);
  EXPECT_THAT(mesh.indices, SizeIs(kRigVertices));
  for (std::size_t v = 0; v < kRigVertices; ++v) {
    const auto slots = SlotsOf(mesh, v);
    EXPECT_EQ(slots[4] + slots[5] + slots[6] + slots[7], 255) << v;
  }
  EXPECT_LE(mesh.cost.position, 4.0f * 0x1p-11f);
  EXPECT_GT(mesh.cost.position, 0.0f);
  EXPECT_LE(mesh.cost.normal_degrees, 0.0038f);
  EXPECT_LE(mesh.cost.weight, 0.75f / 255.0f + 1e-6f);
}

TEST(ConsoleMesh, EveryFormatThatAPrimitiveHasIsWritten) {
  Model::Parts parts = ConsoleRigParts();
  Mesh::Parts body = Mesh(parts.meshes[0]).TakeParts();
  body.primitives[0].colors.emplace_back(kRigVertices, Vec4{1, 0.5f, 0, 1});
  body.primitives[0].tangents.assign(kRigVertices, Vec4{1, 0, 0, -1});
  parts.meshes[0] = Mesh::Create(std::move(body)).value();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  for (std::uint32_t flags = 0; flags <= kVertexFlags; ++flags) {
    const ConsoleMeshes made = Expect(MakeConsoleMeshes(asset, 0, {.flags = flags}));
    ASSERT_THAT(made.meshes, SizeIs(1));
    EXPECT_EQ(made.meshes[0].format.flags, flags);
    EXPECT_EQ(made.meshes[0].vertices.size(), kRigVertices * VertexStride({.flags = flags}));
  }
  EXPECT_FALSE(MakeConsoleMeshes(asset, 0, {.flags = 32}).ok());
}

TEST(ConsoleMesh, AnAttributeThatIsNotThereIsNamed) {
  const Asset asset = Asset::Create(ConsoleRig());
  const Result<ConsoleMeshes> made = MakeConsoleMeshes(asset, 0, {.flags = kVertexColor});
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.failure().message, HasSubstr("\"body\", primitive 0 has no color"));
}

TEST(ConsoleMesh, AVertexWithoutInfluenceHangsOnABoneThatStays) {  // C9, E40
  Model::Parts parts = ConsoleRigParts();
  Mesh::Parts body = Mesh(parts.meshes[0]).TakeParts();
  Influences& influences = body.primitives[0].influences;
  influences.list.erase(influences.list.begin());  // The only one of vertex 0.
  for (std::size_t v = 1; v < influences.begins.size(); ++v) --influences.begins[v];
  parts.meshes[0] = Mesh::Create(std::move(body)).value();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  ASSERT_EQ(bones.bone_count(), kRigBones + 1);
  EXPECT_EQ(bones.parents.back(), -1);
  EXPECT_EQ(MatrixAt(bones.rest_local, kRigBones), Affine{});
  EXPECT_EQ(MatrixAt(bones.inverse_bind, kRigBones), Affine{});
  const ConsoleMeshes made = Expect(MakeConsoleMeshes(asset, 0));
  EXPECT_THAT(SlotsOf(made.meshes[0], 0), ElementsAre(kRigBones, 0, 0, 0, 255, 0, 0, 0));
}

// A strip of triangles on `bones` roots, each vertex on one bone.
Asset ManyBones(std::uint32_t bones, std::uint32_t vertices) {
  Model::Parts parts;
  parts.skeleton = SkeletonOf(std::vector<std::int32_t>(bones, -1));
  std::vector<std::int32_t> joints;
  for (std::uint32_t j = 0; j < bones; ++j) joints.push_back(static_cast<std::int32_t>(j));
  parts.skins.push_back(SkinOf(joints, std::vector<Affine>(bones), bones));
  Primitive strip{.topology = Topology::kTriangleStrip};
  strip.influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    strip.positions.push_back({static_cast<float>(v % 1024), static_cast<float>(v % 2), 0});
    strip.influences.list.push_back({v % bones, 1.0f});
    strip.influences.begins.push_back(v + 1);
  }
  parts.meshes.push_back(Mesh::Create({.name = "strip", .primitives = {std::move(strip)}}).value());
  parts.instances.push_back({.joint = 0, .mesh = 0, .skin = 0});
  return Asset::Create(Expect(Model::Create(std::move(parts))));
}

TEST(ConsoleMesh, MoreThan256BonesAreSplitIntoPartsWithBoneTables) {  // E14, C7, C34
  const ConsoleMeshes made = Expect(MakeConsoleMeshes(ManyBones(600, 600), 0));
  ASSERT_GE(made.meshes.size(), 3u);
  std::size_t triangles = 0;
  for (const ConsoleMesh& mesh : made.meshes) {
    EXPECT_LE(mesh.bone_table.size(), kConsoleMaxBones);
    EXPECT_TRUE(std::is_sorted(mesh.bone_table.begin(), mesh.bone_table.end()));
    std::vector<Vec3> positions(mesh.vertex_count);
    ASSERT_EQ((DecodeVerticesJob{.bytes = mesh.vertices,
                                 .format = mesh.format,
                                 .vertex_count = mesh.vertex_count,
                                 .positions = positions}
                   .Run()),
              Error::kNone);
    for (std::size_t i = 0; i < mesh.indices.size(); i += 3, ++triangles) {
      // Corner by corner, and bone by bone, the triangle that the strip has there.
      const auto t = static_cast<std::uint32_t>(triangles);
      const std::uint32_t turn = t % 2;
      const std::uint32_t corners[3] = {t, t + 1 + turn, t + 2 - turn};
      for (std::size_t k = 0; k < 3; ++k) {
        const std::uint16_t v = mesh.indices[i + k];
        EXPECT_EQ(positions[v].x, static_cast<float>(corners[k]));
        EXPECT_EQ(mesh.bone_table[SlotsOf(mesh, v)[0]], corners[k]);
      }
    }
  }
  EXPECT_EQ(triangles, 598u);
}

TEST(ConsoleMesh, MoreThan65535VerticesAreSplitOrGetWideIndices) {
  const Asset asset = ManyBones(4, 70'000);
  const ConsoleMeshes split = Expect(MakeConsoleMeshes(asset, 0));
  ASSERT_THAT(split.meshes, SizeIs(2));
  std::size_t indices = 0;
  for (const ConsoleMesh& mesh : split.meshes) {
    EXPECT_LE(mesh.vertex_count, kConsoleMaxVertices);
    EXPECT_EQ(mesh.part_count, 2u);
    EXPECT_TRUE(mesh.bone_table.empty());
    EXPECT_LT(std::ranges::max(mesh.indices), mesh.vertex_count);
    indices += mesh.indices.size();
  }
  EXPECT_EQ(indices, 69'998u * 3);
  const ConsoleMeshes wide = Expect(MakeConsoleMeshes(asset, 0, {.wide_indices = true}));
  ASSERT_THAT(wide.meshes, SizeIs(1));
  EXPECT_EQ(wide.meshes[0].wide_indices.size(), 69'998u * 3);
  EXPECT_TRUE(wide.meshes[0].indices.empty());
  EXPECT_FALSE(MakeConsoleMeshes(asset, 0, {.max_output_bytes = 70'000}).ok());
}

TEST(ConsoleMesh, AMeshThatNothingMovesIsWhereItRests) {
  Model::Parts parts;
  parts.skeleton = SkeletonOf({-1, 0}, {{.translation = {0, 5, 0}}, {.translation = {2, 0, 0}}});
  parts.meshes.push_back(
      Mesh::Create({.primitives = {{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}}}).value());
  parts.instances.push_back({.joint = 1, .mesh = 0});
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  const ConsoleMeshes made = Expect(MakeConsoleMeshes(asset, std::nullopt));
  ASSERT_THAT(made.meshes, SizeIs(1));
  EXPECT_EQ(made.meshes[0].format.flags, 0u);
  std::vector<Vec3> positions(3);
  ASSERT_EQ((DecodeVerticesJob{.bytes = made.meshes[0].vertices,
                               .format = made.meshes[0].format,
                               .vertex_count = 3,
                               .positions = positions}
                 .Run()),
            Error::kNone);
  EXPECT_THAT(positions, ElementsAre(Vec3{2, 5, 0}, Vec3{3, 5, 0}, Vec3{2, 6, 0}));
  EXPECT_FALSE(MakeConsoleSkeleton(asset, 0).ok());
}

}  // namespace
}  // namespace sinew::testing
