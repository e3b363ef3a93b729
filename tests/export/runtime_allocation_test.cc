// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A program whose every allocation is counted: a runtime file is opened, looked at and played, and
// asks for no memory.
#include <gtest/gtest.h>

#include <vector>

#include "sinew/bounds.h"
#include "sinew/gltf.h"
#include "sinew/hierarchy.h"
#include "sinew/pack.h"
#include "sinew/picking.h"
#include "sinew/pose.h"
#include "sinew/runtime_file.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "support/assets.h"
#include "support/counted_new.h"
#include "support/runtime_model.h"

namespace sinew::testing {
namespace {

// From bytes to skinned vertices of one clip; how much that allocated.
std::uint64_t AllocationsOfFirstFrame(const AlignedBytes& bytes, const Model& model) {
  Pose pose(model.skeleton().joint_count(), static_cast<std::uint32_t>(model.morph_rest().size()));
  std::vector<Affine> model_from_joint(model.skeleton().joint_count()), palette(1000);
  std::vector<Vec3> positions(100'000);
  std::vector<Box> scratch(1000);
  const std::uint64_t before = AllocationCount();
  const Result<RuntimeFile> file = RuntimeFile::Open(bytes);
  if (!file.ok()) return ~0ull;
  const Result<PackedClipView> clip = file->clip(0);
  const Error sampled = SampleJob{.skeleton = file->skeleton(),
                                  .clip = *clip,
                                  .time_s = 0.1,
                                  .morph_rest = file->morph_rest(),
                                  .pose = pose}
                            .Run();
  const Error walked =
      LocalToModelJob{
          .skeleton = file->skeleton(), .pose = pose, .model_from_joint = model_from_joint}
          .Run();
  EXPECT_TRUE(sampled == Error::kNone && walked == Error::kNone);
  std::uint32_t skinned = 0;
  for (std::uint32_t i = 0; i < file->instance_count(); ++i) {
    const MeshInstance instance = file->instance(i);
    if (!instance.skin) continue;
    const Result<SkinView> skin = file->skin(*instance.skin);
    EXPECT_TRUE((PaletteJob{.skin = *skin, .model_from_joint = model_from_joint, .palette = palette}
                     .Run()) == Error::kNone);
    const RuntimeMesh mesh = file->mesh(instance.mesh);
    for (std::uint32_t p = 0; p < mesh.primitive_count; ++p) {
      const Result<RuntimePrimitive> primitive = file->primitive(mesh.first_primitive + p);
      EXPECT_TRUE((SkinJob{.mesh = primitive->mesh,
                           .palette = std::span(palette).first(skin->size()),
                           .positions = positions}
                       .Run()) == Error::kNone);
      Box box;
      EXPECT_TRUE((BoundsJob{.bounds = *primitive->bounds,
                             .palette = std::span(palette).first(skin->size()),
                             .box = box}
                       .Run()) == Error::kNone);
      std::optional<RayHit> hit;
      EXPECT_TRUE((PickJob{.mesh = *primitive->picking,
                           .primitive = VertexSource(primitive->mesh, primitive->topology),
                           .palette = std::span(palette).first(skin->size()),
                           .ray = {.origin = {0, 1, 5}},
                           .scratch = scratch,
                           .hit = hit}
                       .Run()) == Error::kNone);
      ++skinned;
    }
  }
  EXPECT_GT(skinned, 0u);
  std::size_t looks = 0;
  for (std::uint32_t i = 0; i < file->material_count(); ++i) {
    const RuntimeMaterial material = file->material(i);
    looks += material.properties.base_color_texture ? 1 : 0;
  }
  for (std::uint32_t i = 0; i < file->texture_count(); ++i) {
    looks += file->texture(i).properties.image ? 1 : 0;
  }
  for (std::uint32_t i = 0; i < file->image_count(); ++i) looks += file->image(i).ok() ? 1 : 0;
  EXPECT_GE(looks, 3u);
  return AllocationCount() - before;
}

TEST(RuntimeAllocation, OpeningAndPlayingAskForNoMemory) {
  const Model model = RuntimeModel();
  const AlignedBytes bytes = WriteRuntimeFile(model, {.error_bound = 1e-2f}).value();
  EXPECT_EQ(AllocationsOfFirstFrame(bytes, model), 0u);
}

TEST(RuntimeAllocation, ARealCharacterAsksForNoneEither) {
  constexpr char kPath[] = "assets/kaykit/Barbarian.glb";
  SINEW_SKIP_WITHOUT_ASSET(kPath);
  Model::Parts parts = (*ReadAsset(kPath).model).parts();
  parts.clips.erase(parts.clips.begin() + 3, parts.clips.end());
  std::erase_if(parts.carried, [](const CarriedJson& carried) {
    return carried.owner == CarriedJson::Owner::kAnimation;
  });
  const Model model = Model::Create(std::move(parts)).value();
  const AlignedBytes bytes = WriteRuntimeFile(model, {.error_bound = 1e-2f}).value();
  EXPECT_EQ(AllocationsOfFirstFrame(bytes, model), 0u);
}

}  // namespace
}  // namespace sinew::testing
