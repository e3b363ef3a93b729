// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "export/console/source_model.h"
#include "export/console/split_mesh.h"
#include "export/console/vertex_cost.h"
#include "export/message.h"
#include "sinew/console_export.h"
#include "sinew/freeze.h"
#include "sinew/primitive_triangles.h"
#include "sinew/quantize.h"

namespace sinew {
namespace {

// Where a set of constants comes from, for messages.
struct MeshOrigin {
  std::string name{};
  std::uint32_t primitive = 0;

  std::string Text() const { return Message("mesh \"", name, "\", primitive ", primitive); }
};

// What packing reads: attributes of set 0, without indices, morphs and material.
Primitive AttributesOf(const Primitive& source) {
  Primitive out;
  out.positions = source.positions;
  out.normals = source.normals;
  out.tangents = source.tangents;
  if (!source.texcoords.empty()) out.texcoords.push_back(source.texcoords[0]);
  if (!source.colors.empty()) out.colors.push_back(source.colors[0]);
  return out;
}

// At most four influences per vertex, by bone instead of skin entry.
Result<LimitedInfluences> BoneInfluences(const Influences& source, const ConsoleSkeleton& bones) {
  Result<LimitedInfluences> limited = LimitInfluences(source, 4);
  if (!limited.ok()) return limited;
  Influences by_bone;
  by_bone.begins.push_back(0);
  for (std::uint32_t v = 0; v + 1 < limited->influences.begins.size(); ++v) {
    const std::size_t begin = by_bone.list.size();
    for (const Influence& influence : limited->influences.of(v)) {
      by_bone.list.push_back({bones.bone_of_entry[influence.joint], influence.weight});
    }
    if (by_bone.list.size() == begin && bones.still_bone) {
      by_bone.list.push_back({*bones.still_bone, 1.0f});
    }
    std::sort(by_bone.list.begin() + static_cast<std::ptrdiff_t>(begin), by_bone.list.end(),
              [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
    by_bone.begins.push_back(static_cast<std::uint32_t>(by_bone.list.size()));
  }
  limited->influences = std::move(by_bone);
  return limited;
}

Failure Unpackable(const MeshOrigin& origin, const Primitive& vertices,
                   const VertexRefusal& refusal) {
  std::string why(ErrorName(refusal.error));
  if (refusal.error == Error::kBeyondFormat) {
    const Vec3 p = vertices.positions[refusal.vertex];
    const auto fits = [](float v) { return v > -kHalfEnd && v < kHalfEnd; };
    why = fits(p.x) && fits(p.y) && fits(p.z)
              ? "a texture coordinate or color lies outside 0 to 1; clamp it, or leave the "
                "attribute out of the format"
              : "a position is beyond 65,504, the largest float16; scale the model down";
  }
  return {FailureCode::kUnsupported, "",
          Message(origin.Text(), ", vertex ", refusal.vertex, ": ", why)};
}

class MeshExporter {
 public:
  MeshExporter(const ConsoleMeshOptions& options, ConsoleMeshes& out)
      : options_(options), out_(out) {}

  // `bones` is null where the primitive does not move.
  std::optional<Failure> Add(const MeshOrigin& origin, const Primitive& source,
                             const ConsoleSkeleton* bones) {
    std::vector<std::uint32_t> triangles = TriangleList(source);
    if (triangles.empty()) {
      out_.notes.push_back(Message(origin.Text(), " has no triangles and is left out"));
      return std::nullopt;
    }
    if (!source.morph_targets.empty()) {
      out_.notes.push_back(Message(origin.Text(), ": its ", source.morph_targets.size(),
                                   " morph targets are left out"));
    }
    Primitive vertices = AttributesOf(source);
    LimitLoss loss;
    if (bones != nullptr) {
      Result<LimitedInfluences> influences = BoneInfluences(source.influences, *bones);
      if (!influences.ok()) return influences.failure();
      vertices.influences = std::move(influences->influences);
      loss = influences->loss;
    }
    const std::uint32_t has = FormatOf(vertices).flags;
    std::uint32_t flags = options_.flags.value_or(kVertexFlags);
    if (flags == kVertexFlags) flags = has;
    if (const std::uint32_t missing = flags & ~has; missing != 0) {
      return Failure{FailureCode::kUnsupported, "",
                     Message(origin.Text(), " has no ", VertexFlagNames(missing),
                             ", which the format asks for")};
    }
    if ((flags & kVertexSkinned) == 0) vertices.influences = {};
    const bool skinned = (flags & kVertexSkinned) != 0;
    std::vector<console::MeshPart> parts = console::SplitMesh(
        std::move(vertices), std::move(triangles),
        {.max_vertices = options_.wide_indices ? std::numeric_limits<std::uint32_t>::max()
                                               : kConsoleMaxVertices,
         .max_bones = kConsoleMaxBones,
         .bone_count = skinned ? bones->bone_count() : 0});
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
      ConsoleMesh mesh;
      mesh.name = origin.name;
      mesh.primitive = origin.primitive;
      mesh.part = p;
      mesh.part_count = static_cast<std::uint32_t>(parts.size());
      mesh.format = {.flags = flags};
      mesh.loss = loss;
      if (std::optional<Failure> failure = Pack(origin, std::move(parts[p]), mesh)) return failure;
      out_.meshes.push_back(std::move(mesh));
    }
    return std::nullopt;
  }

 private:
  std::optional<Failure> Pack(const MeshOrigin& origin, console::MeshPart&& part,
                              ConsoleMesh& mesh) {
    const Primitive& vertices = part.vertices;
    mesh.vertex_count = vertices.vertex_count();
    const std::uint64_t bytes = std::uint64_t{mesh.vertex_count} * VertexStride(mesh.format);
    if (bytes > options_.max_output_bytes - std::min(total_bytes_, options_.max_output_bytes)) {
      return Failure{FailureCode::kLimit, "",
                     Message("the packed vertices take more than the limit max_output_bytes "
                             "allows: ",
                             options_.max_output_bytes)};
    }
    total_bytes_ += bytes;
    mesh.vertices.resize(static_cast<std::size_t>(bytes));
    const EncodeVerticesJob job{.primitive = vertices,
                                .format = mesh.format,
                                .clamp = options_.clamp,
                                .bytes = mesh.vertices};
    if (const VertexRefusal refusal = job.Check(); refusal.error != Error::kNone) {
      return Unpackable(origin, vertices, refusal);
    }
    if (const Error error = job.Run(); error != Error::kNone) {
      return Unpackable(origin, vertices, {error});
    }
    mesh.cost = console::MeasureVertices(vertices, mesh.format, mesh.vertices);
    mesh.bone_table = std::move(part.bones);
    if (options_.wide_indices) {
      mesh.wide_indices = std::move(part.indices);
      return std::nullopt;
    }
    mesh.indices.resize(part.indices.size());
    const Error error = EncodeIndicesJob{.indices = part.indices, .out = mesh.indices}.Run();
    if (error != Error::kNone) return Unpackable(origin, vertices, {error});
    return std::nullopt;
  }

  const ConsoleMeshOptions& options_;
  ConsoleMeshes& out_;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace

Result<ConsoleMeshes> MakeConsoleMeshes(const Asset& asset, std::optional<std::uint32_t> skin,
                                        const ConsoleMeshOptions& options) {
  const Result<console::SourceModel> source = console::SourceModel::Of(asset);
  if (!source.ok()) return source.failure();
  const Model& model = **source;
  if (options.mesh && *options.mesh >= model.meshes().size()) {
    return Failure{
        FailureCode::kInvalid, "",
        Message("mesh ", *options.mesh, " does not exist; the file has ", model.meshes().size())};
  }
  if (options.flags && (*options.flags & ~kVertexFlags) != 0) {
    return Failure{FailureCode::kInvalid, "",
                   Message(*options.flags, " is no vertex format: those are 0 to 31")};
  }
  std::optional<ConsoleSkeleton> bones;
  if (skin) {
    Result<ConsoleSkeleton> made = MakeConsoleSkeleton(asset, *skin);
    if (!made.ok()) return std::move(made).failure();
    bones = std::move(made).value();
  }
  ConsoleMeshes out;
  MeshExporter exporter(options, out);
  std::optional<Model> frozen;  // Where something does not move: its mesh k is the kth instance.
  std::vector<std::uint8_t> done(model.meshes().size(), 0);
  for (std::size_t k = 0; k < asset.instances_in_file_order().size(); ++k) {
    const MeshInstance& instance = asset.instances()[asset.instances_in_file_order()[k]];
    if (instance.skin != skin || (options.mesh && instance.mesh != *options.mesh)) continue;
    if (skin && std::exchange(done[instance.mesh], 1) != 0) continue;
    const Mesh& mesh = model.meshes()[instance.mesh];
    MeshOrigin origin{.name = skin && !mesh.name().empty()
                                  ? mesh.name()
                                  : model.skeleton().Label(instance.joint)};
    for (std::uint32_t p = 0; p < mesh.primitives().size(); ++p) {
      origin.primitive = p;
      const Primitive* primitive = &mesh.primitives()[p];
      const bool moves = skin && !primitive->influences.empty();
      if (!moves) {
        if (!frozen) {
          Result<Model> made = Freeze(asset, {}, {.max_output_bytes = options.max_output_bytes});
          if (!made.ok()) return std::move(made).failure();
          frozen = std::move(made).value();
        }
        primitive = &frozen->meshes()[k].primitives()[p];
      }
      if (std::optional<Failure> failure =
              exporter.Add(origin, *primitive, moves ? &*bones : nullptr)) {
        return *std::move(failure);
      }
    }
  }
  if (out.meshes.empty()) {
    return Failure{FailureCode::kInvalid, "",
                   skin ? "no mesh with triangles is moved by the skin"
                        : "the file has no mesh with triangles that no skin moves"};
  }
  return out;
}

}  // namespace sinew
