// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Triangles and index sequences, against the packaged library.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include "meshopt_streams.h"

namespace sinew::testing {
namespace {

using Mode = MeshoptRequest::Mode;
using ::testing::HasSubstr;

Decoded DecodeIndices(Mode mode, std::size_t count, std::uint32_t stride,
                      std::span<const std::byte> stream) {
  return DecodeExactly(Isa::kScalar, mode, static_cast<std::uint32_t>(count), stride, stream);
}

Bytes Stream(std::initializer_list<int> bytes, std::size_t zeros) {
  Bytes stream;
  for (const int byte : bytes) stream.push_back(static_cast<std::byte>(byte));
  stream.resize(stream.size() + zeros);
  return stream;
}

struct Verdict {
  int status;
  Bytes bytes;
};
Verdict Packaged(Mode mode, std::size_t count, std::uint32_t stride, const Bytes& stream) {
  Verdict verdict{0, Bytes(count * stride)};
  void* const target = verdict.bytes.data();
  const auto* const source = reinterpret_cast<const unsigned char*>(stream.data());
  verdict.status = mode == Mode::kTriangles
                       ? meshopt_decodeIndexBuffer(target, count, stride, source, stream.size())
                       : meshopt_decodeIndexSequence(target, count, stride, source, stream.size());
  return verdict;
}

TEST(MeshoptTriangles, DecodeAsThePackagedLibraryDecodesThem) {
  for (const std::uint32_t width : {2u, 3u, 9u, 60u}) {
    const std::vector<std::uint32_t> indices = GridTriangles(width, width);
    for (const int version : {0, 1}) {
      const Bytes stream = PackagedTriangles(indices, version);
      for (const std::uint32_t stride : {2u, 4u}) {  // Two bytes wrap around.
        const Decoded decoded = DecodeIndices(Mode::kTriangles, indices.size(), stride, stream);
        ASSERT_FALSE(decoded.failure) << Describe(*decoded.failure);
        const Verdict packaged = Packaged(Mode::kTriangles, indices.size(), stride, stream);
        ASSERT_EQ(packaged.status, 0);
        EXPECT_EQ(decoded.bytes, packaged.bytes) << width << " version " << version;
      }
    }
  }
}

TEST(MeshoptSequences, ComeBack) {
  SplitMix64 random(5);
  std::vector<std::uint32_t> indices;
  for (int i = 0; i < 3000; ++i) {
    indices.push_back(i % 7 == 0 ? random.Below(1u << 29) : static_cast<std::uint32_t>(i / 2));
  }
  for (const int version : {0, 1}) {
    const Bytes stream = PackagedSequence(indices, version);
    for (const std::uint32_t stride : {2u, 4u}) {
      const Decoded decoded = DecodeIndices(Mode::kIndices, indices.size(), stride, stream);
      ASSERT_FALSE(decoded.failure) << Describe(*decoded.failure);
      EXPECT_EQ(decoded.bytes, IndexBytes(indices, stride));
    }
  }
}

TEST(MeshoptIndices, EveryTruncationIsRefused) {
  const std::vector<std::uint32_t> indices = GridTriangles(7, 3);
  for (const Mode mode : {Mode::kTriangles, Mode::kIndices}) {
    const Bytes stream =
        mode == Mode::kTriangles ? PackagedTriangles(indices, 1) : PackagedSequence(indices, 1);
    for (std::size_t size = 0; size < stream.size(); ++size) {
      const Decoded decoded = DecodeIndices(mode, indices.size(), 4, std::span(stream).first(size));
      ASSERT_TRUE(decoded.failure) << size;
      EXPECT_EQ(decoded.failure->code, FailureCode::kInvalid) << size;
    }
  }
}

// Ours also refuses what the format forbids and the packaged library does not look at: edges and
// vertices that were never there, numbers without an end, tables out of range.
TEST(MeshoptIndices, DamagedStreamsThatDecodeAreThoseThatThePackagedLibraryDecodes) {
  SplitMix64 random(17);
  std::size_t good = 0, bad = 0, stricter = 0;
  for (std::uint32_t round = 0; round < 4000; ++round) {
    const std::vector<std::uint32_t> indices = GridTriangles(2 + random.Below(8), round);
    const Mode mode = round % 2 == 0 ? Mode::kTriangles : Mode::kIndices;
    const int version = static_cast<int>(random.Below(2));
    Bytes stream = mode == Mode::kTriangles ? PackagedTriangles(indices, version)
                                            : PackagedSequence(indices, version);
    for (std::uint32_t k = 0; k < 1 + round % 3; ++k) {
      stream[1 + random.Below(static_cast<std::uint32_t>(stream.size()) - 1)] =
          static_cast<std::byte>(random.Below(256));
    }
    const Decoded decoded = DecodeIndices(mode, indices.size(), 4, stream);
    const Verdict packaged = Packaged(mode, indices.size(), 4, stream);
    if (decoded.failure) {
      ++bad;
      stricter += packaged.status == 0;
    } else {
      ++good;
      ASSERT_EQ(packaged.status, 0) << round;
      ASSERT_EQ(decoded.bytes, packaged.bytes) << round;
    }
  }
  std::printf("  %zu damaged streams still decoded, %zu were refused, %zu by us alone\n", good, bad,
              stricter);
  EXPECT_GT(good, 0u);
  EXPECT_GT(bad, stricter);
}

// A triangle's code, its failure and where: 0xe1, codes, data, the table.
TEST(MeshoptTriangles, NameWhatIsWrongAndWhere) {
  const auto failure = [](std::size_t triangles, const Bytes& stream) {
    const Decoded decoded = DecodeIndices(Mode::kTriangles, 3 * triangles, 4, stream);
    return decoded.failure ? Describe(*decoded.failure) : std::string("none");
  };
  EXPECT_EQ(failure(1, Stream({0xE1, 0xF0}, 16)), "none");
  EXPECT_EQ(failure(0, Stream({0xE1}, 16)), "none");
  EXPECT_EQ(failure(9, Stream({0xE1, 0xF0}, 16)),
            "byte 18: The meshopt triangle stream ends early: 18 bytes cannot hold 9 triangles.");
  EXPECT_EQ(failure(1, Stream({0xE1, 0x10}, 16)),
            "byte 1: A meshopt triangle names an edge before there are so many.");
  EXPECT_EQ(failure(2, Stream({0xE1, 0xF0, 0x04}, 16)),
            "byte 2: A meshopt triangle names a vertex before there are so many.");
  EXPECT_EQ(
      failure(2, Stream({0xE1, 0xF0, 0x0F}, 16)),
      "byte 3: The meshopt triangle stream ends early, or has a number of more than 5 bytes.");
  EXPECT_EQ(
      failure(1, Stream({0xE1, 0xFE}, 16)),
      "byte 2: The meshopt triangle stream ends early, or has a number of more than 5 bytes.");
  EXPECT_EQ(
      failure(2, Stream({0xE1, 0xF0, 0x0F, 0x80, 0x80, 0x80, 0x80, 0x80}, 17)),
      "byte 8: The meshopt triangle stream ends early, or has a number of more than 5 bytes.");
  EXPECT_EQ(failure(1, Stream({0xE1, 0xF0}, 18)),
            "byte 2: The meshopt triangle stream has 2 bytes left over after its 1 triangles.");
  EXPECT_EQ(failure(1, Stream({0xE1, 0xF0, 0x0F}, 15)),
            "byte 2: An entry of the meshopt triangle stream's table asks for a stored number.");
  Bytes stream = Stream({0xE1, 0xF0}, 16);
  stream.back() = std::byte{1};
  EXPECT_EQ(failure(1, stream),
            "byte 2: The last two entries of the meshopt triangle stream's table are not 0.");
  EXPECT_EQ(failure(1, Stream({0xD1, 0xF0}, 16)),
            "byte 0: A meshopt triangle stream begins with 0xe0 or 0xe1, this one with 0xd1.");
}

TEST(MeshoptSequences, NameWhatIsWrongAndWhere) {
  const auto failure = [](std::size_t count, const Bytes& stream) {
    const Decoded decoded = DecodeIndices(Mode::kIndices, count, 4, stream);
    return decoded.failure ? Describe(*decoded.failure) : std::string("none");
  };
  EXPECT_EQ(failure(1, Stream({0xD1, 0x04}, 4)), "none");
  EXPECT_EQ(failure(2, Stream({0xD1, 0x04}, 4)),
            "byte 6: The meshopt index sequence ends early: 6 bytes cannot hold 2 indices.");
  EXPECT_EQ(failure(2, Stream({0xD1, 0x04, 0x80}, 4)),
            "byte 2: The meshopt index sequence ends early, or has a number of more than 5 bytes.");
  EXPECT_EQ(failure(1, Stream({0xD1, 0x80, 0x80, 0x80, 0x80, 0x80}, 5)),
            "byte 1: The meshopt index sequence ends early, or has a number of more than 5 bytes.");
  EXPECT_EQ(failure(1, Stream({0xD1, 0x04}, 7)),
            "byte 2: The meshopt index sequence has 3 bytes left over after its 1 indices.");
  EXPECT_EQ(failure(1, {}), "byte 0: The meshopt index sequence stream is empty.");
}

}  // namespace
}  // namespace sinew::testing
