// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Local poses to model space. Eight local transforms become matrices at once, side by side; then
// each is multiplied by its parent's, two rows at once and the third by itself. In level order the
// joints of a block seldom wait for each other.
//
// The order of operations is that of scalar::AffineOf and scalar::Multiply.
#pragma once

#include "math/simd/target.h"
#include "pose/kernels/kernels.h"

namespace sinew::SINEW_TARGET {

// One row of eight matrices, one a joint; in memory, as they are loaded into both halves of a
// vector.
struct alignas(32) EightRows {
  float of[8][4];
};

static inline void StoreRows(f32x8 a, f32x8 b, f32x8 c, f32x8 d, EightRows& rows) {
  f32x4 low[4], high[4];
  Transpose8(a, b, c, d, low, high);
  for (int i = 0; i < 4; ++i) {
    Store4(rows.of[i], low[i]);
    Store4(rows.of[4 + i], high[i]);
  }
}

static inline void LocalMatrices(const TransformBlock& block, EightRows rows[3]) {
  const f32x8 x = Load8(block.rotation[0]), y = Load8(block.rotation[1]);
  const f32x8 z = Load8(block.rotation[2]), w = Load8(block.rotation[3]);
  const f32x8 sx = Load8(block.scale[0]), sy = Load8(block.scale[1]), sz = Load8(block.scale[2]);
  const f32x8 tx = Load8(block.translation[0]), ty = Load8(block.translation[1]);
  const f32x8 tz = Load8(block.translation[2]);
  const f32x8 one = Splat8(1.0f), two = Splat8(2.0f);
  const f32x8 xx = x * x, yy = y * y, zz = z * z;
  const f32x8 xy = x * y, xz = x * z, yz = y * z;
  const f32x8 wx = w * x, wy = w * y, wz = w * z;
  StoreRows((one - two * (yy + zz)) * sx, two * (xy - wz) * sy, two * (xz + wy) * sz, tx, rows[0]);
  StoreRows(two * (xy + wz) * sx, (one - two * (xx + zz)) * sy, two * (yz - wx) * sz, ty, rows[1]);
  StoreRows(two * (xz - wy) * sx, two * (yz + wx) * sy, (one - two * (xx + yy)) * sz, tz, rows[2]);
}

// The first two rows of parent * local. The translation is added last; to the other lanes -0 is
// added, which changes nothing, not even a -0.
static inline f32x8 FirstTwoRows(const float* parent, f32x8 local0, f32x8 local1, f32x8 local2) {
  const f32x8 rows = Load8(parent);
  const f32x8 sum =
      SplatLanes<0>(rows) * local0 + SplatLanes<1>(rows) * local1 + SplatLanes<2>(rows) * local2;
  return sum + FirstThreesOf(Splat8(-0.0f), rows);
}
// The third. Entries are read one by one: loads are cheaper than shuffles.
static inline f32x4 ThirdRow(const float* parent, f32x4 local0, f32x4 local1, f32x4 local2) {
  const float* row = parent + 8;
  const f32x4 sum = Splat4(row[0]) * local0 + Splat4(row[1]) * local1 + Splat4(row[2]) * local2;
  return sum + FirstThreeOf(Splat4(-0.0f), Load4(row));
}

// Only looked at where the sum of all magnitudes is too large to say.
static bool AllUsable(const Affine* matrices, std::uint32_t count) {
  const f32x4 largest = Splat4(kLargest);
  mask4 usable = LessEqual(largest, largest);
  for (std::uint32_t i = 0; i < count; ++i) {
    const float* m = FloatsOf(matrices[i]);
    for (int r = 0; r < 12; r += 4) usable = And(usable, LessEqual(Abs(Load4(m + r)), largest));
  }
  return All(usable);
}

static bool LocalToModel(const LocalToModelArgs& args) {
  f32x8 magnitudes = Splat8(0.0f);
  f32x4 third_magnitudes = Splat4(0.0f);
  for (std::uint32_t first = 0; first < args.joint_count; first += kBlockSize) {
    EightRows rows[3];
    LocalMatrices(args.pose[first / kBlockSize], rows);
    const std::uint32_t left = args.joint_count - first;
    const std::uint32_t count = left < kBlockSize ? left : kBlockSize;
    for (std::uint32_t lane = 0; lane < count; ++lane) {
      const std::int32_t parent = args.parents[first + lane];
      const float* m = FloatsOf(parent < 0 ? *args.root : args.model_from_joint[parent]);
      const f32x8 local0 = LoadTwice4(rows[0].of[lane]), local1 = LoadTwice4(rows[1].of[lane]);
      const f32x8 local2 = LoadTwice4(rows[2].of[lane]);
      const f32x8 first_two = FirstTwoRows(m, local0, local1, local2);
      const f32x4 third = ThirdRow(m, Low(local0), Low(local1), Low(local2));
      magnitudes = magnitudes + Abs(first_two);
      third_magnitudes = third_magnitudes + Abs(third);
      float* out = FloatsOf(args.model_from_joint[first + lane]);
      Store8(out, first_two);
      Store4(out + 8, third);
    }
  }
  // A sum of magnitudes is at least the largest of them, and no number where one of them is none.
  const f32x4 all = Low(magnitudes) + High(magnitudes) + third_magnitudes;
  return All(LessEqual(all, Splat4(kLargest))) ||
         AllUsable(args.model_from_joint, args.joint_count);
}

}  // namespace sinew::SINEW_TARGET
