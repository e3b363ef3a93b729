// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Walking and running. The ground passes under root at a constant speed; a foot that is down passes
// with it, first on its heel, then flat, then on its ball, and the way through the air takes up and
// hands over position and speed, so that nothing slides and nothing jerks.
//
//   phase   0        heel_end     flat_end            stance         1
//           strike ---- flat ---------- ball ---------- toe-off ------ strike
#include <utility>
#include <vector>

#include "rig/character/clips.h"
#include "rig/character/curve.h"
#include "rig/character/recorder.h"

namespace sinew::character {
namespace {

// On the way through the air, in root's space.
struct SwingPoint {
  double phase, ahead, height, pitch;
};

struct Gait {
  std::uint32_t frames, rate_hz;  // Of one cycle: two steps.
  double speed;                   // Metres a second.
  double heel_end, flat_end, stance;
  double strike_ahead;  // Where the flat foot's ankle would be at the strike.
  double strike_pitch, off_pitch;
  double foot_x;  // How far the ankles are from the middle.
  std::vector<SwingPoint> swing;

  double period_s() const { return static_cast<double>(frames) / rate_hz; }
  double stride() const { return speed * period_s(); }
};

double Wrapped(double phase) {
  while (phase >= 1.0) phase -= 1.0;
  while (phase < 0.0) phase += 1.0;
  return phase;
}

double Wave(double phase) { return Cos(2.0 * kPi * phase); }

// A foot that is on the ground.
FootString StanceFoot(const Gait& gait, double phase) {
  const Vec3D flat{gait.foot_x, 0.0, gait.strike_ahead - gait.stride() * phase};
  if (phase < gait.heel_end) {
    const double left = 1.0 - phase / gait.heel_end;
    return OnHeel(flat, gait.strike_pitch * left * left);
  }
  if (phase < gait.flat_end) return OnBall(flat, 0.0);
  const double risen = (phase - gait.flat_end) / (gait.stance - gait.flat_end);
  return OnBall(flat, gait.off_pitch * risen * risen * (0.6 + 0.4 * risen));
}

// One number of the foot's through the air: takes up from the stance and hands over to it.
template <typename Read>
double Through(const Gait& gait, double phase, const Read& of_foot, double SwingPoint::* of_point) {
  constexpr double kStep = 1e-4;
  const auto stance = [&](double at) { return of_foot(StanceFoot(gait, at)); };
  const double off = stance(gait.stance), strike = stance(0.0);
  const double off_slope = (off - stance(gait.stance - kStep)) / kStep;
  const double strike_slope = (stance(kStep) - strike) / kStep;
  std::vector<Curve::Point> points{{gait.stance, off, off_slope}};
  for (const SwingPoint& point : gait.swing) points.push_back({point.phase, point.*of_point});
  points.push_back({1.0, strike, strike_slope});
  return Curve(std::move(points)).At(phase);
}

FootString FootAt(const Gait& gait, double phase) {
  if (phase < gait.stance) return StanceFoot(gait, phase);
  FootString foot;
  foot.ankle.x = gait.foot_x;
  foot.ankle.y =
      Through(gait, phase, [](const FootString& f) { return f.ankle.y; }, &SwingPoint::height);
  foot.ankle.z =
      Through(gait, phase, [](const FootString& f) { return f.ankle.z; }, &SwingPoint::ahead);
  foot.pitch =
      Through(gait, phase, [](const FootString& f) { return f.pitch; }, &SwingPoint::pitch);
  // The toes stay bent until they are clear of the ground.
  const Curve toe{{gait.stance, -gait.off_pitch, -gait.off_pitch},
                  {gait.stance + 0.04, -gait.off_pitch},
                  {gait.stance + 0.17, 0.0},
                  {1.0, 0.0}};
  foot.toe = toe.At(phase);
  return foot;
}

void PlaceFeet(const Gait& gait, double phase, Strings& strings) {
  strings.feet[0] = FootAt(gait, phase);
  strings.feet[1] = FootAt(gait, Wrapped(phase + 0.5));
  strings.feet[1].ankle.x = -strings.feet[1].ankle.x;
}

Strings Walking(const Gait& gait, double time_s) {
  const double phase = Wrapped(time_s / gait.period_s());
  Strings s;
  s.root.z = gait.speed * time_s;
  const double step = Wave(phase);                // 1: the left foot is ahead.
  const double load = Wave(phase - 0.31);         // 1: all weight on the left.
  const double bob = Wave(2.0 * (phase - 0.30));  // 1: over the standing leg.
  s.hips = {0.020 * load, -0.033 + 0.017 * bob, 0.01};
  const double hips_yaw = -6.0 * step, chest_yaw = 6.5 * step;
  s.hips_turn = Turns(AboutY(hips_yaw), AboutZ(2.5 * load), AboutX(2.0));
  s.spine = Turns(AboutY(0.45 * (chest_yaw - hips_yaw)), AboutZ(-2.2 * load), AboutX(1.5));
  s.chest = Turns(AboutY(0.55 * (chest_yaw - hips_yaw)), AboutZ(-0.8 * load), AboutX(-1.5));
  s.neck = Turns(AboutY(-0.4 * chest_yaw), AboutX(1.0));
  s.head = Turns(AboutY(-0.6 * chest_yaw), AboutZ(0.4 * load), AboutX(-2.0 + 0.8 * bob));
  for (int side = 0; side < 2; ++side) {
    const double swing = side == 0 ? -Wave(phase + 0.02) : Wave(phase + 0.02);
    const double late = side == 0 ? -Wave(phase - 0.05) : Wave(phase - 0.05);
    ArmString& arm = s.arms[static_cast<std::size_t>(side)];
    arm.lower = 37.5 - 1.5 * swing;
    arm.forward = 0.0 + 22.0 * swing;
    arm.elbow = 18.0 + 9.0 * late;
    arm.wrist = 4.0 + 5.0 * late;
    arm.shrug = 0.8 * bob;
    arm.curl = 20.0 + 4.0 * late;
  }
  PlaceFeet(gait, phase, s);
  return s;
}

Strings Running(const Gait& gait, double time_s) {
  const double phase = Wrapped(time_s / gait.period_s());
  Strings s;
  s.root.z = gait.speed * time_s;
  const double step = Wave(phase + 0.02);
  const double load = Wave(phase - 0.16);
  const double bob = -Wave(2.0 * (phase - 0.15));  // -1: lowest, over the standing leg.
  s.hips = {0.014 * load, -0.062 + 0.034 * bob, 0.02};
  const double hips_yaw = -9.0 * step, chest_yaw = 13.0 * step;
  s.hips_turn = Turns(AboutY(hips_yaw), AboutZ(3.0 * load), AboutX(9.0));
  s.spine = Turns(AboutY(0.45 * (chest_yaw - hips_yaw)), AboutZ(-2.5 * load), AboutX(4.0));
  s.chest = Turns(AboutY(0.55 * (chest_yaw - hips_yaw)), AboutZ(-1.0 * load), AboutX(1.0));
  s.neck = Turns(AboutY(-0.45 * chest_yaw), AboutX(-4.0));
  s.head = Turns(AboutY(-0.55 * chest_yaw), AboutX(-7.0 - 1.5 * bob));
  for (int side = 0; side < 2; ++side) {
    const double swing = side == 0 ? -Wave(phase + 0.03) : Wave(phase + 0.03);
    ArmString& arm = s.arms[static_cast<std::size_t>(side)];
    arm.lower = 31.0 + 4.0 * swing;
    arm.forward = -4.0 + 42.0 * swing;
    arm.elbow = 82.0 + 16.0 * swing;
    arm.twist = -12.0 - 6.0 * swing;
    arm.shrug = 2.0 + 1.5 * bob;
    arm.curl = 62.0;
  }
  PlaceFeet(gait, phase, s);
  return s;
}

Result<Clip> MakeGait(const Skeleton& skeleton, const char* name, const Gait& gait,
                      Strings (*motion)(const Gait&, double)) {
  const auto half = static_cast<float>(0.5 * gait.period_s());
  const Recording recording{.name = name,
                            .frames = gait.frames,
                            .rate_hz = gait.rate_hz,
                            .repeats = true,
                            .events = {{0.0f, kLeftFootEvent}, {half, kRightFootEvent}}};
  return Clip::Create(
      Record(skeleton, recording, [&](double time_s) { return motion(gait, time_s); }));
}

}  // namespace

Result<Clip> MakeWalk(const Skeleton& skeleton) {
  const Gait gait{.frames = 32,
                  .rate_hz = 30,
                  .speed = 1.2,
                  .heel_end = 0.12,
                  .flat_end = 0.34,
                  .stance = 0.62,
                  .strike_ahead = 0.31,
                  .strike_pitch = -20.0,
                  .off_pitch = 52.0,
                  .foot_x = 0.085,
                  .swing = {{0.71, -0.34, 0.225, 58.0},
                            {0.80, -0.06, 0.185, 34.0},
                            {0.90, 0.23, 0.135, -4.0},
                            {0.96, 0.305, 0.120, -18.0}}};
  return MakeGait(skeleton, "walk", gait, &Walking);
}

Result<Clip> MakeRun(const Skeleton& skeleton) {
  const Gait gait{.frames = 40,
                  .rate_hz = 60,
                  .speed = 3.3,
                  .heel_end = 0.05,
                  .flat_end = 0.13,
                  .stance = 0.32,
                  .strike_ahead = 0.29,
                  .strike_pitch = -8.0,
                  .off_pitch = 56.0,
                  .foot_x = 0.075,
                  .swing = {{0.42, -0.50, 0.36, 92.0},
                            {0.54, -0.36, 0.50, 100.0},
                            {0.68, 0.10, 0.42, 55.0},
                            {0.82, 0.42, 0.27, 8.0},
                            {0.93, 0.42, 0.14, -10.0}}};
  return MakeGait(skeleton, "run", gait, &Running);
}

}  // namespace sinew::character
