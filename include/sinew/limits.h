// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How much work one file may cause before it is refused: the limits of readers, of packing and of
// what is written, in one struct, each with a name that messages use and programs can set.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/packed_clip.h"
#include "sinew/result.h"

namespace sinew {

struct Limits {
  GltfLimits gltf{};
  // Joints, palette entries and vertices posed, over all frames; a morph target counts as one more
  // vertex. Of automatic weights: distances to bones, lines of sight and the solver's terms (see
  // HeatOptions::max_work).
  std::uint64_t max_work = 10'000'000'000;
  // Memory that packing a clip may use.
  std::uint64_t max_pack_bytes = PackOptions{}.max_pack_bytes;
  // Of meshes that are written.
  std::uint64_t max_output_bytes = std::uint64_t{1} << 30;
  // Processor time of decoding all Draco streams of a file, and 2 s per MiB of them.
  std::uint64_t max_draco_seconds = 5;
};

struct NamedLimit {
  std::string_view name;  // "max_nodes": the field's name.
  std::string_view what;  // "nodes of a file": what it bounds.
  std::uint64_t value = 0;
};

// All of them, those of GltfLimits first.
std::vector<NamedLimit> ListLimits(const Limits& limits = {});

// Sets the limit of that name. Fails (kInvalid) where there is none, and where its field cannot
// hold the value; the limits are unchanged then.
std::optional<Failure> SetLimit(std::string_view name, std::uint64_t value, Limits& limits);

// A value as people write it: "512", "64k", "4G" (1024, 1024^2, 1024^3). Nothing where it is not
// one.
std::optional<std::uint64_t> ParseLimitValue(std::string_view text);

// The name of the limit that a message mentions, or nothing: failures of code kLimit mention one.
std::optional<std::string_view> LimitNamedIn(std::string_view message);

}  // namespace sinew
