// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/describe_clip.h"

#include <fmt/format.h>

namespace sinew::cli {

bool IsUnnamed(std::string_view clip_name) { return clip_name.empty() || clip_name == "unnamed"; }

std::string ClipLabel(std::string_view clip_name, std::size_t index) {
  return IsUnnamed(clip_name) ? fmt::format("#{}", index) : std::string(clip_name);
}

std::string RootMotionText(const SkeletonView& skeleton, std::optional<std::uint32_t> joint) {
  if (!joint) return "-";
  const std::string_view name = skeleton.name(*joint);
  // As Skeleton::Label calls it.
  return name.empty() ? fmt::format("bone_{}", skeleton.file_node(*joint)) : std::string(name);
}

void WriteEventsAndRootMotion(const ClipEvents& events, const SkeletonView& skeleton,
                              std::optional<std::uint32_t> root_motion_joint, JsonWriter& json) {
  json.Key("events").BeginArray();
  for (std::size_t e = 0; e < events.size(); ++e) {
    json.BeginObject().Key("t").Number(events[e].time_s);
    json.Key("name").String(events[e].name).EndObject();
  }
  json.EndArray().Key("rootMotion");
  if (!root_motion_joint) {
    json.Null();
    return;
  }
  json.BeginObject().Key("node").Integer(skeleton.file_node(*root_motion_joint));
  json.Key("name").String(skeleton.name(*root_motion_joint)).EndObject();
}

}  // namespace sinew::cli
