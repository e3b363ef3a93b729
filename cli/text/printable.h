// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Text from files on its way to a terminal. A name in a file may hold anything, escape sequences
// that repaint the terminal included.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sinew/utf8.h"

namespace sinew::cli {

// `text` with control characters and bytes that are not UTF-8 written as \xNN.
std::string Printable(std::string_view text);

// Printable, cut to `columns` code points with "..." at the end where it is longer.
std::string Shortened(std::string_view text, std::size_t columns);

// The first few, shortened, and how many more there are.
std::string NameList(std::span<const std::string> names);

// ` (did you mean "walk"?)`, or nothing where no name is near.
std::string DidYouMean(std::string_view wanted, std::span<const std::string_view> names);

// Code points: the columns that a printable text takes, wide characters aside.
std::size_t ColumnCount(std::string_view text);

// "1,234,567"
std::string Thousands(std::uint64_t value);

// "1 joint", "4 joints", "1,728 vertices": the plural is given where it is not just an s.
std::string Counted(std::uint64_t count, std::string_view one, std::string_view many = {});

// "512 bytes", "159.2 KiB", "3.1 MiB"
std::string ByteSize(std::uint64_t bytes);

}  // namespace sinew::cli
