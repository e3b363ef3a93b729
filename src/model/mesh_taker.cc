// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/mesh_taker.h"

#include <bit>
#include <limits>
#include <span>
#include <string_view>

#include "model/renumber_json.h"
#include "sinew/hash.h"

namespace sinew::model {
namespace {

// A number in preserved JSON that no object has: it names nothing in the target either.
constexpr std::uint32_t kNothing = std::numeric_limits<std::uint32_t>::max();

// How many objects of a material and of a texture may have preserved JSON.
constexpr auto kMaterialParts =
    static_cast<std::uint32_t>(CarriedJson::kTexturePart + kMaterialTextures.size());
constexpr std::uint32_t kTextureParts = CarriedJson::kSamplerPart + 1;

// Contents as text: the same text where the content is the same.
class Key {
 public:
  Key& Add(std::string_view text) {
    Add(std::uint64_t{text.size()});
    key_ += text;
    return *this;
  }
  Key& Add(std::uint64_t number) {
    key_ += std::to_string(number) + ' ';
    return *this;
  }
  Key& Add(int number) { return Add(static_cast<std::uint64_t>(std::int64_t{number})); }
  Key& Add(bool flag) { return Add(std::uint64_t{flag}); }
  Key& Add(float value) { return Add(std::uint64_t{std::bit_cast<std::uint32_t>(value)}); }
  Key& Add(std::optional<std::uint32_t> number) {
    return Add(number ? std::uint64_t{*number} + 1 : 0);
  }
  Key& Add(const std::optional<TextureUse>& use) {
    if (!use) return Add(false);
    Add(true).Add(std::uint64_t{use->texture}).Add(std::uint64_t{use->texcoord});
    if (!use->transform) return Add(false);
    const TextureTransform& t = *use->transform;
    Add(true).Add(t.offset.x).Add(t.offset.y).Add(t.rotation).Add(t.scale.x).Add(t.scale.y);
    return Add(t.texcoord);
  }
  Key& Add(std::span<const CarriedJson> json) {
    Add(std::uint64_t{json.size()});
    for (const CarriedJson& one : json) {
      Add(std::uint64_t{one.part}).Add(one.extras).Add(one.extensions);
    }
    return *this;
  }
  std::string Take() && { return std::move(key_); }

 private:
  std::string key_;
};

std::string KeyOf(const Material& material, std::span<const CarriedJson> json) {
  const Vec4 color = material.base_color;
  const Vec3 emissive = material.emissive;
  Key key;
  key.Add(material.name).Add(color.x).Add(color.y).Add(color.z).Add(color.w);
  key.Add(material.metallic).Add(material.roughness).Add(material.normal_scale);
  key.Add(material.occlusion_strength).Add(emissive.x).Add(emissive.y).Add(emissive.z);
  key.Add(material.emissive_strength).Add(static_cast<int>(material.alpha));
  key.Add(material.alpha_cutoff).Add(material.double_sided).Add(material.unlit);
  for (const auto member : kMaterialTextures) key.Add(material.*member);
  return std::move(key.Add(json)).Take();
}

std::string KeyOf(const Texture& texture, std::span<const CarriedJson> json) {
  Key key;
  const TextureSampler& sampler = texture.sampler;
  key.Add(texture.name).Add(texture.image).Add(sampler.name);
  key.Add(sampler.mag_filter ? static_cast<int>(*sampler.mag_filter) : 0);
  key.Add(sampler.min_filter ? static_cast<int>(*sampler.min_filter) : 0);
  key.Add(static_cast<int>(sampler.wrap_s)).Add(static_cast<int>(sampler.wrap_t));
  return std::move(key.Add(json)).Take();
}

std::map<std::tuple<CarriedJson::Owner, std::uint32_t, std::uint32_t>, const CarriedJson*> ByOwner(
    const std::vector<CarriedJson>& list) {
  std::map<std::tuple<CarriedJson::Owner, std::uint32_t, std::uint32_t>, const CarriedJson*> found;
  for (const CarriedJson& json : list) {
    found.try_emplace({json.owner, json.index, json.part}, &json);
  }
  return found;
}

// Every vertex follows entry 0.
Influences FollowFirstEntry(std::uint32_t vertex_count) {
  Influences influences;
  influences.list.assign(vertex_count, {.joint = 0, .weight = 1.0f});
  influences.begins.resize(std::size_t{vertex_count} + 1);
  for (std::uint32_t v = 0; v <= vertex_count; ++v) influences.begins[v] = v;
  return influences;
}

}  // namespace

MeshTaker::MeshTaker(const Model& from, Model::Parts& to)
    : from_(from),
      to_(to),
      json_(ByOwner(from.parts().carried)),
      skins_(from.skins().size()),
      materials_(from.materials().size()),
      textures_(from.textures().size()),
      images_(from.images().size()) {
  const auto theirs = ByOwner(to.carried);
  const auto json_of = [&theirs](Owner owner, std::uint32_t index, std::uint32_t part_count) {
    std::vector<CarriedJson> json;
    for (std::uint32_t part = 0; part < part_count; ++part) {
      const auto found = theirs.find({owner, index, part});
      if (found != theirs.end()) json.push_back(*found->second);
    }
    return json;
  };
  for (std::uint32_t i = 0; i < to.images.size(); ++i) {
    if (to.images[i].bytes.empty() || theirs.contains({Owner::kImage, i, 0})) continue;
    known_images_.try_emplace(ImageKey(to.images[i].bytes), i);
  }
  for (std::uint32_t t = 0; t < to.textures.size(); ++t) {
    known_textures_.try_emplace(KeyOf(to.textures[t], json_of(Owner::kTexture, t, kTextureParts)),
                                t);
  }
  for (std::uint32_t m = 0; m < to.materials.size(); ++m) {
    known_materials_.try_emplace(
        KeyOf(to.materials[m], json_of(Owner::kMaterial, m, kMaterialParts)), m);
  }
}

const CarriedJson* MeshTaker::JsonOf(Owner owner, std::uint32_t index, std::uint32_t part) const {
  const auto found = json_.find({owner, index, part});
  return found == json_.end() ? nullptr : found->second;
}

void MeshTaker::AddJson(CarriedJson json) {
  if (json.extras.empty() && json.extensions.empty() && json.whole.empty()) return;
  to_.carried.push_back(std::move(json));
}

void MeshTaker::AddJson(std::vector<CarriedJson> json, std::uint32_t index) {
  for (CarriedJson& one : json) {
    one.index = index;
    AddJson(std::move(one));
  }
}

void MeshTaker::MoveJson(Owner owner, std::uint32_t index, std::uint32_t part,
                         std::string_view member,
                         const std::function<std::uint32_t(std::uint64_t)>& number,
                         std::vector<CarriedJson>& moved) const {
  const CarriedJson* const json = JsonOf(owner, index, part);
  if (json == nullptr) return;
  moved.push_back({.owner = owner,
                   .part = part,
                   .extras = json->extras,
                   .extensions = Renumbered(json->extensions, member, number)});
}

void MeshTaker::TakeExtras(Owner owner, std::uint32_t old_index, std::uint32_t new_index,
                           std::uint32_t part) {
  const CarriedJson* const json = JsonOf(owner, old_index, part);
  if (json == nullptr) return;
  if (!json->extensions.empty()) ++dropped_extensions_;
  AddJson({.owner = owner, .index = new_index, .part = part, .extras = json->extras});
}

Result<std::uint32_t> MeshTaker::TakeMesh(std::uint32_t mesh) { return AddMesh(mesh, false); }

Result<std::uint32_t> MeshTaker::TakeMeshAsRigid(std::uint32_t mesh) { return AddMesh(mesh, true); }

Result<std::uint32_t> MeshTaker::AddMesh(std::uint32_t mesh, bool as_rigid) {
  const auto [known, is_new] =
      meshes_.try_emplace({mesh, as_rigid}, static_cast<std::uint32_t>(to_.meshes.size()));
  if (!is_new) return known->second;
  Mesh::Parts parts = from_.meshes()[mesh].parts();
  for (Primitive& primitive : parts.primitives) {
    if (primitive.material) primitive.material = TakeMaterial(*primitive.material);
    if (as_rigid) primitive.influences = FollowFirstEntry(primitive.vertex_count());
  }
  const auto primitive_count = static_cast<std::uint32_t>(parts.primitives.size());
  Result<Mesh> made = Mesh::Create(std::move(parts));
  if (!made) return made.failure();
  to_.meshes.push_back(std::move(*made));
  TakeExtras(Owner::kMesh, mesh, known->second);
  for (std::uint32_t p = 0; p < primitive_count; ++p) {
    TakeExtras(Owner::kPrimitive, mesh, known->second, p);
  }
  return known->second;
}

Result<std::uint32_t> MeshTaker::TakeSkin(std::uint32_t skin, Skin::Parts parts) {
  std::optional<std::uint32_t>& known = skins_[skin];
  if (known) return *known;
  Result<Skin> made = Skin::Create(std::move(parts), to_.skeleton.joint_count());
  if (!made) return made.failure();
  known = static_cast<std::uint32_t>(to_.skins.size());
  to_.skins.push_back(std::move(*made));
  TakeExtras(Owner::kSkin, skin, *known);
  return *known;
}

void MeshTaker::AddInstance(const MeshInstance& source, MeshInstance placed) {
  placed.first_morph = static_cast<std::uint32_t>(to_.morph_rest.size());
  const std::uint32_t count = from_.meshes()[source.mesh].morph_count();
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    to_.morph_rest.push_back(from_.morph_rest()[source.first_morph + slot]);
  }
  if (count == 0) placed.first_morph = 0;
  to_.instances.push_back(placed);
}

std::uint32_t MeshTaker::TakeMaterial(std::uint32_t material) {
  std::optional<std::uint32_t>& known = materials_[material];
  if (known) return *known;
  Material copy = from_.materials()[material];
  for (const auto member : kMaterialTextures) {
    if (std::optional<TextureUse>& use = copy.*member) use->texture = TakeTexture(use->texture);
  }
  std::vector<CarriedJson> json;
  for (std::uint32_t part = 0; part < kMaterialParts; ++part) {
    MoveJson(
        Owner::kMaterial, material, part, "index",
        [this](std::uint64_t texture) {
          return texture < textures_.size() ? TakeTexture(static_cast<std::uint32_t>(texture))
                                            : kNothing;
        },
        json);
  }
  const auto [entry, is_new] = known_materials_.try_emplace(
      KeyOf(copy, json), static_cast<std::uint32_t>(to_.materials.size()));
  known = entry->second;
  if (!is_new) return *known;
  to_.materials.push_back(std::move(copy));
  AddJson(std::move(json), *known);
  return *known;
}

std::uint32_t MeshTaker::TakeTexture(std::uint32_t texture) {
  std::optional<std::uint32_t>& known = textures_[texture];
  if (known) return *known;
  Texture copy = from_.textures()[texture];
  if (copy.image) copy.image = TakeImage(*copy.image);
  std::vector<CarriedJson> json;
  for (std::uint32_t part = 0; part < kTextureParts; ++part) {
    MoveJson(
        Owner::kTexture, texture, part, "source",
        [this](std::uint64_t image) {
          return image < images_.size() ? TakeImage(static_cast<std::uint32_t>(image)) : kNothing;
        },
        json);
  }
  const auto [entry, is_new] = known_textures_.try_emplace(
      KeyOf(copy, json), static_cast<std::uint32_t>(to_.textures.size()));
  known = entry->second;
  if (!is_new) return *known;
  to_.textures.push_back(std::move(copy));
  AddJson(std::move(json), *known);
  return *known;
}

// Shared bytes are looked at once, however many images have them.
std::pair<std::uint64_t, std::size_t> MeshTaker::ImageKey(const SharedBytes& bytes) {
  const auto [known, is_new] = hash_of_bytes_.try_emplace(bytes.data());
  if (is_new) known->second = Hash64().Add(bytes.span()).value();
  return {known->second, bytes.size()};
}

std::uint32_t MeshTaker::TakeImage(std::uint32_t image) {
  std::optional<std::uint32_t>& known = images_[image];
  if (known) return *known;
  const Image& source = from_.images()[image];
  const auto next = static_cast<std::uint32_t>(to_.images.size());
  // A URI says nothing across files: each means its own folder.
  if (!source.bytes.empty() && JsonOf(Owner::kImage, image) == nullptr) {
    const std::uint32_t same =
        known_images_.try_emplace(ImageKey(source.bytes), next).first->second;
    if (same != next && to_.images[same].bytes == source.bytes &&
        to_.images[same].mime_type == source.mime_type) {
      known = same;
      return same;
    }
  }
  known = next;
  to_.images.push_back(source);
  TakeExtras(Owner::kImage, image, next);
  return next;
}

}  // namespace sinew::model
