// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/model_weights/gather_meshes.h"

#include "rig/weights/request.h"
#include "sinew/primitive_triangles.h"

namespace sinew::weights {

Result<Gathered> GatherMeshes(std::span<const Mesh> meshes, std::span<const Piece> pieces) {
  Gathered all;
  all.before.begins.push_back(0);
  for (const Piece& piece : pieces) {
    const std::span<const Primitive> primitives = meshes[piece.mesh].primitives();
    for (std::uint32_t p = 0; p < primitives.size(); ++p) {
      const Primitive& primitive = primitives[p];
      if (primitive.vertex_count() > kMaxVertices - all.positions.size()) return TooManyVertices();
      const auto first = static_cast<std::uint32_t>(all.positions.size());
      all.parts.push_back({piece.mesh, p, first});
      const bool moved = !(piece.bind_from_mesh == Affine{});
      for (const Vec3& position : primitive.positions) {
        all.positions.push_back(moved ? TransformPoint(piece.bind_from_mesh, position) : position);
      }
      for (const std::uint32_t corner : TriangleList(primitive)) {
        all.triangles.push_back(first + corner);
      }
      for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
        if (!primitive.influences.empty()) {
          const std::span<const Influence> own = primitive.influences.of(v);
          all.before.list.insert(all.before.list.end(), own.begin(), own.end());
          all.weighted |= !own.empty();
        }
        all.before.begins.push_back(static_cast<std::uint32_t>(all.before.list.size()));
      }
    }
  }
  return all;
}

Influences Scattered(const Influences& all, std::uint32_t first, std::uint32_t count) {
  Influences own;
  own.begins.reserve(count + std::size_t{1});
  own.begins.push_back(0);
  for (std::uint32_t v = first; v < first + count; ++v) {
    const std::span<const Influence> one = all.of(v);
    own.list.insert(own.list.end(), one.begin(), one.end());
    own.begins.push_back(static_cast<std::uint32_t>(own.list.size()));
  }
  return own;
}

std::vector<std::string> JointLabels(const Skeleton& skeleton, const Skin& skin) {
  std::vector<std::string> labels;
  labels.reserve(skin.size());
  for (const std::int32_t joint : skin.joints()) {
    labels.push_back(joint == kIdentityJoint ? "(none)"
                                             : skeleton.Label(static_cast<std::uint32_t>(joint)));
  }
  return labels;
}

}  // namespace sinew::weights
