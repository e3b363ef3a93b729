// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The boxes of poses and of whole clips around real characters: all shared files, all their clips.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sinew/blending.h"
#include "sinew/bounds.h"
#include "sinew/character.h"
#include "sinew/clip_bounds.h"
#include "sinew/dual_quaternion.h"
#include "sinew/hierarchy.h"
#include "sinew/sampling.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "support/assets.h"
#include "support/model_pose.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

// Every file that loads and shows something.
std::vector<std::string> Files() {
  std::vector<std::string> files;
  for (const char* folder : {"assets/khronos", "assets/kaykit", "assets/derived",
                             "assets/webxr-hand", "assets/asset-generator"}) {
    for (const char* ending : {".glb", ".gltf"}) {
      const std::vector<std::string> some = ListAssets(folder, ending);
      files.insert(files.end(), some.begin(), some.end());
    }
  }
  return files;
}

std::vector<SkinBounds> BoundsOf(const Model& model) {
  std::vector<SkinBounds> bounds;
  for (const Mesh& mesh : model.meshes()) bounds.push_back(SkinBounds::Create(mesh));
  return bounds;
}

bool AllInside(const Box& box, const PosedInstance& posed) {
  for (const PosedPrimitive& primitive : posed.primitives) {
    for (const Vec3& position : primitive.positions) {
      if (!Contains(box, position)) return false;
    }
  }
  return true;
}

// The box of an instance as its vertices stand.
Box PoseBox(const Model& model, std::size_t i, const SkinBounds& bounds, const ModelPose& pose) {
  const PosedInstance& posed = pose.instances[i];
  Box box;
  EXPECT_EQ((BoundsJob{.bounds = bounds,
                       .morph_weights = posed.morph_weights,
                       .palette = posed.palette,
                       .rigid = pose.model_from_joint[model.instances()[i].joint],
                       .box = box}
                 .Run()),
            Error::kNone);
  return box;
}

// The same by dual quaternions, of what has influences.
void CheckDual(const std::string& name, const Mesh& mesh, const SkinBounds& bounds,
               const PosedInstance& posed) {
  if (posed.palette.empty() || mesh.joint_bound() == 0) return;
  BoundsScratch scratch(bounds);
  Box box;
  ASSERT_EQ((DualQuaternionBoundsJob{.bounds = bounds,
                                     .scratch = scratch,
                                     .morph_weights = posed.morph_weights,
                                     .palette = posed.palette,
                                     .box = box}
                 .Run()),
            Error::kNone);
  std::vector<DualJoint> dual(posed.palette.size());
  ASSERT_EQ((DualPaletteJob{.palette = posed.palette, .dual_palette = dual}.Run()), Error::kNone);
  for (const Primitive& primitive : mesh.primitives()) {
    if (primitive.influences.empty()) continue;
    std::vector<Vec3> positions(primitive.vertex_count());
    ASSERT_EQ((spec::Skin{.primitive = primitive,
                          .morph_weights = posed.morph_weights,
                          .palette = posed.palette,
                          .dual_palette = dual,
                          .positions = positions}
                   .Run()),
              Error::kNone);
    for (const Vec3& position : positions) ASSERT_TRUE(Contains(box, position)) << name;
  }
}

// Influences without a skin are ignored; those instances have no bounds of this kind.
bool IsBound(const Model& model, const MeshInstance& instance) {
  return instance.skin || model.meshes()[instance.mesh].joint_bound() == 0;
}

std::vector<CarriedBox> CarriedBoxes(const Model& model, const MeshInstance& instance,
                                     const SkinBounds& bounds, const Clip& clip) {
  const std::size_t slots = model.morph_rest().size();
  std::vector<float> low(slots), high(slots);
  EXPECT_EQ((MorphRangeJob{.clip = clip, .morph_rest = model.morph_rest(), .low = low, .high = high}
                 .Run()),
            Error::kNone);
  std::vector<Box> boxes(bounds.joint_count() + 2);
  EXPECT_EQ(
      bounds.Morphed(std::span(low).subspan(instance.first_morph, bounds.morph_count()),
                     std::span(high).subspan(instance.first_morph, bounds.morph_count()), boxes),
      Error::kNone);
  std::vector<CarriedBox> carried;
  for (std::uint32_t i = 0; i < bounds.joint_count(); ++i) {
    const Skin& skin = model.skins()[*instance.skin];
    const bool none = skin.joints()[i] == kIdentityJoint;
    carried.push_back({.joint = none ? kNoParent : skin.joints()[i],
                       .joint_from_box = none ? Affine{} : skin.inverse_bind()[i],
                       .box = boxes[i],
                       .rounding = bounds.rounding()});
  }
  carried.push_back({.box = boxes[bounds.joint_count()], .rounding = bounds.rounding()});
  carried.push_back({.joint = static_cast<std::int32_t>(instance.joint),
                     .box = boxes[bounds.joint_count() + 1],
                     .rounding = bounds.rounding()});
  return carried;
}

// What was put together by hand is what the job says.
void CheckCarryingJob(const Model& model, const MeshInstance& instance, const SkinBounds& bounds,
                      const Clip& clip, std::span<const CarriedBox> by_hand) {
  std::vector<float> low(model.morph_rest().size()), high(low.size());
  EXPECT_EQ((MorphRangeJob{.clip = clip, .morph_rest = model.morph_rest(), .low = low, .high = high}
                 .Run()),
            Error::kNone);
  std::optional<SkinView> skin;
  if (instance.skin) skin = model.skins()[*instance.skin];
  std::vector<CarriedBox> carried(bounds.joint_count() + 2);
  const auto range = [&](std::span<const float> all) {
    return all.subspan(instance.first_morph, bounds.morph_count());
  };
  EXPECT_EQ((CarryBoxesJob{.bounds = bounds,
                           .skin = skin,
                           .joint = static_cast<std::int32_t>(instance.joint),
                           .morph_low = range(low),
                           .morph_high = range(high),
                           .boxes = carried}
                 .Run()),
            Error::kNone);
  ASSERT_EQ(carried.size(), by_hand.size());
  for (std::size_t i = 0; i < carried.size(); ++i) {
    EXPECT_EQ(carried[i].joint, by_hand[i].joint) << i;
    EXPECT_EQ(carried[i].joint_from_box, by_hand[i].joint_from_box) << i;
    EXPECT_EQ(carried[i].box, by_hand[i].box) << i;
    EXPECT_EQ(carried[i].rounding, by_hand[i].rounding) << i;
  }
}

// At rest and at moments of every clip, also between keys: in the pose's box and in the clip's.
void CheckClips(const std::string& name, const Model& model, std::uint64_t& vertex_boxes) {
  const std::vector<SkinBounds> bounds = BoundsOf(model);
  SplitMix64 random(1);
  for (std::uint32_t c = 0; c < model.clips().size(); ++c) {
    const Clip& clip = model.clips()[c];
    std::vector<Box> swept(model.instances().size());
    for (std::size_t i = 0; i < swept.size(); ++i) {
      const MeshInstance& instance = model.instances()[i];
      if (!IsBound(model, instance)) continue;
      const SkinBounds& of_mesh = bounds[instance.mesh];
      const std::vector<CarriedBox> boxes = CarriedBoxes(model, instance, of_mesh, clip);
      CheckCarryingJob(model, instance, of_mesh, clip, boxes);
      const Result<ClipSweep> sweep = SweepClip(model.skeleton(), clip, boxes);
      ASSERT_TRUE(sweep.ok()) << name << ": " << Describe(sweep.failure());
      EXPECT_LE(sweep->slack, 0.011f * Diagonal(sweep->box)) << name << " " << clip.name();
      swept[i] = sweep->box;
    }
    for (int k = 0; k < 5; ++k) {
      const float part = k == 0 ? 0.0f : k == 1 ? 1.0f : random.Unit();
      const double time_s = static_cast<double>(part) * static_cast<double>(clip.duration_s());
      const Result<ModelPose> pose = PoseModel(model, c, time_s);
      ASSERT_TRUE(pose.ok()) << name;
      for (std::size_t i = 0; i < swept.size(); ++i) {
        if (!IsBound(model, model.instances()[i])) continue;
        const Box box = PoseBox(model, i, bounds[model.instances()[i].mesh], *pose);
        ASSERT_TRUE(AllInside(box, pose->instances[i])) << name << " at " << time_s;
        ASSERT_TRUE(AllInside(swept[i], pose->instances[i])) << name << " at " << time_s;
        const Mesh& mesh = model.meshes()[model.instances()[i].mesh];
        CheckDual(name, mesh, bounds[model.instances()[i].mesh], pose->instances[i]);
        ++vertex_boxes;
      }
    }
  }
}

TEST(BoundsAssets, NoVertexOfAnySharedClipLeavesThePoseOrTheClipBox) {
  SINEW_SKIP_WITHOUT_ASSET("assets");
  std::uint64_t checked = 0;
  for (const std::string& file : Files()) {
    const GltfRead read = ReadAsset(file);
    if (!read.model.ok()) continue;  // Compressed ones need a decoder; others are meant to fail.
    CheckClips(file, *read.model, checked);
    if (::testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(checked, 500u);
}

TEST(BoundsAssets, NoVertexOfTheCharactersClipsLeavesThem) {
  const Result<Model> model = MakeCharacter();
  ASSERT_TRUE(model.ok());
  std::uint64_t checked = 0;
  CheckClips("character", *model, checked);
  EXPECT_GE(checked, 25u);
}

// Poses that no clip holds: two moments of two clips, and a rest, blended by chance; morph weights
// by chance, of both signs.
void CheckBlends(const Model& model, std::uint64_t seed, int rounds) {
  const Skeleton& skeleton = model.skeleton();
  const std::vector<SkinBounds> bounds = BoundsOf(model);
  const auto morph_count = static_cast<std::uint32_t>(model.morph_rest().size());
  SplitMix64 random(seed);
  Pose a(skeleton.joint_count(), morph_count), b = a, blended = a;
  std::vector<Affine> model_from_joint(skeleton.joint_count());
  for (int round = 0; round < rounds; ++round) {
    for (Pose* pose : {&a, &b}) {
      const Clip& clip =
          model.clips()[random.Below(static_cast<std::uint32_t>(model.clips().size()))];
      ASSERT_EQ((SampleJob{.skeleton = skeleton,
                           .clip = clip,
                           .time_s = static_cast<double>(clip.duration_s() * random.Unit()),
                           .morph_rest = model.morph_rest(),
                           .pose = *pose}
                     .Run()),
                Error::kNone);
    }
    const std::array layers{BlendLayer{.pose = a, .weight = random.Unit()},
                            BlendLayer{.pose = b, .weight = random.Unit()}};
    ASSERT_EQ((BlendJob{.skeleton = skeleton,
                        .layers = layers,
                        .fill_with_rest = true,
                        .morph_rest = model.morph_rest(),
                        .pose = blended}
                   .Run()),
              Error::kNone);
    ASSERT_EQ((LocalToModelJob{
                  .skeleton = skeleton, .pose = blended, .model_from_joint = model_from_joint}
                   .Run()),
              Error::kNone);
    for (const MeshInstance& instance : model.instances()) {
      if (!IsBound(model, instance)) continue;
      const Mesh& mesh = model.meshes()[instance.mesh];
      std::vector<Affine> palette(instance.skin ? model.skins()[*instance.skin].size() : 0);
      if (instance.skin) {
        ASSERT_EQ((PaletteJob{.skin = model.skins()[*instance.skin],
                              .model_from_joint = model_from_joint,
                              .palette = palette}
                       .Run()),
                  Error::kNone);
      }
      std::vector<float> weights;
      for (std::uint32_t m = 0; m < mesh.morph_count(); ++m) {
        weights.push_back(random.Between(-1.5f, 1.5f));
      }
      const Affine rigid = model_from_joint[instance.joint];
      Box box;
      ASSERT_EQ((BoundsJob{.bounds = bounds[instance.mesh],
                           .morph_weights = weights,
                           .palette = palette,
                           .rigid = rigid,
                           .box = box}
                     .Run()),
                Error::kNone);
      for (const Primitive& primitive : mesh.primitives()) {
        std::vector<Vec3> positions(primitive.vertex_count());
        ASSERT_EQ((spec::Skin{.primitive = primitive,
                              .morph_weights = weights,
                              .palette = palette,
                              .rigid = rigid,
                              .positions = positions}
                       .Run()),
                  Error::kNone);
        for (const Vec3& position : positions) ASSERT_TRUE(Contains(box, position));
      }
    }
  }
}

TEST(BoundsAssets, NoVertexOfRandomBlendsAndMorphsLeavesThem) {
  SINEW_SKIP_WITHOUT_ASSET("assets");
  for (const char* file : {"assets/khronos/Fox/glTF-Binary/Fox.glb", "assets/kaykit/Barbarian.glb",
                           "assets/khronos/MorphStressTest/glTF-Binary/MorphStressTest.glb",
                           "assets/khronos/AnimatedMorphCube/glTF-Binary/AnimatedMorphCube.glb"}) {
    const GltfRead read = ReadAsset(file);
    ASSERT_TRUE(read.model.ok()) << file;
    CheckBlends(*read.model, 5, 40);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace sinew::testing
