// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/merge_warnings.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace sinew {

std::string_view MergeWarningName(MergeWarningKind kind) {
  constexpr std::array<std::string_view, kMergeWarningKindCount> kNames{
      "tracks-dropped", "morphs-dropped",  "rest-differs",       "clip-empty",
      "clip-shorter",   "clip-extensions", "mesh-joint-missing", "mesh-rest-differs",
      "meshes-shifted", "mesh-extensions"};
  return kNames[static_cast<std::size_t>(kind)];
}

namespace model {
namespace {

// A mesh that is farther off than this part of the character's longest bone is worth a warning: the
// limit that rest poses of joints have, too.
constexpr float kShiftOfSize = 1e-3f;

class WarningList {
 public:
  // One for each item that deserves it.
  template <typename T, typename Deserves>
  void AddEach(MergeWarningKind kind, std::span<const T> items, const Deserves& deserves) {
    for (std::uint32_t i = 0; i < items.size(); ++i) {
      if (deserves(items[i])) list_.push_back({kind, i});
    }
  }
  void Add(MergeWarningKind kind, std::size_t index = 0) {
    list_.push_back({kind, static_cast<std::uint32_t>(index)});
  }
  std::vector<MergeWarning> Take() && { return std::move(list_); }

 private:
  std::vector<MergeWarning> list_;
};

}  // namespace

std::vector<MergeWarning> WarningsOf(const MergeReport& report, const Skeleton& character) {
  using Kind = MergeWarningKind;
  const std::span<const MergedJoint> joints = report.joints, mesh_joints = report.mesh_joints;
  const std::span<const MergedClip> clips = report.clips;
  const auto rest_differs = [](const MergedJoint& joint) { return joint.rest.has_value(); };
  WarningList list;
  list.AddEach(Kind::kTracksDropped, joints, [](const MergedJoint& j) { return j.is_missing(); });
  list.AddEach(Kind::kMorphsDropped, std::span<const MergedMorphs>(report.morphs),
               [](const MergedMorphs& morphs) { return morphs.match != MorphMatch::kBound; });
  list.AddEach(Kind::kRestDiffers, joints, rest_differs);
  list.AddEach(Kind::kClipEmpty, clips, [](const MergedClip& clip) {
    return clip.bound_tracks == 0 && clip.dropped_tracks == 0;
  });
  list.AddEach(Kind::kClipShorter, clips, [](const MergedClip& clip) {
    return clip.bound_tracks > 0 && clip.duration_s < clip.source_duration_s;
  });
  if (report.clip_extensions > 0) list.Add(Kind::kClipExtensions);

  list.AddEach(Kind::kMeshJointMissing, mesh_joints,
               [](const MergedJoint& j) { return j.use_count > 0 && j.is_missing(); });
  list.AddEach(Kind::kMeshRestDiffers, mesh_joints, rest_differs);
  const auto farthest = std::ranges::max_element(report.meshes, {}, &MergedMesh::rest_shift);
  float size = 0.0f;
  for (const Transform& rest : character.rest()) size = std::max(size, Length(rest.translation));
  if (farthest != report.meshes.end() && farthest->rest_shift > kShiftOfSize * size) {
    list.Add(Kind::kMeshesShifted, static_cast<std::size_t>(farthest - report.meshes.begin()));
  }
  if (report.mesh_extensions > 0) list.Add(Kind::kMeshExtensions);
  return std::move(list).Take();
}

}  // namespace model
}  // namespace sinew
