// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Picking against a test of every skinned triangle, written here from the textbook (L48).
#include "sinew/picking.h"

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <vector>

#include "sinew/character.h"
#include "sinew/skinning.h"
#include "sinew/specification.h"
#include "skin/random_mesh.h"
#include "support/build_model.h"
#include "support/model_pose.h"

namespace sinew::testing {
namespace {

struct Point {
  double x, y, z;
};
Point From(Vec3 v) { return {v.x, v.y, v.z}; }
Point Minus(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Point Times(Point a, Point b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double Product(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

// Möller and Trumbore's test, without sides; how far along, and how far inside the nearest edge.
struct PlainHit {
  double distance, inside;
  bool front;
};
std::optional<PlainHit> PlainTest(const Ray& ray, Vec3 a, Vec3 b, Vec3 c) {
  const Point d = From(ray.direction), ab = Minus(From(b), From(a)), ac = Minus(From(c), From(a));
  const Point across = Times(d, ac);
  const double det = Product(ab, across);
  if (det == 0.0) return std::nullopt;
  const Point from = Minus(From(ray.origin), From(a));
  const double u = Product(from, across) / det;
  const Point over = Times(from, ab);
  const double v = Product(d, over) / det, t = Product(ac, over) / det;
  const double inside = std::min({u, v, 1.0 - u - v});
  if (inside < -1e-9 || t < -1e-9) return std::nullopt;
  return PlainHit{t * std::sqrt(Product(d, d)), inside, det > 0.0};
}

std::vector<std::array<std::uint32_t, 3>> TrianglesOf(const Primitive& primitive) {
  std::vector<std::uint32_t> order = primitive.indices;
  if (!primitive.indexed) {
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) order.push_back(v);
  }
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::size_t i = 0; i + 2 < order.size(); ++i) {
    if (primitive.topology == Topology::kTriangles && i % 3 == 0) {
      triangles.push_back({order[i], order[i + 1], order[i + 2]});
    }
    if (primitive.topology == Topology::kTriangleStrip) {
      triangles.push_back(i % 2 == 0 ? std::array{order[i], order[i + 1], order[i + 2]}
                                     : std::array{order[i], order[i + 2], order[i + 1]});
    }
    if (primitive.topology == Topology::kTriangleFan) {
      triangles.push_back({order[i + 1], order[i + 2], order[0]});
    }
  }
  return triangles;
}

std::uint32_t StrongestAt(const Primitive& primitive, const RayHit& hit) {
  std::vector<double> weights(64);
  for (std::size_t k = 0; k < 3; ++k) {
    if (primitive.influences.empty()) return kNoSkinEntry;
    for (const Influence& influence : primitive.influences.of(hit.vertices[k])) {
      weights[influence.joint] += double{hit.barycentric[k]} * double{influence.weight};
    }
  }
  std::uint32_t best = kNoSkinEntry;
  for (std::uint32_t j = 0; j < weights.size(); ++j) {
    if (weights[j] > 0.0 && (best == kNoSkinEntry || weights[j] > weights[best] + 1e-6)) best = j;
  }
  return best;
}

struct Posed {
  const Mesh& mesh;
  std::vector<float> morphs{};
  std::vector<Affine> palette{};
  Affine rigid{};
};

// The first primitive of a posed mesh, its vertices skinned, and the job that picks it.
class Target {
 public:
  explicit Target(const Posed& posed)
      : posed_(posed),
        primitive_(posed.mesh.primitives()[0]),
        pick_mesh_(PickMesh::Create(posed.mesh, 0)),
        scratch_(pick_mesh_.scratch_size()),
        vertices_(primitive_.vertex_count()),
        triangles_(TrianglesOf(primitive_)) {
    EXPECT_EQ((spec::Skin{.primitive = primitive_,
                          .morph_weights = posed.morphs,
                          .palette = posed.palette,
                          .rigid = posed.rigid,
                          .positions = vertices_}
                   .Run()),
              Error::kNone);
    for (const Vec3& vertex : vertices_) box_ = Union(box_, vertex);
  }

  std::optional<RayHit> Pick(const Ray& ray, RaySides sides = RaySides::kBoth) {
    std::optional<RayHit> hit;
    EXPECT_EQ((PickJob{.mesh = pick_mesh_,
                       .primitive = primitive_,
                       .morph_weights = posed_.morphs,
                       .palette = posed_.palette,
                       .rigid = posed_.rigid,
                       .ray = ray,
                       .sides = sides,
                       .scratch = scratch_,
                       .hit = hit}
                   .Run()),
              Error::kNone);
    return hit;
  }

  // From around the mesh to somewhere about it.
  Ray RandomRay(SplitMix64& random) const {
    const auto between = [&](Vec3 low, Vec3 high) {
      const float x = random.Between(low.x, high.x), y = random.Between(low.y, high.y);
      return Vec3{x, y, random.Between(low.z, high.z)};
    };
    const float size = Diagonal(box_);
    Ray ray;
    ray.origin = between({box_.min.x - size, box_.min.y - size, box_.min.z - size},
                         {box_.max.x + size, box_.max.y + size, box_.max.z + size});
    const Vec3 to = between(box_.min, box_.max);
    ray.direction = {to.x - ray.origin.x, to.y - ray.origin.y, to.z - ray.origin.z};
    return ray;
  }

  // Empty where picking and testing every triangle agree. Where the ray grazes an edge either
  // answer is right.
  std::string Disagreement(const Ray& ray, RaySides sides) {
    const std::optional<RayHit> hit = Pick(ray, sides);
    double nearest = 1e300, nearest_sure = 1e300;
    std::optional<PlainHit> own;
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      const auto [a, b, c] = triangles_[t];
      const std::optional<PlainHit> plain =
          PlainTest(ray, vertices_[a], vertices_[b], vertices_[c]);
      if (!plain || (sides == RaySides::kFront && !plain->front)) continue;
      nearest = std::min(nearest, plain->distance);
      if (plain->inside > 1e-9) nearest_sure = std::min(nearest_sure, plain->distance);
      if (hit && t == hit->triangle) own = plain;
    }
    if (!hit) return nearest_sure < 1e300 ? "missed a triangle" : "";
    hits_ += 1;
    if (!own) return "hit a triangle that is not there";
    const double room = 1e-6 * (1.0 + nearest_sure);
    if (own->distance > nearest_sure + room) return "hit one behind another";
    if (std::abs(own->distance - static_cast<double>(hit->distance)) > 1e-5 * (1 + own->distance)) {
      return "wrong distance";
    }
    if (hit->vertices != triangles_[hit->triangle]) return "wrong corners";
    const auto& [x, y, z] = hit->barycentric;
    if (std::abs(x + y + z - 1.0f) > 1e-6f || std::min({x, y, z}) < 0.0f) return "wrong shares";
    const Vec3 a = vertices_[hit->vertices[0]], b = vertices_[hit->vertices[1]],
               c = vertices_[hit->vertices[2]];
    const double size = static_cast<double>(Diagonal(box_));
    if (std::abs(double{a.x * x + b.x * y + c.x * z} - double{hit->position.x}) > 1e-5 * size) {
      return "wrong position";
    }
    const std::uint32_t strongest = StrongestAt(primitive_, *hit);
    if (strongest != hit->joint) return "wrong joint";
    return "";
  }

  int hits() const { return hits_; }
  std::span<const Vec3> vertices() const { return vertices_; }
  const PickMesh& pick_mesh() const { return pick_mesh_; }

 private:
  const Posed& posed_;
  const Primitive& primitive_;
  PickMesh pick_mesh_;
  std::vector<Box> scratch_;
  std::vector<Vec3> vertices_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  Box box_;
  int hits_ = 0;
};

// A square of two triangles, at z = 0, seen counter-clockwise from above.
Mesh Square() {
  Primitive primitive{.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}};
  primitive.indexed = true;
  primitive.indices = {0, 1, 2, 0, 2, 3};
  return Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
}

TEST(Picking, FindsTheTriangleTheDistanceAndTheShares) {
  const Mesh mesh = Square();
  const Posed posed{.mesh = mesh, .rigid = AffineOf({.translation = {10, 0, 0}})};
  Target target(posed);
  const auto hit = target.Pick({.origin = {10.75f, 0.25f, 3}, .direction = {0, 0, -2}});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->triangle, 0u);
  EXPECT_EQ(hit->distance, 3.0f);  // Not in lengths of the direction.
  EXPECT_EQ(hit->barycentric, (std::array{0.25f, 0.5f, 0.25f}));
  EXPECT_EQ(hit->position, (Vec3{10.75f, 0.25f, 0}));
  EXPECT_EQ(hit->joint, kNoSkinEntry);
  EXPECT_FALSE(target.Pick({.origin = {0.75f, 0.25f, 3}}));    // Where it was bound.
  EXPECT_FALSE(target.Pick({.origin = {10.75f, 0.25f, -3}}));  // Behind the origin.
}

TEST(Picking, ASharedEdgeBelongsToTheLowestTriangle) {
  const Mesh mesh = Square();
  const Posed posed{.mesh = mesh};
  Target target(posed);
  const auto hit = target.Pick({.origin = {0.5f, 0.5f, 1}});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->triangle, 0u);
}

TEST(Picking, SeesTheBackOnlyWhereBothSidesAreAskedFor) {
  const Mesh mesh = Square();
  const Posed posed{.mesh = mesh};
  Target target(posed);
  const Ray from_above{.origin = {0.5f, 0.25f, 1}, .direction = {0, 0, -1}};
  const Ray from_below{.origin = {0.5f, 0.25f, -1}, .direction = {0, 0, 1}};
  EXPECT_TRUE(target.Pick(from_above, RaySides::kFront));
  EXPECT_FALSE(target.Pick(from_below, RaySides::kFront));
  EXPECT_TRUE(target.Pick(from_below, RaySides::kBoth));
}

TEST(Picking, EndsAtTheLargestDistance) {
  const Mesh mesh = Square();
  const Posed posed{.mesh = mesh};
  Target target(posed);
  Ray ray{.origin = {0.5f, 0.25f, 3}, .direction = {0, 0, -0.5f}, .max_distance = 3.0f};
  EXPECT_TRUE(target.Pick(ray));
  ray.max_distance = 2.999f;
  EXPECT_FALSE(target.Pick(ray));
}

TEST(Picking, TrianglesWithoutAnAreaAreNeverHit) {
  Primitive primitive{
      .positions = {
          {0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {0, 0, 0}, {0.1f, 0.3f, 0.7f}, {0.2f, 0.6f, 1.4f}}};
  primitive.indexed = true;
  primitive.indices = {0, 1, 2, 0, 0, 1, 0, 3, 0, 3, 4, 5};
  const Mesh mesh = Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
  const Posed posed{.mesh = mesh};
  Target target(posed);
  SplitMix64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 origin = random.Vector(3);
    const float along = random.Unit();
    for (const Vec3 to : {Vec3{2 * along, 0, 0}, Vec3{0.2f * along, 0.6f * along, 1.4f * along}}) {
      EXPECT_FALSE(target.Pick(
          {.origin = origin, .direction = {to.x - origin.x, to.y - origin.y, to.z - origin.z}}));
    }
  }
}

// Rays at the edges and corners of a closed surface from its inside: none slips through.
TEST(Picking, NoRayLeavesAClosedSurface) {
  Primitive primitive{
      .positions = {
          {1, 0, 0}, {-1, 0, 0}, {0, 1.3f, 0.1f}, {0, -1, 0}, {0.05f, 0, 0.9f}, {0, 0, -1}}};
  primitive.indexed = true;
  primitive.indices = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  const Mesh mesh = Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
  SplitMix64 random(8);
  for (int turn = 0; turn < 20; ++turn) {
    const Posed posed{.mesh = mesh, .rigid = AffineOf(random.Placement())};
    Target target(posed);
    const Vec3 inside = TransformPoint(posed.rigid, {0.01f, 0.02f, 0.03f});
    for (const Vec3& a : target.vertices()) {
      for (const Vec3& b : target.vertices()) {
        const float t = random.Unit();
        const Vec3 to{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t, a.z + (b.z - a.z) * t};
        const Ray ray{.origin = inside,
                      .direction = {to.x - inside.x, to.y - inside.y, to.z - inside.z}};
        if (ray.direction == Vec3{}) continue;
        EXPECT_TRUE(target.Pick(ray));
      }
    }
  }
}

TEST(Picking, EqualsATestOfEveryTriangleOfThePosedCharacter) {
  const Result<Model> model = MakeCharacter();
  ASSERT_TRUE(model.ok());
  SplitMix64 random(21);
  int rays = 0, hits = 0;
  for (const char* name : {"idle", "run", "jump"}) {
    const Result<ModelPose> pose = PoseModel(*model, model->FindClip(name), 0.37);
    ASSERT_TRUE(pose.ok());
    const Posed posed{.mesh = model->meshes()[0], .palette = pose->instances[0].palette};
    Target target(posed);
    for (int i = 0; i < 100; ++i, ++rays) {
      const Ray ray = target.RandomRay(random);
      ASSERT_EQ(target.Disagreement(ray, i % 3 == 0 ? RaySides::kFront : RaySides::kBoth), "")
          << name << " ray " << i;
    }
    hits += target.hits();
  }
  EXPECT_GT(hits, rays / 20);
}

// Every kind of primitive, with morphs, loose vertices and wild matrices: 10,000 rays.
TEST(Picking, EqualsATestOfEveryTriangleOfRandomMeshes) {
  int rays = 0, hits = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    RandomMesh random(seed);
    const MeshRecipe recipe{.vertex_count = 60,
                            .joint_count = 20,
                            .skinned = seed % 5 != 0,
                            .normals = false,
                            .morph_count = random.random().Below(3)};
    Mesh::Parts parts = random.Make(recipe).TakeParts();
    constexpr std::array kKinds{Topology::kTriangles, Topology::kTriangleStrip,
                                Topology::kTriangleFan};
    parts.primitives[0].topology = kKinds[seed % 3];
    const Mesh mesh = Expect(Mesh::Create(std::move(parts)));
    Posed posed{.mesh = mesh};
    posed.palette = random.Palette(20, static_cast<RandomMesh::Matrices>(seed % 4));
    posed.rigid = posed.palette[0];
    for (std::uint32_t m = 0; m < mesh.morph_count(); ++m) {
      posed.morphs.push_back(random.random().Between(-1, 1));
    }
    Target target(posed);
    for (int i = 0; i < 100; ++i, ++rays) {
      const Ray ray = target.RandomRay(random.random());
      ASSERT_EQ(target.Disagreement(ray, i % 3 == 0 ? RaySides::kFront : RaySides::kBoth), "")
          << "seed " << seed << " ray " << i;
    }
    hits += target.hits();
  }
  EXPECT_EQ(rays, 10'000);
  EXPECT_GT(hits, 3'000);
}

TEST(Picking, TheJointIsTheStrongestAtTheHitAndOfEqualsTheLowest) {
  Primitive primitive{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  primitive.influences = {.begins = {0, 1, 2, 4},
                          .list = {{3, 1.0f}, {5, 1.0f}, {1, 0.5f}, {3, 0.5f}}};
  const Mesh mesh = Expect(Mesh::Create({.primitives = {std::move(primitive)}}));
  const Posed posed{.mesh = mesh, .palette = std::vector<Affine>(6)};
  Target target(posed);
  const auto joint_at = [&](float x, float y) { return target.Pick({.origin = {x, y, 1}})->joint; };
  EXPECT_EQ(joint_at(0.125f, 0.125f), 3u);
  EXPECT_EQ(joint_at(0.75f, 0.125f), 5u);
  EXPECT_EQ(joint_at(0.5f, 0.0f), 3u);  // Half and half: 3 before 5.
  EXPECT_EQ(joint_at(0.0f, 1.0f), 1u);  // Half and half: 1 before 3.
}

TEST(Picking, PointsAndLinesAreNeverHit) {
  Mesh::Parts parts = Square().TakeParts();
  parts.primitives[0].topology = Topology::kLineStrip;
  const Mesh mesh = Expect(Mesh::Create(std::move(parts)));
  const Posed posed{.mesh = mesh};
  Target target(posed);
  EXPECT_EQ(target.pick_mesh().triangle_count(), 0u);
  EXPECT_FALSE(target.Pick({.origin = {0.5f, 0.5f, 1}}));
}

TEST(Picking, ARefusedJobLeavesTheHitAlone) {
  const Mesh mesh = Square();
  const PickMesh pick_mesh = PickMesh::Create(mesh, 0);
  const Primitive other;
  std::vector<Box> scratch(pick_mesh.scratch_size());
  std::optional<RayHit> hit = RayHit{.triangle = 77};
  const auto run = [&](const auto& change) {
    PickJob job{
        .mesh = pick_mesh, .primitive = mesh.primitives()[0], .scratch = scratch, .hit = hit};
    change(job);
    return job.Run();
  };
  EXPECT_EQ((PickJob{.mesh = pick_mesh, .primitive = other, .scratch = scratch, .hit = hit}.Run()),
            Error::kOtherMesh);
  // As many vertices and triangles, but joints and targets that the boxes know nothing of.
  for (const bool with_joints : {true, false}) {
    Primitive alike = mesh.primitives()[0];
    if (with_joints) {
      alike.influences.begins.push_back(0);
      for (std::uint32_t v = 0; v < alike.vertex_count(); ++v) {
        alike.influences.list.push_back({40, 1.0f});
        alike.influences.begins.push_back(v + 1);
      }
    } else {
      alike.morph_targets.resize(1);
    }
    EXPECT_EQ(
        (PickJob{.mesh = pick_mesh, .primitive = alike, .scratch = scratch, .hit = hit}.Run()),
        Error::kOtherMesh);
  }
  EXPECT_EQ(run([](PickJob& job) { job.ray.direction = {}; }), Error::kOptionOutOfRange);
  EXPECT_EQ(run([](PickJob& job) { job.ray.max_distance = -1.0f; }), Error::kOptionOutOfRange);
  EXPECT_EQ(run([](PickJob& job) { job.ray.origin.x = std::nanf(""); }), Error::kValueNotFinite);
  EXPECT_EQ(run([](PickJob& job) { job.scratch = job.scratch.first(1); }), Error::kBoxesTooSmall);
  EXPECT_EQ(hit->triangle, 77u);
  const Mesh skinned = [] {
    RandomMesh random(3);
    return random.Make({.fewest_influences = 1});
  }();
  const PickMesh needs_palette = PickMesh::Create(skinned, 0);
  std::vector<Box> room(needs_palette.scratch_size());
  EXPECT_EQ(
      (PickJob{
          .mesh = needs_palette, .primitive = skinned.primitives()[0], .scratch = room, .hit = hit}
           .Run()),
      Error::kPaletteTooSmall);
}

}  // namespace
}  // namespace sinew::testing
