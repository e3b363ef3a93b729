// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig_scene.h"

#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/half_edge_mesh.h"
#include "sinew/hash.h"
#include "sinew/rigging.h"

namespace sinew::hash_scenes {
namespace {

constexpr std::uint32_t kAround = 12, kRings = 20;
constexpr std::int32_t kBones = 6;

// What a Result has, or the end of the program.
template <typename T>
T Take(Result<T> result) {
  if (!result.ok()) {
    std::fprintf(stderr, "sinew_hash_scenes: %s\n", Describe(result.failure()).c_str());
    std::exit(1);
  }
  return std::move(result).value();
}

void Print(const char* stage, const Hash64& hash) {
  std::printf("Tube rig %s %s\n", stage, hash.Text().c_str());
}

// An open tube of quads along y, a little crooked, with normals and texture at its corners.
PolygonMesh Tube() {
  PolygonMesh::Parts parts;
  std::vector<Vec3> outward;
  for (std::uint32_t v = 0; v < kAround * kRings; ++v) {
    const std::uint32_t ring = v / kAround;
    const double angle = static_cast<double>(v % kAround) * (6.283185307179586 / kAround);
    const double along = static_cast<double>(ring) * 0.2;
    const double radius = 0.4 + 0.1 * Sin(3.0 * along);
    const double x = Cos(angle), z = Sin(angle);
    outward.push_back({static_cast<float>(x), 0.25f, static_cast<float>(z)});
    parts.positions.push_back({static_cast<float>(radius * x + 0.1 * Sin(along)),
                               static_cast<float>(along), static_cast<float>(radius * z)});
  }
  for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const std::uint32_t low = ring * kAround, next = (k + 1) % kAround;
      for (const std::uint32_t v : {low + k, low + kAround + k, low + kAround + next, low + next}) {
        parts.corners.push_back(v);
        parts.corner_normals.push_back(NormalizeOr(outward[v], {}));
        parts.corner_texcoords.push_back(
            {static_cast<float>(v % kAround) / kAround, static_cast<float>(v / kAround) / kRings});
      }
      parts.face_begins.push_back(static_cast<std::uint32_t>(parts.corners.size()));
    }
  }
  return Take(PolygonMesh::Create(std::move(parts)));
}

// Bones through the tube, each a little off the last one's direction.
BoneRig Spine() {
  BoneRig rig{.base = {0.05f, -0.1f, 0.0f}};
  bench::Rng rng(31);
  for (std::int32_t b = 0; b < kBones; ++b) {
    Bone bone{.radius = 0.9f, .parent = b - 1};
    bone.extent.x = 0.2f * rng.Unit() - 0.1f;
    bone.extent.y = 0.6f + 0.1f * rng.Unit();
    bone.extent.z = 0.2f * rng.Unit() - 0.1f;
    bone.roll = rng.Unit();
    Take(AddBone(rig, bone));
  }
  Take(AddHandle(rig, {.bone = kBones - 1, .target = {1.0f, 2.5f, 0.5f}}));
  Take(AddHandle(rig, {.bone = kBones / 2, .target = {-0.5f, 1.5f, -0.5f}}));
  return rig;
}

void AddInfluences(const Influences& influences, Hash64& hash) {
  for (const std::uint32_t begin : influences.begins) hash.Add(begin);
  for (const Influence& influence : influences.list) {
    hash.Add(influence.joint).Add(influence.weight);
  }
}

void AddMesh(const CornerMesh& mesh, Hash64& hash) {
  hash.Add(std::span<const Vec3>(mesh.positions)).Add(std::span<const Vec3>(mesh.normals));
  for (const std::uint32_t index : mesh.indices) hash.Add(index);
}

// Edits all over, whichever are allowed.
HalfEdgeMesh Edited(const PolygonMesh& mesh, Hash64& hash) {
  HalfEdgeMesh surface = Take(HalfEdgeMesh::Create(mesh));
  bench::Rng rng(32);
  for (int i = 0; i < 400; ++i) {
    const auto edge = static_cast<std::uint32_t>(rng.Next() % surface.edge_bound());
    if (!surface.has_edge(edge)) continue;
    const MeshEdit done = i % 3 == 0   ? surface.SplitEdge(edge)
                          : i % 3 == 1 ? surface.CollapseEdge(edge)
                                       : surface.FlipEdge(edge);
    hash.Add(static_cast<std::uint32_t>(done));
  }
  return surface;
}

}  // namespace

void PlayRigging() {
  Hash64 weights, corners, edits, ik;
  BoneRig rig = Spine();
  const PolygonMesh tube = Take(AssignBoneWeights(Tube(), rig));
  AddInfluences(tube.influences(), weights);
  Print("weights", weights);

  const PolygonMesh edited = Edited(tube, edits).ToPolygons();
  AddInfluences(edited.influences(), edits);
  AddMesh(SplitCorners(edited), edits);
  for (const Vec2& t : edited.parts().corner_texcoords) edits.Add(t.x).Add(t.y);
  Print("edits", edits);

  bench::Rng rng(33);
  for (int i = 0; i < 8; ++i) {
    for (Bone& bone : rig.bones) {
      bone.pose.x = rng.Unit() - 0.5f;
      bone.pose.y = rng.Unit() - 0.5f;
      bone.pose.z = rng.Unit() - 0.5f;
    }
    AddMesh(Take(SkinPolygons(tube, rig)), corners);
    AddMesh(Take(SkinPolygons(edited, rig)), corners);
    const GradientIkJob::Outcome outcome = Take(SolveIk(rig, 50));
    ik.Add(outcome.steps).Add(static_cast<float>(outcome.energy));
    ik.Add(std::span<const Affine>(Take(CurrentPose(rig))));
    ik.Add(std::span<const Vec3>(Take(IkGradient(rig))));
    AddMesh(Take(SkinPolygons(tube, rig)), corners);
  }
  Print("corners", corners);
  Print("ik", ik);
}

}  // namespace sinew::hash_scenes
