// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/json/json.h"

#include "io/json/unescape.h"
#include "sinew/assertion.h"

namespace sinew::json {
namespace {

// Without the quotes.
std::string_view Written(const Tree& tree, const Node& string) {
  return {tree.text + string.offset() + 1, string.text_bytes() - 2};
}

bool StringIs(const Tree& tree, const Node& string, std::string_view text) {
  const std::string_view written = Written(tree, string);
  if (string.kind() != Kind::kEscapedString) return written == text;
  return UnescapesTo(written, text);
}

}  // namespace

std::string Value::string() const {
  SINEW_ASSERT(is_string());
  const std::string_view written = Written(*tree_, node());
  if (node().kind() != Kind::kEscapedString) return std::string(written);
  return Unescape(written);
}

bool Value::string_is(std::string_view text) const {
  SINEW_ASSERT(is_string());
  return StringIs(*tree_, node(), text);
}

std::optional<Value> Value::Find(std::string_view key) const {
  SINEW_ASSERT(is_object());
  const bool first_is_last = tree_->duplicate_keys.empty();
  const std::uint32_t end = node().end_index();
  std::optional<Value> found;
  for (std::uint32_t i = Tree::Inside(index_); i != end; i = tree_->After(i + 1)) {
    if (!StringIs(*tree_, tree_->at(i), key)) continue;
    found = Value(tree_, i + 1);
    if (first_is_last) break;
  }
  return found;
}

std::vector<Duplicate> Document::duplicates() const {
  std::vector<Duplicate> all;
  all.reserve(tree_->duplicate_keys.size());
  for (const std::uint32_t index : tree_->duplicate_keys) {
    const Value key(tree_.get(), index);
    all.push_back({key.offset(), key});
  }
  return all;
}

std::string Document::PointerTo(Value value) const {
  SINEW_ASSERT(value.tree_ == tree_.get() && value.index_ < tree_->word_count);
  const std::uint32_t target = value.index_;
  std::string pointer;
  std::uint32_t container = 0;
  while (container != target) {
    const bool object = tree_->at(container).kind() == Kind::kObject;
    std::uint32_t child = Tree::Inside(container);
    for (std::uint64_t position = 0;; ++position) {
      const std::uint32_t after = tree_->After(child + (object ? 1 : 0));
      if (target < after) {
        if (object) {
          AppendToJsonPointer(pointer, Value(tree_.get(), child).string());
        } else {
          AppendToJsonPointer(pointer, position);
        }
        break;
      }
      child = after;
    }
    if (child == target) break;  // An element, or a key.
    container = object ? child + 1 : child;
  }
  return pointer;
}

}  // namespace sinew::json
