// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/model.h"
#include "sinew/weights.h"
#include "support/build_model.h"

namespace sinew::testing {
namespace {

// Joint 0 at the origin, 1 and 2 on it, 3 on 1:   3 (0,3,0)
//                                                 1 (0,2,0)   2 (1,0,0)
//                                                 0
Skeleton Fork() {
  return SkeletonOf(
      {-1, 0, 0, 1},
      {{}, {.translation = {0, 2, 0}}, {.translation = {1, 0, 0}}, {.translation = {0, 1, 0}}});
}

void ExpectBone(const BoneSegment& bone, std::uint32_t joint, Vec3 head, Vec3 tail) {
  EXPECT_EQ(bone.joint, joint);
  EXPECT_EQ(bone.head, head);
  EXPECT_EQ(bone.tail, tail);
}

TEST(Bones, LeadToEachChildAndEndInStubs) {
  const std::vector<std::uint32_t> joints{0, 1, 2, 3};
  const auto bones = Expect(BonesOfSkeleton(Fork(), joints));
  ASSERT_EQ(bones.size(), 5u);
  ExpectBone(bones[0], 0, {0, 0, 0}, {0, 2, 0});
  ExpectBone(bones[1], 0, {0, 0, 0}, {1, 0, 0});
  ExpectBone(bones[2], 1, {0, 2, 0}, {0, 3, 0});
  ExpectBone(bones[3], 2, {1, 0, 0}, {2, 0, 0});  // Stubs as long as what leads to them.
  ExpectBone(bones[4], 3, {0, 3, 0}, {0, 4, 0});
}

TEST(Bones, PassOverJointsThatAreNotAskedFor) {
  const std::vector<std::uint32_t> joints{3, 0};
  const auto bones = Expect(BonesOfSkeleton(Fork(), joints));
  ASSERT_EQ(bones.size(), 2u);
  ExpectBone(bones[0], 1, {0, 0, 0}, {0, 3, 0});  // Entry 1 is joint 0.
  ExpectBone(bones[1], 0, {0, 3, 0}, {0, 6, 0});
}

TEST(Bones, OfOneJointAreAPoint) {
  const std::vector<std::uint32_t> joints{2};
  const auto bones = Expect(BonesOfSkeleton(Fork(), joints));
  ASSERT_EQ(bones.size(), 1u);
  ExpectBone(bones[0], 0, {1, 0, 0}, {1, 0, 0});
}

TEST(Bones, OfASkinStandWhereTheyWereBound) {
  // Bound ten to the right of where they rest, joint 2 nowhere, an entry that no joint controls.
  const auto bound_at = [](float x, float y) {
    Affine inverse;
    inverse.m[0][3] = -x;
    inverse.m[1][3] = -y;
    return inverse;
  };
  Affine singular;
  singular.m[0][0] = 0.0f;
  Model::Parts parts;
  parts.skeleton = Fork();
  parts.skins.push_back(SkinOf(
      {kIdentityJoint, 0, 1, 2, 3, 1},
      {Affine{}, bound_at(10, 0), bound_at(10, 2), singular, bound_at(10, 3), bound_at(0, 0)}, 4));
  const Model model = Expect(Model::Create(std::move(parts)));
  const auto bones = Expect(BonesOfSkin(model, 0));
  ASSERT_EQ(bones.size(), 3u);
  ExpectBone(bones[0], 1, {10, 0, 0}, {10, 2, 0});
  ExpectBone(bones[1], 2, {10, 2, 0}, {10, 3, 0});
  ExpectBone(bones[2], 4, {10, 3, 0}, {10, 4, 0});
  EXPECT_EQ(BonesOfSkin(model, 1).failure().place, "/skins/1");
}

TEST(Bones, OfNothingAreRefused) {
  EXPECT_EQ(BonesOfSkeleton(Fork(), {}).failure().place, "/joints");
  const std::vector<std::uint32_t> joints{0, 9};
  EXPECT_EQ(BonesOfSkeleton(Fork(), joints).failure().place, "/joints/1");
}

}  // namespace
}  // namespace sinew::testing
