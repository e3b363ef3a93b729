// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "weights_scene.h"

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/hash.h"
#include "sinew/weights.h"

namespace sinew::hash_scenes {
namespace {

struct Surface {
  std::vector<Vec3> positions;
  std::vector<std::uint32_t> triangles;
};

// A tube along +Y whose vertices were shaken, open at both ends, with seams where every second ring
// is there twice, a flat triangle, and a small part beside it.
Surface ShakenTube() {
  constexpr std::uint32_t kRings = 48, kSides = 24;
  Surface tube;
  bench::Rng rng(17);
  const auto shake = [&] { return 0.04f * (rng.Unit() - 0.5f); };
  const auto add_ring = [&](double y, double radius, double x) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const double angle = 0.2617993877991494 * side;
      tube.positions.push_back({static_cast<float>(x + radius * Sin(angle)) + shake(),
                                static_cast<float>(y) + shake(),
                                static_cast<float>(radius * Cos(angle)) + shake()});
    }
  };
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    const double along = static_cast<double>(ring) / (kRings - 1);
    add_ring(8.0 * along, 0.6 + 0.9 * along * (1.0 - along), 0.4 * Sin(3.0 * along));
  }
  add_ring(4.0, 0.1, 2.0);
  add_ring(4.2, 0.1, 2.0);
  const auto join = [&](std::uint32_t below, std::uint32_t above) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t next = (side + 1) % kSides;
      tube.triangles.insert(tube.triangles.end(), {below + side, below + next, above + next,
                                                   below + side, above + next, above + side});
    }
  };
  for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
    std::uint32_t below = ring * kSides;
    if (ring % 2 == 1) {
      const auto copy = static_cast<std::uint32_t>(tube.positions.size());
      for (std::uint32_t side = 0; side < kSides; ++side) {
        const Vec3 same = tube.positions[below + side];
        tube.positions.push_back(same);
      }
      below = copy;
    }
    join(below, (ring + 1) * kSides);
  }
  join(kRings * kSides, (kRings + 1) * kSides);
  tube.triangles.insert(tube.triangles.end(), {3, 3, 4});
  return tube;
}

std::vector<BoneSegment> TubeBones() {
  std::vector<BoneSegment> bones;
  for (std::uint32_t b = 0; b < 9; ++b) {
    const auto y = static_cast<float>(b);
    bones.push_back({b, {0.1f, y - 0.5f, 0}, {0.2f, y + 0.5f, 0.05f}});
  }
  bones.push_back({4, {0.15f, 4, 0}, {0.5f, 4, 0}});
  bones.push_back({9, {0.1f, 2.5f, 0.1f}, {0.1f, 2.5f, 0.1f}});
  return bones;
}

void Print(const char* way, const Result<WeightsResult>& made) {
  if (!made.ok()) {
    std::fprintf(stderr, "Tube weights %s: %s\n", way, Describe(made.failure()).c_str());
    std::exit(1);
  }
  Hash64 hash;
  for (const std::uint32_t begin : made->influences.begins) hash.Add(begin);
  for (const Influence& one : made->influences.list) hash.Add(one.joint).Add(one.weight);
  hash.Add(made->report.largest_jump).Add(made->report.largest_dropped);
  hash.Add(static_cast<std::uint32_t>(made->report.notes.size()));
  std::printf("Tube weights %s %s\n", way, hash.Text().c_str());
}

}  // namespace

void WeighScene() {
  const Surface tube = ShakenTube();
  const std::vector<BoneSegment> bones = TubeBones();
  const WeightsRequest request{
      .positions = tube.positions, .triangles = tube.triangles, .bones = bones, .joint_count = 10};
  const Result<WeightsResult> heat = HeatWeights(request);
  Print("heat", heat);
  const std::vector<std::uint32_t> locked{3, 9};
  WeightsRequest again = request;
  again.locked_joints = locked;
  again.before = &heat->influences;
  Print("finished", HeatWeights(again, {.max_influences = 4, .smoothing = 3}));
  Print("segment", SegmentWeights(request, {.radius = 1.3f, .smoothing = 1}));
  std::vector<Vec3> elsewhere;
  for (const Vec3& p : tube.positions) elsewhere.push_back({p.x * 1.1f, p.y * 0.97f, p.z + 0.05f});
  Print("transfer", TransferWeights({tube.positions, tube.triangles, heat->influences}, elsewhere));
}

}  // namespace sinew::hash_scenes
