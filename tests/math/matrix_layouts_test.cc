// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One transform, drawn in each of the four layouts:
//
//        1 2 3 | 10
//   M =  4 5 6 | 20
//        7 8 9 | 30
#include "sinew/matrix_layouts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/near.h"
#include "support/random.h"

namespace sinew {
namespace {

const Affine kM{{{{1, 2, 3, 10}, {4, 5, 6, 20}, {7, 8, 9, 30}}}};

constexpr std::array<float, 12> kRowMajor3x4{1, 2, 3, 10, 4, 5, 6, 20, 7, 8, 9, 30};
constexpr std::array<float, 12> kColumnMajor3x4{1, 4, 7, 2, 5, 8, 3, 6, 9, 10, 20, 30};
constexpr std::array<float, 16> kColumnMajor4x4{1, 4, 7, 0, 2, 5, 8, 0, 3, 6, 9, 0, 10, 20, 30, 1};
constexpr std::array<float, 16> kRowVector4x4{1,  4,  7,  0,  //
                                              2,  5,  8,  0,  //
                                              3,  6,  9,  0,  //
                                              10, 20, 30, 1};

TEST(MatrixLayouts, EachIsWrittenAsItsUsersStoreIt) {  // C1, E31, E48, E68
  EXPECT_EQ(ToRowMajor3x4(kM), kRowMajor3x4);
  EXPECT_EQ(ToColumnMajor3x4(kM), kColumnMajor3x4);
  EXPECT_EQ(ToColumnMajor4x4(kM), kColumnMajor4x4);
  EXPECT_EQ(ToRowVector4x4(kM), kRowVector4x4);
}

TEST(MatrixLayouts, TheSameTransformThroughAllFourIsIdentical) {  // C1
  EXPECT_EQ(FromRowMajor3x4(kRowMajor3x4), kM);
  EXPECT_EQ(FromColumnMajor3x4(kColumnMajor3x4), kM);
  EXPECT_EQ(FromColumnMajor4x4(kColumnMajor4x4), kM);
  EXPECT_EQ(FromRowVector4x4(kRowVector4x4), kM);

  testing::SplitMix64 random(12);
  for (int i = 0; i < 100; ++i) {
    const Affine m = AffineOf(random.Placement());
    EXPECT_EQ(FromRowMajor3x4(ToRowMajor3x4(m)), m);
    EXPECT_EQ(FromColumnMajor3x4(ToColumnMajor3x4(m)), m);
    EXPECT_EQ(FromColumnMajor4x4(ToColumnMajor4x4(m)), m);
    EXPECT_EQ(FromRowVector4x4(ToRowVector4x4(m)), m);
  }
}

TEST(MatrixLayouts, AnAffineIsAlreadyRowMajorInMemory) {  // E31
  const std::array<float, 12> rows = ToRowMajor3x4(kM);
  for (std::size_t i = 0; i < 12; ++i) EXPECT_EQ((&kM.m[0][0])[i], rows[i]);
}

using Matrix4 = std::array<float, 16>;  // Entry (i, j) at i * 4 + j.

Matrix4 Times(const Matrix4& a, const Matrix4& b) {
  Matrix4 product{};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      for (std::size_t k = 0; k < 4; ++k) product[i * 4 + j] += a[i * 4 + k] * b[k * 4 + j];
    }
  }
  return product;
}

TEST(MatrixLayouts, ProductsAreThoseOfColumnMajorMatricesWrittenOneBehindAnother) {  // L34
  testing::SplitMix64 random(14);
  std::vector<float> buffer(16 * 5);
  std::vector<Affine> expected;
  for (std::size_t i = 0; i < 5; ++i) {
    const Affine a = AffineOf(random.Placement()), b = AffineOf(random.Placement());
    // Column by column: what is called b * a where entry (i, j) stands at i * 4 + j.
    const Matrix4 product = Times(ToColumnMajor4x4(b), ToColumnMajor4x4(a));
    std::copy(product.begin(), product.end(), buffer.begin() + static_cast<std::ptrdiff_t>(16 * i));
    expected.push_back(Multiply(a, b));
  }
  for (std::size_t i = 0; i < 5; ++i) {
    Matrix4 read;
    std::copy_n(buffer.begin() + static_cast<std::ptrdiff_t>(16 * i), 16, read.begin());
    EXPECT_TRUE(testing::Near(FromColumnMajor4x4(read), expected[i], 4e-6)) << i;
  }
}

TEST(MatrixLayouts, RowVectorsReadTheProductBackwards) {  // N4, N5, S1, C1, C90
  testing::SplitMix64 random(13);
  const Affine model_from_joint = AffineOf(random.Placement());
  const Affine joint_from_bind = *Inverse(AffineOf(random.Placement()));
  const Matrix4 k = Times(ToRowVector4x4(joint_from_bind), ToRowVector4x4(model_from_joint));
  const Affine palette = Multiply(model_from_joint, joint_from_bind);
  EXPECT_TRUE(testing::Near(FromRowVector4x4(k), palette, 2e-6));

  // v * K = M * v.
  const Vec3 v{0.25f, -0.5f, 2};
  const Vec3 moved = TransformPoint(palette, v);
  EXPECT_NEAR(v.x * k[0] + v.y * k[4] + v.z * k[8] + k[12], moved.x, 4e-6f);
  EXPECT_NEAR(v.x * k[1] + v.y * k[5] + v.z * k[9] + k[13], moved.y, 4e-6f);
  EXPECT_NEAR(v.x * k[2] + v.y * k[6] + v.z * k[10] + k[14], moved.z, 4e-6f);
}

}  // namespace
}  // namespace sinew
