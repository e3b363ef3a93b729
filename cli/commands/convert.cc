// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew convert: one format to another, with what was lost on the way.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "commands/commands.h"
#include "sinew/gltf.h"
#include "sinew/limit_report.h"
#include "sinew/model_facts.h"
#include "text/describe_limit.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

struct ConvertArguments {
  std::vector<std::string> files;  // Inputs, then the output.
  std::optional<std::uint32_t> max_influences;
  bool json = false;
  ImportOptions import;
};

// Something of the input that the output does not have.
struct Lost {
  std::string kind;  // For programs: "cameras".
  std::string what;  // For people.
  std::uint64_t count = 0;
  std::string pointer;  // Of the first one, or empty.
};

std::string OutputOf(const ConvertArguments& arguments) {
  const std::string& out = arguments.files.back();
  const std::string ending = Ending(out);
  if (arguments.files.size() < 2) {
    throw CommandError(ExitCode::kUsage, "convert takes an input and an output");
  }
  if (arguments.files.size() > 2) {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("convert takes one input and one output, not {} files; "
                                   "`sinew merge` puts clips of several files together",
                                   arguments.files.size()));
  }
  if (ending == ".gltf" || ending == ".g4mf" || ending == ".g4b" || ending == ".js3d") {
    throw CommandError(ExitCode::kUnsupported, out,
                       fmt::format("writing {} is not supported; .glb is", ending));
  }
  if (ending != ".glb") {
    throw CommandError(ExitCode::kUsage,
                       fmt::format("the output \"{}\" does not end in .glb", Shortened(out, 60)));
  }
  RefuseInputAsOutput(arguments.files.front(), out);
  return out;
}

// What GLB has no place for, though a model has.
void AddWritersLosses(const Model& model, std::vector<Lost>& lost) {
  std::uint64_t empty_meshes = 0;
  for (const Mesh& mesh : model.meshes()) {
    std::uint64_t vertices = 0;
    for (const Primitive& primitive : mesh.primitives()) vertices += primitive.vertex_count();
    if (vertices == 0) ++empty_meshes;
  }
  if (empty_meshes != 0) {
    lost.push_back({"empty-meshes", "meshes without vertices", empty_meshes, ""});
  }
}

void WriteSummary(const std::string& file, const std::string& out, std::size_t bytes,
                  const Model& model, const std::vector<Lost>& lost, const std::vector<Mend>& mends,
                  const std::optional<LimitAndCost>& limited) {
  const auto number = [](std::uint64_t count) { return static_cast<std::int64_t>(count); };
  JsonStream json(stdout);
  json.BeginObject().Key("file").String(file).Key("output").String(out);
  json.Key("bytes").Integer(number(bytes));
  json.Key("nodes").Integer(model.skeleton().joint_count());
  json.Key("skins").Integer(number(model.skins().size()));
  json.Key("meshes").Integer(number(model.meshes().size()));
  json.Key("vertices").Integer(number(VertexCount(model)));
  json.Key("clips").Integer(number(model.clips().size()));
  json.Key("notCarried").BeginArray();
  for (const Lost& one : lost) {
    json.BeginObject().Key("kind").String(one.kind).Key("what").String(one.what);
    json.Key("count").Integer(number(one.count)).Key("pointer").String(one.pointer).EndObject();
  }
  json.EndArray().Key("mends").BeginArray();
  for (const Mend& mend : mends) {
    json.BeginObject().Key("rule").String(mend.rule).Key("count").Integer(number(mend.count));
    json.Key("pointer").String(mend.first).EndObject();
  }
  json.EndArray();
  if (limited) {
    json.Key("limit");
    WriteLimit(*limited, json);
  }
  json.EndObject();
  json.Finish();
}

LimitAndCost Limited(const std::string& file, Model model, const ConvertArguments& arguments) {
  Progress bar("looking at clips", 1000);
  LimitReportOptions options;
  options.max_moments = ~std::uint64_t{0};  // max_work bounds them.
  options.max_work = arguments.import.limits.max_work;
  options.progress = [&bar](float share) { bar.StepTo(share); };
  Result<LimitAndCost> made = LimitAndMeasure(std::move(model), *arguments.max_influences, options);
  if (!made.ok()) throw CommandError(file, made.failure());
  return std::move(made).value();
}

ExitCode RunConvert(const ConvertArguments& arguments) {
  const std::string out = OutputOf(arguments);
  const std::string& file = arguments.files.front();
  LoadedModel input = ReadModelFile(file, arguments.import);
  if (!input.model.ok()) throw CommandError(file, input.model.failure());
  std::vector<Lost> lost;
  for (const Js3dLoss& loss : input.not_carried) {
    lost.push_back({std::string(loss.kind), std::string(loss.what), loss.count, loss.first});
  }
  std::vector<std::string> outside;
  Model whole = WithImages(std::move(input.model).value(), file, arguments.import, outside);
  for (const std::string& why : outside) {
    lost.push_back({"picture-outside", "a picture: " + Printable(why), 1, ""});
  }
  std::optional<LimitAndCost> limited;
  if (arguments.max_influences) {
    limited = Limited(file, std::move(whole), arguments);
  }
  const Model& model = limited ? limited->limited.model : whole;
  AddWritersLosses(model, lost);

  const Result<std::vector<std::byte>> glb = WriteGlb(model);
  if (!glb.ok()) throw CommandError(out, glb.failure());
  WriteWholeFile(out, *glb);

  for (const Lost& one : lost) {
    Complain(file, fmt::format("not carried: {} ({}){}", one.what, Thousands(one.count),
                               one.pointer.empty() ? "" : ", first at " + Printable(one.pointer)));
  }
  for (const Mend& mend : input.report.mends) {
    Complain(file,
             fmt::format("mended: {}, {}, first at {}", mend.rule, Counted(mend.count, "time"),
                         mend.first.empty() ? "/" : Printable(mend.first)));
  }
  if (arguments.json) {
    WriteSummary(file, out, glb->size(), model, lost, input.report.mends, limited);
    return ExitCode::kFine;
  }
  fmt::print("{}: {}, {}, {}, {}, {}\n", Printable(out),
             Counted(model.skeleton().joint_count(), "node"),
             Counted(model.meshes().size(), "mesh", "meshes"),
             Counted(VertexCount(model), "vertex", "vertices"),
             Counted(model.clips().size(), "clip"), ByteSize(glb->size()));
  if (limited) PrintLimit(*limited);
  return ExitCode::kFine;
}

}  // namespace

void AddConvert(CommandLine& line) {
  auto arguments = std::make_shared<ConvertArguments>();
  Command command = line.AddCommand("convert", "One format to another");
  command
      .AddOption("FILE", arguments->files, "A .glb, .gltf or .js3d to read, then a .glb to write")
      .Required()
      .TypeName("IN OUT");
  command
      .AddOption("--max-influences", arguments->max_influences,
                 "Keep the N largest of each vertex, and say what that costs")
      .InRange(1, 1'000'000)
      .TypeName("N");
  command.AddFlag("--json", arguments->json, "Say what was written, as JSON");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "Reads .glb, .gltf and Scotty3D's .js3d, told apart by content; writes .glb. One input for\n"
      "now. What could not be carried and what was mended is said on stderr. Pictures beside a\n"
      ".gltf are taken in; accessors, buffer views and samplers are made anew, without extras. "
      "The\n"
      "output is whole or not there.\n\n"
      "--max-influences: the largest weights of a vertex stay and are scaled up to their sum; "
      "then\n"
      "every clip is posed at 60 Hz and at its keys, before and after, and the vertex that is\n"
      "furthest off is named, in the file's unit of length.\n\n"
      "JSON: {file, output, bytes, nodes, skins, meshes, vertices, clips,\n"
      "notCarried:[{kind, what, count, pointer}], mends:[{rule, count, pointer}]}; with\n"
      "--max-influences also limit:{mostInfluencesBefore, mostInfluences, limited, "
      "largestDropped,\n"
      "dropped:{mesh, primitive, vertex, joint}, poses, worst, rest, clips:[]}, displacements "
      "being\n"
      "{distance, clip, time, node, mesh, primitive, vertex}; joint is an entry of the skin.\n\n"
      "Examples:\n"
      "  sinew convert human.js3d human.glb\n"
      "  sinew convert --json fox.gltf fox.glb\n"
      "  sinew convert scan.glb game.glb --max-influences 4");
  command.Runs([arguments] { return RunConvert(*arguments); });
}

}  // namespace sinew::cli
