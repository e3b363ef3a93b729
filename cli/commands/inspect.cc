// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew inspect: what is in a file.
#include "commands/inspect.h"

#include <fmt/format.h>

#include <memory>

#include "commands/commands.h"
#include "text/describe_runtime.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/limit_option.h"
#include "text/load_file.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

struct InspectArguments {
  std::vector<std::string> files;
  bool json = false;
  InspectTextOptions text;
  ImportOptions import;
};

void WriteFailure(const std::string& path, const CommandError& error, JsonWriter& json) {
  json.BeginObject().Key("file").String(path).Key("loaded").Bool(false);
  WriteError(error, json);
  json.EndObject();
}

InspectedFile Inspected(const std::string& path, std::size_t file_bytes, LoadedModel file,
                        const Limits& limits) {
  if (!file.model.ok()) throw CommandError(path, file.model.failure());
  Model model = std::move(file.model).value();
  Progress bar("measuring clips", 100);
  // A tenth: whoever asks what is in a file does not want to wait for it.
  ModelFacts facts = DescribeModel(
      model, {.max_work = limits.max_work / 10, .progress = [&](float s) { bar.StepTo(s); }});
  std::string not_measured;
  if (facts.not_measured) {
    not_measured = facts.not_measured->message + LimitHint(facts.not_measured->message);
  }
  std::vector<std::uint64_t> repaired = RepairedWeights(file.report, model.meshes().size());
  return {.path = path,
          .file_bytes = file_bytes,
          .model = std::move(model),
          .report = std::move(file.report),
          .facts = std::move(facts),
          .repaired_weights = std::move(repaired),
          .not_measured = std::move(not_measured)};
}

void InspectRuntime(const std::string& path, std::span<const std::byte> content,
                    const InspectArguments& arguments, JsonWriter& json) {
  const LoadedRuntime loaded = OpenRuntime(path, content);
  if (!arguments.json) {
    fmt::print("{}\n", Printable(path));
    PrintRuntime(loaded.file, arguments.text.all);
    return;
  }
  json.BeginObject().Key("file").String(path).Key("loaded").Bool(true);
  json.Key("bytes").Integer(static_cast<std::int64_t>(content.size()));
  WriteRuntime(loaded.file, json);
  json.EndObject();
}

ExitCode InspectFile(const std::string& path, const InspectArguments& arguments, JsonWriter& json) {
  try {
    const std::vector<std::byte> content =
        ReadContent(path, arguments.import.limits.gltf.max_file_bytes);
    if (IsRuntimeFile(content)) {
      RefuseImportOptions(arguments.import);
      InspectRuntime(path, content, arguments, json);
      return ExitCode::kFine;
    }
    const InspectedFile inspected =
        Inspected(path, content.size(), ReadModelBytes(path, content, arguments.import),
                  arguments.import.limits);
    if (arguments.json) {
      WriteInspection(inspected, json);
    } else {
      PrintInspection(inspected, arguments.text);
    }
    return ExitCode::kFine;
  } catch (const CommandError& error) {
    Say(error.what());
    if (arguments.json) WriteFailure(path, error, json);
    return error.code();
  }
}

ExitCode RunInspect(const InspectArguments& arguments) {
  JsonStream json(stdout);
  if (arguments.json) json.BeginObject().Key("files").BeginArray();
  ExitCode worst = ExitCode::kFine;
  for (std::size_t i = 0; i < arguments.files.size(); ++i) {
    if (!arguments.json && i > 0) fmt::print("\n");
    worst = Worse(worst, InspectFile(arguments.files[i], arguments, json));
  }
  if (arguments.json) {
    json.EndArray().EndObject();
    json.Finish();
  }
  return worst;
}

}  // namespace

void AddInspect(CommandLine& line) {
  auto arguments = std::make_shared<InspectArguments>();
  Command command = line.AddCommand("inspect", "What is in a file");
  command.AddOption("FILE", arguments->files, ".glb, .gltf, .js3d or .sinew files")
      .Required()
      .TypeName("");
  command.AddFlag("--json", arguments->json, "JSON instead of tables");
  command.AddFlag("--all", arguments->text.all, "Do not cut long lists and names");
  command.AddFlag("--nodes", arguments->text.nodes, "Print the node tree too");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "Bounds at rest are those of the deformed vertices. No vertex leaves the bounds of a clip "
      "at\n"
      "any moment, between keys too; they are made of one box a joint, so they are a little "
      "larger,\n"
      "and boundsSlack in JSON says by how much time adds to that. Clips without a name are #3 "
      "and\n"
      "can be picked by that. A bind pose that is not the rest pose is legal. A file that cannot\n"
      "be read does not stop the rest; the exit code is the largest.\n\n"
      "JSON: {files:[{file, loaded, bytes, generator, nodes, roots, levels, skins, meshes, clips,\n"
      "materials, images, scenes, restBounds, unmeasured, issues, mends, verdict}]}; of these\n"
      "clips:[{name, duration, channels, keys, bytes, interpolation, events:[{t, name}],\n"
      "rootMotion:{node, name}, bounds, boundsSlack}], materials:[{name, baseColor, metallic,\n"
      "roughness, normalScale, occlusionStrength, emissive, emissiveStrength, alpha, alphaCutoff,\n"
      "doubleSided, unlit, textures:[{slot, texture, texCoord, transformed, image}]}]. Numbers of\n"
      "nodes are those of the file; rootMotion is null where a clip has none, image where a\n"
      "texture has none. A file that cannot be read: {file, loaded, error,\n"
      "code, pointer}; a .sinew file: what `sinew pack --json` says of it, without output and\n"
      "notCarried\n\n"
      "Examples:\n"
      "  sinew inspect fox.glb\n"
      "  sinew inspect --nodes --all fox.glb\n"
      "  sinew inspect --json *.glb | jq '.files[].clips[].name'");
  command.Runs([arguments] { return RunInspect(*arguments); });
}

}  // namespace sinew::cli
