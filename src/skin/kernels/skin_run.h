// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Skinning by linear blend or dual quaternions, eight vertices at once. The order of operations is
// that of skin/linear_blend.h and skin/dual_blend.h: joints are blended in ascending order, rows
// multiplied left to right.
//
// What is asked for is decided once a run, by template arguments: the kind of block (Rows, see
// blended_rows.h and dual_rows.h), and what is wanted of it. The three that are asked for most are
// written row by row, so that a row is used up before the next one is blended.
#pragma once

#include "math/simd/target.h"
#include "skin/kernels/blended_rows.h"
#include "skin/kernels/dual_rows.h"
#include "skin/kernels/kernels.h"
#include "skin/kernels/store_vertices.h"
#include "skin/kernels/vec3x8.h"

namespace sinew::SINEW_TARGET {

// A block's place and its rows of eight floats.
struct Block {
  std::uint32_t index;  // Of the mesh.
  std::uint32_t begin, end;
  const float* positions;
  const float* normals;
  const float* tangents;
  BlockSource source;
};

// Finds the blocks of a run. (Walking pointers along takes more registers than there are.)
class BlockFinder {
 public:
  BlockFinder(const SkinArgs& args, const SkinRunArgs& run)
      : args_(args),
        run_(run),
        to_tangents_((args.has_normals ? 6u : 3u) * kLanes),
        to_weights_(to_tangents_ + (args.has_tangents ? 4u : 0u) * kLanes) {}

  Block At(std::uint32_t i) const {
    const std::uint32_t index = run_.first_block + i;
    const float* floats = run_.floats + i * run_.floats_per_block;
    return {index,
            args_.block_begins[index],
            args_.block_begins[index + 1],
            floats,
            floats + std::size_t{3} * kLanes,
            floats + to_tangents_,
            {args_.palette, args_.dual_palette, run_.joints + i * run_.joints_per_block,
             floats + to_weights_, run_.influence_count, run_.mixed}};
  }

 private:
  const SkinArgs& args_;
  const SkinRunArgs& run_;
  std::size_t to_tangents_, to_weights_;
};

SINEW_INLINE f32x8 MovePoint(const Row8& row, const Vec3x8& p) {
  return row.xyz.x * p.x + row.xyz.y * p.y + row.xyz.z * p.z + row.w;
}

// --- the ways that are asked for most: no morphs, no tangents ---

template <typename Rows>
static void SkinPositions(const SkinArgs& args, const SkinRunArgs& run) {
  const BlockFinder blocks(args, run);
  const Outlet out(args, args.positions);
  for (std::uint32_t i = 0; i < run.block_count; ++i) {
    const Block block = blocks.At(i);
    const Rows rows(block.source);
    const Vec3x8 position = LoadVec3(block.positions);
    StoreVec3(out, block.begin, block.end,
              {MovePoint(rows.Row(0), position), MovePoint(rows.Row(1), position),
               MovePoint(rows.Row(2), position)});
  }
}

template <typename Rows>
static void SkinUpperNormals(const SkinArgs& args, const SkinRunArgs& run) {
  const BlockFinder blocks(args, run);
  const Outlet out(args, args.positions), normals_out(args, args.normals);
  for (std::uint32_t i = 0; i < run.block_count; ++i) {
    const Block block = blocks.At(i);
    const Rows rows(block.source);
    const Vec3x8 position = LoadVec3(block.positions), normal = LoadVec3(block.normals);
    Vec3x8 moved, turned;
    const auto apply = [&](int r, f32x8& point, f32x8& direction) {
      const Row8 row = rows.Row(r);
      point = MovePoint(row, position);
      direction = Dot(row.xyz, normal);
    };
    apply(0, moved.x, turned.x);
    apply(1, moved.y, turned.y);
    apply(2, moved.z, turned.z);
    // The root takes long: it is begun before the positions are put in order.
    const Vec3x8 unit = Normalized(turned, block.normals);
    StoreVec3(out, block.begin, block.end, moved);
    StoreVec3(normals_out, block.begin, block.end, unit);
  }
}

// The rows of eight 3x3 matrices.
struct Upper8 {
  Vec3x8 row[3];
};

// True where scalar::SurfaceTurnOf multiplies all rows as they are: where each row's largest
// magnitude lies in [2^-24, 2^24]. False in doubt: the specification skins such blocks, whichever
// way it takes. A sum of three magnitudes is at most three times the largest.
SINEW_INLINE bool AllPlain(const Upper8& m) {
  const f32x8 smallest = Splat8(0x1p-22f), largest = Splat8(0x1p24f);
  mask8 plain = LessEqual(smallest, smallest);
  for (int r = 0; r < 3; ++r) {
    const f32x8 size = Abs(m.row[r].x) + Abs(m.row[r].y) + Abs(m.row[r].z);
    plain = And(plain, And(LessEqual(smallest, size), LessEqual(size, largest)));
  }
  return All(plain);
}

struct Turn8 {
  Vec3x8 cofactor_rows[3];
  mask8 mirrors;
};
SINEW_INLINE Turn8 TurnOf(const Upper8& m) {
  Turn8 turn;
  turn.cofactor_rows[0] = Cross(m.row[1], m.row[2]);
  turn.cofactor_rows[1] = Cross(m.row[2], m.row[0]);
  turn.cofactor_rows[2] = Cross(m.row[0], m.row[1]);
  turn.mirrors = Less(Dot(m.row[0], turn.cofactor_rows[0]), Splat8(0.0f));
  return turn;
}
SINEW_INLINE Vec3x8 TurnNormal(const Turn8& turn, const Vec3x8& normal) {
  return NegateWhere(turn.mirrors,
                     {Dot(turn.cofactor_rows[0], normal), Dot(turn.cofactor_rows[1], normal),
                      Dot(turn.cofactor_rows[2], normal)});
}

template <typename Rows>
static void SkinCofactorNormals(const SkinArgs& args, const SkinRunArgs& run) {
  const BlockFinder blocks(args, run);
  const Outlet out(args, args.positions), normals_out(args, args.normals);
  for (std::uint32_t i = 0; i < run.block_count; ++i) {
    const Block block = blocks.At(i);
    const Rows rows(block.source);
    const Vec3x8 position = LoadVec3(block.positions);
    Upper8 upper;
    Vec3x8 moved;
    const auto apply = [&](int r, f32x8& point) {
      const Row8 row = rows.Row(r);
      point = MovePoint(row, position);
      upper.row[r] = row.xyz;
    };
    apply(0, moved.x);
    apply(1, moved.y);
    apply(2, moved.z);
    StoreVec3(out, block.begin, block.end, moved);
    if (!AllPlain(upper)) {
      args.skin_extreme_block(args, run, i);
      continue;
    }
    const Vec3x8 turned = TurnNormal(TurnOf(upper), LoadVec3(block.normals));
    StoreVec3(normals_out, block.begin, block.end, Normalized(turned, block.normals));
  }
}

// --- everything: morphs, tangents ---

SINEW_INLINE Vec3x8 Morphed(const float* base_rows, const SkinArgs& args, const MorphList& morphs,
                            std::uint32_t block) {
  Vec3x8 sum = LoadVec3(base_rows);
  for (std::uint32_t i = 0; i < morphs.count; ++i) {
    const MorphRows& rows = morphs.targets[i];
    const float weight = args.morph_weights[rows.target];
    if (weight == 0.0f) continue;
    const Vec3x8 difference =
        LoadVec3(args.morph_floats + rows.first_float + std::size_t{block} * 3 * kLanes);
    const f32x8 w = Splat8(weight);
    sum = {sum.x + difference.x * w, sum.y + difference.y * w, sum.z + difference.z * w};
  }
  return sum;
}
SINEW_INLINE Vec3x8 MorphedPosition(const SkinArgs& args, const Block& block) {
  return Morphed(block.positions, args, args.morph_positions, block.index);
}
SINEW_INLINE Vec3x8 MorphedNormal(const SkinArgs& args, const Block& block) {
  return Morphed(block.normals, args, args.morph_normals, block.index);
}
SINEW_INLINE Vec3x8 MorphedTangent(const SkinArgs& args, const Block& block) {
  return Morphed(block.tangents, args, args.morph_tangents, block.index);
}

template <typename Rows, bool kCofactor, bool kTangents>
static void SkinEverything(const SkinArgs& args, const SkinRunArgs& run) {
  const BlockFinder blocks(args, run);
  float unwanted[4];
  const Outlet out(args, args.positions), normals_out(args, args.normals, unwanted);
  const Outlet tangents_out(args, args.tangents, unwanted);
  const bool wants_normals = args.normals.first != nullptr;
  for (std::uint32_t i = 0; i < run.block_count; ++i) {
    Block block = blocks.At(i);
    if (!wants_normals) block.normals = block.positions;  // Something that may be read.
    const Rows rows(block.source);
    const Vec3x8 position = MorphedPosition(args, block);
    const Vec3x8 normal = MorphedNormal(args, block);
    Vec3x8 tangent;
    if constexpr (kTangents) tangent = MorphedTangent(args, block);
    Upper8 upper;
    Vec3x8 moved, turned, along;
    const auto apply = [&](int r, f32x8& to_moved, f32x8& to_turned, f32x8& to_along) {
      const Row8 row = rows.Row(r);
      to_moved = MovePoint(row, position);
      if constexpr (kCofactor) {
        upper.row[r] = row.xyz;
      } else {
        to_turned = Dot(row.xyz, normal);
      }
      if constexpr (kTangents) to_along = Dot(row.xyz, tangent);
    };
    apply(0, moved.x, turned.x, along.x);
    apply(1, moved.y, turned.y, along.y);
    apply(2, moved.z, turned.z, along.z);
    StoreVec3(out, block.begin, block.end, moved);
    mask8 mirrors = Less(Splat8(0.0f), Splat8(0.0f));
    if constexpr (kCofactor) {
      if (!AllPlain(upper)) {
        args.skin_extreme_block(args, run, i);
        continue;
      }
      const Turn8 turn = TurnOf(upper);
      turned = TurnNormal(turn, normal);
      mirrors = turn.mirrors;
    }
    StoreVec3(normals_out, block.begin, block.end, Normalized(turned, block.normals));
    if constexpr (kTangents) {
      const Vec3x8 unit = Normalized(along, block.tangents);
      const f32x8 handedness = Load8(block.tangents + std::size_t{3} * kLanes);
      StoreVec4(tangents_out, block.begin, block.end, unit.x, unit.y, unit.z,
                NegateWhere(mirrors, handedness));
    }
  }
}

// Vertices that nothing moves: as morphing leaves them.
static void SkinUnmoved(const SkinArgs& args, const SkinRunArgs& run) {
  const BlockFinder blocks(args, run);
  const Outlet out(args, args.positions), normals_out(args, args.normals);
  const Outlet tangents_out(args, args.tangents);
  for (std::uint32_t i = 0; i < run.block_count; ++i) {
    const Block block = blocks.At(i);
    StoreVec3(out, block.begin, block.end, MorphedPosition(args, block));
    if (args.normals.first != nullptr) {
      StoreVec3(normals_out, block.begin, block.end,
                Normalized(MorphedNormal(args, block), block.normals));
    }
    if (args.tangents.first != nullptr) {
      const Vec3x8 unit = Normalized(MorphedTangent(args, block), block.tangents);
      StoreVec4(tangents_out, block.begin, block.end, unit.x, unit.y, unit.z,
                Load8(block.tangents + std::size_t{3} * kLanes));
    }
  }
}

template <typename Rows>
static void SkinAlike(const SkinArgs& args, const SkinRunArgs& run) {
  const bool wants_normals = args.normals.first != nullptr;
  const bool wants_tangents = args.tangents.first != nullptr;
  const bool by_cofactor = !args.upper_normals;
  if (wants_tangents) {
    return by_cofactor ? SkinEverything<Rows, true, true>(args, run)
                       : SkinEverything<Rows, false, true>(args, run);
  }
  if (args.morph_weights != nullptr) {
    return by_cofactor && wants_normals ? SkinEverything<Rows, true, false>(args, run)
                                        : SkinEverything<Rows, false, false>(args, run);
  }
  if (!wants_normals) return SkinPositions<Rows>(args, run);
  return by_cofactor ? SkinCofactorNormals<Rows>(args, run) : SkinUpperNormals<Rows>(args, run);
}

// The numbers of influences that most vertices have are unrolled.
template <bool kUnrolled>
static void SkinBlended(const SkinArgs& args, const SkinRunArgs& run) {
  if constexpr (kUnrolled) {
    if (run.mixed && run.influence_count == 4) return SkinAlike<MixedRows<4>>(args, run);
    if (!run.mixed && run.influence_count == 1) return SkinAlike<GroupedRows<1>>(args, run);
    if (!run.mixed && run.influence_count == 2) return SkinAlike<GroupedRows<2>>(args, run);
    if (!run.mixed && run.influence_count == 3) return SkinAlike<GroupedRows<3>>(args, run);
    if (!run.mixed && run.influence_count == 4) return SkinAlike<GroupedRows<4>>(args, run);
  }
  return run.mixed ? SkinAlike<MixedRows<0>>(args, run) : SkinAlike<ManyGroupedRows>(args, run);
}

static void SkinRun(const SkinArgs& args, const SkinRunArgs& run) {
  if (run.unit_weight) return SkinAlike<UnitRows>(args, run);
  if (run.influence_count == 0) return SkinUnmoved(args, run);
  if (args.dual_palette != nullptr && run.influence_count > 1) {
    return SkinAlike<DualRows>(args, run);
  }
  SkinBlended<!kFewWays>(args, run);
}

}  // namespace sinew::SINEW_TARGET
