// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A file as `sinew inspect` read it, and how it is shown (inspect_text.cc, inspect_json.cc).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sinew/model.h"
#include "sinew/model_facts.h"
#include "sinew/report.h"

namespace sinew {
class JsonWriter;
}

namespace sinew::cli {

struct InspectedFile {
  std::string path;
  std::size_t file_bytes = 0;
  Model model;
  Report report;
  ModelFacts facts;
  std::vector<std::uint64_t> repaired_weights;  // By mesh: influences and vertices.
  std::string not_measured;                     // Why bounds are missing, or empty.
};

void WriteInspection(const InspectedFile& file, JsonWriter& json);
// Lists longer than a screen are cut unless `all`.
struct InspectTextOptions {
  bool all = false;
  bool nodes = false;  // The node tree.
};
void PrintInspection(const InspectedFile& file, const InspectTextOptions& options);

}  // namespace sinew::cli
