// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The judge collects what is wrong with a file: issues by Khronos code, mends by rule, and the one
// failure that makes the file impossible to load. Stages hold a reference to it and carry on.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/gltf/mend_rules.h"
#include "sinew/report.h"
#include "sinew/result.h"

namespace sinew::gltf {

// An issue code with its Khronos severity; the table of all of them is issues.h.
struct IssueKind {
  std::string_view code;
  Severity severity;
};

class Judge {
 public:
  explicit Judge(std::uint32_t max_issues) : max_issues_(max_issues) {}

  // Records an issue. Build `pointer` and `message` only when something is wrong.
  void Add(const IssueKind& kind, std::string pointer, std::string message);

  // The same for loops over data, where a hostile file is wrong millions of times: the two
  // functions are called only while the report still takes issues.
  template <std::invocable Pointer, std::invocable Message>
  void Add(const IssueKind& kind, const Pointer& pointer, const Message& message) {
    if (full()) {
      Count(kind);
    } else {
      Add(kind, pointer(), message());
    }
  }

  // True where further issues are only counted: their text would be thrown away.
  bool full() const { return report_.issues.size() >= max_issues_; }

  // Records that `rule` put something right `count` times.
  void Mended(MendRule rule, std::string_view pointer, std::uint64_t count = 1);

  // The file cannot be loaded. The first one stays; validation goes on where it still can.
  void Refuse(FailureCode code, std::string place, std::string message);

  bool refused() const { return failure_.has_value(); }
  const std::optional<Failure>& failure() const { return failure_; }
  const Report& report() const { return report_; }
  Report TakeReport() { return std::move(report_); }

 private:
  void Count(const IssueKind& kind) { ++report_.counts[static_cast<std::size_t>(kind.severity)]; }

  std::uint32_t max_issues_;
  Report report_;
  std::optional<Failure> failure_;
};

}  // namespace sinew::gltf
