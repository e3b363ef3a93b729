// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Prints what a device recorded, one line per draw, with the box of its vertices in world space.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "sinew/device.h"

namespace console_examples {

inline std::vector<sinew::Vec3> VerticesOf(const sinew::Device& device,
                                           const sinew::DeviceDraw& draw) {
  std::vector<sinew::Vec3> positions(device.mesh(draw.mesh).vertex_count);
  const sinew::DeviceVerticesJob job{.device = device, .draw = draw, .positions = positions};
  if (job.Run() != sinew::Error::kNone) positions.clear();
  return positions;
}

// To two digits, never "-0.00".
inline double Rounded(float value) { return std::round(100.0 * double{value}) / 100.0 + 0.0; }

inline void PrintDraws(const sinew::Device& device) {
  for (const sinew::DeviceDraw& draw : device.draws()) {
    float low[2] = {1e9f, 1e9f}, high[2] = {-1e9f, -1e9f};
    for (const sinew::Vec3& p : VerticesOf(device, draw)) {
      const float xy[2] = {p.x, p.y};
      for (int i = 0; i < 2; ++i) {
        low[i] = std::min(low[i], xy[i]);
        high[i] = std::max(high[i], xy[i]);
      }
    }
    std::printf("  mesh %u, %s, bones %2u to %2u: x %5.2f to %5.2f, y %5.2f to %5.2f\n", draw.mesh,
                draw.mode == sinew::SkinningMode::kRaw ? "raw  " : "bound", draw.first_bone,
                draw.first_bone + draw.bone_count, Rounded(low[0]), Rounded(high[0]),
                Rounded(low[1]), Rounded(high[1]));
  }
}

// A game that was told to load what cannot be loaded.
inline void PrintMessage(sinew::DeviceSeverity, const char* message, void*) {
  std::printf("%s\n", message);
}

}  // namespace console_examples
