// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "cli/decoders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <meshoptimizer.h>

#include <array>
#include <cstring>

namespace sinew::cli {
namespace {

using ::testing::HasSubstr;
using Mode = MeshoptRequest::Mode;
using Filter = MeshoptRequest::Filter;

// Twelve bytes a vertex, as the packaged encoder writes them.
struct Encoded {
  std::array<float, 9> vertices{0, 0, 0, 1, 0, 0, 0, 1, 0};
  std::vector<std::byte> stream;
  std::vector<std::byte> target = std::vector<std::byte>(sizeof vertices);

  Encoded() {
    stream.resize(meshopt_encodeVertexBufferBound(3, 12));
    stream.resize(meshopt_encodeVertexBuffer(reinterpret_cast<unsigned char*>(stream.data()),
                                             stream.size(), vertices.data(), 3, 12));
  }
  MeshoptRequest Request() {
    return {.mode = Mode::kAttributes,
            .count = 3,
            .stride_bytes = 12,
            .source = stream,
            .target = target};
  }
};

TEST(Meshopt, DecodesWhatThePackagedEncoderWrote) {
  Encoded encoded;
  ASSERT_FALSE(DecodeMeshopt(encoded.Request()).has_value());
  EXPECT_EQ(std::memcmp(encoded.target.data(), encoded.vertices.data(), 36), 0);
}

TEST(Meshopt, NamesACodecVersionThatIsTooNew) {
  Encoded encoded;
  encoded.stream[0] = std::byte{0xa1};
  const auto failure = DecodeMeshopt(encoded.Request());
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, FailureCode::kUnsupported);
  EXPECT_THAT(failure->message, HasSubstr("meshoptimizer codec version 1"));
}

TEST(Meshopt, NamesTheColourFilterThatItLacks) {
  Encoded encoded;
  MeshoptRequest request = encoded.Request();
  request.filter = Filter::kColor;
  const auto failure = DecodeMeshopt(request);
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code, FailureCode::kUnsupported);
  EXPECT_THAT(failure->message, HasSubstr("COLOR"));
}

TEST(Meshopt, RefusesEveryTruncation) {
  Encoded encoded;
  const std::vector<std::byte> whole = encoded.stream;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    encoded.stream.assign(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length));
    encoded.stream.shrink_to_fit();
    const auto failure = DecodeMeshopt(encoded.Request());
    ASSERT_TRUE(failure.has_value()) << length;
    EXPECT_EQ(failure->code, FailureCode::kInvalid) << length;
  }
}

TEST(Meshopt, RefusesShapesThatTheDecoderWouldAssertOn) {
  const std::vector<std::byte> stream(64, std::byte{0xa0});
  std::vector<std::byte> target(1024);
  const auto refuses = [&](Mode mode, Filter filter, std::uint32_t count, std::uint32_t stride) {
    const std::size_t bytes = std::size_t{count} * stride;
    const auto failure = DecodeMeshopt({.mode = mode,
                                        .filter = filter,
                                        .count = count,
                                        .stride_bytes = stride,
                                        .source = stream,
                                        .target = std::span(target).first(bytes)});
    return failure.has_value() && failure->code == FailureCode::kInvalid;
  };
  EXPECT_TRUE(refuses(Mode::kAttributes, Filter::kNone, 3, 0));
  EXPECT_TRUE(refuses(Mode::kAttributes, Filter::kNone, 3, 6));
  EXPECT_TRUE(refuses(Mode::kAttributes, Filter::kNone, 3, 260));
  EXPECT_TRUE(refuses(Mode::kAttributes, Filter::kOctahedral, 3, 12));
  EXPECT_TRUE(refuses(Mode::kAttributes, Filter::kQuaternion, 3, 4));
  EXPECT_TRUE(refuses(Mode::kTriangles, Filter::kNone, 4, 2));
  EXPECT_TRUE(refuses(Mode::kTriangles, Filter::kNone, 3, 1));
  EXPECT_TRUE(refuses(Mode::kIndices, Filter::kNone, 3, 8));
  EXPECT_TRUE(refuses(Mode::kIndices, Filter::kExponential, 3, 4));
  const auto small = DecodeMeshopt(
      {.count = 3, .stride_bytes = 12, .source = stream, .target = std::span(target).first(24)});
  EXPECT_TRUE(small.has_value());
}

TEST(Draco, RefusesWhatIsNoDracoStream) {
  const std::vector<std::byte> nothing, noise(100, std::byte{0x5a});
  for (const auto& source : {nothing, noise}) {
    const Result<DracoMesh> mesh =
        DecodeDraco({.source = source, .unique_ids = {}, .max_points = 10, .max_indices = 10});
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.failure().code, FailureCode::kInvalid);
    EXPECT_THAT(mesh.failure().message, HasSubstr("Draco"));
  }
}

}  // namespace
}  // namespace sinew::cli
