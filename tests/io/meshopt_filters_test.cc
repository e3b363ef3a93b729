// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The filters, against the format's formulas in more digits than they need, and within one step of
// the packaged library, whose square roots are estimates.
#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "io/meshopt/filters.h"
#include "sinew/hash.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

template <typename T>
std::span<std::byte> BytesOf(std::vector<T>& values) {
  return std::as_writable_bytes(std::span(values));
}

// Halves away from zero; nothing where long double cannot tell the side of a half.
std::optional<long> Nearest(long double value) {
  const long double up = std::fabs(value) + 0.5L;
  if (std::fabs(up - std::round(up)) < 1e-9L) return std::nullopt;
  return std::lround(value);
}

struct Octahedral {
  long double x, y, z;
};
Octahedral DecodeOctahedral(long double x, long double y, long double one) {
  x /= one;
  y /= one;
  const long double z = 1 - std::fabs(x) - std::fabs(y);
  const long double fold = std::min(z, 0.0L);
  x += x < 0 ? -fold : fold;
  y += y < 0 ? -fold : fold;
  const long double length = std::sqrt(x * x + y * y + z * z);
  return {x / length, y / length, z / length};
}

using UnitFilter = void (*)(Isa, std::span<std::byte>);

template <typename Integer>
void ExpectOctahedral(std::vector<Integer> values, UnitFilter filter, long double most) {
  const std::vector<Integer> encoded = values;
  std::vector<Integer> packaged = values;
  packaged.resize((packaged.size() + 31) / 32 * 32);  // It works on several at once.
  filter(Isa::kScalar, BytesOf(values));
  meshopt_decodeFilterOct(packaged.data(), packaged.size() / 4, 4 * sizeof(Integer));
  std::size_t other = 0;
  for (std::size_t i = 0; i < values.size(); i += 4) {
    const Octahedral expected = DecodeOctahedral(encoded[i], encoded[i + 1], encoded[i + 2]);
    const long double xyz[] = {expected.x, expected.y, expected.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::optional<long> nearest = Nearest(xyz[k] * most);
      if (nearest) {
        ASSERT_EQ(values[i + k], *nearest)
            << +encoded[i] << " " << +encoded[i + 1] << " of " << +encoded[i + 2];
      }
      ASSERT_LE(std::abs(values[i + k] - packaged[i + k]), 1);
      other += values[i + k] != packaged[i + k];
    }
    ASSERT_EQ(values[i + 3], encoded[i + 3]);
  }
  std::printf("  %zu vectors, %zu numbers one step from the packaged library\n", values.size() / 4,
              other);
}

TEST(MeshoptFilters, Octahedral8GivesTheNearestNumbers) {
  std::vector<std::int8_t> values;
  for (const int one : {1, 3, 7, 31, 127}) {
    for (int x = -one; x <= one; ++x) {
      for (int y = -one; y <= one; ++y) {
        for (const int value : {x, y, one, x ^ y})
          values.push_back(static_cast<std::int8_t>(value));
      }
    }
  }
  ExpectOctahedral(values, meshopt::FilterOctahedral8, 127);
}

TEST(MeshoptFilters, Octahedral16GivesTheNearestNumbers) {
  SplitMix64 random(3);
  std::vector<std::int16_t> values;
  for (int i = 0; i < 40000; ++i) {
    const auto one = (1u << (1 + random.Below(15))) - 1;
    for (int k = 0; k < 2; ++k) {
      values.push_back(static_cast<std::int16_t>(static_cast<int>(random.Below(2 * one + 1)) -
                                                 static_cast<int>(one)));
    }
    values.push_back(static_cast<std::int16_t>(one));
    values.push_back(static_cast<std::int16_t>(random.Below(65536)));
  }
  ExpectOctahedral(values, meshopt::FilterOctahedral16, 32767);
}

TEST(MeshoptFilters, QuaternionsAreTheNearestNumbers) {
  SplitMix64 random(4);
  std::vector<std::int16_t> values;
  for (int i = 0; i < 40000; ++i) {
    const std::uint32_t one = (1u << (3 + random.Below(13))) - 1;
    const Quat q = random.Rotation();  // Three components, the fourth from their length.
    for (const float component : {q.x, q.y, q.z}) {
      values.push_back(static_cast<std::int16_t>(component / 1.42f * static_cast<float>(one)));
    }
    values.push_back(static_cast<std::int16_t>((one & ~3u) | random.Below(4)));
  }
  const std::vector<std::int16_t> encoded = values;
  std::vector<std::int16_t> packaged = values;
  meshopt::FilterQuaternion(Isa::kScalar, BytesOf(values));
  meshopt_decodeFilterQuat(packaged.data(), packaged.size() / 4, 8);
  for (std::size_t i = 0; i < values.size(); i += 4) {
    const long double one = encoded[i + 3] | 3, range = 1 / std::sqrt(2.0L);
    long double rest = 1;
    for (std::size_t k = 0; k < 3; ++k) {
      const long double component = encoded[i + k] / one * range;
      rest -= component * component;
      const std::size_t at = i + (static_cast<std::size_t>(encoded[i + 3]) + 1 + k) % 4;
      if (const auto nearest = Nearest(component * 32767)) {
        ASSERT_EQ(values[at], *nearest) << i;
      }
      ASSERT_LE(std::abs(values[at] - packaged[at]), 1) << i;
    }
    const std::size_t at = i + static_cast<std::size_t>(encoded[i + 3]) % 4;
    if (const auto nearest = Nearest(std::sqrt(std::max(0.0L, rest)) * 32767)) {
      ASSERT_EQ(values[at], *nearest) << i;
    }
    ASSERT_LE(std::abs(values[at] - packaged[at]), 1) << i;
  }
}

TEST(MeshoptFilters, ExponentialIsExactForEveryExponent) {
  std::vector<std::uint32_t> values;
  for (int exponent = -128; exponent < 128; ++exponent) {
    for (const int mantissa : {0, 1, -1, 3, 12345, -654321, 8388607, -8388608}) {
      values.push_back(static_cast<std::uint32_t>(exponent) << 24 |
                       (static_cast<std::uint32_t>(mantissa) & 0xFFFFFF));
    }
  }
  const std::vector<std::uint32_t> encoded = values;
  meshopt::FilterExponential(BytesOf(values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int exponent = static_cast<int>(encoded[i]) >> 24;
    const int mantissa = static_cast<int>(encoded[i] << 8) >> 8;
    EXPECT_EQ(std::bit_cast<float>(values[i]), std::ldexp(static_cast<float>(mantissa), exponent))
        << exponent << " " << mantissa;
  }
}

template <typename Unsigned>
void ExpectColours(void (*filter)(std::span<std::byte>), std::uint32_t width) {
  SplitMix64 random(6);
  const long most = (1l << width) - 1;
  std::vector<Unsigned> values;
  std::vector<long> expected;
  for (int i = 0; i < 40000; ++i) {
    const std::uint32_t bits = 2 + random.Below(width - 1);
    const long largest = (1l << bits) - 1;
    // Luma and chroma whose colour is in range.
    const long y = static_cast<long>(random.Below(static_cast<std::uint32_t>(largest) + 1));
    long co = 0, cg = 0;
    for (int tries = 0; tries < 20; ++tries) {
      const long half = largest / 2;
      co = static_cast<long>(random.Below(static_cast<std::uint32_t>(2 * half + 1))) - half;
      cg = static_cast<long>(random.Below(static_cast<std::uint32_t>(2 * half + 1))) - half;
      const auto inside = [&](long v) { return v >= 0 && v <= largest; };
      if (inside(y + co - cg) && inside(y + cg) && inside(y - co - cg)) break;
      co = cg = 0;
    }
    const long alpha = static_cast<long>(random.Below(1u << (bits - 1)));
    for (const long value : {y, co, cg, alpha | 1l << (bits - 1)}) {
      values.push_back(static_cast<Unsigned>(value));
    }
    for (const long value : {y + co - cg, y + cg, y - co - cg, alpha << 1 | (alpha & 1)}) {
      expected.push_back((2 * value * most + largest) / (2 * largest));  // Never a half.
    }
  }
  filter(BytesOf(values));
  for (std::size_t i = 0; i < values.size(); ++i) {
    ASSERT_EQ(static_cast<long>(values[i]), expected[i]) << i;
  }
}

TEST(MeshoptFilters, ColoursAreTheNearestNumbers) {
  ExpectColours<std::uint8_t>(meshopt::FilterColor8, 8);
  ExpectColours<std::uint16_t>(meshopt::FilterColor16, 16);
}

// The same elements through the specification and through every kernel.
void ExpectKernelsEqualTheSpecification(UnitFilter filter, std::span<const std::byte> elements,
                                        std::size_t element_bytes) {
  std::vector<std::byte> expected(elements.begin(), elements.end());
  filter(Isa::kScalar, expected);
  for (const Isa isa : AvailableIsas()) {
    std::vector<std::byte> values(elements.begin(), elements.end());
    filter(isa, values);
    const auto other = std::ranges::mismatch(values, expected).in1 - values.begin();
    ASSERT_EQ(static_cast<std::size_t>(other), values.size())
        << IsaName(isa) << ", element " << static_cast<std::size_t>(other) / element_bytes;
  }
}

TEST(MeshoptFilters, KernelsOfOctahedral8EqualTheSpecificationForEveryInput) {
  std::vector<std::uint32_t> values(65536);
  for (std::uint32_t one = 0; one < 256; ++one) {
    for (std::uint32_t xy = 0; xy < 65536; ++xy) values[xy] = xy | one << 16 | (xy * 7 + one) << 24;
    ASSERT_NO_FATAL_FAILURE(
        ExpectKernelsEqualTheSpecification(meshopt::FilterOctahedral8, BytesOf(values), 4))
        << "of " << one;
  }
}

// Every number of elements, so that blocks, their ends and the last elements are all met.
TEST(MeshoptFilters, KernelsEqualTheSpecificationForAnyBytes) {
  SplitMix64 random(12);
  for (std::size_t count = 0; count < 300; ++count) {
    std::vector<std::uint64_t> values(count);
    for (std::uint64_t& value : values) value = random.Next();
    for (const UnitFilter filter :
         {meshopt::FilterOctahedral8, meshopt::FilterOctahedral16, meshopt::FilterQuaternion}) {
      ASSERT_NO_FATAL_FAILURE(ExpectKernelsEqualTheSpecification(filter, BytesOf(values), 8));
    }
  }
}

// As encoders write them, one 1.0 for all; in some blocks an element has another one, or is longer.
TEST(MeshoptFilters, KernelsEqualTheSpecificationForUnitQuaternions) {
  SplitMix64 random(13);
  for (int round = 0; round < 400; ++round) {
    const std::uint32_t one = (1u << (3 + random.Below(13))) - 1;
    std::vector<std::int16_t> values;
    for (int i = 0; i < 130; ++i) {
      const Quat q = random.Rotation();
      for (const float component : {q.x, q.y, q.z}) {
        values.push_back(static_cast<std::int16_t>(component / 1.42f * static_cast<float>(one)));
      }
      values.push_back(static_cast<std::int16_t>((one & ~3u) | random.Below(4)));
    }
    if (round % 4 != 0) {
      const std::size_t at = random.Below(static_cast<std::uint32_t>(values.size()));
      values[at] = static_cast<std::int16_t>(random.Below(65536));
    }
    ASSERT_NO_FATAL_FAILURE(
        ExpectKernelsEqualTheSpecification(meshopt::FilterQuaternion, BytesOf(values), 8));
  }
}

// What lets kernels round halves to even: the products of every component and every 1.0 are further
// from a half than any rounding of theirs.
TEST(MeshoptFilters, NoSmallComponentOfAQuaternionIsHalfwayBetweenTwoIntegers) {
  double nearest = 1.0;
  std::size_t count = 0;
  for (int one = 3; one < 32768; one += 4) {
    const double scale = 32767.0 / (one * 1.4142135623730951);
    const int longest = std::min(32768, static_cast<int>(one * 1.4142135623730951));
    for (int component = 0; component <= longest; ++component) {
      const double value = component * scale;
      const double half = value - static_cast<int>(value) - 0.5;
      nearest = std::min(nearest, half < 0 ? -half : half);
    }
    count += static_cast<std::size_t>(longest) + 1;
  }
  EXPECT_GT(nearest, 1e-10);
  EXPECT_GT(count, 170'000'000u);
}

// Golden: our own output, written down once. Any bytes, so that what the format leaves unspecified
// is the same everywhere too.
TEST(MeshoptFilters, GoldenHashOfAnyBytes) {
  SplitMix64 random(9);
  std::vector<std::uint64_t> any(4096);
  for (std::uint64_t& value : any) value = random.Next();
  any[0] = 0;  // Vectors of no length, colours of no bits.
  for (const Isa isa : AvailableIsas()) {
    Hash64 hash;
    const auto add = [&](auto filter, auto... leading) {
      std::vector<std::uint64_t> values = any;
      filter(leading..., BytesOf(values));
      hash.Add(std::as_bytes(std::span(values)));
    };
    add(meshopt::FilterOctahedral8, isa);
    add(meshopt::FilterOctahedral16, isa);
    add(meshopt::FilterQuaternion, isa);
    add(meshopt::FilterExponential);
    add(meshopt::FilterColor8);
    add(meshopt::FilterColor16);
    EXPECT_EQ(hash.Text(), "099261e24cae4fe1") << IsaName(isa);
  }
}

}  // namespace
}  // namespace sinew::testing
