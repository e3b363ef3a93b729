// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <optional>
#include <vector>

#include "rig100/rig100.h"
#include "sinew/bounds.h"
#include "sinew/clip_bounds.h"
#include "sinew/hierarchy.h"
#include "sinew/picking.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "workloads/bench_play.h"
#include "workloads/workloads.h"

namespace sinew::bench {
namespace {

constexpr std::uint32_t kVertices = 10'000;

// The smooth mesh bound to the rig at rest, moved by its clip.
struct BoundRig {
  Skeleton skeleton = bench::MakeRig100();
  Clip clip = bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull);
  Mesh mesh = bench::MakeSmoothMesh(kVertices, 4, false);
  SkinBounds bounds = SkinBounds::Create(mesh);
  std::vector<std::int32_t> joints;
  std::vector<Affine> inverse_bind;
  std::vector<Affine> palette;

  BoundRig() {
    std::vector<Affine> at_rest(100), moved(100);
    Pose pose(skeleton.rest());
    Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = at_rest}.Run());
    SampleInto(skeleton, clip, 1.25, pose);
    Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = moved}.Run());
    for (const std::uint32_t joint : bench::Rig100Chains(skeleton)) {
      joints.push_back(static_cast<std::int32_t>(joint));
      inverse_bind.push_back(Inverse(at_rest[joint]).value_or(Affine{}));
      palette.push_back(Multiply(moved[joint], inverse_bind.back()));
    }
  }
};

void BenchPoseBoxes(const Stopwatch& watch, const BoundRig& rig) {
  Box box;
  watch.Measure("bounds_pose.100", PerBySpec("pose"), kBenchFrames, [&] {
    for (int i = 0; i < kBenchFrames; ++i) {
      Require(BoundsJob{.bounds = rig.bounds, .palette = rig.palette, .box = box}.Run());
    }
  });
  BoundsScratch scratch(rig.bounds);
  watch.Measure("bounds_pose.100.dual_quaternions", PerBySpec("pose"), kBenchFrames / 10, [&] {
    for (int i = 0; i < kBenchFrames / 10; ++i) {
      Require(DualQuaternionBoundsJob{
          .bounds = rig.bounds, .scratch = scratch, .palette = rig.palette, .box = box}
                  .Run());
    }
  });
}

void BenchClipBox(const Stopwatch& watch, const BoundRig& rig) {
  const Result<SkinView> skin = SkinView::Create(
      {.joints = rig.joints, .inverse_bind = rig.inverse_bind}, rig.skeleton.joint_count());
  if (!skin.ok()) Fail(Describe(skin.failure()));
  std::vector<CarriedBox> boxes(rig.bounds.joint_count() + 2);
  Require(CarryBoxesJob{.bounds = rig.bounds, .skin = *skin, .boxes = boxes}.Run());
  watch.Measure("bounds_clip.10s", PerBySpec("clip"), 1.0, [&] {
    const Result<ClipSweep> sweep = SweepClip(rig.skeleton, rig.clip, boxes);
    if (!sweep.ok()) Fail(Describe(sweep.failure()));
  });
}

// Rays from all around the mesh at places on it.
void BenchPicking(const Stopwatch& watch, const BoundRig& rig) {
  const PickMesh pick_mesh = PickMesh::Create(rig.mesh, 0);
  const Primitive& primitive = rig.mesh.primitives()[0];
  std::vector<Vec3> vertices(primitive.vertex_count());
  Require(spec::Skin{.primitive = primitive, .palette = rig.palette, .positions = vertices}.Run());
  constexpr std::uint32_t kRays = 100;
  std::vector<Ray> rays;
  bench::Rng rng(5);
  for (std::uint32_t i = 0; i < kRays; ++i) {
    const Vec3 at = vertices[rng.Next() % vertices.size()];
    Ray ray;
    ray.origin = {20.0f * rng.Unit() - 10.0f, 20.0f * rng.Unit() - 10.0f, 10.0f};
    ray.direction = {at.x - ray.origin.x, at.y - ray.origin.y, at.z - ray.origin.z};
    rays.push_back(ray);
  }
  std::vector<Box> scratch(pick_mesh.scratch_size());
  std::optional<RayHit> hit;
  watch.Measure("pick.10000", PerBySpec("ray"), kRays, [&] {
    for (const Ray& ray : rays) {
      Require(PickJob{.mesh = pick_mesh,
                      .primitive = primitive,
                      .palette = rig.palette,
                      .ray = ray,
                      .scratch = scratch,
                      .hit = hit}
                  .Run());
    }
  });
}

}  // namespace

void BenchBounds(const Stopwatch& watch) {
  const BoundRig rig;
  BenchPoseBoxes(watch, rig);
  BenchClipBox(watch, rig);
  BenchPicking(watch, rig);
}

}  // namespace sinew::bench
