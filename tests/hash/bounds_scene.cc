// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "bounds_scene.h"

#include <array>
#include <optional>
#include <vector>

#include "rig100/rig100.h"
#include "scene.h"
#include "sinew/bounds.h"
#include "sinew/clip_bounds.h"
#include "sinew/hierarchy.h"
#include "sinew/picking.h"
#include "sinew/sampling.h"

namespace sinew::hash_scenes {
namespace {

void AddHit(const std::optional<RayHit>& hit, Hash64& hash) {
  hash.Add(hit.has_value() ? 1u : 0u);
  if (!hit) return;
  hash.Add(hit->triangle).Add(hit->joint).Add(hit->distance);
  hash.Add(std::span<const Vec3>(&hit->position, 1));
  for (const float share : hit->barycentric) hash.Add(share);
}

// A mesh with one morph target, moved by the rig's joints.
struct Bound {
  Mesh mesh;
  SkinBounds bounds;
  PickMesh pick;
};

Bound Morphing(const Mesh& made, std::uint64_t seed) {
  Mesh::Parts parts = made.parts();
  Wild wild(seed);
  MorphTarget target;
  for (std::uint32_t v = 0; v < parts.primitives[0].vertex_count(); ++v) {
    target.positions.push_back(wild.Vector(0.3f));
  }
  parts.primitives[0].morph_targets.push_back(std::move(target));
  parts.morph_weights = {0.0f};
  Result<Mesh> mesh = Mesh::Create(std::move(parts));
  Require(mesh.ok(), "a morph target");
  return {*mesh, SkinBounds::Create(*mesh), PickMesh::Create(*mesh, 0)};
}

void SweepClips(const Skeleton& skeleton, std::span<const std::uint32_t> chains,
                std::span<const Clip> clips, const SkinBounds& bounds) {
  const std::array low{-0.25f}, high{1.5f};
  const std::vector<std::int32_t> joints(chains.begin(), chains.end());
  const std::vector<Affine> inverse_bind(joints.size());
  const Result<SkinView> skin =
      SkinView::Create({.joints = joints, .inverse_bind = inverse_bind}, skeleton.joint_count());
  Require(skin.ok(), "a skin");
  std::vector<CarriedBox> carried(bounds.joint_count() + 2);
  Require(CarryBoxesJob{
      .bounds = bounds, .skin = *skin, .morph_low = low, .morph_high = high, .boxes = carried}
              .Run());
  Hash64 hash;
  for (const Clip& clip : clips) {
    const Result<ClipSweep> sweep = SweepClip(skeleton, clip, carried, {.most_work = 5'000'000});
    Require(sweep.ok(), "a sweep");
    Add(sweep->box, hash);
    hash.Add(sweep->slack);
    hash.Add(static_cast<std::uint32_t>(sweep->stretch_count));
  }
  Print("bounds", "clip", hash);
}

}  // namespace

void BoundScene() {
  const Skeleton skeleton = bench::MakeRig100();
  const std::vector<std::uint32_t> chains = bench::Rig100Chains(skeleton);
  const std::array clips{bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull),
                         bench::MakeRig100Clip(skeleton, 2, bench::Rig100Tracks::kRotation)};
  const std::array meshes{Morphing(bench::MakeSmoothMesh(1500, 4, false), 51),
                          Morphing(bench::MakeRandomMesh(600, false), 52)};
  Hash64 linear, dual, picked;
  Wild wild(53);
  Pose pose(skeleton.joint_count());
  std::vector<Affine> model(skeleton.joint_count()), palette(100);
  for (int i = 0; i < 16; ++i) {
    const Clip& clip = clips[static_cast<std::size_t>(i % 2)];
    Require(SampleJob{.skeleton = skeleton,
                      .clip = clip,
                      .time_s = static_cast<double>(clip.duration_s() * wild.Unit()),
                      .pose = pose}
                .Run());
    Require(LocalToModelJob{.skeleton = skeleton, .pose = pose, .model_from_joint = model}.Run());
    for (std::size_t k = 0; k < 100; ++k) palette[k] = model[chains[k]];
    const std::array weights{wild.Between(-0.5f, 1.5f)};
    for (const Bound& bound : meshes) {
      Box box;
      std::vector<Box> joints(bound.bounds.joint_count());
      Require(BoundsJob{.bounds = bound.bounds,
                        .morph_weights = weights,
                        .palette = palette,
                        .joint_boxes = joints,
                        .box = box}
                  .Run());
      Add(box, linear);
      for (const Box& joint : joints) Add(joint, linear);
      BoundsScratch scratch(bound.bounds);
      Require(DualQuaternionBoundsJob{.bounds = bound.bounds,
                                      .scratch = scratch,
                                      .morph_weights = weights,
                                      .palette = palette,
                                      .box = box}
                  .Run());
      Add(box, dual);
      std::vector<Box> boxes(bound.pick.scratch_size());
      for (int r = 0; r < 24; ++r) {
        Ray ray;
        ray.origin = wild.Vector(8.0f);
        ray.direction = wild.Vector(1.0f);
        std::optional<RayHit> hit;
        Require(PickJob{.mesh = bound.pick,
                        .primitive = bound.mesh.primitives()[0],
                        .morph_weights = weights,
                        .palette = palette,
                        .ray = ray,
                        .sides = r % 3 == 0 ? RaySides::kFront : RaySides::kBoth,
                        .scratch = boxes,
                        .hit = hit}
                    .Run());
        AddHit(hit, picked);
      }
    }
  }
  Print("bounds", "pose", linear);
  Print("bounds", "dual_quaternions", dual);
  Print("bounds", "pick", picked);
  SweepClips(skeleton, chains, clips, meshes[0].bounds);
}

}  // namespace sinew::hash_scenes
