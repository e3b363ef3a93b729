// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clips of one model for another: joints are found by name and path, keys are carried to the bit.
//
//   Not here  retargeting. A key says where a joint stands in its parent's space, and says the same
//             afterwards. Where two skeletons rest otherwise the motion looks otherwise: that is
//             reported and never corrected.
//   Rules     those of JointMatch, in their order; what one settles stays settled, and no two
//             joints share a target. Nothing is guessed: where two fit as well, neither is taken.
//   Meshes    the source may be a file of animations alone, without meshes and skins.
//   Memory    everything here allocates: it is work for importers and tools.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/clip.h"
#include "sinew/model.h"
#include "sinew/result.h"
#include "sinew/skeleton.h"

namespace sinew {

// How a source joint came to its target, or why it has none. Names are what the files call joints;
// one without a name goes by its Label and is found by kPath only. A joint that the map settled
// counts under its target's name wherever names are compared.
enum class JointMatch : std::uint8_t {
  kMap,   // The map says so.
  kPath,  // The same names from the root down, once on either side.
  kTail,  // The same name, and from there upwards more equal names than with any other joint of
          // that name, seen from either side; at least the parents' names are equal.
  kName,  // Likewise, under parents of other names: in general, the only ones of that name.
  kNamespace,  // One of these three, once what stands before the last ':' is left off every name.
  // Without a target; the tracks are dropped.
  kUnwanted,   // The map says so.
  kTaken,      // Every joint that fits went to one that fits better, or that the map put there.
  kAmbiguous,  // Several fit equally well, or more than 32 joints have this name.
  kNone,       // No joint has this name.
};
inline constexpr std::size_t kJointMatchCount = 9;

// "map", "path", "tail", "name", "namespace", "unwanted", "taken", "ambiguous", "none".
std::string_view JointMatchName(JointMatch match);

// How the morph weights of a mesh instance came to their target. Instances belong together whose
// joints do, else those with the only morphing meshes of one name.
enum class MorphMatch : std::uint8_t {
  kBound,         // As many targets. Where both sides name them, the same names in any order.
  kNoMesh,        // No such instance, or several.
  kOtherTargets,  // Another number of targets, or other names.
};

std::string_view MorphMatchName(MorphMatch match);  // "bound", "no-mesh", "other-targets".

// One line of a map.
struct JointMapEntry {
  std::string source{};                 // A joint of the source; see JointsNamed.
  std::optional<std::string> target{};  // A joint of the target; nothing: drop the source's tracks.
};

struct BindOptions {
  std::vector<JointMapEntry> map{};
  bool ignore_namespaces = true;  // False: kNamespace does not happen.
};

// How far apart two joints rest, each in its parent's space. Worth a report where a limit breaks.
struct RestDifference {
  // In the asset's unit. The limit is a thousandth of the longer translation, but never less than a
  // hundred thousandth of the longest in the target skeleton.
  float distance = 0.0f;
  float relative = 0.0f;  // The distance over the longer of the two translations; 0 where both are.
  float angle = 0.0f;     // Radians, 0 to pi. The limit is 0.01, about 0.6 degrees.
  // The largest |a - b| of the three components over the largest component there. The limit is
  // 0.001.
  float scale = 0.0f;
};

// Nothing where no limit breaks. `size` is the longest translation of the target skeleton.
std::optional<RestDifference> CompareRest(const Transform& source, const Transform& target,
                                          float size);

struct BindReport {
  // The source joints that have tracks, in ascending order. Target joints that no track reaches
  // rest, and are not mentioned.
  struct Joint {
    std::uint32_t joint = 0;  // Of the source.
    JointMatch match = JointMatch::kNone;
    std::optional<std::uint32_t> target{};
    std::vector<std::uint32_t> candidates{};  // Of kAmbiguous and kTaken: targets, the first eight.
    std::uint32_t track_count = 0;            // Over all clips; dropped where there is no target.
    std::optional<RestDifference> rest{};
  };
  std::vector<Joint> joints{};
  std::array<std::uint32_t, kJointMatchCount> counts{};  // Of joints, by match.

  // The source's mesh instances that have tracks of morph weights, in ascending order.
  struct Morphs {
    std::uint32_t instance = 0;
    MorphMatch match = MorphMatch::kNoMesh;
    std::optional<std::uint32_t> target{};  // An instance; of kOtherTargets, the one that differs.
    std::uint32_t track_count = 0;
  };
  std::vector<Morphs> morphs{};

  std::vector<std::uint32_t> lost_root_motion{};  // Clips whose root-motion joint has no target.
  std::vector<std::uint32_t> unused_entries{};    // Of the map: no source joint is called so.

  std::uint32_t joint_count(JointMatch match) const {
    return counts[static_cast<std::size_t>(match)];
  }
};

struct BoundClips {
  std::vector<Clip> clips{};  // As many as were given; some may have lost every track.
  BindReport report{};
};

// Names, durations, events and keys stay; joints and morph slots become those of `to`. Fails with
// the place "map/3" where an entry of the map names several joints of the source, one or none of
// them in the target, or what another entry has named; with "clips/0" where a clip is not within
// `from`.
Result<BoundClips> BindClips(const Model& from, std::span<const Clip> clips, const Model& to,
                             const BindOptions& options = {});

// The same for one clip; several of a file are matched once by BindClips.
struct BoundClip {
  Clip clip{};
  BindReport report{};
};
Result<BoundClip> BindClip(const Model& from, const Clip& clip, const Model& to,
                           const BindOptions& options = {});

// The joints that `reference` can mean: those of that name (or Label, without one); where there is
// none, those whose path ends so, names parted by '/': "left/hand". In ascending order.
std::vector<std::uint32_t> JointsNamed(const Skeleton& skeleton, std::string_view reference);

// The names from the root down to the joint, parted by '/': at most the last sixteen, with ".../"
// before them where there are more.
std::string PathOf(const Skeleton& skeleton, std::uint32_t joint);

}  // namespace sinew
