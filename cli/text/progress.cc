// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "text/terminal.h"

namespace sinew::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kRedraw = std::chrono::milliseconds(100);

// What the terminal leaves beside the label, brackets and percentage.
std::size_t BarColumns(const std::string& label) {
  if (!TakesEscapes(STDERR_FILENO)) return 0;
  const std::size_t columns = ColumnsOf(STDERR_FILENO), taken = label.size() + 9;
  return std::min<std::size_t>(30, columns - std::min(columns, taken));
}

}  // namespace

Progress::Progress(std::string label, std::uint64_t total, std::chrono::milliseconds quiet)
    : label_(std::move(label)),
      total_(std::max<std::uint64_t>(total, 1)),
      bar_columns_(BarColumns(label_)),
      next_(Clock::now() + quiet) {}

void Progress::Wipe() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

void Progress::Step() {
  ++done_;
  if (bar_columns_ == 0 || Clock::now() < next_) return;
  next_ = Clock::now() + kRedraw;
  drawn_ = true;
  const double part = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(bar_columns_));
  fmt::print(stderr, "\r{} [{}{}] {:3.0f}%\x1b[K", label_, std::string(filled, '#'),
             std::string(bar_columns_ - filled, '.'), part * 100.0);
  std::fflush(stderr);
}

void Progress::StepTo(float share) {
  const double wanted = std::clamp(static_cast<double>(share), 0.0, 1.0);
  while (static_cast<double>(done_) < wanted * static_cast<double>(total_)) Step();
}

}  // namespace sinew::cli
