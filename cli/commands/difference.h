// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew diff` finds: the first place where two things differ, and how far they part in all.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "load_asset.h"
#include "load_file.h"
#include "sinew/json.h"

namespace sinew::cli {

struct Difference {
  // "local", "palette", "vertices", "normals"...; "shape" where they cannot be compared.
  std::string stage{};
  std::string clip{};  // Number, or empty.
  std::optional<std::uint64_t> frame{};
  std::optional<double> time_s{};
  std::optional<std::uint32_t> node{};  // File node.
  std::string name{};                   // Of the node, or empty.
  std::string what{};                   // "T.y", "vertex 12", "A has 3 clips, B has 2".
  std::optional<double> by{};           // Absolute; nothing where only hashes are known.
};

struct Comparison {
  std::string kind{};                         // "traces", "poses", "mixes" or "models".
  std::optional<Difference> first{};          // Nothing: the same.
  std::map<std::string, Difference> worst{};  // The largest of each stage that has a size.
  std::uint64_t compared = 0;                 // Values, lines or things that were looked at.

  void Found(const Difference& difference) {
    if (!first) first = difference;
    if (!difference.by) return;
    const auto [known, is_new] = worst.try_emplace(difference.stage, difference);
    if (!is_new && *difference.by > *known->second.by) known->second = difference;
  }
};

// q and -q are one rotation, but not the same bits: -1 where `b` is on the other side of `a`.
double SignBetween(std::span<const double> a, std::span<const double> b);

// One side of a comparison of text.
struct DiffInput {
  std::string file{};
  std::string_view text{};
};

// All throw CommandError (kCannotRead) where a side is not what it should be.
// The text's document, which borrows it.
JsonDocument ParsedJson(const DiffInput& input);
// A member's elements, none of which is a number; nothing where the member is missing or null.
// `what` is the sentence for others: "is not a pose of `sinew pose --json`".
std::vector<JsonValue> ListOf(const JsonValue& in, std::string_view key, const DiffInput& input,
                              std::string_view what);
// Whether its first line ends as a line of a trace does.
bool LooksLikeATrace(std::string_view text);
Comparison CompareTraces(const DiffInput& a, const DiffInput& b);
Comparison ComparePoses(const DiffInput& a, const DiffInput& b, double tolerance);
Comparison CompareMixes(const DiffInput& a, const DiffInput& b, double tolerance);
Comparison CompareModels(const LoadedAsset& a, const LoadedAsset& b, double tolerance);

// True where the first of its frames says which actions play.
bool LooksLikeAMix(std::string_view json);

}  // namespace sinew::cli
