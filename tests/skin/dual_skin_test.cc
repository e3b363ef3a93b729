// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Dual quaternion skinning: against a computation in double, and by what it promises.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <vector>

#include "sinew/dual_quaternion.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/dual_palette_of.h"
#include "skin/dual_reference.h"
#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::DualPaletteOf;
using testing::Near;
using testing::SplitMix64;
using testing::reference::V3;

constexpr float kPi = std::numbers::pi_v<float>;

struct Skinned {
  Vec3 position, normal;
  Vec4 tangent;
};

// One vertex, by dual quaternions; or by linear blend where there are none.
Skinned SkinOne(std::span<const Affine> palette, std::span<const DualJoint> dual,
                std::vector<Influence> influences, Vec3 position, Vec3 normal = {0, 0, 1}) {
  Primitive primitive;
  primitive.positions = {position};
  primitive.normals = {normal};
  primitive.tangents = {{1, 0, 0, 1}};
  primitive.influences.begins = {0, static_cast<std::uint32_t>(influences.size())};
  primitive.influences.list = std::move(influences);
  std::vector<Vec3> positions(1), normals(1);
  std::vector<Vec4> tangents(1);
  EXPECT_EQ((spec::Skin{.primitive = primitive,
                        .palette = palette,
                        .dual_palette = dual,
                        .positions = positions,
                        .normals = normals,
                        .tangents = tangents}
                 .Run()),
            Error::kNone);
  return {positions[0], normals[0], tangents[0]};
}
Vec3 ByDual(std::span<const Affine> palette, std::vector<Influence> influences, Vec3 position) {
  return SkinOne(palette, DualPaletteOf(palette), std::move(influences), position).position;
}
Vec3 ByLinear(std::span<const Affine> palette, std::vector<Influence> influences, Vec3 position) {
  return SkinOne(palette, {}, std::move(influences), position).position;
}

V3 Wide(Vec3 v) { return {v.x, v.y, v.z}; }
double DistanceTo(Vec3 a, const V3& b) {
  return std::sqrt((a.x - b[0]) * (a.x - b[0]) + (a.y - b[1]) * (a.y - b[1]) +
                   (a.z - b[2]) * (a.z - b[2]));
}
double Distance(Vec3 a, Vec3 b) { return DistanceTo(a, Wide(b)); }

std::vector<Influence> RandomInfluences(SplitMix64& random, std::uint32_t count) {
  std::vector<Influence> influences;
  float sum = 0.0f;
  for (std::uint32_t i = 0; i < count; ++i) {
    influences.push_back({i, 0.05f + random.Unit()});
    sum += influences.back().weight;
  }
  for (Influence& influence : influences) influence.weight /= sum;
  return influences;
}

Affine Turned(Vec3 axis, float angle, Vec3 about = {}) {
  return Multiply(AffineOf({.translation = about, .rotation = QuatOf(axis, angle)}),
                  AffineOf({.translation = {-about.x, -about.y, -about.z}}));
}
Affine Scaled(Vec3 scale, Vec3 about = {}) {
  return Multiply(AffineOf({.translation = about, .scale = scale}),
                  AffineOf({.translation = {-about.x, -about.y, -about.z}}));
}

// --- against doubles ---

enum class Kind { kRigid, kScaled, kSheared, kMirrored, kSomeMirrored };

// Random rotations are as far apart as they can be; scales are from 0.5 to 2 along each axis.
Affine RandomMatrix(SplitMix64& random, Kind kind) {
  Transform t = random.Placement();
  if (kind == Kind::kRigid) t.scale = {1, 1, 1};
  const bool mirrored =
      kind == Kind::kMirrored || (kind == Kind::kSomeMirrored && random.Below(2) == 0);
  if (mirrored) t.scale.y = -t.scale.y;
  if (kind != Kind::kSheared) return AffineOf(t);
  return Multiply(AffineOf(t), AffineOf({.rotation = random.Rotation(), .scale = {0.8f, 1, 1.2f}}));
}

TEST(DualSkin, AgreesWithACalculationInDouble) {
  SplitMix64 random(600);
  double worst = 0.0, worst_normal = 0.0;
  std::size_t compared = 0;
  for (const Kind kind :
       {Kind::kRigid, Kind::kScaled, Kind::kSheared, Kind::kMirrored, Kind::kSomeMirrored}) {
    for (std::uint32_t count = 2; count <= 6; ++count) {
      for (int i = 0; i < 60; ++i, ++compared) {
        std::vector<Affine> palette;
        for (std::uint32_t j = 0; j < count; ++j) palette.push_back(RandomMatrix(random, kind));
        const std::vector<Influence> influences = RandomInfluences(random, count);
        const Vec3 v = random.Vector(1), normal = NormalizeOr(random.Vector(1), {0, 0, 1});
        const Skinned got = SkinOne(palette, DualPaletteOf(palette), influences, v, normal);
        const V3 wanted = testing::reference::Skinned(palette, influences, Wide(v));
        worst = std::max(worst, DistanceTo(got.position, wanted));
        if (kind == Kind::kSomeMirrored) continue;  // May be flat on the way to the mirror.
        const V3 up = testing::reference::SkinnedNormal(palette, influences, Wide(normal));
        worst_normal = std::max(worst_normal, DistanceTo(got.normal, up));
      }
    }
  }
  std::printf("%zu vertices; worst %.2g, of normals %.2g\n", compared, worst, worst_normal);
  EXPECT_LT(worst, 1e-5);
  EXPECT_LT(worst_normal, 1e-5);
}

// Textbook: q + e d summed, divided by |q|; of joints that only turn and move nothing else is said.
TEST(DualSkin, OfRigidJointsIsWhatTheDualQuaternionsSay) {
  SplitMix64 random(601);
  for (int i = 0; i < 300; ++i) {
    std::vector<Affine> palette;
    for (int j = 0; j < 3; ++j) palette.push_back(RandomMatrix(random, Kind::kRigid));
    const std::vector<Influence> influences = RandomInfluences(random, 3);
    const std::vector<DualJoint> dual = DualPaletteOf(palette);
    namespace ref = testing::reference;
    using ref::Q4;
    const auto wide = [](const Quat& q) { return Q4{q.x, q.y, q.z, q.w}; };
    const Q4 side = wide(dual[testing::reference::PivotOf(influences)].rotation);
    Q4 real{}, half{};
    for (const auto& [joint, weight] : influences) {
      const Q4 q = wide(dual[joint].rotation), d = wide(dual[joint].dual);
      const double signed_weight = ref::Dot(q, side) < 0 ? -weight : weight;
      for (std::size_t c = 0; c < 4; ++c) {
        real[c] += signed_weight * q[c];
        half[c] += signed_weight * d[c];
      }
    }
    const Vec3 v = random.Vector(2);
    const double squared = ref::Dot(real, real);
    const V3 turned = ref::Rotated(real, Wide(v));
    const Q4 moved = ref::Product(half, ref::Conjugate(real));
    V3 wanted;
    for (std::size_t c = 0; c < 3; ++c) wanted[c] = (turned[c] + 2 * moved[c]) / squared;
    EXPECT_LT(DistanceTo(ByDual(palette, influences, v), wanted), 1e-5) << i;
  }
}

// --- what it is for ---

// A tube along y, of radius 1; its upper end is twisted by 120 degrees, and weights go over from
// one end's joint to the other's.
TEST(DualSkin, ATwistedTubeKeepsItsRadius) {
  const std::vector<Affine> palette{Affine{}, Turned({0, 1, 0}, 2 * kPi / 3)};
  float thinnest = 2, thickest = 0, thinnest_linear = 2;
  for (int ring = 1; ring < 20; ++ring) {
    const float along = static_cast<float>(ring) / 20;
    for (int side = 0; side < 16; ++side) {
      const float angle = 2 * kPi * static_cast<float>(side) / 16;
      const Vec3 v{std::cos(angle), along, std::sin(angle)};
      const std::vector<Influence> influences{{0, 1 - along}, {1, along}};
      const Vec3 p = ByDual(palette, influences, v), l = ByLinear(palette, influences, v);
      EXPECT_NEAR(p.y, along, 1e-6f);
      thinnest = std::min(thinnest, std::hypot(p.x, p.z));
      thickest = std::max(thickest, std::hypot(p.x, p.z));
      thinnest_linear = std::min(thinnest_linear, std::hypot(l.x, l.z));
    }
  }
  EXPECT_GT(thinnest, 0.98f);
  EXPECT_LT(thickest, 1.02f);
  EXPECT_LT(thinnest_linear, 0.67f) << "linear blend loses a third and more";
}

// --- scale ---

// Where bind space has its origin is a matter of the file. A hundred metres away floats have 1e-5
// to say.
TEST(DualSkin, ScaledJointsDoNotCareWhereBindSpaceHasItsOrigin) {
  const Vec3 elbow{0, 1, 0};
  for (const float away : {1.0f, 10.0f, 100.0f}) {
    const std::vector<Affine> here{
        Scaled({1, 1.5f, 1}, elbow),
        Multiply(Turned({0, 0, 1}, 1.5f, elbow), Scaled({0.6f, 1.3f, 0.8f}, elbow))};
    const Affine shift = AffineOf({.translation = {away, 0, 0}});
    const Affine back = AffineOf({.translation = {-away, 0, 0}});
    std::vector<Affine> there;
    for (const Affine& m : here) there.push_back(Multiply(m, back));
    SplitMix64 random(602);
    for (int i = 0; i < 50; ++i) {
      const Vec3 v = random.Vector(2);
      const std::vector<Influence> influences = RandomInfluences(random, 2);
      EXPECT_LT(Distance(ByDual(here, influences, v),
                         ByDual(there, influences, TransformPoint(shift, v))),
                2e-6 * away + 2e-6);
    }
  }
}

TEST(DualSkin, APointThatAllJointsAgreeOnStaysWhereTheyPutIt) {
  SplitMix64 random(603);
  for (int i = 0; i < 300; ++i) {
    const Vec3 elbow = random.Vector(2), to = random.Vector(2);
    std::vector<Affine> palette;
    for (int j = 0; j < 4; ++j) {
      Affine m = RandomMatrix(random, Kind::kSomeMirrored);
      for (auto& row : m.m) row[3] = 0;
      const Vec3 off = TransformPoint(m, elbow);
      m.m[0][3] = to.x - off.x;
      m.m[1][3] = to.y - off.y;
      m.m[2][3] = to.z - off.z;
      palette.push_back(m);
    }
    EXPECT_LT(Distance(ByDual(palette, RandomInfluences(random, 4), elbow), to), 1e-5) << i;
  }
}

// With p(i) where joint i alone would put the vertex, the formula comes to
//   v' - p(0) = vector part of (sum of weight * (p(i) - p(0)) * rotation) * conjugate(q) / |q|^2,
// so that |v' - p(0)| is at most the sum of weight * |p(i) - p(0)| / |q|; of two joints |q| is at
// least the root of a half, of more at least the largest weight.
TEST(DualSkin, NeverGoesFarFromWhereItsJointsWouldPutTheVertex) {
  SplitMix64 random(604);
  for (int i = 0; i < 4000; ++i) {
    const std::uint32_t count = 2 + random.Below(5);
    std::vector<Affine> palette;
    for (std::uint32_t j = 0; j < count; ++j) {
      Transform t = random.Placement();
      const std::uint32_t chance = random.Below(8);
      if (chance == 0) t.scale.x = 0;
      if (chance == 1) t.scale = {};
      if (chance == 2) t.scale.z = 1e-6f;
      if (chance == 3) t.scale = {30, -0.01f, 1};
      if (chance >= 4 && random.Below(2) == 0) t.scale.y = -t.scale.y;
      palette.push_back(AffineOf(t));
    }
    const std::vector<Influence> influences = RandomInfluences(random, count);
    const Vec3 v = random.Vector(2);
    const Vec3 first = TransformPoint(palette[0], v);
    double reach = 0.0, largest = 0.0;
    for (const auto& [joint, weight] : influences) {
      reach += weight * Distance(TransformPoint(palette[joint], v), first);
      largest = std::max(largest, static_cast<double>(weight));
    }
    const double shortest = count == 2 ? std::sqrt(0.5) : largest;
    ASSERT_LT(Distance(ByDual(palette, influences, v), first), reach / shortest + 1e-4) << i;
  }
}

// A joint between two neighbours, stretched unevenly: what it moves lies on a curve without leaps.
TEST(DualSkin, ChangesSmoothlyAlongAStretchedAndMirroredLimb) {
  const Vec3 elbow{0, 1, 0};
  for (const Vec3 scale : {Vec3{3, 0.4f, 1}, Vec3{-1, 1, 1}, Vec3{1, -1, 1}, Vec3{-2, 1, 0.5f}}) {
    const std::vector<Affine> palette{
        Affine{}, Multiply(Turned({0, 0, 1}, 1.5f, elbow), Scaled(scale, elbow))};
    constexpr int kSteps = 200;
    for (int side = 0; side < 8; ++side) {
      const float angle = 2 * kPi * static_cast<float>(side) / 8;
      Vec3 last{};
      double length = 0.0, longest = 0.0;
      for (int step = 1; step < kSteps; ++step) {
        const float along = static_cast<float>(step) / kSteps;
        const Vec3 v{0.3f * std::cos(angle), 0.5f + along, 0.3f * std::sin(angle)};
        const Vec3 p = ByDual(palette, {{0, 1 - along}, {1, along}}, v);
        if (step > 1) longest = std::max(longest, Distance(p, last));
        if (step > 1) length += Distance(p, last);
        last = p;
      }
      EXPECT_LT(longest, 0.05) << "of a limb of length 1 in 200 steps";
      EXPECT_LT(length, 6.0);
    }
  }
}

// A character that stands mirrored is the mirror image of the one that does not.
TEST(DualSkin, AMirroredCharacterIsItsMirrorImage) {
  const Affine mirror = AffineOf({.scale = {-1, 1, 1}});
  SplitMix64 random(605);
  for (int i = 0; i < 200; ++i) {
    std::vector<Affine> palette, mirrored;
    for (int j = 0; j < 3; ++j) {
      palette.push_back(RandomMatrix(random, Kind::kScaled));
      mirrored.push_back(Multiply(mirror, palette.back()));
    }
    const std::vector<Influence> influences = RandomInfluences(random, 3);
    const Vec3 v = random.Vector(2), normal = NormalizeOr(random.Vector(1), {0, 0, 1});
    const Skinned plain = SkinOne(palette, DualPaletteOf(palette), influences, v, normal);
    const Skinned image = SkinOne(mirrored, DualPaletteOf(mirrored), influences, v, normal);
    EXPECT_LT(Distance(TransformPoint(mirror, plain.position), image.position), 1e-5);
    EXPECT_LT(Distance(TransformDirection(mirror, plain.normal), image.normal), 1e-4);
    EXPECT_EQ(plain.tangent.w, -image.tangent.w) << "handedness";
  }
}

// Each scales evenly, but not what is between them.
TEST(DualSkin, NormalsBetweenJointsOfDifferentScaleGoThroughTheCofactorsUnasked) {  // C3
  const std::vector<Affine> palette{
      Affine{}, AffineOf({.rotation = QuatOf({0, 0, 1}, 3.0f), .scale = {4, 4, 4}})};
  const std::vector<DualJoint> dual = DualPaletteOf(palette);
  Primitive primitive;
  primitive.positions = {{1, 0, 0}};
  primitive.normals = {NormalizeOr({1, 1, 1}, {})};
  primitive.influences = {{0, 2}, {{0, 0.5f}, {1, 0.5f}}};
  const auto normal_by = [&](NormalRule rule) {
    std::vector<Vec3> positions(1), normals(1);
    EXPECT_EQ((spec::Skin{.primitive = primitive,
                          .palette = palette,
                          .dual_palette = dual,
                          .normal_rule = rule,
                          .positions = positions,
                          .normals = normals}
                   .Run()),
              Error::kNone);
    return normals[0];
  };
  EXPECT_EQ(normal_by(NormalRule::kByPalette), normal_by(NormalRule::kCofactor));
  EXPECT_GT(Distance(normal_by(NormalRule::kUpper), normal_by(NormalRule::kCofactor)), 0.05);
}

TEST(DualSkin, TurnsNormalsByTheCofactorsOfWhatItDoes) {  // C3
  // Flattened to a tenth along y, both joints alike, one of them turned by a quarter about z.
  const std::vector<Affine> palette{Scaled({1, 0.1f, 1}),
                                    Multiply(Turned({0, 0, 1}, kPi / 2), Scaled({1, 0.1f, 1}))};
  const Vec3 slope = NormalizeOr({1, 1, 0}, {});
  const Vec3 n = SkinOne(palette, DualPaletteOf(palette), {{0, 0.5f}, {1, 0.5f}}, {}, slope).normal;
  // (1, 10, 0) is the slope's normal after flattening; then an eighth of a turn.
  const float length = std::sqrt(101.0f), c = std::sqrt(0.5f);
  EXPECT_TRUE(Near(n, {(c - 10 * c) / length, (c + 10 * c) / length, 0}, 1e-6));
}

// --- sides ---

DualJoint Opposite(DualJoint joint) {
  const auto negate = [](Quat& q) { q = {-q.x, -q.y, -q.z, -q.w}; };
  negate(joint.rotation);
  negate(joint.dual);
  for (Quat& q : joint.stretched) negate(q);
  return joint;
}

TEST(DualSkin, AQuaternionAndItsOppositeAreTheSameRotation) {
  SplitMix64 random(606);
  for (int i = 0; i < 200; ++i) {
    std::vector<Affine> palette;
    for (int j = 0; j < 4; ++j) palette.push_back(RandomMatrix(random, Kind::kScaled));
    const std::vector<DualJoint> dual = DualPaletteOf(palette);
    const std::vector<Influence> influences = RandomInfluences(random, 4);
    const Vec3 v = random.Vector(2);
    const Skinned wanted = SkinOne(palette, dual, influences, v);
    for (std::uint32_t signs = 1; signs < 16; ++signs) {
      std::vector<DualJoint> turned = dual;
      for (std::uint32_t j = 0; j < 4; ++j) {
        if ((signs >> j & 1) != 0) turned[j] = Opposite(dual[j]);
      }
      const Skinned got = SkinOne(palette, turned, influences, v);
      EXPECT_EQ(got.position, wanted.position);
      EXPECT_EQ(got.normal, wanted.normal);
    }
  }
}

// Turns about z by 0, 130 and 260 degrees: the second is on the side of both others, the third on
// that of the second alone. So it matters who says where the side is.
TEST(DualSkin, SidesAreThoseOfTheLargestWeightAndOfTheLowestJointAmongEquals) {
  const auto degrees = [](float d) { return Turned({0, 0, 1}, d * kPi / 180); };
  const std::vector<Affine> palette{degrees(0), degrees(130), degrees(260)};
  const Vec3 v{1, 0.5f, 2};
  const auto expect_pivot = [&](const std::vector<Influence>& influences, std::size_t pivot) {
    const Vec3 got = ByDual(palette, influences, v);
    const V3 wanted = testing::reference::Skinned(palette, influences, pivot, Wide(v));
    EXPECT_LT(DistanceTo(got, wanted), 1e-5) << "pivot " << pivot;
  };
  constexpr float kThird = 1.0f / 3.0f;
  const std::vector<Influence> equal{{0, kThird}, {1, kThird}, {2, kThird}};
  const V3 by_first = testing::reference::Skinned(palette, equal, 0, Wide(v));
  const V3 by_second = testing::reference::Skinned(palette, equal, 1, Wide(v));
  ASSERT_GT(std::abs(by_first[0] - by_second[0]) + std::abs(by_first[1] - by_second[1]), 0.1)
      << "a test that tells them apart";
  expect_pivot(equal, 0);
  expect_pivot({{0, 0.3f}, {1, 0.35f}, {2, 0.35f}}, 1);
  expect_pivot({{0, 0.33f}, {1, 0.33f}, {2, 0.34f}}, 2);
  expect_pivot({{0, 0.4f}, {1, 0.4f}, {2, 0.2f}}, 0);
}

// --- like linear blend ---

TEST(DualSkin, OneJointAloneMovesAVertexAsInLinearBlendToTheBit) {
  SplitMix64 random(607);
  for (int i = 0; i < 100; ++i) {
    const std::vector<Affine> palette{RandomMatrix(random, Kind::kSheared)};
    const Vec3 v = random.Vector(2);
    EXPECT_EQ(ByDual(palette, {{0, 1.0f}}, v), ByLinear(palette, {{0, 1.0f}}, v));
  }
}

TEST(DualSkin, AVertexWithoutInfluenceStaysToTheBit) {  // C9, S6
  const std::vector<Affine> palette{AffineOf({.translation = {5, 5, 5}})};
  const Vec3 p = ByDual(palette, {}, {-0.0f, 1, 2});
  EXPECT_EQ(p, (Vec3{0, 1, 2}));
  EXPECT_TRUE(std::signbit(p.x)) << "nothing touched it";
}

TEST(DualSkin, AtRestTheMeshLooksTheSame) {  // S12
  SplitMix64 random(608);
  const std::vector<Affine> palette(4);
  for (int i = 0; i < 100; ++i) {
    const Vec3 v = random.Vector(2);
    EXPECT_LT(Distance(ByDual(palette, RandomInfluences(random, 4), v), v), 1e-6);
  }
}

// --- refusals and rules ---

TEST(DualSkin, RefusesADualPaletteThatAnInfluenceReachesBeyondOrThatIsNotUsable) {
  Primitive primitive;
  primitive.positions = {{1, 2, 3}};
  primitive.influences.begins = {0, 2};
  primitive.influences.list = {{0, 0.5f}, {2, 0.5f}};
  const std::vector<Affine> palette(3);
  std::vector<DualJoint> dual = DualPaletteOf(palette);
  std::vector<Vec3> positions{{7, 7, 7}};
  spec::Skin job{.primitive = primitive,
                 .palette = palette,
                 .dual_palette = std::span(dual).first(2),
                 .positions = positions};
  EXPECT_EQ(job.Run(), Error::kPaletteTooSmall);
  job.dual_palette = dual;
  dual[1].stretched[2].w = std::numeric_limits<float>::infinity();
  EXPECT_EQ(job.Run(), Error::kValueNotFinite);
  EXPECT_EQ(positions[0], (Vec3{7, 7, 7}));
  dual[1] = {};
  EXPECT_EQ(job.Run(), Error::kNone);
}

TEST(DualSkin, WhereNothingIsLeftOfTheRotationTheVertexGoesToTheOrigin) {
  std::vector<DualJoint> none(2);
  for (DualJoint& joint : none) joint.rotation = {0, 0, 0, 0};
  const std::vector<Affine> palette(2);
  const Skinned got = SkinOne(palette, none, {{0, 0.5f}, {1, 0.5f}}, {1, 2, 3});
  EXPECT_EQ(got.position, Vec3{});
  EXPECT_EQ(got.normal, (Vec3{0, 0, 1})) << "that of rest";
}

}  // namespace
}  // namespace sinew
