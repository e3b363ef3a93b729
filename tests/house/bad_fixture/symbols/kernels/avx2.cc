// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
// Two templates that are not static: their copies are weak, and compiled for this target. One is in
// the target's own namespace, where nobody else can ask for it.
namespace avx2_target {
template <typename T>
[[gnu::noinline]] T Thrice(T value) {
  return value + value + value;
}
}  // namespace avx2_target
template <typename T>
[[gnu::noinline]] T Twice(T value) {
  return value + value;
}
float KernelThatLeaks(float value) { return Twice(avx2_target::Thrice(value)); }
