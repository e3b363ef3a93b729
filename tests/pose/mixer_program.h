// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Random programs of calls for a mixer, as data: the same program can be run twice, in another
// order, in other steps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sinew/mixer.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew::testing {

inline constexpr std::uint32_t kProgramJoints = 9, kProgramMorphs = 2, kProgramClips = 6;
inline constexpr std::uint32_t kProgramLayers = 3;  // The last one is additive.

// What bounds the motion of the clips below, in local space.
inline constexpr float kClipReach = 1.0f;  // Translations, scales and morphs stay in a box so wide.
inline constexpr float kClipTurn = 0.5f;   // Rotations stay within so many radians of rest.
inline constexpr double kShortestFade = 0.25, kLongestFade = 1.0;
inline constexpr float kFastest = 2.0f;

// A clip that loops without a seam: the last key is the first, all of them near the rest pose.
// Morph weights are in [0, 1].
inline Clip SmoothClip(SplitMix64& random, float duration_s) {
  constexpr std::uint32_t kKeys = 5;
  std::vector<TrackSpec> tracks;
  std::vector<float> times;
  for (std::uint32_t k = 0; k < kKeys; ++k) {
    times.push_back(duration_s * static_cast<float>(k) / (kKeys - 1));
  }
  const auto add = [&](std::uint32_t target, Property property, std::uint32_t width, auto key) {
    TrackSpec track{.target = target, .property = property, .times = times};
    track.width = width;
    for (std::uint32_t k = 0; k + 1 < kKeys; ++k) {
      const std::vector<float> value = key();
      track.values.insert(track.values.end(), value.begin(), value.end());
    }
    for (std::uint32_t i = 0; i < width; ++i) track.values.push_back(track.values[i]);
    tracks.push_back(std::move(track));
  };
  for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
    const auto box = [&](float middle) {
      return std::vector<float>{middle + random.Between(-kClipReach / 2, kClipReach / 2),
                                random.Between(-kClipReach / 2, kClipReach / 2) + middle,
                                middle + random.Between(-kClipReach / 2, kClipReach / 2)};
    };
    if (random.Below(4) != 0) add(j, Property::kTranslation, 3, [&] { return box(0); });
    if (random.Below(4) == 0) add(j, Property::kScale, 3, [&] { return box(1); });
    if (random.Below(4) != 0) {
      add(j, Property::kRotation, 4, [&] {
        const Vec3 axis = NormalizeOr(random.Vector(1), {1, 0, 0});
        const Quat q = QuatOf(axis, random.Between(-kClipTurn, kClipTurn));
        return std::vector<float>{q.x, q.y, q.z, q.w};
      });
    }
  }
  add(0, Property::kMorphWeights, kProgramMorphs,
      [&] { return std::vector<float>{random.Unit(), random.Unit()}; });
  Clip::Parts parts = ClipOf(tracks).TakeParts();
  for (int e = 0; e < 3; ++e) parts.events.push_back({random.Unit() * duration_s, "event"});
  std::sort(parts.events.begin(), parts.events.end(),
            [](const ClipEvent& a, const ClipEvent& b) { return a.time_s < b.time_s; });
  return Expect(Clip::Create(std::move(parts)));
}

// Skeleton, clips of both forms and setup. Clips 0 and 1 keep one beat, clips 0 to 2 are a blend
// space on layer 0.
struct ProgramWorld {
  Skeleton skeleton;
  std::vector<Clip> clips;
  std::vector<PackedClip> packed;  // Of the clips that are played packed.
  std::vector<Pose> poses;         // Of the caller's own, one a layer.
  std::vector<MixerSetup> setups;  // One, made when the rest stands where it stays.

  ProgramWorld(std::uint64_t seed, bool fill_with_rest, bool inertial) {
    SplitMix64 random(seed);
    std::vector<std::int32_t> parents;
    for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
      parents.push_back(static_cast<std::int32_t>(j) - 1);
    }
    skeleton = SkeletonOf(parents);
    for (std::uint32_t c = 0; c < kProgramClips; ++c) {
      clips.push_back(SmoothClip(random, random.Between(0.5f, 1.5f)));
      if (c >= 4) {  // Two that move their character.
        Clip::Parts parts = std::move(clips.back()).TakeParts();
        parts.root_motion_joint = 0;
        clips.back() = Expect(Clip::Create(std::move(parts)));
      }
    }
    const float samples[] = {0, 1, 3};
    std::vector<float> mask;
    for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
      mask.push_back(random.Below(3) == 0 ? random.Unit() : static_cast<float>(random.Below(2)));
    }
    MixerOptions options{
        .layers = {{}, {.joint_weights = mask}, {.mode = MixerLayer::Mode::kAdditive}},
        .sync_groups = {{.members = {{.clip = 0, .markers = {0.1f, 0.6f}},
                                     {.clip = 1, .markers = {0.2f, 0.55f}}}}},
        .blend_spaces = {{.space = BlendSpace::Line(samples).value(), .clips = {0, 1, 2}}},
        .action_capacity = 10,
        .event_capacity = 4096,
        .rotations = seed % 4 == 0 ? RotationAverage::kSum : RotationAverage::kEvenPace,
        .fill_with_rest = fill_with_rest,
        .inertial = inertial,
        .root_motion = RootMotionOptions{},
        .idle = MixerOptions::Idle::kRest};
    packed.reserve(kProgramClips);
    for (std::uint32_t c = 0; c < kProgramClips; ++c) {
      if (c % 2 == 0) {
        options.clips.emplace_back(clips[c]);
      } else {
        options.clips.emplace_back(
            packed.emplace_back(PackedClip::Create(skeleton, clips[c]).value()));
      }
    }
    for (std::uint32_t l = 0; l < kProgramLayers; ++l) {
      Pose& pose = poses.emplace_back(kProgramJoints, kProgramMorphs);
      const Clip& like = clips[random.Below(kProgramClips)];
      const float rest[kProgramMorphs] = {};
      const SampleJob sample{.skeleton = skeleton, .clip = like, .morph_rest = rest, .pose = pose};
      EXPECT_EQ(sample.Run(), Error::kNone);
    }
    setups.push_back(MixerSetup::Create(skeleton, std::move(options)).value());
  }
  ProgramWorld(const ProgramWorld&) = delete;

  const MixerSetup& setup() const { return setups[0]; }
};

enum class Op : std::uint8_t {
  // Of one action.
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
  kOfOneAction,  // How many there are.
  // Of more than one.
  kCrossFade,
  kFadeTo,
  kStopAll,
  kResetToRest,
  kSetLayerWeight,
  kFadeLayer,
  kSetBlend,
  kPlaySpace,
  kFadeToSpace,
  kNewAction,
  kRelease,
  kNothing,  // Where an op was removed: the programs of a seed stay as they are.
  kInertialTo,
  kLayerPose,  // Of the caller's own: set, or cleared.
  kAll,
};

struct Call {
  Op op = Op::kPlay;
  std::uint32_t clip = 0, serial = 0;              // The action it is on,
  std::uint32_t other_clip = 0, other_serial = 0;  // and the other one.
  std::uint32_t layer = 0;
  float value = 0.0f;
  double seconds = 0.0;
  bool flag = false;
};

// The one of a clip and layer; null where there is no room for it. Does not ask the mixer where
// there is none: its answer would allocate.
inline Action SharedAction(Mixer& mixer, std::uint32_t clip, std::uint32_t layer) {
  if (layer >= kProgramLayers) return {};  // Of a null action.
  const Action known = mixer.action(clip, layer + 1);
  const bool full = mixer.action_count() >= mixer.setup().options().action_capacity;
  return known || full ? known : mixer.clip_action(clip, layer).value();
}

// A call on what the mixer has, or on what Apply will make.
inline Call RandomCall(SplitMix64& random, Mixer& mixer, Op op, bool may_make = true) {
  const auto any = [&] {
    if (mixer.action_count() == 0 || (may_make && random.Below(4) == 0)) {
      const Action made =
          SharedAction(mixer, random.Below(kProgramClips), random.Below(kProgramLayers));
      if (made) return made;
    }
    return mixer.action_at(random.Below(mixer.action_count()));
  };
  const Action action = any(), other = any();
  Call call{.op = op, .clip = action.clip(), .serial = action.serial()};
  call.other_clip = other.clip();
  call.other_serial = other.serial();
  call.layer = random.Below(kProgramLayers);
  call.value = random.Below(8) == 0 ? static_cast<float>(random.Below(2)) : random.Unit();
  call.seconds =
      kShortestFade + (kLongestFade - kShortestFade) * static_cast<double>(random.Unit());
  call.flag = random.Below(2) == 0;
  return call;
}

inline void Apply(const Call& call, const ProgramWorld& world, Mixer& mixer,
                  MixerScratch& scratch) {
  // Those of clip_action are named by their layer.
  if (call.serial <= kProgramLayers) SharedAction(mixer, call.clip, call.serial - 1);
  if (call.other_serial <= kProgramLayers) {
    SharedAction(mixer, call.other_clip, call.other_serial - 1);
  }
  Action action = mixer.action(call.clip, call.serial);
  const Action other = mixer.action(call.other_clip, call.other_serial);
  const Easing easing = call.flag ? Easing::kSmooth : Easing::kLinear;
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
      action.set_weight(call.value);
      break;
    case Op::kSetSpeed:
      action.set_speed(kFastest * (2.0f * call.value - 1.0f));
      break;
    case Op::kSetLoop:
      action.set_loop(static_cast<LoopMode>(static_cast<std::uint8_t>(call.value * 2.99f)));
      break;
    case Op::kSetTime:
      action.set_time(6.0 * static_cast<double>(call.value) - 3.0);
      break;
    case Op::kSetSynced:
      action.set_synced(call.flag);
      break;
    case Op::kFadeIn:
      action.fade_in(call.seconds, easing);
      break;
    case Op::kFadeOut:
      action.fade_out(call.seconds, easing);
      break;
    case Op::kFadeWeight:
      action.fade_weight(call.value, call.seconds, easing);
      break;
    case Op::kCrossFade:
      mixer.cross_fade(action, other, call.seconds, easing);
      break;
    case Op::kFadeTo:
      mixer.fade_to(action, call.seconds, easing);
      break;
    case Op::kStopAll:
      mixer.stop_all();
      break;
    case Op::kResetToRest:
      mixer.reset_to_rest();
      break;
    case Op::kSetLayerWeight:
      mixer.set_layer_weight(call.layer, call.value);
      break;
    case Op::kFadeLayer:
      mixer.fade_layer(call.layer, call.value, call.seconds, easing);
      break;
    case Op::kSetBlend:
      mixer.set_blend(0, 4.0f * call.value);
      break;
    case Op::kPlaySpace:
      mixer.play_space(0);
      break;
    case Op::kFadeToSpace:
      mixer.fade_to_space(0, call.seconds, easing);
      break;
    case Op::kNewAction:
      if (mixer.action_count() < mixer.setup().options().action_capacity) {
        mixer.new_action(call.clip, call.layer).value();
      }
      break;
    case Op::kRelease:
      action.release();
      break;
    case Op::kNothing:
      break;
    case Op::kInertialTo:
      static_cast<void>(mixer.inertial_to(action, call.seconds, scratch));
      break;
    case Op::kLayerPose:
      if (call.flag) {
        mixer.set_layer_pose(call.layer, world.poses[call.layer]);
      } else {
        mixer.clear_layer_pose(call.layer);
      }
      break;
    case Op::kOfOneAction:
    case Op::kAll:
      break;
  }
  static_cast<void>(mixer.take_error());  // No room, or gone by now: both are fine.
}

}  // namespace sinew::testing
