// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew skin: the posed mesh, frozen, as OBJ or GLB.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands/commands.h"
#include "sinew/freeze.h"
#include "sinew/gltf.h"
#include "sinew/model_facts.h"
#include "sinew/obj.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/pick_clip.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

struct SkinArguments {
  std::string file;
  std::string out;
  std::optional<std::string> clip;
  std::optional<std::string> time;
  std::string method = "lbs";
  bool json = false;
  ImportOptions import;
};

SkinMethod MethodOf(const SkinArguments& arguments) {
  return arguments.method == "dqs" ? SkinMethod::kDualQuaternion : SkinMethod::kLinearBlend;
}

double TimeOf(const SkinArguments& arguments) {
  if (!arguments.time) return 0.0;
  if (!arguments.clip) {
    throw CommandError(ExitCode::kUsage, "--time needs --clip; the rest pose has no time");
  }
  const std::vector<double> times = ParseTimes(*arguments.time);
  if (times.size() != 1) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("--time takes one time, not {}: one output holds one pose; "
                                   "`sinew pose --times` takes several",
                                   times.size()));
  }
  return times[0];
}

// Writes the output; how many bytes it took.
std::size_t WriteFrozen(const SkinArguments& arguments, Model frozen) {
  if (Ending(arguments.out) == ".obj") {
    const std::string obj = WriteObj(frozen);
    WriteWholeFile(arguments.out, obj);
    return obj.size();
  }
  std::vector<std::string> outside;
  const auto glb =
      WriteGlb(WithImages(std::move(frozen), arguments.file, arguments.import, outside));
  for (const std::string& why : outside) Say("note: a picture stays outside: " + Printable(why));
  if (!glb.ok()) throw CommandError(arguments.out, glb.failure());
  WriteWholeFile(arguments.out, *glb);
  return glb->size();
}

ExitCode RunSkin(const SkinArguments& arguments) {
  const std::string ending = Ending(arguments.out);
  if (ending != ".obj" && ending != ".glb") {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("the output \"{}\" ends neither in .obj nor in .glb",
                                   Shortened(arguments.out, 60)));
  }
  RefuseInputAsOutput(arguments.file, arguments.out);
  const double time_s = TimeOf(arguments);
  const LoadedAsset loaded = LoadAsset(arguments.file, arguments.import);
  const std::span<const ClipView> clips = loaded.asset().clips();
  std::optional<std::uint32_t> clip_index;
  if (arguments.clip) {
    clip_index = PickClip(clips, *arguments.clip);
    NoteClampedTimes({&time_s, 1}, clips[*clip_index]);
  }
  const Limits& limits = arguments.import.limits;
  Result<Model> frozen =
      Freeze(loaded.asset(), {.clip = clip_index, .time_s = time_s, .method = MethodOf(arguments)},
             {.max_work = limits.max_work, .max_output_bytes = limits.max_output_bytes});
  if (!frozen.ok()) throw CommandError(arguments.file, frozen.failure());
  const std::uint64_t vertex_count = VertexCount(*frozen);
  const std::size_t mesh_count = frozen->meshes().size();
  if (mesh_count == 0) Complain(arguments.file, "note: shows no mesh; the output is empty");
  const std::size_t bytes = WriteFrozen(arguments, std::move(frozen).value());
  if (!arguments.json) {
    fmt::print("{}: {}, {}, {}\n", Printable(arguments.out), Counted(mesh_count, "mesh", "meshes"),
               Counted(vertex_count, "vertex", "vertices"), ByteSize(bytes));
    return ExitCode::kFine;
  }
  JsonStream json(stdout);
  json.BeginObject().Key("file").String(arguments.file).Key("clip");
  if (clip_index) {
    json.Integer(*clip_index);
  } else {
    json.Null();
  }
  json.Key("t").Number(time_s).Key("method").String(arguments.method);
  json.Key("output").String(arguments.out);
  json.Key("bytes").Integer(static_cast<std::int64_t>(bytes));
  json.Key("meshes").Integer(static_cast<std::int64_t>(mesh_count));
  json.Key("vertices").Integer(static_cast<std::int64_t>(vertex_count)).EndObject();
  json.Finish();
  return ExitCode::kFine;
}

}  // namespace

void AddSkin(CommandLine& line) {
  auto arguments = std::make_shared<SkinArguments>();
  Command command = line.AddCommand("skin", "The posed mesh, frozen, as OBJ or GLB");
  command.AddOption("FILE", arguments->file, "A .glb, .gltf, .js3d or .sinew file")
      .Required()
      .TypeName("");
  command.AddOption("-o,--output", arguments->out, "What to write, by its ending: .obj or .glb")
      .Required()
      .TypeName("OUT");
  command.AddOption("--clip", arguments->clip, "A clip by name or number; without it: rest pose")
      .TypeName("N|NAME");
  command.AddOption("--time", arguments->time, "Seconds into the clip (default: 0)").TypeName("T");
  command
      .AddOption("--method", arguments->method,
                 "How to blend: lbs (linear, the default) or dqs (dual quaternions)")
      .OneOf({"lbs", "dqs"})
      .TypeName("METHOD");
  command.AddFlag("--json", arguments->json, "Say what was written, as JSON");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "Morphs, skins and node transforms are worked into the vertices; the result has no skins.\n"
      "A time outside the clip is clamped to its start or end, and a note says so.\n"
      "The output is whole or not there. OBJ has no vertex colours, GLB has.\n\n"
      "Dual quaternions keep the volume of twisted limbs, where linear blend pinches them, and\n"
      "bulge a little at the outside of bends (docs/skinning.md).\n\n"
      "JSON: {file, clip, t, method, output, bytes, meshes, vertices}\n\n"
      "Examples:\n"
      "  sinew skin fox.glb --clip Run --time 0.3 -o run.obj\n"
      "  sinew skin fox.glb -o rest.glb\n"
      "  sinew skin fox.glb --clip Run --time 0.3 --method dqs -o run.glb");
  command.Runs([arguments] { return RunSkin(*arguments); });
}

}  // namespace sinew::cli
