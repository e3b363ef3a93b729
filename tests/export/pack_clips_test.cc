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
  const AlignedBytes bytes = WriteRuntimeFileWithClips(model, clips).value();
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

// --- clips that stay exact ---

TEST(PackClips, AClipStaysExactWhereThatTakesFewerBytes) {
  const PackedClips packed = PackClips(BentModel()).value();
  EXPECT_EQ(packed.clips[0].form(), ClipForm::kExact);
  EXPECT_EQ(packed.clips[0].size_bytes(), 16u + 24 + (3 + 9) * 4);
  EXPECT_EQ(packed.clips[0].error_bound(), 5.0f * 1e-4f) << "a bound is a bound";
}

// Keys that a line can do without.
Clip Ramp() {
  TrackSpec track{.target = 1};
  for (int key = 0; key < 200; ++key) {
    const float x = static_cast<float>(key) * 0.01f;
    track.times.push_back(x);
    track.values.insert(track.values.end(), {3.0f + x, 0, 0});
  }
  return ClipOf({track});
}

TEST(PackClips, NoClipTakesMoreThanItsExactForm) {
  Model::Parts parts = RuntimeModel().TakeParts();
  parts.clips.push_back(Ramp());
  const Model model = Model::Create(std::move(parts)).value();
  const PackedClips packed = PackClips(model, {.error_bound = 1e-2f}).value();
  std::size_t exact = 0;
  for (std::size_t clip = 0; clip < packed.clips.size(); ++clip) {
    const std::size_t kept =
        PackedClip::KeepExact(model.skeleton(), model.clips()[clip]).value().size_bytes();
    EXPECT_LE(packed.clips[clip].size_bytes(), kept) << clip;
    exact += packed.clips[clip].form() == ClipForm::kExact ? 1 : 0;
  }
  EXPECT_GT(exact, 0u);
  EXPECT_EQ(packed.clips.back().form(), ClipForm::kPacked);
}

TEST(PackClips, NoClipStaysExactWhereSpeedIsAskedFor) {
  const PackOptions fast{.storage = PackOptions::Storage::kFloat32};
  for (const PackOptions& options : {fast, PackOptions{.keep_exact = false}}) {
    EXPECT_EQ(PackClips(BentModel(), options).value().clips[0].form(), ClipForm::kPacked);
  }
}

TEST(PackClips, ABoundThatPackingCannotKeepIsKeptByTheExactClip) {
  const Model model = RuntimeModel();
  // Little memory: else packing tries for long.
  PackOptions options{.error_bound = 1e-12f, .max_pack_bytes = std::uint64_t{1} << 22};
  const PackedClips packed = PackClips(model, options).value();
  for (const PackedClip& clip : packed.clips) {
    EXPECT_EQ(clip.form(), ClipForm::kExact);
    EXPECT_EQ(clip.report().worst_error, 0.0f);
  }
  EXPECT_THAT(packed.warnings, SizeIs(1));
  options.keep_exact = false;
  const Result<PackedClips> refused = PackClips(model, options);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.failure().place, HasSubstr("/error_bound"));
}

TEST(PackClips, AnExactClipInAFilePlaysTheBitsOfTheClip) {
  const Model model = BentModel();
  const AlignedBytes bytes = WriteRuntimeFile(model).value();
  const Asset asset = Asset::Open(bytes).value();
  ASSERT_EQ(asset.clips()[0].packed()->form(), ClipForm::kExact);
  AssetPose of_file(asset), of_model(Asset::Create(model));
  for (const double time_s : {0.0, 0.3, 1.0, 1.9, 7.0}) {
    ASSERT_EQ(of_file.Sample(0, time_s), Error::kNone);
    ASSERT_EQ(of_model.Sample(0, time_s), Error::kNone);
    for (std::size_t joint = 0; joint < 3; ++joint) {
      EXPECT_TRUE(SameBits(of_file.model_from_joint()[joint], of_model.model_from_joint()[joint]));
    }
  }
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
