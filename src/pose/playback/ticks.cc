// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/ticks.h"

#include "base/arithmetic.h"

namespace sinew {

std::optional<Ticks> TicksFromSeconds(double seconds) {
  const double exact = seconds * static_cast<double>(kTicksPerSecond);
  const double magnitude = exact < 0.0 ? -exact : exact;
  if (!(magnitude <= static_cast<double>(kMostTicks))) return std::nullopt;
  auto ticks = static_cast<Ticks>(magnitude);
  if (magnitude - static_cast<double>(ticks) >= 0.5) ++ticks;
  return exact < 0.0 ? -ticks : ticks;
}

double SecondsFromTicks(Ticks ticks) {
  return static_cast<double>(ticks) / static_cast<double>(kTicksPerSecond);
}

}  // namespace sinew
