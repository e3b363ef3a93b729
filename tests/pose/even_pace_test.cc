// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// RotationAverage::kEvenPace, held against slerp and the spherical mean in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "sinew/blending.h"
#include "support/build_model.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::SameRotation;
using testing::SkeletonOf;
using testing::SplitMix64;
using Rotation = std::array<double, 4>;

struct Weighted {
  Quat rotation;
  float weight;
};

Rotation Double(Quat q) { return {q.x, q.y, q.z, q.w}; }

double Dot(const Rotation& a, const Rotation& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

Rotation Sum(const Rotation& a, double of_a, const Rotation& b, double of_b) {
  Rotation sum;
  for (std::size_t i = 0; i < 4; ++i) sum[i] = a[i] * of_a + b[i] * of_b;
  return sum;
}

Rotation Unit(const Rotation& q) { return Sum(q, 1.0 / std::sqrt(Dot(q, q)), q, 0.0); }

// Radians of rotation; q and -q are one rotation.
double Between(const Rotation& a, const Rotation& b) {
  const Rotation near = Sum(a, 1.0, b, Dot(a, b) < 0.0 ? 1.0 : -1.0);
  return 4.0 * std::asin(std::min(1.0, 0.5 * std::sqrt(Dot(near, near))));
}

Rotation Slerp(const Rotation& a, Rotation b, double t) {
  if (Dot(a, b) < 0.0) b = Sum(b, -1.0, b, 0.0);
  const double half = 0.5 * Between(a, b);
  if (half < 1e-9) return a;
  return Unit(Sum(a, std::sin((1.0 - t) * half), b, std::sin(t * half)));
}

// Steps along the average arc until there is none. All lie on one side of the first.
Rotation SphericalMean(const std::vector<Weighted>& all) {
  Rotation mean = Double(all[0].rotation);
  double weight = 0.0;
  for (const Weighted& one : all) weight += static_cast<double>(one.weight);
  for (int step = 0; step < 200; ++step) {
    Rotation arc{};
    for (const Weighted& one : all) {
      Rotation q = Double(one.rotation);
      if (Dot(q, Double(all[0].rotation)) < 0.0) q = Sum(q, -1.0, q, 0.0);
      const Rotation across = Sum(q, 1.0, mean, -Dot(q, mean));
      const double length = std::sqrt(Dot(across, across));
      if (length < 1e-12) continue;
      const double angle = std::atan2(length, Dot(q, mean));
      arc = Sum(arc, 1.0, across, angle / length * static_cast<double>(one.weight) / weight);
    }
    const double length = std::sqrt(Dot(arc, arc));
    if (length < 1e-14) break;
    mean = Unit(Sum(mean, std::cos(length), arc, std::sin(length) / length));
  }
  return mean;
}

Rotation Blended(const std::vector<Weighted>& all, RotationAverage rotations) {
  static const Skeleton skeleton = SkeletonOf({-1}, {{}});
  std::vector<Pose> poses;
  poses.reserve(all.size());
  std::vector<BlendLayer> layers;
  for (const Weighted& one : all) {
    poses.emplace_back(std::vector<Transform>{{.rotation = one.rotation}});
    layers.push_back({.pose = poses.back(), .weight = one.weight});
  }
  Pose out(1);
  EXPECT_EQ(
      (BlendJob{.skeleton = skeleton, .layers = layers, .rotations = rotations, .pose = out}.Run()),
      Error::kNone);
  const Rotation found = Double(out.joint(0).rotation);
  EXPECT_NEAR(Dot(found, found), 1.0, 1e-6);
  return found;
}

Rotation Evenly(const std::vector<Weighted>& all) {
  return Blended(all, RotationAverage::kEvenPace);
}

Quat TurnAboutZ(float degrees) {
  return QuatOf({0, 0, 1}, degrees * std::numbers::pi_v<float> / 180.0f);
}

// A turn of up to `most` radians from q.
Quat Near(SplitMix64& random, Quat q, float most) {
  const Vec3 v = random.Vector(1);
  const float length = Length(v);
  return Multiply(q, QuatOf({v.x / length, v.y / length, v.z / length}, random.Unit() * most));
}

TEST(EvenPace, OfTwoRotationsIsSlerpWithinAHundredThousandth) {  // C11
  SplitMix64 random(611);
  double worst = 0.0, worst_sum = 0.0;
  for (int round = 0; round < 20'000; ++round) {
    const Quat a = random.Rotation(), b = random.Rotation();
    const float t = random.Unit(), scale = round % 2 == 0 ? 1.0f : random.Between(1e-6f, 1e6f);
    const std::vector<Weighted> both{{a, (1.0f - t) * scale}, {b, t * scale}};
    if (!(both[0].weight > 0.0f && both[1].weight > 0.0f)) continue;
    const Rotation slerp = Slerp(Double(a), Double(b), static_cast<double>(t));
    worst = std::max(worst, Between(Evenly(both), slerp));
    worst_sum = std::max(worst_sum, Between(Blended(both, RotationAverage::kSum), slerp));
  }
  EXPECT_LE(worst, 1e-5);
  EXPECT_GT(worst_sum, 0.1);  // 8 degrees: what the header says of the sum.
}

TEST(EvenPace, AQuarterOfTheWeightIsAQuarterOfTheWay) {  // C11
  for (const float degrees : {1.0f, 30.0f, 90.0f, 150.0f, 179.0f}) {
    for (const float t : {0.25f, 0.5f, 0.75f}) {
      const Rotation found = Evenly({{TurnAboutZ(0), 1.0f - t}, {TurnAboutZ(degrees), t}});
      EXPECT_LE(Between(found, Double(TurnAboutZ(degrees * t))), 1e-5) << degrees << " " << t;
    }
  }
}

TEST(EvenPace, OfManyRotationsLiesNearTheirSphericalMean) {
  SplitMix64 random(612);
  double worst = 0.0, worst_sum = 0.0;
  for (int round = 0; round < 5'000; ++round) {
    const Quat centre = random.Rotation();
    std::vector<Weighted> all;
    for (int i = 0; i < 3 + round % 3; ++i) {
      all.push_back({Near(random, centre, 0.8f), random.Between(0.05f, 1.0f)});
    }
    const Rotation mean = SphericalMean(all);
    worst = std::max(worst, Between(Evenly(all), mean));
    worst_sum = std::max(worst_sum, Between(Blended(all, RotationAverage::kSum), mean));
  }
  EXPECT_LE(worst, 0.1 * worst_sum);
  EXPECT_GT(worst_sum, 1e-3);
}

// What has hardly any weight moves the blend hardly at all: nothing pops when a third fades in.
TEST(EvenPace, AThirdThatFadesInStartsFromTheSlerpOfTheOthers) {
  SplitMix64 random(613);
  for (int round = 0; round < 2'000; ++round) {
    const Quat a = random.Rotation(), b = random.Rotation(), c = random.Rotation();
    const float t = random.Between(0.1f, 0.9f);
    const Rotation two = Evenly({{a, 1.0f - t}, {b, t}});
    for (const float weight : {1e-7f, 1e-5f, 1e-3f}) {
      const Rotation three = Evenly({{a, 1.0f - t}, {b, t}, {c, weight}});
      // A long arc's share, and what it moves the sum from which the step begins.
      EXPECT_LE(Between(two, three), 2e-6 + 6.0 * static_cast<double>(weight)) << round;
    }
  }
}

// While the heaviest stays the same, the blend moves no faster than a few times its weights,
// wherever the rotations are. (Sides change where another becomes the heaviest; docs/mixer.md.)
TEST(EvenPace, IsContinuousInTheWeightsWhereverTheRotationsAre) {
  SplitMix64 random(614);
  for (int round = 0; round < 2'000; ++round) {
    std::vector<Weighted> all{{random.Rotation(), 1.0f}};
    for (int i = 0; i < 3; ++i) all.push_back({random.Rotation(), random.Between(0.0f, 0.25f)});
    Rotation before = Evenly(all);
    for (int step = 0; step < 20; ++step) {
      for (std::size_t i = 1; i < all.size(); ++i) all[i].weight += 1e-4f;
      const Rotation now = Evenly(all);
      ASSERT_LE(Between(before, now), 2e-6 + 3.5 * 3e-4) << round;
      before = now;
    }
  }
}

TEST(EvenPace, OneRotationIsItself) {
  SplitMix64 random(615);
  for (int round = 0; round < 1'000; ++round) {
    const Quat q = random.Rotation();
    EXPECT_LE(Between(Evenly({{q, random.Between(0.01f, 9.0f)}}), Double(q)), 1e-6);
    const Quat minus_q{-q.x, -q.y, -q.z, -q.w};
    EXPECT_LE(Between(Evenly({{q, 0.3f}, {minus_q, 0.5f}, {q, 0.1f}}), Double(q)), 1e-6);
  }
}

// Some lie more than a right angle from the mean.
TEST(EvenPace, OpposedRotationsGiveAUnitRotation) {
  const float half = std::sqrt(0.5f);
  Evenly({{{0, 0, 0, 1}, 1.0f},
          {{half, half, 0, 0}, 0.99f},
          {{-half, half, 0, 0}, 0.99f},
          {{0, 0, 1, 0}, 0.98f}});
  SplitMix64 random(616);
  for (int round = 0; round < 5'000; ++round) {
    std::vector<Weighted> all;
    for (int i = 0; i < 6; ++i) all.push_back({random.Rotation(), random.Between(0.9f, 1.0f)});
    Evenly(all);
  }
}

TEST(EvenPace, RotationsThatAreNotUnitGiveNumbersAndWhereNothingElseWouldTheSum) {
  const Skeleton skeleton = SkeletonOf({-1}, {{}});
  for (const float length : {0.0f, 1e-20f, 0.5f, 2.0f, 10.0f, 100.0f, 1e6f, 1e12f, 1e18f}) {
    const Pose a(std::vector<Transform>{{.rotation = TurnAboutZ(30)}});
    const Pose b(std::vector<Transform>{{.rotation = {0, 0, 0.6f * length, 0.8f * length}}});
    for (const float weight : {0.0f, 0.25f, 1.0f}) {
      const std::vector<BlendLayer> layers{{.pose = a, .weight = weight}, {.pose = b}};
      Pose even(1), sum(1);
      BlendJob job{.skeleton = skeleton, .layers = layers, .pose = sum};
      ASSERT_EQ(job.Run(), Error::kNone);
      job.rotations = RotationAverage::kEvenPace;
      job.pose = even;
      ASSERT_EQ(job.Run(), Error::kNone);
      const Quat found = even.joint(0).rotation;
      EXPECT_TRUE(IsUsable(found.x) && IsUsable(found.y) && IsUsable(found.z) && IsUsable(found.w))
          << length << " at " << weight;
      if (length == 0.0f || length > 50.0f) {
        EXPECT_LE(Between(Double(found), Double(sum.joint(0).rotation)), 0.1) << length;
      }
    }
  }
}

TEST(EvenPace, MasksAndRestTakePartAsLayersDo) {  // C61
  const Skeleton skeleton = SkeletonOf({-1, 0}, {{}, {}});
  const Pose a(std::vector<Transform>(2, {.rotation = TurnAboutZ(160)}));
  const std::vector<float> mask{0.25f, 0.75f};
  const std::vector<BlendLayer> layers{{.pose = a, .weight = 1.0f, .joint_weights = mask}};
  Pose out(2);
  ASSERT_EQ((BlendJob{.skeleton = skeleton,
                      .layers = layers,
                      .rotations = RotationAverage::kEvenPace,
                      .fill_with_rest = true,
                      .pose = out}
                 .Run()),
            Error::kNone);
  EXPECT_TRUE(SameRotation(out.joint(0).rotation, TurnAboutZ(40), 1e-5));
  EXPECT_TRUE(SameRotation(out.joint(1).rotation, TurnAboutZ(120), 1e-5));
}

}  // namespace
}  // namespace sinew
