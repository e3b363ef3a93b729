// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How much the tool does for one file before it says no: the reader's limits and two of its own.
// All can be changed with --limit NAME=VALUE.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sinew/gltf.h"
#include "sinew/packed_clip.h"

namespace sinew::cli {

struct Limits {
  GltfLimits gltf{};
  // Joints, palette entries and vertices posed, over all frames; a morph target counts as a vertex
  // more. `inspect` spends a tenth of it on bounds. For `weights`: vertices times bones.
  std::uint64_t max_work = 10'000'000'000;
  // Memory that packing a clip may use.
  std::uint64_t max_pack_bytes = PackOptions{}.max_pack_bytes;
  // Of the meshes that `skin` and `weights` write.
  std::uint64_t max_output_bytes = std::uint64_t{1} << 30;
};

// "NAME=VALUE", as --limit takes it; the value may end in k, M or G (1024, 1024^2, 1024^3). What is
// wrong with the text, or nothing.
std::string SetLimit(std::string_view text, Limits& limits);

// " (--limit max_nodes=N raises it)" where `message` names a limit, else nothing.
std::string LimitHint(std::string_view message);

// All names with their defaults, for `sinew help limits`.
std::string LimitTable();

}  // namespace sinew::cli
