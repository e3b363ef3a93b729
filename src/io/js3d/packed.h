// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Arrays that the format packs into strings: a word for the type, a colon, and the values as
// little-endian bytes in base64 without padding.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "io/js3d/source.h"

namespace sinew::js3d {

// The arrays that a mesh cannot be without; the others may be missing, and are empty then.
enum class Presence : std::uint8_t { kRequired, kOptional };

bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<std::uint32_t>& values);
bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<float>& values);
bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<Vec2>& values);
bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<Vec3>& values);
// A bit a flag, from the highest of each byte down; a set bit after the last flag says where they
// end.
bool ReadPacked(Source& source, json::Value object, std::string_view key, Presence presence,
                std::vector<bool>& flags);

}  // namespace sinew::js3d
