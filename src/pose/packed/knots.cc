// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/knots.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "base/arithmetic.h"
#include "math/quat.h"
#include "pose/packed/cubic_dips.h"
#include "pose/packed/source.h"
#include "sinew/assertion.h"
#include "sinew/sampling.h"

namespace sinew::packing {

double Moment::sample_s() const {
  const auto exact = static_cast<double>(time_s);
  // The next smaller number; times are not negative and zero is never just_before.
  return just_before ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(exact) - 1) : exact;
}

namespace {

template <typename T>
void SortUnique(std::vector<T>& v) {
  std::sort(v.begin(), v.end());
  v.erase(std::unique(v.begin(), v.end()), v.end());
}

// The times of some tracks.
class TimeRuns {
 public:
  void Add(std::uint32_t first, std::uint32_t count) { runs_.push_back({first, count}); }

  // Tracks often share their times: then they are one run.
  void Merge() { SortUnique(runs_); }

  std::uint64_t time_count() const {
    std::uint64_t count = 0;
    for (const auto& [first, run] : runs_) count += run;
    return count;
  }

  std::vector<float> Times(std::span<const float> all) const {
    std::vector<float> times;
    times.reserve(static_cast<std::size_t>(time_count()));
    for (const auto& [first, run] : runs_) {
      const std::span<const float> from = all.subspan(first, run);
      times.insert(times.end(), from.begin(), from.end());
    }
    return times;
  }

 private:
  std::vector<std::pair<std::uint32_t, std::uint32_t>> runs_;  // First, count.
};

TimeRuns KeyRuns(const Clip& clip) {
  TimeRuns runs;
  for (const TrackRange& track : clip.track_ranges()) runs.Add(track.first_time, track.key_count);
  runs.Merge();
  return runs;
}

// All but the first key: before that its own value holds.
TimeRuns StepRuns(const Clip& clip) {
  TimeRuns runs;
  for (const TrackRange& track : clip.track_ranges()) {
    if (track.interpolation == Interpolation::kStep && track.key_count > 1) {
      runs.Add(track.first_time + 1, track.key_count - 1);
    }
  }
  runs.Merge();
  return runs;
}

}  // namespace

std::uint64_t KeyTimeCount(const Clip& clip) {
  return KeyRuns(clip).time_count() + StepRuns(clip).time_count();
}

std::vector<Moment> KeyMoments(const Clip& clip) {
  const std::span<const float> all = clip.parts().times;
  std::vector<float> times = KeyRuns(clip).Times(all);
  for (std::uint32_t i = 0; i < clip.track_count(); ++i) AddDips(clip.track(i), times);
  SortUnique(times);
  std::vector<float> steps = StepRuns(clip).Times(all);
  SortUnique(steps);
  std::vector<Moment> moments;
  moments.reserve(times.size() + steps.size() + 1);
  for (const float time_s : times) {
    if (time_s > 0.0f && std::binary_search(steps.begin(), steps.end(), time_s)) {
      moments.push_back({time_s, true});
    }
    moments.push_back({time_s});
  }
  if (moments.empty()) moments.push_back({0.0f});
  return moments;
}

namespace {

// The exact clip at moments, one after another.
class Sampler {
 public:
  explicit Sampler(Source& source) : source_(source), morphs_(source.morph_count) {}

  void Append(double time_s) {
    const std::size_t first = source_.poses.size();
    source_.poses.resize(first + source_.block_count);
    source_.grid_s.push_back(time_s);
    const PoseView pose{std::span(source_.poses).subspan(first), source_.skeleton.joint_count(),
                        morphs_};
    const Error error =
        SampleJob{
            .skeleton = source_.skeleton, .clip = source_.clip, .time_s = time_s, .pose = pose}
            .Run();
    SINEW_ASSERT(error == Error::kNone);
    static_cast<void>(error);
    source_.morphs.insert(source_.morphs.end(), morphs_.begin(), morphs_.end());
    ++source_.sample_count;
  }

 private:
  Source& source_;
  std::vector<float> morphs_;
};

// How often an interval between two keys may be halved, and how many knots refining may add.
constexpr int kDeepest = 12;
constexpr std::size_t kMostAdded = 65536;

// True where a line from grid point a to grid point b passes near grid point `at`.
bool LineIsNear(const Source& source, std::uint32_t a, std::uint32_t b, std::uint32_t at,
                float blend, float tolerance) {
  for (const StreamSource& stream : source.streams) {
    for (std::uint32_t lane = 0; lane < kBlockSize; ++lane) {
      if ((stream.moving_lanes >> lane & 1) == 0) continue;
      const std::array<float, 4> from = source.At(stream, a, lane);
      const std::array<float, 4> to = source.At(stream, b, lane);
      std::array<float, 4> mixed{};
      if (stream.property == Property::kRotation) {
        const Quat q = scalar::Nlerp({from[0], from[1], from[2], from[3]},
                                     {to[0], to[1], to[2], to[3]}, blend);
        mixed = {q.x, q.y, q.z, q.w};
      } else {
        for (std::uint32_t i = 0; i < 3; ++i) mixed[i] = from[i] + (to[i] - from[i]) * blend;
      }
      if (Displacement(source, stream, lane, mixed, source.At(stream, at, lane)) > tolerance) {
        return false;
      }
    }
  }
  return true;
}

class Refiner {
 public:
  Refiner(Source& source, float tolerance, std::size_t most_added)
      : source_(source), sampler_(source), tolerance_(tolerance), most_added_(most_added) {}

  // All knots from the source's knot `first` (not included) to the next (included), whose moments
  // are a and b. The grid has what is between them.
  void RefineKnot(std::uint32_t first, Moment a, Moment b, std::vector<Moment>& out) {
    if (CanSplit(a, b, 0) && !GridIsNear(first * kGridStep)) {
      Split(a, b, 0, out);
    } else {
      out.push_back(b);
    }
  }

 private:
  void Refine(Moment a, Moment b, int depth, std::vector<Moment>& out) {
    if (CanSplit(a, b, depth) && !IsNear(a, b)) {
      Split(a, b, depth, out);
    } else {
      out.push_back(b);
    }
  }

  static float MiddleOf(Moment a, Moment b) { return a.time_s + (b.time_s - a.time_s) * 0.5f; }

  bool CanSplit(Moment a, Moment b, int depth) const {
    const float middle = MiddleOf(a, b);
    return depth < kDeepest && added_ < most_added_ && middle > a.time_s && middle < b.time_s;
  }

  void Split(Moment a, Moment b, int depth, std::vector<Moment>& out) {
    ++added_;
    const Moment middle{MiddleOf(a, b)};
    Refine(a, middle, depth + 1, out);
    Refine(middle, b, depth + 1, out);
  }

  static float BlendOf(std::uint32_t step) {
    return static_cast<float>(step) / static_cast<float>(kGridStep);
  }

  bool GridIsNear(std::uint32_t first) const {
    for (std::uint32_t i = 1; i < kGridStep; ++i) {
      if (!LineIsNear(source_, first, first + kGridStep, first + i, BlendOf(i), tolerance_)) {
        return false;
      }
    }
    return true;
  }

  // Samples behind the grid, and forgets it.
  bool IsNear(Moment a, Moment b) {
    const std::size_t poses = source_.poses.size(), morphs = source_.morphs.size();
    const std::uint32_t first = source_.grid_count();
    const double begin_s = a.sample_s(), end_s = b.sample_s();
    sampler_.Append(begin_s);
    sampler_.Append(end_s);
    bool is_near = true;
    for (std::uint32_t i = 1; i < kGridStep && is_near; ++i) {
      sampler_.Append(begin_s + (end_s - begin_s) * i / kGridStep);
      is_near = LineIsNear(source_, first, first + 1, first + 1 + i, BlendOf(i), tolerance_);
    }
    source_.poses.resize(poses);
    source_.morphs.resize(morphs);
    source_.grid_s.resize(first);
    return is_near;
  }

  Source& source_;
  Sampler sampler_;
  float tolerance_;
  std::size_t most_added_;
  std::size_t added_ = 0;
};

// What a Refiner puts behind the grid: both ends of an interval and what is between.
constexpr std::size_t kBehindGrid = kBetween + 2;

}  // namespace

void SampleGrid(std::span<const Moment> moments, Source& source) {
  source.poses = {};  // Not cleared: the old and the new would be held at once.
  source.morphs = {};
  source.grid_s = {};
  source.knots = {};
  const std::size_t grid_count = kGridStep * (moments.size() - 1) + 1 + kBehindGrid;
  source.poses.reserve(grid_count * source.block_count);
  source.morphs.reserve(grid_count * source.morph_count);
  source.grid_s.reserve(grid_count);
  source.knots.reserve(moments.size());
  Sampler sampler(source);
  for (std::size_t i = 0; i < moments.size(); ++i) {
    source.knots.push_back(moments[i].time_s);
    const double begin_s = moments[i].sample_s();
    sampler.Append(begin_s);
    if (i + 1 == moments.size()) break;
    const double end_s = moments[i + 1].sample_s();
    for (std::uint32_t k = 1; k < kGridStep; ++k) {
      // Between the two knots of a jump there is nothing: the first one again.
      const bool jump = moments[i].time_s == moments[i + 1].time_s;
      sampler.Append(jump ? begin_s : begin_s + (end_s - begin_s) * k / kGridStep);
    }
  }
}

std::vector<Moment> Refined(std::span<const Moment> keys, float tolerance, std::size_t most,
                            Source& source) {
  const std::size_t room = most > keys.size() ? most - keys.size() : 0;
  Refiner refiner(source, tolerance, std::min(keys.size() + kMostAdded, room));
  std::vector<Moment> moments{keys.front()};
  for (std::size_t i = 1; i < keys.size(); ++i) {
    refiner.RefineKnot(static_cast<std::uint32_t>(i - 1), keys[i - 1], keys[i], moments);
  }
  return moments;
}

}  // namespace sinew::packing
