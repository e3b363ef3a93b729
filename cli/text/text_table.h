// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Columns for people: as wide as their longest cell, numbers to the right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

class TextTable {
 public:
  // One head a column. A head that starts with '>' sets its column to the right.
  explicit TextTable(std::vector<std::string> heads);

  void Add(std::vector<std::string> cells);

  // All lines, each after `indent`, two spaces between columns, none at the end of a line.
  std::string Text(std::string_view indent) const;

 private:
  std::vector<bool> right_;
  std::vector<std::vector<std::string>> rows_;  // The heads are the first.
};

}  // namespace sinew::cli
