// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Events in clips of a few ticks, where every moment can be looked at one by one.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include "sinew/packed_clip.h"
#include "sinew/playback.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::Expect;
using testing::SplitMix64;

constexpr LoopMode kAllLoops[] = {LoopMode::kOnce, LoopMode::kRepeat, LoopMode::kPingPong};

float Seconds(Ticks ticks) { return static_cast<float>(SecondsFromTicks(ticks)); }

Clip ClipWithEvents(Ticks duration, const std::vector<Ticks>& events) {
  Clip::Parts parts;
  parts.duration_s = Seconds(duration);
  for (const Ticks at : events) parts.events.push_back({.time_s = Seconds(at)});
  const Clip clip = Expect(Clip::Create(std::move(parts)));
  EXPECT_EQ(DurationOf(clip), duration);
  return clip;
}

std::vector<EventHit> Hits(ClipView clip, LoopMode loop, Ticks t0, Ticks t1) {
  std::vector<EventHit> hits(1000);
  const std::uint64_t count = EventsBetween(clip, loop, t0, t1, hits);
  EXPECT_LE(count, hits.size());
  hits.resize(std::min<std::size_t>(static_cast<std::size_t>(count), hits.size()));
  return hits;
}

// Which events, in order, and '<' behind those met while the clip's time falls.
std::string Told(const std::vector<EventHit>& hits) {
  std::string told;
  for (const EventHit& hit : hits) {
    told += static_cast<char>('a' + hit.event);
    if (hit.backwards) told += '<';
  }
  return told;
}

std::string Told(ClipView clip, LoopMode loop, Ticks t0, Ticks t1) {
  return Told(Hits(clip, loop, t0, t1));
}

// The rule of the header, moment by moment, with no arithmetic in common with the code.
std::vector<EventHit> MomentByMoment(Ticks duration, const std::vector<Ticks>& events,
                                     LoopMode loop, Ticks t0, Ticks t1) {
  std::vector<EventHit> hits;
  const bool falling = t1 < t0;
  for (Ticks at = t0; at != t1; at += falling ? -1 : 1) {
    std::vector<EventHit> now;
    Ticks time = at;
    bool back = false;
    if (loop == LoopMode::kRepeat && duration > 0) {
      while (time < 0) time += duration;
      while (time >= duration) time -= duration;
    }
    if (loop == LoopMode::kPingPong && duration > 0) {
      while (time < 0) time += 2 * duration;
      while (time >= 2 * duration) time -= 2 * duration;
      back = time > duration;
      if (back) time = 2 * duration - time;
    }
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      const bool at_very_end = events[i] == duration && duration > 0;
      Ticks when = at_very_end && loop != LoopMode::kPingPong ? duration - 1 : events[i];
      if (loop == LoopMode::kOnce && duration > 0 && falling) when = std::max<Ticks>(when, 1);
      if (when == time) now.push_back({.event = i, .backwards = back != falling, .position = at});
    }
    if (back != falling) std::reverse(now.begin(), now.end());
    hits.insert(hits.end(), now.begin(), now.end());
  }
  return hits;
}

// ticks   0     3     7     10
//         a     b     c     end
TEST(Events, ForwardsTheStartIsInTheIntervalAndTheEndIsNot) {
  const Clip clip = ClipWithEvents(10, {0, 3, 7});
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 0, 3), "a");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 3, 7), "b");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 0, 100), "abc");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 5, 5), "");
}

TEST(Events, BackwardsTheyComeInReverseAndTheStartIsStillInTheInterval) {
  const Clip clip = ClipWithEvents(10, {0, 3, 7});
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 10, 3), "c<");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 3, 1), "b<");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 10, -1), "c<b<a<");
}

TEST(Events, ARepeatMeetsEachOncePerLoop) {
  const Clip clip = ClipWithEvents(10, {0, 3, 10});
  EXPECT_EQ(Told(clip, LoopMode::kRepeat, 0, 10), "abc");
  EXPECT_EQ(Told(clip, LoopMode::kRepeat, 10, 20), "abc");
  EXPECT_EQ(Told(clip, LoopMode::kRepeat, 4, 24), "cabcab");
  EXPECT_EQ(Told(clip, LoopMode::kRepeat, 10, 0), "a<c<b<");
  EXPECT_EQ(Told(clip, LoopMode::kRepeat, -10, 0), "abc");
}

TEST(Events, APingPongMeetsThemOnBothWaysAndTurningPointsOnce) {
  const Clip clip = ClipWithEvents(10, {0, 3, 10});
  EXPECT_EQ(Told(clip, LoopMode::kPingPong, 0, 20), "abcb<");
  EXPECT_EQ(Told(clip, LoopMode::kPingPong, 0, 41), "abcb<abcb<a");
  EXPECT_EQ(Told(clip, LoopMode::kPingPong, 20, 0), "a<bc<b<");
}

TEST(Events, TheLastInstantOfAOnceHappensWhenTheEndIsReached) {  // C62
  const Clip clip = ClipWithEvents(10, {10});
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 0, 9), "");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 9, 10), "a");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 10, 50), "");
}

TEST(Events, TheFirstInstantOfAOnceHappensBackwardsWhenItIsReached) {  // C62, C63
  const Clip clip = ClipWithEvents(10, {0});
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 10, 1), "");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 1, 0), "a<");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 0, -50), "");
  EXPECT_EQ(Told(clip, LoopMode::kOnce, 0, 1), "a") << "and forwards at its time";
  EXPECT_EQ(Told(clip, LoopMode::kRepeat, 1, 0), "") << "a repeat goes on below it";
}

TEST(Events, AClipWithoutDurationHasItsEventsOnceAtZero) {  // C66
  const Clip clip = ClipWithEvents(0, {0, 0});
  for (const LoopMode loop : kAllLoops) {
    EXPECT_EQ(Told(clip, loop, 0, 5), "ab");
    EXPECT_EQ(Told(clip, loop, 1, 500), "");
    EXPECT_EQ(Told(clip, loop, 0, -5), "b<a<");
  }
}

TEST(Events, AreThoseOfEveryMomentLookedAtOneByOne) {  // L23, C64, C65
  SplitMix64 random(410);
  for (int i = 0; i < 20000; ++i) {
    const auto duration = static_cast<Ticks>(random.Below(13));
    std::vector<Ticks> events;
    for (std::uint32_t k = random.Below(6); k > 0; --k) {
      events.push_back(random.Below(static_cast<std::uint32_t>(duration) + 1));
    }
    std::sort(events.begin(), events.end());
    const Clip clip = ClipWithEvents(duration, events);
    const LoopMode loop = kAllLoops[random.Below(3)];
    const Ticks t0 = static_cast<Ticks>(random.Below(120)) - 60;
    const Ticks t1 = static_cast<Ticks>(random.Below(120)) - 60;
    ASSERT_EQ(Hits(clip, loop, t0, t1), MomentByMoment(duration, events, loop, t0, t1))
        << "duration " << duration << ", from " << t0 << " to " << t1;
  }
}

TEST(Events, AreTheSameHoweverTimeIsSplit) {
  SplitMix64 random(411);
  const Clip clip = ClipWithEvents(1000, {0, 1, 1, 400, 999, 1000});
  for (int i = 0; i < 3000; ++i) {
    const LoopMode loop = kAllLoops[i % 3];
    const Ticks t0 = static_cast<Ticks>(random.Below(20000)) - 10000;
    const Ticks t1 = static_cast<Ticks>(random.Below(20000)) - 10000;
    std::vector<EventHit> in_pieces;
    for (Ticks at = t0; at != t1;) {
      const Ticks left = t1 - at;
      const auto most = static_cast<std::uint32_t>(std::min<Ticks>(std::abs(left), 1500));
      const auto step = static_cast<Ticks>(random.Below(most + 1));
      const Ticks next = left > 0 ? at + step : at - step;
      const std::vector<EventHit> hits = Hits(clip, loop, at, next);
      in_pieces.insert(in_pieces.end(), hits.begin(), hits.end());
      at = next;
    }
    ASSERT_EQ(in_pieces, Hits(clip, loop, t0, t1)) << t0 << " to " << t1;
  }
}

TEST(Events, AFrameOfMillionsOfLoopsIsCountedWithoutBeingVisited) {
  const Clip clip = ClipWithEvents(10, {2, 5, 5});
  std::vector<EventHit> first(4);
  const Ticks millions = 10 * Ticks{1'000'000'000'000};
  EXPECT_EQ(EventsBetween(clip, LoopMode::kRepeat, 0, millions, first), 3u * 1'000'000'000'000u);
  EXPECT_EQ(Told(first), "abca");
  EXPECT_EQ(EventsBetween(clip, LoopMode::kPingPong, 0, millions, first), 3u * 1'000'000'000'000u);
  EXPECT_EQ(EventsBetween(clip, LoopMode::kRepeat, millions, 0, first), 3u * 1'000'000'000'000u);
  EXPECT_EQ(Told(first), "c<b<a<c<");
  EXPECT_EQ(first[0].position, millions - 5);
  EXPECT_EQ(EventsBetween(clip, LoopMode::kRepeat, 0, millions, {}), 3u * 1'000'000'000'000u);
}

TEST(Events, AreCountedToTheMostThereIsAtTheEdgeOfTime) {
  const Clip clip = ClipWithEvents(1, std::vector<Ticks>(100, 0));
  std::vector<EventHit> first(1);
  constexpr Ticks kEdge = std::numeric_limits<Ticks>::max();
  EXPECT_EQ(EventsBetween(clip, LoopMode::kRepeat, -kEdge, kEdge, first),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(first[0], (EventHit{.event = 0, .backwards = false, .position = -kMostTicks}));
}

TEST(Events, OfAPackedClipAreThoseOfItsExactOne) {
  const Skeleton skeleton = testing::SkeletonOf({-1});
  const Clip exact = ClipWithEvents(1000, {0, 400, 1000});
  const PackedClip packed = PackedClip::Create(skeleton, exact).value();
  for (const LoopMode loop : kAllLoops) {
    EXPECT_EQ(Hits(packed, loop, -2500, 3500), Hits(exact, loop, -2500, 3500));
    EXPECT_FALSE(Hits(packed, loop, -2500, 3500).empty());
  }
}

}  // namespace
}  // namespace sinew
