// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Any bytes as polygons, mostly degenerate, and bones of any bits: surfaces stay surfaces, refused
// rigs are refused everywhere and can be mended, weights sum to one, rest is rest.
#include "rig_checks.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace sinew::fuzz;
  Input in(data, size);
  const sinew::PolygonMesh mesh = ReadPolygons(in);
  CheckEdits(in, mesh);
  sinew::BoneRig rig = ReadRig(in);
  CheckRigRules(rig);
  CheckBoneEdits(in, rig);
  CheckBoneWeights(mesh, rig);
  CheckIk(in, rig);
  return 0;
}
