// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The box of a whole clip: boxes that hang on joints, swept through all of its time.
//
//   Space    boxes go in as they hang on their joints, the box comes out in model space.
//   Promise  at every moment of [0, duration], at keys and between them, every point of every box
//            is inside, moved by the matrices that sampling the exact clip, LocalToModelJob and
//            PaletteJob give. Nothing is concluded from samples: each stretch of time is bounded by
//            what its keys allow, for STEP, LINEAR and CUBICSPLINE (docs/bounds.md). A PackedClip
//            stays within its error bound of that for vertices (JointReach), and for points as near
//            to their joints as it was packed for (PackOptions). Blends of clips are poses of their
//            own; ask BoundsJob.
//   Meshes   CarryBoxesJob (bounds.h) makes the boxes of one: its vertices then stay inside, as
//            linear blend moves them.
//   Tight    within a tolerance of the boxes of single moments; the result says how near it came.
//   Memory   offline: allocates.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/box.h"
#include "sinew/carried_box.h"
#include "sinew/clip.h"
#include "sinew/math.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace sinew {

struct SweepOptions {
  // How far the box may reach beyond the boxes of single moments, relative to their diagonal. In
  // (0, 1].
  float tolerance = 0.01f;
  // Joints, boxes and keys that are looked at, over all stretches of time. Where it does not
  // suffice the box is larger than the tolerance asks for, and as safe.
  std::uint64_t most_work = 200'000'000;
};

struct ClipSweep {
  Box box{};           // Empty where all boxes are.
  float slack = 0.0f;  // No side reaches further than so much beyond the boxes of some moments.
  std::uint64_t stretch_count = 0;  // Of time, that were looked at.
};

// Fails where the clip or a box names a joint that the skeleton does not have, where a number is
// not usable, or where the clip moves something out of the usable range.
Result<ClipSweep> SweepClip(const Skeleton& skeleton, const Clip& clip,
                            std::span<const CarriedBox> boxes, const SweepOptions& options = {});

// Between what values each morph slot stays over the whole clip: slots without a track rest. Both
// outputs have one entry a slot of morph_rest, or more, or kMorphsTooSmall. kMorphsTooSmall, too,
// where the clip writes a slot beyond morph_rest.
struct MorphRangeJob {
  const Clip& clip;
  std::span<const float> morph_rest;
  std::span<float> low;   // Out.
  std::span<float> high;  // Out.

  Error Validate() const;
  Error Run() const;
};

}  // namespace sinew
