// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/json_in.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "text/exit_code.h"

namespace sinew::cli {
namespace {

constexpr int kMaxDepth = 64;
// What a text may make us keep: some 600 MiB of values and 1 GiB of numbers in arrays.
constexpr std::size_t kMostValues = std::size_t{1} << 22;
constexpr std::size_t kMostNumbers = std::size_t{1} << 27;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  JsonValue Whole() {
    JsonValue value = Value(0);
    SkipSpace();
    if (at_ != text_.size()) Fail("something after the end");
    return value;
  }

 private:
  [[noreturn]] void Fail(const char* what) const {
    throw CommandError(ExitCode::kCannotRead, fmt::format("not JSON at byte {}: {}", at_, what));
  }

  void SkipSpace() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  char Peek() {
    SkipSpace();
    if (at_ == text_.size()) Fail("the text ends too early");
    return text_[at_];
  }

  bool Take(char wanted) {
    if (Peek() != wanted) return false;
    ++at_;
    return true;
  }

  void Expect(char wanted) {
    if (!Take(wanted)) Fail("another character was expected");
  }

  bool TakeWord(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  JsonValue Value(int depth) {
    if (depth > kMaxDepth) Fail("too deep");
    if (++value_count_ > kMostValues) Fail("too many values to compare");
    JsonValue value;
    const char first = Peek();
    if (first == '{') {
      value = Object(depth);
    } else if (first == '[') {
      value = Array(depth);
    } else if (first == '"') {
      value.kind = JsonValue::Kind::kString;
      value.text = String();
    } else if (TakeWord("true") || TakeWord("false")) {
      value.kind = JsonValue::Kind::kBool;
      value.truth = first == 't';
    } else if (!TakeWord("null")) {
      value.kind = JsonValue::Kind::kNumber;
      value.number = Number();
    }
    return value;
  }

  JsonValue Object(int depth) {
    JsonValue value;
    value.kind = JsonValue::Kind::kObject;
    Expect('{');
    if (Take('}')) return value;
    do {
      if (Peek() != '"') Fail("a key was expected");
      std::string key = String();
      Expect(':');
      value.keys.push_back(std::move(key));
      value.items.push_back(Value(depth + 1));
    } while (Take(','));
    Expect('}');
    return value;
  }

  JsonValue Array(int depth) {
    JsonValue value;
    value.kind = JsonValue::Kind::kArray;
    Expect('[');
    if (Take(']')) return value;
    const char first = Peek();
    if (first == '-' || (first >= '0' && first <= '9')) {
      value.kind = JsonValue::Kind::kNumbers;
      do {
        Peek();
        if (++number_count_ > kMostNumbers) Fail("too many numbers to compare");
        value.numbers.push_back(Number());
      } while (Take(','));
    } else {
      do {
        value.items.push_back(Value(depth + 1));
      } while (Take(','));
    }
    Expect(']');
    return value;
  }

  double Number() {
    // from_chars also takes "inf", "nan" and "01": JSON does not.
    const std::size_t digits = at_ + (text_[at_] == '-' ? 1 : 0);
    const auto is_digit = [&](std::size_t i) {
      return i < text_.size() && text_[i] >= '0' && text_[i] <= '9';
    };
    if (!is_digit(digits) || (text_[digits] == '0' && is_digit(digits + 1))) Fail("not a value");
    double number = 0.0;
    const auto [end, error] =
        std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
    if (error != std::errc() || !std::isfinite(number)) Fail("not a number");
    at_ = static_cast<std::size_t>(end - text_.data());
    return number;
  }

  unsigned HexUnit() {
    unsigned unit = 0;
    const char* const first = text_.data() + at_;
    if (text_.size() - at_ < 4 || std::from_chars(first, first + 4, unit, 16).ptr != first + 4) {
      Fail("\\u without four hexadecimal digits");
    }
    at_ += 4;
    return unit;
  }

  void AppendUtf8(unsigned code, std::string& out) {
    const auto tail = [&](unsigned shift) {
      out += static_cast<char>(0x80u | (code >> shift & 0x3fu));
    };
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xc0u | code >> 6);
      tail(0);
    } else if (code < 0x10000) {
      out += static_cast<char>(0xe0u | code >> 12);
      tail(6);
      tail(0);
    } else {
      out += static_cast<char>(0xf0u | code >> 18);
      tail(12);
      tail(6);
      tail(0);
    }
  }

  void Escape(std::string& out) {
    if (at_ == text_.size()) Fail("the text ends in a string");
    const char kind = text_[at_++];
    constexpr std::string_view kKinds = "\"\\/bfnrt", kMeanings = "\"\\/\b\f\n\r\t";
    if (const std::size_t known = kKinds.find(kind); known != kKinds.npos) {
      out += kMeanings[known];
      return;
    }
    if (kind != 'u') Fail("an unknown escape");
    unsigned code = HexUnit();
    if (code >= 0xd800 && code < 0xdc00 && TakeWord("\\u")) {
      const unsigned low = HexUnit();
      if (low < 0xdc00 || low > 0xdfff) Fail("half a surrogate pair");
      code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xd800 && code <= 0xdfff) {
      Fail("half a surrogate pair");
    }
    AppendUtf8(code, out);
  }

  std::string String() {
    std::string out;
    ++at_;  // The opening quote.
    for (;;) {
      if (at_ == text_.size()) Fail("the text ends in a string");
      const char c = text_[at_++];
      if (c == '"') return out;
      if (static_cast<unsigned char>(c) < 0x20) Fail("a control character in a string");
      if (c == '\\') {
        Escape(out);
      } else {
        out += c;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t value_count_ = 0, number_count_ = 0;
};

}  // namespace

const JsonValue& JsonValue::operator[](std::string_view name) const {
  static const JsonValue kNothing;
  const auto found = std::find(keys.begin(), keys.end(), name);
  return found == keys.end() ? kNothing : items[static_cast<std::size_t>(found - keys.begin())];
}

JsonValue ParseJson(std::string_view text) { return Parser(text).Whole(); }

}  // namespace sinew::cli
