// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Numbers that look random and are the same everywhere: splitmix64.
#pragma once

#include <cstdint>

#include "sinew/math.h"

namespace sinew::testing {

class SplitMix64 {
 public:
  explicit SplitMix64(std::uint64_t seed) : state_(seed) {}

  std::uint64_t Next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint32_t Below(std::uint32_t bound) { return static_cast<std::uint32_t>(Next() % bound); }

  float Unit() { return static_cast<float>(Next() >> 40) * 0x1p-24f; }  // [0, 1), 24 bits.
  float Between(float low, float high) { return low + (high - low) * Unit(); }

  Vec3 Vector(float extent) {
    const float x = Between(-extent, extent);
    const float y = Between(-extent, extent);
    return {x, y, Between(-extent, extent)};
  }

  Quat Rotation() {
    const float x = Between(-1, 1);
    const float y = Between(-1, 1);
    const float z = Between(-1, 1);
    return Normalize({x, y, z, Between(-1, 1)});
  }

  // Scales from 0.5 to 2 along each axis.
  Transform Placement() {
    const Vec3 translation = Vector(3);
    const Quat rotation = Rotation();
    const float x = Between(0.5f, 2), y = Between(0.5f, 2);
    return {translation, rotation, {x, y, Between(0.5f, 2)}};
  }

 private:
  std::uint64_t state_;
};

}  // namespace sinew::testing
