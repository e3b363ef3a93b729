// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/judge.h"

#include <utility>

namespace sinew {

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kInformation:
      return "information";
    case Severity::kHint:
      return "hint";
  }
  return "";
}

}  // namespace sinew

namespace sinew::gltf {

void Judge::Add(const IssueKind& kind, std::string pointer, std::string message) {
  ++report_.counts[static_cast<std::size_t>(kind.severity)];
  if (report_.issues.size() >= max_issues_) return;
  report_.issues.push_back({kind.code, kind.severity, std::move(pointer), std::move(message)});
}

void Judge::Mended(std::string_view rule, std::string_view pointer, std::uint64_t count) {
  for (Mend& mend : report_.mends) {
    if (mend.rule == rule) {
      mend.count += count;
      return;
    }
  }
  report_.mends.push_back({rule, count, std::string(pointer)});
}

void Judge::Refuse(FailureCode code, std::string place, std::string message) {
  if (!failure_) failure_ = Failure{code, std::move(place), std::move(message)};
}

}  // namespace sinew::gltf
