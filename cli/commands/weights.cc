// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew weights: weights for a mesh from its bones, or from another mesh.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "commands/commands.h"
#include "sinew/gltf.h"
#include "sinew/model_weights.h"
#include "text/describe.h"
#include "text/diagnostics.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/number_checks.h"
#include "text/printable.h"
#include "text/progress.h"

namespace sinew::cli {
namespace {

struct WeightsArguments {
  std::string file;
  std::string out;
  std::string method = "heat";
  bool method_given = false;
  std::optional<float> radius;
  std::uint32_t max_influences = 4;
  std::uint32_t smoothing = 0;
  std::vector<std::string> locked;
  std::optional<std::string> root;
  std::optional<std::string> from;
  bool json = false;
  ImportOptions import;
};

std::string_view ReasonWord(IslandReason reason) {
  switch (reason) {
    case IslandReason::kBehindOthers:
      return "behindOthers";
    case IslandReason::kSeesNoBone:
      return "seesNoBone";
    case IslandReason::kNoSurface:
      break;
  }
  return "noSurface";
}

std::string NoteText(const IslandNote& note, const WeightedGroup& group) {
  const MeshVertex place = group.PlaceOf(note.first_vertex);
  const std::string what =
      note.reason == IslandReason::kNoSurface
          ? Counted(note.vertex_count, "vertex without a triangle", "vertices without a triangle")
          : fmt::format("island of {}", Counted(note.vertex_count, "vertex", "vertices"));
  const char* why = "took the nearest bones";
  if (note.reason == IslandReason::kBehindOthers) {
    why = "other parts stand between it and the bones; weighed as if alone";
  }
  if (note.reason == IslandReason::kSeesNoBone) {
    why = "its own surface hides every bone; took the nearest as if it saw them";
  }
  return fmt::format("{} (from mesh {}, primitive {}, vertex {}; about {}): {}, mostly {}", what,
                     place.mesh, place.primitive, place.vertex, PointText(note.where), why,
                     Shortened(group.joints[note.joint], 40));
}

std::vector<std::string> IdleNames(const WeightedGroup& group) {
  std::vector<std::string> names;
  for (const std::uint32_t joint : group.report.idle_joints) names.push_back(group.joints[joint]);
  return names;
}

void PrintGroup(const WeightedGroup& group, bool transferred) {
  const WeightsReport& report = group.report;
  fmt::print("  skin {}{}: {}, {}, {} at {} in {}\n", group.skin, group.skin_made ? " (made)" : "",
             Counted(group.joints.size(), "joint"), Counted(group.bone_count, "bone"),
             Counted(group.vertex_count, "vertex", "vertices"),
             Counted(report.place_count, "place"), Counted(report.island_count, "island"));
  fmt::print("  up to {} a vertex; largest jump along an edge {:.3f}",
             Counted(report.most_influences, "influence"), report.largest_jump);
  if (report.largest_jump > 0.0f && !transferred) {
    fmt::print(" ({})", Shortened(group.joints[report.jump_joint], 40));
  }
  fmt::print("\n");
  if (report.limited_count > 0) {
    fmt::print("  the limit took influences from {}, the largest {:.3f}\n",
               Counted(report.limited_count, "vertex", "vertices"), report.largest_dropped);
  }
  if (transferred) {
    const MeshVertex place = group.PlaceOf(report.farthest_vertex);
    fmt::print("  farthest from the other surface: {} (mesh {}, primitive {}, vertex {})\n",
               NumberText(report.largest_distance), place.mesh, place.primitive, place.vertex);
  }
  if (!group.moved_joints.empty()) {
    fmt::print("  without a namesake, taken by the nearest above: {}\n",
               NameList(group.moved_joints));
  }
  if (report.flat_triangle_count > 0) {
    fmt::print("  {} without area\n", Counted(report.flat_triangle_count, "triangle"));
  }
  if (report.point_bone_count > 0) {
    fmt::print("  {} without length, taken as {}\n", Counted(report.point_bone_count, "bone"),
               report.point_bone_count == 1 ? "a point" : "points");
  }
  if (report.unweighted_count > 0) {
    fmt::print("  {} without weights\n", Counted(report.unweighted_count, "vertex", "vertices"));
  }
  if (!report.idle_joints.empty()) {
    fmt::print("  {} nothing: {}\n",
               report.idle_joints.size() == 1 ? "one joint moves" : "joints that move",
               NameList(IdleNames(group)));
  }
  constexpr std::size_t kShownNotes = 12;
  for (std::size_t i = 0; i < std::min(report.notes.size(), kShownNotes); ++i) {
    fmt::print("  {}\n", NoteText(report.notes[i], group));
  }
  if (report.notes.size() > kShownNotes) {
    fmt::print("  and {} more such islands (--json lists them)\n",
               report.notes.size() - kShownNotes);
  }
}

void WriteVertex(const WeightedGroup& group, std::uint32_t vertex, JsonWriter& json) {
  const MeshVertex place = group.PlaceOf(vertex);
  json.BeginObject().Key("mesh").Integer(place.mesh).Key("primitive").Integer(place.primitive);
  json.Key("vertex").Integer(place.vertex).EndObject();
}

void WriteGroup(const WeightedGroup& group, bool transferred, JsonWriter& json) {
  const WeightsReport& report = group.report;
  json.BeginObject().Key("skin").Integer(group.skin).Key("made").Bool(group.skin_made);
  json.Key("joints").Integer(static_cast<std::int64_t>(group.joints.size()));
  json.Key("bones").Integer(static_cast<std::int64_t>(group.bone_count));
  json.Key("pointBones").Integer(report.point_bone_count);
  json.Key("vertices").Integer(static_cast<std::int64_t>(group.vertex_count));
  json.Key("places").Integer(report.place_count).Key("islands").Integer(report.island_count);
  json.Key("flatTriangles").Integer(report.flat_triangle_count);
  json.Key("mostInfluences").Integer(report.most_influences);
  json.Key("unweighted").Integer(report.unweighted_count);
  json.Key("largestJump").Number(report.largest_jump);
  json.Key("limited").Integer(report.limited_count);
  json.Key("largestDropped").Number(report.largest_dropped);
  if (transferred) {
    json.Key("largestDistance").Number(report.largest_distance).Key("farthest");
    WriteVertex(group, report.farthest_vertex, json);
    json.Key("moved").BeginArray();
    for (const std::string& name : group.moved_joints) json.String(name);
    json.EndArray();
  }
  json.Key("idleJoints").BeginArray();
  for (const std::string& name : IdleNames(group)) json.String(name);
  json.EndArray().Key("notes").BeginArray();
  for (const IslandNote& note : report.notes) {
    json.BeginObject().Key("reason").String(ReasonWord(note.reason));
    json.Key("vertices").Integer(note.vertex_count).Key("first");
    WriteVertex(group, note.first_vertex, json);
    json.Key("where").Vector(note.where).Key("joint").String(group.joints[note.joint]).EndObject();
  }
  json.EndArray().EndObject();
}

ModelWeightsOptions OptionsOf(const WeightsArguments& arguments) {
  const auto usage = [](const std::string& message) {
    return CommandError(ExitCode::kUsage, message);
  };
  ModelWeightsOptions options;
  options.max_influences = arguments.max_influences;
  options.smoothing = arguments.smoothing;
  options.locked_joints = arguments.locked;
  options.root = arguments.root;
  if (arguments.from) {
    if (arguments.method_given || !arguments.locked.empty() || arguments.radius) {
      throw usage(
          "--from takes the weights of another mesh as they are: no --method, --radius or "
          "--lock beside it");
    }
    options.method = WeightsMethod::kTransfer;
  } else if (arguments.method == "segment") {
    options.method = WeightsMethod::kSegment;
    options.radius = arguments.radius.value_or(0.0f);
  } else if (arguments.radius) {
    throw usage("--radius is for --method segment; heat needs none");
  }
  return options;
}

// What the library refused. Options are called as they are here, and a wrong one is wrong usage.
CommandError ErrorOf(const std::string& file, const Failure& failure) {
  const auto usage = [&](const char* option) {
    return CommandError(ExitCode::kUsage,
                        fmt::format("{}: {}", option, Printable(failure.message)));
  };
  if (failure.place.starts_with("/options/locked_joints")) return usage("--lock");
  if (failure.place == "/options/root") return usage("--root-bone");
  if (failure.place == "/options/from") return usage("--from");
  if (failure.place == "/options/radius") {
    return CommandError(ExitCode::kUsage,
                        "--method segment needs --radius: the file's bones have none of their own");
  }
  if (failure.code == FailureCode::kInvalid && failure.place.empty()) {
    return CommandError(ExitCode::kCannotRead, file, Printable(failure.message));
  }
  return CommandError(file, failure);
}

WeightedModel Weighted(const std::string& file, Model&& model, ModelWeightsOptions& options) {
  Progress bar("weighing", 1000);
  options.progress = [&bar](float share) { bar.StepTo(share); };
  Result<WeightedModel> weighted = ComputeModelWeights(std::move(model), options);
  if (!weighted.ok()) throw ErrorOf(file, weighted.failure());
  return std::move(weighted).value();
}

ExitCode RunWeights(const WeightsArguments& arguments) {
  ModelWeightsOptions options = OptionsOf(arguments);
  if (Ending(arguments.out) != ".glb") {
    throw CommandError(ExitCode::kUsage, fmt::format("the output \"{}\" does not end in .glb",
                                                     Shortened(arguments.out, 60)));
  }
  RefuseInputAsOutput(arguments.file, arguments.out);
  if (arguments.from) RefuseInputAsOutput(*arguments.from, arguments.out, "the file of --from");
  LoadedModel read = ReadModelFile(arguments.file, arguments.import);
  options.bones_of_skin = std::move(read.bones_of_skin);
  options.max_work = arguments.import.limits.max_work;
  options.max_output_bytes = arguments.import.limits.max_output_bytes;
  Model model = ModelOf(arguments.file, std::move(read));
  std::optional<Model> from;
  if (arguments.from) {
    from = LoadModelFile(*arguments.from, arguments.import);
    options.from = &*from;
  }
  WeightedModel weighted = Weighted(arguments.file, std::move(model), options);
  std::vector<std::string> outside;
  const auto glb =
      WriteGlb(WithImages(std::move(weighted.model), arguments.file, arguments.import, outside));
  for (const std::string& why : outside) Say("note: a picture stays outside: " + Printable(why));
  if (!glb.ok()) throw CommandError(arguments.out, glb.failure());
  WriteWholeFile(arguments.out, *glb);

  const bool transferred = options.method == WeightsMethod::kTransfer;
  const std::string method = transferred ? "transfer" : arguments.method;
  if (arguments.json) {
    JsonStream json(stdout);
    json.BeginObject().Key("file").String(arguments.file).Key("output").String(arguments.out);
    json.Key("bytes").Integer(static_cast<std::int64_t>(glb->size()));
    json.Key("method").String(method);
    json.Key("leftAlone").Integer(static_cast<std::int64_t>(weighted.unskinned_count));
    json.Key("groups").BeginArray();
    for (const WeightedGroup& group : weighted.groups) WriteGroup(group, transferred, json);
    json.EndArray().EndObject();
    json.Finish();
    return ExitCode::kFine;
  }
  fmt::print("{}: weighed by {}, {}\n", Printable(arguments.out), method, ByteSize(glb->size()));
  for (const WeightedGroup& group : weighted.groups) PrintGroup(group, transferred);
  if (weighted.unskinned_count > 0) {
    fmt::print("  {} without a skin left as {}\n",
               Counted(weighted.unskinned_count, "mesh instance"),
               weighted.unskinned_count == 1 ? "it is" : "they are");
  }
  return ExitCode::kFine;
}

}  // namespace

void AddWeights(CommandLine& line) {
  auto arguments = std::make_shared<WeightsArguments>();
  Command command = line.AddCommand("weights", "Weights for a mesh from its bones, as GLB");
  command.AddOption("FILE", arguments->file, "A .glb, .gltf or .js3d file").Required().TypeName("");
  command.AddOption("-o,--output", arguments->out, "What to write: a .glb")
      .Required()
      .TypeName("OUT");
  const Option method =
      command
          .AddOption("--method", arguments->method,
                     "heat: bone heat on the surface (default); segment: by distance")
          .OneOf({"heat", "segment"})
          .TypeName("METHOD");
  command
      .AddOption("--radius", arguments->radius,
                 "How far a bone reaches, for segment; default: the radii of a .js3d")
      .Check(Length())
      .TypeName("R");
  command
      .AddOption("--max-influences", arguments->max_influences,
                 "Keep the N largest of each vertex; 0: all; default: 4")
      .Check(WholeNumber(0, 1'000'000))
      .TypeName("N");
  command
      .AddOption("--smooth", arguments->smoothing,
                 "Average weights with their neighbours' so often")
      .Check(WholeNumber(0, 1000))
      .TypeName("N");
  command.AddOption("--lock", arguments->locked, "Joints that keep the weights they have")
      .Delimiter(',')
      .OneTextEach()
      .TypeName("JOINT,JOINT");
  command.AddOption("--from", arguments->from, "Take the weights of this file's mesh instead")
      .TypeName("OTHER");
  command.AddOption("--root-bone", arguments->root, "The topmost bone, where the file has no skin")
      .TypeName("NODE");
  command.AddFlag("--json", arguments->json, "The report as JSON");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "Bones stand where the skin bound them, one from each joint to each of its children; a "
      "joint\n"
      "without children has a stub in its parent's direction, as long as the parent's bone. Old\n"
      "weights are replaced; morph targets, materials and clips stay.\n\n"
      "A file without skins gets one. Its joints are the nodes that carry no mesh, camera or "
      "light,\n"
      "but not the nodes at the top that hold a mesh or stand alone; --root-bone NODE takes that "
      "one\n"
      "and all below it instead. Where other meshes have a skin, those without are left alone.\n\n"
      "heat: every vertex is warmed by the nearest bone it sees, and heat spreads over the "
      "surface.\n"
      "segment: (R - d) / R at distance d; what no bone reaches takes the nearest. The bones of a\n"
      ".js3d have radii of their own; --radius replaces them, and other files need it.\n"
      "--from: the nearest point of the other mesh, joints by name (or by those above them).\n"
      "A FILE without bones gets those of the other, where they rest there.\n"
      "--lock: in every skin that has such a joint; meshes without weights have none to keep.\n"
      "Vertices at one place get the same weights, and none is left without.\n\n"
      "JSON: {file, output, bytes, method, leftAlone, groups:[{skin, made, joints, bones,\n"
      "pointBones, vertices, places, islands, flatTriangles, mostInfluences, unweighted,\n"
      "largestJump, limited, largestDropped, idleJoints, notes:[{reason, vertices, first, where,\n"
      "joint}]}]}; with --from also largestDistance, farthest and moved (joints whose weights\n"
      "one above them took). A vertex is {mesh, primitive, vertex}.\n\n"
      "Examples:\n"
      "  sinew weights statue.glb -o character.glb\n"
      "  sinew weights fox.glb -o soft.glb --smooth 3 --lock b_Head_05,b_Neck_04\n"
      "  sinew weights robot.glb -o robot2.glb --method segment --radius 0.3 --max-influences 8\n"
      "  sinew weights jacket.glb -o dressed.glb --from body.glb");
  command.Runs([arguments, method] {
    arguments->method_given = method.given();
    return RunWeights(*arguments);
  });
}

}  // namespace sinew::cli
