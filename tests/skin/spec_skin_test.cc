// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Linear blend skinning against sums worked out by hand or in double.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/linear_blend.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SplitMix64;

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();

// A primitive whose vertices have the influences listed, one list a vertex.
Primitive Skinned(std::vector<Vec3> positions, std::vector<std::vector<Influence>> influences) {
  Primitive primitive;
  primitive.positions = std::move(positions);
  primitive.influences.begins.push_back(0);
  for (const std::vector<Influence>& of_vertex : influences) {
    std::vector<Influence>& list = primitive.influences.list;
    list.insert(list.end(), of_vertex.begin(), of_vertex.end());
    primitive.influences.begins.push_back(static_cast<std::uint32_t>(list.size()));
  }
  return primitive;
}

struct Output {
  explicit Output(const Primitive& primitive)
      : positions(primitive.positions.size(), Vec3{7, 7, 7}),
        normals(primitive.positions.size(), Vec3{7, 7, 7}),
        tangents(primitive.positions.size(), Vec4{7, 7, 7, 7}) {}

  Error Run(const Primitive& primitive, std::span<const Affine> palette,
            std::span<const float> morph_weights = {}, const Affine& rigid = {}) {
    return spec::Skin{.primitive = primitive,
                      .morph_weights = morph_weights,
                      .palette = palette,
                      .rigid = rigid,
                      .normal_rule = NormalRule::kCofactor,
                      .positions = positions,
                      .normals = normals,
                      .tangents = tangents}
        .Run();
  }
  bool IsUntouched() const {
    return positions == std::vector<Vec3>(positions.size(), Vec3{7, 7, 7}) &&
           normals == std::vector<Vec3>(normals.size(), Vec3{7, 7, 7}) &&
           tangents == std::vector<Vec4>(tangents.size(), Vec4{7, 7, 7, 7});
  }

  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;
};

Affine Moved(float x, float y, float z) { return AffineOf({.translation = {x, y, z}}); }
Affine Scaled(float x, float y, float z) { return AffineOf({.scale = {x, y, z}}); }
Affine TurnedAboutZ(float degrees) {
  return AffineOf({.rotation = QuatOf({0, 0, 1}, degrees * std::numbers::pi_v<float> / 180)});
}

// --- positions ---

TEST(SkinPositions, AreTheWeightedMeanOfWhatEachJointWouldDo) {  // N1, N9, S1, E35, L28
  const Primitive primitive = Skinned({{1, 0, 0}}, {{{0, 0.25f}, {2, 0.75f}}});
  const std::vector<Affine> palette{Moved(4, 0, 0), Moved(99, 99, 99), Moved(0, 8, 0)};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, palette), Error::kNone);
  EXPECT_EQ(out.positions[0], (Vec3{1 + 0.25f * 4, 0.75f * 8, 0}));
}

TEST(SkinPositions, AgreeWithSumsInDoubleForAnyNumberOfInfluences) {  // C5, N9, S1, S7
  SplitMix64 random(70);
  std::vector<Affine> palette;
  for (int i = 0; i < 16; ++i) palette.push_back(AffineOf(random.Placement()));
  for (std::uint32_t count = 1; count <= 16; ++count) {
    std::vector<Influence> influences;
    for (std::uint32_t i = 0; i < count; ++i) {
      influences.push_back({i, 1.0f / static_cast<float>(count)});
    }
    const Vec3 p = random.Vector(1);
    const Primitive primitive = Skinned({p}, {influences});
    Output out(primitive);
    ASSERT_EQ(out.Run(primitive, palette), Error::kNone);
    double x = 0, y = 0, z = 0;
    for (const Influence& influence : influences) {
      const auto& m = palette[influence.joint].m;
      const double w = influence.weight;
      x += w * (double{m[0][0]} * p.x + double{m[0][1]} * p.y + double{m[0][2]} * p.z + m[0][3]);
      y += w * (double{m[1][0]} * p.x + double{m[1][1]} * p.y + double{m[1][2]} * p.z + m[1][3]);
      z += w * (double{m[2][0]} * p.x + double{m[2][1]} * p.y + double{m[2][2]} * p.z + m[2][3]);
    }
    EXPECT_TRUE(Near(out.positions[0],
                     {static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)}, 3e-6));
  }
}

TEST(SkinPositions, AtRestTheMeshLooksTheSame) {  // S12
  SplitMix64 random(71);
  std::vector<Vec3> positions;
  std::vector<std::vector<Influence>> influences;
  for (int i = 0; i < 100; ++i) {
    positions.push_back(random.Vector(2));
    influences.push_back({{0, 0.5f}, {1, 0.5f}});
  }
  const Primitive primitive = Skinned(positions, influences);
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>(2)), Error::kNone);
  EXPECT_EQ(out.positions, positions);
}

TEST(SkinPositions, AVertexWithoutInfluenceStaysToTheBit) {  // C9, S6
  const Primitive primitive = Skinned({{-0.0f, 1, 2}, {1, 0, 0}}, {{}, {{0, 1.0f}}});
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Moved(5, 5, 5)}), Error::kNone);
  EXPECT_EQ(out.positions[0], (Vec3{0, 1, 2}));
  EXPECT_TRUE(std::signbit(out.positions[0].x)) << "no matrix touched it";
  EXPECT_EQ(out.positions[1], (Vec3{6, 5, 5}));
}

TEST(SkinPositions, BlendingStartsFromNothingNotFromTheIdentity) {  // S11
  const Primitive primitive = Skinned({{1, 1, 1}}, {{{0, 1.0f}}});
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Scaled(0, 0, 0)}), Error::kNone);
  EXPECT_EQ(out.positions[0], (Vec3{0, 0, 0}));
}

TEST(SkinPositions, NegativeZerosSurviveTheBlend) {
  Affine palette;
  palette.m[0] = {-0.0f, -0.0f, -0.0f, -0.0f};
  const Primitive primitive = Skinned({{1, 1, 1}}, {{{0, 1.0f}}});
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{palette}), Error::kNone);
  EXPECT_TRUE(std::signbit(out.positions[0].x)) << "no zero was added";
}

TEST(SkinPositions, UnskinnedPrimitivesMoveWithTheirInstance) {
  Primitive primitive;
  primitive.positions = {{1, 2, 3}};
  primitive.normals = {{1, 0, 0}};
  Output out(primitive);
  const Affine rigid = Multiply(Moved(10, 0, 0), TurnedAboutZ(90));
  ASSERT_EQ(out.Run(primitive, {}, {}, rigid), Error::kNone);
  EXPECT_TRUE(Near(out.positions[0], {8, 1, 3}, 1e-6));
  EXPECT_TRUE(Near(out.normals[0], {0, 1, 0}, 1e-6));
}

// --- normals and tangents ---

// A slope of 45 degrees in x and y: squeezing y to half flattens it, so that its normal, which
// leans equally to x and y, now leans twice as far to y.
TEST(SkinNormals, StayPerpendicularUnderUnevenScale) {  // C3, S10
  Primitive primitive = Skinned({{}}, {{{0, 1.0f}}});
  primitive.normals = {{std::numbers::sqrt2_v<float> / 2, std::numbers::sqrt2_v<float> / 2, 0}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Scaled(1, 0.5f, 1)}), Error::kNone);
  EXPECT_TRUE(Near(out.normals[0], {1 / std::sqrt(5.0f), 2 / std::sqrt(5.0f), 0}, 1e-6));
}

TEST(SkinNormals, StayPerpendicularToTheSurfaceUnderAnyMatrix) {  // C3, C4, S10
  SplitMix64 random(72);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 edge = random.Vector(1), other = random.Vector(1);
    Primitive primitive = Skinned({{}}, {{{0, 0.5f}, {1, 0.5f}}});
    primitive.normals = {NormalizeOr(Cross(edge, other), {0, 0, 1})};
    const std::vector<Affine> palette{AffineOf(random.Placement()), AffineOf(random.Placement())};
    Affine blended;
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        blended.m[r][c] = 0.5f * palette[0].m[r][c] + 0.5f * palette[1].m[r][c];
      }
    }
    if (std::abs(Determinant(blended)) < 0.05f) continue;
    Output out(primitive);
    ASSERT_EQ(out.Run(primitive, palette), Error::kNone);
    const Vec3 moved_edge = NormalizeOr(TransformDirection(blended, edge), {});
    EXPECT_NEAR(Dot(out.normals[0], moved_edge), 0.0f, 2e-5f);
    EXPECT_NEAR(Length(out.normals[0]), 1.0f, 3e-7f);
  }
}

// Outward means to the side where a point above the surface ends up, mirrored or not.
TEST(SkinNormals, PointOutwardUnderMirrors) {  // C3
  SplitMix64 random(73);
  for (int i = 0; i < 1000; ++i) {
    Transform t = random.Placement();
    if (i & 1) t.scale.x = -t.scale.x;
    if (i & 2) t.scale.y = -t.scale.y;
    if (i & 4) t.scale.z = -t.scale.z;
    const Affine matrix = AffineOf(t);
    Primitive primitive = Skinned({{}}, {{{0, 1.0f}}});
    primitive.normals = {NormalizeOr(random.Vector(1), {0, 0, 1})};
    Output out(primitive);
    ASSERT_EQ(out.Run(primitive, std::vector<Affine>{matrix}), Error::kNone);
    const Vec3 above = TransformDirection(matrix, primitive.normals[0]);
    EXPECT_GT(Dot(out.normals[0], above), 0.0f) << "mirrors " << (i & 7);
  }
}

// The bound that skinning.h states.
TEST(SkinPositions, AreFiniteAsLongAsTheMorphedOnesAreUsable) {
  Primitive primitive = Skinned({{5e17f, -5e17f, 5e17f}}, {{{0, 1.0f}}});
  primitive.morph_targets = {{.positions = {{5e17f, -5e17f, 5e17f}}}};
  Affine matrix;
  for (auto& row : matrix.m) row = {1e18f, -1e18f, 1e18f, 1e18f};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{matrix}, std::vector<float>{1.0f}),
            Error::kNone);
  EXPECT_TRUE(std::isfinite(out.positions[0].x) && std::isfinite(out.positions[0].y) &&
              std::isfinite(out.positions[0].z));
}

// Beyond it only positions may suffer.
TEST(SkinNormals, AreUnitWhateverTheMorphWeights) {
  Primitive primitive = Skinned({{1, 2, 3}}, {{{0, 1.0f}}});
  primitive.normals = {{0, 0, 1}};
  primitive.tangents = {{1, 0, 0, 1}};
  primitive.morph_targets.resize(
      400, {.positions = {{1e18f, 0, 0}}, .normals = {{0, 1e18f, 0}}, .tangents = {{0, 1e18f, 0}}});
  const std::vector<float> weights(400, 1e18f);
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Scaled(1e18f, -1e18f, 1e18f)}, weights),
            Error::kNone);
  EXPECT_EQ(out.normals[0], (Vec3{0, 0, 1}));
  EXPECT_EQ(out.tangents[0], (Vec4{1, 0, 0, -1}));
}

TEST(SkinNormals, ZeroScaleKeepsTheNormalOfRest) {  // C3
  for (const Affine& collapsed : {Scaled(0, 0, 0), Scaled(0, 0, 1)}) {
    Primitive primitive = Skinned({{1, 2, 3}}, {{{0, 1.0f}}});
    primitive.normals = {{0, 2, 0}};  // Not unit in the file.
    primitive.tangents = {{2, 0, 0, 1}};
    Output out(primitive);
    ASSERT_EQ(out.Run(primitive, std::vector<Affine>{collapsed}), Error::kNone);
    EXPECT_EQ(out.normals[0], (Vec3{0, 1, 0}));
    EXPECT_EQ(out.tangents[0], (Vec4{1, 0, 0, 1}));
    EXPECT_TRUE(std::isfinite(out.positions[0].x + out.positions[0].y + out.positions[0].z));
  }
}

// The determinant of the smallest is 1e-90, that of the largest 1e54: no float.
TEST(SkinNormals, AreRightAtAnyScale) {  // C3, C4
  SplitMix64 random(72);
  for (const float size : {1e-30f, 1e-18f, 1e-12f, 1e-8f, 1e-4f, 1.0f, 1e4f, 1e8f, 1e12f, 1e17f}) {
    for (const float mirror : {1.0f, -1.0f}) {
      const Transform placement = random.Placement();
      Transform scaled = placement;
      scaled.scale = {size * mirror, 2 * size, 3 * size};
      Transform moderate = placement;
      moderate.scale = {mirror, 2, 3};
      Primitive primitive = Skinned({{}}, {{{0, 1.0f}}});
      primitive.normals = {NormalizeOr(random.Vector(1), {0, 0, 1})};
      primitive.tangents = {{1, 0, 0, 1}};
      Output out(primitive), expected(primitive);
      ASSERT_EQ(out.Run(primitive, std::vector<Affine>{AffineOf(scaled)}), Error::kNone);
      ASSERT_EQ(expected.Run(primitive, std::vector<Affine>{AffineOf(moderate)}), Error::kNone);
      EXPECT_TRUE(Near(out.normals[0], expected.normals[0], 1e-6)) << size;
      const Vec4 tangent = out.tangents[0], plain = expected.tangents[0];
      EXPECT_TRUE(Near(Vec3{tangent.x, tangent.y, tangent.z}, {plain.x, plain.y, plain.z}, 1e-6));
      EXPECT_EQ(tangent.w, mirror) << size;
    }
  }
}

// Scales that differ by 24 powers of ten: the normal of each face of a box stays that of the face.
TEST(SkinNormals, AreRightUnderScalesFarApart) {  // C3
  const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (const Affine& matrix : {Scaled(1e-12f, 1, 1e12f), Scaled(1e12f, 1e-12f, 1),
                               Scaled(1e12f, 1e12f, 1e-12f), Scaled(1e-12f, 1e-12f, 1e12f)}) {
    for (const Vec3 axis : axes) {
      Primitive primitive = Skinned({{}}, {{{0, 1.0f}}});
      primitive.normals = {axis};
      Output out(primitive);
      ASSERT_EQ(out.Run(primitive, std::vector<Affine>{matrix}), Error::kNone);
      EXPECT_TRUE(Near(out.normals[0], axis, 1e-6));
    }
  }
}

// Where plain arithmetic is good enough, the way for extreme matrices gives its very bits.
TEST(SkinNormals, BothWaysGiveTheSameBits) {
  SplitMix64 random(73);
  for (int i = 0; i < 1000; ++i) {
    const Affine matrix = AffineOf(random.Placement());
    const Vec3 normal = NormalizeOr(random.Vector(1), {0, 0, 1});
    std::array<Vec3, 3> rows;
    for (std::size_t r = 0; r < 3; ++r) {
      rows[r] = {matrix.m[r][0], matrix.m[r][1], matrix.m[r][2]};
    }
    const scalar::SurfaceTurn plain = scalar::SurfaceTurnOf(matrix);
    const scalar::SurfaceTurn extreme = scalar::ExtremeSurfaceTurnOf(rows);
    EXPECT_FALSE(plain.extreme);
    EXPECT_EQ(plain.mirrors, extreme.mirrors);
    EXPECT_EQ(scalar::SkinNormal(plain, normal, normal),
              scalar::SkinNormal(extreme, normal, normal));
  }
}

// Flattened along its normal the surface still has that normal, though the matrix is singular.
TEST(SkinNormals, SurviveASingularMatrix) {  // C3
  Primitive primitive = Skinned({{}}, {{{0, 1.0f}}});
  primitive.normals = {{0.6f, 0.8f, 0}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Scaled(1, 0, 1)}), Error::kNone);
  EXPECT_TRUE(Near(out.normals[0], {0, 1, 0}, 1e-7));
}

TEST(SkinNormals, ANormalOfNothingStaysNothing) {
  Primitive primitive = Skinned({{}}, {{{0, 1.0f}}});
  primitive.normals = {{0, 0, 0}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{TurnedAboutZ(30)}), Error::kNone);
  EXPECT_EQ(out.normals[0], (Vec3{0, 0, 0}));
}

TEST(SkinTangents, LieInTheMovedSurface) {  // C3
  Primitive primitive = Skinned({{}}, {{{0, 1.0f}}});
  primitive.tangents = {{0.6f, 0.8f, 0, -1}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Scaled(4, 3, 1)}), Error::kNone);
  EXPECT_NEAR(out.tangents[0].x, std::sqrt(0.5f), 1e-6f);
  EXPECT_NEAR(out.tangents[0].y, std::sqrt(0.5f), 1e-6f);
  EXPECT_EQ(out.tangents[0].w, -1.0f);
}

TEST(SkinTangents, AMirrorSwapsTheHandedness) {  // C3
  Primitive primitive = Skinned({{}, {}}, {{{0, 1.0f}}, {{1, 1.0f}}});
  primitive.tangents = {{1, 0, 0, 1}, {1, 0, 0, -1}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Scaled(1, 1, -1), Scaled(-1, -1, 1)}),
            Error::kNone);
  EXPECT_EQ(out.tangents[0], (Vec4{1, 0, 0, -1}));
  EXPECT_EQ(out.tangents[1], (Vec4{-1, 0, 0, -1})) << "two mirrors are a turn";
}

TEST(SkinNormals, OfUninfluencedVerticesAreOnlyMadeUnit) {  // C9
  Primitive primitive = Skinned({{}}, {{}});
  primitive.normals = {{0, 0, 5}};
  primitive.tangents = {{0, 3, 0, -1}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Scaled(-1, 2, 3)}), Error::kNone);
  EXPECT_EQ(out.normals[0], (Vec3{0, 0, 1}));
  EXPECT_EQ(out.tangents[0], (Vec4{0, 1, 0, -1}));
}

TEST(SkinNormals, WhatIsNotThereIsNotWritten) {
  const Primitive primitive = Skinned({{1, 0, 0}}, {{{0, 1.0f}}});
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{Affine{}}), Error::kNone);
  EXPECT_EQ(out.normals[0], (Vec3{7, 7, 7}));
  EXPECT_EQ(out.tangents[0], (Vec4{7, 7, 7, 7}));
}

// --- morphing ---

TEST(SkinMorphs, AreAddedBeforeSkinning) {
  Primitive primitive = Skinned({{1, 0, 0}}, {{{0, 1.0f}}});
  primitive.normals = {{0, 0, 1}};
  primitive.tangents = {{1, 0, 0, 1}};
  primitive.morph_targets = {{.positions = {{0, 4, 0}}, .normals = {{0, 2, 0}}},
                             {.positions = {{8, 0, 0}}, .tangents = {{0, 2, 0}}},
                             {.positions = {{0, 0, 100}}}};
  Output out(primitive);
  const std::vector<float> weights{0.5f, 0.25f, 0.0f};
  // Morphed: (1 + 2, 2, 0); a quarter turn: (-2, 3, 0); moved up by 1.
  const Affine matrix = Multiply(Moved(0, 0, 1), TurnedAboutZ(90));
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>{matrix}, weights), Error::kNone);
  EXPECT_TRUE(Near(out.positions[0], {-2, 3, 1}, 1e-6));
  const float h = std::sqrt(0.5f);  // (0, 1, 1) normalised, then turned.
  EXPECT_TRUE(Near(out.normals[0], {-h, 0, h}, 1e-6));
  const Vec4 t = out.tangents[0];  // (1, 0.5, 0) normalised, then turned.
  EXPECT_TRUE(Near(Vec3{t.x, t.y, t.z}, {-1 / std::sqrt(5.0f), 2 / std::sqrt(5.0f), 0}, 1e-6));
}

TEST(SkinMorphs, TargetsOfNoWeightAreNotAdded) {
  Primitive primitive;
  primitive.positions = {{-0.0f, 0, 0}};
  primitive.influences.begins = {0, 0};
  primitive.morph_targets = {{.positions = {{1, 1, 1}}}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>(1), std::vector<float>{0.0f}), Error::kNone);
  EXPECT_TRUE(std::signbit(out.positions[0].x));
}

TEST(SkinMorphs, WithoutWeightsThereIsNoMorphing) {
  Primitive primitive = Skinned({{1, 0, 0}}, {{{0, 1.0f}}});
  primitive.morph_targets = {{.positions = {{1, 1, 1}}}};
  Output out(primitive);
  ASSERT_EQ(out.Run(primitive, std::vector<Affine>(1)), Error::kNone);
  EXPECT_EQ(out.positions[0], (Vec3{1, 0, 0}));
}

// --- refusals: nothing is written ---

class SkinRefusals : public ::testing::Test {
 protected:
  SkinRefusals() : primitive_(Skinned({{1, 0, 0}, {2, 0, 0}}, {{{0, 1.0f}}, {{1, 1.0f}}})) {
    primitive_.normals.resize(2);
    primitive_.tangents.resize(2);
    primitive_.morph_targets.resize(1);
  }
  spec::Skin Job() {
    return {.primitive = primitive_,
            .morph_weights = weights_,
            .palette = palette_,
            .positions = out_.positions,
            .normals = out_.normals,
            .tangents = out_.tangents};
  }

  Primitive primitive_;
  Output out_{primitive_};
  std::vector<Affine> palette_{2};
  std::vector<float> weights_{0.5f};
};

TEST_F(SkinRefusals, OutputsThatAreTooShort) {
  spec::Skin short_positions = Job();
  short_positions.positions = short_positions.positions.first(1);
  EXPECT_EQ(short_positions.Run(), Error::kVerticesTooSmall);
  spec::Skin short_normals = Job();
  short_normals.normals = short_normals.normals.first(1);
  EXPECT_EQ(short_normals.Run(), Error::kVerticesTooSmall);
  spec::Skin short_tangents = Job();
  short_tangents.tangents = short_tangents.tangents.first(1);
  EXPECT_EQ(short_tangents.Run(), Error::kVerticesTooSmall);
  EXPECT_TRUE(out_.IsUntouched());
  EXPECT_EQ(Job().Run(), Error::kNone) << "the job itself is sound";
}

TEST_F(SkinRefusals, APaletteThatAnInfluenceReachesBeyond) {  // C32
  spec::Skin job = Job();
  job.palette = job.palette.first(1);
  EXPECT_EQ(job.Run(), Error::kPaletteTooSmall);
  job.palette = {};
  EXPECT_EQ(job.Run(), Error::kPaletteTooSmall);
  EXPECT_TRUE(out_.IsUntouched());
}

TEST_F(SkinRefusals, AnEmptyPaletteEvenWhereNoVertexHasAnInfluence) {
  primitive_.influences.begins = {0, 0, 0};
  primitive_.influences.list.clear();
  spec::Skin job = Job();
  job.palette = {};
  EXPECT_EQ(job.Run(), Error::kPaletteTooSmall);
}

TEST_F(SkinRefusals, MorphWeightsThatAreNotOneATarget) {
  weights_ = {0.5f, 0.5f};
  EXPECT_EQ(Job().Run(), Error::kMorphWeightMismatch);
  EXPECT_TRUE(out_.IsUntouched());
}

TEST_F(SkinRefusals, ValuesThatAreNotUsable) {
  weights_[0] = kNotANumber;
  EXPECT_EQ(Job().Run(), Error::kValueNotFinite);
  weights_[0] = 0.0f;
  palette_[1].m[2][3] = 2e18f;
  EXPECT_EQ(Job().Run(), Error::kValueNotFinite);
  primitive_.influences = {};
  spec::Skin job = Job();
  job.rigid.m[0][0] = kNotANumber;
  EXPECT_EQ(job.Run(), Error::kValueNotFinite);
  EXPECT_TRUE(out_.IsUntouched());
}

}  // namespace
}  // namespace sinew
