// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A progress bar on stderr for work that takes longer than half a second; nothing in a pipe, and
// nothing on a terminal that cannot redraw a line (TERM=dumb).
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace sinew::cli {

class Progress {
 public:
  Progress(std::string label, std::uint64_t total,
           std::chrono::milliseconds quiet = std::chrono::milliseconds(500));
  ~Progress() { Wipe(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Step();
  // Steps until this share of the total is done.
  void StepTo(float share);
  // Takes the bar off its line: before anything else is printed.
  void Wipe();

 private:
  std::string label_;
  std::uint64_t total_;
  std::uint64_t done_ = 0;
  std::size_t bar_columns_;  // 0: no bar.
  bool drawn_ = false;
  std::chrono::steady_clock::time_point next_;
};

}  // namespace sinew::cli
