// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew pack: a model as the file that a game maps and plays.
#include "sinew/pack.h"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands/commands.h"
#include "sinew/runtime_file.h"
#include "sinew/vertex_format.h"
#include "text/describe_clip.h"
#include "text/describe_runtime.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/number_checks.h"
#include "text/packing.h"
#include "text/pick_clip.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

struct PackArguments {
  std::string file;
  std::string out;
  std::optional<float> error;
  bool json = false;
  bool all = false;
  bool textures = false;
  bool clamp = false;
  std::string vertex_format;
  ImportOptions import;
};

void CheckOutput(const PackArguments& arguments) {
  if (Ending(arguments.out) != ".sinew") {
    throw CommandError(ExitCode::kUsage, fmt::format("the output \"{}\" does not end in .sinew",
                                                     Shortened(arguments.out, 60)));
  }
  RefuseInputAsOutput(arguments.file, arguments.out);
}

std::string WorstClip(const RuntimeFile& file) {
  std::uint32_t worst = 0;
  for (std::uint32_t i = 1; i < file.clip_count(); ++i) {
    if (file.clip_info(i).worst_error > file.clip_info(worst).worst_error) worst = i;
  }
  const RuntimeClip clip = file.clip_info(worst);
  return fmt::format(
      "  the worst clip is {}, {:.4g} units off; the bound is {:.4g}, for every vertex\n",
      Shortened(ClipLabel(clip.name, worst), 40), clip.worst_error, clip.error_bound);
}

ExitCode RunPack(const PackArguments& arguments) {
  CheckOutput(arguments);
  const LoadedAsset loaded = LoadAsset(arguments.file, arguments.import);
  if (loaded.is_packed()) {
    throw CommandError(ExitCode::kUsage, Printable(arguments.file) + " is packed already");
  }
  std::optional<Model> with_images;
  std::vector<std::string> outside;
  if (arguments.textures) {
    with_images = WithImages(loaded.model(), arguments.file, arguments.import, outside);
  }
  const Model& model = with_images ? *with_images : loaded.model();
  const ClipPacker packer =
      MakePacker(arguments.file, model, PackOptionsOf(arguments.error, arguments.import.limits));
  const std::vector<PackedClip> clips = PackAllClips(arguments.file, model, packer);
  RuntimeFileOptions file_options{
      .embed_images = arguments.textures, .vertex_flags = {}, .clamp_vertices = arguments.clamp};
  if (!arguments.vertex_format.empty()) {
    file_options.vertex_flags = ParseVertexFlags(arguments.vertex_format);
  }
  const Result<AlignedBytes> bytes = WriteRuntimeFileWithClips(model, clips, file_options);
  if (!bytes.ok()) throw CommandError(arguments.file, bytes.failure());
  WriteWholeFile(arguments.out, bytes->span());
  const RuntimeFile file = *RuntimeFile::Open(*bytes);

  const std::vector<NotCarried> left_out = ListNotCarried(model, arguments.textures);
  if (arguments.json) {
    JsonStream json(stdout);
    json.BeginObject().Key("file").String(arguments.file).Key("output").String(arguments.out);
    json.Key("bytes").Integer(static_cast<std::int64_t>(bytes->size()));
    WriteRuntime(file, json);
    json.Key("notCarried").BeginArray();
    for (const NotCarried& one : left_out) {
      json.BeginObject().Key("kind").String(one.kind).Key("what").String(one.what);
      json.Key("count").Integer(static_cast<std::int64_t>(one.count)).EndObject();
    }
    json.EndArray().Key("notEmbedded").BeginArray();
    for (const std::string& why : outside) json.String(why);
    json.EndArray().EndObject();
    json.Finish();
    return ExitCode::kFine;
  }
  fmt::print("{}\n", Printable(arguments.out));
  PrintRuntime(file, arguments.all);
  if (file.clip_count() > 0) fmt::print("\n{}", WorstClip(file));
  for (const NotCarried& one : left_out) {
    fmt::print("  not carried: {} ({})\n", one.what, Thousands(one.count));
  }
  for (const std::string& why : outside) fmt::print("  not embedded: {}\n", Printable(why));
  return ExitCode::kFine;
}

}  // namespace

void AddPack(CommandLine& line) {
  auto arguments = std::make_shared<PackArguments>();
  Command command = line.AddCommand("pack", "The runtime file that a game maps and plays");
  command.AddOption("FILE", arguments->file, "A .glb, .gltf or .js3d file").Required().TypeName("");
  command.AddOption("-o,--output", arguments->out, "What to write: a .sinew")
      .Required()
      .TypeName("OUT");
  AddError(command, arguments->error);
  command.AddFlag("--textures", arguments->textures, "Embed the images, also those beside FILE");
  command
      .AddOption("--vertex-format", arguments->vertex_format,
                 "Vertices for a GPU too: all, position, or as uv,normal,skinned")
      .Check(VertexFormatName())
      .TypeName("NAME");
  command.AddFlag("--clamp", arguments->clamp,
                  "Of --vertex-format: clamp UVs and colors outside 0 to 1");
  command.AddFlag("--json", arguments->json, "Say what was written, as JSON");
  command.AddFlag("--all", arguments->all, "Do not cut long lists and names");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "Skeleton, skins, packed clips, prepared meshes, materials, names and events in one file "
      "that\n"
      "is used where it is mapped: nothing to parse, nothing to allocate (docs/format.md,\n"
      "runtime_file.h). Images are named by their URI, or embedded by --textures.\n"
      "--vertex-format adds vertices in a format of docs/vertex-formats.md, with float16 "
      "positions;\n"
      "how far those are off is shown. A mesh has those attributes of the format that it has "
      "itself;\n"
      "values that the format cannot hold are refused by name (exit code 4).\n"
      "The same input gives the same bytes on every machine.\n\n"
      "--error takes mm, cm, m, or a bare number in the file's unit. It is a guarantee and stands\n"
      "in the file. No vertex that linear blend skins, and none of a mesh that hangs on a node, "
      "is\n"
      "put further from where the exact clip puts it, in model space; nor is a point within\n"
      "pointDistance (1/60 of the size) of any node, in that node's own space, so that what a "
      "game\n"
      "hangs there itself is held too. What packed morph weights are off (morphError) is on "
      "top.\n\n"
      "The output is whole or not there. `sinew inspect` and `sinew hash` read it again.\n\n"
      "JSON: {file, output, bytes, formatVersion, arithmetic, checksum, errorBound, "
      "pointDistance,\n"
      "morphError, parts:{rest, skins, clips, primitives, images}, sourceClipBytes, nodes,\n"
      "skins:[{name, joints}], clips:[{name, duration, form, bytes, sourceBytes, errorBound,\n"
      "worstError, worstMorphError, events:[{t, "
      "name}],\n"
      "rootMotion:{node, name}}], meshes:[{name, morphTargets, primitives:[{vertices, indices, "
      "normals,\n"
      "tangents, texcoordSets, colorSets, material, bytes}]}], instances:[{node, mesh, skin}],\n"
      "gpuVertices:{bytes, positionError}, materials (as `sinew inspect` shows them),\n"
      "images:[{name, mimeType, uri, bytes}], notCarried:[{kind, what, count}], "
      "notEmbedded:[why]}.\n"
      "Node numbers are those of the packed file; rootMotion is null where a clip has none\n\n"
      "Examples:\n"
      "  sinew pack fox.glb -o fox.sinew\n"
      "  sinew pack barbarian.glb -o barbarian.sinew --error 0.1mm\n"
      "  sinew pack fox.glb -o fox.sinew --json | jq '.parts'");
  command.Runs([arguments] { return RunPack(*arguments); });
}

}  // namespace sinew::cli
