// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "export/console/syntax.h"

#include <charconv>
#include <optional>
#include <type_traits>
#include <vector>

namespace sinew::console {
namespace {

template <typename T>
constexpr ElementType TypeOf() {
  if constexpr (std::is_same_v<T, std::byte>) return ElementType::kU8;
  if constexpr (std::is_same_v<T, std::uint16_t>) return ElementType::kU16;
  if constexpr (std::is_same_v<T, std::uint32_t>) return ElementType::kU32;
  if constexpr (std::is_same_v<T, std::int32_t>) return ElementType::kI32;
  if constexpr (std::is_same_v<T, float>) return ElementType::kF32;
  return ElementType::kText;
}

// Writes constants one after another.
class ConstantWriter {
 public:
  ConstantWriter(const Syntax& syntax, std::string& out) : syntax_(syntax), out_(out) {}

  void Write(const ConstantFile& file) {
    out_ += syntax_.Begin(file);
    std::string scope;
    for (const ConstantSection& section : file.sections) {
      if (section.scope != scope) {
        if (!scope.empty()) out_ += syntax_.EndScope(scope);
        scope = section.scope;
        if (!scope.empty()) out_ += syntax_.BeginScope(scope);
        first_ = !scope.empty();
      }
      if (syntax_.has_comments()) {
        const std::string line = "// " + std::string(77, '=') + "\n";
        out_ += "\n" + line + "// " + section.title + "\n" + line;
      }
      for (const Constant& constant : section.constants) WriteConstant(scope, constant);
    }
    if (!scope.empty()) out_ += syntax_.EndScope(scope);
    out_ += syntax_.End(file);
  }

 private:
  void WriteConstant(const std::string& scope, const Constant& constant) {
    const std::string name = syntax_.NameIn(scope, constant.name);
    if (syntax_.has_comments()) {
      if (!constant.comment.empty()) out_ += "\n";
      for (const std::string& line : constant.comment) {
        out_.append(syntax_.doc_comment()).append(line).append("\n");
      }
    }
    std::visit([&](const auto& values) { WriteValues(name, constant, values); }, constant.values);
    if (syntax_.has_comments()) {
      if (!constant.note.empty()) out_ += "  // " + constant.note;
      out_ += "\n";
    }
    first_ = false;
  }

  template <typename Values>
  void WriteValues(const std::string& name, const Constant& constant, const Values& values) {
    if constexpr (std::is_arithmetic_v<Values> || std::is_same_v<Values, std::string>) {
      out_ += syntax_.Declare(name, TypeOf<Values>(), {}, first_);
      if constexpr (std::is_same_v<Values, std::uint32_t>) {
        out_ += syntax_.Unsigned(values);
      } else {
        WriteValue(values);
      }
      out_ += syntax_.EndOfConstant(TypeOf<Values>(), false);
    } else {
      using Value = typename Values::value_type;
      std::vector<std::uint64_t> shape(constant.shape.begin(), constant.shape.end());
      if (shape.empty()) shape.push_back(values.size());
      out_ += syntax_.Declare(name, TypeOf<Value>(), shape, first_);
      if (values.empty()) {
        out_ += syntax_.empty_array();
      } else {
        WriteArray(constant, values, shape);
      }
      out_ += syntax_.EndOfConstant(TypeOf<Value>(), true);
    }
  }

  // The values in lines, and the brackets of an array of arrays around them.
  template <typename Values>
  void WriteArray(const Constant& constant, const Values& values,
                  std::span<const std::uint64_t> shape) {
    const bool notes = syntax_.has_comments() && !constant.row_notes.empty();
    out_ += syntax_.open();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (notes && !constant.notes_behind && i % constant.per_note == 0) {
        out_ += "\n    // " + constant.row_notes[i / constant.per_note];
      }
      if (i % constant.per_line == 0) out_ += "\n    ";
      for (std::size_t level = 1; level < shape.size(); ++level) {
        if (i % InnerCount(shape, level) == 0) out_ += syntax_.open();
      }
      WriteValue(values[i]);
      for (std::size_t level = shape.size(); level-- > 1;) {
        if ((i + 1) % InnerCount(shape, level) == 0) out_ += syntax_.close();
      }
      const bool last = i + 1 == values.size();
      const bool ends_line = last || (i + 1) % constant.per_line == 0;
      if (!last) out_ += ends_line ? "," : ", ";
      if (notes && constant.notes_behind && ends_line) {
        out_ += "  // " + constant.row_notes[i / constant.per_note];
      }
    }
    out_ += "\n";
    out_ += syntax_.close();
  }

  // Values of one array at that level of nesting.
  static std::uint64_t InnerCount(std::span<const std::uint64_t> shape, std::size_t level) {
    std::uint64_t count = 1;
    for (std::size_t k = level; k < shape.size(); ++k) count *= shape[k];
    return count;
  }

  void WriteValue(std::byte value) { WriteValue(std::to_integer<std::uint32_t>(value)); }
  void WriteValue(std::uint16_t value) { WriteValue(std::uint32_t{value}); }
  template <typename Integer>
    requires(std::is_same_v<Integer, std::uint32_t> || std::is_same_v<Integer, std::int32_t>)
  void WriteValue(Integer value) {
    char digits[16];
    out_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  }
  void WriteValue(float value) { out_ += syntax_.Float(value); }
  void WriteValue(const std::string& value) { out_ += syntax_.Text(value); }

  const Syntax& syntax_;
  std::string& out_;
  bool first_ = false;  // Of its scope: for JSON, which separates. A file begins with its header.
};

}  // namespace

std::string WriteConstants(const ConstantFile& file, const Syntax& syntax) {
  std::string text;
  ConstantWriter(syntax, text).Write(file);
  return text;
}

std::unique_ptr<Syntax> SyntaxOf(ConsoleLanguage language, const ConstantFile& file) {
  switch (language) {
    case ConsoleLanguage::kRust:
      return RustSyntax(file);
    case ConsoleLanguage::kC:
      return CSyntax(file);
    case ConsoleLanguage::kCpp:
      return CppSyntax(file);
    case ConsoleLanguage::kJson:
      break;
  }
  return JsonSyntax(file);
}

}  // namespace sinew::console
