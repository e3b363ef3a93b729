// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/merge_clips.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "model/match_joints.h"
#include "model/merge_joints.h"

namespace sinew::model {
namespace {

float LastKey(const Clip& clip) {
  float last = 0.0f;
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    last = std::max(last, clip.track(t).times.back());
  }
  return last;
}

MergedClip DescribeClip(const Clip& source, const Clip& bound) {
  const std::uint32_t before = source.track_count(), after = bound.track_count();
  return {.source = source.name(),
          .bound_tracks = after,
          .dropped_tracks = before > after ? before - after : 0,
          .source_duration_s = source.duration_s(),
          .duration_s = LastKey(bound)};
}

// Counts the joints of every clip, each of them once.
void CountJoints(const Model& from, const BindReport& bound, std::span<MergedClip> clips) {
  std::vector<JointMatch> matches(from.skeleton().joint_count(), JointMatch::kUnwanted);
  for (const BindReport::Joint& joint : bound.joints) matches[joint.joint] = joint.match;
  std::vector<std::uint32_t> counted_for(matches.size(), kNobody);
  for (std::uint32_t c = 0; c < clips.size(); ++c) {
    for (const TrackRange& track : from.clips()[c].track_ranges()) {
      if (track.property == Property::kMorphWeights || counted_for[track.target] == c) continue;
      counted_for[track.target] = c;
      const JointMatch match = matches[track.target];
      clips[c].joint_count += match != JointMatch::kUnwanted ? 1 : 0;
      clips[c].bound_joint_count += match < JointMatch::kUnwanted ? 1 : 0;
    }
  }
}

std::vector<MergedMorphs> DescribeMorphs(const BindReport& bound, const Model& from,
                                         const Model& to) {
  std::vector<MergedMorphs> morphs;
  for (const BindReport::Morphs& one : bound.morphs) {
    const MeshInstance& instance = from.instances()[one.instance];
    MergedMorphs& merged = morphs.emplace_back();
    merged.joint = from.skeleton().Label(instance.joint);
    merged.mesh = from.meshes()[instance.mesh].name();
    merged.match = one.match;
    if (one.target) merged.target = to.skeleton().Label(to.instances()[*one.target].joint);
    merged.track_count = one.track_count;
  }
  return morphs;
}

MergeRefusal RefusalOfClips(std::span<const MergedClip> clips, bool force) {
  MergeRefusal refusal = MergeRefusal::kNone;
  for (const MergedClip& clip : clips) {
    if (clip.bound_tracks == 0 && clip.dropped_tracks > 0) return MergeRefusal::kNoJoints;
    if (!force && clip.finds_few_joints()) refusal = MergeRefusal::kFewJoints;
  }
  return refusal;
}

}  // namespace

Result<BoundClips> MergeClips(const Model& from, const Model& character,
                              const MergeOptions& options, MergeReport& report) {
  Result<BoundClips> bound = BindClips(from, from.clips(), character, options.match);
  if (!bound.ok()) return bound;
  for (std::size_t c = 0; c < from.clips().size(); ++c) {
    report.clips.push_back(DescribeClip(from.clips()[c], bound->clips[c]));
  }
  CountJoints(from, bound->report, report.clips);
  report.joints =
      DescribeJoints(BindingsOf(bound->report.joints), from.skeleton(), character.skeleton());
  for (std::size_t j = 0; j < report.joints.size(); ++j) {
    report.joints[j].use_count = bound->report.joints[j].track_count;
  }
  report.matches = bound->report;
  report.morphs = DescribeMorphs(bound->report, from, character);
  if (report.refusal == MergeRefusal::kNone) {
    report.refusal = RefusalOfClips(report.clips, options.force);
  }
  return bound;
}

}  // namespace sinew::model
