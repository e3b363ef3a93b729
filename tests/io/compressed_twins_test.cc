// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Files whose geometry is compressed, against the same characters uncompressed: joints and weights
// inside Draco and meshopt streams, which validators cannot see, must move the vertices alike.
// Compression may reorder and merge vertices, so clouds of posed vertices are compared: every
// vertex of either has one of the other near.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "sinew/files.h"
#include "support/assets.h"
#include "support/model_pose.h"

namespace sinew::testing {
namespace {

GltfRead ReadCompressed(std::string_view path) {
  GltfOptions options;
  options.decoders.draco = DracoDecoder();
  return ReadAsset(path, options);
}

// All vertices of all instances.
std::vector<Vec3> CloudAt(const Model& model, std::uint32_t clip, double time_s) {
  std::vector<Vec3> cloud;
  const Result<ModelPose> pose = PoseModel(model, clip, time_s);
  EXPECT_TRUE(pose.ok());
  if (!pose.ok()) return cloud;
  for (const PosedInstance& instance : pose->instances) {
    for (const PosedPrimitive& primitive : instance.primitives) {
      cloud.insert(cloud.end(), primitive.positions.begin(), primitive.positions.end());
    }
  }
  return cloud;
}

double Distance(Vec3 a, Vec3 b) {
  return std::hypot(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y,
                    static_cast<double>(a.z) - b.z);
}

double Diagonal(const std::vector<Vec3>& cloud) {
  Vec3 low = cloud.at(0), high = low;
  for (const Vec3 v : cloud) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return Distance(low, high);
}

// How far the loneliest vertex of `from` is from all of `to`.
double OneWay(const std::vector<Vec3>& from, const std::vector<Vec3>& to) {
  double loneliest = 0.0;
  for (const Vec3 a : from) {
    double nearest = HUGE_VAL;
    for (const Vec3 b : to) nearest = std::min(nearest, Distance(a, b));
    if (!(nearest <= loneliest)) loneliest = nearest;
  }
  return loneliest;
}

// Compares every clip of both at several times; `tolerance` is a share of the diagonal.
void ExpectTwins(std::string_view plain_path, std::string_view compressed_path, double tolerance) {
  const GltfRead plain = ReadCompressed(plain_path);
  const GltfRead compressed = ReadCompressed(compressed_path);
  ASSERT_TRUE(plain.model.ok()) << plain_path << ": " << Describe(plain.model.failure());
  ASSERT_TRUE(compressed.model.ok())
      << compressed_path << ": " << Describe(compressed.model.failure());
  ASSERT_EQ(plain.model->clips().size(), compressed.model->clips().size());
  ASSERT_GT(plain.model->clips().size(), 0u);
  double worst = 0.0;
  for (std::uint32_t clip = 0; clip < plain.model->clips().size(); ++clip) {
    const double duration_s = plain.model->clips()[clip].duration_s();
    EXPECT_EQ(plain.model->clips()[clip].name(), compressed.model->clips()[clip].name());
    for (const double share : {0.0, 0.31, 0.77}) {
      const std::vector<Vec3> a = CloudAt(*plain.model, clip, share * duration_s);
      const std::vector<Vec3> b = CloudAt(*compressed.model, clip, share * duration_s);
      ASSERT_FALSE(a.empty());
      ASSERT_FALSE(b.empty());
      const double apart = std::max(OneWay(a, b), OneWay(b, a)) / Diagonal(a);
      EXPECT_LE(apart, tolerance) << "clip " << clip << " at " << share;
      worst = std::max(worst, apart);
    }
  }
  std::printf("  %s: %.2g of the diagonal apart at worst\n", std::string(compressed_path).c_str(),
              worst);
}

// nasty: Draco-compressed JOINTS.
TEST(CompressedTwins, RiggedSimpleInDraco) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/RiggedSimple/glTF-Draco");
  ExpectTwins("assets/khronos/RiggedSimple/glTF/RiggedSimple.gltf",
              "assets/khronos/RiggedSimple/glTF-Draco/RiggedSimple.gltf", 1e-3);
}

TEST(CompressedTwins, RiggedFigureInDraco) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/RiggedFigure/glTF-Draco");
  ExpectTwins("assets/khronos/RiggedFigure/glTF/RiggedFigure.gltf",
              "assets/khronos/RiggedFigure/glTF-Draco/RiggedFigure.gltf", 1e-3);
}

TEST(CompressedTwins, FoxInMeshopt) {
  SINEW_SKIP_WITHOUT_ASSET("assets/derived/Fox_meshopt.glb");
  ExpectTwins("assets/khronos/Fox/glTF-Binary/Fox.glb", "assets/derived/Fox_meshopt.glb", 1e-3);
}

TEST(CompressedTwins, FoxQuantised) {
  SINEW_SKIP_WITHOUT_ASSET("assets/derived/Fox_quant.glb");
  ExpectTwins("assets/khronos/Fox/glTF-Binary/Fox.glb", "assets/derived/Fox_quant.glb", 1e-3);
}

// Each triangle with its smallest index first: the TRIANGLES mode may turn triangles.
std::vector<std::uint32_t> Turned(std::vector<std::uint32_t> indices) {
  for (std::size_t i = 0; i + 3 <= indices.size(); i += 3) {
    const auto first = indices.begin() + static_cast<std::ptrdiff_t>(i);
    std::rotate(first, std::min_element(first, first + 3), first + 3);
  }
  return indices;
}

// The fallback buffer of one file holds what the decoder must find in the other: streams of both
// versions and with every filter.
TEST(CompressedTwins, MeshoptCubesEqualTheirFallback) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/MeshoptCubeTest");
  GltfOptions plain;
  plain.decoders.meshopt = [](const MeshoptRequest&) -> std::optional<Failure> {
    return Failure{FailureCode::kUnsupported, "", "take the fallback"};
  };
  const GltfRead fallback =
      ReadAsset("assets/khronos/MeshoptCubeTest/glTF/MeshoptCubeTest.gltf", plain);
  const GltfRead decoded =
      ReadAsset("assets/khronos/MeshoptCubeTest/glTF-Meshopt/MeshoptCubeTest.gltf");
  ASSERT_TRUE(fallback.model.ok()) << Describe(fallback.model.failure());
  ASSERT_TRUE(decoded.model.ok()) << Describe(decoded.model.failure());
  ASSERT_EQ(fallback.model->meshes().size(), decoded.model->meshes().size());
  std::size_t compared = 0;
  for (std::size_t m = 0; m < fallback.model->meshes().size(); ++m) {
    const auto expected = fallback.model->meshes()[m].primitives();
    const auto found = decoded.model->meshes()[m].primitives();
    ASSERT_EQ(expected.size(), found.size());
    for (std::size_t p = 0; p < expected.size(); ++p, ++compared) {
      EXPECT_EQ(expected[p].positions, found[p].positions) << "mesh " << m;
      EXPECT_EQ(Turned(expected[p].indices), Turned(found[p].indices)) << "mesh " << m;
    }
  }
  std::printf("  %zu primitives compared\n", compared);
  EXPECT_GT(compared, 0u);
}

// Without a decoder a file that requires one is refused by name.
TEST(CompressedTwins, WithoutADecoderTheFormatIsNamed) {
  SINEW_SKIP_WITHOUT_ASSET("assets/khronos/RiggedSimple/glTF-Draco");
  const GltfRead draco = ReadAsset("assets/khronos/RiggedSimple/glTF-Draco/RiggedSimple.gltf");
  ASSERT_FALSE(draco.model.ok());
  EXPECT_EQ(draco.model.failure().code, FailureCode::kUnsupported);
  EXPECT_NE(draco.model.failure().message.find("KHR_draco_mesh_compression"), std::string::npos);
}

}  // namespace
}  // namespace sinew::testing
