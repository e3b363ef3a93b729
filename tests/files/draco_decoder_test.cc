// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors

#include <draco/compression/encode.h>
#include <draco/mesh/triangle_soup_mesh_builder.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "sinew/files.h"
#include "support/gltf_builder.h"
#include "support/sanitized.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;

TEST(Draco, RefusesWhatIsNoDracoStream) {
  const std::vector<std::byte> nothing, noise(100, std::byte{0x5a});
  for (const auto& source : {nothing, noise}) {
    const Result<DracoMesh> mesh =
        DracoDecoder()({.source = source, .unique_ids = {}, .max_points = 10, .max_indices = 10});
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.failure().code, FailureCode::kInvalid);
    EXPECT_THAT(mesh.failure().message, HasSubstr("Draco"));
  }
}

// The start of a stream: "DRACO", version 2.2, a mesh, the method, no flags, and what follows.
std::vector<std::byte> DracoHead(std::uint8_t method, std::initializer_list<std::uint8_t> rest) {
  std::vector<std::byte> stream;
  for (const char c : {'D', 'R', 'A', 'C', 'O'}) stream.push_back(static_cast<std::byte>(c));
  for (const std::uint8_t byte : {std::uint8_t{2}, std::uint8_t{2}, std::uint8_t{1}, method}) {
    stream.push_back(std::byte{byte});
  }
  stream.resize(stream.size() + 2);
  for (const std::uint8_t byte : rest) stream.push_back(std::byte{byte});
  return stream;
}

// Twenty bytes that ask for 2^27 triangles: the decoder would make room for them at once.
TEST(Draco, RefusesCountsBeyondTheRequestBeforeItDecodes) {
  const std::vector<std::byte> edgebreaker =
      DracoHead(1, {0, 3, 0x80, 0x80, 0x80, 0x40, 0, 0, 0, 0});  // Traversal, vertices, faces.
  const std::vector<std::byte> sequential =
      DracoHead(0, {1, 0x80, 0x80, 0x80, 0x40, 0, 0, 0, 0});  // Faces, points.
  for (const auto& source : {edgebreaker, sequential}) {
    const Result<DracoMesh> mesh =
        DracoDecoder()({.source = source, .unique_ids = {}, .max_points = 3, .max_indices = 3});
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.failure().code, FailureCode::kLimit) << mesh.failure().message;
    EXPECT_THAT(mesh.failure().message, HasSubstr("134217728"));
  }
}

// A number of Draco: seven bits per byte, the lowest first.
void PutNumber(std::uint32_t number, std::vector<std::byte>& stream) {
  for (; number >= 128; number >>= 7) stream.push_back(std::byte(number | 128));
  stream.push_back(std::byte(number));
}
void PutBytes(std::initializer_list<int> bytes, std::vector<std::byte>& stream) {
  for (const int byte : bytes) stream.push_back(static_cast<std::byte>(byte));
}

// A whole stream of the sequential method: 255 points, 85 triangles, positions, and attributes that
// nobody asked for, of 32-bit integers. All values are 0, in eight bytes per attribute: an entropy
// coder whose one symbol is certain and says "no bits".
std::vector<std::byte> SequentialStream(std::uint32_t extra_attributes, std::uint8_t components) {
  std::vector<std::byte> stream = DracoHead(0, {85});
  PutNumber(255, stream);
  PutBytes({1}, stream);  // Indices as bytes.
  for (int i = 0; i < 255; ++i) PutBytes({i}, stream);
  PutBytes({1}, stream);  // One decoder of attributes.
  PutNumber(extra_attributes + 1, stream);
  PutBytes({0, 5, 3, 0, 0}, stream);  // Positions: int32, three components, id 0.
  for (std::uint32_t i = 1; i <= extra_attributes; ++i) {
    PutBytes({4, 6, components, 0}, stream);  // Generic, uint32.
    PutNumber(i, stream);
  }
  for (std::uint32_t i = 0; i <= extra_attributes; ++i) PutBytes({1}, stream);  // Integers.
  for (std::uint32_t i = 0; i <= extra_attributes; ++i) {
    PutBytes({0xfe, 1, 0, 1, 1, 0x40, 1, 0}, stream);
  }
  return stream;
}

Result<DracoMesh> DecodePositions(std::span<const std::byte> stream, std::uint64_t max_bytes) {
  const std::uint32_t ids[] = {0};
  return DracoDecoder()({.source = stream,
                         .unique_ids = ids,
                         .max_points = 255,
                         .max_indices = 255,
                         .max_bytes = max_bytes});
}

// 255 components of 255 points take 520 kB, and 14 bytes of the stream.
TEST(Draco, AttributesThatNobodyAskedForCountBeforeTheyAreDecoded) {
  constexpr std::uint64_t kMebibyte = std::uint64_t{1} << 20;
  const Result<DracoMesh> few = DecodePositions(SequentialStream(3, 255), 2 * kMebibyte);
  ASSERT_TRUE(few.ok()) << few.failure().message;
  EXPECT_EQ(few->point_count, 255u);
  const Result<DracoMesh> many = DecodePositions(SequentialStream(5000, 255), 64 * kMebibyte);
  for (const Result<DracoMesh>& refused :
       {DecodePositions(SequentialStream(5, 255), 2 * kMebibyte), many}) {
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.failure().code, FailureCode::kLimit) << refused.failure().message;
    EXPECT_THAT(refused.failure().message, HasSubstr("for its attributes, the limit max_draco"));
  }
}

TEST(Draco, SmallAttributesCountToo) {
  const Result<DracoMesh> refused = DecodePositions(SequentialStream(10'000, 1), 1 << 20);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().code, FailureCode::kLimit) << refused.failure().message;
}

TEST(Draco, MoreAttributesThanTheStreamHasBytesForAreRefused) {
  std::vector<std::byte> stream = SequentialStream(0, 1);
  // The number of attributes lies before five bytes of description and nine of values.
  const std::size_t place = stream.size() - 15;
  ASSERT_EQ(stream[place], std::byte{1});
  stream[place] = std::byte{100};
  const Result<DracoMesh> refused = DecodePositions(stream, std::uint64_t{1} << 40);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().message, "the Draco stream ends inside its head");
}

// Each of the 255 would have a table of all corners.
TEST(Draco, SeamsThatNobodyAskedForCountBeforeTheTrianglesAreDecoded) {
  for (const std::uint8_t seam_sets : {std::uint8_t{1}, std::uint8_t{255}}) {
    // Traversal, 10,000 vertices, 20,000 faces, seams, 20,000 symbols, no splits.
    const std::vector<std::byte> stream = DracoHead(
        1, {0, 0x90, 0x4e, 0xa0, 0x9c, 0x01, seam_sets, 0xa0, 0x9c, 0x01, 0, 0, 0, 0, 0, 0, 0});
    const Result<DracoMesh> mesh = DracoDecoder()({.source = stream,
                                                   .unique_ids = {},
                                                   .max_points = 60'000,
                                                   .max_indices = 60'000,
                                                   .max_bytes = std::uint64_t{8} << 20});
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.failure().code, seam_sets == 1 ? FailureCode::kInvalid : FailureCode::kLimit)
        << mesh.failure().message;
  }
}

// A triangle with one attribute of this width beside its positions, as the packaged encoder has it.
std::vector<std::byte> DracoTriangle(std::int8_t width) {
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(1);
  const int positions =
      builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int extra = builder.AddAttribute(draco::GeometryAttribute::GENERIC, width, draco::DT_UINT8);
  const float corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  const std::uint8_t numbers[3][8] = {{1}, {2}, {3}};
  const draco::FaceIndex face(0);
  builder.SetAttributeValuesForFace(positions, face, corners[0], corners[1], corners[2]);
  builder.SetAttributeValuesForFace(extra, face, numbers[0], numbers[1], numbers[2]);
  const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
  draco::Encoder encoder;
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  const auto bytes = std::as_bytes(std::span(buffer.data(), buffer.size()));
  return {bytes.begin(), bytes.end()};
}

// Four by four squares with texture coordinates, encoded as small as can be.
std::vector<std::byte> DracoGrid() {
  constexpr int kSide = 4;
  draco::TriangleSoupMeshBuilder builder;
  builder.Start(2 * kSide * kSide);
  const int positions =
      builder.AddAttribute(draco::GeometryAttribute::POSITION, 3, draco::DT_FLOAT32);
  const int texcoords =
      builder.AddAttribute(draco::GeometryAttribute::TEX_COORD, 2, draco::DT_FLOAT32);
  const auto add = [&](int face, std::array<int, 6> corners) {
    float at[3][3], uv[3][2];
    for (std::size_t k = 0; k < 3; ++k) {
      const auto x = static_cast<float>(corners[2 * k]), y = static_cast<float>(corners[2 * k + 1]);
      at[k][0] = x, at[k][1] = y, at[k][2] = x * x - y;
      uv[k][0] = x + 0.1f * y * y, uv[k][1] = y;
    }
    builder.SetAttributeValuesForFace(positions, draco::FaceIndex(static_cast<std::uint32_t>(face)),
                                      at[0], at[1], at[2]);
    builder.SetAttributeValuesForFace(texcoords, draco::FaceIndex(static_cast<std::uint32_t>(face)),
                                      uv[0], uv[1], uv[2]);
  };
  for (int i = 0, face = 0; i < kSide; ++i) {
    for (int j = 0; j < kSide; ++j) {
      add(face++, {i, j, i + 1, j, i, j + 1});
      add(face++, {i + 1, j, i + 1, j + 1, i, j + 1});
    }
  }
  const std::unique_ptr<draco::Mesh> mesh = builder.Finalize();
  draco::Encoder encoder;
  encoder.SetSpeedOptions(0, 0);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::POSITION, 10);
  encoder.SetAttributeQuantization(draco::GeometryAttribute::TEX_COORD, 10);
  draco::EncoderBuffer buffer;
  EXPECT_TRUE(encoder.EncodeMeshToBuffer(*mesh, &buffer).ok());
  const auto bytes = std::as_bytes(std::span(buffer.data(), buffer.size()));
  return {bytes.begin(), bytes.end()};
}

void PutHuge(std::vector<std::byte>& stream, std::size_t place) {
  const std::uint32_t huge = 0x7fffffff;
  std::memcpy(stream.data() + place, &huge, sizeof huge);
}

Result<DracoMesh> DecodeTriangle(std::int8_t width, std::uint64_t max_points,
                                 std::uint64_t max_indices) {
  const std::vector<std::byte> stream = DracoTriangle(width);
  const std::uint32_t ids[] = {0, 1};
  return DracoDecoder()(
      {.source = stream, .unique_ids = ids, .max_points = max_points, .max_indices = max_indices});
}

TEST(Draco, DecodesWhatThePackagedEncoderWroteWithinItsBounds) {
  const Result<DracoMesh> mesh = DecodeTriangle(4, 3, 3);
  ASSERT_TRUE(mesh.ok()) << mesh.failure().message;
  EXPECT_EQ(mesh->point_count, 3u);
  EXPECT_EQ(mesh->indices.size(), 3u);
  EXPECT_EQ(mesh->attributes[1].component_count, 4u);
  for (const auto& [points, indices] : {std::pair{2, 3}, std::pair{3, 2}}) {
    const Result<DracoMesh> refused =
        DecodeTriangle(4, static_cast<std::uint64_t>(points), static_cast<std::uint64_t>(indices));
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.failure().code, FailureCode::kLimit);
  }
}

// Metadata of an attribute and of the mesh, with an entry and one within the other. The last entry
// is empty, which the packaged library would refuse: nothing of them reaches it.
TEST(Draco, MetadataIsSkippedAndCostsNothing) {
  std::vector<std::byte> stream = DracoTriangle(4);
  const std::vector<std::byte> plain(stream.begin() + 11, stream.end());
  stream.resize(11);
  stream.back() = std::byte{0x80};
  const std::initializer_list<int> entry = {1, 'k', 2, 7, 7};
  PutBytes({1, 5, 1}, stream);
  PutBytes(entry, stream);
  PutBytes({0, 0, 1, 1, 's', 2}, stream);
  PutBytes(entry, stream);
  PutBytes({1, 'k', 0, 0}, stream);
  std::vector<std::byte> endless = stream;
  stream.insert(stream.end(), plain.begin(), plain.end());
  const std::uint32_t ids[] = {0, 1};
  const Result<DracoMesh> mesh =
      DracoDecoder()({.source = stream, .unique_ids = ids, .max_points = 3, .max_indices = 3});
  ASSERT_TRUE(mesh.ok()) << mesh.failure().message;
  EXPECT_EQ(mesh->attributes[1].values, DecodeTriangle(4, 3, 3).value().attributes[1].values);

  endless.back() = std::byte{0xff};  // 2^32 - 1 in each other.
  PutBytes({0xff, 0xff, 0xff, 0x0f}, endless);
  endless.insert(endless.end(), plain.begin(), plain.end());
  const Result<DracoMesh> refused =
      DracoDecoder()({.source = endless, .unique_ids = ids, .max_points = 3, .max_indices = 3});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().message, "the Draco stream's metadata is damaged");
}

// Whatever number of an honest stream is made huge, the decoder answers within its bounds. One of
// them, at least, makes the packaged library ask for 256 MB: the orientations of texture
// coordinates, which are found only while values are decoded.
TEST(Draco, IsolatedItStaysWithinItsBoundsWhateverNumberIsHuge) {
  if (testing::kSanitized) GTEST_SKIP() << "a sanitizer's addresses cannot be limited";
  const std::vector<std::byte> whole = DracoGrid();
  const std::uint32_t ids[] = {0, 1};
  int decoded = 0, damaged = 0, limited = 0;
  for (std::size_t place = 11; place + 4 <= whole.size(); ++place) {
    std::vector<std::byte> stream = whole;
    PutHuge(stream, place);
    const Result<DracoMesh> mesh = IsolatedDracoDecoder()(
        {.source = stream, .unique_ids = ids, .max_points = 200, .max_indices = 600});
    const bool is_limit = !mesh.ok() && mesh.failure().code == FailureCode::kLimit &&
                          mesh.failure().message.find("max_draco_bytes") != std::string::npos;
    ++(mesh.ok() ? decoded : is_limit ? limited : damaged);
  }
  EXPECT_GT(decoded, 0);
  EXPECT_GT(damaged, 0);
  EXPECT_GT(limited, 0) << "else the test shows nothing";
}

TEST(Draco, IsolatedItDecodesTheSame) {
  const std::vector<std::byte> stream = DracoGrid();
  const std::uint32_t ids[] = {0, 1};
  const DracoRequest request{
      .source = stream, .unique_ids = ids, .max_points = 200, .max_indices = 600};
  const Result<DracoMesh> here = DracoDecoder()(request), apart = IsolatedDracoDecoder()(request);
  ASSERT_TRUE(here.ok() && apart.ok());
  EXPECT_EQ(here->indices, apart->indices);
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(here->attributes[i].values, apart->attributes[i].values);
}

TEST(Draco, RefusesEveryTruncation) {
  const std::vector<std::byte> whole = DracoTriangle(4);
  const std::uint32_t ids[] = {0, 1};
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto exact = std::make_unique<std::byte[]>(length);  // Seen by a sanitizer.
    std::copy_n(whole.begin(), length, exact.get());
    const Result<DracoMesh> mesh = DracoDecoder()(
        {.source = {exact.get(), length}, .unique_ids = ids, .max_points = 3, .max_indices = 3});
    ASSERT_FALSE(mesh.ok()) << length;
  }
}

TEST(Draco, RefusesAttributesWiderThanGltfHas) {
  const Result<DracoMesh> mesh = DecodeTriangle(5, 3, 3);
  ASSERT_FALSE(mesh.ok());
  EXPECT_EQ(mesh.failure().code, FailureCode::kInvalid);
  EXPECT_THAT(mesh.failure().message, HasSubstr("5 components"));
}

// The accessor has another count than the encoder's stream, as in files of others: three.js's
// ferrari.glb has 15,300 for 15,312.
TEST(Draco, AMeshWhoseAccessorsCountOtherPointsIsRepairedAndCounted) {
  const std::vector<std::byte> stream = DracoTriangle(4);
  for (const int declared : {2, 3, 4}) {
    testing::GltfBuilder file;
    file.View(stream);
    file.Accessor("{'componentType':5126,'count':" + std::to_string(declared) +
                  ",'type':'VEC3','min':[0,0,0],'max':[1,1,0]}");
    file.Accessor("{'componentType':5123,'count':3,'type':'SCALAR'}");
    file.Mesh(
        "{'primitives':[{'attributes':{'POSITION':0},'indices':1,'extensions':{"
        "'KHR_draco_mesh_compression':{'bufferView':0,'attributes':{'POSITION':0}}}}]}");
    file.Node("{'mesh':0}");
    file.Root("extensionsUsed", "['KHR_draco_mesh_compression']");
    file.Root("extensionsRequired", "['KHR_draco_mesh_compression']");
    GltfOptions options;
    options.decoders.draco = DracoDecoder();
    const GltfRead read = file.Read(options);
    ASSERT_TRUE(read.model.ok()) << Describe(read.model.failure());
    EXPECT_EQ(read.model->meshes()[0].primitives()[0].vertex_count(), 3u);
    ASSERT_EQ(read.report.mends.size(), declared == 3 ? 0u : 1u);
    if (declared == 3) continue;
    EXPECT_EQ(read.report.mends[0].rule, "draco-point-count");
    EXPECT_EQ(read.report.mends[0].count, 1u);
  }
}

}  // namespace
}  // namespace sinew
