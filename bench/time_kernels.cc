// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// How long the kernels take, for comparing machines and instruction sets: like the hash scenes a
// program without dependencies, so that it runs as WebAssembly too. Natively `sinew bench` says
// more. Prints the best of some repetitions.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/blending.h"
#include "sinew/hierarchy.h"
#include "sinew/isa.h"
#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

namespace {

using namespace sinew;

void Require(Error error) {
  if (error == Error::kNone) return;
  std::fprintf(stderr, "sinew_time_kernels: a job failed: %s\n", ErrorName(error).data());
  std::exit(1);
}

// `work` does `units` units a call.
void Time(const char* name, const char* unit, double units, const std::function<void()>& work) {
  using Clock = std::chrono::steady_clock;
  constexpr int kRepetitions = 15, kCalls = 200;
  double best_ns = 1e30;
  for (int i = 0; i <= kRepetitions; ++i) {  // The first one warms up.
    const Clock::time_point begin = Clock::now();
    for (int call = 0; call < kCalls; ++call) work();
    const double ns = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    if (i > 0) best_ns = std::min(best_ns, ns / (kCalls * units));
  }
  std::printf("%-24s %8.2f ns a %s\n", name, best_ns, unit);
}

}  // namespace

int main() {
  std::printf("%s\n", IsaName(ChosenIsa()).data());
  const Skeleton skeleton = bench::MakeRig100();
  const Clip clip = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  Pose from(100), to(100), blended(100);
  double time_s = 0.0;
  for (const auto& [name, storage] :
       {std::pair{"sample float32", PackOptions::Storage::kFloat32},
        std::pair{"sample quantised", PackOptions::Storage::kSmallest}}) {
    const PackedClip packed =
        PackedClip::Create(skeleton, clip, {.error_bound = 1e-3f, .storage = storage}).value();
    Time(name, "joint", 100, [&] {
      time_s = time_s > 9.0 ? 0.0 : time_s + 1.0 / 60.0;
      Require(
          SampleJob{.skeleton = skeleton, .clip = packed, .time_s = time_s, .pose = from}.Run());
    });
  }
  Require(SampleJob{.skeleton = skeleton, .clip = clip, .time_s = 2.0, .pose = to}.Run());
  const std::array layers{BlendLayer{.pose = from, .weight = 0.5f},
                          BlendLayer{.pose = to, .weight = 0.5f}};
  Time("blend2", "joint", 100,
       [&] { Require(BlendJob{.skeleton = skeleton, .layers = layers, .pose = blended}.Run()); });
  std::vector<Affine> model(100);
  Time("local to model", "joint", 100, [&] {
    Require(
        LocalToModelJob{.skeleton = skeleton, .pose = blended, .model_from_joint = model}.Run());
  });
  const SkinnedMesh mesh = SkinnedMesh::Create(bench::MakeSmoothMesh(3273, 4, false), 0);
  std::vector<Vec3> positions(3273), normals(3273);
  Time("skin smooth", "vertex", 3273, [&] {
    Require(
        SkinJob{.mesh = mesh, .palette = model, .positions = positions, .normals = normals}.Run());
  });
  return 0;
}
