// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/comparison.h"

#include "compare/number_comparer.h"

namespace sinew {

void Comparison::Found(const Difference& difference) {
  if (!first) first = difference;
  if (!difference.by) return;
  const auto [known, is_new] = largest.try_emplace(difference.stage, difference);
  if (!is_new && *difference.by > *known->second.by) known->second = difference;
}

void NumberComparer::Found(std::string what, std::optional<double> by) {
  place.what = std::move(what);
  place.by = by;
  comparison.Found(place);
}

void NumberComparer::Shape(std::string what) {
  const std::string stage = std::exchange(place.stage, "shape");
  Found(std::move(what));
  place.stage = stage;
}

}  // namespace sinew
