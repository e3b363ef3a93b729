// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/verify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "pose/kernels/kernels.h"

namespace sinew::packing {
namespace {

using Symmetric = std::array<std::array<double, 3>, 3>;

Symmetric SquareOf(const Symmetric& a) {
  Symmetric square{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      square[r][c] = a[r][0] * a[0][c] + a[r][1] * a[1][c] + a[r][2] * a[2][c];
    }
  }
  return square;
}

// Never less than how much the difference of the 3x3 parts stretches any unit vector, and at most
// 1.04 times that for a difference of rotations. The largest eigenvalue of A = D^T D is at most the
// n-th root of the trace of A^n, here with n = 8.
double StretchOf(const Affine& exact, const Affine& packed) {
  double difference[3][3];
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      difference[r][c] = static_cast<double>(exact.m[r][c]) - static_cast<double>(packed.m[r][c]);
    }
  }
  Symmetric a{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      for (const auto& row : difference) a[r][c] += row[r] * row[c];
    }
  }
  const double trace = a[0][0] + a[1][1] + a[2][2];
  if (!(trace > 0.0)) return 0.0;
  for (auto& row : a) {
    for (double& entry : row) entry /= trace;  // So that the eighth power does not vanish.
  }
  const Symmetric eighth = SquareOf(SquareOf(SquareOf(a)));
  const double root = std::sqrt(std::sqrt(std::sqrt(eighth[0][0] + eighth[1][1] + eighth[2][2])));
  return std::sqrt(root * trace);
}

double ShiftOf(const Affine& exact, const Affine& packed) {
  double squared = 0.0;
  for (std::size_t r = 0; r < 3; ++r) {
    const double d = static_cast<double>(exact.m[r][3]) - static_cast<double>(packed.m[r][3]);
    squared += d * d;
  }
  return std::sqrt(squared);
}

void Place(const Source& source, const TransformBlock* pose, std::span<Affine> model) {
  const Affine root;
  ChosenPoseKernels().local_to_model({.pose = pose,
                                      .parents = source.skeleton.parents().data(),
                                      .joint_count = source.skeleton.joint_count(),
                                      .root = &root,
                                      .model_from_joint = model.data()});
}

}  // namespace

std::vector<Affine> ExactMatrices(const Source& source) {
  const std::size_t joints = source.skeleton.joint_count();
  std::vector<Affine> matrices(joints * source.grid_count());
  for (std::uint32_t grid = 0; grid < source.grid_count(); ++grid) {
    Place(source, source.poses.data() + std::size_t{grid} * source.block_count,
          std::span(matrices).subspan(grid * joints, joints));
  }
  return matrices;
}

Deviation FindDeviation(const Source& source, std::span<const Affine> exact,
                        std::span<const std::byte> packed, std::span<const float> point_distance) {
  const std::uint32_t joints = source.skeleton.joint_count();
  std::vector<TransformBlock> pose(source.block_count);
  std::vector<float> morphs(source.morph_count);
  std::vector<Affine> model(joints);
  Deviation worst;
  for (std::uint32_t grid = 0; grid < source.grid_count(); ++grid) {
    const std::size_t first_morph = std::size_t{grid} * source.morph_count;
    std::copy_n(source.morphs.begin() + static_cast<std::ptrdiff_t>(first_morph),
                source.morph_count, morphs.begin());
    ChosenPoseKernels().sample_packed({.packed = packed.data(),
                                       .time_s = source.grid_s[grid],
                                       .rest = source.skeleton.rest_blocks().data(),
                                       .block_count = source.block_count,
                                       .wanted_blocks = nullptr,
                                       .pose = pose.data(),
                                       .morphs = morphs.empty() ? nullptr : morphs.data()});
    Place(source, pose.data(), model);
    for (std::uint32_t joint = 0; joint < joints; ++joint) {
      const Affine& wanted = exact[std::size_t{grid} * joints + joint];
      auto distance = static_cast<float>(ShiftOf(wanted, model[joint]) +
                                         StretchOf(wanted, model[joint]) *
                                             static_cast<double>(point_distance[joint]));
      if (!scalar::IsUsable(distance)) distance = std::numeric_limits<float>::infinity();  // NaN.
      if (distance <= worst.distance) continue;
      worst.distance = distance;
      worst.joint = joint;
      worst.time_s = static_cast<float>(source.grid_s[grid]);
    }
    for (std::uint32_t slot = 0; slot < source.morph_count; ++slot) {
      worst.morph =
          std::max(worst.morph, std::abs(morphs[slot] - source.morphs[first_morph + slot]));
    }
  }
  return worst;
}

}  // namespace sinew::packing
