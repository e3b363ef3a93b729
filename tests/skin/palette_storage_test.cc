// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/palette_storage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sinew/math.h"

namespace sinew {
namespace {

using StorageKind = PaletteStorage::Kind;

constexpr std::uint32_t kGuaranteedBlockBytes = 16384;
constexpr std::uint32_t kGuaranteedTextureSize = 2048;

TEST(PaletteStorage, AJointTakesTheBytesOfAnAffine) {
  static_assert(sizeof(Affine) == kPaletteJointBytes);
  EXPECT_EQ(PlanPaletteStorage(100).value().size_bytes, 4800u);
}

TEST(PaletteStorage, IsAUniformBlockWhileTheJointsFitAndATextureFromThereOn) {  // L31
  const PaletteStorage last_block = *PlanPaletteStorage(341);
  EXPECT_EQ(last_block.kind, StorageKind::kUniformBlock);
  EXPECT_LE(last_block.size_bytes, kGuaranteedBlockBytes);
  EXPECT_GT(last_block.size_bytes + kPaletteJointBytes, kGuaranteedBlockBytes);
  EXPECT_EQ(PlanPaletteStorage(342).value().kind, StorageKind::kTexture);
}

TEST(PaletteStorage, ATextureHoldsEveryJointWholeWithinWhatIsGuaranteed) {  // L31, L32
  std::uint32_t planned = 0;
  for (std::uint32_t joints = 342; joints < 5000; ++joints, ++planned) {
    const PaletteStorage plan = *PlanPaletteStorage(joints);
    ASSERT_EQ(plan.kind, StorageKind::kTexture) << joints;
    ASSERT_LE(plan.width, kGuaranteedTextureSize) << joints;
    ASSERT_LE(plan.height, kGuaranteedTextureSize) << joints;
    const std::uint32_t last = joints - 1;
    ASSERT_LE(3 * (last % plan.joints_per_row) + 3, plan.width) << joints;
    ASSERT_EQ(last / plan.joints_per_row, plan.height - 1) << joints;
    // Rows are whole joints, so that the palette's bytes fill them one after another.
    ASSERT_EQ(plan.width, 3 * plan.joints_per_row) << joints;
    ASSERT_EQ(plan.size_bytes, plan.width * plan.height * 16) << joints;
  }
  EXPECT_EQ(planned, 4658u);
}

TEST(PaletteStorage, ASkinWithoutJointsStillGetsABlockThatCanBeBound) {
  EXPECT_EQ(PlanPaletteStorage(0).value().size_bytes, kPaletteJointBytes);
}

TEST(PaletteStorage, CountsBeyondALargestTextureAreRefusedAndNeverNarrowed) {  // C34
  EXPECT_EQ(PlanPaletteStorage(kMostTextureJoints).value().height, kGuaranteedTextureSize);
  for (const std::uint32_t joints : {kMostTextureJoints + 1, 0xffffffffu}) {
    const Result<PaletteStorage> plan = PlanPaletteStorage(joints);
    ASSERT_FALSE(plan.ok());
    EXPECT_EQ(plan.failure().code, FailureCode::kLimit);
    EXPECT_THAT(plan.failure().message, ::testing::HasSubstr(std::to_string(joints)));
  }
}

}  // namespace
}  // namespace sinew
