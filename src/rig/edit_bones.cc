// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Adding and erasing bones and handles (S18). A refused edit changes nothing.
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "math/usable.h"
#include "math/vec.h"
#include "model/checks.h"
#include "rig/check_rig.h"
#include "sinew/rigging.h"

namespace sinew {
namespace {

std::optional<Failure> CheckNextId(const BoneRig& rig) {
  if (rig.next_channel_id < std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return Failure{FailureCode::kLimit, "/next_channel_id", "found no channel id left"};
}

std::optional<Failure> CheckIndex(const char* array, std::uint32_t index, std::size_t count) {
  if (index < count) return std::nullopt;
  return model::Broken(model::At(array, index),
                       "found none of that index, expected less than " + std::to_string(count));
}

}  // namespace

Result<std::uint32_t> AddBone(BoneRig& rig, Bone bone) {
  if (rig.bones.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max())) {
    return Failure{FailureCode::kLimit, "/bones", "found as many bones as parents can name"};
  }
  if (auto failure = rig::CheckBone(bone, rig.bones.size())) return *std::move(failure);
  if (auto failure = CheckNextId(rig)) return *std::move(failure);
  bone.channel_id = rig.next_channel_id++;
  rig.bones.push_back(std::move(bone));
  return static_cast<std::uint32_t>(rig.bones.size() - 1);
}

Result<std::uint32_t> AddHandle(BoneRig& rig, BoneHandle handle) {
  if (auto failure = rig::CheckHandle(handle, rig.handles.size(), rig.bones.size())) {
    return *std::move(failure);
  }
  if (auto failure = CheckNextId(rig)) return *std::move(failure);
  handle.channel_id = rig.next_channel_id++;
  rig.handles.push_back(handle);
  return static_cast<std::uint32_t>(rig.handles.size() - 1);
}

std::optional<Failure> EraseBone(BoneRig& rig, std::uint32_t bone) {
  if (auto failure = CheckRig(rig)) return failure;
  if (auto failure = CheckIndex("/bones", bone, rig.bones.size())) return failure;
  const Bone erased = rig.bones[bone];
  const auto index = static_cast<std::int32_t>(bone);
  const auto extent_without = [&](const Bone& child) {
    return scalar::Add(erased.extent, child.extent);
  };
  for (std::size_t i = bone; i < rig.bones.size(); ++i) {
    if (rig.bones[i].parent != index || scalar::IsUsable(extent_without(rig.bones[i]))) continue;
    return model::Broken(model::At("/bones", i) + "/extent",
                         "found one that would reach beyond 1e18, expected a usable one");
  }
  for (Bone& other : rig.bones) {
    if (other.parent == index) {
      other.extent = extent_without(other);
      other.parent = erased.parent;
    } else if (other.parent > index) {
      --other.parent;
    }
  }
  rig.bones.erase(rig.bones.begin() + index);
  std::erase_if(rig.handles, [bone](const BoneHandle& handle) { return handle.bone == bone; });
  for (BoneHandle& handle : rig.handles) {
    if (handle.bone > bone) --handle.bone;
  }
  return std::nullopt;
}

std::optional<Failure> EraseHandle(BoneRig& rig, std::uint32_t handle) {
  if (auto failure = CheckIndex("/handles", handle, rig.handles.size())) return failure;
  rig.handles.erase(rig.handles.begin() + static_cast<std::ptrdiff_t>(handle));
  return std::nullopt;
}

Result<PolygonMesh> WithoutBone(PolygonMesh mesh, std::uint32_t bone) {
  PolygonMesh::Parts parts = std::move(mesh).TakeParts();
  if (parts.influences.empty()) return PolygonMesh::Create(std::move(parts));
  Influences left{.begins = {0}};
  for (std::uint32_t v = 0; v < parts.positions.size(); ++v) {
    double sum = 0.0;
    for (const Influence& influence : parts.influences.of(v)) {
      if (influence.joint != bone) sum += static_cast<double>(influence.weight);
    }
    for (const Influence& influence : parts.influences.of(v)) {
      if (influence.joint == bone) continue;
      const auto weight = static_cast<float>(static_cast<double>(influence.weight) / sum);
      if (!(weight > 0.0f)) continue;
      left.list.push_back({influence.joint - (influence.joint > bone ? 1 : 0), weight});
    }
    left.begins.push_back(static_cast<std::uint32_t>(left.list.size()));
  }
  parts.influences = std::move(left);
  return PolygonMesh::Create(std::move(parts));
}

}  // namespace sinew
