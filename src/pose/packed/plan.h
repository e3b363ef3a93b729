// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is stored of each stream: which components, at which knots, in how many bits.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "pose/packed/layout.h"
#include "pose/packed/source.h"

namespace sinew::packing {

struct StreamPlan {
  const StreamSource* source = nullptr;
  PackedStorage storage = PackedStorage::kConstant;
  std::uint32_t component_count = 3;  // As stored; rotations in float32 are stored whole.
  std::array<std::uint8_t, kBlockSize> left_out{};    // Of rotations of three components.
  std::array<float, kBlockSize> smallest_left_out{};  // Its smallest magnitude.
  // The value at every grid point, width * 8 lanes; rotations with the sign that makes lines short.
  std::vector<float> values{};
  std::vector<std::uint32_t> kept{};  // Knots that have a row, ascending.

  bool can_leave_one_out = false;  // Of rotations.

  float At(std::uint32_t grid, std::uint32_t component, std::uint32_t lane) const {
    return values[(std::size_t{grid} * source->width() + component) * kBlockSize + lane];
  }
  // The component in place `component` of what is stored.
  float Stored(std::uint32_t grid, std::uint32_t component, std::uint32_t lane) const {
    const bool moved = component_count == 3 && source->property == Property::kRotation &&
                       component == left_out[lane];
    return At(grid, moved ? 3 : component, lane);
  }
};

// Constant streams are done after this; moving ones keep every knot, in float32.
StreamPlan PlanStream(const Source& source, const StreamSource& stream);

// Leaves out the knots that a line can do without: no moving lane is off by more than `tolerance`
// (Displacement) at any grid point.
void ThinKnots(const Source& source, float tolerance, StreamPlan& plan);

// The fewest bits whose rounding moves no lane by more than about `tolerance`.
void ChooseStorage(const Source& source, float tolerance, StreamPlan& plan);

// The bytes of layout.h.
std::vector<std::byte> Encode(const Source& source, const std::vector<StreamPlan>& plans);

}  // namespace sinew::packing
