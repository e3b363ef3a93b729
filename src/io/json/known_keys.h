// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The keys met last, and which one came after which. Exporters write the members of like objects
// in the same order ten thousand times over, so the next key is nearly always known before it is
// read; one comparison then does what scanning and hashing it would.
//
//   Exact   a known key is taken only where the text has all of its bytes, from quote to colon. A
//           wrong guess costs time, never a wrong result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "io/json/duplicates.h"
#include "io/json/node.h"
#include "io/json/short_text.h"

namespace sinew::json {

class KnownKeys {
 public:
  struct Key {
    ShortText text;       // With its quotes and the colon.
    Node node = Node(0);  // At offset 0.
    std::uint64_t bit = 0;
    Key* next = nullptr;  // What came after it the last time.
    std::size_t text_bytes = 0;
  };

  KnownKeys() {
    for (Key& key : keys_) key.next = &key;
  }
  KnownKeys(const KnownKeys&) = delete;
  KnownKeys& operator=(const KnownKeys&) = delete;

  // The key at `p`, if it is the one to be expected after the key before it; else null. Reads
  // ShortText::kMostBytes.
  const Key* Expected(const char* p) {
    Key* const guess = last_->next;
    if (!guess->text.BeginsAt(p)) return nullptr;
    last_ = guess;
    return guess;
  }

  // A key without escapes, from its opening quote to after the closing one, that was not expected.
  // A colon may follow it: one byte more is read.
  void Learn(const char* quote, const char* after, std::uint32_t hash) {
    const auto key_bytes = static_cast<std::size_t>(after - quote);
    if (key_bytes >= ShortText::kMostBytes || *after != ':') return;
    Key& key = keys_[hash >> (kKeyHashBits - kBits)];
    if (key.text_bytes != key_bytes + 1 || !key.text.BeginsAt(quote)) {
      key.text = ShortText(std::string_view(quote, key_bytes + 1));
      key.node = Node::Key(0, key_bytes, hash);
      key.bit = KeyBit(hash);
      key.text_bytes = key_bytes + 1;
    }
    last_->next = &key;
    last_ = &key;
  }

 private:
  static constexpr unsigned kBits = 7;  // Of the hash. Two keys of one place take turns.

  std::array<Key, std::size_t{1} << kBits> keys_;
  Key* last_ = keys_.data();
};

}  // namespace sinew::json
