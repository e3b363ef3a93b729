// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Idle and wave: the feet stay where they are.
#include "rig/character/clips.h"
#include "rig/character/curve.h"
#include "rig/character/recorder.h"

namespace sinew::character {
namespace {

constexpr double kIdle_s = 4.0;

// To and fro, from 0 on; `late` shifts when, not where it begins.
double Swing(double time_s, double late = 0.0) {
  return Sin(2.0 * kPi * (time_s / kIdle_s - late)) + Sin(2.0 * kPi * late);
}

// Breathes once and shifts its weight from one leg to the other and back.
Strings Idling(double time_s) {
  Strings s = Standing();
  const double breath = 0.5 - 0.5 * Cos(2.0 * kPi * time_s / kIdle_s);
  const double shift = Swing(time_s);
  s.hips = Add(s.hips, {0.012 * shift, -0.003 * breath, 0.0});
  s.hips_turn = Turns(AboutZ(1.2 * shift), AboutY(-1.0 * shift));
  s.spine = Turns(AboutX(1.0 - 0.8 * breath), AboutZ(-1.0 * shift));
  s.chest = Turns(AboutX(-2.0 - 1.6 * breath), AboutZ(-0.6 * shift));
  s.neck = AboutX(2.0 + 1.0 * breath);
  s.head = Turns(AboutY(3.5 * Swing(time_s, 0.1)), AboutX(1.0 * breath), AboutZ(0.8 * shift));
  for (std::size_t side = 0; side < 2; ++side) {
    ArmString& arm = s.arms[side];
    arm.shrug = 1.8 * breath;
    arm.lower += 1.0 * breath;
    arm.forward = 1.5 * Swing(time_s, 0.15);
    arm.elbow += 2.0 * breath;
  }
  return s;
}

constexpr double kWave_s = 2.4;

Strings Waving(double time_s) {
  Strings s = Standing();
  const Curve raised{{0.0, 0.0}, {0.12, -0.03}, {0.55, 1.04}, {0.7, 1.0}, {1.75, 1.0}, {2.3, 0.0}};
  const Curve beats{{0.45, 0.0},  {0.65, 1.0}, {0.85, -1.0}, {1.05, 1.0},
                    {1.25, -1.0}, {1.45, 1.0}, {1.65, -0.6}, {1.85, 0.0}};
  const double up = raised.At(time_s), beat = beats.At(time_s);
  ArmString& arm = s.arms[1];
  arm.shrug = 12.0 * up;
  arm.lower = 37.0 - 84.0 * up;
  arm.forward = 10.0 * up;
  arm.twist = -82.0 * up;
  arm.elbow = 14.0 + 62.0 * up + 19.0 * beat;
  arm.wrist = -4.0 * up;
  arm.tilt = 9.0 * beat;
  arm.curl = 0.0;  // The fingers have a track of their own.
  s.hips = Add(s.hips, {0.014 * up, 0.0, 0.0});
  s.hips_turn = AboutZ(1.5 * up);
  s.spine = Turns(AboutX(1.0), AboutZ(1.5 * up));
  s.chest = Turns(AboutX(-2.0 - 1.5 * up), AboutZ(2.0 * up + 0.6 * beat), AboutY(-3.0 * up));
  s.neck = Turns(AboutX(2.0), AboutZ(-2.0 * up));
  s.head = Turns(AboutZ(-5.0 * up - 1.2 * beat), AboutY(2.0 * up), AboutX(-2.0 * up));
  s.arms[0].forward = 2.0 * up;
  s.arms[0].elbow += 4.0 * up;
  return s;
}

}  // namespace

Result<Clip> MakeIdle(const Skeleton& skeleton) {
  return Clip::Create(
      Record(skeleton, {.name = "idle", .frames = 60, .rate_hz = 15, .repeats = true}, &Idling));
}

Result<Clip> MakeWave(const Skeleton& skeleton) {
  Clip::Parts clip = Record(skeleton, {.name = "wave", .frames = 72, .repeats = true}, &Waving);
  // Closed, open while the hand is up, closed again: at once, where the arm is fast.
  TrackKeys fingers{.joint = kFingersR,
                    .property = Property::kRotation,
                    .interpolation = Interpolation::kStep,
                    .times = {0.0f, 0.3f, 2.1f},
                    .values = {}};
  for (const double curl : {ArmString{}.curl, 2.0, ArmString{}.curl}) {
    const QuatD turn = About(LeftArm().thumb, -curl);
    for (const double v : {turn.x, -turn.y, -turn.z, turn.w}) {
      fingers.values.push_back(static_cast<float>(v));
    }
  }
  AddTrack(clip, fingers);
  static_assert(kWave_s == 72 / 30.0);
  return Clip::Create(std::move(clip));
}

}  // namespace sinew::character
