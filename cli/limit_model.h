// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A model with fewer influences a vertex, and what that costs, for people and for programs.
#pragma once

#include <cstdint>
#include <string>

#include "sinew/influences.h"
#include "sinew/limit_report.h"
#include "text/json_out.h"
#include "tool_limits.h"

namespace sinew::cli {

struct LimitedFile {
  LimitedModel limited;
  LimitReport report;
  std::uint32_t most_before = 0;  // Influences of a vertex.
};

// With a progress bar. Throws CommandError where looking at all clips would be more than max_work,
// or a clip cannot be posed.
LimitedFile LimitModel(const std::string& file, Model model, std::uint32_t most,
                       const Limits& limits);

void PrintLimit(const LimitedFile& made);
// The value of a key.
void WriteLimit(const LimitedFile& made, JsonWriter& json);

}  // namespace sinew::cli
