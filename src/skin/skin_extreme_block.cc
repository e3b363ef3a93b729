// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "skin/skin_extreme_block.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "base/arithmetic.h"
#include "skin/dual_blend.h"
#include "skin/linear_blend.h"
#include "skin/morph.h"

namespace sinew {
namespace {

// One lane of three rows.
Vec3 Vec3At(const float* rows, std::uint32_t lane) {
  return {rows[lane], rows[kSkinLanes + lane], rows[2 * kSkinLanes + lane]};
}

// `block` is the mesh's, not the run's.
Vec3 MorphedAt(const SkinArgs& args, const MorphList& morphs, std::uint32_t block,
               std::uint32_t lane, Vec3 base) {
  for (const MorphRows& rows : std::span(morphs.targets, morphs.count)) {
    const float* differences =
        args.morph_floats + rows.first_float + std::size_t{block} * 3 * kSkinLanes;
    base = scalar::AddMorph(base, args.morph_weights[rows.target], Vec3At(differences, lane));
  }
  return base;
}

void Store(const VertexOutput& output, std::size_t vertex, std::span<const float> values) {
  std::copy(values.begin(), values.end(), output.first + vertex * output.stride_floats);
}

}  // namespace

void SkinExtremeBlock(const SkinArgs& args, const SkinRunArgs& run, std::uint32_t index) {
  const std::uint32_t block = run.first_block + index;
  const float* position_rows = run.floats + std::size_t{index} * run.floats_per_block;
  const float* normal_rows = position_rows + 3 * kSkinLanes;
  const float* tangent_rows = normal_rows + (args.has_normals ? 3 * kSkinLanes : 0);
  const float* weights = tangent_rows + (args.has_tangents ? 4 * kSkinLanes : 0);
  const std::uint32_t* joints = run.joints + index * run.joints_per_block;
  const std::uint32_t first = args.block_begins[block];
  for (std::uint32_t lane = 0; first + lane < args.block_begins[block + 1]; ++lane) {
    const std::size_t vertex = args.order == nullptr ? first + lane : args.order[first + lane];
    const auto influence_at = [&](std::size_t k) -> Influence {
      return {run.mixed ? joints[k * kSkinLanes + lane] : joints[k],
              run.unit_weight ? 1.0f : weights[k * kSkinLanes + lane]};
    };
    const Affine m =
        scalar::BlendByEither(run.influence_count, influence_at, args.palette, args.dual_palette);
    const scalar::SurfaceTurn turn = scalar::SurfaceTurnOf(m);
    const Vec3 p = scalar::TransformPoint(
        m, MorphedAt(args, args.morph_positions, block, lane, Vec3At(position_rows, lane)));
    Store(args.positions, vertex, std::array{p.x, p.y, p.z});
    if (args.normals.first != nullptr) {
      const Vec3 rest = Vec3At(normal_rows, lane);
      const Vec3 n =
          scalar::SkinNormal(turn, MorphedAt(args, args.morph_normals, block, lane, rest), rest);
      Store(args.normals, vertex, std::array{n.x, n.y, n.z});
    }
    if (args.tangents.first != nullptr) {
      const Vec3 rest = Vec3At(tangent_rows, lane);
      const Vec4 t =
          scalar::SkinTangent(m, turn, MorphedAt(args, args.morph_tangents, block, lane, rest),
                              {rest.x, rest.y, rest.z, tangent_rows[3 * kSkinLanes + lane]});
      Store(args.tangents, vertex, std::array{t.x, t.y, t.z, t.w});
    }
  }
}

}  // namespace sinew
