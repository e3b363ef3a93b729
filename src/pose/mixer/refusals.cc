// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/refusals.h"

#include <string>

namespace sinew::mixing {
namespace {

std::string CountText(std::size_t value) { return std::to_string(value); }

std::string Quoted(std::string_view name) {
  std::string quoted = "\"";
  quoted.append(name).append("\"");
  return quoted;
}

// "clip 2 ("walk")".
std::string Named(const MixerSetup& setup, std::uint32_t clip) {
  return "clip " + CountText(clip) + " (" + Quoted(setup.clip_name(clip)) + ")";
}

}  // namespace

Failure NoSuchClip(const MixerSetup& setup, std::uint32_t clip) {
  return {FailureCode::kInvalid, "/clips/" + CountText(clip),
          "clip " + CountText(clip) + " does not exist; the setup has " +
              CountText(setup.clip_count())};
}

Failure NoClipCalled(const MixerSetup& setup, std::string_view name) {
  constexpr std::uint32_t kMostNames = 32;
  std::string message = "no clip is called " + Quoted(name);
  if (setup.clip_count() == 0) message += "; the setup has no clips";
  for (std::uint32_t c = 0; c < setup.clip_count(); ++c) {
    if (c == kMostNames) {
      message += " and " + CountText(setup.clip_count() - c) + " more";
      break;
    }
    message += (c == 0 ? "; there are " : ", ") + Quoted(setup.clip_name(c));
  }
  return {FailureCode::kInvalid, "/clips", std::move(message)};
}

Failure NoSuchLayer(const MixerSetup& setup, std::uint32_t layer) {
  return {FailureCode::kInvalid, "/layers/" + CountText(layer),
          "layer " + CountText(layer) + " does not exist; the setup has " +
              CountText(setup.layer_count())};
}

Failure NoRoomFor(const MixerSetup& setup, std::uint32_t clip) {
  return {FailureCode::kLimit, "/action_capacity",
          "no room for an action of " + Named(setup, clip) + ": the mixer has " +
              CountText(setup.options().action_capacity) +
              ", its capacity; raise MixerOptions::action_capacity, or release actions that are no "
              "longer needed (Action::release, Mixer::release_stopped)"};
}

Failure NoSerialFor(const MixerSetup& setup, std::uint32_t clip) {
  return {FailureCode::kLimit, "/clips/" + CountText(clip),
          "no more new actions of " + Named(setup, clip) + ": 4,294,967,039 have been made"};
}

Failure NotUsable(std::string_view what, Error error) {
  return {FailureCode::kInvalid, "",
          std::string(what) + " is not usable: " + std::string(ErrorName(error))};
}

}  // namespace sinew::mixing
