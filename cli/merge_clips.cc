// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "merge_clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>
#include <utility>

#include "describe_clip.h"
#include "exit_code.h"
#include "gather_meshes.h"
#include "joint_map_file.h"
#include "nearest_name.h"
#include "printable.h"

namespace sinew::cli {
namespace {

// In search of what a joint may be called, over all joints of a file: it may hold a million.
constexpr std::size_t kMostComparisons = 200'000;

std::string_view AfterNamespace(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == name.npos ? name : name.substr(colon + 1);
}

float LastKey(const Clip& clip) {
  float last = 0.0f;
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    last = std::max(last, clip.track(t).times.back());
  }
  return last;
}

// Those of animations: what is wrong with the meshes of a file of clips is of no interest here.
std::vector<Mend> MendsOfAnimations(const Report& report) {
  std::vector<Mend> mends;
  for (const Mend& mend : report.mends) {
    Mend kept{.rule = mend.rule, .count = 0, .first = {}, .places = {}};
    for (const Mend::Place& place : mend.places) {
      if (!place.pointer.starts_with("/animations")) continue;
      if (kept.count == 0) kept.first = place.pointer;
      kept.count += place.count;
    }
    if (kept.count != 0) mends.push_back(std::move(kept));
  }
  return mends;
}

// The failure of BindClips, with the map's own place for it.
CommandError MapError(const MergeOptions& options, const std::string& file, Failure failure) {
  constexpr std::string_view kPlace = "map/";
  std::size_t entry = 0;
  if (!failure.place.starts_with(kPlace)) return CommandError(file, failure);
  const char* const digits = failure.place.data() + kPlace.size();
  std::from_chars(digits, failure.place.data() + failure.place.size(), entry);
  failure.place = PointerOfEntry(options.map[entry].source);
  failure.message += fmt::format(" (with {})", file);
  return CommandError(options.map_file, failure);
}

// What a joint without a namesake may be called in the character: a name that is nearly its own,
// else the only joint that nothing moves where its parent went.
class Suggestions {
 public:
  Suggestions(const BindReport& report, const Skeleton& from, const Skeleton& to)
      : from_(from), to_(to), targets_(from.joint_count()), reached_(to.joint_count(), false) {
    for (const BindReport::Joint& joint : report.joints) {
      targets_[joint.joint] = joint.target;
      if (joint.target) reached_[*joint.target] = true;
    }
    for (std::uint32_t j = 0; j < to.joint_count(); ++j) {
      if (!reached_[j] && !to.name(j).empty()) free_names_.push_back(to.name(j));
    }
  }

  std::string For(std::uint32_t joint) {
    if (comparisons_ > kMostComparisons) return "";
    comparisons_ += free_names_.size();
    const auto near = NearestName(AfterNamespace(from_.Label(joint)), free_names_);
    return near ? std::string(*near) : OnlyFreeChild(joint);
  }

 private:
  std::string OnlyFreeChild(std::uint32_t joint) {
    const std::int32_t parent = from_.parent(joint);
    if (parent == kNoParent || !targets_[static_cast<std::uint32_t>(parent)]) return "";
    const std::uint32_t above = *targets_[static_cast<std::uint32_t>(parent)];
    std::optional<std::uint32_t> only;
    for (std::uint32_t c = to_.child_begin(above); c < to_.child_begin(above + 1); ++c) {
      ++comparisons_;
      if (reached_[c]) continue;
      if (only) return "";
      only = c;
    }
    return only ? to_.Label(*only) : "";
  }

  const Skeleton& from_;
  const Skeleton& to_;
  std::vector<std::optional<std::uint32_t>> targets_;
  std::vector<bool> reached_;
  std::vector<std::string_view> free_names_;
  std::size_t comparisons_ = 0;
};

std::vector<MergedJoint> JointsOf(const BindReport& report, const Skeleton& from,
                                  const Skeleton& to) {
  Suggestions suggestions(report, from, to);
  std::vector<MergedJoint> joints;
  for (const BindReport::Joint& joint : report.joints) {
    MergedJoint& merged = joints.emplace_back();
    merged.name = from.Label(joint.joint);
    merged.path = PathOf(from, joint.joint);
    merged.match = joint.match;
    if (joint.target) merged.target = to.Label(*joint.target);
    merged.tracks = joint.track_count;
    for (const std::uint32_t c : joint.candidates) merged.candidates.push_back(PathOf(to, c));
    merged.rest = joint.rest;
    if (joint.match == JointMatch::kNone) merged.nearest = suggestions.For(joint.joint);
  }
  return joints;
}

std::vector<MergedMorphs> MorphsOf(const BindReport& report, const Model& from, const Model& to) {
  std::vector<MergedMorphs> morphs;
  for (const BindReport::Morphs& one : report.morphs) {
    const MeshInstance& instance = from.instances()[one.instance];
    MergedMorphs& merged = morphs.emplace_back();
    merged.node = from.skeleton().Label(instance.joint);
    merged.mesh = from.meshes()[instance.mesh].name();
    merged.match = one.match;
    if (one.target) merged.target = to.skeleton().Label(to.instances()[*one.target].joint);
    merged.tracks = one.track_count;
  }
  return morphs;
}

// Why a file may not be merged, or nothing.
std::string RefusalOf(const MergedFile& file) {
  if (file.clips.empty()) return "has no clips";
  std::vector<std::string> unbound;
  std::size_t with_tracks = 0;
  for (const MergedClip& clip : file.clips) {
    if (clip.bound_tracks + clip.dropped_tracks > 0) ++with_tracks;
    if (clip.bound_tracks == 0 && clip.dropped_tracks > 0) unbound.push_back(clip.source);
  }
  if (unbound.empty()) return "";
  const std::string whose = unbound.size() == with_tracks && with_tracks > 1
                                ? fmt::format("any of its {} clips", with_tracks)
                                : NameList(unbound);
  return fmt::format("the character has none of the joints that {} moves", whose);
}

}  // namespace

std::uint64_t MergedFile::warnings() const {
  std::uint64_t count = mends.size() + (extensions > 0 ? 1 : 0);
  for (const MergedClip& clip : clips) {
    count += clip.bound_tracks + clip.dropped_tracks == 0 ? 1 : 0;
    count += clip.bound_tracks > 0 && clip.seconds < clip.source_seconds ? 1 : 0;
  }
  for (const MergedJoint& joint : joints) {
    count += joint.rest || joint.match > JointMatch::kUnwanted ? 1 : 0;
  }
  for (const MergedMorphs& one : morphs) count += one.match != MorphMatch::kBound ? 1 : 0;
  return count;
}

ClipMerger::ClipMerger(Model character, const MergeOptions& options)
    : character_(std::move(character)), options_(options), entry_used_(options.map.size(), false) {
  for (const Clip& clip : character_.clips()) names_.insert(clip.name());
}

std::string ClipMerger::NameFor(const std::string& stem, const std::string& wanted) {
  std::string name = wanted;
  const bool has_stem = name == stem || name.starts_with(stem + ".");
  if (names_.contains(name) && !has_stem) name = stem + "." + wanted;
  const std::string first = name;
  for (int i = 2; names_.contains(name); ++i) name = fmt::format("{}.{}", first, i);
  names_.insert(name);
  return name;
}

MergedFile ClipMerger::Add(const std::string& file, ReadModel read) {
  MergedFile merged{.file = file};
  merged.mends = MendsOfAnimations(read.read.report);
  const Model from = ModelOf(file, std::move(read));
  BindOptions options;
  options.map = options_.map;
  const Result<BoundClips> bound = BindClips(from, from.clips(), character_, options);
  if (!bound.ok()) throw MapError(options_, file, bound.failure());

  for (std::size_t c = 0; c < from.clips().size(); ++c) {
    const Clip& source = from.clips()[c];
    const Clip& clip = bound->clips[c];
    merged.clips.push_back({.source = source.name(),
                            .bound_tracks = clip.track_count(),
                            .dropped_tracks = source.track_count() - clip.track_count(),
                            .source_seconds = source.duration_s(),
                            .seconds = LastKey(clip)});
  }
  const BindReport& report = bound->report;
  merged.joints = JointsOf(report, from.skeleton(), character_.skeleton());
  merged.morphs = MorphsOf(report, from, character_);
  merged.counts = report.counts;
  for (std::uint32_t e = 0; e < entry_used_.size(); ++e) {
    if (!std::binary_search(report.unused_entries.begin(), report.unused_entries.end(), e)) {
      entry_used_[e] = true;
    }
  }
  merged.refusal = RefusalOf(merged);
  Take(from, bound->clips, merged);
  return merged;
}

void ClipMerger::Take(const Model& from, std::span<const Clip> clips, MergedFile& merged) {
  const std::string stem = std::filesystem::path(merged.file).stem().string();
  const std::size_t first = character_.clips().size();
  std::vector<std::optional<std::uint32_t>> new_index(clips.size());
  for (std::size_t c = 0; c < clips.size(); ++c) {
    if (clips[c].track_count() == 0) continue;
    const std::string& source = clips[c].name();
    const bool by_stem = IsUnnamed(source) || (options_.file_names && clips.size() == 1);
    merged.clips[c].name = NameFor(stem, by_stem               ? stem
                                         : options_.file_names ? stem + "." + source
                                                               : source);
    Clip::Parts parts = clips[c].parts();
    parts.name = merged.clips[c].name;
    new_index[c] = static_cast<std::uint32_t>(first + clips_.size());
    clips_.push_back(Taken(merged.file, Clip::Create(std::move(parts))));
  }
  for (const CarriedJson& carried : from.parts().carried) {
    if (carried.owner != CarriedJson::Owner::kAnimation || !new_index[carried.index]) continue;
    if (!carried.extensions.empty()) ++merged.extensions;
    if (carried.extras.empty()) continue;
    carried_.push_back({.owner = CarriedJson::Owner::kAnimation,
                        .index = *new_index[carried.index],
                        .extras = carried.extras});
  }
}

std::vector<std::string> ClipMerger::UnusedEntries() const {
  std::vector<std::string> unused;
  for (std::size_t e = 0; e < entry_used_.size(); ++e) {
    if (!entry_used_[e]) unused.push_back(options_.map[e].source);
  }
  return unused;
}

Model ClipMerger::Finish(const std::string& file) && {
  Model::Parts parts = std::move(character_).TakeParts();
  std::move(clips_.begin(), clips_.end(), std::back_inserter(parts.clips));
  std::move(carried_.begin(), carried_.end(), std::back_inserter(parts.carried));
  return Taken(file, Model::Create(std::move(parts)));
}

}  // namespace sinew::cli
