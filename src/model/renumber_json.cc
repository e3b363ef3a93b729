// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/renumber_json.h"

#include <cstddef>
#include <limits>

namespace sinew::model {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::size_t AfterSpace(std::string_view text, std::size_t at) {
  while (at < text.size() && IsSpace(text[at])) ++at;
  return at;
}

// `at` is at the first quotation mark.
std::size_t AfterString(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at < text.size() ? at + 1 : text.size();
}

std::size_t AfterValue(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = AfterString(text, at);
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ']')) return at;
    if (c == '{' || c == '[') ++depth;
    if (c == '}' || c == ']') --depth;
    ++at;
  }
  return at;
}

}  // namespace

std::string Renumbered(std::string_view text, std::string_view member,
                       const std::function<std::uint32_t(std::uint64_t)>& number) {
  std::string out;
  std::size_t copied = 0, at = 0;
  while (at < text.size()) {
    if (text[at] != '"') {
      ++at;
      continue;
    }
    const std::size_t end = AfterString(text, at);
    const std::string_view quoted = text.substr(at, end - at);
    at = AfterSpace(text, end);
    if (at >= text.size() || text[at] != ':') continue;  // Not a key.
    at = AfterSpace(text, at + 1);
    const std::string_view key = quoted.size() < 2 ? "" : quoted.substr(1, quoted.size() - 2);
    if (key == "extras") {
      at = AfterValue(text, at);
      continue;
    }
    if (key != member || at >= text.size() || !IsDigit(text[at])) continue;
    const std::size_t first = at;
    std::uint64_t old = 0;
    for (; at < text.size() && IsDigit(text[at]); ++at) {
      const auto digit = static_cast<std::uint64_t>(text[at] - '0');
      constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
      old = old > (kMost - digit) / 10 ? kMost : old * 10 + digit;
    }
    if (at < text.size() && (text[at] == '.' || text[at] == 'e' || text[at] == 'E')) continue;
    out += text.substr(copied, first - copied);
    out += std::to_string(number(old));
    copied = at;
  }
  out += text.substr(copied);
  return out;
}

}  // namespace sinew::model
