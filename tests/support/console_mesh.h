// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes in the console's float layout, built vertex by vertex.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "sinew/math.h"

namespace sinew::testing {

// Bytes of float vertices, attributes in the order they are added.
class ConsoleVertices {
 public:
  ConsoleVertices& Floats(std::initializer_list<float> values) {
    for (const float value : values) Append(&value, sizeof value);
    return *this;
  }
  ConsoleVertices& Skin(std::array<std::uint8_t, 4> joints, std::array<float, 4> weights) {
    Append(joints.data(), joints.size());
    Append(weights.data(), sizeof weights);
    return *this;
  }
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  void Append(const void* from, std::size_t size_bytes) {
    const std::size_t had = bytes_.size();
    bytes_.resize(had + size_bytes);
    std::memcpy(bytes_.data() + had, from, size_bytes);
  }
  std::vector<std::byte> bytes_;
};

// A triangle of format 8 (skinned): corner k at `corners[k]`, moved by bone `bones[k]` alone.
inline ConsoleVertices SkinnedTriangle(std::array<Vec3, 3> corners,
                                       std::array<std::uint8_t, 3> bones) {
  ConsoleVertices vertices;
  for (std::size_t k = 0; k < 3; ++k) {
    vertices.Floats({corners[k].x, corners[k].y, corners[k].z}).Skin({bones[k]}, {1.0f});
  }
  return vertices;
}

inline constexpr std::array<Vec3, 3> kCorners{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}};

inline Affine MoveBy(float x, float y, float z) {
  Affine affine;
  affine.m[0][3] = x;
  affine.m[1][3] = y;
  affine.m[2][3] = z;
  return affine;
}

}  // namespace sinew::testing
