// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/reordered.h"

#include <utility>

#include "support/build_model.h"

namespace sinew::testing {

Reordered Reorder(const Skeleton::Parts& parts) {
  const auto count = static_cast<std::uint32_t>(parts.parents.size());
  const auto mirrored = [count](std::uint32_t joint) { return count - 1 - joint; };
  std::vector<std::int32_t> parents(count, kNoParent);
  for (std::uint32_t j = 0; j < count; ++j) {
    if (parts.parents[j] == kNoParent) continue;
    const auto parent = static_cast<std::uint32_t>(parts.parents[j]);
    parents[mirrored(j)] = static_cast<std::int32_t>(mirrored(parent));
  }
  const std::vector<std::uint32_t> order = Expect(LevelOrder(parents));
  Reordered made;
  made.new_joint.resize(count);
  for (std::uint32_t j = 0; j < count; ++j) made.new_joint[mirrored(order[j])] = j;
  Skeleton::Parts moved;
  for (std::uint32_t j = 0; j < count; ++j) {
    const std::uint32_t old = mirrored(order[j]);
    const std::int32_t parent = parts.parents[old];
    moved.parents.push_back(
        parent == kNoParent
            ? kNoParent
            : static_cast<std::int32_t>(made.new_joint[static_cast<std::uint32_t>(parent)]));
    moved.rest.push_back(parts.rest[old]);
    moved.names.push_back(parts.names[old]);
    moved.file_nodes.push_back(j);
  }
  made.skeleton = Expect(Skeleton::Create(std::move(moved)));
  return made;
}

Model OutfitOf(const Model& model, const Reordered& joints,
               std::span<const std::uint32_t> instances) {
  Model::Parts parts;
  parts.skeleton = joints.skeleton;
  const auto skin_count = static_cast<std::uint32_t>(model.skins().size());
  const auto mesh_count = static_cast<std::uint32_t>(model.meshes().size());
  for (std::uint32_t s = skin_count; s-- > 0;) {
    Skin::Parts skin = model.skins()[s].parts();
    for (std::int32_t& joint : skin.joints) {
      if (joint == kIdentityJoint) continue;
      joint = static_cast<std::int32_t>(joints.new_joint[static_cast<std::uint32_t>(joint)]);
    }
    if (skin.root) skin.root = joints.new_joint[*skin.root];
    parts.skins.push_back(Skin::Create(std::move(skin), joints.skeleton.joint_count()).value());
  }
  for (std::uint32_t m = mesh_count; m-- > 0;) parts.meshes.push_back(model.meshes()[m]);
  for (const std::uint32_t i : instances) {
    MeshInstance instance = model.instances()[i];
    const std::uint32_t morphs = model.meshes()[instance.mesh].morph_count();
    const auto slots = model.morph_rest().subspan(morphs > 0 ? instance.first_morph : 0, morphs);
    instance.first_morph = static_cast<std::uint32_t>(parts.morph_rest.size());
    parts.morph_rest.insert(parts.morph_rest.end(), slots.begin(), slots.end());
    instance.joint = joints.new_joint[instance.joint];
    instance.mesh = mesh_count - 1 - instance.mesh;
    if (instance.skin) instance.skin = skin_count - 1 - *instance.skin;
    parts.instances.push_back(instance);
  }
  parts.materials = model.parts().materials;
  parts.textures = model.parts().textures;
  parts.images = model.parts().images;
  for (const CarriedJson& json : model.parts().carried) {
    using Owner = CarriedJson::Owner;
    if (json.owner == Owner::kMaterial || json.owner == Owner::kTexture) {
      parts.carried.push_back(json);
    }
  }
  return Expect(Model::Create(std::move(parts)));
}

}  // namespace sinew::testing
