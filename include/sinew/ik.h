// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Inverse kinematics: rotations that put a hand on a thing, or turn a head to it.
//
//   Space    targets, poles and handles are in model space. The jobs on a pose read where joints
//            stand from model_from_joint, made from that same pose by LocalToModelJob; they change
//            rotations in the pose, after which LocalToModelJob{.subtree = ...} brings the matrices
//            up to date. Ancestors may turn, mirror and scale evenly; where they scale unevenly the
//            result is near, not exact.
//   Lengths  nothing stretches: translations and scales stay as they are.
//   Bits     computed in double in one written order, with functions of our own; rotations are
//            rounded once. Nothing is kept between calls.
//   Memory   nothing here allocates but GradientIkScratch, when it is made.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "sinew/math.h"
#include "sinew/pose.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"

namespace sinew {

// Two bones, such as an arm or a leg: start (shoulder), middle (elbow), end (hand). The end is
// brought to the target as far as the two lengths allow; beyond that the limb points at it.
//
//   Bend     towards the pole: the middle joint lies in the half plane of start, target and pole.
//            While the target passes through the pole's own direction the plane is undefined, and
//            the bend turns quickly.
//   Hinge    the middle joint turns about one axis. Where `hinge` is given it is that axis whatever
//            the pose, and nothing flips when a limb comes straight; otherwise it is the normal of
//            the plane in which the pose bends.
//   Reach    a hard limit is continuous, but a limb that comes straight does so abruptly; `soften`
//            below 1 slows the last part, at the cost of falling short of targets there.
struct TwoBoneIkJob {
  SkeletonView skeleton;
  std::uint32_t start = 0, middle = 0, end = 0;  // Each an ancestor of the next.
  Vec3 target{};
  Vec3 pole{};   // A direction. Zero: the side to which the pose bends.
  Vec3 hinge{};  // In the middle joint's space; positive turns fold the limb. Zero: see above.
  float soften = 1.0f;  // In (0, 1]: the share of the full length at which softening begins.
  float weight = 1.0f;  // In [0, 1]: from the pose as it is to the solution.
  Affine root{};        // As LocalToModelJob's.
  std::span<const Affine> model_from_joint;
  PoseView pose;          // In and out: the rotations of start and middle.
  float* miss = nullptr;  // Out, where wanted: how far the end stays from the target at weight 1.

  Error Validate() const;
  Error Run() const;  // On any error nothing is written. Bones without length are left alone.
};

// Turns one joint so that it looks at the target: the ray from `eye` along `forward` goes through
// it. Nothing happens where the target is the joint's own origin.
struct AimIkJob {
  SkeletonView skeleton;
  std::uint32_t joint = 0;
  Vec3 target{};
  Vec3 forward{0.0f, 0.0f, 1.0f};  // In the joint's space; not zero.
  Vec3 eye{};                      // In the joint's space.
  Vec3 up{0.0f, 1.0f, 0.0f};       // In the joint's space: this way points as near to
  Vec3 pole{};                     // this one as it can, in model space. Zero: no twist, the
                                   // shortest way.
  float weight = 1.0f;             // In [0, 1].
  Affine root{};
  std::span<const Affine> model_from_joint;
  PoseView pose;  // In and out: the joint's rotation.

  Error Validate() const;
  Error Run() const;
};

// --- bones with Euler angles, and gradient descent (S14 to S16) ---

// A bone is a stick. Its space has its own axes: y along the extent, x as near to the parent's x as
// it can be, z = x cross y, the last two turned about y by `roll`.
struct IkBone {
  Vec3 extent{0.0f, 1.0f, 0.0f};    // From its base to its tip, where its children begin.
  float roll = 0.0f;                // Radians.
  Vec3 pose{};                      // Radians about its axes: x first, then y, then z.
  std::int32_t parent = kNoParent;  // Before it in the list.
};

struct IkHandle {
  std::uint32_t bone = 0;  // Whose tip is wanted
  Vec3 target{};           // there.
  bool enabled = true;
};

// A tree of bones that stands at base + base_offset. At rest (bind) base_offset and poses count as
// zero.
struct IkRig {
  Vec3 base{};
  Vec3 base_offset{};
  std::span<IkBone> bones{};
};

struct BoneAxes {
  Vec3 x, y, z;
};
BoneAxes AxesOf(const IkBone& bone);  // An extent of no length counts as (0, 1, 0).

// Of the bone's space in its parent's: z after y after x.
Quat RotationOf(const IkBone& bone);

enum class BonePose : std::uint8_t { kBind, kCurrent };

struct IkBoneState;  // Of the library itself.

class GradientIkScratch {
 public:
  explicit GradientIkScratch(std::uint32_t most_bones);
  GradientIkScratch(GradientIkScratch&&) noexcept;
  GradientIkScratch& operator=(GradientIkScratch&&) noexcept;
  ~GradientIkScratch();

  std::uint32_t most_bones() const { return most_bones_; }

 private:
  friend struct GradientIkJob;
  std::uint32_t most_bones_;
  std::unique_ptr<IkBoneState[]> bones_;
};

// Brings tips near to their targets: energy = sum of |tip - target|^2 / 2 over the enabled handles,
// less in every step.
struct GradientIkJob {
  IkRig rig{};  // Of the bones only `pose` changes.
  std::span<const IkHandle> handles{};
  std::uint32_t steps = 10;
  GradientIkScratch& scratch;  // For at least as many bones; one a thread.

  struct Outcome {
    bool converged = false;   // The gradient is nothing, or no step goes further down.
    double energy = 0.0;      // Where it ended.
    std::uint32_t steps = 0;  // Taken.
  };

  // Numbers are usable and angles at most 1e6; parents stand before their children (kNotAChain),
  // handles on bones (kJointBeyondSkeleton); the scratch is large enough (kPoseTooSmall).
  Error Validate() const;
  // Descends along the gradient, each step as long as a line search backtracks to.
  Error Run(Outcome& outcome) const;
  // Where it stands: the energy, and its derivative by each angle. gradient: one a bone.
  Error Evaluate(double& energy, std::span<Vec3> gradient) const;
  // model_from_bone of the rig: one a bone. Handles do not matter.
  Error Transforms(BonePose pose, std::span<Affine> model_from_bone) const;

 private:
  std::span<IkBoneState> Bones() const;
};

}  // namespace sinew
