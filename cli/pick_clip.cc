// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pick_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "exit_code.h"
#include "printable.h"

namespace sinew::cli {
namespace {

std::string ClipList(const Model& model) {
  if (model.clips().empty()) return "the file has no clips";
  constexpr std::size_t kShown = 40;
  std::string list = "the file has";
  for (std::size_t c = 0; c < std::min(model.clips().size(), kShown); ++c) {
    list +=
        fmt::format("{} {} \"{}\"", c > 0 ? "," : "", c, Shortened(model.clips()[c].name(), 40));
  }
  if (model.clips().size() > kShown)
    list += fmt::format(" and {} more", model.clips().size() - kShown);
  return list;
}

}  // namespace

std::uint32_t PickClip(const Model& model, std::string_view wanted) {
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), index);
  const bool is_number = error == std::errc() && end == wanted.data() + wanted.size();
  if (is_number && index < model.clips().size()) return index;

  const auto found = model.FindClip(wanted);
  if (!found) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("no clip \"{}\"; {}", Shortened(wanted, 60), ClipList(model)));
  }
  const auto same = std::count_if(model.clips().begin(), model.clips().end(),
                                  [&](const Clip& clip) { return clip.name() == wanted; });
  if (same > 1) {
    fmt::print(stderr, "sinew: note: {} clips are named \"{}\"; taking number {}\n", same,
               Printable(wanted), *found);
  }
  return *found;
}

std::vector<double> ParseTimes(std::string_view text) {
  std::vector<double> times;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const char* const first = text.data() + begin;
    const char* const last = text.data() + end;
    double time = 0.0;
    const auto [stop, error] = std::from_chars(first, last, time);
    if (error != std::errc() || stop != last || !std::isfinite(time)) {
      throw CommandError(ExitCode::kUsage,
                         fmt::format("\"{}\" is not a time in seconds",
                                     Shortened(text.substr(begin, end - begin), 60)));
    }
    times.push_back(time);
    begin = end + 1;
  }
  return times;
}

void Require(Error error) {
  if (error == Error::kNone) return;
  throw CommandError(ExitCode::kCannotRead,
                     fmt::format("the model cannot be posed: {}", ErrorName(error)));
}

void RequireWalkable(const Model& model) {
  for (std::size_t c = 0; c < model.clips().size(); ++c) {
    if (model.clips()[c].duration_s() <= kLongestWalk_s) continue;
    throw CommandError(ExitCode::kCannotRead,
                       fmt::format("clip {} \"{}\" lasts {} s; at most {} s are walked frame by "
                                   "frame",
                                   c, Shortened(model.clips()[c].name(), 40),
                                   model.clips()[c].duration_s(), kLongestWalk_s));
  }
}

}  // namespace sinew::cli
