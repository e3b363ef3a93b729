// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The write stage: each step writes one array of the document and puts its numbers into the buffer.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "io/gltf/glb_buffer.h"
#include "io/gltf/understood.h"
#include "io/gltf/write_plan.h"
#include "io/json/json.h"
#include "sinew/json.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew::gltf {

// The model's carried JSON by its owner, checked to be JSON.
class CarriedIndex {
 public:
  static Result<CarriedIndex> Create(const Model& model);

  // Nothing where that object has none.
  const CarriedJson* Find(CarriedJson::Owner owner, std::uint32_t index,
                          std::uint32_t part = 0) const;

  // How many cameras can be written: one that is missing would shift those after it.
  std::uint32_t camera_count() const { return camera_count_; }

 private:
  std::uint32_t camera_count_ = 0;
  std::map<std::tuple<CarriedJson::Owner, std::uint32_t, std::uint32_t>, const CarriedJson*> all_;
};

// What the steps share.
struct Write {
  const Model& model;
  const WritePlan& plan;
  const CarriedIndex& carried;
  GlbBuffer buffer{};
  JsonWriter json{};  // The document, inside its root object.
  std::optional<Failure> failure{};
};

// Each writes "key":[...] where there is anything to write.
void WriteAsset(Write& write);
void WriteScenes(Write& write);
void WriteNodes(Write& write);
void WriteSkins(Write& write);
void WriteMeshes(Write& write);  // May fail: see Write::failure.
void WriteAnimations(Write& write);
void WriteMaterials(Write& write);
void WriteTexturesAndImages(Write& write);
void WriteCameras(Write& write);
void WriteExtensionsUsed(Write& write);  // And those required.

// --- between the steps ---

// "name", where there is one.
void WriteName(JsonWriter& json, std::string_view name);

// "extensions" and "extras", as they were.
void WriteCarried(JsonWriter& json, const CarriedJson* carried);
// Preserved text, which may hold numbers that no double can.
inline Result<json::Document> ParseCarried(std::string_view text) {
  return json::Document::Parse(text, {}, json::BeyondDouble::kInfinity);
}

// An extension that is written from the model's own fields.
struct OwnExtension {
  Understood extension;
  std::function<void(JsonWriter&)> write;  // Its members.
};
// Likewise, with extensions of our own before the others.
void WriteCarried(JsonWriter& json, const CarriedJson* carried, std::span<const OwnExtension> own);

// Names of the extensions that hold what materials say.
std::set<std::string> ExtensionsOfMaterials(const Model& model);
// The texture has an image that only an extension of its preserved JSON can name.
bool IsNamedByExtension(const Image& image, const CarriedJson* carried);
// "extensions" alone.
void WriteCarriedExtensions(JsonWriter& json, const CarriedJson* carried);

// The members of an object but those of these names.
void WriteOtherMembers(JsonWriter& json, json::Value object,
                       std::span<const std::string_view> except);

}  // namespace sinew::gltf
