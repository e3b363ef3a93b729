// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A walk that moves its character and tells of its steps, an arm that is raised on a layer of its
// own, and a stop without a fade whose difference dies out.
//
// Prints:
//   0.000 s  left_foot
//   0.500 s  right_foot
//   1.000 s  left_foot
//   1.500 s  right_foot
//   walked 3.00 m
//   2.000 s  left_foot
//   arm at 90.0 degrees, leg at 30.0
//   leg at 30.0 degrees
//   leg at 35.6 degrees
//   leg at 10.8 degrees
//   leg at 0.0 degrees
#include <cmath>
#include <cstdio>

#include "little_rig.h"
#include "sinew/mixer.h"

namespace {

using namespace sinew;
using namespace examples;

// What no glTF file says: when feet come down, and that the hips carry the character along, 1.5 m a
// loop.
Clip WithStepsAndMotion(Clip clip) {
  Clip::Parts parts = std::move(clip).TakeParts();
  parts.events = {{.time_s = 0.0f, .name = "left_foot"}, {.time_s = 0.5f, .name = "right_foot"}};
  parts.tracks.push_back({.target = kHips,
                          .property = Property::kTranslation,
                          .width = 3,
                          .first_time = static_cast<std::uint32_t>(parts.times.size()),
                          .key_count = 2,
                          .first_value = static_cast<std::uint32_t>(parts.values.size())});
  parts.times.insert(parts.times.end(), {0.0f, parts.duration_s});
  parts.values.insert(parts.values.end(), {0, 1, 0, 0, 1, 1.5f});
  parts.root_motion_joint = kHips;
  return Expect(Clip::Create(std::move(parts)));
}

Clip MakeRaise() {
  const Quat up = QuatOf({1, 0, 0}, Radians(90));
  return Expect(Clip::Create(
      {.name = "raise",
       .duration_s = 1.0f,
       .times = {0.0f},
       .values = {up.x, up.y, up.z, up.w},
       .tracks = {
           {.target = kArmR, .property = Property::kRotation, .width = 4, .key_count = 1}}}));
}

}  // namespace

int main() {
  const Skeleton skeleton = MakeSkeleton();
  std::vector<Clip> made = MakeClips();
  const Clip walk = WithStepsAndMotion(made[kWalk]), raise = MakeRaise();
  MixerOptions options;
  options.clips = {walk, raise, made[kIdle]};
  options.layers.push_back({.joint_weights = MaskBelow(skeleton, kArmR)});
  options.root_motion = RootMotionOptions{};
  options.inertial = true;
  const MixerSetup setup = Expect(MixerSetup::Create(skeleton, std::move(options)));
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(skeleton.joint_count());
  Affine world_from_character;

  const auto play_frames = [&](int count) {
    for (int i = 0; i < count; ++i) {
      Expect(mixer.update(1.0 / 60.0));
      world_from_character = Multiply(world_from_character, AffineOf(mixer.root_motion()));
      for (const MixerEvent& event : mixer.events()) {
        std::printf("%.3f s  %s\n", SecondsFromTicks(event.at),
                    std::string(setup.clip(event.clip).events()[event.event].name).c_str());
      }
    }
    Expect(mixer.evaluate(scratch, pose));
  };

  mixer.clip_action(0)->play();
  play_frames(120);
  std::printf("walked %.2f m\n", static_cast<double>(world_from_character.m[2][3]));

  // The second layer covers the arm alone, and comes in within a quarter of a second.
  mixer.clip_action(1, 1)->fade_in(0.25);
  play_frames(15);
  std::printf("arm at %.1f degrees, leg at %.1f\n", DegreesAboutX(pose.joint(kArmR).rotation),
              DegreesAboutX(pose.joint(kLegL).rotation));

  // At once to idle: what differs goes on as it moved, and has died out after half a second.
  Expect(mixer.inertial_to(*mixer.clip_action(2), 0.5, scratch));
  for (int i = 0; i < 4; ++i) {
    std::printf("leg at %.1f degrees\n", DegreesAboutX(pose.joint(kLegL).rotation));
    play_frames(10);
  }
}
