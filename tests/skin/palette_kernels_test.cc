// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the kernels say of palettes, and make of them, against the scalar specifications.
#include <gtest/gtest.h>

#include <bit>
#include <cstdio>
#include <limits>
#include <vector>

#include "math/affine.h"
#include "math/usable.h"
#include "sinew/skin.h"
#include "skin/evenly_scaled.h"
#include "skin/kernels/kernels.h"
#include "skin/random_mesh.h"

namespace sinew {
namespace {

using testing::RandomMesh;
using Matrices = RandomMesh::Matrices;

using MatrixBits = std::array<std::uint32_t, 12>;
MatrixBits BitsOf(const Affine& a) { return std::bit_cast<MatrixBits>(a); }

bool AreEvenlyScaled(std::span<const Affine> palette) {
  return std::all_of(palette.begin(), palette.end(),
                     [](const Affine& a) { return scalar::IsEvenlyScaled(a); });
}

TEST(PaletteKernels, MultiplyAsTheSpecificationDoes) {  // N5, N6
  std::size_t compared = 0;
  for (int kind = 0; kind < RandomMesh::kMatricesKinds; ++kind) {
    RandomMesh random(20 + static_cast<std::uint64_t>(kind));
    const std::vector<Affine> model = random.Palette(30, static_cast<Matrices>(kind));
    const std::vector<Affine> inverse_bind = random.Palette(50, Matrices::kSpecial);
    std::vector<std::int32_t> joints;
    for (int i = 0; i < 50; ++i) {
      joints.push_back(static_cast<std::int32_t>(random.random().Below(31)) - 1);
    }
    for (const Isa isa : AvailableIsas()) {
      std::vector<Affine> palette(50);
      SkinKernelsOf(isa).make_palette(
          {joints.data(), inverse_bind.data(), model.data(), 50, palette.data()});
      for (std::size_t i = 0; i < 50; ++i, compared += 12) {
        const Affine wanted =
            joints[i] == kIdentityJoint
                ? Affine{}
                : scalar::Multiply(model[static_cast<std::size_t>(joints[i])], inverse_bind[i]);
        ASSERT_EQ(BitsOf(palette[i]), BitsOf(wanted)) << IsaName(isa) << " entry " << i;
      }
    }
  }
  std::printf("%zu floats compared\n", compared);
  EXPECT_GT(compared, 1000u);
}

TEST(PaletteKernels, AgreeOnWhatIsEvenlyScaled) {  // C3
  RandomMesh random(30);
  std::size_t evenly = 0, unevenly = 0;
  for (int i = 0; i < 4000; ++i) {
    auto& r = random.random();
    std::vector<Affine> palette = random.Palette(r.Below(20), Matrices::kEven);
    if (!palette.empty() && r.Below(2) == 0) {
      // Near the border on either side, or far beyond.
      float& entry =
          palette[r.Below(static_cast<std::uint32_t>(palette.size()))].m[r.Below(3)][r.Below(3)];
      entry = r.Below(8) == 0 ? random.Special() : entry * (1.0f + r.Between(-2e-4f, 2e-4f));
    }
    if (!palette.empty() && r.Below(8) == 0) {  // Mirrored: even, but not right-handed.
      for (float& entry : palette.back().m[r.Below(3)]) entry = -entry;
    }
    const bool wanted = AreEvenlyScaled(palette);
    ++(wanted ? evenly : unevenly);
    for (const Isa isa : AvailableIsas()) {
      ASSERT_EQ(SkinKernelsOf(isa).are_evenly_scaled(palette.data(),
                                                     static_cast<std::uint32_t>(palette.size())),
                wanted)
          << IsaName(isa);
    }
  }
  std::printf("%zu palettes evenly scaled, %zu not\n", evenly, unevenly);
  EXPECT_GT(evenly, 500u);
  EXPECT_GT(unevenly, 500u);
}

TEST(PaletteKernels, AgreeOnWhatIsUsable) {
  constexpr float kLast = 1e18f;
  const float beyond = std::bit_cast<float>(std::bit_cast<std::uint32_t>(kLast) + 1);
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  RandomMesh random(31);
  std::size_t checked = 0;
  // kLast in all entries: a sum beyond the limit of numbers that are not.
  for (const float fill : {0.5f, kLast, -kLast}) {
    for (const float odd : {fill, beyond, -beyond, kNan, kInfinity, -kInfinity}) {
      for (std::uint32_t place = 0; place < 12; ++place) {
        std::vector<Affine> matrices(9);
        for (Affine& a : matrices) {
          for (auto& row : a.m) row.fill(fill);
        }
        matrices[random.random().Below(9)].m[place / 4][place % 4] = odd;
        const bool wanted = scalar::AllUsable(std::span<const Affine>(matrices));
        const std::vector<std::int32_t> joints{8, 7, 6, 5, -1, 4, 3, 2, 1, 0};
        for (const Isa isa : AvailableIsas()) {
          ASSERT_EQ(SkinKernelsOf(isa).are_usable(matrices.data(), 9), wanted) << odd;
          const PaletteArgs args{joints.data(), nullptr, matrices.data(), 10, nullptr};
          ASSERT_EQ(SkinKernelsOf(isa).are_named_usable(args), wanted) << odd;
          checked += 2;
        }
      }
    }
  }
  std::printf("%zu answers checked\n", checked);
  EXPECT_GT(checked, 400u);
}

TEST(PaletteKernels, MatricesThatNoEntryNamesMayBeAnything) {
  std::vector<Affine> matrices(3);
  matrices[1].m[0][0] = std::numeric_limits<float>::quiet_NaN();
  const std::vector<std::int32_t> joints{2, -1, 0};
  for (const Isa isa : AvailableIsas()) {
    EXPECT_TRUE(
        SkinKernelsOf(isa).are_named_usable({joints.data(), nullptr, matrices.data(), 3, nullptr}));
  }
}

}  // namespace
}  // namespace sinew
