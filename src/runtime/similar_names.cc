// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "runtime/similar_names.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace sinew {
namespace {

constexpr std::size_t kMaxLetters = 64;    // Of longer names the beginning is compared.
constexpr std::size_t kMaxNames = 20'000;  // A file may hold a million.
constexpr std::size_t kMaxSuggestions = 3;

// Without case and separators: "Hand.R" is "handr".
std::string Folded(std::string_view name) {
  std::string folded;
  for (const char c : name.substr(0, kMaxLetters)) {
    if (c == '-' || c == '_' || c == ' ' || c == '.' || c == ':') continue;
    folded.push_back(c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c);
  }
  return folded;
}

// Letters to insert, delete or change to make `b` of `a`.
std::size_t EditCount(std::string_view a, std::string_view b) {
  std::array<std::size_t, kMaxLetters + 1> row{};
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({diagonal + 1, row[j] + 1, changed});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string DidYouMean(std::string_view wanted, const SkeletonView& skeleton) {
  const std::string folded = Folded(wanted);
  const std::size_t max_edits = std::min<std::size_t>(3, folded.size() / 3);
  std::vector<std::pair<std::size_t, std::size_t>> similar;  // Edits, index.
  for (std::size_t i = 0; i < std::min<std::size_t>(skeleton.joint_count(), kMaxNames); ++i) {
    const std::string name = Folded(skeleton.name(static_cast<std::uint32_t>(i)));
    if (name.empty() || folded.empty()) continue;
    const std::size_t edits = EditCount(folded, name);
    const bool part = folded.size() >= 3 && name.find(folded) != std::string::npos;
    if (edits <= max_edits || part) similar.emplace_back(edits, i);
  }
  std::sort(similar.begin(), similar.end());
  if (similar.size() > kMaxSuggestions) similar.resize(kMaxSuggestions);
  if (similar.empty()) return {};
  std::string text = " Did you mean ";
  for (std::size_t k = 0; k < similar.size(); ++k) {
    if (k > 0) text += k + 1 == similar.size() ? " or " : ", ";
    text += '"';
    text += skeleton.name(static_cast<std::uint32_t>(similar[k].second));
    text += '"';
  }
  return text + "?";
}

}  // namespace sinew
