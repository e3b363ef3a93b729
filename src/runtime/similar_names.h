// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// For messages about a joint that does not exist.
#pragma once

#include <string>
#include <string_view>

#include "sinew/skeleton_view.h"

namespace sinew {

// ` Did you mean "hand_R" or "hand_L"?`, with at most three names, the most similar first; nothing
// where no name is similar. Letter case and separators count little.
std::string DidYouMean(std::string_view wanted, const SkeletonView& skeleton);

}  // namespace sinew
