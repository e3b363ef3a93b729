// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/polygon_mesh.h"

#include <limits>

#include "model/checks.h"
#include "model/influence_checks.h"

namespace sinew {
namespace {

using model::At;
using model::Broken;
using model::FoundExpected;

std::optional<Failure> CheckFaces(const PolygonMesh::Parts& parts) {
  const std::vector<std::uint32_t>& begins = parts.face_begins;
  if (begins.empty()) return Broken("face_begins", "found nothing, expected at least a 0");
  if (begins.front() != 0) return Broken("face_begins/0", FoundExpected(begins.front(), 0));
  for (std::size_t f = 0; f + 1 < begins.size(); ++f) {
    if (begins[f + 1] < begins[f] || begins[f + 1] - begins[f] < 3) {
      return Broken(At("face_begins", f + 1), "found " + std::to_string(begins[f + 1]) + " after " +
                                                  std::to_string(begins[f]) +
                                                  ", expected at least three corners a face");
    }
  }
  if (begins.back() != parts.corners.size()) {
    return Broken(At("face_begins", begins.size() - 1),
                  FoundExpected(begins.back(), parts.corners.size()) + ", the corner count");
  }
  for (std::size_t c = 0; c < parts.corners.size(); ++c) {
    if (parts.corners[c] >= parts.positions.size()) {
      return Broken(At("corners", c), "found vertex " + std::to_string(parts.corners[c]) +
                                          ", expected less than " +
                                          std::to_string(parts.positions.size()));
    }
  }
  return std::nullopt;
}

template <typename T>
std::optional<Failure> CheckCorners(const std::vector<T>& values, std::size_t corner_count,
                                    const char* name) {
  if (!values.empty() && values.size() != corner_count) {
    return Broken(name, FoundExpected(values.size(), corner_count) + " entries, one a corner");
  }
  if (const auto index = model::FirstUnusable(values)) {
    return Broken(At(name, *index), model::kNotUsable);
  }
  return std::nullopt;
}

}  // namespace

Result<PolygonMesh> PolygonMesh::Create(Parts parts) {
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
  if (parts.positions.size() >= kMost || parts.corners.size() >= kMost) {
    return Broken("", "found more vertices or corners than 32 bits count");
  }
  if (const auto vertex = model::FirstUnusable(parts.positions)) {
    return Broken(At("positions", *vertex), model::kNotUsable);
  }
  if (auto failure = CheckFaces(parts)) return *std::move(failure);
  const std::size_t corner_count = parts.corners.size();
  if (auto failure = CheckCorners(parts.corner_normals, corner_count, "corner_normals")) {
    return *std::move(failure);
  }
  if (auto failure = CheckCorners(parts.corner_texcoords, corner_count, "corner_texcoords")) {
    return *std::move(failure);
  }
  if (auto failure = model::CheckInfluences(
          parts.influences, static_cast<std::uint32_t>(parts.positions.size()), "influences")) {
    return *std::move(failure);
  }
  PolygonMesh mesh;
  mesh.parts_ = std::move(parts);
  return mesh;
}

std::vector<std::uint32_t> CutIntoTriangles(const PolygonMesh& mesh) {
  const std::span<const std::uint32_t> begins = mesh.face_begins();
  std::vector<std::uint32_t> triangles;
  triangles.reserve(3 * (mesh.corners().size() - 2 * std::size_t{mesh.face_count()}));
  for (std::uint32_t face = 0; face < mesh.face_count(); ++face) {
    const std::uint32_t first = begins[face];
    for (std::uint32_t corner = first + 1; corner + 1 < begins[face + 1]; ++corner) {
      triangles.insert(triangles.end(), {first, corner, corner + 1});
    }
  }
  return triangles;
}

}  // namespace sinew
