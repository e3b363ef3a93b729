// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// JSON (RFC 8259), strictly: text in, a read-only document out; and a writer.
//
//   const Result<JsonDocument> json = JsonDocument::Parse(R"({"walk": {"speed": 1.5}})");
//   json->root()["walk"]["speed"].number().value_or(1.0);  // 1.5
//
//   Total    any question may be asked of any value: what does not apply gives nothing. A member
//            that is missing is a null value whose exists() is false, so that lookups chain.
//   Places   every value knows its byte offset; PointerTo() names it as a JSON pointer (RFC 6901).
//   Memory   a document takes 8 to 16 bytes per value and copies no text: the text must outlive it.
//   Bounds   depth, bytes and values are limited; nothing recurses on the depth of the input.
//   Threads  a document never changes: any number of threads may read it.
#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew {

namespace json {
class Document;
class Value;
}  // namespace json

enum class JsonType : std::uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

struct JsonLimits {
  std::uint32_t max_json_depth = 128;                  // Arrays and objects inside one another.
  std::size_t max_json_bytes = std::size_t{1} << 30;   // Of text. More than this is never read.
  std::size_t max_json_values = std::size_t{1} << 27;  // Keys count as values.
};

class JsonElements;
class JsonMembers;

// A place in a JsonDocument, cheap to copy. Valid as long as the document (which may move) and its
// text.
class JsonValue {
 public:
  JsonValue() = default;  // A null value that does not exist.

  bool exists() const { return document_ != nullptr; }  // False: a lookup found nothing.
  JsonType type() const;
  bool is_null() const { return type() == JsonType::kNull; }
  bool is_number() const { return type() == JsonType::kNumber; }
  bool is_string() const { return type() == JsonType::kString; }
  bool is_array() const { return type() == JsonType::kArray; }
  bool is_object() const { return type() == JsonType::kObject; }

  std::optional<bool> boolean() const;
  std::optional<double> number() const;         // Always finite.
  std::optional<std::int64_t> integer() const;  // Written without fraction or exponent; exact.
  std::optional<std::string> string() const;    // Unescaped; may hold zero bytes.
  bool string_is(std::string_view text) const;  // No allocation.

  std::uint32_t size() const;     // Elements of an array, members of an object; else 0.
  JsonElements elements() const;  // for (JsonValue v : value.elements()); empty if no array.
  JsonMembers members() const;    // for (auto [key, value] : value.members()); empty if no object.
  // All elements, where this is an array of nothing but numbers (or of nothing).
  std::optional<std::vector<double>> numbers() const;
  // The member of that name: the last one where several have it, as in JavaScript.
  JsonValue operator[](std::string_view key) const;

  std::size_t offset() const;     // Of its first byte in the text.
  std::string_view text() const;  // Its own bytes, as written.

 private:
  friend class JsonDocument;
  friend class JsonElements;
  friend class JsonMembers;
  JsonValue(const json::Document* document, std::uint32_t index)
      : document_(document), index_(index) {}
  json::Value value() const;

  const json::Document* document_ = nullptr;
  std::uint32_t index_ = 0;
};

// The elements of an array, in the order of the text.
class JsonElements {
 public:
  class Iterator {
   public:
    using value_type = JsonValue;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;
    explicit Iterator(JsonValue value) : value_(value) {}
    JsonValue operator*() const { return value_; }
    Iterator& operator++();
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return value_.index_ == other.value_.index_; }

   private:
    JsonValue value_;
  };

  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }

 private:
  friend class JsonValue;
  Iterator begin_, end_;
};

struct JsonMember {
  JsonValue key;  // A string.
  JsonValue value;
};

// The members of an object, in the order of the text, duplicates included.
class JsonMembers {
 public:
  class Iterator {
   public:
    using value_type = JsonMember;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::input_iterator_tag;

    Iterator() = default;
    explicit Iterator(JsonValue key) : key_(key) {}
    JsonMember operator*() const { return {key_, {key_.document_, key_.index_ + 1}}; }
    Iterator& operator++();
    void operator++(int) { ++*this; }
    bool operator==(const Iterator& other) const { return key_.index_ == other.key_.index_; }

   private:
    JsonValue key_;
  };

  Iterator begin() const { return begin_; }
  Iterator end() const { return end_; }

 private:
  friend class JsonValue;
  Iterator begin_, end_;
};

class JsonDocument {
 public:
  // The text is borrowed. Checked are UTF-8, escapes, lone surrogates, the grammar and range of
  // numbers, and that nothing follows. A Failure is kSyntax or kLimit, at "byte N".
  static Result<JsonDocument> Parse(std::string_view text, const JsonLimits& limits = {});

  JsonDocument(JsonDocument&&) noexcept;
  JsonDocument& operator=(JsonDocument&&) noexcept;
  ~JsonDocument();

  JsonValue root() const { return {document_.get(), 0}; }

  // The JSON pointer of a value of this document; of a key, that of its member. Walks down from
  // the root: for messages, not for loops. "" of a value that does not exist.
  std::string PointerTo(JsonValue value) const;

 private:
  explicit JsonDocument(json::Document document);
  std::unique_ptr<const json::Document> document_;
};

// Appends "/" and a step of a JSON pointer; in a key ~ is written ~0 and / is written ~1.
void AppendToJsonPointer(std::string& pointer, std::string_view key);
void AppendToJsonPointer(std::string& pointer, std::uint64_t index);

// Takes a piece of the text; false where it cannot.
using JsonSink = std::function<bool(std::string_view piece)>;

// JSON out, without spaces. Commas are written where they belong; what is begun must be ended by
// the caller, and a text is one value.
//
//   JsonWriter json;
//   json.BeginObject().Key("speed").Number(1.5f).EndObject();
//   json.text();  // {"speed":1.5}
//
//   Numbers  as short as they can be and still come back as the same bits, for readers of floats
//            and for readers that go through double. Infinities and NaN, which JSON does not have,
//            are null.
//   Strings  UTF-8; bytes that are not become U+FFFD, so that the text is always valid.
//   Memory   everything; with a sink, some 64 KiB.
class JsonWriter {
 public:
  JsonWriter() = default;
  // The text goes to the sink piece by piece, whenever an array or object ends and enough has
  // gathered; Flush() hands over the rest.
  explicit JsonWriter(JsonSink sink) : sink_(std::move(sink)) {}

  JsonWriter& BeginObject() { return Begin('{'); }
  JsonWriter& EndObject() { return End('}'); }
  JsonWriter& BeginArray() { return Begin('['); }
  JsonWriter& EndArray() { return End(']'); }
  JsonWriter& Key(std::string_view key);

  JsonWriter& String(std::string_view utf8);
  JsonWriter& Number(double value);
  JsonWriter& Number(float value);
  JsonWriter& Integer(std::integral auto value) {
    char digits[24];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    return Raw({digits, static_cast<std::size_t>(end - digits)});
  }
  JsonWriter& Bool(bool value) { return Raw(value ? "true" : "false"); }
  JsonWriter& Null() { return Raw("null"); }
  JsonWriter& Raw(std::string_view json);  // One whole value that is JSON already.

  // One flat array of all components.
  JsonWriter& Floats(std::span<const float> values);
  JsonWriter& Integers(std::span<const std::uint32_t> values);
  JsonWriter& Vectors(std::span<const Vec3> values);
  JsonWriter& Vector(const Vec3& value) { return Vectors(std::span(&value, 1)); }

  // What no sink has taken yet; without a sink, the whole text.
  const std::string& text() const { return text_; }
  std::string Take() && { return std::move(text_); }

  // Hands text() to the sink. False where the sink did not take this piece or one before: what is
  // written then is dropped.
  bool Flush();
  bool failed() const { return failed_; }

 private:
  JsonWriter& Begin(char bracket);
  JsonWriter& End(char bracket);
  void Separate();

  JsonSink sink_;
  std::string text_;
  bool needs_comma_ = false;  // A value stands before the next one, in the same array or object.
  bool failed_ = false;
};

}  // namespace sinew
