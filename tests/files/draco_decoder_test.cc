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
