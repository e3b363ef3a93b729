// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a parsed JSON text lies in memory: one 8-byte word a value or key, in the text's order;
// containers and the rarer numbers take a second word. Memory that was never touched before costs
// more than the parsing that fills it, so the words are small.
//
//   A container comes first, its children follow, so a subtree is one run of words.
//   An object's children alternate: key, value, key, value. A key is one word.
//   Strings stay in the text, escapes and all; numbers are converted when they are parsed.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

namespace sinew::json {

// 2^30 bytes of text hold fewer than 2^29 values, so every field below has room to spare.
inline constexpr std::size_t kMaxTextBytes = std::size_t{1} << 30;

// What a number is whose magnitude no double can hold.
enum class BeyondDouble : std::uint8_t { kFault, kInfinity };

enum class Kind : std::uint8_t {
  // One word.
  kNull,
  kFalse,
  kTrue,
  kKey,          // A key as Value::is_plain_key() has it; others are strings like any.
  kPlainString,  // No escapes: the text between the quotes is the string.
  kEscapedString,
  kSmallInteger,  // From 0 to 2^24 - 1.
  // Two words: the second is the payload.
  kInteger,      // Written without fraction or exponent; the payload is an int64.
  kWideInteger,  // Written so, but -0 or beyond int64; the payload is a double.
  kReal,         // The payload is a double.
  kArray,        // The payload is size and the index one past the last descendant.
  kObject,
};

// The first word of a value or key, or the second of one that has two.
class Node {
 public:
  // Of one word, or the first of two.
  Node(Kind kind, std::size_t offset, std::size_t text_bytes)
      : Node(kind, offset, std::uint64_t{text_bytes - 1}, Detail{}) {}
  explicit Node(std::uint64_t payload) : word_(payload) {}

  static Node Key(std::size_t offset, std::size_t text_bytes, std::uint32_t hash) {
    return {Kind::kKey, offset, std::uint64_t{hash} << 8 | (text_bytes - 1), Detail{}};
  }
  // A node made for offset 0, elsewhere in the text.
  Node MovedTo(std::size_t offset) const { return Node(word_ | std::uint64_t{offset} << 34); }
  static bool FitsKey(std::size_t text_bytes) { return text_bytes <= 255; }

  static Node SmallInteger(std::size_t offset, std::size_t text_bytes, std::uint64_t value) {
    return {Kind::kSmallInteger, offset, std::uint64_t{text_bytes - 1} << 24 | value, Detail{}};
  }
  static bool FitsSmallInteger(std::uint64_t value) { return value <= kMostSmall; }

  // Completes a container that was made with the length of its first bracket alone.
  void Close(std::size_t last_bracket_offset, std::uint32_t size, std::uint32_t end_index) {
    word_ |= std::uint64_t{last_bracket_offset - offset()} << 4;
    this[1].word_ = std::uint64_t{size} << 32 | end_index;
  }

  Kind kind() const { return static_cast<Kind>(word_ & 15); }
  std::uint32_t offset() const { return static_cast<std::uint32_t>(word_ >> 34); }
  // The value's own bytes, from its first to its last: quotes and brackets included.
  std::uint32_t text_bytes() const {
    if (kind() == Kind::kKey) return key_bytes();
    if (kind() == Kind::kSmallInteger) return (detail() >> 24) + 1;
    return detail() + 1;
  }

  bool is_container() const { return kind() >= Kind::kArray; }
  std::uint32_t words() const { return kind() >= Kind::kInteger ? 2 : 1; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(payload() >> 32); }
  std::uint32_t end_index() const { return static_cast<std::uint32_t>(payload()); }

  bool is_string() const { return kind() >= Kind::kKey && kind() <= Kind::kEscapedString; }
  bool is_number() const { return kind() >= Kind::kSmallInteger && kind() <= Kind::kReal; }
  bool is_integer() const { return kind() >= Kind::kSmallInteger && kind() <= Kind::kWideInteger; }

  std::uint32_t small_integer() const { return detail() & kMostSmall; }  // Of a kSmallInteger.
  // Of a kSmallInteger or a kInteger.
  std::int64_t integer() const {
    return kind() == Kind::kSmallInteger ? small_integer() : static_cast<std::int64_t>(payload());
  }
  double real() const { return std::bit_cast<double>(payload()); }
  // Of a kKey: its KeyHash, and its bytes with the quotes.
  std::uint32_t key_hash() const { return detail() >> 8; }
  std::uint32_t key_bytes() const { return (detail() & 0xFF) + 1; }

 private:
  struct Detail {};
  static constexpr std::uint32_t kMostSmall = (1 << 24) - 1;

  Node(Kind kind, std::size_t offset, std::uint64_t detail, Detail)
      : word_(std::uint64_t{offset} << 34 | detail << 4 | static_cast<std::uint64_t>(kind)) {}
  std::uint32_t detail() const {
    return static_cast<std::uint32_t>(word_ >> 4) & static_cast<std::uint32_t>(kMaxTextBytes - 1);
  }
  std::uint64_t payload() const { return this[1].word_; }

  // From the top: offset 30 bits, detail 30 bits, kind 4 bits. The detail is text_bytes - 1; of a
  // key its KeyHash, then text_bytes - 1 in 8 bits; of a small integer text_bytes - 1, then
  // its value in 24 bits.
  std::uint64_t word_;
};
static_assert(sizeof(Node) == 8);

struct FreeNodes {
  void operator()(Node* nodes) const { std::free(nodes); }
};

// What a Document owns. It never moves, so that Values outlive a move of their Document.
struct Tree {
  const char* text = nullptr;  // Borrowed.
  std::unique_ptr<Node, FreeNodes> storage;
  std::uint32_t word_count = 0;
  std::uint32_t value_count = 0;              // Keys included.
  std::vector<std::uint32_t> duplicate_keys;  // Indices, ascending.

  const Node& at(std::uint32_t index) const { return storage.get()[index]; }
  // Of a container's first child, or of what comes after the container.
  static std::uint32_t Inside(std::uint32_t container) { return container + 2; }
  // The index after a value and all that is in it.
  std::uint32_t After(std::uint32_t index) const {
    const Node& node = at(index);
    if (node.words() == 1) return index + 1;
    return node.is_container() ? node.end_index() : index + 2;
  }
};

}  // namespace sinew::json
