// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What packing starts from: the exact clip, read at knots and between them.
//
// The knots are the key times of all tracks and the dips of cubic rotations (cubic_dips.h), refined
// where the way from one to the next bends too much to be drawn as a line. Between two knots stand
// kBetween more samples, which are only looked at, never stored: they tell how good a line is.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sinew/clip.h"
#include "sinew/math.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/skeleton.h"

namespace sinew::packing {

inline constexpr std::uint32_t kBetween = 3;
inline constexpr std::uint32_t kGridStep = kBetween + 1;  // Grid points from knot to knot.

// What a property of a joint does, or a morph slot.
enum class Motion : std::uint8_t { kRest, kConstant, kMoving };

// One property of eight joints, or eight morph slots.
struct StreamSource {
  std::uint32_t block = 0;
  Property property = Property::kTranslation;
  std::uint8_t constant_lanes = 0;  // Bits.
  std::uint8_t moving_lanes = 0;
  std::uint8_t written_lanes = 0;      // Constant or moving.
  std::vector<std::uint32_t> steps{};  // Knots at which some lane jumps: they and the one before
                                       // must be kept.
  std::uint32_t width() const {
    return property == Property::kRotation ? 4 : property == Property::kMorphWeights ? 1 : 3;
  }
};

// How far a unit of error in a joint's own numbers can move a point in model space.
struct Reach {
  float of_translation = 1.0f;  // The scale above it.
  float of_turn = 0.0f;         // Largest distance to a point that hangs on it.
};

struct Source {
  const Skeleton& skeleton;
  const Clip& clip;
  std::vector<float> knots{};           // Ascending; equal neighbours are a STEP.
  std::vector<double> grid_s{};         // kGridStep * (knots - 1) + 1 moments.
  std::vector<TransformBlock> poses{};  // Of the grid, block_count each.
  std::vector<float> morphs{};          // Of the grid, morph_count each.
  std::uint32_t block_count = 0;
  std::uint32_t morph_count = 0;
  std::vector<StreamSource> streams{};  // Not those at rest.
  std::vector<Reach> reach{};           // One a joint.
  float morph_scale = 1.0f;             // The bound over the morphs' own.

  std::uint32_t grid_count() const { return static_cast<std::uint32_t>(grid_s.size()); }
  // The exact value of a lane of a stream at a grid point; `width` numbers.
  std::array<float, 4> At(const StreamSource& stream, std::uint32_t grid, std::uint32_t lane) const;
};

// How far, at most, a point moves in model space when a lane has value b instead of a. (Morph
// weights: scaled so that their own bound stands for the other.)
float Displacement(const Source& source, const StreamSource& stream, std::uint32_t lane,
                   const std::array<float, 4>& a, const std::array<float, 4>& b);

struct SourceOptions {
  float error_bound;
  std::span<const float> point_distance;  // One a joint.
  float morph_error;
  float refine_share;  // Of the bound: how far a line may be off before a knot is put in.
  float still_share;   // Of the bound: a channel that varies by no more does not move.
  std::size_t most_knots;
};

// How many knots there are before any is put in, and what one costs while a clip is packed.
std::size_t KeyMomentCount(const Clip& clip);
std::uint64_t BytesOfKnot(const Skeleton& skeleton, const Clip& clip);

Source ReadSource(const Skeleton& skeleton, const Clip& clip, const SourceOptions& options);

}  // namespace sinew::packing
