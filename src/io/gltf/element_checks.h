// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a use of an accessor demands of its elements, and the exact reports where they do not
// comply. Slow and literal: data_checks.cc looks quickly first and comes here with the guilty.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/gltf/accessor.h"
#include "io/gltf/budget.h"
#include "io/gltf/document.h"
#include "io/gltf/judge.h"

namespace sinew::gltf {

enum class Demand : std::uint8_t {
  kAscendingTimes,  // Of a sampler's input.
  kUnitRotations,
  kUnitCubicRotations,  // In-tangent, value, out-tangent: the middle one counts.
  kInverseBinds,
  kUnitVectors,
  kUnitVectorsAndSign,
  kClampedColors,
  kVertexIndices,
};

// One use of one accessor. Which object it is: a mesh and its primitive, a skin, an animation and
// its channel or sampler.
struct ElementUse {
  std::int32_t accessor = kNone;
  Demand demand = Demand::kAscendingTimes;
  bool triangles = false;  // Of indices.
  std::uint32_t object = 0;
  std::uint32_t part = 0;
  std::int64_t last_vertex = -1;  // Of indices.
};

std::string PointerOfUse(const ElementUse& use);

// Squares of lengths this close to one are certainly within the validator's tolerances.
inline constexpr float kCertainlyUnit = 0.013f;

// The largest value of an integer type: as an index it would restart the primitive.
std::int64_t RestartIndex(ComponentType type);

// Declared bounds, one a component, as numbers of the accessor's own type.
struct Bounds {
  std::optional<std::vector<double>> min;
  std::optional<std::vector<double>> max;
};

// The reports of an accessor by itself: not finite, out of its bounds.
void ReportElements(const AccessorView& view, std::int32_t accessor, const Bounds& bounds,
                    Budget& work, Judge& judge);
// The reports of one use of it.
void ReportUse(const AccessorView& view, const ElementUse& use, Budget& work, Judge& judge);

}  // namespace sinew::gltf
