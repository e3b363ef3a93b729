// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The format's splines: Catmull-Rom through knots at uneven times, held before the first and after
// the last. Beyond the ends the neighbouring difference is mirrored, so that the end tangents are
// the slopes of the first and last pieces. That is what a CUBICSPLINE track says exactly.
#pragma once

#include <cstdint>
#include <vector>

#include "io/js3d/source.h"
#include "math/vec_double.h"

namespace sinew::js3d {

inline constexpr double kFramesASecond = 24.0;  // The program's; files do not say.

// Knots in ascending time, `width` floats each.
struct Knots {
  std::uint32_t width = 3;
  std::vector<float> times_s{};
  std::vector<float> values{};

  std::uint32_t count() const { return static_cast<std::uint32_t>(times_s.size()); }
  const float* at(std::uint32_t knot) const { return values.data() + std::size_t{knot} * width; }
};

// Reads a channel's "knots": time, value, time, value, ... Times are frames. They are sorted, and
// of several at one time the first counts, as in the program.
bool ReadKnots(Source& source, json::Value channel, const char* type, Knots& knots);

// The spline's change a second at a knot, of one component.
double TangentAt(const Knots& knots, std::uint32_t knot, std::uint32_t component);

// The three components between knots `piece` and `piece` + 1, at `share` from 0 to 1 of the way.
scalar::Vec3D PieceAt(const Knots& knots, std::uint32_t piece, double share);

// How many even steps keep a rotation that goes from step to step on the shortest way within a
// tenth of a degree of the three angles (in degrees) that this piece describes.
std::uint32_t StepsOf(const Knots& knots, std::uint32_t piece);

}  // namespace sinew::js3d
