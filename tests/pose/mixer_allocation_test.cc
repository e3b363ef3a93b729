// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A program whose every allocation is counted: characters are mixed for a thousand frames, saved,
// loaded, switched and armed, and ask for no memory (L18, L44).
#include <gtest/gtest.h>

#include "pose/mixer_program.h"
#include "support/counted_new.h"

namespace sinew {
namespace {

using testing::Op;

TEST(MixerAllocation, NothingIsAllocatedOnceAMixerStands) {  // L18, L44
  const testing::ProgramWorld world(44, false, true);
  Mixer mixer(world.setup());
  MixerScratch scratch(world.setup());
  Pose pose(testing::kProgramJoints, testing::kProgramMorphs);
  Pose own(testing::kProgramJoints, testing::kProgramMorphs);
  std::vector<std::byte> saved(mixer.state_bytes());
  testing::SplitMix64 random(18);

  const std::uint64_t before = testing::AllocationCount();
  std::uint64_t failed = 0, calls = 0;
  const auto run = [&](Error error) { failed += error == Error::kNone ? 0 : 1; };
  run(mixer.save(saved));
  for (int frame = 0; frame < 1000; ++frame) {
    const auto op = static_cast<Op>(frame % static_cast<int>(Op::kAll));
    testing::Apply(testing::RandomCall(random, mixer, op), world, mixer, scratch);
    ++calls;
    if (frame % 50 == 0) mixer.set_layer_pose(1, own);
    if (frame % 50 == 25) mixer.clear_layer_pose(1);
    run(mixer.update(1.0 / 60.0));
    run(mixer.evaluate(scratch, pose));
    if (frame % 100 == 60) run(mixer.save(saved));
    if (frame % 100 == 99) run(mixer.load(saved));
    static_cast<void>(mixer.hash());
  }
  const std::uint64_t allocated = testing::AllocationCount() - before;
  EXPECT_EQ(calls, 1000u);
  EXPECT_EQ(failed, 0u);
  EXPECT_EQ(allocated, 0u);
}

TEST(MixerAllocation, IsCounted) {
  const testing::ProgramWorld world(44, false, false);
  const std::uint64_t before = testing::AllocationCount();
  const Mixer mixer(world.setup());
  EXPECT_GT(testing::AllocationCount() - before, 0u) << "else the other test shows nothing";
}

}  // namespace
}  // namespace sinew
