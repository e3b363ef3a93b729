// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What moves a vertex: the palette where its instance has a skin and its primitive influences, else
// the joint that the instance is at. In every form of an asset, by every way of computing it.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/pack.h"
#include "sinew/scene_hash.h"
#include "support/gltf_builder.h"
#include "support/random_model.h"

namespace sinew::testing {
namespace {

constexpr PackOptions kLoose{.error_bound = 1e-2f};

// Positions, normals and tangents of a draw, in file order.
struct Vertices {
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;

  Vertices(const AssetPose& pose, const Draw& draw) {
    const SkinnedMeshView& mesh = pose.asset().primitives()[draw.primitive].vertices;
    positions.resize(mesh.vertex_count());
    normals.resize(mesh.has_normals() ? mesh.vertex_count() : 0);
    tangents.resize(mesh.has_tangents() ? mesh.vertex_count() : 0);
    EXPECT_EQ(pose.Skin(draw, {.positions = positions,
                               .normals = normals,
                               .tangents = tangents,
                               .order = VertexOrder::kFile}),
              Error::kNone);
  }

  template <typename T>
  static bool SameBytes(const std::vector<T>& a, const std::vector<T>& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
  }
  bool operator==(const Vertices& other) const {
    return SameBytes(positions, other.positions) && SameBytes(normals, other.normals) &&
           SameBytes(tangents, other.tangents);
  }
};

std::array<double, 3> Moved(const Affine& by, const std::array<double, 3>& p) {
  std::array<double, 3> moved{};
  for (std::size_t r = 0; r < 3; ++r) {
    moved[r] = static_cast<double>(by.m[r][3]);
    for (std::size_t c = 0; c < 3; ++c) moved[r] += static_cast<double>(by.m[r][c]) * p[c];
  }
  return moved;
}

// Where linear blending puts a vertex, in double, from the model and the matrices alone.
std::array<double, 3> Wanted(const AssetPose& pose, const Model& model, std::uint32_t index,
                             const Primitive& primitive, std::uint32_t vertex) {
  const MeshInstance& instance = model.instances()[index];
  const Vec3 rest = primitive.positions[vertex];
  std::array<double, 3> p{static_cast<double>(rest.x), static_cast<double>(rest.y),
                          static_cast<double>(rest.z)};
  const std::span<const float> weights = pose.morph_weights(index);
  for (std::size_t t = 0; t < primitive.morph_targets.size(); ++t) {
    if (primitive.morph_targets[t].positions.empty()) continue;
    const Vec3 by = primitive.morph_targets[t].positions[vertex];
    const auto weight = static_cast<double>(weights[t]);
    p[0] += weight * static_cast<double>(by.x);
    p[1] += weight * static_cast<double>(by.y);
    p[2] += weight * static_cast<double>(by.z);
  }
  if (!instance.skin || primitive.influences.empty()) {
    return Moved(pose.model_from_joint()[instance.joint], p);
  }
  const std::span<const Influence> influences = primitive.influences.of(vertex);
  if (influences.empty()) return p;
  std::array<double, 3> sum{};
  for (const Influence& one : influences) {
    const std::array<double, 3> moved = Moved(pose.palette(*instance.skin)[one.joint], p);
    for (std::size_t c = 0; c < 3; ++c) sum[c] += static_cast<double>(one.weight) * moved[c];
  }
  return sum;
}

struct Counts {
  std::size_t vertices = 0, rigid_with_skin = 0, skinless_with_influences = 0, skinned = 0;
};

// An asset of exact clips at the moment of `pose`, by linear blending.
void ExpectWanted(const AssetPose& pose, const Model& model, Counts& counts) {
  for (const Draw& draw : pose.asset().draws()) {
    const MeshInstance& instance = model.instances()[draw.instance];
    std::uint32_t first = 0;
    for (std::uint32_t m = 0; m < instance.mesh; ++m) {
      first += static_cast<std::uint32_t>(model.meshes()[m].primitives().size());
    }
    const Primitive& primitive = model.meshes()[instance.mesh].primitives()[draw.primitive - first];
    const bool has_influences = !primitive.influences.empty();
    counts.rigid_with_skin += instance.skin && !has_influences ? 1 : 0;
    counts.skinless_with_influences += !instance.skin && has_influences ? 1 : 0;
    counts.skinned += instance.skin && has_influences ? 1 : 0;
    const Vertices made(pose, draw);
    for (std::uint32_t v = 0; v < made.positions.size(); ++v, ++counts.vertices) {
      const std::array<double, 3> wanted = Wanted(pose, model, draw.instance, primitive, v);
      const Vec3 p = made.positions[v];
      const double size = 1.0 + std::abs(wanted[0]) + std::abs(wanted[1]) + std::abs(wanted[2]);
      ASSERT_NEAR(static_cast<double>(p.x), wanted[0], 1e-4 * size);
      ASSERT_NEAR(static_cast<double>(p.y), wanted[1], 1e-4 * size);
      ASSERT_NEAR(static_cast<double>(p.z), wanted[2], 1e-4 * size);
    }
  }
}

// Both at the same moment.
void ExpectSameVertices(AssetPose& a, AssetPose& b) {
  for (const Draw& draw : a.asset().draws()) {
    const Vertices of_a(a, draw), of_b(b, draw);
    ASSERT_TRUE(of_a == of_b) << "instance " << draw.instance << ", primitive " << draw.primitive;
    for (AssetPose* pose : {&a, &b}) {
      const Box box = pose->bounds(draw), all = pose->bounds();
      for (const Vec3& p : of_a.positions) {
        ASSERT_TRUE(Contains(box, p)) << "instance " << draw.instance;
        ASSERT_TRUE(Contains(all, p)) << "instance " << draw.instance;
      }
    }
  }
}

template <typename Check>
void AtMoments(AssetPose& pose, AssetPose& other, const Check& check) {
  ASSERT_EQ(pose.SetRest(), Error::kNone);
  ASSERT_EQ(other.SetRest(), Error::kNone);
  check();
  for (std::uint32_t c = 0; c < pose.asset().clips().size(); ++c) {
    for (const double part : {0.0, 0.37, 1.0}) {
      const double time_s = part * static_cast<double>(pose.asset().clips()[c].duration_s());
      ASSERT_EQ(pose.Sample(c, time_s), Error::kNone);
      ASSERT_EQ(other.Sample(c, time_s), Error::kNone);
      check();
    }
  }
}

std::string HashOf(const Asset& asset, const SceneHashOptions& options = {}) {
  const Result<SceneHash> made = HashScene(asset, options);
  if (!made.ok()) return Describe(made.failure());
  if (made->difference) return made->difference->what;
  return made->complete ? made->hash.Text() : "not complete";
}

// Every form of the model plays the same bits; and its vertices stand where they belong.
void CheckForms(const Model& model, Counts& counts) {
  const Asset exact = Asset::Create(model);
  const Result<Asset> packed = Pack(exact, kLoose);
  ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
  Result<AlignedBytes> bytes = WriteRuntimeFile(model, kLoose);
  ASSERT_TRUE(bytes.ok()) << Describe(bytes.failure());
  const Result<Asset> opened = Asset::Open(std::move(bytes).value());
  ASSERT_TRUE(opened.ok()) << Describe(opened.failure());

  const std::string hash = HashOf(*opened);
  EXPECT_EQ(hash.size(), 16u) << hash;
  EXPECT_EQ(HashOf(*packed), hash);
  EXPECT_EQ(HashOf(exact, {.clips = packed->clips()}), hash);  // hash --packed
  EXPECT_EQ(HashOf(*opened, {.way = HashWay::kFast}), hash);
  const std::string exact_hash = HashOf(exact);  // Compares with the specification.
  EXPECT_EQ(exact_hash.size(), 16u) << exact_hash;
  EXPECT_EQ(HashOf(exact, {.way = HashWay::kFast}), exact_hash);

  for (const SkinMethod method : {SkinMethod::kLinearBlend, SkinMethod::kDualQuaternion}) {
    AssetPose of_exact(exact, method), again(exact, method);
    AtMoments(of_exact, again, [&] {
      ExpectSameVertices(of_exact, again);
      if (method == SkinMethod::kLinearBlend) ExpectWanted(of_exact, model, counts);
    });
    AssetPose of_packed(*packed, method), of_opened(*opened, method);
    AtMoments(of_packed, of_opened, [&] { ExpectSameVertices(of_packed, of_opened); });
  }
}

TEST(RigidParts, OfRandomModelsMoveAlikeInEveryFormOfAnAsset) {
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SplitMix64 random(seed);
    const Model model = RandomModel(random);
    CheckForms(model, counts);
    if (::testing::Test::HasFailure()) FAIL() << "seed " << seed;
  }
  std::printf(
      "%zu vertices; draws: %zu skinned, %zu rigid under a skin, %zu with influences and "
      "no skin\n",
      counts.vertices, counts.skinned, counts.rigid_with_skin, counts.skinless_with_influences);
  EXPECT_GT(counts.skinned, 100u);
  EXPECT_GT(counts.rigid_with_skin, 100u);
  EXPECT_GT(counts.skinless_with_influences, 100u);
}

// Two primitives of one mesh, the second without weights, and the mesh again at a node without a
// skin. The skin moves vertices by (5, 6, 7); the nodes stand elsewhere.
TEST(RigidParts, OfAFileStandAtTheirNodesAndNotAtEntryZero) {
  GltfBuilder file;
  const std::string positions = std::to_string(file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0}));
  const std::string joints = std::to_string(file.U8("VEC4", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
  const std::string weights =
      std::to_string(file.Floats("VEC4", {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}));
  file.Mesh("{'primitives':[{'attributes':{'POSITION':" + positions + ",'JOINTS_0':" + joints +
            ",'WEIGHTS_0':" + weights + "}},{'attributes':{'POSITION':" + positions + "}}]}");
  file.Node("{'translation':[5,6,7]}");
  file.Node("{'mesh':0,'skin':0,'translation':[10,0,0]}");
  file.Node("{'mesh':0,'translation':[20,0,0]}");
  file.Skin("{'joints':[0]}");
  file.Scene("[0,1,2]");
  const GltfRead read = file.Read();
  ASSERT_TRUE(read.model.ok());
  Counts counts;
  CheckForms(*read.model, counts);
  EXPECT_GT(counts.rigid_with_skin, 0u);
  const Asset opened = Asset::Open(WriteRuntimeFile(*read.model, kLoose).value()).value();
  const AssetPose pose(opened);
  std::vector<Vec3> first;
  for (const Draw& draw : opened.draws()) first.push_back(Vertices(pose, draw).positions[0]);
  EXPECT_EQ(first, (std::vector<Vec3>{{5, 6, 7}, {10, 0, 0}, {20, 0, 0}, {20, 0, 0}}));
}

}  // namespace
}  // namespace sinew::testing
