// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <vector>

#include "rig/shapes.h"
#include "sinew/mesh.h"
#include "sinew/weights.h"
#include "support/build_model.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// What every result must be: Mesh::Create asks for ascending joints and positive weights.
void ExpectUsable(const Shape& shape, const Influences& influences) {
  Primitive primitive;
  primitive.positions = shape.positions;
  primitive.influences = influences;
  Expect(Mesh::Create({.primitives = {primitive}}), Mesh::Create({}).value());
  ASSERT_EQ(influences.begins.size(), shape.positions.size() + 1);
  for (std::uint32_t v = 0; v < shape.positions.size(); ++v) {
    double sum = 0.0;
    for (const Influence& one : influences.of(v)) sum += static_cast<double>(one.weight);
    EXPECT_NEAR(sum, 1.0, 1e-6) << "vertex " << v;
  }
}

TEST(HeatWeights, OfEveryVertexSumToOne) {  // S2
  const Shape tube = Tube(31, 16, 6.0f, 0.3f);
  const WeightsResult made = Expect(HeatWeights(tube.Request(Chain(3, 2.0f), 3)));
  ExpectUsable(tube, made.influences);
  EXPECT_EQ(made.report.island_count, 1u);
  EXPECT_EQ(made.report.place_count, tube.positions.size());
  EXPECT_THAT(made.report.notes, IsEmpty());
  EXPECT_THAT(made.report.idle_joints, IsEmpty());
}

TEST(HeatWeights, FollowTheNearestBoneAndMeetInTheMiddle) {
  const Shape tube = Tube(41, 16, 8.0f);
  const WeightsResult made = Expect(HeatWeights(tube.Request(Chain(2, 4.0f), 2)));
  EXPECT_GT(WeightOf(made.influences, 0, 0), 0.95f);
  EXPECT_NEAR(WeightOf(made.influences, 20 * 16, 0), 0.5f, 0.02f);  // The ring at the joint.
  EXPECT_GT(WeightOf(made.influences, 40 * 16, 1), 0.95f);
}

TEST(HeatWeights, ReportTheLargestJumpAlongAnEdge) {
  const Shape tube = Tube(41, 16, 8.0f);
  const std::vector<BoneSegment> bones = Chain(4, 2.0f);
  const WeightsResult made = Expect(HeatWeights(tube.Request(bones, 4)));
  float largest = 0.0f;
  for (std::size_t i = 0; i < tube.triangles.size(); ++i) {
    const std::uint32_t a = tube.triangles[i], b = tube.triangles[i % 3 == 2 ? i - 2 : i + 1];
    for (std::uint32_t j = 0; j < 4; ++j) {
      largest = std::max(
          largest, std::abs(WeightOf(made.influences, a, j) - WeightOf(made.influences, b, j)));
    }
  }
  EXPECT_EQ(made.report.largest_jump, largest);
  EXPECT_EQ(std::abs(WeightOf(made.influences, made.report.jump_vertex, made.report.jump_joint) -
                     WeightOf(made.influences, made.report.jump_neighbour, made.report.jump_joint)),
            largest);
  // Rings stand 0.2 apart beside a radius of 1: there is room to be smooth.
  EXPECT_LT(largest, 0.2f);
}

TEST(HeatWeights, DoNotDependOnTheOrderOfVerticesAndTriangles) {
  Shape shape = Tube(21, 12, 6.0f, 0.4f);
  SplitMix64 random(7);
  for (Vec3& p : shape.positions) {  // So that nothing is symmetric.
    const Vec3 shake = random.Vector(0.05f);
    p = {p.x + shake.x, p.y + shake.y, p.z + shake.z};
  }
  const std::vector<BoneSegment> bones = Chain(3, 2.0f);
  const WeightsResult straight = Expect(HeatWeights(shape.Request(bones, 3)));

  std::vector<std::uint32_t> new_of(shape.positions.size());
  for (std::uint32_t i = 0; i < new_of.size(); ++i) new_of[i] = i;
  for (std::uint32_t i = static_cast<std::uint32_t>(new_of.size()); i-- > 1;) {
    std::swap(new_of[i], new_of[random.Below(i + 1)]);
  }
  Shape shuffled;
  shuffled.positions.resize(shape.positions.size());
  for (std::uint32_t v = 0; v < new_of.size(); ++v) {
    shuffled.positions[new_of[v]] = shape.positions[v];
  }
  for (std::size_t t = shape.triangles.size() / 3; t-- > 0;) {  // Last first, each turned.
    for (const std::size_t c : {1u, 2u, 0u}) {
      shuffled.triangles.push_back(new_of[shape.triangles[3 * t + c]]);
    }
  }
  const WeightsResult made = Expect(HeatWeights(shuffled.Request(bones, 3)));
  for (std::uint32_t v = 0; v < new_of.size(); ++v) {
    const auto before = straight.influences.of(v), after = made.influences.of(new_of[v]);
    ASSERT_TRUE(std::equal(before.begin(), before.end(), after.begin(), after.end())) << v;
  }
}

TEST(HeatWeights, AreUnchangedByRigidMotionAndScale) {
  const Shape tube = Tube(25, 13, 6.0f, 0.3f);
  std::vector<BoneSegment> bones = Chain(3, 2.0f);
  for (BoneSegment& bone : bones) bone.head.x += 0.1f, bone.tail.x += 0.1f;
  const WeightsResult still = Expect(HeatWeights(tube.Request(bones, 3)));
  for (const float scale : {1.0f, 0.001f, 250.0f}) {
    const Transform motion{{3.0f * scale, -7.0f * scale, 1.5f * scale},
                           Normalize({0.3f, -0.5f, 0.2f, 0.7f}),
                           {scale, scale, scale}};
    std::vector<BoneSegment> moved = bones;
    for (BoneSegment& bone : moved) {
      bone.head = TransformPoint(AffineOf(motion), bone.head);
      bone.tail = TransformPoint(AffineOf(motion), bone.tail);
    }
    const Shape shape = Moved(tube, motion);
    const WeightsResult made = Expect(HeatWeights(shape.Request(moved, 3)));
    EXPECT_LT(LargestDifference(still.influences, made.influences, 3), 2e-4f) << scale;
  }
}

// A flat-ish body, half of it made and the other half mirrored at x = 0, triangles included.
Shape MirroredBody() {
  constexpr std::uint32_t kAcross = 14, kAround = 16;
  Shape half;
  for (std::uint32_t i = 0; i <= kAcross; ++i) {
    const double along = 1.5707963267948966 * i / kAcross;
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const double around = 6.283185307179586 * k / kAround;
      half.positions.push_back({static_cast<float>(2.0 * Sin(along)),
                                static_cast<float>(Cos(along) * Cos(around) + 0.1 * Sin(around)),
                                static_cast<float>(0.6 * Cos(along) * Sin(around))});
    }
  }
  for (std::uint32_t i = 0; i < kAcross; ++i) {
    for (std::uint32_t k = 0; k < kAround; ++k) {
      const std::uint32_t a = i * kAround + k, b = i * kAround + (k + 1) % kAround, c = a + kAround,
                          d = b + kAround;
      half.triangles.insert(half.triangles.end(), {a, b, d, a, d, c});
    }
  }
  Shape mirrored = half;
  for (Vec3& p : mirrored.positions) p.x = -p.x;
  for (std::size_t i = 0; i < mirrored.triangles.size(); i += 3) {
    std::swap(mirrored.triangles[i + 1], mirrored.triangles[i + 2]);
  }
  half.Append(mirrored);
  return half;
}

TEST(HeatWeights, OfASymmetricMeshAreSymmetric) {
  const Shape body = MirroredBody();
  const std::vector<BoneSegment> bones{{0, {0, -0.5f, 0}, {0, 0.5f, 0}},
                                       {1, {0.3f, 0.2f, 0}, {1.6f, 0.1f, 0}},
                                       {2, {-0.3f, 0.2f, 0}, {-1.6f, 0.1f, 0}}};
  const WeightsResult made = Expect(HeatWeights(body.Request(bones, 3)));
  ExpectUsable(body, made.influences);
  const auto half = static_cast<std::uint32_t>(body.positions.size() / 2);
  for (std::uint32_t v = 0; v < half; ++v) {
    ASSERT_NEAR(WeightOf(made.influences, v, 0), WeightOf(made.influences, v + half, 0), 1e-5) << v;
    ASSERT_NEAR(WeightOf(made.influences, v, 1), WeightOf(made.influences, v + half, 2), 1e-5) << v;
    ASSERT_NEAR(WeightOf(made.influences, v, 2), WeightOf(made.influences, v + half, 1), 1e-5) << v;
  }
  EXPECT_GT(WeightOf(made.influences, half - 1, 1), 0.9f);
}

TEST(HeatWeights, OfVerticesAtOnePlaceAreTheSame) {
  const Shape tube = Tube(21, 12, 6.0f);
  Shape split;  // Every triangle with corners of its own, some of them a hair beside their place.
  SplitMix64 random(3);
  for (const std::uint32_t corner : tube.triangles) {
    split.triangles.push_back(static_cast<std::uint32_t>(split.positions.size()));
    Vec3 p = tube.positions[corner];
    if (random.Below(2) == 0) p.x += 1e-6f;
    split.positions.push_back(p);
  }
  const std::vector<BoneSegment> bones = Chain(3, 2.0f);
  const WeightsResult whole = Expect(HeatWeights(tube.Request(bones, 3)));
  const WeightsResult made = Expect(HeatWeights(split.Request(bones, 3)));
  EXPECT_EQ(made.report.place_count, tube.positions.size());
  EXPECT_EQ(made.report.island_count, 1u);
  std::map<std::uint32_t, std::uint32_t> first;
  for (std::uint32_t i = 0; i < split.positions.size(); ++i) {
    const std::uint32_t other = first.emplace(tube.triangles[i], i).first->second;
    const auto a = made.influences.of(i), b = made.influences.of(other);
    ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end())) << i;
    for (std::uint32_t j = 0; j < 3; ++j) {
      ASSERT_NEAR(WeightOf(made.influences, i, j), WeightOf(whole.influences, tube.triangles[i], j),
                  1e-3)
          << i;
    }
  }
}

TEST(HeatWeights, PassABoneThatTheSurfaceHides) {
  // Two tubes beside each other. The right side of the left tube is nearer to the right tube's bone
  // than to its own, even where that counts double; but a wall stands between.
  Shape shape = Tube(21, 16, 4.0f);
  shape.Append(Moved(Tube(21, 16, 4.0f), {.translation = {2.05f, 0, 0}}));
  const std::vector<BoneSegment> bones{{0, {-0.6f, 0.5f, 0}, {-0.6f, 3.5f, 0}},
                                       {1, {1.5f, 0.5f, 0}, {1.5f, 3.5f, 0}}};
  const WeightsResult made = Expect(HeatWeights(shape.Request(bones, 2)));
  const auto half = static_cast<std::uint32_t>(shape.positions.size() / 2);
  for (std::uint32_t v = 0; v < half; ++v) {
    EXPECT_EQ(WeightOf(made.influences, v, 0), 1.0f) << v;
    EXPECT_EQ(WeightOf(made.influences, v + half, 1), 1.0f) << v;
  }
  EXPECT_THAT(made.report.notes, IsEmpty());
}

TEST(HeatWeights, OfAnIslandBehindOthersAreMadeAndReported) {
  Shape shape = Tube(21, 16, 6.0f);
  const auto body = static_cast<std::uint32_t>(shape.positions.size());
  // A button outside the wall, near the upper bone.
  const Shape button =
      Moved(Tube(3, 6, 0.1f), {.translation = {1.3f, 5.0f, 0}, .scale = {0.1f, 1.0f, 0.1f}});
  shape.Append(button);
  const WeightsResult made = Expect(HeatWeights(shape.Request(Chain(2, 3.0f), 2)));
  ExpectUsable(shape, made.influences);
  ASSERT_EQ(made.report.notes.size(), 1u);
  const IslandNote& note = made.report.notes[0];
  EXPECT_EQ(note.reason, IslandReason::kBehindOthers);
  EXPECT_EQ(note.vertex_count, button.positions.size());
  EXPECT_EQ(note.first_vertex, body);
  EXPECT_EQ(note.joint, 1u);
  EXPECT_NEAR(note.where.x, 1.3f, 1e-5f);
  EXPECT_NEAR(note.where.y, 5.05f, 1e-5f);
  for (std::uint32_t v = body; v < shape.positions.size(); ++v) {
    EXPECT_GT(WeightOf(made.influences, v, 1), 0.9f);
  }
}

// Two tetrahedra through each other, each vertex of one behind a face of the other, seen from the
// middle; a triangle makes one island of them.
Shape StarOfTetrahedra() {
  return {{{1, 1, 1},
           {1, -1, -1},
           {-1, 1, -1},
           {-1, -1, 1},
           {-1, -1, -1},
           {-1, 1, 1},
           {1, -1, 1},
           {1, 1, -1}},
          {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2, 4, 6, 5, 4, 5, 7, 4, 7, 6, 5, 6, 7, 0, 7, 5}};
}

TEST(HeatWeights, OfAnIslandThatHidesEveryBoneFromItselfAreTheNearestBones) {
  const Shape star = StarOfTetrahedra();
  const std::vector<BoneSegment> bones{{0, {-0.1f, 0, 0}, {-0.1f, 0, 0}},
                                       {1, {0.1f, 0, 0}, {0.1f, 0, 0}}};
  const WeightsResult made = Expect(HeatWeights(star.Request(bones, 2)));
  ExpectUsable(star, made.influences);
  ASSERT_EQ(made.report.notes.size(), 1u);
  EXPECT_EQ(made.report.notes[0].reason, IslandReason::kSeesNoBone);
  EXPECT_EQ(made.report.notes[0].vertex_count, 8u);
  EXPECT_EQ(made.report.notes[0].first_vertex, 0u);
  for (std::uint32_t v = 0; v < 8; ++v) {
    const std::uint32_t near = star.positions[v].x < 0.0f ? 0 : 1;
    EXPECT_GT(WeightOf(made.influences, v, near), 0.5f) << v;
  }
}

TEST(HeatWeights, OfVerticesWithoutATriangleAreTheNearestBones) {
  Shape shape = Tube(11, 8, 4.0f);
  const auto first = static_cast<std::uint32_t>(shape.positions.size());
  shape.positions.push_back({5, 3.5f, 0});
  shape.positions.push_back({5, 0.5f, 0});
  shape.positions.push_back({5, 2.0f, 0});  // As far from the one as from the other.
  const WeightsResult made = Expect(HeatWeights(shape.Request(Chain(2, 2.0f), 2)));
  EXPECT_THAT(made.influences.of(first), ElementsAre(Influence{1, 1.0f}));
  EXPECT_THAT(made.influences.of(first + 1), ElementsAre(Influence{0, 1.0f}));
  EXPECT_THAT(made.influences.of(first + 2), ElementsAre(Influence{0, 0.5f}, Influence{1, 0.5f}));
  ASSERT_EQ(made.report.notes.size(), 1u);
  EXPECT_EQ(made.report.notes[0].reason, IslandReason::kNoSurface);
  EXPECT_EQ(made.report.notes[0].vertex_count, 3u);
  EXPECT_EQ(made.report.notes[0].first_vertex, first);
}

TEST(HeatWeights, OfManyJointsEquallyNearAreSharedByTheLowest) {
  const Shape point{{{1, 2, 3}}, {}};
  for (const std::uint32_t count : {20u, 32u, 33u, 100u}) {
    std::vector<BoneSegment> bones;
    for (std::uint32_t j = 0; j < count; ++j) bones.push_back({j, {0, 0, 0}, {0, 0, 0}});
    const WeightsResult made = Expect(HeatWeights(point.Request(bones, count)));
    const std::uint32_t sharing = std::min(count, 32u);
    ASSERT_EQ(made.influences.list.size(), sharing) << count;
    for (std::uint32_t j = 0; j < sharing; ++j) {
      EXPECT_EQ(made.influences.list[j].joint, j);
      EXPECT_FLOAT_EQ(made.influences.list[j].weight, 1.0f / static_cast<float>(sharing));
    }
  }
}

TEST(HeatWeights, SurviveHolesAndTrianglesWithoutArea) {
  Shape shape = Tube(21, 12, 6.0f);
  for (std::size_t hole = 0; hole < 5; ++hole) {
    const auto at = shape.triangles.begin() + static_cast<std::ptrdiff_t>(60 * hole);
    shape.triangles.erase(at, at + 6);
  }
  shape.triangles.insert(shape.triangles.end(), {4, 4, 9, 7, 7, 7, 30, 31, 30});
  // A corner put upon the edge opposite to it: three in a line.
  const auto middle = static_cast<std::uint32_t>(shape.positions.size());
  shape.positions.push_back({(shape.positions[13].x + shape.positions[25].x) / 2,
                             (shape.positions[13].y + shape.positions[25].y) / 2,
                             (shape.positions[13].z + shape.positions[25].z) / 2});
  shape.triangles.insert(shape.triangles.end(), {13, 25, middle});
  const WeightsResult made = Expect(HeatWeights(shape.Request(Chain(3, 2.0f), 3)));
  ExpectUsable(shape, made.influences);
  EXPECT_EQ(made.report.flat_triangle_count, 4u);
  EXPECT_GT(WeightOf(made.influences, 12 * 20, 2), 0.9f);
  EXPECT_GT(WeightOf(made.influences, middle, 0), 0.8f);
}

TEST(HeatWeights, SurviveAnIslandThatIsNothingButSlivers) {
  Shape shape;
  for (std::uint32_t i = 0; i < 10; ++i) shape.positions.push_back({0, static_cast<float>(i), 1});
  for (std::uint32_t i = 0; i + 2 < 10; ++i) {
    shape.triangles.insert(shape.triangles.end(), {i, i + 1, i + 2});
  }
  const WeightsResult made = Expect(HeatWeights(shape.Request(Chain(2, 4.5f), 2)));
  ExpectUsable(shape, made.influences);
  EXPECT_EQ(made.report.flat_triangle_count, 8u);
  EXPECT_GT(WeightOf(made.influences, 0, 0), 0.5f);
  EXPECT_GT(WeightOf(made.influences, 9, 1), 0.5f);
}

TEST(HeatWeights, TakeABoneWithoutLengthAsAPoint) {
  const Shape tube = Tube(21, 12, 6.0f);
  const std::vector<BoneSegment> bones{{0, {0, 1, 0}, {0, 1, 0}}, {1, {0, 5, 0}, {0, 5, 0}}};
  const WeightsResult made = Expect(HeatWeights(tube.Request(bones, 2)));
  ExpectUsable(tube, made.influences);
  EXPECT_EQ(made.report.point_bone_count, 2u);
  EXPECT_GT(WeightOf(made.influences, 3 * 12, 0), 0.8f);
  EXPECT_GT(WeightOf(made.influences, 17 * 12, 1), 0.8f);
}

TEST(HeatWeights, SurviveBonesThatAreVeryFarAway) {
  const Shape tube = Tube(21, 12, 6.0f);
  const std::vector<BoneSegment> bones{{0, {0, -1e15f, 0}, {0, -1e14f, 0}},
                                       {1, {0, 1e14f, 0}, {0, 1e15f, 0}}};
  const WeightsResult made = Expect(HeatWeights(tube.Request(bones, 2)));
  ExpectUsable(tube, made.influences);
  for (std::uint32_t v = 0; v < tube.positions.size(); ++v) {  // As good as equally far.
    EXPECT_NEAR(WeightOf(made.influences, v, 0), 0.5f, 1e-3f) << v;
  }
}

TEST(HeatWeights, SurviveABoneThroughVertices) {
  const Shape tube = Tube(21, 12, 6.0f);
  const std::vector<BoneSegment> bones{{0, tube.positions[12], tube.positions[120]},
                                       {1, tube.positions[120], tube.positions[240]}};
  ExpectUsable(tube, Expect(HeatWeights(tube.Request(bones, 2))).influences);
}

TEST(HeatWeights, OfOnePointAndOneBoneAreOne) {
  Shape point{{{1, 2, 3}}, {}};
  const WeightsResult made = Expect(HeatWeights(point.Request(Chain(1, 1.0f), 1)));
  EXPECT_THAT(made.influences.of(0), ElementsAre(Influence{0, 1.0f}));
}

TEST(HeatWeights, NameJointsThatMoveNothing) {
  const Shape tube = Tube(21, 12, 6.0f);
  std::vector<BoneSegment> bones = Chain(3, 2.0f);
  bones.push_back({3, {9, 2, 0}, {9, 4, 0}});
  const WeightsResult made = Expect(HeatWeights(tube.Request(bones, 5)));
  EXPECT_THAT(made.report.idle_joints, ElementsAre(3u));  // Joint 4 has no bone to begin with.
}

TEST(HeatWeights, LeaveLockedJointsWhatTheyHad) {
  const Shape tube = Tube(21, 12, 6.0f);
  const std::vector<BoneSegment> bones = Chain(3, 2.0f);
  Influences
      before;  // Joint 1 has a third of every other vertex, all of some, and joint 2 the rest.
  before.begins.push_back(0);
  for (std::uint32_t v = 0; v < tube.positions.size(); ++v) {
    if (v % 3 == 0) {
      before.list.push_back({1, 1.0f});
    } else if (v % 3 == 1) {
      before.list.insert(before.list.end(), {{1, 0.3f}, {2, 0.7f}});
    } else {
      before.list.push_back({2, 1.0f});
    }
    before.begins.push_back(static_cast<std::uint32_t>(before.list.size()));
  }
  const std::vector<std::uint32_t> locked{1};
  WeightsRequest request = tube.Request(bones, 3);
  request.locked_joints = locked;
  request.before = &before;
  for (const std::uint32_t most : {0u, 2u}) {
    const WeightsResult made = Expect(HeatWeights(request, {.max_influences = most}));
    ExpectUsable(tube, made.influences);
    for (std::uint32_t v = 0; v < tube.positions.size(); ++v) {
      EXPECT_EQ(WeightOf(made.influences, v, 1), WeightOf(before, v, 1)) << v;
    }
    EXPECT_NEAR(WeightOf(made.influences, 1, 0), 0.7f, 0.02f);  // At the bottom: joint 0's.
  }
}

TEST(HeatWeights, KeepTheLargestWhereALimitIsGiven) {
  const Shape tube = Tube(41, 16, 4.0f);  // Short bones: many reach each vertex.
  const std::vector<BoneSegment> bones = Chain(8, 0.5f);
  const WeightsResult all = Expect(HeatWeights(tube.Request(bones, 8)));
  ASSERT_GT(all.report.most_influences, 3u);
  EXPECT_EQ(all.report.largest_dropped, 0.0f);
  const WeightsResult limited = Expect(HeatWeights(tube.Request(bones, 8), {.max_influences = 3}));
  ExpectUsable(tube, limited.influences);
  EXPECT_EQ(limited.report.most_influences, 3u);
  float dropped = 0.0f;
  std::uint32_t fewer = 0;
  for (std::uint32_t v = 0; v < tube.positions.size(); ++v) {
    std::vector<float> weights;
    for (const Influence& one : all.influences.of(v)) weights.push_back(one.weight);
    std::sort(weights.rbegin(), weights.rend());
    if (weights.size() <= 3) continue;
    ++fewer;
    dropped = std::max(dropped, weights[3]);
  }
  EXPECT_FLOAT_EQ(limited.report.largest_dropped, dropped);
  EXPECT_EQ(limited.report.limited_count, fewer);
}

TEST(HeatWeights, BecomeSmootherWhereAskedTo) {
  const Shape tube = Tube(21, 12, 6.0f);
  const std::vector<BoneSegment> bones = Chain(3, 2.0f);
  const WeightsResult once = Expect(HeatWeights(tube.Request(bones, 3)));
  const WeightsResult smooth = Expect(HeatWeights(tube.Request(bones, 3), {.smoothing = 4}));
  ExpectUsable(tube, smooth.influences);
  EXPECT_LT(smooth.report.largest_jump, 0.9f * once.report.largest_jump);
}

TEST(HeatWeights, TellHowFarTheyAre) {
  const Shape tube = Tube(11, 8, 6.0f);
  const std::vector<BoneSegment> bones = Chain(3, 2.0f);
  std::vector<WeightsStage> stages;
  bool within = true;
  HeatOptions options;
  options.progress = [&](WeightsStage stage, float share) {
    if (stages.empty() || stages.back() != stage) stages.push_back(stage);
    within &= share >= 0.0f && share <= 1.0f;
  };
  Expect(HeatWeights(tube.Request(bones, 3), options));
  EXPECT_TRUE(within);
  EXPECT_THAT(stages, ElementsAre(WeightsStage::kPreparing, WeightsStage::kLooking,
                                  WeightsStage::kSolving, WeightsStage::kFinishing));
}

TEST(HeatWeights, WorkOnAMeshThatIsInsideOut) {
  Shape tube = Tube(21, 12, 6.0f);
  const std::vector<BoneSegment> bones = Chain(3, 2.0f);
  const WeightsResult right = Expect(HeatWeights(tube.Request(bones, 3)));
  for (std::size_t i = 0; i < tube.triangles.size(); i += 3) {
    std::swap(tube.triangles[i], tube.triangles[i + 1]);
  }
  const WeightsResult wrong = Expect(HeatWeights(tube.Request(bones, 3)));
  EXPECT_LT(LargestDifference(right.influences, wrong.influences, 3), 1e-5f);
}

}  // namespace
}  // namespace sinew::testing
