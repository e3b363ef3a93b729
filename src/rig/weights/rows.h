// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights while they are worked on: a list of joints and doubles for each place or vertex.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/shares.h"
#include "rig/weights/surface.h"
#include "sinew/weights.h"

namespace sinew::weights {

using model::Share;

// Row r: shares[begins[r] .. begins[r + 1]), ascending joints, no negative weights.
struct Rows {
  std::vector<std::size_t> begins{0};
  std::vector<Share> shares{};

  std::uint32_t count() const { return static_cast<std::uint32_t>(begins.size() - 1); }
  std::span<const Share> of(std::uint32_t row) const {
    return std::span(shares).subspan(begins[row], begins[row + 1] - begins[row]);
  }
  void EndRow() { begins.push_back(shares.size()); }
};

// The failure where so many shares take more than allowed.
std::optional<Failure> CheckRoom(std::size_t share_count, std::uint64_t max_bytes);

// A row a place: the mean of its vertices' weights, without locked joints. The order of the
// vertices does not matter, not by a bit: what is added is sorted by its own value.
Rows RowsOfPlaces(const Surface& surface, const Influences& influences,
                  const std::vector<bool>& locked);

// A sum of rows, joint by joint.
class RowSum {
 public:
  explicit RowSum(std::uint32_t joint_count) : sums_(joint_count, 0.0), used_(joint_count, false) {}
  void Add(std::span<const Share> row, double times);
  void Add(std::uint32_t joint, double weight);
  // Appends what is not zero as a row, each times `scale`, and begins anew.
  void TakeInto(Rows& rows, double scale);

 private:
  std::vector<double> sums_;
  std::vector<bool> used_;
  std::vector<std::uint32_t> joints_;  // Those used.
};

// Each row scaled to the sum one; empty ones stay empty.
Rows NormalRows(Rows rows);

// Rows of places averaged with their neighbours': half their own, half the neighbours' mean. Rows
// grow longer with every round: fails (kLimit) where they take more than max_bytes.
Result<Rows> SmoothRows(Rows rows, const Lists& neighbours, std::uint32_t joint_count,
                        std::uint32_t iterations, std::uint64_t max_bytes);

// What locked joints and a limit make of rows of free weights.
struct Finishing {
  std::uint32_t most = 0;              // 0: any number.
  const std::vector<bool>& locked;     // By joint.
  const Influences* before = nullptr;  // Where the locked weights stand; null: none is locked.
  // What each row summed to before those beyond most + 1 were left out of it; empty: none were.
  std::span<const double> totals{};
  std::uint64_t max_bytes = kMaxWeightsBytes;
};

// Vertex by vertex: the row of its place (its own row where `row_of_vertex` is empty) scaled to
// what locked joints leave of one, and limited. An empty row stays empty where nothing is locked.
// Fills the report's limited_count, largest_dropped, most_influences and unweighted_count. Fails
// (kLimit) where they take more than max_bytes, or more than Influences can count.
Result<Influences> FinishRows(const Rows& rows, std::span<const std::uint32_t> row_of_vertex,
                              const Finishing& finishing, WeightsReport& report);

// The report's jump along the edges of these triangles.
void MeasureJump(std::span<const std::uint32_t> triangles, const Influences& influences,
                 WeightsReport& report);

}  // namespace sinew::weights
