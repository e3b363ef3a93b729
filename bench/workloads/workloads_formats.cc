// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/vertex_format.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

// The smooth mesh with texture coordinates and colours on top.
Primitive FullPrimitive(std::uint32_t count) {
  Primitive primitive = bench::MakeSmoothMesh(count, 4, true).parts().primitives[0];
  primitive.texcoords.resize(1);
  primitive.colors.resize(1);
  bench::Rng rng(11);
  for (std::uint32_t v = 0; v < count; ++v) {
    const float u = rng.Unit(), w = rng.Unit();
    primitive.texcoords[0].push_back({u, w});
    primitive.colors[0].push_back({w, u, 0.25f, 1.0f});
  }
  return primitive;
}

struct Kind {
  const char* tail;
  VertexFormat format;
  std::string Encode() const { return std::string("vertex_encode") + tail; }
  std::string Decode() const { return std::string("vertex_decode") + tail; }
};

}  // namespace

void BenchVertexFormats(const Stopwatch& watch) {
  const Kind kinds[] = {
      {".100000.format_5", {.flags = 5}},
      {".100000.format_13", {.flags = 13}},
      {".100000.format_31", {.flags = 31}},
      {".100000.format_31.3_bytes", {.flags = 31, .weights = WeightForm::kUnorm8x3}}};
  // The mesh is made only where a row is wanted.
  if (std::none_of(std::begin(kinds), std::end(kinds), [&](const Kind& kind) {
        return watch.Wants(kind.Encode()) || watch.Wants(kind.Decode());
      })) {
    return;
  }
  constexpr std::uint32_t kCount = 100'000;
  const Primitive primitive = FullPrimitive(kCount);
  std::vector<Vec3> positions(kCount), normals(kCount);
  std::vector<Vec2> texcoords(kCount);
  std::vector<Vec4> colors(kCount), tangents(kCount);
  std::vector<VertexInfluences> influences(kCount);
  for (const Kind& kind : kinds) {
    std::vector<std::byte> bytes(std::size_t{kCount} * VertexStride(kind.format));
    const EncodeVerticesJob encode{.primitive = primitive, .format = kind.format, .bytes = bytes};
    Require(encode.Run());
    watch.Measure(kind.Encode(), {.unit = "ns/vertex", .isa = "-"}, kCount,
                  [&] { Require(encode.Run()); });
    DecodeVerticesJob decode{
        .bytes = bytes, .format = kind.format, .vertex_count = kCount, .positions = positions};
    const auto has = [&](std::uint32_t flag) { return (kind.format.flags & flag) != 0; };
    if (has(kVertexUv)) decode.texcoords = texcoords;
    if (has(kVertexColor)) decode.colors = colors;
    if (has(kVertexNormal)) decode.normals = normals;
    if (has(kVertexTangent)) decode.tangents = tangents;
    if (has(kVertexSkinned)) decode.influences = influences;
    watch.Measure(kind.Decode(), {.unit = "ns/vertex", .isa = "-"}, kCount,
                  [&] { Require(decode.Run()); });
  }
}

}  // namespace sinew::bench
