// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/text_table.h"

#include <algorithm>

#include "text/printable.h"
#include "text/terminal.h"

namespace sinew::cli {
namespace {

constexpr std::size_t kGap = 2;         // Between columns.
constexpr std::size_t kLeastText = 8;   // Texts are not shortened to less, heads to half of it.
constexpr std::size_t kFoldIndent = 4;  // Of what goes to the next line.

// "prim." for "primitives": heads are plain words, and "pr..." says less.
std::string Abbreviated(const std::string& head, std::size_t columns) {
  return head.size() <= columns ? head : head.substr(0, columns - 1) + ".";
}

}  // namespace

TextTable::TextTable(std::vector<std::string> heads) {
  for (std::string& head : heads) {
    Column& column = columns_.emplace_back();
    column.right = head.starts_with('>');
    column.whole = column.right || head.starts_with('=');
    if (column.whole) head.erase(0, 1);
    column.width = ColumnCount(head);
    column.least = std::min(column.width, column.whole ? kLeastText / 2 : kLeastText);
  }
  rows_.push_back(std::move(heads));
}

void TextTable::Add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  for (std::size_t c = 0; c < cells.size(); ++c) {
    Column& column = columns_[c];
    const std::size_t width = ColumnCount(cells[c]);
    column.width = std::max(column.width, width);
    column.least = std::max(column.least, column.whole ? width : std::min(width, kLeastText));
  }
  rows_.push_back(std::move(cells));
}

std::string TextTable::Text(std::string_view indent) const { return Text(indent, StdoutColumns()); }

std::string TextTable::Text(std::string_view indent, std::size_t columns) const {
  std::vector<std::size_t> widths;
  std::size_t total = indent.size(), least = indent.size();
  for (const Column& column : columns_) {
    const std::size_t gap = widths.empty() ? 0 : kGap;
    widths.push_back(column.width);
    total += gap + column.width;
    least += gap + column.least;
  }
  // The widest column that can still be shortened gives first.
  const bool folds = least > columns;
  while (!folds && total > columns) {
    std::size_t widest = columns_.size();
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (widths[c] == columns_[c].least) continue;
      if (widest == columns_.size() || widths[c] > widths[widest]) widest = c;
    }
    --widths[widest];
    --total;
  }
  if (folds) {
    const std::size_t most = columns - std::min(columns, indent.size() + kFoldIndent);
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      widths[c] = std::max(columns_[c].least, std::min(widths[c], most));
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line(indent);
    std::size_t used = indent.size();
    const auto end_line = [&] {
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    };
    for (std::size_t c = 0; c < row.size(); ++c) {
      if (c > 0 && used + kGap + widths[c] > columns) {
        end_line();
        line = std::string(indent) + std::string(kFoldIndent, ' ');
        used = line.size();
      } else if (c > 0) {
        line += std::string(kGap, ' ');
        used += kGap;
      }
      const std::string cell =
          &row == &rows_.front() ? Abbreviated(row[c], widths[c]) : Shortened(row[c], widths[c]);
      const std::string gap(widths[c] - ColumnCount(cell), ' ');
      line += columns_[c].right ? gap + cell : cell + gap;
      used += widths[c];
    }
    end_line();
  }
  return text;
}

}  // namespace sinew::cli
