// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew weights` does, in C++.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/model_weights.h"

namespace sinew {
namespace {

constexpr std::uint32_t kRings = 9, kSides = 4;

// A square tube along +Y, from 0 to 4, around nothing.
Mesh Tube() {
  Primitive tube{.indexed = true};
  for (std::uint32_t ring = 0; ring < kRings; ++ring) {
    const float y = 0.5f * static_cast<float>(ring);
    for (const auto& [x, z] : {std::pair{1, 0}, {0, 1}, {-1, 0}, {0, -1}}) {
      tube.positions.push_back({0.5f * static_cast<float>(x), y, 0.5f * static_cast<float>(z)});
    }
  }
  for (std::uint32_t ring = 0; ring + 1 < kRings; ++ring) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const std::uint32_t a = ring * kSides + side, b = ring * kSides + (side + 1) % kSides;
      for (const std::uint32_t c : {a, b + kSides, b, a, a + kSides, b + kSides}) {
        tube.indices.push_back(c);
      }
    }
  }
  return Mesh::Create({.name = "tube", .primitives = {tube}}).value();
}

// A mesh that nothing binds:   hip (0) -- knee (2) -- foot (4), upright, and the node of the mesh.
Model Unbound(bool bones = true) {
  Model::Parts parts;
  Skeleton::Parts joints{
      .parents = {kNoParent}, .rest = {{}}, .names = {"body"}, .file_nodes = {0}};
  if (bones) {
    const Transform above{.translation = {0, 2, 0}};
    joints = {.parents = {kNoParent, kNoParent, 1, 2},
              .rest = {{}, {}, above, above},
              .names = {"body", "hip", "knee", "foot"},
              .file_nodes = {0, 1, 2, 3}};
  }
  parts.skeleton = Skeleton::Create(std::move(joints)).value();
  parts.meshes.push_back(Tube());
  parts.instances.push_back({.joint = 0, .mesh = 0});
  parts.scenes.push_back({.name = "", .roots = bones ? std::vector{0u, 1u} : std::vector{0u}});
  return Model::Create(std::move(parts)).value();
}

const Influences& WeightsOf(const Model& model) {
  return model.meshes()[0].primitives()[0].influences;
}

std::string StrongestOf(const WeightedModel& weighted, std::uint32_t vertex) {
  const auto own = WeightsOf(weighted.model).of(vertex);
  const auto most =
      std::max_element(own.begin(), own.end(),
                       [](const Influence& a, const Influence& b) { return a.weight < b.weight; });
  return weighted.groups[0].joints[most->joint];
}

std::string PlaceOf(const Result<WeightedModel>& made) {
  return made.ok() ? "nothing was refused" : made.failure().place;
}

TEST(TheLibrary, ComputesWeightsAndTheSkinTheyNeed) {
  std::vector<float> shares;
  Result<WeightedModel> made = ComputeModelWeights(
      Unbound(), {.max_influences = 4, .progress = [&](float share) { shares.push_back(share); }});
  ASSERT_TRUE(made.ok()) << Describe(made.failure());
  ASSERT_EQ(made->groups.size(), 1u);
  const WeightedGroup& group = made->groups[0];
  EXPECT_TRUE(group.skin_made);
  EXPECT_EQ(group.joints, (std::vector<std::string>{"hip", "knee", "foot"}));
  EXPECT_EQ(group.vertex_count, kRings * kSides);
  EXPECT_EQ(group.report.unweighted_count, 0u);
  EXPECT_EQ(made->model.instances()[0].skin, 0u);
  EXPECT_EQ(StrongestOf(*made, 0), "hip");
  EXPECT_EQ(StrongestOf(*made, 6 * kSides), "knee");
  EXPECT_FALSE(shares.empty());
  EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));

  const Result<std::vector<std::byte>> glb = WriteGlb(made->model);
  ASSERT_TRUE(glb.ok());
  const GltfRead read = ReadGltf(*glb);
  ASSERT_TRUE(read.model.ok());
  EXPECT_EQ(read.model->skins().size(), 1u);
  EXPECT_EQ(WeightsOf(*read.model).list.size(), WeightsOf(made->model).list.size());
}

TEST(TheLibrary, ComputesWeightsByTheRadiiOfBones) {
  ModelWeightsOptions options{.method = WeightsMethod::kSegment};
  EXPECT_EQ(PlaceOf(ComputeModelWeights(Unbound(), options)), "/options/radius");
  options.radius = 1.0f;
  Result<WeightedModel> one = ComputeModelWeights(Unbound(), options);
  ASSERT_TRUE(one.ok()) << Describe(one.failure());
  // Bound now, with bones of other radii: at the knee the lower bone has all.
  options.radius = 0.0f;
  options.bones_of_skin = {{{.joint = 0, .head = {0, 0, 0}, .tail = {0, 2, 0}, .radius = 1.0f},
                            {.joint = 1, .head = {0, 2, 0}, .tail = {0, 4, 0}, .radius = 0.25f}}};
  const Result<WeightedModel> own = ComputeModelWeights(std::move(one->model), options);
  ASSERT_TRUE(own.ok()) << Describe(own.failure());
  EXPECT_FALSE(own->groups[0].skin_made);
  const auto at_knee = WeightsOf(own->model).of(4 * kSides);
  ASSERT_EQ(at_knee.size(), 1u);
  EXPECT_EQ(at_knee[0].joint, 0u);
}

TEST(TheLibrary, TakesWeightsAndBonesFromAnotherModel) {
  const Result<WeightedModel> body = ComputeModelWeights(Unbound(), {});
  ASSERT_TRUE(body.ok());
  const ModelWeightsOptions options{.method = WeightsMethod::kTransfer, .from = &body->model};
  const Result<WeightedModel> jacket = ComputeModelWeights(Unbound(false), options);
  ASSERT_TRUE(jacket.ok()) << Describe(jacket.failure());
  EXPECT_TRUE(jacket->bones_adopted);
  EXPECT_EQ(jacket->groups[0].joints, body->groups[0].joints);
  EXPECT_EQ(jacket->groups[0].report.largest_distance, 0.0f);
  for (std::uint32_t v = 0; v < kRings * kSides; ++v) {
    const auto a = WeightsOf(body->model).of(v), b = WeightsOf(jacket->model).of(v);
    ASSERT_EQ(a.size(), b.size()) << v;
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i].weight, b[i].weight, 1e-6f) << v;
  }
  const Model bare = Unbound();
  EXPECT_EQ(
      PlaceOf(ComputeModelWeights(Unbound(), {.method = WeightsMethod::kTransfer, .from = &bare})),
      "/options/from");
  EXPECT_EQ(PlaceOf(ComputeModelWeights(Unbound(), {.method = WeightsMethod::kTransfer})),
            "/options/from");
}

TEST(TheLibrary, RefusesWeightsThatCannotBeByThePlaceOfTheOption) {
  const Result<WeightedModel> root = ComputeModelWeights(Unbound(), {.root = "kne"});
  EXPECT_EQ(PlaceOf(root), "/options/root");
  EXPECT_EQ(root.failure().message, "there is no node \"kne\" (did you mean \"knee\"?)");
  EXPECT_EQ(PlaceOf(ComputeModelWeights(Unbound(), {.locked_joints = {"hip", "tail"}})),
            "/options/locked_joints/1");
  EXPECT_EQ(PlaceOf(ComputeModelWeights(Unbound(), {.locked_joints = {"hip"}})),
            "/options/locked_joints");  // There are no weights yet.
  EXPECT_FALSE(ComputeModelWeights(Unbound(false), {}).ok());
  for (const ModelWeightsOptions& options :
       {ModelWeightsOptions{.max_work = 100}, ModelWeightsOptions{.max_output_bytes = 100}}) {
    const Result<WeightedModel> made = ComputeModelWeights(Unbound(), options);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.failure().code, FailureCode::kLimit);
  }
}

}  // namespace
}  // namespace sinew
