// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From a path to an asset, whatever kind of file it is: glTF, GLB, .js3d or .sinew.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "load_file.h"
#include "sinew/asset.h"
#include "sinew/model.h"

namespace sinew::cli {

// An asset, and a model for what an asset does not show. Its model() stays where it is as long as
// this does: it can be moved only before somebody borrows it.
class LoadedAsset {
 public:
  explicit LoadedAsset(Model model) : asset_(Asset::Create(std::move(model))) {}
  // Of a runtime file: its model is made again from it, without clips.
  LoadedAsset(Asset asset, Model rebuilt)
      : asset_(std::move(asset)), rebuilt_(std::move(rebuilt)) {}

  const Asset& asset() const { return asset_; }
  const Model& model() const { return rebuilt_ ? *rebuilt_ : *asset_.model(); }
  bool is_packed() const { return rebuilt_.has_value(); }

 private:
  Asset asset_;
  std::optional<Model> rebuilt_;
};

// Throws CommandError where the file cannot be read, is broken, or is a runtime file and the
// options are about importing. `content` is what `path` held.
LoadedAsset LoadAsset(const std::string& path, const ImportOptions& options);
LoadedAsset AssetOf(const std::string& path, std::span<const std::byte> content,
                    const ImportOptions& options);

}  // namespace sinew::cli
