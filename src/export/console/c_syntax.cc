// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
//   static const uint16_t INDICES[4800] = {
//   #define INDEX_COUNT 4800u              // So that arrays can be that long.
#include "export/console/syntax.h"

namespace sinew::console {
namespace {

class C : public Syntax {
 public:
  explicit C(const ConstantFile& file)
      : prefix_(file.prefix.empty() ? "" : UpperCase(file.prefix) + "_") {}

  std::string Begin(const ConstantFile& file) const override {
    std::string text;
    for (const std::string& line : file.header) text += "// " + line + "\n";
    const std::string guard = UpperCase(file.guard) + "_H_";
    return text + "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stdint.h>\n";
  }
  std::string End(const ConstantFile&) const override { return "\n#endif\n"; }
  std::string BeginScope(std::string_view) const override { return ""; }
  std::string EndScope(std::string_view) const override { return ""; }
  std::string Declare(const std::string& name, ElementType type,
                      std::span<const std::uint64_t> shape, bool) const override {
    constexpr const char* kTypes[] = {"uint8_t", "uint16_t", "uint32_t",
                                      "int32_t", "float",    "char *const"};
    if (shape.empty() && type == ElementType::kText) return "static const char " + name + "[] = ";
    if (shape.empty()) return "#define " + name + " ";
    const std::string whole = kTypes[static_cast<std::size_t>(type)];
    std::string text = "static const " + whole + " " + name;
    for (const std::uint64_t count : shape) {
      text += "[" + std::to_string(count == 0 ? 1 : count) + "]";  // C has no empty arrays.
    }
    return text + " = ";
  }
  std::string_view EndOfConstant(ElementType type, bool is_array) const override {
    return is_array || type == ElementType::kText ? ";" : "";  // The others are #defines.
  }
  std::string Float(float value) const override { return FloatText(value) + "f"; }
  std::string Unsigned(std::uint32_t value) const override { return std::to_string(value) + "u"; }
  std::string Text(std::string_view text) const override { return CText(text); }
  std::string NameIn(std::string_view scope, const std::string& name) const override {
    return prefix_ + (scope.empty() ? "" : UpperCase(scope) + "_") + name;
  }

 private:
  std::string prefix_;
};

}  // namespace

std::unique_ptr<Syntax> CSyntax(const ConstantFile& file) { return std::make_unique<C>(file); }

}  // namespace sinew::console
