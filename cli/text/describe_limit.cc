// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/describe_limit.h"

#include <fmt/format.h>

#include <string>

#include "text/describe.h"
#include "text/pick_clip.h"
#include "text/printable.h"

namespace sinew::cli {
namespace {

// The joint's name where one instance's skin tells it, or its number in the skin.
std::string JointLabel(const Model& model, std::uint32_t mesh, std::uint32_t entry) {
  for (const MeshInstance& instance : model.instances()) {
    if (instance.mesh != mesh || !instance.skin) continue;
    const std::int32_t joint = model.skins()[*instance.skin].joints()[entry];
    if (joint < 0) break;
    const std::string& name = model.skeleton().name(static_cast<std::uint32_t>(joint));
    if (!name.empty()) return Shortened(name, 40);
    break;
  }
  return fmt::format("joint {} of its skin", entry);
}

void WriteDisplacement(const Model& model, const LimitDisplacement& one, JsonWriter& json) {
  json.BeginObject().Key("distance").Number(one.distance).Key("clip");
  if (one.clip) {
    json.Integer(*one.clip);
  } else {
    json.Null();
  }
  if (one.distance == 0.0f) {
    json.EndObject();
    return;
  }
  const MeshInstance& instance = model.instances()[one.instance];
  json.Key("time").Number(one.time_s);
  json.Key("node").Integer(model.skeleton().file_node(instance.joint));
  json.Key("mesh").Integer(instance.mesh).Key("primitive").Integer(one.primitive);
  json.Key("vertex").Integer(one.vertex).EndObject();
}

}  // namespace

void PrintLimit(const LimitAndCost& made) {
  const Model& model = made.limited.model;
  const LimitLoss& loss = made.limited.loss;
  if (loss.limited_count == 0) {
    fmt::print("  up to {} per vertex: the limit took none\n",
               Counted(loss.most_influences, "influence"));
    return;
  }
  fmt::print("  up to {} per vertex instead of {}\n", Counted(loss.most_influences, "influence"),
             made.most_before);
  fmt::print(
      "  the limit took influences from {}, the largest {:.3f} (mesh {}, primitive {}, "
      "vertex {}, {})\n",
      Counted(loss.limited_count, "vertex", "vertices"), loss.largest_dropped,
      made.limited.dropped_mesh, made.limited.dropped_primitive, loss.dropped_vertex,
      JointLabel(model, made.limited.dropped_mesh, loss.dropped_joint));
  const LimitDisplacement& worst = made.report.worst;
  if (worst.distance == 0.0f) {
    fmt::print("  no vertex moves by it in any clip\n");
    return;
  }
  const std::string when =
      worst.clip ? fmt::format("in clip {} at {} s", Shortened(ClipLabel(model, *worst.clip), 40),
                               NumberText(static_cast<float>(worst.time_s)))
                 : "at rest";
  fmt::print("  worst displacement {} {} (mesh {}, primitive {}, vertex {}), of {}\n",
             NumberText(worst.distance), when, model.instances()[worst.instance].mesh,
             worst.primitive, worst.vertex, Counted(made.report.moment_count, "pose"));
  if (model.clips().empty()) {
    fmt::print("  no clips: what that costs in motion was not seen\n");
  }
}

void WriteLimit(const LimitAndCost& made, JsonWriter& json) {
  const Model& model = made.limited.model;
  const LimitLoss& loss = made.limited.loss;
  json.BeginObject().Key("mostInfluencesBefore").Integer(made.most_before);
  json.Key("mostInfluences").Integer(loss.most_influences);
  json.Key("limited").Integer(loss.limited_count);
  json.Key("largestDropped").Number(loss.largest_dropped).Key("dropped");
  if (loss.limited_count == 0) {
    json.Null();
  } else {
    json.BeginObject().Key("mesh").Integer(made.limited.dropped_mesh);
    json.Key("primitive").Integer(made.limited.dropped_primitive);
    json.Key("vertex").Integer(loss.dropped_vertex);
    json.Key("joint").Integer(loss.dropped_joint).EndObject();
  }
  json.Key("poses").Integer(static_cast<std::int64_t>(made.report.moment_count));
  json.Key("worst");
  WriteDisplacement(model, made.report.worst, json);
  json.Key("rest");
  WriteDisplacement(model, made.report.rest, json);
  json.Key("clips").BeginArray();
  for (const LimitDisplacement& one : made.report.clips) WriteDisplacement(model, one, json);
  json.EndArray().EndObject();
}

}  // namespace sinew::cli
