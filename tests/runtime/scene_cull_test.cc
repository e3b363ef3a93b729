// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "runtime/moved_box.h"
#include "runtime/scene_rigs.h"
#include "sinew/character.h"
#include "sinew/frustum.h"
#include "sinew/scene.h"

namespace sinew {
namespace {

using testing::SplitMix64;
using Matrix = std::array<float, 16>;  // Column-major.

Matrix Product(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (std::size_t c = 0; c < 4; ++c) {
    for (std::size_t r = 0; r < 4; ++r) {
      for (std::size_t k = 0; k < 4; ++k) product[c * 4 + r] += a[k * 4 + r] * b[c * 4 + k];
    }
  }
  return product;
}

// Looks along -z from the origin. `slope` is the tangent of half of the field of view.
Matrix Perspective(float slope, float near, float far, DepthRange range) {
  const bool zero = range == DepthRange::kZeroToOne;
  Matrix m{};
  m[0] = 1.0f / slope;
  m[5] = 1.0f / slope;
  m[10] = zero ? far / (near - far) : (far + near) / (near - far);
  m[14] = zero ? far * near / (near - far) : 2.0f * far * near / (near - far);
  m[11] = -1.0f;
  return m;
}

Matrix Orthographic(float width, float near, float far, DepthRange range) {
  const bool zero = range == DepthRange::kZeroToOne;
  Matrix m{};
  m[0] = 2.0f / width;
  m[5] = 2.0f / width;
  m[10] = (zero ? 1.0f : 2.0f) / (near - far);
  m[14] = (zero ? near : near + far) / (near - far);
  m[15] = 1.0f;
  return m;
}

Matrix ViewOf(const Affine& world_from_camera) {
  const Affine view = Inverse(world_from_camera).value();
  Matrix m{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) m[c * 4 + r] = view.m[r][c];
  }
  m[15] = 1.0f;
  return m;
}

// Whether a renderer shows the point, computing in T. It moves the vertex first, or multiplies its
// matrices first.
template <typename T>
bool Shows(const Matrix& clip_from_world, DepthRange range, const Affine& world, Vec3 p,
           bool matrices_first) {
  const std::array<T, 4> point{p.x, p.y, p.z, 1};
  std::array<std::array<T, 4>, 4> w{};
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) w[r][c] = world.m[r][c];
  }
  w[3][3] = 1;
  std::array<T, 4> clip{};
  for (std::size_t r = 0; r < 4; ++r) {
    T sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      T inner = 0;
      if (matrices_first) {
        for (std::size_t i = 0; i < 4; ++i) inner += T(clip_from_world[i * 4 + r]) * w[i][k];
        sum += inner * point[k];
      } else {
        for (std::size_t i = 0; i < 4; ++i) inner += w[k][i] * point[i];
        sum += T(clip_from_world[k * 4 + r]) * inner;
      }
    }
    clip[r] = sum;
  }
  const auto& [x, y, z, depth] = clip;
  const T low = range == DepthRange::kZeroToOne ? T(0) : -depth;
  return -depth <= x && x <= depth && -depth <= y && y <= depth && low <= z && z <= depth;
}

struct Counts {
  std::uint32_t draws = 0, seen = 0, culled = 0;
};

// Every draw of which a vertex is seen is in the list.
void CompareWithVertices(Scene& scene, const std::vector<NodeId>& nodes, const Matrix& matrix,
                         DepthRange range, Counts& counts) {
  std::vector<VisibleDraw> visible;
  scene.Cull(Frustum::FromMatrix(matrix, range).value(), visible);
  std::vector<Vec3> positions;
  for (const NodeId node : nodes) {
    const Instance* instance = scene.instance(node);
    if (instance == nullptr) continue;
    const Affine world = scene.world(node).value();
    const DrawRange draws = instance->draws();
    for (const Draw draw : draws) {
      positions.resize(instance->asset().primitives()[draw.primitive].vertices.vertex_count());
      ASSERT_EQ(instance->Skin(draw, {.positions = positions}), Error::kNone);
      const bool seen = std::any_of(positions.begin(), positions.end(), [&](Vec3 p) {
        return Shows<float>(matrix, range, world, p, false) ||
               Shows<float>(matrix, range, world, p, true) ||
               Shows<double>(matrix, range, world, p, false);
      });
      const bool listed = std::any_of(visible.begin(), visible.end(), [&](const VisibleDraw& v) {
        return v.node == node && v.draw == draw && testing::SameBits(v.world_from_model, world);
      });
      ++counts.draws;
      counts.seen += seen ? 1 : 0;
      counts.culled += listed ? 0 : 1;
      ASSERT_TRUE(listed || !seen) << "draw " << draw.primitive << " of node " << node.index;
    }
  }
}

Matrix AnyView(SplitMix64& random, DepthRange range) {
  const Affine camera = AffineOf({random.Vector(6), random.Rotation(), {1, 1, 1}});
  const float near = random.Between(0.05f, 2), far = near + random.Between(1, 20);
  const bool flat = random.Below(3) == 0;
  const Matrix projection = flat ? Orthographic(random.Between(0.5f, 8), near, far, range)
                                 : Perspective(random.Between(0.05f, 1.2f), near, far, range);
  return Product(projection, ViewOf(camera));
}

TEST(SceneCull, NeverLeavesOutADrawOfWhichAVertexIsSeen) {  // L35, L46
  Counts counts;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    SplitMix64 random(seed);
    const MixerSetup setup = testing::SetupOf(testing::RandomModel(seed));
    Scene scene;
    std::vector<NodeId> nodes{scene.root()};
    for (int i = 0; i < 6; ++i) {
      const NodeId parent = nodes[random.Below(static_cast<std::uint32_t>(nodes.size()))];
      const ParentRef place =
          scene.instance(parent) != nullptr ? ParentRef(parent, random.Below(9)) : parent;
      Instance instance(setup, i % 2 == 0 ? SkinMethod::kLinearBlend : SkinMethod::kDualQuaternion);
      ASSERT_TRUE(instance.Play("random").ok());
      Transform local = random.Placement();
      local.scale = {0.5f, 0.5f, 0.5f};
      nodes.push_back(scene.AddChild(place, std::move(instance), local).value());
    }
    for (int frame = 0; frame < 12; ++frame) {
      ASSERT_EQ(scene.Update(0.07), Error::kNone);
      const DepthRange range = frame % 2 == 0 ? DepthRange::kMinusOneToOne : DepthRange::kZeroToOne;
      CompareWithVertices(scene, nodes, AnyView(random, range), range, counts);
      if (HasFatalFailure()) return;
    }
  }
  EXPECT_GT(counts.seen, 500u);
  EXPECT_GT(counts.culled, 1000u);
  RecordProperty("draws", static_cast<int>(counts.draws));
}

TEST(SceneCull, SeesTheCharacterWhereItIs) {  // L46
  const MixerSetup setup = testing::SetupOf(MakeCharacter().value());
  SplitMix64 random(7);
  Scene scene;
  std::vector<NodeId> nodes;
  for (int i = 0; i < 3; ++i) {
    nodes.push_back(
        scene.AddChild(scene.root(), Instance(setup), {random.Vector(3), random.Rotation()})
            .value());
    ASSERT_TRUE(scene.instance(nodes.back())->Play(static_cast<std::uint32_t>(i)).ok());
  }
  Counts counts;
  for (int frame = 0; frame < 40; ++frame) {
    ASSERT_EQ(scene.Update(0.11), Error::kNone);
    CompareWithVertices(scene, nodes, AnyView(random, DepthRange::kZeroToOne),
                        DepthRange::kZeroToOne, counts);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(counts.seen, 5u);
  EXPECT_GT(counts.culled, 20u);
}

// The hardest case: a box that is no larger than its vertex, and a plane through the vertex as a
// renderer computes it. Half of the planes miss it in exact arithmetic.
TEST(SceneCull, APointOnAPlaneIsSeenWhateverTheRounding) {
  SplitMix64 random(3);
  std::uint32_t near_misses = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Affine world = AffineOf({random.Vector(1000), random.Rotation(), {0.01f, 0.01f, 0.01f}});
    const Vec3 p = random.Vector(100);
    const Vec3 at = TransformPoint(world, p);
    const Vec3 normal = random.Vector(1);
    const float offset = -(normal.x * at.x + normal.y * at.y + normal.z * at.z);
    std::array<Plane, 6> planes;
    planes.fill({.normal = {0, 0, 0}, .offset = 1});
    planes[random.Below(6)] = {normal, offset};
    const bool shown = normal.x * at.x + normal.y * at.y + normal.z * at.z + offset >= 0.0f;
    const double exact = [&] {
      double sum = offset;
      const std::array n{normal.x, normal.y, normal.z};
      for (std::size_t r = 0; r < 3; ++r) {
        const auto& m = world.m[r];
        sum += double{n[r]} * (double{m[0]} * double{p.x} + double{m[1]} * double{p.y} +
                               double{m[2]} * double{p.z} + double{m[3]});
      }
      return sum;
    }();
    if (!shown) continue;
    near_misses += exact < 0.0 ? 1 : 0;
    ASSERT_TRUE(Frustum::FromPlanes(planes).value().MayShow({p, p}, world)) << i;
  }
  EXPECT_GT(near_misses, 5000u);
}

TEST(SceneCull, ABoxBeyondAnyOfTheSixPlanesIsLeftOut) {
  for (const DepthRange range : {DepthRange::kMinusOneToOne, DepthRange::kZeroToOne}) {
    const Frustum frustum = Frustum::FromMatrix(Perspective(1, 1, 10, range), range).value();
    const auto sees = [&](Vec3 centre) {
      return frustum.MayShow({{centre.x - 0.1f, centre.y - 0.1f, centre.z - 0.1f},
                              {centre.x + 0.1f, centre.y + 0.1f, centre.z + 0.1f}});
    };
    EXPECT_TRUE(sees({0, 0, -5}));
    EXPECT_TRUE(sees({0, 0, -1}));   // The near plane cuts it.
    EXPECT_TRUE(sees({0, 0, -10}));  // The far one.
    EXPECT_FALSE(sees({0, 0, -0.8f}));
    EXPECT_FALSE(sees({0, 0, -10.2f}));
    EXPECT_FALSE(sees({0, 0, 5}));  // Behind the camera.
    EXPECT_TRUE(sees({5, 0, -5}));
    EXPECT_FALSE(sees({5.5f, 0, -5}));
    EXPECT_FALSE(sees({-5.5f, 0, -5}));
    EXPECT_FALSE(sees({0, 5.5f, -5}));
    EXPECT_FALSE(sees({0, -5.5f, -5}));
    EXPECT_FALSE(frustum.MayShow(Box{}));
  }
}

TEST(SceneCull, ReversedDepthAndAnInfiniteFarPlaneSeeTheSame) {
  Matrix reversed = Perspective(1, 1, 10, DepthRange::kZeroToOne);
  reversed[10] = 0.0f;  // Depth 1 at the near plane at 1, 0 at infinity.
  reversed[14] = 1.0f;
  const Frustum frustum = Frustum::FromMatrix(reversed, DepthRange::kZeroToOne).value();
  EXPECT_TRUE(frustum.MayShow({{0, 0, -1e9f}, {1, 1, -1e9f}}));
  EXPECT_FALSE(frustum.MayShow({{0, 0, -0.5f}, {0, 0, -0.5f}}));
  EXPECT_FALSE(frustum.MayShow({{0, 0, 2}, {1, 1, 3}}));
}

TEST(SceneCull, FrustaOfNumbersThatAreNotUsableAreRefused) {
  Matrix matrix = Perspective(1, 1, 10, DepthRange::kZeroToOne);
  matrix[3] = std::nanf("");
  EXPECT_FALSE(Frustum::FromMatrix(matrix, DepthRange::kZeroToOne).ok());
  std::array<Plane, 6> planes{};
  EXPECT_TRUE(Frustum::FromPlanes(planes).ok());
  planes[5].offset = 2e18f;
  EXPECT_FALSE(Frustum::FromPlanes(planes).ok());
}

TEST(SceneCull, AMatrixThatIsNotFiniteIsVisible) {
  const Frustum frustum =
      Frustum::FromMatrix(Perspective(1, 1, 10, DepthRange::kZeroToOne), DepthRange::kZeroToOne)
          .value();
  Affine broken;
  broken.m[0][0] = std::nanf("");
  EXPECT_TRUE(frustum.MayShow({{0, 0, 5}, {0, 0, 5}}, broken));
}

// --- of a scene ---

struct SmallWorld {
  Scene scene;
  MixerSetup person = testing::SetupOf(testing::PersonModel());
  MixerSetup prop = testing::SetupOf(testing::PropModel());
  NodeId hero = scene.AddChild(scene.root(), Instance(person)).value();
  NodeId sword = scene.AddChild(scene.joint(hero, "hand_R").value(), Instance(prop)).value();
  Frustum everything = [] {
    std::array<Plane, 6> planes;
    planes.fill({.normal = {0, 0, 0}, .offset = 1});
    return Frustum::FromPlanes(planes).value();
  }();

  std::vector<NodeId> Seen(const Frustum& frustum) {
    std::vector<NodeId> nodes;
    scene.Cull(frustum, [&](const VisibleDraw& draw) { nodes.push_back(draw.node); });
    return nodes;
  }
};

TEST(SceneCull, ListsDrawsDepthFirstInTheOrderOfChildren) {
  SmallWorld w;
  const NodeId second = w.scene.AddChild(w.scene.root(), Instance(w.prop)).value();
  EXPECT_EQ(w.Seen(w.everything), (std::vector{w.hero, w.sword, second}));
  EXPECT_EQ(w.scene.SetParent(w.hero, w.scene.root()), Error::kNone);
  EXPECT_EQ(w.Seen(w.everything), (std::vector{second, w.hero, w.sword}));
}

TEST(SceneCull, AHiddenNodeHidesWhatIsOnIt) {
  SmallWorld w;
  EXPECT_EQ(w.scene.SetVisible(w.sword, false), Error::kNone);
  EXPECT_EQ(w.Seen(w.everything), (std::vector{w.hero}));
  EXPECT_EQ(w.scene.SetVisible(w.sword, true), Error::kNone);
  EXPECT_EQ(w.scene.SetVisible(w.hero, false), Error::kNone);
  EXPECT_TRUE(w.Seen(w.everything).empty());
  EXPECT_EQ(w.scene.SetVisible(w.hero, true), Error::kNone);
  EXPECT_EQ(w.scene.SetVisible(w.scene.root(), false), Error::kNone);
  EXPECT_TRUE(w.Seen(w.everything).empty());
}

TEST(SceneCull, WhatWasMovedSinceTheLastUpdateIsSeenWhereItIs) {
  SmallWorld w;
  std::array<Plane, 6> planes;
  planes.fill({.normal = {1, 0, 0}, .offset = -100});  // x >= 100.
  const Frustum far_right = Frustum::FromPlanes(planes).value();
  EXPECT_TRUE(w.Seen(far_right).empty());
  EXPECT_EQ(w.scene.SetLocal(w.hero, Transform{.translation = {200, 0, 0}}), Error::kNone);
  EXPECT_EQ(w.Seen(far_right), (std::vector{w.hero, w.sword}));
}

// Of a character, whose boxes are wider than its vertices, and of two points, whose box they are
// the corners of.
TEST(SceneBounds, HoldEveryVertexAsItIsMovedInFloat) {
  SplitMix64 random(9);
  Scene scene;
  const std::array nodes{
      scene.AddChild(scene.root(), Instance(testing::SetupOf(testing::RandomModel(5)))).value(),
      scene.AddChild(scene.root(), Instance(testing::SetupOf(testing::PropModel()))).value()};
  ASSERT_TRUE(scene.instance(nodes[0])->Play("random").ok());
  std::vector<Vec3> positions;
  double tightest = 0.0;
  for (int i = 0; i < 600; ++i) {
    const NodeId node = nodes[static_cast<std::size_t>(i % 2)];
    Transform local = random.Placement();
    local.translation = random.Vector(i % 4 < 2 ? 3.0f : 3000.0f);
    ASSERT_EQ(scene.SetLocal(node, local), Error::kNone);
    ASSERT_EQ(scene.Update(0.05), Error::kNone);
    const Box box = scene.bounds(node);
    const Instance& instance = *scene.instance(node);
    const DrawRange draws = instance.draws();
    Box exact;
    for (const Draw draw : draws) {
      positions.resize(instance.asset().primitives()[draw.primitive].vertices.vertex_count());
      ASSERT_EQ(instance.Skin(draw, {.positions = positions}), Error::kNone);
      for (const Vec3 p : positions) {
        const Vec3 at = TransformPoint(scene.world(node).value(), p);
        ASSERT_TRUE(Contains(box, at));
        exact = Union(exact, at);
      }
    }
    tightest = std::max(tightest, static_cast<double>(Diagonal(exact) / Diagonal(box)));
  }
  EXPECT_GT(tightest, 0.9);
}

// A box no larger than its point, and matrices that bring it from far away to near the origin: what
// is left is mostly rounding.
TEST(SceneBounds, AMovedBoxHoldsItsPointAsItIsMovedInFloat) {
  SplitMix64 random(10);
  std::uint32_t beyond_rounding_outwards = 0;
  for (int i = 0; i < 5000; ++i) {
    const Vec3 p = random.Vector(1000);
    Affine world = AffineOf(random.Placement());
    const Vec3 far = TransformDirection(world, p);
    world.m[0][3] = -far.x;
    world.m[1][3] = -far.y;
    world.m[2][3] = -far.z;
    const Vec3 at = TransformPoint(world, p);
    ASSERT_TRUE(Contains(scalar::MovedBox(world, {p, p}), at)) << i;
    const scalar::BoxD exact = scalar::Moved(scalar::Widen(world), scalar::Widen(Box{p, p}));
    beyond_rounding_outwards += Contains(scalar::NarrowOutwards(exact), at) ? 0 : 1;
  }
  EXPECT_GT(beyond_rounding_outwards, 1000u);
}

// --- picking ---

Model TriangleModel() {
  Model::Parts parts;
  parts.skeleton = testing::NamedSkeleton({-1}, {{}}, {"root"});
  Mesh::Parts mesh;
  mesh.primitives.emplace_back().positions = {{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}};
  parts.meshes.push_back(Mesh::Create(std::move(mesh)).value());
  parts.instances = {{.joint = 0, .mesh = 0}};
  return Model::Create(std::move(parts)).value();
}

TEST(ScenePick, FindsTheNearestTriangleInTheWorldsUnit) {
  Scene scene;
  const MixerSetup setup = testing::SetupOf(TriangleModel());
  const auto add = [&](float z, float scale) {
    return scene
        .AddChild(scene.root(), Instance(setup),
                  {.translation = {0, 0, z}, .scale = {scale, scale, scale}})
        .value();
  };
  const NodeId far = add(-8, 10), near = add(-3, 0.1f);
  add(4, 1);  // Behind.
  std::optional<SceneHit> hit;
  const Ray ray{.origin = {0, 0, 0}, .direction = {0, 0, -2}};
  ASSERT_EQ(scene.Pick(ray, RaySides::kBoth, hit), Error::kNone);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->node, near);
  EXPECT_NEAR(hit->distance, 3.0f, 1e-6);
  EXPECT_NEAR(hit->position.z, -3.0f, 1e-6);
  EXPECT_EQ(scene.SetVisible(near, false), Error::kNone);
  ASSERT_EQ(scene.Pick(ray, RaySides::kFront, hit), Error::kNone);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->node, far);
  EXPECT_NEAR(hit->distance, 8.0f, 1e-5);
  ASSERT_EQ(scene.Pick({.direction = {0, 0, -1}, .max_distance = 7.9f}, RaySides::kBoth, hit),
            Error::kNone);
  EXPECT_FALSE(hit);
  EXPECT_EQ(scene.Pick({.direction = {0, 0, 0}}, RaySides::kBoth, hit), Error::kOptionOutOfRange);
}

TEST(ScenePick, PassesOverWhatIsScaledToNothing) {
  Scene scene;
  const MixerSetup setup = testing::SetupOf(TriangleModel());
  scene.AddChild(scene.root(), Instance(setup), {.scale = {0, 0, 0}}).value();
  std::optional<SceneHit> hit;
  EXPECT_EQ(scene.Pick({.origin = {0, 0, 5}}, RaySides::kBoth, hit), Error::kNone);
  EXPECT_FALSE(hit);
}

}  // namespace
}  // namespace sinew
