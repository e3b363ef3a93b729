// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Where a reader is in a document: a linked list on the stack, one link a level, that becomes a
// JSON pointer (RFC 6901) only when there is something to report.
//
//   const Path root;                            // ""
//   const Path skins = root.At("skins");        // "/skins"
//   const Path joint = skins.At(0);             // "/skins/0"
//
//   Memory   a link borrows its parent and its key: both must outlive it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace sinew::json {

struct Path {
  const Path* parent = nullptr;  // Null: this is the root, and key and index say nothing.
  std::string_view key = {};     // Unescaped. Read where index is negative.
  std::int64_t index = -1;

  Path At(std::string_view member) const { return {this, member, -1}; }
  Path At(std::int64_t element) const { return {this, {}, element}; }
  std::string Pointer() const;
};

}  // namespace sinew::json
