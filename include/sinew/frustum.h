// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A view frustum: six planes, and whether a box may be seen between them.
//
//   Space    of the matrix or planes that it was made from: world space, for scene.h.
//   Promise  conservative. A box that holds a point inside of the frustum is never reported as
//            outside, whatever the rounding here or in a renderer that moves vertices and clips
//            them in float (frustum.cc explains the margin). A box beside a corner of the frustum
//            may be reported as visible although it is not.
//   Memory   nothing here allocates.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sinew/box.h"
#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew {

// All points p with Dot(normal, p) + offset >= 0. The normal points inwards; any length.
struct Plane {
  Vec3 normal{0.0f, 0.0f, 1.0f};
  float offset = 0.0f;
};

// The depths that a projection maps the view to, in normalised device coordinates. Which end is
// near does not matter: reversed depth and an infinite far plane work with either.
enum class DepthRange : std::uint8_t {
  kMinusOneToOne,  // OpenGL, WebGL.
  kZeroToOne,      // WebGPU, Direct3D, Vulkan, Metal.
};

class Frustum {
 public:
  // From clip_from_world = projection * view, 16 floats in column-major order, as OpenGL, WebGPU
  // and three.js have them. Fails where a number is not usable (IsUsable).
  static Result<Frustum> FromMatrix(std::span<const float, 16> clip_from_world,
                                    DepthRange depth_range);
  // Fails where a number is not usable.
  static Result<Frustum> FromPlanes(std::span<const Plane, 6> planes);

  // False: no point of the box is inside. For an empty box always.
  bool MayShow(const Box& box) const;
  // The same for a box that is moved: no point of the moved box is inside. Tighter than the box
  // around the moved box, because the planes are moved to the box.
  bool MayShow(const Box& box, const Affine& frustum_from_box) const;

 private:
  // In double. `magnitudes` are the sums of magnitudes that each number was computed from.
  struct Side {
    std::array<double, 3> normal{};
    double offset = 0.0;
    std::array<double, 3> normal_magnitudes{};
    double offset_magnitude = 0.0;
  };

  Frustum() = default;

  std::array<Side, 6> sides_{};
};

}  // namespace sinew
