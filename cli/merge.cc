// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew merge: clips of other files, bound to a character by name and path.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <utility>
#include <variant>

#include "commands.h"
#include "diagnostics.h"
#include "joint_map_file.h"
#include "json_out.h"
#include "load_file.h"
#include "merge_clips.h"
#include "merge_report.h"
#include "printable.h"
#include "progress.h"
#include "sinew/gltf.h"
#include "take_pictures.h"
#include "write_file.h"

namespace sinew::cli {
namespace {

struct MergeArguments {
  std::string character;
  std::vector<std::string> files;
  std::string out;
  std::optional<std::string> map;
  bool file_names = false;
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

// A file of clips that was bound, refused, or could not be read.
using Outcome = std::variant<MergedFile, CommandError>;

struct Merge {
  std::vector<Outcome> outcomes{};
  ExitCode code = ExitCode::kFine;  // Anything else: nothing is written.
  std::uint64_t warnings = 0;
};

// One bad file does not keep the others from being looked at.
Merge MergeFiles(const MergeArguments& arguments, ClipMerger& merger) {
  Merge merge;
  Progress bar("merging", arguments.files.size());
  for (const std::string& file : arguments.files) {
    try {
      MergedFile merged = merger.Add(file, ReadModelFile(file, arguments.import));
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

void WriteSummary(const MergeArguments& arguments, const Merge& merge,
                  const std::vector<std::string>& clip_names,
                  const std::vector<std::string>& unused, std::optional<std::size_t> bytes) {
  JsonWriter json(stdout);
  json.BeginObject().Key("character").String(arguments.character);
  json.Key("output").String(arguments.out).Key("written").Bool(bytes.has_value());
  json.Key("bytes");
  bytes ? json.Integer(static_cast<std::int64_t>(*bytes)) : json.Null();
  json.Key("warnings").Integer(static_cast<std::int64_t>(merge.warnings));
  json.Key("clips").BeginArray();
  for (const std::string& name : clip_names) json.String(name);
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
  Model character = LoadModelFile(arguments.character, arguments.import);
  MergeOptions options;
  options.file_names = arguments.file_names;
  if (arguments.map) {
    options.map_file = *arguments.map;
    options.map = ReadJointMap(*arguments.map, character.skeleton(),
                               arguments.import.limits.gltf.max_file_bytes);
  }
  const std::size_t own_clips = character.clips().size();
  ClipMerger merger(std::move(character), options);
  Merge merge = MergeFiles(arguments, merger);
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

  Model merged = std::move(merger).Finish(arguments.character);
  std::vector<std::string> clip_names;
  for (const Clip& clip : merged.clips()) clip_names.push_back(clip.name());
  std::vector<std::string> outside;
  const auto glb = WriteGlb(WithPictures(std::move(merged),
                                         std::filesystem::path(arguments.character).parent_path(),
                                         arguments.import.limits.gltf.max_file_bytes, outside));
  for (const std::string& why : outside) Say("note: a picture stays outside: " + Printable(why));
  if (!glb.ok()) throw CommandError(arguments.out, glb.failure());
  WriteWholeFile(arguments.out, *glb);

  if (arguments.json) {
    WriteSummary(arguments, merge, clip_names, unused, glb->size());
    return ExitCode::kFine;
  }
  fmt::print("{}: {}, {} of them from {}, {}\n", Printable(arguments.out),
             Counted(clip_names.size(), "clip"), Thousands(clip_names.size() - own_clips),
             Counted(arguments.files.size(), "file"), ByteSize(glb->size()));
  for (const Outcome& outcome : merge.outcomes) PrintFile(std::get<MergedFile>(outcome));
  return ExitCode::kFine;
}

}  // namespace

void AddMerge(CommandLine& line) {
  auto arguments = std::make_shared<MergeArguments>();
  Command command = line.AddCommand("merge", "Clips of other files on a character, as GLB");
  command.AddOption("CHARACTER", arguments->character, "A .glb, .gltf or .js3d file")
      .Required()
      .TypeName("");
  command
      .AddOption("CLIPS", arguments->files,
                 "Files whose clips it gets; they need no meshes and no skins")
      .Required()
      .TypeName("...");
  command.AddOption("-o,--output", arguments->out, "What to write: a .glb")
      .Required()
      .TypeName("OUT");
  command
      .AddOption("--map", arguments->map,
                 "JSON: which joint of the clips is which of the character")
      .TypeName("FILE");
  command.AddFlag("--file-names", arguments->file_names, "Call clips by their files");
  command
      .AddOption("--fail-on", arguments->fail_on,
                 "Write nothing and exit with 1 on this: error, warning")
      .OneOf({"error", "warning"})
      .TypeName("SEVERITY");
  command.AddFlag("--json", arguments->json, "The report as JSON");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "A joint of the clips is found in the character by the map; else by its path, the names "
      "from\n"
      "the root down; else by the longest end of its path, or by its name where it is the only "
      "one;\n"
      "else likewise without namespaces (\"mixamorig:Hips\" is \"Hips\"). Where two fit as well,\n"
      "neither is taken. Tracks of joints that are not found are dropped, and said on stderr with\n"
      "what can be done. Keys are carried as they are; where joints rest otherwise than in the\n"
      "clips' file that is said too, and nothing is fitted.\n\n"
      "Map: {\"joint of the clips\": \"joint of the character\", ...}; null drops the joint's "
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
      "JSON: {character, output, written, bytes, warnings, clips:[NAME], unusedMap:[NAME],\n"
      "files:[{file, clips:[{source, name, tracks, dropped, seconds, sourceSeconds}],\n"
      "matches:{map, path, tail, name, namespace, unwanted, taken, ambiguous, none},\n"
      "joints:[{joint, path, match, target, tracks, candidates, nearest,\n"
      "rest:{distance, relative, radians, scale}}], morphs:[{node, mesh, match, target, tracks}],\n"
      "mends:[{rule, count, pointer}], extensionsLeft, warnings}]}; a file that stops the merge "
      "has\n"
      "error, code and pointer\n\n"
      "Examples:\n"
      "  sinew merge hero.glb walk.glb run.glb -o hero-moves.glb\n"
      "  sinew merge hero.glb mixamo/*.glb -o hero-moves.glb --file-names\n"
      "  sinew merge hero.glb other.glb -o hero-moves.glb --map bones.json --fail-on warning");
  command.Runs([arguments] { return RunMerge(*arguments); });
}

}  // namespace sinew::cli
