// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/inertia.h"

#include "base/arithmetic.h"
#include "math/quat.h"
#include "math/usable.h"
#include "math/vec.h"
#include "pose/mixer/setup_data.h"

namespace sinew::mixing {
namespace {

// The factors of a difference and of its velocity, and their own velocities, at a moment.
struct Curve {
  float of_value = 0.0f, of_speed = 0.0f;  // The residue is of_value * x + of_speed * v,
  float speed_of_value = 0.0f, speed_of_speed = 0.0f;  // and its velocity this.
};

Curve CurveAt(const ConstState& state) {
  const HeaderState& header = state.header();
  const double duration_s = SecondsFromTicks(header.residue_duration);
  const double s = static_cast<double>(header.now - header.residue_start) /
                   static_cast<double>(header.residue_duration);
  const double s2 = s * s, s3 = s2 * s, s4 = s3 * s;
  return {.of_value = static_cast<float>(1.0 - s3 * (10.0 - 15.0 * s + 6.0 * s2)),
          .of_speed = static_cast<float>(duration_s * s * (1.0 - s2 * (6.0 - 8.0 * s + 3.0 * s2))),
          .speed_of_value = static_cast<float>((-30.0 * s2 + 60.0 * s3 - 30.0 * s4) / duration_s),
          .speed_of_speed = static_cast<float>(1.0 - 18.0 * s2 + 32.0 * s3 - 15.0 * s4)};
}

Vec3 Mix(Vec3 a, float of_a, Vec3 b, float of_b) {
  return scalar::Add(scalar::Scale(a, of_a), scalar::Scale(b, of_b));
}

Quat Conjugate(Quat q) { return {-q.x, -q.y, -q.z, q.w}; }

// Of a unit quaternion, the short way round.
Vec3 RodriguesOf(Quat q) {
  if (q.w < 0.0f) q = {-q.x, -q.y, -q.z, -q.w};
  return scalar::Scale({q.x, q.y, q.z}, 1.0f / (1.0f + q.w));
}

Quat QuatOfRodrigues(Vec3 p) {
  const float squared = scalar::Dot(p, p);
  const float over = 1.0f / (1.0f + squared);
  const Vec3 v = scalar::Scale(p, 2.0f * over);
  return Normalize({v.x, v.y, v.z, (1.0f - squared) * over});
}

// How the parameters of a turn change while it turns on by an angular velocity.
Vec3 RodriguesSpeed(Vec3 p, Vec3 angular) {
  const float squared = scalar::Dot(p, p);
  Vec3 speed = scalar::Scale(angular, 1.0f - squared);
  speed = scalar::Add(speed, scalar::Scale(scalar::Cross(angular, p), 2.0f));
  speed = scalar::Add(speed, scalar::Scale(p, 2.0f * scalar::Dot(p, angular)));
  return scalar::Scale(speed, 0.25f);
}

// The other way round: the angular velocity at which the parameters change like that.
Vec3 AngularOf(Vec3 p, Vec3 speed) {
  const float squared = scalar::Dot(p, p);
  const float over = 1.0f / ((1.0f + squared) * (1.0f + squared));
  Vec3 angular = scalar::Scale(speed, 1.0f - squared);
  angular = scalar::Add(angular, scalar::Scale(scalar::Cross(speed, p), -2.0f));
  angular = scalar::Add(angular, scalar::Scale(p, 2.0f * scalar::Dot(p, speed)));
  return scalar::Scale(angular, 4.0f * over);
}

// From one rotation to another within a moment: radians a second, in the parent's space.
Vec3 AngularBetween(Quat from, Quat to, float over_moment) {
  Quat turn = scalar::Multiply(to, Conjugate(from));
  if (turn.w < 0.0f) turn = {-turn.x, -turn.y, -turn.z, -turn.w};
  return scalar::Scale({turn.x, turn.y, turn.z}, 2.0f * over_moment);
}

// A joint as it is seen, and how it moves.
struct Motion {
  Transform at{};
  Vec3 speed{}, angular{}, scale_speed{};
};

Motion MotionOf(const Moving& moving, std::uint32_t joint, float over_moment) {
  const Transform from = moving.from.joint(joint), to = moving.to.joint(joint);
  return {.at = moving.now.joint(joint),
          .speed = scalar::Scale(scalar::Sub(to.translation, from.translation), over_moment),
          .angular = AngularBetween(from.rotation, to.rotation, over_moment),
          .scale_speed = scalar::Scale(scalar::Sub(to.scale, from.scale), over_moment)};
}

struct Residue {
  Vec3 translation{}, rotation{}, scale{};
};

Residue ResidueAt(const JointResidue& r, const Curve& curve) {
  const float x = curve.of_value, v = curve.of_speed;
  return {.translation = Mix(r.translation, x, r.translation_speed, v),
          .rotation = Mix(r.rotation, x, r.rotation_speed, v),
          .scale = Mix(r.scale, x, r.scale_speed, v)};
}

// What is mixed with the residue on top, and how that moves.
Motion WithResidue(const Motion& mixed, const JointResidue& r, const Curve& curve) {
  const Residue now = ResidueAt(r, curve);
  const float x = curve.speed_of_value, v = curve.speed_of_speed;
  const Quat turn = QuatOfRodrigues(now.rotation);
  const Vec3 turning = AngularOf(now.rotation, Mix(r.rotation, x, r.rotation_speed, v));
  Motion seen;
  seen.at = {.translation = scalar::Add(mixed.at.translation, now.translation),
             .rotation = Normalize(scalar::Multiply(turn, mixed.at.rotation)),
             .scale = scalar::Add(mixed.at.scale, now.scale)};
  seen.speed = scalar::Add(mixed.speed, Mix(r.translation, x, r.translation_speed, v));
  seen.angular = scalar::Add(turning, scalar::Rotate(turn, mixed.angular));
  seen.scale_speed = scalar::Add(mixed.scale_speed, Mix(r.scale, x, r.scale_speed, v));
  return seen;
}

// old = residue + new, and so do their velocities.
JointResidue ResidueBetween(const Motion& before, const Motion& after) {
  const Quat turn = Normalize(scalar::Multiply(before.at.rotation, Conjugate(after.at.rotation)));
  JointResidue r;
  r.translation = scalar::Sub(before.at.translation, after.at.translation);
  r.rotation = RodriguesOf(turn);
  r.scale = scalar::Sub(before.at.scale, after.at.scale);
  r.translation_speed = scalar::Sub(before.speed, after.speed);
  r.rotation_speed =
      RodriguesSpeed(r.rotation, scalar::Sub(before.angular, scalar::Rotate(turn, after.angular)));
  r.scale_speed = scalar::Sub(before.scale_speed, after.scale_speed);
  return r;
}

bool IsUsable(const JointResidue& r) {
  return scalar::IsUsable(r.translation) && scalar::IsUsable(r.rotation) &&
         scalar::IsUsable(r.scale) && scalar::IsUsable(r.translation_speed) &&
         scalar::IsUsable(r.rotation_speed) && scalar::IsUsable(r.scale_speed);
}

}  // namespace

bool HasResidue(const ConstState& state) { return state.header().residue_duration > 0; }

void ClearResidue(const State& state) {
  state.header().residue_start = 0;
  state.header().residue_duration = 0;
  for (JointResidue& residue : state.joint_residues()) residue = {};
  for (MorphResidue& residue : state.morph_residues()) residue = {};
}

void AddResidue(const ConstState& state, PoseView pose) {
  if (!HasResidue(state)) return;
  const Curve curve = CurveAt(state);
  const std::span<const JointResidue> joints = state.joint_residues();
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    const Residue now = ResidueAt(joints[j], curve);
    Transform joint = pose.joint(j);
    joint.translation = scalar::Add(joint.translation, now.translation);
    joint.rotation = Normalize(scalar::Multiply(QuatOfRodrigues(now.rotation), joint.rotation));
    joint.scale = scalar::Add(joint.scale, now.scale);
    pose.set_joint(j, joint);
  }
  const std::span<const MorphResidue> morphs = state.morph_residues();
  for (std::size_t m = 0; m < morphs.size() && m < pose.morphs.size(); ++m) {
    pose.morphs[m] =
        pose.morphs[m] + (morphs[m].value * curve.of_value + morphs[m].speed * curve.of_speed);
  }
}

void SetResidue(const State& state, const Transition& transition, Ticks duration) {
  const bool on_top = HasResidue(state);
  const Curve curve = on_top ? CurveAt(state) : Curve{};
  const float over_moment = static_cast<float>(1.0 / SecondsFromTicks(kMoment));
  const std::span<JointResidue> joints = state.joint_residues();
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    Motion before = MotionOf(transition.before, j, over_moment);
    if (on_top) before = WithResidue(before, joints[j], curve);
    const Motion after = MotionOf(transition.after, j, over_moment);
    const JointResidue residue = ResidueBetween(before, after);
    joints[j] = IsUsable(residue) ? residue : JointResidue{};
  }
  const std::span<MorphResidue> morphs = state.morph_residues();
  for (std::size_t m = 0; m < morphs.size(); ++m) {
    const auto speed_of = [&](const Moving& moving) {
      return (moving.to.morphs[m] - moving.from.morphs[m]) * over_moment;
    };
    float value = transition.before.now.morphs[m];
    float speed = speed_of(transition.before);
    if (on_top) {
      value = value + (morphs[m].value * curve.of_value + morphs[m].speed * curve.of_speed);
      speed =
          speed + (morphs[m].value * curve.speed_of_value + morphs[m].speed * curve.speed_of_speed);
    }
    const MorphResidue residue{value - transition.after.now.morphs[m],
                               speed - speed_of(transition.after)};
    const bool usable = scalar::IsUsable(residue.value) && scalar::IsUsable(residue.speed);
    morphs[m] = usable ? residue : MorphResidue{};
  }
  state.header().residue_start = state.now();
  state.header().residue_duration = duration;
}

}  // namespace sinew::mixing
