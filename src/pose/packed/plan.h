// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What is stored of each stream: which components, at which knots, in how many bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pose/packed/layout.h"
#include "pose/packed/source.h"

namespace sinew::packing {

struct StreamPlan {
  const StreamSource* source = nullptr;
  PackedStorage storage = PackedStorage::kConstant;
  std::uint32_t component_count = 3;            // As stored; rotations in float32 are stored whole.
  bool can_leave_one_out = false;               // Of rotations.
  PackedFourth fourth = PackedFourth::kStored;  // Of rotations of three components: which way.
  std::array<std::uint8_t, kBlockSize> left_out{};    // Of rotations of three components.
  std::array<float, kBlockSize> smallest_left_out{};  // Its smallest magnitude.
  // The value at every grid point, width * 8 lanes; rotations with the sign that makes lines short.
  // Borrowed: all plans of a stream read the same.
  std::span<const float> values{};
  std::uint32_t knot_count = 1;
  std::vector<std::uint32_t> kept{};  // Knots that have a row, ascending; empty: all of them.
  std::uint64_t look_count = 0;       // How many points were held against lines to find `kept`.

  std::uint32_t row_count() const {
    return kept.empty() ? knot_count : static_cast<std::uint32_t>(kept.size());
  }
  std::uint32_t KnotOfRow(std::uint32_t row) const { return kept.empty() ? row : kept[row]; }

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

// How many values a stream's plans read.
std::size_t ValueCount(const Source& source, const StreamSource& stream);

// Writes the values, and borrows them. Constant streams are done after this; moving ones keep every
// knot, in float32.
StreamPlan PlanStream(const Source& source, const StreamSource& stream, std::span<float> values);

// Leaves out the knots that a line can do without: no moving lane is off by more than `tolerance`
// (Displacement) at any grid point. Keeps all where only a few could go. Chooses where rotations
// that may leave one component out take it from: the fast way where it costs few rows.
void ThinKnots(const Source& source, float tolerance, StreamPlan& plan);

// The fewest bits whose rounding moves no lane by more than about `tolerance`.
void ChooseStorage(const Source& source, float tolerance, StreamPlan& plan);

// How many bytes Encode gives, and how many it can: offsets have 32 bits.
std::uint64_t EncodedBytes(const Source& source, std::span<const StreamPlan> plans);
inline constexpr std::uint64_t kMostEncodedBytes = 0xffffffffu;

// The bytes of layout.h; nothing where there would be more than kMostEncodedBytes.
std::optional<std::vector<std::byte>> Encode(const Source& source,
                                             std::span<const StreamPlan> plans);

}  // namespace sinew::packing
