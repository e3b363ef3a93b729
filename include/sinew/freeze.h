// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Freezing: a posed asset as a model that no longer moves, for WriteGlb and WriteObj.
//
//   Result<Model> frozen = Freeze(instance.moment());                       // As it stands now.
//   Result<Model> frozen = Freeze(asset, {.clip = 2, .time_s = 0.3});
//
//   Memory   offline: allocates what the output takes; max_output_bytes bounds it.
#pragma once

#include <cstdint>
#include <optional>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/model.h"
#include "sinew/posed_scene.h"
#include "sinew/result.h"

namespace sinew {

// A mesh can have any number of instances, and each is written out: a small file can ask for any
// amount of work and memory.
struct FreezeLimits {
  std::uint64_t max_work = kDefaultMaxWork;
  std::uint64_t max_output_bytes = std::uint64_t{1} << 30;  // Of all frozen meshes.
};

struct FreezeMoment {
  std::optional<std::uint32_t> clip{};  // Into Asset::clips. Nothing: the rest pose.
  double time_s = 0.0;                  // Outside the clip: its first or its last pose.
  SkinMethod method = SkinMethod::kLinearBlend;
};

// Each mesh instance becomes a mesh of its own at a root node with the name of the instance's node,
// its vertices where the pose put them. There are no skins, morphs or clips. Materials, textures
// and images are kept, and raw JSON of those. Triangles of mirrored instances are turned, so that
// they still face outward; their strips and fans become lists.
// kLimit: a limit is exceeded; its name is in the message. kInvalid: a vertex lies where a model
// cannot hold it, the clip does not exist, or the asset cannot be posed.
Result<Model> Freeze(const AssetPose& pose, const FreezeLimits& limits = {});
Result<Model> Freeze(const Asset& asset, const FreezeMoment& moment = {},
                     const FreezeLimits& limits = {});

// What the frozen meshes take, known before they are made. A double: see FrameWork.
double FrozenBytes(const Model& model);

}  // namespace sinew
