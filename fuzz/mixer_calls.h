// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Calls on a mixer as data, read from a fuzzer's input: so that two mixers can be given the same.
#pragma once

#include <cstdint>

#include "kernel_input.h"
#include "mixer_cast.h"

namespace sinew::fuzz {

enum class Op : std::uint8_t {
  kPlay,
  kStop,
  kPause,
  kReset,
  kSetWeight,
  kSetSpeed,
  kSetLoop,
  kSetTime,
  kSetSynced,
  kFadeIn,
  kFadeOut,
  kFadeWeight,
  kRelease,
  kCrossFade,
  kFadeTo,
  kStopAll,
  kResetToRest,
  kSetLayerWeight,
  kFadeLayer,
  kLayerPose,  // Of the caller's own: set, or cleared.
  kSetBlend,
  kPlaySpace,
  kFadeToSpace,
  kNewAction,
  kPlayClip,
  kFadeToClip,
  kInertialTo,
  kInertialSeek,  // set_time between inertial_begin and inertial_end.
  kCount,
};

// Which action a call is on.
struct Pick {
  enum class By : std::uint8_t {
    kClip,    // The one of a clip and layer, made where it is not there.
    kIndex,   // One that is there.
    kSerial,  // One that may have been there.
    kNull,
  } by = By::kClip;
  std::uint32_t clip = 0, layer = 0, number = 0;
};

struct Call {
  Op op = Op::kPlay;
  Pick action{}, other{};
  std::uint32_t clip = 0, layer = 0, space = 0;  // Also of those not there.
  float x = 0.0f, y = 0.0f;
  double seconds = 0.0;
  LoopMode loop = LoopMode::kRepeat;
  Easing easing = Easing::kLinear;
  bool flag = false;
};

// Mostly what games do, now and then what nobody should: not a number, negative, without end.
float ReadFloat(Input& in);
double ReadSeconds(Input& in);
Ticks ReadTicks(Input& in, Ticks near);

Call ReadCall(Input& in, const MixerSetup& setup);

// What the call returned, or else the mixer's error.
Error Apply(const Call& call, Player& player);

}  // namespace sinew::fuzz
