// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as a small mesh with bones, degenerate more often than not: all ways of making weights
// either refuse it or give what they promise. What Mesh::Create refuses, a row that does not sum to
// one, a locked weight that changed, and a vertex left without weights are findings.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "sinew/influences.h"
#include "sinew/weights.h"

namespace {

using namespace sinew;

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint32_t Byte() { return at_ < size_ ? data_[at_++] : 0u; }
  std::uint32_t Below(std::uint32_t bound) { return Byte() % bound; }
  // Mostly small multiples of a quarter, so that points meet and lines are straight; now and then
  // any bits.
  float Number() {
    const std::uint32_t kind = Byte();
    if (kind < 250) return 0.25f * (static_cast<float>(kind % 17) - 8.0f);
    std::uint32_t bits = 0;
    for (int i = 0; i < 4; ++i) bits = bits << 8 | Byte();
    float any;
    std::memcpy(&any, &bits, sizeof any);
    return any;
  }
  Vec3 Point() {
    const float x = Number(), y = Number();
    return {x, y, Number()};
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_, at_ = 0;
};

[[noreturn]] void Find(const char* what) {
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

void Check(const Result<WeightsResult>& made, std::span<const Vec3> positions, bool all_weighted) {
  if (!made.ok()) return;
  Primitive primitive;
  primitive.positions.assign(positions.begin(), positions.end());
  primitive.influences = made->influences;
  if (!Mesh::Create({.primitives = {primitive}}).ok()) Find("no mesh can have these weights");
  std::uint32_t unweighted = 0;
  for (std::uint32_t v = 0; v < positions.size(); ++v) {
    double sum = 0.0;
    for (const Influence& one : made->influences.of(v)) sum += static_cast<double>(one.weight);
    if (made->influences.of(v).empty()) {
      ++unweighted;
    } else if (std::abs(sum - 1.0) > 2e-3) {  // As far as locked weights may be off, and more.
      Find("a row does not sum to one");
    }
  }
  if (unweighted != made->report.unweighted_count) Find("the report counts otherwise");
  if (all_weighted && unweighted > 0) Find("a vertex has no weights");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes in(data, size);
  const std::uint32_t vertex_count = in.Below(40), triangle_count = in.Below(60),
                      bone_count = in.Below(12), joint_count = 1 + in.Below(10), most = in.Below(5),
                      smoothing = in.Below(3);
  std::vector<Vec3> positions;
  for (std::uint32_t v = 0; v < vertex_count; ++v) positions.push_back(in.Point());
  std::vector<std::uint32_t> triangles;
  for (std::uint32_t c = 0; c < 3 * triangle_count; ++c) {
    triangles.push_back(in.Below(vertex_count + (in.Byte() == 255 ? 2 : 0) + (vertex_count == 0)));
  }
  std::vector<BoneSegment> bones;
  for (std::uint32_t b = 0; b < bone_count; ++b) {
    const Vec3 head = in.Point();
    bones.push_back({in.Below(joint_count), head, in.Byte() % 4 == 0 ? head : in.Point()});
  }
  WeightsRequest request{
      .positions = positions, .triangles = triangles, .bones = bones, .joint_count = joint_count};
  const Result<WeightsResult> heat =
      HeatWeights(request, {.max_influences = most, .smoothing = smoothing});
  Check(heat, positions, true);
  Check(SegmentWeights(request, {.radius = in.Number(), .max_influences = most}), positions, true);
  if (!heat.ok()) return 0;
  const std::vector<std::uint32_t> locked{in.Below(joint_count)};
  request.locked_joints = locked;
  request.before = &heat->influences;
  const Result<WeightsResult> again = HeatWeights(request, {.max_influences = most});
  Check(again, positions, true);
  if (again.ok()) {
    for (std::uint32_t v = 0; v < vertex_count; ++v) {
      float before = 0.0f, after = 0.0f;
      for (const Influence& one : heat->influences.of(v)) {
        if (one.joint == locked[0]) before = one.weight;
      }
      for (const Influence& one : again->influences.of(v)) {
        if (one.joint == locked[0]) after = one.weight;
      }
      if (before != after) Find("a locked weight changed");
    }
  }
  Check(SegmentWeights(request, {.radius = 1.0f, .beyond = SegmentOptions::Beyond::kUnweighted}),
        positions, false);
  const WeightedSurface surface{positions, triangles, heat->influences};
  Check(SmoothWeights(surface, 1 + smoothing, locked), positions, true);
  Result<LimitedInfluences> limited = LimitInfluences(heat->influences, 1 + most, locked);
  if (!limited.ok()) Find("influences that were made cannot be limited");
  Check(WeightsResult{.influences = std::move(limited->influences)}, positions, true);
  std::vector<Vec3> others;
  for (std::uint32_t v = 0; v < 1 + in.Below(8); ++v) others.push_back(in.Point());
  Check(TransferWeights(surface, others), others, true);
  for (BoneSegment& bone : bones) bone.radius = in.Number();
  Check(SegmentWeights(request, {.max_influences = most}), positions, true);
  return 0;
}
