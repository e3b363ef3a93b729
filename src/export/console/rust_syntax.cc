// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
//   pub const INDICES: [u16; 4800] = [
#include "export/console/syntax.h"

namespace sinew::console {
namespace {

class Rust : public Syntax {
 public:
  explicit Rust(const ConstantFile& file)
      : prefix_(file.prefix.empty() ? "" : UpperCase(file.prefix) + "_") {}

  std::string_view doc_comment() const override { return "/// "; }
  std::string Begin(const ConstantFile& file) const override {
    std::string text;
    for (const std::string& line : file.header) text += "// " + line + "\n";
    return text;
  }
  std::string End(const ConstantFile&) const override { return ""; }
  std::string BeginScope(std::string_view scope) const override {
    return "\npub mod " + std::string(scope) + " {\n";
  }
  std::string EndScope(std::string_view) const override { return "}\n"; }
  std::string Declare(const std::string& name, ElementType type,
                      std::span<const std::uint64_t> shape, bool) const override {
    constexpr const char* kTypes[] = {"u8", "u16", "u32", "i32", "f32", "&str"};
    std::string whole = kTypes[static_cast<std::size_t>(type)];
    for (std::size_t k = shape.size(); k-- > 0;) {
      whole = "[" + whole + "; " + std::to_string(shape[k]) + "]";
    }
    return "pub const " + name + ": " + whole + " = ";
  }
  std::string_view EndOfConstant(ElementType, bool) const override { return ";"; }
  std::string_view open() const override { return "["; }
  std::string_view close() const override { return "]"; }
  std::string_view empty_array() const override { return "[]"; }
  std::string Float(float value) const override { return FloatText(value); }
  std::string Text(std::string_view text) const override {
    std::string out = "\"";
    while (!text.empty()) {
      const char32_t c = TakeCodePoint(text);
      if (c == '"' || c == '\\') {
        out += '\\';
        out += static_cast<char>(c);
      } else if (c >= ' ' && c <= '~') {
        out += static_cast<char>(c);
      } else {
        out += "\\u{" + Hex(c, 1) + "}";
      }
    }
    return out + "\"";
  }
  std::string NameIn(std::string_view, const std::string& name) const override {
    return prefix_ + name;
  }

 private:
  std::string prefix_;
};

}  // namespace

std::unique_ptr<Syntax> RustSyntax(const ConstantFile& file) {
  return std::make_unique<Rust>(file);
}

}  // namespace sinew::console
