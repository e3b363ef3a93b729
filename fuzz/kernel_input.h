// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the differential fuzz target reads and how it compares: numbers from bytes, marks where
// nothing was written yet, bits against bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "math/affine.h"
#include "math/usable.h"
#include "sinew/isa.h"
#include "sinew/math.h"
#include "sinew/pose.h"

namespace sinew::fuzz {

// Says what differs and where, and ends the program: libFuzzer keeps the input.
[[noreturn]] void Find(std::string_view what, std::string_view where);
[[noreturn]] void Find(std::string_view what, Isa isa);

// Where numbers overflow, which payload a NaN has is nobody's promise.
bool SameBits(const float* a, const float* b, std::size_t count);

template <typename T>
bool SameBits(std::span<const T> a, std::span<const T> b) {
  static_assert(sizeof(T) % sizeof(float) == 0);
  return a.size() == b.size() &&
         SameBits(reinterpret_cast<const float*>(a.data()),
                  reinterpret_cast<const float*>(b.data()), a.size() * sizeof(T) / sizeof(float));
}

constexpr float kUntouched = 54321.125f;  // Not what numbers below come to by themselves.

// Everything that is made of floats, marked as not written yet.
template <typename T>
void Unwrite(std::span<T> out) {
  static_assert(sizeof(T) % sizeof(float) == 0);
  std::fill_n(reinterpret_cast<float*>(out.data()), out.size_bytes() / sizeof(float), kUntouched);
}
template <typename T>
std::vector<T> Unwritten(std::size_t count) {
  std::vector<T> out(count);
  Unwrite(std::span(out));
  return out;
}
Pose UnwrittenPose(std::uint32_t joint_count, std::uint32_t morph_count = 0);

// The input, read from the front. After its end come bytes that look random and depend on all of
// it: the fuzzer likes its inputs short, and a mesh of zeros would find little.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : left_(data, size) {
    for (const std::uint8_t byte : left_) state_ = (state_ ^ byte) * 0x100000001b3u;
  }

  std::uint32_t Byte() {
    if (left_.empty()) {
      state_ = state_ * 6364136223846793005u + 1442695040888963407u;
      return static_cast<std::uint32_t>(state_ >> 56);
    }
    const std::uint8_t byte = left_.front();
    left_ = left_.subspan(1);
    return byte;
  }
  std::uint32_t Below(std::uint32_t bound) { return Byte() % bound; }
  bool Flag() { return (Byte() & 1) != 0; }
  std::uint32_t Word() { return Byte() | Byte() << 8 | Byte() << 16 | Byte() << 24; }

  // Ordinary numbers, special ones, and any bits of magnitude at most `most`.
  float Number(float most = 1e12f) {
    constexpr float kSpecial[] = {0.0f, -0.0f, 0x1p-149f, -0x1p-140f, 0x1p-126f, 1.0f, -1.0f, 2.0f};
    const std::uint32_t kind = Byte();
    if (kind < 40) return kSpecial[kind % 8];
    if (kind < 248) return static_cast<float>(static_cast<int>(Below(256)) - 128) / 32.0f;
    const float any = std::bit_cast<float>(Word());
    return any >= -most && any <= most ? any : 1.5f;
  }
  Vec3 Vector() {
    const float x = Number(), y = Number();
    return {x, y, Number()};
  }
  Quat Rotation() {
    const Vec3 v = Vector();
    return Normalize({v.x, v.y, v.z, Number()});
  }
  Transform Placement() {
    const Vec3 translation = Vector();
    const Quat rotation = Rotation();
    if (!Flag()) return {translation, rotation, {1, 1, 1}};
    return {translation, rotation, Vector()};
  }
  Affine Matrix() {
    if (!Flag()) return AffineOf(Placement());
    Affine a;
    for (auto& row : a.m) {
      for (float& entry : row) entry = Number(kLargest);
    }
    return a;
  }

 private:
  std::span<const std::uint8_t> left_;
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

}  // namespace sinew::fuzz
