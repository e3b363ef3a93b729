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
#include <span>
#include <string_view>

#include "io/json/key_hash.h"
#include "io/json/short_text.h"

namespace sinew::gltf {

void NoTableWithoutCollisions();  // Never defined. KeyHash then needs another factor.

template <std::size_t N>
class KeySet {
 public:
  consteval explicit KeySet(const std::string_view (&names)[N]) {
    for (std::size_t i = 0; i < N; ++i) {
      names_[i] = names[i];
      quoted_[i] = Quoted(names[i]);
    }
    if (!Fill()) NoTableWithoutCollisions();  // Not constexpr: stops the compiler.
  }

  // The number of the name in the list given, or -1.
  int Find(std::string_view key) const {
    const std::size_t found = slots_[Slot(json::KeyHash(key))];
    if (found == N || names_[found].size() != key.size()) return -1;
    return SameBytes(names_[found].data(), key.data(), key.size()) ? static_cast<int>(found) : -1;
  }
  // Likewise of a key whose hash is known and that is followed by its closing quote, but without
  // the names that have more than 15 bytes. Reads 16 bytes, whatever the key's size.
  int FindQuoted(const char* key, std::uint32_t hash) const {
    const std::size_t found = slots_[Slot(hash)];
    return quoted_[found].BeginsAt(key) ? static_cast<int>(found) : -1;
  }

  constexpr std::span<const std::string_view, N> names() const { return names_; }
  constexpr const std::string_view& name(std::size_t index) const { return names_[index]; }

 private:
  static constexpr std::size_t kSlots = 128;
  static_assert(N < kSlots / 4);

  static constexpr std::size_t Slot(std::uint32_t hash) { return hash >> (json::kKeyHashBits - 7); }

  template <typename Word>
  static bool SameWord(const char* a, const char* b) {
    return json::LoadWord<Word>(a) == json::LoadWord<Word>(b);
  }

  // Names are short: two words that overlap in the middle cover most of them.
  static bool SameBytes(const char* a, const char* b, std::size_t size) {
    if (size >= 4 && size <= 8) {
      return SameWord<std::uint32_t>(a, b) && SameWord<std::uint32_t>(a + size - 4, b + size - 4);
    }
    if (size > 8 && size <= 16) {
      return SameWord<std::uint64_t>(a, b) && SameWord<std::uint64_t>(a + size - 8, b + size - 8);
    }
    return std::memcmp(a, b, size) == 0;
  }

  static consteval json::ShortText Quoted(std::string_view name) {
    if (name.size() >= json::ShortText::kMostBytes) return {};
    char bytes[json::ShortText::kMostBytes] = {};
    for (std::size_t i = 0; i < name.size(); ++i) bytes[i] = name[i];
    bytes[name.size()] = '"';
    return json::ShortText({bytes, name.size() + 1});
  }

  consteval bool Fill() {
    slots_.fill(N);
    for (std::size_t i = 0; i < N; ++i) {
      std::uint8_t& slot = slots_[Slot(json::KeyHash(names_[i]))];
      if (slot != N) return false;
      slot = static_cast<std::uint8_t>(i);
    }
    return true;
  }

  std::array<std::string_view, N> names_{};
  // With the closing quote. Long names and the last one, of slots without a name, begin nowhere.
  std::array<json::ShortText, N + 1> quoted_{};
  std::array<std::uint8_t, kSlots> slots_{};
};

}  // namespace sinew::gltf
