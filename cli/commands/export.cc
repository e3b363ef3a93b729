// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew export: meshes, skeletons and clips as constants of a programming language.
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "commands/commands.h"
#include "sinew/console_export.h"
#include "text/diagnostics.h"
#include "text/load_file.h"
#include "text/number_checks.h"
#include "text/pick_clip.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

struct ExportArguments {
  std::string what, file;  // Of --all the first may be the file.
  std::string out, all, lang = "rust", format = "all", indices = "u16", prefix;
  std::optional<std::string> clip, mesh, skin;
  std::optional<float> fps;
  bool bake = false, keys = false, loop = false, clamp = false, json = false;
  ImportOptions import;
};

ConsoleRequest RequestOf(const ExportArguments& arguments, const Asset& asset) {
  const auto pick = [&](auto find, const std::optional<std::string>& wanted) {
    if (!wanted) return std::optional<std::uint32_t>();
    const Result<std::uint32_t> found = find(asset, *wanted);
    if (!found.ok()) throw CommandError(ExitCode::kUsage, Printable(found.failure().message));
    return std::optional(*found);
  };
  const Limits& limits = arguments.import.limits;
  ConsoleRequest request{.language = ConsoleLanguageOf(arguments.lang).value()};
  request.product = !arguments.all.empty()         ? ConsoleProduct::kAll
                    : arguments.what == "mesh"     ? ConsoleProduct::kMesh
                    : arguments.what == "skeleton" ? ConsoleProduct::kSkeleton
                                                   : ConsoleProduct::kClip;
  request.skin = pick(FindSkin, arguments.skin);
  request.meshes = {.mesh = pick(FindMesh, arguments.mesh),
                    .flags = ParseVertexFlags(arguments.format),
                    .clamp = arguments.clamp,
                    .wide_indices = arguments.indices == "u32",
                    .max_output_bytes = limits.max_output_bytes};
  request.clips = {.fps = static_cast<double>(arguments.fps.value_or(30.0f)),
                   .keys = arguments.keys,
                   .loop = arguments.loop,
                   .bake = arguments.bake,
                   .max_work = limits.max_work,
                   .max_output_bytes = limits.max_output_bytes};
  if (request.product == ConsoleProduct::kClip && arguments.clip != "all") {
    request.clip = arguments.clip ? PickClip(asset.clips(), *arguments.clip) : 0;
  }
  request.prefix = arguments.prefix;
  request.source = std::filesystem::path(arguments.file).filename().string();
  request.output =
      std::filesystem::path(arguments.all.empty() ? arguments.out : arguments.all).stem().string();
  request.generator = "sinew " SINEW_VERSION;
  return request;
}

ExitCode RunExport(ExportArguments& arguments) {
  const std::string& what = arguments.what;
  const bool whole = !arguments.all.empty();
  if (whole && arguments.file.empty()) arguments.file = what;
  if (arguments.file.empty() || whole == !arguments.out.empty() ||
      (!whole && what != "mesh" && what != "skeleton" && what != "clip")) {
    throw CommandError(ExitCode::kUsage,
                       "export takes mesh, skeleton or clip, a file and -o OUT; or a file and "
                       "--all DIR");
  }
  const std::string& file = arguments.file;
  if (!whole) RefuseInputAsOutput(file, arguments.out);
  const LoadedAsset loaded = LoadAsset(file, arguments.import);
  const ConsoleExport made =
      Taken(file, ExportConsole(loaded.asset(), RequestOf(arguments, loaded.asset())));
  if (whole) {
    std::vector<FileContent> files;
    for (const ConsoleFile& one : made.files) files.push_back({one.name, one.text});
    WriteWholeFiles(arguments.all, files);
  } else {
    WriteWholeFile(arguments.out, made.files[0].text);
  }
  const std::string& out = whole ? arguments.all : arguments.out;
  fmt::print("{}",
             arguments.json ? ReportJson(made, out) : Printable(out) + "\n" + ReportText(made));
  return ExitCode::kFine;
}

}  // namespace

void AddExport(CommandLine& line) {
  auto arguments = std::make_shared<ExportArguments>();
  Command command = line.AddCommand("export", "Constants for a game's source: Rust, C, C++, JSON");
  const auto add = [&](const char* name, auto& value, const char* help, const char* type) {
    return command.AddOption(name, value, help).TypeName(type);
  };
  add("WHAT", arguments->what, "mesh, skeleton or clip; of --all nothing", "").Required();
  add("FILE", arguments->file, "A .glb, .gltf, .js3d or .sinew file", "");
  add("-o,--output", arguments->out, "The source file to write", "OUT");
  add("--all", arguments->all, "Instead: everything in FILE, into a folder", "DIR");
  add("--lang", arguments->lang, "rust (the default), c, cpp or json", "LANG")
      .OneOf({"rust", "c", "cpp", "json"});
  add("--prefix", arguments->prefix, "Before every name; in C++ a namespace", "NAME");
  add("--skin", arguments->skin, "Whose bones, by name or number (default: the first used)", "N");
  add("--mesh", arguments->mesh, "One mesh, by name or number (default: all of the skin)", "N");
  add("--format", arguments->format, "all, position, as uv,normal,skinned, or 0 to 31", "NAME")
      .Check(VertexFormatName());
  add("--indices", arguments->indices, "u16 (default; splits large meshes) or u32", "TYPE")
      .OneOf({"u16", "u32"});
  command.AddFlag("--clamp", arguments->clamp, "Clamp UVs and colors outside 0 to 1");
  add("--clip", arguments->clip, "A clip by name or number (default: 0), or all", "N|NAME");
  add("--fps", arguments->fps, "Frames per second of clips (default: 30)", "F").Check(FrameRate());
  command.AddFlag("--keys", arguments->keys, "Frames at the clip's own keys instead");
  command.AddFlag("--loop", arguments->loop, "Leave out the last frame: the first is next");
  command.AddFlag("--bake", arguments->bake, "Final matrices, for raw mode");
  command.AddFlag("--json", arguments->json, "The report as JSON");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "Names, order and layouts are in docs/console.md, with a walk from a glTF file to a drawn\n"
      "character. The report shows the size of every array and what packing vertices costs.\n"
      "The same input gives the same text on every machine. Output is whole or not there.\n\n"
      "JSON: {output, files:[{name, textBytes}], bytes, arrays:[{file, name, count, bytes}],\n"
      "meshes:[{name, vertices, triangles, format, stride, error:{position, uv, color,\n"
      "normalDegrees, tangentDegrees, weight}, limitedVertices, largestDropped}], bones, frames,\n"
      "shear, notes}\n\n"
      "Examples:\n"
      "  sinew export mesh fox.glb -o fox.rs\n"
      "  sinew export clip fox.glb --clip Run --lang c --prefix run -o run.h\n"
      "  sinew export fox.glb --lang cpp --all assets/fox");
  command.Runs([arguments] { return RunExport(*arguments); });
}

}  // namespace sinew::cli
