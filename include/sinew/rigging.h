// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rigging: what can be done with bones (bones.h) and the mesh around them.
//
//   Space    everything is in model space; a bone's space is model space moved to its base at bind,
//            and turned with it in its current pose. Nothing scales.
//   Rigs     may hold anything while they are edited. Every function here looks at its rig first
//            (CheckRig) and refuses it with the place: "/bones/3/extent". MakeValid mends it.
//   Bits     computed in double in one written order, rounded once.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/bones.h"
#include "sinew/ik.h"
#include "sinew/math.h"
#include "sinew/polygon_mesh.h"
#include "sinew/result.h"
#include "sinew/triangulation.h"

namespace sinew {

// The point of the segment from a to b that is nearest to p; a where the segment has no length
// (S3).
Vec3 ClosestPointOnSegment(Vec3 a, Vec3 b, Vec3 p);

// The first rule that a rig breaks: numbers are usable and angles at most 1e6; parents stand before
// their children, or are kNoParent; handles are on bones.
[[nodiscard]] std::optional<Failure> CheckRig(const BoneRig& rig);

// --- where bones stand: model_from_bone of each (S14, S15) ---

// Nothing turned, and base_offset nothing.
Result<std::vector<Affine>> BindPose(const BoneRig& rig);
Result<std::vector<Affine>> CurrentPose(const BoneRig& rig);

// --- weights (S4 to S8) ---

// Each vertex follows the bones that are nearer to it than their radius, at bind: by (radius -
// distance) / radius, with the sum one. As many as there are, none that is zero; a vertex out of
// reach of all has none. Bones whose radius is not positive take nothing.
Result<Influences> BoneWeights(std::span<const Vec3> positions, const BoneRig& rig);

// The mesh with these weights, and none that it had.
Result<PolygonMesh> AssignBoneWeights(PolygonMesh mesh, const BoneRig& rig);

// --- skinning (S9 to S12) ---

// The mesh as bones move it from where they were bound to where they are, corner by corner. A
// vertex is moved by the sum of its weights times current * inverse(bind), over the sum of its
// weights; one without influence stays. Normals go through the inverse transpose of that sum, by
// its cofactors (which are there where it has no inverse), and come out with length one; a normal
// of which nothing is left keeps its direction at rest. At rest positions come out as they went in.
// Both spans have one matrix a bone. Refused: influences on bones that are not there, bind matrices
// without an inverse, and numbers that are not usable, or do not stay so.
Result<CornerMesh> SkinPolygons(const PolygonMesh& mesh, std::span<const Affine> bind,
                                std::span<const Affine> current);
Result<CornerMesh> SkinPolygons(const PolygonMesh& mesh, const BoneRig& rig);

// --- inverse kinematics (S16) ---

// Turns bones so that the tips of enabled handles come near to their targets; GradientIkJob (ik.h)
// says how. Nothing but the bones' poses changes.
Result<GradientIkJob::Outcome> SolveIk(BoneRig& rig, std::uint32_t steps = 10);

// The derivative of the energy by each angle of each bone, a radian.
Result<std::vector<Vec3>> IkGradient(const BoneRig& rig);

// --- mending and editing (S17, S18) ---

struct RigMend {
  std::string place;    // "/bones/3/parent"
  std::string message;  // What was found, and what it is now.
};

// Makes a rig pass CheckRig, and channel ids unique among bones and among handles; says what it
// changed. Parents that do not stand before their bone become none; handles without any bones go;
// handles on bones that are not there move to the first. Numbers that are not usable, and angles
// beyond 1e6, become zero; a channel id that came before becomes a new one, and where there are not
// enough of those, all do.
std::vector<RigMend> MakeValid(BoneRig& rig);

// The index of the new bone or handle; its channel id is the next one, whatever it was given.
Result<std::uint32_t> AddBone(BoneRig& rig, Bone bone);
Result<std::uint32_t> AddHandle(BoneRig& rig, BoneHandle handle);

// The bone's children hang on its parent, and reach from its base to where they reached at bind.
// Handles on it go. Later bones move up by one: WithoutBone does the same to a mesh.
[[nodiscard]] std::optional<Failure> EraseBone(BoneRig& rig, std::uint32_t bone);
[[nodiscard]] std::optional<Failure> EraseHandle(BoneRig& rig, std::uint32_t handle);

// The mesh without a bone's weights, the others scaled to the sum one. Vertices that followed it
// alone have no influence.
Result<PolygonMesh> WithoutBone(PolygonMesh mesh, std::uint32_t bone);

}  // namespace sinew
