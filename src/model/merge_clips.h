// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The clips of one model bound to a character, and what a merge's report says of them.
#pragma once

#include "sinew/merge.h"

namespace sinew::model {

// Names stay as they are. Fails where the map cannot be followed.
Result<BoundClips> MergeClips(const Model& from, const Model& character,
                              const MergeOptions& options, MergeReport& report);

}  // namespace sinew::model
