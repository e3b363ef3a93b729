// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The format's meshes: half-edges with their nexts, and one half-edge each of every vertex, edge
// and face. Halves 2e and 2e + 1 are twins. Nothing is followed before it was checked.
#pragma once

#include <cstdint>

#include "io/js3d/source.h"
#include "sinew/polygon_mesh.h"

namespace sinew::js3d {

// A mesh object ("s3d-hm-1") as polygons: faces in the file's order without boundaries, corners
// from the half-edge that the face names. Weights of bones at or beyond `bone_count` are dropped;
// without bones there are no influences at all.
bool ReadHalfEdgeMesh(Source& source, json::Value mesh, std::uint32_t bone_count,
                      PolygonMesh& polygons);

}  // namespace sinew::js3d
