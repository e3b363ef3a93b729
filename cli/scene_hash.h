// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The hash of everything a file plays: the definition behind `sinew hash`.
#pragma once

#include <functional>
#include <span>

#include "sinew/hash.h"
#include "sinew/result.h"
#include "sinew/sampling.h"
#include "spec_walk.h"

namespace sinew::cli {

inline constexpr double kHashRate_Hz = 60.0;

// Of one moment, each from a fresh start.
struct StageHashes {
  Hash64 local;
  Hash64 palette;
  Hash64 vertices;
};

// Called once a moment; stages are null unless asked for.
using HashWatcher = std::function<void(const Moment& moment, const StageHashes* stages)>;

// Adds to `total`, moment by moment: local poses, palettes, vertices, by the specifications. Plays
// `clips`: the asset's, or packed ones for its skeleton. Throws CommandError, a bug, where the way
// that a game plays gives other bits.
Error HashScene(const LoadedAsset& loaded, std::span<const ClipView> clips, bool with_stages,
                const HashWatcher& watch, Hash64& total);

}  // namespace sinew::cli
