// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/packed/source.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "base/arithmetic.h"
#include "math/affine.h"
#include "math/quat.h"
#include "math/vec.h"
#include "pose/kernels/kernels.h"
#include "pose/packed/cubic_dips.h"
#include "sinew/sampling.h"

namespace sinew::packing {
namespace {

// A knot before it is one: its moment, and whether it means the moment just before.
struct Moment {
  float time_s;
  bool just_before = false;

  double sample_s() const {
    const auto exact = static_cast<double>(time_s);
    // The next smaller number; times are not negative and zero is never just_before.
    return just_before ? std::bit_cast<double>(std::bit_cast<std::uint64_t>(exact) - 1) : exact;
  }
};

bool IsStep(const Track& track) {
  return track.interpolation == Interpolation::kStep && track.times.size() > 1;
}

std::vector<Moment> KeyMoments(const Clip& clip) {
  std::vector<float> times, steps;
  for (std::uint32_t i = 0; i < clip.track_count(); ++i) {
    const Track track = clip.track(i);
    times.insert(times.end(), track.times.begin(), track.times.end());
    AddDips(track, times);
    if (IsStep(track)) steps.insert(steps.end(), track.times.begin() + 1, track.times.end());
  }
  const auto sort_unique = [](std::vector<float>& v) {
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
  };
  sort_unique(times);
  sort_unique(steps);
  std::vector<Moment> moments;
  for (const float time_s : times) {
    if (time_s > 0.0f && std::binary_search(steps.begin(), steps.end(), time_s)) {
      moments.push_back({time_s, true});
    }
    moments.push_back({time_s});
  }
  if (moments.empty()) moments.push_back({0.0f});
  return moments;
}

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
    assert(error == Error::kNone);
    static_cast<void>(error);
    source_.morphs.insert(source_.morphs.end(), morphs_.begin(), morphs_.end());
  }

 private:
  Source& source_;
  std::vector<float> morphs_;
};

Vec3 OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }

float LargestScale(const Affine& a) {
  float largest = 0.0f;
  for (std::size_t c = 0; c < 3; ++c) {
    const float squared = a.m[0][c] * a.m[0][c] + a.m[1][c] * a.m[1][c] + a.m[2][c] * a.m[2][c];
    largest = std::max(largest, squared);
  }
  return std::sqrt(largest);
}

// Looks at a handful of poses: reach steers where bits are spent, the bound is verified afterwards.
std::vector<Reach> FindReach(const Source& source, std::span<const float> point_distance) {
  const Skeleton& skeleton = source.skeleton;
  const std::uint32_t joints = skeleton.joint_count();
  std::vector<Reach> reach(joints);
  std::vector<Affine> model(joints);
  constexpr std::uint32_t kLooks = 16;
  const std::uint32_t stride = std::max(1u, source.grid_count() / kLooks);
  const Affine root;
  for (std::uint32_t grid = 0; grid < source.grid_count(); grid += stride) {
    ChosenPoseKernels().local_to_model(
        {.pose = source.poses.data() + std::size_t{grid} * source.block_count,
         .parents = skeleton.parents().data(),
         .joint_count = joints,
         .root = &root,
         .model_from_joint = model.data()});
    for (std::uint32_t joint = 0; joint < joints; ++joint) {
      const float margin = LargestScale(model[joint]) * point_distance[joint];
      const Vec3 point = OriginOf(model[joint]);
      for (std::int32_t above = static_cast<std::int32_t>(joint); above != kNoParent;
           above = skeleton.parent(static_cast<std::uint32_t>(above))) {
        Reach& of = reach[static_cast<std::size_t>(above)];
        const Vec3 away = scalar::Sub(point, OriginOf(model[static_cast<std::size_t>(above)]));
        of.of_turn = std::max(of.of_turn, Length(away) + margin);
      }
      const std::int32_t parent = skeleton.parent(joint);
      const float scale =
          parent == kNoParent ? 1.0f : LargestScale(model[static_cast<std::size_t>(parent)]);
      reach[joint].of_translation = std::max(reach[joint].of_translation, scale);
    }
  }
  return reach;
}

}  // namespace

std::array<float, 4> Source::At(const StreamSource& stream, std::uint32_t grid,
                                std::uint32_t lane) const {
  if (stream.property == Property::kMorphWeights) {
    const std::uint32_t slot = stream.block * kBlockSize + lane;
    return {slot < morph_count ? morphs[std::size_t{grid} * morph_count + slot] : 0.0f};
  }
  const Transform t = TransformAt(poses[std::size_t{grid} * block_count + stream.block], lane);
  switch (stream.property) {
    case Property::kTranslation:
      return {t.translation.x, t.translation.y, t.translation.z};
    case Property::kRotation:
      return {t.rotation.x, t.rotation.y, t.rotation.z, t.rotation.w};
    default:
      return {t.scale.x, t.scale.y, t.scale.z};
  }
}

float Displacement(const Source& source, const StreamSource& stream, std::uint32_t lane,
                   const std::array<float, 4>& a, const std::array<float, 4>& b) {
  float sign = 1.0f;
  if (stream.property == Property::kRotation &&
      a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0f) {
    sign = -1.0f;
  }
  float squared = 0.0f;
  for (std::uint32_t i = 0; i < stream.width(); ++i) {
    const float difference = a[i] - sign * b[i];
    squared = squared + difference * difference;
  }
  const float distance = std::sqrt(squared);
  if (stream.property == Property::kMorphWeights) return distance * source.morph_scale;
  const Reach& reach = source.reach[std::size_t{stream.block} * kBlockSize + lane];
  switch (stream.property) {
    case Property::kTranslation:
      return distance * reach.of_translation;
    case Property::kRotation:
      return 2.0f * distance * reach.of_turn;  // |a - b| is the sine of half the angle, nearly.
    default:
      return distance * reach.of_turn;
  }
}

namespace {

// How often an interval between two keys may be halved, and how many knots refining may add.
constexpr int kDeepest = 12;
constexpr std::size_t kMostAdded = 65536;

// Whether lane `lane` of a stream varies over the samples so far, or differs from rest.
Motion MotionOf(const Source& source, const StreamSource& stream, std::uint32_t lane, float still) {
  const std::array<float, 4> first = source.At(stream, 0, lane);
  for (std::uint32_t grid = 1; grid < source.grid_count(); ++grid) {
    if (Displacement(source, stream, lane, first, source.At(stream, grid, lane)) > still) {
      return Motion::kMoving;
    }
  }
  if (stream.property == Property::kMorphWeights) return Motion::kConstant;
  const Transform& rest = source.skeleton.rest()[std::size_t{stream.block} * kBlockSize + lane];
  std::array<float, 4> at_rest{rest.translation.x, rest.translation.y, rest.translation.z};
  if (stream.property == Property::kRotation) {
    at_rest = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
  } else if (stream.property == Property::kScale) {
    at_rest = {rest.scale.x, rest.scale.y, rest.scale.z};
  }
  return Displacement(source, stream, lane, first, at_rest) > still ? Motion::kConstant
                                                                    : Motion::kRest;
}

// Sorts every lane that a track writes into moving, constant and at rest, by the samples at keys
// and half-way between them.
void FindStreams(Source& source, float still) {
  // Joints before morphs, then by block and property.
  std::map<std::tuple<bool, std::uint32_t, Property>, StreamSource> streams;
  for (const TrackRange& track : source.clip.track_ranges()) {
    const bool is_morph = track.property == Property::kMorphWeights;
    for (std::uint32_t i = 0; i < (is_morph ? track.width : 1u); ++i) {
      const std::uint32_t target = track.target + i;
      const std::uint32_t block = target / kBlockSize;
      StreamSource& stream = streams[{is_morph, block, track.property}];
      stream.block = block;
      stream.property = track.property;
      const std::uint32_t lane = target % kBlockSize;
      const auto bit = static_cast<std::uint8_t>(1u << lane);
      const Motion motion = MotionOf(source, stream, lane, still);
      if (motion == Motion::kMoving) stream.moving_lanes |= bit;
      if (motion == Motion::kConstant) stream.constant_lanes |= bit;
      if (motion != Motion::kRest) stream.written_lanes |= bit;
    }
  }
  for (auto& [order, stream] : streams) {
    if (stream.written_lanes != 0) source.streams.push_back(std::move(stream));
  }
}

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

// Samples moments in any order, and forgets them.
class Refiner {
 public:
  Refiner(Source& source, float tolerance)
      : source_(source), sampler_(source), tolerance_(tolerance) {}

  // All knots from a (not included) to b (included).
  void Refine(Moment a, Moment b, int depth, std::vector<Moment>& out) {
    const float middle = a.time_s + (b.time_s - a.time_s) * 0.5f;
    const bool can_split =
        depth < kDeepest && out.size() < most_ && middle > a.time_s && middle < b.time_s;
    if (can_split && !IsNear(a, b)) {
      Refine(a, {middle}, depth + 1, out);
      Refine({middle}, b, depth + 1, out);
      return;
    }
    out.push_back(b);
  }
  void set_most(std::size_t most) { most_ = most; }

 private:
  bool IsNear(Moment a, Moment b) {
    const std::size_t poses = source_.poses.size(), morphs = source_.morphs.size();
    const std::uint32_t first = source_.grid_count();
    const double begin_s = a.sample_s(), end_s = b.sample_s();
    sampler_.Append(begin_s);
    sampler_.Append(end_s);
    bool is_near = true;
    for (std::uint32_t i = 1; i < kGridStep && is_near; ++i) {
      const float blend = static_cast<float>(i) / static_cast<float>(kGridStep);
      sampler_.Append(begin_s + (end_s - begin_s) * static_cast<double>(blend));
      is_near = LineIsNear(source_, first, first + 1, first + 1 + i, blend, tolerance_);
    }
    source_.poses.resize(poses);
    source_.morphs.resize(morphs);
    source_.grid_s.resize(first);
    return is_near;
  }

  Source& source_;
  Sampler sampler_;
  float tolerance_;
  std::size_t most_ = 0;
};

// Which knots are the second of a jump in this stream.
void FindSteps(Source& source) {
  for (const TrackRange& range : source.clip.track_ranges()) {
    if (range.interpolation != Interpolation::kStep || range.key_count < 2) continue;
    const std::span<const float> times =
        std::span(source.clip.parts().times).subspan(range.first_time + 1, range.key_count - 1);
    const bool is_morph = range.property == Property::kMorphWeights;
    const std::uint32_t last = range.target + (is_morph ? range.width - 1 : 0u);
    for (StreamSource& stream : source.streams) {
      if (stream.property != range.property || stream.block < range.target / kBlockSize ||
          stream.block > last / kBlockSize) {
        continue;
      }
      for (const float time_s : times) {
        const auto at = std::upper_bound(source.knots.begin(), source.knots.end(), time_s);
        const auto knot = static_cast<std::uint32_t>(at - source.knots.begin()) - 1;
        if (knot > 0) stream.steps.push_back(knot);
      }
    }
  }
  for (StreamSource& stream : source.streams) {
    std::sort(stream.steps.begin(), stream.steps.end());
    stream.steps.erase(std::unique(stream.steps.begin(), stream.steps.end()), stream.steps.end());
  }
}

void SampleGrid(Source& source, std::span<const Moment> moments) {
  source.poses.clear();
  source.morphs.clear();
  source.grid_s.clear();
  source.knots.clear();
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

}  // namespace

std::size_t KeyMomentCount(const Clip& clip) { return KeyMoments(clip).size(); }

std::uint64_t BytesOfKnot(const Skeleton& skeleton, const Clip& clip) {
  const std::uint64_t of_joints = BlockCount(skeleton.joint_count()) * sizeof(TransformBlock);
  const std::uint64_t of_morphs = clip.morph_bound() * sizeof(float);
  constexpr std::uint64_t kCopies = 3;  // The exact poses, all streams whole, those of a try.
  return kGridStep * (kCopies * (of_joints + of_morphs) + sizeof(double));
}

Source ReadSource(const Skeleton& skeleton, const Clip& clip, const SourceOptions& options) {
  Source source{.skeleton = skeleton, .clip = clip};
  source.block_count = static_cast<std::uint32_t>(BlockCount(skeleton.joint_count()));
  source.morph_count = clip.morph_bound();
  source.morph_scale = options.error_bound / options.morph_error;

  const std::vector<Moment> keys = KeyMoments(clip);
  SampleGrid(source, keys);
  source.reach = FindReach(source, options.point_distance);
  FindStreams(source, options.error_bound * options.still_share);

  std::vector<Moment> moments{keys.front()};
  Refiner refiner(source, options.error_bound * options.refine_share);
  refiner.set_most(std::min(keys.size() * 2 + kMostAdded, options.most_knots));
  for (std::size_t i = 1; i < keys.size(); ++i) refiner.Refine(keys[i - 1], keys[i], 0, moments);
  if (moments.size() != keys.size()) SampleGrid(source, moments);
  FindSteps(source);
  return source;
}

}  // namespace sinew::packing
