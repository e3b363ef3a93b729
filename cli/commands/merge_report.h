// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew merge` says of a file: warnings on stderr that a person can act on, a summary on
// stdout, and all of it as JSON.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sinew/merge.h"
#include "sinew/report.h"
#include "text/exit_code.h"
#include "text/json_out.h"

namespace sinew::cli {

// One file, and what came of it.
struct MergedFile {
  std::string file{};
  std::vector<Mend> repairs{};         // Of what is taken.
  std::vector<std::string> outside{};  // Images that could not be embedded, and why.
  MergeReport report{};
  std::optional<CommandError> error{};  // Why nothing is written: not read, or refused.

  std::size_t warning_count() const {
    return repairs.size() + outside.size() + report.warnings.size();
  }
};

// Why the report refuses its model, in words.
std::string RefusalText(const MergeReport& report, const MergeOptions& options);

// Warnings and the error, on stderr.
void ComplainOf(const MergedFile& file);
void PrintFile(const MergedFile& file);
void WriteFile(const MergedFile& file, JsonWriter& json);

}  // namespace sinew::cli
