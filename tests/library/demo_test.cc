// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew demo` does, in C++.
#include <gtest/gtest.h>

#include "sinew/character.h"
#include "sinew/gltf.h"

namespace sinew {
namespace {

TEST(TheLibrary, MakesAndWritesTheCharacter) {
  float made_share = 0.0f;
  const Result<Model> made = MakeCharacter({.progress = [&](float share) { made_share = share; }});
  ASSERT_TRUE(made.ok()) << Describe(made.failure());
  EXPECT_EQ(made_share, 1.0f);
  const Result<std::vector<std::byte>> glb = WriteGlb(*made);
  ASSERT_TRUE(glb.ok()) << Describe(glb.failure());
  const GltfRead read = ReadGltf(*glb);
  ASSERT_TRUE(read.model.ok());
  EXPECT_EQ(read.report.counts[static_cast<std::size_t>(Severity::kError)], 0u);
  const Model& model = *read.model;
  EXPECT_EQ(model.skeleton().joint_count(), made->skeleton().joint_count());
  EXPECT_EQ(model.meshes()[0].primitives()[0].positions,
            made->meshes()[0].primitives()[0].positions);
  ASSERT_EQ(model.clips().size(), 6u);
  const std::optional<std::uint32_t> walk = model.FindClip("walk");
  ASSERT_TRUE(walk.has_value());
  EXPECT_EQ(model.clips()[*walk].duration_s(), made->clips()[*walk].duration_s());
}

TEST(TheLibrary, MakesTheCylinder) {
  const Result<Model> made = MakeCylinder();
  ASSERT_TRUE(made.ok()) << Describe(made.failure());
  EXPECT_EQ(made->skeleton().name(kCylinderTip), "tip");
  EXPECT_TRUE(made->FindClip("bend").has_value());
  EXPECT_TRUE(made->FindClip("twist").has_value());
}

}  // namespace
}  // namespace sinew
