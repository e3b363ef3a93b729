// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A rig of six joints and three clips, made in code, so that the examples need no file. A game
// reads its own with ReadGltf (sinew/gltf.h).
//
//        spine --- arm_R           hips stand at y = 1, the spine ends at y = 1.5, the arm hangs
//          |         |             from x = -0.2 down to the hand at y = 1
//        hips      hand_R
//        |  |
//    leg_L  leg_R                  idle  2.0 s  the spine leans forth and back by 4 degrees
//                                  walk  1.0 s  the legs swing by 30 degrees
//                                  run   0.5 s  the legs swing by 60 degrees
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "sinew/clip.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace examples {

enum Joint : std::uint32_t { kHips, kSpine, kLegL, kLegR, kArmR, kHandR };
enum Gait : std::uint32_t { kIdle, kWalk, kRun };  // Where MakeClips() has them.

// The value, or the end of the program. A game would tell the player.
template <typename T>
T Expect(sinew::Result<T> result) {
  if (result.ok()) return std::move(result).value();
  std::fprintf(stderr, "%s\n", sinew::Describe(result.failure()).c_str());
  std::exit(1);
}
inline void Expect(sinew::Error error) {
  if (error == sinew::Error::kNone) return;
  std::fprintf(stderr, "%s\n", std::string(sinew::ErrorName(error)).c_str());
  std::exit(1);
}

inline sinew::Skeleton MakeSkeleton() {
  sinew::Skeleton::Parts parts;
  parts.parents = {-1, kHips, kHips, kHips, kSpine, kArmR};  // Parents come first.
  parts.names = {"hips", "spine", "leg_L", "leg_R", "arm_R", "hand_R"};
  parts.rest = {{.translation = {0, 1, 0}},     {.translation = {0, 0.5f, 0}},
                {.translation = {0.1f, 0, 0}},  {.translation = {-0.1f, 0, 0}},
                {.translation = {-0.2f, 0, 0}}, {.translation = {0, -0.5f, 0}}};
  parts.file_nodes = {0, 1, 2, 3, 4, 5};
  return Expect(sinew::Skeleton::Create(std::move(parts)));
}

inline float Radians(float degrees) { return degrees * std::numbers::pi_v<float> / 180.0f; }

// How far a rotation about x turns, to a tenth of a degree, and never "-0.0".
inline double DegreesAboutX(const sinew::Quat& q) {
  const double degrees = 2.0 * sinew::Atan2(q.x, q.w) * 180.0 / std::numbers::pi;
  return std::round(degrees * 10.0) / 10.0 + 0.0;
}

// One joint goes from 0 to so many degrees about x, through 0 to as many the other way, and back,
// in four even parts.
struct Swing {
  Joint joint = kHips;
  float degrees = 0.0f;
};

inline sinew::Clip MakeSwings(const std::string& name, float seconds,
                              const std::vector<Swing>& swings) {
  sinew::Clip::Parts clip{.name = name, .duration_s = seconds};
  for (const float part : {0.0f, 0.25f, 0.5f, 0.75f, 1.0f}) clip.times.push_back(part * seconds);
  for (const Swing& swing : swings) {
    clip.tracks.push_back({.target = swing.joint,
                           .property = sinew::Property::kRotation,
                           .width = 4,
                           .key_count = 5,  // All tracks share the times.
                           .first_value = static_cast<std::uint32_t>(clip.values.size())});
    for (const float way : {0.0f, 1.0f, 0.0f, -1.0f, 0.0f}) {
      const sinew::Quat q = sinew::QuatOf({1, 0, 0}, Radians(way * swing.degrees));
      clip.values.insert(clip.values.end(), {q.x, q.y, q.z, q.w});
    }
  }
  return Expect(sinew::Clip::Create(std::move(clip)));
}

inline std::vector<sinew::Clip> MakeClips() {
  return {MakeSwings("idle", 2.0f, {{kSpine, 4.0f}}),
          MakeSwings("walk", 1.0f, {{kLegL, 30.0f}, {kLegR, -30.0f}}),
          MakeSwings("run", 0.5f, {{kLegL, 60.0f}, {kLegR, -60.0f}})};
}

}  // namespace examples
