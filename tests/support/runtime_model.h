// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A model for runtime files: the full model with a clip that moves every joint in every way, so
// that packed streams of all kinds occur, with events and a root-motion joint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "sinew/aligned_bytes.h"
#include "sinew/model.h"
#include "sinew/pack.h"
#include "sinew/packed_clip.h"
#include "support/full_model.h"
#include "support/random_rig.h"

namespace sinew::testing {

inline Model RuntimeModel(std::uint32_t keys = 12) {
  Model::Parts parts = FullModelParts();
  SplitMix64 random(77);
  for (const float distance : {0.002f, 0.02f, 0.1f}) {
    Clip::Parts clip = RandomClip(random, parts.skeleton.joint_count(), 2,
                                  {.turn = 4 * distance, .distance = distance, .keys = keys})
                           .TakeParts();
    clip.name = "random " + std::to_string(parts.clips.size());
    clip.events = {{.time_s = 0.0f, .name = "begin"},
                   {.time_s = 0.25f, .name = "foot \u00e9"},
                   {.time_s = clip.duration_s, .name = ""}};
    clip.root_motion_joint = 2;
    parts.clips.push_back(Clip::Create(std::move(clip)).value());
  }
  // So far that no code keeps the bound; and what does not move, but does not rest either.
  parts.clips.push_back(
      ClipOf({{.target = 1, .times = {0, 1, 1.5f}, .values = {0, 0, 0, 2000, 1, 0, 0, 0, 3000}},
              {.target = 3, .property = Property::kScale, .times = {0.5f}, .values = {2, 3, 4}}}));
  return Model::Create(std::move(parts)).value();
}

// The file of a model with clips of both forms: every other one stays exact.
inline AlignedBytes FileOfBothForms(const Model& model, PackOptions options,
                                    const RuntimeFileOptions& file_options = {}) {
  options.keep_exact = false;
  const ClipPacker packer = ClipPacker::Create(model, options).value();
  std::vector<PackedClip> clips;
  for (std::size_t i = 0; i < model.clips().size(); ++i) {
    clips.push_back(
        i % 2 == 0
            ? packer.Pack(i).value()
            : PackedClip::KeepExact(model.skeleton(), model.clips()[i], packer.options()).value());
  }
  return WriteRuntimeFileWithClips(model, clips, file_options).value();
}

}  // namespace sinew::testing
