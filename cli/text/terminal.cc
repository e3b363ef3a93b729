// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "text/printable.h"

namespace sinew::cli {

std::size_t ColumnsOf(int descriptor) {
  if (isatty(descriptor) != 1) return kAnyColumns;
  std::size_t columns = 0;
  if (const char* const asked = std::getenv("COLUMNS")) {
    const std::string_view text = asked;
    std::from_chars(text.data(), text.data() + text.size(), columns);
  }
  winsize size{};
  if (columns == 0 && ioctl(descriptor, TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  return columns == 0 ? kAnyColumns : std::max<std::size_t>(columns, 20);
}

std::size_t StdoutColumns() { return ColumnsOf(STDOUT_FILENO); }

bool TakesEscapes(int descriptor) {
  const char* const name = std::getenv("TERM");
  return isatty(descriptor) == 1 && name != nullptr && *name != '\0' &&
         std::string_view(name) != "dumb";
}

std::string Wrapped(std::string_view text, std::size_t indent, std::size_t columns) {
  std::string lines;
  std::size_t used = 0;  // Columns of the last line.
  while (!text.empty()) {
    // A word, and the spaces before it.
    const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const std::size_t wanted = ColumnCount(text.substr(0, end));
    const bool is_first = lines.empty();
    if (!is_first && (columns < wanted || used > columns - wanted)) {
      lines += '\n' + std::string(indent, ' ');
      used = indent;
      text.remove_prefix(begin);
      lines += text.substr(0, end - begin);
      used += wanted - begin;
      text.remove_prefix(end - begin);
    } else {
      lines += text.substr(0, end);
      used += wanted;
      text.remove_prefix(end);
    }
  }
  return lines;
}

}  // namespace sinew::cli
