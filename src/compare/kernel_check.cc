// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "compare/kernel_check.h"

#include <cstring>
#include <limits>
#include <span>

#include "export/message.h"
#include "sinew/isa.h"
#include "sinew/specification.h"

namespace sinew {
namespace {

// The first place where two lists of equal length have other bits, or their length.
template <typename T>
std::size_t FirstOtherBits(std::span<const T> a, std::span<const T> b) {
  std::size_t i = 0;
  while (i < a.size() && std::memcmp(&a[i], &b[i], sizeof(T)) == 0) ++i;
  return i;
}

std::string Differs(const char* job, const char* what, std::size_t index) {
  return Message("the ", IsaName(ChosenIsa()), " kernel of ", job,
                 " differs from its specification at ", what, " ", index);
}

// As long as `like`, and holding nothing that a kernel could have made: one that leaves a vertex
// out is found.
void Unwrite(const PosedPrimitive& like, PosedPrimitive& vertices) {
  constexpr float kNothing = std::numeric_limits<float>::quiet_NaN();
  vertices.positions.assign(like.positions.size(), {kNothing, kNothing, kNothing});
  vertices.normals.assign(like.normals.size(), {kNothing, kNothing, kNothing});
  vertices.tangents.assign(like.tangents.size(), {kNothing, kNothing, kNothing, kNothing});
}

void CompareBits(const PosedPrimitive& by_spec, const PosedPrimitive& by_kernel,
                 std::string& different) {
  std::size_t i = FirstOtherBits<Vec3>(by_spec.positions, by_kernel.positions);
  if (i != by_spec.positions.size()) {
    different = Differs("skinning", "the position of vertex", i);
    return;
  }
  i = FirstOtherBits<Vec3>(by_spec.normals, by_kernel.normals);
  if (i != by_spec.normals.size()) {
    different = Differs("skinning", "the normal of vertex", i);
    return;
  }
  i = FirstOtherBits<Vec4>(by_spec.tangents, by_kernel.tangents);
  if (i != by_spec.tangents.size()) different = Differs("skinning", "the tangent of vertex", i);
}

}  // namespace

KernelCheck::KernelCheck(const Asset& asset, const SpecScene& by_spec)
    : by_spec_(by_spec), fast_(asset, by_spec.model()) {}

Error KernelCheck::Pose(PosedScene& scene) const {
  return clip_ != nullptr ? scene.Pose(*clip_, time_s_) : scene.PoseAtRest();
}

Error KernelCheck::ComparePose(const ClipView* clip, double time_s, std::string& different) {
  clip_ = clip;
  time_s_ = time_s;
  dual_is_posed_ = false;
  if (const Error error = Pose(fast_); error != Error::kNone) return error;
  const auto found = [&](const char* job, const char* what, std::size_t index) {
    different = Differs(job, what, index);
    return Error::kNone;
  };
  const ConstPoseView ours = fast_.pose(), theirs = by_spec_.pose();
  for (std::uint32_t joint = 0; joint < theirs.joint_count; ++joint) {
    const Transform a = ours.joint(joint), b = theirs.joint(joint);
    if (std::memcmp(&a, &b, sizeof a) != 0) return found("sampling", "joint", joint);
  }
  const std::size_t slot = FirstOtherBits<float>(theirs.morphs, ours.morphs);
  if (slot != theirs.morphs.size()) return found("sampling", "morph weight", slot);
  const std::span<const Affine> joints = by_spec_.model_from_joint();
  const std::size_t joint = FirstOtherBits<Affine>(joints, fast_.model_from_joint());
  if (joint != joints.size()) return found("the hierarchy", "joint", joint);
  for (std::size_t i = 0; i < by_spec_.instances().size(); ++i) {
    const std::span<const Affine> palette = by_spec_.instances()[i].palette;
    const std::size_t entry = FirstOtherBits<Affine>(palette, fast_.instances()[i].palette);
    if (entry != palette.size()) return found("palettes", "entry", entry);
  }
  return Error::kNone;
}

Error KernelCheck::CompareVertices(std::size_t instance, std::size_t primitive,
                                   const PosedPrimitive& vertices, std::string& different) {
  const PosedInstance& posed = fast_.instances()[instance];
  Unwrite(vertices, vertices_);
  const Error skinned = fast_.SkinPrimitive(posed, primitive, vertices_);
  if (skinned != Error::kNone) return skinned;
  CompareBits(vertices, vertices_, different);
  // The rule of the scene at every moment; the others and dual quaternions, which take the
  // specification's time once more, when a primitive is first seen.
  const bool is_new =
      seen_.emplace(posed.instance.mesh, primitive, posed.instance.skin.has_value()).second;
  if (!different.empty() || !is_new) return Error::kNone;
  return CompareOtherWays(instance, primitive, different);
}

Error KernelCheck::CompareWay(const PosedScene& scene, std::size_t instance, std::size_t primitive,
                              NormalRule rule, std::span<const DualJoint> dual_palette,
                              std::string& different) {
  if (!different.empty()) return Error::kNone;
  const Error specified = by_spec_.SkinPrimitive(by_spec_.instances()[instance], primitive,
                                                 by_spec_vertices_, rule, dual_palette);
  if (specified != Error::kNone) return specified;
  Unwrite(by_spec_vertices_, vertices_);
  const Error skinned =
      scene.SkinPrimitive(scene.instances()[instance], primitive, vertices_, rule);
  if (skinned == Error::kNone) CompareBits(by_spec_vertices_, vertices_, different);
  return skinned;
}

Error KernelCheck::CompareOtherWays(std::size_t instance, std::size_t primitive,
                                    std::string& different) {
  const PosedInstance& posed = by_spec_.instances()[instance];
  for (const NormalRule rule : {NormalRule::kByPalette, NormalRule::kUpper}) {
    const Error error = CompareWay(fast_, instance, primitive, rule, {}, different);
    if (error != Error::kNone) return error;
  }
  if (!different.empty() || posed.palette.empty() ||
      posed.primitives[primitive].influences.empty()) {
    return Error::kNone;
  }
  dual_palette_.clear();
  for (const Affine& matrix : posed.palette) dual_palette_.push_back(spec::MakeDualJoint(matrix));
  if (!dual_) dual_.emplace(fast_.asset(), by_spec_.model(), SkinMethod::kDualQuaternion);
  if (!dual_is_posed_) {
    if (const Error error = Pose(*dual_); error != Error::kNone) return error;
  }
  dual_is_posed_ = true;
  const std::span<const DualJoint> made = dual_->moment().dual_palette(*posed.instance.skin);
  const std::size_t entry = FirstOtherBits<DualJoint>(dual_palette_, made);
  if (entry != dual_palette_.size()) {
    different = Differs("dual palettes", "entry", entry);
    return Error::kNone;
  }
  for (const NormalRule rule : {NormalRule::kByPalette, NormalRule::kCofactor}) {
    const Error error = CompareWay(*dual_, instance, primitive, rule, dual_palette_, different);
    if (error != Error::kNone) return error;
  }
  return Error::kNone;
}

}  // namespace sinew
