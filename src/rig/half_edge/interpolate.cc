// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a vertex or corner has that came of others (S19).
#include <array>
#include <map>

#include "math/vec_double.h"
#include "sinew/half_edge_mesh.h"

namespace sinew {
namespace {

float Mean(float a, float b) {
  return static_cast<float>(0.5 * (static_cast<double>(a) + static_cast<double>(b)));
}

Vec3 Mean(Vec3 a, Vec3 b) { return {Mean(a.x, b.x), Mean(a.y, b.y), Mean(a.z, b.z)}; }

// Of two normals: a unit one. The first where they are opposed.
Vec3 MeanNormal(Vec3 a, Vec3 b) {
  const scalar::Vec3D sum = scalar::Add(scalar::Widen(a), scalar::Widen(b));
  const scalar::Vec3D unit = scalar::UnitOr(sum, scalar::Widen(a));
  return scalar::Narrow(unit);
}

}  // namespace

std::vector<Influence> InterpolatedInfluences(
    std::span<const std::span<const Influence>> vertices) {
  std::map<std::uint32_t, double> sum_of;  // By bone, ascending.
  for (const std::span<const Influence>& vertex : vertices) {
    for (const Influence& influence : vertex) {
      sum_of[influence.joint] += static_cast<double>(influence.weight);
    }
  }
  double total = 0.0;
  for (const auto& [bone, sum] : sum_of) total += sum;
  std::vector<Influence> mean;
  for (const auto& [bone, sum] : sum_of) {
    const auto weight = static_cast<float>(sum / total);
    if (weight > 0.0f) mean.push_back({bone, weight});
  }
  return mean;
}

void HalfEdgeMesh::CopyCorner(std::uint32_t from, std::uint32_t to) {
  half_edges_[to].normal = half_edges_[from].normal;
  half_edges_[to].texcoord = half_edges_[from].texcoord;
}

void HalfEdgeMesh::MeanCorner(std::uint32_t one, std::uint32_t other, std::uint32_t to) {
  const HalfEdge& a = half_edges_[one];
  const HalfEdge& b = half_edges_[other];
  const Vec3 normal = has_normals_ ? MeanNormal(a.normal, b.normal) : Vec3{};
  const Vec2 texcoord{Mean(a.texcoord.x, b.texcoord.x), Mean(a.texcoord.y, b.texcoord.y)};
  half_edges_[to].normal = normal;
  half_edges_[to].texcoord = texcoord;
}

void HalfEdgeMesh::MeanVertex(std::uint32_t one, std::uint32_t other, std::uint32_t to) {
  const std::array<std::span<const Influence>, 2> both{vertices_[one].influences,
                                                       vertices_[other].influences};
  std::vector<Influence> influences = InterpolatedInfluences(both);
  vertices_[to].position = Mean(vertices_[one].position, vertices_[other].position);
  vertices_[to].influences = std::move(influences);
}

}  // namespace sinew
