// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "kernel_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "sinew/isa.h"
#include "sinew/specification.h"
#include "text/pick_clip.h"

namespace sinew::cli {
namespace {

// The first place where two lists of equal length have other bits, or their length.
template <typename T>
std::size_t FirstDifference(std::span<const T> a, std::span<const T> b) {
  std::size_t i = 0;
  while (i < a.size() && std::memcmp(&a[i], &b[i], sizeof(T)) == 0) ++i;
  return i;
}

std::string Differs(const char* job, const char* what, std::size_t index) {
  return fmt::format("the {} kernel of {} differs from its specification at {} {}",
                     IsaName(ChosenIsa()), job, what, index);
}

// As long as `like`, and holding nothing that a kernel could have made: one that leaves a vertex
// out is found.
void Unwrite(const PosedPrimitive& like, PosedPrimitive& vertices) {
  constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
  vertices.positions.assign(like.positions.size(), {kNothing, kNothing, kNothing});
  vertices.normals.assign(like.normals.size(), {kNothing, kNothing, kNothing});
  vertices.tangents.assign(like.tangents.size(), {kNothing, kNothing, kNothing, kNothing});
}

std::string DifferenceOf(const PosedPrimitive& by_spec, const PosedPrimitive& by_kernel) {
  std::size_t i = FirstDifference<Vec3>(by_spec.positions, by_kernel.positions);
  if (i != by_spec.positions.size()) return Differs("skinning", "the position of vertex", i);
  i = FirstDifference<Vec3>(by_spec.normals, by_kernel.normals);
  if (i != by_spec.normals.size()) return Differs("skinning", "the normal of vertex", i);
  i = FirstDifference<Vec4>(by_spec.tangents, by_kernel.tangents);
  if (i != by_spec.tangents.size()) return Differs("skinning", "the tangent of vertex", i);
  return {};
}

}  // namespace

KernelCheck::KernelCheck(const LoadedAsset& loaded, const SpecScene& by_spec)
    : loaded_(loaded), by_spec_(by_spec), fast_(loaded) {}

Error KernelCheck::Pose(PosedScene& scene) const {
  return clip_ != nullptr ? scene.Pose(*clip_, time_s_) : scene.PoseAtRest();
}

std::string KernelCheck::ComparePose(const ClipView* clip, double time_s) {
  clip_ = clip;
  time_s_ = time_s;
  dual_is_posed_ = false;
  Require(Pose(fast_));
  const ConstPoseView ours = fast_.pose(), theirs = by_spec_.pose();
  for (std::uint32_t joint = 0; joint < theirs.joint_count; ++joint) {
    const Transform a = ours.joint(joint), b = theirs.joint(joint);
    if (std::memcmp(&a, &b, sizeof a) != 0) return Differs("sampling", "joint", joint);
  }
  const std::size_t slot = FirstDifference<float>(theirs.morphs, ours.morphs);
  if (slot != theirs.morphs.size()) return Differs("sampling", "morph weight", slot);
  const std::span<const Affine> joints = by_spec_.model_from_joint();
  const std::size_t joint = FirstDifference<Affine>(joints, fast_.model_from_joint());
  if (joint != joints.size()) return Differs("the hierarchy", "joint", joint);
  for (std::size_t i = 0; i < by_spec_.instances().size(); ++i) {
    const std::span<const Affine> palette = by_spec_.instances()[i].palette;
    const std::size_t entry = FirstDifference<Affine>(palette, fast_.instances()[i].palette);
    if (entry != palette.size()) return Differs("palettes", "entry", entry);
  }
  return {};
}

std::string KernelCheck::CompareVertices(std::size_t instance, std::size_t primitive,
                                         const PosedPrimitive& vertices) {
  const PosedInstance& posed = fast_.instances()[instance];
  Unwrite(vertices, vertices_);
  Require(fast_.SkinPrimitive(posed, primitive, vertices_));
  std::string difference = DifferenceOf(vertices, vertices_);
  // The rule of the scene at every moment; the others and dual quaternions, which take the
  // specification's time once more, when a primitive is first seen.
  const bool is_new =
      seen_.emplace(posed.instance.mesh, primitive, posed.instance.skin.has_value()).second;
  return difference.empty() && is_new ? CompareOtherWays(instance, primitive) : difference;
}

std::string KernelCheck::CompareOtherWays(std::size_t instance, std::size_t primitive) {
  const PosedInstance& posed = by_spec_.instances()[instance];
  PosedPrimitive by_spec;
  std::string difference;
  const auto compare = [&](const PosedScene& scene, NormalRule rule,
                           std::span<const DualJoint> dual_palette) {
    if (!difference.empty()) return;
    Require(by_spec_.SkinPrimitive(posed, primitive, by_spec, rule, dual_palette));
    Unwrite(by_spec, vertices_);
    Require(scene.SkinPrimitive(scene.instances()[instance], primitive, vertices_, rule));
    difference = DifferenceOf(by_spec, vertices_);
  };
  compare(fast_, NormalRule::kByPalette, {});
  compare(fast_, NormalRule::kUpper, {});
  if (posed.palette.empty() || posed.primitives[primitive].influences.empty()) return difference;
  dual_palette_.clear();
  for (const Affine& matrix : posed.palette) dual_palette_.push_back(spec::MakeDualJoint(matrix));
  if (!dual_) dual_.emplace(loaded_, SkinMethod::kDualQuaternion);
  if (!dual_is_posed_) Require(Pose(*dual_));
  dual_is_posed_ = true;
  const std::span<const DualJoint> made = dual_->moment().dual_palette(*posed.instance.skin);
  const std::size_t entry = FirstDifference<DualJoint>(dual_palette_, made);
  if (entry != dual_palette_.size()) return Differs("dual palettes", "entry", entry);
  compare(*dual_, NormalRule::kByPalette, dual_palette_);
  compare(*dual_, NormalRule::kCofactor, dual_palette_);
  return difference;
}

}  // namespace sinew::cli
