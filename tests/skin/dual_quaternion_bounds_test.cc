// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The inflated box against skinning by dual quaternions, computed here in double from the
// definition, with a polar decomposition of its own (Higham's iteration).
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "sinew/bounds.h"
#include "sinew/dual_quaternion.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/random_mesh.h"
#include "support/build_model.h"

namespace sinew::testing {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;
using Vector = std::array<double, 3>;
using Quaternion = std::array<double, 4>;  // x, y, z, w

double Determinant(const Matrix& m) {
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
         m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

Matrix InverseTransposed(const Matrix& m) {
  Matrix out;
  const double det = Determinant(m);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      const std::size_t r1 = (r + 1) % 3, r2 = (r + 2) % 3, c1 = (c + 1) % 3, c2 = (c + 2) % 3;
      out[r][c] = (m[r1][c1] * m[r2][c2] - m[r1][c2] * m[r2][c1]) / det;
    }
  }
  return out;
}

struct Split {
  Matrix stretch;
  Quaternion rotation, dual;
};

Quaternion Times(const Quaternion& q, const Quaternion& r) {
  return {q[3] * r[0] + q[0] * r[3] + q[1] * r[2] - q[2] * r[1],
          q[3] * r[1] - q[0] * r[2] + q[1] * r[3] + q[2] * r[0],
          q[3] * r[2] + q[0] * r[1] - q[1] * r[0] + q[2] * r[3],
          q[3] * r[3] - q[0] * r[0] - q[1] * r[1] - q[2] * r[2]};
}

// The largest of the four ways to take a quaternion out of a rotation.
Quaternion QuaternionOf(const Matrix& r) {
  const std::array<double, 4> squares{
      1 + r[0][0] - r[1][1] - r[2][2], 1 - r[0][0] + r[1][1] - r[2][2],
      1 - r[0][0] - r[1][1] + r[2][2], 1 + r[0][0] + r[1][1] + r[2][2]};
  std::size_t largest = 0;
  for (std::size_t i = 1; i < 4; ++i) largest = squares[i] > squares[largest] ? i : largest;
  const double root = std::sqrt(squares[largest]), other = 0.5 / root;
  const double xy = (r[0][1] + r[1][0]) * other, xz = (r[0][2] + r[2][0]) * other,
               yz = (r[1][2] + r[2][1]) * other, wx = (r[2][1] - r[1][2]) * other,
               wy = (r[0][2] - r[2][0]) * other, wz = (r[1][0] - r[0][1]) * other;
  const double half = 0.5 * root;
  switch (largest) {
    case 0:
      return {half, xy, xz, wx};
    case 1:
      return {xy, half, yz, wy};
    case 2:
      return {xz, yz, half, wz};
    default:
      return {wx, wy, wz, half};
  }
}

Split SplitOf(const Affine& a) {
  Matrix m, r;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) m[i][j] = r[i][j] = a.m[i][j];
  }
  for (int i = 0; i < 60; ++i) {
    const Matrix back = InverseTransposed(r);
    for (std::size_t k = 0; k < 9; ++k) {
      r[k / 3][k % 3] = 0.5 * (r[k / 3][k % 3] + back[k / 3][k % 3]);
    }
  }
  if (Determinant(r) < 0.0) {
    for (std::size_t k = 0; k < 9; ++k) r[k / 3][k % 3] = -r[k / 3][k % 3];
  }
  Split split{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) split.stretch[i][j] += r[k][i] * m[k][j];
    }
  }
  split.rotation = QuaternionOf(r);
  const Quaternion half{0.5 * a.m[0][3], 0.5 * a.m[1][3], 0.5 * a.m[2][3], 0.0};
  split.dual = Times(half, split.rotation);
  return split;
}

// Stretch is blended with the rotations: what it makes of the point as it is turned, the sum of
// w * q * (S p), is then turned by the blend's conjugate.
Vector Blend(std::span<const Influence> influences, std::span<const Split> splits, Vec3 point) {
  const Influence* pivot = &influences[0];
  for (const Influence& influence : influences) {
    if (influence.weight > pivot->weight) pivot = &influence;
  }
  Quaternion real{}, dual{}, half_turned{};
  for (const Influence& influence : influences) {
    const Split& split = splits[influence.joint];
    const double w = influence.weight;
    double cosine = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
      cosine += split.rotation[i] * splits[pivot->joint].rotation[i];
    }
    const double sign = cosine < 0.0 ? -w : w;
    for (std::size_t i = 0; i < 4; ++i) {
      real[i] += sign * split.rotation[i];
      dual[i] += sign * split.dual[i];
    }
    Quaternion own{};
    for (std::size_t i = 0; i < 3; ++i) {
      own[i] = split.stretch[i][0] * double{point.x} + split.stretch[i][1] * double{point.y} +
               split.stretch[i][2] * double{point.z};
    }
    own = Times(split.rotation, own);
    for (std::size_t i = 0; i < 4; ++i) half_turned[i] += sign * own[i];
  }
  double square = 0.0;
  for (const double entry : real) square += entry * entry;
  const Quaternion conjugate{-real[0], -real[1], -real[2], real[3]};
  const Quaternion turned = Times(half_turned, conjugate);
  const Quaternion moved = Times(dual, conjugate);
  Vector out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = (turned[i] + 2.0 * moved[i]) / square;
  return out;
}

// The largest way out of the box, over all vertices; below zero: none is outside.
double FurthestOut(const Mesh& mesh, std::span<const Affine> palette, const Box& box) {
  std::vector<Split> splits;
  for (const Affine& matrix : palette) splits.push_back(SplitOf(matrix));
  double furthest = -1e30;
  const Primitive& primitive = mesh.primitives()[0];
  for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
    if (primitive.influences.of(v).empty()) continue;
    const Vector p = Blend(primitive.influences.of(v), splits, primitive.positions[v]);
    const std::array low{box.min.x, box.min.y, box.min.z}, high{box.max.x, box.max.y, box.max.z};
    for (std::size_t i = 0; i < 3; ++i) {
      furthest = std::max({furthest, double{low[i]} - p[i], p[i] - double{high[i]}});
    }
  }
  return furthest;
}

// The same of what this library's own skinning writes.
double FurthestSkinnedOut(const Mesh& mesh, std::span<const Affine> palette, const Box& box) {
  std::vector<DualJoint> dual(palette.size());
  EXPECT_EQ((DualPaletteJob{.palette = palette, .dual_palette = dual}.Run()), Error::kNone);
  const Primitive& primitive = mesh.primitives()[0];
  std::vector<Vec3> positions(primitive.vertex_count());
  EXPECT_EQ(
      (spec::Skin{
          .primitive = primitive, .palette = palette, .dual_palette = dual, .positions = positions}
           .Run()),
      Error::kNone);
  double furthest = -1e30;
  for (const Vec3& p : positions) {
    for (const float out : {box.min.x - p.x, box.min.y - p.y, box.min.z - p.z, p.x - box.max.x,
                            p.y - box.max.y, p.z - box.max.z}) {
      furthest = std::max(furthest, double{out});
    }
  }
  return furthest;
}

Box BoxOf(const Mesh& mesh, std::span<const Affine> palette) {
  const SkinBounds bounds = SkinBounds::Create(mesh);
  BoundsScratch scratch(bounds);
  Box box;
  EXPECT_EQ(
      (DualQuaternionBoundsJob{.bounds = bounds, .scratch = scratch, .palette = palette, .box = box}
           .Run()),
      Error::kNone);
  return box;
}

// A tube along x, bent or twisted at its middle: influences change along it.
Mesh Tube() {
  Primitive primitive;
  primitive.influences.begins = {0};
  for (int ring = 0; ring <= 20; ++ring) {
    for (int k = 0; k < 16; ++k) {
      const float angle = 6.2831853f * static_cast<float>(k) / 16.0f;
      const float along = 0.1f * static_cast<float>(ring) - 1.0f;
      primitive.positions.push_back({along, 0.3f * std::cos(angle), 0.3f * std::sin(angle)});
      const float second = std::min(1.0f, std::max(0.0f, 0.5f + along));
      if (second < 1.0f) primitive.influences.list.push_back({0, 1.0f - second});
      if (second > 0.0f) primitive.influences.list.push_back({1, second});
      primitive.influences.begins.push_back(
          static_cast<std::uint32_t>(primitive.influences.list.size()));
    }
  }
  return Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
}

TEST(DualQuaternionBounds, ABentTubeStaysInsideWhereTheLinearBoxLosesIt) {
  const Mesh mesh = Tube();
  const SkinBounds bounds = SkinBounds::Create(mesh);
  bool linear_loses = false;
  for (int i = 0; i <= 180; i += 5) {
    const float angle = static_cast<float>(i) * 0.017453292f;
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, NormalizeOr({1, 1, 1}, {})}) {
      const std::vector palette{AffineOf({.rotation = QuatOf(axis, -0.5f * angle)}),
                                AffineOf({.rotation = QuatOf(axis, 0.5f * angle)})};
      EXPECT_LE(FurthestOut(mesh, palette, BoxOf(mesh, palette)), 0.0) << i << " degrees";
      EXPECT_LE(FurthestSkinnedOut(mesh, palette, BoxOf(mesh, palette)), 0.0) << i << " degrees";
      Box linear;
      ASSERT_EQ((BoundsJob{.bounds = bounds, .palette = palette, .box = linear}.Run()),
                Error::kNone);
      linear_loses |= FurthestOut(mesh, palette, linear) > 0.0;
    }
  }
  EXPECT_TRUE(linear_loses);  // Else the inflation would not be needed.
}

// Near the pose it was bound in, the inflation is next to nothing; at a right angle of two joints
// it is at most 0.21 of how far apart they put a vertex that they share.
TEST(DualQuaternionBounds, AreInflatedAsLittleAsIsStated) {
  const Mesh mesh = Tube();
  const auto inflation = [&](float angle) {
    const std::vector palette{Affine{}, AffineOf({.rotation = QuatOf({0, 0, 1}, angle)})};
    const SkinBounds of_mesh = SkinBounds::Create(mesh);
    Box linear;
    EXPECT_EQ((BoundsJob{.bounds = of_mesh, .palette = palette, .box = linear}.Run()),
              Error::kNone);
    return BoxOf(mesh, palette).max.x - linear.max.x;
  };
  EXPECT_LT(inflation(0.0f), 1e-4f);
  // Shared vertices lie within 0.5 along and 0.3 * sqrt(2) about the axis of the turn.
  const float apart = 2.0f * std::sin(0.7853982f) * std::sqrt(0.5f * 0.5f + 0.3f * 0.3f);
  EXPECT_LT(inflation(1.5707963f), 0.2072f * apart * 1.6f);  // The box is larger than the tube.
}

// Scale alone puts vertices between where the joints would: nothing needs to be added.
TEST(DualQuaternionBounds, OfJointsThatOnlyScaleAreThoseOfLinearBlend) {
  const Mesh mesh = Tube();
  const std::vector palette{Affine{}, AffineOf({.scale = {1.5f, 1.5f, 1.5f}})};
  const SkinBounds of_mesh = SkinBounds::Create(mesh);
  Box linear;
  ASSERT_EQ((BoundsJob{.bounds = of_mesh, .palette = palette, .box = linear}.Run()), Error::kNone);
  EXPECT_LT(BoxOf(mesh, palette).max.x - linear.max.x, 1e-4f);
}

TEST(DualQuaternionBounds, NoVertexOfARandomMeshLeavesThem) {
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    RandomMesh random(seed);
    const Mesh mesh = random.Make({.vertex_count = 60,
                                   .joint_count = 12,
                                   .most_influences = seed % 5 == 0 ? 11u : 4u,
                                   .fewest_influences = 1});
    for (const auto kind : {RandomMesh::Matrices::kEven, RandomMesh::Matrices::kUneven,
                            RandomMesh::Matrices::kMirrored}) {
      // Wild ones, and ones that are turned and moved as joints of a body are.
      const std::vector<Affine> wild = random.Palette(12, kind);
      EXPECT_LE(FurthestOut(mesh, wild, BoxOf(mesh, wild)), 0.0) << seed;
      EXPECT_LE(FurthestSkinnedOut(mesh, wild, BoxOf(mesh, wild)), 0.0) << seed;
      std::vector<Affine> tame;
      for (int i = 0; i < 12; ++i) {
        const Vec3 axis = NormalizeOr(random.random().Vector(1), {1, 0, 0});
        tame.push_back(AffineOf({.translation = random.random().Vector(0.3f),
                                 .rotation = QuatOf(axis, random.random().Between(0, 1.2f))}));
      }
      EXPECT_LE(FurthestOut(mesh, tame, BoxOf(mesh, tame)), 0.0) << seed;
      EXPECT_LE(FurthestSkinnedOut(mesh, tame, BoxOf(mesh, tame)), 0.0) << seed;
    }
  }
}

TEST(DualQuaternionBounds, AScratchThatWasMovedWorksOn) {
  static_assert(!std::is_copy_constructible_v<BoundsScratch>);
  const Mesh mesh = Tube();
  const SkinBounds bounds = SkinBounds::Create(mesh);
  const std::vector<Affine> palette(bounds.joint_count());
  RandomMesh random(1);
  const SkinBounds other = SkinBounds::Create(random.Make({}));
  BoundsScratch scratch(other);
  BoundsScratch first(bounds);
  scratch = std::move(first);
  Box box;
  EXPECT_EQ(
      (DualQuaternionBoundsJob{.bounds = bounds, .scratch = scratch, .palette = palette, .box = box}
           .Run()),
      Error::kNone);
  EXPECT_EQ(box, BoxOf(mesh, palette));
}

TEST(DualQuaternionBounds, AScratchOfAnotherMeshIsRefused) {
  const SkinBounds tube = SkinBounds::Create(Tube());
  RandomMesh random(1);
  const SkinBounds other = SkinBounds::Create(random.Make({}));
  BoundsScratch scratch(other);
  const std::vector<Affine> palette(20);
  Box box;
  EXPECT_EQ(
      (DualQuaternionBoundsJob{.bounds = tube, .scratch = scratch, .palette = palette, .box = box}
           .Run()),
      Error::kOtherMesh);
}

}  // namespace
}  // namespace sinew::testing
