// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/mix_script.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "export/message.h"
#include "sinew/names.h"

namespace sinew {
namespace {

constexpr std::size_t kMaxNumberDigits = 15;  // Each such number and its power of ten is exact.

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// "12", "-0.5", "1.5e-3". Nothing where it is none, or beyond all that scripts take.
std::optional<double> DecimalNumber(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  std::uint64_t digits = 0;
  std::size_t digit_count = 0, taken = 0;
  int power = 0;  // Of ten.
  bool after_point = false;
  while (!text.empty() && (IsDigit(text[0]) || (text[0] == '.' && !after_point))) {
    if (text[0] == '.') {
      after_point = true;
    } else {
      ++digit_count;
      if (taken < kMaxNumberDigits) {
        digits = digits * 10 + static_cast<std::uint64_t>(text[0] - '0');
        if (digits > 0) ++taken;
        if (after_point) --power;
      } else if (!after_point) {
        ++power;
      }
    }
    text.remove_prefix(1);
  }
  if (digit_count == 0) return std::nullopt;
  if (!text.empty()) {
    if (text[0] != 'e' && text[0] != 'E') return std::nullopt;
    text.remove_prefix(1);
    if (text.starts_with('+')) text.remove_prefix(1);
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), exponent);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    power += std::clamp(exponent, -1000, 1000);
  }
  constexpr std::array<double, 23> kPowers{1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                           1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                           1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  double number = static_cast<double>(digits);
  if (digits == 0) power = 0;
  if (power > 22) return std::nullopt;
  if (power < -22) number = 0.0;
  if (power >= 0) number *= kPowers[static_cast<std::size_t>(power)];
  if (power < 0 && power >= -22) number /= kPowers[static_cast<std::size_t>(-power)];
  return negative ? -number : number;
}

// In quotes; what is long is cut.
std::string Quoted(std::string_view text) {
  constexpr std::size_t kMaxBytes = 60;
  if (text.size() <= kMaxBytes) return Message("\"", text, "\"");
  std::size_t end = kMaxBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0u) == 0x80u) --end;
  return Message("\"", text.substr(0, end), "...\"");
}

Failure NotOfItsForm(std::string place, std::string_view text, std::string_view why) {
  return {FailureCode::kSyntax, std::move(place), Message(Quoted(text), " ", why)};
}

// A part of `whole` that says seconds.
Result<double> SecondsOf(const std::string& place, std::string_view text, std::string_view whole) {
  const std::optional<double> seconds = DecimalNumber(text);
  if (seconds && *seconds >= 0.0 && *seconds <= kMaxMixSeconds) return *seconds;
  const std::string which = text == whole ? "" : Message(", not ", Quoted(text));
  return NotOfItsForm(place, whole, Message("wants seconds from 0 to 1000000000", which));
}

Result<std::uint32_t> ClipOf(const std::string& place, std::string_view wanted,
                             std::span<const ClipView> clips) {
  std::vector<std::string_view> names;
  for (std::uint32_t c = 0; c < clips.size(); ++c) {
    if (!wanted.empty() && clips[c].name() == wanted) return c;
    names.push_back(clips[c].name());
  }
  const std::string_view digits = wanted.substr(wanted.starts_with('#') ? 1 : 0);
  std::uint32_t index = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), index);
  if (error == std::errc() && end == digits.data() + digits.size() && index < clips.size()) {
    return index;
  }
  const std::optional<std::string_view> near = NearestName(wanted, names);
  return Failure{FailureCode::kInvalid, place,
                 Message("no clip ", Quoted(wanted), " among ", clips.size(),
                         near ? Message(" (did you mean ", Quoted(*near), "?)") : "")};
}

// The name is what stands between the first colon and the last: it may hold some itself.
Result<MixFade> FadeOf(const std::string& place, std::string_view text,
                       std::span<const ClipView> clips) {
  const std::size_t first = text.find(':'), last = text.rfind(':');
  if (first == last) {
    return NotOfItsForm(place, text, "is not T:NAME:SECONDS, such as 0.5:Walk:0.3");
  }
  const Result<double> at = SecondsOf(place, text.substr(0, first), text);
  if (!at.ok()) return at.failure();
  const Result<double> seconds = SecondsOf(place, text.substr(last + 1), text);
  if (!seconds.ok()) return seconds.failure();
  const Result<std::uint32_t> clip = ClipOf(place, text.substr(first + 1, last - first - 1), clips);
  if (!clip.ok()) return clip.failure();
  return MixFade{.at = TicksFromSeconds(*at).value(), .clip = *clip, .seconds = *seconds};
}

std::string FadePlace(std::size_t fade) { return Message("/fades/", fade); }

}  // namespace

Ticks MixScript::FrameTicks(std::uint64_t frame) const {
  return TicksFromSeconds(static_cast<double>(frame) / rate_hz).value_or(kMostTicks);
}

Result<MixScript> ReadMixScript(const MixText& text, std::span<const ClipView> clips) {
  MixScript script;
  if (text.rate_hz) {
    const std::optional<double> rate_hz = DecimalNumber(*text.rate_hz);
    if (!rate_hz || !(*rate_hz > 0.0) || *rate_hz > kMaxMixRate_Hz) {
      return NotOfItsForm("/rate_hz", *text.rate_hz, "is no rate above 0 and up to 100000 Hz");
    }
    script.rate_hz = *rate_hz;
  }
  script.easing = text.smooth ? Easing::kSmooth : Easing::kLinear;
  script.inertial = text.inertial;
  script.rotations = text.rotations;
  const Result<std::uint32_t> play = ClipOf("/play", text.play, clips);
  if (!play.ok()) return play.failure();
  script.play = *play;
  double seconds = static_cast<double>(clips[script.play].duration_s());
  for (std::size_t f = 0; f < text.fades.size(); ++f) {
    const Result<MixFade> fade = FadeOf(FadePlace(f), text.fades[f], clips);
    if (!fade.ok()) return fade.failure();
    seconds = std::max(seconds, SecondsFromTicks(fade->at) + fade->seconds);
    script.fades.push_back(*fade);
  }
  if (text.seconds) {
    const Result<double> given = SecondsOf("/seconds", *text.seconds, *text.seconds);
    if (!given.ok()) return given.failure();
    seconds = *given;
  }
  // The frames up to the end, found by the moments that define them.
  const Ticks end = TicksFromSeconds(std::min(seconds, kMaxMixSeconds)).value();
  auto last = static_cast<std::uint64_t>(SecondsFromTicks(end) * script.rate_hz + 1.0);
  while (last > 0 && script.FrameTicks(last) > end) --last;
  script.frame_count = last + 1;
  for (std::size_t f = 0; f < script.fades.size(); ++f) {
    if (script.fades[f].at <= script.FrameTicks(last)) continue;
    return Failure{FailureCode::kInvalid, FadePlace(f),
                   Message(Quoted(text.fades[f]), " begins after the last frame, at ",
                           SecondsFromTicks(script.FrameTicks(last)), " s")};
  }
  // By time; of several at one moment in the order given.
  const auto earlier = [](const MixFade& a, const MixFade& b) { return a.at < b.at; };
  for (auto fade = script.fades.begin(); fade != script.fades.end(); ++fade) {
    std::rotate(std::upper_bound(script.fades.begin(), fade, *fade, earlier), fade, fade + 1);
  }
  return script;
}

std::vector<std::uint32_t> ClipsOf(const MixScript& script) {
  std::vector<std::uint32_t> clips{script.play};
  for (const MixFade& fade : script.fades) clips.push_back(fade.clip);
  std::sort(clips.begin(), clips.end());
  clips.erase(std::unique(clips.begin(), clips.end()), clips.end());
  return clips;
}

MixScript Renumbered(MixScript script, std::span<const std::uint32_t> clips) {
  const auto place = [&](std::uint32_t clip) {
    return static_cast<std::uint32_t>(std::find(clips.begin(), clips.end(), clip) - clips.begin());
  };
  script.play = place(script.play);
  for (MixFade& fade : script.fades) fade.clip = place(fade.clip);
  return script;
}

Result<Model> KeepClips(const Model& model, std::span<const std::uint32_t> clips) {
  Model::Parts parts = model.parts();
  parts.clips.clear();
  for (const std::uint32_t clip : clips) {
    if (clip >= model.clips().size()) {
      return Failure{FailureCode::kInvalid, "", Message("clip ", clip, " does not exist")};
    }
    parts.clips.push_back(model.clips()[clip]);
  }
  // What was preserved of a clip goes with it; a clip that is kept twice has it twice.
  parts.carried.clear();
  for (const CarriedJson& preserved : model.parts().carried) {
    if (preserved.owner != CarriedJson::Owner::kAnimation) {
      parts.carried.push_back(preserved);
      continue;
    }
    for (std::uint32_t kept = 0; kept < clips.size(); ++kept) {
      if (clips[kept] != preserved.index) continue;
      parts.carried.push_back(preserved);
      parts.carried.back().index = kept;
    }
  }
  return Model::Create(std::move(parts));
}

}  // namespace sinew
