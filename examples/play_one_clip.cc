// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Plays one clip, at 120 frames a second.
//
// Prints:
//   t = 0.000 s  left leg at   0.0 degrees
//   t = 0.125 s  left leg at  15.0 degrees
//   t = 0.250 s  left leg at  30.0 degrees
//   t = 0.375 s  left leg at  15.0 degrees
//   t = 0.500 s  left leg at   0.0 degrees
//   paused: the leg stays at -15.0 degrees
#include <cstdio>

#include "little_rig.h"
#include "sinew/mixer.h"

int main() {
  using namespace sinew;
  using namespace examples;
  const Skeleton skeleton = MakeSkeleton();
  const std::vector<Clip> clips = MakeClips();

  // What all characters of this kind share. Skeleton and clips are borrowed.
  MixerOptions options;
  options.clips.assign(clips.begin(), clips.end());
  const MixerSetup setup = Expect(MixerSetup::Create(skeleton, std::move(options)));

  // What a character has: its mixer and its pose. The scratch is for a whole thread.
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(skeleton.joint_count());

  // An action repeats unless it is told otherwise; calls can be chained.
  Action walk = mixer.clip_action(kWalk)->set_speed(1.0f).play();

  const auto left_leg = [&] {
    Expect(mixer.evaluate(scratch, pose));
    return DegreesAboutX(pose.joint(kLegL).rotation);
  };
  for (int frame = 0; frame <= 60; ++frame) {
    if (frame % 15 == 0) {
      std::printf("t = %.3f s  left leg at %5.1f degrees\n", walk.time(), left_leg());
    }
    Expect(mixer.update(1.0 / 120.0));
  }

  // Time is counted in whole ticks: whatever the frame rate is, a moment is the same moment.
  walk.set_time(0.875).pause();
  Expect(mixer.update(12.34));
  std::printf("paused: the leg stays at %.1f degrees\n", left_leg());
}
