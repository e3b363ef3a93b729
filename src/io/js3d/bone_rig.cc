// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "io/js3d/bone_rig.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace sinew::js3d {
namespace {

using scalar::Vec3D;

constexpr std::uint32_t kNone = 0xFFFFFFFF;

bool CheckAngle(Source& source, json::Value object, std::string_view key, float degrees) {
  if (degrees >= -kMostDegrees && degrees <= kMostDegrees) return true;
  return source.Invalid(
      object.Find(key).value_or(object),
      Words("found ", static_cast<double>(degrees), " degrees, expected at most a million"));
}

bool ReadBone(Source& source, json::Value object, std::uint32_t index, Bone& bone) {
  bone.extent = {0.0f, 0.0f, 0.0f};  // The format's defaults.
  bone.radius = 0.5f;
  float roll = 0.0f;
  Vec3 pose;
  std::uint32_t parent = kNone;
  if (!source.RequireObject(object) || !source.Read(object, "extent", bone.extent) ||
      !source.Read(object, "roll", roll) || !source.Read(object, "radius", bone.radius) ||
      !source.Read(object, "parent", parent) || !source.Read(object, "pose", pose) ||
      !source.Read(object, "channel_id", bone.channel_id)) {
    return false;
  }
  for (const float degrees : {pose.x, pose.y, pose.z}) {
    if (!CheckAngle(source, object, "pose", degrees)) return false;
  }
  if (!CheckAngle(source, object, "roll", roll)) return false;
  bone.name = Words("bone.", bone.channel_id);
  bone.roll = static_cast<float>(RadiansOf(roll));
  bone.pose = {static_cast<float>(RadiansOf(pose.x)), static_cast<float>(RadiansOf(pose.y)),
               static_cast<float>(RadiansOf(pose.z))};
  if (parent != kNone && parent >= index) {
    source.Mended("bone-parent-cleared", object);
    parent = kNone;
  }
  bone.parent = parent == kNone ? kNoParent : static_cast<std::int32_t>(parent);
  return true;
}

bool ReadHandle(Source& source, json::Value object, std::size_t bone_count, BoneHandle& handle) {
  handle.enabled = false;
  if (!source.RequireObject(object) || !source.Read(object, "bone", handle.bone) ||
      !source.Read(object, "target", handle.target) ||
      !source.Read(object, "enabled", handle.enabled) ||
      !source.Read(object, "channel_id", handle.channel_id)) {
    return false;
  }
  if (handle.bone >= bone_count) {
    source.Mended("handle-moved", object);
    handle.bone = 0;
  }
  return true;
}

bool ReadBones(Source& source, json::Value list, BoneRig& rig) {
  if (list.size() > source.limits().max_skin_joints) {
    return source.Refuse(FailureCode::kLimit, list,
                         Words("found ", list.size(), " bones, more than max_skin_joints (",
                               source.limits().max_skin_joints, ")"));
  }
  if (!source.Take(list.size(), sizeof(Bone), list)) return false;
  rig.bones.reserve(list.size());
  for (const json::Value object : list.elements()) {
    Bone bone;
    if (!ReadBone(source, object, static_cast<std::uint32_t>(rig.bones.size()), bone)) return false;
    rig.bones.push_back(std::move(bone));
  }
  return true;
}

bool ReadHandles(Source& source, json::Value list, BoneRig& rig) {
  source.Lost(Loss::kHandles, list, list.size());
  if (rig.bones.empty()) {
    source.Mended("handles-dropped", list, list.size());
    return true;
  }
  if (!source.Take(list.size(), sizeof(BoneHandle), list)) return false;
  rig.handles.reserve(list.size());
  for (const json::Value object : list.elements()) {
    BoneHandle handle;
    if (!ReadHandle(source, object, rig.bones.size(), handle)) return false;
    rig.handles.push_back(handle);
  }
  return true;
}

std::uint32_t NextChannel(const BoneRig& rig) {
  std::uint32_t most = 0;
  for (const Bone& bone : rig.bones) most = std::max(most, bone.channel_id);
  for (const BoneHandle& handle : rig.handles) most = std::max(most, handle.channel_id);
  if (rig.bones.empty() && rig.handles.empty()) return 0;
  return most == std::numeric_limits<std::uint32_t>::max() ? most : most + 1;
}

}  // namespace

double RadiansOf(double degrees) {
  constexpr double kRadiansADegree = 0.017453292519943295;
  return degrees * kRadiansADegree;
}

bool ReadBoneRig(Source& source, json::Value skeleton, BoneRig& rig) {
  std::optional<json::Value> bones, handles;
  if (!source.RequireObject(skeleton) || !source.FindArray(skeleton, "bones", bones) ||
      !source.FindArray(skeleton, "handles", handles) || !source.Read(skeleton, "base", rig.base) ||
      !source.Read(skeleton, "base_offset", rig.base_offset)) {
    return false;
  }
  if (bones && !ReadBones(source, *bones, rig)) return false;
  if (handles && !ReadHandles(source, *handles, rig)) return false;
  rig.next_channel_id = NextChannel(rig);
  return true;
}

Quat TurnOf(const Bone& bone) {
  return TurnOf(scalar::BoneAxes(bone.extent, bone.roll), scalar::Widen(bone.pose));
}

Quat TurnOf(const scalar::ThreeAxes& axes, Vec3D radians) {
  return scalar::UnitOr(scalar::TurnAboutAxes(axes, radians), Quat{});
}

std::vector<Vec3D> BindOrigins(const BoneRig& rig) {
  std::vector<Vec3D> origins;
  origins.reserve(rig.bones.size());
  for (const Bone& bone : rig.bones) {
    if (bone.parent == kNoParent) {
      origins.push_back(scalar::Widen(rig.base));
      continue;
    }
    const auto parent = static_cast<std::size_t>(bone.parent);
    origins.push_back(scalar::Add(origins[parent], scalar::Widen(rig.bones[parent].extent)));
  }
  return origins;
}

}  // namespace sinew::js3d
