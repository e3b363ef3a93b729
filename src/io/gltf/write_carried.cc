// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What was kept as text goes back as text.
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

#include "io/gltf/extension_names.h"
#include "io/gltf/write.h"

namespace sinew::gltf {
namespace {

// These point at accessors and buffer views, which are numbered anew: kept, they would lie.
constexpr std::string_view kPointIntoBuffers[] = {
    "EXT_mesh_gpu_instancing", "EXT_structural_metadata", "KHR_draco_mesh_compression",
    "EXT_meshopt_compression", "KHR_meshopt_compression",
};

bool IsDropped(std::string_view extension) {
  return std::ranges::find(kPointIntoBuffers, extension) != std::end(kPointIntoBuffers);
}

std::optional<Failure> CheckText(const std::string& text, bool is_object, std::size_t index,
                                 const char* field) {
  if (text.empty()) return std::nullopt;
  const std::string place = "carried/" + std::to_string(index) + "/" + field;
  const Result<json::Document> parsed = ParseCarried(text);
  if (!parsed.ok()) {
    return Failure{FailureCode::kInvalid, place,
                   "found text that is not JSON: " + Describe(parsed.failure())};
  }
  if (is_object && !parsed->root().is_object()) {
    return Failure{FailureCode::kInvalid, place, "found JSON that is not an object"};
  }
  return std::nullopt;
}

}  // namespace

Result<CarriedIndex> CarriedIndex::Create(const Model& model) {
  CarriedIndex carried;
  const std::vector<CarriedJson>& list = model.parts().carried;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (auto failure = CheckText(list[i].extras, false, i, "extras")) return *failure;
    if (auto failure = CheckText(list[i].extensions, true, i, "extensions")) return *failure;
    if (auto failure = CheckText(list[i].whole, true, i, "whole")) return *failure;
    carried.all_.try_emplace({list[i].owner, list[i].index, list[i].part}, &list[i]);
  }
  const auto is_camera = [&carried](std::uint32_t index) {
    const CarriedJson* camera = carried.Find(CarriedJson::Owner::kCamera, index);
    return camera != nullptr && !camera->whole.empty();
  };
  while (is_camera(carried.camera_count_)) ++carried.camera_count_;
  return carried;
}

const CarriedJson* CarriedIndex::Find(CarriedJson::Owner owner, std::uint32_t index,
                                      std::uint32_t part) const {
  const auto found = all_.find({owner, index, part});
  return found == all_.end() ? nullptr : found->second;
}

void WriteOtherMembers(JsonWriter& json, json::Value object,
                       std::span<const std::string_view> except) {
  for (const auto& [key, value] : object.members()) {
    const std::string name = key.string();
    if (std::ranges::find(except, name) == except.end()) json.Key(name).Raw(value.text());
  }
}

void WriteCarriedExtensions(JsonWriter& json, const CarriedJson* carried) {
  if (carried == nullptr || carried->extensions.empty()) return;
  const Result<json::Document> parsed = ParseCarried(carried->extensions);
  const json::Value root = parsed->root();
  bool any = false, all = true;
  for (const auto& [key, value] : root.members()) {
    const bool dropped = IsDropped(key.string());
    any = any || !dropped;
    all = all && !dropped;
  }
  if (all && any) {
    json.Key("extensions").Raw(carried->extensions);
  } else if (any) {
    json.Key("extensions").BeginObject();
    WriteOtherMembers(json, root, kPointIntoBuffers);
    json.EndObject();
  }
}

void WriteCarried(JsonWriter& json, const CarriedJson* carried) {
  WriteCarriedExtensions(json, carried);
  if (carried != nullptr && !carried->extras.empty()) json.Key("extras").Raw(carried->extras);
}

void WriteCarried(JsonWriter& json, const CarriedJson* carried, std::span<const OwnExtension> own) {
  if (own.empty()) return WriteCarried(json, carried);
  std::optional<json::Document> others;
  if (carried != nullptr && !carried->extensions.empty()) {
    others = ParseCarried(carried->extensions).value();
  }
  json.Key("extensions").BeginObject();
  std::vector<std::string_view> except(std::begin(kPointIntoBuffers), std::end(kPointIntoBuffers));
  for (const auto& [extension, write] : own) {
    except.push_back(extension.name);
    json.Key(extension.name).BeginObject();
    write(json);
    const auto rest = others ? others->root().Find(extension.name) : std::nullopt;
    if (rest && rest->is_object()) WriteOtherMembers(json, *rest, extension.members);
    json.EndObject();
  }
  if (others) WriteOtherMembers(json, others->root(), except);
  json.EndObject();
  if (carried != nullptr && !carried->extras.empty()) json.Key("extras").Raw(carried->extras);
}

namespace {

void WriteNames(JsonWriter& json, const char* key, const std::vector<std::string>& names) {
  if (names.empty()) return;
  json.Key(key).BeginArray();
  for (const std::string& name : names) json.String(name);
  json.EndArray();
}

// Extensions that name a texture's image. Where there is no other image they are required.
constexpr std::string_view kNameImages[] = {"EXT_texture_avif", "EXT_texture_webp",
                                            "KHR_texture_basisu", "MSFT_texture_dds"};

std::set<std::string> RequiredByTextures(const Write& write) {
  std::set<std::string> required;
  for (std::uint32_t t = 0; t < write.model.textures().size(); ++t) {
    const CarriedJson* carried = write.carried.Find(CarriedJson::Owner::kTexture, t);
    if (carried == nullptr || carried->extensions.empty()) continue;
    const std::optional<std::uint32_t> image = write.model.textures()[t].image;
    if (image && !IsNamedByExtension(write.model.images()[*image], carried)) continue;
    std::unordered_set<std::string> names;
    AddNamesOfExtensions(ParseCarried(carried->extensions).value().root(), names);
    for (const std::string_view name : kNameImages) {
      if (names.contains(std::string(name))) required.emplace(name);
    }
  }
  return required;
}

}  // namespace

void WriteExtensionsUsed(Write& write) {
  const std::set<std::string> of_materials = ExtensionsOfMaterials(write.model);
  std::unordered_set<std::string> used(of_materials.begin(), of_materials.end());
  for (const CarriedJson& carried : write.model.parts().carried) {
    if (!carried.extensions.empty()) {
      AddNamesOfExtensions(ParseCarried(carried.extensions).value().root(), used);
    }
    if (!carried.whole.empty()) {
      AddExtensionNames(ParseCarried(carried.whole).value().root(), used);
    }
  }
  // In the order of the model's list; what that lacks follows by name.
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  const auto add = [&](const std::string& name) {
    if (!IsDropped(name) && known.insert(name).second) names.push_back(name);
  };
  for (const std::string& name : write.model.parts().extensions_used) {
    if (used.contains(name)) add(name);
  }
  const std::size_t listed = names.size();
  for (const std::string& name : used) add(name);
  std::sort(names.begin() + static_cast<std::ptrdiff_t>(listed), names.end());
  WriteNames(write.json, "extensionsUsed", names);
  const std::vector<std::string>& listed_required = write.model.parts().extensions_required;
  const std::set<std::string> by_textures = RequiredByTextures(write);
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::find(listed_required, name) == listed_required.end() &&
           !by_textures.contains(name);
  });
  WriteNames(write.json, "extensionsRequired", names);
}

void WriteCameras(Write& write) {
  if (write.carried.camera_count() == 0) return;
  write.json.Key("cameras").BeginArray();
  for (std::uint32_t camera = 0; camera < write.carried.camera_count(); ++camera) {
    write.json.Raw(write.carried.Find(CarriedJson::Owner::kCamera, camera)->whole);
  }
  write.json.EndArray();
}

}  // namespace sinew::gltf
