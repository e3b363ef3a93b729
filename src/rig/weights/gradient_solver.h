// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// An island's heat by conjugate gradients: for triangles that connect everything with everything,
// whose factors would be dense. Memory and each step are in proportion to the matrix.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rig/weights/heat_matrix.h"
#include "rig/weights/work_budget.h"

namespace sinew::weights {

class GradientSolver {
 public:
  // Steps after which a solution that is not near enough is given up.
  static constexpr int kMaxSteps = 1000;

  // Keeps a reference to the matrix.
  explicit GradientSolver(const HeatMatrix& matrix);

  // What it holds.
  static double Bytes(const HeatMatrix& matrix);

  enum class Outcome : std::uint8_t { kSolved, kNotSolved, kTooMuchWork };
  // From right sides to solutions, kBlock numbers per place, between 0 and 1. kNotSolved after
  // kMaxSteps. Every sum is in the order of the places.
  Outcome Solve(std::vector<double>& block, WorkBudget& budget);

 private:
  using Lanes = std::array<double, kBlock>;

  Lanes Product(const std::vector<double>& a, const std::vector<double>& b) const;
  void Multiply(const std::vector<double>& by, std::vector<double>& product) const;
  // One Gauss-Seidel sweep forward and one back: what the gradient is multiplied by.
  void Smooth(const std::vector<double>& residual, std::vector<double>& smooth) const;

  const HeatMatrix& matrix_;
  // Row i: entries off the diagonal, ascending; those from middles_[i] on are above i.
  std::vector<std::size_t> begins_, middles_;
  std::vector<std::uint32_t> columns_;
  std::vector<double> values_;
  std::vector<double> solution_, smooth_, direction_, product_;
};

}  // namespace sinew::weights
