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
#include "pose/packed/plan.h"
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

struct Attempt {
  std::vector<std::byte> bytes{};
  std::vector<StreamPlan> plans{};
  Deviation deviation{};
};

// The shares of the bound that a joint may use; 0 freedom: float32 at every knot.
class Packer {
 public:
  Packer(const Source& source, const PackOptions& options, std::span<const float> point_distance)
      : source_(source),
        options_(options),
        point_distance_(point_distance),
        exact_(packing::ExactMatrices(source)) {
    for (const packing::StreamSource& stream : source.streams) {
      whole_.push_back(packing::PlanStream(source, stream));
    }
  }

  Attempt Try(float freedom) const {
    Attempt attempt;
    attempt.plans = whole_;
    if (freedom > 0.0f) {
      const float bound = options_.error_bound * freedom;
      for (StreamPlan& plan : attempt.plans) {
        packing::ThinKnots(source_, bound * kThinShare, plan);
        packing::ChooseStorage(source_, bound * kRoundShare, plan);
      }
    }
    attempt.bytes = packing::Encode(source_, attempt.plans);
    attempt.deviation = packing::FindDeviation(source_, exact_, attempt.bytes, point_distance_);
    return attempt;
  }

  bool Holds(const Attempt& attempt) const {
    return attempt.deviation.distance <= options_.error_bound * kMargin &&
           attempt.deviation.morph <= options_.morph_error * kMargin;
  }

 private:
  const Source& source_;
  const PackOptions& options_;
  std::span<const float> point_distance_;
  std::vector<Affine> exact_;
  std::vector<StreamPlan> whole_;  // Every knot, float32.
};

// The smallest that holds, by halving between a freedom that does and one that does not.
Attempt FindSmallest(const Packer& packer, const PackOptions& options) {
  Attempt best = packer.Try(0.0f);
  if (options.storage == PackOptions::Storage::kFloat32 || !packer.Holds(best)) return best;
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

std::optional<Failure> Check(const Skeleton& skeleton, const Clip& clip,
                             const PackOptions& options) {
  if (clip.joint_bound() > skeleton.joint_count()) {
    return Refused("clip", "moves joint " + std::to_string(clip.joint_bound() - 1) +
                               ", but the skeleton has " + std::to_string(skeleton.joint_count()));
  }
  const auto positive = [](float v) { return v > 0.0f && scalar::IsUsable(v); };
  if (!positive(options.error_bound)) return Refused("error_bound", "expected a positive number");
  if (!positive(options.morph_error)) return Refused("morph_error", "expected a positive number");
  const auto distance = [](float v) { return v >= 0.0f && scalar::IsUsable(v); };
  if (!distance(options.point_distance)) {
    return Refused("point_distance", "expected zero or a positive number");
  }
  const std::span<const float> overrides = options.joint_point_distance;
  if (!overrides.empty() && overrides.size() != skeleton.joint_count()) {
    return Refused("joint_point_distance", "expected one number a joint, or none");
  }
  if (!std::all_of(overrides.begin(), overrides.end(), distance)) {
    return Refused("joint_point_distance", "expected zero or positive numbers");
  }
  return std::nullopt;
}

PackReport ReportOf(const Source& source, const Attempt& attempt) {
  PackReport report{.worst_error = attempt.deviation.distance,
                    .worst_joint = attempt.deviation.joint,
                    .worst_time_s = attempt.deviation.time_s,
                    .worst_morph_error = attempt.deviation.morph,
                    .knot_count = static_cast<std::uint32_t>(source.knots.size()),
                    .size_bytes = attempt.bytes.size()};
  for (const StreamPlan& plan : attempt.plans) {
    switch (plan.storage) {
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

Result<PackedClip> PackedClip::Create(const Skeleton& skeleton, const Clip& clip,
                                      const PackOptions& options) {
  const FloatEnvironmentGuard guard;
  if (auto failure = Check(skeleton, clip, options)) return *std::move(failure);
  std::vector<float> point_distance(skeleton.joint_count(), options.point_distance);
  if (!options.joint_point_distance.empty()) {
    point_distance.assign(options.joint_point_distance.begin(), options.joint_point_distance.end());
  }
  // Every moment at which anything has a key is a knot of everything, so a clip of many tracks that
  // share no times grows by the square when it is packed.
  const std::uint64_t most_knots = options.max_pack_bytes / packing::BytesOfKnot(skeleton, clip);
  if (const std::size_t knots = packing::KeyMomentCount(clip); knots > most_knots) {
    return Failure{
        FailureCode::kLimit, "clip",
        "has keys at " + std::to_string(knots) + " times, and with " +
            std::to_string(skeleton.joint_count()) + " joints the limit max_pack_bytes of " +
            std::to_string(options.max_pack_bytes) + " allows " + std::to_string(most_knots)};
  }
  PackedClip packed;
  packed.name_ = clip.name();
  packed.duration_s_ = clip.duration_s();
  packed.error_bound_ = options.error_bound;
  packed.joint_bound_ = clip.joint_bound();
  packed.morph_bound_ = clip.morph_bound();

  float nearest = std::numeric_limits<float>::infinity();
  for (const Effort& effort : kEfforts) {
    const Source source = packing::ReadSource(skeleton, clip,
                                              {.error_bound = options.error_bound,
                                               .point_distance = point_distance,
                                               .morph_error = options.morph_error,
                                               .refine_share = effort.refine_share,
                                               .still_share = effort.still_share,
                                               .most_knots = static_cast<std::size_t>(most_knots)});
    const Packer packer(source, options, point_distance);
    Attempt attempt = FindSmallest(packer, options);
    nearest = std::min(nearest, attempt.deviation.distance);
    if (!packer.Holds(attempt)) continue;
    packed.report_ = ReportOf(source, attempt);
    packed.bytes_ = std::move(attempt.bytes);
    return packed;
  }
  return Refused("error_bound", "cannot be kept: the nearest that was reached is " +
                                    std::to_string(nearest) + ", the bound is " +
                                    std::to_string(options.error_bound));
}

}  // namespace sinew
