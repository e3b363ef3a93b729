// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <optional>
#include <string>

#include "text/load_file.h"
#include "workloads/workloads.h"

namespace sinew::cli {

// A file of the user's: loading it, and sampling each of its clips in three forms, with the bytes
// and the error of each. Nothing given: the error bound of `sinew hash --packed`.
void BenchFile(const bench::Stopwatch& watch, const std::string& path, const ImportOptions& import,
               std::optional<float> error);

}  // namespace sinew::cli
