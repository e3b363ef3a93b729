// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The workloads of `sinew bench`, in groups. Every one of them measures through the public jobs, as
// a game would call them.
#pragma once

#include <cstddef>
#include <string>

#include "sinew/model.h"
#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "workloads/stopwatch.h"

namespace sinew::bench {

void BenchMachine(const Stopwatch& watch);   // Copy bandwidth: what memory allows.
void BenchSampling(const Stopwatch& watch);  // One clip, in order and at random; both forms.
void BenchBlending(const Stopwatch& watch);
void BenchHierarchy(const Stopwatch& watch);  // Local to model, palette.
void BenchSkinning(const Stopwatch& watch);
void BenchVertexFormats(const Stopwatch& watch);  // To bytes and back.
void BenchBounds(const Stopwatch& watch);         // Boxes of poses and clips; rays.
void BenchCrowd(const Stopwatch& watch);          // Sample twice, blend, local to model.
void BenchInstances(const Stopwatch& watch);      // A crowd of them, beside mixer and jobs by hand.
void BenchMixer(const Stopwatch& watch);          // A character's step, pose and state; rollback.
void BenchManyClips(const Stopwatch& watch);      // Cold caches.
void BenchSmallRigs(const Stopwatch& watch);      // Fixed cost.
void BenchPacking(const Stopwatch& watch);        // From a loaded clip to the first pose.
void BenchJointQuery(const Stopwatch& watch);
void BenchRuntime(const Stopwatch& watch);  // Writing and opening runtime files.
void BenchWeights(const Stopwatch& watch);  // Automatic weights, and how they grow.
void BenchGrowth(const Stopwatch& watch);   // In joints, vertices, influences.

// Rows runtime_pack, runtime_open, runtime_map and runtime_check_all, of a model's runtime file:
// packing it, from the mapped file to the palette of its first skin in its first clip, the same
// with a new mapping every time, and a look at every part.
void BenchRuntimeFile(const Stopwatch& watch, const std::string& tail, const Model& model,
                      const PackOptions& options);

// How a clip is sampled, and what its rows say of it.
struct BenchClipOptions {
  std::string isa;
  int frames = 0;  // Of one measurement.
  std::size_t size_bytes = 0;
  float worst_error = 0.0f;  // In the unit of the skeleton.
};
BenchClipOptions OptionsOf(const Clip& clip);
BenchClipOptions OptionsOf(const PackedClip& clip);
// Rows sample_seq.TAIL and sample_seek.TAIL.
void BenchClip(const Stopwatch& watch, const std::string& tail, const Skeleton& skeleton,
               ClipView clip, const BenchClipOptions& options);

}  // namespace sinew::bench
