// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "model/broken.h"
#include "sinew/influences.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;

float WeightOf(const Influences& influences, std::uint32_t vertex, std::uint32_t joint) {
  for (const Influence& one : influences.of(vertex)) {
    if (one.joint == joint) return one.weight;
  }
  return 0.0f;
}

TEST(LimitedInfluences, AreTheLargestAndWhatWasDroppedIsSaid) {  // C5
  const Influences before{{0, 4, 5}, {{0, 0.1f}, {1, 0.2f}, {2, 0.3f}, {3, 0.4f}, {2, 1.0f}}};
  const LimitedInfluences made = Expect(LimitInfluences(before, 2));
  EXPECT_EQ(made.influences.begins, (std::vector<std::uint32_t>{0, 2, 3}));
  EXPECT_NEAR(WeightOf(made.influences, 0, 2), 3.0 / 7.0, 1e-6);
  EXPECT_NEAR(WeightOf(made.influences, 0, 3), 4.0 / 7.0, 1e-6);
  EXPECT_EQ(made.loss.largest_dropped, 0.2f);
  EXPECT_EQ(made.loss.dropped_vertex, 0u);
  EXPECT_EQ(made.loss.dropped_joint, 1u);
  EXPECT_EQ(made.loss.limited_count, 1u);
  EXPECT_EQ(made.loss.most_influences, 2u);
}

TEST(LimitedInfluences, OfEqualsAreTheLowerJoints) {
  const Influences before{{0, 4}, {{0, 0.25f}, {1, 0.25f}, {2, 0.25f}, {3, 0.25f}}};
  EXPECT_THAT(Expect(LimitInfluences(before, 2)).influences.list,
              ElementsAre(Influence{0, 0.5f}, Influence{1, 0.5f}));
}

TEST(LimitedInfluences, KeepLockedJointsAsTheyAre) {
  const Influences before{{0, 4}, {{0, 0.125f}, {1, 0.25f}, {2, 0.25f}, {3, 0.375f}}};
  EXPECT_THAT(Expect(LimitInfluences(before, 2, std::vector<std::uint32_t>{0})).influences.list,
              ElementsAre(Influence{0, 0.125f}, Influence{3, 0.875f}));
  // Where the locked ones take all the room, one stays beside them: they leave 0.625 open.
  EXPECT_THAT(Expect(LimitInfluences(before, 1, std::vector<std::uint32_t>{2, 0})).influences.list,
              ElementsAre(Influence{0, 0.125f}, Influence{2, 0.25f}, Influence{3, 0.625f}));
}

TEST(LimitedInfluences, LeaveVerticesWithinTheLimitAloneToTheBit) {
  SplitMix64 random(1);
  Influences before{{0}, {}};
  for (std::uint32_t v = 0; v < 500; ++v) {
    const std::uint32_t count = random.Below(9);
    float total = 0.0f;
    const std::size_t first = before.list.size();
    for (std::uint32_t k = 0; k < count; ++k) {
      before.list.push_back({2 * k + random.Below(2), random.Unit() + 0.01f});
      total += before.list.back().weight;
    }
    for (std::size_t i = first; i < before.list.size(); ++i) before.list[i].weight /= total;
    before.begins.push_back(static_cast<std::uint32_t>(before.list.size()));
  }
  const LimitedInfluences made = Expect(LimitInfluences(before, 4));
  std::uint32_t limited = 0;
  for (std::uint32_t v = 0; v < 500; ++v) {
    const auto was = before.of(v), is = made.influences.of(v);
    if (was.size() <= 4) {
      ASSERT_TRUE(std::equal(was.begin(), was.end(), is.begin(), is.end())) << v;
      continue;
    }
    ++limited;
    ASSERT_EQ(is.size(), 4u);
    double sum = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      if (k > 0) {
        ASSERT_GT(is[k].joint, is[k - 1].joint);
      }
      sum += is[k].weight;
    }
    ASSERT_NEAR(sum, 1.0, 1e-6);
    for (const Influence& one : was) {  // Nothing that was dropped is larger than what stayed.
      if (WeightOf(made.influences, v, one.joint) > 0.0f) continue;
      ASSERT_LE(one.weight, made.loss.largest_dropped);
      for (const Influence& kept : is) ASSERT_LE(one.weight, WeightOf(before, v, kept.joint));
    }
  }
  EXPECT_GT(limited, 100u);
  EXPECT_EQ(made.loss.limited_count, limited);
}

TEST(LimitedInfluences, AreRefusedWhereThereIsNothingToLimit) {
  const Influences one{{0, 1}, {{0, 1.0f}}};
  EXPECT_THAT(LimitInfluences(one, 0), IsBrokenAt("/most", "at least 1"));
  EXPECT_THAT(LimitInfluences(Influences{}, 4), IsBrokenAt("/influences", "none to limit"));
  const Influences broken{{0, 1}, {{0, -1.0f}}};
  EXPECT_THAT(LimitInfluences(broken, 4), IsBrokenAt("/influences/list/0", "weight"));
}

TEST(LimitedModels, HaveNoVertexBeyondTheLimitAndNameTheLargestLoss) {
  const Influences one{{0, 1}, {{0, 1.0f}}};
  const Influences three{{0, 3}, {{0, 0.5f}, {1, 0.375f}, {2, 0.125f}}};
  const Influences even{{0, 3}, {{0, 0.25f}, {1, 0.375f}, {2, 0.375f}}};
  const auto primitive = [](const Influences& influences) {
    return Primitive{.positions = {{0, 0, 0}}, .influences = influences};
  };
  Model::Parts parts;
  parts.skeleton = SkeletonOf({-1, 0, 1});
  parts.skins = {SkinOf({0, 1, 2}, {Affine{}, Affine{}, Affine{}}, 3)};
  parts.meshes.push_back(Expect(Mesh::Create({.primitives = {primitive(one), primitive(three)}})));
  parts.meshes.push_back(Expect(Mesh::Create({.primitives = {primitive(three), primitive(even)}})));
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}, {.joint = 0, .mesh = 1, .skin = 0}};
  const LimitedModel made = Expect(LimitInfluences(Expect(Model::Create(std::move(parts))), 2));
  EXPECT_EQ(made.loss.limited_count, 3u);
  EXPECT_EQ(made.loss.most_influences, 2u);
  EXPECT_EQ(made.loss.largest_dropped, 0.25f);
  EXPECT_EQ(made.dropped_mesh, 1u);
  EXPECT_EQ(made.dropped_primitive, 1u);
  EXPECT_EQ(made.loss.dropped_joint, 0u);
  EXPECT_THAT(made.model.meshes()[1].primitives()[1].influences.list,
              ElementsAre(Influence{1, 0.5f}, Influence{2, 0.5f}));
  EXPECT_THAT(made.model.meshes()[0].primitives()[0].influences.list,
              ElementsAre(Influence{0, 1.0f}));
  EXPECT_FALSE(LimitInfluences(Model{}, 0).ok());
  EXPECT_TRUE(LimitInfluences(Model{}, 1).ok());
}

}  // namespace
}  // namespace sinew::testing
