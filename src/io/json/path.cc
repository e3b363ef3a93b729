// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/json/path.h"

#include <cstddef>
#include <vector>

#include "sinew/json.h"

namespace sinew {

void AppendToJsonPointer(std::string& pointer, std::string_view key) {
  pointer += '/';
  for (const char c : key) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
}

void AppendToJsonPointer(std::string& pointer, std::uint64_t index) {
  pointer += '/';
  pointer += std::to_string(index);
}

namespace json {

std::string Path::Pointer() const {
  std::vector<const Path*> links;  // From here up.
  for (const Path* link = this; link->parent != nullptr; link = link->parent) links.push_back(link);
  std::string pointer;
  for (std::size_t i = links.size(); i-- > 0;) {
    if (links[i]->index >= 0) {
      AppendToJsonPointer(pointer, static_cast<std::uint64_t>(links[i]->index));
    } else {
      AppendToJsonPointer(pointer, links[i]->key);
    }
  }
  return pointer;
}

}  // namespace json
}  // namespace sinew
