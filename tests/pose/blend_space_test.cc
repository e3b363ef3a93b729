// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/blend_space.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "support/random.h"

namespace sinew {
namespace {

using testing::SplitMix64;

BlendSpace LineOf(const std::vector<float>& samples) {
  Result<BlendSpace> space = BlendSpace::Line(samples);
  EXPECT_TRUE(space.ok()) << (space.ok() ? "" : Describe(space.failure()));
  return *space;
}

BlendSpace PlaneOf(const std::vector<Vec2>& samples) {
  Result<BlendSpace> space = BlendSpace::Plane(samples);
  EXPECT_TRUE(space.ok()) << (space.ok() ? "" : Describe(space.failure()));
  return *space;
}

std::vector<float> WeightsAt(const BlendSpace& space, Vec2 parameter) {
  std::vector<float> weights(space.sample_count(), -1.0f);
  EXPECT_EQ(space.Weights(parameter, weights), Error::kNone);
  return weights;
}

// The parameter that the weights stand for.
Vec2 Meant(const std::vector<Vec2>& samples, const std::vector<float>& weights) {
  double x = 0.0, y = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    x += static_cast<double>(weights[i]) * static_cast<double>(samples[i].x);
    y += static_cast<double>(weights[i]) * static_cast<double>(samples[i].y);
  }
  return {static_cast<float>(x), static_cast<float>(y)};
}

void ExpectWeights(const std::vector<float>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  EXPECT_NEAR(sum, 1.0, 2e-7);
  int used = 0;
  for (const float weight : weights) {
    EXPECT_TRUE(weight >= 0.0f && weight <= 1.0f) << weight;
    used += weight > 0.0f ? 1 : 0;
  }
  EXPECT_LE(used, 3);
}

std::vector<Vec2> RandomSamples(SplitMix64& random, std::uint32_t count) {
  std::vector<Vec2> samples;
  for (std::uint32_t i = 0; i < count; ++i) {
    const float x = random.Between(-1, 1);
    samples.push_back({x, random.Between(-1, 1)});
  }
  return samples;
}

// speed   0 idle ---- 1 walk ------------ 3 run
TEST(BlendSpace, ALineIsLinearBetweenNeighboursInAnyOrder) {
  const BlendSpace space = LineOf({1, 3, 0});
  EXPECT_EQ(WeightsAt(space, {0.25f}), (std::vector<float>{0.25f, 0, 0.75f}));
  EXPECT_EQ(WeightsAt(space, {1.5f}), (std::vector<float>{0.75f, 0.25f, 0}));
  EXPECT_EQ(WeightsAt(space, {2.0f}), (std::vector<float>{0.5f, 0.5f, 0}));
}

TEST(BlendSpace, BeyondItsEndsALineIsItsEnd) {
  const BlendSpace space = LineOf({1, 3, 0});
  EXPECT_EQ(WeightsAt(space, {-5}), (std::vector<float>{0, 0, 1}));
  EXPECT_EQ(WeightsAt(space, {1e18f}), (std::vector<float>{0, 1, 0}));
}

TEST(BlendSpace, ALineReadsItsOneParameterAlone) {
  const BlendSpace space = LineOf({0, 1});
  EXPECT_EQ(space.dimension(), 1u);
  EXPECT_EQ(WeightsAt(space, {0.5f, std::numeric_limits<float>::quiet_NaN()}),
            (std::vector<float>{0.5f, 0.5f}));
}

TEST(BlendSpace, OneSampleIsAlwaysOne) {
  EXPECT_EQ(WeightsAt(LineOf({5}), {-3}), std::vector<float>{1});
  EXPECT_EQ(WeightsAt(PlaneOf({{5, 5}}), {-3, 1e18f}), std::vector<float>{1});
}

//   c
//   |  \            the middle of ab, and a third of each
//   a --- b
TEST(BlendSpace, InATriangleWeightsAreBarycentric) {
  const BlendSpace space = PlaneOf({{0, 0}, {3, 0}, {0, 3}});
  EXPECT_EQ(WeightsAt(space, {1.5f, 0}), (std::vector<float>{0.5f, 0.5f, 0}));
  const std::vector<float> thirds = WeightsAt(space, {1, 1});
  for (const float weight : thirds) EXPECT_NEAR(weight, 1.0 / 3.0, 1e-7);
}

TEST(BlendSpace, OutsideTheNearestPointOfTheHullCounts) {
  const BlendSpace space = PlaneOf({{0, 0}, {1, 0}, {0, 1}});
  EXPECT_EQ(WeightsAt(space, {-4, -4}), (std::vector<float>{1, 0, 0}));
  EXPECT_EQ(WeightsAt(space, {0.25f, -9}), (std::vector<float>{0.75f, 0.25f, 0}));
  EXPECT_EQ(WeightsAt(space, {5, 5}), (std::vector<float>{0, 0.5f, 0.5f}));
  EXPECT_EQ(WeightsAt(space, {9, 0.5f}), (std::vector<float>{0, 1, 0}));
}

TEST(BlendSpace, SamplesOnOneLineInAPlaneBlendAlongIt) {
  const BlendSpace space = PlaneOf({{2, 2}, {0, 0}, {1, 1}});
  EXPECT_EQ(space.triangles().size(), 0u);
  EXPECT_EQ(WeightsAt(space, {0.5f, 0.5f}), (std::vector<float>{0, 0.5f, 0.5f}));
  EXPECT_EQ(WeightsAt(space, {1, 0}), (std::vector<float>{0, 0.5f, 0.5f}));
  EXPECT_EQ(WeightsAt(space, {7, 7}), (std::vector<float>{1, 0, 0}));
  const BlendSpace upright = PlaneOf({{4, 0}, {4, 1}});
  EXPECT_EQ(WeightsAt(upright, {1e18f, 0.25f}), (std::vector<float>{0.75f, 0.25f}));
}

TEST(BlendSpace, ASampleFindsItselfExactly) {
  SplitMix64 random(430);
  for (int i = 0; i < 50; ++i) {
    const std::vector<Vec2> samples = RandomSamples(random, 1 + random.Below(40));
    const BlendSpace space = PlaneOf(samples);
    for (std::size_t k = 0; k < samples.size(); ++k) {
      std::vector<float> expected(samples.size(), 0.0f);
      expected[k] = 1.0f;
      EXPECT_EQ(WeightsAt(space, samples[k]), expected);
    }
  }
}

TEST(BlendSpace, InsideTheWeightsMeanTheParameterThatWasAskedFor) {
  SplitMix64 random(431);
  for (int i = 0; i < 50; ++i) {
    const std::vector<Vec2> samples = RandomSamples(random, 3 + random.Below(40));
    const BlendSpace space = PlaneOf(samples);
    for (int k = 0; k < 200; ++k) {
      // Between three of the samples is inside.
      const Vec2 a = samples[random.Below(space.sample_count())];
      const Vec2 b = samples[random.Below(space.sample_count())];
      const Vec2 c = samples[random.Below(space.sample_count())];
      const float u = random.Unit(), v = random.Unit() * (1 - u);
      const Vec2 at{a.x * u + b.x * v + c.x * (1 - u - v), a.y * u + b.y * v + c.y * (1 - u - v)};
      const std::vector<float> weights = WeightsAt(space, at);
      ExpectWeights(weights);
      const Vec2 meant = Meant(samples, weights);
      ASSERT_NEAR(meant.x, at.x, 1e-6);
      ASSERT_NEAR(meant.y, at.y, 1e-6);
    }
  }
}

// Measured as the space measures: each axis by its extent.
TEST(BlendSpace, OutsideNoSampledPointOfTheHullIsNearer) {
  SplitMix64 random(432);
  for (int i = 0; i < 40; ++i) {
    std::vector<Vec2> samples = RandomSamples(random, 3 + random.Below(12));
    samples.insert(samples.end(), {{-1, -1}, {1, 1}});  // So that both extents are 2.
    const BlendSpace space = PlaneOf(samples);
    for (int k = 0; k < 50; ++k) {
      const Vec2 at{random.Between(-3, 3), random.Between(-3, 3)};
      const std::vector<float> weights = WeightsAt(space, at);
      ExpectWeights(weights);
      const Vec2 meant = Meant(samples, weights);
      const float distance = std::hypot(meant.x - at.x, meant.y - at.y);
      for (const Vec2& a : samples) {
        for (const Vec2& b : samples) {
          for (const float t : {0.0f, 0.2f, 0.5f, 0.7f}) {
            const float x = a.x + (b.x - a.x) * t, y = a.y + (b.y - a.y) * t;
            ASSERT_GE(std::hypot(x - at.x, y - at.y), distance - 1e-5f);
          }
        }
      }
    }
  }
}

TEST(BlendSpace, WeightsDoNotJumpWhileTheParameterWalks) {
  SplitMix64 random(433);
  for (int i = 0; i < 30; ++i) {
    std::vector<Vec2> samples;  // On a coarse lattice: many on common lines and circles.
    for (int k = 0; k < 25; ++k) {
      const Vec2 at{static_cast<float>(random.Below(6)), static_cast<float>(random.Below(6))};
      if (std::find(samples.begin(), samples.end(), at) == samples.end()) samples.push_back(at);
    }
    const BlendSpace space = PlaneOf(samples);
    const Vec2 from{random.Between(-2, 8), random.Between(-2, 8)};
    const Vec2 to{random.Between(-2, 8), random.Between(-2, 8)};
    std::vector<float> last = WeightsAt(space, from);
    constexpr int kSteps = 4000;
    for (int k = 1; k <= kSteps; ++k) {
      const float t = static_cast<float>(k) / kSteps;
      const std::vector<float> now =
          WeightsAt(space, {from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t});
      for (std::size_t w = 0; w < now.size(); ++w) ASSERT_NEAR(now[w], last[w], 0.05);
      last = now;
    }
  }
}

// No sample lies inside the circle around a triangle. Small whole numbers: exact here.
TEST(BlendSpace, TheTriangulationIsDelaunayAndFillsTheHull) {
  SplitMix64 random(434);
  for (int i = 0; i < 200; ++i) {
    std::vector<Vec2> samples{{0, 0}, {16, 0}, {0, 16}, {16, 16}};  // Equal extents, a square hull.
    for (std::uint32_t k = random.Below(30); k > 0; --k) {
      const Vec2 at{static_cast<float>(random.Below(17)), static_cast<float>(random.Below(17))};
      if (std::find(samples.begin(), samples.end(), at) == samples.end()) samples.push_back(at);
    }
    const BlendSpace space = PlaneOf(samples);
    double area = 0.0;
    for (const auto& [a, b, c] : space.triangles()) {
      const auto at = [&](std::uint32_t s) {
        return std::pair{static_cast<long long>(samples[s].x),
                         static_cast<long long>(samples[s].y)};
      };
      const auto [ax, ay] = at(a);
      const auto [bx, by] = at(b);
      const auto [cx, cy] = at(c);
      const long long twice = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
      ASSERT_GT(twice, 0);
      area += 0.5 * static_cast<double>(twice);
      for (std::uint32_t s = 0; s < samples.size(); ++s) {
        const auto [dx, dy] = at(s);
        const auto lift = [&, sx = dx, sy = dy](long long x, long long y) {
          return (x - sx) * (x - sx) + (y - sy) * (y - sy);
        };
        const long long inside = lift(ax, ay) * ((bx - dx) * (cy - dy) - (by - dy) * (cx - dx)) +
                                 lift(bx, by) * ((cx - dx) * (ay - dy) - (cy - dy) * (ax - dx)) +
                                 lift(cx, cy) * ((ax - dx) * (by - dy) - (ay - dy) * (bx - dx));
        ASSERT_LE(inside, 0) << "sample " << s;
      }
    }
    EXPECT_EQ(area, 256.0);
  }
}

TEST(BlendSpace, TheOrderOfSamplesChangesNothingButTheirNumbers) {
  SplitMix64 random(435);
  std::vector<Vec2> samples;
  for (int x = 0; x < 5; ++x) {
    for (int y = 0; y < 5; ++y) samples.push_back({static_cast<float>(x), static_cast<float>(y)});
  }
  const BlendSpace space = PlaneOf(samples);
  std::vector<std::size_t> order(samples.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[random.Below(static_cast<std::uint32_t>(i))]);
  }
  std::vector<Vec2> shuffled;
  for (const std::size_t from : order) shuffled.push_back(samples[from]);
  const BlendSpace other = PlaneOf(shuffled);
  for (int i = 0; i < 1000; ++i) {
    const Vec2 at{random.Between(-1, 5), random.Between(-1, 5)};
    const std::vector<float> weights = WeightsAt(space, at), others = WeightsAt(other, at);
    for (std::size_t k = 0; k < order.size(); ++k) ASSERT_EQ(others[k], weights[order[k]]);
  }
}

TEST(BlendSpace, UnitsOfAnAxisDoNotMatter) {
  SplitMix64 random(436);
  const std::vector<Vec2> samples = RandomSamples(random, 20);
  std::vector<Vec2> scaled;
  for (const Vec2& s : samples) scaled.push_back({s.x * 1024, s.y * 0x1p-20f});
  const BlendSpace space = PlaneOf(samples), other = PlaneOf(scaled);
  for (int i = 0; i < 500; ++i) {
    const Vec2 at{random.Between(-2, 2), random.Between(-2, 2)};
    EXPECT_EQ(WeightsAt(space, at), WeightsAt(other, {at.x * 1024, at.y * 0x1p-20f}));
  }
}

TEST(BlendSpace, SamplesThatCoincideAreRefusedByName) {
  EXPECT_EQ(BlendSpace::Line(std::vector<float>{0, 1, 1}).failure().place, "/2");
  EXPECT_EQ(BlendSpace::Plane(std::vector<Vec2>{{0, 0}, {1, 0}, {0, 0}}).failure().place, "/2");
  EXPECT_FALSE(BlendSpace::Line(std::vector<float>{0, 1, 1.00001f}).ok());
  EXPECT_TRUE(BlendSpace::Line(std::vector<float>{0, 1, 1.001f}).ok());
}

TEST(BlendSpace, WhatIsNoParameterIsRefused) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(BlendSpace::Line({}).ok());
  EXPECT_EQ(BlendSpace::Line(std::vector<float>{0, kNan}).failure().place, "/1");
  EXPECT_FALSE(BlendSpace::Plane(std::vector<Vec2>{{0, 2e18f}}).ok());
  EXPECT_EQ(BlendSpace::Line(std::vector<float>(BlendSpace::kMostSamples + 1)).failure().code,
            FailureCode::kLimit);
  const BlendSpace space = LineOf({0, 1});
  std::vector<float> weights{7, 7};
  EXPECT_EQ(space.Weights({kNan}, weights), Error::kValueNotFinite);
  EXPECT_EQ(space.Weights({0}, std::span(weights).first(1)), Error::kWeightsTooSmall);
  EXPECT_EQ(weights, (std::vector<float>{7, 7}));
}

TEST(BlendSpace, TheMostSamplesThereMayBeAreTriangulated) {
  SplitMix64 random(437);
  std::vector<Vec2> samples;
  for (std::uint32_t i = 0; i < BlendSpace::kMostSamples; ++i) {  // A jittered lattice.
    const float x = static_cast<float>(i % 32) + random.Between(0, 0.5f);
    samples.push_back({x, static_cast<float>(i / 32) + random.Between(0, 0.5f)});
  }
  const BlendSpace space = PlaneOf(samples);
  for (int i = 0; i < 200; ++i) {
    ExpectWeights(WeightsAt(space, {random.Between(-1, 33), random.Between(-1, 33)}));
  }
}

}  // namespace
}  // namespace sinew
