// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From the triangles of a mesh for drawing to polygons on shared vertices.
#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "model/checks.h"
#include "sinew/assertion.h"
#include "sinew/primitive_triangles.h"
#include "sinew/triangulation.h"

namespace sinew {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

// The corners of a face. A fan's faces begin in its middle, and every second one of a strip on the
// edge that it shares with the one before.
Triangle FaceAt(const Primitive& primitive, std::uint32_t i) {
  const auto [a, b, c] = TriangleAt(primitive, i);
  const bool last_first = primitive.topology == Topology::kTriangleFan ||
                          (primitive.topology == Topology::kTriangleStrip && i % 2 == 1);
  return last_first ? Triangle{c, a, b} : Triangle{a, b, c};
}

std::array<std::uint32_t, 3> BitsOf(Vec3 v) {
  return {std::bit_cast<std::uint32_t>(v.x), std::bit_cast<std::uint32_t>(v.y),
          std::bit_cast<std::uint32_t>(v.z)};
}

// Of each vertex, the lowest with the same position; itself where nothing is welded.
std::vector<std::uint32_t> FirstsOf(std::span<const Vec3> positions, Weld weld) {
  std::vector<std::uint32_t> firsts(positions.size());
  std::iota(firsts.begin(), firsts.end(), 0u);
  if (weld == Weld::kNone) return firsts;
  std::vector<std::uint32_t> order = firsts;
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const auto bits_a = BitsOf(positions[a]), bits_b = BitsOf(positions[b]);
    return bits_a != bits_b ? bits_a < bits_b : a < b;
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (BitsOf(positions[order[i]]) == BitsOf(positions[order[i - 1]])) {
      firsts[order[i]] = firsts[order[i - 1]];
    }
  }
  return firsts;
}

void AddVertex(const Primitive& primitive, std::uint32_t v, PolygonMesh::Parts& parts) {
  parts.positions.push_back(primitive.positions[v]);
  if (primitive.influences.empty()) return;
  const std::span<const Influence> of = primitive.influences.of(v);
  std::vector<Influence>& list = parts.influences.list;
  list.insert(list.end(), of.begin(), of.end());
  parts.influences.begins.push_back(static_cast<std::uint32_t>(list.size()));
}

}  // namespace

Result<WeldedPolygons> PolygonsOf(const Mesh& mesh, std::uint32_t primitive_index, Weld weld) {
  SINEW_ASSERT(primitive_index < mesh.primitives().size());
  const Primitive& primitive = mesh.primitives()[primitive_index];
  if (primitive.topology < Topology::kTriangles) {
    return Failure{FailureCode::kUnsupported,
                   model::At("/primitives", primitive_index) + "/topology",
                   "found points or lines, expected triangles"};
  }
  WeldedPolygons welded;
  PolygonMesh::Parts parts;
  if (!primitive.influences.empty()) parts.influences.begins.push_back(0);
  const std::vector<std::uint32_t> firsts = FirstsOf(primitive.positions, weld);
  welded.vertex_of.resize(firsts.size());
  for (std::uint32_t v = 0; v < firsts.size(); ++v) {
    if (firsts[v] != v) {
      welded.vertex_of[v] = welded.vertex_of[firsts[v]];
      continue;
    }
    welded.vertex_of[v] = static_cast<std::uint32_t>(parts.positions.size());
    AddVertex(primitive, v, parts);
  }
  for (std::uint32_t i = 0; i < TriangleCount(primitive); ++i) {
    const Triangle triangle = FaceAt(primitive, i);
    const auto [a, b, c] = triangle;
    const Triangle corners{welded.vertex_of[a], welded.vertex_of[b], welded.vertex_of[c]};
    if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0]) {
      ++welded.degenerate_count;
      continue;
    }
    parts.corners.insert(parts.corners.end(), corners.begin(), corners.end());
    for (const std::uint32_t v : triangle) {
      if (!primitive.normals.empty()) parts.corner_normals.push_back(primitive.normals[v]);
      if (!primitive.texcoords.empty() && !primitive.texcoords[0].empty()) {
        parts.corner_texcoords.push_back(primitive.texcoords[0][v]);
      }
    }
    parts.face_begins.push_back(static_cast<std::uint32_t>(parts.corners.size()));
  }
  Result<PolygonMesh> made = PolygonMesh::Create(std::move(parts));
  if (!made.ok()) return made.failure();
  welded.mesh = std::move(made).value();
  return welded;
}

}  // namespace sinew
