// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "rig/surfaces.h"
#include "sinew/rigging.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Near;
using testing::SplitMix64;

constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint32_t kLast = std::numeric_limits<std::uint32_t>::max();

//   0 --- 1 --- 3      bones, with their indices
//     \-- 2 --- 4
BoneRig Tree() {
  BoneRig rig;
  for (const std::int32_t parent : {-1, 0, 0, 1, 2}) {
    const auto i = static_cast<float>(rig.bones.size());
    EXPECT_TRUE(AddBone(rig, {.extent = {i, 1, -i}, .parent = parent}).ok());
  }
  for (const std::uint32_t bone : {1u, 3u, 4u}) {
    EXPECT_TRUE(AddHandle(rig, {.bone = bone, .target = {1, 2, 3}}).ok());
  }
  return rig;
}

std::vector<std::string> PlacesOf(const std::vector<RigMend>& mends) {
  std::vector<std::string> places;
  for (const RigMend& mend : mends) places.push_back(mend.place);
  return places;
}

TEST(BoneEdits, NewBonesAndHandlesGetIdsThatNobodyHad) {  // S18
  BoneRig rig = Tree();
  EXPECT_EQ(rig.bones[4].channel_id, 4u);
  EXPECT_EQ(rig.handles[0].channel_id, 5u);
  ASSERT_FALSE(EraseBone(rig, 4).has_value());
  ASSERT_FALSE(EraseHandle(rig, 0).has_value());
  const Result<std::uint32_t> bone = AddBone(rig, {.parent = 3, .channel_id = 1});
  ASSERT_TRUE(bone.ok());
  EXPECT_EQ(*bone, 4u);
  EXPECT_EQ(rig.bones[4].channel_id, 8u);
  rig.next_channel_id = kLast;
  EXPECT_EQ(AddBone(rig, {}).failure().place, "/next_channel_id");
}

TEST(BoneEdits, RefuseBonesAndHandlesThatCannotBe) {
  BoneRig rig = Tree();
  EXPECT_EQ(AddBone(rig, {.parent = 5}).failure().place, "/bones/5/parent");
  EXPECT_EQ(AddBone(rig, {.extent = {0, kNotANumber, 0}}).failure().place, "/bones/5/extent");
  EXPECT_EQ(AddHandle(rig, {.bone = 5}).failure().place, "/handles/3/bone");
  EXPECT_EQ(EraseBone(rig, 5)->place, "/bones/5");
  EXPECT_EQ(EraseHandle(rig, 3)->place, "/handles/3");
  EXPECT_EQ(rig.bones.size(), 5u);
  EXPECT_EQ(rig.next_channel_id, 8u);
}

TEST(BoneEdits, AnErasedBonesChildrenReachWhereTheyDid) {  // S18
  BoneRig rig = Tree();
  ASSERT_FALSE(EraseBone(rig, 1).has_value());
  ASSERT_EQ(rig.bones.size(), 4u);
  EXPECT_EQ(rig.bones[2].parent, 0);  // Was 3, on 1.
  EXPECT_EQ(rig.bones[2].extent, (Vec3{4, 2, -4}));
  EXPECT_EQ(rig.bones[3].parent, 1);  // Was 4, on 2, which is 1 now.
  EXPECT_EQ(rig.bones[3].extent, (Vec3{4, 1, -4}));
  ASSERT_EQ(rig.handles.size(), 2u);  // The one on it is gone, the others follow their bones.
  EXPECT_EQ(rig.handles[0].bone, 2u);
  EXPECT_EQ(rig.handles[1].bone, 3u);
}

TEST(BoneEdits, AnErasedRootsChildrenAreRoots) {
  BoneRig rig = Tree();
  ASSERT_FALSE(EraseBone(rig, 0).has_value());
  EXPECT_EQ(rig.bones[0].parent, kNoParent);
  EXPECT_EQ(rig.bones[1].parent, kNoParent);
  EXPECT_EQ(rig.bones[2].parent, 0);
}

TEST(BoneEdits, ErasingMovesNoOtherTipAtBind) {  // S18
  SplitMix64 random(530);
  for (int i = 0; i < 100; ++i) {
    BoneRig rig;
    for (std::uint32_t b = 0; b < 12; ++b) {
      const auto parent = static_cast<std::int32_t>(random.Below(b + 1)) - 1;
      ASSERT_TRUE(AddBone(rig, {.extent = random.Vector(1), .parent = parent}).ok());
    }
    const auto tips = [&] {
      const std::vector<Affine> bind = BindPose(rig).value();
      std::vector<Vec3> found(12);
      for (std::size_t b = 0; b < bind.size(); ++b) {
        found[rig.bones[b].channel_id] = TransformPoint(bind[b], rig.bones[b].extent);
      }
      return found;
    };
    const std::vector<Vec3> before = tips();
    const std::uint32_t erased = random.Below(12);
    ASSERT_FALSE(EraseBone(rig, erased).has_value());
    const std::vector<Vec3> after = tips();
    for (std::uint32_t id = 0; id < 12; ++id) {
      if (id != erased) {
        EXPECT_TRUE(Near(after[id], before[id], 1e-5));
      }
    }
  }
}

TEST(BoneEdits, AMeshWithoutABoneKeepsTheSumOne) {
  PolygonMesh::Parts parts = testing::FacesOn(3, {{0, 1, 2}});
  parts.influences = {.begins = {0, 3, 4, 5},
                      .list = {{0, 0.25f}, {1, 0.5f}, {2, 0.25f}, {1, 1}, {5, 1}}};
  const Result<PolygonMesh> made = WithoutBone(testing::Polygons(parts), 1);
  ASSERT_TRUE(made.ok());
  EXPECT_THAT(made->influences().of(0), ElementsAre(Influence{0, 0.5f}, Influence{1, 0.5f}));
  EXPECT_THAT(made->influences().of(1), IsEmpty());
  EXPECT_THAT(made->influences().of(2), ElementsAre(Influence{4, 1.0f}));
}

// --- mending ---

TEST(MakeValid, LeavesAValidRigAlone) {
  BoneRig rig = Tree();
  EXPECT_THAT(MakeValid(rig), IsEmpty());
}

TEST(MakeValid, MakesRootsOfBonesWhoseParentIsNotBeforeThem) {  // S17
  BoneRig rig = Tree();
  rig.bones[1].parent = 1;
  rig.bones[2].parent = 4;
  rig.bones[3].parent = -7;
  const std::vector<RigMend> mends = MakeValid(rig);
  EXPECT_THAT(PlacesOf(mends),
              ElementsAre("/bones/1/parent", "/bones/2/parent", "/bones/3/parent"));
  EXPECT_EQ(mends[1].message, "found 4, which is no bone before this one; made it -1, a root");
  for (const std::size_t i : {1u, 2u, 3u}) EXPECT_EQ(rig.bones[i].parent, kNoParent);
  EXPECT_EQ(rig.bones[4].parent, 2);
}

TEST(MakeValid, PutsLostHandlesOnTheFirstBone) {  // S17
  BoneRig rig = Tree();
  rig.handles[1].bone = 5;
  EXPECT_THAT(PlacesOf(MakeValid(rig)), ElementsAre("/handles/1/bone"));
  EXPECT_EQ(rig.handles[1].bone, 0u);
}

TEST(MakeValid, RemovesHandlesWhereThereAreNoBones) {  // S17
  BoneRig rig = Tree();
  rig.bones.clear();
  EXPECT_THAT(PlacesOf(MakeValid(rig)), ElementsAre("/handles"));
  EXPECT_THAT(rig.handles, IsEmpty());
}

TEST(MakeValid, MakesNumbersThatAreNoneZero) {
  BoneRig rig = Tree();
  rig.base.x = kNotANumber;
  rig.bones[2].pose = {0, 2e6f, 0};
  rig.bones[2].radius = kNotANumber;
  rig.handles[0].target.z = 2e18f;
  EXPECT_THAT(PlacesOf(MakeValid(rig)),
              ElementsAre("/base", "/bones/2/radius", "/bones/2/pose", "/handles/0/target"));
  EXPECT_EQ(rig.base, Vec3{});
  EXPECT_EQ(rig.bones[2].pose, Vec3{});
}

TEST(MakeValid, GivesNewIdsToThoseThatCameBefore) {  // S18
  BoneRig rig = Tree();
  rig.bones[3].channel_id = 1;
  rig.next_channel_id = 2;
  EXPECT_THAT(PlacesOf(MakeValid(rig)), ElementsAre("/bones/3/channel_id", "/next_channel_id"));
  EXPECT_EQ(rig.bones[3].channel_id, 8u);
  EXPECT_EQ(rig.next_channel_id, 9u);
  rig.bones[0].channel_id = kLast;  // Leaves no id for the next.
  EXPECT_EQ(MakeValid(rig).size(), 9u);
  EXPECT_EQ(rig.bones[0].channel_id, 0u);
  EXPECT_EQ(rig.handles[2].channel_id, 7u);
  EXPECT_EQ(rig.next_channel_id, 8u);
}

TEST(MakeValid, MendsAnythingAndOnce) {
  SplitMix64 random(531);
  for (int i = 0; i < 500; ++i) {
    const auto number = [&] {
      return random.Below(8) == 0 ? kNotANumber
                                  : random.Between(-1, 1) * (random.Below(8) == 0 ? 1e30f : 1);
    };
    const auto vector = [&] {
      const float x = number(), y = number();
      return Vec3{x, y, number()};
    };
    const auto id = [&] {
      return random.Below(3) == 0 ? kLast - random.Below(4) : random.Below(4);
    };
    BoneRig rig;
    rig.base = vector();
    rig.next_channel_id = id();
    for (std::uint32_t b = random.Below(5); b > 0; --b) {
      Bone bone;
      bone.extent = vector();
      bone.pose = vector();
      bone.roll = number();
      bone.radius = number();
      bone.parent = static_cast<std::int32_t>(random.Below(8)) - 3;
      bone.channel_id = id();
      rig.bones.push_back(bone);
    }
    for (std::uint32_t h = random.Below(3); h > 0; --h) {
      rig.handles.push_back({.bone = random.Below(6), .target = vector(), .channel_id = id()});
    }
    MakeValid(rig);
    const auto failure = CheckRig(rig);
    ASSERT_FALSE(failure.has_value()) << Describe(*failure);
    ASSERT_THAT(MakeValid(rig), IsEmpty());
  }
}

}  // namespace
}  // namespace sinew
