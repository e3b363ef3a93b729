// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Automatic weights: a bumpy ball with bones like the spines of an urchin. A ball is harder on the
// solver than a body of limbs, whose parts meet in narrow rings.
#include <cmath>
#include <string>
#include <vector>

#include "sinew/weights.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

constexpr std::uint32_t kBones = 60;

struct Ball {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> triangles;
  std::vector<BoneSegment> bones;
};

// Six sides of a cube, blown up; they have vertices of their own along the edges, as files do.
Ball MakeBall(std::uint32_t vertex_count) {
  Ball ball;
  std::uint32_t side = 2;
  while (6 * (side + 1) * (side + 1) <= vertex_count) ++side;
  for (std::uint32_t face = 0; face < 6; ++face) {
    const auto first = static_cast<std::uint32_t>(ball.positions.size());
    for (std::uint32_t i = 0; i < side; ++i) {
      for (std::uint32_t k = 0; k < side; ++k) {
        const double u = 2.0 * i / (side - 1.0) - 1.0, v = 2.0 * k / (side - 1.0) - 1.0;
        const double sign = face % 2 == 0 ? 1.0 : -1.0;
        const double x = face / 2 == 0 ? sign : face / 2 == 1 ? u : v;
        const double y = face / 2 == 0 ? u : face / 2 == 1 ? sign : sign * u;
        const double z = face / 2 == 0 ? sign * v : face / 2 == 1 ? -sign * v : sign;
        const double length = std::sqrt(x * x + y * y + z * z);
        const double bumps = Sin(7.0 * x / length) * Sin(6.0 * y / length) * Sin(5.0 * z / length);
        const double radius = (1.0 + 0.2 * bumps) / length;
        ball.positions.push_back({static_cast<float>(x * radius), static_cast<float>(y * radius),
                                  static_cast<float>(z * radius)});
        if (i + 1 == side || k + 1 == side) continue;
        const std::uint32_t a = first + i * side + k, b = a + side;
        ball.triangles.insert(ball.triangles.end(), {a, b, b + 1, a, b + 1, a + 1});
      }
    }
  }
  for (std::uint32_t b = 0; b < kBones; ++b) {  // On a spiral from pole to pole.
    const double y = 1.0 - 2.0 * (b + 0.5) / kBones, r = std::sqrt(1.0 - y * y);
    const double x = r * Cos(2.399963 * b), z = r * Sin(2.399963 * b);
    const auto at = [&](double far) {
      return Vec3{static_cast<float>(x * far), static_cast<float>(y * far),
                  static_cast<float>(z * far)};
    };
    ball.bones.push_back({b, at(0.2), at(0.7)});
  }
  return ball;
}

}  // namespace

void BenchWeights(const Stopwatch& watch) {
  for (const std::uint32_t vertices : {10'000u, 30'000u, 100'000u}) {
    const std::string name = "weights.heat." + std::to_string(vertices);
    if (!watch.Wants(name)) continue;
    const Ball ball = MakeBall(vertices);
    const WeightsRequest request{.positions = ball.positions,
                                 .triangles = ball.triangles,
                                 .bones = ball.bones,
                                 .joint_count = kBones};
    watch.MeasureSlow(name, {.unit = "ns/mesh", .isa = "-"}, [&] {
      const Result<WeightsResult> made = HeatWeights(request, {.max_influences = 4});
      if (!made.ok()) Fail(Describe(made.failure()));
      if (made->report.island_count != 1 || !made->report.idle_joints.empty()) {
        Fail("the ball fell apart, or a bone warmed nothing");
      }
    });
  }
}

}  // namespace sinew::bench
