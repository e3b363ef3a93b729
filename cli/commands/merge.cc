// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew merge: clips and meshes of other files, bound to a character by name and path.
#include "sinew/merge.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "commands/commands.h"
#include "commands/merge_report.h"
#include "sinew/gltf.h"
#include "sinew/joint_map.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

struct MergeArguments {
  std::string character;
  std::vector<std::string> files;
  std::string out;
  std::optional<std::string> map;
  bool clips = false, meshes = false;  // What is taken of the files; neither: clips.
  std::string missing = "refuse";
  std::string fail_on = "error";
  bool json = false;
  MergeOptions options;
  ImportOptions import;

  std::size_t max_file_bytes() const { return import.limits.gltf.max_file_bytes; }
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

MergeOptions OptionsOf(const MergeArguments& arguments) {
  MergeOptions options = arguments.options;
  options.meshes = arguments.meshes || !options.mesh_names.empty();
  options.clips = arguments.clips || !options.meshes;
  if (arguments.missing == "nearest") options.missing = MissingJoints::kNearest;
  if (arguments.map) {
    auto map = ReadJointMap(ReadContent(*arguments.map, arguments.max_file_bytes()));
    if (!map.ok()) throw CommandError(*arguments.map, map.failure());
    options.match.map = std::move(map).value();
  }
  return options;
}

// The library knows entries of the map by their numbers ("map/3"), people by their file.
CommandError ErrorOf(const MergeArguments& arguments, const std::string& file, Failure failure) {
  if (!failure.place.starts_with("map/")) return CommandError(file, failure);
  const std::size_t entry = std::stoull(failure.place.substr(4));
  failure.place = JointMapPointer(arguments.options.match.map[entry].source);
  failure.message += fmt::format(" (with {})", file);
  return CommandError(*arguments.map, failure);
}

// What was repaired in the parts of a file that are taken: the rest is of no interest here.
std::vector<Mend> RepairsOf(const Report& report, const MergeOptions& options) {
  std::vector<Mend> repairs;
  for (const Mend& mend : report.mends) {
    Mend kept{.rule = mend.rule, .count = 0, .first = {}, .places = {}};
    for (const Mend::Place& place : mend.places) {
      const bool of_clips = place.pointer.starts_with("/animations");
      if (of_clips ? !options.clips : !options.meshes) continue;
      if (kept.count == 0) kept.first = place.pointer;
      kept.count += place.count;
    }
    if (kept.count != 0) repairs.push_back(std::move(kept));
  }
  return repairs;
}

MergedFile MergeOne(const std::string& file, const MergeArguments& arguments, Merger& merger) {
  MergedFile merged{.file = file};
  const std::filesystem::path path(file);
  try {
    LoadedModel read = ReadModelFile(file, arguments.import);
    merged.repairs = RepairsOf(read.report, arguments.options);
    Model from = ModelOf(file, std::move(read));
    if (arguments.options.meshes) {
      from = WithImages(std::move(from), file, arguments.import, merged.outside);
    }
    Result<MergeReport> report = merger.Add(from, path.stem().string());
    if (!report.ok()) throw ErrorOf(arguments, file, report.failure());
    merged.report = std::move(report).value();
    if (merged.report.refusal != MergeRefusal::kNone) {
      merged.error.emplace(ExitCode::kFindings, file,
                           RefusalText(merged.report, arguments.options));
    }
  } catch (const CommandError& error) {
    merged.error = error;
  }
  return merged;
}

// One bad file does not keep the others from being looked at.
std::vector<MergedFile> MergeFiles(const MergeArguments& arguments, Merger& merger) {
  std::vector<MergedFile> files;
  Progress bar("merging", arguments.files.size());
  for (const std::string& file : arguments.files) {
    files.push_back(MergeOne(file, arguments, merger));
    bar.Wipe();
    ComplainOf(files.back());
    bar.Step();
  }
  return files;
}

// "7 clips and 4 meshes, 1 and 2 of them from 1 file".
std::string ContentsText(const Model& merged, std::size_t own_clips, std::size_t own_meshes,
                         const MergeArguments& arguments) {
  const bool clips = arguments.options.clips, meshes = arguments.options.meshes;
  const std::size_t clip_count = merged.clips().size(), mesh_count = merged.instances().size();
  const char* const between = clips && meshes ? " and " : "";
  return fmt::format("{}{}{}, {}{}{} of them from {}", clips ? Counted(clip_count, "clip") : "",
                     between, meshes ? Counted(mesh_count, "mesh", "meshes") : "",
                     clips ? Thousands(clip_count - own_clips) : "", between,
                     meshes ? Thousands(mesh_count - own_meshes) : "",
                     Counted(arguments.files.size(), "file"));
}

void WriteSummary(const MergeArguments& arguments, std::span<const MergedFile> files,
                  std::uint64_t warnings, const std::vector<std::string>& unused,
                  const Model& merged, std::optional<std::size_t> bytes) {
  JsonStream json(stdout);
  json.BeginObject().Key("character").String(arguments.character);
  json.Key("output").String(arguments.out).Key("written").Bool(bytes.has_value());
  json.Key("bytes");
  bytes ? json.Integer(*bytes) : json.Null();
  json.Key("warningCount").Integer(warnings);
  json.Key("clips").BeginArray();
  for (const Clip& clip : merged.clips()) json.String(clip.name());
  json.EndArray().Key("meshes").BeginArray();
  for (const MeshInstance& one : merged.instances()) json.String(merged.meshes()[one.mesh].name());
  json.EndArray().Key("unusedMap").BeginArray();
  for (const std::string& source : unused) json.String(source);
  json.EndArray().Key("files").BeginArray();
  for (const MergedFile& file : files) {
    json.BeginObject();
    WriteFile(file, json);
    json.EndObject();
  }
  json.EndArray().EndObject();
  json.Finish();
}

ExitCode RunMerge(MergeArguments arguments) {
  CheckOutput(arguments);
  arguments.options = OptionsOf(arguments);
  std::vector<std::string> outside;
  Model character = WithImages(LoadModelFile(arguments.character, arguments.import),
                               arguments.character, arguments.import, outside);
  const std::size_t own_clips = character.clips().size();
  const std::size_t own_meshes = character.instances().size();
  Result<Merger> merger = Merger::Create(std::move(character), arguments.options);
  if (!merger.ok()) throw ErrorOf(arguments, arguments.character, merger.failure());
  const std::vector<MergedFile> files = MergeFiles(arguments, *merger);

  std::vector<std::string> unused;
  for (const std::uint32_t entry : merger->unused_entries()) {
    unused.push_back(arguments.options.match.map[entry].source);
  }
  if (!unused.empty()) {
    Complain(*arguments.map,
             fmt::format("warning: nothing was bound by its entries for {}", NameList(unused)));
  }
  std::uint64_t warnings = unused.size();
  ExitCode code = ExitCode::kFine;
  for (const MergedFile& file : files) {
    warnings += file.warning_count();
    if (file.error) code = Worse(code, file.error->code());
  }
  if (code == ExitCode::kFine && warnings > 0 && arguments.fail_on == "warning") {
    Say(fmt::format("{}; --fail-on warning", Counted(warnings, "warning")));
    code = ExitCode::kFindings;
  }
  if (code != ExitCode::kFine) {
    Say(fmt::format("{} is not written", Printable(arguments.out)));
    if (arguments.json) WriteSummary(arguments, files, warnings, unused, {}, std::nullopt);
    return code;
  }

  const Result<Model> merged = std::move(*merger).Finish();
  if (!merged.ok()) throw CommandError(arguments.character, merged.failure());
  for (const std::string& why : outside) {
    Say("note: an image is not embedded: " + Printable(why));
  }
  const auto glb = WriteGlb(*merged);
  if (!glb.ok()) throw CommandError(arguments.out, glb.failure());
  WriteWholeFile(arguments.out, *glb);
  if (arguments.json) {
    WriteSummary(arguments, files, warnings, unused, *merged, glb->size());
    return ExitCode::kFine;
  }
  fmt::print("{}: {}, {}{}\n", Printable(arguments.out),
             ContentsText(*merged, own_clips, own_meshes, arguments), ByteSize(glb->size()),
             warnings > 0 ? ", " + Counted(warnings, "warning") : "");
  for (const MergedFile& file : files) PrintFile(file);
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
      .AddOption("--mesh", arguments->options.mesh_names,
                 "Take only meshes of this name, or at nodes of this name; repeatable")
      .OneTextEach()
      .TypeName("NAME");
  command
      .AddOption("--missing", arguments->missing,
                 "What to do with joints of meshes that the character lacks: refuse, nearest")
      .OneOf({"refuse", "nearest"})
      .TypeName("POLICY");
  command.AddFlag("--force", arguments->options.force,
                  "Take clips although less than half of their joints are found");
  command.AddFlag("--file-names", arguments->options.model_names, "Call clips by their files");
  command
      .AddOption("--fail-on", arguments->fail_on,
                 "Write nothing and exit with 1 on this: error, warning")
      .OneOf({"error", "warning"})
      .TypeName("SEVERITY");
  command.AddFlag("--json", arguments->json, "The report as JSON");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "A joint of a file is found in the character by the map; else by its path, the names from\n"
      "the root down; else by the longest end of its path, or by its name where it is the only\n"
      "one; else likewise without namespaces (\"mixamorig:Hips\" is \"Hips\"). Where two fit as\n"
      "well, neither is taken. Tracks of joints that are not found are dropped, with a warning on\n"
      "stderr that says what can be done. Keys stay as they are: nothing is fitted to a different\n"
      "rest pose, but a warning names it.\n\n"
      "--meshes puts the meshes of the files on the character, with skins, morph targets,\n"
      "materials and images. A joint that moves vertices and is not found is an error (1); with\n"
      "--missing nearest, and where the map says null, its vertices follow the nearest ancestor\n"
      "that is found.\n\n"
      "Map: {\"joint of the file\": \"joint of the character\", ...}; null drops the joint's\n"
      "tracks. Where a name is not enough, the end of a path: \"left/hand\".\n\n"
      "The character's own clips stay and come first. A clip without a name is called by its\n"
      "file; one whose name is in use becomes FILE.NAME. --file-names calls all so, and the only\n"
      "clip of a file FILE.\n\n"
      "Nothing is written, and the exit code is 1, where a file has nothing of what is taken;\n"
      "where the character has none of the joints that a clip moves, or less than half of them\n"
      "(--force takes such clips); and on any warning with --fail-on warning. A file or a map\n"
      "that cannot be read is 3.\n\n"
      "JSON: {character, output, written, bytes, warningCount, clips:[NAME], meshes:[NAME],\n"
      "unusedMap:[NAME], files:[{file, clips:[{source, name, tracks, dropped, joints,\n"
      "boundJoints, seconds, sourceSeconds}],\n"
      "matches:{map, path, tail, name, namespace, unwanted, taken, ambiguous, none},\n"
      "joints:[{joint, path, match, target, tracks, candidates, nearest,\n"
      "rest:{distance, relative, radians, scale}}], morphs:[{node, mesh, match, target, tracks}],\n"
      "mends:[{rule, count, pointer}], extensionsLeft,\n"
      "meshes:[{node, mesh, skinned, vertices, restShift}], meshMatches:{as matches},\n"
      "meshJoints:[{joint, path, match, target, vertices, candidates, nearest, ancestor, rest}],\n"
      "meshExtensionsLeft, warnings:[{kind, message}]}]}; a file that stops the merge has error,\n"
      "code and pointer too. warningCount counts the entries of unusedMap too.\n\n"
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
