// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/number_checks.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "sinew/vertex_format.h"
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

namespace {

TextCheck AboveZero(const char* what, double most) {
  return [what, most](const std::string& text) {
    const std::optional<double> value = ParseNumber(text);
    if (value && *value > 0.0 && *value <= most) return std::string();
    return fmt::format("\"{}\" is no {} above zero", Shortened(text, 60), what);
  };
}

}  // namespace

TextCheck Length() { return AboveZero("length", 1e18); }
TextCheck FrameRate() { return AboveZero("frame rate", 1e6); }

TextCheck VertexFormatName() {
  return [](const std::string& text) {
    return ParseVertexFlags(text) ? std::string()
                                  : "\"" + Shortened(text, 60) +
                                        "\" is not all, position, 0 to 31, or a list of uv, color, "
                                        "normal, tangent and skinned";
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
