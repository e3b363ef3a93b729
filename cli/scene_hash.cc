// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "scene_hash.h"

namespace sinew::cli {

Error HashScene(const Model& model, bool with_stages, const HashWatcher& watch, Hash64& total) {
  PosedScene scene(model);
  return WalkScene(scene, kHashRate_Hz, [&](PosedScene& posed, const Moment& moment) {
    const Error skinned = posed.SkinVertices();
    if (skinned != Error::kNone) return skinned;
    posed.AddLocal(total);
    posed.AddPalettes(total);
    posed.AddVertices(total);
    StageHashes stages;
    if (with_stages) {
      posed.AddLocal(stages.local);
      posed.AddPalettes(stages.palette);
      posed.AddVertices(stages.vertices);
    }
    watch(moment, with_stages ? &stages : nullptr);
    return Error::kNone;
  });
}

}  // namespace sinew::cli
