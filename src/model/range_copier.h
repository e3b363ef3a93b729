// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Copies ranges of floats into a new array; ranges that were shared stay shared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace sinew::model {

class RangeCopier {
 public:
  explicit RangeCopier(std::span<const float> source) : source_(source) {}

  // Where the copy of [first, first + count) begins. `change` edits a fresh copy in place; ranges
  // are shared only between equal `kind`s, which must mean equal changes.
  template <typename Change>
  std::uint32_t Copy(std::uint32_t first, std::size_t count, int kind, const Change& change) {
    const auto [known, is_new] = copied_.try_emplace({first, count, kind}, 0u);
    if (is_new) {
      known->second = static_cast<std::uint32_t>(copy_.size());
      const std::span<const float> range = source_.subspan(first, count);
      copy_.insert(copy_.end(), range.begin(), range.end());
      change(std::span<float>(copy_).last(count));
    }
    return known->second;
  }

  std::uint32_t Copy(std::uint32_t first, std::size_t count) {
    return Copy(first, count, 0, [](std::span<float>) {});
  }

  // Where values that are no range of the source begin.
  std::uint32_t Append(std::span<const float> values) {
    const auto first = static_cast<std::uint32_t>(copy_.size());
    copy_.insert(copy_.end(), values.begin(), values.end());
    return first;
  }

  std::vector<float> Take() && { return std::move(copy_); }

 private:
  std::span<const float> source_;
  std::vector<float> copy_;
  std::map<std::tuple<std::uint32_t, std::size_t, int>, std::uint32_t> copied_;
};

}  // namespace sinew::model
