// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/box.h"

#include "sinew/box.h"

namespace sinew {

Box Union(const Box& a, const Box& b) {
  const auto lesser = [](float p, float q) { return p < q ? p : q; };
  const auto greater = [](float p, float q) { return p > q ? p : q; };
  return {
      {lesser(a.min.x, b.min.x), lesser(a.min.y, b.min.y), lesser(a.min.z, b.min.z)},
      {greater(a.max.x, b.max.x), greater(a.max.y, b.max.y), greater(a.max.z, b.max.z)},
  };
}

Box Union(const Box& box, Vec3 point) { return Union(box, Box{point, point}); }

bool Contains(const Box& box, Vec3 p) {
  return box.min.x <= p.x && p.x <= box.max.x && box.min.y <= p.y && p.y <= box.max.y &&
         box.min.z <= p.z && p.z <= box.max.z;
}

bool Contains(const Box& outer, const Box& inner) {
  return inner.empty() || (Contains(outer, inner.min) && Contains(outer, inner.max));
}

float Diagonal(const Box& box) { return static_cast<float>(scalar::Diagonal(scalar::Widen(box))); }

}  // namespace sinew
