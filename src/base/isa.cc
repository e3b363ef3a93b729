// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/isa.h"

#include <algorithm>
#include <array>
#include <atomic>
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

// By the environment, or the fastest.
Isa DefaultIsa() {
  const std::span<const Isa> available = AvailableIsas();
  if (const char* wanted = std::getenv("SINEW_ISA")) {
    for (const Isa isa : available) {
      if (IsaName(isa) == wanted) return isa;
    }
  }
  return available.back();
}

// What jobs run on; kNotChosen until somebody asks or chooses.
constexpr int kNotChosen = -1;
constinit std::atomic<int> chosen = kNotChosen;

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
  int isa = chosen.load(std::memory_order_relaxed);
  if (isa == kNotChosen) {
    // Where ChooseIsa comes in between on another thread, that one counts.
    const int by_default = static_cast<int>(DefaultIsa());
    if (chosen.compare_exchange_strong(isa, by_default)) isa = by_default;
  }
  return static_cast<Isa>(isa);
}

Error ChooseIsa(Isa isa) {
  if (std::ranges::find(AvailableIsas(), isa) == AvailableIsas().end()) return Error::kNoSuchIsa;
  chosen.store(static_cast<int>(isa), std::memory_order_relaxed);
  return Error::kNone;
}

}  // namespace sinew
