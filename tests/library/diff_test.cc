// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew diff` does, in C++: the first and the largest difference of two models, poses, mixes
// and traces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "library/two_bones.h"
#include "sinew/comparison.h"
#include "sinew/pack.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Key;

Recording PoseOf(const Model& model, double time_s) {
  const Asset asset = Asset::Create(model);
  PosedScene scene(asset, model);
  EXPECT_EQ(scene.Pose(asset.clips()[0], time_s), Error::kNone);
  return {{RecordPose(scene, 0.5, true).value()}};
}

Recording MixOf(const MixText& text) {
  const Asset asset = Asset::Create(TwoBones());
  const MixScript script = ReadMixScript(text, asset.clips()).value();
  Recording recording;
  const auto record = [&](MixPlayer& player) {
    recording.frames.push_back(RecordMix(player));
    return true;
  };
  EXPECT_TRUE(PlayMix(asset, script, record).ok());
  return recording;
}

HashTrace TraceOf(const Asset& asset) {
  std::string text;
  const SceneHash hash =
      HashScene(asset, {.trace =
                            [&](const SceneMoment& moment, const StageHashes& stages) {
                              text += TraceText(moment, stages);
                              return true;
                            }})
          .value();
  return ReadTrace(text + hash.hash.Text()).value();
}

TEST(TheLibrary, ComparesTwoModels) {
  const Asset a = Asset::Create(TwoBones()), b = Asset::Create(TwoBones({.tip_x = 0.25f}));
  float share = 0.0f;
  const Comparison same =
      CompareModels(a, a, {.progress = [&](float done) { share = done; }}).value();
  EXPECT_FALSE(same.first.has_value());
  EXPECT_TRUE(same.largest.empty());
  EXPECT_GT(same.compared, 92u * 50u) << "numbers of 92 frames and of the rest pose";
  EXPECT_EQ(share, 1.0f);
  const Comparison found = CompareModels(a, b).value();
  ASSERT_TRUE(found.first.has_value());
  EXPECT_EQ(found.first->stage, "vertices");
  EXPECT_EQ(found.first->clip, "rest");
  EXPECT_EQ(found.first->node, 0u);
  EXPECT_EQ(found.first->name, "root");
  EXPECT_EQ(found.first->what, "primitive 0, position of vertex 2[0]");
  EXPECT_EQ(found.first->by, 0.25);
  EXPECT_THAT(found.largest, ElementsAre(Key("vertices")));
  EXPECT_FALSE(CompareModels(a, b, {.tolerance = 0.26}).value().first.has_value());
}

TEST(TheLibrary, SaysWhichModelCannotBeCompared) {
  const Asset few = Asset::Create(TwoBones()),
              many = Asset::Create(TwoBones({.instance_count = 50}));
  const Result<Comparison> work = CompareModels(few, many, {.max_work = 12'000});
  ASSERT_FALSE(work.ok());
  EXPECT_EQ(work.failure().code, FailureCode::kLimit);
  EXPECT_EQ(work.failure().place, "B");
  const Result<Comparison> packed = CompareModels(Pack(few).value(), few);
  ASSERT_FALSE(packed.ok());
  EXPECT_EQ(packed.failure().code, FailureCode::kUnsupported);
  EXPECT_EQ(packed.failure().place, "A");
}

TEST(TheLibrary, ComparesTwoPoses) {
  const Recording a = PoseOf(TwoBones(), 0.5);
  EXPECT_FALSE(ComparePoses(a, a).first.has_value());
  // Half a second later the tip is 0.5 higher: in its own space, as a matrix, and its vertex.
  const Comparison found = ComparePoses(a, PoseOf(TwoBones(), 0.75));
  ASSERT_TRUE(found.first.has_value());
  EXPECT_EQ(found.first->stage, "local");
  EXPECT_EQ(found.first->node, 1u);
  EXPECT_EQ(found.first->what, "T[1]");
  EXPECT_EQ(found.first->by, 0.5);
  EXPECT_THAT(found.largest,
              ElementsAre(Key("local"), Key("model"), Key("palette"), Key("vertices")));
  EXPECT_EQ(found.largest.at("vertices").what, "position of vertex 2");
  // A sign of a rotation is no difference where something is tolerated.
  Recording turned = a;
  for (double& number : turned.frames[0].nodes[0].rotation) number = -number;
  EXPECT_EQ(ComparePoses(a, turned).first->what, "sign of R");
  EXPECT_FALSE(ComparePoses(a, turned, 1e-9).first.has_value());
  Recording fewer = a;
  fewer.frames[0].nodes.pop_back();
  EXPECT_EQ(ComparePoses(a, fewer).first->what, "A lists 2 nodes, B lists 1");
  EXPECT_EQ(ComparePoses(a, fewer).first->stage, "shape");
}

TEST(TheLibrary, ComparesTwoMixes) {
  const Recording a = MixOf({.play = "rise", .fades = {"0.5:drift:0.2"}, .rate_hz = "10"});
  EXPECT_FALSE(CompareMixes(a, a).first.has_value());
  const Comparison found =
      CompareMixes(a, MixOf({.play = "rise", .fades = {"0.5:drift:0.4"}, .rate_hz = "10"}));
  ASSERT_TRUE(found.first.has_value());
  EXPECT_EQ(found.first->stage, "actions");
  EXPECT_EQ(found.first->frame, 5u);
  EXPECT_EQ(found.first->what, "weight of \"rise\"");
  EXPECT_EQ(found.first->by, 0.25);
  EXPECT_THAT(found.largest, ElementsAre(Key("actions"), Key("nodes")));
  const Comparison other = CompareMixes(a, MixOf({.play = "drift"}));
  EXPECT_EQ(other.first->what, "only A plays \"rise\"");
}

TEST(TheLibrary, ComparesTwoTraces) {
  const HashTrace a = TraceOf(Asset::Create(TwoBones()));
  EXPECT_FALSE(CompareTraces(a, a).first.has_value());
  EXPECT_EQ(CompareTraces(a, a).compared, 92u * 3u + 1u);
  const Comparison found = CompareTraces(a, TraceOf(Asset::Create(TwoBones({.tip_x = 0.25f}))));
  ASSERT_TRUE(found.first.has_value());
  EXPECT_EQ(found.first->clip, "0");
  EXPECT_EQ(found.first->frame, 0u);
  EXPECT_EQ(found.first->stage, "vertices");
  EXPECT_FALSE(found.first->by.has_value());
  HashTrace cut = a;
  cut.lines.resize(10);
  cut.total.reset();
  EXPECT_FALSE(CompareTraces(a, cut).first.has_value()) << "the same as far as it goes";
  cut.total = a.total;
  EXPECT_EQ(CompareTraces(a, cut).first->what, "line 11 where B ends with its total");
  EXPECT_THAT(CompareTraces(cut, a).first->what, HasSubstr("line 11 where B has clip 0, frame 3"));
  HashTrace other = a;
  ++*other.total;
  EXPECT_EQ(CompareTraces(a, other).first->stage, "total");
}

}  // namespace
}  // namespace sinew
