// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/gltf/judge.h"

#include <algorithm>
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
  Count(kind);
  if (full()) return;
  report_.issues.push_back({kind.code, kind.severity, std::move(pointer), std::move(message)});
}

void Judge::Mended(MendRule rule, std::string_view pointer, std::uint64_t count) {
  auto mend = std::find_if(report_.mends.begin(), report_.mends.end(),
                           [&](const Mend& known) { return known.rule == rule.name(); });
  if (mend == report_.mends.end()) {
    mend = report_.mends.insert(mend, {rule.name(), 0, std::string(pointer), {}});
  }
  mend->count += count;
  if (!mend->places.empty() && mend->places.back().pointer == pointer) {
    mend->places.back().count += count;
  } else if (mend->places.size() < max_issues_) {
    mend->places.push_back({std::string(pointer), count});
  }
}

void Judge::Refuse(FailureCode code, std::string place, std::string message) {
  if (!failure_) failure_ = Failure{code, std::move(place), std::move(message)};
}

}  // namespace sinew::gltf
