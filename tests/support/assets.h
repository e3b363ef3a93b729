// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Test files from outside the repository. They lie under the folder that the environment names in
// SINEW_ASSETS, or, where it does not, in ../shared beside the project; they may be absent.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"

namespace sinew::testing {

// The folder, without a slash at its end.
std::string AssetsRoot();

// AssetsRoot() + "/" + path.
std::string AssetPath(std::string_view path);

bool AssetExists(std::string_view path);

// The bytes of any file; nothing where it cannot be read.
std::optional<std::vector<std::byte>> ReadFileBytes(const std::string& path);

// Finds buffers in the folder of the file at `path`.
Resolver ResolverBeside(const std::string& path);

// Reads AssetPath(path) with its buffers. A file that is not there is a Failure of kResource.
GltfRead ReadAsset(std::string_view path, GltfOptions options = {});

// All files below AssetPath(folder) whose name ends so, as paths below AssetsRoot(), sorted.
std::vector<std::string> ListAssets(std::string_view folder, std::string_view ending);

}  // namespace sinew::testing

// Leaves a test out, and says so, where the file or folder is not there.
#define SINEW_SKIP_WITHOUT_ASSET(path)                                                            \
  if (!::sinew::testing::AssetExists(path))                                                       \
  GTEST_SKIP() << "no " << ::sinew::testing::AssetPath(path) << ": set SINEW_ASSETS to the test " \
               << "files' folder"
