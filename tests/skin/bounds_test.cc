// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// No skinned vertex leaves the box, whatever moves it (L48, C87).
#include "sinew/bounds.h"

#include <gtest/gtest.h>

#include <limits>
#include <span>
#include <string>
#include <vector>

#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/random_mesh.h"
#include "support/build_model.h"

namespace sinew::testing {
namespace {

::testing::AssertionResult AllInside(const Box& box, std::span<const Vec3> vertices) {
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    if (Contains(box, vertices[v])) continue;
    return ::testing::AssertionFailure()
           << "vertex " << v << " at " << vertices[v].x << ", " << vertices[v].y << ", "
           << vertices[v].z << " is outside of " << box.min.x << ", " << box.min.y << ", "
           << box.min.z << " to " << box.max.x << ", " << box.max.y << ", " << box.max.z;
  }
  return ::testing::AssertionSuccess();
}

std::vector<Vec3> Skinned(const Mesh& mesh, std::span<const float> weights,
                          std::span<const Affine> palette, const Affine& rigid) {
  std::vector<Vec3> all;
  for (const Primitive& primitive : mesh.primitives()) {
    std::vector<Vec3> positions(primitive.vertex_count());
    const spec::Skin job{.primitive = primitive,
                         .morph_weights = weights,
                         .palette = palette,
                         .rigid = rigid,
                         .positions = positions};
    EXPECT_EQ(job.Run(), Error::kNone);
    all.insert(all.end(), positions.begin(), positions.end());
  }
  return all;
}

// Two joints; vertices at x = 0 .. 3, of which the second is shared half and half, and the last is
// moved by none.
Mesh Stick() {
  Primitive primitive{.positions = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 1, 0}}};
  primitive.influences = {.begins = {0, 1, 3, 4, 4},
                          .list = {{0, 1.0f}, {0, 0.5f}, {1, 0.5f}, {1, 1.0f}}};
  return Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
}

TEST(Bounds, AreOneBoxASkinEntryAndOneForWhatNoneMoves) {
  const SkinBounds bounds = SkinBounds::Create(Stick());
  ASSERT_EQ(bounds.joint_count(), 2u);
  EXPECT_EQ(bounds.joint_boxes()[0], (Box{{0, 0, 0}, {1, 0, 0}}));
  EXPECT_EQ(bounds.joint_boxes()[1], (Box{{1, 0, 0}, {2, 0, 0}}));
  EXPECT_EQ(bounds.still_box(), (Box{{3, 1, 0}, {3, 1, 0}}));
  EXPECT_TRUE(bounds.rigid_box().empty());
}

TEST(Bounds, FollowTheJoints) {
  const SkinBounds bounds = SkinBounds::Create(Stick());
  const std::vector palette{Affine{}, AffineOf({.translation = {0, 5, 0}})};
  Box box;
  std::vector<Box> joints(2);
  ASSERT_EQ(
      (BoundsJob{.bounds = bounds, .palette = palette, .joint_boxes = joints, .box = box}.Run()),
      Error::kNone);
  EXPECT_NEAR(box.min.x, 0.0f, 1e-5);
  EXPECT_NEAR(box.max.x, 3.0f, 1e-5);
  EXPECT_NEAR(box.max.y, 5.0f, 1e-5);
  EXPECT_NEAR(joints[1].min.y, 5.0f, 1e-5);
  EXPECT_NEAR(joints[0].max.y, 0.0f, 1e-5);
}

TEST(Bounds, OfAMeshWithoutVerticesAreEmpty) {
  const Mesh mesh = Expect(Mesh::Create({.primitives = {Primitive{}}}));
  const SkinBounds bounds = SkinBounds::Create(mesh);
  Box box{{0, 0, 0}, {1, 1, 1}};
  EXPECT_EQ((BoundsJob{.bounds = bounds, .box = box}.Run()), Error::kNone);
  EXPECT_TRUE(box.empty());
}

TEST(Bounds, ARefusedJobLeavesTheBoxAlone) {
  const SkinBounds bounds = SkinBounds::Create(Stick());
  const std::vector<Affine> palette(2);
  std::vector<Box> one(1);
  Affine wild;
  wild.m[0][0] = 1e30f;
  const std::vector<Affine> unusable(2, wild);
  const std::vector<float> weights{1.0f};
  const Box before{{1, 2, 3}, {4, 5, 6}};
  Box box = before;
  const auto run = [&](BoundsJob job) { return job.Run(); };
  EXPECT_EQ(run({.bounds = bounds, .palette = std::span(palette).first(1), .box = box}),
            Error::kPaletteTooSmall);
  EXPECT_EQ(run({.bounds = bounds, .palette = palette, .joint_boxes = one, .box = box}),
            Error::kBoxesTooSmall);
  EXPECT_EQ(run({.bounds = bounds, .morph_weights = weights, .palette = palette, .box = box}),
            Error::kMorphWeightMismatch);
  EXPECT_EQ(run({.bounds = bounds, .palette = unusable, .box = box}), Error::kValueNotFinite);
  EXPECT_EQ(run({.bounds = bounds, .palette = palette, .rigid = wild, .box = box}),
            Error::kValueNotFinite);
  EXPECT_EQ(box, before);
}

// Every kind of matrix, morph weights of both signs, special numbers, weights that only just sum to
// one: the box holds every vertex, of the specification and so of every kernel.
TEST(Bounds, NoVertexOfARandomMeshLeavesThem) {
  std::size_t checked = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    RandomMesh random(seed);
    const MeshRecipe recipe{.vertex_count = 1 + random.random().Below(120),
                            .joint_count = 20,
                            .skinned = seed % 7 != 0,
                            .morph_count = random.random().Below(4),
                            .special_numbers = seed % 3 == 0};
    const Mesh mesh = random.Make(recipe);
    const SkinBounds bounds = SkinBounds::Create(mesh);
    for (int kind = 0; kind < RandomMesh::kMatricesKinds; ++kind) {
      const std::vector<Affine> palette =
          random.Palette(20, static_cast<RandomMesh::Matrices>(kind));
      std::vector<float> weights;
      for (std::uint32_t i = 0; i < mesh.morph_count(); ++i) {
        weights.push_back(random.random().Between(-2, 2));
      }
      Box box;
      ASSERT_EQ((BoundsJob{.bounds = bounds,
                           .morph_weights = weights,
                           .palette = palette,
                           .rigid = palette[0],
                           .box = box}
                     .Run()),
                Error::kNone);
      const std::vector<Vec3> vertices = Skinned(mesh, weights, palette, palette[0]);
      ASSERT_TRUE(AllInside(box, vertices)) << "seed " << seed << " kind " << kind;
      checked += vertices.size();
    }
  }
  EXPECT_GT(checked, 50'000u);
}

// A box that is a point, so that nothing but the room for rounding can hold what comes out.
TEST(Bounds, ALonelyVertexIsInsideHoweverItsPlaceIsRounded) {
  SplitMix64 random(12);
  for (int i = 0; i < 20'000; ++i) {
    Primitive primitive{.positions = {random.Vector(100)}};
    primitive.influences = {.begins = {0, 2}, .list = {{0, 0.75f}, {1, 0.25f}}};
    const Affine matrix = AffineOf(random.Placement());
    const std::vector palette{matrix, matrix};
    const Mesh mesh = Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
    const SkinBounds bounds = SkinBounds::Create(mesh);
    Box box;
    ASSERT_EQ((BoundsJob{.bounds = bounds, .palette = palette, .box = box}.Run()), Error::kNone);
    ASSERT_TRUE(AllInside(box, Skinned(mesh, {}, palette, {})));
  }
}

TEST(Bounds, WeightsThatDoNotQuiteSumToOneAreAllowedFor) {
  Primitive primitive{.positions = {{100, 100, 100}, {-100, -100, -100}}};
  primitive.influences = {.begins = {0, 2, 4},
                          .list = {{0, 0.5f}, {1, 0.5009f}, {0, 0.5f}, {1, 0.4991f}}};
  const Mesh mesh = Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
  const std::vector<Affine> palette(2);
  const SkinBounds bounds = SkinBounds::Create(mesh);
  Box box;
  ASSERT_EQ((BoundsJob{.bounds = bounds, .palette = palette, .box = box}.Run()), Error::kNone);
  EXPECT_TRUE(AllInside(box, Skinned(mesh, {}, palette, {})));
}

// One primitive of the mesh alone, for those who draw them one by one.
TEST(Bounds, OfOnePrimitiveHoldItAlone) {
  Primitive near{.positions = {{0, 0, 0}, {1, 1, 1}}}, far{.positions = {{9, 9, 9}}};
  const Mesh mesh = Expect(Mesh::Create({.primitives = {near, far}}));
  const SkinBounds of_near = SkinBounds::Create(mesh, 0), of_far = SkinBounds::Create(mesh, 1);
  const SkinBounds of_both = SkinBounds::Create(mesh);
  EXPECT_EQ(of_near.rigid_box(), (Box{{0, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(of_far.rigid_box(), (Box{{9, 9, 9}, {9, 9, 9}}));
  EXPECT_EQ(of_both.rigid_box(), (Box{{0, 0, 0}, {9, 9, 9}}));
}

TEST(Bounds, HoldEveryMorphWithinARangeOfWeights) {
  RandomMesh random(77);
  const Mesh mesh =
      random.Make({.vertex_count = 200, .joint_count = 6, .most_influences = 4, .morph_count = 3});
  const SkinBounds bounds = SkinBounds::Create(mesh);
  const std::vector<float> low{-0.5f, 0.0f, 1.0f}, high{1.5f, 0.25f, 2.0f};
  std::vector<Box> boxes(bounds.joint_count() + 2);
  ASSERT_EQ(bounds.Morphed(low, high, boxes), Error::kNone);
  EXPECT_EQ(bounds.Morphed(low, std::span(high).first(2), boxes), Error::kMorphWeightMismatch);
  EXPECT_EQ(bounds.Morphed(low, high, std::span(boxes).first(3)), Error::kBoxesTooSmall);
  const Primitive& primitive = mesh.primitives()[0];
  for (int i = 0; i < 50; ++i) {
    std::vector<float> weights;
    for (std::size_t m = 0; m < 3; ++m) {
      weights.push_back(random.random().Between(low[m], high[m]));
    }
    const std::vector<Affine> identity(6);
    const std::vector<Vec3> bind = Skinned(mesh, weights, identity, {});
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
      for (const Influence& influence : primitive.influences.of(v)) {
        const Box& box = boxes[influence.joint];
        Box grown{{box.min.x - 1e-5f, box.min.y - 1e-5f, box.min.z - 1e-5f},
                  {box.max.x + 1e-5f, box.max.y + 1e-5f, box.max.z + 1e-5f}};
        EXPECT_TRUE(Contains(grown, bind[v]));  // Skinned by the identity, whose blend rounds.
      }
    }
  }
}

// --- boxes that hang on joints ---

// Two primitives: one whose second vertex nobody moves, and one without influences.
Mesh HalfSkinned() {
  Primitive skinned{.positions = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}}};
  skinned.influences = {{0, 1, 1, 3}, {{0, 1.0f}, {0, 0.5f}, {1, 0.5f}}};
  skinned.morph_targets = {{.positions = {{0, 1, 0}, {0, 1, 0}, {0, 1, 0}}}};
  Primitive rigid{.positions = {{7, 7, 7}}, .morph_targets = {{.positions = {{0, 0, 1}}}}};
  return Mesh::Create({.primitives = {skinned, rigid}, .morph_weights = {0.0f}}).value();
}

TEST(CarriedBoxes, HangOnTheJointsOfTheirSkinAndOnTheInstance) {
  const SkinBounds bounds = SkinBounds::Create(HalfSkinned());
  const Affine bind = AffineOf({.translation = {5, 6, 7}});
  const Skin skin = SkinOf({4, kIdentityJoint, 2}, {bind, bind, Affine{}}, 5);
  const std::vector<float> low{-1.0f}, high{2.0f};
  std::vector<CarriedBox> boxes(4);
  const CarryBoxesJob job{.bounds = bounds,
                          .skin = skin,
                          .joint = 3,
                          .morph_low = low,
                          .morph_high = high,
                          .boxes = boxes};
  ASSERT_EQ(job.Run(), Error::kNone);
  std::vector<Box> morphed(4);
  ASSERT_EQ(bounds.Morphed(low, high, morphed), Error::kNone);
  const std::vector<std::int32_t> joints{4, kNoParent, kNoParent, 3};
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    EXPECT_EQ(boxes[i].joint, joints[i]) << i;
    EXPECT_EQ(boxes[i].joint_from_box, i == 0 ? bind : Affine{}) << i;
    EXPECT_EQ(boxes[i].box, morphed[i]) << i;
    EXPECT_FALSE(boxes[i].box.empty()) << i;
    EXPECT_EQ(boxes[i].rounding, bounds.rounding()) << i;
  }
  EXPECT_TRUE(Contains(boxes[3].box, Vec3{7, 7, 9}));
}

TEST(CarriedBoxes, OfAMeshWithoutASkinAreOneOnItsInstance) {
  const SkinBounds bounds = SkinBounds::Create(HalfSkinned());
  std::vector<CarriedBox> boxes(4);
  ASSERT_EQ((CarryBoxesJob{.bounds = bounds, .joint = 3, .boxes = boxes}.Run()), Error::kNone);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_TRUE(boxes[i].box.empty()) << i;
  EXPECT_EQ(boxes[3].joint, 3);
  EXPECT_EQ(boxes[3].box, (Box{{1, 0, 0}, {7, 7, 7}}));
}

TEST(CarriedBoxes, AreRefusedAndLeftAloneWhereSomethingDoesNotFit) {
  const SkinBounds bounds = SkinBounds::Create(HalfSkinned());
  const Skin skin = SkinOf({0, 1}, {Affine{}, Affine{}}, 2);
  const Skin small = SkinOf({0}, {Affine{}}, 2);
  const std::vector<float> one{1.0f}, two{1.0f, 1.0f};
  const std::vector<float> nan{std::numeric_limits<float>::quiet_NaN()};
  std::vector<CarriedBox> boxes(4, CarriedBox{.joint = 77});
  const auto refused = [&](const Skin& s, std::span<const float> low, std::span<const float> high,
                           std::span<CarriedBox> out) {
    return CarryBoxesJob{
        .bounds = bounds, .skin = s, .morph_low = low, .morph_high = high, .boxes = out}
        .Run();
  };
  EXPECT_EQ(refused(small, one, one, boxes), Error::kPaletteTooSmall);
  EXPECT_EQ(refused(skin, two, two, boxes), Error::kMorphWeightMismatch);
  EXPECT_EQ(refused(skin, one, {}, boxes), Error::kMorphWeightMismatch);
  EXPECT_EQ(refused(skin, one, nan, boxes), Error::kValueNotFinite);
  EXPECT_EQ(refused(skin, nan, one, boxes), Error::kValueNotFinite);
  EXPECT_EQ(refused(skin, one, one, std::span(boxes).first(3)), Error::kBoxesTooSmall);
  for (const CarriedBox& box : boxes) EXPECT_EQ(box.joint, 77);
}

}  // namespace
}  // namespace sinew::testing
