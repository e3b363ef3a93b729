// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the tool knows about the terminal that it writes to.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace sinew::cli {

inline constexpr std::size_t kAnyColumns = std::numeric_limits<std::size_t>::max();

// How many columns a line of this stream may take: COLUMNS or the terminal's width, and at least
// 20. kAnyColumns where the stream is no terminal: in a pipe nothing is cut.
std::size_t ColumnsOf(int descriptor);
std::size_t StdoutColumns();

// Whether the stream is a terminal that understands escape sequences. TERM=dumb does not.
bool TakesEscapes(int descriptor);

// `text` in lines of at most `columns`, broken at spaces; each line but the first begins with
// `indent` spaces. Words that are longer stay whole.
std::string Wrapped(std::string_view text, std::size_t indent, std::size_t columns);

}  // namespace sinew::cli
