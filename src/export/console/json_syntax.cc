// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
//   "INDICES": [
#include "export/console/syntax.h"

namespace sinew::console {
namespace {

class Json : public Syntax {
 public:
  explicit Json(const ConstantFile& file)
      : prefix_(file.prefix.empty() ? "" : UpperCase(file.prefix) + "_") {}

  bool has_comments() const override { return false; }
  std::string Begin(const ConstantFile& file) const override {
    std::string text = "{\n\"HEADER\": [";
    for (std::size_t i = 0; i < file.header.size(); ++i) {
      text += (i == 0 ? "" : ", ") + JsonText(file.header[i]);
    }
    return text + "]";
  }
  std::string End(const ConstantFile&) const override { return "\n}\n"; }
  std::string BeginScope(std::string_view scope) const override {
    return ",\n" + JsonText(scope) + ": {";
  }
  std::string EndScope(std::string_view) const override { return "\n}"; }
  std::string Declare(const std::string& name, ElementType, std::span<const std::uint64_t>,
                      bool first) const override {
    return (first ? "\n" : ",\n") + JsonText(name) + ": ";
  }
  std::string_view EndOfConstant(ElementType, bool) const override { return ""; }
  std::string_view open() const override { return "["; }
  std::string_view close() const override { return "]"; }
  std::string_view empty_array() const override { return "[]"; }
  std::string Float(float value) const override { return FloatText(value); }
  std::string Text(std::string_view text) const override { return JsonText(text); }
  std::string NameIn(std::string_view, const std::string& name) const override {
    return prefix_ + name;
  }

 private:
  std::string prefix_;
};

}  // namespace

std::unique_ptr<Syntax> JsonSyntax(const ConstantFile& file) {
  return std::make_unique<Json>(file);
}

}  // namespace sinew::console
