// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A small model that has one of everything a Model can hold, for tests that must lose nothing.
//
//   joint  file node
//   0      2          stage
//   2      1          +-- left arm
//   4      0          |   +-- left hand
//   5      3          |       +-- (no name)
//   3      4          +-- body
//   1      5          camera, a root of its own
//
//   skin 0   left arm, left hand, stage; skin 1   left hand, what hangs on it, stage
//   mesh 0   a skinned, morphing quad and a line; mesh 1   a plain strip, used twice
//   clip 0   "wave": all properties and interpolations; clip 1   "none": no tracks
#pragma once

#include "sinew/model.h"

namespace sinew::testing {

Model::Parts FullModelParts();
Model FullModel();

}  // namespace sinew::testing
