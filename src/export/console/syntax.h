// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What languages differ in. A writer walks the constants once and asks a syntax for every piece.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "export/console/constants.h"
#include "sinew/console_export.h"

namespace sinew::console {

enum class ElementType : std::uint8_t { kU8, kU16, kU32, kI32, kF32, kText };

class Syntax {
 public:
  virtual ~Syntax() = default;

  virtual bool has_comments() const { return true; }
  virtual std::string_view doc_comment() const { return "// "; }  // Above a constant.
  virtual std::string Begin(const ConstantFile& file) const = 0;
  virtual std::string End(const ConstantFile& file) const = 0;
  virtual std::string BeginScope(std::string_view scope) const = 0;
  virtual std::string EndScope(std::string_view scope) const = 0;
  // Up to the value, and behind it. `shape` is empty for a single value; `first` of its scope.
  virtual std::string Declare(const std::string& name, ElementType type,
                              std::span<const std::uint64_t> shape, bool first) const = 0;
  virtual std::string_view EndOfConstant(ElementType type, bool is_array) const = 0;
  virtual std::string_view open() const { return "{"; }  // Of an array.
  virtual std::string_view close() const { return "}"; }
  // What stands for an array without values.
  virtual std::string_view empty_array() const { return "{0}"; }
  virtual std::string Float(float value) const = 0;
  virtual std::string Unsigned(std::uint32_t value) const { return std::to_string(value); }
  virtual std::string Text(std::string_view text) const = 0;
  // How a constant of a scope is called.
  virtual std::string NameIn(std::string_view scope, const std::string& name) const = 0;
};

std::unique_ptr<Syntax> RustSyntax(const ConstantFile& file);
std::unique_ptr<Syntax> CSyntax(const ConstantFile& file);
std::unique_ptr<Syntax> CppSyntax(const ConstantFile& file);
std::unique_ptr<Syntax> JsonSyntax(const ConstantFile& file);
std::unique_ptr<Syntax> SyntaxOf(ConsoleLanguage language, const ConstantFile& file);

std::string WriteConstants(const ConstantFile& file, const Syntax& syntax);

// The shortest text that gives the same float, with a point or an exponent: "1.0", "-0.0", "1e-07".
std::string FloatText(float value);

// One code point of UTF-8 off the front of `text`, which is not empty; U+FFFD for a byte that is
// not UTF-8.
char32_t TakeCodePoint(std::string_view& text);

// "0041" or longer.
std::string Hex(std::uint32_t value, std::size_t digits);

// As JSON has strings, with quotes and nothing but ASCII.
std::string JsonText(std::string_view text);
// As C and C++ have them.
std::string CText(std::string_view text);

std::string UpperCase(std::string_view identifier);

}  // namespace sinew::console
