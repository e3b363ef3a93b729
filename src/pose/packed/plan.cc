// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/plan.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "base/arithmetic.h"
#include "pose/packed/codes.h"
#include "pose/packed/layout.h"

namespace sinew::packing {
namespace {

// A component that comes nearer to zero than this is not left out: what it would be worked out from
// would have to be too exact.
constexpr float kSmallestLeftOut = 0.25f;

// Which component of a lane's rotation stays farthest from zero, and how far.
struct LeftOut {
  std::uint8_t component;
  float smallest;
};

LeftOut FarthestFromZero(const Source& source, const StreamSource& stream, std::uint32_t lane) {
  std::array<float, 4> smallest{2.0f, 2.0f, 2.0f, 2.0f};
  for (std::uint32_t grid = 0; grid < source.grid_count(); ++grid) {
    const std::array<float, 4> q = source.At(stream, grid, lane);
    for (std::size_t i = 0; i < 4; ++i) smallest[i] = std::min(smallest[i], std::abs(q[i]));
  }
  // The last where it is as good as any: then nothing has to change places.
  std::uint8_t best = 3;
  for (std::uint8_t i = 0; i < 3; ++i) {
    if (smallest[i] > smallest[best] && smallest[3] < 0.5f) best = i;
  }
  return {best, smallest[best]};
}

std::array<float, 4> Turned(const std::array<float, 4>& q) { return {-q[0], -q[1], -q[2], -q[3]}; }

float DotOf(const std::array<float, 4>& a, const std::array<float, 4>& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

}  // namespace

std::size_t ValueCount(const Source& source, const StreamSource& stream) {
  const std::size_t grid_count = stream.moving_lanes != 0 ? source.grid_count() : 1;
  return grid_count * stream.width() * kBlockSize;
}

StreamPlan PlanStream(const Source& source, const StreamSource& stream, std::span<float> values) {
  StreamPlan plan{.source = &stream, .values = values};
  const std::uint32_t width = stream.width();
  const bool is_rotation = stream.property == Property::kRotation;
  plan.component_count = width;
  const bool moves = stream.moving_lanes != 0;
  if (moves) {
    plan.storage = PackedStorage::kFloat32;
    plan.knot_count = static_cast<std::uint32_t>(source.knots.size());
  }
  if (moves && is_rotation) {
    plan.can_leave_one_out = true;
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      const LeftOut left_out = FarthestFromZero(source, stream, lane);
      plan.left_out[lane] = left_out.component;
      plan.smallest_left_out[lane] = left_out.smallest;
      if (left_out.smallest < kSmallestLeftOut) plan.can_leave_one_out = false;
    }
  }
  const std::uint32_t grid_count = moves ? source.grid_count() : 1;
  for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
    const bool lane_moves = (stream.moving_lanes >> lane & 1) != 0;
    std::array<float, 4> before = source.At(stream, 0, lane);
    for (std::uint32_t grid = 0; grid < grid_count; ++grid) {
      std::array<float, 4> value = source.At(stream, lane_moves ? grid : 0, lane);
      if (moves && is_rotation) {
        const bool is_turned = plan.can_leave_one_out ? value[plan.left_out[lane]] < 0.0f
                                                      : DotOf(value, before) < 0.0f;
        if (is_turned) value = Turned(value);
        before = value;
      }
      for (std::uint32_t i = 0; i < width; ++i) {
        values[(std::size_t{grid} * width + i) * kBlockSize + lane] = value[i];
      }
    }
  }
  return plan;
}

namespace {

std::array<float, 4> UnitOf(const std::array<float, 4>& q) {
  const float scale = 1.0f / std::sqrt(DotOf(q, q));
  return {q[0] * scale, q[1] * scale, q[2] * scale, q[3] * scale};
}

// Unit, as sampling makes it: by its length, or by what the others leave to the one left out.
std::array<float, 4> MadeUnit(const std::array<float, 4>& q, PackedFourth fourth,
                              std::uint8_t left_out) {
  if (fourth != PackedFourth::kOfMixed) return UnitOf(q);
  std::array<float, 4> unit = q;
  unit[left_out] = 0.0f;
  const float left = 1.0f - DotOf(unit, unit);
  unit[left_out] = std::sqrt(left < 0.0f ? 0.0f : left);
  return unit;
}

// Finds the knots that a stream needs.
class Thinner {
 public:
  Thinner(const Source& source, float tolerance, const StreamPlan& plan)
      : source_(source), tolerance_(tolerance), plan_(plan) {}

  // Nothing where neighbouring knots are too far apart for a line of that kind.
  std::optional<std::vector<std::uint32_t>> Kept(PackedFourth fourth) {
    const auto last = static_cast<std::uint32_t>(source_.knots.size() - 1);
    std::vector<std::uint32_t> kept;
    kept.reserve(source_.knots.size());
    kept.push_back(0);
    for (std::uint32_t begin = 0; begin < last; begin = kept.back()) {
      if (fourth == PackedFourth::kOfMixed && !LineHolds(begin, begin + 1, fourth)) return {};
      kept.push_back(FarthestOnALine(begin, last, fourth));
    }
    return kept;
  }

  std::uint64_t look_count() const { return look_count_; }

 private:
  bool MustKeep(std::uint32_t knot) const {
    const std::vector<bool>& jumps = plan_.source->must_keep;
    return knot % kKnotsAWord == 0 || (!jumps.empty() && jumps[knot]);
  }

  std::uint32_t FarthestOnALine(std::uint32_t begin, std::uint32_t last, PackedFourth fourth) {
    // The next knot that must be kept; never far, which bounds the work of finding lines.
    std::uint32_t farthest = begin + 1;
    while (farthest < last && !MustKeep(farthest)) ++farthest;
    std::uint32_t good = begin + 1, bad = farthest + 1;
    for (std::uint32_t length = 2; good < farthest; length *= 2) {
      const std::uint32_t end = std::min(begin + length, farthest);
      if (!LineHolds(begin, end, fourth)) {
        bad = end;
        break;
      }
      good = end;
    }
    while (bad - good > 1 && bad <= farthest) {
      const std::uint32_t middle = good + (bad - good) / 2;
      (LineHolds(begin, middle, fourth) ? good : bad) = middle;
    }
    return good;
  }

  bool LineHolds(std::uint32_t begin, std::uint32_t end, PackedFourth fourth) {
    const StreamSource& stream = *plan_.source;
    const std::uint32_t a = begin * kGridStep, b = end * kGridStep;
    const auto begin_s = static_cast<double>(source_.knots[begin]);
    const auto end_s = static_cast<double>(source_.knots[end]);
    for (std::uint32_t grid = a + 1; grid < b; ++grid) {
      ++look_count_;
      const float blend = BlendBetween(begin_s, end_s, source_.grid_s[grid]);
      for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
        if ((stream.moving_lanes >> lane & 1) == 0) continue;
        std::array<float, 4> mixed{}, exact{};
        for (std::uint32_t i = 0; i < stream.width(); ++i) {
          const float from = plan_.At(a, i, lane);
          mixed[i] = from + (plan_.At(b, i, lane) - from) * blend;
          exact[i] = plan_.At(grid, i, lane);
        }
        if (stream.property == Property::kRotation) {
          mixed = MadeUnit(mixed, fourth, plan_.left_out[lane]);
        }
        if (Displacement(source_, stream, lane, mixed, exact) > tolerance_) return false;
      }
    }
    return true;
  }

  const Source& source_;
  float tolerance_;
  const StreamPlan& plan_;
  std::uint64_t look_count_ = 0;
};

}  // namespace

void ThinKnots(const Source& source, float tolerance, StreamPlan& plan) {
  if (plan.storage == PackedStorage::kConstant) return;
  Thinner thinner(source, tolerance, plan);
  plan.kept = *thinner.Kept(PackedFourth::kStored);
  if (plan.can_leave_one_out) {
    plan.fourth = PackedFourth::kOfRows;
    // Half as many rows again are worth it.
    auto kept = thinner.Kept(PackedFourth::kOfMixed);
    if (kept && 2 * kept->size() <= 3 * plan.kept.size()) {
      plan.kept = *std::move(kept);
      plan.fourth = PackedFourth::kOfMixed;
    }
  }
  plan.look_count += thinner.look_count();
  // Most knots: looking for the rows would take longer than the few bytes are worth.
  if (4 * plan.kept.size() >= 3 * source.knots.size()) plan.kept.clear();
}

namespace {

// Codes are off by half a step at most, and seldom all at once in the worst direction.
constexpr float kUsualShare = 0.6f;

float RoundingMoves(const Source& source, const StreamPlan& plan, PackedStorage storage,
                    std::uint32_t lane) {
  const StreamSource& stream = *plan.source;
  float squared = 0.0f;
  for (std::uint32_t i = 0; i < plan.component_count; ++i) {
    const float half_step = RangeOf(plan, i, lane).StepOf(storage) * 0.5f;
    squared = squared + half_step * half_step;
  }
  float off = std::sqrt(squared);
  if (stream.property == Property::kRotation && plan.component_count == 3) {
    off = off / plan.smallest_left_out[lane];  // The one left out takes up the others' error.
  }
  return Displacement(source, stream, lane, {off}, {}) * kUsualShare;
}

}  // namespace

void ChooseStorage(const Source& source, float tolerance, StreamPlan& plan) {
  if (plan.storage == PackedStorage::kConstant) return;
  if (plan.can_leave_one_out) plan.component_count = 3;
  for (const PackedStorage storage :
       {PackedStorage::kU8, PackedStorage::kU12, PackedStorage::kU16}) {
    bool fits = true;
    for (std::uint32_t lane = 0; lane < kBlockSize && fits; ++lane) {
      if ((plan.source->moving_lanes >> lane & 1) == 0) continue;
      fits = RoundingMoves(source, plan, storage, lane) <= tolerance;
    }
    if (!fits) continue;
    plan.storage = storage;
    return;
  }
  plan.storage = PackedStorage::kFloat32;
  plan.component_count = plan.source->width();
  plan.fourth = PackedFourth::kStored;
}

}  // namespace sinew::packing
