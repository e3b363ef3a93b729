// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/isa.h"

#include <array>
#include <cstddef>
#include <cstdlib>

namespace sinew {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"scalar", "sse4", "avx2", "neon", "wasm"};

struct IsaList {
  std::array<Isa, 3> isas{Isa::kScalar};
  std::size_t count = 1;

  IsaList() {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("sse4.1")) isas[count++] = Isa::kSse4;
    if (__builtin_cpu_supports("avx2")) isas[count++] = Isa::kAvx2;
#elif defined(__aarch64__)
    isas[count++] = Isa::kNeon;
#elif defined(__wasm_simd128__)
    isas[count++] = Isa::kWasm;
#endif
  }
};

Isa Choose() {
  const std::span<const Isa> available = AvailableIsas();
  if (const char* wanted = std::getenv("SINEW_ISA")) {
    for (const Isa isa : available) {
      if (IsaName(isa) == wanted) return isa;
    }
  }
  return available.back();
}

}  // namespace

std::string_view IsaName(Isa isa) { return kNames[static_cast<std::size_t>(isa)]; }

std::optional<Isa> IsaOfName(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Isa>(i);
  }
  return std::nullopt;
}

std::span<const Isa> AvailableIsas() {
  static const IsaList list;
  return {list.isas.data(), list.count};
}

Isa ChosenIsa() {
  static const Isa chosen = Choose();
  return chosen;
}

}  // namespace sinew
