// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One number, the character's speed, sets the weights of three clips; and walk and run keep step
// with one another, whatever their lengths.
//
//      idle           walk                     run
//       o--------------o------------------------o-----> speed
//       0             1.5                       4  m/s
//
// Prints:
//   at 0.00 m/s  idle 1.00, walk 0.00, run 0.00
//   at 0.75 m/s  idle 0.50, walk 0.50, run 0.00
//   at 1.50 m/s  idle 0.00, walk 1.00, run 0.00
//   at 2.75 m/s  idle 0.00, walk 0.50, run 0.50
//   at 9.00 m/s  idle 0.00, walk 0.00, run 1.00
//   at 2.75 m/s a stride takes 0.667 s
//   half a stride later walk is at 0.50 of its clip, and run at 0.50
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
  // Where each clip stands on the line of speeds.
  const float speeds[] = {0.0f, 1.5f, 4.0f};
  options.blend_spaces.push_back(
      {.space = Expect(BlendSpace::Line(speeds)), .clips = {kIdle, kWalk, kRun}});
  // Walk and run share a phase: when one has its left foot down, so has the other.
  options.sync_groups = {{.members = {{.clip = kWalk}, {.clip = kRun}}}};
  const MixerSetup setup = Expect(MixerSetup::Create(skeleton, std::move(options)));
  Mixer mixer(setup);

  constexpr std::uint32_t kGaits = 0;  // The first blend space.
  mixer.play_space(kGaits);
  for (const float speed : {0.0f, 0.75f, 1.5f, 2.75f, 9.0f}) {
    mixer.set_blend(kGaits, speed);
    std::printf("at %.2f m/s  idle %.2f, walk %.2f, run %.2f\n", speed,
                mixer.clip_action(kIdle)->contribution(), mixer.clip_action(kWalk)->contribution(),
                mixer.clip_action(kRun)->contribution());
  }

  // Half walking (one stride a second), half running (two): one and a half strides a second.
  mixer.set_blend(kGaits, 2.75f);
  const double stride_s = 1.0 / 1.5;
  std::printf("at 2.75 m/s a stride takes %.3f s\n", stride_s);
  Expect(mixer.update(stride_s / 2.0));
  std::printf("half a stride later walk is at %.2f of its clip, and run at %.2f\n",
              mixer.clip_action(kWalk)->time() / 1.0, mixer.clip_action(kRun)->time() / 0.5);
  Expect(mixer.take_error());  // Calls that made no sense would be told here.
}
