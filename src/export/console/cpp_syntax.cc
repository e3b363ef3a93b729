// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
//   inline constexpr std::uint16_t INDICES[4800] = {
#include "export/console/syntax.h"

namespace sinew::console {
namespace {

class Cpp : public Syntax {
 public:
  std::string Begin(const ConstantFile& file) const override {
    std::string text;
    for (const std::string& line : file.header) text += "// " + line + "\n";
    text += "#pragma once\n\n#include <cstdint>\n";
    return file.prefix.empty() ? text : text + "\nnamespace " + file.prefix + " {\n";
  }
  std::string End(const ConstantFile& file) const override {
    return file.prefix.empty() ? "" : "\n}  // namespace " + file.prefix + "\n";
  }
  std::string BeginScope(std::string_view scope) const override {
    return "\nnamespace " + std::string(scope) + " {\n";
  }
  std::string EndScope(std::string_view scope) const override {
    return "\n}  // namespace " + std::string(scope) + "\n";
  }
  std::string Declare(const std::string& name, ElementType type,
                      std::span<const std::uint64_t> shape, bool) const override {
    constexpr const char* kTypes[] = {"std::uint8_t", "std::uint16_t", "std::uint32_t",
                                      "std::int32_t", "float",         "const char*"};
    const std::string whole = kTypes[static_cast<std::size_t>(type)];
    std::string text = "inline constexpr " + whole + " " + name;
    for (const std::uint64_t count : shape) {
      text += "[" + std::to_string(count == 0 ? 1 : count) + "]";  // C++ has no empty arrays.
    }
    return text + " = ";
  }
  std::string_view EndOfConstant(ElementType, bool) const override { return ";"; }
  std::string Float(float value) const override { return FloatText(value) + "f"; }
  std::string Text(std::string_view text) const override { return CText(text); }
  std::string NameIn(std::string_view, const std::string& name) const override { return name; }
};

}  // namespace

std::unique_ptr<Syntax> CppSyntax(const ConstantFile&) { return std::make_unique<Cpp>(); }

}  // namespace sinew::console
