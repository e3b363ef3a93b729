// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The hash of everything a model plays: the definition behind `sinew hash`.
#pragma once

#include <functional>
#include <span>

#include "scene_walk.h"
#include "sinew/hash.h"
#include "sinew/model.h"
#include "sinew/result.h"

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

// Adds to `total`, moment by moment: local poses, palettes, vertices. Plays `packed`, one for each
// of the model's clips, where that is not empty. Throws CommandError, a bug, where a kernel gives
// other bits than its specification.
Error HashScene(const Model& model, std::span<const PackedClip> packed, bool with_stages,
                const HashWatcher& watch, Hash64& total);

}  // namespace sinew::cli
