// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew inspect` does, in C++.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sinew/asset_pose.h"
#include "sinew/character.h"
#include "sinew/model_facts.h"

namespace sinew {
namespace {

// A root and two joints above one another; a triangle of which two corners hang on the first joint
// and one is without weights. The second joint is in the skin, and nothing hangs on it. The clip
// lifts the first joint by 3.
Model Lift(float scale = 1.0f) {
  Skeleton::Parts joints;
  joints.parents = {kNoParent, 0, 1};
  joints.rest = {{.scale = {scale, scale, scale}},
                 {.translation = {0, 1, 0}, .scale = {scale, scale, scale}},
                 {.translation = {0, 1, 0}}};
  joints.names = {"root", "low", "high"};
  joints.file_nodes = {0, 1, 2};
  Primitive triangle;
  triangle.positions = {{0, 1, 0}, {1, 1, 0}, {0, 2, 0}};
  triangle.influences.begins = {0, 1, 2, 2};
  triangle.influences.list = {{0, 1.0f}, {0, 1.0f}};
  Mesh::Parts mesh;
  mesh.primitives.push_back(std::move(triangle));
  Affine down;
  down.m[1][3] = -1.0f;
  Affine further = down;  // Bound half a unit away from where it rests.
  further.m[1][3] = -2.5f;
  Clip::Parts clip{.name = "lift", .duration_s = 2.0f};
  clip.tracks.push_back({.target = 1,
                         .property = Property::kTranslation,
                         .width = 3,
                         .key_count = 2,
                         .first_value = 0});
  clip.times = {0, 2};
  clip.values = {0, 1, 0, 0, 4, 0};
  Model::Parts parts{.skeleton = Skeleton::Create(std::move(joints)).value()};
  parts.skins.push_back(
      Skin::Create({.joints = {1, 2}, .inverse_bind = {down, further}}, 3).value());
  parts.meshes.push_back(Mesh::Create(std::move(mesh)).value());
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  parts.clips.push_back(Clip::Create(std::move(clip)).value());
  return Model::Create(std::move(parts)).value();
}

TEST(TheLibrary, SaysWhatIsInAModel) {
  const ModelFacts facts = DescribeModel(Lift());
  EXPECT_EQ(facts.root_count, 1u);
  EXPECT_EQ(facts.level_count, 3u);
  ASSERT_EQ(facts.skins.size(), 1u);
  EXPECT_EQ(facts.skins[0].roots, std::vector<std::uint32_t>{1});
  EXPECT_EQ(facts.skins[0].unused, std::vector<std::uint32_t>{2});
  EXPECT_EQ(facts.skins[0].moved, std::vector<std::uint32_t>{2});
  EXPECT_EQ(facts.skins[0].most_moved, 2u);
  EXPECT_EQ(facts.skins[0].largest_move, 0.5f);
  EXPECT_FALSE(facts.skins[0].moved_alike);
  EXPECT_EQ(facts.meshes[0].vertex_count, 3u);
  EXPECT_EQ(facts.meshes[0].triangle_count, 1u);
  EXPECT_EQ(facts.meshes[0].max_influences, 1u);
  EXPECT_EQ(facts.meshes[0].unweighted_vertices, 1u);
  EXPECT_EQ(facts.meshes[0].instance_count, 1u);
  EXPECT_EQ(facts.clips[0].key_count, 2u);
  EXPECT_FALSE(facts.not_measured.has_value());
  EXPECT_EQ(facts.rest_bounds, (Box{{0, 1, 0}, {1, 2, 0}}));
}

TEST(TheLibrary, SaysBoundsThatNoVertexLeavesWhileAClipPlays) {
  float done = 0.0f;
  const Result<Model> made = MakeCharacter();
  ASSERT_TRUE(made.ok());
  const ModelFacts facts =
      DescribeModel(*made, {.progress = [&done](float share) { done = share; }});
  EXPECT_EQ(done, 1.0f);
  AssetPose pose(Asset::Create(*made));
  const DrawRange draws = pose.asset().draws();
  std::vector<Vec3> positions;
  std::size_t checked = 0;
  for (std::uint32_t c = 0; c < made->clips().size(); ++c) {
    ASSERT_TRUE(facts.clips[c].bounds.has_value());
    for (int i = 0; i <= 7; ++i) {
      const double time_s = static_cast<double>(made->clips()[c].duration_s()) * i / 7.0;
      ASSERT_EQ(pose.Sample(c, time_s), Error::kNone);
      for (const Draw draw : draws) {
        positions.resize(pose.asset().primitives()[draw.primitive].vertices.vertex_count());
        ASSERT_EQ(pose.Skin(draw, {.positions = positions}), Error::kNone);
        for (const Vec3& position : positions) {
          ASSERT_TRUE(Contains(*facts.clips[c].bounds, position)) << "clip " << c;
          ++checked;
        }
      }
    }
  }
  EXPECT_GT(checked, 100'000u);
}

TEST(TheLibrary, SaysWhyBoundsAreMissing) {
  const ModelFacts costly = DescribeModel(Lift(), {.max_work = 3});
  ASSERT_TRUE(costly.not_measured.has_value());
  EXPECT_EQ(costly.not_measured->code, FailureCode::kLimit);
  EXPECT_FALSE(costly.rest_bounds.has_value());
  const ModelFacts huge = DescribeModel(Lift(1e10f));  // 1e20 where both scales meet.
  ASSERT_TRUE(huge.not_measured.has_value());
  EXPECT_EQ(huge.not_measured->code, FailureCode::kInvalid);
  EXPECT_NE(huge.not_measured->message.find("beyond 1e18"), std::string::npos);
  EXPECT_FALSE(huge.clips[0].bounds.has_value());
  EXPECT_EQ(huge.meshes[0].vertex_count, 3u);  // The rest is said all the same.
}

}  // namespace
}  // namespace sinew
