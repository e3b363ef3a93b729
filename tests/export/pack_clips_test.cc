// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Packing the clips of a whole model: lengths that nobody gives are shares of its size at rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/joint_reach.h"
#include "sinew/model_size.h"
#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "support/build_model.h"
#include "support/runtime_model.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Joints at x = 0, 3 and, two joints down, (3, 4, 0); nothing to see.
Skeleton Bent() {
  return SkeletonOf({-1, 0, 1}, {{}, {.translation = {3, 0, 0}}, {.translation = {0, 4, 0}}});
}

Clip Nod() {
  return ClipOf({{.target = 1, .times = {0, 1, 2}, .values = {3, 0, 0, 3, 1, 0, 3, 0, 0}}});
}

Model BentModel() {
  Model::Parts parts;
  parts.skeleton = Bent();
  parts.clips = {Nod(), Nod()};
  return Model::Create(std::move(parts)).value();
}

// --- the size of a model ---

TEST(RestSize, IsThatOfTheVerticesAsTheyAreShown) {
  const Model model = RuntimeModel();
  const Asset asset = Asset::Create(model);
  AssetPose pose(asset);
  ASSERT_EQ(pose.SetRest(), Error::kNone);
  Box box;
  std::vector<Vec3> positions;
  const DrawRange draws = asset.draws();
  for (const Draw draw : draws) {
    positions.resize(asset.primitives()[draw.primitive].vertices.vertex_count());
    ASSERT_EQ(pose.Skin(draw, {.positions = positions}), Error::kNone);
    for (const Vec3 position : positions) box = Union(box, position);
  }
  ASSERT_FALSE(box.empty());
  EXPECT_EQ(RestBox(model).value(), box);
  EXPECT_EQ(RestSize(model).value(), Diagonal(box));
}

TEST(RestSize, IsThatOfTheJointsWhereNothingIsShown) {
  EXPECT_TRUE(RestBox(BentModel()).value().empty());
  EXPECT_EQ(RestSize(BentModel()).value(), 5.0f);
  EXPECT_EQ(RestSize(Model::Create({}).value()).value(), 0.0f);
}

TEST(RestSize, CannotBeHadOfAModelThatLeavesTheUsableRange) {
  Model::Parts parts;
  parts.skeleton =
      SkeletonOf({-1, 0}, {{.scale = {1e12f, 1e12f, 1e12f}}, {.translation = {1e12f, 0, 0}}});
  parts.clips = {Nod()};
  const Model model = Model::Create(std::move(parts)).value();
  ASSERT_FALSE(RestSize(model).ok());
  EXPECT_THAT(Describe(RestSize(model).failure()), HasSubstr("cannot be posed at rest"));
  EXPECT_FALSE(PackClips(model).ok());
  EXPECT_FALSE(PackedClip::Create(model.skeleton(), model.clips()[0]).ok());
}

// --- what follows from it ---

TEST(PackClips, LengthsThatNobodyGivesAreSharesOfTheSize) {
  const Model model = RuntimeModel();
  const float size = RestSize(model).value();
  const ClipPacker packer = ClipPacker::Create(model).value();
  EXPECT_EQ(packer.size(), size);
  EXPECT_EQ(packer.options().error_bound, size * 1e-4f);
  EXPECT_EQ(packer.options().point_distance, size * (1.0f / 60.0f));
  EXPECT_THAT(packer.options().joint_point_distance,
              ::testing::ElementsAreArray(JointReach(model)));
  const PackedClip clip = packer.Pack(0).value();
  EXPECT_EQ(clip.error_bound(), size * 1e-4f);
  EXPECT_EQ(clip.point_distance(), size * (1.0f / 60.0f));
  EXPECT_EQ(clip.morph_error(), 1e-3f);
}

TEST(PackClips, LengthsThatAreGivenStay) {
  const Model model = RuntimeModel();
  const std::vector<float> distances(model.skeleton().joint_count(), 0.5f);
  const ClipPacker packer = ClipPacker::Create(model, {.error_bound = 0.25f,
                                                       .point_distance = 0.125f,
                                                       .joint_point_distance = distances})
                                .value();
  EXPECT_EQ(packer.options().error_bound, 0.25f);
  EXPECT_EQ(packer.options().point_distance, 0.125f);
  EXPECT_EQ(packer.options().joint_point_distance.data(), distances.data());
}

TEST(PackClips, AClipAloneIsMeasuredByItsSkeleton) {
  const PackedClip clip = PackedClip::Create(Bent(), Nod()).value();
  EXPECT_EQ(clip.error_bound(), 5.0f * 1e-4f);
  EXPECT_EQ(clip.point_distance(), 5.0f * (1.0f / 60.0f));
  const PackedClip point = PackedClip::Create(SkeletonOf({-1}), Clip()).value();
  EXPECT_EQ(point.error_bound(), 1e-4f) << "a single point counts as one unit";
}

TEST(PackClips, AFileSaysWhatEveryClipOfItKeeps) {
  const Model model = BentModel();
  std::vector<PackedClip> clips;
  clips.push_back(PackedClip::Create(model.skeleton(), model.clips()[0],
                                     {.error_bound = 0.5f, .point_distance = 2.0f})
                      .value());
  clips.push_back(
      PackedClip::Create(model.skeleton(), model.clips()[1],
                         {.error_bound = 0.25f, .point_distance = 1.0f, .morph_error = 0.125f})
          .value());
  const AlignedBytes bytes = WriteRuntimeFile(model, clips).value();
  const RuntimeInfo info = RuntimeFile::Open(bytes)->info();
  EXPECT_EQ(info.error_bound, 0.5f);
  EXPECT_EQ(info.point_distance, 1.0f);
  EXPECT_EQ(info.morph_error, 0.125f);
}

TEST(PackClips, AClipThatTakesTooMuchMemoryIsNamed) {
  const Result<PackedClips> packed = PackClips(BentModel(), {.max_pack_bytes = 100});
  ASSERT_FALSE(packed.ok());
  EXPECT_EQ(packed.failure().code, FailureCode::kLimit);
  EXPECT_EQ(packed.failure().place, "clips/0");
  EXPECT_THAT(packed.failure().message, HasSubstr("max_pack_bytes"));
}

TEST(PackClips, ABoundThatFloatsCannotShowIsWarnedOf) {
  // At 5 units neighbouring floats are 5 * 2^-23 = 6e-7 apart.
  const PackedClips fine = PackClips(BentModel(), {.error_bound = 1e-6f}).value();
  EXPECT_THAT(fine.clips, SizeIs(2));
  EXPECT_THAT(fine.warnings, IsEmpty());
  const Model model = BentModel();
  const ClipPacker packer = ClipPacker::Create(model, {.error_bound = 1e-8f}).value();
  EXPECT_THAT(packer.warning(),
              AllOf(HasSubstr("1e-08"), HasSubstr("size is 5"), HasSubstr("5.9604645e-07")));
}

TEST(PackClips, AModelWithoutClipsNeedsNoMeasure) {
  Model::Parts parts;
  parts.skeleton = Bent();
  const PackedClips packed = PackClips(Model::Create(std::move(parts)).value()).value();
  EXPECT_THAT(packed.clips, IsEmpty());
  EXPECT_THAT(packed.warnings, IsEmpty());
}

}  // namespace
}  // namespace sinew::testing
