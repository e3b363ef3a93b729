// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Nodes become joints, all of them, in level order. Skins name joints.
#include <cmath>
#include <utility>

#include "io/gltf/build.h"
#include "io/gltf/pointer.h"
#include "io/gltf/words.h"
#include "math/quat.h"
#include "math/usable.h"

namespace sinew::gltf {
namespace {

constexpr double kLoudLengthError = 1e-3;  // Beyond it, a normalised rotation is a mend.
constexpr float kLoudShear = 1e-3f;        // Beyond it, a lost shear is one.

// Column-major 4x4, as the file has it, without its last row.
Affine AffineOfColumns(const float* m) {
  Affine affine;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      affine.m[row][column] = m[column * 4 + row];
    }
  }
  return affine;
}

// Nothing where a number is not usable.
std::optional<Transform> RestOf(Build& build, std::size_t index) {
  const NodeDef& node = build.document.nodes[index];
  if (node.has_matrix) {
    const Affine affine = AffineOfColumns(node.matrix);
    if (!scalar::IsUsable(affine)) return std::nullopt;
    const Decomposition parts = Decompose(affine);
    if (parts.shear > kLoudShear) {
      build.judge.Mended("node-matrix-sheared", PointerOf("nodes", index, "matrix"));
    }
    if (!scalar::IsUsable(parts.transform)) return std::nullopt;
    return parts.transform;
  }
  const Transform given{
      .translation = {node.translation[0], node.translation[1], node.translation[2]},
      .rotation = {node.rotation[0], node.rotation[1], node.rotation[2], node.rotation[3]},
      .scale = {node.scale[0], node.scale[1], node.scale[2]}};
  if (!scalar::IsUsable(given)) return std::nullopt;
  Transform rest = given;
  const double length = scalar::Length(scalar::Widen(given.rotation));
  rest.rotation = scalar::UnitOr(scalar::Widen(given.rotation), Quat{});
  if (std::abs(length - 1.0) > kLoudLengthError) {
    build.judge.Mended("rotation-normalised", PointerOf("nodes", index, "rotation"));
  }
  return rest;
}

}  // namespace

bool BuildSkeleton(Build& build) {
  const std::vector<NodeDef>& nodes = build.document.nodes;
  constexpr std::uint64_t kBytesANode = sizeof(Transform) + sizeof(std::string) + 32;
  if (!build.Take(nodes.size(), kBytesANode, "/nodes")) return false;

  std::vector<std::int32_t> parents(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) parents[i] = nodes[i].parent;
  Result<std::vector<std::uint32_t>> order = LevelOrder(parents);
  if (!order.ok()) {
    build.judge.Refuse(FailureCode::kInvalid, "/nodes", order.failure().message);
    return false;
  }
  build.joint_of_node.resize(nodes.size());
  for (std::uint32_t joint = 0; joint < order->size(); ++joint) {
    build.joint_of_node[(*order)[joint]] = joint;
  }

  Skeleton::Parts parts;
  parts.parents.reserve(nodes.size());
  parts.rest.reserve(nodes.size());
  parts.names.reserve(nodes.size());
  for (const std::uint32_t node : *order) {
    const std::int32_t parent = parents[node];
    parts.parents.push_back(
        parent < 0
            ? kNoParent
            : static_cast<std::int32_t>(build.joint_of_node[static_cast<std::size_t>(parent)]));
    const std::optional<Transform> rest = RestOf(build, node);
    if (!rest) {
      build.judge.Refuse(FailureCode::kInvalid, PointerOf("nodes", node),
                         "The node's transform has a number that is infinite or beyond 1e18.");
      return false;
    }
    parts.rest.push_back(*rest);
    parts.names.push_back(NameOf(build, nodes[node].json).value_or(""));
  }
  parts.file_nodes = std::move(*order);
  Result<Skeleton> skeleton = Skeleton::Create(std::move(parts));
  if (!skeleton.ok()) {
    build.judge.Refuse(skeleton.failure().code, "/nodes", Describe(skeleton.failure()));
    return false;
  }
  build.parts.skeleton = std::move(*skeleton);
  return true;
}

namespace {

// Fills what the file has and leaves the identity where it has less (C81, nasty 4 and 5).
bool ReadInverseBinds(Build& build, std::size_t index, std::vector<Affine>& inverse_bind) {
  const std::int32_t accessor = build.document.skins[index].inverse_bind;
  if (accessor < 0) return true;
  const AccessorView* view = build.accessors.Need(accessor, build.judge);
  if (view == nullptr) return false;
  const auto pointer = [&] { return PointerOf("skins", index, "inverseBindMatrices"); };
  if (view->type != ElementType::kMat4) {
    build.judge.Refuse(FailureCode::kInvalid, pointer(),
                       "The inverse bind matrices are not 4x4 matrices.");
    return false;
  }
  if (view->count < inverse_bind.size()) build.judge.Mended("ibm-count", pointer());
  const std::size_t count = view->count < inverse_bind.size()
                                ? static_cast<std::size_t>(view->count)
                                : inverse_bind.size();
  if (!build.Take(count, 64, pointer())) return false;
  std::vector<float> columns(count * 16);
  DecodeFloats(*view, 0, count, columns.data());
  std::uint64_t forced_rows = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const float* m = columns.data() + i * 16;
    if (m[3] != 0.0f || m[7] != 0.0f || m[11] != 0.0f || m[15] != 1.0f) ++forced_rows;
    inverse_bind[i] = AffineOfColumns(m);
    if (!scalar::IsUsable(inverse_bind[i])) {
      build.judge.Refuse(FailureCode::kInvalid, pointer(),
                         Words("Matrix ", i, " has a number that is not finite or beyond 1e18."));
      return false;
    }
  }
  if (forced_rows != 0) build.judge.Mended("ibm-last-row", pointer(), forced_rows);
  return true;
}

}  // namespace

bool BuildSkins(Build& build) {
  const std::vector<SkinDef>& skins = build.document.skins;
  for (std::size_t i = 0; i < skins.size(); ++i) {
    const SkinDef& def = skins[i];
    if (def.broken || def.joints.empty()) {
      build.judge.Refuse(FailureCode::kInvalid, PointerOf("skins", i),
                         "The skin is malformed or names no joint.");
      return false;
    }
    if (!build.Take(def.joints.size(), sizeof(Affine) + sizeof(std::int32_t),
                    PointerOf("skins", i))) {
      return false;
    }
    Skin::Parts parts;
    parts.name = NameOf(build, def.json).value_or("");
    parts.joints.reserve(def.joints.size());
    for (std::size_t k = 0; k < def.joints.size(); ++k) {
      if (def.joints[k] < 0) {
        build.judge.Refuse(FailureCode::kInvalid, PointerOf("skins", i, "joints", k),
                           "The skin names a node that does not exist.");
        return false;
      }
      parts.joints.push_back(
          static_cast<std::int32_t>(build.joint_of_node[static_cast<std::size_t>(def.joints[k])]));
    }
    parts.inverse_bind.resize(parts.joints.size());
    if (!ReadInverseBinds(build, i, parts.inverse_bind)) return false;
    if (def.skeleton >= 0) {
      parts.root = build.joint_of_node[static_cast<std::size_t>(def.skeleton)];
    }
    Result<Skin> skin = Skin::Create(std::move(parts), build.parts.skeleton.joint_count());
    if (!skin.ok()) {
      build.judge.Refuse(skin.failure().code, PointerOf("skins", i), Describe(skin.failure()));
      return false;
    }
    build.parts.skins.push_back(std::move(*skin));
  }
  return true;
}

}  // namespace sinew::gltf
