// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Fewer influences a vertex (C5): formats and GPUs have room for four or eight, files may hold any
// number. What it costs in motion is measured by limit_report.h.
//
//   Memory   offline: these functions allocate.
//   Same bits weights are computed in double and rounded once, in one written order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sinew/mesh.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

// What a limit took away.
struct LimitLoss {
  std::uint32_t limited_count = 0;    // Vertices that lost influences.
  std::uint32_t most_influences = 0;  // Of a vertex, after the limit.
  float largest_dropped = 0.0f;       // The largest weight that was taken away; 0: none was.
  std::uint32_t dropped_vertex = 0;   // Whose it was, and which joint's: the first such vertex.
  std::uint32_t dropped_joint = 0;    // A skin entry.
};

struct LimitedInfluences {
  Influences influences{};
  LimitLoss loss{};
};

// Keeps the `most` largest of each vertex (of equals the lower joint) and scales them up to the sum
// that all had. Vertices within the limit keep their bits. Locked joints always stay as they are,
// and an influence beside them where they leave room. Fails where `most` is 0, and on influences
// that break the rules of Mesh or are none.
Result<LimitedInfluences> LimitInfluences(const Influences& influences, std::uint32_t most,
                                          std::span<const std::uint32_t> locked_joints = {});

struct LimitedModel {
  Model model{};
  LimitLoss loss{};  // Of all primitives; its vertex is of the one named here.
  std::uint32_t dropped_mesh = 0, dropped_primitive = 0;
};

// The same for every primitive of a model. Fails only where `most` is 0.
Result<LimitedModel> LimitInfluences(Model&& model, std::uint32_t most);

}  // namespace sinew
