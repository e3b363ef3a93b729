// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Indices as glTF stores them: 2 or 4 bytes, the lowest first. What does not fit into 2 bytes wraps
// around, as the format says.
#pragma once

#include <cstdint>

namespace sinew::meshopt {

template <std::uint32_t kIndexBytes>
inline void StoreIndex(std::uint8_t* to, std::uint32_t index) {
  static_assert(kIndexBytes == 2 || kIndexBytes == 4);
  to[0] = static_cast<std::uint8_t>(index);
  to[1] = static_cast<std::uint8_t>(index >> 8);
  if constexpr (kIndexBytes == 4) {
    to[2] = static_cast<std::uint8_t>(index >> 16);
    to[3] = static_cast<std::uint8_t>(index >> 24);
  }
}

}  // namespace sinew::meshopt
