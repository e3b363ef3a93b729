// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rigging under the fuzzer: what it is made of, and what must hold whatever that is. Whatever gives
// weights hands them to CheckWeights.
#pragma once

#include <cstdint>

#include "kernel_input.h"
#include "sinew/bones.h"
#include "sinew/mesh.h"
#include "sinew/polygon_mesh.h"

namespace sinew::fuzz {

// Any faces on a few vertices, or a sheet or a tube with some of it spoiled.
PolygonMesh ReadPolygons(Input& in);
// Any bones at all, of any bits.
BoneRig ReadRig(Input& in);

// A list a vertex, bones that are there, weights that sum to one.
void CheckWeights(const Influences& influences, std::uint32_t vertex_count,
                  std::uint32_t bone_count);

// Edits of the surface, where it is one: it stays one.
void CheckEdits(Input& in, const PolygonMesh& mesh);
// A rig is refused everywhere or nowhere; mended, it is refused no more. Leaves it mended.
void CheckRigRules(BoneRig& rig);
// Adds and erases: what a valid rig becomes is valid.
void CheckBoneEdits(Input& in, BoneRig& rig);
// Weights, then skinning by them. The rig is valid.
void CheckBoneWeights(const PolygonMesh& mesh, const BoneRig& rig);
void CheckSkin(const PolygonMesh& mesh, const BoneRig& rig);
// Less energy after than before, and finite angles.
void CheckIk(Input& in, BoneRig& rig);

}  // namespace sinew::fuzz
