// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Compares numbers by one rule: what a tolerance, a sign and a rotation mean (sinew/comparison.h).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "export/message.h"
#include "sinew/comparison.h"

namespace sinew {

class NumberComparer {
 public:
  NumberComparer(Comparison& into, double max_difference)
      : comparison(into), tolerance(max_difference) {}

  Comparison& comparison;
  double tolerance;
  Difference place{};  // Where we are; `what` and `by` are filled in.

  void At(std::optional<std::uint32_t> node, std::string name = {}) {
    place.node = node;
    place.name = std::move(name);
  }

  void Found(std::string what, std::optional<double> by = std::nullopt);
  // Something is missing on a side; the stage of the place stays.
  void Shape(std::string what);

  // `what` makes the text of a difference, and is called for differences only.
  template <typename What>
  void Number(double a, double b, const What& what) {
    ++comparison.compared;
    const double by = std::abs(a - b);
    if (by <= tolerance && (tolerance > 0.0 || std::signbit(a) == std::signbit(b))) return;
    Found(what(), by);
  }

  // Lists of numbers, each called "what[i]".
  template <typename Number_>
  void Numbers(std::span<const Number_> a, std::span<const Number_> b, const std::string& what) {
    if (!SameCount(a.size(), b.size(), what)) return;
    for (std::size_t i = 0; i < a.size(); ++i) {
      Number(static_cast<double>(a[i]), static_cast<double>(b[i]),
             [&] { return Message(what, "[", i, "]"); });
    }
  }

  // A rotation, up to its sign.
  template <typename Number_>
  void Rotation(std::span<const Number_> a, std::span<const Number_> b) {
    if (!SameCount(a.size(), b.size(), "R")) return;
    double dot = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      dot += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    }
    const double sign = dot < 0.0 ? -1.0 : 1.0;
    if (sign < 0.0 && tolerance == 0.0) Found("sign of R", 0.0);
    for (std::size_t i = 0; i < a.size(); ++i) {
      Number(static_cast<double>(a[i]), sign * static_cast<double>(b[i]),
             [&] { return Message("R[", i, "]"); });
    }
  }

  bool SameCount(std::size_t a, std::size_t b, const std::string& what) {
    if (a != b) Shape(Message(what, " has ", a, " numbers in A, ", b, " in B"));
    return a == b;
  }
};

}  // namespace sinew
