// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Gradient descent over the Euler angles of bones. An angle moves a tip as a turn about that
// angle's axis does: d tip = axis x (tip - base).
#include <array>

#include "base/job_environment.h"
#include "math/rounding.h"
#include "math/usable.h"
#include "pose/ik/bones.h"
#include "sinew/ik.h"

namespace sinew {

using scalar::Vec3D;

namespace {

// Sin and Cos are good to there.
constexpr float kMostAngle = 1e6f;

bool IsAngle(float angle) { return angle >= -kMostAngle && angle <= kMostAngle; }

Error CheckBones(std::span<const IkBone> bones) {
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const IkBone& bone = bones[i];
    if (!scalar::IsUsable(bone.extent) || !scalar::IsUsable(bone.pose) ||
        !scalar::IsUsable(bone.roll)) {
      return Error::kValueNotFinite;
    }
    if (!IsAngle(bone.roll) || !IsAngle(bone.pose.x) || !IsAngle(bone.pose.y) ||
        !IsAngle(bone.pose.z)) {
      return Error::kOptionOutOfRange;
    }
    const bool before = bone.parent >= 0 && static_cast<std::size_t>(bone.parent) < i;
    if (bone.parent != kNoParent && !before) return Error::kNotAChain;
  }
  return Error::kNone;
}

double EnergyOf(std::span<const IkBoneState> bones, std::span<const IkHandle> handles) {
  double energy = 0.0;
  for (const IkHandle& handle : handles) {
    if (!handle.enabled) continue;
    const Vec3D off = scalar::Sub(bones[handle.bone].tip, scalar::Widen(handle.target));
    energy += 0.5 * scalar::Dot(off, off);
  }
  return energy;
}

// By the handles in their order, each along its way up.
void SetGradient(std::span<IkBoneState> bones, std::span<const IkHandle> handles) {
  for (IkBoneState& bone : bones) bone.gradient = {};
  for (const IkHandle& handle : handles) {
    if (!handle.enabled) continue;
    const Vec3D tip = bones[handle.bone].tip;
    const Vec3D off = scalar::Sub(tip, scalar::Widen(handle.target));
    for (auto at = static_cast<std::int32_t>(handle.bone); at != kNoParent;
         at = bones[static_cast<std::size_t>(at)].parent) {
      IkBoneState& bone = bones[static_cast<std::size_t>(at)];
      const Vec3D arm = scalar::Sub(tip, bone.base);
      bone.gradient.x += scalar::Dot(off, scalar::Cross(bone.turning.x, arm));
      bone.gradient.y += scalar::Dot(off, scalar::Cross(bone.turning.y, arm));
      bone.gradient.z += scalar::Dot(off, scalar::Cross(bone.turning.z, arm));
    }
  }
}

double Magnitude(double v) { return v < 0.0 ? -v : v; }

double LargestOf(std::span<const IkBoneState> bones) {
  double largest = 0.0;
  for (const IkBoneState& bone : bones) {
    for (const double v : {bone.gradient.x, bone.gradient.y, bone.gradient.z}) {
      largest = Magnitude(v) > largest ? Magnitude(v) : largest;
    }
  }
  return largest;
}

double SquareOf(std::span<const IkBoneState> bones) {
  double square = 0.0;
  for (const IkBoneState& bone : bones) square += scalar::Dot(bone.gradient, bone.gradient);
  return square;
}

// What the energy is measured by: the square of all bones' lengths.
double SizeOf(std::span<const IkBoneState> bones) {
  double size = 0.0;
  for (const IkBoneState& bone : bones) size += scalar::Dot(bone.extent, bone.extent);
  return size;
}

class Descent {
 public:
  Descent(Vec3D base, std::span<IkBoneState> bones, std::span<const IkHandle> handles)
      : base_(base), bones_(bones), handles_(handles), size_(SizeOf(bones)) {
    Place(base_, bones_, &IkBoneState::pose);
    energy_ = EnergyOf(bones_, handles_);
    if (size_ > 0.0) length_ = 1.0 / size_;
  }

  double energy() const { return energy_; }

  // One step down. False where there is none: it has converged.
  bool Step() {
    SetGradient(bones_, handles_);
    const double largest = LargestOf(bones_);
    constexpr double kFlat = 1e-7;  // Radians that the next step would be worth.
    if (!(largest > kFlat * size_)) return false;
    constexpr double kMostTurn = 1.0;  // Radians, of any angle in one step.
    if (length_ * largest > kMostTurn) length_ = kMostTurn / largest;
    const double slope = SquareOf(bones_);
    constexpr int kMostHalvings = 60;
    for (int i = 0; i < kMostHalvings; ++i, length_ *= 0.5) {
      for (IkBoneState& bone : bones_) {
        bone.tried = scalar::Sub(bone.pose, scalar::Scale(bone.gradient, length_));
      }
      Place(base_, bones_, &IkBoneState::tried);
      const double energy = EnergyOf(bones_, handles_);
      // At least a quarter of what the slope promises (Armijo's rule).
      if (!(energy < energy_ && energy <= energy_ - 0.25 * length_ * slope)) continue;
      energy_ = energy;
      for (IkBoneState& bone : bones_) bone.pose = bone.tried;
      length_ *= 2.0;
      return true;
    }
    Place(base_, bones_, &IkBoneState::pose);
    return false;
  }

 private:
  Vec3D base_;
  std::span<IkBoneState> bones_;
  std::span<const IkHandle> handles_;
  double size_;
  double energy_ = 0.0;
  double length_ = 0.0;  // Of the step, in radians a unit of gradient.
};

Vec3D BaseOf(const IkRig& rig) {
  return scalar::Add(scalar::Widen(rig.base), scalar::Widen(rig.base_offset));
}

float NarrowAngle(double angle) {
  if (angle > kMostAngle) return kMostAngle;
  return angle < -kMostAngle ? -kMostAngle : static_cast<float>(angle);
}

}  // namespace

GradientIkScratch::GradientIkScratch(std::uint32_t most_bones)
    : most_bones_(most_bones), bones_(std::make_unique<IkBoneState[]>(most_bones)) {}
GradientIkScratch::GradientIkScratch(GradientIkScratch&&) noexcept = default;
GradientIkScratch& GradientIkScratch::operator=(GradientIkScratch&&) noexcept = default;
GradientIkScratch::~GradientIkScratch() = default;

Error GradientIkJob::Validate() const {
  if (!JobsMayCompute()) return Error::kFloatEnvironment;
  if (scratch.most_bones() < rig.bones.size()) return Error::kPoseTooSmall;
  if (!scalar::IsUsable(rig.base) || !scalar::IsUsable(rig.base_offset)) {
    return Error::kValueNotFinite;
  }
  for (const IkHandle& handle : handles) {
    if (handle.bone >= rig.bones.size()) return Error::kJointBeyondSkeleton;
    if (!scalar::IsUsable(handle.target)) return Error::kValueNotFinite;
  }
  return CheckBones(rig.bones);
}

std::span<IkBoneState> GradientIkJob::Bones() const {
  const std::span<IkBoneState> bones(scratch.bones_.get(), rig.bones.size());
  SetUp(rig.bones, bones);
  return bones;
}

Error GradientIkJob::Run(Outcome& outcome) const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  const std::span<IkBoneState> bones = Bones();
  Descent descent(BaseOf(rig), bones, handles);
  outcome = {};
  while (outcome.steps < steps && !outcome.converged) {
    if (descent.Step()) {
      ++outcome.steps;
    } else {
      outcome.converged = true;
    }
  }
  outcome.energy = descent.energy();
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Vec3D& angle = bones[i].pose;
    rig.bones[i].pose = {NarrowAngle(angle.x), NarrowAngle(angle.y), NarrowAngle(angle.z)};
  }
  return Error::kNone;
}

Error GradientIkJob::Evaluate(double& energy, std::span<Vec3> gradient) const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  if (gradient.size() < rig.bones.size()) return Error::kPoseTooSmall;
  const std::span<IkBoneState> bones = Bones();
  Place(BaseOf(rig), bones, &IkBoneState::pose);
  energy = EnergyOf(bones, handles);
  SetGradient(bones, handles);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Vec3D& g = bones[i].gradient;
    gradient[i] = {scalar::NarrowKeepingSign(g.x), scalar::NarrowKeepingSign(g.y),
                   scalar::NarrowKeepingSign(g.z)};
  }
  return Error::kNone;
}

Error GradientIkJob::Transforms(BonePose pose, std::span<Affine> model_from_bone) const {
  if (const Error error = Validate(); error != Error::kNone) return error;
  if (model_from_bone.size() < rig.bones.size()) return Error::kMatricesTooSmall;
  const std::span<IkBoneState> bones = Bones();
  Vec3D base = BaseOf(rig);
  if (pose == BonePose::kBind) {
    base = scalar::Widen(rig.base);
    for (IkBoneState& bone : bones) bone.pose = {};
  }
  Place(base, bones, &IkBoneState::pose);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const scalar::ThreeAxes& columns = bones[i].model_from_bone;
    const auto row = [&](double Vec3D::* r) {
      return std::array{static_cast<float>(columns.x.*r), static_cast<float>(columns.y.*r),
                        static_cast<float>(columns.z.*r), static_cast<float>(bones[i].base.*r)};
    };
    model_from_bone[i].m = {row(&Vec3D::x), row(&Vec3D::y), row(&Vec3D::z)};
  }
  return Error::kNone;
}

}  // namespace sinew
