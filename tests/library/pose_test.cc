// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew pose` does, in C++: nodes, palettes and vertices at given times.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "sinew/asset_pose.h"
#include "sinew/character.h"
#include "sinew/matrix_layouts.h"

namespace sinew {
namespace {

TEST(TheLibrary, PosesAModelAtATime) {
  Result<Model> made = MakeCharacter();
  ASSERT_TRUE(made.ok());
  const Asset asset = Asset::Create(std::move(made).value());
  const std::optional<std::uint32_t> walk = asset.FindClip("walk");
  ASSERT_TRUE(walk.has_value());
  AssetPose pose(asset);
  const std::optional<std::uint32_t> hand = asset.FindJoint("hand_l");
  ASSERT_TRUE(hand.has_value());
  const std::array<float, 16> at_rest = ToColumnMajor4x4(pose.model_from_joint()[*hand]);

  ASSERT_EQ(pose.Sample(*walk, 0.25), Error::kNone);
  const std::array<float, 16> walking = ToColumnMajor4x4(pose.model_from_joint()[*hand]);
  EXPECT_NE(at_rest, walking);
  EXPECT_EQ(asset.joints_in_file_order().size(), asset.skeleton().joint_count());
  std::vector<float> matrices(16 * asset.skins()[0].joints().size());
  EXPECT_EQ(pose.CopyPalette4x4(0, matrices), Error::kNone);
  EXPECT_EQ(matrices[15], 1.0f);

  // Vertices in the order of the file, as the tool shows them.
  const DrawRange draws = asset.draws();
  const Draw draw = *draws.begin();
  std::vector<Vec3> vertices(asset.primitives()[draw.primitive].vertices.vertex_count());
  ASSERT_EQ(pose.Skin(draw, {.positions = vertices, .order = VertexOrder::kFile}), Error::kNone);
  EXPECT_NE(vertices, asset.model()->meshes()[0].primitives()[0].positions);

  // Without a clip: the rest pose, whatever the time.
  ASSERT_EQ(pose.SetRest(), Error::kNone);
  EXPECT_EQ(ToColumnMajor4x4(pose.model_from_joint()[*hand]), at_rest);
}

TEST(TheLibrary, HoldsTheEndsOfAClip) {
  Result<Model> made = MakeCharacter();
  ASSERT_TRUE(made.ok());
  const Asset asset = Asset::Create(std::move(made).value());
  AssetPose inside(asset), outside(asset);
  const double end_s = static_cast<double>(asset.clips()[0].duration_s());
  for (const auto& [at, beyond] : {std::pair{0.0, -3.0}, std::pair{end_s, end_s + 99.0}}) {
    ASSERT_EQ(inside.Sample(0, at), Error::kNone);
    ASSERT_EQ(outside.Sample(0, beyond), Error::kNone);
    for (std::uint32_t j = 0; j < asset.skeleton().joint_count(); ++j) {
      EXPECT_EQ(inside.pose().joint(j), outside.pose().joint(j)) << j;
    }
  }
}

}  // namespace
}  // namespace sinew
