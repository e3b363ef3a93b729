// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/usable.h"
#include "sinew/picking.h"
#include "skin/bounds_job.h"
#include "skin/linear_blend.h"
#include "skin/pick_mesh_layout.h"
#include "skin/ray_hits.h"
#include "skin/strongest_entry.h"
#include "skin/vertex_reader.h"

namespace sinew {
namespace {

// As spec::Skin writes it, to the bit.
Vec3 SkinnedPosition(const PickJob& job, const VertexReader& vertices, std::uint32_t number) {
  const VertexReader::Vertex vertex = vertices[number];
  const Vec3 bind = vertex.MorphedPosition(job.morph_weights);
  if (vertices.is_rigid()) return scalar::TransformPoint(job.rigid, bind);
  const std::size_t count = vertex.influence_count();
  if (count == 0) return bind;
  const auto influence_at = [&](std::size_t k) { return vertex.influence(k); };
  return scalar::TransformPoint(scalar::Blend(count, influence_at, job.palette.data()), bind);
}

// Where every box of the bounds is now.
void MoveBoxes(const PickJob& job) {
  const SkinBoundsLayout layout = LayoutOfBounds(job.mesh.bounds().bytes());
  const std::span<const float> weights = job.morph_weights;
  for (std::uint32_t i = 0; i < job.mesh.scratch_size(); ++i) {
    const scalar::BoxD bind = scalar::MorphedBox(layout, i, weights, weights);
    const bool still = i == layout.still();
    const Affine& matrix = i == layout.rigid() || still ? job.rigid : job.palette[i];
    job.scratch[i] = scalar::NarrowOutwards(still ? bind : SkinnedBox(layout, matrix, bind));
  }
}

// The nearest so far.
struct Nearest {
  std::uint32_t triangle = 0;
  scalar::TriangleHit hit{{}, std::numeric_limits<double>::max()};
  std::array<Vec3, 3> corners{};
  bool found = false;
};

void TestTriangle(const PickJob& job, const VertexReader& vertices, const scalar::LookAlong& look,
                  std::uint32_t triangle, double last, Nearest& nearest) {
  std::array<Vec3, 3> corners;
  const std::array<std::uint32_t, 3> numbers = vertices.triangle(triangle);
  for (std::size_t k = 0; k < 3; ++k) corners[k] = SkinnedPosition(job, vertices, numbers[k]);
  const std::optional<scalar::TriangleHit> hit = scalar::HitTriangle(look, corners, job.sides);
  if (!hit || hit->along > last) return;
  const bool nearer = !nearest.found || hit->along < nearest.hit.along ||
                      (hit->along == nearest.hit.along && triangle < nearest.triangle);
  if (nearer) nearest = {triangle, *hit, corners, true};
}

std::uint32_t StrongestEntryOf(const VertexReader& vertices,
                               const std::array<std::uint32_t, 3>& numbers,
                               const std::array<double, 3>& shares) {
  if (vertices.is_rigid()) return kNoSkinEntry;
  const std::array corners{vertices[numbers[0]], vertices[numbers[1]], vertices[numbers[2]]};
  return scalar::StrongestEntry(
      [&](std::size_t corner) { return corners[corner].influence_count(); },
      [&](std::size_t corner, std::size_t k) { return corners[corner].influence(k); }, shares);
}

RayHit Describe(const VertexReader& vertices, const Nearest& nearest, double length) {
  RayHit hit = scalar::DescribeHit(nearest.hit, nearest.corners, length);
  hit.triangle = nearest.triangle;
  hit.vertices = vertices.triangle(nearest.triangle);
  hit.joint = StrongestEntryOf(vertices, hit.vertices, nearest.hit.shares);
  return hit;
}

}  // namespace

Error PickJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  const VertexReader vertices(primitive);
  if (vertices.vertex_count() != mesh.vertex_count() ||
      vertices.triangle_count() != mesh.triangle_count() ||
      vertices.morph_count() != mesh.bounds().morph_count() ||
      vertices.joint_bound() != mesh.bounds().joint_count()) {
    return Error::kOtherMesh;
  }
  if (scratch.size() < mesh.scratch_size()) return Error::kBoxesTooSmall;
  if (!morph_weights.empty() && morph_weights.size() != vertices.morph_count()) {
    return Error::kMorphWeightMismatch;
  }
  if (palette.size() < mesh.bounds().joint_count()) return Error::kPaletteTooSmall;
  const bool usable = scalar::AllUsable(morph_weights) && scalar::IsUsable(rigid) &&
                      scalar::AllUsable(std::as_bytes(palette));
  return usable ? CheckRay(ray) : Error::kValueNotFinite;
}

Error PickJob::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  MoveBoxes(*this);
  const scalar::LookAlong look(ray);
  const double length = scalar::Length(scalar::Widen(ray.direction));
  const double last = static_cast<double>(ray.max_distance) / length;
  const VertexReader vertices(primitive);
  Nearest nearest;
  const PickMeshLayout layout = LayoutOfPicking(mesh.bytes());
  for (const PickMeshLayout::Group& group : layout.groups) {
    Box box;
    for (std::uint32_t i = group.box_begin; i < group.box_end; ++i) {
      box = Union(box, scratch[layout.boxes[i]]);
    }
    const double until = nearest.found ? nearest.hit.along : last;
    if (!scalar::EntersBox(look, box, until)) continue;
    for (std::uint32_t i = group.triangle_begin; i < group.triangle_end; ++i) {
      TestTriangle(*this, vertices, look, layout.triangles[i], last, nearest);
    }
  }
  hit.reset();
  if (nearest.found) hit = Describe(vertices, nearest, length);
  return Error::kNone;
}

}  // namespace sinew
