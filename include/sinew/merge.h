// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clips and meshes of other models on a character, one model after the other: what `sinew merge`
// does.
//
//   Merger merger = Merger::Create(character, {.meshes = true}).value();
//   MergeReport report = merger.Add(armour, "armour").value();
//   if (report.refusal == MergeRefusal::kNone) Use(std::move(merger).Finish());
//
//   Joints    are found by the rules of joint_match.h. Clips are bound as bind_clip.h says, meshes
//             as bind_mesh.h says; here are the names of clips, what is refused and what deserves
//             a warning.
//   Order     the character's own clips and meshes come first and keep their names; then those of
//             each model, in the order in which they are added.
//   Names     a clip without a name (empty, or "unnamed" as the readers call it) is called by its
//             model's. One whose name is in use gets its model's in front, "walk.run", and a number
//             after it where that is in use too: "walk.run.2".
//   Refused   nothing of such a model is taken: the character is as it was before.
//   Report    names as the models have them, and numbers. Nothing here is a sentence, and all of it
//             outlives the models.
//   Memory    everything here allocates: it is work for importers and tools.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/bind_clip.h"
#include "sinew/bind_mesh.h"
#include "sinew/joint_match.h"
#include "sinew/model.h"
#include "sinew/result.h"

namespace sinew {

struct MergeOptions {
  BindOptions match{};  // The map among them.
  bool clips = true;    // What is taken of the models.
  bool meshes = false;
  std::vector<std::string> mesh_names{};  // Only meshes called so, or at joints called so; empty:
                                          // all.
  MissingJoints missing = MissingJoints::kRefuse;  // Of meshes.
  bool model_names = false;  // Clips are called by their models: "walk.run", the only one "walk".
  // Takes clips although the character has less than half of the joints that they move. (For meshes
  // MissingJoints::kNearest says so.)
  bool force = false;
};

// A joint of a model that its clips or its meshes use.
struct MergedJoint {
  std::string name{}, path{};  // In its model: Skeleton::Label and PathOf.
  JointMatch match = JointMatch::kNone;
  std::string target{};                   // What the character calls it, or empty.
  std::uint64_t use_count = 0;            // Tracks of clips, or influences on vertices.
  std::vector<std::string> candidates{};  // Of kAmbiguous and kTaken: paths in the character.
  // Of kNone: what it may be called in the character, or empty. A name that is nearly its own, else
  // the only joint below its parent's target that nothing was bound to.
  std::string nearest{};
  std::string ancestor{};  // Of meshes: the character's joint that it is bound to instead.
  std::optional<RestDifference> rest{};

  // Not there, and the map does not say so.
  bool is_missing() const { return match > JointMatch::kUnwanted; }
};

struct MergedClip {
  std::string source{};  // In its model.
  std::string name{};    // In the character; empty where it is not taken.
  std::uint32_t bound_tracks = 0, dropped_tracks = 0;
  // That it moves, without those that the map drops; and those of them that the character has.
  std::uint32_t joint_count = 0, bound_joint_count = 0;
  float source_duration_s = 0.0f;
  float duration_s = 0.0f;  // To the last key that is left: how long files say that a clip is.

  bool finds_few_joints() const { return bound_joint_count < joint_count - bound_joint_count; }
};

struct MergedMorphs {
  std::string joint{}, mesh{};  // In its model.
  MorphMatch match = MorphMatch::kNoMesh;
  std::string target{};  // The character's joint, or empty.
  std::uint32_t track_count = 0;
};

struct MergedMesh {
  std::string joint{}, mesh{};  // In its model.
  bool skinned = false;
  std::uint64_t vertex_count = 0;
  float rest_shift = 0.0f;  // See BindMeshReport.
};

// Why nothing of a model was taken.
enum class MergeRefusal : std::uint8_t {
  kNone,           // All is well.
  kEmpty,          // The model has nothing of what is taken: no clips, no meshes, or neither.
  kNoSuchMesh,     // It has no mesh of MergeOptions::mesh_names.
  kNotBound,       // Its meshes cannot be bound; MergeReport::failure says why.
  kNoAncestor,     // The character has neither a joint that moves vertices nor an ancestor of it.
  kMissingJoints,  // The character lacks joints that move vertices; MissingJoints::kNearest helps.
  kNoJoints,       // The character has none of the joints that a clip moves.
  kFewJoints,      // It has less than half of them; MergeOptions::force takes the clip.
};

// What a person should look at, though the model was taken.
enum class MergeWarningKind : std::uint8_t {
  kTracksDropped,     // joints[index] is not in the character.
  kMorphsDropped,     // morphs[index] has no counterpart.
  kRestDiffers,       // joints[index] has a different rest pose in the character.
  kClipEmpty,         // clips[index] has no tracks and is left out.
  kClipShorter,       // clips[index] lost its last keys.
  kClipExtensions,    // Extensions of clips are left behind: they may point into their file.
  kMeshJointMissing,  // mesh_joints[index] moves vertices, and is bound to an ancestor.
  kMeshRestDiffers,   // mesh_joints[index] has a different rest pose in the character.
  kMeshesShifted,     // The rest pose puts meshes clearly elsewhere, meshes[index] farthest.
  kMeshExtensions,    // Extensions of meshes, skins and images are left behind.
};
inline constexpr std::size_t kMergeWarningKindCount = 10;

// "tracks-dropped", "morphs-dropped", "rest-differs", "clip-empty", "clip-shorter",
// "clip-extensions", "mesh-joint-missing", "mesh-rest-differs", "meshes-shifted",
// "mesh-extensions".
std::string_view MergeWarningName(MergeWarningKind kind);

struct MergeWarning {
  MergeWarningKind kind = MergeWarningKind::kTracksDropped;
  std::uint32_t index = 0;
};

// What became of one model.
struct MergeReport {
  MergeRefusal refusal = MergeRefusal::kNone;  // The first reason.
  std::optional<Failure> failure{};            // Of kNotBound.

  std::vector<MergedClip> clips{};
  std::vector<MergedJoint> joints{};  // That have tracks, in ascending order.
  MatchCounts matches{};
  std::vector<MergedMorphs> morphs{};
  std::uint32_t clip_extensions = 0;  // Clips whose extensions are left behind.

  std::vector<MergedMesh> meshes{};
  std::vector<MergedJoint> mesh_joints{};  // That skins name, or that move meshes rigidly.
  MatchCounts mesh_matches{};
  std::uint32_t mesh_extensions = 0;

  std::vector<MergeWarning> warnings{};  // In the order of their kinds.
};

class Merger {
 public:
  // Fails with the place "map/3" where an entry of the map does not lead to one joint of the
  // character.
  static Result<Merger> Create(Model character, MergeOptions options = {});

  // Takes what the options say of a model; `name` is the model's for the names of clips, such as
  // its file's without the ending. Meshes come first: clips may move their morph targets. What the
  // report refuses is no Failure. Fails with the place "map/3" where an entry of the map means
  // several joints of this model, or what another entry means too; the character is then as it was
  // before.
  Result<MergeReport> Add(const Model& from, std::string_view name);

  // The character with the meshes so far; its clips are still its own.
  const Model& character() const { return character_; }
  // Entries of the map that named no joint of any model so far, refused ones among them.
  std::vector<std::uint32_t> unused_entries() const;

  // The character with everything that was taken.
  Result<Model> Finish() &&;

 private:
  Merger(Model character, MergeOptions options);

  std::string NewName(const std::string& model_name, const std::string& wanted);
  std::optional<Failure> TakeClips(const Model& from, std::span<Clip> bound, std::string_view name,
                                   MergeReport& report);

  Model character_;
  MergeOptions options_;
  std::map<std::string, std::uint32_t> names_;  // In use; with the number to try next after each.
  std::vector<Clip> clips_;
  std::vector<CarriedJson> carried_;
  std::vector<bool> entry_used_;
};

}  // namespace sinew
