// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew merge: clips and meshes of other files, bound to a character by name and path.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "commands/commands.h"
#include "commands/merge_report.h"
#include "joint_map_file.h"
#include "load_file.h"
#include "merge_clips.h"
#include "sinew/gltf.h"
#include "take_pictures.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/printable.h"
#include "text/progress.h"
#include "write_file.h"

namespace sinew::cli {
namespace {

struct MergeArguments {
  std::string character;
  std::vector<std::string> files;
  std::string out;
  std::optional<std::string> map;
  bool file_names = false;
  bool clips = false, meshes = false;  // What is taken of the files; neither: clips.
  std::vector<std::string> mesh_names;
  std::string missing = "refuse";
  std::string fail_on = "error";
  bool json = false;
  ImportOptions import;
};

void CheckOutput(const MergeArguments& arguments) {
  if (Ending(arguments.out) != ".glb") {
    throw CommandError(ExitCode::kUsage, fmt::format("the output \"{}\" does not end in .glb",
                                                     Shortened(arguments.out, 60)));
  }
  std::vector<std::string> inputs = arguments.files;
  inputs.push_back(arguments.character);
  if (arguments.map) inputs.push_back(*arguments.map);
  for (const std::string& input : inputs) {
    std::error_code none;  // Whatever cannot be compared is not the same.
    if (!std::filesystem::equivalent(input, arguments.out, none)) continue;
    throw CommandError(ExitCode::kUsage,
                       fmt::format("the output \"{}\" is an input", Shortened(arguments.out, 60)));
  }
}

// What the user wants of the files.
struct Wanted {
  bool clips = true;
  bool meshes = false;
  OutfitOptions outfit{};
};

Wanted WantedOf(const MergeArguments& arguments) {
  Wanted wanted;
  wanted.meshes = arguments.meshes || !arguments.mesh_names.empty();
  wanted.clips = arguments.clips || !wanted.meshes;
  wanted.outfit.names = arguments.mesh_names;
  if (arguments.missing == "nearest") wanted.outfit.missing = MissingJoints::kNearest;
  wanted.outfit.max_file_bytes = arguments.import.limits.gltf.max_file_bytes;
  return wanted;
}

// What was repaired in the parts of a file that are taken: the rest is of no interest here.
std::vector<Mend> RepairsOf(const Report& report, const Wanted& wanted) {
  std::vector<Mend> mends;
  for (const Mend& mend : report.mends) {
    Mend kept{.rule = mend.rule, .count = 0, .first = {}, .places = {}};
    for (const Mend::Place& place : mend.places) {
      const bool of_clips = place.pointer.starts_with("/animations");
      if (of_clips ? !wanted.clips : !wanted.meshes) continue;
      if (kept.count == 0) kept.first = place.pointer;
      kept.count += place.count;
    }
    if (kept.count != 0) mends.push_back(std::move(kept));
  }
  return mends;
}

// Why a file has nothing to give, or nothing.
std::string EmptyText(const Model& from, const Wanted& wanted) {
  const bool no_clips = from.clips().empty(), no_meshes = from.instances().empty();
  if (wanted.clips && wanted.meshes) {
    return no_clips && no_meshes ? "has neither clips nor meshes" : "";
  }
  if (wanted.meshes) return no_meshes ? "has no meshes" : "";
  return no_clips ? "has no clips" : "";
}

// Meshes first: clips may move their morph targets.
MergedFile MergeOne(const std::string& file, ReadModel read, const MergeOptions& options,
                    const Wanted& wanted, ClipMerger& merger) {
  MergedFile merged{.file = file};
  merged.mends = RepairsOf(read.read.report, wanted);
  const Model from = ModelOf(file, std::move(read));
  merged.refusal = EmptyText(from, wanted);
  if (!merged.refusal.empty()) return merged;
  if (wanted.meshes) {
    std::optional<Model> dressed =
        MergeMeshes(file, from, merger.character(), options.map, wanted.outfit, merged.outfit);
    if (dressed) merger.Dress(*std::move(dressed));
    merger.UseEntries(merged.outfit.unused);
    merged.refusal = merged.outfit.refusal;
  }
  if (wanted.clips) merger.Add(from, merged);
  return merged;
}

// A file that was merged, refused, or could not be read.
using Outcome = std::variant<MergedFile, CommandError>;

struct Merge {
  std::vector<Outcome> outcomes{};
  ExitCode code = ExitCode::kFine;  // Anything else: nothing is written.
  std::uint64_t warnings = 0;
};

// One bad file does not keep the others from being looked at.
Merge MergeFiles(const MergeArguments& arguments, const MergeOptions& options, const Wanted& wanted,
                 ClipMerger& merger) {
  Merge merge;
  Progress bar("merging", arguments.files.size());
  for (const std::string& file : arguments.files) {
    try {
      MergedFile merged =
          MergeOne(file, ReadModelFile(file, arguments.import), options, wanted, merger);
      bar.Wipe();
      ComplainOf(merged);
      merge.warnings += merged.warnings();
      if (!merged.refusal.empty()) merge.code = Worse(merge.code, ExitCode::kFindings);
      merge.outcomes.emplace_back(std::move(merged));
    } catch (const CommandError& error) {
      bar.Wipe();
      Say(error.what());
      merge.code = Worse(merge.code, error.code());
      merge.outcomes.emplace_back(error);
    }
    bar.Step();
  }
  return merge;
}

void ComplainOfUnused(const std::string& map, const std::vector<std::string>& unused) {
  if (unused.empty()) return;
  Complain(map, fmt::format("nothing was bound by its entries for {}", NameList(unused)));
}

// The names of what is in the result.
struct Contents {
  std::vector<std::string> clips{}, meshes{};
};

Contents ContentsOf(const Model& model) {
  Contents contents;
  for (const Clip& clip : model.clips()) contents.clips.push_back(clip.name());
  for (const MeshInstance& instance : model.instances()) {
    contents.meshes.push_back(model.meshes()[instance.mesh].name());
  }
  return contents;
}

// "7 clips and 4 meshes, 1 and 2 of them from 1 file".
std::string ContentsText(const Contents& all, const Contents& own, const Wanted& wanted,
                         std::size_t file_count) {
  std::string kinds, added;
  const auto add = [&](const std::string& kind, std::size_t count) {
    kinds += (kinds.empty() ? "" : " and ") + kind;
    added += (added.empty() ? "" : " and ") + Thousands(count);
  };
  if (wanted.clips) add(Counted(all.clips.size(), "clip"), all.clips.size() - own.clips.size());
  if (wanted.meshes) {
    add(Counted(all.meshes.size(), "mesh", "meshes"), all.meshes.size() - own.meshes.size());
  }
  return fmt::format("{}, {} of them from {}", kinds, added, Counted(file_count, "file"));
}

void WriteSummary(const MergeArguments& arguments, const Merge& merge, const Contents& contents,
                  const std::vector<std::string>& unused, std::optional<std::size_t> bytes) {
  JsonWriter json(stdout);
  json.BeginObject().Key("character").String(arguments.character);
  json.Key("output").String(arguments.out).Key("written").Bool(bytes.has_value());
  json.Key("bytes");
  bytes ? json.Integer(static_cast<std::int64_t>(*bytes)) : json.Null();
  json.Key("warnings").Integer(static_cast<std::int64_t>(merge.warnings));
  json.Key("clips").BeginArray();
  for (const std::string& name : contents.clips) json.String(name);
  json.EndArray().Key("meshes").BeginArray();
  for (const std::string& name : contents.meshes) json.String(name);
  json.EndArray().Key("unusedMap").BeginArray();
  for (const std::string& source : unused) json.String(source);
  json.EndArray().Key("files").BeginArray();
  for (std::size_t f = 0; f < merge.outcomes.size(); ++f) {
    json.BeginObject().Key("file").String(arguments.files[f]);
    if (const auto* const merged = std::get_if<MergedFile>(&merge.outcomes[f])) {
      WriteFile(*merged, json);
      if (!merged->refusal.empty()) {
        WriteError(CommandError(ExitCode::kFindings, merged->file, merged->refusal), json);
      }
    } else {
      WriteError(std::get<CommandError>(merge.outcomes[f]), json);
    }
    json.EndObject();
  }
  json.EndArray().EndObject().Finish();
}

ExitCode RunMerge(const MergeArguments& arguments) {
  CheckOutput(arguments);
  const Wanted wanted = WantedOf(arguments);
  std::vector<std::string> outside;
  Model character = WithPictures(LoadModelFile(arguments.character, arguments.import),
                                 std::filesystem::path(arguments.character).parent_path(),
                                 arguments.import.limits.gltf.max_file_bytes, outside);
  MergeOptions options;
  options.file_names = arguments.file_names;
  if (arguments.map) {
    options.map.file = *arguments.map;
    options.map.entries = ReadJointMap(*arguments.map, character.skeleton(),
                                       arguments.import.limits.gltf.max_file_bytes);
  }
  const Contents own = ContentsOf(character);
  ClipMerger merger(std::move(character), options);
  Merge merge = MergeFiles(arguments, options, wanted, merger);
  const std::vector<std::string> unused = merger.UnusedEntries();
  if (arguments.map) ComplainOfUnused(*arguments.map, unused);
  merge.warnings += unused.size();
  if (merge.code == ExitCode::kFine && merge.warnings > 0 && arguments.fail_on == "warning") {
    Say(fmt::format("{}; --fail-on warning", Counted(merge.warnings, "warning")));
    merge.code = ExitCode::kFindings;
  }
  if (merge.code != ExitCode::kFine) {
    Say(fmt::format("{} is not written", Printable(arguments.out)));
    if (arguments.json) WriteSummary(arguments, merge, {}, unused, std::nullopt);
    return merge.code;
  }

  const Model merged = std::move(merger).Finish(arguments.character);
  const Contents contents = ContentsOf(merged);
  const auto glb = WriteGlb(merged);
  for (const std::string& why : outside) Say("note: a picture stays outside: " + Printable(why));
  if (!glb.ok()) throw CommandError(arguments.out, glb.failure());
  WriteWholeFile(arguments.out, *glb);

  if (arguments.json) {
    WriteSummary(arguments, merge, contents, unused, glb->size());
    return ExitCode::kFine;
  }
  fmt::print("{}: {}, {}\n", Printable(arguments.out),
             ContentsText(contents, own, wanted, arguments.files.size()), ByteSize(glb->size()));
  for (const Outcome& outcome : merge.outcomes) PrintFile(std::get<MergedFile>(outcome));
  return ExitCode::kFine;
}

}  // namespace

void AddMerge(CommandLine& line) {
  auto arguments = std::make_shared<MergeArguments>();
  Command command =
      line.AddCommand("merge", "Clips and meshes of other files on a character, as GLB");
  command.AddOption("CHARACTER", arguments->character, "A .glb, .gltf or .js3d file")
      .Required()
      .TypeName("");
  command
      .AddOption("FILES", arguments->files, "Files whose clips it gets, or whose meshes (--meshes)")
      .Required()
      .TypeName("...");
  command.AddOption("-o,--output", arguments->out, "What to write: a .glb")
      .Required()
      .TypeName("OUT");
  command
      .AddOption("--map", arguments->map,
                 "JSON: which joint of the files is which of the character")
      .TypeName("FILE");
  command.AddFlag("--meshes", arguments->meshes,
                  "Take the meshes of the files; their clips only with --clips");
  command.AddFlag("--clips", arguments->clips, "Take clips: the default without --meshes");
  command
      .AddOption("--mesh", arguments->mesh_names,
                 "Take only meshes of this name, or at nodes of this name; repeatable")
      .OneTextEach()
      .TypeName("NAME");
  command
      .AddOption("--missing", arguments->missing,
                 "What to do with joints of meshes that the character lacks: refuse, nearest")
      .OneOf({"refuse", "nearest"})
      .TypeName("POLICY");
  command.AddFlag("--file-names", arguments->file_names, "Call clips by their files");
  command
      .AddOption("--fail-on", arguments->fail_on,
                 "Write nothing and exit with 1 on this: error, warning")
      .OneOf({"error", "warning"})
      .TypeName("SEVERITY");
  command.AddFlag("--json", arguments->json, "The report as JSON");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "A joint of a file is found in the character by the map; else by its path, the names "
      "from\n"
      "the root down; else by the longest end of its path, or by its name where it is the only "
      "one;\n"
      "else likewise without namespaces (\"mixamorig:Hips\" is \"Hips\"). Where two fit as well,\n"
      "neither is taken. Tracks of joints that are not found are dropped, and said on stderr with\n"
      "what can be done. Keys are carried as they are; where joints rest otherwise than in the\n"
      "clips' file that is said too, and nothing is fitted.\n\n"
      "--meshes puts the meshes of the files on the character, with skins, morph targets,\n"
      "materials and images. Skins name the character's joints; inverse bind matrices stay. A\n"
      "joint that moves vertices and is not found is an error (1); with --missing nearest, and\n"
      "where the map says null, its vertices follow the nearest ancestor that is found. Where\n"
      "joints rest otherwise the report says how far that moves the meshes. Files need no clips\n"
      "then, and their clips are taken only with --clips.\n\n"
      "Map: {\"joint of the file\": \"joint of the character\", ...}; null drops the joint's "
      "tracks.\n"
      "Where a name is not enough, the end of a path: \"left/hand\".\n\n"
      "The character's own clips stay and come first. A clip without a name is called by its "
      "file;\n"
      "one whose name is taken becomes FILE.NAME. --file-names calls all so, and the only clip of "
      "a\n"
      "file FILE.\n\n"
      "A clip none of whose joints are found is an error (1), as is a file without clips: nothing\n"
      "is written. With --fail-on warning the same goes for all that is dropped, mended or rests\n"
      "otherwise. A file or a map that cannot be read is 3.\n\n"
      "JSON: {character, output, written, bytes, warnings, clips:[NAME], meshes:[NAME],\n"
      "unusedMap:[NAME],\n"
      "files:[{file, clips:[{source, name, tracks, dropped, seconds, sourceSeconds}],\n"
      "matches:{map, path, tail, name, namespace, unwanted, taken, ambiguous, none},\n"
      "joints:[{joint, path, match, target, tracks, candidates, nearest,\n"
      "rest:{distance, relative, radians, scale}}], morphs:[{node, mesh, match, target, tracks}],\n"
      "mends:[{rule, count, pointer}], extensionsLeft,\n"
      "meshes:[{node, mesh, skinned, vertices, restShift}], meshMatches:{as matches},\n"
      "meshJoints:[{joint, path, match, target, vertices, candidates, nearest, ancestor, rest}],\n"
      "meshExtensionsLeft, warnings}]}; a file that stops the merge has error, code and pointer\n\n"
      "Examples:\n"
      "  sinew merge hero.glb walk.glb run.glb -o hero-moves.glb\n"
      "  sinew merge hero.glb mixamo/*.glb -o hero-moves.glb --file-names\n"
      "  sinew merge hero.glb other.glb -o hero-moves.glb --map bones.json --fail-on warning\n"
      "  sinew merge hero.glb armour.glb --meshes -o knight.glb\n"
      "  sinew merge hero.glb wardrobe.glb --mesh Helmet --mesh Boots -o knight.glb\n"
      "  sinew merge hero.glb cape.glb --meshes --clips --missing nearest -o knight.glb");
  command.Runs([arguments] { return RunMerge(*arguments); });
}

}  // namespace sinew::cli
