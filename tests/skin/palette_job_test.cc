// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "sinew/hierarchy.h"
#include "sinew/matrix_layouts.h"
#include "sinew/pose.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SkeletonOf;
using testing::SkinOf;

// A chain of six joints, each placed at random on its parent.
struct BoundChain {
  explicit BoundChain(std::uint64_t seed) {
    testing::SplitMix64 random(seed);
    for (int i = 0; i < 6; ++i) {
      Transform t = random.Placement();
      t.scale = {1, 1, 1};
      rest.push_back(t);
    }
    skeleton = SkeletonOf({-1, 0, 1, 2, 3, 4}, rest);
    model_from_joint.resize(6);
    const Pose pose(rest);
    EXPECT_EQ(
        (LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint}
             .Run()),
        Error::kNone);
    for (const Affine& bind : model_from_joint) inverse_bind.push_back(*Inverse(bind));
  }

  std::vector<Transform> rest;
  Skeleton skeleton;
  std::vector<Affine> model_from_joint;
  std::vector<Affine> inverse_bind;
};

TEST(Palette, IsTheIdentityWhereThePoseIsTheBindPose) {  // N3, N5, N7, S12, L30, C13
  for (std::uint64_t seed = 30; seed < 60; ++seed) {
    const BoundChain chain(seed);
    const Skin skin = SkinOf({0, 1, 2, 3, 4, 5}, chain.inverse_bind, 6);
    std::vector<Affine> palette(6);
    const PaletteJob job{
        .skin = skin, .model_from_joint = chain.model_from_joint, .palette = palette};
    ASSERT_EQ(job.Run(), Error::kNone);
    std::vector<Affine> specified(6);
    spec::MakePalette(skin, chain.model_from_joint, specified);
    EXPECT_EQ(palette, specified);
    for (const Affine& entry : palette) {
      // Turns are good to 1e-6; translations to that times the length of the chain.
      for (std::size_t r = 0; r < 3; ++r) {
        for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(entry.m[r][c], r == c, 1e-6f);
        EXPECT_NEAR(entry.m[r][3], 0.0f, 1e-5f);
      }
    }
  }
}

TEST(Palette, IsOnePieceOfTwelveFloatsAJointToUpload) {  // L32, L45
  // The buffer of a skinning resource: as many bytes as entries of the skin times 48, no more.
  const BoundChain chain(61);
  const Skin skin = SkinOf({5, 0, 3}, {{}, {}, {}}, 6);
  std::vector<Affine> palette(skin.size());
  ASSERT_EQ(
      (PaletteJob{.skin = skin, .model_from_joint = chain.model_from_joint, .palette = palette}
           .Run()),
      Error::kNone);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(palette));
  ASSERT_EQ(bytes.size(), 3u * 48u);
  const std::array<std::size_t, 3> joints{5, 0, 3};
  for (std::size_t i = 0; i < 3; ++i) {
    std::array<float, 12> rows;
    std::memcpy(rows.data(), bytes.data() + 48 * i, 48);
    EXPECT_EQ(FromRowMajor3x4(rows), chain.model_from_joint[joints[i]]) << i;
  }
}

TEST(Palette, FollowsTheOrderOfTheSkinNotOfTheSkeleton) {  // N6, L29, E10, C91
  const BoundChain chain(61);
  const Affine turn = AffineOf({.translation = {1, 2, 3}, .rotation = Normalize({1, 0, 2, 3})});
  const Skin skin = SkinOf({4, 1, 4}, {Affine{}, turn, turn}, 6);
  std::vector<Affine> palette(4);
  const PaletteJob job{
      .skin = skin, .model_from_joint = chain.model_from_joint, .palette = palette};
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(palette[0], chain.model_from_joint[4]) << "the identity is the default bind (C81)";
  EXPECT_EQ(palette[1], Multiply(chain.model_from_joint[1], turn));
  EXPECT_EQ(palette[2], Multiply(chain.model_from_joint[4], turn)) << "joints may repeat";
  EXPECT_EQ(palette[3], Affine{}) << "beyond the skin";
}

TEST(Palette, EntriesWithoutAJointAreTheIdentity) {  // G26, C44
  const Affine moved = AffineOf({.translation = {1, 0, 0}});
  const Skin skin = SkinOf({kIdentityJoint, 0}, {moved, Affine{}}, 1);
  std::vector<Affine> palette(2, moved);
  const PaletteJob job{.skin = skin, .model_from_joint = {&moved, 1}, .palette = palette};
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(palette[0], Affine{});
  EXPECT_EQ(palette[1], moved);
}

TEST(Palette, ARefusedJobLeavesThePaletteAlone) {
  const Affine marked = AffineOf({.translation = {7, 7, 7}});
  const Skin skin = SkinOf({0, 2}, {Affine{}, Affine{}}, 3);
  std::vector<Affine> model_from_joint(3);
  std::vector<Affine> palette(2, marked);
  PaletteJob job{.skin = skin, .model_from_joint = model_from_joint, .palette = palette};

  job.palette = std::span(palette).first(1);
  EXPECT_EQ(job.Run(), Error::kPaletteTooSmall);
  job.palette = palette;
  job.model_from_joint = std::span(model_from_joint).first(2);
  EXPECT_EQ(job.Run(), Error::kMatricesTooSmall);
  job.model_from_joint = model_from_joint;
  model_from_joint[2].m[1][1] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(job.Run(), Error::kValueNotFinite);
  EXPECT_EQ(palette, std::vector<Affine>(2, marked));
  model_from_joint[2] = {};
  EXPECT_EQ(job.Run(), Error::kNone);
}

}  // namespace
}  // namespace sinew
