// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The workloads of `sinew bench`, in groups. Every one of them measures through the public jobs, as
// a game would call them.
#pragma once

#include "stopwatch.h"

namespace sinew::cli {

void BenchMachine(const Stopwatch& watch);   // Copy bandwidth: what memory allows.
void BenchSampling(const Stopwatch& watch);  // One clip, in order and at random; both forms.
void BenchBlending(const Stopwatch& watch);
void BenchHierarchy(const Stopwatch& watch);  // Local to model, palette.
void BenchSkinning(const Stopwatch& watch);
void BenchCrowd(const Stopwatch& watch);      // Sample twice, blend, local to model.
void BenchManyClips(const Stopwatch& watch);  // Cold caches.
void BenchSmallRigs(const Stopwatch& watch);  // Fixed cost.
void BenchPacking(const Stopwatch& watch);    // From a loaded clip to the first pose.

}  // namespace sinew::cli
