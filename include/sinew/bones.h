// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones as a rigger draws them: sticks with a length, a radius of influence and three angles, hung
// tip to base (S14, S15). A Skeleton (skeleton.h) is what plays; this is what is edited. What can
// be done with bones is in rigging.h.
//
//   Space   model space has the base; extents and axes are in it as well at bind, where nothing
//           turns.
//   Units   radians, the asset's unit.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sinew/math.h"
#include "sinew/skeleton.h"

namespace sinew {

struct Bone {
  std::string name{};
  Vec3 extent{0.0f, 1.0f, 0.0f};    // From its base to its tip, where its children begin.
  float roll = 0.0f;                // Turns its x and z axes about the extent.
  float radius = 0.1f;              // Vertices nearer than this follow it.
  Vec3 pose{};                      // Angles about its axes: x first, then y, then z.
  std::int32_t parent = kNoParent;  // Before it in the list.
  std::uint32_t channel_id = 0;     // Names it in animations; unique, never given twice.
};

struct BoneHandle {
  std::uint32_t bone = 0;  // Whose tip is wanted
  Vec3 target{};           // there, in model space.
  bool enabled = true;
  std::uint32_t channel_id = 0;
};

// Editable, and so without invariants: MakeValid (rigging.h) mends what a file or an edit broke,
// and every function there says what it takes.
struct BoneRig {
  Vec3 base{};         // Where root bones begin.
  Vec3 base_offset{};  // Moves the rig in its current pose; nothing at bind.
  std::vector<Bone> bones{};
  std::vector<BoneHandle> handles{};
  std::uint32_t next_channel_id = 0;  // For the next bone or handle.
};

// A stick that moves what is near it. A joint may have several; one without length is a point.
struct BoneSegment {
  std::uint32_t joint = 0;  // The skin's entry that influences will name.
  Vec3 head{}, tail{};
  float radius = 0.0f;  // Vertices nearer than this follow it, where a file says so; 0: not known.
};

}  // namespace sinew
