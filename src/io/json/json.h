// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The tree of a JSON text as the readers of this module use it: inline, and quick in loops. The
// public reader (sinew/json.h) shows the same tree.
//
//   Places   every value knows its byte offset in the text; a caller builds JSON pointers on the
//            way down (see path.h), and only when something is wrong.
//   Memory   8 bytes a value or key, 16 a container and the rarer numbers; no copy of the text,
//   which
//            must outlive the Document.
//   Bounds   depth, bytes and value count are limits; nothing recurses on the input's depth.
//   Checked  UTF-8, escapes, lone surrogates, number grammar and range, trailing text. A duplicate
//            key is recorded, not refused: Find() returns the last one, as JavaScript does.
//   Threads  a Document never changes once parsed, so any number of threads may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/json/node.h"
#include "sinew/assertion.h"
#include "sinew/json.h"
#include "sinew/result.h"

namespace sinew::json {

enum class Type : std::uint8_t { kNull, kFalse, kTrue, kNumber, kString, kArray, kObject };

using Limits = JsonLimits;
static_assert(JsonLimits{}.max_json_bytes == kMaxTextBytes);  // Offsets are packed.

class Document;
class Elements;
class Members;

// A place in a Document, cheap to copy. Valid as long as the Document (which may move) and its
// text. Asking a value for what it is not, such as the number of a string, is a caller's bug.
class Value {
 public:
  Type type() const;
  std::uint32_t offset() const { return node().offset(); }  // Of its first byte in the text.
  std::string_view text() const;  // The value's own bytes, as written: for raw JSON kept as is.

  bool is_null() const { return type() == Type::kNull; }
  bool is_bool() const { return type() == Type::kTrue || type() == Type::kFalse; }
  bool is_number() const { return node().is_number(); }
  bool is_string() const { return node().is_string(); }
  bool is_array() const { return node().kind() == Kind::kArray; }
  bool is_object() const { return node().kind() == Kind::kObject; }

  bool boolean() const;   // Of a bool.
  double number() const;  // Of a number; finite unless parsed with BeyondDouble::kInfinity.
  // A number written without fraction or exponent.
  bool is_integer() const { return node().is_integer(); }
  std::optional<std::int64_t> integer() const;  // Of an integer: its exact value, where it fits.
  std::string string() const;                   // Of a string, unescaped; may hold zero bytes.
  // Of a string: true where the unescaped string equals `text`. No allocation.
  bool string_is(std::string_view text) const;

  // A number from 0 to 2^24 - 1, written as an integer; else -1. For loops.
  std::int32_t small_integer() const {
    if (node().kind() != Kind::kSmallInteger) return -1;
    return static_cast<std::int32_t>(node().small_integer());
  }
  // True of a key that has no escapes and at most 253 bytes and is not among the text's last 32.
  // For loops: from plain_key_bytes() on, sixteen bytes may be read, the closing quote and what
  // follows it among them.
  bool is_plain_key() const { return node().kind() == Kind::kKey; }
  const char* plain_key_bytes() const { return tree_->text + node().offset() + 1; }
  std::uint32_t plain_key_hash() const { return node().key_hash(); }  // The KeyHash of its bytes.

  std::uint32_t size() const;  // Elements of an array, members of an object (duplicates count).
  Elements elements() const;   // Of an array: for (Value v : value.elements())
  Members members() const;     // Of an object: for (auto [key, value] : value.members())
  std::optional<Value> Find(std::string_view key) const;  // Of an object; the last one of the name.

  std::uint32_t index() const { return index_; }  // Unique in the Document, in the text's order.
  std::uint32_t index_inside() const { return Tree::Inside(index_); }  // Of a container's first.
  std::uint32_t index_after() const { return tree_->After(index_); }   // After all that is in it.

 private:
  friend class Document;
  friend class Elements;
  friend class Members;
  Value(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
  const Node& node() const { return tree_->at(index_); }

  const Tree* tree_;
  std::uint32_t index_;
};

struct Member {
  Value key;  // A string.
  Value value;
};

// An array's values, in the text's order.
class Elements {
 public:
  class Iterator {
   public:
    using value_type = Value;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;
    Iterator(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
    Value operator*() const { return {tree_, index_}; }
    Iterator& operator++() { return index_ = tree_->After(index_), *this; }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const Tree* tree_ = nullptr;
    std::uint32_t index_ = 0;
  };

  explicit Elements(Value array) : array_(array) {}
  Iterator begin() const { return {array_.tree_, Tree::Inside(array_.index_)}; }
  Iterator end() const { return {array_.tree_, array_.node().end_index()}; }
  std::uint32_t size() const { return array_.node().size(); }

 private:
  Value array_;
};

// An object's keys and values, in the text's order, duplicates included.
class Members {
 public:
  class Iterator {
   public:
    using value_type = Member;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;
    Iterator(const Tree* tree, std::uint32_t index) : tree_(tree), index_(index) {}
    Member operator*() const { return {Value(tree_, index_), Value(tree_, index_ + 1)}; }
    Iterator& operator++() { return index_ = tree_->After(index_ + 1), *this; }
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return index_ == other.index_; }

   private:
    const Tree* tree_ = nullptr;
    std::uint32_t index_ = 0;
  };

  explicit Members(Value object) : object_(object) {}
  Iterator begin() const { return {object_.tree_, Tree::Inside(object_.index_)}; }
  Iterator end() const { return {object_.tree_, object_.node().end_index()}; }
  std::uint32_t size() const { return object_.node().size(); }

 private:
  Value object_;
};

// A key that an earlier member of the same object has already.
struct Duplicate {
  std::uint32_t offset;  // Of the key's opening quote.
  Value key;             // PointerTo(key) names the member.
};

class Document {
 public:
  // The text is borrowed. A Failure is kSyntax or kLimit, at "byte N".
  static Result<Document> Parse(std::string_view text, const Limits& limits = {},
                                BeyondDouble beyond = BeyondDouble::kFault);

  Value root() const { return {tree_.get(), 0}; }
  Value At(std::uint32_t index) const { return {tree_.get(), index}; }  // From Value::index().

  // Values and keys together.
  std::uint32_t value_count() const { return tree_->value_count; }

  // In the text's order. A name that appears three times in one object gives two of them.
  std::vector<Duplicate> duplicates() const;

  // The JSON pointer (RFC 6901) of a value of this Document; of a key, that of its member.
  // Walks down from the root: for messages, not for loops.
  std::string PointerTo(Value value) const;

 private:
  explicit Document(std::unique_ptr<const Tree> tree) : tree_(std::move(tree)) {}
  std::unique_ptr<const Tree> tree_;
};

// What readers call for every value is inline.

inline Type Value::type() const {
  static constexpr Type kTypes[] = {Type::kNull,   Type::kFalse,  Type::kTrue,   Type::kString,
                                    Type::kString, Type::kString, Type::kNumber, Type::kNumber,
                                    Type::kNumber, Type::kNumber, Type::kArray,  Type::kObject};
  return kTypes[static_cast<std::size_t>(node().kind())];
}

inline std::string_view Value::text() const {
  return {tree_->text + node().offset(), node().text_bytes()};
}

inline bool Value::boolean() const {
  SINEW_ASSERT(is_bool());
  return node().kind() == Kind::kTrue;
}

inline double Value::number() const {
  SINEW_ASSERT(is_number());
  const Node& number = node();
  const bool exact = number.kind() == Kind::kSmallInteger || number.kind() == Kind::kInteger;
  return exact ? static_cast<double>(number.integer()) : number.real();
}

inline std::optional<std::int64_t> Value::integer() const {
  SINEW_ASSERT(is_integer());
  if (node().kind() != Kind::kWideInteger) return node().integer();
  if (node().real() == 0.0) return 0;  // Written -0.
  return std::nullopt;
}

inline std::uint32_t Value::size() const {
  SINEW_ASSERT(is_array() || is_object());
  return node().size();
}

inline Elements Value::elements() const {
  SINEW_ASSERT(is_array());
  return Elements(*this);
}

inline Members Value::members() const {
  SINEW_ASSERT(is_object());
  return Members(*this);
}

}  // namespace sinew::json
