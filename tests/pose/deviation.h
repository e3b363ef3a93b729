// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How far a packed clip is from the exact one, measured apart from the builder: in double, on a
// denser grid, by points that are moved rather than by norms.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pose/packed/layout.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "sinew/skeleton.h"

namespace sinew::testing {

struct MeasuredDeviation {
  double distance = 0.0;
  double morph = 0.0;
  std::uint64_t moments = 0;
  double time_s = 0.0;  // Of the distance.
  std::uint32_t joint = 0;
};

using Matrix = std::array<std::array<double, 4>, 3>;

inline Matrix Times(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      c[row][column] = a[row][0] * b[0][column] + a[row][1] * b[1][column] +
                       a[row][2] * b[2][column] + (column == 3 ? a[row][3] : 0.0);
    }
  }
  return c;
}

inline Matrix MatrixOf(const Transform& t) {
  const double x = t.rotation.x, y = t.rotation.y, z = t.rotation.z, w = t.rotation.w;
  const double sx = t.scale.x, sy = t.scale.y, sz = t.scale.z;
  return {{{(1 - 2 * (y * y + z * z)) * sx, 2 * (x * y - w * z) * sy, 2 * (x * z + w * y) * sz,
            t.translation.x},
           {2 * (x * y + w * z) * sx, (1 - 2 * (x * x + z * z)) * sy, 2 * (y * z - w * x) * sz,
            t.translation.y},
           {2 * (x * z - w * y) * sx, 2 * (y * z + w * x) * sy, (1 - 2 * (x * x + y * y)) * sz,
            t.translation.z}}};
}

// The farthest that any of 26 points `distance` away from the joint is moved.
inline double FarthestApart(const Matrix& a, const Matrix& b, double distance) {
  double farthest = 0.0;
  for (int i = 0; i < 27; ++i) {
    const double d[3] = {i % 3 - 1.0, i / 3 % 3 - 1.0, i / 9 - 1.0};
    const double length = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    const double scale = length > 0.0 ? distance / length : 0.0;
    double squared = 0.0;
    for (std::size_t r = 0; r < 3; ++r) {
      double off = a[r][3] - b[r][3];
      for (std::size_t c = 0; c < 3; ++c) off += (a[r][c] - b[r][c]) * d[c] * scale;
      squared += off * off;
    }
    farthest = std::max(farthest, std::sqrt(squared));
  }
  return farthest;
}

// The builder looks at 4 points from knot to knot; this looks at `points_a_knot`.
inline MeasuredDeviation MeasureDeviation(const Skeleton& skeleton, const Clip& exact,
                                          const PackedClip& packed,
                                          const std::vector<float>& point_distance,
                                          std::uint32_t points_a_knot = 16) {
  const PackedView view = ViewOfPacked(packed.bytes().data());
  std::vector<double> times;
  for (std::uint32_t k = 0; k < view.header->knot_count; ++k) {
    const double begin_s = view.knots[k];
    times.push_back(begin_s);
    if (k + 1 == view.header->knot_count) break;
    const double end_s = view.knots[k + 1];
    for (std::uint32_t i = 1; i < points_a_knot; ++i) {
      times.push_back(begin_s + (end_s - begin_s) * i / points_a_knot);
    }
    times.push_back(std::nextafter(end_s, begin_s));
  }
  times.push_back(exact.duration_s());
  for (int i = 0; i < 101; ++i) times.push_back(exact.duration_s() * (i / 100.0));

  const std::uint32_t joints = skeleton.joint_count();
  Pose poses[2] = {Pose(joints, exact.morph_bound()), Pose(joints, exact.morph_bound())};
  std::vector<Matrix> models[2] = {std::vector<Matrix>(joints), std::vector<Matrix>(joints)};
  MeasuredDeviation worst;
  for (const double time_s : times) {
    ++worst.moments;
    for (int which = 0; which < 2; ++which) {
      const ClipView clip = which == 0 ? ClipView(exact) : ClipView(packed);
      const Error error =
          SampleJob{.skeleton = skeleton, .clip = clip, .time_s = time_s, .pose = poses[which]}
              .Run();
      if (error != Error::kNone) return {.distance = INFINITY};
      for (std::uint32_t j = 0; j < joints; ++j) {
        const Matrix local = MatrixOf(poses[which].joint(j));
        const std::int32_t parent = skeleton.parent(j);
        models[which][j] =
            parent < 0 ? local : Times(models[which][static_cast<std::size_t>(parent)], local);
      }
    }
    for (std::uint32_t j = 0; j < joints; ++j) {
      const double apart = FarthestApart(models[0][j], models[1][j], point_distance[j]);
      if (std::isnan(apart)) return {.distance = INFINITY};
      if (apart <= worst.distance) continue;
      worst.distance = apart;
      worst.time_s = time_s;
      worst.joint = j;
    }
    for (std::uint32_t slot = 0; slot < exact.morph_bound(); ++slot) {
      worst.morph = std::max(
          worst.morph, std::abs(double{poses[0].morphs()[slot]} - double{poses[1].morphs()[slot]}));
    }
  }
  return worst;
}

}  // namespace sinew::testing
