// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// URIs that are no data URIs: whether they name a file beside the glTF file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sinew::gltf {

enum class UriKind : std::uint8_t {
  kBeside,     // A relative path without query and fragment.
  kElsewhere,  // With a scheme, a host, an absolute path, a query or a fragment.
  kMalformed,
};

UriKind ClassifyUri(std::string_view uri);

// A relative path without its "." and empty segments: "./a//b" and "a/b" name one file, which is
// fetched once.
std::string PlainPath(std::string_view path);

}  // namespace sinew::gltf
