// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "commands/demo_character.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "sinew/mixer.h"
#include "sinew/playback.h"
#include "sinew/ticks.h"
#include "text/describe.h"
#include "text/exit_code.h"
#include "text/load_file.h"
#include "text/pick_clip.h"
#include "text/text_table.h"

namespace sinew::cli {
namespace {

// "1.28 m ahead", "turns 90 degrees", "31 cm up and back".
std::string MotionText(const Model& model, const Clip& clip) {
  const Ticks end = DurationOf(clip);
  const auto until = [&](Ticks time) {
    return RootMotionBetween(clip, model.skeleton(), LoopMode::kOnce, 0, time);
  };
  const Transform whole = until(end);
  const double degrees =
      2.0 * Atan2(whole.rotation.y, whole.rotation.w) * 180.0 / 3.14159265358979323846;
  float highest = 0.0f;
  for (int i = 0; i <= 100; ++i) {
    const Transform part = until(end * i / 100);
    if (part.translation.y > highest) highest = part.translation.y;
  }
  if (whole.translation.z > 0.005f) return fmt::format("{:.2f} m ahead", whole.translation.z);
  if (highest > 0.005f) return fmt::format("{:.0f} cm up and down", highest * 100.0f);
  if (degrees > 0.5) return fmt::format("{:.0f} degrees to the left", degrees);
  return "stays";
}

std::string EventText(const Clip& clip) {
  std::string text;
  for (const ClipEvent& event : clip.events()) {
    text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", event.name, event.time_s);
  }
  return text.empty() ? "-" : text;
}

constexpr double kFade_s = 0.4;

}  // namespace

std::string ClipTable(const Model& character) {
  TextTable table({"clip", ">seconds", "tracks", "root", "events, at seconds"});
  for (const Clip& clip : character.clips()) {
    table.Add({clip.name(), fmt::format("{:.2f}", clip.duration_s()), InterpolationText(clip),
               MotionText(character, clip), EventText(clip)});
  }
  return table.Text("  ");
}

std::string MixTable(const Model& character) {
  MixerOptions options;
  for (const char* name : {"idle", "walk", "run"}) {
    options.clips.emplace_back(character.clips()[character.FindClip(name).value()]);
  }
  // Walk and run share a beat: left foot, right foot.
  options.sync_groups = {
      {.members = {{.clip = 1, .markers = {0.0f, 0.5f}}, {.clip = 2, .markers = {0.0f, 0.5f}}}}};
  options.root_motion = RootMotionOptions{};
  const Result<MixerSetup> setup = MixerSetup::Create(character.skeleton(), std::move(options));
  if (!setup.ok()) throw CommandError(ExitCode::kBug, Describe(setup.failure()));
  Mixer mixer(*setup);
  mixer.clip_action(0)->play();

  TextTable table({">at s", ">idle", ">walk", ">run", ">metres", ">steps"});
  float ahead = 0.0f;
  int steps = 0;
  for (int frame = 1; frame <= 240; ++frame) {
    if (frame == 61) mixer.fade_to(*mixer.clip_action(1), kFade_s);
    if (frame == 151) mixer.fade_to(*mixer.clip_action(2), kFade_s);
    Require(mixer.update(1.0 / 60.0));
    ahead += mixer.root_motion().translation.z;
    for (const MixerEvent& event : mixer.events()) steps += event.weight >= 0.5f ? 1 : 0;
    const bool shown = frame == 60 || frame == 66 || frame == 72 || frame == 84 || frame == 150 ||
                       frame == 156 || frame == 168 || frame == 240;
    if (!shown) continue;
    const auto weight = [&](std::uint32_t clip) {
      return fmt::format("{:.2f}", mixer.clip_action(clip)->contribution());
    };
    table.Add({fmt::format("{:.1f}", frame / 60.0), weight(0), weight(1), weight(2),
               fmt::format("{:.2f}", ahead), fmt::format("{}", steps)});
  }
  return table.Text("  ");
}

}  // namespace sinew::cli
