// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From meshes of polygons (polygon_mesh.h) to triangles that can be drawn, and from the triangles
// of a mesh for drawing (mesh.h) back to vertices that faces share.
//
//   Space   positions as they are given: bind space, or wherever bones took them.
//   Order   faces stay in their order, and so do the corners of a face.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/polygon_mesh.h"
#include "sinew/result.h"

namespace sinew {

// An indexed mesh in which no two corners share a vertex: entry c of every array is corner c of the
// polygons, face after face (S9).
struct CornerMesh {
  std::vector<Vec3> positions{};
  std::vector<Vec3> normals{};                   // Empty where the polygons have none.
  std::vector<Vec2> texcoords{};                 // Empty where the polygons have none.
  std::vector<std::uint32_t> corner_vertices{};  // The polygons' vertex that each corner came from.
  std::vector<std::uint32_t>
      indices{};  // Three a triangle: each face a fan about its first corner.
};

CornerMesh SplitCorners(const PolygonMesh& mesh);

// Which vertices of a mesh for drawing are one vertex of the surface.
enum class Weld : std::uint8_t {
  kNone,
  kEqualPositions,  // Whose positions have the same bits: seams of normals and texture close.
};

struct WeldedPolygons {
  PolygonMesh mesh{};
  std::vector<std::uint32_t> vertex_of{};  // Of each vertex of the primitive: the one in `mesh`.
  // Triangles with two corners on one vertex, which have no surface and were left out.
  std::uint32_t degenerate_count = 0;
};

// The triangles of a primitive, one face each; strips and fans are taken apart. Normals and the
// first texture coordinates go to the corners. Vertices are numbered by their first of the
// primitive, whose influences they take. Points and lines are refused.
Result<WeldedPolygons> PolygonsOf(const Mesh& mesh, std::uint32_t primitive,
                                  Weld weld = Weld::kEqualPositions);

}  // namespace sinew
