// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "export/console/vertex_cost.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/arithmetic.h"
#include "sinew/assertion.h"

namespace sinew::console {
namespace {

constexpr double kDegreesPerRadian = 57.29577951308232;

float Distance(Vec3 a, Vec3 b) { return Length({a.x - b.x, a.y - b.y, a.z - b.z}); }

float AngleInDegrees(Vec3 a, Vec3 b) {
  a = NormalizeOr(a, {0, 0, 1});
  b = NormalizeOr(b, {0, 0, 1});
  const auto apart = static_cast<double>(Distance(a, b));
  const auto together = static_cast<double>(Length({a.x + b.x, a.y + b.y, a.z + b.z}));
  return static_cast<float>(2.0 * Atan2(apart, together) * kDegreesPerRadian);
}

// The largest difference of a weight, over all joints that one of both lists names.
float WeightDifference(std::span<const Influence> a, std::span<const Influence> b) {
  float worst = 0.0f;
  std::size_t i = 0, k = 0;
  while (i < a.size() || k < b.size()) {  // Both ascend.
    const bool takes_a = k == b.size() || (i < a.size() && a[i].joint <= b[k].joint);
    const bool takes_b = i == a.size() || (k < b.size() && b[k].joint <= a[i].joint);
    const float in_a = takes_a ? a[i++].weight : 0.0f;
    const float in_b = takes_b ? b[k++].weight : 0.0f;
    worst = std::max(worst, std::abs(in_a - in_b));
  }
  return worst;
}

Vec3 DirectionOf(Vec4 tangent) { return {tangent.x, tangent.y, tangent.z}; }

}  // namespace

VertexCost MeasureVertices(const Primitive& primitive, const VertexFormat& format,
                           std::span<const std::byte> bytes) {
  const std::uint32_t count = primitive.vertex_count();
  const auto of = [&](std::uint32_t flag) { return (format.flags & flag) != 0 ? count : 0u; };
  std::vector<Vec3> positions(count), normals(of(kVertexNormal));
  std::vector<Vec2> uvs(of(kVertexUv));
  std::vector<Vec4> colors(of(kVertexColor)), tangents(of(kVertexTangent));
  std::vector<VertexInfluences> influences(of(kVertexSkinned));
  const Error error = DecodeVerticesJob{.bytes = bytes,
                                        .format = format,
                                        .vertex_count = count,
                                        .positions = positions,
                                        .texcoords = uvs,
                                        .colors = colors,
                                        .normals = normals,
                                        .tangents = tangents,
                                        .influences = influences}
                          .Run();
  VertexCost cost;
  SINEW_ASSERT(error == Error::kNone);  // Bytes of our own.
  if (error != Error::kNone) return cost;
  const auto worse = [](float& worst, float value) { worst = std::max(worst, value); };
  for (std::uint32_t v = 0; v < count; ++v) {
    worse(cost.position, Distance(primitive.positions[v], positions[v]));
    if (!uvs.empty()) {
      const Vec2 a = primitive.texcoords[0][v], b = uvs[v];
      worse(cost.uv, std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)));
    }
    if (!colors.empty()) {
      const Vec4 a = primitive.colors[0][v], b = colors[v];
      worse(cost.color, std::max({std::abs(a.x - b.x), std::abs(a.y - b.y), std::abs(a.z - b.z),
                                  std::abs(a.w - b.w)}));
    }
    if (!normals.empty()) {
      worse(cost.normal_degrees, AngleInDegrees(primitive.normals[v], normals[v]));
    }
    if (!tangents.empty()) {
      worse(cost.tangent_degrees,
            AngleInDegrees(DirectionOf(primitive.tangents[v]), DirectionOf(tangents[v])));
    }
    if (!influences.empty()) {
      worse(cost.weight, WeightDifference(primitive.influences.of(v), influences[v].all()));
    }
  }
  return cost;
}

}  // namespace sinew::console
