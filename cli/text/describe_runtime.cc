// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "text/describe_runtime.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "sinew/model.h"
#include "sinew/vertex_format.h"
#include "text/describe_clip.h"
#include "text/describe_material.h"
#include "text/pick_clip.h"
#include "text/printable.h"
#include "text/text_table.h"

namespace sinew::cli {
namespace {

constexpr std::size_t kShownRows = 12;
constexpr std::size_t kNameColumns = 28;
constexpr const char* kIndent = "    ";

std::string NameCell(std::string_view name, bool all) {
  if (name.empty()) return "-";
  return all ? Printable(name) : Shortened(name, kNameColumns);
}

std::int64_t Number(std::uint64_t count) { return static_cast<std::int64_t>(count); }

// A section with at most kShownRows rows; `row(i)` makes the cells.
template <typename Row>
void PrintSection(std::string_view title, std::uint32_t count, bool all,
                  std::vector<std::string> heads, Row row) {
  if (count == 0) return;
  fmt::print("\n  {}\n", title);
  TextTable table(std::move(heads));
  const std::uint32_t shown =
      all ? count : static_cast<std::uint32_t>(std::min<std::size_t>(count, kShownRows));
  for (std::uint32_t i = 0; i < shown; ++i) table.Add(row(i));
  fmt::print("{}", table.Text(kIndent));
  if (shown < count) {
    fmt::print("{}... and {} more (--all)\n", kIndent, Thousands(count - shown));
  }
}

struct MeshCounts {
  std::uint64_t vertices = 0, indices = 0, bytes = 0;
};

MeshCounts CountsOf(const RuntimeFile& file, const RuntimeMesh& mesh) {
  MeshCounts counts;
  for (std::uint32_t i = 0; i < mesh.primitive_count; ++i) {
    const std::uint32_t primitive = mesh.first_primitive + i;
    const SkinnedMeshView view = file.primitive(primitive).value().mesh;
    counts.vertices += view.vertex_count();
    counts.indices += view.indices().size();
    counts.bytes += file.primitive_bytes(primitive);
  }
  return counts;
}

// A model of the materials alone, with their textures and the images' names.
Model LooksOf(const RuntimeFile& file) {
  Model::Parts parts;
  for (std::uint32_t i = 0; i < file.material_count(); ++i) {
    const RuntimeMaterial from = file.material(i);
    parts.materials.push_back(from.properties);
    parts.materials.back().name = from.name;
  }
  for (std::uint32_t i = 0; i < file.texture_count(); ++i) {
    const RuntimeTexture from = file.texture(i);
    parts.textures.push_back(from.properties);
    parts.textures.back().name = from.name;
    parts.textures.back().sampler.name = from.sampler_name;
  }
  for (std::uint32_t i = 0; i < file.image_count(); ++i) {
    const ImageView from = file.image(i).value();
    parts.images.push_back({.name = std::string(from.name),
                            .mime_type = std::string(from.mime_type),
                            .uri = std::string(from.uri)});
  }
  return Model::Create(std::move(parts)).value();
}

void PrintMaterials(const RuntimeFile& file, bool all) {
  const Model looks = LooksOf(file);
  PrintSection("materials", file.material_count(), all,
               {">#", "name", "base color", ">metal", ">rough", "textures", "traits"},
               [&](std::uint32_t i) {
                 const Material& material = looks.materials()[i];
                 return std::vector<std::string>{std::to_string(i),
                                                 NameCell(material.name, all),
                                                 BaseColorText(material),
                                                 fmt::format("{:.3g}", material.metallic),
                                                 fmt::format("{:.3g}", material.roughness),
                                                 TexturesText(looks, material),
                                                 MaterialTraits(material)};
               });
  PrintSection("images", file.image_count(), all, {">#", "name", "type", "URI", ">bytes"},
               [&](std::uint32_t i) {
                 const Image& image = looks.images()[i];
                 return std::vector<std::string>{
                     std::to_string(i), NameCell(image.name, all), NameCell(image.mime_type, all),
                     NameCell(image.uri, all), Thousands(file.image_bytes(i))};
               });
}

void WriteMaterials(const RuntimeFile& file, JsonWriter& json) {
  const Model looks = LooksOf(file);
  json.Key("materials").BeginArray();
  for (const Material& material : looks.materials()) WriteMaterial(looks, material, json);
  json.EndArray().Key("images").BeginArray();
  for (std::uint32_t i = 0; i < file.image_count(); ++i) {
    const Image& image = looks.images()[i];
    json.BeginObject().Key("name").String(image.name).Key("mimeType").String(image.mime_type);
    json.Key("uri").String(image.uri);
    json.Key("bytes").Integer(Number(file.image_bytes(i))).EndObject();
  }
  json.EndArray();
}

std::uint64_t SourceClipBytes(const RuntimeFile& file) {
  std::uint64_t bytes = 0;
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) bytes += file.clip_info(i).source_bytes;
  return bytes;
}

// "0.0123", or that nothing is off.
std::string ErrorCell(const RuntimeClip& clip) {
  return clip.form == ClipForm::kExact ? "exact" : fmt::format("{:.3g}", clip.worst_error);
}

void PrintParts(const RuntimeFile& file) {
  const RuntimeBytes bytes = BytesOf(file);
  fmt::print("\n  parts\n");
  TextTable table({"part", ">count", ">bytes"});
  table.Add(
      {"joints, names, tables", Thousands(file.skeleton().joint_count()), Thousands(bytes.rest)});
  table.Add({"skins", Thousands(file.skin_count()), Thousands(bytes.skins)});
  table.Add({"clips", Thousands(file.clip_count()), Thousands(bytes.clips)});
  table.Add({"primitives", Thousands(file.primitive_count()), Thousands(bytes.primitives)});
  table.Add({"images", Thousands(file.image_count()), Thousands(bytes.images)});
  fmt::print("{}", table.Text(kIndent));
}

void WriteSkins(const RuntimeFile& file, JsonWriter& json) {
  json.Key("skins").BeginArray();
  for (std::uint32_t i = 0; i < file.skin_count(); ++i) {
    json.BeginObject().Key("name").String(file.skin_name(i));
    json.Key("joints").Integer(file.skin(i).value().size()).EndObject();
  }
  json.EndArray();
}

void WriteClips(const RuntimeFile& file, JsonWriter& json) {
  json.Key("clips").BeginArray();
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
    const RuntimeClip clip = file.clip_info(i);
    json.BeginObject().Key("name").String(clip.name).Key("duration").Number(clip.duration_s);
    json.Key("form").String(clip.form == ClipForm::kExact ? "exact" : "packed");
    json.Key("bytes").Integer(Number(clip.size_bytes));
    json.Key("sourceBytes").Integer(Number(clip.source_bytes));
    json.Key("errorBound").Number(clip.error_bound).Key("worstError").Number(clip.worst_error);
    json.Key("worstMorphError").Number(clip.worst_morph_error);
    WriteEventsAndRootMotion(clip.events, file.skeleton(), clip.root_motion_joint, json);
    json.EndObject();
  }
  json.EndArray();
}

void WriteMeshes(const RuntimeFile& file, JsonWriter& json) {
  json.Key("meshes").BeginArray();
  for (std::uint32_t i = 0; i < file.mesh_count(); ++i) {
    const RuntimeMesh mesh = file.mesh(i);
    json.BeginObject().Key("name").String(mesh.name);
    json.Key("morphTargets").Integer(Number(mesh.morph_weights.size()));
    json.Key("primitives").BeginArray();
    for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
      const RuntimePrimitive primitive = *file.primitive(mesh.first_primitive + p);
      json.BeginObject().Key("vertices").Integer(primitive.mesh.vertex_count());
      json.Key("indices").Integer(Number(primitive.mesh.indices().size()));
      json.Key("normals").Bool(primitive.mesh.has_normals());
      json.Key("tangents").Bool(primitive.mesh.has_tangents());
      json.Key("texcoordSets").Integer(primitive.texcoord_set_count());
      json.Key("colorSets").Integer(primitive.color_set_count());
      json.Key("material")
          .String(primitive.material ? file.material(*primitive.material).name : "");
      json.Key("bytes").Integer(Number(file.primitive_bytes(mesh.first_primitive + p)));
      json.EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray();
}

void WriteInstances(const RuntimeFile& file, JsonWriter& json) {
  json.Key("instances").BeginArray();
  for (std::uint32_t i = 0; i < file.instance_count(); ++i) {
    const MeshInstance instance = file.instance(i);
    json.BeginObject().Key("node").Integer(file.skeleton().file_node(instance.joint));
    json.Key("mesh").Integer(instance.mesh).Key("skin");
    if (instance.skin) {
      json.Integer(*instance.skin);
    } else {
      json.Null();
    }
    json.EndObject();
  }
  json.EndArray();
}

}  // namespace

RuntimeBytes BytesOf(const RuntimeFile& file) {
  RuntimeBytes bytes;
  for (std::uint32_t i = 0; i < file.skin_count(); ++i) {
    const std::uint64_t joints = file.skin(i).value().size();
    bytes.skins += joints * (sizeof(std::int32_t) + sizeof(Affine));
  }
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) bytes.clips += file.clip_info(i).size_bytes;
  for (std::uint32_t i = 0; i < file.primitive_count(); ++i) {
    bytes.primitives += file.primitive_bytes(i);
  }
  for (std::uint32_t i = 0; i < file.image_count(); ++i) bytes.images += file.image_bytes(i);
  bytes.rest = file.info().size_bytes - bytes.skins - bytes.clips - bytes.primitives - bytes.images;
  return bytes;
}

GpuVertices GpuVerticesOf(const RuntimeFile& file) {
  GpuVertices all;
  for (std::uint32_t p = 0; p < file.primitive_count(); ++p) {
    const RuntimePrimitive primitive = *file.primitive(p);
    if (primitive.gpu_vertices.empty()) continue;
    all.bytes += primitive.gpu_vertices.size();
    std::vector<Vec3> positions(primitive.mesh.vertex_count());
    Require(DecodeVerticesJob{.bytes = primitive.gpu_vertices,
                              .format = primitive.gpu_format,
                              .vertex_count = primitive.mesh.vertex_count(),
                              .positions = positions}
                .Run());
    for (std::uint32_t v = 0; v < positions.size(); ++v) {
      const Vec3 exact = primitive.mesh.position(v);
      const double x = static_cast<double>(positions[v].x) - static_cast<double>(exact.x);
      const double y = static_cast<double>(positions[v].y) - static_cast<double>(exact.y);
      const double z = static_cast<double>(positions[v].z) - static_cast<double>(exact.z);
      all.position_error = std::max(all.position_error, std::sqrt(x * x + y * y + z * z));
    }
  }
  return all;
}

void PrintRuntime(const RuntimeFile& file, bool all) {
  const RuntimeInfo& info = file.info();
  fmt::print("  runtime file, format {}, arithmetic {}, {}, checksum {:016x}\n",
             info.format_version, info.arithmetic_version, ByteSize(info.size_bytes),
             info.checksum);
  if (file.clip_count() > 0) {
    fmt::print("  clips within {:.4g} units for points up to {:.4g} from any joint\n",
               info.error_bound, info.point_distance);
    fmt::print("  clips take {} bytes, {} in the source\n", Thousands(BytesOf(file).clips),
               Thousands(SourceClipBytes(file)));
  }
  PrintParts(file);
  PrintSection("skins", file.skin_count(), all, {"name", ">joints"}, [&](std::uint32_t i) {
    return std::vector<std::string>{NameCell(file.skin_name(i), all),
                                    Thousands(file.skin(i).value().size())};
  });
  PrintSection(
      "clips", file.clip_count(), all,
      {">#", "name", ">seconds", ">source", ">bytes", ">worst error", ">events", "root motion"},
      [&](std::uint32_t i) {
        const RuntimeClip clip = file.clip_info(i);
        return std::vector<std::string>{
            std::to_string(i),
            NameCell(ClipLabel(clip.name, i), all),
            fmt::format("{:.3f}", clip.duration_s),
            Thousands(clip.source_bytes),
            Thousands(clip.size_bytes),
            ErrorCell(clip),
            Thousands(clip.events.size()),
            NameCell(RootMotionText(file.skeleton(), clip.root_motion_joint), all)};
      });
  PrintSection("meshes", file.mesh_count(), all,
               {"name", ">primitives", ">vertices", ">indices", ">morphs", ">bytes"},
               [&](std::uint32_t i) {
                 const RuntimeMesh mesh = file.mesh(i);
                 const MeshCounts counts = CountsOf(file, mesh);
                 return std::vector<std::string>{NameCell(mesh.name, all),
                                                 Thousands(mesh.primitive_count),
                                                 Thousands(counts.vertices),
                                                 Thousands(counts.indices),
                                                 Thousands(mesh.morph_weights.size()),
                                                 Thousands(counts.bytes)};
               });
  if (const GpuVertices gpu = GpuVerticesOf(file); gpu.bytes > 0) {
    fmt::print(
        "\n  {} bytes of vertices for a GPU; float16 positions are off by up to {:.3g} units\n",
        Thousands(gpu.bytes), gpu.position_error);
  }
  PrintMaterials(file, all);
}

void WriteRuntime(const RuntimeFile& file, JsonWriter& json) {
  const RuntimeInfo& info = file.info();
  const RuntimeBytes bytes = BytesOf(file);
  json.Key("formatVersion").Integer(info.format_version);
  json.Key("arithmetic").Integer(info.arithmetic_version);
  json.Key("checksum").String(fmt::format("{:016x}", info.checksum));
  json.Key("errorBound").Number(info.error_bound);
  json.Key("pointDistance").Number(info.point_distance);
  json.Key("morphError").Number(info.morph_error);
  json.Key("parts").BeginObject().Key("rest").Integer(Number(bytes.rest));
  json.Key("skins").Integer(Number(bytes.skins)).Key("clips").Integer(Number(bytes.clips));
  json.Key("primitives").Integer(Number(bytes.primitives));
  json.Key("images").Integer(Number(bytes.images)).EndObject();
  json.Key("sourceClipBytes").Integer(Number(SourceClipBytes(file)));
  json.Key("nodes").Integer(file.skeleton().joint_count());
  WriteSkins(file, json);
  WriteClips(file, json);
  WriteMeshes(file, json);
  WriteInstances(file, json);
  const GpuVertices gpu = GpuVerticesOf(file);
  json.Key("gpuVertices").BeginObject().Key("bytes").Integer(Number(gpu.bytes));
  json.Key("positionError").Number(gpu.position_error).EndObject();
  WriteMaterials(file, json);
}

}  // namespace sinew::cli
