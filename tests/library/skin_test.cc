// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew skin` does, in C++: a pose frozen into a mesh, and the mesh written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "library/two_bones.h"
#include "sinew/freeze.h"
#include "sinew/gltf.h"
#include "sinew/instance.h"
#include "sinew/obj.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

Vec3 TopOf(const Model& model) { return model.meshes()[0].primitives()[0].positions[2]; }

TEST(TheLibrary, FreezesAClipAtATimeIntoAMesh) {
  const Asset asset = Asset::Create(TwoBones());
  const Result<Model> frozen = Freeze(asset, {.clip = 0, .time_s = 0.5});
  ASSERT_TRUE(frozen.ok()) << Describe(frozen.failure());
  EXPECT_EQ(TopOf(*frozen), (Vec3{0, 3, 0}));
  EXPECT_TRUE(frozen->skins().empty());
  EXPECT_TRUE(frozen->clips().empty());
  EXPECT_TRUE(frozen->meshes()[0].primitives()[0].influences.empty());
  EXPECT_EQ(frozen->materials()[0].name, "steel");
  EXPECT_EQ(frozen->skeleton().name(0), "root");
  // Without a clip: the rest pose. After the end: the end.
  EXPECT_EQ(TopOf(*Freeze(asset)), (Vec3{0, 2, 0}));
  EXPECT_EQ(TopOf(*Freeze(asset, {.clip = 0, .time_s = 99.0})), (Vec3{0, 4, 0}));
}

TEST(TheLibrary, WritesAFrozenPoseAsObjAndGlb) {
  const Model frozen = Freeze(Asset::Create(TwoBones()), {.clip = 0, .time_s = 1.0}).value();
  EXPECT_THAT(WriteObj(frozen), HasSubstr("v 0 4 0\n"));
  const GltfRead read = ReadGltf(WriteGlb(frozen).value());
  ASSERT_TRUE(read.model.ok()) << Describe(read.model.failure());
  EXPECT_EQ(TopOf(*read.model), (Vec3{0, 4, 0}));
}

TEST(TheLibrary, FreezesAnInstanceAsItStands) {
  const MixerSetup setup = Asset::Create(TwoBones()).MakeMixerSetup().value();
  InstanceScratch scratch(setup);
  Instance hero(setup, SkinMethod::kDualQuaternion);
  ASSERT_TRUE(hero.Play("rise").ok());
  ASSERT_EQ(hero.Update(0.25, scratch), Error::kNone);
  EXPECT_EQ(TopOf(*Freeze(hero.moment())), (Vec3{0, 2.5f, 0}));
}

TEST(TheLibrary, RefusesToFreezeMoreThanTheLimitsAllow) {
  const Asset many = Asset::Create(TwoBones({.instance_count = 100}));
  const Model frozen = Freeze(many).value();
  EXPECT_EQ(frozen.meshes().size(), 100u);
  const Result<Model> large = Freeze(many, {}, {.max_output_bytes = 1000});
  ASSERT_FALSE(large.ok());
  EXPECT_EQ(large.failure().code, FailureCode::kLimit);
  EXPECT_THAT(large.failure().message, HasSubstr("max_output_bytes allows 1e+03"));
  const Result<Model> work = Freeze(many, {}, {.max_work = 500});
  ASSERT_FALSE(work.ok());
  EXPECT_EQ(work.failure().code, FailureCode::kLimit);
  EXPECT_THAT(work.failure().message, HasSubstr("100 mesh instances in 1 frames"));
  EXPECT_THAT(work.failure().message, HasSubstr("max_work allows 500"));
}

TEST(TheLibrary, RefusesToFreezeAClipThatDoesNotExist) {
  const Result<Model> frozen = Freeze(Asset::Create(TwoBones()), {.clip = 2});
  ASSERT_FALSE(frozen.ok());
  EXPECT_EQ(frozen.failure().message, "clip 2 does not exist; the asset has 2");
}

}  // namespace
}  // namespace sinew
