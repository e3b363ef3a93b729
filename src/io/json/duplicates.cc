// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/json/duplicates.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "io/json/unescape.h"

namespace sinew::json {
namespace {

// Up to here every pair of keys is compared.
constexpr std::uint32_t kFewKeys = 16;

// A key's bytes as they are meant. Escaped keys are rare: those are copied.
class Key {
 public:
  Key(const Tree& tree, std::uint32_t index) {
    const Node& node = tree.at(index);
    bytes_ = {tree.text + node.offset() + 1, node.text_bytes() - 2};
    if (node.kind() != Kind::kEscapedString) return;
    unescaped_ = Unescape(bytes_);
    bytes_ = unescaped_;
  }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
  std::string unescaped_;
};

std::uint32_t Hash(std::string_view bytes) {
  std::uint64_t hash = bytes.size();
  while (bytes.size() >= 8) {
    hash = (hash ^ LoadEight(bytes.data())) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
    bytes.remove_prefix(8);
  }
  for (const char c : bytes) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return static_cast<std::uint32_t>(hash);
}

void CompareAllPairs(Tree& tree, std::uint32_t object) {
  const std::uint32_t end = tree.at(object).end_index();
  std::optional<Key> keys[kFewKeys];
  std::uint32_t count = 0;
  for (std::uint32_t i = Tree::Inside(object); i != end; i = tree.After(i + 1)) {
    const std::string_view key = keys[count].emplace(tree, i).bytes();
    for (std::uint32_t k = 0; k < count; ++k) {
      if (keys[k]->bytes() == key) {
        tree.duplicate_keys.push_back(i);
        break;
      }
    }
    ++count;
  }
}

// Equal keys become neighbours by sorting: first by hash, then, where hashes are equal, by what
// they are. A hash table would be faster on honest files, and quadratic on hostile ones.
void CompareNeighbours(Tree& tree, std::uint32_t object) {
  const std::uint32_t end = tree.at(object).end_index();
  std::vector<std::uint64_t> hash_and_index;
  hash_and_index.reserve(tree.at(object).size());
  for (std::uint32_t i = Tree::Inside(object); i != end; i = tree.After(i + 1)) {
    hash_and_index.push_back(std::uint64_t{Hash(Key(tree, i).bytes())} << 32 | i);
  }
  std::sort(hash_and_index.begin(), hash_and_index.end());
  const auto index_of = [](std::uint64_t pair) { return static_cast<std::uint32_t>(pair); };
  const auto by_content = [&](std::uint64_t a, std::uint64_t b) {
    const int order = Key(tree, index_of(a)).bytes().compare(Key(tree, index_of(b)).bytes());
    return order != 0 ? order < 0 : a < b;
  };
  const auto end_of_run = [&](auto first) {
    return std::find_if(first, hash_and_index.end(),
                        [&](std::uint64_t pair) { return pair >> 32 != *first >> 32; });
  };
  for (auto first = hash_and_index.begin(); first != hash_and_index.end();) {
    const auto last = end_of_run(first);
    if (last - first > 1) {
      const Key model(tree, index_of(*first));
      const bool all_equal = std::all_of(first + 1, last, [&](std::uint64_t pair) {
        return Key(tree, index_of(pair)).bytes() == model.bytes();
      });
      // Different keys of one hash are rare, unless someone made them so.
      if (!all_equal) std::sort(first, last, by_content);
      for (auto i = first + 1; i != last; ++i) {
        if (all_equal || Key(tree, index_of(i[-1])).bytes() == Key(tree, index_of(*i)).bytes()) {
          tree.duplicate_keys.push_back(index_of(*i));
        }
      }
    }
    first = last;
  }
}

}  // namespace

void FindDuplicateKeys(Tree& tree, std::uint32_t object) {
  if (tree.at(object).size() <= kFewKeys) {
    CompareAllPairs(tree, object);
  } else {
    CompareNeighbours(tree, object);
  }
}

}  // namespace sinew::json
