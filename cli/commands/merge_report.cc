// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "commands/merge_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "text/describe.h"
#include "text/describe_clip.h"
#include "text/diagnostics.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

constexpr std::size_t kShownLines = 12;  // Of a kind.
constexpr double kDegrees = 57.29577951308232;

std::string Quoted(const std::string& name) { return fmt::format("\"{}\"", Shortened(name, 60)); }

// A clip as its own file has it.
std::string SourceText(const MergedFile& file, std::size_t clip) {
  const std::string& name = file.clips[clip].source;
  return IsUnnamed(name) ? ClipLabel(name, clip) : Quoted(name);
}

// Its name, and where it is where that tells more.
std::string WhichText(const MergedJoint& joint) {
  if (joint.path == joint.name) return Quoted(joint.name);
  return fmt::format("{} ({})", Quoted(joint.name), Shortened(joint.path, 120));
}

std::string DropText(const MergedJoint& joint) {
  const std::string tracks = "dropped " + Counted(joint.uses, "track");
  if (joint.match == JointMatch::kAmbiguous) {
    return fmt::format("{} of {}: it could be {}; --map can say which", tracks, WhichText(joint),
                       NameList(joint.candidates));
  }
  if (joint.match == JointMatch::kTaken) {
    return fmt::format("{} of {}: {} went to a joint that fits better or that the map puts there",
                       tracks, WhichText(joint), NameList(joint.candidates));
  }
  if (joint.nearest.empty()) {
    return fmt::format("{} of {}: the character has no such joint", tracks, Quoted(joint.name));
  }
  return fmt::format("{} of {}: the character has no such joint (did you mean {}? --map can say)",
                     tracks, Quoted(joint.name), Quoted(joint.nearest));
}

// Why a joint that moves vertices has no namesake in the character, and what can be done.
std::string MissingText(const MergedJoint& joint) {
  std::string text =
      fmt::format("{} moves {}", WhichText(joint), Counted(joint.uses, "vertex", "vertices"));
  if (!joint.ancestor.empty()) text += fmt::format(" (nearest: {})", Quoted(joint.ancestor));
  if (joint.match == JointMatch::kAmbiguous) {
    return fmt::format("{}: it could be {}; --map can say which", text, NameList(joint.candidates));
  }
  if (joint.match == JointMatch::kTaken) {
    return fmt::format("{}: {} went to a joint that fits better or that the map puts there", text,
                       NameList(joint.candidates));
  }
  text += ": the character has no such joint";
  if (joint.nearest.empty()) return text;
  return fmt::format("{} (did you mean {}? --map can say)", text, Quoted(joint.nearest));
}

std::string RestText(const MergedJoint& joint) {
  std::string text = fmt::format("{} rests otherwise", Quoted(joint.name));
  if (joint.target != joint.name) text += fmt::format(" than {}", Quoted(joint.target));
  const RestDifference& rest = *joint.rest;
  return fmt::format("{}: {} ({:.1f} %) away, turned by {:.1f} degrees, scale {:.1f} % off", text,
                     NumberText(rest.distance), rest.relative * 100.0, rest.angle * kDegrees,
                     rest.scale * 100.0);
}

std::string MorphText(const MergedMorphs& morphs) {
  return fmt::format(
      "dropped {} of morph weights of {}: {}", Counted(morphs.tracks, "track"), Quoted(morphs.node),
      morphs.match == MorphMatch::kOtherTargets
          ? fmt::format("the mesh at {} has other morph targets", Quoted(morphs.target))
          : "the character has no mesh that morphs there");
}

// The first lines of a kind, and how many there are besides.
class Lines {
 public:
  Lines(const std::string& file, std::string_view more) : file_(file), more_(more) {}
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;
  ~Lines() {
    if (count_ > kShownLines) {
      Complain(file_,
               fmt::format("and {} more {} (--json lists them)", count_ - kShownLines, more_));
    }
  }
  void Add(const std::string& line) {
    if (++count_ <= kShownLines) Complain(file_, line);
  }
  std::size_t count() const { return count_; }

 private:
  const std::string& file_;
  std::string_view more_;
  std::size_t count_ = 0;
};

// "20 by path, 3 by name".
std::string MatchText(const std::array<std::uint32_t, kJointMatchCount>& counts, bool are_meshes) {
  static constexpr std::pair<JointMatch, std::string_view> kTexts[] = {
      {JointMatch::kMap, "by the map"},
      {JointMatch::kPath, "by path"},
      {JointMatch::kTail, "by the end of the path"},
      {JointMatch::kName, "by name alone"},
      {JointMatch::kNamespace, "without namespaces"},
      {JointMatch::kUnwanted, "dropped by the map"},
      {JointMatch::kTaken, "dropped as taken"},
      {JointMatch::kAmbiguous, "dropped as ambiguous"},
      {JointMatch::kNone, "dropped without a namesake"},
  };
  std::string text;
  const auto add = [&text](std::uint64_t count, std::string_view words) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", Thousands(count), words);
  };
  std::uint64_t without_target = 0;
  for (const auto& [match, words] : kTexts) {
    const std::uint32_t count = counts[static_cast<std::size_t>(match)];
    const bool dropped = match >= JointMatch::kUnwanted;
    if (dropped && are_meshes) {
      without_target += count;
    } else {
      add(count, words);
    }
  }
  add(without_target, "that the character lacks");
  return text;
}

void ComplainOfMeshes(const std::string& file, const MergedOutfit& outfit) {
  for (const std::string& why : outfit.outside) {
    Complain(file, "a picture stays outside: " + Printable(why));
  }
  {
    Lines missing(file, "joints");
    for (const MergedJoint& joint : outfit.joints) {
      if (joint.uses > 0 && IsMissing(joint)) missing.Add(MissingText(joint));
    }
  }
  {
    Lines different(file, "joints that rest otherwise");
    for (const MergedJoint& joint : outfit.joints) {
      if (joint.rest) different.Add(RestText(joint));
    }
  }
  if (outfit.shifted) {
    const auto farthest = std::ranges::max_element(outfit.meshes, {}, &MergedMesh::rest_shift);
    Complain(file, fmt::format("at rest the mesh at {} is up to {} from where it is in this file: "
                               "meshes follow the character's rest pose, nothing is fitted",
                               Quoted(farthest->node), NumberText(farthest->rest_shift)));
  }
  if (outfit.extensions > 0) {
    Complain(file, fmt::format("not carried: extensions of {}, which may point into this file",
                               Counted(outfit.extensions, "mesh or skin", "meshes and skins")));
  }
  if (!outfit.refusal.empty()) Complain(file, outfit.refusal);
}

void PrintMeshes(const std::string& file, const MergedOutfit& outfit) {
  const std::string matches = MatchText(outfit.counts, true);
  fmt::print("  {}: {}, {}{}{}\n", Printable(file), Counted(outfit.meshes.size(), "mesh", "meshes"),
             Counted(outfit.joints.size(), "joint"), matches.empty() ? "" : ": ", matches);
}

void WriteMatches(const std::array<std::uint32_t, kJointMatchCount>& counts, JsonWriter& json) {
  json.BeginObject();
  for (std::size_t m = 0; m < kJointMatchCount; ++m) {
    json.Key(JointMatchName(static_cast<JointMatch>(m))).Integer(counts[m]);
  }
  json.EndObject();
}

void WriteText(const std::string& text, JsonWriter& json) {
  text.empty() ? json.Null() : json.String(text);
}

// `uses` is what the joint's tracks or vertices are called.
void WriteJoint(const MergedJoint& joint, const char* uses, JsonWriter& json) {
  json.BeginObject().Key("joint").String(joint.name).Key("path").String(joint.path);
  json.Key("match").String(JointMatchName(joint.match)).Key("target");
  WriteText(joint.target, json);
  json.Key(uses).Integer(static_cast<std::int64_t>(joint.uses)).Key("candidates").BeginArray();
  for (const std::string& candidate : joint.candidates) json.String(candidate);
  json.EndArray().Key("nearest");
  WriteText(joint.nearest, json);
}

void WriteRest(const MergedJoint& joint, JsonWriter& json) {
  json.Key("rest");
  if (joint.rest) {
    json.BeginObject().Key("distance").Number(joint.rest->distance);
    json.Key("relative").Number(joint.rest->relative);
    json.Key("radians").Number(joint.rest->angle).Key("scale").Number(joint.rest->scale);
    json.EndObject();
  } else {
    json.Null();
  }
  json.EndObject();
}

void WriteMeshes(const MergedOutfit& outfit, JsonWriter& json) {
  json.Key("meshes").BeginArray();
  for (const MergedMesh& mesh : outfit.meshes) {
    json.BeginObject().Key("node").String(mesh.node).Key("mesh").String(mesh.mesh);
    json.Key("skinned").Bool(mesh.skinned);
    json.Key("vertices").Integer(static_cast<std::int64_t>(mesh.vertices));
    json.Key("restShift").Number(mesh.rest_shift).EndObject();
  }
  json.EndArray().Key("meshMatches");
  WriteMatches(outfit.counts, json);
  json.Key("meshJoints").BeginArray();
  for (const MergedJoint& joint : outfit.joints) {
    WriteJoint(joint, "vertices", json);
    json.Key("ancestor");
    WriteText(joint.ancestor, json);
    WriteRest(joint, json);
  }
  json.EndArray().Key("meshExtensionsLeft").Integer(outfit.extensions);
}

}  // namespace

void ComplainOf(const MergedFile& file) {
  for (const Mend& mend : file.mends) {
    Complain(file.file, fmt::format("mended: {}, {}, first at {}", mend.rule,
                                    Counted(mend.count, "time"), Printable(mend.first)));
  }
  {
    Lines dropped(file.file, "joints");
    for (const MergedJoint& joint : file.joints) {
      if (joint.match > JointMatch::kUnwanted) dropped.Add(DropText(joint));
    }
  }
  {
    Lines dropped(file.file, "meshes");
    for (const MergedMorphs& morphs : file.morphs) {
      if (morphs.match != MorphMatch::kBound) dropped.Add(MorphText(morphs));
    }
  }
  {
    Lines different(file.file, "joints that rest otherwise");
    for (const MergedJoint& joint : file.joints) {
      if (joint.rest) different.Add(RestText(joint));
    }
    if (different.count() > 0) {
      Complain(file.file, "keys are carried as they are: nothing is fitted to another rest pose");
    }
  }
  {
    Lines clips(file.file, "clips");
    for (std::size_t c = 0; c < file.clips.size(); ++c) {
      const MergedClip& clip = file.clips[c];
      if (clip.bound_tracks + clip.dropped_tracks == 0) {
        clips.Add(fmt::format("left out {}: a clip without tracks", SourceText(file, c)));
      } else if (clip.bound_tracks > 0 && clip.seconds < clip.source_seconds) {
        clips.Add(fmt::format("{} ends at {} s, not {} s: its last keys were dropped",
                              SourceText(file, c), NumberText(clip.seconds),
                              NumberText(clip.source_seconds)));
      }
    }
  }
  if (file.extensions > 0) {
    Complain(file.file, fmt::format("not carried: extensions of {}, which may point into this file",
                                    Counted(file.extensions, "animation")));
  }
  ComplainOfMeshes(file.file, file.outfit);
  if (!file.refusal.empty() && file.refusal != file.outfit.refusal) {
    Complain(file.file, file.refusal);
  }
}

void PrintFile(const MergedFile& file) {
  if (!file.outfit.meshes.empty()) PrintMeshes(file.file, file.outfit);
  if (file.clips.empty()) return;
  std::size_t clip_count = 0;
  for (const MergedClip& clip : file.clips) clip_count += clip.name.empty() ? 0 : 1;
  const std::string matches = MatchText(file.counts, false);
  fmt::print("  {}: {}, {}{}{}\n", Printable(file.file), Counted(clip_count, "clip"),
             Counted(file.joints.size(), "joint"), matches.empty() ? "" : ": ", matches);
  std::uint64_t morphing = 0;
  for (const MergedMorphs& morphs : file.morphs) morphing += morphs.match == MorphMatch::kBound;
  if (morphing > 0) {
    fmt::print("    morph weights of {}\n", Counted(morphing, "mesh", "meshes"));
  }
  for (std::size_t c = 0; c < file.clips.size(); ++c) {
    const MergedClip& clip = file.clips[c];
    if (clip.name.empty() || clip.name == clip.source) continue;
    fmt::print("    {} is called {}\n", SourceText(file, c), Quoted(clip.name));
  }
}

void WriteFile(const MergedFile& file, JsonWriter& json) {
  const auto number = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  json.Key("clips").BeginArray();
  for (const MergedClip& clip : file.clips) {
    json.BeginObject().Key("source").String(clip.source).Key("name");
    WriteText(clip.name, json);
    json.Key("tracks").Integer(clip.bound_tracks).Key("dropped").Integer(clip.dropped_tracks);
    json.Key("seconds").Number(clip.seconds);
    json.Key("sourceSeconds").Number(clip.source_seconds).EndObject();
  }
  json.EndArray().Key("matches");
  WriteMatches(file.counts, json);
  json.Key("joints").BeginArray();
  for (const MergedJoint& joint : file.joints) {
    WriteJoint(joint, "tracks", json);
    WriteRest(joint, json);
  }
  json.EndArray().Key("morphs").BeginArray();
  for (const MergedMorphs& morphs : file.morphs) {
    json.BeginObject().Key("node").String(morphs.node).Key("mesh").String(morphs.mesh);
    json.Key("match").String(MorphMatchName(morphs.match)).Key("target");
    WriteText(morphs.target, json);
    json.Key("tracks").Integer(morphs.tracks).EndObject();
  }
  json.EndArray().Key("mends").BeginArray();
  for (const Mend& mend : file.mends) {
    json.BeginObject().Key("rule").String(mend.rule).Key("count").Integer(number(mend.count));
    json.Key("pointer").String(mend.first).EndObject();
  }
  json.EndArray().Key("extensionsLeft").Integer(file.extensions);
  WriteMeshes(file.outfit, json);
  json.Key("warnings").Integer(number(file.warnings()));
}

}  // namespace sinew::cli
