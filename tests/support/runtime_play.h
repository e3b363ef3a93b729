// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A runtime file from bytes of any kind, used to the last: for tests and fuzzing of the loader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace sinew::testing {

struct RuntimePlay {
  std::string refused{};        // Why the file, or the first part of it that was, was refused.
  std::uint64_t hash = 0;       // Of all poses, palettes and vertices that could be had.
  std::uint64_t pose_hash = 0;  // Of the poses and their palettes alone.
  std::uint32_t poses = 0;      // That were sampled.
  bool keeps_promises = true;   // Every pose was usable, with unit rotations.
};

// Opens it, plays every clip at a few moments, makes every palette, skins every instance, meets all
// events. Parts that are refused are left out.
RuntimePlay PlayRuntime(std::span<const std::byte> bytes);
// The same, but of a file that opens whole only these clips are played. Everything else is used.
RuntimePlay PlayRuntime(std::span<const std::byte> bytes, std::span<const std::uint32_t> clips);

// The clips that play otherwise, if any does, after bytes of a valid file were changed at these
// places: a clip is what its section, skins, skeleton, tables and texts say. Primitives and images
// reach no clip; then it is one clip, another one for other places, for something to skin by.
std::vector<std::uint32_t> ClipsReached(std::span<const std::byte> whole,
                                        std::span<const std::size_t> changed);

// Makes size and checksums hold, as far as header and table can be read: a change then meets the
// checks behind them.
void MendChecksums(std::span<std::byte> bytes);

}  // namespace sinew::testing
