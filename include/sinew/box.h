// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A box along the axes: what culling, picking and framing ask about a shape.
#pragma once

#include <limits>

#include "sinew/math.h"

namespace sinew {

// All points p with min <= p <= max in each component; the faces belong to it. One that was just
// made is empty, and adding it to another changes nothing.
struct Box {
  Vec3 min{std::numeric_limits<float>::max(), std::numeric_limits<float>::max(),
           std::numeric_limits<float>::max()};
  Vec3 max{std::numeric_limits<float>::lowest(), std::numeric_limits<float>::lowest(),
           std::numeric_limits<float>::lowest()};

  bool empty() const { return min.x > max.x || min.y > max.y || min.z > max.z; }
  bool operator==(const Box&) const = default;
};

// The least box that holds both.
Box Union(const Box& a, const Box& b);
Box Union(const Box& box, Vec3 point);

bool Contains(const Box& box, Vec3 point);
// True where every point of `inner` is one of `outer`: for an empty one always.
bool Contains(const Box& outer, const Box& inner);

// The distance between two opposite corners; 0 where it is empty.
float Diagonal(const Box& box);

}  // namespace sinew
