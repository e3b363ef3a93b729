// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The events of a clip, repeated for ever both ways, are a sequence in ascending position: a cycle
// of `count` of them, again and again. An interval is a run of that sequence, found by division and
// binary search; only what is written is visited.
#include <limits>

#include "pose/playback/whole_division.h"
#include "sinew/playback.h"

namespace sinew {
namespace {

class EventCycle {
 public:
  EventCycle(const ClipView& clip, LoopMode loop, bool falling)
      : events_(clip.events()),
        given_(static_cast<std::uint32_t>(events_.size())),
        duration_(DurationOf(clip)),
        loop_(loop),
        count_(given_) {
    if (duration_ <= 0) loop_ = LoopMode::kOnce;
    if (loop_ == LoopMode::kOnce && duration_ > 0 && falling) first_ = 1;
    if (loop_ == LoopMode::kRepeat) period_ = duration_;
    if (loop_ == LoopMode::kPingPong) {
      // The way back leaves out what stands at the turning points.
      period_ = 2 * duration_;
      const std::uint32_t at_start = FirstFrom(0, given_, 1);
      before_end_ = FirstFrom(0, given_, duration_);
      count_ += before_end_ - at_start;
    }
  }

  bool empty() const { return count_ == 0; }

  // A place in the sequence: entry `index` of a cycle, index <= count.
  struct Place {
    std::int64_t cycle;
    std::uint32_t index;
  };

  // The first entry at that position or after it.
  Place FirstAt(Ticks position) const {
    const std::int64_t cycle = period_ > 0 ? FloorDivide(position, period_) : 0;
    const Ticks into = position - cycle * period_;
    return {cycle, FirstFrom(0, count_, into)};
  }

  // How many entries there are from one place to a later one; the most that the type holds where
  // they are more.
  std::uint64_t Count(Place from, Place to) const {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    // Cycles are at most 2^60 either way.
    const auto cycles = static_cast<std::uint64_t>(to.cycle - from.cycle);
    if (cycles > kMost / 2 / count_) return kMost;
    return cycles * count_ + to.index - from.index;
  }

  // The entry at a place, which moves on; and the one before it, backwards.
  EventHit Next(Place& place) const {
    if (place.index == count_) place = {place.cycle + 1, 0};
    const EventHit hit = At(place, false);
    ++place.index;
    return hit;
  }
  EventHit Previous(Place& place) const {
    if (place.index == 0) place = {place.cycle - 1, count_};
    --place.index;
    return At(place, true);
  }

 private:
  EventHit At(Place place, bool falling) const {
    const bool on_the_way_back = place.index >= given_;
    return {.event = EventOf(place.index),
            .backwards = on_the_way_back != falling,
            .position = place.cycle * period_ + Offset(place.index)};
  }

  std::uint32_t EventOf(std::uint32_t index) const {
    return index < given_ ? index : before_end_ - 1 - (index - given_);
  }

  // Of an entry, from its cycle's beginning. Ascends with the index.
  Ticks Offset(std::uint32_t index) const {
    const Ticks at = TicksFromSeconds(events_.time_s(EventOf(index))).value_or(kMostTicks);
    if (index >= given_) return period_ - at;
    if (loop_ == LoopMode::kPingPong || duration_ <= 0) return at < duration_ ? at : duration_;
    const Ticks held = at < duration_ ? at : duration_ - 1;
    return held < first_ ? first_ : held;
  }

  // The first entry in [begin, end) whose offset is not below that one, or the end.
  std::uint32_t FirstFrom(std::uint32_t begin, std::uint32_t end, Ticks offset) const {
    while (begin < end) {
      const std::uint32_t middle = begin + (end - begin) / 2;
      if (Offset(middle) < offset) {
        begin = middle + 1;
      } else {
        end = middle;
      }
    }
    return begin;
  }

  ClipEvents events_;
  std::uint32_t given_;
  Ticks duration_;
  LoopMode loop_;
  Ticks first_ = 0;               // Where events of time 0 are met: played once and backwards, in
                                  // the last tick before it.
  Ticks period_ = 0;              // 0: one cycle, no more.
  std::uint32_t before_end_ = 0;  // Ping-pong: how many events stand before the end.
  std::uint32_t count_;           // Entries a cycle.
};

}  // namespace

std::uint64_t EventsBetween(const ClipView& clip, LoopMode loop, Ticks t0, Ticks t1,
                            std::span<EventHit> hits) {
  t0 = WithinMost(t0);
  t1 = WithinMost(t1);
  const bool falling = t1 < t0;
  const EventCycle cycle(clip, loop, falling);
  if (t0 == t1 || cycle.empty()) return 0;
  // Forwards [t0, t1); backwards (t1, t0].
  const EventCycle::Place begin = cycle.FirstAt(falling ? t1 + 1 : t0);
  const EventCycle::Place end = cycle.FirstAt(falling ? t0 + 1 : t1);
  const std::uint64_t count = cycle.Count(begin, end);
  const std::uint64_t written = count < hits.size() ? count : hits.size();
  EventCycle::Place place = falling ? end : begin;
  for (std::size_t i = 0; i < written; ++i) {
    hits[i] = falling ? cycle.Previous(place) : cycle.Next(place);
  }
  return count;
}

}  // namespace sinew
