// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The clips of other files on a character: what `sinew merge` does, and what it has to tell.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "merge_joints.h"
#include "merge_meshes.h"
#include "sinew/bind_clip.h"
#include "sinew/report.h"

namespace sinew::cli {

struct MergedClip {
  std::string name{};    // In the character; empty where it is left out.
  std::string source{};  // In its file.
  std::uint32_t bound_tracks = 0, dropped_tracks = 0;
  float source_seconds = 0.0f;
  float seconds = 0.0f;  // To the last key that is left: that is how long a file says a clip is.
};

struct MergedMorphs {
  std::string node{}, mesh{};
  MorphMatch match = MorphMatch::kNoMesh;
  std::string target{};  // The character's node, or empty.
  std::uint32_t tracks = 0;
};

// One file, and what came of it.
struct MergedFile {
  std::string file{};
  std::string refusal{};  // Why nothing may be written; empty: it may.
  std::vector<MergedClip> clips{};
  std::vector<MergedJoint> joints{};  // That have tracks.
  std::array<std::uint32_t, kJointMatchCount> counts{};
  std::vector<MergedMorphs> morphs{};
  MergedOutfit outfit{};
  std::vector<Mend> mends{};     // Of what is taken: animations, or everything else, or both.
  std::uint32_t extensions = 0;  // Of its animations, which may point into their file: left behind.

  // What a person should look at. Joints that the map drops are as they were wanted.
  std::uint64_t warnings() const;
};

struct MergeOptions {
  JointMap map{};
  bool file_names = false;  // Clips are called by their files.
};

class ClipMerger {
 public:
  // `options` must outlive it.
  ClipMerger(Model character, const MergeOptions& options);

  // Binds the clips of a file. Throws CommandError where the map cannot be followed; the character
  // is then as before.
  void Add(const Model& from, MergedFile& merged);
  // The character with more meshes: its joints and its first morph slots stay.
  void Dress(Model character) { character_ = std::move(character); }
  // All entries of the map but these were of use.
  void UseEntries(std::span<const std::uint32_t> unused);

  // Sources of the map that no file so far has.
  std::vector<std::string> UnusedEntries() const;
  const Model& character() const { return character_; }

  // The character with all clips: its own first, then those of the files in order. `file` is the
  // character's, for messages.
  Model Finish(const std::string& file) &&;

 private:
  void Take(const Model& from, std::span<const Clip> clips, MergedFile& merged);
  std::string NameFor(const std::string& stem, const std::string& wanted);

  Model character_;
  const MergeOptions& options_;
  std::set<std::string> names_;
  std::vector<Clip> clips_;
  std::vector<CarriedJson> carried_;
  std::vector<bool> entry_used_;
};

}  // namespace sinew::cli
