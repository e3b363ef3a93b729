// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/joint_reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "support/assets.h"
#include "support/build_model.h"
#include "support/random_rig.h"
#include "support/runtime_model.h"
#include "support/vertex_deviation.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::FloatNear;

// Three joints and a mesh at joint 2, to be changed by a test.
//
//   vertex 0   (3, 4, 0), of skin entry 0
//   vertex 1   (0, 0, 2), half of entry 0, half of entry 1
//
//   skin 0     entry 0: joint 0, bound at the origin; entry 1: joint 1, bound at (0, 0, -1)
struct Stick {
  Model::Parts parts;
  Primitive primitive{.topology = Topology::kPoints,
                      .positions = {{3, 4, 0}, {0, 0, 2}},
                      .influences = {{0, 1, 3}, {{0, 1}, {0, 0.5f}, {1, 0.5f}}}};
  std::vector<float> morph_weights{};
  std::vector<float> morph_rest{};

  Stick() {
    parts.skeleton = SkeletonOf({-1, 0, 0});
    parts.skins = {SkinOf({0, 1}, {Affine{}, AffineOf({.translation = {0, 0, 1}})}, 3)};
    parts.instances = {{.joint = 2, .mesh = 0, .skin = 0}};
  }

  std::vector<float> Reach() {
    parts.meshes = {
        Expect(Mesh::Create({.primitives = {primitive}, .morph_weights = morph_weights}))};
    parts.morph_rest = morph_rest;
    return JointReach(Expect(Model::Create(parts)));
  }
};

TEST(JointReach, IsTheFarthestVertexThatAJointMovesAloneOrWithOthers) {
  EXPECT_THAT(Stick().Reach(), ElementsAre(5, 3, 0));
}

TEST(JointReach, IsAsLongAsItIsInTheJointsOwnSpace) {
  Stick stick;
  const Affine tenth = AffineOf({.scale = {0.5f, 0.25f, 8}});  // The joint scales by 2, 4 and 1/8.
  stick.parts.skins = {SkinOf({1, 0}, {Affine{}, tenth}, 3)};
  EXPECT_THAT(stick.Reach(), ElementsAre(16, 5, 0));
}

TEST(JointReach, IsTheLargestOfAllSkinsAndEntriesThatNameTheJoint) {
  Stick stick;
  stick.parts.skins.push_back(SkinOf({1, 1}, {AffineOf({.translation = {0, 8, 0}}), Affine{}}, 3));
  stick.parts.instances.push_back({.joint = 2, .mesh = 0, .skin = 1});
  EXPECT_THAT(stick.Reach(), ElementsAre(5, std::sqrt(9.0f + 144.0f), 0));
}

TEST(JointReach, OfAMeshWithoutASkinIsThatOfTheNodeThatCarriesIt) {
  Stick stick;
  stick.parts.instances = {{.joint = 2, .mesh = 0}};  // Its influences mean nothing there.
  EXPECT_THAT(stick.Reach(), ElementsAre(0, 0, 5));
  stick.parts.instances = {{.joint = 1, .mesh = 0, .skin = 0}};
  stick.primitive.influences = {};  // Moved by its node, skin or not.
  EXPECT_THAT(stick.Reach(), ElementsAre(0, 5, 0));
}

TEST(JointReach, LeavesOutWhatNoJointMoves) {
  Stick stick;
  stick.primitive.influences = {{0, 0, 1}, {{1, 1}}};  // Vertex 0 stays where it is,
  EXPECT_THAT(stick.Reach(), ElementsAre(0, 3, 0));
  stick.parts.skins = {SkinOf({0, kIdentityJoint}, {Affine{}, Affine{}}, 3)};  // and so does 1.
  EXPECT_THAT(stick.Reach(), ElementsAre(0, 0, 0));
  EXPECT_TRUE(JointReach(Model{}).empty());
}

// Weights of a vertex at (3, 4, 0), which the target moves by (3, 4, 0) more: 5 times 1 + weight.
//
//   rest  clip              from       to     farthest
//   0.5   none              0.5        0.5    7.5
//   0     0 to 2            0          2      15
//   0     0 to -8           -8         0      35
//   0     cubic, overshoots 0          > 1    more than 10
TEST(JointReach, CountsMorphsAsFarAsRestAndClipsTakeThem) {
  Stick stick;
  stick.primitive.positions = {{3, 4, 0}};
  stick.primitive.influences = {{0, 1}, {{0, 1}}};
  stick.primitive.morph_targets = {{.positions = {{3, 4, 0}}}, {}};
  stick.morph_weights = {0, 0};
  stick.morph_rest = {0.5f, 1};
  EXPECT_THAT(stick.Reach(), ElementsAre(7.5f, 0, 0));
  stick.morph_rest = {0, 0};
  const auto clip = [](Interpolation interpolation, std::vector<float> values) {
    return ClipOf({{.property = Property::kMorphWeights,
                    .interpolation = interpolation,
                    .times = {0, 1},
                    .values = std::move(values),
                    .width = 2}});
  };
  stick.parts.clips = {clip(Interpolation::kLinear, {0, 0, 2, 0})};
  EXPECT_THAT(stick.Reach(), ElementsAre(FloatNear(15, 1e-4f), 0, 0));
  stick.parts.clips.push_back(clip(Interpolation::kStep, {0, 0, -8, 0}));
  EXPECT_THAT(stick.Reach(), ElementsAre(FloatNear(35, 1e-4f), 0, 0));
  stick.parts.clips = {clip(Interpolation::kCubicSpline, {0, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0})};
  EXPECT_GT(stick.Reach()[0], 10.0f);
}

// Two instances of one mesh have weights of their own.
TEST(JointReach, TakesTheWeightsOfTheInstance) {
  Stick stick;
  stick.primitive.influences = {};
  stick.primitive.morph_targets = {{.positions = {{3, 4, 0}, {0, 0, 0}}}};
  stick.morph_weights = {0};
  stick.morph_rest = {1, 3};
  stick.parts.instances = {{.joint = 0, .mesh = 0, .first_morph = 0},
                           {.joint = 1, .mesh = 0, .first_morph = 1}};
  EXPECT_THAT(stick.Reach(), ElementsAre(10, 20, 0));
}

TEST(JointReach, IsNeverLessThanTheDistanceOfAVertexUnderAnyWeights) {
  SplitMix64 random(5);
  for (int round = 0; round < 200; ++round) {
    Stick stick;
    const Affine bind = AffineOf(random.Placement());
    stick.parts.skins = {SkinOf({0, 0}, {bind, bind}, 3)};
    stick.primitive.positions = {random.Vector(1), random.Vector(1)};
    stick.morph_weights = {0, 0, 0};
    for (int target = 0; target < 3; ++target) {
      stick.primitive.morph_targets.push_back({.positions = {random.Vector(1), random.Vector(1)}});
    }
    std::vector<float> ends;
    for (int i = 0; i < 6; ++i) ends.push_back(random.Between(-1, 1));
    stick.morph_rest = {ends[0], ends[1], ends[2]};
    stick.parts.clips = {ClipOf(
        {{.property = Property::kMorphWeights, .times = {0, 1}, .values = ends, .width = 3}})};
    const double reach = stick.Reach()[0];
    double farthest = 0.0;
    for (int corner = 0; corner < 8; ++corner) {  // Of the box of weights: one is the farthest.
      for (std::size_t v = 0; v < 2; ++v) {
        const Vec3 p = stick.primitive.positions[v];
        double at[3] = {p.x, p.y, p.z};
        for (std::size_t t = 0; t < 3; ++t) {
          const double weight = ends[t + ((corner >> t & 1) != 0 ? 3 : 0)];
          const Vec3 d = stick.primitive.morph_targets[t].positions[v];
          at[0] += weight * double{d.x};
          at[1] += weight * double{d.y};
          at[2] += weight * double{d.z};
        }
        double squared = 0.0;
        for (const auto& row : bind.m) {
          const double moved =
              double{row[0]} * at[0] + double{row[1]} * at[1] + double{row[2]} * at[2] + row[3];
          squared += moved * moved;
        }
        farthest = std::max(farthest, std::sqrt(squared));
      }
    }
    ASSERT_GE(reach * (1 + 1e-14), farthest) << round;
    ASSERT_LE(reach, 3 * farthest) << round;
  }
}

TEST(JointReach, OfAbsurdNumbersIsTheLargestUsable) {
  Stick stick;
  Affine far;
  far.m[0][0] = 1e18f;
  stick.parts.skins = {SkinOf({0, 1}, {far, far}, 3)};
  stick.primitive.positions = {{1e18f, 0, 0}, {0, 0, 0}};
  EXPECT_THAT(stick.Reach(), ElementsAre(kLargest, 0, 0));
}

// --- the bound of packed clips ---

VertexDeviation PackAndMeasure(const Model& model, const PackOptions& options) {
  const AlignedBytes bytes = Expect(WriteRuntimeFile(model, options));
  const RuntimeFile file = RuntimeFile::Open(bytes).value();
  const VertexGauge gauge(model);
  VertexDeviation worst;
  for (std::uint32_t clip = 0; clip < file.clip_count(); ++clip) {
    worst.Add(gauge.Measure(model.clips()[clip], file.clip(clip).value()));
  }
  std::cout << worst.distance / options.error_bound.value() << " of the bound at most, "
            << worst.moments << " moments, " << worst.vertices << " vertices\n";
  return worst;
}

// Scales that are uneven, negative and zero, STEPs and splines, two skins, meshes without one.
TEST(VertexBound, HoldsForEveryVertexOfAModelThatHasEverything) {
  for (const float bound : {1e-1f, 1e-2f, 1e-3f}) {
    EXPECT_LE(PackAndMeasure(RuntimeModel(),
                             {.error_bound = bound, .point_distance = 0, .keep_exact = false})
                  .distance,
              bound);
  }
}

// Axes of a metre hang on its hands, a hat on its head. Four of its 76 clips.
TEST(VertexBound, HoldsForTheBarbariansHatAtATenthOfAMillimetre) {
  const char* const path = "assets/kaykit/Barbarian.glb";
  SINEW_SKIP_WITHOUT_ASSET(path);
  GltfRead read = ReadAsset(path);
  ASSERT_TRUE(read.model.ok());
  Model::Parts parts = std::move(read.model).value().TakeParts();
  std::vector<Clip> some;
  for (std::size_t clip = 0; clip < parts.clips.size(); clip += 20) {
    some.push_back(parts.clips[clip]);
  }
  parts.clips = std::move(some);
  std::erase_if(parts.carried, [](const CarriedJson& carried) {
    return carried.owner == CarriedJson::Owner::kAnimation;
  });
  const Model model = Expect(Model::Create(std::move(parts)));
  const VertexDeviation worst = PackAndMeasure(model, {.error_bound = 1e-4f});
  EXPECT_LE(worst.distance, 1e-4) << "instance " << worst.instance << " at " << worst.time_s;
  EXPECT_GT(worst.moments, 1'000u);

  // Of points 3 cm off their joints alone: else the test shows nothing.
  const std::vector<float> near(model.skeleton().joint_count(), 0.03f);
  EXPECT_GT(
      PackAndMeasure(model,
                     {.error_bound = 1e-4f, .point_distance = 0.03f, .joint_point_distance = near})
          .distance,
      2e-4);
}

}  // namespace
}  // namespace sinew::testing
