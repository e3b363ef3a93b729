// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Names of vertex attributes: POSITION, TEXCOORD_0, _CUSTOM.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace sinew::gltf {

enum class Semantic : std::uint8_t {
  kPosition,
  kNormal,
  kTangent,
  kTexcoord,
  kColor,
  kJoints,
  kWeights,
  kCustom,   // Starts with an underscore.
  kInvalid,  // None that glTF knows, or with a malformed number.
};

struct ParsedSemantic {
  Semantic kind = Semantic::kInvalid;
  std::uint32_t set = 0;
};

// What stands before the first underscore.
inline Semantic BaseSemantic(std::string_view name) {
  if (name.starts_with('_')) return Semantic::kCustom;
  constexpr std::string_view kBases[] = {"POSITION", "NORMAL", "TANGENT", "TEXCOORD",
                                         "COLOR",    "JOINTS", "WEIGHTS"};
  const std::string_view base = name.substr(0, name.find('_'));
  for (std::size_t i = 0; i < std::size(kBases); ++i) {
    if (base == kBases[i]) return static_cast<Semantic>(i);
  }
  return Semantic::kInvalid;
}

inline ParsedSemantic ParseSemantic(std::string_view name) {
  const Semantic base = BaseSemantic(name);
  const std::size_t underscore = name.find('_');
  switch (base) {
    case Semantic::kCustom:
    case Semantic::kInvalid:
      return {base, 0};
    case Semantic::kPosition:
    case Semantic::kNormal:
    case Semantic::kTangent:
      if (underscore != std::string_view::npos) return {};
      return {base, 0};
    default:
      break;
  }
  if (underscore == std::string_view::npos) return {};
  const std::string_view digits = name.substr(underscore + 1);
  if (digits.empty() || (digits.size() > 1 && digits[0] == '0')) return {};
  std::uint32_t set = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return {};
    set = std::min(set, 100'000'000u) * 10 + static_cast<std::uint32_t>(c - '0');
  }
  return {base, set};
}

}  // namespace sinew::gltf
