// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "support/assets.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

#include "support/source_dir.h"

namespace sinew::testing {

namespace fs = std::filesystem;

std::string AssetsRoot() {
  if (const char* root = std::getenv("SINEW_ASSETS"); root != nullptr && *root != '\0') {
    return root;
  }
  return SourceDir() + "/../shared";
}

std::string AssetPath(std::string_view path) { return AssetsRoot() + "/" + std::string(path); }

bool AssetExists(std::string_view path) {
  std::error_code error;
  return fs::exists(AssetPath(path), error);
}

std::optional<std::vector<std::byte>> ReadFileBytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) return std::nullopt;
  const std::streamoff size = file.tellg();
  if (size < 0) return std::nullopt;
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  file.seekg(0);
  file.read(reinterpret_cast<char*>(bytes.data()), size);
  if (!file) return std::nullopt;
  return bytes;
}

Resolver ResolverBeside(const std::string& path) {
  return [folder = fs::path(path).parent_path()](
             std::string_view uri) -> Result<std::vector<std::byte>> {
    std::optional<std::vector<std::byte>> bytes = ReadFileBytes((folder / uri).string());
    if (!bytes) {
      return Failure{FailureCode::kResource, "", "cannot read '" + std::string(uri) + "'"};
    }
    return *std::move(bytes);
  };
}

GltfRead ReadAsset(std::string_view path, GltfOptions options) {
  const std::string full = AssetPath(path);
  const std::optional<std::vector<std::byte>> bytes = ReadFileBytes(full);
  if (!bytes) return {Failure{FailureCode::kResource, "", "cannot read '" + full + "'"}, {}};
  if (!options.resolve) options.resolve = ResolverBeside(full);
  return ReadGltf(*bytes, options);
}

std::vector<std::string> ListAssets(std::string_view folder, std::string_view ending) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::recursive_directory_iterator it(AssetPath(folder), error), end; !error && it != end;
       it.increment(error)) {
    if (!it->is_regular_file() || !it->path().filename().string().ends_with(ending)) continue;
    paths.push_back(fs::relative(it->path(), AssetsRoot()).generic_string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

}  // namespace sinew::testing
