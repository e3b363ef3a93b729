// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/gradient_solver.h"

#include <algorithm>

#include "base/arithmetic.h"

namespace sinew::weights {
namespace {

// How much of the residual may be left, squared, in the norm of the smoother: far below what a
// weight of float shows.
constexpr double kLeft = 1e-20;

}  // namespace

double GradientSolver::Bytes(const HeatMatrix& matrix) {
  return static_cast<double>(matrix.edges.size()) * 2.0 * (sizeof(double) + sizeof(std::uint32_t)) +
         static_cast<double>(matrix.size()) * (5.0 * kBlock * sizeof(double) + 16.0);
}

GradientSolver::GradientSolver(const HeatMatrix& matrix) : matrix_(matrix) {
  const std::size_t count = matrix.size();
  begins_.assign(count + 1, 0);
  for (const HeatMatrix::Edge& edge : matrix.edges) {
    ++begins_[edge.low + std::size_t{1}];
    ++begins_[edge.high + std::size_t{1}];
  }
  for (std::size_t i = 1; i <= count; ++i) begins_[i] += begins_[i - 1];
  columns_.resize(matrix.edges.size() * 2);
  values_.resize(matrix.edges.size() * 2);
  std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
  const auto add = [&](std::uint32_t row, std::uint32_t column, double value) {
    columns_[next[row]] = column;
    values_[next[row]++] = value;
  };
  // Edges are sorted by their low ends: those below each row come in ascending order.
  for (const HeatMatrix::Edge& edge : matrix.edges) add(edge.high, edge.low, -edge.conducted);
  middles_ = next;
  for (const HeatMatrix::Edge& edge : matrix.edges) add(edge.low, edge.high, -edge.conducted);
}

GradientSolver::Lanes GradientSolver::Product(const std::vector<double>& a,
                                              const std::vector<double>& b) const {
  Lanes sums{};
  for (std::size_t i = 0; i < a.size(); i += kBlock) {
    for (std::size_t lane = 0; lane < kBlock; ++lane) sums[lane] += a[i + lane] * b[i + lane];
  }
  return sums;
}

void GradientSolver::Multiply(const std::vector<double>& by, std::vector<double>& product) const {
  for (std::size_t i = 0; i < matrix_.size(); ++i) {
    Lanes sums;
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      sums[lane] = matrix_.diagonal[i] * by[i * kBlock + lane];
    }
    for (std::size_t e = begins_[i]; e < begins_[i + 1]; ++e) {
      const double* const other = by.data() + columns_[e] * kBlock;
      for (std::size_t lane = 0; lane < kBlock; ++lane) sums[lane] += values_[e] * other[lane];
    }
    std::copy(sums.begin(), sums.end(), product.begin() + static_cast<std::ptrdiff_t>(i * kBlock));
  }
}

// (D + L) D^-1 (D + L^T) s = r
void GradientSolver::Smooth(const std::vector<double>& residual,
                            std::vector<double>& smooth) const {
  for (std::size_t i = 0; i < matrix_.size(); ++i) {
    Lanes sums;
    std::copy_n(residual.begin() + static_cast<std::ptrdiff_t>(i * kBlock), kBlock, sums.begin());
    for (std::size_t e = begins_[i]; e < middles_[i]; ++e) {
      const double* const other = smooth.data() + columns_[e] * kBlock;
      for (std::size_t lane = 0; lane < kBlock; ++lane) sums[lane] -= values_[e] * other[lane];
    }
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      smooth[i * kBlock + lane] = sums[lane] / matrix_.diagonal[i];
    }
  }
  for (std::size_t i = matrix_.size(); i-- > 0;) {
    Lanes sums{};
    for (std::size_t e = middles_[i]; e < begins_[i + 1]; ++e) {
      const double* const other = smooth.data() + columns_[e] * kBlock;
      for (std::size_t lane = 0; lane < kBlock; ++lane) sums[lane] += values_[e] * other[lane];
    }
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      smooth[i * kBlock + lane] -= sums[lane] / matrix_.diagonal[i];
    }
  }
}

GradientSolver::Outcome GradientSolver::Solve(std::vector<double>& block, WorkBudget& budget) {
  std::vector<double>& residual = block;
  solution_.assign(block.size(), 0.0);
  smooth_.assign(block.size(), 0.0);
  product_.assign(block.size(), 0.0);
  Smooth(residual, smooth_);
  direction_ = smooth_;
  Lanes left = Product(residual, smooth_), enough;
  for (std::size_t lane = 0; lane < kBlock; ++lane) enough[lane] = kLeft * left[lane];
  const double step_work = kBlockTermWork * (static_cast<double>(matrix_.edges.size()) * 4.0 +
                                             static_cast<double>(matrix_.size()) * 9.0);
  for (int step = 0;; ++step) {
    // A lane that is near enough, or has nothing to solve, stays as it is.
    bool solved = true;
    for (std::size_t lane = 0; lane < kBlock; ++lane) solved &= !(left[lane] > enough[lane]);
    if (solved) break;
    if (step == kMaxSteps) return Outcome::kNotSolved;
    if (!budget.Spend(step_work)) return Outcome::kTooMuchWork;
    Multiply(direction_, product_);
    const Lanes along = Product(direction_, product_);
    Lanes length{};
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      if (left[lane] > enough[lane] && along[lane] > 0.0) length[lane] = left[lane] / along[lane];
    }
    for (std::size_t i = 0; i < block.size(); i += kBlock) {
      for (std::size_t lane = 0; lane < kBlock; ++lane) {
        solution_[i + lane] += length[lane] * direction_[i + lane];
        residual[i + lane] -= length[lane] * product_[i + lane];
      }
    }
    Smooth(residual, smooth_);
    const Lanes now_left = Product(residual, smooth_);
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      if (!(left[lane] > enough[lane])) {
        length[lane] = 0.0;
        continue;
      }
      length[lane] = now_left[lane] / left[lane];
      left[lane] = now_left[lane];
    }
    for (std::size_t i = 0; i < block.size(); i += kBlock) {
      for (std::size_t lane = 0; lane < kBlock; ++lane) {
        direction_[i + lane] = smooth_[i + lane] + length[lane] * direction_[i + lane];
      }
    }
  }
  for (std::size_t i = 0; i < block.size(); ++i) block[i] = std::clamp(solution_[i], 0.0, 1.0);
  return Outcome::kSolved;
}

}  // namespace sinew::weights
