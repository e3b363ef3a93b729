// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What people and programs are told of a clip, the same whether it is a model's or packed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sinew/packed_clip_view.h"
#include "sinew/skeleton_view.h"
#include "text/json_out.h"

namespace sinew::cli {

// The reader calls clips without a name "unnamed" (L37), all of them.
bool IsUnnamed(std::string_view clip_name);

// What people call a clip: its whole name, or "#3" where it has none. PickClip takes both.
std::string ClipLabel(std::string_view clip_name, std::size_t index);

// The joint whose motion moves the whole character, as people call it; "-" where there is none.
std::string RootMotionText(const SkeletonView& skeleton, std::optional<std::uint32_t> joint);

// Keys of the open object: events, [{t, name}]; and rootMotion, {node, name} or null, where node is
// the number of the node in the file, as everywhere in the tool's JSON.
void WriteEventsAndRootMotion(const ClipEvents& events, const SkeletonView& skeleton,
                              std::optional<std::uint32_t> root_motion_joint, JsonWriter& json);

}  // namespace sinew::cli
