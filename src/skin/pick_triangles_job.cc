// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/usable.h"
#include "sinew/picking.h"
#include "sinew/primitive_triangles.h"
#include "skin/prepared_vertex.h"
#include "skin/ray_hits.h"
#include "skin/skinned_mesh_layout.h"
#include "skin/strongest_entry.h"

namespace sinew {
namespace {

std::uint32_t StrongestEntryOf(const SkinnedMeshView& mesh,
                               const std::array<std::uint32_t, 3>& vertices,
                               const std::array<double, 3>& shares) {
  if (mesh.is_rigid()) return kNoSkinEntry;
  const SkinnedMeshLayout layout = LayoutOf(mesh.bytes());
  const std::array corners{PreparedVertex(layout, vertices[0]), PreparedVertex(layout, vertices[1]),
                           PreparedVertex(layout, vertices[2])};
  return scalar::StrongestEntry(
      [&](std::size_t corner) { return corners[corner].influence_count(); },
      [&](std::size_t corner, std::size_t k) { return corners[corner].influence(k); }, shares);
}

double LastAlong(const Ray& ray) {
  return static_cast<double>(ray.max_distance) / scalar::Length(scalar::Widen(ray.direction));
}

}  // namespace

Error CheckRay(const Ray& ray) {
  const bool usable = scalar::IsUsable(ray.origin) && scalar::IsUsable(ray.direction) &&
                      scalar::IsUsable(ray.max_distance);
  if (!usable) return Error::kValueNotFinite;
  if (ray.direction == Vec3{} || ray.max_distance < 0.0f) return Error::kOptionOutOfRange;
  return Error::kNone;
}

Error PickTrianglesJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (positions.size() < mesh.vertex_count()) return Error::kVerticesTooSmall;
  return CheckRay(ray);
}

bool PickTrianglesJob::MayHit() const {
  return scalar::EntersBox(scalar::LookAlong(ray), bounds, LastAlong(ray)).has_value();
}

Error PickTrianglesJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const scalar::LookAlong look(ray);
  const std::span<const std::uint32_t> indices = mesh.indices();
  const std::uint32_t triangle_count = TriangleCount(topology, indices.size());
  double until = LastAlong(ray);
  std::optional<scalar::TriangleHit> nearest;
  std::array<Vec3, 3> nearest_corners{};
  std::array<std::uint32_t, 3> nearest_vertices{};
  std::uint32_t nearest_triangle = 0;
  for (std::uint32_t triangle = 0; triangle < triangle_count; ++triangle) {
    const std::array<std::size_t, 3> places = TriangleCorners(topology, triangle);
    std::array<Vec3, 3> corners;
    std::array<std::uint32_t, 3> vertices;
    for (std::size_t k = 0; k < 3; ++k) {
      vertices[k] = indices[places[k]];
      corners[k] = positions[vertices[k]];
    }
    const std::optional<scalar::TriangleHit> found = scalar::HitTriangle(look, corners, sides);
    if (!found || found->along > until || (nearest && !(found->along < nearest->along))) continue;
    nearest = found;
    nearest_corners = corners;
    nearest_vertices = vertices;
    nearest_triangle = triangle;
    until = found->along;
  }
  hit.reset();
  if (!nearest) return Error::kNone;
  RayHit described =
      scalar::DescribeHit(*nearest, nearest_corners, scalar::Length(scalar::Widen(ray.direction)));
  described.triangle = nearest_triangle;
  described.vertices = nearest_vertices;
  described.joint = StrongestEntryOf(mesh, nearest_vertices, nearest->shares);
  hit = described;
  return Error::kNone;
}

}  // namespace sinew
