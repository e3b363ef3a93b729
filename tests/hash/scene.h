// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the scenes of the hash program share: how they fail, print and hash, and their chance.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "rig100/rig100.h"
#include "sinew/box.h"
#include "sinew/hash.h"
#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew::hash_scenes {

inline void Require(bool fine, const char* what) {
  if (fine) return;
  std::fprintf(stderr, "sinew_hash_scenes: %s\n", what);
  std::exit(1);
}

inline void Require(Error error) { Require(error == Error::kNone, ErrorName(error).data()); }

inline void Print(const char* form, const char* stage, const Hash64& hash,
                  const char* scene = "Rig100") {
  std::printf("%s %s %s %s\n", scene, form, stage, hash.Text().c_str());
}

inline void Add(std::uint64_t value, Hash64& hash) {
  hash.Add(static_cast<std::uint32_t>(value)).Add(static_cast<std::uint32_t>(value >> 32));
}

inline void Add(const Transform& transform, Hash64& hash) {
  hash.Add(std::span<const Transform>(&transform, 1));
}

inline void Add(const Box& box, Hash64& hash) {
  const std::array corners{box.min, box.max};
  hash.Add(std::span<const Vec3>(corners));
}

// Numbers that look random, in one written order: a function's arguments have none.
class Wild {
 public:
  explicit Wild(std::uint64_t seed) : rng_(seed) {}
  std::uint64_t Bits() { return rng_.Next(); }
  float Unit() { return rng_.Unit(); }
  float Between(float low, float high) { return low + (high - low) * rng_.Unit(); }
  Vec3 Vector(float extent) {
    Vec3 v;
    v.x = Between(-extent, extent);
    v.y = Between(-extent, extent);
    v.z = Between(-extent, extent);
    return v;
  }

 private:
  bench::Rng rng_;
};

}  // namespace sinew::hash_scenes
