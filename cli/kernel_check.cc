// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "kernel_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

#include "pick_clip.h"
#include "sinew/isa.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"

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

KernelCheck::KernelCheck(const PosedScene& scene)
    : scene_(scene),
      pose_(scene.model().skeleton().joint_count(),
            static_cast<std::uint32_t>(scene.model().morph_rest().size())) {}

std::string KernelCheck::ComparePose(const PackedClip* clip, double time_s) {
  const Model& model = scene_.model();
  const Skeleton& skeleton = model.skeleton();
  if (clip != nullptr) {
    std::copy(model.morph_rest().begin(), model.morph_rest().end(), pose_.morphs().begin());
    spec::SamplePacked(skeleton, *clip, time_s, pose_);
    for (std::uint32_t joint = 0; joint < skeleton.joint_count(); ++joint) {
      const Transform ours = scene_.pose().joint(joint), theirs = pose_.joint(joint);
      if (std::memcmp(&ours, &theirs, sizeof ours) != 0) return Differs("sampling", "joint", joint);
    }
    const std::size_t slot = FirstDifference<float>(scene_.pose().morphs, pose_.morphs());
    if (slot != pose_.morphs().size()) return Differs("sampling", "morph weight", slot);
  }
  matrices_.resize(skeleton.joint_count());
  spec::LocalToModel(skeleton, scene_.pose(), Affine{}, matrices_);
  const std::size_t joint = FirstDifference<Affine>(scene_.model_from_joint(), matrices_);
  if (joint != matrices_.size()) return Differs("the hierarchy", "joint", joint);
  for (const PosedInstance& posed : scene_.instances()) {
    if (!posed.instance.skin) continue;
    matrices_.resize(posed.palette.size());
    spec::MakePalette(model.skins()[*posed.instance.skin], scene_.model_from_joint(), matrices_);
    const std::size_t entry = FirstDifference<Affine>(posed.palette, matrices_);
    if (entry != matrices_.size()) return Differs("palettes", "entry", entry);
    dual_palette_.resize(posed.palette.size());
    Require(DualPaletteJob{.palette = posed.palette, .dual_palette = dual_palette_}.Run());
    for (std::size_t i = 0; i < dual_palette_.size(); ++i) {
      const DualJoint wanted = spec::MakeDualJoint(posed.palette[i]);
      if (std::memcmp(&dual_palette_[i], &wanted, sizeof wanted) != 0) {
        return Differs("dual palettes", "entry", i);
      }
    }
  }
  return {};
}

std::string KernelCheck::CompareVertices(const PosedInstance& posed, std::size_t primitive,
                                         const PosedPrimitive& vertices) {
  const Mesh& mesh = scene_.model().meshes()[posed.instance.mesh];
  // A skinned mesh that stands somewhere without a skin has no prepared form.
  if (posed.primitives.data() != mesh.primitives().data()) return {};
  const auto key = std::pair(posed.instance.mesh, primitive);
  auto found = meshes_.find(key);
  const bool is_first = found == meshes_.end();
  if (is_first) {
    const auto index = static_cast<std::uint32_t>(primitive);
    found = meshes_.emplace(key, SkinnedMesh::Create(mesh, index)).first;
  }
  const Primitive& source = posed.primitives[primitive];
  const Affine& rigid = scene_.model_from_joint()[posed.instance.joint];
  const auto compare = [&](NormalRule rule, const PosedPrimitive& by_spec,
                           std::span<const DualJoint> dual_palette = {}) {
    Unwrite(by_spec, vertices_);
    Require(SkinJob{.mesh = found->second,
                    .morph_weights = posed.morph_weights,
                    .palette = source.influences.empty() ? std::span(&rigid, 1) : posed.palette,
                    .dual_palette = dual_palette,
                    .normal_rule = rule,
                    .order = VertexOrder::kFile,
                    .positions = vertices_.positions,
                    .normals = vertices_.normals,
                    .tangents = vertices_.tangents}
                .Run());
    return DifferenceOf(by_spec, vertices_);
  };
  // The rule of the scene at every moment; the others and dual quaternions, which take the
  // specification's time once more, when a primitive is first seen.
  std::string difference = compare(NormalRule::kCofactor, vertices);
  if (!is_first) return difference;
  PosedPrimitive by_spec = vertices;
  const auto compare_anew = [&](NormalRule rule, std::span<const DualJoint> dual_palette) {
    if (!difference.empty()) return;
    Require(spec::Skin{.primitive = source,
                       .morph_weights = posed.morph_weights,
                       .palette = posed.palette,
                       .dual_palette = dual_palette,
                       .rigid = rigid,
                       .normal_rule = rule,
                       .positions = by_spec.positions,
                       .normals = by_spec.normals,
                       .tangents = by_spec.tangents}
                .Run());
    difference = compare(rule, by_spec, dual_palette);
  };
  compare_anew(NormalRule::kByPalette, {});
  compare_anew(NormalRule::kUpper, {});
  if (source.influences.empty()) return difference;
  dual_palette_.resize(posed.palette.size());
  Require(DualPaletteJob{.palette = posed.palette, .dual_palette = dual_palette_}.Run());
  compare_anew(NormalRule::kByPalette, dual_palette_);
  compare_anew(NormalRule::kCofactor, dual_palette_);
  return difference;
}

}  // namespace sinew::cli
