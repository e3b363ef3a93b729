// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "export/console/identifiers.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sinew/console_export.h"

namespace sinew {
namespace {

constexpr std::size_t kLongestIdentifier = 48;

// Of Rust (all editions), C (to C23) and C++ (to C++23), in lower case as identifiers are; names
// that modules and namespaces must not have; and files that some systems cannot make. Sorted.
constexpr std::array kReserved = std::to_array<std::string_view>({
    "abstract",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "as",
    "asm",
    "async",
    "auto",
    "aux",
    "await",
    "become",
    "bitand",
    "bitor",
    "bool",
    "box",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "con",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "core",
    "crate",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dyn",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "final",
    "float",
    "fn",
    "for",
    "friend",
    "gen",
    "goto",
    "if",
    "impl",
    "in",
    "inline",
    "int",
    "let",
    "long",
    "loop",
    "macro",
    "main",
    "match",
    "mod",
    "move",
    "mut",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nul",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "override",
    "posix",
    "priv",
    "prn",
    "private",
    "protected",
    "pub",
    "public",
    "ref",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "self",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "std",
    "struct",
    "super",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "trait",
    "true",
    "try",
    "type",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unsafe",
    "unsigned",
    "unsized",
    "use",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "where",
    "while",
    "xor",
    "xor_eq",
    "yield",
});

}  // namespace

std::string ConsoleIdentifier(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      out += upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
    if (out.size() == kLongestIdentifier) break;
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  if (out.empty()) return "unnamed";
  if (out[0] >= '0' && out[0] <= '9') out = "n" + out;
  if (std::find(kReserved.begin(), kReserved.end(), out) != kReserved.end()) out += '_';
  return out;
}

std::string console::Identifiers::Take(std::string_view name) {
  const std::string wanted = ConsoleIdentifier(name);
  std::string free = wanted;
  for (std::uint32_t n = 2; !taken_.insert(free).second; ++n) {
    free = wanted + "_" + std::to_string(n);
  }
  return free;
}

}  // namespace sinew
