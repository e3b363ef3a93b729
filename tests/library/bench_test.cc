// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew bench` measures of a file, in C++: the same clip exact and packed, frame after frame
// by the kernels that were chosen. How long it takes is the caller's business.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sinew/asset.h"
#include "sinew/character.h"
#include "sinew/isa.h"
#include "sinew/pack.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"

namespace sinew {
namespace {

TEST(TheLibrary, SamplesAClipInBothFormsFrameAfterFrame) {
  const Result<Model> made = MakeCharacter();
  ASSERT_TRUE(made.ok());
  const Result<PackedClip> packed = PackedClip::Create(made->skeleton(), made->clips()[1], {});
  ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
  EXPECT_GT(packed->report().size_bytes, 0u);
  const std::uint32_t joints = made->skeleton().joint_count();
  Pose exact(joints), quantised(joints);
  const auto sample = [&](ClipView clip, double time_s, PoseView pose) {
    return SampleJob{.skeleton = made->skeleton(), .clip = clip, .time_s = time_s, .pose = pose}
        .Run();
  };
  float worst = 0.0f;
  for (int frame = 0; frame < 60; ++frame) {
    ASSERT_EQ(sample(made->clips()[1], frame / 60.0, exact), Error::kNone);
    ASSERT_EQ(sample(*packed, frame / 60.0, quantised), Error::kNone);
    for (std::uint32_t j = 0; j < joints; ++j) {
      const Vec3 a = exact.joint(j).translation, b = quantised.joint(j).translation;
      worst = std::max({worst, a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y, a.z - b.z, b.z - a.z});
    }
  }
  EXPECT_LT(worst, 0.01f);
  const std::vector<Isa> isas(AvailableIsas().begin(), AvailableIsas().end());
  EXPECT_NE(std::find(isas.begin(), isas.end(), ChosenIsa()), isas.end());
}

}  // namespace
}  // namespace sinew
