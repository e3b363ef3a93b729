// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace sinew::cli {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto kQuiet = std::chrono::milliseconds(500);
constexpr auto kRedraw = std::chrono::milliseconds(100);
constexpr std::uint64_t kBarColumns = 30;

}  // namespace

Progress::Progress(std::string label, std::uint64_t total)
    : label_(std::move(label)),
      total_(std::max<std::uint64_t>(total, 1)),
      terminal_(isatty(STDERR_FILENO) == 1),
      next_(Clock::now() + kQuiet) {}

void Progress::Wipe() {
  if (drawn_) fmt::print(stderr, "\r\x1b[K");
  drawn_ = false;
}

void Progress::Step() {
  ++done_;
  if (!terminal_ || Clock::now() < next_) return;
  next_ = Clock::now() + kRedraw;
  drawn_ = true;
  const double part = std::min(1.0, static_cast<double>(done_) / static_cast<double>(total_));
  const auto filled = static_cast<std::size_t>(part * static_cast<double>(kBarColumns));
  fmt::print(stderr, "\r{} [{}{}] {:3.0f}%\x1b[K", label_, std::string(filled, '#'),
             std::string(kBarColumns - filled, '.'), part * 100.0);
  std::fflush(stderr);
}

void Progress::StepTo(float share) {
  const double wanted = std::clamp(static_cast<double>(share), 0.0, 1.0);
  while (static_cast<double>(done_) < wanted * static_cast<double>(total_)) Step();
}

}  // namespace sinew::cli
