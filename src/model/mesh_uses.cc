// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/mesh_uses.h"

#include <array>
#include <cmath>
#include <cstddef>

namespace sinew::model {

MeshUses UsesOf(const Mesh& mesh, bool has_skin) {
  MeshUses uses;
  std::vector<MeshUses::Entry> by_entry(has_skin ? mesh.joint_bound() : 0);
  for (const Primitive& primitive : mesh.primitives()) {
    const bool rigid = !has_skin || primitive.influences.empty();
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
      const Vec3 position = primitive.positions[v];
      if (rigid) {
        ++uses.rigid_count;
        uses.rigid_box = Union(uses.rigid_box, position);
        continue;
      }
      for (const Influence& influence : primitive.influences.of(v)) {
        MeshUses::Entry& entry = by_entry[influence.joint];
        ++entry.influence_count;
        entry.box = Union(entry.box, position);
      }
    }
  }
  for (std::uint32_t e = 0; e < by_entry.size(); ++e) {
    if (by_entry[e].influence_count == 0) continue;
    by_entry[e].entry = e;
    uses.entries.push_back(by_entry[e]);
  }
  return uses;
}

std::vector<Affine> RestMatrices(const Skeleton& skeleton) {
  std::vector<Affine> matrices;
  matrices.reserve(skeleton.joint_count());
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    const Affine local = AffineOf(skeleton.rest()[j]);
    const std::int32_t parent = skeleton.parent(j);
    matrices.push_back(parent == kNoParent
                           ? local
                           : Multiply(matrices[static_cast<std::uint32_t>(parent)], local));
  }
  return matrices;
}

// The distance is a convex function of the point, so that a corner is the worst.
float FarthestApart(const Affine& a, const Affine& b, const Box& box) {
  if (box.empty() || a == b) return 0.0f;
  double worst = 0.0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    const std::array<double, 3> point{corner & 1u ? box.max.x : box.min.x,
                                      corner & 2u ? box.max.y : box.min.y,
                                      corner & 4u ? box.max.z : box.min.z};
    double square = 0.0;
    for (std::size_t r = 0; r < 3; ++r) {
      double sum = double{a.m[r][3]} - double{b.m[r][3]};
      for (std::size_t c = 0; c < 3; ++c) {
        sum = sum + (double{a.m[r][c]} - double{b.m[r][c]}) * point[c];
      }
      square = square + sum * sum;
    }
    const double distance = std::sqrt(square);
    if (!(distance <= double{kLargest})) return kLargest;
    if (distance > worst) worst = distance;
  }
  return static_cast<float>(worst);
}

}  // namespace sinew::model
