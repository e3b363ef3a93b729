// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a MixerSetup works out beforehand.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pose/mixer/state.h"
#include "sinew/hooks.h"
#include "sinew/mixer_setup.h"
#include "sinew/playback.h"

namespace sinew {

struct MixerSetup::Data : FromHooks {
  mutable std::atomic<std::uint32_t> uses = 1;  // By how many setups; the last one deletes it.
  SharedRef owner;                              // Goes last: all else may look into what it owns.

  struct GroupMember {
    std::uint32_t clip = 0;
    std::vector<Ticks> beats;  // Of the clip; one more than there are segments, a duration later
                               // than the first.
  };
  struct Group {
    std::uint32_t segment_count = 1;
    std::vector<GroupMember> members;
    std::size_t offset = 0;  // Of its GroupState, in the block.
  };
  struct ClipData {
    std::string name;
    Ticks duration = 0;
    std::int32_t group = -1;  // And which of its members.
    std::uint32_t member = 0;
  };

  SkeletonView skeleton;
  MixerOptions options;
  std::vector<ClipData> clips;
  std::vector<Group> groups;
  std::vector<RootPath> root_paths;   // One a clip, or none.
  std::vector<Pose> clip_references;  // First poses, one a clip; none where no layer needs them.
  std::optional<std::uint32_t> root_joint;  // Of the first of them that moves.
  Pose rest;                                // With morphs.
  std::uint32_t morph_count = 0;
  mixing::StateLayout layout;
  std::size_t residue_bytes = 0;
  std::uint64_t hash = 0;

  std::span<const float> morph_rest() const { return rest.morphs(); }
};

}  // namespace sinew
