// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew convert --max-influences` does, in C++.
#include <gtest/gtest.h>

#include <optional>
#include <utility>
#include <vector>

#include "sinew/limit_report.h"

namespace sinew {
namespace {

// Three joints at the origin; a clip lifts the last by 8 within a second. Of the two vertices the
// second follows all three, an eighth of it the last.
std::optional<Model> ThreeInfluences() {
  Model::Parts parts;
  Skeleton::Parts joints;
  joints.parents = {-1, -1, -1};
  joints.names = {"a", "b", "c"};
  joints.rest.resize(3);
  joints.file_nodes = {0, 1, 2};
  Result<Skeleton> skeleton = Skeleton::Create(std::move(joints));
  if (!skeleton.ok()) return std::nullopt;
  parts.skeleton = std::move(skeleton).value();
  Result<Skin> skin =
      Skin::Create({.joints = {0, 1, 2}, .inverse_bind = std::vector<Affine>(3)}, 3);
  if (!skin.ok()) return std::nullopt;
  parts.skins = {std::move(skin).value()};
  Result<Mesh> mesh = Mesh::Create(
      {.primitives = {{.topology = Topology::kPoints,
                       .positions = {{0, 0, 0}, {1, 0, 0}},
                       .influences = {{0, 1, 4}, {{0, 1}, {0, 0.5f}, {1, 0.375f}, {2, 0.125f}}}}}});
  if (!mesh.ok()) return std::nullopt;
  parts.meshes = {std::move(mesh).value()};
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  Clip::Parts lift;
  lift.name = "lift";
  lift.duration_s = 1;
  lift.tracks = {{.target = 2, .property = Property::kTranslation, .key_count = 2}};
  lift.times = {0, 1};
  lift.values = {0, 0, 0, 0, 8, 0};
  Result<Clip> clip = Clip::Create(std::move(lift));
  if (!clip.ok()) return std::nullopt;
  parts.clips = {std::move(clip).value()};
  Result<Model> model = Model::Create(std::move(parts));
  if (!model.ok()) return std::nullopt;
  return std::move(model).value();
}

TEST(TheLibrary, LimitsTheInfluencesOfAModelAndSaysWhatThatCosts) {
  const std::optional<Model> model = ThreeInfluences();
  ASSERT_TRUE(model.has_value());
  float done = 0.0f;
  const Result<LimitAndCost> made =
      LimitAndMeasure(*model, 2, {.progress = [&done](float share) { done = share; }});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->most_before, 3u);
  EXPECT_EQ(made->limited.loss.most_influences, 2u);
  EXPECT_EQ(made->limited.loss.limited_count, 1u);
  EXPECT_EQ(made->limited.loss.largest_dropped, 0.125f);
  EXPECT_EQ(made->limited.loss.dropped_joint, 2u);
  EXPECT_EQ(made->limited.model.meshes()[0].primitives()[0].influences.of(1).size(), 2u);
  EXPECT_NEAR(made->report.worst.distance, 1.0f, 1e-6f);  // An eighth of 8, at the clip's end.
  EXPECT_EQ(made->report.worst.clip, 0u);
  EXPECT_EQ(made->report.worst.time_s, 1.0);
  EXPECT_EQ(made->report.worst.vertex, 1u);
  EXPECT_GT(done, 0.5f);
}

TEST(TheLibrary, LooksAtNoClipWhereALimitTakesNothing) {
  const std::optional<Model> model = ThreeInfluences();
  ASSERT_TRUE(model.has_value());
  const Result<LimitAndCost> made = LimitAndMeasure(*model, 3, {.max_moments = 1, .max_work = 1});
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->most_before, 3u);
  EXPECT_EQ(made->limited.loss.limited_count, 0u);
  EXPECT_EQ(made->report.clips.size(), 1u);
  EXPECT_EQ(made->report.moment_count, 0u);
}

TEST(TheLibrary, RefusesToLimitToNoInfluenceAndToPoseMoreThanIsAllowed) {
  const std::optional<Model> model = ThreeInfluences();
  ASSERT_TRUE(model.has_value());
  EXPECT_FALSE(LimitAndMeasure(*model, 0).ok());
  const Result<LimitAndCost> costly = LimitAndMeasure(*model, 2, {.max_work = 100});
  ASSERT_FALSE(costly.ok());
  EXPECT_EQ(costly.failure().code, FailureCode::kLimit);
}

}  // namespace
}  // namespace sinew
