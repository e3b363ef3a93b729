// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Base64 (RFC 4648): bytes in text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace sinew::io {

// Nothing where a character is outside the alphabet or the length is none that encoding gives. The
// URL-safe alphabet counts too, and the padding may be missing.
std::optional<std::vector<std::byte>> DecodeBase64(std::string_view text);

}  // namespace sinew::io
