// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Linear blend skinning of polygons, in double: for looking at a rig, not for playing it.
#include <array>
#include <string>
#include <utility>

#include "math/usable.h"
#include "math/vec_double.h"
#include "model/checks.h"
#include "sinew/rigging.h"

namespace sinew {
namespace {

using scalar::Vec3D;

// An affine matrix in double.
struct AffineD {
  std::array<Vec3D, 3> rows{};
  Vec3D translation{};

  Vec3D Point(Vec3D p) const {
    return {scalar::Dot(rows[0], p) + translation.x, scalar::Dot(rows[1], p) + translation.y,
            scalar::Dot(rows[2], p) + translation.z};
  }

  // How it turns surfaces: its cofactors, the other way where it mirrors (S10).
  std::array<Vec3D, 3> SurfaceTurn() const {
    std::array<Vec3D, 3> turn{scalar::Cross(rows[1], rows[2]), scalar::Cross(rows[2], rows[0]),
                              scalar::Cross(rows[0], rows[1])};
    if (scalar::Dot(rows[0], turn[0]) < 0.0) {
      for (Vec3D& row : turn) row = scalar::Scale(row, -1.0);
    }
    return turn;
  }
};

// The sum of weight times matrix, from nothing (S11), over the sum of the weights: of matrices that
// are all the same this is that matrix, to the bit, however the weights were rounded (S12).
AffineD Blend(std::span<const Influence> influences, std::span<const Affine> palette) {
  std::array<std::array<double, 4>, 3> sum{};
  double total = 0.0;
  for (const Influence& influence : influences) {
    const auto weight = static_cast<double>(influence.weight);
    total += weight;
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) {
        sum[r][c] += weight * static_cast<double>(palette[influence.joint].m[r][c]);
      }
    }
  }
  AffineD blend;
  for (std::size_t r = 0; r < 3; ++r) {
    blend.rows[r] = {sum[r][0] / total, sum[r][1] / total, sum[r][2] / total};
  }
  blend.translation = {sum[0][3] / total, sum[1][3] / total, sum[2][3] / total};
  return blend;
}

// From where each bone was bound to where it is.
Result<std::vector<Affine>> PaletteOf(std::span<const Affine> bind,
                                      std::span<const Affine> current) {
  if (bind.size() != current.size()) {
    return model::Broken("/current", model::FoundExpected(current.size(), bind.size()) +
                                         " matrices, as many as at bind");
  }
  std::vector<Affine> palette;
  palette.reserve(bind.size());
  for (std::size_t i = 0; i < bind.size(); ++i) {
    if (!scalar::IsUsable(bind[i])) return model::Broken(model::At("/bind", i), model::kNotUsable);
    if (!scalar::IsUsable(current[i])) {
      return model::Broken(model::At("/current", i), model::kNotUsable);
    }
    const std::optional<Affine> bone_from_model = Inverse(bind[i]);
    if (!bone_from_model) {
      return model::Broken(model::At("/bind", i),
                           "found a matrix without a usable inverse, expected one with it");
    }
    palette.push_back(Multiply(current[i], *bone_from_model));
    if (!scalar::IsUsable(palette.back())) {
      return model::Broken(model::At("/current", i),
                           "found a bone too far from its bind pose, expected usable numbers");
    }
  }
  return palette;
}

std::optional<Failure> CheckBones(const Influences& influences, std::size_t bone_count) {
  for (std::size_t i = 0; i < influences.list.size(); ++i) {
    if (influences.list[i].joint < bone_count) continue;
    return model::Broken(model::At("/influences/list", i),
                         "found bone " + std::to_string(influences.list[i].joint) +
                             ", expected less than " + std::to_string(bone_count));
  }
  return std::nullopt;
}

}  // namespace

Result<CornerMesh> SkinPolygons(const PolygonMesh& mesh, std::span<const Affine> bind,
                                std::span<const Affine> current) {
  const Result<std::vector<Affine>> palette = PaletteOf(bind, current);
  if (!palette.ok()) return palette.failure();
  const Influences& influences = mesh.influences();
  if (auto failure = CheckBones(influences, palette->size())) return *std::move(failure);
  CornerMesh skinned = SplitCorners(mesh);
  if (influences.empty()) return skinned;
  for (std::size_t c = 0; c < skinned.positions.size(); ++c) {
    const std::uint32_t vertex = skinned.corner_vertices[c];
    const std::span<const Influence> of = influences.of(vertex);
    if (of.empty()) continue;  // S6
    const AffineD blend = Blend(of, *palette);
    const Vec3 position = scalar::Narrow(blend.Point(scalar::Widen(skinned.positions[c])));
    if (!scalar::IsUsable(position)) {
      return model::Broken(model::At("/positions", vertex),
                           "found a vertex that bones take beyond 1e18, expected usable numbers");
    }
    skinned.positions[c] = position;
  }
  for (std::size_t c = 0; c < skinned.normals.size(); ++c) {
    const std::span<const Influence> of = influences.of(skinned.corner_vertices[c]);
    if (of.empty()) continue;
    const std::array<Vec3D, 3> turn = Blend(of, *palette).SurfaceTurn();
    const Vec3D rest = scalar::Widen(skinned.normals[c]);
    const Vec3D turned{scalar::Dot(turn[0], rest), scalar::Dot(turn[1], rest),
                       scalar::Dot(turn[2], rest)};
    skinned.normals[c] = scalar::Narrow(scalar::UnitOr(turned, scalar::UnitOr(rest, rest)));
  }
  return skinned;
}

Result<CornerMesh> SkinPolygons(const PolygonMesh& mesh, const BoneRig& rig) {
  const Result<std::vector<Affine>> bind = BindPose(rig);
  if (!bind.ok()) return bind.failure();
  const Result<std::vector<Affine>> current = CurrentPose(rig);
  if (!current.ok()) return current.failure();
  return SkinPolygons(mesh, *bind, *current);
}

}  // namespace sinew
