// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/attribute_formats.h"

namespace sinew::gltf {
namespace {

// Sets of component formats, a bit each: plain, and the same normalized eight bits up.
using Formats = std::uint32_t;
constexpr Formats kFloat = 1u << 6;
constexpr Formats kByte = 1u << 0;
constexpr Formats kUByte = 1u << 1;
constexpr Formats kShort = 1u << 2;
constexpr Formats kUShort = 1u << 3;
constexpr Formats Normalized(Formats formats) { return formats << 8; }
constexpr Formats kSmall = kByte | kUByte | kShort | kUShort;
constexpr Formats kSigned = kByte | kShort;
constexpr Formats kUnsigned = kUByte | kUShort;

struct Rule {
  bool vec2 = false, vec3 = false, vec4 = false;
  Formats formats = 0;
  Formats quantized = 0;  // In addition.
};

Rule RuleOf(Semantic semantic, bool morph) {
  switch (semantic) {
    case Semantic::kPosition:
      return {.vec3 = true,
              .formats = kFloat,
              .quantized = morph ? kSigned | Normalized(kSigned) : kSmall | Normalized(kSmall)};
    case Semantic::kNormal:
      return {.vec3 = true, .formats = kFloat, .quantized = Normalized(kSigned)};
    case Semantic::kTangent:
      return {.vec3 = morph, .vec4 = !morph, .formats = kFloat, .quantized = Normalized(kSigned)};
    case Semantic::kTexcoord:
      if (morph)
        return {.vec2 = true, .formats = kFloat | Normalized(kSmall), .quantized = kSigned};
      return {.vec2 = true,
              .formats = kFloat | Normalized(kUnsigned),
              .quantized = kSmall | Normalized(kSigned)};
    case Semantic::kColor:
      return {
          .vec3 = true, .vec4 = true, .formats = kFloat | Normalized(morph ? kSmall : kUnsigned)};
    case Semantic::kJoints:
      return {.vec4 = true, .formats = kUnsigned};
    case Semantic::kWeights:
      return {.vec4 = true, .formats = kFloat | Normalized(kUnsigned)};
    default:
      return {};
  }
}

bool TypeAllowed(const Rule& rule, const Accessor& accessor) {
  if (accessor.bad_type || accessor.unknown_type || accessor.bad_component_type) return false;
  return (rule.vec2 && accessor.type == ElementType::kVec2) ||
         (rule.vec3 && accessor.type == ElementType::kVec3) ||
         (rule.vec4 && accessor.type == ElementType::kVec4);
}

Formats FormatOf(const Accessor& accessor) {
  const Formats plain = 1u << (static_cast<unsigned>(accessor.component_type) - 5120);
  return accessor.normalized ? Normalized(plain) : plain;
}

}  // namespace

bool HasFormatRule(Semantic semantic, bool morph) {
  if (morph && (semantic == Semantic::kJoints || semantic == Semantic::kWeights)) return false;
  return semantic < Semantic::kCustom;
}

bool IsAllowedFormat(Semantic semantic, const Accessor& accessor, bool morph, bool quantized) {
  const Rule rule = RuleOf(semantic, morph);
  if (!TypeAllowed(rule, accessor)) return false;
  const Formats formats = quantized ? rule.formats | rule.quantized : rule.formats;
  return (FormatOf(accessor) & formats) != 0;
}

bool IsReadableFormat(Semantic semantic, const Accessor& accessor, bool morph) {
  const Rule rule = RuleOf(semantic, morph);
  if (!TypeAllowed(rule, accessor)) return false;
  if (semantic == Semantic::kJoints) {
    // Whole numbers, whatever the flag says.
    return ((kUnsigned | Normalized(kUnsigned)) & FormatOf(accessor)) != 0;
  }
  constexpr Formats kAlways = kFloat | Normalized(kFloat);
  return ((rule.formats | rule.quantized | kAlways) & FormatOf(accessor)) != 0;
}

}  // namespace sinew::gltf
