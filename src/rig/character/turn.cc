// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A quarter turn to the left on the spot. The head leads, the left foot steps round, the right one
// follows.
#include "rig/character/clips.h"
#include "rig/character/curve.h"
#include "rig/character/recorder.h"

namespace sinew::character {
namespace {

constexpr double kTurn_s = 1.2;

struct Step {
  double lift_s, land_s;
};
constexpr Step kLeft{0.12, 0.48}, kRight{0.56, 0.96};

// A foot that stands, steps a quarter turn round the middle, and stands again; in root's space,
// which turns meanwhile.
FootString SteppingFoot(int side, double time_s, double root_yaw) {
  const Step& step = side == 0 ? kLeft : kRight;
  const Curve turned{{step.lift_s + 0.05, 0.0}, {step.land_s - 0.03, 90.0}};
  const Curve lifted{
      {step.lift_s, 0.0}, {0.5 * (step.lift_s + step.land_s), 0.075}, {step.land_s, 0.0}};
  const Curve heel{{step.lift_s - 0.08, 0.0},
                   {step.lift_s + 0.06, 20.0},
                   {step.land_s - 0.08, -6.0},
                   {step.land_s, 0.0}};
  const double yaw = turned.At(time_s) - root_yaw;
  const Vec3D flat = scalar::Rotate(AboutY(yaw), StandingFoot(side));
  const double pitch = heel.At(time_s), out = side == 0 ? 8.0 : -8.0;
  FootString foot = pitch >= 0.0 ? OnBall(flat, pitch, yaw + out) : OnHeel(flat, pitch, yaw + out);
  const Curve bent{{step.lift_s, 1.0}, {step.lift_s + 0.1, 0.2}};
  foot.toe *= bent.At(time_s);
  foot.ankle.y += lifted.At(time_s);
  return foot;
}

Strings Turning(double time_s) {
  Strings s = Standing();
  const Curve yaw{{0.10, 0.0}, {0.5, 42.0}, {1.05, 90.0}};
  const Curve lead{{0.0, 0.0}, {0.30, 26.0}, {0.62, 18.0}, {1.08, 0.0}};
  const Curve load{{0.0, 0.0}, {0.16, -1.0}, {0.42, -0.8}, {0.60, 1.0}, {0.88, 0.8}, {1.15, 0.0}};
  const Curve dip{{0.0, 0.0}, {0.3, -0.014}, {0.52, -0.004}, {0.76, -0.016}, {1.1, 0.0}};
  s.root_yaw = yaw.At(time_s);
  const double l = load.At(time_s), head = lead.At(time_s);
  s.hips = Add(s.hips, {0.034 * l, dip.At(time_s), 0.0});
  s.hips_turn = Turns(AboutZ(2.0 * l), AboutX(2.0 * (head / 26.0)));
  s.spine = Turns(AboutX(1.0), AboutY(0.25 * head), AboutZ(-2.0 * l));
  s.chest = Turns(AboutX(-2.0), AboutY(0.3 * head), AboutZ(-1.0 * l));
  s.neck = Turns(AboutX(2.0), AboutY(0.5 * head));
  s.head = AboutY(0.7 * head);
  s.arms[0].forward = -0.5 * head;
  s.arms[1].forward = 0.6 * head;
  s.arms[0].lower -= 0.15 * head;
  s.arms[1].lower -= 0.10 * head;
  s.arms[0].elbow += 0.5 * head;
  s.arms[1].elbow += 0.6 * head;
  for (int side = 0; side < 2; ++side) {
    s.feet[static_cast<std::size_t>(side)] = SteppingFoot(side, time_s, s.root_yaw);
  }
  return s;
}

}  // namespace

Result<Clip> MakeTurn(const Skeleton& skeleton) {
  static_assert(kTurn_s == 36 / 30.0);
  return Clip::Create(Record(skeleton,
                             {.name = "turn",
                              .frames = 36,
                              .repeats = true,
                              .events = {{static_cast<float>(kLeft.land_s), kLeftFootEvent},
                                         {static_cast<float>(kRight.land_s), kRightFootEvent}}},
                             &Turning));
}

}  // namespace sinew::character
