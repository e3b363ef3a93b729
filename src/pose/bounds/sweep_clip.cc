// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A stretch of time is bounded by the pose in its middle and by how far anything can get from it
// meanwhile. Stretches that might reach beyond what is already known to be reached, by more than
// the tolerance, are cut in two.
//
// How far a point gets. With the local transform L = T R S of a joint under its parent's M, and a
// point p of the joint's space, everything within one stretch and m for its middle,
//
//   |L p - L_m p|     <= dT + (dR s_m + dS) |p|                     =: e(p)
//   |M L p - M_m L_m p| <= |M (L p - L_m p)| + |(M - M_m) L_m p|
//                       <= N e(p) + (A + B |L_m p|)
//
// where dT, dR, dS are the largest deviations of the tracks, s_m the largest scale, N bounds how
// much M stretches, and A + B |y| what the parent moves a point y of its space: so the joint's own
// A and B follow from its parent's, one step each, down the hierarchy.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/arithmetic.h"
#include "math/box.h"
#include "math/usable.h"
#include "pose/bounds/track_hull.h"
#include "pose/sample_exact.h"
#include "sinew/clip_bounds.h"

namespace sinew {
namespace {

using scalar::AffineD;
using scalar::BoxD;

// Rounding of the jobs whose matrices move the boxes, at one step of the hierarchy: the entries of
// T * R * S and of the product, in float, relative to the magnitudes that are added up.
constexpr double kStepRounding = 0x1p-19;
// Of the palette's product, likewise.
constexpr double kPaletteRounding = 0x1p-21;
// Rest rotations may be off unit length by 1e-5, which stretches by four times that.
constexpr double kRestStretch = 1.0 + 5e-5;

constexpr char kOutOfRange[] = "the clip moves a box out of the usable range of numbers";

// How far a joint may move what hangs on it, within a stretch.
struct Motion {
  AffineD middle{};         // model_from_joint in the middle.
  double stretch = 1.0;     // N: it makes nothing longer than so many times.
  double apart = 0.0;       // A, and
  double per_length = 0.0;  // B: a point at a distance d of its origin moves by at most A + B d.
  // What of A and B is rounding: no cut makes it smaller.
  double apart_floor = 0.0, per_length_floor = 0.0;
};

struct PathDeviation {
  double translation = 0.0, rotation = 0.0, scale = 0.0;
};

struct Bounded {
  Stretch stretch;
  BoxD reached;  // In the middle.
  BoxD bound;    // Throughout.
  double floor;  // How much of what it reaches beyond is rounding.
  bool usable;   // No number left the usable range.
};

double Largest(Vec3 v) {
  const auto magnitude = [](float f) { return static_cast<double>(f < 0.0f ? -f : f); };
  return std::max({magnitude(v.x), magnitude(v.y), magnitude(v.z)});
}

double Length(double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); }

// As AffineOf, without rounding.
AffineD Widened(const Transform& t) {
  const double x = t.rotation.x, y = t.rotation.y, z = t.rotation.z, w = t.rotation.w;
  const double sx = t.scale.x, sy = t.scale.y, sz = t.scale.z;
  AffineD a;
  a.m[0] = {(1.0 - 2.0 * (y * y + z * z)) * sx, 2.0 * (x * y - w * z) * sy,
            2.0 * (x * z + w * y) * sz, t.translation.x};
  a.m[1] = {2.0 * (x * y + w * z) * sx, (1.0 - 2.0 * (x * x + z * z)) * sy,
            2.0 * (y * z - w * x) * sz, t.translation.y};
  a.m[2] = {2.0 * (x * z - w * y) * sx, 2.0 * (y * z + w * x) * sy,
            (1.0 - 2.0 * (x * x + y * y)) * sz, t.translation.z};
  return a;
}

AffineD Product(const AffineD& a, const AffineD& b) {
  AffineD product;
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      product.m[r][c] = a.m[r][0] * b.m[0][c] + a.m[r][1] * b.m[1][c] + a.m[r][2] * b.m[2][c];
    }
    product.m[r][3] = product.m[r][3] + a.m[r][3];
  }
  return product;
}

double OriginDistance(const AffineD& a) { return Length(a.m[0][3], a.m[1][3], a.m[2][3]); }

// A box as it is asked for in every stretch.
struct Hanging {
  std::int32_t joint;
  AffineD joint_from_box;
  BoxD box;
  double reach;     // Of its points from the joint's origin.
  double rounding;  // In the joint's space, and relative to the joint's place, of its points.
  double relative;
};

Hanging Prepare(const CarriedBox& carried) {
  const AffineD joint_from_box = scalar::Widen(carried.joint_from_box);
  const BoxD box = scalar::Widen(carried.box);
  double squares = 0.0;
  for (const std::array<double, 4>& row : joint_from_box.m) {
    squares = squares + row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
  }
  const double relative = carried.rounding + kPaletteRounding;
  return {.joint = carried.joint,
          .joint_from_box = joint_from_box,
          .box = box,
          .reach = scalar::Reach(scalar::Moved(joint_from_box, box)),
          .rounding =
              relative * (std::sqrt(squares) * scalar::Reach(box) + OriginDistance(joint_from_box)),
          .relative = relative};
}

class Sweeper {
 public:
  Sweeper(const Skeleton& skeleton, const Clip& clip, std::span<const CarriedBox> boxes)
      : skeleton_(skeleton),
        clip_(clip),
        motions_(skeleton.joint_count()),
        locals_(skeleton.rest().begin(), skeleton.rest().end()),
        deviations_(skeleton.joint_count()) {
    std::vector<bool> needed(skeleton.joint_count(), false);
    for (const CarriedBox& carried : boxes) {
      if (carried.box.empty()) continue;
      hanging_.push_back(Prepare(carried));
      for (std::int32_t j = carried.joint; j != kNoParent;) {
        const auto joint = static_cast<std::uint32_t>(j);
        if (needed[joint]) break;
        needed[joint] = true;
        j = skeleton.parent(joint);
      }
    }
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      if (needed[joint]) joints_.push_back(joint);
    }
    for (std::uint32_t i = 0; i < clip.track_count(); ++i) {
      const TrackRange& range = clip.track_ranges()[i];
      if (range.property == Property::kMorphWeights || !needed[range.target]) continue;
      tracks_.push_back(i);
      const Track track = clip.track(i);
      key_times_.insert(key_times_.end(), track.times.begin(), track.times.end());
    }
    std::sort(key_times_.begin(), key_times_.end());
    key_times_.erase(std::unique(key_times_.begin(), key_times_.end()), key_times_.end());
  }

  Result<ClipSweep> Run(const SweepOptions& options);

 private:
  // Work of one stretch, but for the keys in it.
  std::uint64_t BaseWork() const { return joints_.size() + hanging_.size() + tracks_.size() + 1; }
  std::uint64_t WorkOf(const Stretch& stretch) const;
  std::optional<std::pair<Stretch, Stretch>> Cut(const Stretch& stretch) const;
  void FindDeviations(const Stretch& stretch);
  void FindMotions();
  Bounded Bound(const Stretch& stretch);

  const Skeleton& skeleton_;
  const Clip& clip_;
  std::vector<Hanging> hanging_;
  std::vector<std::uint32_t> joints_;  // That carry something, or have one below that does.
  std::vector<std::uint32_t> tracks_;  // Of those joints.
  std::vector<float> key_times_;       // Of those tracks, ascending, each once.
  std::vector<Motion> motions_;        // By joint, as all that follows.
  std::vector<Transform> locals_;
  std::vector<PathDeviation> deviations_;
};

std::uint64_t Sweeper::WorkOf(const Stretch& stretch) const {
  const auto first =
      std::lower_bound(key_times_.begin(), key_times_.end(), static_cast<float>(stretch.begin_s));
  const auto last = std::upper_bound(first, key_times_.end(), static_cast<float>(stretch.end_s));
  const auto keys = static_cast<std::uint64_t>(last - first);
  return BaseWork() + keys * tracks_.size();  // At most: not every track has every key.
}

// At the key that is nearest to the middle, else in the middle.
std::optional<std::pair<Stretch, Stretch>> Sweeper::Cut(const Stretch& stretch) const {
  double at_s = stretch.middle_s();
  const auto above =
      std::lower_bound(key_times_.begin(), key_times_.end(), at_s,
                       [](float key_s, double s) { return static_cast<double>(key_s) < s; });
  double nearest = stretch.end_s - stretch.begin_s;
  const auto consider = [&](float key_s) {
    const double key = static_cast<double>(key_s);
    const double middle = stretch.middle_s();
    const double distance = key < middle ? middle - key : key - middle;
    if (key > stretch.begin_s && key < stretch.end_s && distance < nearest) {
      nearest = distance;
      at_s = key;
    }
  };
  if (above != key_times_.end()) consider(*above);
  if (above != key_times_.begin()) consider(*(above - 1));
  if (!(at_s > stretch.begin_s && at_s < stretch.end_s)) return std::nullopt;
  return std::pair{Stretch{stretch.begin_s, at_s}, Stretch{at_s, stretch.end_s}};
}

void Sweeper::FindDeviations(const Stretch& stretch) {
  for (const std::uint32_t joint : joints_) deviations_[joint] = {};
  for (const std::uint32_t i : tracks_) {
    const Track track = clip_.track(i);
    std::array<float, 4> middle{};
    SampleTrack(track, stretch.middle_s(), middle);
    StoreValue(middle, track.property, locals_[track.target]);
    const double deviation = LargestDeviation(track, stretch, middle);
    PathDeviation& of_joint = deviations_[track.target];
    if (track.property == Property::kTranslation) of_joint.translation = deviation;
    if (track.property == Property::kRotation) of_joint.rotation = deviation;
    if (track.property == Property::kScale) of_joint.scale = deviation;
  }
}

void Sweeper::FindMotions() {
  const Motion still;
  for (const std::uint32_t joint : joints_) {
    const std::int32_t parent = skeleton_.parent(joint);
    const Motion& above = parent == kNoParent ? still : motions_[static_cast<std::size_t>(parent)];
    const Transform& local = locals_[joint];
    const PathDeviation& off = deviations_[joint];
    const double scale = Largest(local.scale) * kRestStretch;
    const double distance = Length(local.translation.x, local.translation.y, local.translation.z);
    Motion& motion = motions_[joint];
    motion.middle = Product(above.middle, Widened(local));
    motion.stretch = above.stretch * (scale + off.scale * kRestStretch);
    constexpr double kTrackRounding = 0x1p-19;  // Of what LargestDeviation adds, twice over.
    const double step = kStepRounding + kTrackRounding;
    motion.apart_floor = above.apart_floor + above.per_length_floor * distance +
                         step * (above.stretch * distance + OriginDistance(above.middle));
    motion.per_length_floor = above.per_length_floor * scale + 2.0 * step * above.stretch * scale;
    motion.apart = above.apart + above.stretch * off.translation + above.per_length * distance +
                   kStepRounding * (above.stretch * (distance + off.translation) +
                                    OriginDistance(above.middle) + above.apart);
    motion.per_length = above.stretch * (off.rotation * scale + off.scale * kRestStretch) +
                        above.per_length * scale +
                        kStepRounding * above.stretch * (scale + off.scale);
  }
}

Bounded Sweeper::Bound(const Stretch& stretch) {
  FindDeviations(stretch);
  FindMotions();
  Bounded bounded{stretch, {}, {}, 0.0, true};
  const Motion still;
  for (const Hanging& hanging : hanging_) {
    const Motion& motion =
        hanging.joint == kNoParent ? still : motions_[static_cast<std::size_t>(hanging.joint)];
    const BoxD box = scalar::Moved(Product(motion.middle, hanging.joint_from_box), hanging.box);
    const double rounding = motion.stretch * hanging.rounding +
                            hanging.relative * (OriginDistance(motion.middle) + motion.apart) +
                            0x1p-140;
    bounded.usable &= scalar::Reach(box) <= static_cast<double>(kLargest);  // False of NaN, too.
    bounded.floor =
        std::max(bounded.floor,
                 motion.apart_floor + motion.per_length_floor * hanging.reach + 2.0 * rounding);
    scalar::Add(box, bounded.reached);
    scalar::Add(scalar::Grown(box, motion.apart + motion.per_length * hanging.reach + rounding),
                bounded.bound);
  }
  return bounded;
}

// How far `outer` reaches beyond `inner` on any side.
double Beyond(const BoxD& outer, const BoxD& inner) {
  double most = 0.0;
  for (std::size_t r = 0; r < 3; ++r) {
    most = std::max({most, inner.min[r] - outer.min[r], outer.max[r] - inner.max[r]});
  }
  return most;
}

// Level by level: all stretches of a level are looked at before any is cut, so that as much as
// possible is known to be reached.
Result<ClipSweep> Sweeper::Run(const SweepOptions& options) {
  const double duration_s = static_cast<double>(clip_.duration_s());
  std::vector<Stretch> level{{0.0, duration_s}};
  if (duration_s > 0.0) level.push_back({duration_s, duration_s});  // Stretches lack their ends.
  ClipSweep sweep;
  BoxD reached, bound;
  std::uint64_t work = 0;
  std::vector<Bounded> bounded;
  while (!level.empty()) {
    bounded.clear();
    for (const Stretch& stretch : level) {
      work += WorkOf(stretch);
      bounded.push_back(Bound(stretch));
      if (!bounded.back().usable) return Failure{FailureCode::kInvalid, "", kOutOfRange};
      scalar::Add(bounded.back().reached, reached);
    }
    sweep.stretch_count += level.size();
    const double tolerance = static_cast<double>(options.tolerance) * scalar::Diagonal(reached);
    std::vector<Stretch> next;
    std::uint64_t next_work = 0;
    for (const Bounded& b : bounded) {
      const BoxD enough = scalar::Grown(reached, tolerance + 2.0 * b.floor);
      if (!scalar::Holds(enough, b.bound) && work + next_work <= options.most_work) {
        if (const auto halves = Cut(b.stretch)) {
          next.push_back(halves->first);
          next.push_back(halves->second);
          next_work += WorkOf(halves->first) + WorkOf(halves->second);
          continue;
        }
      }
      scalar::Add(b.bound, bound);
    }
    level = std::move(next);
  }
  scalar::Add(reached, bound);
  sweep.box = scalar::NarrowOutwards(bound);
  sweep.slack = bound.empty() ? 0.0f : scalar::RoundUp(Beyond(bound, reached));
  const bool usable =
      sweep.box.empty() || (scalar::IsUsable(sweep.box.min) && scalar::IsUsable(sweep.box.max));
  if (!usable) return Failure{FailureCode::kInvalid, "", kOutOfRange};
  return sweep;
}

std::optional<Failure> Refusal(const Skeleton& skeleton, const Clip& clip,
                               std::span<const CarriedBox> boxes, const SweepOptions& options) {
  const auto refuse = [](std::string message) {
    return Failure{FailureCode::kInvalid, "", std::move(message)};
  };
  if (clip.joint_bound() > skeleton.joint_count()) {
    return refuse("the clip moves a joint that the skeleton does not have");
  }
  if (!(options.tolerance > 0.0f && options.tolerance <= 1.0f)) {
    return refuse("the tolerance is not in (0, 1]");
  }
  for (const CarriedBox& carried : boxes) {
    if (carried.joint != kNoParent &&
        (carried.joint < 0 ||
         static_cast<std::uint32_t>(carried.joint) >= skeleton.joint_count())) {
      return refuse("a box hangs on a joint that the skeleton does not have");
    }
    if (carried.box.empty()) continue;
    const bool usable = scalar::IsUsable(carried.box.min) && scalar::IsUsable(carried.box.max) &&
                        scalar::IsUsable(carried.joint_from_box) && carried.rounding >= 0.0 &&
                        carried.rounding <= 1.0;
    if (!usable) return refuse("a box, its matrix or its rounding is not usable");
  }
  return std::nullopt;
}

}  // namespace

Result<ClipSweep> SweepClip(const Skeleton& skeleton, const Clip& clip,
                            std::span<const CarriedBox> boxes, const SweepOptions& options) {
  if (std::optional<Failure> failure = Refusal(skeleton, clip, boxes, options)) return *failure;
  return Sweeper(skeleton, clip, boxes).Run(options);
}

}  // namespace sinew
