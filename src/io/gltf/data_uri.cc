// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/data_uri.h"

#include <cstring>

#include "io/base64.h"

namespace sinew::gltf {
namespace {

char LowerCase(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c = LowerCase(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// RFC 2045 token characters, as a media type and its parameters are made of.
bool IsToken(std::string_view text) {
  if (text.empty()) return false;
  for (const char c : text) {
    if (c <= ' ' || c >= 127 || std::strchr("()<>@,;:\\\"/[]?=", c) != nullptr) return false;
  }
  return true;
}

}  // namespace

bool IsDataUri(std::string_view uri) {
  constexpr std::string_view kScheme = "data:";
  if (uri.size() < kScheme.size()) return false;
  for (std::size_t i = 0; i < kScheme.size(); ++i) {
    if (LowerCase(uri[i]) != kScheme[i]) return false;
  }
  return true;
}

std::optional<DataUri> ParseDataUri(std::string_view uri) {
  if (!IsDataUri(uri)) return std::nullopt;
  uri.remove_prefix(5);
  const std::size_t comma = uri.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  std::string_view head = uri.substr(0, comma);

  DataUri parts;
  parts.payload = uri.substr(comma + 1);
  bool first = true;
  while (first || !head.empty()) {
    const std::size_t end = head.find(';');
    const std::string_view part = head.substr(0, end);
    const bool last = end == std::string_view::npos;
    if (first) {
      const std::size_t slash = part.find('/');
      if (part.empty()) {
        parts.media_type = "text/plain";
      } else if (slash == std::string_view::npos || !IsToken(part.substr(0, slash)) ||
                 !IsToken(part.substr(slash + 1))) {
        return std::nullopt;
      } else {
        for (const char c : part) parts.media_type += LowerCase(c);
      }
    } else if (last && part == "base64") {
      parts.base64 = true;
    } else {
      const std::size_t equals = part.find('=');
      if (equals == std::string_view::npos || !IsToken(part.substr(0, equals))) return std::nullopt;
    }
    first = false;
    if (last) break;
    head.remove_prefix(end + 1);
    if (head.empty()) return std::nullopt;  // A semicolon before the comma.
  }
  return parts;
}

std::size_t PayloadBound(const DataUri& uri) {
  return uri.base64 ? uri.payload.size() / 4 * 3 + 3 : uri.payload.size();
}

std::optional<std::vector<std::byte>> DecodePayload(const DataUri& uri) {
  if (uri.base64 && uri.payload.find('%') == std::string_view::npos) {
    return io::DecodeBase64(uri.payload);
  }
  const std::optional<std::string> plain = PercentDecode(uri.payload);
  if (!plain) return std::nullopt;
  if (uri.base64) return io::DecodeBase64(*plain);
  const auto* begin = reinterpret_cast<const std::byte*>(plain->data());
  return std::vector<std::byte>(begin, begin + plain->size());
}

std::optional<std::string> PercentDecode(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? HexDigit(text[i + 2]) : -1;
    if (high < 0 || low < 0) return std::nullopt;
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return plain;
}

}  // namespace sinew::gltf
