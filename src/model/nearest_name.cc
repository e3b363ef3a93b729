// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/names.h"

namespace sinew {
namespace {

constexpr std::size_t kMaxLetters = 64;    // Longer names are compared by their beginning.
constexpr std::size_t kMaxNames = 20'000;  // A file may hold a million.

std::string Folded(std::string_view name) {
  std::string folded(name.substr(0, kMaxLetters));
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ' || c == '.') c = '_';
  }
  return folded;
}

// Letters to insert, delete, change or swap with their neighbour to make `b` of `a`.
std::size_t EditCount(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0u : 1u)});
      const bool swapped = i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j];
      if (swapped) row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
    }
    before = last;
    std::swap(last, row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string_view> NearestName(std::string_view wanted,
                                            std::span<const std::string_view> names) {
  const std::string folded = Folded(wanted);
  std::optional<std::string_view> nearest;
  std::size_t fewest = std::min<std::size_t>(3, folded.size() / 3 + 1) + 1;
  for (const std::string_view name : names.first(std::min(names.size(), kMaxNames))) {
    if (name.empty()) continue;
    const std::size_t edits = EditCount(folded, Folded(name));
    if (edits >= fewest || edits >= std::max(folded.size(), std::size_t{1})) continue;
    fewest = edits;
    nearest = name;
  }
  if (!nearest) {  // "attack" for "1H_Melee_Attack_Chop".
    for (const std::string_view name : names.first(std::min(names.size(), kMaxNames))) {
      if (folded.size() < 3 || Folded(name).find(folded) == std::string::npos) continue;
      nearest = name;
      break;
    }
  }
  return nearest;
}

}  // namespace sinew
