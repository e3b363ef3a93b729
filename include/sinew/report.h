// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a reader found in a file: issues by the Khronos validator's names and severities, what was
// mended and how often. Whether the file loads is a separate question (docs/gltf-rules.md).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

enum class Severity : std::uint8_t { kError, kWarning, kInformation, kHint };

std::string_view SeverityName(Severity severity);  // "error", "warning", "information", "hint".

struct Issue {
  std::string_view code;  // "ACCESSOR_TOO_LONG": a Khronos name, from a constant table.
  Severity severity = Severity::kError;
  std::string pointer;  // JSON pointer, or "" for the file itself.
  std::string message;
};

// Something wrong that was put right by a written rule, and how often.
struct Mend {
  struct Place {
    std::string pointer;  // Of the object that was mended: "/meshes/0/primitives/1".
    std::uint64_t count = 0;
  };
  std::string_view rule;  // "weights-renormalised": a name of the table in docs/gltf-rules.md.
  std::uint64_t count = 0;
  std::string first;            // JSON pointer of the first place.
  std::vector<Place> places{};  // In the order found; at most GltfOptions::max_issues a rule.
};

struct Report {
  std::vector<Issue> issues;              // In the order found; at most GltfOptions::max_issues.
  std::array<std::uint64_t, 4> counts{};  // By severity, whether kept or not.
  std::vector<Mend> mends;                // In the order first used.

  std::uint64_t errors() const { return counts[0]; }
  std::uint64_t warnings() const { return counts[1]; }
};

// How many influences and vertices of each mesh the reader repaired.
std::vector<std::uint64_t> RepairedWeights(const Report& report, std::size_t mesh_count);

}  // namespace sinew
