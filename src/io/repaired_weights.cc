// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <charconv>
#include <string_view>

#include "sinew/report.h"

namespace sinew {

std::vector<std::uint64_t> RepairedWeights(const Report& report, std::size_t mesh_count) {
  constexpr std::string_view kMeshes = "/meshes/";
  std::vector<std::uint64_t> counts(mesh_count, 0);
  for (const Mend& mend : report.mends) {
    if (!mend.rule.starts_with("weights-") && mend.rule != "joint-out-of-range") continue;
    for (const Mend::Place& place : mend.places) {
      if (!place.pointer.starts_with(kMeshes)) continue;
      std::size_t mesh = mesh_count;
      std::from_chars(place.pointer.data() + kMeshes.size(),
                      place.pointer.data() + place.pointer.size(), mesh);
      if (mesh < mesh_count) counts[mesh] += place.count;
    }
  }
  return counts;
}

}  // namespace sinew
