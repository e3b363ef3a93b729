// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

#include "pose/blend_by_kernel.h"
#include "pose/spec.h"
#include "sinew/blending.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

using testing::Near;
using testing::SameBits;
using testing::SameRotation;
using testing::SkeletonOf;
using testing::SplitMix64;

constexpr float kDegree = std::numbers::pi_v<float> / 180;

Quat AboutZ(float degrees) { return QuatOf({0, 0, 1}, degrees * kDegree); }

// The same transform for every joint.
Pose PoseOf(const Transform& t, std::uint32_t joints = 1, std::vector<float> morphs = {}) {
  return Pose(std::vector<Transform>(joints, t), morphs);
}

// One joint, at rest at (0, 0, 8).
Skeleton OneJoint() { return SkeletonOf({-1}, {{.translation = {0, 0, 8}}}); }

Transform Blended(const Skeleton& skeleton, const std::vector<BlendLayer>& layers,
                  bool fill_with_rest = false) {
  Pose out(1);
  EXPECT_EQ(
      (BlendJob{
          .skeleton = skeleton, .layers = layers, .fill_with_rest = fill_with_rest, .pose = out}
           .Run()),
      Error::kNone);
  return out.joint(0);
}

// --- the average ---

TEST(Blend, TranslationAndScaleAreWeightedMeans) {  // L16
  const Pose a = PoseOf({{1, 0, 4}, {}, {1, 2, 1}}), b = PoseOf({{5, 8, 4}, {}, {3, 2, 5}});
  const Transform mean = Blended(
      OneJoint(), {{.pose = a, .weight = 3.0f}, {.pose = b, .weight = 1.0f}});  // Sums to four.
  EXPECT_EQ(mean.translation, (Vec3{2, 2, 4}));
  EXPECT_EQ(mean.scale, (Vec3{1.5f, 2, 2}));
}

TEST(Blend, RotationsMeetBetween) {  // L16
  const Pose a = PoseOf({.rotation = AboutZ(10)}), b = PoseOf({.rotation = AboutZ(50)});
  EXPECT_TRUE(Near(Blended(OneJoint(), {{.pose = a}, {.pose = b}}).rotation, AboutZ(30), 1e-6));
}

TEST(Blend, OneLayerIsItselfWhateverItsWeight) {  // L16
  const Pose a = PoseOf({{1, 2, 3}, AboutZ(40), {2, 2, 2}});
  for (const float weight : {1e-25f, 1e-8f, 0.25f, 1.0f, 700.0f}) {
    const Transform found = Blended(OneJoint(), {{.pose = a, .weight = weight}});
    EXPECT_TRUE(Near(found.translation, {1, 2, 3}, 1e-6)) << weight;
    EXPECT_TRUE(Near(found.rotation, AboutZ(40), 1e-6)) << weight;
    EXPECT_TRUE(Near(found.scale, {2, 2, 2}, 1e-6)) << weight;
  }
}

TEST(Blend, LayersOfNoWeightArePassedOver) {  // L17
  constexpr float kHuge = 3e38f;
  const Pose a = PoseOf({{1, 2, 3}, AboutZ(40), {2, 2, 2}});
  const Pose b = PoseOf({{2, 2, 3}, AboutZ(60), {1, 2, 2}});
  const Pose wild = PoseOf({{kHuge, NAN, kHuge}, {NAN, 0, 0, 0}, {0, kHuge, 0}});
  const Transform expected = Blended(OneJoint(), {{.pose = a}, {.pose = b, .weight = 0.5f}});
  for (const float weight : {0.0f, -0.0f, -1.0f, -1e18f}) {
    const Transform found = Blended(OneJoint(), {{.pose = wild, .weight = weight},
                                                 {.pose = a},
                                                 {.pose = wild, .weight = weight},
                                                 {.pose = b, .weight = 0.5f}});
    EXPECT_TRUE(SameBits(found, expected)) << weight;
  }
}

TEST(Blend, WhereNothingWeighsAnythingTheRestPoseStands) {  // C61
  const Skeleton skeleton = OneJoint();
  const Pose a = PoseOf({.translation = {1, 2, 3}});
  for (const bool fill_with_rest : {false, true}) {
    EXPECT_EQ(Blended(skeleton, {}, fill_with_rest), skeleton.rest()[0]);
    EXPECT_EQ(Blended(skeleton, {{.pose = a, .weight = 0.0f}}, fill_with_rest), skeleton.rest()[0]);
  }
}

// Weights so small that their reciprocal is no number must not make one of the pose.
TEST(Blend, WeightsThatAreHardlyThereGiveUsableNumbers) {
  const Pose a = PoseOf({{1, 0, 3}, AboutZ(40), {2, 2, 0}}, 1, {0.5f});
  const std::vector<float> mask{0x1p-130f};
  for (const float weight : {0x1p-149f, 0x1p-130f, 1e-30f}) {
    for (const bool masked : {false, true}) {
      const std::vector<BlendLayer> layers{
          {.pose = a,
           .weight = weight,
           .joint_weights = masked ? std::span(mask) : std::span<const float>()}};
      Pose out(1, 1);
      const Skeleton skeleton = OneJoint();
      ASSERT_EQ((BlendJob{.skeleton = skeleton, .layers = layers, .pose = out}.Run()),
                Error::kNone);
      const Transform t = out.joint(0);
      EXPECT_TRUE(IsUsable(t.translation.x) && IsUsable(t.translation.y)) << weight;
      EXPECT_NEAR(Length({t.rotation.x, t.rotation.y, t.rotation.z}) *
                          Length({t.rotation.x, t.rotation.y, t.rotation.z}) +
                      t.rotation.w * t.rotation.w,
                  1.0f, 1e-5f);
      EXPECT_TRUE(IsUsable(t.scale.z)) << weight;
      EXPECT_TRUE(IsUsable(out.morphs()[0])) << weight;
    }
  }
}

// While all fade away together, what they come to stays where it was.
TEST(Blend, FadingAllLayersAlikeDoesNotMoveTheMean) {  // L16
  const Pose a = PoseOf({.rotation = AboutZ(10)}), b = PoseOf({.rotation = AboutZ(50)});
  for (float weight = 1.0f; weight > 1e-9f; weight *= 0.25f) {
    const Transform mean =
        Blended(OneJoint(), {{.pose = a, .weight = weight}, {.pose = b, .weight = weight}});
    EXPECT_TRUE(Near(mean.rotation, AboutZ(30), 1e-6)) << weight;
  }
}

// --- sides of the sphere of rotations ---

TEST(Blend, TurnsOf178And182DegreesMeetAt180) {  // C73
  const Pose a = PoseOf({.rotation = AboutZ(178)}), b = PoseOf({.rotation = AboutZ(182)});
  const Pose far_b = PoseOf({.rotation = AboutZ(182 - 360)});
  for (const Pose* other : {&b, &far_b}) {
    for (const float weight : {0.5f, 1.0f, 2.0f}) {
      const Transform one_way =
          Blended(OneJoint(), {{.pose = a, .weight = weight}, {.pose = *other, .weight = weight}});
      const Transform other_way =
          Blended(OneJoint(), {{.pose = *other, .weight = weight}, {.pose = a, .weight = weight}});
      EXPECT_TRUE(SameRotation(one_way.rotation, AboutZ(180), 1e-6));
      EXPECT_TRUE(SameRotation(other_way.rotation, AboutZ(180), 1e-6));
    }
  }
}

TEST(Blend, TheOrderOfLayersChangesNothingButRounding) {  // C73
  SplitMix64 random(320);
  for (int round = 0; round < 200; ++round) {
    std::vector<Pose> poses;
    std::vector<BlendLayer> layers;
    for (int i = 0; i < 4; ++i) poses.push_back(PoseOf(random.Placement()));
    // One is the heaviest, by a margin.
    for (const Pose& pose : poses) {
      layers.push_back({.pose = pose, .weight = layers.size() == 2 ? 3.0f : random.Unit()});
    }
    const Transform expected = Blended(OneJoint(), layers);
    std::vector<int> order{0, 1, 2, 3};
    while (std::next_permutation(order.begin(), order.end())) {
      std::vector<BlendLayer> permuted;
      for (const int i : order) permuted.push_back(layers[static_cast<std::size_t>(i)]);
      const Transform found = Blended(OneJoint(), permuted);
      ASSERT_TRUE(Near(found.translation, expected.translation, 1e-6));
      ASSERT_TRUE(Near(found.rotation, expected.rotation, 1e-6));
      ASSERT_TRUE(Near(found.scale, expected.scale, 1e-6));
    }
  }
}

TEST(Blend, TheHeaviestLayerGivesTheSideAndOfTiesTheFirst) {  // C73
  const Quat q = AboutZ(20), r = AboutZ(40);
  const Pose a = PoseOf({.rotation = q}), b = PoseOf({.rotation = {-r.x, -r.y, -r.z, -r.w}});
  const auto w_of = [&](float weight_a, float weight_b, bool a_first) {
    const BlendLayer la{.pose = a, .weight = weight_a}, lb{.pose = b, .weight = weight_b};
    return Blended(OneJoint(), a_first ? std::vector{la, lb} : std::vector{lb, la}).rotation.w;
  };
  EXPECT_GT(w_of(2, 1, true), 0.0f);
  EXPECT_GT(w_of(2, 1, false), 0.0f);
  EXPECT_LT(w_of(1, 2, true), 0.0f);
  EXPECT_LT(w_of(1, 2, false), 0.0f);
  EXPECT_GT(w_of(1, 1, true), 0.0f);
  EXPECT_LT(w_of(1, 1, false), 0.0f);
}

TEST(Blend, OpposedRotationsOfEqualWeightGiveTheFirst) {
  const Pose a = PoseOf({.rotation = {0, 0, 0, 1}}), b = PoseOf({.rotation = {0, 0, 1, 0}});
  const Pose c = PoseOf({.rotation = {0, 0, -1, 0}}), d = PoseOf({.rotation = {0, 0, 0, 1}});
  // (a + b) + (c + d) would be 2 a; taken apart: b and c cancel.
  EXPECT_TRUE(
      Near(Blended(OneJoint(), {{.pose = a}, {.pose = b}, {.pose = c}, {.pose = d}}).rotation,
           {0, 0, 0, 1}, 1e-6));
  const Pose e = PoseOf({.rotation = {0, 1, 0, 0}}), f = PoseOf({.rotation = {0, -1, 0, 0}});
  const Pose lightest = PoseOf({.rotation = {0, 0, 0, 1}});
  const Transform found =
      Blended(OneJoint(), {{.pose = lightest, .weight = 1e-10f}, {.pose = e}, {.pose = f}});
  EXPECT_TRUE(SameRotation(found.rotation, {0, 1, 0, 0}, 1e-6)) << "q and -q are one rotation";
}

// --- filling with rest ---

TEST(Blend, RestMakesUpForWhatWeightsLackOnlyWhereAskedFor) {  // C61
  const Pose a = PoseOf({.translation = {4, 0, 0}, .rotation = AboutZ(40)});
  const Transform filled = Blended(OneJoint(), {{.pose = a, .weight = 0.25f}}, true);
  EXPECT_EQ(filled.translation, (Vec3{1, 0, 6}));
  EXPECT_GT(filled.rotation.w, AboutZ(40).w) << "turned less";
  EXPECT_EQ(Blended(OneJoint(), {{.pose = a, .weight = 0.25f}}).translation, (Vec3{4, 0, 0}));
  EXPECT_EQ(Blended(OneJoint(), {{.pose = a}, {.pose = a}}, true).translation, (Vec3{4, 0, 0}));
}

TEST(Blend, AFadeToNothingReturnsToRestWithoutAJump) {  // C61
  const Skeleton skeleton = OneJoint();
  const Pose a = PoseOf({.translation = {4, 0, 0}, .rotation = AboutZ(170)});
  Transform before = Blended(skeleton, {{.pose = a}}, true);
  for (int step = 999; step >= 0; --step) {
    const float weight = static_cast<float>(step) / 1000.0f;
    const Transform now = Blended(skeleton, {{.pose = a, .weight = weight}}, true);
    ASSERT_TRUE(Near(now.translation, before.translation, 0.01)) << step;
    ASSERT_TRUE(Near(now.rotation, before.rotation, 0.02)) << step;
    before = now;
  }
  EXPECT_EQ(before, skeleton.rest()[0]);
}

// --- masks ---

TEST(Blend, AMaskWeighsALayerJointByJoint) {
  const Skeleton skeleton = SkeletonOf({-1, 0, 0, 0}, {4, Transform{.translation = {0, 0, 8}}});
  const Pose a = PoseOf({.translation = {4, 0, 0}}, 4), b = PoseOf({.translation = {0, 4, 0}}, 4);
  const std::vector<float> of_a{1.0f, 0.5f, 0.0f, 0.0f}, of_b{0.0f, 0.5f, 1.0f, 0.0f};
  Pose out(4);
  const BlendLayer layers[] = {{.pose = a, .weight = 2.0f, .joint_weights = of_a},
                               {.pose = b, .weight = 2.0f, .joint_weights = of_b}};
  ASSERT_EQ((BlendJob{.skeleton = skeleton, .layers = layers, .pose = out}.Run()), Error::kNone);
  EXPECT_EQ(out.joint(0).translation, (Vec3{4, 0, 0}));
  EXPECT_EQ(out.joint(1).translation, (Vec3{2, 2, 0}));
  EXPECT_EQ(out.joint(2).translation, (Vec3{0, 4, 0}));
  EXPECT_EQ(out.joint(3).translation, (Vec3{0, 0, 8})) << "nobody wants it: rest";
}

TEST(Blend, RestFillsUpJointByJoint) {  // C61
  const Skeleton skeleton = SkeletonOf({-1, 0}, {2, Transform{.translation = {0, 0, 8}}});
  const Pose a = PoseOf({.translation = {4, 0, 0}}, 2);
  const std::vector<float> mask{1.0f, 0.25f};
  Pose out(2);
  const BlendLayer layers[] = {{.pose = a, .joint_weights = mask}};
  ASSERT_EQ(
      (BlendJob{.skeleton = skeleton, .layers = layers, .fill_with_rest = true, .pose = out}.Run()),
      Error::kNone);
  EXPECT_EQ(out.joint(0).translation, (Vec3{4, 0, 0}));
  EXPECT_EQ(out.joint(1).translation, (Vec3{1, 0, 6}));
}

// --- morphs ---

TEST(Blend, MorphsAreAveragedByTheLayersWeightsAlone) {
  const Skeleton skeleton = OneJoint();
  const Pose a = PoseOf({}, 1, {1.0f, 0.0f, 9.0f}), b = PoseOf({}, 1, {0.0f, 0.5f, 9.0f});
  const std::vector<float> mask{0.0f}, rest{0.5f, 0.25f};
  const BlendLayer layers[] = {{.pose = a, .weight = 0.5f, .joint_weights = mask},
                               {.pose = b, .weight = 0.25f}};
  Pose out(1, 2);
  BlendJob job{.skeleton = skeleton, .layers = layers, .morph_rest = rest, .pose = out};
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_FLOAT_EQ(out.morphs()[0], 2.0f / 3.0f);
  EXPECT_FLOAT_EQ(out.morphs()[1], 0.5f / 3.0f);
  job.fill_with_rest = true;
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_FLOAT_EQ(out.morphs()[0], 0.5f + 0.25f * 0.5f);
  EXPECT_FLOAT_EQ(out.morphs()[1], 0.25f * 0.5f + 0.25f * 0.25f);
  job.layers = {};
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(out.morphs()[0], 0.5f) << "their rest";
  job.morph_rest = {};
  ASSERT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(out.morphs()[1], 0.0f);
}

// --- differences ---

TEST(Blend, AddingADifferenceAndTakingItAwayLeadThereAndBack) {
  SplitMix64 random(321);
  const Skeleton skeleton = testing::RandomSkeleton(random, 9);
  for (int round = 0; round < 100; ++round) {
    Pose from(9, 2), to(9, 2), delta(9, 2), out(9, 2);
    for (std::uint32_t j = 0; j < 9; ++j) {
      from.set_joint(j, random.Placement());
      to.set_joint(j, random.Placement());
    }
    for (std::size_t slot = 0; slot < 2; ++slot) {
      from.morphs()[slot] = random.Unit();
      to.morphs()[slot] = random.Unit();
    }
    ASSERT_EQ(MakeDelta(to, from, delta), Error::kNone);
    const auto expect = [&](const Pose& base, DeltaLayer::Mode mode, const Pose& result) {
      const BlendLayer layers[] = {{.pose = base}};
      const DeltaLayer deltas[] = {{.mode = mode, .delta = delta}};
      ASSERT_EQ(
          (BlendJob{.skeleton = skeleton, .layers = layers, .deltas = deltas, .pose = out}.Run()),
          Error::kNone);
      for (std::uint32_t j = 0; j < 9; ++j) {
        ASSERT_TRUE(Near(out.joint(j).translation, result.joint(j).translation, 1e-5));
        ASSERT_TRUE(SameRotation(out.joint(j).rotation, result.joint(j).rotation, 1e-5));
        ASSERT_TRUE(Near(out.joint(j).scale, result.joint(j).scale, 1e-5));
      }
      ASSERT_NEAR(out.morphs()[1], result.morphs()[1], 1e-6);
    };
    expect(from, DeltaLayer::Mode::kAdd, to);
    expect(to, DeltaLayer::Mode::kSubtract, from);
  }
}

TEST(Blend, HalfADifferenceGoesHalfWayAndMasksHoldForItToo) {
  const Skeleton skeleton = SkeletonOf({-1, 0});
  const Pose base = PoseOf({.translation = {1, 0, 0}, .rotation = AboutZ(10)}, 2, {0.5f});
  const Pose delta = PoseOf({{2, 0, 0}, AboutZ(40), {3, 1, 1}}, 2, {0.5f});
  const std::vector<float> mask{1.0f, 0.0f};
  Pose out(2, 1);
  const BlendLayer layers[] = {{.pose = base}};
  const DeltaLayer deltas[] = {{.delta = delta, .weight = 0.5f, .joint_weights = mask}};
  ASSERT_EQ((BlendJob{.skeleton = skeleton, .layers = layers, .deltas = deltas, .pose = out}.Run()),
            Error::kNone);
  EXPECT_EQ(out.joint(0).translation, (Vec3{2, 0, 0}));
  EXPECT_TRUE(Near(out.joint(0).rotation, AboutZ(30), 2e-3)) << "by line, not by angle";
  EXPECT_EQ(out.joint(0).scale, (Vec3{2, 1, 1}));
  EXPECT_EQ(out.joint(1).translation, (Vec3{1, 0, 0}));
  EXPECT_TRUE(Near(out.joint(1).rotation, AboutZ(10), 1e-6));
  EXPECT_EQ(out.morphs()[0], 0.75f);
}

TEST(Blend, ADifferenceTurnsTheShortWay) {
  const Quat q = AboutZ(40);
  const Pose base = PoseOf({}), delta = PoseOf({.rotation = {-q.x, -q.y, -q.z, -q.w}});
  const BlendLayer layers[] = {{.pose = base}};
  const DeltaLayer deltas[] = {{.delta = delta, .weight = 0.5f}};
  const Skeleton skeleton = OneJoint();
  Pose out(1);
  ASSERT_EQ((BlendJob{.skeleton = skeleton, .layers = layers, .deltas = deltas, .pose = out}.Run()),
            Error::kNone);
  EXPECT_TRUE(SameRotation(out.joint(0).rotation, AboutZ(20), 1e-6));
}

TEST(Blend, AReferenceWithoutExtentGivesADifferenceThatKeepsScale) {
  const Pose pose = PoseOf({.scale = {2, 3, 4}}), reference = PoseOf({.scale = {0, -0.0f, 2}});
  Pose delta(1);
  ASSERT_EQ(MakeDelta(pose, reference, delta), Error::kNone);
  EXPECT_EQ(delta.joint(0).scale, (Vec3{1, 1, 2}));
}

// --- many layers, and the output among them ---

struct ManyLayers {
  explicit ManyLayers(std::uint32_t count) : skeleton(testing::RandomSkeleton(random, 11)) {
    for (std::uint32_t i = 0; i < count; ++i) poses.push_back(testing::WildPose(random, 11, 2));
    for (const Pose& pose : poses) layers.push_back({.pose = pose, .weight = random.Unit()});
  }
  SplitMix64 random{322};
  Skeleton skeleton;
  std::vector<Pose> poses;
  std::vector<BlendLayer> layers;
};

void ExpectSameBlocks(const Pose& found, const Pose& expected) {
  for (std::size_t block = 0; block < expected.blocks().size(); ++block) {
    EXPECT_TRUE(SameBits(found.blocks()[block], expected.blocks()[block])) << "block " << block;
  }
  for (std::size_t slot = 0; slot < expected.morphs().size(); ++slot) {
    EXPECT_TRUE(SameBits(found.morphs()[slot], expected.morphs()[slot])) << "slot " << slot;
  }
}

TEST(Blend, MoreLayersThanTheKernelsTakeGiveTheSameBits) {
  ManyLayers many(3);
  Pose few_out = testing::WildPose(many.random, 16, 2), many_out = few_out;  // Beyond the skeleton.
  ASSERT_EQ((BlendJob{.skeleton = many.skeleton, .layers = many.layers, .pose = few_out}.Run()),
            Error::kNone);
  const Pose nothing(11, 2);
  while (many.layers.size() <= kMostLayers) {
    many.layers.push_back({.pose = nothing, .weight = 0.0f});
  }
  ASSERT_EQ((BlendJob{.skeleton = many.skeleton, .layers = many.layers, .pose = many_out}.Run()),
            Error::kNone);
  ExpectSameBlocks(many_out, few_out);
}

TEST(Blend, FortyLayersOfWeightAreAsSpecified) {
  const ManyLayers many(40);
  Pose out(11, 2);
  const BlendJob job{.skeleton = many.skeleton, .layers = many.layers, .pose = out};
  ASSERT_EQ(job.Run(), Error::kNone);
  double x = 0.0, weight = 0.0;
  for (const BlendLayer& layer : many.layers) {
    x += static_cast<double>(layer.pose.joint(10).translation.x) * layer.weight;
    weight += layer.weight;
  }
  EXPECT_NEAR(out.joint(10).translation.x, x / weight, 1e-5);
  for (std::uint32_t j = 0; j < 11; ++j) {
    EXPECT_TRUE(SameBits(out.joint(j), spec::BlendJoint(job, j))) << j;
  }
}

TEST(Blend, TheOutputMayBeOneOfTheLayers) {
  for (const std::uint32_t count : {3u, 40u}) {
    ManyLayers many(count);
    std::vector<DeltaLayer> deltas{{.delta = many.poses[1], .weight = 0.5f}};
    Pose apart(11, 2);
    ASSERT_EQ(
        (BlendJob{.skeleton = many.skeleton, .layers = many.layers, .deltas = deltas, .pose = apart}
             .Run()),
        Error::kNone);
    for (const std::size_t in_place : {1u, 2u}) {
      const Pose kept = many.poses[in_place];
      ASSERT_EQ((BlendJob{.skeleton = many.skeleton,
                          .layers = many.layers,
                          .deltas = deltas,
                          .pose = many.poses[in_place]}
                     .Run()),
                Error::kNone);
      ExpectSameBlocks(many.poses[in_place], apart);
      std::copy(kept.blocks().begin(), kept.blocks().end(), many.poses[in_place].blocks().begin());
      std::copy(kept.morphs().begin(), kept.morphs().end(), many.poses[in_place].morphs().begin());
    }
  }
}

// --- refusals: nothing is written ---

class BlendRefusals : public ::testing::Test {
 protected:
  BlendJob Job() {
    return {.skeleton = skeleton_, .layers = layers_, .deltas = deltas_, .pose = out_};
  }
  void ExpectRefused(Error error) {
    EXPECT_EQ(Job().Run(), error);
    EXPECT_EQ(out_.joint(0), kMarked);
    EXPECT_EQ(out_.joint(1), kMarked);
    EXPECT_EQ(out_.morphs()[0], 7.0f);
  }

  static constexpr Transform kMarked{{7, 7, 7}, {0, 0, 0, 1}, {7, 7, 7}};
  Skeleton skeleton_ = SkeletonOf({-1, 0});
  Pose a_ = Pose(2, 1);
  Pose short_ = Pose(1, 1);
  Pose no_morphs_ = Pose(2);
  Pose out_ = PoseOf(kMarked, 2, {7.0f});
  std::vector<float> short_mask_ = {1.0f};
  std::vector<BlendLayer> layers_{{.pose = a_}, {.pose = a_}};
  std::vector<DeltaLayer> deltas_{{.delta = a_}};
};

TEST_F(BlendRefusals, PosesWithFewerJointsThanTheSkeleton) {
  layers_[1].pose = short_;
  ExpectRefused(Error::kPoseTooSmall);
  layers_[1].pose = a_;
  deltas_[0].delta = short_;
  ExpectRefused(Error::kPoseTooSmall);
  deltas_[0].delta = a_;
  BlendJob job = Job();
  job.pose.joint_count = 1;
  EXPECT_EQ(job.Run(), Error::kPoseTooSmall);
  EXPECT_EQ(Job().Validate(), Error::kNone);
}

TEST_F(BlendRefusals, PosesWithFewerMorphsThanTheOutput) {
  layers_[0].pose = no_morphs_;
  ExpectRefused(Error::kMorphsTooSmall);
  layers_[0].pose = a_;
  deltas_[0].delta = no_morphs_;
  ExpectRefused(Error::kMorphsTooSmall);
  deltas_[0].delta = a_;
  Pose wider(2, 2);
  layers_[0].pose = layers_[1].pose = deltas_[0].delta = wider;
  const std::vector<float> rest{0.5f};
  BlendJob job = Job();
  job.pose = wider;
  job.morph_rest = rest;
  EXPECT_EQ(job.Run(), Error::kMorphsTooSmall) << "not one a slot";
}

TEST_F(BlendRefusals, MasksShorterThanTheSkeleton) {
  layers_[1].joint_weights = short_mask_;
  ExpectRefused(Error::kMaskTooSmall);
  layers_[1].joint_weights = {};
  deltas_[0].joint_weights = short_mask_;
  ExpectRefused(Error::kMaskTooSmall);
}

TEST_F(BlendRefusals, WeightsThatAreNotUsable) {
  for (const float weight : {NAN, INFINITY, -INFINITY, 2e18f}) {
    layers_[1].weight = weight;
    ExpectRefused(Error::kValueNotFinite);
    layers_[1].weight = 1.0f;
    deltas_[0].weight = weight;
    ExpectRefused(Error::kValueNotFinite);
    deltas_[0].weight = 1.0f;
  }
}

// Each layer may weigh so much; together their square would be no number, and turns would be lost.
TEST_F(BlendRefusals, WeightsThatAreNotUsableTogether) {
  layers_[0].weight = 6e17f;
  layers_[1].weight = 6e17f;
  ExpectRefused(Error::kValueNotFinite);
}

TEST_F(BlendRefusals, MasksOutsideZeroToOne) {
  for (const float entry : {NAN, INFINITY, -INFINITY, 1.0001f, -1e-6f}) {
    const std::vector<float> mask{1.0f, entry};
    layers_[1].joint_weights = mask;
    ExpectRefused(Error::kMaskOutOfRange);
    layers_[1].joint_weights = {};
    deltas_[0].joint_weights = mask;
    ExpectRefused(Error::kMaskOutOfRange);
    deltas_[0].joint_weights = {};
  }
}

TEST_F(BlendRefusals, DifferencesOfPosesThatAreTooSmall) {
  EXPECT_EQ(MakeDelta(short_, a_, out_), Error::kPoseTooSmall);
  EXPECT_EQ(MakeDelta(a_, short_, out_), Error::kPoseTooSmall);
  EXPECT_EQ(MakeDelta(no_morphs_, a_, out_), Error::kMorphsTooSmall);
  EXPECT_EQ(MakeDelta(a_, no_morphs_, out_), Error::kMorphsTooSmall);
  PoseView out = out_;
  out.blocks = {};
  EXPECT_EQ(MakeDelta(a_, a_, out), Error::kPoseTooSmall);
  EXPECT_EQ(out_.joint(0), kMarked);
}

}  // namespace
}  // namespace sinew
