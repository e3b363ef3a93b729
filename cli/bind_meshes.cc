// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "bind_meshes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <compare>
#include <map>
#include <optional>
#include <utility>

#include "bone_nodes.h"
#include "text/exit_code.h"
#include "text/printable.h"

namespace sinew::cli {
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

// Compares in no meaningful order.
struct AffineLess {
  bool operator()(const Affine& a, const Affine& b) const { return a.m < b.m; }
};

class Binder {
 public:
  Binder(const std::string& file, Model::Parts& parts, const WeighOptions& options)
      : file_(file),
        parts_(parts),
        options_(options),
        placed_(parts.meshes.size()),
        carried_count_(parts.carried.size()) {}

  Bound Bind() {
    const bool skinned = std::any_of(parts_.instances.begin(), parts_.instances.end(),
                                     [](const MeshInstance& i) { return i.skin.has_value(); });
    if (parts_.instances.empty()) throw CommandError(ExitCode::kCannotRead, file_, "has no mesh");
    if (options_.root && (skinned || !parts_.skins.empty())) {
      throw CommandError(ExitCode::kUsage,
                         "--root chooses bones where there is no skin, and the file has one");
    }
    for (const Mesh& mesh : parts_.meshes) bytes_ += MeshBytes(mesh, options_.max_influences);
    if (skinned) {
      BindBySkins();
    } else {
      BindToOne();
    }
    return std::move(bound_);
  }

 private:
  static constexpr std::size_t kNoGroup = static_cast<std::size_t>(-1);

  // The skins of a file whose skins are used, each with the meshes that it binds.
  void BindBySkins() {
    std::vector<std::vector<std::uint32_t>> meshes_of_skin(parts_.skins.size());
    for (const MeshInstance& instance : parts_.instances) {
      if (instance.skin) meshes_of_skin[*instance.skin].push_back(instance.mesh);
    }
    for (std::vector<std::uint32_t>& meshes : meshes_of_skin) {
      std::sort(meshes.begin(), meshes.end());
      meshes.erase(std::unique(meshes.begin(), meshes.end()), meshes.end());
    }
    std::vector<std::size_t> group_of_skin(parts_.skins.size(), kNoGroup);
    std::map<std::pair<std::vector<std::uint32_t>, AlikeKey>, std::size_t> group_of;
    for (MeshInstance& instance : parts_.instances) {
      if (!instance.skin) {
        ++bound_.left_alone;
        continue;
      }
      std::size_t& group = group_of_skin[*instance.skin];
      if (group == kNoGroup) {
        Group made = GroupOf(*instance.skin);
        const auto [found, first_time] = group_of.emplace(
            std::pair(meshes_of_skin[*instance.skin], KeyOf(made)), bound_.groups.size());
        if (first_time) bound_.groups.push_back(std::move(made));
        group = found->second;
      }
      Place(instance, group, {});
    }
  }

  Group GroupOf(std::uint32_t skin) {
    Group group{.skin = skin};
    group.joints = JointLabels(parts_.skeleton, parts_.skins[skin]);
    group.bones =
        skin < options_.bones_of_skin.size() ? options_.bones_of_skin[skin] : BonesOf(skin);
    return group;
  }

  // Of a skin of the file.
  std::vector<BoneSegment> BonesOf(std::uint32_t skin) {
    if (!rig_) {
      Model::Parts rig;
      rig.skeleton = parts_.skeleton;
      rig.skins = parts_.skins;
      rig_ = Taken(file_, Model::Create(std::move(rig)));
    }
    return Taken(file_, BonesOfSkin(*rig_, skin));
  }

  // Weights for one group are weights for the other where these are equal.
  struct AlikeKey {
    std::vector<std::string> joints;
    std::vector<std::uint32_t> bone_joints;
    std::vector<std::array<float, 6>> bones;  // Heads and tails.
    auto operator<=>(const AlikeKey&) const = default;
  };
  static AlikeKey KeyOf(const Group& group) {
    AlikeKey key{.joints = group.joints, .bone_joints = {}, .bones = {}};
    for (const BoneSegment& bone : group.bones) {
      key.bone_joints.push_back(bone.joint);
      key.bones.push_back(
          {bone.head.x, bone.head.y, bone.head.z, bone.tail.x, bone.tail.y, bone.tail.z});
    }
    return key;
  }

  void BindToOne() {
    std::vector<Affine> model_from_joint;
    for (std::uint32_t j = 0; j < parts_.skeleton.joint_count(); ++j) {
      const Affine local = AffineOf(parts_.skeleton.rest()[j]);
      const std::int32_t parent = parts_.skeleton.parent(j);
      model_from_joint.push_back(
          parent == kNoParent
              ? local
              : Multiply(model_from_joint[static_cast<std::size_t>(parent)], local));
    }
    Group group;
    Skin::Parts binding;
    if (parts_.skins.empty()) {
      group.skin_made = true;
      const std::vector<std::uint32_t> bones = BoneNodes(file_, parts_, options_.root);
      group.bones = Taken(file_, BonesOfSkeleton(parts_.skeleton, bones));
      binding.name = "weights";
      for (const std::uint32_t joint : bones) {
        const std::optional<Affine> inverse = Inverse(model_from_joint[joint]);
        if (!inverse) {
          throw CommandError(ExitCode::kCannotRead, file_,
                             fmt::format("joint \"{}\" is scaled to nothing where it rests: "
                                         "nothing can be bound to it",
                                         Shortened(parts_.skeleton.Label(joint), 60)));
        }
        binding.joints.push_back(static_cast<std::int32_t>(joint));
        binding.inverse_bind.push_back(*inverse);
      }
    } else {
      group.bones = BonesOf(0);
      binding = parts_.skins[0].parts();
    }
    std::map<Affine, std::uint32_t, AffineLess> skin_of_place;
    // The file's own skin is for meshes that stand at the origin.
    if (!parts_.skins.empty()) skin_of_place.emplace(Affine{}, 0u);
    for (MeshInstance& instance : parts_.instances) {
      const Affine& bind_from_mesh = model_from_joint[instance.joint];
      const auto [found, added] =
          skin_of_place.emplace(bind_from_mesh, static_cast<std::uint32_t>(parts_.skins.size()));
      if (added) {
        TakeRoom(static_cast<double>(binding.joints.size()) * sizeof(Affine));
        Skin::Parts placed = binding;
        for (Affine& inverse : placed.inverse_bind) inverse = Multiply(inverse, bind_from_mesh);
        parts_.skins.push_back(
            Taken(file_, Skin::Create(std::move(placed), parts_.skeleton.joint_count())));
      }
      instance.skin = found->second;
      if (bound_.groups.empty()) {
        group.skin = *instance.skin;
        group.joints = JointLabels(parts_.skeleton, parts_.skins[group.skin]);
        bound_.groups.push_back(group);
      }
      Place(instance, 0, bind_from_mesh);
    }
  }

  // Weights belong to meshes: one that is placed in two ways becomes two.
  void Place(MeshInstance& instance, std::size_t group, const Affine& bind_from_mesh) {
    const std::uint32_t source = instance.mesh;
    Placed& placed = placed_[source];
    const bool first = placed.empty();
    const auto [found, added] = placed.try_emplace({group, bind_from_mesh.m}, source);
    if (added && !first) found->second = CopyOf(source);
    instance.mesh = found->second;
    if (added) bound_.groups[group].pieces.push_back({instance.mesh, bind_from_mesh});
  }

  std::uint32_t CopyOf(std::uint32_t source) {
    TakeRoom(MeshBytes(parts_.meshes[source], options_.max_influences));
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
    return copy;
  }

  void TakeRoom(double bytes) {
    bytes_ += bytes;
    if (bytes_ <= static_cast<double>(options_.limits.max_output_bytes)) return;
    throw LimitError(file_,
                     fmt::format("a mesh gets weights for every place where it stands, and {} take "
                                 "more than {:.3g} bytes, the limit max_output_bytes",
                                 Counted(parts_.instances.size(), "mesh instance"),
                                 static_cast<double>(options_.limits.max_output_bytes)));
  }

  const std::string& file_;
  Model::Parts& parts_;
  const WeighOptions& options_;
  Bound bound_{};
  std::optional<Model> rig_{};  // The skeleton and the file's skins, once they are asked for.
  // By the file's mesh: which mesh stands for it, by group and place.
  using Placed = std::map<std::pair<std::size_t, decltype(Affine::m)>, std::uint32_t>;
  std::vector<Placed> placed_;
  std::size_t carried_count_;  // Of the file's.
  double bytes_ = 0.0;         // Of meshes and new skins.
};

}  // namespace

Bound BindMeshes(const std::string& file, Model::Parts& parts, const WeighOptions& options) {
  return Binder(file, parts, options).Bind();
}

}  // namespace sinew::cli
