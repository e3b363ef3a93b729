// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "mix_script.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "text/exit_code.h"
#include "text/pick_clip.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

constexpr double kMostSeconds = 1e9;  // Longer than anybody waits, and far within Ticks.
constexpr double kMostRate_Hz = 1e5;

[[noreturn]] void Refuse(std::string_view option, std::string_view text, std::string_view why) {
  throw CommandError(ExitCode::kUsage,
                     fmt::format("{} \"{}\" {}", option, Shortened(text, 60), why));
}

double SecondsOf(std::string_view text, std::string_view option, std::string_view whole) {
  const std::optional<double> seconds = ParseNumber(text);
  if (!seconds || *seconds < 0.0 || *seconds > kMostSeconds) {
    const std::string which = text == whole ? "" : fmt::format(", not \"{}\"", Shortened(text, 30));
    Refuse(option, whole, fmt::format("wants seconds from 0 to {}{}", kMostSeconds, which));
  }
  return *seconds;
}

// The name is what stands between the first colon and the last: it may hold some itself.
MixFade FadeOf(std::string_view text, std::span<const ClipView> clips) {
  const std::size_t first = text.find(':'), last = text.rfind(':');
  if (first == last) Refuse("--fade", text, "is not T:NAME:SECONDS, such as 0.5:Walk:0.3");
  MixFade fade;
  fade.at = TicksFromSeconds(SecondsOf(text.substr(0, first), "--fade", text)).value();
  fade.seconds = SecondsOf(text.substr(last + 1), "--fade", text);
  fade.clip = PickClip(clips, text.substr(first + 1, last - first - 1));
  return fade;
}

double RateOf(const std::string& text) {
  const std::optional<double> rate_hz = ParseNumber(text);
  if (!rate_hz || !(*rate_hz > 0.0) || *rate_hz > kMostRate_Hz) {
    Refuse("--fps", text, fmt::format("is no rate above 0 and up to {} Hz", kMostRate_Hz));
  }
  return *rate_hz;
}

}  // namespace

void AddMixOptions(Command& command, MixOptions& options) {
  command.AddOption("--play", options.play, "The clip that plays first, by name or number")
      .Required()
      .TypeName("N|NAME");
  const Option fade =
      command
          .AddOption("--fade", options.fades,
                     "At T seconds fade to a clip within SECONDS; as often as wanted")
          .OneTextEach()
          .TypeName("T:NAME:SECONDS");
  command
      .AddOption("--seconds", options.seconds,
                 "How long; without it: the clip once, and until the last fade is over")
      .TypeName("S");
  command.AddOption("--fps", options.rate_hz, "Frames a second; without it: 60").TypeName("F");
  const Option smooth =
      command.AddFlag("--smooth", options.smooth, "Fades that start and end gently").Needs(fade);
  command
      .AddFlag("--inertial", options.inertial,
               "Switch at once, and let the difference die out within SECONDS")
      .Needs(fade)
      .Excludes(smooth);
  command
      .AddOption("--rotations", options.rotations,
                 "How rotations blend: even (the default, as slerp) or sum (normalised)")
      .OneOf({"even", "sum"})
      .TypeName("WAY");
}

Ticks MixScript::FrameTicks(std::uint64_t frame) const {
  return TicksFromSeconds(static_cast<double>(frame) / rate_hz).value_or(kMostTicks);
}

MixScript ReadMixScript(const MixOptions& options, std::span<const ClipView> clips) {
  MixScript script;
  if (options.rate_hz) script.rate_hz = RateOf(*options.rate_hz);
  script.easing = options.smooth ? Easing::kSmooth : Easing::kLinear;
  script.inertial = options.inertial;
  if (options.rotations == "sum") script.rotations = RotationAverage::kSum;
  script.play = PickClip(clips, options.play);
  double seconds = static_cast<double>(clips[script.play].duration_s());
  for (const std::string& text : options.fades) {
    script.fades.push_back(FadeOf(text, clips));
    seconds =
        std::max(seconds, SecondsFromTicks(script.fades.back().at) + script.fades.back().seconds);
  }
  if (options.seconds) seconds = SecondsOf(*options.seconds, "--seconds", *options.seconds);
  // The frames up to the end, found by the moments that define them.
  const Ticks end = TicksFromSeconds(std::min(seconds, kMostSeconds)).value();
  auto last = static_cast<std::uint64_t>(SecondsFromTicks(end) * script.rate_hz + 1.0);
  while (last > 0 && script.FrameTicks(last) > end) --last;
  script.frame_count = last + 1;
  for (std::size_t f = 0; f < script.fades.size(); ++f) {
    if (script.fades[f].at <= script.FrameTicks(last)) continue;
    Refuse("--fade", options.fades[f],
           fmt::format("begins after the last frame, at {} s",
                       SecondsFromTicks(script.FrameTicks(last))));
  }
  // By time; of several at one moment in the order given.
  const auto earlier = [](const MixFade& a, const MixFade& b) { return a.at < b.at; };
  for (auto fade = script.fades.begin(); fade != script.fades.end(); ++fade) {
    std::rotate(std::upper_bound(script.fades.begin(), fade, *fade, earlier), fade, fade + 1);
  }
  return script;
}

}  // namespace sinew::cli
