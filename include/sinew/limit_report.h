// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What fewer influences cost in motion: how far a model's vertices stand from where all their
// influences would put them, over all its clips.
//
//   Space    model space; distances in the asset's unit.
//   Moments  the rest pose, and each clip at `rate_hz` from its first instant, at its end, and at
//            every key of its tracks. Between those it may be further off.
//   Method   linear blend, exact clips, morphs as the clips have them.
//   Memory   offline: allocates of the order of the vertices that lost influences; LimitAndMeasure
//            holds the model twice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sinew/influences.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

// The furthest that a vertex is off, and where and when. Of equals the earliest: in time, then in
// instance, primitive, vertex.
struct LimitDisplacement {
  float distance = 0.0f;                // 0: no vertex is off, and the rest says nothing.
  std::optional<std::uint32_t> clip{};  // Nothing: at rest.
  double time_s = 0.0;
  std::uint32_t instance = 0;   // Of Model::instances.
  std::uint32_t primitive = 0;  // Of its mesh.
  std::uint32_t vertex = 0;
};

struct LimitReport {
  LimitDisplacement worst{};               // Of all below; of equals the first.
  LimitDisplacement rest{};                // At rest.
  std::vector<LimitDisplacement> clips{};  // One per clip.
  std::uint64_t moment_count = 0;          // Poses looked at.
};

struct LimitReportOptions {
  double rate_hz = 60.0;                   // Positive.
  std::uint64_t max_moments = 10'000'000;  // More are refused (kLimit).
  // Joints, palette entries and vertices posed over all moments; a morph target counts as one more
  // vertex. More is refused (kLimit).
  std::uint64_t max_work = 10'000'000'000;
  std::function<void(float share)> progress{};  // From 0 to 1, now and then, from within.
};

// What MeasureLimit holds against max_moments: no fewer moments than it looks at, found without
// looking. A double: a file can ask for more than 64 bits count.
double LimitMomentBound(const Model& model, double rate_hz = LimitReportOptions{}.rate_hz);

// `limited` is `whole` with other influences, as LimitInfluences makes it: it has the same
// primitives and vertices and names no joints beyond those of `whole` (else kInvalid). Fails too
// where a moment cannot be posed; the place is the clip's.
Result<LimitReport> MeasureLimit(const Model& whole, const Model& limited,
                                 const LimitReportOptions& options = {});

// A model with fewer influences, and what that costs.
struct LimitAndCost {
  LimitedModel limited{};
  LimitReport report{};
  std::uint32_t most_before = 0;  // Influences of a vertex, before the limit.
};

// LimitInfluences, then MeasureLimit against the model as it was. Where no vertex has more than
// `most` influences no moment is looked at, whatever the limits of the options say. Fails as the
// two do.
Result<LimitAndCost> LimitAndMeasure(Model model, std::uint32_t most,
                                     const LimitReportOptions& options = {});

}  // namespace sinew
