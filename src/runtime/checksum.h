// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The checksum of runtime files: eight lanes of 64 bits, so that it keeps up with memory. It finds
// accidents; it keeps nobody from changing a file on purpose.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sinew {

// Of bytes as little-endian words of 64 bits, the last line of eight words filled up with zeros:
//
//   lane[i]   begins as i + 1; for every line: lane[i] = Step(lane[i], word[i])
//   result    Step over all lanes in their order, beginning with the number of bytes; then its high
//             half is folded into the low one
//   Step      (state, word): the product of (state xor word) and 0x9e3779b97f4a7c15, turned left by
//             29 bits
//
// Step maps states one to one, and words too: a change within any one word is always found.
std::uint64_t Checksum64(std::span<const std::byte> bytes);

}  // namespace sinew
