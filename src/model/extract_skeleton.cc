// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <limits>
#include <utility>

#include "model/checks.h"
#include "model/track_mover.h"
#include "sinew/model.h"

namespace sinew {
namespace {

constexpr std::uint32_t kDropped = std::numeric_limits<std::uint32_t>::max();

// new_joints[j]: where the model's joint j went, or kDropped. Parents come before children, so one
// backward pass closes the set under ancestors, and dropping joints keeps level order.
std::vector<std::uint32_t> NewJoints(const Model& model, std::span<const std::uint32_t> skins) {
  const Skeleton& skeleton = model.skeleton();
  std::vector<std::uint32_t> new_joints(skeleton.joint_count(), kDropped);
  constexpr std::uint32_t kKept = 0;
  for (const std::uint32_t skin : skins) {
    for (const std::int32_t joint : model.skins()[skin].joints()) {
      if (joint != kIdentityJoint) new_joints[static_cast<std::uint32_t>(joint)] = kKept;
    }
  }
  for (std::uint32_t joint = skeleton.joint_count(); joint-- > 0;) {
    if (new_joints[joint] != kDropped && skeleton.parent(joint) != kNoParent) {
      new_joints[static_cast<std::uint32_t>(skeleton.parent(joint))] = kKept;
    }
  }
  std::uint32_t count = 0;
  for (std::uint32_t& joint : new_joints) {
    if (joint != kDropped) joint = count++;
  }
  return new_joints;
}

std::optional<std::uint32_t> Moved(std::optional<std::uint32_t> joint,
                                   const std::vector<std::uint32_t>& new_joints) {
  if (!joint || new_joints[*joint] == kDropped) return std::nullopt;
  return new_joints[*joint];
}

Result<Skin> Moved(const Skin& skin, const std::vector<std::uint32_t>& new_joints,
                   std::uint32_t joint_count) {
  Skin::Parts parts = skin.parts();
  for (std::int32_t& joint : parts.joints) {
    if (joint != kIdentityJoint) {
      joint = static_cast<std::int32_t>(new_joints[static_cast<std::uint32_t>(joint)]);
    }
  }
  parts.root = Moved(parts.root, new_joints);
  return Skin::Create(std::move(parts), joint_count);
}

Result<Clip> Moved(const Clip& clip, const std::vector<std::uint32_t>& new_joints) {
  model::TrackMover mover(clip);
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    const TrackRange& range = clip.track_ranges()[t];
    if (range.property == Property::kMorphWeights || new_joints[range.target] == kDropped) continue;
    mover.Move(t, new_joints[range.target]);
  }
  return std::move(mover).Finish(Moved(clip.root_motion_joint(), new_joints));
}

}  // namespace

Result<ExtractedSkeleton> ExtractSkeleton(const Model& model,
                                          std::span<const std::uint32_t> skins) {
  for (std::size_t i = 0; i < skins.size(); ++i) {
    if (skins[i] >= model.skins().size()) {
      return model::Broken(model::At("skins", i), "found skin " + std::to_string(skins[i]) +
                                                      ", expected less than " +
                                                      std::to_string(model.skins().size()));
    }
  }
  const Skeleton& source = model.skeleton();
  const std::vector<std::uint32_t> new_joints = NewJoints(model, skins);

  ExtractedSkeleton extracted;
  Skeleton::Parts parts;
  for (std::uint32_t joint = 0; joint < source.joint_count(); ++joint) {
    if (new_joints[joint] == kDropped) continue;
    const std::int32_t parent = source.parent(joint);
    parts.parents.push_back(
        parent == kNoParent
            ? kNoParent
            : static_cast<std::int32_t>(new_joints[static_cast<std::uint32_t>(parent)]));
    parts.rest.push_back(source.rest()[joint]);
    parts.names.push_back(source.name(joint));
    parts.file_nodes.push_back(source.file_node(joint));
    extracted.source_joints.push_back(joint);
  }
  Result<Skeleton> skeleton = Skeleton::Create(std::move(parts));
  if (!skeleton) return skeleton.failure();
  extracted.skeleton = std::move(*skeleton);

  for (const std::uint32_t skin : skins) {
    Result<Skin> moved = Moved(model.skins()[skin], new_joints, extracted.skeleton.joint_count());
    if (!moved) return moved.failure();
    extracted.skins.push_back(std::move(*moved));
  }
  for (const Clip& clip : model.clips()) {
    Result<Clip> moved = Moved(clip, new_joints);
    if (!moved) return moved.failure();
    moved->set_skeleton_id(extracted.skeleton.id());
    extracted.clips.push_back(std::move(*moved));
  }
  return extracted;
}

}  // namespace sinew
