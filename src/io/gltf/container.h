// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The container: tells GLB from text by the first bytes and finds the JSON and the binary chunk.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

#include "io/gltf/judge.h"

namespace sinew::gltf {

struct Container {
  std::string_view json;                             // Borrowed from the file's bytes.
  std::optional<std::span<const std::byte>> binary;  // The BIN chunk of a GLB.
  bool is_glb = false;
};

// Nothing where there is no JSON to go on with; the judge then has refused the file. No byte of an
// empty file tells whether it is a GLB.
std::optional<Container> ReadContainer(std::span<const std::byte> bytes, bool empty_is_glb,
                                       Judge& judge);

}  // namespace sinew::gltf
