// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/meshopt/kernels/kernels.h"

namespace sinew {
namespace {

constexpr MeshoptExpandTable MakeExpandTable() {
  MeshoptExpandTable table{};
  for (std::uint32_t mask = 0; mask < 256; ++mask) {
    std::uint8_t taken = 0;
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      table.from[mask][lane] = (mask >> lane & 1) != 0 ? taken++ : std::uint8_t{0x80};
    }
    table.taken[mask] = taken;
  }
  return table;
}

}  // namespace

constinit const MeshoptExpandTable kMeshoptExpand = MakeExpandTable();

}  // namespace sinew
