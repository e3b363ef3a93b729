// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// An island's heat by factoring its matrix: exact, and the fastest where surfaces are surfaces,
// because their factors stay sparse.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "rig/weights/factor_cost.h"
#include "rig/weights/heat_matrix.h"

namespace sinew::weights {

class DirectSolver {
 public:
  // Chooses the order of elimination and finds what it costs; factors nothing yet. Keeps a
  // reference to the matrix.
  explicit DirectSolver(const HeatMatrix& matrix);
  ~DirectSolver();

  const FactorCost& cost() const { return cost_; }
  // Of the factor. Infinite where it has more entries than can be counted.
  double bytes() const;

  // False: the matrix could not be factored. Nothing known leads there.
  bool Factor();
  // After Factor(). From right sides to solutions, kBlock numbers per place.
  void Solve(std::vector<double>& block);

 private:
  struct Factors;  // Eigen's.

  const HeatMatrix& matrix_;
  std::vector<std::uint32_t> order_;  // When each place is eliminated.
  FactorCost cost_;
  std::unique_ptr<Factors> factors_;
  std::vector<double> work_;
};

}  // namespace sinew::weights
