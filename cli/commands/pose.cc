// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew pose: where everything is at given times.
#include "sinew/pose.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "commands/commands.h"
#include "sinew/matrix_layouts.h"
#include "sinew/posed_scene.h"
#include "text/describe.h"
#include "text/json_out.h"
#include "text/load_file.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/terminal.h"
#include "text/text_table.h"

namespace sinew::cli {
namespace {

struct PoseArguments {
  std::string file;
  std::optional<std::string> clip;
  std::optional<std::string> times;
  bool vertices = false;
  bool json = false;
  ImportOptions import;
};

std::vector<double> DefaultTimes(float duration_s) {
  std::vector<double> times;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    times.push_back(part * static_cast<double>(duration_s));
  }
  return times;
}

void WriteNode(const PosedScene& scene, std::uint32_t joint, JsonWriter& json) {
  const Skeleton& skeleton = scene.model().skeleton();
  const Transform local = scene.pose().joint(joint);
  const Quat& r = local.rotation;
  json.BeginObject().Key("i").Integer(skeleton.file_node(joint));
  json.Key("name").String(skeleton.name(joint));
  json.Key("T").Vector(local.translation);
  json.Key("R").BeginArray().Number(r.x).Number(r.y).Number(r.z).Number(r.w).EndArray();
  json.Key("S").Vector(local.scale);
  json.Key("world").Floats(ToColumnMajor4x4(scene.model_from_joint()[joint])).EndObject();
}

void WriteSkin(const PosedScene& scene, const PosedInstance& posed, JsonWriter& json) {
  const Model& model = scene.model();
  const Skin& skin = model.skins()[*posed.instance.skin];
  json.BeginObject().Key("skin").Integer(*posed.instance.skin);
  json.Key("node").Integer(posed.file_node).Key("joints").BeginArray();
  for (const std::int32_t joint : skin.joints()) {
    json.Integer(joint == kIdentityJoint
                     ? -1
                     : std::int64_t{model.skeleton().file_node(static_cast<std::uint32_t>(joint))});
  }
  json.EndArray().Key("jointMatrices").BeginArray();
  for (const Affine& matrix : posed.palette) json.Floats(ToColumnMajor4x4(matrix));
  json.EndArray().EndObject();
}

// `vertices`: null where they are not wanted.
void WritePrimitive(const PosedScene& scene, const PosedInstance& posed, std::size_t index,
                    PosedPrimitive* vertices, JsonWriter& json) {
  json.BeginObject().Key("node").Integer(posed.file_node);
  json.Key("mesh").Integer(posed.instance.mesh);
  json.Key("prim").Integer(static_cast<std::int64_t>(index)).Key("skin");
  if (posed.instance.skin) {
    json.Integer(*posed.instance.skin);
  } else {
    json.Null();
  }
  json.Key("count").Integer(static_cast<std::int64_t>(posed.primitives[index].vertex_count()));
  if (vertices != nullptr) {
    Require(scene.SkinPrimitive(posed, index, *vertices));
    json.Key("positions").Vectors(vertices->positions).Key("normals");
    if (vertices->normals.empty()) {
      json.Null();
    } else {
      json.Vectors(vertices->normals);
    }
  }
  json.EndObject();
}

void WriteFrame(const PosedScene& scene, double time_s, PosedPrimitive* vertices,
                JsonWriter& json) {
  json.BeginObject().Key("t").Number(time_s).Key("nodes").BeginArray();
  for (const std::uint32_t joint : scene.joints_in_file_order()) WriteNode(scene, joint, json);
  json.EndArray().Key("skins").BeginArray();
  for (const PosedInstance& posed : scene.instances()) {
    if (posed.instance.skin) WriteSkin(scene, posed, json);
  }
  json.EndArray().Key("prims").BeginArray();
  for (const PosedInstance& posed : scene.instances()) {
    for (std::size_t p = 0; p < posed.primitives.size(); ++p) {
      WritePrimitive(scene, posed, p, vertices, json);
    }
  }
  json.EndArray().Key("morph").BeginArray();
  for (const PosedInstance& posed : scene.instances()) {
    if (posed.morph_weights.empty()) continue;
    json.BeginObject().Key("node").Integer(posed.file_node);
    json.Key("mesh").Integer(posed.instance.mesh);
    json.Key("weights").Floats(posed.morph_weights).EndObject();
  }
  json.EndArray().EndObject();
}

void PrintFrame(const PosedScene& scene, double time_s, PosedPrimitive* vertices) {
  const Skeleton& skeleton = scene.model().skeleton();
  fmt::print("\nt = {} s\n", time_s);
  TextTable table(
      {">node", "name", "=translation", "=rotation x y z w", "=scale", "=in the model"});
  const auto triple = [](const Vec3& v) {
    return fmt::format("{} {} {}", NumberText(v.x), NumberText(v.y), NumberText(v.z));
  };
  for (const std::uint32_t joint : scene.joints_in_file_order()) {
    const Transform local = scene.pose().joint(joint);
    const Quat& r = local.rotation;
    const Affine& world = scene.model_from_joint()[joint];
    table.Add({std::to_string(skeleton.file_node(joint)), Shortened(skeleton.Label(joint), 22),
               triple(local.translation),
               fmt::format("{:.3f} {:.3f} {:.3f} {:.3f}", r.x, r.y, r.z, r.w),
               local.scale == Vec3{1, 1, 1} ? "1" : triple(local.scale),
               triple({world.m[0][3], world.m[1][3], world.m[2][3]})});
  }
  fmt::print("{}", table.Text("  "));
  for (const PosedInstance& posed : scene.instances()) {
    if (posed.morph_weights.empty()) continue;
    std::string weights;
    for (const float weight : posed.morph_weights) weights += " " + NumberText(weight);
    const std::string list = fmt::format("  morph weights of node {}:{}", posed.file_node, weights);
    fmt::print("{}\n", Wrapped(list, 6, StdoutColumns()));
  }
  if (vertices == nullptr) return;
  for (const PosedInstance& posed : scene.instances()) {
    for (std::size_t p = 0; p < posed.primitives.size(); ++p) {
      fmt::print("  vertices of node {}, primitive {}\n", posed.file_node, p);
      Require(scene.SkinPrimitive(posed, p, *vertices));
      for (std::size_t v = 0; v < vertices->positions.size(); ++v) {
        fmt::print("  {:>7}  {}\n", v, triple(vertices->positions[v]));
      }
    }
  }
}

void WriteHead(const PoseArguments& arguments, std::optional<std::uint32_t> clip_index,
               const ClipView* clip, JsonWriter& json) {
  json.BeginObject().Key("file").String(arguments.file).Key("clip");
  if (clip != nullptr) {
    json.Integer(*clip_index).Key("clipName").String(clip->name());
  } else {
    json.Null().Key("clipName").Null();
  }
  json.Key("duration").Number(clip != nullptr ? clip->duration_s() : 0.0f);
  json.Key("frames").BeginArray();
}

void PrintHead(const PoseArguments& arguments, std::span<const ClipView> clips,
               std::optional<std::uint32_t> clip_index) {
  if (!clip_index) {
    fmt::print("{}, rest pose\n", Printable(arguments.file));
    return;
  }
  fmt::print("{}, clip {}, {} s\n", Printable(arguments.file),
             Printable(ClipLabel(clips, *clip_index)), NumberText(clips[*clip_index].duration_s()));
}

ExitCode RunPose(const PoseArguments& arguments) {
  std::vector<double> times{0.0};
  if (arguments.times) times = ParseTimes(*arguments.times);
  const LoadedAsset loaded = LoadAsset(arguments.file, arguments.import);
  const std::span<const ClipView> clips = loaded.asset().clips();
  std::optional<std::uint32_t> clip_index;
  if (arguments.clip) clip_index = PickClip(clips, *arguments.clip);
  const ClipView* const clip = clip_index ? &clips[*clip_index] : nullptr;
  if (clip != nullptr && !arguments.times) times = DefaultTimes(clip->duration_s());
  if (clip != nullptr) NoteClampedTimes(times, *clip);
  RequireWork(arguments.file, loaded.model(), static_cast<double>(times.size()), arguments.vertices,
              arguments.import.limits);

  PosedScene scene(loaded.asset(), loaded.model());
  PosedPrimitive scratch;
  PosedPrimitive* const vertices = arguments.vertices ? &scratch : nullptr;
  JsonStream json(stdout);
  try {
    if (arguments.json) {
      WriteHead(arguments, clip_index, clip, json);
    } else {
      PrintHead(arguments, clips, clip_index);
    }
    for (const double time_s : times) {
      Require(clip != nullptr ? scene.Pose(*clip, time_s) : scene.PoseAtRest());
      if (arguments.json) {
        WriteFrame(scene, time_s, vertices, json);
        json.RequireWritten();
      } else {
        PrintFrame(scene, time_s, vertices);
      }
    }
    if (arguments.json) {
      json.EndArray().EndObject();
      json.Finish();
    }
  } catch (CommandError& error) {
    error.output_begun = json.begun();
    throw;
  }
  return ExitCode::kFine;
}

}  // namespace

void AddPose(CommandLine& line) {
  auto arguments = std::make_shared<PoseArguments>();
  Command command = line.AddCommand("pose", "Where everything is at given times");
  command.AddOption("FILE", arguments->file, "A .glb, .gltf, .js3d or .sinew file")
      .Required()
      .TypeName("");
  command.AddOption("--clip", arguments->clip, "A clip by name or number; without it: rest pose")
      .TypeName("N|NAME");
  command
      .AddOption("--times", arguments->times, "Seconds; without it: 0, 1/4, 1/2, 3/4 and the end")
      .TypeName("A,B,...");
  command.AddFlag("--vertices", arguments->vertices, "Skinned positions and normals too");
  command.AddFlag("--json", arguments->json, "JSON instead of a table");
  AddImportOptions(command, arguments->import);
  command.Footer(
      "All nodes of the file, i = node number; T, R (x y z w), S local; matrices 16 numbers,\n"
      "column by column; vertices in the scene's space. Times outside the clip are clamped to its\n"
      "ends; without --clip every time shows the rest pose.\n"
      "Clips: an exact name first, then a number (2, or #2).\n\n"
      "JSON: {file, clip, clipName, duration, frames:[{t, nodes:[{i, name, T, R, S, world}],\n"
      "skins:[{skin, node, joints, jointMatrices}], morph:[{node, mesh, weights}],\n"
      "prims:[{node, mesh, prim, skin, count, positions, normals}]}]}\n\n"
      "Examples:\n"
      "  sinew pose fox.glb\n"
      "  sinew pose fox.glb --clip Run --times 0,0.25\n"
      "  sinew pose fox.glb --clip 2 --vertices --json > run.json");
  command.Runs([arguments] { return RunPose(*arguments); });
}

}  // namespace sinew::cli
