// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The quarter turn C from Y up to Z up, written here as a matrix so that no test borrows the
// library's own way of doing it.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/model.h"
#include "support/full_model.h"

namespace sinew::testing {
namespace {

const Affine kC = {{{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}}};
const Affine kCTransposed = {{{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}}}};

// What the library's turn does to a point, asked through a mesh of that one point.
Vec3 TurnedByTheLibrary(Vec3 point) {
  Model::Parts parts;
  Primitive primitive;
  primitive.topology = Topology::kPoints;
  primitive.positions = {point};
  parts.meshes = {Mesh::Create({.name = "", .primitives = {primitive}}).value()};
  return TurnYUpToZUp(Model::Create(parts).value()).parts().meshes[0].primitives()[0].positions[0];
}

TEST(UpAxis, CarriesPlusYToPlusZ) {  // L39, C2, C82
  EXPECT_EQ(TurnedByTheLibrary({0, 1, 0}), (Vec3{0, 0, 1}));
  EXPECT_EQ(TurnedByTheLibrary({1, 0, 0}), (Vec3{1, 0, 0}));
  EXPECT_EQ(TurnedByTheLibrary({0, 0, 1}), (Vec3{0, -1, 0}));
}

TEST(UpAxis, IsARotation) {  // C82: det +1, C * C^T = I, and the library turns by this C.
  EXPECT_EQ(Determinant(kC), 1.0f);
  EXPECT_EQ(Multiply(kC, kCTransposed), Affine{});
  for (const Vec3 p : {Vec3{1, 2, 3}, Vec3{-4, 5, 0.5f}}) {
    EXPECT_EQ(TurnedByTheLibrary(p), TransformPoint(kC, p));
  }
}

TEST(UpAxis, TurnsEveryArrayOfAMesh) {  // L39, C2
  const Model model = FullModel();
  const Model turned = TurnYUpToZUp(Model(model));
  const Primitive& before = model.meshes()[0].primitives()[0];
  const Primitive& after = turned.meshes()[0].primitives()[0];
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_EQ(after.positions[v], TransformPoint(kC, before.positions[v]));
    EXPECT_EQ(after.normals[v], TransformDirection(kC, before.normals[v]));
    const Vec4 t = before.tangents[v];
    const Vec3 tangent = TransformDirection(kC, {t.x, t.y, t.z});
    EXPECT_EQ(after.tangents[v], (Vec4{tangent.x, tangent.y, tangent.z, t.w}));
    for (std::size_t m = 0; m < 2; ++m) {
      EXPECT_EQ(after.morph_targets[m].positions[v],
                TransformDirection(kC, before.morph_targets[m].positions[v]));
      EXPECT_EQ(after.morph_targets[m].normals[v],
                TransformDirection(kC, before.morph_targets[m].normals[v]));
      EXPECT_EQ(after.morph_targets[m].tangents[v],
                TransformDirection(kC, before.morph_targets[m].tangents[v]));
    }
  }
  EXPECT_EQ(after.texcoords, before.texcoords);
  EXPECT_EQ(after.influences.list, before.influences.list);
}

TEST(UpAxis, ATurnedRotationTurnsTurnedVectors) {  // C82: q' rotates C*v to C*(q*v).
  const Model model = FullModel();
  const Model turned = TurnYUpToZUp(Model(model));
  int checked = 0;
  for (std::uint32_t joint = 0; joint < model.skeleton().joint_count(); ++joint) {
    const Quat q = model.skeleton().rest()[joint].rotation;
    const Quat turned_q = turned.skeleton().rest()[joint].rotation;
    for (const Vec3 v : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}, Vec3{1, -2, 3}}) {
      const Vec3 expected = TransformDirection(kC, Rotate(q, v));
      const Vec3 actual = Rotate(turned_q, TransformDirection(kC, v));
      EXPECT_NEAR(actual.x, expected.x, 1e-6f);
      EXPECT_NEAR(actual.y, expected.y, 1e-6f);
      EXPECT_NEAR(actual.z, expected.z, 1e-6f);
      ++checked;
    }
  }
  EXPECT_EQ(checked, 24);
}

TEST(UpAxis, ALocalTransformBecomesCTimesItTimesCTransposed) {  // L39, C83: mirrors included.
  const Model model = FullModel();
  const Model turned = TurnYUpToZUp(Model(model));
  for (std::uint32_t joint = 0; joint < model.skeleton().joint_count(); ++joint) {
    const Affine expected =
        Multiply(Multiply(kC, AffineOf(model.skeleton().rest()[joint])), kCTransposed);
    const Affine actual = AffineOf(turned.skeleton().rest()[joint]);
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(actual.m[r][c], expected.m[r][c], 1e-6f);
    }
  }
}

TEST(UpAxis, AMirroredScaleKeepsItsSigns) {  // L39, C83
  const Model turned = TurnYUpToZUp(FullModel());
  EXPECT_EQ(turned.skeleton().rest()[4].scale, (Vec3{2, -4, 3}));
}

TEST(UpAxis, AnInverseBindBecomesCTimesItTimesCTransposed) {  // L40
  const Model model = FullModel();
  const Model turned = TurnYUpToZUp(Model(model));
  for (std::size_t skin = 0; skin < 2; ++skin) {
    for (std::size_t entry = 0; entry < 3; ++entry) {
      EXPECT_EQ(turned.skins()[skin].inverse_bind()[entry],
                Multiply(Multiply(kC, model.skins()[skin].inverse_bind()[entry]), kCTransposed));
    }
  }
}

TEST(UpAxis, TurnsClipsWithTheirTangents) {  // L39, C2
  const Model turned = TurnYUpToZUp(FullModel());
  const auto values = [&turned](std::uint32_t track) {
    const std::span<const float> span = turned.clips()[0].track(track).values;
    return std::vector<float>(span.begin(), span.end());
  };
  // (0,0,0) (0,1,0) (0,2,0): up is z now.
  EXPECT_EQ(values(0), (std::vector<float>{0, 0, 0, 0, 0, 1, 0, 0, 2}));
  // A quarter turn about x, none, half a turn about the diagonal of y and z.
  constexpr float kHalf = 0.70710678f;
  EXPECT_EQ(values(1), (std::vector<float>{kHalf, 0, 0, kHalf, 0, 0, 0, 1, 0, -kHalf, kHalf, 0}));
  // Scale: in-tangent, value, out-tangent, exchanged without sign.
  EXPECT_EQ(values(2), (std::vector<float>{0.1f, 0.3f, 0.2f, 1, -3, 2, 0.4f, 0.6f, 0.5f,  //
                                           0, 0, 0, 4, 6, 5, 0.7f, 0.9f, 0.8f}));
  // Morph weights have no direction.
  EXPECT_EQ(values(3), (std::vector<float>{0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f}));
  // A cubic rotation, tangents too.
  EXPECT_EQ(values(4), (std::vector<float>{1, -3, 2, 4, 0,     0, 0, 1,     5, -7,  6,  8,  //
                                           0, 0,  0, 0, kHalf, 0, 0, kHalf, 9, -11, 10, 12}));
}

TEST(UpAxis, TurnsTheModelsOwnArraysAndCopiesNone) {
  Model model = FullModel();
  const Vec3* const positions = model.meshes()[0].primitives()[0].positions.data();
  const float* const values = model.clips()[0].parts().values.data();
  const Affine* const inverse_bind = model.skins()[0].inverse_bind().data();
  const Transform* const rest = model.skeleton().rest().data();
  const Model turned = TurnYUpToZUp(std::move(model));
  EXPECT_EQ(turned.meshes()[0].primitives()[0].positions.data(), positions);
  EXPECT_EQ(turned.clips()[0].parts().values.data(), values);
  EXPECT_EQ(turned.skins()[0].inverse_bind().data(), inverse_bind);
  EXPECT_EQ(turned.skeleton().rest().data(), rest);
}

TEST(UpAxis, TurnsSharedValuesOnce) {
  Model::Parts parts = FullModelParts();
  Clip::Parts clip;
  clip.times = {0};
  clip.values = {1, 2, 3};
  clip.tracks = {{.target = 0, .key_count = 1},
                 {.target = 1, .key_count = 1},
                 {.target = 1, .property = Property::kScale, .key_count = 1}};
  parts.clips = {Clip::Create(clip).value()};
  const Model turned = TurnYUpToZUp(Model::Create(parts).value());
  const Clip& after = turned.clips()[0];
  for (const std::uint32_t track : {0u, 1u}) {
    EXPECT_EQ(after.track(track).values[1], -3);
    EXPECT_EQ(after.track(track).values[2], 2);
  }
  EXPECT_EQ(after.track(2).values[1], 3);
  EXPECT_EQ(after.parts().values.size(), 6u);  // Translations still share theirs.
}

}  // namespace
}  // namespace sinew::testing
