// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The attribute codec, with every kernel of this machine, against the packaged library for version
// 0 and against an encoder of the tests for both versions.
#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include "meshopt_streams.h"
#include "sinew/hash.h"

namespace sinew::testing {
namespace {

using Mode = MeshoptRequest::Mode;

constexpr Texture kTextures[] = {Texture::kNoise, Texture::kSteps, Texture::kWaves,
                                 Texture::kConstant};

// Strides with blocks of 256 and of fewer elements; counts around groups and blocks.
template <typename Check>
void ForElements(Check check) {
  std::uint64_t seed = 1;
  for (const std::uint32_t stride : {4u, 8u, 12u, 16u, 20u, 32u, 36u, 64u, 252u, 256u}) {
    for (const std::uint32_t count : {1u, 2u, 15u, 16u, 17u, 31u, 33u, 100u, 256u, 257u, 700u}) {
      const Texture texture = kTextures[seed % std::size(kTextures)];
      check(MakeElements(count, stride, texture, seed++));
    }
  }
}

void ExpectDecodes(const Elements& elements, const Bytes& stream) {
  for (const Isa isa : AvailableIsas()) {
    const Decoded decoded =
        DecodeExactly(isa, Mode::kAttributes, elements.count, elements.stride, stream);
    ASSERT_FALSE(decoded.failure) << Describe(*decoded.failure);
    ASSERT_EQ(decoded.bytes, elements.bytes)
        << IsaName(isa) << " " << elements.count << " of " << elements.stride;
  }
}

TEST(MeshoptAttributes, WhatThePackagedEncoderWroteComesBackWithEveryKernel) {
  ForElements(
      [](const Elements& elements) { ExpectDecodes(elements, PackagedAttributes(elements)); });
}

TEST(MeshoptAttributes, EveryWayToEncodeVersion0ComesBackWithEveryKernel) {
  std::uint64_t seed = 0;
  ForElements([&](const Elements& elements) {
    ExpectDecodes(elements, RandomlyEncodedAttributes(0, elements, ++seed));
  });
}

TEST(MeshoptAttributes, EveryWayToEncodeVersion1ComesBackWithEveryKernel) {
  std::uint64_t seed = 0;
  ForElements([&](const Elements& elements) {
    ExpectDecodes(elements, RandomlyEncodedAttributes(1, elements, ++seed));
  });
}

TEST(MeshoptAttributes, NoElementsAreAHeaderAndATail) {
  Bytes stream(33);
  stream[0] = std::byte{0xA0};
  EXPECT_FALSE(DecodeExactly(Isa::kScalar, Mode::kAttributes, 0, 8, stream).failure);
}

// The example of the format's specification: a group of four bits per byte, two bytes in full.
TEST(MeshoptAttributes, TheSpecificationsExampleDecodesAsItSays) {
  Bytes stream;
  for (const int byte : {0xA0, 2, 0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5}) {
    stream.push_back(static_cast<std::byte>(byte));
  }
  stream.resize(stream.size() + 3 + 32);  // Three planes of zeros, and the tail.
  const int deltas[] = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
  for (const Isa isa : AvailableIsas()) {
    const Decoded decoded = DecodeExactly(isa, Mode::kAttributes, 16, 4, stream);
    ASSERT_FALSE(decoded.failure) << Describe(*decoded.failure);
    int sum = 0;
    for (std::size_t i = 0; i < 16; ++i) {
      sum += deltas[i];
      EXPECT_EQ(decoded.bytes[4 * i], static_cast<std::byte>(sum)) << i;
    }
  }
}

TEST(MeshoptAttributes, EveryTruncationIsRefused) {
  for (const std::uint32_t version : {0u, 1u}) {
    const Elements elements = MakeElements(300, 12, Texture::kSteps, 7);
    const Bytes stream = RandomlyEncodedAttributes(version, elements, 8);
    for (std::size_t size = 0; size < stream.size(); ++size) {
      const Decoded decoded =
          DecodeExactly(ChosenIsa(), Mode::kAttributes, 300, 12, std::span(stream).first(size));
      ASSERT_TRUE(decoded.failure) << size;
      EXPECT_EQ(decoded.failure->code, FailureCode::kInvalid) << size;
      EXPECT_TRUE(decoded.failure->place.starts_with("byte ")) << size;
    }
  }
}

TEST(MeshoptAttributes, KernelsAgreeOnDamagedStreamsAndWithThePackagedLibraryOnVersion0) {
  SplitMix64 random(11);
  std::size_t good = 0, bad = 0;
  for (std::uint32_t round = 0; round < 3000; ++round) {
    const std::uint32_t version = round % 2, stride = 4 + 4 * random.Below(12);
    const Elements elements =
        MakeElements(1 + random.Below(90), stride, kTextures[random.Below(4)], round);
    Bytes stream = RandomlyEncodedAttributes(version, elements, round);
    for (std::uint32_t k = 0; k < 1 + round % 3; ++k) {
      stream[1 + random.Below(static_cast<std::uint32_t>(stream.size()) - 1)] =
          static_cast<std::byte>(random.Below(256));
    }
    if (random.Below(4) == 0) {
      stream.resize(1 + random.Below(static_cast<std::uint32_t>(stream.size()) + 20));
    }
    const Decoded scalar =
        DecodeExactly(Isa::kScalar, Mode::kAttributes, elements.count, stride, stream);
    (scalar.failure ? bad : good) += 1;
    for (const Isa isa : AvailableIsas()) {
      const Decoded other = DecodeExactly(isa, Mode::kAttributes, elements.count, stride, stream);
      ASSERT_EQ(scalar.failure.has_value(), other.failure.has_value()) << round;
      if (scalar.failure) {
        ASSERT_EQ(Describe(*scalar.failure), Describe(*other.failure)) << round;
      } else {
        ASSERT_EQ(scalar.bytes, other.bytes) << IsaName(isa) << " " << round;
      }
    }
    if (version == 1) continue;
    Bytes packaged(elements.bytes.size());
    const int status = meshopt_decodeVertexBuffer(
        packaged.data(), elements.count, stride,
        reinterpret_cast<const unsigned char*>(stream.data()), stream.size());
    ASSERT_EQ(status != 0, scalar.failure.has_value()) << round << ": " << status;
    if (status == 0) {
      ASSERT_EQ(packaged, scalar.bytes) << round;
    }
  }
  std::printf("  %zu damaged streams still decoded, %zu were refused\n", good, bad);
  EXPECT_GT(good, 0u);
  EXPECT_GT(bad, 0u);
}

// Golden: our own output, written down once. Others say whether it is right.
TEST(MeshoptAttributes, GoldenHashOfDecodedStreams) {
  Hash64 hash;
  for (const std::uint32_t version : {0u, 1u}) {
    const Elements elements = MakeElements(1000, 24, Texture::kSteps, 21);
    const Decoded decoded = DecodeExactly(ChosenIsa(), Mode::kAttributes, 1000, 24,
                                          RandomlyEncodedAttributes(version, elements, 22));
    ASSERT_FALSE(decoded.failure);
    hash.Add(decoded.bytes);
  }
  EXPECT_EQ(hash.Text(), "9d990eb9c5baa6d5");
}

}  // namespace
}  // namespace sinew::testing
