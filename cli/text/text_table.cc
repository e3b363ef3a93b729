// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/text_table.h"

#include <algorithm>

#include "text/printable.h"

namespace sinew::cli {

TextTable::TextTable(std::vector<std::string> heads) {
  for (std::string& head : heads) {
    right_.push_back(head.starts_with('>'));
    if (right_.back()) head.erase(0, 1);
  }
  rows_.push_back(std::move(heads));
}

void TextTable::Add(std::vector<std::string> cells) {
  cells.resize(right_.size());
  rows_.push_back(std::move(cells));
}

std::string TextTable::Text(std::string_view indent) const {
  std::vector<std::size_t> widths(right_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], ColumnCount(row[c]));
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent);
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string gap(widths[c] - ColumnCount(row[c]), ' ');
      if (c > 0) line += "  ";
      line += right_[c] ? gap + row[c] : row[c] + gap;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + '\n';
  }
  return text;
}

}  // namespace sinew::cli
