// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Some joints in model space: only they and their ancestors are sampled, one at a time, by the
// specifications, so that the bits are those of a whole pose.
#include <algorithm>
#include <array>
#include <cstddef>

#include "base/arithmetic.h"
#include "base/job_environment.h"
#include "math/affine.h"
#include "math/usable.h"
#include "pose/exact_bytes.h"
#include "pose/packed/layout.h"
#include "pose/sample_exact.h"
#include "pose/spec.h"
#include "sinew/sampling.h"

namespace sinew {
namespace {

// A piece of the way from a root down to a joint, root first. Chains longer than one piece are
// walked piece by piece, so that no memory is needed.
constexpr std::uint32_t kLongestPiece = 64;

struct Piece {
  std::array<std::uint32_t, kLongestPiece> joints{};
  std::array<Transform, kLongestPiece> locals{};
  std::uint32_t count = 0;
};

std::uint32_t DepthOf(const SkeletonView& skeleton, std::uint32_t joint) {
  std::uint32_t depth = 0;
  for (std::int32_t above = skeleton.parent(joint); above != kNoParent;
       above = skeleton.parent(static_cast<std::uint32_t>(above))) {
    ++depth;
  }
  return depth;
}

// The joints of depth first, first + 1, ... on the way to `joint`, whose own depth is given.
Piece PieceOf(const SkeletonView& skeleton, std::uint32_t joint, std::uint32_t depth,
              std::uint32_t first) {
  Piece piece;
  const std::uint32_t left = depth + 1 - first;
  piece.count = left < kLongestPiece ? left : kLongestPiece;
  auto at = static_cast<std::int32_t>(joint);
  for (std::uint32_t d = depth; at != kNoParent; --d) {
    const auto current = static_cast<std::uint32_t>(at);
    if (d >= first && d < first + piece.count) {
      piece.joints[d - first] = current;
      piece.locals[d - first] = skeleton.rest()[current];
    }
    if (d == first) break;
    at = skeleton.parent(current);
  }
  return piece;
}

// The first of the piece that is not below that joint. Joints of a way down ascend.
std::uint32_t LowerBound(const Piece& piece, std::uint32_t joint) {
  const auto* const begin = piece.joints.data();
  return static_cast<std::uint32_t>(std::lower_bound(begin, begin + piece.count, joint) - begin);
}

void SampleInto(const ExactTracks& tracks, double time_s, Piece& piece) {
  for (std::uint32_t i = 0; i < tracks.size(); ++i) {
    const TrackRange& range = tracks.range(i);
    if (range.property == Property::kMorphWeights) continue;
    const std::uint32_t k = LowerBound(piece, range.target);
    if (k == piece.count || piece.joints[k] != range.target) continue;
    SampleJointTrack(tracks[i], time_s, piece.locals[k]);
  }
}

void SampleInto(const PackedClipView& clip, double time_s, Piece& piece) {
  const PackedView packed = ViewOfPacked(clip.bytes().data());
  const std::uint32_t knot = KnotAt(packed, time_s);
  for (std::uint32_t i = 0; i < packed.header->joint_stream_count; ++i) {
    const PackedStream& stream = packed.streams[i];
    for (std::uint32_t k = LowerBound(piece, stream.block * kBlockSize);
         k < piece.count && piece.joints[k] / kBlockSize == stream.block; ++k) {
      const std::uint32_t lane = piece.joints[k] % kBlockSize;
      StoreValue(spec::PackedValue(packed, stream, lane, knot, time_s),
                 static_cast<Property>(stream.property), piece.locals[k]);
    }
  }
}

Affine ModelFromJoint(const JointQuery& query, std::uint32_t joint, double time_s) {
  const std::uint32_t depth = DepthOf(query.skeleton, joint);
  Affine model = query.root;
  for (std::uint32_t first = 0; first <= depth; first += kLongestPiece) {
    Piece piece = PieceOf(query.skeleton, joint, depth, first);
    if (const std::optional<ExactTracks> tracks = ExactTracksOf(query.clip)) {
      SampleInto(*tracks, time_s, piece);
    } else {
      SampleInto(*query.clip.packed(), time_s, piece);
    }
    for (std::uint32_t k = 0; k < piece.count; ++k) {
      model = scalar::Multiply(model, scalar::AffineOf(piece.locals[k]));
    }
  }
  return model;
}

}  // namespace

Error JointQuery::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (!IsFiniteTime(time_s)) return Error::kTimeNotFinite;
  if (clip.joint_bound() > skeleton.joint_count()) return Error::kClipBeyondSkeleton;
  if (!clip.is_for(skeleton)) return Error::kOtherSkeleton;
  if (model_from_joint.size() < joints.size()) return Error::kMatricesTooSmall;
  for (const std::uint32_t joint : joints) {
    if (joint >= skeleton.joint_count()) return Error::kJointBeyondSkeleton;
  }
  return scalar::IsUsable(root) ? Error::kNone : Error::kValueNotFinite;
}

Error JointQuery::Run() const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const double clip_time_s = WrapTime(time_s, clip.duration_s(), wrap);
  bool usable = true;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    model_from_joint[i] = ModelFromJoint(*this, joints[i], clip_time_s);
    usable = usable && scalar::IsUsable(model_from_joint[i]);
  }
  return usable ? Error::kNone : Error::kValueNotFinite;
}

}  // namespace sinew
