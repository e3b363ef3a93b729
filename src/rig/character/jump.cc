// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A jump on the spot: crouch, take off, fly, land, rise. The flight is that of a thrown stone, and
// a CUBICSPLINE track of root: two keys with slopes are a parabola exactly.
#include "rig/character/clips.h"
#include "rig/character/curve.h"
#include "rig/character/recorder.h"

namespace sinew::character {
namespace {

constexpr double kGravity = 9.81;
constexpr double kOff_s = 0.5, kDown_s = 1.0, kEnd_s = 1.6;
constexpr double kTakeOffSpeed = kGravity * (kDown_s - kOff_s) / 2.0;  // 2.45 m/s: 31 cm high.

// All relative to root, which flies.
Strings Jumping(double time_s) {
  Strings s = Standing();
  const Curve hips_up{{0.0, -0.012}, {0.32, -0.23},         {kOff_s, 0.045, 0.9}, {0.62, 0.075},
                      {0.80, 0.0},   {kDown_s, 0.03, -1.3}, {1.14, -0.20},        {kEnd_s, -0.012}};
  const Curve hips_back{{0.0, 0.0},     {0.32, -0.07}, {kOff_s, 0.03}, {0.8, 0.0},
                        {kDown_s, 0.0}, {1.14, -0.06}, {1.55, 0.0}};
  const Curve bend{{0.0, 0.0},     {0.32, 1.0},  {kOff_s, -0.25}, {0.65, -0.2},
                   {kDown_s, 0.1}, {1.15, 0.85}, {1.55, 0.0}};
  const Curve heel{{0.30, 0.0},  {kOff_s, 46.0, 260.0},   {0.58, 52.0}, {0.8, 28.0},
                   {0.95, 22.0}, {kDown_s, 20.0, -120.0}, {1.08, 0.0}};
  const Curve tuck{{kOff_s, 0.0}, {0.75, 0.09}, {kDown_s, 0.0}};
  const Curve arms_forward{{0.0, 0.0},    {0.30, -48.0}, {kOff_s, 120.0},
                           {0.62, 150.0}, {0.85, 95.0},  {1.08, 20.0},
                           {1.2, -14.0},  {1.5, 2.0},    {kEnd_s, 0.0}};
  const Curve elbow{{0.0, 14.0}, {0.30, 24.0}, {kOff_s, 34.0}, {0.65, 24.0},
                    {1.0, 42.0}, {1.15, 30.0}, {kEnd_s, 14.0}};
  const Curve spread{{0.0, 37.0}, {0.3, 33.0}, {0.6, 26.0},
                     {0.9, 16.0}, {1.1, 24.0}, {kEnd_s, 37.0}};
  const double b = bend.At(time_s);
  s.hips = {0.0, hips_up.At(time_s), hips_back.At(time_s)};
  s.hips_turn = AboutX(22.0 * b);
  s.spine = AboutX(1.0 + 13.0 * b);
  s.chest = AboutX(-2.0 + 8.0 * b);
  s.neck = AboutX(2.0 - 12.0 * b);
  s.head = AboutX(-16.0 * b);
  const double pitch = heel.At(time_s);
  const bool in_air = time_s > kOff_s && time_s < kDown_s;
  for (int side = 0; side < 2; ++side) {
    const double yaw = side == 0 ? 8.0 : -8.0;
    FootString& foot = s.feet[static_cast<std::size_t>(side)];
    foot = OnBall(StandingFoot(side), pitch, yaw);
    foot.ankle.y += tuck.At(time_s);
    // The toes stay bent only as long as they stand on the ground.
    const Curve toes{
        {kOff_s, foot.toe}, {kOff_s + 0.07, 0.0}, {kDown_s - 0.06, 0.0}, {kDown_s, foot.toe}};
    if (in_air) foot.toe = toes.At(time_s);
    ArmString& arm = s.arms[static_cast<std::size_t>(side)];
    arm.forward = arms_forward.At(time_s);
    arm.elbow = elbow.At(time_s);
    arm.lower = spread.At(time_s);
  }
  return s;
}

}  // namespace

Result<Clip> MakeJump(const Skeleton& skeleton) {
  const auto down = static_cast<float>(kDown_s);
  Clip::Parts clip = Record(skeleton,
                            {.name = "jump",
                             .frames = 96,
                             .rate_hz = 60,
                             .repeats = true,
                             .events = {{down, kLeftFootEvent}, {down, kRightFootEvent}}},
                            &Jumping);
  const auto speed = static_cast<float>(kTakeOffSpeed);
  // In-slope, value, out-slope of every key.
  AddTrack(clip, {.joint = kRoot,
                  .property = Property::kTranslation,
                  .interpolation = Interpolation::kCubicSpline,
                  .times = {0.0f, static_cast<float>(kOff_s), down, static_cast<float>(kEnd_s)},
                  .values = {0, 0,      0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, speed, 0,
                             0, -speed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,     0}});
  return Clip::Create(std::move(clip));
}

}  // namespace sinew::character
