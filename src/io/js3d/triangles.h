// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Polygons as triangles for drawing (S9): every corner becomes a vertex of its own, every face a
// fan from its first corner.
#pragma once

#include <cstdint>
#include <optional>

#include "io/js3d/source.h"
#include "sinew/mesh.h"
#include "sinew/polygon_mesh.h"

namespace sinew::js3d {

// Vertex c is corner c. `follower` is the skin entry that vertices without influence get, where the
// polygons have influences at all. Refused where the vertices' weights, repeated at every corner,
// take more memory than the file may ask for.
bool MakeTriangles(Source& source, json::Value at, const PolygonMesh& polygons,
                   std::uint32_t follower, Primitive& primitive);

// Some vertex has no influence, though the mesh has a skin.
bool HasUnweighted(const PolygonMesh& polygons);

}  // namespace sinew::js3d
