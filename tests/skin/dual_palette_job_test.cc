// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include "sinew/dual_quaternion.h"
#include "sinew/specification.h"
#include "skin/dual_blend.h"
#include "skin/dual_joint.h"
#include "skin/dual_palette_of.h"
#include "skin/dual_reference.h"
#include "skin/kernels/kernels.h"
#include "skin/random_mesh.h"

namespace sinew {
namespace {

using testing::DualPaletteOf;
using testing::RandomMesh;
using testing::SplitMix64;
using Matrices = RandomMesh::Matrices;

using DualBits = std::array<std::uint32_t, 20>;
DualBits BitsOf(const DualJoint& joint) { return std::bit_cast<DualBits>(joint); }

DualJoint DualOf(const Affine& matrix) { return DualPaletteOf({&matrix, 1})[0]; }

TEST(DualPalette, TakesTheRotationOfThePolarDecomposition) {
  SplitMix64 random(610);
  double worst = 0.0;
  for (int i = 0; i < 2000; ++i) {
    Transform t = random.Placement();
    const auto scale = [&] { return random.Between(0.1f, 1) * (i % 2 == 0 ? 1.0f : 1e4f); };
    t.scale = {scale(), scale(), scale()};
    if (i % 3 == 0) t.scale.z = -t.scale.z;
    Affine m = AffineOf(t);
    if (i % 5 == 0) m = Multiply(m, AffineOf({.rotation = random.Rotation(), .scale = {1, 1, 2}}));
    const Quat q = DualOf(m).rotation;
    namespace ref = testing::reference;
    ref::Q4 wanted = ref::QuatOf(ref::PolarRotation(ref::Upper(m)));
    const double sign = ref::Dot(wanted, {q.x, q.y, q.z, q.w}) < 0 ? -1 : 1;
    worst = std::max({worst, std::abs(sign * wanted[0] - q.x), std::abs(sign * wanted[1] - q.y),
                      std::abs(sign * wanted[2] - q.z), std::abs(sign * wanted[3] - q.w)});
    EXPECT_GE(q.w, 0.0f);
  }
  std::printf("worst %.2g\n", worst);
  EXPECT_LT(worst, 2e-6);
}

// Whatever the rotation: one joint's quaternions come back to its matrix.
TEST(DualPalette, SaysTheMatrixItWasMadeOf) {
  RandomMesh random(611);
  for (int kind = 0; kind < RandomMesh::kMatricesKinds - 1; ++kind) {
    for (const Affine& m : random.Palette(200, static_cast<Matrices>(kind))) {
      const Affine back = scalar::AffineOfSum(DualOf(m));
      for (std::size_t c = 0; c < 4; ++c) {
        const float largest =
            std::max({std::abs(m.m[0][c]), std::abs(m.m[1][c]), std::abs(m.m[2][c])});
        for (std::size_t r = 0; r < 3; ++r) {
          ASSERT_NEAR(back.m[r][c], m.m[r][c], 1e-6f * largest) << kind << " " << r << " " << c;
        }
      }
    }
  }
}

TEST(DualPalette, OfAnythingUsableHasAUnitRotationAndUsableNumbers) {
  RandomMesh random(612);
  for (int kind = 0; kind < RandomMesh::kMatricesKinds; ++kind) {
    for (const Affine& m : random.Palette(300, static_cast<Matrices>(kind))) {
      const DualJoint joint = DualOf(m);
      const auto& [x, y, z, w] = joint.rotation;
      ASSERT_NEAR(x * x + y * y + z * z + w * w, 1.0f, 1e-6f) << kind;
      ASSERT_TRUE(scalar::AllUsable(std::span<const DualJoint>(&joint, 1))) << kind;
    }
  }
}

TEST(DualPalette, OfTheLargestUsableMatricesIsWhatJobsAccept) {
  Affine largest;
  for (auto& row : largest.m) row = {1e18f, -1e18f, 1e18f, 1e18f};
  const DualJoint joint = DualOf(largest);
  EXPECT_TRUE(scalar::AllUsable(std::span<const DualJoint>(&joint, 1)));
}

TEST(DualPalette, OfTheIdentityIsTheDefaultAndOfZeroHasNoRotation) {
  EXPECT_EQ(DualOf(Affine{}), DualJoint{});
  Affine zero;
  for (auto& row : zero.m) row = {};
  EXPECT_EQ(DualOf(zero).rotation, Quat{});
  EXPECT_EQ(DualOf(zero).stretched[1], (Quat{0, 0, 0, 0}));
}

// Flat things lie on both sides of the mirror by rounding alone: their rotation must not leap.
TEST(DualPalette, FlatMatricesThatMirrorByRoundingKeepTheirRotation) {
  SplitMix64 random(613);
  for (int i = 0; i < 200; ++i) {
    const Quat turn = random.Rotation();
    const auto flat = [&](float thickness) {
      return DualOf(AffineOf({.rotation = turn, .scale = {1, 1, thickness}})).rotation;
    };
    const Quat above = flat(1e-7f), below = flat(-1e-7f);
    EXPECT_GT(
        std::abs(above.x * below.x + above.y * below.y + above.z * below.z + above.w * below.w),
        0.99999f);
  }
}

TEST(DualPalette, EveryInstructionSetGivesTheBitsOfTheSpecification) {
  std::size_t compared = 0;
  for (int kind = 0; kind < RandomMesh::kMatricesKinds; ++kind) {
    RandomMesh random(620 + static_cast<std::uint64_t>(kind));
    for (const std::uint32_t count : {0u, 1u, 7u, 8u, 9u, 100u}) {
      std::vector<Affine> palette = random.Palette(count, static_cast<Matrices>(kind));
      if (count == 9) palette[8] = Affine{};
      if (count == 9) palette[7] = AffineOf({.scale = {0, 0, 0}});
      if (count == 9) palette[6] = AffineOf({.rotation = {1, 0, 0, 0}});  // Half a turn.
      for (const Isa isa : AvailableIsas()) {
        std::vector<DualJoint> got(count + 1);
        got[count].dual = {7, 7, 7, 7};
        SkinKernelsOf(isa).make_dual_palette(palette.data(), count, got.data());
        for (std::uint32_t i = 0; i < count; ++i, compared += 20) {
          ASSERT_EQ(BitsOf(got[i]), BitsOf(spec::MakeDualJoint(palette[i])))
              << IsaName(isa) << " kind " << kind << " joint " << i;
        }
        ASSERT_EQ(got[count].dual, (Quat{7, 7, 7, 7})) << "beyond the last";
      }
    }
  }
  std::printf("%zu floats compared\n", compared);
  EXPECT_GT(compared, 10'000u);
}

TEST(DualPalette, IsTwentyFloatsAJointInTheOrderThatIsWritten) {
  // Half a turn about x, moved by (1, 2, 3), stretched along y: for a shader that reads five vec4.
  const DualJoint joint =
      DualOf(AffineOf({.translation = {1, 2, 3}, .rotation = {1, 0, 0, 0}, .scale = {1, 2, 1}}));
  const auto floats = std::bit_cast<std::array<float, 20>>(joint);
  const std::array<float, 20> wanted{1, 0,    0,  0,                  // i
                                     0, 1.5f, -1, -0.5f,              // (i + 2j + 3k) * i / 2
                                     0, 0,    0,  -1,    0, 0, 2, 0,  // i * i, i * 2j
                                     0, -1,   0,  0};                 // i * k
  for (std::size_t i = 0; i < 20; ++i) EXPECT_NEAR(floats[i], wanted[i], 1e-6f) << i;
}

TEST(DualPalette, ARefusedJobLeavesTheDualPaletteAlone) {
  std::vector<Affine> palette(3);
  DualJoint marked;
  marked.dual = {7, 7, 7, 7};
  std::vector<DualJoint> dual(3, marked);
  DualPaletteJob job{.palette = palette, .dual_palette = std::span(dual).first(2)};
  EXPECT_EQ(job.Run(), Error::kPaletteTooSmall);
  job.dual_palette = dual;
  palette[2].m[1][3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(job.Run(), Error::kValueNotFinite);
  EXPECT_EQ(dual, std::vector<DualJoint>(3, marked));
  palette[2] = {};
  EXPECT_EQ(job.Run(), Error::kNone);
  EXPECT_EQ(dual, std::vector<DualJoint>(3));
}

}  // namespace
}  // namespace sinew
