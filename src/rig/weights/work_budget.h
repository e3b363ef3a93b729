// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How much work weights may be: what is done is counted, and what costs much is counted before it
// is done. Counts follow from the input alone, so that a limit refuses the same on every machine.
#pragma once

#include <cstdint>
#include <string>

#include "sinew/result.h"

namespace sinew::weights {

// In units of max_work, about three nanoseconds each.
inline constexpr double kBoneWork = 5.0;       // The distance of a place to a bone.
inline constexpr double kBoxWork = 4.0;        // A box or triangle of the tree, looked at.
inline constexpr double kTermWork = 0.5;       // A product added, in a factorisation or a solution.
inline constexpr double kBlockTermWork = 1.5;  // The same for a block of right sides.

class WorkBudget {
 public:
  explicit WorkBudget(std::uint64_t max_work) : max_work_(max_work) {}

  // False where all that was spent so far is more than allowed.
  bool Spend(double units) {
    spent_ += units;
    return spent_ <= static_cast<double>(max_work_);
  }
  // Whether so much is left.
  bool Allows(double units) const { return spent_ + units <= static_cast<double>(max_work_); }
  double spent() const { return spent_; }

  // "found triangles whose heat takes more work than max_work, 100, allows"
  Failure Exceeded(const std::string& place, const std::string& found) const {
    return {
        FailureCode::kLimit, place,
        "found " + found + " more work than max_work, " + std::to_string(max_work_) + ", allows"};
  }

 private:
  std::uint64_t max_work_;
  double spent_ = 0.0;
};

}  // namespace sinew::weights
