// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "stopwatch.h"

#include <algorithm>
#include <chrono>

namespace sinew::cli {
namespace {

std::string LowerCase(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

}  // namespace

Stopwatch::Stopwatch(int repetitions, std::string filter,
                     std::function<void(const BenchRow&)> report)
    : repetitions_(repetitions),
      filter_(LowerCase(std::move(filter))),
      report_(std::move(report)) {}

bool Stopwatch::Wants(const std::string& name) const {
  return LowerCase(name).find(filter_) != std::string::npos;
}

bool Stopwatch::MayWant(std::span<const std::string_view> own,
                        std::span<const std::string_view> all) const {
  const auto begins_so = [&](std::string_view head) { return filter_.starts_with(head); };
  return std::any_of(own.begin(), own.end(), begins_so) ||
         std::none_of(all.begin(), all.end(), begins_so);
}

void Stopwatch::Measure(const std::string& name, const BenchRow& facts, double units,
                        const std::function<void()>& work) const {
  if (!Wants(name)) return;
  if (repetitions_ == 0) {
    BenchRow row = facts;
    row.name = name;
    return report_(row);
  }
  using Clock = std::chrono::steady_clock;
  work();  // Warm: caches, pages, branch predictors.
  std::vector<double> ns;
  for (int i = 0; i < repetitions_; ++i) {
    const Clock::time_point begin = Clock::now();
    work();
    ns.push_back(std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / units);
  }
  std::sort(ns.begin(), ns.end());
  BenchRow row = facts;
  row.name = name;
  row.ns = ns[ns.size() / 2];
  row.best_ns = ns.front();
  report_(row);
}

}  // namespace sinew::cli
