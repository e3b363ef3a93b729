// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "vertex_format_scene.h"

#include <array>
#include <bit>
#include <utility>
#include <vector>

#include "rig100/rig100.h"
#include "scene.h"
#include "sinew/influences.h"
#include "sinew/limit_report.h"
#include "sinew/quantize.h"
#include "sinew/vertex_format.h"

namespace sinew::hash_scenes {
namespace {

void HashValues() {
  Hash64 hash;
  Wild wild(21);
  for (int i = 0; i < 20'000; ++i) {
    const auto bits = static_cast<std::uint32_t>(wild.Bits());
    hash.Add(std::uint32_t{HalfOf(std::bit_cast<float>(bits))});
    hash.Add(FloatOfHalf(static_cast<std::uint16_t>(bits)));
    const float unit = wild.Between(-0.1f, 1.1f);
    hash.Add(std::uint32_t{Unorm8Of(unit)}).Add(std::uint32_t{Unorm16Of(unit)});
    hash.Add(FloatOfUnorm8(static_cast<std::uint8_t>(bits)));
    hash.Add(FloatOfUnorm16(static_cast<std::uint16_t>(bits)));
    const Vec3 direction = wild.Vector(3);
    hash.Add(OctNormalOf(direction));
    hash.Add(OctTangentOf({direction.x, direction.y, direction.z, unit - 0.5f}));
    const Vec3 normal = NormalOfOct(bits);
    const Vec4 tangent = TangentOfOct(bits);
    hash.Add(std::span(&normal, 1)).Add(std::span(&tangent, 1));
    std::array<float, 6> weights;
    for (float& weight : weights) weight = wild.Unit() * wild.Unit();
    std::array<std::uint8_t, 6> bytes;
    Unorm8WeightsOf(weights, bytes);
    hash.Add(std::as_bytes(std::span<const std::uint8_t>(bytes)));
  }
  Print("packed", "values", hash, "Vertices");
}

// With everything; `most` influences a vertex, joints up to a hundred.
Primitive FullPrimitive(std::uint32_t count, std::uint32_t most) {
  Wild wild(22);
  Primitive primitive;
  primitive.topology = Topology::kPoints;
  primitive.texcoords.resize(1);
  primitive.colors.resize(1);
  primitive.influences.begins.push_back(0);
  std::vector<Influence>& list = primitive.influences.list;
  for (std::uint32_t v = 0; v < count; ++v) {
    primitive.positions.push_back(wild.Vector(v % 2 == 0 ? 1.0f : 1000.0f));
    const float a = wild.Unit(), b = wild.Unit();
    primitive.texcoords[0].push_back({a, b});
    primitive.colors[0].push_back({b, a, 0.5f * a, 1.0f});
    primitive.normals.push_back(wild.Vector(1));
    const Vec3 tangent = wild.Vector(1);
    primitive.tangents.push_back({tangent.x, tangent.y, tangent.z, a < 0.5f ? -1.0f : 1.0f});
    const std::size_t first = list.size();
    std::uint32_t joint = 0;
    float total = 0.0f;
    for (std::uint32_t k = 0; k < 1 + v % most; ++k) {
      joint += 1 + static_cast<std::uint32_t>(wild.Bits() % 12);
      list.push_back({joint, wild.Unit() + 0.01f});
      total += list.back().weight;
    }
    for (std::size_t i = first; i < list.size(); ++i) list[i].weight /= total;
    primitive.influences.begins.push_back(static_cast<std::uint32_t>(list.size()));
  }
  return primitive;
}

void HashFormats() {
  constexpr std::uint32_t kCount = 200;
  const Primitive source = FullPrimitive(kCount, 4);
  Hash64 encoded, decoded;
  std::vector<Vec3> positions(kCount), normals(kCount);
  std::vector<Vec2> texcoords(kCount);
  std::vector<Vec4> colors(kCount), tangents(kCount);
  std::vector<VertexInfluences> influences(kCount);
  for (std::uint32_t i = 0; i < 128; ++i) {
    const VertexFormat format{.flags = i % 32,
                              .joints = i % 64 < 32 ? JointForm::kUint8x4 : JointForm::kUint16x4,
                              .weights = i < 64 ? WeightForm::kUnorm8x4 : WeightForm::kUnorm8x3};
    std::vector<std::byte> bytes(std::size_t{kCount} * VertexStride(format));
    Require(EncodeVerticesJob{.primitive = source, .format = format, .bytes = bytes}.Run());
    encoded.Add(VertexStride(format)).Add(std::span<const std::byte>(bytes));
    if (format.flags != kVertexFlags) continue;
    Require(DecodeVerticesJob{.bytes = bytes,
                              .format = format,
                              .vertex_count = kCount,
                              .positions = positions,
                              .texcoords = texcoords,
                              .colors = colors,
                              .normals = normals,
                              .tangents = tangents,
                              .influences = influences}
                .Run());
    decoded.Add(std::span<const Vec3>(positions)).Add(std::span<const Vec3>(normals));
    decoded.Add(std::span<const Vec4>(colors)).Add(std::span<const Vec4>(tangents));
    for (const Vec2& uv : texcoords) decoded.Add(uv.x).Add(uv.y);
    for (const VertexInfluences& of_vertex : influences) {
      for (const Influence& one : of_vertex.all()) decoded.Add(one.joint).Add(one.weight);
    }
  }
  Print("packed", "encode", encoded, "Vertices");
  Print("packed", "decode", decoded, "Vertices");
}

// Rig100 bound as it stands, its mesh with up to eight influences a vertex, and limits of it.
void HashLimits() {
  Model::Parts parts;
  parts.skeleton = bench::MakeRig100();
  Skin::Parts skin;
  for (std::int32_t joint = 0; joint < 100; ++joint) skin.joints.push_back(joint);
  skin.inverse_bind.resize(100);
  Result<Skin> bound = Skin::Create(std::move(skin), 100);
  Require(bound.ok(), "no skin");
  parts.skins.push_back(std::move(bound).value());
  Result<Mesh> mesh = Mesh::Create({.primitives = {FullPrimitive(200, 8)}});
  Require(mesh.ok(), "no mesh");
  parts.meshes.push_back(std::move(mesh).value());
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  parts.clips.push_back(bench::MakeRig100Clip(parts.skeleton, 5, bench::Rig100Tracks::kRotation));
  Result<Model> whole = Model::Create(std::move(parts));
  Require(whole.ok(), "no model");
  Hash64 limits, report;
  for (const std::uint32_t most : {1u, 2u, 4u}) {
    const Result<LimitedModel> limited = LimitInfluences(Model(*whole), most);
    Require(limited.ok(), "no limit");
    for (const Influence& one : limited->model.meshes()[0].primitives()[0].influences.list) {
      limits.Add(one.joint).Add(one.weight);
    }
    limits.Add(limited->loss.limited_count).Add(limited->loss.largest_dropped);
    limits.Add(limited->loss.dropped_vertex).Add(limited->loss.dropped_joint);
    const Result<LimitReport> measured = MeasureLimit(*whole, limited->model, {.rate_hz = 6.0});
    Require(measured.ok(), "no report");
    report.Add(measured->worst.distance).Add(static_cast<float>(measured->worst.time_s));
    report.Add(measured->worst.vertex).Add(measured->rest.distance);
    Add(measured->moment_count, report);
  }
  Print("packed", "limit", limits, "Vertices");
  Print("packed", "displacement", report, "Vertices");
}

}  // namespace

void PackVertices() {
  HashValues();
  HashFormats();
  HashLimits();
}

}  // namespace sinew::hash_scenes
