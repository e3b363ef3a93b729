// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What packing starts from: the exact clip, read at knots and between them (knots.h), what moves in
// it, and how far each of its numbers reaches (reach.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pose/packed/knots.h"
#include "pose/packed/reach.h"
#include "sinew/clip.h"
#include "sinew/math.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/skeleton.h"

namespace sinew::packing {

// One property of eight joints, or eight morph slots.
struct StreamSource {
  std::uint32_t block = 0;
  Property property = Property::kTranslation;
  std::uint8_t moving_lanes = 0;   // Bits.
  std::uint8_t written_lanes = 0;  // Moving, or constant and not at rest.
  // One a knot, or none at all: those at which some lane jumps and the ones before must be kept.
  std::vector<bool> must_keep{};

  std::uint32_t width() const {
    return property == Property::kRotation ? 4 : property == Property::kMorphWeights ? 1 : 3;
  }
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
  std::vector<StreamSource> streams{};  // Not those at rest. Joints first, by block and property.
  std::vector<Reach> reach{};           // One a joint.
  float morph_scale = 1.0f;             // The bound over the morphs' own.
  std::uint64_t sample_count = 0;       // How often the exact clip was sampled.

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

// `keys` are the clip's (KeyMoments).
Source ReadSource(const Skeleton& skeleton, const Clip& clip, std::span<const Moment> keys,
                  const SourceOptions& options);

}  // namespace sinew::packing
