// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Eight vertices side by side to wherever the caller wants them, one after another.
#pragma once

#include "math/simd/target.h"
#include "skin/kernels/kernels.h"
#include "skin/kernels/vec3x8.h"

namespace sinew::SINEW_TARGET {

// One attribute's way out, looked at once a run.
struct Outlet {
  float* first;
  std::size_t stride_floats;
  const std::uint32_t* order;  // Null: the prepared order.
  bool packed;                 // Whole blocks are 24 floats in a row.

  Outlet(const SkinArgs& args, const VertexOutput& output)
      : first(output.first),
        stride_floats(output.stride_floats),
        order(args.order),
        packed(args.order == nullptr && output.stride_floats == 3) {}
  // What is not wanted goes to a place of its own, vertex upon vertex: no branch in the loop.
  Outlet(const SkinArgs& args, const VertexOutput& output, float* unwanted) : Outlet(args, output) {
    if (output.first != nullptr) return;
    first = unwanted;
    stride_floats = 0;
    packed = false;
  }
};

// Where a block's vertices go. Read once: the compiler must fear that a store changes an Outlet.
struct BlockPlaces {
  float* first;
  std::size_t stride_floats;
  const std::uint32_t* order;

  BlockPlaces(const Outlet& out, std::uint32_t begin)
      : first(out.order == nullptr ? out.first + begin * out.stride_floats : out.first),
        stride_floats(out.stride_floats),
        order(out.order == nullptr ? nullptr : out.order + begin) {}
};

// To vertices of any stride and order. By value: registers hold what is not pointed to.
SINEW_APART void ScatterVec3(const Outlet& out, std::uint32_t begin, std::uint32_t end, f32x8 x,
                             f32x8 y, f32x8 z) {
  const BlockPlaces to(out, begin);
  f32x4 rows[kLanes];
  Transpose8(x, y, z, z, rows, rows + 4);
  if (end - begin < kLanes) {
    for (std::uint32_t i = 0; begin + i < end; ++i) {
      StoreXyz(to.first + (to.order == nullptr ? i : to.order[i]) * to.stride_floats, rows[i]);
    }
  } else if (to.order == nullptr) {
    for (std::uint32_t i = 0; i < kLanes; ++i) StoreXyz(to.first + i * to.stride_floats, rows[i]);
  } else {
    for (std::uint32_t i = 0; i < kLanes; ++i) {
      StoreXyz(to.first + to.order[i] * to.stride_floats, rows[i]);
    }
  }
}
SINEW_INLINE void StoreVec3(const Outlet& out, std::uint32_t begin, std::uint32_t end,
                            const Vec3x8& v) {
  if (out.packed && end - begin == kLanes) {
    StoreXyz8(out.first + std::size_t{begin} * 3, v.x, v.y, v.z);
  } else {
    ScatterVec3(out, begin, end, v.x, v.y, v.z);
  }
}

SINEW_APART void StoreVec4(const Outlet& out, std::uint32_t begin, std::uint32_t end, f32x8 x,
                           f32x8 y, f32x8 z, f32x8 w) {
  const BlockPlaces to(out, begin);
  f32x4 rows[kLanes];
  Transpose8(x, y, z, w, rows, rows + 4);
  if (end - begin == kLanes && to.order == nullptr) {
    for (std::uint32_t i = 0; i < kLanes; ++i) Store4(to.first + i * to.stride_floats, rows[i]);
    return;
  }
  for (std::uint32_t i = 0; begin + i < end; ++i) {
    Store4(to.first + (to.order == nullptr ? i : to.order[i]) * to.stride_floats, rows[i]);
  }
}

}  // namespace sinew::SINEW_TARGET
