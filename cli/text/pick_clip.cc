// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/pick_clip.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sinew/posed_scene.h"
#include "text/describe_clip.h"
#include "text/diagnostics.h"
#include "text/exit_code.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

constexpr std::size_t kShownClips = 8;

std::string ClipList(std::span<const ClipView> clips) {
  if (clips.empty()) return "the file has no clips";
  std::string list = "the file has";
  for (std::size_t c = 0; c < std::min(clips.size(), kShownClips); ++c) {
    const ClipView& clip = clips[c];
    list += c > 0 ? ", " : " ";
    list += IsUnnamed(clip.name()) ? ClipLabel(clip.name(), c)
                                   : fmt::format("{} \"{}\"", c, Shortened(clip.name(), 40));
  }
  if (clips.size() > kShownClips) {
    list += fmt::format(" and {} more (sinew inspect --all)", clips.size() - kShownClips);
  }
  return list;
}

std::optional<std::uint32_t> ClipNumber(std::string_view text, std::size_t clip_count) {
  if (text.starts_with('#')) text.remove_prefix(1);
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return index < clip_count ? std::optional(index) : std::nullopt;
}

}  // namespace

std::uint32_t PickClip(std::span<const ClipView> clips, std::string_view wanted) {
  const auto named = [&](const ClipView& clip) { return clip.name() == wanted; };
  const auto found = std::find_if(clips.begin(), clips.end(), named);
  if (wanted.empty() || found == clips.end()) {
    if (const auto index = ClipNumber(wanted, clips.size())) return *index;
    std::vector<std::string_view> names;
    for (const ClipView& clip : clips) names.push_back(clip.name());
    const std::string near = DidYouMean(wanted, names);
    const std::string list = near.empty() || names.size() <= kShownClips
                                 ? ClipList(clips)
                                 : fmt::format("`sinew inspect --all` lists all {}", names.size());
    throw CommandError(ExitCode::kUsage,
                       fmt::format("no clip \"{}\"{}; {}", Shortened(wanted, 60), near, list));
  }
  const auto number = static_cast<std::uint32_t>(found - clips.begin());
  const auto same = std::count_if(clips.begin(), clips.end(), named);
  if (same > 1) {
    Say(fmt::format("note: {} clips are named \"{}\"; taking number {}", same,
                    Shortened(wanted, 60), number));
  }
  return number;
}

std::string ClipLabel(std::span<const ClipView> clips, std::size_t index) {
  return ClipLabel(clips[index].name(), index);
}

std::string ClipLabel(const Model& model, std::size_t index) {
  return ClipLabel(model.clips()[index].name(), index);
}

std::optional<double> ParseNumber(std::string_view text) {
  double number = 0.0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last || !std::isfinite(number)) return std::nullopt;
  return number;
}

std::vector<double> ParseTimes(std::string_view text) {
  std::vector<double> times;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const std::optional<double> time = ParseNumber(part);
    if (!time) {
      throw CommandError(ExitCode::kUsage,
                         fmt::format("\"{}\" is not a time in seconds", Shortened(part, 60)));
    }
    times.push_back(*time);
    begin = end + 1;
  }
  return times;
}

void NoteClampedTimes(std::span<const double> times_s, const ClipView& clip) {
  constexpr double kFrame_s = 1.0 / 60.0;
  const double end_s = static_cast<double>(clip.duration_s());
  const auto is_outside = [&](double t) { return t < -kFrame_s || t > end_s + kFrame_s; };
  const auto first = std::find_if(times_s.begin(), times_s.end(), is_outside);
  if (first == times_s.end()) return;
  const auto more = std::count_if(first + 1, times_s.end(), is_outside);
  Say(fmt::format(
      "note: {:.4g} s{} outside the clip, which lasts {:.4g} s: clamped to its ends", *first,
      more == 0
          ? " is"
          : fmt::format(" and {} more are", Counted(static_cast<std::uint64_t>(more), "time")),
      end_s));
}

void Require(Error error) {
  if (error == Error::kNone) return;
  throw CommandError(ExitCode::kCannotRead, CannotPose(error).message);
}

void RequireWork(const std::string& file, const Model& model, double frames, bool with_vertices,
                 const Limits& limits) {
  const std::optional<Failure> failure = CheckWork(model, frames, with_vertices, limits.max_work);
  if (failure) throw CommandError(file, *failure);
}

}  // namespace sinew::cli
