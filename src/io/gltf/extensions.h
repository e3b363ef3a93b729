// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The extensions by name: which ones the Khronos validator knows, where each may stand, and which
// ones a file may require and still be loaded.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/gltf/schema_reader.h"

namespace sinew::gltf {

enum class Extension : std::uint8_t {
  // Known to the Khronos validator.
  kTextureWebp,
  kAnimationPointer,
  kLightsPunctual,
  kAnisotropy,
  kClearcoat,
  kDispersion,
  kEmissiveStrength,
  kIor,
  kIridescence,
  kSpecularGlossiness,
  kSheen,
  kSpecular,
  kTransmission,
  kUnlit,
  kVariants,
  kVolume,
  kMeshQuantization,
  kNodeVisibility,
  kTextureTransform,
  // Read by us, though the validator does not look inside.
  kExtMeshopt,
  kKhrMeshopt,
  kDraco,
  kOther,
};

// The kinds of object that a known extension may stand in.
enum class Host : std::uint8_t {
  kElsewhere,
  kRoot,
  kNode,
  kMaterial,
  kTexture,
  kTextureInfo,
  kPrimitive,
  kChannelTarget,
};

Extension ExtensionByName(std::string_view name);

// Names of extensionsUsed, sorted out once.
class ExtensionSet {
 public:
  // Reports on both lists and refuses what is required and would change what is loaded.
  static ExtensionSet Read(Field used, Field required, SchemaReader& reader, Document& document);

  // Known to the validator and declared.
  bool Loaded(Extension extension) const { return loaded_ >> static_cast<unsigned>(extension) & 1; }
  bool Required(std::string_view name) const {
    return document_->extensions_required.contains(name);
  }

  // Walks an object's "extensions" and calls handle(Extension, std::optional<Value> object,
  // const Path&) for each that is kept: kOther for one that is unknown, or known but not declared.
  // True where any was.
  template <typename Handle>
  bool ForEach(Field extensions, Host host, SchemaReader& reader, Handle&& handle) const {
    const std::optional<Value> map = reader.Object(extensions);
    if (!map) return false;
    const Path path = extensions.path();
    std::unordered_map<std::string, std::uint32_t> last;  // Of several of one name.
    if (reader.has_duplicates()) {
      for (const auto& [key, value] : map->members()) last[key.string()] = value.index();
    }
    bool kept = false;
    for (const auto& [key, value] : map->members()) {
      const std::string name = key.string();
      if (reader.has_duplicates() && last[name] != value.index()) continue;
      const std::string_view name_view = name;
      const FieldOwner owner{&name_view, &path};
      const std::optional<Value> object = reader.Object({value.index(), 0, &owner});
      const Extension extension = Classify(name, host, map->size(), path, reader);
      if (extension == kRejected) continue;
      kept = true;
      handle(extension, object, path.At(name));
    }
    return kept;
  }
  // Where nothing is to be read.
  bool Check(Field extensions, Host host, SchemaReader& reader) const {
    if (!extensions.present()) return false;
    return ForEach(extensions, host, reader, [](Extension, const auto&, const Path&) {});
  }

 private:
  static constexpr auto kRejected = static_cast<Extension>(0xFF);
  Extension Classify(std::string_view name, Host host, std::uint32_t beside, const Path& path,
                     SchemaReader& reader) const;

  std::uint32_t loaded_ = 0;
  const Document* document_ = nullptr;         // For the names.
  std::unordered_set<std::string_view> used_;  // Borrowed from it.
};

}  // namespace sinew::gltf
