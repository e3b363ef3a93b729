// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a meshopt request or an attribute stream can be wrong in, and what is said about it.
#include <gtest/gtest.h>

#include "io/meshopt/decode_meshopt.h"
#include "meshopt_streams.h"

namespace sinew::testing {
namespace {

using Mode = MeshoptRequest::Mode;
using Filter = MeshoptRequest::Filter;

std::string FailureOf(Mode mode, Filter filter, std::uint32_t count, std::uint32_t stride,
                      const Bytes& stream, std::optional<std::size_t> target_bytes = {}) {
  Bytes target(target_bytes.value_or(std::size_t{count} * stride));
  const std::optional<Failure> failure = meshopt::Decode({.mode = mode,
                                                          .filter = filter,
                                                          .count = count,
                                                          .stride_bytes = stride,
                                                          .source = stream,
                                                          .target = target});
  return failure ? Describe(*failure) : "none";
}

TEST(MeshoptRequests, WhoseShapesTheFormatDoesNotHaveAreRefused) {
  const Bytes any(64, std::byte{0xA0});
  const auto said = [&](Mode mode, Filter filter, std::uint32_t count, std::uint32_t stride) {
    return FailureOf(mode, filter, count, stride, any);
  };
  EXPECT_EQ(said(Mode::kAttributes, Filter::kNone, 3, 0), "A meshopt stride of 0.");
  EXPECT_EQ(said(Mode::kAttributes, Filter::kNone, 3, 6),
            "A meshopt attribute stride is a multiple of 4 up to 256, not 6.");
  EXPECT_EQ(said(Mode::kAttributes, Filter::kNone, 3, 260),
            "A meshopt attribute stride is a multiple of 4 up to 256, not 260.");
  EXPECT_EQ(said(Mode::kAttributes, Filter::kOctahedral, 3, 12),
            "The meshopt filters OCTAHEDRAL and COLOR need a stride of 4 or 8, not 12.");
  EXPECT_EQ(said(Mode::kAttributes, Filter::kColor, 3, 16),
            "The meshopt filters OCTAHEDRAL and COLOR need a stride of 4 or 8, not 16.");
  EXPECT_EQ(said(Mode::kAttributes, Filter::kQuaternion, 3, 4),
            "The meshopt filter QUATERNION needs a stride of 8, not 4.");
  EXPECT_EQ(said(Mode::kTriangles, Filter::kNone, 4, 2),
            "4 meshopt indices are not whole triangles.");
  EXPECT_EQ(said(Mode::kTriangles, Filter::kNone, 3, 1),
            "Meshopt indices take 2 or 4 bytes, not 1.");
  EXPECT_EQ(said(Mode::kIndices, Filter::kNone, 3, 8), "Meshopt indices take 2 or 4 bytes, not 8.");
  EXPECT_EQ(said(Mode::kIndices, Filter::kExponential, 3, 4),
            "Meshopt indices cannot have a filter.");
  EXPECT_EQ(FailureOf(Mode::kAttributes, Filter::kNone, 3, 12, any, 24),
            "The meshopt target has 24 bytes, not 3 times 12.");
  EXPECT_EQ(FailureOf(Mode::kAttributes, Filter::kNone, 3, 12, any, 37),
            "The meshopt target has 37 bytes, not 3 times 12.");
}

TEST(MeshoptAttributes, NameWhatIsWrongAndWhere) {
  const auto said = [](std::uint32_t count, const Bytes& stream) {
    return FailureOf(Mode::kAttributes, Filter::kNone, count, 4, stream);
  };
  const auto stream = [](std::initializer_list<int> bytes, std::size_t zeros) {
    Bytes made;
    for (const int byte : bytes) made.push_back(static_cast<std::byte>(byte));
    made.resize(made.size() + zeros);
    return made;
  };
  EXPECT_EQ(said(1, stream({0xA0, 0, 0, 0, 0}, 32)), "none");
  EXPECT_EQ(said(1, {}), "byte 0: The meshopt attribute stream is empty.");
  EXPECT_EQ(said(1, stream({0xE0}, 40)),
            "byte 0: A meshopt attribute stream begins with 0xa0 or 0xa1, this one with 0xe0.");
  EXPECT_EQ(said(1, stream({0xA2}, 40)),
            "byte 0: The meshopt attribute stream is of version 2; versions up to 1 can be read.");
  EXPECT_EQ(
      said(1, stream({0xA0}, 31)),
      "byte 32: The meshopt attribute stream ends early: 32 bytes do not hold its tail of 32.");
  EXPECT_EQ(said(1, stream({0xA0, 0, 0, 0}, 32)),
            "byte 1: The meshopt attribute stream ends early, within the block of elements 0 to 0 "
            "of 1.");
  EXPECT_EQ(said(1, stream({0xA0, 0, 0, 0, 0, 9, 9}, 32)),
            "byte 5: The meshopt attribute stream has 2 bytes left over after its 1 elements.");
  // Three planes without data, then the last in full: version 1, form 3.
  EXPECT_EQ(said(1, stream({0xA1, 0xEA, 7}, 24)), "none");
  for (const int mode : {0x03, 0x0F, 0x10, 0x21, 0xF3}) {
    Bytes wrong = stream({0xA1, 0xEA, 7}, 24);
    wrong.back() = static_cast<std::byte>(mode);
    EXPECT_EQ(said(1, wrong), "byte 26: Channel 0 of the meshopt attribute stream has the mode " +
                                  std::to_string(mode) +
                                  "; modes are 0, 1, and 2 with a rotation in the high four bits.");
  }
}

TEST(MeshoptRequests, OfANewerVersionAreUnsupportedNotInvalid) {
  Bytes target(4);
  const Bytes stream(40, std::byte{0xA2});
  const auto failure =
      meshopt::Decode({.count = 1, .stride_bytes = 4, .source = stream, .target = target});
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->code, FailureCode::kUnsupported);
}

}  // namespace
}  // namespace sinew::testing
