// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer/sync.h"

#include <array>

#include "base/arithmetic.h"
#include "pose/mixer/clock.h"
#include "pose/playback/whole_division.h"

namespace sinew::mixing {
namespace {

using Segments = std::array<Ticks, kMostMarkers>;

std::int64_t FloorMod(std::int64_t dividend, std::int64_t divisor) {
  return dividend - FloorDivide(dividend, divisor) * divisor;
}

bool Follows(const MixerSetup::Data& setup, const ActionState& action, std::uint32_t group) {
  return FollowsGroup(setup, action) &&
         setup.clips[action.clip].group == static_cast<std::int32_t>(group);
}

struct Phase {
  std::int64_t beat = 0;
  std::int64_t part = 0;
};

// The phase at a moment: a walk along segments whose lengths are whole ticks, with whole loops
// skipped. Backwards the lengths are negative.
Phase PhaseAt(const GroupState& group, std::span<const Ticks> segments, Ticks moment) {
  const Phase anchored{group.beat, group.part};
  if (moment == group.anchor || segments[0] == 0) return anchored;
  const auto count = static_cast<std::int64_t>(segments.size());
  const bool backwards = segments[0] < 0;
  const auto length = [&](std::int64_t s) {
    const Ticks ticks = segments[static_cast<std::size_t>(s)];
    return backwards ? -ticks : ticks;
  };
  const std::int64_t first = FloorMod(group.beat, count);
  Ticks loop = 0, run = 0;  // How long a loop takes; from its beginning to the anchor.
  for (std::int64_t s = 0; s < count; ++s) {
    if (s < first) run += length(s);
    loop += length(s);
  }
  run += static_cast<Ticks>(static_cast<double>(group.part) / static_cast<double>(kWholeBeat) *
                                static_cast<double>(length(first)) +
                            0.5);
  const Ticks gone = moment - group.anchor;
  run += backwards ? -gone : gone;
  Phase phase{.beat = group.beat - first + FloorDivide(run, loop) * count, .part = 0};
  run = FloorMod(run, loop);
  std::int64_t s = 0;
  for (; run >= length(s); ++s) run -= length(s);
  phase.beat += s;
  phase.part = static_cast<std::int64_t>(static_cast<double>(run) / static_cast<double>(length(s)) *
                                             static_cast<double>(kWholeBeat) +
                                         0.5);
  return phase;
}

// How long each segment takes, at the contributions of `now`.
Segments TempoOf(const ConstState& state, std::uint32_t group) {
  const MixerSetup::Data& setup = state.setup();
  const std::uint32_t count = setup.groups[group].segment_count;
  double total = 0.0;  // In double, in the order of actions.
  std::uint32_t followers = 0;
  for (const ActionState& action : state.actions()) {
    if (!Follows(setup, action, group)) continue;
    total = total + static_cast<double>(ContributionAt(action, state.now()));
    ++followers;
  }
  std::array<double, kMostMarkers> rates{};  // Segments a tick, times the weights' sum.
  double whole_rate = 0.0;
  const double sum = total > 0.0 ? total : static_cast<double>(followers);
  for (const ActionState& action : state.actions()) {
    if (!Follows(setup, action, group) || action.has(kPaused)) continue;
    const double weight =
        total > 0.0 ? static_cast<double>(ContributionAt(action, state.now())) : 1.0;
    const MixerSetup::Data::GroupMember& member =
        setup.groups[group].members[setup.clips[action.clip].member];
    for (std::uint32_t s = 0; s < count; ++s) {
      const auto length = static_cast<double>(member.beats[s + 1] - member.beats[s]);
      const double rate = weight * static_cast<double>(action.speed) / length;
      rates[s] = rates[s] + rate;
      whole_rate = whole_rate + rate;
    }
  }
  Segments segments{};
  if (whole_rate == 0.0) return segments;
  const double direction = whole_rate < 0.0 ? -1.0 : 1.0;
  for (std::uint32_t s = 0; s < count; ++s) {
    const double rate = rates[s] * direction;  // Not positive where members pull apart: it stands.
    const double longest = static_cast<double>(kLongestSegment);
    double length = rate > 0.0 ? sum / rate : longest;
    if (!(length < longest)) length = longest;
    if (length < 1.0) length = 1.0;
    segments[s] = static_cast<Ticks>(length + 0.5);
    if (direction < 0.0) segments[s] = -segments[s];
  }
  return segments;
}

}  // namespace

Ticks GroupPositionAt(const ConstState& state, std::uint32_t clip, Ticks moment) {
  const MixerSetup::Data::ClipData& known = state.setup().clips[clip];
  const auto group = static_cast<std::uint32_t>(known.group);
  const std::vector<Ticks>& beats = state.setup().groups[group].members[known.member].beats;
  const std::span<const Ticks> segments = state.group_segments(group);
  const Phase phase = PhaseAt(state.group(group), segments, moment);
  const auto count = static_cast<std::int64_t>(segments.size());
  const auto s = static_cast<std::size_t>(FloorMod(phase.beat, count));
  const std::int64_t loop = FloorDivide(phase.beat, count);
  const std::int64_t most_loops = kMostTicks / known.duration - 2;
  const double part = static_cast<double>(phase.part) / static_cast<double>(kWholeBeat);
  const auto into = static_cast<Ticks>(part * static_cast<double>(beats[s + 1] - beats[s]) + 0.5);
  return ClampTicks(loop, -most_loops, most_loops) * known.duration + beats[s] + into;
}

bool GroupPlays(const ConstState& state, std::uint32_t group) {
  for (const ActionState& action : state.actions()) {
    if (Follows(state.setup(), action, group)) return true;
  }
  return false;
}

bool GroupTempoChanges(const ConstState& state, std::uint32_t group) {
  bool plays = false;
  for (const ActionState& action : state.actions()) {
    if (!Follows(state.setup(), action, group)) continue;
    plays = true;
    if (action.fade_duration > 0) return true;
  }
  if (!plays) return false;
  const Segments tempo = TempoOf(state, group);
  const std::span<const Ticks> held = state.group_segments(group);
  for (std::size_t s = 0; s < held.size(); ++s) {
    if (held[s] != tempo[s]) return true;
  }
  return false;
}

Ticks GroupGrid(const ConstState& state, std::uint32_t group) {
  Ticks shortest = 0;
  for (const ActionState& action : state.actions()) {
    if (action.fade_duration == 0 || !Follows(state.setup(), action, group)) continue;
    if (shortest == 0 || action.fade_duration < shortest) shortest = action.fade_duration;
  }
  Ticks grid = kGrid;
  while (shortest / grid > kMostLines) grid *= 2;
  return grid;
}

void AnchorGroup(const State& state, std::uint32_t group) {
  GroupState& anchored = state.group(group);
  const std::span<Ticks> held = state.group_segments(group);
  if (!GroupPlays(state, group)) {
    anchored = GroupState{};
    for (Ticks& length : held) length = 0;
    return;
  }
  const Segments tempo = TempoOf(state, group);
  const Phase phase = PhaseAt(anchored, held, state.now());
  anchored = {.anchor = state.now(),
              .beat = ClampTicks(phase.beat, -kMostTicks, kMostTicks),
              .part = phase.part};
  for (std::size_t s = 0; s < held.size(); ++s) held[s] = tempo[s];
}

void RetimeGroup(const State& state, std::uint32_t group) {
  const Segments tempo = TempoOf(state, group);
  const std::span<const Ticks> held = state.group_segments(group);
  bool same = true;
  for (std::size_t s = 0; s < held.size(); ++s) same = same && held[s] == tempo[s];
  if (!same || !GroupPlays(state, group)) AnchorGroup(state, group);
}

void PlaceGroup(const State& state, std::uint32_t clip, Ticks position) {
  const MixerSetup::Data::ClipData& known = state.setup().clips[clip];
  const auto group = static_cast<std::uint32_t>(known.group);
  const std::vector<Ticks>& beats = state.setup().groups[group].members[known.member].beats;
  const std::size_t count = state.group_segments(group).size();
  const std::int64_t loop = FloorDivide(position - beats[0], known.duration);
  const Ticks within = beats[0] + FloorMod(position - beats[0], known.duration);
  std::size_t s = 0;
  while (s + 1 < count && within >= beats[s + 1]) ++s;
  const double part =
      static_cast<double>(within - beats[s]) / static_cast<double>(beats[s + 1] - beats[s]);
  state.group(group) = {
      .anchor = state.now(),
      .beat = ClampTicks(loop * static_cast<std::int64_t>(count) + static_cast<std::int64_t>(s),
                         -kMostTicks, kMostTicks),
      .part = static_cast<std::int64_t>(part * static_cast<double>(kWholeBeat) + 0.5)};
}

}  // namespace sinew::mixing
