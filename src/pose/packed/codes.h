// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What codes can say: how many there are, and from where to where they have to go.
#pragma once

#include <algorithm>
#include <cstdint>

#include "pose/packed/layout.h"
#include "pose/packed/plan.h"

namespace sinew::packing {

// Of storages of codes.
inline std::uint32_t LargestCode(PackedStorage storage) {
  switch (storage) {
    case PackedStorage::kU8:
      return 255;
    case PackedStorage::kU12:
      return 4095;
    default:
      return 65535;
  }
}

struct CodeRange {
  float smallest, largest;

  float StepOf(PackedStorage storage) const {
    return (largest - smallest) / static_cast<float>(LargestCode(storage));
  }
};

// Of one component of one lane, over all rows; a lane that does not move has no range to speak of.
inline CodeRange RangeOf(const StreamPlan& plan, std::uint32_t component, std::uint32_t lane) {
  CodeRange range{plan.Stored(0, component, lane), plan.Stored(0, component, lane)};
  if ((plan.source->moving_lanes >> lane & 1) == 0) return range;
  for (std::uint32_t row = 0; row < plan.row_count(); ++row) {
    const float value = plan.Stored(plan.KnotOfRow(row) * kGridStep, component, lane);
    range.smallest = std::min(range.smallest, value);
    range.largest = std::max(range.largest, value);
  }
  return range;
}

}  // namespace sinew::packing
