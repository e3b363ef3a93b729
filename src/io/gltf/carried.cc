// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Extras and extensions that the model does not hold otherwise are kept as they were written.
#include <algorithm>
#include <utility>

#include "io/gltf/build.h"

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

// The raw text of an "extensions" object without what was consumed; empty where nothing is left.
std::string KeptExtensions(json::Value extensions) {
  bool all = true;
  std::string kept;
  for (const auto& [key, value] : extensions.members()) {
    if (IsConsumed(key)) {
      all = false;
      continue;
    }
    kept += kept.empty() ? "{" : ",";
    kept += key.text();
    kept += ':';
    kept += value.text();
  }
  if (kept.empty()) return kept;
  if (all) return std::string(extensions.text());
  kept += '}';
  return kept;
}

class Carrier {
 public:
  explicit Carrier(Build& build) : build_(build) {}

  void Add(CarriedJson::Owner owner, std::size_t index, std::uint32_t json, std::size_t part = 0) {
    if (json == ~0u) return;
    const json::Value object = build_.json.At(json);
    if (!object.is_object()) return;
    CarriedJson carried;
    carried.owner = owner;
    carried.index = static_cast<std::uint32_t>(index);
    carried.part = static_cast<std::uint32_t>(part);
    for (const auto& [key, value] : object.members()) {
      if (key.text() == "\"extras\"") {
        carried.extras = value.text();
      } else if (key.text() == "\"extensions\"" && value.is_object()) {
        carried.extensions = KeptExtensions(value);
      }
    }
    if (owner == CarriedJson::Owner::kCamera) carried.whole = object.text();
    if (carried.extras.empty() && carried.extensions.empty() && carried.whole.empty()) return;
    bytes_ +=
        sizeof carried + carried.extras.size() + carried.extensions.size() + carried.whole.size();
    build_.parts.carried.push_back(std::move(carried));
  }

  std::uint64_t bytes() const { return bytes_; }

 private:
  Build& build_;
  std::uint64_t bytes_ = 0;
};

// The declared extensions that some carried text names.
void ListExtensions(Build& build) {
  for (const std::string& name : build.document.extensions_used) {
    const std::string quoted = '"' + name + '"';
    const auto names_it = [&quoted](const CarriedJson& carried) {
      return carried.extensions.find(quoted) != std::string::npos ||
             carried.whole.find(quoted) != std::string::npos;
    };
    if (std::ranges::any_of(build.parts.carried, names_it)) {
      build.parts.extensions_used.push_back(name);
    }
  }
}

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
    carrier.Add(Owner::kNode, build.joint_of_node[i], document.nodes[i].json);
  }
  for (std::size_t i = 0; i < document.meshes.size(); ++i) {
    const MeshDef& mesh = document.meshes[i];
    carrier.Add(Owner::kMesh, i, mesh.json);
    // Dropped primitives are not counted, as in the model.
    const std::size_t kept = build.parts.meshes[i].primitives().size();
    for (std::size_t p = 0; p < mesh.primitives.size() && mesh.primitives.size() == kept; ++p) {
      carrier.Add(Owner::kPrimitive, i, mesh.primitives[p].json, p);
    }
  }
  const auto add_all = [&carrier](Owner owner, const auto& objects) {
    for (std::size_t i = 0; i < objects.size(); ++i) carrier.Add(owner, i, objects[i].json);
  };
  add_all(Owner::kSkin, document.skins);
  add_all(Owner::kAnimation, document.animations);
  add_all(Owner::kMaterial, document.materials);
  add_all(Owner::kTexture, document.textures);
  add_all(Owner::kImage, document.images);
  add_all(Owner::kScene, document.scenes);
  add_all(Owner::kCamera, document.cameras);
  ListExtensions(build);
  return build.Take(carrier.bytes(), 1, "");
}

}  // namespace sinew::gltf
