// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Packing: read the exact clip at knots, leave out what a line can do without, round to few bits,
// and measure. Where the bound is broken, try again with less freedom; where there is room left,
// with more.
#include "sinew/packed_clip.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/arithmetic.h"
#include "math/usable.h"
#include "model/checks.h"
#include "pose/exact_bytes.h"
#include "pose/packed/knots.h"
#include "pose/packed/layout.h"
#include "pose/packed/pack_bytes.h"
#include "pose/packed/plan.h"
#include "pose/packed/resolve.h"
#include "pose/packed/source.h"
#include "pose/packed/verify.h"
#include "sinew/floating_point.h"

namespace sinew {
namespace {

using packing::Deviation;
using packing::Source;
using packing::StreamPlan;

// How the bound is shared out. Errors add up along a chain of joints and seldom all point the same
// way, so each joint may use this much of it, times a freedom that is found by trying.
constexpr float kThinShare = 0.55f;
constexpr float kRoundShare = 0.25f;
// Between grid points the error may be a little larger than on them.
constexpr float kMargin = 0.96f;
constexpr int kTries = 16;
// Where the bound is broken even by float32 at every knot, more knots are put in, and more channels
// count as moving: what a long chain of joints leaves out adds up.
struct Effort {
  float refine_share, still_share;
};
constexpr Effort kEfforts[] = {{0.25f, 0.01f}, {0.0625f, 0.0025f}, {0.015625f, 0.0f}};

// What a try must keep.
struct Goal {
  float error_bound, morph_error;
};

struct Attempt {
  std::vector<std::byte> bytes{};
  Deviation deviation{};
};

// The shares of the bound that a joint may use; 0 freedom: float32 at every knot.
class Packer {
 public:
  Packer(const Source& source, const Goal& goal, std::span<const float> point_distance)
      : source_(source),
        goal_(goal),
        point_distance_(point_distance),
        exact_(packing::ExactMatrices(source)) {
    std::size_t count = 0;
    for (const packing::StreamSource& stream : source.streams) {
      count += packing::ValueCount(source, stream);
    }
    values_.resize(count);
    whole_.reserve(source.streams.size());
    std::span<float> left = values_;
    for (const packing::StreamSource& stream : source.streams) {
      const std::span<float> values = left.first(packing::ValueCount(source, stream));
      left = left.subspan(values.size());
      whole_.push_back(packing::PlanStream(source, stream, values));
    }
  }

  // Of float32 at every knot.
  std::uint64_t whole_bytes() const { return packing::EncodedBytes(source_, whole_); }

  Attempt Try(float freedom) {
    std::vector<StreamPlan> plans = whole_;
    if (freedom > 0.0f) {
      const float bound = goal_.error_bound * freedom;
      for (StreamPlan& plan : plans) {
        packing::ThinKnots(source_, bound * kThinShare, plan);
        packing::ChooseStorage(source_, bound * kRoundShare, plan);
        work_ += plan.look_count;
      }
    }
    Attempt attempt;
    attempt.deviation.distance = std::numeric_limits<float>::infinity();
    if (auto bytes = packing::Encode(source_, plans)) {
      attempt.bytes = *std::move(bytes);
      attempt.deviation = packing::FindDeviation(source_, exact_, attempt.bytes, point_distance_);
      work_ += source_.grid_count();
    }
    return attempt;
  }

  bool Holds(const Attempt& attempt) const {
    return attempt.deviation.distance <= goal_.error_bound * kMargin &&
           attempt.deviation.morph <= goal_.morph_error * kMargin;
  }

  std::uint64_t work() const { return work_; }

 private:
  const Source& source_;
  const Goal goal_;
  std::span<const float> point_distance_;
  std::vector<Affine> exact_;
  std::vector<float> values_;      // Of all streams, at every grid point.
  std::vector<StreamPlan> whole_;  // Every knot, float32.
  std::uint64_t work_ = 0;         // See PackReport.
};

// The smallest that holds, by halving between a freedom that does and one that does not.
Attempt FindSmallest(PackOptions::Storage storage, Packer& packer) {
  Attempt best = packer.Try(0.0f);
  if (storage == PackOptions::Storage::kFloat32 || !packer.Holds(best)) return best;
  float good = 0.0f, bad = std::numeric_limits<float>::infinity();
  float freedom = 1.0f;
  for (int i = 0; i < kTries && bad > good * 1.1f; ++i) {
    Attempt attempt = packer.Try(freedom);
    if (packer.Holds(attempt)) {
      good = freedom;
      if (attempt.bytes.size() < best.bytes.size()) best = std::move(attempt);
      freedom = bad < std::numeric_limits<float>::infinity() ? (good + bad) * 0.5f : good * 1.5f;
    } else {
      bad = freedom;
      freedom = good > 0.0f ? (good + bad) * 0.5f : bad * 0.5f;
    }
  }
  return best;
}

Failure Refused(std::string place, std::string message) {
  return {FailureCode::kInvalid, std::move(place), std::move(message)};
}

Failure TooLarge(const std::string& found, const PackOptions& options) {
  return {FailureCode::kLimit, "clip",
          found + "; the limit is max_pack_bytes of " + std::to_string(options.max_pack_bytes)};
}

std::optional<Failure> Check(const Skeleton& skeleton, const Clip& clip,
                             const PackOptions& options) {
  if (clip.skeleton_id() != 0 && clip.skeleton_id() != skeleton.id()) {
    return Refused("clip", "is bound to another skeleton");
  }
  if (clip.joint_bound() > skeleton.joint_count()) {
    return Refused("clip", "moves joint " + std::to_string(clip.joint_bound() - 1) +
                               ", but the skeleton has " + std::to_string(skeleton.joint_count()));
  }
  const auto positive = [](float v) { return v > 0.0f && scalar::IsUsable(v); };
  if (options.error_bound && !positive(*options.error_bound)) {
    return Refused("error_bound", "expected a positive number");
  }
  if (!positive(options.morph_error)) return Refused("morph_error", "expected a positive number");
  const auto distance = [](float v) { return v >= 0.0f && scalar::IsUsable(v); };
  if (options.point_distance && !distance(*options.point_distance)) {
    return Refused("point_distance", "expected zero or a positive number");
  }
  const std::span<const float> by_joint = options.joint_point_distance;
  if (!by_joint.empty() && by_joint.size() != skeleton.joint_count()) {
    return Refused("joint_point_distance", "expected one number per joint, or none");
  }
  if (!std::all_of(by_joint.begin(), by_joint.end(), distance)) {
    return Refused("joint_point_distance", "expected zero or positive numbers");
  }
  return std::nullopt;
}

// A clip alone is as large as its skeleton.
Result<PackOptions> ResolvedFor(const Skeleton& skeleton, const PackOptions& options) {
  if (options.error_bound && options.point_distance) return options;
  const Result<float> size = packing::RestSize(skeleton);
  if (!size.ok()) return size.failure();
  return packing::Resolved(options, *size);
}

PackReport ReportOf(const Attempt& attempt) {
  const PackedView view = ViewOfPacked(attempt.bytes.data());
  PackReport report{.worst_error = attempt.deviation.distance,
                    .worst_joint = attempt.deviation.joint,
                    .worst_time_s = attempt.deviation.time_s,
                    .worst_morph_error = attempt.deviation.morph,
                    .knot_count = view.header->knot_count,
                    .size_bytes = attempt.bytes.size()};
  const std::uint32_t streams = view.header->joint_stream_count + view.header->morph_stream_count;
  for (std::uint32_t i = 0; i < streams; ++i) {
    switch (view.streams[i].storage) {
      case PackedStorage::kConstant:
        ++report.constant_streams;
        break;
      case PackedStorage::kFloat32:
        ++report.float32_streams;
        break;
      case PackedStorage::kU16:
        ++report.u16_streams;
        break;
      case PackedStorage::kU12:
        ++report.u12_streams;
        break;
      case PackedStorage::kU8:
        ++report.u8_streams;
        break;
    }
  }
  return report;
}

}  // namespace

Result<PackedClip> PackedClip::Begin(const Skeleton& skeleton, const Clip& clip,
                                     const PackOptions& options) {
  if (auto failure = Check(skeleton, clip, options)) return *std::move(failure);
  const Result<PackOptions> resolved = ResolvedFor(skeleton, options);
  if (!resolved.ok()) return resolved.failure();
  PackedClip packed;
  packed.name_ = clip.name();
  packed.duration_s_ = clip.duration_s();
  packed.error_bound_ = *resolved->error_bound;
  packed.point_distance_ = *resolved->point_distance;
  packed.morph_error_ = options.morph_error;
  packed.joint_bound_ = clip.joint_bound();
  packed.morph_bound_ = clip.morph_bound();
  packed.rest_hash_ = skeleton.rest_hash();
  packed.events_.assign(clip.events().begin(), clip.events().end());
  packed.root_motion_joint_ = clip.root_motion_joint();
  return packed;
}

Result<PackedClip> PackedClip::KeepExact(const Skeleton& skeleton, const Clip& clip,
                                         const PackOptions& options) {
  const FloatEnvironmentGuard guard;
  Result<PackedClip> begun = Begin(skeleton, clip, options);
  if (!begun.ok()) return begun;
  std::optional<std::vector<std::byte>> bytes = ExactBytesOf(clip);
  if (!bytes) {
    return Failure{FailureCode::kLimit, "clip", "has more values than 32 bits count"};
  }
  // Of a clip's rules all hold but one that only splines at the ends of the range break.
  if (auto failure =
          CheckExactBytes(*bytes, clip.duration_s(), clip.joint_bound(), clip.morph_bound())) {
    return *std::move(failure);
  }
  PackedClip kept = std::move(begun).value();
  kept.form_ = ClipForm::kExact;
  kept.bytes_ = *std::move(bytes);
  kept.report_ = {.size_bytes = kept.bytes_.size(), .source_bytes = clip.size_bytes()};
  return kept;
}

Result<PackedClip> PackedClip::Create(const Skeleton& skeleton, const Clip& clip,
                                      const PackOptions& options) {
  const FloatEnvironmentGuard guard;
  if (auto failure = Check(skeleton, clip, options)) return *std::move(failure);
  // Every moment at which anything has a key is a knot of everything, so a clip of many tracks that
  // share no times grows by the square when it is packed.
  std::uint64_t beside_bytes = packing::BytesOfChannels(skeleton, clip);
  if (beside_bytes <= options.max_pack_bytes) beside_bytes += packing::BytesOfKeys(clip);
  if (beside_bytes > options.max_pack_bytes) {
    return TooLarge("takes more than " + std::to_string(beside_bytes) + " bytes to pack with " +
                        std::to_string(skeleton.joint_count()) + " joints",
                    options);
  }
  const auto most_knots = static_cast<std::size_t>(std::min<std::uint64_t>(
      std::numeric_limits<std::size_t>::max(),
      (options.max_pack_bytes - beside_bytes) / packing::BytesOfKnot(skeleton, clip)));
  const std::vector<packing::Moment> keys = packing::KeyMoments(clip);
  if (keys.size() > most_knots) {
    return TooLarge("has keys at " + std::to_string(keys.size()) + " times, more than the " +
                        std::to_string(most_knots) + " that " +
                        std::to_string(skeleton.joint_count()) + " joints leave room for",
                    options);
  }
  Result<PackedClip> begun = Begin(skeleton, clip, options);  // Allocates: within the limit now.
  if (!begun.ok()) return begun;
  PackedClip packed = std::move(begun).value();
  const Goal goal{.error_bound = packed.error_bound_, .morph_error = packed.morph_error_};
  std::vector<float> point_distance(skeleton.joint_count(), packed.point_distance_);
  for (std::size_t joint = 0; joint < options.joint_point_distance.size(); ++joint) {
    point_distance[joint] = std::max(point_distance[joint], options.joint_point_distance[joint]);
  }

  float nearest = std::numeric_limits<float>::infinity();
  std::uint64_t work = 0;
  for (const Effort& effort : kEfforts) {
    const Source source = packing::ReadSource(skeleton, clip, keys,
                                              {.error_bound = goal.error_bound,
                                               .point_distance = point_distance,
                                               .morph_error = goal.morph_error,
                                               .refine_share = effort.refine_share,
                                               .still_share = effort.still_share,
                                               .most_knots = most_knots});
    Packer packer(source, goal, point_distance);
    if (packer.whole_bytes() > packing::kMostEncodedBytes) {
      return Failure{FailureCode::kLimit, "clip",
                     "takes " + std::to_string(packer.whole_bytes()) +
                         " bytes as a packed clip, which counts its bytes in 32 bits"};
    }
    Attempt attempt = FindSmallest(options.storage, packer);
    work += source.sample_count + packer.work();
    nearest = std::min(nearest, attempt.deviation.distance);
    if (!packer.Holds(attempt)) continue;
    packed.report_ = ReportOf(attempt);
    packed.report_.source_bytes = clip.size_bytes();
    packed.report_.work = work;
    packed.bytes_ = std::move(attempt.bytes);
    packed.joint_point_distance_ = std::move(point_distance);
    return packed;
  }
  return Refused("error_bound", "cannot be kept: the nearest that was reached is " +
                                    model::TextOf(nearest) + ", the bound is " +
                                    model::TextOf(goal.error_bound));
}

}  // namespace sinew
