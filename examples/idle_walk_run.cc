// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From idle to walk to run and back. The way back begins in the middle of a fade: every fade starts
// from the weights there are, so that nothing pops.
//
// Prints:
//   second   idle   walk    run
//     0.75   1.00   0.00   0.00
//     1.00   1.00   0.00   0.00  walk!
//     1.25   0.50   0.50   0.00
//     1.50   0.00   1.00   0.00
//     1.75   0.00   1.00   0.00
//     2.00   0.00   1.00   0.00  run!
//     2.25   0.00   0.50   0.50  stop!
//     2.50   0.50   0.25   0.25
//     2.75   1.00   0.00   0.00
//     3.00   1.00   0.00   0.00
//   no leg turned faster than a runner's
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "little_rig.h"
#include "sinew/mixer.h"

int main() {
  using namespace sinew;
  using namespace examples;
  const Skeleton skeleton = MakeSkeleton();
  const std::vector<Clip> clips = MakeClips();
  MixerOptions options;
  options.clips.assign(clips.begin(), clips.end());
  const MixerSetup setup = Expect(MixerSetup::Create(skeleton, std::move(options)));
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(skeleton.joint_count());

  Action gait[] = {mixer.clip_action(kIdle)->play(), *mixer.clip_action(kWalk),
                   *mixer.clip_action(kRun)};

  std::printf("second   idle   walk    run\n");
  double last_degrees = 0.0, fastest = 0.0;
  for (int frame = 0; frame <= 3 * 60; ++frame) {
    // What the player wants, in the frame in which it is wanted. fade_to() fades in one action and
    // out whatever else is playing, however many there are.
    const char* wish = "";
    if (frame == 60) wish = "  walk!", mixer.fade_to(gait[kWalk], 0.5);
    if (frame == 120) wish = "  run!", mixer.fade_to(gait[kRun], 0.5);
    if (frame == 135) wish = "  stop!", mixer.fade_to(gait[kIdle], 0.5);
    if (frame >= 45 && frame % 15 == 0) {
      // Weights of what has stopped are what they will be when it plays again: ask for what counts.
      std::printf("%6.2f %6.2f %6.2f %6.2f%s\n", SecondsFromTicks(mixer.now()),
                  gait[kIdle].contribution(), gait[kWalk].contribution(), gait[kRun].contribution(),
                  wish);
    }
    Expect(mixer.update(1.0 / 60.0));
    Expect(mixer.evaluate(scratch, pose));
    const double degrees = DegreesAboutX(pose.joint(kLegL).rotation);
    fastest = std::max(fastest, std::fabs(degrees - last_degrees));
    last_degrees = degrees;
  }
  // A runner's leg turns by 60 degrees in an eighth of a second: by 8 a frame.
  std::printf("%s\n", fastest <= 8.0 ? "no leg turned faster than a runner's" : "a leg popped");
}
