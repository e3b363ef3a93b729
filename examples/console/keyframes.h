// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A game's own animation code over exported constants: samples a clip and walks the hierarchy.
// Rotations are blended by slerp, translations and scales linearly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sinew/math.h"

namespace console_examples {

// Arrays of one `sinew export clip`.
struct ExportedClip {
  std::span<const float> times_s;  // KEYFRAME_TIMES
  std::span<const float> trs;      // KEYFRAMES_TRS: 10 floats per frame and bone.
};

// Local transforms at a time from the first keyframe to the last.
inline void SampleClip(const ExportedClip& clip, float time_s, std::span<sinew::Affine> local) {
  std::size_t a = 0;
  while (a + 2 < clip.times_s.size() && clip.times_s[a + 1] <= time_s) ++a;
  const float span_s = clip.times_s[a + 1] - clip.times_s[a];
  const float t = (time_s - clip.times_s[a]) / span_s;
  const auto mix = [t](float from, float to) { return from + (to - from) * t; };
  for (std::size_t bone = 0; bone < local.size(); ++bone) {
    const float* const p = clip.trs.data() + (a * local.size() + bone) * 10;
    const float* const q = p + local.size() * 10;
    local[bone] = sinew::AffineOf({
        .translation = {mix(p[0], q[0]), mix(p[1], q[1]), mix(p[2], q[2])},
        .rotation = sinew::Slerp({p[3], p[4], p[5], p[6]}, {q[3], q[4], q[5], q[6]}, t),
        .scale = {mix(p[7], q[7]), mix(p[8], q[8]), mix(p[9], q[9])},
    });
  }
}

// Model-space transforms. Parents precede their children: one pass is enough.
inline void WalkHierarchy(std::span<const std::int32_t> parents,
                          std::span<const sinew::Affine> local, std::span<sinew::Affine> model) {
  for (std::size_t i = 0; i < local.size(); ++i) {
    model[i] = parents[i] < 0
                   ? local[i]
                   : sinew::Multiply(model[static_cast<std::size_t>(parents[i])], local[i]);
  }
}

}  // namespace console_examples
