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

#include "sinew/result.h"

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

// What jobs run on. In order of precedence:
//   1. what ChooseIsa was given last;
//   2. what the environment variable SINEW_ISA names, read once, when this is first called; a name
//      that is not available is ignored;
//   3. the fastest available.
Isa ChosenIsa();

// Jobs that start from now on, on any thread, run on this one; those that run already finish on
// theirs. Nothing but time changes. kNoSuchIsa where it is not among AvailableIsas(): then the
// choice stays as it was. Any thread may call it.
Error ChooseIsa(Isa isa);

}  // namespace sinew
