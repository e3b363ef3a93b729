// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The same bits everywhere: the constant is a golden hash, our own output written down once. See
// tests/math/golden_test.cc for what that means and when it may change.
#include <gtest/gtest.h>

#include <vector>

#include "sinew/hash.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "support/random.h"

namespace sinew {
namespace {

using testing::SplitMix64;

constexpr std::uint32_t kVertices = 5000;
constexpr std::uint32_t kGoldenJoints = 40;

// Zero to eight influences a vertex, ascending, as Mesh asks for.
Primitive RandomPrimitive(SplitMix64& random) {
  Primitive primitive;
  primitive.morph_targets.resize(3);
  primitive.influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    primitive.positions.push_back(random.Vector(2));
    primitive.normals.push_back(NormalizeOr(random.Vector(1), {0, 0, 1}));
    const Vec3 t = NormalizeOr(random.Vector(1), {1, 0, 0});
    primitive.tangents.push_back({t.x, t.y, t.z, random.Below(2) ? 1.0f : -1.0f});
    for (MorphTarget& target : primitive.morph_targets) {
      target.positions.push_back(random.Vector(0.5f));
      target.normals.push_back(random.Vector(0.5f));
      target.tangents.push_back(random.Vector(0.5f));
    }
    const std::uint32_t count = random.Below(9);
    std::uint32_t joint = random.Below(4);
    for (std::uint32_t i = 0; i < count; ++i, joint += 1 + random.Below(4)) {
      primitive.influences.list.push_back({joint, 1.0f / static_cast<float>(count)});
    }
    primitive.influences.begins.push_back(
        static_cast<std::uint32_t>(primitive.influences.list.size()));
  }
  return primitive;
}

TEST(GoldenSkin, MorphedAndSkinnedVertices) {
  SplitMix64 random(301);
  Primitive primitive = RandomPrimitive(random);
  std::vector<Affine> palette;
  for (std::uint32_t j = 0; j < kGoldenJoints; ++j) {
    Transform t = random.Placement();
    if (j % 7 == 0) t.scale.y = -t.scale.y;
    if (j % 11 == 0) t.scale = {0, 0, 0};
    palette.push_back(AffineOf(t));
  }
  std::vector<Vec3> positions(kVertices), normals(kVertices);
  std::vector<Vec4> tangents(kVertices);
  const std::vector<float> weights{0.3f, 0.0f, -0.7f};
  const spec::Skin job{.primitive = primitive,
                       .morph_weights = weights,
                       .palette = palette,
                       .rigid = palette[1],
                       .normal_rule = NormalRule::kCofactor,
                       .positions = positions,
                       .normals = normals,
                       .tangents = tangents};
  Hash64 hash;
  const auto add_result = [&] {
    hash.Add(std::span<const Vec3>(positions)).Add(std::span<const Vec3>(normals));
    hash.Add(std::span<const Vec4>(tangents));
  };
  ASSERT_EQ(job.Run(), Error::kNone);
  add_result();
  primitive.influences = {};
  ASSERT_EQ(job.Run(), Error::kNone);
  add_result();
  EXPECT_EQ(hash.Text(), "13b0e04fd4841bc1");
}

}  // namespace
}  // namespace sinew
