// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "merge_clips.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <utility>

#include "gather_meshes.h"
#include "text/describe_clip.h"
#include "text/exit_code.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

float LastKey(const Clip& clip) {
  float last = 0.0f;
  for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
    last = std::max(last, clip.track(t).times.back());
  }
  return last;
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

// Why the clips of a file may not be merged, or nothing.
std::string RefusalOf(const MergedFile& file) {
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
  std::uint64_t count = mends.size() + (extensions > 0 ? 1 : 0) + outfit.warnings();
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
    : character_(std::move(character)),
      options_(options),
      entry_used_(options.map.entries.size(), false) {
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

void ClipMerger::Add(const Model& from, MergedFile& merged) {
  BindOptions options;
  options.map = options_.map.entries;
  const Result<BoundClips> bound = BindClips(from, from.clips(), character_, options);
  if (!bound.ok()) throw MapError(options_.map, merged.file, bound.failure());

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
  merged.joints = DescribeJoints(BindingsOf(report.joints), from.skeleton(), character_.skeleton());
  for (std::size_t j = 0; j < merged.joints.size(); ++j) {
    merged.joints[j].uses = report.joints[j].track_count;
  }
  merged.morphs = MorphsOf(report, from, character_);
  merged.counts = report.counts;
  UseEntries(report.unused_entries);
  if (merged.refusal.empty()) merged.refusal = RefusalOf(merged);
  Take(from, bound->clips, merged);
}

void ClipMerger::UseEntries(std::span<const std::uint32_t> unused) {
  for (std::uint32_t e = 0; e < entry_used_.size(); ++e) {
    if (!std::binary_search(unused.begin(), unused.end(), e)) entry_used_[e] = true;
  }
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
    if (!entry_used_[e]) unused.push_back(options_.map.entries[e].source);
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
