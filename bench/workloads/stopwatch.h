// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Measuring: a piece of work is repeated, and the middle of the times counts.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::bench {

struct BenchRow {
  std::string name{};
  std::string unit{};  // "ns/joint" and so on.
  std::string isa{};   // A name of Isa; "spec": the scalar specification; "-": no kernel of ours.
  double ns = 0.0;     // The median of the repetitions, for one unit.
  double best_ns = 0.0;
  // Of rows about a clip: what it takes, and how far it is off, in the skeleton's unit.
  std::optional<std::size_t> size_bytes{};
  std::optional<float> worst_error{};
};

class Stopwatch {
 public:
  // Rows whose name does not contain `filter`, in any case of letters, are passed over. With no
  // repetitions nothing is measured: rows are only named.
  Stopwatch(int repetitions, std::string filter, std::function<void(const BenchRow&)> report);

  bool Wants(const std::string& name) const;
  // Whether a group, whose rows' names begin with one of `own`, may have a row that is wanted: not
  // where the filter begins with what only other groups' rows hold. `all` has the beginnings of
  // all groups, and no row of one group holds the beginning of another's.
  bool MayWant(std::span<const std::string_view> own, std::span<const std::string_view> all) const;

  // `work` does `units` units. `facts` is the row but for its name and times.
  void Measure(const std::string& name, const BenchRow& facts, double units,
               const std::function<void()>& work) const;
  // For work of seconds, of which there is one unit: three times at most, and not once to warm up.
  void MeasureSlow(const std::string& name, const BenchRow& facts,
                   const std::function<void()>& work) const;

 private:
  void Report(const std::string& name, const BenchRow& facts, std::vector<double> ns) const;

  int repetitions_;
  std::string filter_;
  std::function<void(const BenchRow&)> report_;
};

}  // namespace sinew::bench
