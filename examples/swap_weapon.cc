// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Hangs a sword on a hand, swaps it for an axe, and drops it. What hangs on a joint follows it in
// the same frame, without a frame of delay.
//
// Prints:
//   the arm hangs:   the sword's hilt is at (-0.20, 1.00,  0.15), its point at (-0.20, 1.00, -0.65)
//   the arm is out:  the sword's hilt is at (-0.20, 1.35, -0.50), its point at (-0.20, 2.15, -0.50)
//   after the swap:  the axe's hilt is at (-0.20, 1.35, -0.50)
//   dropped:         0 things hang on the character
#include <cstdio>
#include <vector>

#include "little_rig.h"
#include "sinew/hierarchy.h"
#include "sinew/mixer.h"

int main() {
  using namespace sinew;
  using namespace examples;
  enum Thing : std::uint32_t { kSword = 100, kAxe = 200 };  // The game's own numbers.
  const Skeleton skeleton = MakeSkeleton();
  const Clip reach = MakeSwings("reach", 4.0f, {{kArmR, 90.0f}});

  MixerOptions options;
  options.clips = {reach};
  options.attachment_capacity = 4;
  // A socket is a named place on a joint: here in the palm, turned so that blades point forward.
  options.sockets = {
      {.name = "grip",
       .joint = kHandR,
       .offset = {.translation = {0, 0, 0.15f}, .rotation = QuatOf({1, 0, 0}, Radians(-90.0f))}}};
  const MixerSetup setup = Expect(MixerSetup::Create(skeleton, std::move(options)));
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(skeleton.joint_count());
  std::vector<Affine> model_from_joint(skeleton.joint_count());

  // The pose of this moment, and with it where everything on it hangs.
  const auto pose_now = [&] {
    Expect(mixer.evaluate(scratch, pose));
    Expect(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint}
               .Run());
  };
  const auto say = [&](const char* when, const char* name, Thing thing, bool with_point) {
    const Affine model_from_thing = mixer.attachment_model(thing, model_from_joint).value();
    const Vec3 hilt = TransformPoint(model_from_thing, {0, 0, 0});
    std::printf("%-16s the %s's hilt is at (%.2f, %.2f, %5.2f)", when, name, hilt.x, hilt.y,
                hilt.z);
    if (with_point) {
      const Vec3 point = TransformPoint(model_from_thing, {0, 0.8f, 0});
      std::printf(", its point at (%.2f, %.2f, %.2f)", point.x, point.y, point.z);
    }
    std::printf("\n");
  };

  Expect(mixer.attach(kSword, mixer.socket("grip").value()));
  mixer.clip_action(0).play();
  pose_now();
  say("the arm hangs:", "sword", kSword, true);

  Expect(mixer.update(1.0));  // A quarter of the clip: the arm stands out by 90 degrees.
  pose_now();
  say("the arm is out:", "sword", kSword, true);

  Expect(mixer.swap(kSword, kAxe));  // At the same place.
  say("after the swap:", "axe", kAxe, false);

  Expect(mixer.detach(kAxe));
  std::printf("dropped:         %u things hang on the character\n", mixer.attachment_count());
}
