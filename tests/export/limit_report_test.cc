// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/limit_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/influences.h"
#include "sinew/sampling.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

// Three joints at the origin, side by side; the third is lifted by the clips.
//
//   vertex 0   joint 0 alone
//   vertex 1   an eighth of joint 2, which a limit of two takes away; the rest of 0 and 1
//
//   clip 0     nothing moves for a second
//   clip 1     joint 2 goes up:   time  0 s -- 0.333 s -- 1 s
//                                 y     0      8          0      0.333 is no frame of 60 Hz
struct Lift {
  Model::Parts parts;
  Lift() {
    parts.skeleton = SkeletonOf({-1, -1, -1});
    parts.skins = {SkinOf({0, 1, 2}, {Affine{}, Affine{}, Affine{}}, 3)};
    Primitive primitive{.topology = Topology::kPoints,
                        .positions = {{0, 0, 0}, {1, 0, 0}},
                        .influences = {{0, 1, 4}, {{0, 1}, {0, 0.5f}, {1, 0.375f}, {2, 0.125f}}}};
    parts.meshes = {Expect(Mesh::Create({.primitives = {primitive}}))};
    parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
    parts.clips = {
        ClipOf({{.target = 0, .times = {0, 1}, .values = {0, 0, 0, 0, 0, 0}}}),
        ClipOf({{.target = 2, .times = {0, 0.333f, 1}, .values = {0, 0, 0, 0, 8, 0, 0, 0, 0}}})};
  }
  Model Whole() const { return Expect(Model::Create(parts)); }
};

LimitReport Measured(const Model& whole, std::uint32_t most,
                     const LimitReportOptions& options = {}) {
  const LimitedModel limited = Expect(LimitInfluences(Model(whole), most));
  return Expect(MeasureLimit(whole, limited.model, options));
}

TEST(LimitReports, NameTheWorstDisplacementItsClipItsMomentAndItsVertex) {
  const LimitReport report = Measured(Lift().Whole(), 2);
  EXPECT_NEAR(report.worst.distance, 1.0f, 1e-6f);  // An eighth of 8, at the key.
  EXPECT_EQ(report.worst.clip, 1u);
  EXPECT_EQ(report.worst.time_s, static_cast<double>(0.333f));
  EXPECT_EQ(report.worst.instance, 0u);
  EXPECT_EQ(report.worst.vertex, 1u);
  EXPECT_EQ(report.rest.distance, 0.0f);
  EXPECT_FALSE(report.rest.clip.has_value());
  ASSERT_EQ(report.clips.size(), 2u);
  EXPECT_EQ(report.clips[0].distance, 0.0f);
  EXPECT_EQ(report.clips[1].distance, report.worst.distance);
  EXPECT_EQ(report.moment_count, 1u + 61u + 62u);  // The rest, 60 Hz and the ends, one key more.
}

TEST(LimitReports, SayNothingWhereNoVertexLostAnything) {
  const LimitReport report = Measured(Lift().Whole(), 3);
  EXPECT_EQ(report.worst.distance, 0.0f);
  EXPECT_EQ(report.moment_count, 0u);
  EXPECT_EQ(report.clips.size(), 2u);
  EXPECT_EQ(Measured(Model{}, 4).clips.size(), 0u);
}

TEST(LimitReports, LookAtTheRestPoseToo) {
  Lift lift;
  lift.parts.skeleton = SkeletonOf({-1, -1, -1}, {{}, {}, {.translation = {0, 16, 0}}});
  lift.parts.clips.clear();
  const LimitReport report = Measured(lift.Whole(), 2);
  EXPECT_NEAR(report.worst.distance, 2.0f, 1e-6f);
  EXPECT_FALSE(report.worst.clip.has_value());
  EXPECT_EQ(report.rest.vertex, 1u);
}

TEST(LimitReports, SeeEveryInstanceOfItsSkinAndNoneWithout) {
  Lift lift;
  // Bound so that its third joint lifts by 24 more.
  lift.parts.skins.push_back(
      SkinOf({0, 1, 2}, {Affine{}, Affine{}, AffineOf({.translation = {0, 24, 0}})}, 3));
  lift.parts.instances = {{.joint = 0, .mesh = 0},
                          {.joint = 1, .mesh = 0, .skin = 0},
                          {.joint = 2, .mesh = 0, .skin = 1}};
  const LimitReport report = Measured(lift.Whole(), 2);
  EXPECT_NEAR(report.worst.distance, 4.0f, 1e-6f);  // (8 + 24) / 8.
  EXPECT_EQ(report.worst.instance, 2u);
}

TEST(LimitReports, AreRefusedForModelsThatDoNotMatchAndForTooMuchTime) {
  Lift lift;
  const Model whole = lift.Whole();
  Lift other;
  other.parts.meshes = {Expect(Mesh::Create({.primitives = {}}))};
  Result<LimitReport> made = MeasureLimit(whole, other.Whole());
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.failure().place, "/meshes/0");
  EXPECT_FALSE(MeasureLimit(whole, Model{}).ok());
  made = MeasureLimit(whole, whole, {.rate_hz = 0.0});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.failure().place, "/rate_hz");
  made = MeasureLimit(whole, whole, {.max_moments = 100});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.failure().code, FailureCode::kLimit);
  lift.parts.clips = {ClipOf({{.target = 0, .times = {1e18f}, .values = {0, 0, 0}}})};
  EXPECT_FALSE(MeasureLimit(lift.Whole(), lift.Whole()).ok());
}

TEST(LimitReports, AreBoundedBeforeTheyAreMade) {
  const Model whole = Lift().Whole();
  // The rest; of each clip 60 frames, its end, one for rounding, and its keys.
  const double bound = LimitMomentBound(whole);
  EXPECT_EQ(bound, 1.0 + (60 + 2 + 2) + (60 + 2 + 3));
  for (const double rate_hz : {0.3, 1.0, 7.7, 60.0, 1000.0}) {
    EXPECT_GE(LimitMomentBound(whole, rate_hz),
              static_cast<double>(Measured(whole, 2, {.rate_hz = rate_hz}).moment_count));
  }
  const auto most = static_cast<std::uint64_t>(bound);
  EXPECT_TRUE(MeasureLimit(whole, whole, {.max_moments = most}).ok());
  const Result<LimitReport> made = MeasureLimit(whole, whole, {.max_moments = most - 1});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.failure().code, FailureCode::kLimit);
  EXPECT_EQ(LimitMomentBound(Model{}), 1.0);
}

TEST(LimitReports, BoundTheJointsAndVerticesThatTheyPose) {
  const Model whole = Lift().Whole();
  const LimitedModel limited = Expect(LimitInfluences(Model(whole), 2));
  // Per moment: 200, three joints, an instance and its palette of three, one vertex twice.
  const auto work = static_cast<std::uint64_t>(LimitMomentBound(whole)) * (200 + 3 + 1 + 3 + 2);
  EXPECT_TRUE(MeasureLimit(whole, limited.model, {.max_work = work}).ok());
  const Result<LimitReport> made = MeasureLimit(whole, limited.model, {.max_work = work - 1});
  ASSERT_FALSE(made.ok());
  EXPECT_EQ(made.failure().code, FailureCode::kLimit);
  EXPECT_THAT(made.failure().message, ::testing::HasSubstr("max_work"));
  EXPECT_TRUE(MeasureLimit(whole, whole, {.max_work = 1}).ok());  // Nothing to pose.
}

TEST(LimitReports, TellHowFarTheyAre) {
  std::vector<float> shares;
  Measured(Lift().Whole(), 2, {.progress = [&](float share) { shares.push_back(share); }});
  ASSERT_EQ(shares.size(), 124u);
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
  EXPECT_GT(shares.back(), 0.9f);
  EXPECT_LE(shares.back(), 1.0f);
}

// A chain of joints, a morphing mesh of up to six influences a vertex, and a clip that turns all.
Model RandomModel(std::uint64_t seed) {
  SplitMix64 random(seed);
  constexpr std::uint32_t kJoints = 8, kVertices = 60;
  std::vector<std::int32_t> parents{-1, 0, 1, 2, 3, 4, 5, 6};
  std::vector<Transform> rest(kJoints);
  for (Transform& one : rest) one = random.Placement();
  std::vector<Affine> inverse_bind(kJoints);
  for (Affine& one : inverse_bind) one = AffineOf(random.Placement());
  Primitive primitive{.topology = Topology::kPoints};
  primitive.influences.begins.push_back(0);
  primitive.morph_targets.resize(1);
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    primitive.positions.push_back(random.Vector(2));
    primitive.morph_targets[0].positions.push_back(random.Vector(1));
    float total = 0.0f;
    const std::size_t first = primitive.influences.list.size();
    for (std::uint32_t k = 0; k < v % 7; ++k) {
      primitive.influences.list.push_back({k + 1, random.Unit() + 0.05f});
      total += primitive.influences.list.back().weight;
    }
    for (std::size_t i = first; i < primitive.influences.list.size(); ++i) {
      primitive.influences.list[i].weight /= total;
    }
    primitive.influences.begins.push_back(
        static_cast<std::uint32_t>(primitive.influences.list.size()));
  }
  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    TrackSpec track{.target = j, .property = Property::kRotation, .times = {0, 0.11f, 0.3f}};
    for (int k = 0; k < 3; ++k) {
      const Quat q = random.Rotation();
      track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
    }
    tracks.push_back(track);
  }
  tracks.push_back(
      {.property = Property::kMorphWeights, .times = {0, 0.3f}, .values = {0, 1}, .width = 1});
  Model::Parts parts;
  parts.skeleton = SkeletonOf(parents, rest);
  parts.skins = {SkinOf({0, 1, 2, 3, 4, 5, 6, 7}, inverse_bind, kJoints)};
  parts.meshes = {Expect(Mesh::Create({.primitives = {primitive}, .morph_weights = {0}}))};
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  parts.morph_rest = {0};
  parts.clips = {ClipOf(tracks)};
  return Expect(Model::Create(std::move(parts)));
}

std::vector<Vec3> VerticesOf(const Model& model, double time_s) {
  Pose pose(model.skeleton().joint_count(), 1);
  std::vector<Affine> joints(model.skeleton().joint_count()), palette(model.skins()[0].size());
  const Primitive& primitive = model.meshes()[0].primitives()[0];
  std::vector<Vec3> positions(primitive.vertex_count());
  EXPECT_EQ((SampleJob{.skeleton = model.skeleton(),
                       .clip = model.clips()[0],
                       .time_s = time_s,
                       .morph_rest = model.morph_rest(),
                       .pose = pose}
                 .Run()),
            Error::kNone);
  EXPECT_EQ((LocalToModelJob{.skeleton = model.skeleton(), .pose = pose, .model_from_joint = joints}
                 .Run()),
            Error::kNone);
  EXPECT_EQ(
      (PaletteJob{.skin = model.skins()[0], .model_from_joint = joints, .palette = palette}.Run()),
      Error::kNone);
  EXPECT_EQ((spec::Skin{.primitive = primitive,
                        .morph_weights = pose.morphs(),
                        .palette = palette,
                        .positions = positions}
                 .Run()),
            Error::kNone);
  return positions;
}

TEST(LimitReports, AreWhatSkinningBothModelsShows) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const Model whole = RandomModel(seed);
    const LimitedModel limited = Expect(LimitInfluences(Model(whole), 2));
    const LimitReport report = Expect(MeasureLimit(whole, limited.model));
    float worst = 0.0f, at_worst = 0.0f;
    for (int i = 0; i <= 600; ++i) {  // Ten times as often.
      const double time_s = std::min(i / 600.0, static_cast<double>(0.3f));
      const std::vector<Vec3> a = VerticesOf(whole, time_s), b = VerticesOf(limited.model, time_s);
      for (std::size_t v = 0; v < a.size(); ++v) {
        worst = std::max(worst, std::hypot(a[v].x - b[v].x, a[v].y - b[v].y, a[v].z - b[v].z));
      }
    }
    const std::vector<Vec3> a = VerticesOf(whole, report.worst.time_s);
    const std::vector<Vec3> b = VerticesOf(limited.model, report.worst.time_s);
    const std::uint32_t v = report.worst.vertex;
    at_worst = std::hypot(a[v].x - b[v].x, a[v].y - b[v].y, a[v].z - b[v].z);
    EXPECT_GT(worst, 0.1f);
    EXPECT_NEAR(report.clips[0].distance, worst, 0.02f * worst);
    if (report.worst.clip) {
      EXPECT_NEAR(at_worst, report.worst.distance, 1e-5f * worst);
    }
  }
}

}  // namespace
}  // namespace sinew::testing
