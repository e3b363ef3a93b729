// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The two ways to solve for heat, and what is known of their cost before.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <utility>
#include <vector>

#include "rig/shapes.h"
#include "rig/weights/direct_solver.h"
#include "rig/weights/factor_cost.h"
#include "rig/weights/gradient_solver.h"
#include "sinew/weights.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

using weights::FactorCost;
using weights::HeatMatrix;
using weights::kBlock;
using weights::WorkBudget;

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Pairs RandomPairs(SplitMix64& random, std::uint32_t size, std::uint32_t count) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t a = random.Below(size), b = random.Below(size);
    if (a != b) pairs.insert(std::minmax(a, b));
  }
  return pairs;
}

// By elimination itself: a row that goes connects all that it was connected with.
FactorCost Eliminate(std::uint32_t size, const Pairs& pairs) {
  std::vector<std::set<std::uint32_t>> above(size);
  for (const auto& [low, high] : pairs) above[low].insert(high);
  FactorCost cost;
  for (std::uint32_t row = 0; row < size; ++row) {
    const auto count = static_cast<double>(above[row].size());
    cost.entries += count;
    cost.terms += count * (count + 1.0) / 2.0;
    if (above[row].empty()) continue;
    const std::uint32_t first = *above[row].begin();
    above[first].insert(std::next(above[row].begin()), above[row].end());
  }
  return cost;
}

TEST(FactorCost, IsThatOfEliminationOnRandomMatrices) {
  SplitMix64 random(11);
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t size = 1 + random.Below(60);
    const Pairs pairs = RandomPairs(random, size, random.Below(3 * size));
    const FactorCost wanted = Eliminate(size, pairs);
    const FactorCost found = weights::CostOfFactor(size, std::vector(pairs.begin(), pairs.end()));
    ASSERT_EQ(found.entries, wanted.entries) << "round " << round;
    ASSERT_EQ(found.terms, wanted.terms) << "round " << round;
  }
}

// What edges conduct varies over as many orders as surfaces allow; a tenth of the places is warmed.
HeatMatrix RandomHeat(SplitMix64& random, std::uint32_t size, std::uint32_t edge_count) {
  HeatMatrix heat;
  heat.diagonal.assign(size, 0.0);
  for (std::uint32_t i = 0; i < size; i += 10) {
    heat.diagonal[i] = static_cast<double>(random.Between(1e-3f, 10));
  }
  Pairs pairs = RandomPairs(random, size, edge_count);
  for (std::uint32_t i = 1; i < size; ++i) pairs.insert({i - 1, i});  // Connected.
  for (const auto& [low, high] : pairs) {
    double conducted = static_cast<double>(random.Between(0.1f, 1));
    for (std::uint32_t by = random.Below(5); by > 0; --by) conducted *= 0.05;
    heat.edges.push_back({low, high, conducted});
    heat.diagonal[low] += conducted;
    heat.diagonal[high] += conducted;
  }
  return heat;
}

// Eight joints that warm a place each, one right side per lane; each warms as the diagonal says.
std::vector<double> Sides(SplitMix64& random, const HeatMatrix& heat) {
  std::vector<double> block(heat.size() * kBlock, 0.0);
  for (std::size_t lane = 0; lane < kBlock; ++lane) {
    const std::size_t place = 10 * random.Below(static_cast<std::uint32_t>(heat.size() / 10));
    block[place * kBlock + lane] = 1e-3;
  }
  return block;
}

TEST(HeatSolvers, AgreeOnMatricesWithDenseFactors) {
  SplitMix64 random(3);
  for (const std::uint32_t size : {20u, 100u, 400u}) {
    const HeatMatrix heat = RandomHeat(random, size, 4 * size);
    std::vector<double> by_factors = Sides(random, heat);
    std::vector<double> by_gradients = by_factors;
    weights::DirectSolver direct(heat);
    ASSERT_TRUE(direct.Factor());
    direct.Solve(by_factors);
    WorkBudget budget(1'000'000'000);
    weights::GradientSolver gradients(heat);
    ASSERT_EQ(gradients.Solve(by_gradients, budget), weights::GradientSolver::Outcome::kSolved);
    EXPECT_GT(budget.spent(), 0.0);
    double largest = 0.0;
    for (std::size_t i = 0; i < by_factors.size(); ++i) {
      ASSERT_NEAR(by_gradients[i], by_factors[i], 1e-8) << i;
      largest = std::max(largest, by_factors[i]);
    }
    EXPECT_GT(largest, 1e-5);  // There was something to agree on.
  }
}

TEST(HeatSolvers, GiveUpWhereTheWorkIsMoreThanAllowed) {
  SplitMix64 random(4);
  const HeatMatrix heat = RandomHeat(random, 400, 1600);
  std::vector<double> block = Sides(random, heat);
  WorkBudget budget(100'000);
  weights::GradientSolver gradients(heat);
  EXPECT_EQ(gradients.Solve(block, budget), weights::GradientSolver::Outcome::kTooMuchWork);
}

// --- whole meshes ---

// Random triangles: nearly every pair of vertices would be an entry of the factor.
Shape Soup(std::uint32_t vertex_count, std::uint32_t triangle_count) {
  SplitMix64 random(1);
  Shape soup;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    const Vec3 p = random.Vector(1.0f);
    soup.positions.push_back({p.x, 2.0f + 2.0f * p.y, p.z});
  }
  for (std::uint32_t c = 0; c < 3 * triangle_count; ++c) {
    soup.triangles.push_back(random.Below(vertex_count));
  }
  return soup;
}

TEST(WorkOfHeat, OfTrianglesBetweenEverythingNeedsNoFactor) {
  const Shape soup = Soup(6000, 20'000);
  const std::vector<BoneSegment> bones = Chain(4, 1.0f);
  // A dense factor has 18 million entries of 12 bytes, and takes 36,000 million terms.
  const WeightsResult made = Expect(HeatWeights(
      soup.Request(bones, 4), {.max_solver_bytes = 20'000'000, .max_work = 4'000'000'000}));
  EXPECT_EQ(made.report.unweighted_count, 0u);
  for (std::uint32_t v = 0; v < soup.positions.size(); ++v) {
    double sum = 0.0;
    for (const Influence& one : made.influences.of(v)) sum += static_cast<double>(one.weight);
    ASSERT_NEAR(sum, 1.0, 1e-5) << v;
  }
  const Result<WeightsResult> refused =
      HeatWeights(soup.Request(bones, 4), {.max_solver_bytes = 1'000'000});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().code, FailureCode::kLimit);
  EXPECT_THAT(refused.failure().message, ::testing::HasSubstr("max_solver_bytes"));
}

// Triangles around the bones that hide nothing and whose boxes are in everybody's way.
Shape Slanted(std::uint32_t count) {
  Shape shape;
  for (std::uint32_t i = 0; i < count; ++i) {
    const float e = static_cast<float>(i) / static_cast<float>(count);
    shape.Append({{{-1 + e, 0, -1}, {1 + e, 4, 1}, {1 + e, 4, 0.999f}}, {0, 1, 2}});
  }
  return shape;
}

TEST(WorkOfHeat, ExactlyWhatItTakesIsAllowedAndLessIsRefused) {
  std::vector<Shape> shapes{Tube(20, 16, 4.0f), Soup(1500, 6000), Slanted(300)};
  shapes.push_back(Tube(10, 8, 4.0f));
  for (std::uint32_t v = 0; v < 20; ++v)
    shapes[3].positions.push_back({2, 0.2f * static_cast<float>(v), 0});
  // One joint needs no solution: then lines of sight are all.
  for (const std::vector<BoneSegment>& bones : {Chain(4, 1.0f), Chain(1, 4.0f)}) {
    for (const Shape& shape : shapes) {
      const WeightsRequest request = shape.Request(bones, 4);
      const WeightsResult made = Expect(HeatWeights(request));
      const auto work = static_cast<std::uint64_t>(std::ceil(made.report.work));
      EXPECT_GT(work, shape.positions.size() * bones.size());
      const WeightsResult again = Expect(HeatWeights(request, {.max_work = work}));
      EXPECT_EQ(again.influences.list, made.influences.list);
      for (const std::uint64_t less : {work - 1, work / 2, work / 100, std::uint64_t{0}}) {
        const Result<WeightsResult> refused = HeatWeights(request, {.max_work = less});
        ASSERT_FALSE(refused.ok()) << less << " of " << work;
        EXPECT_EQ(refused.failure().code, FailureCode::kLimit);
        EXPECT_EQ(refused.failure().place, "/triangles");
        EXPECT_THAT(refused.failure().message,
                    ::testing::HasSubstr("max_work, " + std::to_string(less)));
      }
    }
  }
}

TEST(WorkOfHeat, GrowsWithTheSquareOfTrianglesThatAreInEverybodysWay) {
  const std::vector<BoneSegment> bones = Chain(4, 1.0f);
  const auto work_of = [&](std::uint32_t count) {
    const Shape shape = Slanted(count);
    return Expect(HeatWeights(shape.Request(bones, 4))).report.work;
  };
  EXPECT_GT(work_of(800), 3.0 * work_of(400));
}

TEST(WorkOfTransfer, IsRefusedWhereAllTrianglesAreEquallyNear) {
  // Points on the axis of a tube: every side of it is as near as the others.
  const Shape tube = Tube(2, 400, 4.0f);
  Shape axis;
  for (std::uint32_t v = 0; v < 100; ++v)
    axis.positions.push_back({0, 1.0f + 0.02f * static_cast<float>(v), 0});
  Influences influences;
  influences.begins = {0};
  for (std::size_t v = 0; v < tube.positions.size(); ++v) {
    influences.list.push_back({0, 1.0f});
    influences.begins.push_back(static_cast<std::uint32_t>(v + 1));
  }
  const WeightedSurface source{tube.positions, tube.triangles, influences};
  const WeightsResult made = Expect(TransferWeights(source, axis.positions));
  EXPECT_GT(made.report.work, 100.0 * 400.0);
  const auto work = static_cast<std::uint64_t>(std::ceil(made.report.work));
  EXPECT_TRUE(TransferWeights(source, axis.positions, kMaxWeightsBytes, work).ok());
  const Result<WeightsResult> refused =
      TransferWeights(source, axis.positions, kMaxWeightsBytes, work - 1);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().code, FailureCode::kLimit);
  EXPECT_THAT(refused.failure().message, ::testing::HasSubstr("max_work"));
}

}  // namespace
}  // namespace sinew::testing
