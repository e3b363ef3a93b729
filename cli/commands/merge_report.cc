// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "commands/merge_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "text/describe.h"
#include "text/describe_clip.h"
#include "text/diagnostics.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

std::string Quoted(const std::string& name) { return fmt::format("\"{}\"", Shortened(name, 60)); }

// A clip as its own file has it.
std::string SourceText(const MergeReport& report, std::size_t clip) {
  const std::string& name = report.clips[clip].source;
  return IsUnnamed(name) ? ClipLabel(name, clip) : Quoted(name);
}

// Its name, and where it is where that tells more.
std::string WhichText(const MergedJoint& joint) {
  if (joint.path == joint.name) return Quoted(joint.name);
  return fmt::format("{} ({})", Quoted(joint.name), Shortened(joint.path, 120));
}

// Why a joint is not found, and what can be done.
std::string MissingText(const MergedJoint& joint) {
  if (joint.match == JointMatch::kAmbiguous) {
    return fmt::format("it could be {}; --map can say which", NameList(joint.candidates));
  }
  if (joint.match == JointMatch::kTaken) {
    return fmt::format("{} went to a joint that fits better or that the map puts there",
                       NameList(joint.candidates));
  }
  const std::string text = "the character has no such joint";
  if (joint.nearest.empty()) return text;
  return fmt::format("{} (did you mean {}? --map can say)", text, Quoted(joint.nearest));
}

std::string RestText(const MergedJoint& joint) {
  constexpr double kDegrees = 57.29577951308232;
  const RestDifference& rest = *joint.rest;
  return fmt::format(
      "{} has a different rest pose{}: {} ({:.1f} %) away, turned by {:.1f} degrees, scale {:.1f} "
      "% off",
      Quoted(joint.name), joint.target == joint.name ? "" : " than " + Quoted(joint.target),
      NumberText(rest.distance), rest.relative * 100.0, rest.angle * kDegrees, rest.scale * 100.0);
}

std::string TextOf(const MergeWarning& warning, const MergeReport& report) {
  const std::uint32_t i = warning.index;
  const auto extensions = [](std::uint64_t count, const char* one, const char* many) {
    return fmt::format("not carried: extensions of {}, which may point into this file",
                       Counted(count, one, many));
  };
  switch (warning.kind) {
    case MergeWarningKind::kTracksDropped: {
      const MergedJoint& joint = report.joints[i];
      const bool none = joint.match == JointMatch::kNone;
      return fmt::format("dropped {} of {}: {}", Counted(joint.use_count, "track"),
                         none ? Quoted(joint.name) : WhichText(joint), MissingText(joint));
    }
    case MergeWarningKind::kMorphsDropped: {
      const MergedMorphs& morphs = report.morphs[i];
      return fmt::format(
          "dropped {} of morph weights of {}: {}", Counted(morphs.track_count, "track"),
          Quoted(morphs.joint),
          morphs.match == MorphMatch::kOtherTargets
              ? fmt::format("the mesh at {} has other morph targets", Quoted(morphs.target))
              : "the character has no mesh that morphs there");
    }
    case MergeWarningKind::kRestDiffers:
      return RestText(report.joints[i]);
    case MergeWarningKind::kClipEmpty:
      return fmt::format("left out {}: a clip without tracks", SourceText(report, i));
    case MergeWarningKind::kClipShorter:
      return fmt::format("{} ends at {} s, not {} s: its last keys were dropped",
                         SourceText(report, i), NumberText(report.clips[i].duration_s),
                         NumberText(report.clips[i].source_duration_s));
    case MergeWarningKind::kClipExtensions:
      return extensions(report.clip_extensions, "animation", "animations");
    case MergeWarningKind::kMeshJointMissing: {
      const MergedJoint& joint = report.mesh_joints[i];
      return fmt::format(
          "{} moves {}{}: {}", WhichText(joint), Counted(joint.use_count, "vertex", "vertices"),
          joint.ancestor.empty() ? "" : fmt::format(" (nearest: {})", Quoted(joint.ancestor)),
          MissingText(joint));
    }
    case MergeWarningKind::kMeshRestDiffers:
      return RestText(report.mesh_joints[i]);
    case MergeWarningKind::kMeshesShifted:
      return fmt::format(
          "at rest the mesh at {} is up to {} from where it is in this file: meshes follow the "
          "character's rest pose, nothing is fitted",
          Quoted(report.meshes[i].joint), NumberText(report.meshes[i].rest_shift));
    case MergeWarningKind::kMeshExtensions:
      return extensions(report.mesh_extensions, "mesh or skin", "meshes and skins");
  }
  return "";
}

// Calls take(kind, text) for every warning.
template <typename Take>
void ForEachWarning(const MergedFile& file, const Take& take) {
  for (const Mend& repair : file.repairs) {
    take("repaired", fmt::format("repaired: {}, {}, first at {}", repair.rule,
                                 Counted(repair.count, "time"), Printable(repair.first)));
  }
  for (const std::string& why : file.outside) {
    take("image-outside", "an image is not embedded: " + Printable(why));
  }
  for (const MergeWarning& warning : file.report.warnings) {
    take(MergeWarningName(warning.kind), TextOf(warning, file.report));
  }
}

// "20 by path, 3 by name".
std::string MatchText(const MatchCounts& matches, bool are_meshes) {
  static constexpr const char* kWords[kJointMatchCount] = {"by the map",
                                                           "by path",
                                                           "by the end of the path",
                                                           "by name alone",
                                                           "without namespaces",
                                                           "dropped by the map",
                                                           "dropped as taken",
                                                           "dropped as ambiguous",
                                                           "dropped without a namesake"};
  std::string text;
  const auto add = [&text](std::uint64_t count, std::string_view words) {
    if (count == 0) return;
    text += fmt::format("{}{} {}", text.empty() ? ": " : ", ", Thousands(count), words);
  };
  std::uint64_t lacking = 0;
  for (std::size_t m = 0; m < kJointMatchCount; ++m) {
    const bool lacks = are_meshes && static_cast<JointMatch>(m) >= JointMatch::kUnwanted;
    lacks ? void(lacking += matches.counts[m]) : add(matches.counts[m], kWords[m]);
  }
  add(lacking, "that the character lacks");
  return text;
}

void WriteMatches(const char* key, const MatchCounts& matches, JsonWriter& json) {
  json.Key(key).BeginObject();
  for (std::size_t m = 0; m < kJointMatchCount; ++m) {
    json.Key(JointMatchName(static_cast<JointMatch>(m))).Integer(matches.counts[m]);
  }
  json.EndObject();
}

JsonWriter& WriteText(const char* key, const std::string& text, JsonWriter& json) {
  json.Key(key);
  return text.empty() ? json.Null() : json.String(text);
}

void WriteJoints(std::span<const MergedJoint> joints, bool of_meshes, JsonWriter& json) {
  json.Key(of_meshes ? "meshJoints" : "joints").BeginArray();
  for (const MergedJoint& joint : joints) {
    json.BeginObject().Key("joint").String(joint.name).Key("path").String(joint.path);
    json.Key("match").String(JointMatchName(joint.match));
    WriteText("target", joint.target, json).Key(of_meshes ? "vertices" : "tracks");
    json.Integer(joint.use_count).Key("candidates").BeginArray();
    for (const std::string& candidate : joint.candidates) json.String(candidate);
    WriteText("nearest", joint.nearest, json.EndArray());
    if (of_meshes) WriteText("ancestor", joint.ancestor, json);
    json.Key("rest");
    if (joint.rest) {
      json.BeginObject().Key("distance").Number(joint.rest->distance);
      json.Key("relative").Number(joint.rest->relative).Key("radians").Number(joint.rest->angle);
      json.Key("scale").Number(joint.rest->scale).EndObject();
    } else {
      json.Null();
    }
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

std::string RefusalText(const MergeReport& report, const MergeOptions& options) {
  // The clips that are to blame, by their names or all at once.
  const auto clips = [&report](const auto& is_one) {
    std::vector<std::string> names;
    for (const MergedClip& clip : report.clips) {
      if (is_one(clip)) names.push_back(clip.source);
    }
    return names.size() > 1 && names.size() == report.clips.size()
               ? fmt::format("any of its {} clips", names.size())
               : NameList(names);
  };
  // The joints that are to blame.
  const auto joints = [&report](const auto& is_one) {
    const auto count = std::ranges::count_if(report.mesh_joints, [&](const MergedJoint& joint) {
      return joint.use_count > 0 && joint.target.empty() && is_one(joint);
    });
    return Counted(static_cast<std::uint64_t>(count), "joint that moves", "joints that move") +
           " its vertices";
  };
  const auto is_unbound = [](auto& c) { return c.bound_tracks == 0 && c.dropped_tracks > 0; };
  const auto finds_few = [](const MergedClip& clip) { return clip.finds_few_joints(); };
  switch (report.refusal) {
    case MergeRefusal::kNone:
      break;
    case MergeRefusal::kEmpty:
      return !options.meshes  ? "has no clips"
             : !options.clips ? "has no meshes"
                              : "has neither clips nor meshes";
    case MergeRefusal::kNoSuchMesh:
      return "has no mesh called " + NameList(options.mesh_names);
    case MergeRefusal::kNotBound:
      return Printable(Describe(*report.failure));
    case MergeRefusal::kNoAncestor:
      return fmt::format("the character has neither {} nor an ancestor of such",
                         joints([](const MergedJoint& joint) { return joint.ancestor.empty(); }));
    case MergeRefusal::kMissingJoints:
      return fmt::format(
          "the character lacks {}; --missing nearest binds such to the nearest "
          "ancestor that it has",
          joints([](const MergedJoint& joint) { return joint.is_missing(); }));
    case MergeRefusal::kNoJoints:
      return fmt::format("the character has none of the joints that {} moves", clips(is_unbound));
    case MergeRefusal::kFewJoints: {
      const auto first = std::ranges::find_if(report.clips, finds_few);
      return fmt::format(
          "the character has less than half of the joints that {} moves ({}: {} of {}); --force "
          "merges all the same",
          clips(finds_few), Shortened(first->source, 60), first->bound_joint_count,
          first->joint_count);
    }
  }
  return "";
}

void ComplainOf(const MergedFile& file) {
  constexpr std::size_t kShownLines = 12;  // Of a kind.
  std::map<std::string_view, std::size_t> counts;
  ForEachWarning(file, [&](std::string_view kind, const std::string& text) {
    if (++counts[kind] <= kShownLines) Complain(file.file, "warning: " + text);
  });
  for (const auto& [kind, count] : counts) {
    if (count <= kShownLines) continue;
    Complain(file.file, fmt::format("and {} more ({}; --json lists them)",
                                    Thousands(count - kShownLines), kind));
  }
  if (counts.contains(MergeWarningName(MergeWarningKind::kRestDiffers))) {
    Complain(file.file, "note: keys stay as they are: nothing is fitted to another rest pose");
  }
  if (file.error) Say(file.error->what());
}

void PrintFile(const MergedFile& file) {
  const MergeReport& report = file.report;
  const auto line = [&](const std::string& what, std::size_t joints, const std::string& matches) {
    fmt::print("  {}: {}, {}{}\n", Printable(file.file), what, Counted(joints, "joint"), matches);
  };
  if (!report.meshes.empty()) {
    line(Counted(report.meshes.size(), "mesh", "meshes"), report.mesh_joints.size(),
         MatchText(report.mesh_matches, true));
  }
  if (report.clips.empty()) return;
  const auto taken = std::ranges::count_if(report.clips, [](auto& c) { return !c.name.empty(); });
  line(Counted(static_cast<std::uint64_t>(taken), "clip"), report.joints.size(),
       MatchText(report.matches, false));
  const auto morphing = std::ranges::count(report.morphs, MorphMatch::kBound, &MergedMorphs::match);
  if (morphing > 0) {
    fmt::print("    morph weights of {}\n",
               Counted(static_cast<std::uint64_t>(morphing), "mesh", "meshes"));
  }
  for (std::size_t c = 0; c < report.clips.size(); ++c) {
    const MergedClip& clip = report.clips[c];
    if (clip.name.empty() || clip.name == clip.source) continue;
    fmt::print("    {} is called {}\n", SourceText(report, c), Quoted(clip.name));
  }
}

void WriteFile(const MergedFile& file, JsonWriter& json) {
  const MergeReport& report = file.report;
  json.Key("file").String(file.file).Key("clips").BeginArray();
  for (const MergedClip& clip : report.clips) {
    json.BeginObject().Key("source").String(clip.source);
    WriteText("name", clip.name, json).Key("tracks").Integer(clip.bound_tracks);
    json.Key("dropped").Integer(clip.dropped_tracks).Key("joints").Integer(clip.joint_count);
    json.Key("boundJoints").Integer(clip.bound_joint_count);
    json.Key("seconds").Number(clip.duration_s);
    json.Key("sourceSeconds").Number(clip.source_duration_s).EndObject();
  }
  WriteMatches("matches", report.matches, json.EndArray());
  WriteJoints(report.joints, false, json);
  json.Key("morphs").BeginArray();
  for (const MergedMorphs& morphs : report.morphs) {
    json.BeginObject().Key("node").String(morphs.joint).Key("mesh").String(morphs.mesh);
    json.Key("match").String(MorphMatchName(morphs.match));
    WriteText("target", morphs.target, json).Key("tracks").Integer(morphs.track_count).EndObject();
  }
  json.EndArray().Key("mends").BeginArray();
  for (const Mend& repair : file.repairs) {
    json.BeginObject().Key("rule").String(repair.rule);
    json.Key("count").Integer(repair.count);
    json.Key("pointer").String(repair.first).EndObject();
  }
  json.EndArray().Key("extensionsLeft").Integer(report.clip_extensions);
  json.Key("meshes").BeginArray();
  for (const MergedMesh& mesh : report.meshes) {
    json.BeginObject().Key("node").String(mesh.joint).Key("mesh").String(mesh.mesh);
    json.Key("skinned").Bool(mesh.skinned).Key("vertices");
    json.Integer(mesh.vertex_count);
    json.Key("restShift").Number(mesh.rest_shift).EndObject();
  }
  WriteMatches("meshMatches", report.mesh_matches, json.EndArray());
  WriteJoints(report.mesh_joints, true, json);
  json.Key("meshExtensionsLeft").Integer(report.mesh_extensions).Key("warnings").BeginArray();
  ForEachWarning(file, [&json](std::string_view kind, const std::string& text) {
    json.BeginObject().Key("kind").String(kind).Key("message").String(text).EndObject();
  });
  json.EndArray();
  if (file.error) WriteError(*file.error, json);
}

}  // namespace sinew::cli
