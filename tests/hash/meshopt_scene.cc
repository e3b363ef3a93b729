// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "meshopt_scene.h"

#include <cstring>
#include <vector>

#include "io/meshopt/filters.h"
#include "scene.h"
#include "sinew/isa.h"

namespace sinew::hash_scenes {
namespace {

using Filter = void (*)(Isa, std::span<std::byte>);

void FilterElements(const char* name, Filter filter, std::vector<std::uint64_t> elements) {
  filter(ChosenIsa(), std::as_writable_bytes(std::span(elements)));
  Hash64 hash;
  hash.Add(std::as_bytes(std::span<const std::uint64_t>(elements)));
  Print("filter", name, hash, "Meshopt");
}

// Two elements of 4 bytes in each: every x and y, of many 1.0.
std::vector<std::uint64_t> ShortVectors() {
  std::vector<std::uint64_t> elements;
  for (const std::uint64_t one : {0u, 1u, 3u, 7u, 31u, 100u, 127u, 128u, 255u}) {
    for (std::uint64_t xy = 0; xy < 65536; xy += 2) {
      elements.push_back(xy | one << 16 | (xy + 1) << 32 | one << 48);
    }
  }
  return elements;
}

// Elements of 8 bytes with the same last number but for its low two bits; the others are up to it.
std::vector<std::uint64_t> Quaternions(Wild& wild) {
  std::vector<std::uint64_t> elements;
  for (std::uint64_t bits = 3; bits < 16; ++bits) {
    const std::uint64_t one = (std::uint64_t{1} << bits) - 1;
    for (int i = 0; i < 512; ++i) {
      std::uint64_t element = ((one & ~std::uint64_t{3}) | wild.Bits() % 4) << 48;
      for (int k = 0; k < 3; ++k) {
        element |= ((wild.Bits() % (one + 1) - one / 2) & 0xFFFF) << (16 * k);
      }
      elements.push_back(element);
    }
  }
  return elements;
}

}  // namespace

void FilterMeshoptElements() {
  Wild wild(41);
  std::vector<std::uint64_t> any(20001);
  for (std::uint64_t& element : any) element = wild.Bits();
  FilterElements("octahedral8", meshopt::FilterOctahedral8, ShortVectors());
  FilterElements("octahedral16", meshopt::FilterOctahedral16, any);
  FilterElements("quaternion", meshopt::FilterQuaternion, Quaternions(wild));
  FilterElements("any_quaternion", meshopt::FilterQuaternion, any);
}

}  // namespace sinew::hash_scenes
