// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/bind_clip.h"

#include <algorithm>
#include <array>
#include <utility>

#include "model/checks.h"
#include "model/match_joints.h"
#include "model/match_morphs.h"
#include "model/track_mover.h"

namespace sinew {
namespace {

using model::kNobody;
using model::MatchedJoints;
using model::MatchedMorphs;

bool IsInOrder(std::span<const std::uint32_t> columns) {
  for (std::uint32_t c = 0; c < columns.size(); ++c) {
    if (columns[c] != c) return false;
  }
  return true;
}

// Both models, what corresponds in them, and how often it was used.
class Binder {
 public:
  Binder(const Model& from, const Model& to, MatchedJoints joints)
      : from_(from),
        to_(to),
        joints_(std::move(joints)),
        morphs_(model::MatchMorphs(from, to, joints_.joints)),
        joint_tracks_(joints_.joints.size(), 0),
        morph_tracks_(morphs_.size(), 0) {}

  // Nothing where the clip is not within the source.
  std::optional<std::string> Outside(const Clip& clip) const;
  Result<Clip> Bind(const Clip& clip, std::uint32_t index);
  BindReport Report() &&;

 private:
  std::uint32_t first_slot(const MatchedMorphs& morphs) const {
    return from_.instances()[morphs.instance].first_morph;
  }
  std::uint32_t slot_count(const MatchedMorphs& morphs) const {
    return from_.meshes()[from_.instances()[morphs.instance].mesh].morph_count();
  }
  // The first run that does not end before `slot`.
  std::size_t RunAt(std::uint32_t slot) const;
  void MoveMorphs(std::uint32_t track, const TrackRange& range, model::TrackMover& mover);

  const Model& from_;
  const Model& to_;
  MatchedJoints joints_;
  std::vector<MatchedMorphs> morphs_;
  std::vector<std::uint32_t> joint_tracks_, morph_tracks_;
  std::vector<std::uint32_t> lost_root_motion_;
};

std::size_t Binder::RunAt(std::uint32_t slot) const {
  const auto after = std::upper_bound(
      morphs_.begin(), morphs_.end(), slot,
      [this](std::uint32_t wanted, const MatchedMorphs& run) { return wanted < first_slot(run); });
  return after == morphs_.begin() ? 0 : static_cast<std::size_t>(after - morphs_.begin()) - 1;
}

std::optional<std::string> Binder::Outside(const Clip& clip) const {
  const std::uint32_t joint_count = from_.skeleton().joint_count();
  const auto root = clip.root_motion_joint();
  if (clip.joint_bound() > joint_count || (root && *root >= joint_count)) {
    return "found a joint beyond the source's " + std::to_string(joint_count);
  }
  if (clip.morph_bound() > from_.morph_rest().size()) {
    return "found a morph slot beyond the source's " + std::to_string(from_.morph_rest().size());
  }
  for (const TrackRange& range : clip.track_ranges()) {
    if (range.property != Property::kMorphWeights) continue;
    const MatchedMorphs& first = morphs_[RunAt(range.target)];
    const std::uint32_t end = range.target + range.width;
    const MatchedMorphs& last = morphs_[RunAt(end - 1)];
    if (first_slot(first) != range.target || first_slot(last) + slot_count(last) != end) {
      return "found morph slots " + std::to_string(range.target) + " to " + std::to_string(end) +
             ", expected whole runs of the source's mesh instances";
    }
  }
  return std::nullopt;
}

// A track that covers the runs of several instances becomes one for each of them.
void Binder::MoveMorphs(std::uint32_t track, const TrackRange& range, model::TrackMover& mover) {
  const std::uint32_t end = range.target + range.width;
  for (std::size_t r = RunAt(range.target); r < morphs_.size(); ++r) {
    const MatchedMorphs& run = morphs_[r];
    const std::uint32_t first = first_slot(run);
    if (first >= end) break;
    ++morph_tracks_[r];
    if (run.match != MorphMatch::kBound) continue;
    const std::uint32_t target = to_.instances()[run.target].first_morph;
    if (run.columns.size() == range.width && IsInOrder(run.columns)) {
      mover.Move(track, target);
      continue;
    }
    std::vector<std::uint32_t> columns = run.columns;
    for (std::uint32_t& column : columns) column += first - range.target;
    mover.MoveColumns(track, target, columns);
  }
}

Result<Clip> Binder::Bind(const Clip& clip, std::uint32_t index) {
  model::TrackMover mover(clip);
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    const TrackRange& range = clip.track_ranges()[t];
    if (range.property == Property::kMorphWeights) {
      MoveMorphs(t, range, mover);
      continue;
    }
    ++joint_tracks_[range.target];
    const std::uint32_t target = joints_.joints[range.target].target;
    if (target != kNobody) mover.Move(t, target);
  }
  std::optional<std::uint32_t> root = clip.root_motion_joint();
  if (root) {
    const std::uint32_t target = joints_.joints[*root].target;
    root = target == kNobody ? std::nullopt : std::optional(target);
    if (!root) lost_root_motion_.push_back(index);
  }
  return std::move(mover).Finish(root);
}

BindReport Binder::Report() && {
  BindReport report;
  model::JointReporter reporter(from_.skeleton(), to_.skeleton(), report);
  for (std::uint32_t j = 0; j < joint_tracks_.size(); ++j) {
    if (joint_tracks_[j] == 0) continue;
    report.joints.push_back({reporter.Report(j, std::move(joints_.joints[j])), joint_tracks_[j]});
  }
  for (std::size_t r = 0; r < morphs_.size(); ++r) {
    if (morph_tracks_[r] == 0) continue;
    BindReport::Morphs& morphs = report.morphs.emplace_back();
    morphs.instance = morphs_[r].instance;
    morphs.match = morphs_[r].match;
    if (morphs_[r].target != kNobody) morphs.target = morphs_[r].target;
    morphs.track_count = morph_tracks_[r];
  }
  std::sort(report.morphs.begin(), report.morphs.end(),
            [](const auto& a, const auto& b) { return a.instance < b.instance; });
  report.lost_root_motion = std::move(lost_root_motion_);
  report.unused_entries = std::move(joints_.unused_entries);
  return report;
}

}  // namespace

std::string_view MorphMatchName(MorphMatch match) {
  constexpr std::array<std::string_view, 3> kNames{"bound", "no-mesh", "other-targets"};
  return kNames[static_cast<std::size_t>(match)];
}

Result<BoundClips> BindClips(const Model& from, std::span<const Clip> clips, const Model& to,
                             const BindOptions& options) {
  Result<MatchedJoints> joints = model::MatchJoints(from.skeleton(), to.skeleton(), options);
  if (!joints) return joints.failure();
  Binder binder(from, to, std::move(*joints));
  BoundClips bound;
  for (std::uint32_t c = 0; c < clips.size(); ++c) {
    if (auto outside = binder.Outside(clips[c])) {
      return model::Broken(model::At("clips", c), *std::move(outside));
    }
    if (clips[c].skeleton_id() != 0 && clips[c].skeleton_id() != from.skeleton().id()) {
      return model::Broken(model::At("clips", c),
                           "found a clip that moves another skeleton than the model it is from");
    }
    Result<Clip> clip = binder.Bind(clips[c], c);
    if (!clip) return clip.failure();
    clip->set_skeleton_id(to.skeleton().id());
    bound.clips.push_back(std::move(*clip));
  }
  bound.report = std::move(binder).Report();
  return bound;
}

Result<BoundClip> BindClip(const Model& from, const Clip& clip, const Model& to,
                           const BindOptions& options) {
  Result<BoundClips> bound = BindClips(from, std::span(&clip, 1), to, options);
  if (!bound) return bound.failure();
  return BoundClip{std::move(bound->clips[0]), std::move(bound->report)};
}

}  // namespace sinew
