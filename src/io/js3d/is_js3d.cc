// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Tells .js3d from glTF by the keys of the outermost object. Both have "scene": there an object,
// here a number.
#include "sinew/js3d.h"

namespace sinew {
namespace {

constexpr std::string_view kBlank = " \t\r\n";

// Past a string that begins at `at`; the end of the text where it does not end.
std::size_t AfterString(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at < text.size() ? at + 1 : text.size();
}

std::size_t SkipBlank(std::string_view text, std::size_t at) {
  const std::size_t next = text.find_first_not_of(kBlank, at);
  return next == text.npos ? text.size() : next;
}

}  // namespace

std::optional<bool> IsJs3d(std::span<const std::byte> bytes) {
  std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::size_t at = SkipBlank(text, 0);
  if (at == text.size()) return std::nullopt;
  if (text[at] != '{') return false;
  std::ptrdiff_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c != '"') {
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at;
      continue;
    }
    const std::size_t end = AfterString(text, at);
    const std::string_view word = text.substr(at, end - at);
    const std::size_t colon = SkipBlank(text, end);
    at = end;
    if (depth != 1 || colon == text.size() || text[colon] != ':') continue;
    if (word == "\"asset\"") return false;
    if (word == "\"animator\"") return true;
    const std::size_t value = SkipBlank(text, colon + 1);
    if (word == "\"scene\"" && value < text.size() && text[value] == '{') return true;
  }
  return std::nullopt;
}

}  // namespace sinew
