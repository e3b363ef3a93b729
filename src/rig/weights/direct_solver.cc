// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "rig/weights/direct_solver.h"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "base/arithmetic.h"

namespace sinew::weights {
namespace {

using Matrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;
using Permutation = Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int>;

// The lower half, column by column: edges are sorted that way.
Matrix LowerHalf(const HeatMatrix& heat) {
  const std::size_t count = heat.size();
  const auto size = static_cast<Eigen::Index>(count);
  Matrix matrix(size, size);
  matrix.resizeNonZeros(static_cast<Eigen::Index>(count + heat.edges.size()));
  std::size_t next = 0, edge = 0;
  for (std::size_t column = 0; column < count; ++column) {
    matrix.outerIndexPtr()[column] = static_cast<int>(next);
    matrix.innerIndexPtr()[next] = static_cast<int>(column);
    matrix.valuePtr()[next++] = heat.diagonal[column];
    for (; edge < heat.edges.size() && heat.edges[edge].low == column; ++edge) {
      matrix.innerIndexPtr()[next] = static_cast<int>(heat.edges[edge].high);
      matrix.valuePtr()[next++] = -heat.edges[edge].conducted;
    }
  }
  matrix.outerIndexPtr()[count] = static_cast<int>(next);
  return matrix;
}

}  // namespace

struct DirectSolver::Factors {
  // The matrix comes in the order in which it is to be eliminated.
  Eigen::SimplicialLDLT<Matrix, Eigen::Upper, Eigen::NaturalOrdering<int>> solver;
};

DirectSolver::DirectSolver(const HeatMatrix& matrix) : matrix_(matrix) {
  const Matrix lower = LowerHalf(matrix);
  Permutation place_of_step;
  Eigen::AMDOrdering<int>()(lower.selfadjointView<Eigen::Lower>(), place_of_step);
  order_.resize(matrix.size());
  for (std::uint32_t step = 0; step < matrix.size(); ++step) {
    order_[static_cast<std::size_t>(place_of_step.indices()[static_cast<Eigen::Index>(step)])] =
        step;
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> entries;
  entries.reserve(matrix.edges.size());
  for (const HeatMatrix::Edge& edge : matrix.edges) {
    entries.push_back(std::minmax(order_[edge.low], order_[edge.high]));
  }
  cost_ = CostOfFactor(static_cast<std::uint32_t>(matrix.size()), entries);
}

DirectSolver::~DirectSolver() = default;

double DirectSolver::bytes() const {
  constexpr double kEntryBytes = sizeof(double) + sizeof(int);
  constexpr double kMostEntries = std::numeric_limits<int>::max() / 2;
  if (cost_.entries > kMostEntries) return std::numeric_limits<double>::infinity();
  return cost_.entries * kEntryBytes;
}

bool DirectSolver::Factor() {
  const auto size = static_cast<Eigen::Index>(matrix_.size());
  const Matrix lower = LowerHalf(matrix_);
  Permutation step_of_place(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    step_of_place.indices()[i] = static_cast<int>(order_[static_cast<std::size_t>(i)]);
  }
  Matrix upper(size, size);
  upper.selfadjointView<Eigen::Upper>() =
      lower.selfadjointView<Eigen::Lower>().twistedBy(step_of_place);
  factors_ = std::make_unique<Factors>();
  factors_->solver.compute(upper);
  return factors_->solver.info() == Eigen::Success;
}

// L D L^T x = b for kBlock right sides at once: the factor is read once for all of them.
void DirectSolver::Solve(std::vector<double>& block) {
  work_.resize(block.size());
  for (std::size_t i = 0; i < order_.size(); ++i) {
    std::copy_n(block.begin() + static_cast<std::ptrdiff_t>(i * kBlock), kBlock,
                work_.begin() + static_cast<std::ptrdiff_t>(order_[i] * kBlock));
  }
  const Matrix& factor = factors_->solver.matrixL().nestedExpression();
  const auto& pivots = factors_->solver.vectorD();
  const auto size = static_cast<Eigen::Index>(order_.size());
  const auto row = [&](Eigen::Index i) {
    return work_.data() + static_cast<std::size_t>(i) * kBlock;
  };
  for (Eigen::Index column = 0; column < size; ++column) {
    std::array<double, kBlock> known;
    std::copy_n(row(column), kBlock, known.begin());
    for (Matrix::InnerIterator entry(factor, column); entry; ++entry) {
      double* const below = row(entry.row());
      for (std::size_t lane = 0; lane < kBlock; ++lane) below[lane] -= entry.value() * known[lane];
    }
  }
  for (Eigen::Index column = size; column-- > 0;) {
    std::array<double, kBlock> sum;
    for (std::size_t lane = 0; lane < kBlock; ++lane) {
      sum[lane] = row(column)[lane] / pivots[column];
    }
    for (Matrix::InnerIterator entry(factor, column); entry; ++entry) {
      const double* const below = row(entry.row());
      for (std::size_t lane = 0; lane < kBlock; ++lane) sum[lane] -= entry.value() * below[lane];
    }
    std::copy_n(sum.begin(), kBlock, row(column));
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    std::copy_n(work_.begin() + static_cast<std::ptrdiff_t>(order_[i] * kBlock), kBlock,
                block.begin() + static_cast<std::ptrdiff_t>(i * kBlock));
  }
}

}  // namespace sinew::weights
