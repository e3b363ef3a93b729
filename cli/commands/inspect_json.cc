// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Nodes in here are file nodes: the numbers that the file itself uses.
#include <span>

#include "commands/inspect.h"
#include "text/describe.h"
#include "text/describe_clip.h"
#include "text/describe_material.h"
#include "text/json_out.h"

namespace sinew::cli {
namespace {

void WriteBounds(const std::optional<Box>& bounds, JsonWriter& json) {
  if (!bounds) {
    json.Null();
    return;
  }
  json.BeginObject().Key("min").Vector(bounds->min).Key("max").Vector(bounds->max).EndObject();
}

void WriteFileNodes(const Skeleton& skeleton, std::span<const std::uint32_t> joints,
                    JsonWriter& json) {
  json.BeginArray();
  for (const std::uint32_t joint : joints) json.Integer(skeleton.file_node(joint));
  json.EndArray();
}

void WriteNodes(const Skeleton& skeleton, JsonWriter& json) {
  json.BeginArray();
  for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
    const std::int32_t parent = skeleton.parent(joint);
    json.BeginObject().Key("i").Integer(skeleton.file_node(joint));
    json.Key("name").String(skeleton.name(joint)).Key("parent");
    if (parent == kNoParent) {
      json.Null();
    } else {
      json.Integer(skeleton.file_node(static_cast<std::uint32_t>(parent)));
    }
    json.EndObject();
  }
  json.EndArray();
}

void WriteSkin(const Model& model, const Skin& skin, const SkinFacts& facts, JsonWriter& json) {
  const Skeleton& skeleton = model.skeleton();
  json.BeginObject().Key("name").String(skin.name()).Key("joints").Integer(skin.size());
  json.Key("instances").Integer(facts.instance_count);
  json.Key("roots");
  WriteFileNodes(skeleton, facts.roots, json);
  json.Key("unusedJoints");
  WriteFileNodes(skeleton, facts.unused, json);
  json.Key("bindDiffersFromRest").BeginObject().Key("joints");
  WriteFileNodes(skeleton, facts.moved, json);
  json.Key("largest").Number(facts.largest_move);
  json.Key("alike").Bool(facts.moved_alike).EndObject();
  json.EndObject();
}

void WriteMesh(const Mesh& mesh, const MeshFacts& facts, std::uint64_t repaired_weights,
               JsonWriter& json) {
  json.BeginObject().Key("name").String(mesh.name());
  json.Key("primitives").Integer(static_cast<std::int64_t>(mesh.primitives().size()));
  json.Key("vertices").Integer(static_cast<std::int64_t>(facts.vertex_count));
  json.Key("triangles").Integer(static_cast<std::int64_t>(facts.triangle_count));
  json.Key("maxInfluences").Integer(facts.max_influences);
  json.Key("unweightedVertices").Integer(static_cast<std::int64_t>(facts.unweighted_vertices));
  json.Key("mendedWeights").Integer(static_cast<std::int64_t>(repaired_weights));
  json.Key("morphTargets").Integer(mesh.morph_count());
  json.Key("instances").Integer(facts.instance_count).EndObject();
}

void WriteClip(const Skeleton& skeleton, const Clip& clip, const ClipFacts& facts,
               JsonWriter& json) {
  json.BeginObject().Key("name").String(clip.name()).Key("duration").Number(clip.duration_s());
  json.Key("channels").Integer(clip.track_count());
  json.Key("keys").Integer(static_cast<std::int64_t>(facts.key_count));
  json.Key("bytes").Integer(static_cast<std::int64_t>(clip.size_bytes()));
  json.Key("interpolation").BeginObject();
  for (const Interpolation kind :
       {Interpolation::kStep, Interpolation::kLinear, Interpolation::kCubicSpline}) {
    std::int64_t count = 0;
    for (const TrackRange& track : clip.track_ranges())
      count += track.interpolation == kind ? 1 : 0;
    json.Key(InterpolationName(kind)).Integer(count);
  }
  json.EndObject();
  WriteEventsAndRootMotion(clip.events(), skeleton, clip.root_motion_joint(), json);
  json.Key("bounds");
  WriteBounds(facts.bounds, json);
  json.Key("boundsSlack");
  if (facts.bounds) {
    json.Number(facts.bounds_slack).EndObject();
  } else {
    json.Null().EndObject();
  }
}

void WriteReport(const Report& report, JsonWriter& json) {
  json.Key("issues").BeginObject();
  for (std::size_t s = 0; s < report.counts.size(); ++s) {
    json.Key(SeverityName(static_cast<Severity>(s)));
    json.Integer(static_cast<std::int64_t>(report.counts[s]));
  }
  json.EndObject().Key("mends").BeginArray();
  for (const Mend& mend : report.mends) {
    json.BeginObject().Key("rule").String(mend.rule);
    json.Key("count").Integer(static_cast<std::int64_t>(mend.count));
    json.Key("first").String(mend.first).EndObject();
  }
  json.EndArray().Key("verdict").String(VerdictText(report));
}

}  // namespace

void WriteInspection(const InspectedFile& file, JsonWriter& json) {
  const Model& model = file.model;
  const Model::Parts& parts = model.parts();
  json.BeginObject().Key("file").String(file.path).Key("loaded").Bool(true);
  json.Key("bytes").Integer(static_cast<std::int64_t>(file.file_bytes));
  json.Key("generator").String(parts.generator).Key("nodes");
  WriteNodes(model.skeleton(), json);
  json.Key("roots").Integer(file.facts.root_count).Key("levels").Integer(file.facts.level_count);
  json.Key("skins").BeginArray();
  for (std::size_t s = 0; s < model.skins().size(); ++s) {
    WriteSkin(model, model.skins()[s], file.facts.skins[s], json);
  }
  json.EndArray().Key("meshes").BeginArray();
  for (std::size_t m = 0; m < model.meshes().size(); ++m) {
    WriteMesh(model.meshes()[m], file.facts.meshes[m], file.repaired_weights[m], json);
  }
  json.EndArray().Key("clips").BeginArray();
  for (std::size_t c = 0; c < model.clips().size(); ++c) {
    WriteClip(model.skeleton(), model.clips()[c], file.facts.clips[c], json);
  }
  json.EndArray().Key("materials").BeginArray();
  for (const Material& material : model.materials()) WriteMaterial(model, material, json);
  json.EndArray().Key("images").Integer(static_cast<std::int64_t>(parts.images.size()));
  json.Key("scenes").Integer(static_cast<std::int64_t>(parts.scenes.size()));
  json.Key("restBounds");
  WriteBounds(file.facts.rest_bounds, json);
  json.Key("unmeasured");
  if (file.not_measured.empty()) {
    json.Null();
  } else {
    json.String(file.not_measured);
  }
  WriteReport(file.report, json);
  json.EndObject();
}

}  // namespace sinew::cli
