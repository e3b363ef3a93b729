// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/joint_index.h"

#include <algorithm>
#include <utility>

namespace sinew::model {
namespace {

std::size_t SlashCount(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '/'));
}

}  // namespace

std::size_t PartCount(std::string_view reference) { return SlashCount(reference) + 1; }

JointIndex::JointIndex(const Skeleton& skeleton, std::size_t max_parts) : skeleton_(skeleton) {
  const std::uint32_t count = skeleton.joint_count();
  texts_.reserve(count);  // Views into it must stay.
  labels_.reserve(count);
  for (std::uint32_t j = 0; j < count; ++j) {
    texts_.push_back(skeleton.Label(j));
    const auto [label, is_new] = label_numbers_.try_emplace(
        texts_.back(), static_cast<std::uint32_t>(joints_of_label_.size()));
    if (is_new) {
      joints_of_label_.emplace_back();
      const std::size_t slashes = SlashCount(texts_.back());
      if (slashes <= kMaxSlashes) max_slashes_ = std::max(max_slashes_, slashes);
    } else {
      texts_.pop_back();
    }
    labels_.push_back(label->second);
    joints_of_label_[label->second].push_back(j);
  }
  if (max_parts > 1) SortByPath(max_parts);
}

// By prefix doubling: joints that are ranked by their first n labels are ranked by 2n of them with
// the help of the joint n above.
void JointIndex::SortByPath(std::size_t max_parts) {
  const std::uint32_t count = skeleton_.joint_count();
  std::vector<std::uint32_t> ranks(count);  // From 1 on; 0 is above the root.
  std::vector<std::int32_t> above(count);
  for (std::uint32_t j = 0; j < count; ++j) {
    ranks[j] = labels_[j] + 1;
    above[j] = skeleton_.parent(j);
  }
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(count);
  std::size_t known = 1;  // Labels that the ranks cover.
  do {
    for (std::uint32_t j = 0; j < count; ++j) {
      const std::uint32_t rest =
          above[j] == kNoParent ? 0 : ranks[static_cast<std::uint32_t>(above[j])];
      keys[j] = {std::uint64_t{ranks[j]} << 32 | rest, j};
    }
    std::sort(keys.begin(), keys.end());
    std::uint32_t rank = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (i == 0 || keys[i].first != keys[i - 1].first) ++rank;
      ranks[keys[i].second] = rank;
    }
    if (rank == count) break;
    std::vector<std::int32_t> higher(count, kNoParent);
    for (std::uint32_t j = 0; j < count; ++j) {
      if (above[j] != kNoParent) higher[j] = above[static_cast<std::uint32_t>(above[j])];
    }
    above = std::move(higher);
    known *= 2;
  } while (known < max_parts && known < count);
  by_path_.reserve(count);
  for (const auto& [key, joint] : keys) by_path_.push_back(joint);
}

std::optional<std::uint32_t> JointIndex::LabelOf(std::string_view text) const {
  const auto found = label_numbers_.find(text);
  if (found == label_numbers_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::vector<JointIndex::Labels>> JointIndex::ReadingsOf(
    std::string_view reference) const {
  std::vector<std::size_t> begins{0};  // Of parts; one more begins behind the end.
  for (std::size_t i = 0; i < reference.size(); ++i) {
    if (reference[i] == '/') begins.push_back(i + 1);
  }
  const std::size_t part_count = begins.size();
  begins.push_back(reference.size() + 1);
  const auto label_of = [&](std::size_t first, std::size_t end) {
    return LabelOf(reference.substr(begins[first], begins[end] - 1 - begins[first]));
  };
  // Calls take(label, first) for each label that the parts before `end` may end in.
  const auto for_each_last = [&](std::size_t end, const auto& take) {
    for (std::size_t size = 1; size <= std::min(max_slashes_ + 1, end); ++size) {
      if (const auto label = label_of(end - size, end)) take(*label, end - size);
    }
  };
  std::vector<bool> readable(part_count + 1, false);  // The parts before this one are labels.
  readable[0] = true;
  for (std::size_t end = 1; end <= part_count; ++end) {
    for_each_last(end, [&](std::uint32_t, std::size_t first) {
      if (readable[first]) readable[end] = true;
    });
  }
  struct Begun {
    Labels labels;
    std::size_t left = 0;  // Parts that are not read yet.
  };
  std::vector<Labels> readings;
  std::vector<Begun> begun;
  if (readable[part_count]) begun.push_back({{}, part_count});
  while (!begun.empty()) {
    Begun one = std::move(begun.back());
    begun.pop_back();
    while (one.left > 0) {
      std::optional<std::pair<std::uint32_t, std::size_t>> next;
      for_each_last(one.left, [&](std::uint32_t label, std::size_t first) {
        if (!readable[first]) return;
        if (!next) {
          next = {label, first};
          return;
        }
        Begun& other = begun.emplace_back(one);
        other.labels.push_back(label);
        other.left = first;
      });
      if (begun.size() + readings.size() >= kMaxReadings) return std::nullopt;
      one.labels.push_back(next->first);
      one.left = next->second;
    }
    readings.push_back(std::move(one.labels));
  }
  return readings;
}

int JointIndex::Compare(std::uint32_t joint, const Labels& labels) const {
  auto at = static_cast<std::int32_t>(joint);
  for (const std::uint32_t label : labels) {
    if (at == kNoParent) return -1;
    const std::uint32_t its = labels_[static_cast<std::uint32_t>(at)];
    if (its != label) return its < label ? -1 : 1;
    at = skeleton_.parent(static_cast<std::uint32_t>(at));
  }
  return 0;
}

std::optional<std::vector<std::uint32_t>> JointIndex::Find(std::string_view reference) const {
  if (const auto label = LabelOf(reference)) return joints_of_label_[*label];
  std::vector<std::uint32_t> joints;
  if (by_path_.empty() || reference.find('/') == std::string_view::npos) return joints;
  const auto readings = ReadingsOf(reference);
  if (!readings) return std::nullopt;
  for (const Labels& labels : *readings) {
    const auto begin = std::partition_point(
        by_path_.begin(), by_path_.end(), [&](std::uint32_t j) { return Compare(j, labels) < 0; });
    const auto end = std::partition_point(begin, by_path_.end(),
                                          [&](std::uint32_t j) { return Compare(j, labels) == 0; });
    joints.insert(joints.end(), begin, end);
  }
  std::sort(joints.begin(), joints.end());
  return joints;
}

}  // namespace sinew::model
