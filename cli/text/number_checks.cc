// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/number_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "text/pick_clip.h"
#include "text/printable.h"

namespace sinew::cli {

TextCheck WholeNumber(std::uint32_t least, std::uint32_t most) {
  return [least, most](const std::string& text) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool is_whole = error == std::errc() && end == text.data() + text.size();
    if (is_whole && value >= least && value <= most) return std::string();
    return fmt::format("\"{}\" is no whole number from {} to {}", Shortened(text, 60), least,
                       Thousands(most));
  };
}

TextCheck Length() {
  return [](const std::string& text) {
    const std::optional<double> value = ParseNumber(text);
    if (value && *value > 0.0 && *value <= 1e18) return std::string();
    return fmt::format("\"{}\" is no length above zero", Shortened(text, 60));
  };
}

std::optional<float> ParseLength(std::string_view text) {
  double unit = 1.0;
  for (const auto& [ending, size] :
       {std::pair("mm", 0.001), std::pair("cm", 0.01), std::pair("m", 1.0)}) {
    if (!text.ends_with(ending)) continue;
    text.remove_suffix(std::string_view(ending).size());
    unit = size;
    break;
  }
  while (text.ends_with(' ')) text.remove_suffix(1);
  const std::optional<double> value = ParseNumber(text);
  if (!value || !(*value * unit <= 1e18)) return std::nullopt;
  const auto length = static_cast<float>(*value * unit);
  return length > 0.0f ? std::optional(length) : std::nullopt;
}

}  // namespace sinew::cli
