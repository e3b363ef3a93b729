// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The meshopt files among the assets: what their streams cover, and that they are the models that
// the plain files are. EXT_meshopt_compression is Fox's, KHR_meshopt_compression the cubes'.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "io/meshopt/decode_meshopt.h"
#include "sinew/gltf.h"
#include "support/assets.h"
#include "support/model_pose.h"
#include "support/same_model.h"

namespace sinew::testing {
namespace {

using Mode = MeshoptRequest::Mode;
using Filter = MeshoptRequest::Filter;

constexpr std::string_view kFox = "assets/derived/Fox_meshopt.glb";
constexpr std::string_view kPlainFox = "assets/khronos/Fox/glTF-Binary/Fox.glb";
constexpr std::string_view kCubes =
    "assets/khronos/MeshoptCubeTest/glTF-Meshopt/MeshoptCubeTest.gltf";
constexpr std::string_view kCubesWithFallback =
    "assets/khronos/MeshoptCubeTest/glTF/MeshoptCubeTest.gltf";

// The file with every `from` in it replaced; both have the same length, so nothing moves.
GltfRead ReadReplaced(std::string_view path, std::string_view from, std::string_view to) {
  EXPECT_EQ(from.size(), to.size());
  std::vector<std::byte> bytes = ReadFileBytes(AssetPath(path)).value();
  std::size_t replaced = 0;
  const auto needle = std::as_bytes(std::span(from)), other = std::as_bytes(std::span(to));
  for (auto at = bytes.begin();;) {
    at = std::search(at, bytes.end(), needle.begin(), needle.end());
    if (at == bytes.end()) break;
    std::copy(other.begin(), other.end(), at);
    ++replaced;
  }
  EXPECT_GT(replaced, 0u);
  GltfOptions options;
  options.resolve = ResolverBeside(AssetPath(path));
  return ReadGltf(bytes, options);
}

TEST(MeshoptAssets, HaveStreamsOfBothVersionsWithEveryFilter) {
  SINEW_SKIP_WITHOUT_ASSET(kFox);
  SINEW_SKIP_WITHOUT_ASSET(kCubes);
  std::set<std::tuple<Mode, Filter, unsigned>> kinds;  // The last is the stream's first byte.
  std::size_t streams = 0;
  GltfOptions options;
  options.decoders.meshopt = [&](const MeshoptRequest& request) {
    kinds.emplace(request.mode, request.filter, std::to_integer<unsigned>(request.source[0]));
    ++streams;
    return meshopt::Decode(request);
  };
  for (const std::string_view path : {kFox, kCubes}) {
    const GltfRead read = ReadAsset(path, options);
    ASSERT_TRUE(read.model.ok()) << Describe(read.model.failure());
  }
  for (const Filter filter : {Filter::kNone, Filter::kOctahedral, Filter::kQuaternion,
                              Filter::kExponential, Filter::kColor}) {
    for (const unsigned head : {0xA0u, 0xA1u}) {
      EXPECT_TRUE(kinds.contains({Mode::kAttributes, filter, head}))
          << static_cast<int>(filter) << ' ' << head;
    }
  }
  EXPECT_TRUE(kinds.contains({Mode::kTriangles, Filter::kNone, 0xE1u}));
  EXPECT_TRUE(kinds.contains({Mode::kIndices, Filter::kNone, 0xD1u}));
  std::printf("  %zu streams of %zu kinds\n", streams, kinds.size());
}

TEST(MeshoptAssets, AreTheSameModelUnderTheNameOfTheOtherExtension) {
  SINEW_SKIP_WITHOUT_ASSET(kFox);
  SINEW_SKIP_WITHOUT_ASSET(kCubes);
  for (const auto& [path, name, other] :
       {std::tuple{kFox, "EXT_meshopt_compression", "KHR_meshopt_compression"},
        std::tuple{kCubes, "KHR_meshopt_compression", "EXT_meshopt_compression"}}) {
    const GltfRead as_is = ReadAsset(path), renamed = ReadReplaced(path, name, other);
    ASSERT_TRUE(as_is.model.ok()) << Describe(as_is.model.failure());
    ASSERT_TRUE(renamed.model.ok()) << Describe(renamed.model.failure());
    EXPECT_TRUE(SameModel(*as_is.model, *renamed.model)) << path;
  }
}

// Largest difference of two arrays of vectors.
double Apart(const Vec2& a, const Vec2& b) {
  return std::max(std::abs(static_cast<double>(a.x) - b.x),
                  std::abs(static_cast<double>(a.y) - b.y));
}
double Apart(const Vec3& a, const Vec3& b) {
  return std::max(Apart(Vec2{a.x, a.y}, Vec2{b.x, b.y}), std::abs(static_cast<double>(a.z) - b.z));
}
double Apart(const Vec4& a, const Vec4& b) {
  return std::max(Apart(Vec3{a.x, a.y, a.z}, Vec3{b.x, b.y, b.z}),
                  std::abs(static_cast<double>(a.w) - b.w));
}
template <typename Vector>
double Apart(const std::vector<Vector>& a, const std::vector<Vector>& b) {
  EXPECT_EQ(a.size(), b.size());
  double most = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    most = std::max(most, Apart(a[i], b[i]));
  }
  return most;
}

class CubesBesideTheirFallback : public ::testing::Test {
 protected:
  void SetUp() override {
    SINEW_SKIP_WITHOUT_ASSET(kCubes);
    GltfOptions plain;
    std::size_t refused = 0;
    plain.decoders.meshopt = [&](const MeshoptRequest&) -> std::optional<Failure> {
      ++refused;
      return Failure{FailureCode::kUnsupported, "", "take the fallback"};
    };
    GltfRead fallback = ReadAsset(kCubesWithFallback, plain), decoded = ReadAsset(kCubes);
    ASSERT_TRUE(fallback.model.ok()) << Describe(fallback.model.failure());
    ASSERT_TRUE(decoded.model.ok()) << Describe(decoded.model.failure());
    ASSERT_GT(refused, 50u);
    fallback_.emplace(std::move(fallback.model).value());
    decoded_.emplace(std::move(decoded.model).value());
  }

  std::optional<Model> fallback_, decoded_;
};

// OCTAHEDRAL and COLOR round; of 8 bits a step is 1/127 and 1/255.
TEST_F(CubesBesideTheirFallback, HaveTheSameVerticesWithinAStepOfTheFilters) {
  ASSERT_EQ(fallback_->meshes().size(), decoded_->meshes().size());
  double directions = 0.0, colors = 0.0;
  std::size_t with_normals = 0, with_tangents = 0, with_colors = 0;
  for (std::size_t m = 0; m < fallback_->meshes().size(); ++m) {
    const auto expected = fallback_->meshes()[m].primitives();
    const auto found = decoded_->meshes()[m].primitives();
    ASSERT_EQ(expected.size(), found.size());
    for (std::size_t p = 0; p < expected.size(); ++p) {
      EXPECT_EQ(expected[p].positions, found[p].positions) << "mesh " << m;
      EXPECT_EQ(expected[p].texcoords, found[p].texcoords) << "mesh " << m;
      EXPECT_EQ(expected[p].influences.list.size(), found[p].influences.list.size());
      directions = std::max({directions, Apart(expected[p].normals, found[p].normals),
                             Apart(expected[p].tangents, found[p].tangents)});
      ASSERT_EQ(expected[p].colors.size(), found[p].colors.size()) << "mesh " << m;
      for (std::size_t set = 0; set < expected[p].colors.size(); ++set) {
        colors = std::max(colors, Apart(expected[p].colors[set], found[p].colors[set]));
      }
      with_normals += found[p].normals.empty() ? 0 : 1;
      with_tangents += found[p].tangents.empty() ? 0 : 1;
      with_colors += found[p].colors.empty() ? 0 : 1;
    }
  }
  EXPECT_LE(directions, 1.0 / 127.0 + 1e-6);
  EXPECT_LE(colors, 1.0 / 255.0 + 1e-6);
  EXPECT_GT(with_normals, 0u);
  EXPECT_GT(with_colors, 0u);
  std::printf(
      "  %zu primitives with normals (%zu with tangents) off by %.2g, %zu with colours "
      "off by %.2g\n",
      with_normals, with_tangents, directions, with_colors, colors);
}

// Their animation has a track in QUATERNION of either version, and EXPONENTIAL positions.
TEST_F(CubesBesideTheirFallback, PoseWithinTheQuantisationOfTheirStreams) {
  ASSERT_EQ(fallback_->clips().size(), decoded_->clips().size());
  ASSERT_GT(decoded_->clips().size(), 0u);
  const double duration_s = decoded_->clips()[0].duration_s();
  double nodes = 0.0, vertices = 0.0;
  for (const double share : {0.0, 0.2, 0.5, 0.9, 1.0}) {
    const Result<ModelPose> a = PoseModel(*fallback_, 0, share * duration_s);
    const Result<ModelPose> b = PoseModel(*decoded_, 0, share * duration_s);
    ASSERT_TRUE(a.ok() && b.ok());
    for (std::size_t j = 0; j < a->pose.size(); ++j) {
      nodes = std::max(nodes, Apart(a->pose[j].translation, b->pose[j].translation));
      const Quat p = a->pose[j].rotation, q = b->pose[j].rotation;
      nodes = std::max(nodes, Apart(Vec4{p.x, p.y, p.z, p.w}, Vec4{q.x, q.y, q.z, q.w}));
    }
    ASSERT_EQ(a->instances.size(), b->instances.size());
    for (std::size_t i = 0; i < a->instances.size(); ++i) {
      for (std::size_t p = 0; p < a->instances[i].primitives.size(); ++p) {
        vertices = std::max(vertices, Apart(a->instances[i].primitives[p].positions,
                                            b->instances[i].primitives[p].positions));
      }
    }
  }
  EXPECT_LE(nodes, 1.5 / 32767.0);  // A step of 16 bits, and what normalising adds.
  EXPECT_LE(vertices, 1e-3);
  std::printf("  nodes off by %.2g, vertices by %.2g\n", nodes, vertices);
}

// Every clip at several moments. The vertices are those of the plain file, in another order.
TEST(MeshoptAssets, FoxHasTheBoundsOfThePlainOneInEveryPose) {
  SINEW_SKIP_WITHOUT_ASSET(kFox);
  SINEW_SKIP_WITHOUT_ASSET(kPlainFox);
  const GltfRead plain = ReadAsset(kPlainFox), packed = ReadAsset(kFox);
  ASSERT_TRUE(plain.model.ok() && packed.model.ok());
  const auto corners = [](const ModelPose& pose) {
    Vec3 low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
    for (const PosedInstance& instance : pose.instances) {
      for (const PosedPrimitive& primitive : instance.primitives) {
        for (const Vec3& v : primitive.positions) {
          low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
          high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
        }
      }
    }
    return std::vector<Vec3>{low, high};
  };
  double most = 0.0, size = 0.0;
  for (std::uint32_t clip = 0; clip < plain.model->clips().size(); ++clip) {
    for (int i = 0; i <= 8; ++i) {
      const double time_s = static_cast<double>(plain.model->clips()[clip].duration_s()) * i / 8.0;
      const Result<ModelPose> a = PoseModel(*plain.model, clip, time_s);
      const Result<ModelPose> b = PoseModel(*packed.model, clip, time_s);
      ASSERT_TRUE(a.ok() && b.ok());
      const std::vector<Vec3> expected = corners(*a);
      most = std::max(most, Apart(expected, corners(*b)));
      size = std::max(size, Apart(expected[0], expected[1]));
    }
  }
  EXPECT_LE(most / size, 1e-3);
  std::printf("  the boxes are %.2g of their size apart at most\n", most / size);
}

}  // namespace
}  // namespace sinew::testing
