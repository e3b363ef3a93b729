// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/hash.h"

#include <bit>

namespace sinew {
namespace {

constexpr std::uint64_t kPrime = 0x100000001b3u;

// Which NaN an operation gives differs from machine to machine; that it gives one does not.
constexpr std::uint32_t kAnyNan = 0x7fc00000u;

}  // namespace

Hash64& Hash64::Add(std::span<const std::byte> bytes) {
  for (const std::byte byte : bytes) {
    state_ = (state_ ^ std::to_integer<std::uint64_t>(byte)) * kPrime;
  }
  return *this;
}

Hash64& Hash64::Add(std::uint32_t value) {
  for (int shift = 0; shift < 32; shift += 8) {
    state_ = (state_ ^ ((value >> shift) & 0xffu)) * kPrime;
  }
  return *this;
}

Hash64& Hash64::Add(float value) {
  return Add(value == value ? std::bit_cast<std::uint32_t>(value) : kAnyNan);
}

Hash64& Hash64::Add(std::span<const float> values) {
  for (const float value : values) Add(value);
  return *this;
}

Hash64& Hash64::Add(std::span<const Vec3> values) {
  for (const Vec3& v : values) Add(v.x).Add(v.y).Add(v.z);
  return *this;
}

Hash64& Hash64::Add(std::span<const Vec4> values) {
  for (const Vec4& v : values) Add(v.x).Add(v.y).Add(v.z).Add(v.w);
  return *this;
}

Hash64& Hash64::Add(std::span<const Transform> values) {
  for (const auto& [t, r, s] : values) {
    Add(t.x).Add(t.y).Add(t.z);
    Add(r.x).Add(r.y).Add(r.z).Add(r.w);
    Add(s.x).Add(s.y).Add(s.z);
  }
  return *this;
}

Hash64& Hash64::Add(std::span<const Affine> values) {
  for (const Affine& affine : values) {
    for (const std::array<float, 4>& row : affine.m) {
      for (const float entry : row) Add(entry);
    }
  }
  return *this;
}

std::string Hash64::Text() const {
  std::string text(16, '0');
  for (std::size_t i = 0; i < 16; ++i) {
    text[15 - i] = "0123456789abcdef"[(state_ >> (4 * i)) & 0xfu];
  }
  return text;
}

}  // namespace sinew
