// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "workloads/stopwatch.h"

#include <algorithm>
#include <chrono>

namespace sinew::bench {
namespace {

std::string LowerCase(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

double NsOf(const std::function<void()>& work) {
  using SteadyClock = std::chrono::steady_clock;
  const SteadyClock::time_point begin = SteadyClock::now();
  work();
  return std::chrono::duration<double, std::nano>(SteadyClock::now() - begin).count();
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
  if (repetitions_ > 0) work();  // Warm: caches, pages, branch predictors.
  std::vector<double> ns;
  for (int i = 0; i < repetitions_; ++i) ns.push_back(NsOf(work) / units);
  Report(name, facts, std::move(ns));
}

void Stopwatch::MeasureSlow(const std::string& name, const BenchRow& facts,
                            const std::function<void()>& work) const {
  if (!Wants(name)) return;
  std::vector<double> ns;
  for (int i = 0; i < std::min(repetitions_, 3); ++i) ns.push_back(NsOf(work));
  Report(name, facts, std::move(ns));
}

void Stopwatch::Report(const std::string& name, const BenchRow& facts,
                       std::vector<double> ns) const {
  BenchRow row = facts;
  row.name = name;
  if (!ns.empty()) {
    std::sort(ns.begin(), ns.end());
    row.ns = ns[ns.size() / 2];
    row.best_ns = ns.front();
  }
  report_(row);
}

}  // namespace sinew::bench
