// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The blended matrices of a block, eight side by side, one row after another: a row's entries are
// used at once, so that the registers hold them. Four ways to come by them, one a kind of block;
// each gives the bits of scalar::Blend.
#pragma once

#include "math/simd/target.h"
#include "skin/kernels/kernels.h"
#include "skin/kernels/vec3x8.h"

namespace sinew::SINEW_TARGET {

// One row of eight matrices: xyz turns and scales, w moves.
struct Row8 {
  Vec3x8 xyz;
  f32x8 w;
};

// What a kind of block is made from.
struct BlockSource {
  const Affine* palette;
  const DualJoint* dual_palette;  // Null: linear blend.
  const std::uint32_t* joints;
  const float* weights;
  std::uint32_t influence_count;
  bool mixed;  // Every vertex has joints of its own.
};

// One joint of weight one: nothing to blend.
struct UnitRows {
  const float* matrix;
  explicit UnitRows(const BlockSource& from) : matrix(FloatsOf(from.palette[from.joints[0]])) {}
  Row8 Row(int r) const {
    const float* m = matrix + 4 * r;
    return {{Splat8(m[0]), Splat8(m[1]), Splat8(m[2])}, Splat8(m[3])};
  }
};

// The same joints for all eight: each entry is read once and multiplied by eight weights.
template <int kInfluences>
struct GroupedRows {
  const float* matrices[kInfluences];
  const float* weights;
  explicit GroupedRows(const BlockSource& from) : weights(from.weights) {
    for (int k = 0; k < kInfluences; ++k) matrices[k] = FloatsOf(from.palette[from.joints[k]]);
  }
  f32x8 Entry(int i) const {
    f32x8 entry = Load8(weights) * Splat8(matrices[0][i]);
    for (int k = 1; k < kInfluences; ++k) {
      entry = entry + Load8(weights + k * static_cast<int>(kLanes)) * Splat8(matrices[k][i]);
    }
    return entry;
  }
  Row8 Row(int r) const {
    return {{Entry(4 * r), Entry(4 * r + 1), Entry(4 * r + 2)}, Entry(4 * r + 3)};
  }
};

// The same, of any number.
struct ManyGroupedRows {
  BlockSource source;
  explicit ManyGroupedRows(const BlockSource& from) : source(from) {}
  f32x8 Entry(int i) const {
    f32x8 entry = Load8(source.weights) * Splat8(FloatsOf(source.palette[source.joints[0]])[i]);
    for (std::uint32_t k = 1; k < source.influence_count; ++k) {
      entry = entry + Load8(source.weights + k * kLanes) *
                          Splat8(FloatsOf(source.palette[source.joints[k]])[i]);
    }
    return entry;
  }
  Row8 Row(int r) const {
    return {{Entry(4 * r), Entry(4 * r + 1), Entry(4 * r + 2)}, Entry(4 * r + 3)};
  }
};

// Joints of their own: a matrix is blended for each vertex, and then they are laid side by side.
// kInfluences 0: any number.
template <int kInfluences>
struct MixedRows {
  f32x4 rows[3][kLanes];
  explicit MixedRows(const BlockSource& from) {
    const std::uint32_t count =
        kInfluences > 0 ? static_cast<std::uint32_t>(kInfluences) : from.influence_count;
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      const float* m = FloatsOf(from.palette[from.joints[lane]]);
      f32x4 weight = Splat4(from.weights[lane]);
      f32x4 row0 = weight * Load4(m), row1 = weight * Load4(m + 4), row2 = weight * Load4(m + 8);
      for (std::uint32_t k = 1; k < count; ++k) {
        m = FloatsOf(from.palette[from.joints[k * kLanes + lane]]);
        weight = Splat4(from.weights[k * kLanes + lane]);
        row0 = row0 + weight * Load4(m);
        row1 = row1 + weight * Load4(m + 4);
        row2 = row2 + weight * Load4(m + 8);
      }
      rows[0][lane] = row0;
      rows[1][lane] = row1;
      rows[2][lane] = row2;
    }
  }
  Row8 Row(int r) const {
    f32x8 columns[4];
    Columns8(rows[r], columns);
    return {{columns[0], columns[1], columns[2]}, columns[3]};
  }
};

}  // namespace sinew::SINEW_TARGET
