// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "math/affine.h"
#include "math/usable.h"
#include "pose/exact_bytes.h"
#include "pose/packed/layout.h"
#include "pose/playback/rigid.h"
#include "pose/sample_exact.h"
#include "pose/spec.h"
#include "sinew/playback.h"

namespace sinew {
namespace {

Failure NotFitting(const char* message) { return {FailureCode::kInvalid, "", message}; }

// The parent of a joint in model space, all that is above at rest.
Affine ModelFromParent(const SkeletonView& skeleton, std::uint32_t joint) {
  Affine model_from_parent;
  for (std::int32_t above = skeleton.parent(joint); above != kNoParent;
       above = skeleton.parent(static_cast<std::uint32_t>(above))) {
    const Transform& rest = skeleton.rest()[static_cast<std::size_t>(above)];
    model_from_parent = scalar::Multiply(scalar::AffineOf(rest), model_from_parent);
  }
  return model_from_parent;
}

// Where the joint has been carried from `first`, in model space.
Rigid PathTo(const Affine& model_from_parent, const Transform& first, const Transform& joint) {
  const scalar::QuatD turn = scalar::UnitOrNone(scalar::Product(
      scalar::Widen(joint.rotation), scalar::Conjugate(scalar::Widen(first.rotation))));
  const auto in_model = [&](Vec3 v) {
    return scalar::TransformPoint(model_from_parent, scalar::Widen(v));
  };
  Rigid path{.rotation = scalar::TurnInOuter(model_from_parent, turn)};
  path.translation = scalar::Sub(in_model(joint.translation),
                                 scalar::Rotate(path.rotation, in_model(first.translation)));
  return path;
}

// The part of a rotation that is about the vertical: rotation = yaw * (pitch and roll).
scalar::QuatD YawOf(const scalar::QuatD& q, RootMotionOptions::Up up) {
  return scalar::UnitOrNone(up == RootMotionOptions::Up::kY ? scalar::QuatD{0.0, q.y, 0.0, q.w}
                                                            : scalar::QuatD{0.0, 0.0, q.z, q.w});
}

// What the options take of a way.
scalar::Vec3D PartsOf(const scalar::Vec3D& way, const RootMotionOptions& options) {
  const double ground = options.horizontal ? 1.0 : 0.0, height = options.vertical ? 1.0 : 0.0;
  const bool y_up = options.up == RootMotionOptions::Up::kY;
  return {way.x * ground, way.y * (y_up ? height : ground), way.z * (y_up ? ground : height)};
}

// What the options take of the joint's path.
Rigid MotionTo(const Affine& model_from_parent, const Transform& first, const Transform& joint,
               const RootMotionOptions& options) {
  Rigid motion = PathTo(model_from_parent, first, joint);
  if (options.takes_all()) return motion;
  if (options.turn == RootMotionOptions::Turn::kNone) motion.rotation = {0.0, 0.0, 0.0, 1.0};
  if (options.turn == RootMotionOptions::Turn::kYaw) {
    motion.rotation = YawOf(motion.rotation, options.up);
  }
  const auto in_model = [&](Vec3 v) {
    return scalar::TransformPoint(model_from_parent, scalar::Widen(v));
  };
  motion.translation =
      PartsOf(scalar::Sub(in_model(joint.translation),
                          scalar::Rotate(motion.rotation, in_model(first.translation))),
              options);
  return motion;
}

bool AreKnown(const RootMotionOptions& options) {
  return static_cast<std::uint8_t>(options.up) <= 1 && static_cast<std::uint8_t>(options.turn) <= 2;
}

}  // namespace

Result<RootPath> RootPath::Create(const SkeletonView& skeleton, const ClipView& clip,
                                  const RootMotionOptions& options) {
  if (!AreKnown(options)) return NotFitting("no such axis or part of a turn");
  if (clip.joint_bound() > skeleton.joint_count()) {
    return NotFitting("the clip moves a joint that the skeleton does not have");
  }
  if (!clip.is_for(skeleton)) {
    return NotFitting(clip.exact() != nullptr
                          ? "the clip is bound to another skeleton"
                          : "the packed clip was made for a skeleton with a different rest pose");
  }
  RootPath path(clip, options);
  path.duration_ = DurationOf(clip);
  const std::optional<std::uint32_t> joint =
      options.joint ? options.joint : clip.root_motion_joint();
  if (!joint) return path;
  path.joint_ = *joint;
  if (path.joint_ >= skeleton.joint_count()) {
    return NotFitting("the root-motion joint is not in the skeleton");
  }
  path.moves_ = true;
  path.rest_ = skeleton.rest()[path.joint_];
  path.model_from_parent_ = ModelFromParent(skeleton, path.joint_);
  if (!scalar::IsUsable(path.model_from_parent_)) {
    return NotFitting("the root-motion joint's ancestors rest beyond usable numbers");
  }
  if (!options.takes_all()) {
    const std::optional<Affine> back = Inverse(path.model_from_parent_);
    if (!back) return NotFitting("the root-motion joint's ancestors scale to nothing at rest");
    path.parent_from_model_ = *back;
  }
  path.FindTracks();
  path.first_ = path.JointAt(0);
  path.last_ = path.JointAt(path.duration_);
  return path;
}

void RootPath::FindTracks() {
  if (const std::optional<ExactTracks> tracks = ExactTracksOf(clip_)) {
    for (std::uint32_t i = 0; i < tracks->size(); ++i) {
      const TrackRange& track = tracks->range(i);
      if (track.target != joint_) continue;
      if (track.property == Property::kTranslation) translation_ = i;
      if (track.property == Property::kRotation) rotation_ = i;
    }
    return;
  }
  const PackedView packed = ViewOfPacked(clip_.packed()->bytes().data());
  for (std::uint32_t i = 0; i < packed.header->joint_stream_count; ++i) {
    const PackedStream& stream = packed.streams[i];
    if (stream.block != joint_ / kBlockSize) continue;
    const auto property = static_cast<Property>(stream.property);
    if (property == Property::kTranslation) translation_ = i;
    if (property == Property::kRotation) rotation_ = i;
  }
}

Transform RootPath::JointAt(Ticks time) const {
  const double time_s = SampleSeconds(clip_, time);
  Transform joint = rest_;
  for (const std::uint32_t i : {translation_, rotation_}) {
    if (i == kNoTrack) continue;
    if (const std::optional<ExactTracks> tracks = ExactTracksOf(clip_)) {
      SampleJointTrack((*tracks)[i], time_s, joint);
    } else {
      const PackedView packed = ViewOfPacked(clip_.packed()->bytes().data());
      const PackedStream& stream = packed.streams[i];
      StoreValue(
          spec::PackedValue(packed, stream, joint_ % kBlockSize, KnotAt(packed, time_s), time_s),
          static_cast<Property>(stream.property), joint);
    }
  }
  return joint;
}

// inverse(path(t0)) * path(end)^n * path(t1), with both times within their loops.
Transform RootPath::Between(LoopMode loop, Ticks t0, Ticks t1) const {
  if (!moves_) return {};
  const ClipTime from = ClipTimeAt(t0, duration_, loop);
  const ClipTime to = ClipTimeAt(t1, duration_, loop);
  const std::int64_t loops = loop == LoopMode::kRepeat ? to.loop - from.loop : 0;
  if (loops == 0 && from.time == to.time) return {};
  const auto path = [&](const Transform& joint) {
    return MotionTo(model_from_parent_, first_, joint, options_);
  };
  const Rigid begun = path(JointAt(from.time));
  Rigid motion = path(JointAt(to.time));
  if (loops != 0) motion = Compose(Power(path(last_), loops), motion);
  return TransformOf(Compose(Inverse(begun), motion));
}

void RootPath::Hold(PoseView pose) const {
  if (!moves_ || !pose.holds(joint_ + 1)) return;
  Transform joint = pose.joint(joint_);
  if (options_.takes_all()) {
    joint.translation = first_.translation;
    joint.rotation = first_.rotation;
  } else {
    // inverse(motion) * joint, in the parent's space; what is left of the way is added to where the
    // joint is, so that a part that is not taken keeps its bits.
    const Rigid motion = MotionTo(model_from_parent_, first_, joint, options_);
    const scalar::Vec3D there =
        scalar::TransformPoint(model_from_parent_, scalar::Widen(joint.translation));
    const scalar::QuatD back = scalar::Conjugate(motion.rotation);
    const scalar::Vec3D here = scalar::Rotate(back, scalar::Sub(there, motion.translation));
    const scalar::Vec3D by =
        scalar::TransformDirection(parent_from_model_, scalar::Sub(here, there));
    const Transform held = TransformOf(
        {.rotation = scalar::UnitOrNone(scalar::Product(
             scalar::TurnInInner(model_from_parent_, back), scalar::Widen(joint.rotation))),
         .translation = scalar::Add(scalar::Widen(joint.translation), by)});
    joint.translation = held.translation;
    joint.rotation = held.rotation;
  }
  pose.set_joint(joint_, joint);
}

Transform RootMotionBetween(const ClipView& clip, const SkeletonView& skeleton, LoopMode loop,
                            Ticks t0, Ticks t1) {
  const Result<RootPath> path = RootPath::Create(skeleton, clip);
  return path.ok() ? path.value().Between(loop, t0, t1) : Transform{};
}

}  // namespace sinew
