// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which joint of one skeleton is which of another: what binding clips (bind_clip.h) and binding
// meshes (bind_mesh.h) of other models have in common.
//
//   Rules     those of JointMatch, in their order; what one settles stays settled, and no two
//             joints share a target. Nothing is guessed: where two fit as well, neither is taken.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/math.h"
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
  // Without a target.
  kUnwanted,   // The map says so.
  kTaken,      // Every joint that fits went to one that fits better, or that the map put there.
  kAmbiguous,  // Several fit equally well, or more than 32 joints have this name.
  kNone,       // No joint has this name.
};
inline constexpr std::size_t kJointMatchCount = 9;

// "map", "path", "tail", "name", "namespace", "unwanted", "taken", "ambiguous", "none".
std::string_view JointMatchName(JointMatch match);

// One line of a map.
struct JointMapEntry {
  std::string source{};                 // A joint of the source; see JointsNamed.
  std::optional<std::string> target{};  // A joint of the target; nothing: the joint gets none.
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

// What became of a source joint, for a report.
struct JointBinding {
  std::uint32_t joint = 0;  // Of the source.
  JointMatch match = JointMatch::kNone;
  std::optional<std::uint32_t> target{};
  std::vector<std::uint32_t> candidates{};  // Of kAmbiguous and kTaken: targets, the first eight.
  std::optional<RestDifference> rest{};     // Where the two have different rest poses.
};

// How many joints of a report were bound how.
struct MatchCounts {
  std::array<std::uint32_t, kJointMatchCount> counts{};

  std::uint32_t joint_count(JointMatch match) const {
    return counts[static_cast<std::size_t>(match)];
  }
};

// The joints that `reference` can mean: those of that name (or Label, without one); where there is
// none, those whose path ends so, names parted by '/': "left/hand". In ascending order.
std::vector<std::uint32_t> JointsNamed(const Skeleton& skeleton, std::string_view reference);

// The names from the root down to the joint, parted by '/': at most the last sixteen, with ".../"
// before them where there are more.
std::string PathOf(const Skeleton& skeleton, std::uint32_t joint);

}  // namespace sinew
