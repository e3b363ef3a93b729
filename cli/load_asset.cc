// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "load_asset.h"

#include <algorithm>
#include <utility>

#include "load_runtime.h"
#include "sinew/aligned_bytes.h"
#include "sinew/runtime_file.h"
#include "text/exit_code.h"

namespace sinew::cli {

LoadedAsset LoadAsset(const std::string& path, const ImportOptions& options) {
  return AssetOf(path, ReadContent(path, options.limits.gltf.max_file_bytes), options);
}

LoadedAsset AssetOf(const std::string& path, std::span<const std::byte> content,
                    const ImportOptions& options) {
  if (!IsRuntimeFile(content)) {
    return LoadedAsset(ModelOf(path, ReadModelBytes(path, content, options)));
  }
  RefuseImportOptions(options);
  AlignedBytes bytes(content.size());
  std::copy(content.begin(), content.end(), bytes.data());
  Result<Asset> asset = Asset::Open(std::move(bytes));
  if (!asset.ok()) throw CommandError(path, asset.failure());
  Result<Model> rebuilt = ToModel(*asset);
  if (!rebuilt.ok()) throw CommandError(path, rebuilt.failure());
  return {std::move(asset).value(), std::move(rebuilt).value()};
}

}  // namespace sinew::cli
