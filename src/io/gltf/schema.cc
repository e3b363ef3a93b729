// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/schema.h"

#include <algorithm>

#include "io/gltf/schema_stage.h"

namespace sinew::gltf {
namespace {

enum RootKey : std::size_t {
  kExtensionsUsed,
  kExtensionsRequired,
  kAccessors,
  kAnimations,
  kAsset,
  kBuffers,
  kBufferViews,
  kCameras,
  kImages,
  kMaterials,
  kMeshes,
  kNodes,
  kSamplers,
  kScene,
  kScenes,
  kSkins,
  kTextures,
  kExtensions,
  kExtras,
};
constexpr KeySet kRootKeys({"extensionsUsed", "extensionsRequired", "accessors", "animations",
                            "asset", "buffers", "bufferViews", "cameras", "images", "materials",
                            "meshes", "nodes", "samplers", "scene", "scenes", "skins", "textures",
                            "extensions", "extras"});

enum AssetKey : std::size_t {
  kCopyright,
  kGenerator,
  kVersion,
  kMinVersion,
  kAssetExtensions,
  kAssetExtras,
};
constexpr KeySet kAssetKeys({"copyright", "generator", "version", "minVersion", "extensions",
                             "extras"});

struct Version {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
};

// Digits, a dot, digits.
std::optional<Version> ParseVersion(std::string_view text) {
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto number = [](std::string_view digits) -> std::optional<std::uint32_t> {
    if (digits.empty()) return std::nullopt;
    std::uint32_t value = 0;
    for (const char c : digits) {
      if (c < '0' || c > '9') return std::nullopt;
      value = std::min(value, 100'000'000u) * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return value;
  };
  const std::optional<std::uint32_t> major = number(text.substr(0, dot));
  const std::optional<std::uint32_t> minor = number(text.substr(dot + 1));
  if (!major || !minor) return std::nullopt;
  return Version{*major, *minor};
}

std::optional<Version> ReadVersion(SchemaReader& reader, Field field, Need need) {
  const std::optional<Value> value = reader.String(field, need);
  if (!value) return std::nullopt;
  const std::optional<Version> version = ParseVersion(value->string());
  if (!version) {
    reader.Add(issue::kPatternMismatch, field,
               Words("found ", Quote(*value), ", expected two numbers like \"2.0\""));
  }
  return version;
}

// False where nothing can be known about the rest of the file.
bool ReadAsset(SchemaReader& reader, const ExtensionSet& extensions, Field field,
               const Path& root) {
  Judge& judge = reader.judge();
  const std::optional<Value> asset = reader.Object(field, Need::kRequired);
  if (!asset) {
    judge.Refuse(FailureCode::kInvalid, "/asset", "the file has no \"asset\" object");
    return false;
  }
  const Path path = root.At("asset");
  const auto f = reader.Members(*asset, kAssetKeys, path);
  reader.String(f[kCopyright]);
  reader.String(f[kGenerator]);
  const std::optional<Version> version = ReadVersion(reader, f[kVersion], Need::kRequired);
  const std::optional<Version> min_version = ReadVersion(reader, f[kMinVersion], Need::kOptional);
  extensions.Check(f[kAssetExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kAssetExtras]);
  if (!version) {
    judge.Refuse(FailureCode::kInvalid, "/asset/version",
                 "the file does not say which version of glTF it is, expected \"2.0\"");
    return false;
  }
  if (min_version &&
      (min_version->major > version->major ||
       (min_version->major == version->major && min_version->minor > version->minor))) {
    reader.Add(issue::kAssetMinVersionGreaterThanVersion, f[kMinVersion],
               Words("the minimum version ", min_version->major, ".", min_version->minor,
                     " is above the version ", version->major, ".", version->minor));
  }
  if (version->major != 2) {
    const std::string message = Words("the file is of glTF version ", version->major, ".",
                                      version->minor, ", expected 2.0");
    reader.Add(issue::kUnknownAssetMajorVersion, f[kVersion], message);
    judge.Refuse(FailureCode::kUnsupported, "/asset/version", message);
    return false;
  }
  if (version->minor > 0) {
    reader.Add(issue::kUnknownAssetMinorVersion, f[kVersion],
               Words("the minor version ", version->minor, " is not known, expected 0"));
  }
  if (min_version && (min_version->major > 2 || min_version->minor > 0)) {
    judge.Refuse(FailureCode::kUnsupported, "/asset/minVersion",
                 Words("the file needs glTF ", min_version->major, ".", min_version->minor,
                       ", 2.0 is implemented"));
  }
  return true;
}

// Finding a pointer walks down from the root, so only the first ones get theirs: a hostile file
// may repeat a key a million times.
constexpr std::size_t kMostDuplicatePointers = 100;

void ReportDuplicates(const json::Document& json, Judge& judge) {
  std::size_t located = 0;
  for (const json::Duplicate& duplicate : json.duplicates()) {
    const std::string pointer =
        located++ < kMostDuplicatePointers ? json.PointerTo(duplicate.key) : std::string();
    judge.Add(issue::kInvalidJson, pointer,
              Words("byte ", duplicate.offset, ": the key ", Quote(duplicate.key),
                    " is in this object already; the last one counts"));
    judge.Mended("duplicate-key", pointer);
  }
}

}  // namespace

std::optional<Document> ReadSchema(const json::Document& json, bool is_glb,
                                   const GltfLimits& limits, Judge& judge) {
  ReportDuplicates(json, judge);
  const Value root = json.root();
  if (!root.is_object()) {
    const std::string message = Words("the file holds ", Quote(root), ", expected an object");
    judge.Add(issue::kTypeMismatch, "", message);
    judge.Refuse(FailureCode::kInvalid, "", message);
    return std::nullopt;
  }
  SchemaReader reader(json, judge);
  const Path path;
  const auto f = reader.Members(root, kRootKeys, path);
  if (f[kExtensionsRequired].present() && !f[kExtensionsUsed].present()) {
    reader.Add(issue::kUnsatisfiedDependency, f[kExtensionsRequired],
               "the property needs \"extensionsUsed\" beside it");
  }
  for (const Field& list : {f[kExtensionsUsed], f[kExtensionsRequired]}) {
    if (!list.present() || !reader.At(list.json).is_array()) continue;
    const std::uint32_t count = reader.At(list.json).size();
    if (count <= limits.max_extensions) continue;
    judge.Refuse(FailureCode::kLimit, Words('/', list.name()),
                 Words("the file declares ", count, " extensions, the limit max_extensions allows ",
                       limits.max_extensions));
    return std::nullopt;
  }
  Document document;
  const ExtensionSet extensions =
      ExtensionSet::Read(f[kExtensionsUsed], f[kExtensionsRequired], reader, document);
  if (!ReadAsset(reader, extensions, f[kAsset], path)) return std::nullopt;

  SchemaStage stage{reader, extensions, limits, is_glb, document};
  ReadArray(stage, f[kAccessors], document.accessors, ReadAccessor);
  ReadArray(stage, f[kAnimations], document.animations, ReadAnimation);
  ReadArray(stage, f[kBuffers], document.buffers, ReadBuffer);
  ReadArray(stage, f[kBufferViews], document.buffer_views, ReadBufferView);
  ReadArray(stage, f[kCameras], document.cameras, ReadCamera);
  ReadArray(stage, f[kImages], document.images, ReadImage);
  ReadArray(stage, f[kMaterials], document.materials, ReadMaterial);
  ReadArray(stage, f[kMeshes], document.meshes, ReadMesh);
  if (f[kNodes].present() && reader.At(f[kNodes].json).is_array() &&
      reader.At(f[kNodes].json).size() > limits.max_nodes) {
    judge.Refuse(FailureCode::kLimit, "/nodes",
                 Words("the file has ", reader.At(f[kNodes].json).size(),
                       " nodes, the limit max_nodes allows ", limits.max_nodes));
    return std::nullopt;
  }
  ReadArray(stage, f[kNodes], document.nodes, ReadNode);
  ReadArray(stage, f[kSamplers], document.samplers, ReadTextureSampler);
  ReadArray(stage, f[kScenes], document.scenes, ReadScene);
  document.scene = reader.Index(f[kScene]);
  ReadArray(stage, f[kSkins], document.skins, ReadSkin);
  ReadArray(stage, f[kTextures], document.textures, ReadTexture);
  ReadRootExtensions(stage, f[kExtensions]);
  reader.Extras(f[kExtras]);
  return document;
}

}  // namespace sinew::gltf
