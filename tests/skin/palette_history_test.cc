// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/palette_history.h"

#include <gtest/gtest.h>

#include <vector>

#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "skin/random_mesh.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::SplitMix64;

// All entries moved by x.
void Write(std::span<Affine> palette, float x) {
  for (Affine& entry : palette) entry = AffineOf({.translation = {x, 0, 0}});
}

float XOf(std::span<const Affine> palette) { return palette.back().m[0][3]; }

TEST(PaletteHistory, TheFirstFrameHasNoHistoryAndNothingSeemsToMove) {
  PaletteHistory history(3);
  EXPECT_FALSE(history.has_history());
  Write(history.Advance(), 1);
  EXPECT_FALSE(history.has_history());
  EXPECT_EQ(XOf(history.current()), 1);
  EXPECT_EQ(XOf(history.previous()), 1);
}

// frame     1  2  3  4 jumps  5
// x         1  2  3  9        10
// previous  1  1  2  9        9
TEST(PaletteHistory, ThePreviousPaletteIsTheLastFramesUnlessItJumped) {
  PaletteHistory history(3);
  Write(history.Advance(), 1);
  Write(history.Advance(), 2);
  EXPECT_TRUE(history.has_history());
  EXPECT_EQ(XOf(history.previous()), 1);
  Write(history.Advance(), 3);
  EXPECT_EQ(XOf(history.previous()), 2);
  Write(history.Advance(true), 9);
  EXPECT_FALSE(history.has_history());
  EXPECT_EQ(XOf(history.current()), 9);
  EXPECT_EQ(XOf(history.previous()), 9);
  Write(history.Advance(), 10);
  EXPECT_TRUE(history.has_history());
  EXPECT_EQ(XOf(history.previous()), 9);
}

TEST(PaletteHistory, TwoPalettesChangePlacesForEver) {
  PaletteHistory history(7);
  const Affine* const a = history.Advance().data();
  const Affine* const b = history.Advance().data();
  EXPECT_NE(a, b);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(history.Advance(i % 7 == 0).data(), i % 2 == 0 ? a : b);
    EXPECT_EQ(history.current().size(), 7u);
    EXPECT_EQ(history.previous().size(), 7u);
  }
}

TEST(PaletteHistory, AnEmptySkinHasAnEmptyPalette) {
  PaletteHistory history(0);
  EXPECT_TRUE(history.Advance().empty());
  EXPECT_TRUE(history.previous().empty());
}

// Three meshes of one skin: the palette is made once a frame, and each is where it would be with a
// palette of its own, in this frame and in the last.
TEST(PaletteHistory, SeveralMeshesShareOnePalette) {  // L33, L42
  SplitMix64 random(470);
  constexpr std::uint32_t kJoints = 12;
  std::vector<std::int32_t> joints;
  std::vector<Affine> inverse_bind;
  for (std::uint32_t j = 0; j < kJoints; ++j) {
    joints.push_back(static_cast<std::int32_t>(j));
    inverse_bind.push_back(AffineOf(random.Placement()));
  }
  const Skin skin = testing::SkinOf(joints, inverse_bind, kJoints);
  std::vector<SkinnedMesh> meshes;
  testing::RandomMesh made(471);
  for (const std::uint32_t vertices : {40u, 7u, 120u}) {
    meshes.push_back(SkinnedMesh::Create(
        made.Make({.vertex_count = vertices, .joint_count = kJoints, .fewest_influences = 1}), 0));
  }
  const auto skinned = [&](const SkinnedMesh& mesh, std::span<const Affine> palette) {
    std::vector<Vec3> positions(mesh.vertex_count());
    EXPECT_EQ((SkinJob{.mesh = mesh, .palette = palette, .positions = positions}.Run()),
              Error::kNone);
    return positions;
  };
  PaletteHistory history(kJoints);
  std::vector<std::vector<Vec3>> last(3);
  for (int frame = 0; frame < 4; ++frame) {
    std::vector<Affine> model;
    for (std::uint32_t j = 0; j < kJoints; ++j) model.push_back(AffineOf(random.Placement()));
    ASSERT_EQ(
        (PaletteJob{.skin = skin, .model_from_joint = model, .palette = history.Advance()}.Run()),
        Error::kNone);
    for (std::size_t i = 0; i < meshes.size(); ++i) {
      std::vector<Affine> own(kJoints);
      ASSERT_EQ((PaletteJob{.skin = skin, .model_from_joint = model, .palette = own}.Run()),
                Error::kNone);
      const std::vector<Vec3> now = skinned(meshes[i], history.current());
      EXPECT_EQ(now, skinned(meshes[i], own));
      if (frame > 0) {
        EXPECT_EQ(skinned(meshes[i], history.previous()), last[i]);
        EXPECT_NE(now, last[i]);
      }
      last[i] = now;
    }
  }
}

}  // namespace
}  // namespace sinew
