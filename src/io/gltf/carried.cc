// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Extras and extensions that the model does not hold otherwise are kept as they were written; so
// are cameras.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "io/gltf/build.h"
#include "io/gltf/clip_extras.h"
#include "io/gltf/extension_names.h"
#include "io/gltf/understood.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

// Read and gone: their content is in the model's own numbers.
constexpr std::string_view kConsumed[] = {
    "KHR_draco_mesh_compression",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
    "KHR_mesh_quantization",
};

bool IsConsumed(json::Value key) {
  return std::ranges::any_of(kConsumed,
                             [key](std::string_view name) { return key.string_is(name); });
}

const Understood* FindUnderstood(std::span<const Understood> list, json::Value key) {
  const auto found =
      std::ranges::find_if(list, [key](const Understood& one) { return key.string_is(one.name); });
  return found == list.end() ? nullptr : &*found;
}

// The text of an object without those members; empty where nothing is left.
std::string TextWithout(json::Value object, std::span<const std::string_view> members) {
  std::string kept;
  if (!object.is_object()) return kept;
  for (const auto& [key, value] : object.members()) {
    const auto is_key = [&key](std::string_view name) { return key.string_is(name); };
    if (std::ranges::any_of(members, is_key)) continue;
    kept += kept.empty() ? "{" : ",";
    kept += key.text();
    kept += ':';
    kept += value.text();
  }
  if (!kept.empty()) kept += '}';
  return kept;
}

// The raw text of an "extensions" object without what was consumed or understood; empty where
// nothing is left.
std::string KeptExtensions(json::Value extensions, std::span<const Understood> understood) {
  bool all = true;
  std::string kept;
  for (const auto& [key, value] : extensions.members()) {
    const Understood* const ours = FindUnderstood(understood, key);
    const std::string rest = ours == nullptr ? "" : TextWithout(value, ours->members);
    if (IsConsumed(key) || (ours != nullptr && rest.empty())) {
      all = false;
      continue;
    }
    if (ours != nullptr) all = false;
    kept += kept.empty() ? "{" : ",";
    kept += key.text();
    kept += ':';
    kept += ours == nullptr ? value.text() : std::string_view(rest);
  }
  if (kept.empty()) return kept;
  if (all) return std::string(extensions.text());
  kept += '}';
  return kept;
}

class Carrier {
 public:
  using Owner = CarriedJson::Owner;

  explicit Carrier(Build& build) : build_(build) {
    for (const Understood& one : {kUnderstoodStrength, kUnderstoodUnlit}) {
      if (IsDeclared(one)) of_materials_.push_back(one);
    }
    if (IsDeclared(kUnderstoodTransform)) of_texture_uses_.push_back(kUnderstoodTransform);
  }

  // `whole` is what is kept of the object beside its extras and extensions.
  void Add(CarriedJson::Owner owner, std::size_t index, std::uint32_t json, std::size_t part = 0,
           std::string whole = {}, std::span<const Understood> understood = {}) {
    if (json == ~0u || !within_budget_) return;
    const json::Value object = build_.json.At(json);
    if (!object.is_object()) return;
    CarriedJson carried;
    carried.owner = owner;
    carried.index = static_cast<std::uint32_t>(index);
    carried.part = static_cast<std::uint32_t>(part);
    for (const auto& [key, value] : object.members()) {
      if (key.text() == "\"extras\"") {
        carried.extras =
            owner == CarriedJson::Owner::kAnimation ? OtherClipExtras(value) : value.text();
      } else if (key.text() == "\"extensions\"" && value.is_object()) {
        carried.extensions = KeptExtensions(value, understood);
        if (!carried.extensions.empty() || !understood.empty()) {
          AddNamesOfExtensions(value, extension_names_);
        }
      }
    }
    carried.whole = std::move(whole);
    if (carried.extras.empty() && carried.extensions.empty() && carried.whole.empty()) return;
    // Twice the entry: the list has room for more than it holds, and moves to grow.
    within_budget_ = build_.Take(1,
                                 2 * sizeof carried + carried.extras.size() +
                                     carried.extensions.size() + carried.whole.size(),
                                 "");
    if (within_budget_) build_.parts.carried.push_back(std::move(carried));
  }

  void AddCamera(std::size_t index, const CameraDef& camera) {
    if (camera.json == ~0u) return;
    AddWhole(CarriedJson::Owner::kCamera, index, camera.json);
  }

  // The material, and the objects in it that the model has fields for.
  void AddMaterial(std::size_t index, const MaterialDef& material) {
    Add(Owner::kMaterial, index, material.json, 0, {}, of_materials_);
    const std::optional<json::Value> object = ObjectAt(material.json);
    if (!object) return;
    const std::optional<json::Value> pbr = Member(*object, "pbrMetallicRoughness");
    if (pbr) Add(Owner::kMaterial, index, pbr->index(), CarriedJson::kPbrPart);
    for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
      if (!(material.value.*kMaterialTextures[i])) continue;
      std::optional<json::Value> texture = Member(*object, kMaterialTextureNames[i]);
      if (!texture && pbr) texture = Member(*pbr, kMaterialTextureNames[i]);
      if (!texture) continue;
      Add(Owner::kMaterial, index, texture->index(), CarriedJson::kTexturePart + i, {},
          of_texture_uses_);
    }
  }

  void AddTexture(std::size_t index, const TextureDef& texture) {
    Add(Owner::kTexture, index, texture.json);
    if (texture.sampler < 0) return;
    const auto sampler = static_cast<std::size_t>(texture.sampler);
    Add(Owner::kTexture, index, build_.document.samplers[sampler].json, CarriedJson::kSamplerPart);
  }

  // Of a node, its camera: all else is in the model.
  void AddNode(std::size_t joint, const NodeDef& node) {
    Add(CarriedJson::Owner::kNode, joint, node.json, 0,
        node.camera < 0 ? std::string() : Words("{\"camera\":", node.camera, '}'));
  }

  // False once the file was refused for what it wants carried; nothing more is added then.
  bool within_budget() const { return within_budget_; }
  const std::unordered_set<std::string>& extension_names() const { return extension_names_; }

 private:
  void AddWhole(CarriedJson::Owner owner, std::size_t index, std::uint32_t json) {
    const json::Value object = build_.json.At(json);
    AddExtensionNames(object, extension_names_);
    Add(owner, index, json, 0, std::string(object.text()));
  }

  std::optional<json::Value> ObjectAt(std::uint32_t json) const {
    if (json == ~0u || !build_.json.At(json).is_object()) return std::nullopt;
    return build_.json.At(json);
  }
  static std::optional<json::Value> Member(json::Value object, std::string_view name) {
    const std::optional<json::Value> found = object.Find(name);
    return found && found->is_object() ? found : std::nullopt;
  }
  // What is not declared was not read either, and stays text.
  bool IsDeclared(const Understood& one) const {
    const std::vector<std::string>& used = build_.document.extensions_used;
    return std::ranges::find(used, one.name) != used.end();
  }

  Build& build_;
  std::vector<Understood> of_materials_, of_texture_uses_;
  bool within_budget_ = true;
  std::unordered_set<std::string> extension_names_;  // That some carried text makes use of.
};

}  // namespace

bool CarryJson(Build& build) {
  const Document& document = build.document;
  const json::Value root = build.json.root();
  using Owner = CarriedJson::Owner;
  Carrier carrier(build);
  carrier.Add(Owner::kRoot, 0, root.index());
  if (const std::optional<json::Value> asset = root.Find("asset"); asset && asset->is_object()) {
    carrier.Add(Owner::kAsset, 0, asset->index());
    const auto text = [&asset](std::string_view key) {
      const std::optional<json::Value> value = asset->Find(key);
      return value && value->is_string() ? value->string() : std::string();
    };
    build.parts.generator = text("generator");
    build.parts.copyright = text("copyright");
  }
  for (std::size_t i = 0; i < document.nodes.size(); ++i) {
    carrier.AddNode(build.joint_of_node[i], document.nodes[i]);
  }
  for (std::size_t i = 0; i < document.meshes.size(); ++i) {
    const MeshDef& mesh = document.meshes[i];
    carrier.Add(Owner::kMesh, i, mesh.json);
    const std::vector<std::uint32_t>& kept = build.kept_primitives[i];
    for (std::size_t p = 0; p < kept.size(); ++p) {
      carrier.Add(Owner::kPrimitive, i, mesh.primitives[kept[p]].json, p);
    }
  }
  const auto add_all = [&carrier](Owner owner, const auto& objects) {
    for (std::size_t i = 0; i < objects.size(); ++i) carrier.Add(owner, i, objects[i].json);
  };
  add_all(Owner::kSkin, document.skins);
  add_all(Owner::kAnimation, document.animations);
  for (std::size_t i = 0; i < document.materials.size(); ++i) {
    carrier.AddMaterial(i, document.materials[i]);
  }
  for (std::size_t i = 0; i < document.textures.size(); ++i) {
    carrier.AddTexture(i, document.textures[i]);
  }
  add_all(Owner::kImage, document.images);
  add_all(Owner::kScene, document.scenes);
  for (std::size_t i = 0; i < document.cameras.size(); ++i) {
    carrier.AddCamera(i, document.cameras[i]);
  }
  for (const std::string& name : document.extensions_used) {
    const bool consumed = std::ranges::find(kConsumed, name) != std::end(kConsumed);
    if (consumed || !carrier.extension_names().contains(name)) continue;
    build.parts.extensions_used.push_back(name);
    if (document.extensions_required.contains(name)) {
      build.parts.extensions_required.push_back(name);
    }
  }
  return carrier.within_budget();
}

}  // namespace sinew::gltf
