// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/uri.h"

#include <algorithm>

namespace sinew::gltf {
namespace {

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }

bool IsScheme(std::string_view text) {
  return !text.empty() && IsLetter(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return IsLetter(c) || IsDigit(c) || c == '+' || c == '-' || c == '.';
  });
}

// "user@host:80"
bool IsAuthority(std::string_view text) {
  const std::size_t host = text.rfind('@') + 1;  // npos + 1 is 0.
  text.remove_prefix(host);
  if (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) return false;
    text.remove_prefix(end);
  }
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return true;
  const std::string_view port = text.substr(colon + 1);
  return std::all_of(port.begin(), port.end(), IsDigit);
}

}  // namespace

UriKind ClassifyUri(std::string_view uri) {
  const std::size_t stop = uri.find_first_of(":/?#");
  if (stop == std::string_view::npos) return UriKind::kBeside;
  bool elsewhere = uri.find_first_of("?#") != std::string_view::npos;
  if (uri[stop] == ':') {
    if (stop == 0) return UriKind::kMalformed;
    if (IsScheme(uri.substr(0, stop))) {
      elsewhere = true;
      uri.remove_prefix(stop + 1);
    }
  }
  if (uri.starts_with('/')) elsewhere = true;
  if (uri.starts_with("//")) {
    const std::string_view rest = uri.substr(2);
    if (!IsAuthority(rest.substr(0, rest.find_first_of("/?#")))) return UriKind::kMalformed;
  }
  return elsewhere ? UriKind::kElsewhere : UriKind::kBeside;
}

std::string PlainPath(std::string_view path) {
  std::string plain;
  while (!path.empty()) {
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size() == path.size() ? path.size() : segment.size() + 1);
    if (segment.empty() || segment == ".") continue;
    if (!plain.empty()) plain += '/';
    plain += segment;
  }
  return plain;
}

}  // namespace sinew::gltf
