// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clips of one model for another: joints are found by name and path, keys are carried to the bit.
//
//   Not here  retargeting. A key says where a joint stands in its parent's space, and says the same
//             afterwards. Where two skeletons rest otherwise the motion looks otherwise: that is
//             reported and never corrected.
//   Rules     those of joint_match.h. Tracks of joints without a target are dropped.
//   Meshes    the source may be a file of animations alone, without meshes and skins.
//   Memory    everything here allocates: it is work for importers and tools.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "sinew/clip.h"
#include "sinew/joint_match.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

// How the morph weights of a mesh instance came to their target. Instances belong together whose
// joints do, else those with the only morphing meshes of one name.
enum class MorphMatch : std::uint8_t {
  kBound,         // As many targets. Where both sides name them, the same names in any order.
  kNoMesh,        // No such instance, or several.
  kOtherTargets,  // Another number of targets, or other names.
};

std::string_view MorphMatchName(MorphMatch match);  // "bound", "no-mesh", "other-targets".

struct BindReport : MatchCounts {
  // The source joints that have tracks, in ascending order. Target joints that no track reaches
  // rest, and are not mentioned.
  struct Joint : JointBinding {
    std::uint32_t track_count = 0;  // Over all clips; dropped where there is no target.
  };
  std::vector<Joint> joints{};

  // The source's mesh instances that have tracks of morph weights, in ascending order.
  struct Morphs {
    std::uint32_t instance = 0;
    MorphMatch match = MorphMatch::kNoMesh;
    std::optional<std::uint32_t> target{};  // An instance; of kOtherTargets, the one that differs.
    std::uint32_t track_count = 0;
  };
  std::vector<Morphs> morphs{};

  std::vector<std::uint32_t> lost_root_motion{};  // Clips whose root-motion joint has no target.
  std::vector<std::uint32_t> unused_entries{};    // Of the map: no source joint is called so.
};

struct BoundClips {
  std::vector<Clip> clips{};  // As many as were given; some may have lost every track.
  BindReport report{};
};

// Names, durations, events and keys stay; joints and morph slots become those of `to`. Fails with
// the place "map/3" where an entry of the map names several joints of the source, one or none of
// them in the target, or what another entry has named; with "clips/0" where a clip is not within
// `from`.
Result<BoundClips> BindClips(const Model& from, std::span<const Clip> clips, const Model& to,
                             const BindOptions& options = {});

// The same for one clip; several of a file are matched once by BindClips.
struct BoundClip {
  Clip clip{};
  BindReport report{};
};
Result<BoundClip> BindClip(const Model& from, const Clip& clip, const Model& to,
                           const BindOptions& options = {});

}  // namespace sinew
