// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/influence_checks.h"

#include <limits>

#include "model/checks.h"

namespace sinew::model {
namespace {

constexpr std::uint32_t kLastJoint = std::numeric_limits<std::uint32_t>::max();

// One vertex. The list is named by its own index.
std::optional<Failure> CheckInfluencesOf(const Influences& influences, std::uint32_t vertex,
                                         const std::string& above) {
  const std::uint32_t begin = influences.begins[vertex];
  const std::uint32_t end = influences.begins[vertex + 1];
  const auto place = [&above](std::uint32_t entry) { return At(above, "list", entry); };
  float sum = 0.0f;
  for (std::uint32_t i = begin; i < end; ++i) {
    const Influence& influence = influences.list[i];
    if (influence.joint == kLastJoint ||
        (i > begin && influence.joint <= influences.list[i - 1].joint)) {
      return Broken(place(i), "found joint " + std::to_string(influence.joint) + " of vertex " +
                                  std::to_string(vertex) +
                                  ", expected joints that strictly ascend");
    }
    if (!(influence.weight > 0.0f && IsUsable(influence.weight))) {
      return Broken(place(i), "found weight " + TextOf(influence.weight) + " of vertex " +
                                  std::to_string(vertex) + ", expected a positive usable one");
    }
    sum += influence.weight;
  }
  if (begin != end && !(sum >= 0.999f && sum <= 1.001f)) {
    return Broken(place(begin), "found weights of vertex " + std::to_string(vertex) +
                                    " that sum to " + TextOf(sum) + ", expected 1 within 0.001");
  }
  return std::nullopt;
}

}  // namespace

std::optional<Failure> CheckInfluences(const Influences& influences, std::uint32_t vertex_count,
                                       const std::string& place) {
  if (influences.begins.empty()) {
    if (influences.list.empty()) return std::nullopt;
    return Broken(place, "found influences without begins, expected both arrays empty");
  }
  if (influences.begins.size() != std::size_t{vertex_count} + 1) {
    return Broken(place + "/begins",
                  FoundExpected(influences.begins.size(), std::uint64_t{vertex_count} + 1) +
                      " entries, one a vertex and an end");
  }
  if (influences.begins.front() != 0) {
    return Broken(place + "/begins/0", FoundExpected(influences.begins.front(), 0));
  }
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    if (influences.begins[v + 1] < influences.begins[v]) {
      return Broken(At(place, "begins", v + 1),
                    "found " + std::to_string(influences.begins[v + 1]) + " after " +
                        std::to_string(influences.begins[v]) + ", expected no descent");
    }
  }
  if (influences.begins.back() != influences.list.size()) {
    return Broken(
        At(place, "begins", vertex_count),
        FoundExpected(influences.begins.back(), influences.list.size()) + ", the size of the list");
  }
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    if (auto failure = CheckInfluencesOf(influences, v, place)) return failure;
  }
  return std::nullopt;
}

}  // namespace sinew::model
