// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/half_edges.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "io/js3d/packed.h"
#include "io/js3d/vertex_weights.h"
#include "math/usable.h"

namespace sinew::js3d {
namespace {

constexpr std::uint32_t kNobody = 0xFFFFFFFF;

struct HalfEdges {
  std::vector<std::uint32_t> nexts{};
  std::vector<Vec2> corner_texcoords{};
  std::vector<Vec3> corner_normals{};
  std::vector<std::uint32_t> vertex_halves{};
  std::vector<Vec3> positions{};
  std::vector<bool> edge_sharps{};
  std::vector<std::uint32_t> face_halves{};
  std::vector<bool> face_boundaries{};

  std::uint32_t count() const { return static_cast<std::uint32_t>(nexts.size()); }
  static std::uint32_t Twin(std::uint32_t half) { return half ^ 1u; }
};

bool ReadArrays(Source& source, json::Value mesh, HalfEdges& halves) {
  constexpr Presence kRequired = Presence::kRequired, kOptional = Presence::kOptional;
  return ReadPacked(source, mesh, "halfedge_nexts", kRequired, halves.nexts) &&
         ReadPacked(source, mesh, "halfedge_corner_uvs", kOptional, halves.corner_texcoords) &&
         ReadPacked(source, mesh, "halfedge_corner_normals", kOptional, halves.corner_normals) &&
         ReadPacked(source, mesh, "vertex_halfedges", kRequired, halves.vertex_halves) &&
         ReadPacked(source, mesh, "vertex_positions", kRequired, halves.positions) &&
         ReadPacked(source, mesh, "edge_sharps", kOptional, halves.edge_sharps) &&
         ReadPacked(source, mesh, "face_halfedges", kRequired, halves.face_halves) &&
         ReadPacked(source, mesh, "face_boundaries", kRequired, halves.face_boundaries);
}

// The member, which is there, or the mesh itself.
json::Value At(json::Value mesh, std::string_view key) { return mesh.Find(key).value_or(mesh); }

bool CheckCount(Source& source, json::Value mesh, std::string_view key, std::size_t found,
                std::size_t expected, const char* each) {
  if (found == expected) return true;
  return source.Invalid(At(mesh, key),
                        Words("found ", found, " values, expected ", expected, ", one a ", each));
}

bool CheckCounts(Source& source, json::Value mesh, const HalfEdges& halves) {
  const std::size_t count = halves.nexts.size();
  if (count % 2 != 0) {
    return source.Invalid(At(mesh, "halfedge_nexts"),
                          Words("found ", count, " half-edges, expected twins"));
  }
  const auto empty_or = [&](std::string_view key, std::size_t found, std::size_t expected,
                            const char* each) {
    return found == 0 || CheckCount(source, mesh, key, found, expected, each);
  };
  return empty_or("halfedge_corner_uvs", halves.corner_texcoords.size(), count, "half-edge") &&
         empty_or("halfedge_corner_normals", halves.corner_normals.size(), count, "half-edge") &&
         empty_or("edge_sharps", halves.edge_sharps.size(), count / 2, "edge") &&
         CheckCount(source, mesh, "vertex_positions", halves.positions.size(),
                    halves.vertex_halves.size(), "vertex") &&
         CheckCount(source, mesh, "face_boundaries", halves.face_boundaries.size(),
                    halves.face_halves.size(), "face");
}

// Each half-edge comes next exactly once: then every walk by nexts, with twins or without, comes
// back to where it began.
bool CheckNexts(Source& source, json::Value mesh, const HalfEdges& halves) {
  std::vector<bool> is_next(halves.count(), false);
  for (std::uint32_t half = 0; half < halves.count(); ++half) {
    const std::uint32_t next = halves.nexts[half];
    if (next >= halves.count()) {
      return source.Invalid(At(mesh, "halfedge_nexts"),
                            Words("found ", next, " after half-edge ", half,
                                  ", expected less than ", halves.count()));
    }
    if (is_next[next]) {
      return source.Invalid(
          At(mesh, "halfedge_nexts"),
          Words("found half-edge ", next, " after half-edge ", half, " and after another one"));
    }
    is_next[next] = true;
  }
  return true;
}

// Walks from each half-edge that `starts` names and gives all it meets to that owner. Every
// half-edge must end up with exactly one.
template <typename Step>
bool GiveOwners(Source& source, json::Value place, const std::vector<std::uint32_t>& starts,
                const char* owner_name, const Step& step, std::vector<std::uint32_t>& owners) {
  std::size_t owned = 0;
  for (std::uint32_t owner = 0; owner < starts.size(); ++owner) {
    const std::uint32_t start = starts[owner];
    if (start >= owners.size()) {
      return source.Invalid(place, Words("found half-edge ", start, " of ", owner_name, " ", owner,
                                         ", expected less than ", owners.size()));
    }
    std::uint32_t half = start;
    do {
      if (owners[half] != kNobody) {
        return source.Invalid(place, Words("half-edge ", half, " belongs to ", owner_name, " ",
                                           owners[half], " and to ", owner_name, " ", owner));
      }
      owners[half] = owner;
      ++owned;
      half = step(half);
    } while (half != start);
  }
  if (owned == owners.size()) return true;
  const auto orphan = std::ranges::find(owners, kNobody);
  return source.Invalid(
      place, Words("half-edge ", orphan - owners.begin(), " belongs to no ", owner_name));
}

// Values that are no usable numbers become zero.
template <typename T>
std::uint64_t ClearUnusable(std::vector<T>& values) {
  std::uint64_t count = 0;
  for (T& value : values) {
    bool usable = scalar::IsUsable(value.x) && scalar::IsUsable(value.y);
    if constexpr (requires { value.z; }) usable = usable && scalar::IsUsable(value.z);
    if (usable) continue;
    value = T{};
    ++count;
  }
  return count;
}

bool GatherFaces(Source& source, json::Value mesh, const HalfEdges& halves,
                 const std::vector<std::uint32_t>& vertex_of, PolygonMesh::Parts& parts) {
  constexpr std::uint64_t kBytesACorner = sizeof(std::uint32_t) + sizeof(Vec3) + sizeof(Vec2);
  if (!source.Take(halves.count(), kBytesACorner, mesh)) return false;
  for (std::size_t face = 0; face < halves.face_halves.size(); ++face) {
    if (halves.face_boundaries[face]) continue;
    const std::size_t first = parts.corners.size();
    const std::uint32_t start = halves.face_halves[face];
    std::uint32_t half = start;
    do {
      parts.corners.push_back(vertex_of[half]);
      if (!halves.corner_normals.empty()) {
        parts.corner_normals.push_back(halves.corner_normals[half]);
      }
      if (!halves.corner_texcoords.empty()) {
        parts.corner_texcoords.push_back(halves.corner_texcoords[half]);
      }
      half = halves.nexts[half];
    } while (half != start);
    if (parts.corners.size() - first < 3) {
      return source.Invalid(At(mesh, "face_halfedges"),
                            Words("face ", face, " has ", parts.corners.size() - first,
                                  " corners, expected at least three"));
    }
    parts.face_begins.push_back(static_cast<std::uint32_t>(parts.corners.size()));
  }
  return true;
}

}  // namespace

bool ReadHalfEdgeMesh(Source& source, json::Value mesh, std::uint32_t bone_count,
                      PolygonMesh& polygons) {
  HalfEdges halves;
  if (!source.RequireObject(mesh) || !source.CheckFormat(mesh, "s3d-hm-1") ||
      !ReadArrays(source, mesh, halves) || !CheckCounts(source, mesh, halves) ||
      !CheckNexts(source, mesh, halves)) {
    return false;
  }
  if (!source.Take(halves.count(), 2 * sizeof(std::uint32_t), mesh)) return false;
  std::vector<std::uint32_t> vertex_of(halves.count(), kNobody), face_of(halves.count(), kNobody);
  const auto around_vertex = [&](std::uint32_t h) { return halves.nexts[HalfEdges::Twin(h)]; };
  const auto around_face = [&](std::uint32_t h) { return halves.nexts[h]; };
  if (!GiveOwners(source, At(mesh, "vertex_halfedges"), halves.vertex_halves, "vertex",
                  around_vertex, vertex_of) ||
      !GiveOwners(source, At(mesh, "face_halfedges"), halves.face_halves, "face", around_face,
                  face_of)) {
    return false;
  }
  face_of = {};
  source.Mended("normal-not-finite", mesh, ClearUnusable(halves.corner_normals));
  source.Mended("texcoord-not-finite", mesh, ClearUnusable(halves.corner_texcoords));
  source.Lost(Loss::kSharpEdges, mesh,
              static_cast<std::uint64_t>(std::ranges::count(halves.edge_sharps, true)));

  PolygonMesh::Parts parts;
  if (!GatherFaces(source, mesh, halves, vertex_of, parts)) return false;
  parts.positions = std::move(halves.positions);
  if (!ReadVertexWeights(source, mesh, static_cast<std::uint32_t>(parts.positions.size()),
                         bone_count, parts.influences)) {
    return false;
  }
  Result<PolygonMesh> made = PolygonMesh::Create(std::move(parts));
  if (!made.ok()) return source.Invalid(mesh, made.failure());
  polygons = std::move(made).value();
  return true;
}

}  // namespace sinew::js3d
