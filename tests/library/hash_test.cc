// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew hash` does, in C++: "rise" has 61 frames at 60 Hz, "drift" has 31.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "library/two_bones.h"
#include "sinew/pack.h"
#include "sinew/scene_hash.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

TEST(TheLibrary, HashesWhatAnAssetPlaysTheSameInEveryWay) {
  const Asset asset = Asset::Create(TwoBones());
  const SceneHash both = HashScene(asset).value();
  EXPECT_TRUE(both.complete);
  EXPECT_FALSE(both.difference.has_value());
  EXPECT_EQ(both.moment_count, 92u);
  const SceneHash by_spec = HashScene(asset, {.way = HashWay::kSpecification}).value();
  const SceneHash fast = HashScene(asset, {.way = HashWay::kFast}).value();
  EXPECT_EQ(both.hash.Text(), by_spec.hash.Text());
  EXPECT_EQ(both.hash.Text(), fast.hash.Text());
  const Asset other = Asset::Create(TwoBones({.tip_x = 0.001f}));
  EXPECT_NE(both.hash.Text(), HashScene(other).value().hash.Text());
}

TEST(TheLibrary, HashesPackedClipsAsThePackedAssetPlaysThem) {
  const Asset exact = Asset::Create(TwoBones());
  const Asset packed = Pack(exact).value();
  const std::string hash = HashScene(packed).value().hash.Text();
  EXPECT_EQ(HashScene(exact, {.clips = packed.clips()}).value().hash.Text(), hash);
  EXPECT_EQ(HashScene(packed, {.way = HashWay::kFast}).value().hash.Text(), hash);
}

TEST(TheLibrary, TracesEveryMomentAndStage) {
  const Asset asset = Asset::Create(TwoBones());
  std::string text;
  std::vector<float> shares;
  const SceneHash made =
      HashScene(asset, {.trace =
                            [&](const SceneMoment& moment, const StageHashes& stages) {
                              text += TraceText(moment, stages);
                              return true;
                            },
                        .progress = [&](float share) { shares.push_back(share); }})
          .value();
  EXPECT_EQ(made.hash.Text(), HashScene(asset).value().hash.Text());
  EXPECT_EQ(shares.size(), 92u);
  EXPECT_EQ(shares.back(), 1.0f);
  EXPECT_TRUE(LooksLikeATrace(text));
  const HashTrace cut = ReadTrace(text).value();
  EXPECT_EQ(cut.lines.size(), 92u * 3u);
  EXPECT_FALSE(cut.total.has_value());
  EXPECT_EQ(cut.lines[61 * 3 + 1].clip, 1u);
  EXPECT_EQ(cut.lines[61 * 3 + 1].frame, 0u);
  EXPECT_EQ(cut.lines[61 * 3 + 1].stage, "palette");
  EXPECT_EQ(ReadTrace(text + made.hash.Text() + "\n").value().total, made.hash.value());
  const SceneHash ended =
      HashScene(asset, {.trace = [](const SceneMoment& moment,
                                    const StageHashes&) { return moment.frame < 9; }})
          .value();
  EXPECT_FALSE(ended.complete);
  EXPECT_EQ(ended.moment_count, 10u);
  const Result<HashTrace> broken = ReadTrace("0 0 local 0123456789abcdef\n0 0 local 0123\n");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.failure().place, "line 2");
}

TEST(TheLibrary, HashesTheRestPoseWhereThereAreNoClips) {
  Model::Parts parts = TwoBones().parts();
  parts.clips.clear();
  const Asset still = Asset::Create(Model::Create(std::move(parts)).value());
  std::string text;
  const SceneHash made =
      HashScene(still, {.trace =
                            [&](const SceneMoment& moment, const StageHashes& stages) {
                              text += TraceText(moment, stages);
                              return true;
                            }})
          .value();
  EXPECT_EQ(made.moment_count, 1u);
  EXPECT_THAT(text, HasSubstr("rest 0 local "));
  EXPECT_FALSE(ReadTrace(text).value().lines[0].clip.has_value());
}

TEST(TheLibrary, RefusesToHashMoreThanMaxWork) {
  const Result<SceneHash> made = HashScene(Asset::Create(TwoBones()), {.max_work = 9000});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.failure().code, FailureCode::kLimit);
  EXPECT_THAT(made.failure().message, HasSubstr("1 mesh instance in 92 frames"));
  EXPECT_THAT(made.failure().message, HasSubstr("max_work allows 9e+03"));
}

}  // namespace
}  // namespace sinew
