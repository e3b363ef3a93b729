// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "dqs_scene.h"

#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "scene.h"
#include "sinew/dual_quaternion.h"
#include "sinew/hierarchy.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

namespace sinew::hash_scenes {
namespace {

constexpr int kPoses = 8;

struct BoundMesh {
  SkinnedMesh mesh;
  const Skin* skin;
};

// Turned by up to a radian and scaled by up to a third, some of them mirrored: with what hangs
// below them they make every kind of shear.
Pose WildPose(const Skeleton& skeleton, Wild& wild) {
  Pose pose(skeleton.joint_count());
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    Transform local = skeleton.rest()[joint];
    const Vec3 axis = NormalizeOr(wild.Vector(1.0f), {1, 0, 0});
    const Quat turn = QuatOf(axis, wild.Between(-1, 1));
    local.rotation = Normalize(Multiply(local.rotation, turn));
    local.scale.x *= wild.Between(0.7f, 1.3f);
    local.scale.y *= wild.Between(0.7f, 1.3f);
    local.scale.z *= wild.Between(0.7f, 1.3f);
    if (wild.Bits() % 8 == 0) local.scale.x = -local.scale.x;
    pose.set_joint(joint, local);
  }
  return pose;
}

void AddJoints(std::span<const DualJoint> joints, Hash64& hash) {
  for (const DualJoint& joint : joints) {
    const auto add = [&hash](const Quat& q) { hash.Add(q.x).Add(q.y).Add(q.z).Add(q.w); };
    add(joint.rotation);
    add(joint.dual);
    for (const Quat& q : joint.stretched) add(q);
  }
}

void SkinBothWays(const BoundMesh& bound, std::span<const Affine> palette,
                  std::span<const DualJoint> dual_palette, Hash64& hash) {
  const std::uint32_t count = bound.mesh.vertex_count();
  std::vector<Vec3> positions(count), normals(count);
  std::vector<Vec4> tangents(count);
  for (const auto& [rule, order] : {std::pair{NormalRule::kByPalette, VertexOrder::kFile},
                                    std::pair{NormalRule::kCofactor, VertexOrder::kPrepared},
                                    std::pair{NormalRule::kUpper, VertexOrder::kFile}}) {
    SkinJob job{.mesh = bound.mesh,
                .palette = palette,
                .dual_palette = dual_palette,
                .normal_rule = rule,
                .order = order,
                .positions = positions};
    if (bound.mesh.has_normals()) job.normals = normals;
    if (bound.mesh.has_tangents()) job.tangents = tangents;
    Require(job.Run());
    hash.Add(std::span<const Vec3>(positions)).Add(std::span<const Vec3>(normals));
    hash.Add(std::span<const Vec4>(tangents));
  }
}

void PlayBound(const char* scene, const Skeleton& skeleton, std::span<const BoundMesh> meshes) {
  Hash64 palettes, vertices;
  Wild wild(41);
  std::vector<Affine> model(skeleton.joint_count());
  for (int i = 0; i < kPoses; ++i) {
    const Pose pose = WildPose(skeleton, wild);
    Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
    for (const BoundMesh& bound : meshes) {
      std::vector<Affine> palette(bound.skin->size());
      std::vector<DualJoint> dual_palette(palette.size());
      Require(PaletteJob{.skin = *bound.skin, .model_from_joint = model, .palette = palette}.Run());
      Require(DualPaletteJob{.palette = palette, .dual_palette = dual_palette}.Run());
      AddJoints(dual_palette, palettes);
      SkinBothWays(bound, palette, dual_palette, vertices);
    }
  }
  Print("dual", "palette", palettes, scene);
  Print("dual", "skin", vertices, scene);
}

// Entries of every size, rows and columns of nothing, and turns by half.
void PlayMatrices() {
  constexpr float kSizes[] = {0.0f, -0.0f, 1e-30f, 1e-9f, 0.25f, 1.0f, -1.0f, 3.0f, 1e9f, -1e17f};
  Wild wild(42);
  std::vector<Affine> palette(1000);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    for (auto& row : palette[i].m) {
      for (float& entry : row) {
        entry = i % 2 == 0 ? wild.Between(-1, 1) : kSizes[wild.Bits() % 10];
        if (i % 3 == 0 && wild.Bits() % 4 == 0) entry = 0.0f;
      }
    }
  }
  palette[0] = {};
  palette[1] = AffineOf({.rotation = {1, 0, 0, 0}});
  palette[2] = AffineOf({.rotation = {0, 0, 1, 0}, .scale = {-1, -1, -1}});
  palette[3] = AffineOf({.scale = {0, 0, 0}});
  std::vector<DualJoint> dual_palette(palette.size());
  Require(DualPaletteJob{.palette = palette, .dual_palette = dual_palette}.Run());
  Hash64 hash;
  AddJoints(dual_palette, hash);
  Print("dual", "matrices", hash);
}

}  // namespace

void PlayDualQuaternions() {
  const Skeleton skeleton = bench::MakeRig100();
  Skin::Parts parts;
  for (const std::uint32_t joint : bench::Rig100Chains(skeleton)) {
    parts.joints.push_back(static_cast<std::int32_t>(joint));
    parts.inverse_bind.push_back({});
  }
  const Result<Skin> skin = Skin::Create(std::move(parts), skeleton.joint_count());
  Require(skin.ok(), "the skin of Rig100");
  std::vector<BoundMesh> meshes;
  for (const Mesh& mesh :
       {bench::MakeSmoothMesh(3273, 4, true), bench::MakeSmoothMesh(1000, 3, false),
        bench::MakeRandomMesh(1001, true)}) {
    meshes.push_back({SkinnedMesh::Create(mesh, 0), &*skin});
  }
  PlayBound("Rig100", skeleton, meshes);
  PlayMatrices();
}

void PlayDualQuaternions(const char* scene, const Model& model) {
  std::vector<BoundMesh> meshes;
  for (const MeshInstance& instance : model.instances()) {
    if (!instance.skin) continue;
    const Mesh& mesh = model.meshes()[instance.mesh];
    for (std::uint32_t p = 0; p < mesh.primitives().size(); ++p) {
      if (mesh.primitives()[p].influences.empty()) continue;
      meshes.push_back({SkinnedMesh::Create(mesh, p), &model.skins()[*instance.skin]});
    }
  }
  PlayBound(scene, model.skeleton(), meshes);
}

}  // namespace sinew::hash_scenes
