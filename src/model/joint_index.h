// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Joints by what people call them, for many questions about one skeleton: the answers of
// JointsNamed, each in the time that reading the question takes, times log n.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "sinew/skeleton.h"

namespace sinew::model {

// Parts of a reference: one more than it has '/'.
std::size_t PartCount(std::string_view reference);

class JointIndex {
 public:
  // A name that holds more '/' than this is found by its whole name only, not in a path.
  static constexpr std::size_t kMaxSlashes = 16;
  // Names that hold a '/' may let a path be read in several ways: "a/b/c" as a joint "b/c" below
  // "a", or "c" below "a/b". More than these are refused.
  static constexpr std::size_t kMaxReadings = 16;

  // References have at most `max_parts` parts. Keeps a reference to the skeleton.
  JointIndex(const Skeleton& skeleton, std::size_t max_parts);
  JointIndex(const JointIndex&) = delete;  // Views into its own texts.
  JointIndex& operator=(const JointIndex&) = delete;

  // As JointsNamed. Nothing where the reference has more than kMaxReadings readings.
  std::optional<std::vector<std::uint32_t>> Find(std::string_view reference) const;

 private:
  using Labels = std::vector<std::uint32_t>;  // Numbers of labels, from a joint upwards.

  void SortByPath(std::size_t max_parts);
  std::optional<std::uint32_t> LabelOf(std::string_view text) const;
  // The ways to read a reference as labels; nothing where they are too many.
  std::optional<std::vector<Labels>> ReadingsOf(std::string_view reference) const;
  // Compares the labels from a joint upwards with these: negative, 0 where they begin so, positive.
  int Compare(std::uint32_t joint, const Labels& labels) const;

  const Skeleton& skeleton_;
  std::vector<std::string> texts_;  // What label_numbers_ refers to.
  std::unordered_map<std::string_view, std::uint32_t> label_numbers_;  // Only looked up.
  std::vector<std::uint32_t> labels_;                                  // Of every joint.
  std::vector<std::vector<std::uint32_t>> joints_of_label_;            // Ascending.
  std::vector<std::uint32_t> by_path_;  // Joints, by their labels upwards; empty for one part.
  std::size_t max_slashes_ = 0;         // Of a name, at most kMaxSlashes.
};

}  // namespace sinew::model
