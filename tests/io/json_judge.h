// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Our JSON reader against simdjson's DOM, on one text: both refuse it, or both accept it with the
// same values, bit for bit. Used by the differential test and the fuzzer.
//
// Where we differ on purpose, and what is done about it here:
//   Integers outside [-2^63, 2^64)   RFC 8259 allows them and simdjson refuses them; we read the
//                                    nearest double. Each is replaced by 0 for simdjson.
//   Depth                            a limit of either reader ends the comparison. simdjson does
//                                    not count empty containers, we do.
//   -0                               simdjson has the integer 0; our number() is -0.0.
#pragma once

#include <simdjson.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "io/json/json.h"
#include "io/json/path.h"

namespace sinew::json {

struct Judgement {
  enum class Outcome { kBothAccept, kBothRefuse, kLimit, kDisagree };
  Outcome outcome;
  std::string difference;  // Where they disagree: what and where.
};

class JsonJudge {
 public:
  Judgement Judge(std::string_view text) {
    // An allocation of the exact size, so that AddressSanitizer sees a read beyond the text.
    const std::unique_ptr<char[]> exact(new char[text.size()]);
    if (!text.empty()) std::memcpy(exact.get(), text.data(), text.size());
    text = {exact.get(), text.size()};

    Limits limits;
    limits.max_json_depth = kDepth;
    const Result<Document> ours = Document::Parse(text, limits);
    if (!ours.ok()) {
      if (ours.failure().code == FailureCode::kLimit) return {Outcome::kLimit, {}};
      simdjson::dom::element theirs;
      if (parser_.parse(simdjson::padded_string(text)).get(theirs) != simdjson::SUCCESS) {
        return {Outcome::kBothRefuse, {}};
      }
      return {Outcome::kDisagree, "only we refuse it: " + Describe(ours.failure())};
    }

    std::string without_wide_integers(text);
    BlankWideIntegers(ours->root(), without_wide_integers);
    simdjson::dom::element theirs;
    const simdjson::error_code error =
        parser_.parse(simdjson::padded_string(without_wide_integers)).get(theirs);
    if (error == simdjson::DEPTH_ERROR) return {Outcome::kLimit, {}};
    if (error != simdjson::SUCCESS) {
      return {Outcome::kDisagree,
              std::string("only simdjson refuses it: ") + simdjson::error_message(error)};
    }

    document_ = &*ours;
    text_ = text;
    difference_.clear();
    duplicate_offsets_.clear();
    Compare(ours->root(), theirs, Path());
    CompareDuplicates();
    if (!difference_.empty()) return {Outcome::kDisagree, difference_};
    return {Outcome::kBothAccept, {}};
  }

 private:
  using Outcome = Judgement::Outcome;
  using Theirs = simdjson::dom::element_type;

  static constexpr std::uint32_t kDepth = 1023;  // simdjson's own limit, counted our way.
  // Properties that cost the square of a text's or an object's size are for small ones.
  static constexpr std::size_t kSmallText = 2000;
  static constexpr std::uint32_t kSmallObject = 64;

  static bool IsWide(Value v) {
    if (!v.is_integer() || v.integer()) return false;
    const std::string_view digits = v.text();
    if (digits[0] == '-') return true;
    return digits.size() > 20 || (digits.size() == 20 && digits > "18446744073709551615");
  }

  static void BlankWideIntegers(Value v, std::string& text) {
    if (v.is_array()) {
      for (const Value element : v.elements()) BlankWideIntegers(element, text);
    } else if (v.is_object()) {
      for (const auto [key, value] : v.members()) BlankWideIntegers(value, text);
    } else if (IsWide(v)) {
      text.replace(v.offset(), v.text().size(), "0" + std::string(v.text().size() - 1, ' '));
    }
  }

  void Differ(const Path& path, const std::string& what) {
    if (difference_.empty()) difference_ = "at '" + path.Pointer() + "': " + what;
  }
  void Expect(bool condition, const Path& path, const char* what) {
    if (!condition) Differ(path, std::string("not so: ") + what);
  }

  void Compare(Value ours, simdjson::dom::element theirs, const Path& path) {
    if (!difference_.empty()) return;
    CheckPlace(ours, path);
    switch (theirs.type()) {
      case Theirs::NULL_VALUE:
        return Expect(ours.is_null(), path, "null");
      case Theirs::BOOL: {
        bool value = false;
        Expect(theirs.get(value) == simdjson::SUCCESS, path, "bool");
        return Expect(ours.is_bool() && ours.boolean() == value, path, "same bool");
      }
      case Theirs::STRING: {
        std::string_view value;
        Expect(theirs.get(value) == simdjson::SUCCESS, path, "string");
        Expect(ours.is_string(), path, "a string too");
        return CompareString(ours, value, path);
      }
      case Theirs::INT64: {
        std::int64_t value = 0;
        Expect(theirs.get(value) == simdjson::SUCCESS, path, "int64");
        if (!ours.is_number() || !ours.is_integer()) return Differ(path, "an integer");
        if (IsWide(ours)) return Expect(value == 0, path, "blanked");
        Expect(ours.integer() == value, path, "same integer");
        return Expect(ours.number() == static_cast<double>(value), path, "same as double");
      }
      case Theirs::UINT64: {
        std::uint64_t value = 0;
        Expect(theirs.get(value) == simdjson::SUCCESS, path, "uint64");
        if (!ours.is_number() || !ours.is_integer()) return Differ(path, "an integer");
        Expect(!ours.integer().has_value(), path, "beyond int64");
        return Expect(ours.number() == static_cast<double>(value), path, "same as double");
      }
      case Theirs::DOUBLE: {
        double value = 0.0;
        Expect(theirs.get(value) == simdjson::SUCCESS, path, "double");
        if (!ours.is_number() || ours.is_integer()) return Differ(path, "a number, no integer");
        return Expect(
            std::bit_cast<std::uint64_t>(ours.number()) == std::bit_cast<std::uint64_t>(value),
            path, "same bits");
      }
      case Theirs::ARRAY: {
        simdjson::dom::array array;
        Expect(theirs.get(array) == simdjson::SUCCESS, path, "array");
        if (!ours.is_array()) return Differ(path, "an array too");
        return CompareArrays(ours, array, path);
      }
      case Theirs::OBJECT: {
        simdjson::dom::object object;
        Expect(theirs.get(object) == simdjson::SUCCESS, path, "object");
        if (!ours.is_object()) return Differ(path, "an object too");
        return CompareObjects(ours, object, path);
      }
    }
  }

  void CompareString(Value ours, std::string_view theirs, const Path& path) {
    Expect(ours.string() == theirs, path, "same string");
    Expect(ours.string_is(theirs), path, "string_is itself");
    Expect(!ours.string_is(std::string(theirs) + "x"), path, "string_is not a longer one");
    if (!theirs.empty()) {
      Expect(!ours.string_is(theirs.substr(1)), path, "string_is not a shorter one");
    }
  }

  void CompareArrays(Value ours, const simdjson::dom::array& theirs, const Path& path) {
    std::int64_t count = 0;
    auto element = ours.elements().begin();
    for (const simdjson::dom::element their_element : theirs) {
      if (element == ours.elements().end()) return Differ(path, "as many elements");
      Compare(*element, their_element, path.At(count));
      ++element;
      ++count;
    }
    Expect(element == ours.elements().end() && ours.size() == count, path, "same size");
  }

  void CompareObjects(Value ours, const simdjson::dom::object& theirs, const Path& path) {
    std::uint32_t count = 0;
    std::map<std::string, Value> last_of_name;
    auto member = ours.members().begin();
    for (const simdjson::dom::key_value_pair their_member : theirs) {
      if (member == ours.members().end()) return Differ(path, "as many members");
      const auto [key, value] = *member;
      const std::string name(their_member.key);
      const Path below = path.At(name);
      Expect(key.is_string(), below, "a string as key");
      CompareString(key, their_member.key, below);
      CheckPlace(key, below);
      if (!last_of_name.insert_or_assign(name, value).second) {
        duplicate_offsets_.insert(key.offset());
      }
      Compare(value, their_member.value, below);
      ++member;
      ++count;
    }
    Expect(member == ours.members().end() && ours.size() == count, path, "same size");
    if (count > kSmallObject) return;
    for (const auto& [name, value] : last_of_name) {
      const std::optional<Value> found = ours.Find(name);
      Expect(found && found->index() == value.index(), path, "Find gives the last of a name");
      if (!last_of_name.contains(name + "x")) {
        Expect(!ours.Find(name + "x"), path, "Find gives nothing for a name that is not there");
      }
    }
  }

  // Offset, text and pointer of a value or key.
  void CheckPlace(Value ours, const Path& path) {
    const std::string_view own = ours.text();
    Expect(own.data() == text_.data() + ours.offset(), path, "text() is where offset() says");
    Expect(own.size() <= text_.size() - ours.offset(), path, "text() is in the text");
    if (text_.size() > kSmallText) return;
    Expect(document_->PointerTo(ours) == path.Pointer(), path, "same pointer");
    Limits limits;
    limits.max_json_depth = kDepth;
    const Result<Document> again = Document::Parse(own, limits);
    if (!again.ok()) return Differ(path, "text() parses: " + Describe(again.failure()));
    Expect(again->root().type() == ours.type(), path, "text() is of the same type");
    Expect(own == again->root().text(), path, "text() has nothing around the value");
  }

  void CompareDuplicates() {
    std::set<std::uint32_t> offsets;
    for (const Duplicate& duplicate : document_->duplicates()) {
      Expect(duplicate.key.offset() == duplicate.offset, Path(), "offset of the key");
      offsets.insert(duplicate.offset);
    }
    Expect(offsets.size() == document_->duplicates().size(), Path(), "each duplicate once");
    Expect(offsets == duplicate_offsets_, Path(), "same duplicates");
  }

  simdjson::dom::parser parser_;
  const Document* document_ = nullptr;
  std::string_view text_;
  std::string difference_;
  std::set<std::uint32_t> duplicate_offsets_;
};

}  // namespace sinew::json
