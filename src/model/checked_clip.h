// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The way into a Clip for who has checked every number on the way, as the glTF reader has: a second
// look at every key is a twentieth of a load's work. Everybody else calls Clip::Create.
#pragma once

#include "sinew/clip.h"

namespace sinew {

struct CheckedClip {
  // The parts keep all invariants of Clip: a caller's promise, asked only where assertions are on.
  static Clip Make(Clip::Parts parts);
};

}  // namespace sinew
