// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// URIs as glTF uses them: data URIs (RFC 2397) and percent-encoding (RFC 3986).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::gltf {

struct DataUri {
  std::string media_type;  // In lower case; "text/plain" where none is given.
  bool base64 = false;
  std::string_view payload;  // Still encoded; borrowed from the URI.
};

// True for anything that starts with "data:", in any case.
bool IsDataUri(std::string_view uri);

// The parts, or nothing where the head (all before the comma) is malformed.
std::optional<DataUri> ParseDataUri(std::string_view uri);

// An upper bound of what DecodePayload returns.
std::size_t PayloadBound(const DataUri& uri);

// The bytes, or nothing where the encoding is broken. Base64 may be percent-encoded, use the
// URL-safe alphabet and lack its padding; anything else outside the alphabet is refused.
std::optional<std::vector<std::byte>> DecodePayload(const DataUri& uri);

// %41 becomes A; nothing where a percent sign is not followed by two hexadecimal digits.
std::optional<std::string> PercentDecode(std::string_view text);

}  // namespace sinew::gltf
