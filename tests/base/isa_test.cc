// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/isa.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <span>
#include <vector>

#include "pose/kernels/kernels.h"
#include "sinew/hash.h"
#include "sinew/hierarchy.h"
#include "sinew/packed_clip.h"
#include "sinew/pose.h"
#include "sinew/sampling.h"
#include "support/random_rig.h"

namespace sinew {
namespace {

// Puts the choice back as it was.
class KeepIsa {
 public:
  ~KeepIsa() { EXPECT_EQ(ChooseIsa(before_), Error::kNone); }

 private:
  Isa before_ = ChosenIsa();
};

TEST(ChooseIsa, DecidesWhatTheNextJobRunsOnAndTheBitsStayTheSame) {
  const KeepIsa keep;
  testing::SplitMix64 random(15);
  const Skeleton skeleton = testing::RandomSkeleton(random, 37);
  const Clip clip = testing::RandomClip(random, 37, 2);
  const Result<PackedClip> packed = PackedClip::Create(skeleton, clip, {.error_bound = 0.01f});
  ASSERT_TRUE(packed.ok()) << Describe(packed.failure());

  std::vector<std::uint64_t> hashes;
  for (const Isa isa : AvailableIsas()) {
    ASSERT_EQ(ChooseIsa(isa), Error::kNone);
    EXPECT_EQ(ChosenIsa(), isa);
    EXPECT_EQ(&ChosenPoseKernels(), &PoseKernelsOf(isa));
    Pose pose(37, 2);
    std::vector<Affine> model_from_joint(37);
    const SampleJob sample{.skeleton = skeleton, .clip = *packed, .time_s = 0.4, .pose = pose};
    ASSERT_EQ(sample.Run(), Error::kNone);
    const LocalToModelJob to_model{
        .skeleton = skeleton, .pose = pose, .model_from_joint = model_from_joint};
    ASSERT_EQ(to_model.Run(), Error::kNone);
    hashes.push_back(Hash64().Add(std::span<const Affine>(model_from_joint)).value());
  }
  std::cout << "ran on " << hashes.size() << " instruction sets\n";
  EXPECT_EQ(std::ranges::count(hashes, hashes.front()), std::ssize(hashes));
}

TEST(ChooseIsa, RefusesOneThatThisMachineDoesNotHaveAndKeepsTheOldOne) {
  const KeepIsa keep;
  ASSERT_EQ(ChooseIsa(Isa::kScalar), Error::kNone);
  std::uint32_t refused = 0;
  for (const Isa isa : {Isa::kSse4, Isa::kAvx2, Isa::kNeon, Isa::kWasm, static_cast<Isa>(99)}) {
    if (std::ranges::count(AvailableIsas(), isa) != 0) continue;
    EXPECT_EQ(ChooseIsa(isa), Error::kNoSuchIsa);
    EXPECT_EQ(ChosenIsa(), Isa::kScalar);
    ++refused;
  }
  EXPECT_GE(refused, 3u);
}

// In a process of its own, where nobody has asked or chosen before.
TEST(ChooseIsaDeathTest, CountsOverTheEnvironmentWhichCountsOverTheFastest) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Isa fastest = AvailableIsas().back();
  ASSERT_NE(fastest, Isa::kScalar);
  EXPECT_EXIT(
      {
        ::setenv("SINEW_ISA", "scalar", 1);
        const bool by_environment = ChosenIsa() == Isa::kScalar;
        const bool by_call = ChooseIsa(fastest) == Error::kNone && ChosenIsa() == fastest;
        std::exit(by_environment && by_call ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(
      {
        ::unsetenv("SINEW_ISA");
        std::exit(ChosenIsa() == fastest ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace sinew
