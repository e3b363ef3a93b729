// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes and palettes that look random, with everything that could go wrong in them: shared and
// lonely joint sets, vertices without influence, morphs without some attribute, -0, denormals.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sinew/mesh.h"
#include "support/random.h"

namespace sinew::testing {

struct MeshRecipe {
  std::uint32_t vertex_count = 100;
  std::uint32_t joint_count = 20;
  std::uint32_t joint_set_count = 8;  // Of which each vertex has one.
  std::uint32_t most_influences = 9;
  std::uint32_t fewest_influences = 0;
  bool skinned = true;
  bool normals = true;
  bool tangents = false;
  std::uint32_t morph_count = 0;
  bool special_numbers = false;  // -0, denormals, large and small ones.
};

class RandomMesh {
 public:
  explicit RandomMesh(std::uint64_t seed) : random_(seed) {}

  Mesh Make(const MeshRecipe& recipe) {
    Mesh::Parts parts;
    Primitive& primitive = parts.primitives.emplace_back();
    const std::uint32_t n = recipe.vertex_count;
    primitive.positions = Vectors(n, 2.0f, recipe.special_numbers);
    if (recipe.normals) primitive.normals = Vectors(n, 1.0f, recipe.special_numbers);
    for (std::uint32_t v = 0; recipe.tangents && v < n; ++v) {
      const Vec3 t = Vector(1.0f, recipe.special_numbers);
      primitive.tangents.push_back({t.x, t.y, t.z, random_.Below(2) == 0 ? 1.0f : -1.0f});
    }
    if (recipe.skinned) AddInfluences(recipe, primitive.influences);
    for (std::uint32_t i = 0; i < recipe.morph_count; ++i) AddTarget(recipe, primitive);
    parts.morph_weights.resize(recipe.morph_count);
    if (n > 0 && random_.Below(2) == 0) {
      primitive.indexed = true;
      for (int i = 0; i < 60; ++i) primitive.indices.push_back(random_.Below(n));
    }
    Result<Mesh> mesh = Mesh::Create(std::move(parts));
    EXPECT_TRUE(mesh.ok()) << (mesh.ok() ? std::string() : Describe(mesh.failure()));
    return std::move(mesh).value();
  }

  // A number that arithmetic likes to treat in its own way.
  float Special() {
    constexpr float kNumbers[] = {0.0f,   -0.0f,  1e-45f, -1e-40f, 1.2e-38f, 1e-20f,
                                  -1e-9f, 0.125f, 1.0f,   -3.0f,   1e9f,     -1e18f};
    return kNumbers[random_.Below(12)];
  }

  Vec3 Vector(float extent, bool special) {
    Vec3 v = random_.Vector(extent);
    if (special && random_.Below(3) == 0) v.x = Special();
    if (special && random_.Below(3) == 0) v.y = Special();
    if (special && random_.Below(3) == 0) v.z = Special();
    return v;
  }

  enum class Matrices { kEven, kUneven, kMirrored, kSingular, kExtreme, kSpecial };
  static constexpr int kMatricesKinds = 6;

  std::vector<Affine> Palette(std::uint32_t count, Matrices kind) {
    std::vector<Affine> palette;
    for (std::uint32_t i = 0; i < count; ++i) palette.push_back(Matrix(kind));
    return palette;
  }

  SplitMix64& random() { return random_; }

 private:
  Affine Matrix(Matrices kind) {
    Transform t = random_.Placement();
    switch (kind) {
      case Matrices::kEven:
        t.scale = {t.scale.x, t.scale.x, t.scale.x};
        break;
      case Matrices::kUneven:
        break;
      case Matrices::kMirrored:
        if (random_.Below(2) == 0) t.scale.x = -t.scale.x;
        break;
      case Matrices::kSingular:
        if (random_.Below(2) == 0) t.scale.y = 0.0f;
        if (random_.Below(4) == 0) t.scale = {};
        break;
      case Matrices::kExtreme: {
        constexpr float kScales[] = {1e-30f, 1e-20f, 1e-12f, 1e-7f, 1.0f, 1e7f, 1e12f, 1e16f};
        t.scale = {kScales[random_.Below(8)], kScales[random_.Below(8)], kScales[random_.Below(8)]};
        break;
      }
      case Matrices::kSpecial: {
        Affine a = AffineOf(t);
        for (auto& row : a.m) {
          for (float& entry : row) entry = random_.Below(3) == 0 ? Special() : entry;
        }
        return a;
      }
    }
    return AffineOf(t);
  }

  std::vector<Vec3> Vectors(std::uint32_t count, float extent, bool special) {
    std::vector<Vec3> vectors;
    for (std::uint32_t i = 0; i < count; ++i) vectors.push_back(Vector(extent, special));
    return vectors;
  }

  void AddInfluences(const MeshRecipe& recipe, Influences& influences) {
    std::vector<std::vector<std::uint32_t>> sets(recipe.joint_set_count);
    for (std::vector<std::uint32_t>& set : sets) {
      const std::uint32_t spread = recipe.most_influences - recipe.fewest_influences + 1;
      const std::uint32_t size = recipe.fewest_influences + random_.Below(spread);
      while (set.size() < size) {
        const std::uint32_t joint = random_.Below(recipe.joint_count);
        if (std::find(set.begin(), set.end(), joint) == set.end()) set.push_back(joint);
      }
      std::sort(set.begin(), set.end());
    }
    influences.begins.push_back(0);
    for (std::uint32_t v = 0; v < recipe.vertex_count; ++v) {
      const std::vector<std::uint32_t>& set = sets[random_.Below(recipe.joint_set_count)];
      std::vector<float> weights;
      float sum = 0.0f;
      for (std::size_t i = 0; i < set.size(); ++i) {
        weights.push_back(random_.Unit() + 0x1p-20f);
        sum += weights.back();
      }
      for (std::size_t i = 0; i < set.size(); ++i) {
        influences.list.push_back({set[i], weights[i] / sum});
      }
      influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
    }
  }

  void AddTarget(const MeshRecipe& recipe, Primitive& primitive) {
    MorphTarget& target = primitive.morph_targets.emplace_back();
    const bool special = recipe.special_numbers;
    const std::uint32_t n = recipe.vertex_count;
    if (random_.Below(3) != 0) target.positions = Vectors(n, 0.5f, false);
    if (recipe.normals && random_.Below(2) == 0) target.normals = Vectors(n, 0.5f, special);
    if (recipe.tangents && random_.Below(2) == 0) target.tangents = Vectors(n, 0.5f, special);
  }

  SplitMix64 random_;
};

}  // namespace sinew::testing
