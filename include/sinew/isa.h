// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which instruction set the kernels run on. Every one of them gives the same bits; only the time
// differs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sinew {

enum class Isa : std::uint8_t {
  kScalar,  // Plain C++: the reference.
  kSse4,    // x86-64 with SSE4.1.
  kAvx2,    // x86-64 with AVX2; without fused multiply-add.
  kNeon,    // AArch64.
  kWasm,    // WebAssembly SIMD128.
};

// "scalar", "sse4", "avx2", "neon", "wasm", and back.
std::string_view IsaName(Isa isa);
std::optional<Isa> IsaOfName(std::string_view name);

// What this build has and this machine can run; kScalar first, the fastest last.
std::span<const Isa> AvailableIsas();

// What jobs run on: the fastest available, or what the environment variable SINEW_ISA named when
// this was first called. A name that is not available is passed over.
Isa ChosenIsa();

}  // namespace sinew
