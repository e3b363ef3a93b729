// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/extensions.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "io/gltf/issues.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

struct Entry {
  std::string_view name;
  Host hosts[2];  // kElsewhere: unused.
  bool standalone = false;
};

constexpr Entry kEntries[] = {
    {"EXT_texture_webp", {Host::kTexture}},
    {"KHR_animation_pointer", {Host::kChannelTarget}},
    {"KHR_lights_punctual", {Host::kRoot, Host::kNode}},
    {"KHR_materials_anisotropy", {Host::kMaterial}},
    {"KHR_materials_clearcoat", {Host::kMaterial}},
    {"KHR_materials_dispersion", {Host::kMaterial}},
    {"KHR_materials_emissive_strength", {Host::kMaterial}},
    {"KHR_materials_ior", {Host::kMaterial}},
    {"KHR_materials_iridescence", {Host::kMaterial}},
    {"KHR_materials_pbrSpecularGlossiness", {Host::kMaterial}, true},
    {"KHR_materials_sheen", {Host::kMaterial}},
    {"KHR_materials_specular", {Host::kMaterial}},
    {"KHR_materials_transmission", {Host::kMaterial}},
    {"KHR_materials_unlit", {Host::kMaterial}, true},
    {"KHR_materials_variants", {Host::kRoot, Host::kPrimitive}},
    {"KHR_materials_volume", {Host::kMaterial}},
    {"KHR_mesh_quantization", {}},
    {"KHR_node_visibility", {Host::kNode}},
    {"KHR_texture_transform", {Host::kTextureInfo}},
    {"EXT_meshopt_compression", {}},
    {"KHR_meshopt_compression", {}},
    {"KHR_draco_mesh_compression", {}},
};
constexpr std::size_t kKnownCount = static_cast<std::size_t>(Extension::kExtMeshopt);
static_assert(std::size(kEntries) == static_cast<std::size_t>(Extension::kOther));

// Not read, but they change neither rig nor pose nor vertices.
constexpr std::string_view kHarmless[] = {
    "KHR_texture_basisu",     "EXT_texture_avif",
    "MSFT_texture_dds",       "KHR_xmp",
    "KHR_xmp_json_ld",        "EXT_lights_ies",
    "EXT_lights_image_based", "KHR_techniques_webgl",
    "KHR_node_hoverability",  "KHR_node_selectability",
};
constexpr std::string_view kHarmlessPrefixes[] = {"KHR_materials_", "EXT_materials_",
                                                  "MSFT_packing_"};

bool LoadsWith(std::string_view name) {
  if (ExtensionByName(name) != Extension::kOther) return true;
  if (std::find(std::begin(kHarmless), std::end(kHarmless), name) != std::end(kHarmless)) {
    return true;
  }
  return std::any_of(std::begin(kHarmlessPrefixes), std::end(kHarmlessPrefixes),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool IsUpperOrDigit(char c) { return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }
bool IsNameLetter(char c) { return IsUpperOrDigit(c) || (c >= 'a' && c <= 'z') || c == '_'; }

// PREFIX_name
bool WellFormed(std::string_view name) {
  const std::size_t prefix = name.find('_');
  if (prefix == std::string_view::npos || prefix == 0 || prefix + 1 == name.size()) return false;
  return std::all_of(name.begin(), name.begin() + static_cast<std::ptrdiff_t>(prefix),
                     IsUpperOrDigit) &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix), name.end(), IsNameLetter);
}

std::vector<std::string> ReadNames(Field field, SchemaReader& reader) {
  std::vector<std::string> names;
  if (!field.present()) return names;
  const Value list = reader.At(field.json);
  if (!list.is_array()) {
    reader.TypeMismatch(field, list, "an array");
    return names;
  }
  if (list.size() == 0) {
    reader.Add(issue::kEmptyEntity, field, "the array is empty, expected names of extensions");
    return names;
  }
  const Path path = field.path();
  bool all_strings = true;
  std::unordered_set<std::string> seen;
  std::int64_t i = 0;
  for (const Value element : list.elements()) {
    if (!element.is_string()) {
      reader.AddAt(issue::kArrayTypeMismatch, path.At(i),
                   Words("found ", Quote(element), ", expected a string"));
      all_strings = false;
    } else {
      names.push_back(element.string());
      if (!seen.insert(names.back()).second) {
        reader.AddAt(issue::kDuplicateElements, path.At(i),
                     Words(Quote(element), " is in the list already"));
      }
    }
    ++i;
  }
  if (!all_strings) names.clear();
  return names;
}

}  // namespace

Extension ExtensionByName(std::string_view name) {
  for (std::size_t i = 0; i < std::size(kEntries); ++i) {
    if (kEntries[i].name == name) return static_cast<Extension>(i);
  }
  return Extension::kOther;
}

ExtensionSet ExtensionSet::Read(Field used, Field required, SchemaReader& reader,
                                Document& document) {
  ExtensionSet set;
  set.document_ = &document;
  document.extensions_used = ReadNames(used, reader);
  set.used_.insert(document.extensions_used.begin(), document.extensions_used.end());
  const std::vector<std::string> required_names = ReadNames(required, reader);
  document.extensions_required.insert(required_names.begin(), required_names.end());

  const Path used_path = used.path();
  std::int64_t i = 0;
  for (const std::string& name : document.extensions_used) {
    const Path place = used_path.At(i++);
    if (!WellFormed(name)) {
      reader.AddAt(issue::kInvalidExtensionNameFormat, place,
                   Words("\"", name, "\" is not of the form PREFIX_name"));
    }
    const Extension extension = ExtensionByName(name);
    if (extension >= Extension::kExtMeshopt) {
      reader.AddAt(issue::kUnsupportedExtension, place,
                   extension == Extension::kOther
                       ? Words("the extension ", name, " is not known and not checked")
                       : Words("the extension ", name, " is read, but not checked in full"));
      continue;
    }
    set.loaded_ |= 1u << static_cast<unsigned>(extension);
    if (extension == Extension::kMeshQuantization && !set.Required(name)) {
      reader.AddAt(issue::kNonRequiredExtension, place,
                   Words("the extension ", name, " must be in extensionsRequired too"));
    }
  }

  const Path required_path = required.path();
  i = 0;
  for (const std::string& name : required_names) {
    const Path place = required_path.At(i++);
    if (!set.used_.contains(name)) {
      reader.AddAt(issue::kUnusedExtensionRequired, place,
                   Words("the extension ", name, " is not in extensionsUsed"));
    }
    if (!LoadsWith(name)) {
      reader.judge().Refuse(
          FailureCode::kUnsupported, place.Pointer(),
          Words("the file requires the extension ", name, ", which is not implemented"));
    }
  }
  return set;
}

Extension ExtensionSet::Classify(std::string_view name, Host host, std::uint32_t beside,
                                 const Path& path, SchemaReader& reader) const {
  const Extension extension = ExtensionByName(name);
  const bool known = static_cast<std::size_t>(extension) < kKnownCount;
  if (!known || !Loaded(extension)) {
    if (!used_.contains(name)) {
      reader.AddAt(issue::kUndeclaredExtension, path.At(name),
                   Words("the extension ", name, " is not in extensionsUsed"));
    }
    return known ? Extension::kOther : extension;
  }
  const Entry& entry = kEntries[static_cast<std::size_t>(extension)];
  if (host == Host::kElsewhere || (entry.hosts[0] != host && entry.hosts[1] != host)) {
    reader.AddAt(issue::kUnexpectedExtensionObject, path.At(name),
                 Words("the extension ", name, " has no place in this object"));
    return kRejected;
  }
  if (beside > 1 && entry.standalone) {
    reader.AddAt(issue::kMultipleExtensions, path.At(name),
                 Words("the extension ", name, " is meant to stand alone"));
  }
  return extension;
}

}  // namespace sinew::gltf
