// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The made-up rig that benchmarks and hash scenes share: the same seeds and formulas give the same
// bits everywhere.
//
//   Rig100   100 joints: a spine, a chain of ten; nine limbs of ten, limb k on spine joint k + 1.
//            Each joint stands 0.1 from its parent, +Y on the spine, +X on the limbs.
//   Clips    300 keys a track at 30 Hz; axes, frequencies and phases from a seed.
//   Meshes   smooth: along the chains, as real ones are. Random: hardly two vertices share joints.
#pragma once

#include <cstdint>
#include <vector>

#include "sinew/clip.h"
#include "sinew/mesh.h"
#include "sinew/skeleton.h"

namespace sinew::bench {

// splitmix64.
class Rng {
 public:
  explicit Rng(std::uint64_t seed) : state_(seed) {}
  std::uint64_t Next();
  float Unit() { return static_cast<float>(Next() >> 40) * 0x1p-24f; }  // In [0, 1).

 private:
  std::uint64_t state_;
};

Skeleton MakeRig100();

enum class Rig100Tracks : std::uint8_t {
  kFull,      // Translation, rotation and scale of every joint.
  kRotation,  // Rotation of every joint, translation of joint 0.
};
// `skeleton` from MakeRig100.
Clip MakeRig100Clip(const Skeleton& skeleton, std::uint64_t seed, Rig100Tracks tracks);

// Which joints of the rig, in its own order, the formulas call 10 * chain + place.
std::vector<std::uint32_t> Rig100Chains(const Skeleton& skeleton);

// Positions on a unit cylinder, normals outward, tangents along; a palette of 100 entries.
Mesh MakeSmoothMesh(std::uint32_t vertex_count, std::uint32_t influence_count, bool tangents);
Mesh MakeRandomMesh(std::uint32_t vertex_count, bool tangents);

}  // namespace sinew::bench
