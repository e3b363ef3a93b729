// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/triangles.h"

#include <algorithm>

namespace sinew::js3d {
namespace {

bool SplitInfluences(Source& source, json::Value at, const PolygonMesh& polygons,
                     std::uint32_t follower, Influences& split) {
  const Influences& shared = polygons.influences();
  std::uint64_t count = 0;
  for (const std::uint32_t vertex : polygons.corners()) {
    count += std::max<std::uint64_t>(shared.of(vertex).size(), 1);
  }
  if (count > 0xFFFFFFFFu) return source.Invalid(at, "found more weights than 32 bits count");
  if (!source.Take(count, sizeof(Influence), at)) return false;
  split.list.reserve(static_cast<std::size_t>(count));
  split.begins.reserve(polygons.corners().size() + 1);
  split.begins.push_back(0);
  for (const std::uint32_t vertex : polygons.corners()) {
    const std::span<const Influence> own = shared.of(vertex);
    split.list.insert(split.list.end(), own.begin(), own.end());
    if (own.empty()) split.list.push_back({follower, 1.0f});
    split.begins.push_back(static_cast<std::uint32_t>(split.list.size()));
  }
  return true;
}

}  // namespace

bool MakeTriangles(Source& source, json::Value at, const PolygonMesh& polygons,
                   std::uint32_t follower, Primitive& primitive) {
  constexpr std::uint64_t kBytesACorner =
      2 * sizeof(Vec3) + sizeof(Vec2) + 4 * sizeof(std::uint32_t);
  if (!source.Take(polygons.corners().size(), kBytesACorner, at)) return false;
  primitive.topology = Topology::kTriangles;
  primitive.positions.reserve(polygons.corners().size());
  for (const std::uint32_t vertex : polygons.corners()) {
    primitive.positions.push_back(polygons.positions()[vertex]);
  }
  primitive.normals = polygons.parts().corner_normals;
  if (!polygons.parts().corner_texcoords.empty()) {
    primitive.texcoords = {polygons.parts().corner_texcoords};
  }
  primitive.indexed = true;
  primitive.indices = CutIntoTriangles(polygons);
  if (polygons.influences().empty()) return true;
  return SplitInfluences(source, at, polygons, follower, primitive.influences);
}

bool HasUnweighted(const PolygonMesh& polygons) {
  if (polygons.influences().empty()) return false;
  for (std::uint32_t vertex = 0; vertex < polygons.vertex_count(); ++vertex) {
    if (polygons.influences().of(vertex).empty()) return true;
  }
  return false;
}

}  // namespace sinew::js3d
