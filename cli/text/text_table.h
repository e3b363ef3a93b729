// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Columns for people: as wide as their longest cell, numbers to the right.
//
// Where stdout is a terminal that is too narrow, texts are shortened with "..." and heads with ".",
// never numbers; where that does not suffice, the last columns of a row go to a second line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

class TextTable {
 public:
  // One head per column. A head that starts with '>' sets its column to the right, one that starts
  // with '=' to the left; cells of both are never shortened, other texts are.
  explicit TextTable(std::vector<std::string> heads);

  void Add(std::vector<std::string> cells);

  // All lines, each after `indent`, two spaces between columns, none at the end of a line; fit for
  // `columns` (terminal.h).
  std::string Text(std::string_view indent) const;
  std::string Text(std::string_view indent, std::size_t columns) const;

 private:
  struct Column {
    bool right = false;
    bool whole = false;     // Cells are never shortened, only the head.
    std::size_t width = 0;  // Of the longest cell, the head included.
    std::size_t least = 0;  // What it can be shortened to.
  };
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;  // The heads are the first.
};

}  // namespace sinew::cli
