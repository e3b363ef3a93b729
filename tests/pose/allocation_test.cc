// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A program whose every allocation is counted: a crowd plays for a thousand frames and asks for no
// memory (L18, L44).
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "sinew/blending.h"
#include "sinew/bounds.h"
#include "sinew/dual_quaternion.h"
#include "sinew/hierarchy.h"
#include "sinew/packed_clip.h"
#include "sinew/picking.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "support/build_model.h"
#include "support/counted_new.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

constexpr std::uint32_t kRigJoints = 20, kRigMorphs = 2;

// A strip of vertices along the joints, two influences each.
Mesh Strip(testing::SplitMix64& random) {
  Primitive strip;
  strip.influences.begins = {0};
  for (std::uint32_t v = 0; v < 100; ++v) {
    strip.positions.push_back(random.Vector(1));
    strip.normals.push_back({0, 1, 0});
    const std::uint32_t joint = v % (kRigJoints - 1);
    strip.influences.list.push_back({.joint = joint, .weight = 0.75f});
    strip.influences.list.push_back({.joint = joint + 1, .weight = 0.25f});
    strip.influences.begins.push_back(2 * (v + 1));
  }
  Mesh::Parts parts;
  parts.primitives.push_back(std::move(strip));
  return Mesh::Create(std::move(parts)).value();
}

// One of the crowd: all its memory is asked for before the first frame.
struct Walker {
  Pose exact{kRigJoints, kRigMorphs}, packed{kRigJoints, kRigMorphs}, delta{kRigJoints, kRigMorphs};
  Pose blended{kRigJoints, kRigMorphs};
  std::vector<Affine> model = std::vector<Affine>(kRigJoints), palette = model;
  std::vector<DualJoint> dual_palette = std::vector<DualJoint>(kRigJoints);
  std::vector<Affine> sockets = std::vector<Affine>(2);
  std::vector<Vec3> positions = std::vector<Vec3>(100), normals = positions;
};

TEST(Allocation, ACrowdPlaysAThousandFramesWithoutAny) {  // L18, L44
  testing::SplitMix64 random(360);
  const Skeleton skeleton = testing::RandomSkeleton(random, kRigJoints);
  const Clip clip = testing::RandomClip(random, kRigJoints, kRigMorphs);
  const PackedClip packed = PackedClip::Create(skeleton, clip, {.error_bound = 1e-2f}).value();
  const PackedClip kept = PackedClip::KeepExact(skeleton, clip).value();
  std::vector<std::int32_t> joints;
  for (std::uint32_t j = 0; j < kRigJoints; ++j) joints.push_back(static_cast<std::int32_t>(j));
  const Skin skin = testing::SkinOf(joints, std::vector<Affine>(kRigJoints), kRigJoints);
  const Mesh mesh = Strip(random);
  const SkinnedMesh skinned = SkinnedMesh::Create(mesh, 0);
  const std::vector<float> mask(kRigJoints, 0.5f);
  const std::vector<float> morph_rest(kRigMorphs, 0.0f);
  const std::vector<std::uint32_t> sockets{3, kRigJoints - 1};
  std::vector<Walker> crowd(5);

  const std::uint64_t before = testing::AllocationCount();
  std::uint64_t jobs = 0, failed = 0;
  const auto run = [&](Error error) {
    ++jobs;
    failed += error == Error::kNone ? 0 : 1;
  };
  for (int frame = 0; frame < 1000; ++frame) {
    for (std::size_t w = 0; w < crowd.size(); ++w) {
      Walker& walker = crowd[w];
      const double time_s = frame / 60.0 + static_cast<double>(w) * 0.1;
      SampleJob sample{.skeleton = skeleton,
                       .clip = clip,
                       .time_s = time_s,
                       .wrap = Wrap::kLoop,
                       .morph_rest = morph_rest,
                       .pose = walker.exact};
      run(sample.Run());
      sample.clip = kept;
      run(sample.Run());
      sample.clip = packed;
      sample.pose = walker.packed;
      run(sample.Run());
      run(MakeDelta(walker.exact, walker.packed, walker.delta));
      const BlendLayer layers[] = {{.pose = walker.exact, .weight = 0.3f},
                                   {.pose = walker.packed, .weight = 0.6f, .joint_weights = mask}};
      const DeltaLayer deltas[] = {{.delta = walker.delta, .weight = 0.5f}};
      run(BlendJob{.skeleton = skeleton,
                   .layers = layers,
                   .deltas = deltas,
                   .fill_with_rest = frame % 2 == 0,
                   .pose = walker.blended}
              .Run());
      LocalToModelJob walk{
          .skeleton = skeleton, .pose = walker.blended, .model_from_joint = walker.model};
      run(walk.Run());
      walk.subtree = 3;
      run(walk.Run());
      run(JointQuery{.skeleton = skeleton,
                     .clip = packed,
                     .time_s = time_s,
                     .joints = sockets,
                     .model_from_joint = walker.sockets}
              .Run());
      run(PaletteJob{.skin = skin, .model_from_joint = walker.model, .palette = walker.palette}
              .Run());
      run(spec::Skin{.primitive = mesh.primitives()[0],
                     .palette = walker.palette,
                     .positions = walker.positions,
                     .normals = walker.normals}
              .Run());
      run(SkinJob{.mesh = skinned,
                  .palette = walker.palette,
                  .positions = walker.positions,
                  .normals = walker.normals}
              .Run());
      run(DualPaletteJob{.palette = walker.palette, .dual_palette = walker.dual_palette}.Run());
      run(SkinJob{.mesh = skinned,
                  .palette = walker.palette,
                  .dual_palette = walker.dual_palette,
                  .positions = walker.positions,
                  .normals = walker.normals}
              .Run());
    }
  }
  const std::uint64_t allocated = testing::AllocationCount() - before;
  EXPECT_EQ(jobs, 65'000u);
  EXPECT_EQ(failed, 0u);
  EXPECT_EQ(allocated, 0u);
}

TEST(Allocation, BoxesAndRaysNeedNone) {  // L48
  testing::SplitMix64 random(361);
  const Mesh mesh = Strip(random);
  const PickMesh pick_mesh = PickMesh::Create(mesh, 0);
  BoundsScratch scratch(pick_mesh.bounds());
  std::vector<Affine> palette(kRigJoints);
  std::vector<Box> boxes(pick_mesh.scratch_size());
  std::optional<RayHit> hit;
  Box box;
  const std::uint64_t before = testing::AllocationCount();
  std::uint64_t failed = 0;
  const auto run = [&](Error error) { failed += error == Error::kNone ? 0 : 1; };
  for (int i = 0; i < 100; ++i) {
    for (Affine& matrix : palette) matrix = AffineOf(random.Placement());
    run(BoundsJob{.bounds = pick_mesh.bounds(), .palette = palette, .box = box}.Run());
    run(DualQuaternionBoundsJob{
        .bounds = pick_mesh.bounds(), .scratch = scratch, .palette = palette, .box = box}
            .Run());
    run(PickJob{.mesh = pick_mesh,
                .primitive = mesh.primitives()[0],
                .palette = palette,
                .ray = {.origin = random.Vector(5), .direction = random.Vector(1)},
                .scratch = boxes,
                .hit = hit}
            .Run());
  }
  const std::uint64_t allocated = testing::AllocationCount() - before;
  EXPECT_EQ(failed, 0u);
  EXPECT_EQ(allocated, 0u);
}

TEST(Allocation, IsCounted) {
  const std::uint64_t before = testing::AllocationCount();
  const Pose pose(9);
  EXPECT_GT(testing::AllocationCount() - before, 0u) << "else the other test shows nothing";
}

}  // namespace
}  // namespace sinew
