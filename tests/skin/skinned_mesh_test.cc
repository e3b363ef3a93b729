// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Preparing: nothing is lost, nothing is doubled, and what lies together belongs together.
#include "sinew/skinned_mesh.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>

#include "skin/random_mesh.h"
#include "skin/skinned_mesh_layout.h"

namespace sinew {
namespace {

using testing::MeshRecipe;
using testing::RandomMesh;

constexpr std::uint32_t kLanes = 8;

std::vector<Mesh> Meshes() {
  std::vector<Mesh> meshes;
  RandomMesh random(1);
  for (const std::uint32_t vertex_count : {0u, 1u, 3u, 8u, 9u, 64u, 333u}) {
    for (const std::uint32_t sets : {1u, 5u, 300u}) {
      for (const bool skinned : {true, false}) {
        meshes.push_back(random.Make({.vertex_count = vertex_count,
                                      .joint_set_count = sets,
                                      .skinned = skinned,
                                      .tangents = sets == 5,
                                      .morph_count = sets == 1 ? 2u : 0u}));
      }
    }
  }
  return meshes;
}

TEST(SkinnedMesh, HoldsEveryVertexOnce) {
  std::size_t checked = 0;
  for (const Mesh& mesh : Meshes()) {
    const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
    ASSERT_EQ(prepared.vertex_count(), mesh.primitives()[0].vertex_count());
    std::vector<std::uint32_t> vertices(prepared.file_vertices().begin(),
                                        prepared.file_vertices().end());
    std::sort(vertices.begin(), vertices.end());
    ASSERT_EQ(vertices.size(), prepared.vertex_count());
    for (std::uint32_t v = 0; v < vertices.size(); ++v, ++checked) ASSERT_EQ(vertices[v], v);
  }
  std::printf("%zu vertices checked\n", checked);
  EXPECT_GT(checked, 1000u);
}

TEST(SkinnedMesh, IndicesNameTheSameVerticesAsTheFile) {
  std::size_t checked = 0;
  for (const Mesh& mesh : Meshes()) {
    const Primitive& primitive = mesh.primitives()[0];
    const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
    const std::size_t expected =
        primitive.indexed ? primitive.indices.size() : primitive.vertex_count();
    ASSERT_EQ(prepared.indices().size(), expected);
    for (std::uint32_t i = 0; i < expected; ++i, ++checked) {
      const std::uint32_t in_file = primitive.indexed ? primitive.indices[i] : i;
      ASSERT_EQ(prepared.file_vertices()[prepared.indices()[i]], in_file);
    }
  }
  std::printf("%zu indices checked\n", checked);
  EXPECT_GT(checked, 1000u);
}

// Reads what the kernels read, block by block, and looks for it in the file's arrays.
TEST(SkinnedMesh, BlocksHoldWhatTheFileSaysOfTheirVertices) {
  std::size_t checked = 0;
  for (const Mesh& mesh : Meshes()) {
    const Primitive& primitive = mesh.primitives()[0];
    const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
    const SkinnedMeshLayout layout = LayoutOf(prepared.bytes());
    std::uint32_t next_block = 0, grouped = 0;
    for (const SkinnedMeshLayout::Run& run : layout.runs) {
      ASSERT_EQ(run.first_block, next_block);
      next_block += run.block_count;
      const float* floats = layout.floats.data() + run.first_float;
      const std::uint32_t* joints = layout.joints.data() + run.first_joint;
      for (std::uint32_t b = run.first_block; b < next_block; ++b) {
        const std::uint32_t begin = layout.block_begins[b];
        const std::uint32_t end = layout.block_begins[b + 1];
        ASSERT_LT(begin, end);
        ASSERT_LE(end - begin, kLanes);
        if (!run.mixed) grouped += end - begin;
        for (std::uint32_t lane = 0; begin + lane < end; ++lane, ++checked) {
          const std::uint32_t vertex = prepared.file_vertices()[begin + lane];
          ASSERT_EQ(floats[lane], primitive.positions[vertex].x);
          ASSERT_EQ(floats[5 * kLanes + lane], primitive.normals[vertex].z);
          const float* weights = floats + (prepared.has_tangents() ? 10 : 6) * kLanes;
          if (primitive.influences.empty()) {  // One matrix moves all.
            ASSERT_EQ(run.influence_count, 1u);
            ASSERT_EQ(joints[run.mixed ? lane : 0], 0u);
            ASSERT_EQ(run.unit_weight ? 1.0f : weights[lane], 1.0f);
            continue;
          }
          const std::span<const Influence> influences = primitive.influences.of(vertex);
          ASSERT_EQ(influences.size(), run.influence_count);
          for (std::uint32_t i = 0; i < run.influence_count; ++i) {
            const float weight = run.unit_weight ? 1.0f : weights[i * kLanes + lane];
            ASSERT_EQ(weight, influences[i].weight);
            ASSERT_EQ(run.mixed ? joints[i * kLanes + lane] : joints[i], influences[i].joint);
            ASSERT_LT(influences[i].joint, prepared.joint_bound());
          }
        }
        floats += (prepared.has_tangents() ? 10 : 6) * kLanes +
                  (run.unit_weight ? 0 : run.influence_count * kLanes);
        joints += run.influence_count * (run.mixed ? kLanes : 1);
      }
    }
    ASSERT_EQ(next_block, prepared.block_count());
    ASSERT_EQ(layout.block_begins.back(), prepared.vertex_count());
    ASSERT_EQ(grouped, prepared.grouped_vertex_count());
  }
  std::printf("%zu vertices checked\n", checked);
  EXPECT_GT(checked, 1000u);
}

// Looks for what the targets add, attribute by attribute, in what was laid out for the kernels.
TEST(SkinnedMesh, MorphRowsHoldWhatTargetsHaveAndNothingElse) {
  std::size_t checked = 0;
  RandomMesh random(5);
  for (const std::uint32_t vertex_count : {0u, 1u, 8u, 50u}) {
    const Mesh mesh =
        random.Make({.vertex_count = vertex_count, .tangents = true, .morph_count = 12});
    const Primitive& primitive = mesh.primitives()[0];
    const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
    const SkinnedMeshLayout layout = LayoutOf(prepared.bytes());
    std::size_t used = 0;
    const auto check = [&](std::span<const MorphRows> listed,
                           std::vector<Vec3> MorphTarget::* attribute) {
      std::size_t next = 0;
      for (std::uint32_t t = 0; t < 12; ++t) {
        const std::vector<Vec3>& differences = primitive.morph_targets[t].*attribute;
        if (differences.empty()) continue;
        ASSERT_LT(next, listed.size());
        ASSERT_EQ(listed[next].target, t);
        const float* rows = layout.morph_floats.data() + listed[next].first_float;
        for (std::uint32_t b = 0; b < layout.block_count(); ++b, rows += 3 * kLanes) {
          for (std::uint32_t i = layout.block_begins[b]; i < layout.block_begins[b + 1]; ++i) {
            const Vec3 wanted = differences[layout.file_vertices[i]];
            const std::uint32_t lane = i - layout.block_begins[b];
            ASSERT_EQ((Vec3{rows[lane], rows[kLanes + lane], rows[2 * kLanes + lane]}), wanted);
            ++checked;
          }
        }
        used += std::size_t{layout.block_count()} * 3 * kLanes;
        ++next;
      }
      EXPECT_EQ(listed.size(), next);
    };
    check(layout.morph_positions, &MorphTarget::positions);
    check(layout.morph_normals, &MorphTarget::normals);
    check(layout.morph_tangents, &MorphTarget::tangents);
    EXPECT_EQ(layout.morph_floats.size(), used);
  }
  std::printf("%zu differences checked\n", checked);
  EXPECT_GT(checked, 500u);
}

// A file may name ten thousand targets for a primitive of one vertex: its neighbours, which get as
// many empty ones, must not pay for them vertex by vertex.
TEST(SkinnedMesh, EmptyMorphTargetsTakeNoSpace) {
  const auto size_with = [](std::uint32_t target_count) {
    Mesh::Parts parts = RandomMesh(6).Make({.vertex_count = 1000}).parts();
    parts.primitives[0].morph_targets.resize(target_count);
    parts.primitives[0].morph_targets[0].positions.resize(1000, {1, 2, 3});
    parts.morph_weights.resize(target_count);
    const SkinnedMesh prepared = SkinnedMesh::Create(Mesh::Create(std::move(parts)).value(), 0);
    EXPECT_EQ(prepared.morph_count(), target_count);
    return prepared.size_bytes();
  };
  EXPECT_EQ(size_with(10'000), size_with(1));
}

TEST(SkinnedMesh, CopiesOutliveWhatTheyWereCopiedFrom) {
  const SkinnedMesh first = SkinnedMesh::Create(RandomMesh(7).Make({.vertex_count = 40}), 0);
  SkinnedMesh copy = SkinnedMesh::Create(RandomMesh(8).Make({.vertex_count = 3}), 0);
  {
    const SkinnedMesh second = first;
    copy = second;
  }
  ASSERT_EQ(copy.vertex_count(), 40u);
  EXPECT_NE(copy.file_vertices().data(), first.file_vertices().data());
  EXPECT_TRUE(std::equal(first.file_vertices().begin(), first.file_vertices().end(),
                         copy.file_vertices().begin()));
  const SkinnedMesh moved = std::move(copy);
  EXPECT_EQ(moved.size_bytes(), first.size_bytes());
}

TEST(SkinnedMesh, VerticesOfOneJointSetShareTheirBlocks) {
  const Mesh mesh = RandomMesh(2).Make(
      {.vertex_count = 803, .joint_set_count = 1, .most_influences = 4, .fewest_influences = 4});
  const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
  EXPECT_EQ(prepared.grouped_vertex_count(), 800u) << "three are too few for a block";
  EXPECT_EQ(prepared.block_count(), 101u);
}

TEST(SkinnedMesh, WithoutInfluencesReadsOneMatrix) {
  const Mesh mesh = RandomMesh(3).Make({.vertex_count = 20, .skinned = false});
  const SkinnedMesh prepared = SkinnedMesh::Create(mesh, 0);
  EXPECT_EQ(prepared.joint_bound(), 1u);
  EXPECT_EQ(prepared.grouped_vertex_count(), 20u);
}

TEST(SkinnedMesh, ThatNoJointMovesReadsNoMatrix) {
  const Mesh mesh = RandomMesh(4).Make({.vertex_count = 20, .most_influences = 0});
  EXPECT_EQ(SkinnedMesh::Create(mesh, 0).joint_bound(), 0u);
}

}  // namespace
}  // namespace sinew
