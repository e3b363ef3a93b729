// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "mixer_cast.h"

#include <utility>

#include "pose/mixer_program.h"

namespace sinew::fuzz {
namespace {

using sinew::testing::ClipOf;
using sinew::testing::kProgramJoints;
using sinew::testing::kProgramMorphs;
using sinew::testing::SmoothClip;

constexpr float kOneTick = static_cast<float>(1.0 / static_cast<double>(kTicksPerSecond));

// Walks away in an arc and does not come back, with a footstep at either end.
Clip Walk(float duration_s, float far) {
  const std::vector<float> ends{0.0f, duration_s};
  Clip::Parts parts = ClipOf({{.target = 0, .times = ends, .values = {0, 0, 0, far, 0, 1}},
                              {.target = 0,
                               .property = Property::kRotation,
                               .times = ends,
                               .values = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f}},
                              {.target = 8,
                               .property = Property::kRotation,
                               .interpolation = Interpolation::kStep,
                               .times = ends,
                               .values = {0.6f, 0, 0, 0.8f, 0, 0, 1, 0}}})
                          .TakeParts();
  for (const float share : {0.0f, 0.375f, 1.0f}) parts.events.push_back({duration_s * share, "at"});
  parts.root_motion_joint = 0;
  return Clip::Create(std::move(parts)).value();
}

// Keys at its only instant, and an event there.
Clip Instant() {
  Clip::Parts parts = ClipOf({{.target = 3, .times = {0}, .values = {1, 2, 3}}}).TakeParts();
  parts.events.push_back({0.0f, "at"});
  return Clip::Create(std::move(parts)).value();
}

void MakeBody(MixerCast& cast) {
  std::vector<std::int32_t> parents;
  for (std::uint32_t j = 0; j < kProgramJoints; ++j) {
    parents.push_back(static_cast<std::int32_t>(j) - 1);
  }
  cast.skeleton = sinew::testing::SkeletonOf(std::move(parents));
}

// Clips whose number is odd are played packed.
void MakeSetup(MixerCast& cast, MixerOptions options) {
  cast.packed.reserve(cast.clips.size());
  for (std::uint32_t c = 0; c < cast.clips.size(); ++c) {
    if (c % 2 == 0) {
      options.clips.emplace_back(cast.clips[c]);
    } else {
      options.clips.emplace_back(
          cast.packed.emplace_back(PackedClip::Create(cast.skeleton, cast.clips[c]).value()));
    }
  }
  options.morph_rest.resize(kProgramMorphs);
  for (std::size_t l = 0; l < options.layers.size(); ++l) {
    Pose& pose = cast.layer_poses.emplace_back(kProgramJoints, kProgramMorphs);
    pose.set_joint(2, {.translation = {0, static_cast<float>(l), 0}, .rotation = {1, 0, 0, 0}});
  }
  cast.made.emplace(MixerSetup::Create(cast.skeleton, std::move(options)).value());
}

std::vector<float> Mask() {
  std::vector<float> mask(kProgramJoints);
  for (std::uint32_t j = 0; j < kProgramJoints; ++j) mask[j] = static_cast<float>(j % 5) * 0.25f;
  return mask;
}

void MakeAllAtOnce(MixerCast& cast) {
  testing::SplitMix64 random(1);
  cast.clips.push_back(Walk(1.0f, 2.0f));
  cast.clips.push_back(Walk(0.75f, 3.0f));
  cast.clips.push_back(SmoothClip(random, 1.5f));
  cast.clips.push_back(SmoothClip(random, 0.5f));
  cast.clips.push_back(Instant());
  cast.clips.push_back(Walk(kOneTick, 1.0f));
  const float samples[] = {0, 1, 3};
  MakeSetup(cast,
            {.layers = {{}, {.joint_weights = Mask()}, {.mode = MixerLayer::Mode::kAdditive}},
             .sync_groups = {{.members = {{.clip = 0, .markers = {0.1f, 0.6f}},
                                          {.clip = 1, .markers = {0.2f, 0.55f}}}}},
             .blend_spaces = {{.space = BlendSpace::Line(samples).value(), .clips = {0, 1, 2}}},
             .action_capacity = 8,
             .inertial = true,
             .root_motion = RootMotionOptions{},
             .idle = MixerOptions::Idle::kRest});
}

void MakeEdges(MixerCast& cast) {
  testing::SplitMix64 random(2);
  cast.clips.push_back(Walk(kOneTick, 1.0f));
  cast.clips.push_back(SmoothClip(random, 0.25f));
  cast.clips.push_back(Walk(2.0f * kOneTick, -1.0f));
  cast.clips.push_back(Instant());
  cast.clips.push_back(Walk(1.0e8f, 5.0f));
  const Vec2 samples[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
  MakeSetup(cast,
            {.layers = {{}, {.joint_weights = Mask(), .moves_morphs = false}},
             .sync_groups = {{.members = {{.clip = 0}, {.clip = 4}}},
                             {.members = {{.clip = 2, .markers = {0.0f, 0.5f}},
                                          {.clip = 1, .markers = {0.0f, 0.25f}}}}},
             .blend_spaces = {{.space = BlendSpace::Plane(samples).value(), .clips = {0, 1, 3, 4}},
                              {.space = BlendSpace::Plane(samples).value(),
                               .clips = {4, 3, 2, 1},
                               .layer = 1}},
             .action_capacity = 6,
             .event_capacity = 3,
             .rotations = RotationAverage::kSum,
             .fill_with_rest = true,
             .root_motion = RootMotionOptions{}});
}

void MakeMarkers(MixerCast& cast) {
  testing::SplitMix64 random(3);
  for (const float duration : {0.5f, 1.25f, 3.0f, 0.8f}) {
    cast.clips.push_back(SmoothClip(random, duration));
  }
  std::vector<float> early, late;
  for (std::uint32_t m = 0; m < kMostMarkers; ++m) {
    early.push_back(static_cast<float>(m) / 32.0f);
    late.push_back(0.5f + static_cast<float>(m) / 64.0f);
  }
  const float samples[] = {-1, 1};
  Pose reference(kProgramJoints, kProgramMorphs);
  reference.set_joint(1, {.translation = {0, 1, 0}, .scale = {2, 1, 1}});
  MakeSetup(cast, {.layers = {{},
                              {.mode = MixerLayer::Mode::kAdditive,
                               .joint_weights = Mask(),
                               .reference = reference}},
                   .sync_groups = {{.members = {{.clip = 0, .markers = early},
                                                {.clip = 1, .markers = late},
                                                {.clip = 2, .markers = early}}}},
                   .blend_spaces = {{.space = BlendSpace::Line(samples).value(), .clips = {0, 3}}},
                   .inertial = true});
}

}  // namespace

const MixerCast& CastOf(std::uint32_t index) {
  static const std::vector<MixerCast>& casts = *[] {
    auto* const all = new std::vector<MixerCast>(kCastCount);
    for (MixerCast& cast : *all) MakeBody(cast);
    MakeAllAtOnce((*all)[0]);
    MakeEdges((*all)[1]);
    MakeMarkers((*all)[2]);
    return all;
  }();
  return casts[index];
}

Player::Player(const MixerCast& of)
    : cast(of),
      mixer(of.setup()),
      scratch(of.setup()),
      pose(of.skeleton.joint_count(), of.setup().morph_count()),
      has_layer_pose(of.layer_poses.size()) {}

void Player::SetLayerPose(std::uint32_t layer, bool on) {
  if (layer < has_layer_pose.size()) has_layer_pose[layer] = on;
  if (on) {
    mixer.set_layer_pose(layer, cast.layer_poses[layer % cast.layer_poses.size()]);
  } else {
    mixer.clear_layer_pose(layer);
  }
}

Kept Keep(const Player& player) {
  Kept kept{.bytes = std::vector<std::byte>(player.mixer.state_bytes()),
            .pose = player.pose,
            .has_layer_pose = player.has_layer_pose};
  static_cast<void>(player.mixer.save(kept.bytes));
  return kept;
}

Error GoBack(Player& player, const Kept& kept) {
  const Error error = player.mixer.load(kept.bytes);
  if (error != Error::kNone) return error;
  player.pose = kept.pose;
  for (std::uint32_t l = 0; l < kept.has_layer_pose.size(); ++l) {
    player.SetLayerPose(l, kept.has_layer_pose[l]);
  }
  return Error::kNone;
}

}  // namespace sinew::fuzz
