// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/floating_point.h"

#include "base/arithmetic.h"

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)
#include <xmmintrin.h>
#elif defined(_M_ARM64)
#include <intrin.h>
#endif

namespace sinew {
namespace {

// ControlWord and SetControlWord reach the register that holds the environment; kInexactBits are
// the bits of it that must all be zero.

#if defined(__x86_64__) || defined(__i386__) || defined(_M_X64) || defined(_M_IX86)

// MXCSR: denormals-are-zero, the rounding mode (0: to nearest), flush-to-zero.
constexpr std::uint64_t kInexactBits = 0x0040u | 0x6000u | 0x8000u;

std::uint64_t ControlWord() { return _mm_getcsr(); }
void SetControlWord(std::uint64_t word) { _mm_setcsr(static_cast<unsigned>(word)); }

#elif defined(__aarch64__) || defined(_M_ARM64)

// FPCR: FIZ (flush inputs) and AH (alternate handling of denormals), both of Armv8.7; RMode (0: to
// nearest); FZ (flush to zero).
constexpr std::uint64_t kInexactBits = 1u << 0 | 1u << 1 | 3u << 22 | 1u << 24;

#if defined(_M_ARM64)
std::uint64_t ControlWord() { return static_cast<std::uint64_t>(_ReadStatusReg(ARM64_FPCR)); }
void SetControlWord(std::uint64_t word) {
  _WriteStatusReg(ARM64_FPCR, static_cast<std::int64_t>(word));
}
#else
std::uint64_t ControlWord() {
  std::uint64_t word;
  asm volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}
void SetControlWord(std::uint64_t word) { asm volatile("msr fpcr, %0" : : "r"(word)); }
#endif

#elif defined(__wasm__)

// WebAssembly has one environment, and it is the one we need.
constexpr std::uint64_t kInexactBits = 0;

std::uint64_t ControlWord() { return 0; }
void SetControlWord(std::uint64_t) {}

#else
#error "Sinew does not know this machine's floating-point environment."
#endif

}  // namespace

bool FloatEnvironmentIsExact() { return (ControlWord() & kInexactBits) == 0; }

FloatEnvironmentGuard::FloatEnvironmentGuard() : saved_(ControlWord()) {
  if ((saved_ & kInexactBits) != 0) SetControlWord(saved_ & ~kInexactBits);
}

FloatEnvironmentGuard::~FloatEnvironmentGuard() {
  // Only our bits go back: exception flags that were raised in between stay raised.
  if ((saved_ & kInexactBits) != 0) {
    SetControlWord((ControlWord() & ~kInexactBits) | (saved_ & kInexactBits));
  }
}

}  // namespace sinew
