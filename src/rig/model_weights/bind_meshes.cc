// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/model_weights/bind_meshes.h"

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <utility>

#include "math/usable.h"
#include "model/checks.h"
#include "model/mesh_uses.h"
#include "rig/model_weights/bone_nodes.h"

namespace sinew::weights {
namespace {

// About what a mesh with weights takes in a file.
double MeshBytes(const Mesh& mesh, std::uint32_t max_influences) {
  double bytes = 0.0;
  for (const Primitive& p : mesh.primitives()) {
    const std::size_t vertex_bytes =
        (p.normals.empty() ? 1 : 2) * sizeof(Vec3) + (p.tangents.empty() ? 0 : sizeof(Vec4)) +
        p.texcoords.size() * sizeof(Vec2) + p.colors.size() * sizeof(Vec4) +
        std::clamp(max_influences, 4u, 8u) * (sizeof(float) + sizeof(std::uint16_t));
    bytes += static_cast<double>(p.vertex_count()) * static_cast<double>(vertex_bytes) +
             static_cast<double>(p.indices.size() * sizeof(std::uint32_t) + sizeof(Primitive));
    for (const MorphTarget& target : p.morph_targets) {
      bytes += static_cast<double>(
          (target.positions.size() + target.normals.size() + target.tangents.size()) *
          sizeof(Vec3));
    }
  }
  return bytes;
}

// Weights for one group are weights for the other where these are equal.
struct AlikeKey {
  std::vector<std::uint32_t> meshes;
  std::vector<std::string> joints;
  std::vector<std::uint32_t> bone_joints;
  std::vector<std::array<float, 7>> bones;  // Heads, tails and radii.
  auto operator<=>(const AlikeKey&) const = default;
};

AlikeKey KeyOf(const BoundGroup& group, const std::vector<std::uint32_t>& meshes) {
  AlikeKey key{.meshes = meshes, .joints = group.joints, .bone_joints = {}, .bones = {}};
  for (const BoneSegment& bone : group.bones) {
    key.bone_joints.push_back(bone.joint);
    key.bones.push_back({bone.head.x, bone.head.y, bone.head.z, bone.tail.x, bone.tail.y,
                         bone.tail.z, bone.radius});
  }
  return key;
}

class Binder {
 public:
  Binder(Model::Parts& parts, const ModelWeightsOptions& options)
      : parts_(parts),
        options_(options),
        placed_(parts.meshes.size()),
        carried_count_(parts.carried.size()) {}

  Result<BoundMeshes> Bind() {
    const bool skinned = std::any_of(parts_.instances.begin(), parts_.instances.end(),
                                     [](const MeshInstance& i) { return i.skin.has_value(); });
    if (parts_.instances.empty()) return model::Broken("", "has no mesh");
    if (options_.root && (skinned || !parts_.skins.empty())) {
      return model::Broken("/options/root",
                           "the model has a skin, and a root chooses bones where there is none");
    }
    for (const Mesh& mesh : parts_.meshes) bytes_ += MeshBytes(mesh, options_.max_influences);
    std::optional<Failure> failure = skinned ? BindBySkins() : BindToOne();
    if (failure) return *std::move(failure);
    return std::move(bound_);
  }

 private:
  static constexpr std::size_t kNoGroup = static_cast<std::size_t>(-1);

  // The skins of a model whose skins are used, each with the meshes that it binds.
  std::optional<Failure> BindBySkins() {
    std::vector<std::vector<std::uint32_t>> meshes_of_skin(parts_.skins.size());
    for (const MeshInstance& instance : parts_.instances) {
      if (instance.skin) meshes_of_skin[*instance.skin].push_back(instance.mesh);
    }
    for (std::vector<std::uint32_t>& meshes : meshes_of_skin) {
      std::sort(meshes.begin(), meshes.end());
      meshes.erase(std::unique(meshes.begin(), meshes.end()), meshes.end());
    }
    std::vector<std::size_t> group_of_skin(parts_.skins.size(), kNoGroup);
    std::map<AlikeKey, std::size_t> group_of;
    for (MeshInstance& instance : parts_.instances) {
      if (!instance.skin) {
        ++bound_.unskinned_count;
        continue;
      }
      std::size_t& group = group_of_skin[*instance.skin];
      if (group == kNoGroup) {
        BoundGroup made{.skin = *instance.skin};
        if (auto failure = SetBones(made)) return failure;
        const auto [found, first_time] =
            group_of.emplace(KeyOf(made, meshes_of_skin[made.skin]), bound_.groups.size());
        if (first_time) bound_.groups.push_back(std::move(made));
        group = found->second;
      }
      if (auto failure = Place(instance, group, {})) return failure;
    }
    return std::nullopt;
  }

  // The group's bones and the names of its joints, of a skin that the model had.
  std::optional<Failure> SetBones(BoundGroup& group) {
    group.joints = JointLabels(parts_.skeleton, parts_.skins[group.skin]);
    if (group.skin < options_.bones_of_skin.size()) {
      group.bones = options_.bones_of_skin[group.skin];
      return std::nullopt;
    }
    if (!rig_) {
      Model::Parts rig;
      rig.skeleton = parts_.skeleton;
      rig.skins = parts_.skins;
      Result<Model> made = Model::Create(std::move(rig));
      if (!made.ok()) return made.failure();
      rig_ = std::move(made).value();
    }
    Result<std::vector<BoneSegment>> bones = BonesOfSkin(*rig_, group.skin);
    if (!bones.ok()) return bones.failure();
    group.bones = std::move(bones).value();
    return std::nullopt;
  }

  // The bones of a new skin, and what it binds where they rest.
  std::optional<Failure> MakeSkin(const std::vector<Affine>& model_from_joint, BoundGroup& group,
                                  Skin::Parts& binding) {
    const Result<std::vector<std::uint32_t>> joints = FindBoneNodes(parts_, options_.root);
    if (!joints.ok()) return joints.failure();
    if (joints->empty()) {
      return model::Broken("",
                           "has no bones: every node carries a mesh, a camera or a light, or "
                           "only holds the others");
    }
    Result<std::vector<BoneSegment>> bones = BonesOfSkeleton(parts_.skeleton, *joints);
    if (!bones.ok()) return bones.failure();
    group.skin_made = true;
    group.bones = std::move(bones).value();
    binding.name = "weights";
    for (const std::uint32_t joint : *joints) {
      const std::optional<Affine> inverse = Inverse(model_from_joint[joint]);
      if (!inverse) {
        return model::Broken("", "joint \"" + parts_.skeleton.Label(joint) +
                                     "\" is scaled to nothing where it rests: nothing can be bound "
                                     "to it");
      }
      binding.joints.push_back(static_cast<std::int32_t>(joint));
      binding.inverse_bind.push_back(*inverse);
    }
    return std::nullopt;
  }

  // No mesh has a skin: all get one, and are one group.
  std::optional<Failure> BindToOne() {
    const std::vector<Affine> model_from_joint = model::RestMatrices(parts_.skeleton);
    BoundGroup group;
    Skin::Parts binding;
    if (parts_.skins.empty()) {
      if (auto failure = MakeSkin(model_from_joint, group, binding)) return failure;
    } else {
      if (auto failure = SetBones(group)) return failure;
      binding = parts_.skins[0].parts();
    }
    std::map<decltype(Affine::m), std::uint32_t> skin_of_place;
    // The model's own skin is for meshes that stand at the origin.
    if (!parts_.skins.empty()) skin_of_place.emplace(Affine{}.m, 0u);
    bound_.groups.push_back(std::move(group));
    for (MeshInstance& instance : parts_.instances) {
      const Affine& bind_from_mesh = model_from_joint[instance.joint];
      if (!scalar::IsUsable(bind_from_mesh)) {
        return model::Broken("", "joint \"" + parts_.skeleton.Label(instance.joint) +
                                     "\" rests beyond usable numbers: its mesh cannot be bound");
      }
      const auto [found, added] =
          skin_of_place.emplace(bind_from_mesh.m, static_cast<std::uint32_t>(parts_.skins.size()));
      if (added) {
        if (auto failure = AddSkin(binding, bind_from_mesh)) return failure;
      }
      instance.skin = found->second;
      if (auto failure = Place(instance, 0, bind_from_mesh)) return failure;
    }
    BoundGroup& only = bound_.groups[0];
    only.skin = *parts_.instances[0].skin;
    only.joints = JointLabels(parts_.skeleton, parts_.skins[only.skin]);
    return std::nullopt;
  }

  std::optional<Failure> AddSkin(const Skin::Parts& binding, const Affine& bind_from_mesh) {
    if (auto failure = TakeRoom(static_cast<double>(binding.joints.size()) * sizeof(Affine))) {
      return failure;
    }
    Skin::Parts placed = binding;
    for (Affine& inverse : placed.inverse_bind) inverse = Multiply(inverse, bind_from_mesh);
    Result<Skin> skin = Skin::Create(std::move(placed), parts_.skeleton.joint_count());
    if (!skin.ok()) return skin.failure();
    parts_.skins.push_back(std::move(skin).value());
    return std::nullopt;
  }

  // Weights belong to meshes: one that is placed in two ways becomes two.
  std::optional<Failure> Place(MeshInstance& instance, std::size_t group,
                               const Affine& bind_from_mesh) {
    const std::uint32_t source = instance.mesh;
    Placed& placed = placed_[source];
    const bool first = placed.empty();
    const auto [found, added] = placed.try_emplace({group, bind_from_mesh.m}, source);
    if (added && !first) {
      if (auto failure = Copy(source)) return failure;
      found->second = static_cast<std::uint32_t>(parts_.meshes.size() - 1);
    }
    instance.mesh = found->second;
    if (added) bound_.groups[group].pieces.push_back({instance.mesh, bind_from_mesh});
    return std::nullopt;
  }

  // A copy of a mesh, after all others.
  std::optional<Failure> Copy(std::uint32_t source) {
    if (auto failure = TakeRoom(MeshBytes(parts_.meshes[source], options_.max_influences))) {
      return failure;
    }
    const auto copy = static_cast<std::uint32_t>(parts_.meshes.size());
    parts_.meshes.push_back(Mesh(parts_.meshes[source]));
    for (std::size_t i = 0; i < carried_count_; ++i) {
      CarriedJson json = parts_.carried[i];
      if (json.index != source || (json.owner != CarriedJson::Owner::kMesh &&
                                   json.owner != CarriedJson::Owner::kPrimitive)) {
        continue;
      }
      json.index = copy;
      parts_.carried.push_back(std::move(json));
    }
    return std::nullopt;
  }

  std::optional<Failure> TakeRoom(double bytes) {
    bytes_ += bytes;
    if (bytes_ <= static_cast<double>(options_.max_output_bytes)) return std::nullopt;
    return Failure{FailureCode::kLimit, "",
                   "a mesh gets weights for every place where it stands, and the places of " +
                       std::to_string(parts_.instances.size()) + " mesh instances take more than " +
                       std::to_string(options_.max_output_bytes) +
                       " bytes, the limit max_output_bytes"};
  }

  Model::Parts& parts_;
  const ModelWeightsOptions& options_;
  BoundMeshes bound_{};
  std::optional<Model> rig_{};  // The skeleton and the model's skins, once they are asked for.
  // By the model's mesh: which mesh stands for it, by group and place.
  using Placed = std::map<std::pair<std::size_t, decltype(Affine::m)>, std::uint32_t>;
  std::vector<Placed> placed_;
  std::size_t carried_count_;  // Of the model's.
  double bytes_ = 0.0;         // Of meshes and new skins.
};

}  // namespace

Result<BoundMeshes> BindToSkins(Model::Parts& parts, const ModelWeightsOptions& options) {
  return Binder(parts, options).Bind();
}

}  // namespace sinew::weights
