// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig_checks.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "sinew/half_edge_mesh.h"
#include "sinew/rigging.h"

namespace sinew::fuzz {
namespace {

// Any bits, now and then.
float AnyNumber(Input& in) {
  return in.Below(64) == 0 ? std::bit_cast<float>(in.Word()) : in.Number();
}
Vec3 AnyVector(Input& in) {
  const float x = AnyNumber(in), y = AnyNumber(in);
  return {x, y, AnyNumber(in)};
}

void AddFace(PolygonMesh::Parts& parts, std::span<const std::uint32_t> vertices) {
  parts.corners.insert(parts.corners.end(), vertices.begin(), vertices.end());
  parts.face_begins.push_back(static_cast<std::uint32_t>(parts.corners.size()));
}

// Quads, around the tube or across the sheet; triangles here and there, and faces left out.
void AddGrid(Input& in, PolygonMesh::Parts& parts, std::uint32_t row, std::uint32_t rows,
             bool closed) {
  for (std::uint32_t y = 0; y + 1 < rows; ++y) {
    for (std::uint32_t x = 0; x + (closed ? 0u : 1u) < row; ++x) {
      const std::uint32_t right = (x + 1) % row;
      const std::uint32_t quad[] = {y * row + x, y * row + right, (y + 1) * row + right,
                                    (y + 1) * row + x};
      const std::uint32_t kind = in.Below(16);
      if (kind == 0) continue;
      if (kind > 4) {
        AddFace(parts, quad);
      } else {
        AddFace(parts, std::span(quad).first<3>());
        AddFace(parts, std::vector{quad[0], quad[2], quad[3]});
      }
    }
  }
}

MeshEdit EditOnce(Input& in, HalfEdgeMesh& mesh) {
  const std::uint32_t edge = in.Word() % mesh.edge_bound();
  if (!mesh.has_edge(edge)) return MeshEdit::kTooMany;
  switch (in.Below(4)) {
    case 0:
      return mesh.SplitEdge(edge);
    case 1:
      return mesh.FlipEdge(edge);
    case 2: {
      const std::uint32_t from = HalfEdgeMesh::half_edge_of(edge) + in.Below(2);
      if (mesh.face(from) == HalfEdgeMesh::kNone) return MeshEdit::kTooMany;
      std::uint32_t to = mesh.next(from);
      for (std::uint32_t i = in.Below(5); i > 0; --i) to = mesh.next(to);
      return from == to ? MeshEdit::kTooMany : mesh.SplitFace(from, to);
    }
    default:
      return mesh.CollapseEdge(edge);
  }
}

double EnergyOf(BoneRig& rig) {
  const Result<GradientIkJob::Outcome> outcome = SolveIk(rig, 0);
  if (!outcome.ok()) Find("energy", "a valid rig");
  return outcome->energy;
}

}  // namespace

PolygonMesh ReadPolygons(Input& in) {
  PolygonMesh::Parts parts;
  const std::uint32_t row = 3 + in.Below(4), rows = 2 + in.Below(4);
  const std::uint32_t kind = in.Below(4);
  for (std::uint32_t v = 0; v < row * rows; ++v) parts.positions.push_back(in.Vector());
  if (kind > 0) AddGrid(in, parts, row, rows, kind > 1);
  for (std::uint32_t extra = kind == 0 ? in.Below(12) : in.Below(3); extra > 0; --extra) {
    std::vector<std::uint32_t> face(3 + in.Below(4));
    for (std::uint32_t& v : face) v = in.Below(row * rows);
    AddFace(parts, face);
  }
  if (in.Flag()) {
    for (std::size_t c = 0; c < parts.corners.size(); ++c) {
      parts.corner_normals.push_back(in.Vector());
      const float u = in.Number();
      parts.corner_texcoords.push_back({u, in.Number()});
    }
  }
  Result<PolygonMesh> made = PolygonMesh::Create(std::move(parts));
  if (!made.ok()) Find("polygons", made.failure().place);
  return std::move(made).value();
}

BoneRig ReadRig(Input& in) {
  BoneRig rig;
  rig.base = AnyVector(in);
  rig.base_offset = AnyVector(in);
  rig.next_channel_id = in.Flag() ? in.Word() : in.Byte();
  for (std::uint32_t b = in.Below(9); b > 0; --b) {
    Bone bone;
    bone.extent = AnyVector(in);
    bone.roll = AnyNumber(in);
    bone.radius = AnyNumber(in);
    bone.pose = AnyVector(in);
    const auto index = static_cast<std::int32_t>(rig.bones.size());
    bone.parent = static_cast<std::int32_t>(in.Below(16)) - 1;
    if (bone.parent >= index && in.Below(4) != 0) bone.parent = index - 1;
    bone.channel_id = in.Byte() % 8;
    rig.bones.push_back(bone);
  }
  for (std::uint32_t h = in.Below(4); h > 0; --h) {
    BoneHandle handle;
    handle.bone = in.Below(10);
    handle.target = AnyVector(in);
    handle.enabled = in.Below(4) != 0;
    handle.channel_id = in.Flag() ? in.Word() : in.Byte();
    rig.handles.push_back(handle);
  }
  return rig;
}

void CheckWeights(const Influences& influences, std::uint32_t vertex_count,
                  std::uint32_t bone_count) {
  if (influences.begins.size() != std::size_t{vertex_count} + 1) Find("weights", "their count");
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    double sum = 0.0;
    std::int64_t last = -1;
    for (const Influence& influence : influences.of(v)) {
      if (influence.joint >= bone_count || influence.joint <= last) Find("weights", "their bones");
      if (!(influence.weight > 0.0f)) Find("weights", "one that is not positive");
      last = influence.joint;
      sum += static_cast<double>(influence.weight);
    }
    if (last >= 0 && !(sum > 0.9999 && sum < 1.0001)) Find("weights", "their sum");
  }
}

void CheckEdits(Input& in, const PolygonMesh& mesh) {
  Result<HalfEdgeMesh> surface = HalfEdgeMesh::Create(mesh);
  if (!surface.ok()) return;
  const PolygonMesh back = surface->ToPolygons();
  if (!std::ranges::equal(back.corners(), mesh.corners())) Find("corners", "the way back");
  if (surface->edge_bound() == 0) return;
  for (int i = 0; i < 12; ++i) {
    if (EditOnce(in, *surface) != MeshEdit::kDone) continue;
    const Result<HalfEdgeMesh> again = HalfEdgeMesh::Create(surface->ToPolygons());
    if (!again.ok()) Find("the surface", again.failure().message);
    if (again->edge_count() != surface->edge_count()) Find("edges", "an edit");
    if (again->Borders().size() != surface->Borders().size()) Find("borders", "an edit");
  }
}

void CheckRigRules(BoneRig& rig) {
  const std::optional<Failure> refused = CheckRig(rig);
  if (refused && (BindPose(rig).ok() || CurrentPose(rig).ok() || SolveIk(rig).ok() ||
                  BoneWeights({}, rig).ok() || !EraseBone(rig, 0))) {
    Find("a refused rig", refused->place);
  }
  const bool mended = !MakeValid(rig).empty();
  if (refused && !mended) Find("a refused rig", "mending");
  if (const auto still = CheckRig(rig)) Find("a mended rig", still->place);
  if (!MakeValid(rig).empty()) Find("a mended rig", "mending it again");
}

void CheckBoneEdits(Input& in, BoneRig& rig) {
  for (std::uint32_t i = in.Below(4); i > 0; --i) {
    Bone bone;
    bone.extent = AnyVector(in);
    bone.parent = static_cast<std::int32_t>(in.Below(12)) - 1;
    const bool fine = in.Flag() ? AddBone(rig, bone).ok() : !EraseBone(rig, in.Below(10));
    const bool handled =
        in.Flag() ? AddHandle(rig, {.bone = in.Below(10)}).ok() : !EraseHandle(rig, in.Below(4));
    const std::optional<Failure> failure = CheckRig(rig);
    if (failure) Find("an edited rig", failure->place);
    if ((fine || handled) && !MakeValid(rig).empty()) Find("an edited rig", "mending");
  }
}

void CheckBoneWeights(const PolygonMesh& mesh, const BoneRig& rig) {
  const Result<PolygonMesh> weighted = AssignBoneWeights(mesh, rig);
  if (!weighted.ok()) {  // Where bones reach beyond what is usable, and nowhere else.
    if (BindPose(rig).ok()) Find("weights", weighted.failure().place);
    return;
  }
  const auto bone_count = static_cast<std::uint32_t>(rig.bones.size());
  CheckWeights(weighted->influences(), mesh.vertex_count(), bone_count);
  CheckSkin(*weighted, rig);
  if (bone_count == 0) return;
  const Result<PolygonMesh> without = WithoutBone(*weighted, bone_count / 2);
  if (!without.ok()) Find("weights", "without a bone");
  CheckWeights(without->influences(), mesh.vertex_count(), bone_count - 1);
}

void CheckSkin(const PolygonMesh& mesh, const BoneRig& rig) {
  const Result<CornerMesh> skinned = SkinPolygons(mesh, rig);
  if (skinned.ok()) {
    for (const Vec3& p : skinned->positions) {
      if (!scalar::IsUsable(p)) Find("a skinned position", "what is usable");
    }
    for (const Vec3& n : skinned->normals) {
      if (!scalar::IsUsable(n)) Find("a skinned normal", "what is usable");
    }
  }
  BoneRig rest = rig;
  rest.base_offset = {};
  for (Bone& bone : rest.bones) bone.pose = {};
  const Result<CornerMesh> same = SkinPolygons(mesh, rest);
  if (!same.ok()) Find("the rest pose", same.failure().place);
  if (same->positions != SplitCorners(mesh).positions) Find("the rest pose", "its positions");
}

void CheckIk(Input& in, BoneRig& rig) {
  const double before = EnergyOf(rig);
  const Result<GradientIkJob::Outcome> outcome = SolveIk(rig, in.Below(8));
  if (!outcome.ok()) Find("ik", "a valid rig");
  if (!(outcome->energy <= before)) Find("ik", "its energy");
  if (const auto failure = CheckRig(rig)) Find("ik", failure->place);
  if (!IkGradient(rig).ok()) Find("ik", "its gradient");
}

}  // namespace sinew::fuzz
