// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What RuntimeFile::Open checks before anything of a file is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "runtime/runtime_parts.h"

namespace sinew {

// Header and table of sections: of this version, whole, undamaged, and as long as the counts need.
std::optional<Failure> CheckFrame(std::span<const std::byte> bytes);

// The texts of a file, as names claim them. All names together take no more than there is: else a
// small file could give every name the whole of it, and whoever copies names would run out of
// memory.
class TextClaims {
 public:
  explicit TextClaims(std::size_t size_bytes) : size_bytes_(size_bytes), left_bytes_(size_bytes) {}

  bool Take(std::span<const TextRange> ranges) {
    std::uint32_t outside = 0;
    std::uint64_t taken_bytes = 0;
    for (const TextRange range : ranges) {
      outside |= std::uint64_t{range.begin} + range.size > size_bytes_ ? 1u : 0u;
      taken_bytes += range.size;  // 2^32 of 32 bits each fit.
    }
    if (outside != 0 || taken_bytes > left_bytes_) return false;
    left_bytes_ -= taken_bytes;
    return true;
  }
  bool Take(const TextRange& range) { return Take({&range, 1}); }

 private:
  std::uint64_t size_bytes_, left_bytes_;
};

// Of what does not take it.
inline constexpr const char* kNoSuchText = "name a piece of text that is not there";

// The section of tables, number by number. Names take their share of `texts`.
std::optional<Failure> CheckTables(const RuntimeHeader& header, const RuntimeFile::Tables& tables,
                                   TextClaims& texts);

}  // namespace sinew
