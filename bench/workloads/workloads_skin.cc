// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <functional>
#include <string>

#include "rig100/rig100.h"
#include "sinew/dual_quaternion.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

// A hundred turned and shifted joints; uneven: stretched along one axis.
std::vector<Affine> Palette(bool uneven) {
  std::vector<Affine> palette;
  for (int i = 0; i < 100; ++i) {
    palette.push_back(AffineOf({.translation = {0.1f * static_cast<float>(i), 0, 0},
                                .rotation = QuatOf({0, 1, 0}, 0.05f * static_cast<float>(i)),
                                .scale = {1, uneven ? 1.3f : 1.0f, 1}}));
  }
  return palette;
}

struct Buffers {
  explicit Buffers(std::uint32_t count) : positions(count), normals(count), tangents(count) {}
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;
};

struct Kind {
  const char* tail;
  VertexOrder order = VertexOrder::kPrepared;
  bool uneven = false;
  bool normals = true;
  bool dual = false;  // By dual quaternions, whose palette is made for every mesh.
};

// The mesh is made only where one of the kinds is wanted.
void BenchMesh(const Stopwatch& watch, const std::string& name, const std::function<Mesh()>& make,
               std::initializer_list<Kind> kinds) {
  if (std::none_of(kinds.begin(), kinds.end(),
                   [&](const Kind& kind) { return watch.Wants(name + kind.tail); })) {
    return;
  }
  const SkinnedMesh prepared = SkinnedMesh::Create(make(), 0);
  const std::uint32_t count = prepared.vertex_count();
  Buffers out(count);
  const int loops = count < 400'000 ? static_cast<int>(400'000 / count) : 1;
  for (const Kind& kind : kinds) {
    const std::vector<Affine> palette = Palette(kind.uneven);
    SkinJob job{
        .mesh = prepared, .palette = palette, .order = kind.order, .positions = out.positions};
    if (kind.normals) job.normals = out.normals;
    if (prepared.has_tangents()) job.tangents = out.tangents;
    std::vector<DualJoint> dual_palette(kind.dual ? palette.size() : 0);
    job.dual_palette = dual_palette;
    watch.Measure(name + kind.tail, Per("vertex"), static_cast<double>(count) * loops, [&] {
      for (int i = 0; i < loops; ++i) {
        if (kind.dual) {
          Require(DualPaletteJob{.palette = palette, .dual_palette = dual_palette}.Run());
        }
        Require(job.Run());
      }
    });
  }
}

}  // namespace

void BenchSkinning(const Stopwatch& watch) {
  for (const std::uint32_t count : {3273u, 100'000u, 1'000'000u}) {
    const std::string n = "." + std::to_string(count);
    BenchMesh(watch, "skin_smooth" + n, [=] { return bench::MakeSmoothMesh(count, 4, false); },
              {{.tail = ".pn"},
               {.tail = ".pn.file_order", .order = VertexOrder::kFile},
               {.tail = ".pn.uneven", .uneven = true},
               {.tail = ".pn.dqs", .dual = true},
               {.tail = ".pn.dqs.uneven", .uneven = true, .dual = true},
               {.tail = ".p", .normals = false}});
    BenchMesh(watch, "skin_smooth" + n, [=] { return bench::MakeSmoothMesh(count, 1, false); },
              {{.tail = ".pn.1_influence"}});
    BenchMesh(watch, "skin_smooth" + n, [=] { return bench::MakeSmoothMesh(count, 4, true); },
              {{.tail = ".pnt"}});
    BenchMesh(watch, "skin_random" + n, [=] { return bench::MakeRandomMesh(count, false); },
              {{.tail = ".pn"}, {.tail = ".pn.dqs", .dual = true}});
  }
  const Mesh mesh = bench::MakeSmoothMesh(3273, 4, false);
  const std::vector<Affine> palette = Palette(false);
  Buffers out(3273);
  std::vector<DualJoint> dual_palette(palette.size());
  watch.Measure("dual_palette.100", Per("joint"), 100.0, [&] {
    Require(DualPaletteJob{.palette = palette, .dual_palette = dual_palette}.Run());
  });
  watch.Measure("skin_smooth.3273.pn.spec", PerBySpec("vertex"), 3273.0, [&] {
    Require(spec::Skin{.primitive = mesh.primitives()[0],
                       .palette = palette,
                       .normal_rule = NormalRule::kByPalette,
                       .positions = out.positions,
                       .normals = out.normals}
                .Run());
  });
  watch.Measure("skin_smooth.3273.pn.dqs.spec", PerBySpec("vertex"), 3273.0, [&] {
    Require(spec::Skin{.primitive = mesh.primitives()[0],
                       .palette = palette,
                       .dual_palette = dual_palette,
                       .normal_rule = NormalRule::kByPalette,
                       .positions = out.positions,
                       .normals = out.normals}
                .Run());
  });
}

}  // namespace sinew::bench
