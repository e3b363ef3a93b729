// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How a parsed JSON text lies in memory: one 16-byte node a value or key, in the text's order.
//
//   A container's node comes first, its children follow, so a subtree is one run of nodes.
//   An object's children alternate: key, value, key, value.
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

enum class Kind : std::uint8_t {
  kNull,
  kFalse,
  kTrue,
  kInteger,      // Written without fraction or exponent; the payload is an int64.
  kWideInteger,  // Written so, but -0 or beyond int64; the payload is a double.
  kReal,         // The payload is a double.
  kPlainString,  // No escapes: the text between the quotes is the string.
  kEscapedString,
  kArray,  // The payload is size and the index one past the last descendant.
  kObject,
};

class Node {
 public:
  Node(Kind kind, std::size_t offset, std::size_t text_bytes, std::uint64_t payload = 0)
      : place_(std::uint64_t{offset} << 34 | std::uint64_t{text_bytes - 1} << 4 |
               static_cast<std::uint64_t>(kind)),
        payload_(payload) {}

  static Node Container(Kind kind, std::size_t offset, std::size_t text_bytes, std::uint32_t size,
                        std::uint32_t end_index) {
    return {kind, offset, text_bytes, std::uint64_t{size} << 32 | end_index};
  }

  Kind kind() const { return static_cast<Kind>(place_ & 15); }
  std::uint32_t offset() const { return static_cast<std::uint32_t>(place_ >> 34); }
  // The value's own bytes, from its first to its last: quotes and brackets included.
  std::uint32_t text_bytes() const {
    return static_cast<std::uint32_t>(place_ >> 4 & (kMaxTextBytes - 1)) + 1;
  }

  bool is_container() const { return kind() >= Kind::kArray; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(payload_ >> 32); }
  std::uint32_t end_index() const { return static_cast<std::uint32_t>(payload_); }

  std::int64_t integer() const { return static_cast<std::int64_t>(payload_); }
  double real() const { return std::bit_cast<double>(payload_); }

 private:
  std::uint64_t place_;  // From the top: offset 30 bits, text_bytes - 1 30 bits, kind 4 bits.
  std::uint64_t payload_;
};
static_assert(sizeof(Node) == 16);

struct FreeNodes {
  void operator()(Node* nodes) const { std::free(nodes); }
};

// What a Document owns. It never moves, so that Values outlive a move of their Document.
struct Tree {
  const char* text = nullptr;  // Borrowed.
  std::unique_ptr<Node, FreeNodes> storage;
  std::uint32_t node_count = 0;
  std::vector<std::uint32_t> duplicate_keys;  // Node indices, ascending.

  const Node& at(std::uint32_t index) const { return storage.get()[index]; }
  // The index after a value and all that is in it.
  std::uint32_t After(std::uint32_t index) const {
    const Node& node = at(index);
    return node.is_container() ? node.end_index() : index + 1;
  }
};

}  // namespace sinew::json
