// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What of a merge's report deserves a warning.
#pragma once

#include <vector>

#include "sinew/merge.h"

namespace sinew::model {

// From the other fields of the report.
std::vector<MergeWarning> WarningsOf(const MergeReport& report, const Skeleton& character);

}  // namespace sinew::model
