// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "base/arithmetic.h"
#include "pose/mixer/setup_checks.h"
#include "pose/mixer/setup_data.h"
#include "sinew/hash.h"

namespace sinew {
namespace {

using Data = MixerSetup::Data;

std::uint32_t Count(std::size_t size) { return static_cast<std::uint32_t>(size); }

Data::ClipData ClipDataOf(const ClipView& clip) {
  return {.name = std::string(clip.name()), .duration = DurationOf(clip)};
}

// Where the caller leaves it to us; see MixerOptions::action_capacity.
std::uint32_t CapacityFor(const MixerOptions& options) {
  const std::size_t shared = options.clips.size() * options.layers.size();
  const std::size_t reserve = std::max<std::size_t>(4, shared / 4);
  return Count(std::clamp<std::size_t>(shared + reserve, 8, mixing::kMostActions));
}

void AddGroups(Data& data) {
  for (const SyncGroup& group : data.options.sync_groups) {
    Data::Group known;
    for (const SyncGroup::Member& member : group.members) {
      Data::ClipData& clip = data.clips[member.clip];
      clip.group = static_cast<std::int32_t>(data.groups.size());
      clip.member = Count(known.members.size());
      std::vector<Ticks> beats = mixing::BeatsOf(member, clip.duration);
      known.segment_count = Count(beats.size());
      beats.push_back(beats.front() + clip.duration);
      known.members.push_back({.clip = member.clip, .beats = std::move(beats)});
    }
    data.groups.push_back(std::move(known));
  }
}

// The offsets of the state's parts, one after another.
void LayOut(Data& data) {
  const MixerOptions& options = data.options;
  std::size_t end = sizeof(mixing::HeaderState);
  const auto take = [&](std::size_t count, std::size_t size) {
    const std::size_t begin = end;
    end += (count * size + 7) / 8 * 8;
    return begin;
  };
  mixing::StateLayout& layout = data.layout;
  layout.actions = take(options.action_capacity, sizeof(mixing::ActionState));
  layout.layers = take(options.layers.size(), sizeof(mixing::LayerState));
  layout.groups = end;
  for (Data::Group& group : data.groups) {
    group.offset = take(1, sizeof(mixing::GroupState));
    take(group.segment_count, sizeof(Ticks));
  }
  layout.spaces = take(options.blend_spaces.size(), sizeof(Vec2));
  layout.serials = take(data.clips.size(), sizeof(std::uint32_t));
  const std::size_t before = end;
  const std::size_t residues = options.inertial ? 1 : 0;
  layout.joint_residues =
      take(residues * data.skeleton.joint_count(), sizeof(mixing::JointResidue));
  layout.morph_residues = take(residues * data.morph_count, sizeof(mixing::MorphResidue));
  layout.total = end;
  data.residue_bytes = end - before;
}

Error AddPoses(Data& data) {
  const SkeletonView& skeleton = data.skeleton;
  data.rest = Pose(skeleton.joint_count(), data.morph_count);
  CopyTransforms(skeleton.rest(), data.rest);
  std::copy(data.options.morph_rest.begin(), data.options.morph_rest.end(),
            data.rest.morphs().begin());
  const auto needs_first_poses = [](const MixerLayer& layer) {
    return layer.mode == MixerLayer::Mode::kAdditive && !layer.reference;
  };
  if (std::none_of(data.options.layers.begin(), data.options.layers.end(), needs_first_poses)) {
    return Error::kNone;
  }
  for (std::size_t c = 0; c < data.clips.size(); ++c) {
    Pose& first = data.clip_references.emplace_back(skeleton.joint_count(), data.morph_count);
    const SampleJob sample{.skeleton = skeleton,
                           .clip = data.options.clips[c],
                           .morph_rest = data.morph_rest(),
                           .pose = first};
    if (const Error error = sample.Run(); error != Error::kNone) return error;
    if (!data.root_paths.empty()) data.root_paths[c].Hold(first);
  }
  return Error::kNone;
}

void AddWhole(Hash64& hash, std::uint64_t value) {
  hash.Add(static_cast<std::uint32_t>(value)).Add(static_cast<std::uint32_t>(value >> 32));
}

void AddPose(Hash64& hash, const Pose& pose) {
  for (std::uint32_t joint = 0; joint < pose.joint_count(); ++joint) {
    const Transform local = pose.joint(joint);
    hash.Add(std::span<const Transform>(&local, 1));
  }
  hash.Add(pose.morphs());
}

std::uint64_t HashOf(const Data& data) {
  const MixerOptions& options = data.options;
  Hash64 hash;
  const auto add = [&](std::uint64_t value) { AddWhole(hash, value); };
  add(data.skeleton.joint_count());
  add(data.skeleton.rest_hash());
  add(data.morph_count);
  hash.Add(data.morph_rest());
  add(data.clips.size());
  for (const Data::ClipData& clip : data.clips) {
    add(static_cast<std::uint64_t>(clip.duration));
    add(static_cast<std::uint32_t>(clip.group));
  }
  add(options.layers.size());
  for (const MixerLayer& layer : options.layers) {
    add(static_cast<std::uint64_t>(layer.mode));
    add(layer.joint_weights.size());
    hash.Add(std::span<const float>(layer.joint_weights));
    add((layer.moves_morphs ? 1u : 0u) | (layer.reference ? 2u : 0u));
    if (layer.reference) AddPose(hash, *layer.reference);
  }
  add(data.groups.size());
  for (const Data::Group& group : data.groups) {
    add(group.segment_count);
    for (const Data::GroupMember& member : group.members) {
      add(member.clip);
      for (const Ticks beat : member.beats) add(static_cast<std::uint64_t>(beat));
    }
  }
  add(options.blend_spaces.size());
  for (const MixerBlendSpace& space : options.blend_spaces) {
    add(space.layer);
    add(space.space.hash());
    for (const std::uint32_t clip : space.clips) add(clip);
  }
  add(options.action_capacity);
  add(0);  // Reserved.
  add((options.fill_with_rest ? 1u : 0u) | (options.inertial ? 2u : 0u) |
      (options.root_motion ? 4u : 0u) | (options.idle == MixerOptions::Idle::kRest ? 8u : 0u) |
      (options.rotations == RotationAverage::kSum ? 16u : 0u));
  if (const auto& root = options.root_motion; root && (root->joint || !root->takes_all())) {
    add(root->joint ? std::uint64_t{*root->joint} + 1 : 0);
    add((root->horizontal ? 1u : 0u) | (root->vertical ? 2u : 0u) |
        static_cast<std::uint32_t>(root->up) << 2 | static_cast<std::uint32_t>(root->turn) << 3);
  }
  return hash.value();
}

}  // namespace

Result<MixerSetup> MixerSetup::Create(const SkeletonView& skeleton, MixerOptions options,
                                      SharedRef owner) {
  if (std::optional<Failure> failure = mixing::CheckOptions(skeleton, options)) {
    return *std::move(failure);
  }
  auto data = std::make_unique<Data>();
  data->owner = std::move(owner);
  data->skeleton = skeleton;
  data->morph_count = Count(options.morph_rest.size());
  for (const ClipView& clip : options.clips) {
    data->clips.push_back(ClipDataOf(clip));
    data->morph_count = std::max(data->morph_count, clip.morph_bound());
  }
  data->options = std::move(options);
  if (data->options.action_capacity == 0)
    data->options.action_capacity = CapacityFor(data->options);
  AddGroups(*data);
  if (data->options.root_motion) {
    for (const ClipView& clip : data->options.clips) {
      Result<RootPath> path = RootPath::Create(skeleton, clip, *data->options.root_motion);
      if (!path) {
        return Failure{path.failure().code, "/root_motion",
                       "clip \"" + std::string(clip.name()) + "\": " + path.failure().message};
      }
      if (path->moves() && !data->root_joint) data->root_joint = path->joint();
      data->root_paths.push_back(std::move(path).value());
    }
  }
  LayOut(*data);
  if (const Error error = AddPoses(*data); error != Error::kNone) {
    return Failure{.code = FailureCode::kInvalid,
                   .place = "/clips",
                   .message = "a first pose cannot be had: " + std::string(ErrorName(error))};
  }
  data->hash = HashOf(*data);
  return MixerSetup(data.release());
}

MixerSetup::MixerSetup(const MixerSetup& other) : data_(other.data_) {
  if (data_ != nullptr) data_->uses.fetch_add(1, std::memory_order_relaxed);
}
MixerSetup::MixerSetup(MixerSetup&& other) noexcept : data_(std::exchange(other.data_, nullptr)) {}
MixerSetup& MixerSetup::operator=(const MixerSetup& other) { return *this = MixerSetup(other); }
MixerSetup& MixerSetup::operator=(MixerSetup&& other) noexcept {
  std::swap(data_, other.data_);
  return *this;
}
MixerSetup::~MixerSetup() {
  // The last one must see what the others have done with the data before it deletes it.
  if (data_ != nullptr && data_->uses.fetch_sub(1, std::memory_order_acq_rel) == 1) delete data_;
}

const SharedRef& MixerSetup::owner() const& { return data_->owner; }
const SkeletonView& MixerSetup::skeleton() const& { return data_->skeleton; }
const MixerOptions& MixerSetup::options() const& { return data_->options; }
std::uint32_t MixerSetup::clip_count() const { return Count(data_->clips.size()); }
const ClipView& MixerSetup::clip(std::uint32_t clip) const& { return data_->options.clips[clip]; }
const std::string& MixerSetup::clip_name(std::uint32_t clip) const& {
  return data_->clips[clip].name;
}
Ticks MixerSetup::duration(std::uint32_t clip) const { return data_->clips[clip].duration; }
std::uint32_t MixerSetup::layer_count() const { return Count(data_->options.layers.size()); }
std::uint32_t MixerSetup::morph_count() const { return data_->morph_count; }
std::size_t MixerSetup::state_bytes() const { return data_->layout.total; }
std::size_t MixerSetup::residue_bytes() const { return data_->residue_bytes; }
std::uint64_t MixerSetup::hash() const { return data_->hash; }

std::optional<std::uint32_t> MixerSetup::FindClip(std::string_view name) const {
  for (std::uint32_t c = 0; c < clip_count(); ++c) {
    if (data_->clips[c].name == name) return c;
  }
  return std::nullopt;
}

}  // namespace sinew
