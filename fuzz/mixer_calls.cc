// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "mixer_calls.h"

#include <bit>
#include <limits>

#include "mixer_checks.h"
#include "pose/mixer/state.h"

namespace sinew::fuzz {
namespace {

// One too many now and then.
std::uint32_t ReadIndex(Input& in, std::uint32_t count) {
  const std::uint32_t byte = in.Byte();
  return byte >= 250 ? count + byte % 2 : byte % (count == 0 ? 1 : count);
}

std::uint64_t ReadLong(Input& in) {
  const std::uint64_t low = in.Word();
  return low | std::uint64_t{in.Word()} << 32;
}

Pick ReadPick(Input& in, const MixerSetup& setup) {
  const std::uint32_t kind = in.Byte();
  Pick pick;
  if (kind >= 120) pick.by = Pick::By::kIndex;
  if (kind >= 220) pick.by = Pick::By::kSerial;
  if (kind >= 250) pick.by = Pick::By::kNull;
  pick.clip = ReadIndex(in, setup.clip_count());
  pick.layer = ReadIndex(in, setup.layer_count());
  pick.number = in.Byte();
  return pick;
}

// Null where the mixer is full, or there is no such clip or layer.
Action OrNull(const Result<Action>& action) {
  if (action.ok()) return *action;
  ForgetAllocations();  // Its message.
  return {};
}

Action Picked(const Pick& pick, Mixer& mixer) {
  switch (pick.by) {
    case Pick::By::kClip:
      return OrNull(mixer.clip_action(pick.clip, pick.layer));
    case Pick::By::kIndex:
      return mixer.action_at(mixer.action_count() == 0 ? 0 : pick.number % mixer.action_count());
    case Pick::By::kSerial:
      return mixer.action(pick.clip, mixing::kFirstNewSerial + pick.number % 4);
    case Pick::By::kNull:
      break;
  }
  return {};
}

Error OfMixer(const Call& call, Player& player) {
  Mixer& mixer = player.mixer;
  switch (call.op) {
    case Op::kStopAll:
      mixer.stop_all();
      break;
    case Op::kResetToRest:
      mixer.reset_to_rest();
      break;
    case Op::kSetLayerWeight:
      mixer.set_layer_weight(call.layer, call.x);
      break;
    case Op::kFadeLayer:
      mixer.fade_layer(call.layer, call.x, call.seconds, call.easing);
      break;
    case Op::kLayerPose:
      player.SetLayerPose(call.layer, call.flag);
      break;
    case Op::kSetBlend:
      mixer.set_blend(call.space, call.x, call.y);
      break;
    case Op::kPlaySpace:
      mixer.play_space(call.space);
      break;
    case Op::kFadeToSpace:
      mixer.fade_to_space(call.space, call.seconds, call.easing);
      break;
    case Op::kNewAction:
      OrNull(mixer.new_action(call.clip, call.layer)).fade_in(call.seconds, call.easing);
      break;
    case Op::kPlayClip:
      OrNull(mixer.Play(call.clip, call.layer));
      break;
    case Op::kFadeToClip:
      OrNull(mixer.FadeTo(call.clip, call.seconds, call.easing, call.layer));
      break;
    default:
      break;
  }
  return Error::kNone;
}

Error OfAction(const Call& call, Player& player) {
  Mixer& mixer = player.mixer;
  Action action = Picked(call.action, mixer);
  switch (call.op) {
    case Op::kPlay:
      action.play();
      break;
    case Op::kStop:
      action.stop();
      break;
    case Op::kPause:
      action.pause();
      break;
    case Op::kReset:
      action.reset();
      break;
    case Op::kSetWeight:
      action.set_weight(call.x);
      break;
    case Op::kSetSpeed:
      action.set_speed(call.x);
      break;
    case Op::kSetLoop:
      action.set_loop(call.loop);
      break;
    case Op::kSetTime:
      action.set_time(call.seconds);
      break;
    case Op::kSetSynced:
      action.set_synced(call.flag);
      break;
    case Op::kFadeIn:
      action.fade_in(call.seconds, call.easing);
      break;
    case Op::kFadeOut:
      action.fade_out(call.seconds, call.easing);
      break;
    case Op::kFadeWeight:
      action.fade_weight(call.x, call.seconds, call.easing);
      break;
    case Op::kRelease:
      action.release();
      break;
    case Op::kCrossFade:
      mixer.cross_fade(action, Picked(call.other, mixer), call.seconds, call.easing);
      break;
    case Op::kFadeTo:
      mixer.fade_to(action, call.seconds, call.easing);
      break;
    case Op::kInertialTo:
      return mixer.inertial_to(action, call.seconds, player.scratch);
    case Op::kInertialSeek: {
      const Error begun = mixer.inertial_begin(player.scratch);
      action.set_time(static_cast<double>(call.x));
      return begun == Error::kNone ? mixer.inertial_end(call.seconds, player.scratch) : begun;
    }
    default:
      break;
  }
  return Error::kNone;
}

bool IsOfAction(Op op) {
  return op <= Op::kFadeTo || op == Op::kInertialTo || op == Op::kInertialSeek;
}

}  // namespace

float ReadFloat(Input& in) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kSpecial[] = {
      0.0f,       -0.0f,      1.0f,        -1.0f,
      0x1p-149f,  0x1p-100f,  0x1p-25f,    1.0f / 3,
      0x1.8p-23f, kMostSpeed, -kMostSpeed, -0x1p-30f,
      1e18f,      kInfinity,  -kInfinity,  std::numeric_limits<float>::quiet_NaN()};
  const std::uint32_t kind = in.Byte();
  if (kind < 80) return kSpecial[kind % std::size(kSpecial)];
  if (kind < 200) return static_cast<float>(in.Byte()) / 255.0f;
  if (kind < 250) return (static_cast<float>(in.Byte()) - 128.0f) / 16.0f;
  return std::bit_cast<float>(in.Word());
}

double ReadSeconds(Input& in) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kSpecial[] = {
      0.0,        -0.0,      -1.0,       1e-9,
      1.0 / 60.0, 0.25,      17.5,       3600.0,
      1e6,        1.6e9,     -1.6e9,     1e300,
      -1e300,     kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN()};
  const std::uint32_t kind = in.Byte();
  if (kind < 80) return kSpecial[kind % std::size(kSpecial)];
  if (kind < 200) return static_cast<double>(in.Byte()) / 128.0;
  if (kind < 240) return (static_cast<double>(in.Byte()) - 128.0) * 3.0;
  if (kind < 250) return static_cast<double>(in.Word());
  return std::bit_cast<double>(ReadLong(in));
}

Ticks ReadTicks(Input& in, Ticks near) {
  const std::uint32_t kind = in.Byte();
  if (kind < 64) return near + static_cast<Ticks>(kind % 8) - 4;
  if (kind < 96) return kMostTicks + static_cast<Ticks>(kind % 8) - 4;
  if (kind < 112) return -kMostTicks + static_cast<Ticks>(kind % 8) - 4;
  if (kind < 176) return Ticks{1} << in.Below(62);
  if (kind < 192) return -(Ticks{1} << in.Below(62));
  if (kind < 240) return kTicksPerSecond / 240 * static_cast<Ticks>(in.Byte());
  return static_cast<Ticks>(ReadLong(in));
}

Call ReadCall(Input& in, const MixerSetup& setup) {
  Call call{.op = static_cast<Op>(in.Below(static_cast<std::uint32_t>(Op::kCount)))};
  if (IsOfAction(call.op)) {
    call.action = ReadPick(in, setup);
    if (call.op == Op::kCrossFade) call.other = ReadPick(in, setup);
  } else {
    call.clip = ReadIndex(in, setup.clip_count());
    call.layer = ReadIndex(in, setup.layer_count());
    call.space = ReadIndex(in, static_cast<std::uint32_t>(setup.options().blend_spaces.size()));
  }
  call.x = ReadFloat(in);
  call.y = ReadFloat(in);
  call.seconds = ReadSeconds(in);
  const std::uint32_t flags = in.Byte();
  call.loop = static_cast<LoopMode>(flags % 4);
  call.easing = (flags & 64) != 0 ? Easing::kSmooth : Easing::kLinear;
  call.flag = (flags & 128) != 0;
  return call;
}

Error Apply(const Call& call, Player& player) {
  const Error returned = IsOfAction(call.op) ? OfAction(call, player) : OfMixer(call, player);
  const Error taken = player.mixer.take_error();
  return returned == Error::kNone ? taken : returned;
}

}  // namespace sinew::fuzz
