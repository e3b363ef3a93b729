// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The property names of one kind of object, found in one step: a table without collisions, made by
// the compiler from seven bits of each name's hash.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "io/json/key_hash.h"

namespace sinew::gltf {

void NoTableWithoutCollisions();  // Never defined.

template <std::size_t N>
class KeySet {
 public:
  consteval explicit KeySet(const std::string_view (&names)[N]) {
    for (std::size_t i = 0; i < N; ++i) names_[i] = names[i];
    for (shift_ = json::kKeyHashBits - 7; shift_ > 0; --shift_) {
      if (Fill()) return;
    }
    NoTableWithoutCollisions();  // Not constexpr: stops the compiler.
  }

  // The number of the name in the list given, or -1.
  int Find(std::string_view key) const { return Find(key, json::KeyHash(key)); }
  // Likewise where the key's hash is known.
  int Find(std::string_view key, std::uint32_t hash) const {
    const int found = slots_[Slot(hash)];
    if (found < 0) return -1;
    const std::string_view name = names_[static_cast<std::size_t>(found)];
    if (name.size() != key.size()) return -1;
    return SameBytes(name.data(), key.data(), key.size()) ? found : -1;
  }

  constexpr std::string_view name(std::size_t index) const { return names_[index]; }

 private:
  static constexpr std::size_t kSlots = 128;
  static_assert(N < kSlots / 4);

  constexpr std::size_t Slot(std::uint32_t hash) const { return (hash >> shift_) % kSlots; }

  template <typename Word>
  static bool SameWord(const char* a, const char* b) {
    Word left, right;
    std::memcpy(&left, a, sizeof left);
    std::memcpy(&right, b, sizeof right);
    return left == right;
  }

  // Names are short: two words that overlap in the middle cover most of them.
  static bool SameBytes(const char* a, const char* b, std::size_t size) {
    if (size > 16) return std::memcmp(a, b, size) == 0;
    if (size >= 8) {
      return SameWord<std::uint64_t>(a, b) && SameWord<std::uint64_t>(a + size - 8, b + size - 8);
    }
    if (size >= 4) {
      return SameWord<std::uint32_t>(a, b) && SameWord<std::uint32_t>(a + size - 4, b + size - 4);
    }
    return std::memcmp(a, b, size) == 0;
  }

  consteval bool Fill() {
    slots_.fill(-1);
    for (std::size_t i = 0; i < N; ++i) {
      std::int8_t& slot = slots_[Slot(json::KeyHash(names_[i]))];
      if (slot >= 0) return false;
      slot = static_cast<std::int8_t>(i);
    }
    return true;
  }

  std::array<std::string_view, N> names_{};
  std::array<std::int8_t, kSlots> slots_{};
  unsigned shift_ = 0;
};

}  // namespace sinew::gltf
