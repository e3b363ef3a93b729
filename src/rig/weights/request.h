// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What every way of making weights asks of its input, and says afterwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "rig/weights/rows.h"
#include "rig/weights/surface.h"
#include "sinew/weights.h"

namespace sinew::weights {

// Of vertices and of triangles.
inline constexpr std::size_t kMaxVertices = std::numeric_limits<std::int32_t>::max() / 8;
Failure TooManyVertices(const std::string& place = "");

// Positions and triangles: usable numbers, corners in range, three a triangle, at least one vertex.
// `place` stands before the places of failures.
std::optional<Failure> CheckSurface(std::span<const Vec3> positions,
                                    std::span<const std::uint32_t> triangles,
                                    const std::string& place = "");

// Three corners a triangle, all below vertex_count.
std::optional<Failure> CheckTriangles(std::span<const std::uint32_t> triangles,
                                      std::size_t vertex_count, const std::string& place = "");

// No more joints than sums by joint may have room for; `place` is who names them.
std::optional<Failure> CheckJointCount(std::uint32_t joint_count, const std::string& place);

std::optional<Failure> CheckRequest(const WeightsRequest& request);

// By joint; joints beyond joint_count are left out.
std::vector<bool> LockedJoints(std::span<const std::uint32_t> joints, std::uint32_t joint_count);

// From a row a place to what is returned: rows are smoothed and finished, and the report has all
// but its notes.
struct WeightsFinish {
  const WeightsRequest& request;
  const Surface& surface;
  const std::vector<bool>& locked;
  std::uint32_t max_influences = 0;
  std::uint32_t smoothing = 0;
  std::span<const double> totals{};  // See Finishing; where nothing is smoothed.
  std::uint64_t max_weights_bytes = kMaxWeightsBytes;

  Result<WeightsResult> Run(Rows rows) const;
};

// One more than the largest joint that is named.
std::uint32_t JointBound(const Influences& influences);

}  // namespace sinew::weights
