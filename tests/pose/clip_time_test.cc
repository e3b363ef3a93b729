// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include "sinew/playback.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::ClipOf;

Ticks TimeAt(Ticks position, Ticks duration, LoopMode loop) {
  return ClipTimeAt(position, duration, loop).time;
}

// duration 10:   position  -3   0   4   10   13
TEST(ClipTime, OnceIsHeldAtBothEnds) {  // L5, L23, C62
  EXPECT_EQ(TimeAt(-3, 10, LoopMode::kOnce), 0);
  EXPECT_EQ(TimeAt(0, 10, LoopMode::kOnce), 0);
  EXPECT_EQ(TimeAt(4, 10, LoopMode::kOnce), 4);
  EXPECT_EQ(TimeAt(10, 10, LoopMode::kOnce), 10);
  EXPECT_EQ(TimeAt(13, 10, LoopMode::kOnce), 10);
}

TEST(ClipTime, RepeatIsModuloBothWaysAndNeverTheDuration) {  // L23, C65
  EXPECT_EQ(ClipTimeAt(9, 10, LoopMode::kRepeat), (ClipTime{.time = 9, .loop = 0}));
  EXPECT_EQ(ClipTimeAt(10, 10, LoopMode::kRepeat), (ClipTime{.time = 0, .loop = 1}));
  EXPECT_EQ(ClipTimeAt(-1, 10, LoopMode::kRepeat), (ClipTime{.time = 9, .loop = -1}));
  EXPECT_EQ(ClipTimeAt(-10, 10, LoopMode::kRepeat), (ClipTime{.time = 0, .loop = -1}));
  EXPECT_EQ(ClipTimeAt(-11, 10, LoopMode::kRepeat), (ClipTime{.time = 9, .loop = -2}));
}

// One step of 1.3 s over a clip of 1 s shows 0.7 s, not the end.
TEST(ClipTime, PingPongComesBackByWhatItOvershot) {  // L23, C64
  const Ticks second = kTicksPerSecond;
  EXPECT_EQ(ClipTimeAt(second * 13 / 10, second, LoopMode::kPingPong),
            (ClipTime{.time = second * 7 / 10, .loop = 1, .mirrored = true}));
  EXPECT_EQ(TimeAt(second, second, LoopMode::kPingPong), second);
  EXPECT_EQ(TimeAt(2 * second, second, LoopMode::kPingPong), 0);
  EXPECT_FALSE(ClipTimeAt(2 * second, second, LoopMode::kPingPong).mirrored);
  EXPECT_EQ(TimeAt(-second / 4, second, LoopMode::kPingPong), second / 4);
}

// Asked again without time having passed it says the same: nothing is flipped by asking.
TEST(ClipTime, PingPongAtItsEndStaysThere) {  // C64
  for (int i = 0; i < 4; ++i) EXPECT_EQ(TimeAt(10, 10, LoopMode::kPingPong), 10);
}

TEST(ClipTime, PingPongNeverMovesFasterThanItsPosition) {
  for (Ticks position = -50; position < 50; ++position) {
    const Ticks step =
        TimeAt(position + 1, 7, LoopMode::kPingPong) - TimeAt(position, 7, LoopMode::kPingPong);
    EXPECT_EQ(step, ClipTimeAt(position, 7, LoopMode::kPingPong).mirrored ? -1 : 1) << position;
  }
}

TEST(ClipTime, AClipWithoutDurationIsAtZeroAndOnceFinishedAtOnce) {  // C66
  for (const LoopMode loop : {LoopMode::kOnce, LoopMode::kRepeat, LoopMode::kPingPong}) {
    for (const Ticks position : {Ticks{-5}, Ticks{0}, Ticks{5}}) {
      EXPECT_EQ(ClipTimeAt(position, 0, loop), ClipTime{});
      EXPECT_EQ(IsFinished(position, 0, loop, false), loop == LoopMode::kOnce);
      EXPECT_EQ(IsFinished(position, 0, loop, true), loop == LoopMode::kOnce);
    }
  }
}

TEST(ClipTime, OnceFinishesWhereItsDirectionEnds) {  // C62, C63
  EXPECT_FALSE(IsFinished(9, 10, LoopMode::kOnce, false));
  EXPECT_TRUE(IsFinished(10, 10, LoopMode::kOnce, false));
  EXPECT_FALSE(IsFinished(10, 10, LoopMode::kOnce, true));
  EXPECT_TRUE(IsFinished(0, 10, LoopMode::kOnce, true));
  EXPECT_FALSE(IsFinished(StartPosition(10, true), 10, LoopMode::kOnce, true));
  EXPECT_FALSE(IsFinished(StartPosition(10, false), 10, LoopMode::kOnce, false));
  EXPECT_FALSE(IsFinished(1000, 10, LoopMode::kRepeat, false));
}

TEST(ClipTime, TheEndIsSampledAtTheClipsOwnDuration) {  // C62
  const Clip clip = ClipOf({{.times = {0.0f, 1.1f}, .values = {0, 0, 0, 5, 0, 0}}});
  const Ticks duration = DurationOf(clip);
  EXPECT_NE(SecondsFromTicks(duration), static_cast<double>(1.1f));  // Why it is done.
  EXPECT_EQ(SampleSeconds(clip, duration), static_cast<double>(1.1f));
  EXPECT_EQ(SampleSeconds(clip, kTicksPerSecond), 1.0);
}

TEST(ClipTime, StaysInsideForThePositionsOfFiftyYears) {
  testing::SplitMix64 random(401);
  for (int i = 0; i < 100000; ++i) {
    const auto position = static_cast<Ticks>(random.Next()) >> random.Below(60);
    const Ticks duration = 1 + static_cast<Ticks>(random.Next() >> (4 + random.Below(60)));
    const Ticks repeat = TimeAt(position, duration, LoopMode::kRepeat);
    const Ticks ping_pong = TimeAt(position, duration, LoopMode::kPingPong);
    ASSERT_TRUE(repeat >= 0 && repeat < duration) << position << " of " << duration;
    ASSERT_TRUE(ping_pong >= 0 && ping_pong <= duration) << position << " of " << duration;
  }
}

}  // namespace
}  // namespace sinew
