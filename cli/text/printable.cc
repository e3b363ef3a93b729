// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/printable.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "sinew/names.h"

namespace sinew::cli {

std::string Printable(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = FirstCodePoint(text);
    const bool control = point.value < 0x20 || (point.value >= 0x7f && point.value < 0xa0);
    // Marks that turn the writing direction can make a name read as another.
    const bool turning = (point.value >= 0x202a && point.value <= 0x202e) ||
                         (point.value >= 0x2066 && point.value <= 0x2069);
    if (!point.valid || control || turning) {
      for (std::size_t i = 0; i < point.bytes; ++i) {
        result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
      }
    } else {
      result.append(text.substr(0, point.bytes));
    }
    text.remove_prefix(point.bytes);
  }
  return result;
}

std::size_t ColumnCount(std::string_view text) {
  std::size_t count = 0;
  for (; !text.empty(); ++count) text.remove_prefix(FirstCodePoint(text).bytes);
  return count;
}

std::string Shortened(std::string_view text, std::size_t columns) {
  std::string printable = Printable(text);
  if (ColumnCount(printable) <= columns) return printable;
  std::size_t end = 0;
  for (std::size_t kept = 0; kept + 3 < columns; ++kept) {
    end += FirstCodePoint(std::string_view(printable).substr(end)).bytes;
  }
  printable.resize(end);
  return printable + "...";
}

std::string NameList(std::span<const std::string> names) {
  constexpr std::size_t kShown = 8;
  std::string list;
  for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) {
    list += (i > 0 ? ", " : "") + Shortened(names[i], 40);
  }
  if (names.size() > kShown) list += fmt::format(" and {} more", names.size() - kShown);
  return list;
}

std::string DidYouMean(std::string_view wanted, std::span<const std::string_view> names) {
  const std::optional<std::string_view> nearest = NearestName(wanted, names);
  return nearest ? fmt::format(" (did you mean \"{}\"?)", Printable(*nearest)) : "";
}

std::string Thousands(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, 1, ',');
  return digits;
}

std::string Counted(std::uint64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  if (many.empty()) return fmt::format("{} {}s", Thousands(count), one);
  return fmt::format("{} {}", Thousands(count), many);
}

std::string ByteSize(std::uint64_t bytes) {
  constexpr double kKibi = 1024.0;
  const double size = static_cast<double>(bytes);
  if (bytes < 10'000) return Counted(bytes, "byte");
  if (size < kKibi * kKibi) return fmt::format("{:.1f} KiB", size / kKibi);
  if (size < kKibi * kKibi * kKibi) return fmt::format("{:.1f} MiB", size / (kKibi * kKibi));
  return fmt::format("{:.1f} GiB", size / (kKibi * kKibi * kKibi));
}

}  // namespace sinew::cli
