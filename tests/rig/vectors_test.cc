// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rigging against numbers from outside: vectors/scotty3d.json, where it is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "io/json/json.h"
#include "rig/surfaces.h"
#include "sinew/half_edge_mesh.h"
#include "sinew/rigging.h"
#include "support/assets.h"
#include "support/near.h"

namespace sinew {
namespace {

using testing::Near;

constexpr char kVectors[] = "vectors/scotty3d.json";
// S20: Scotty3D's own tests allow 1e-3. Here 1e-6 is allowed to what is computed in one way alone,
// and 1e-5 to what its program stored in six digits.
constexpr double kTheirEpsilon = 1e-3, kComputed = 1e-6, kStored = 1e-5;
static_assert(kComputed < kTheirEpsilon && kStored < kTheirEpsilon);
constexpr double kRadians = std::numbers::pi / 180.0;

struct Vectors {
  std::string text;
  std::optional<json::Document> document;

  Vectors() {
    const auto bytes = testing::ReadFileBytes(testing::AssetPath(kVectors));
    if (!bytes) return;
    text.assign(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    document.emplace(json::Document::Parse(text).value());
  }
  json::Value operator[](const char* key) const { return *document->root().Find(key); }
};

Vec3 VectorOf(json::Value value, double unit = 1.0) {
  std::vector<float> numbers;
  for (const json::Value v : value.elements()) {
    numbers.push_back(static_cast<float>(v.number() * unit));
  }
  return {numbers.at(0), numbers.at(1), numbers.at(2)};
}

std::vector<Vec3> VectorsOf(json::Value value, double unit = 1.0) {
  std::vector<Vec3> vectors;
  for (const json::Value v : value.elements()) vectors.push_back(VectorOf(v, unit));
  return vectors;
}

BoneRig RigOf(json::Value value) {
  const json::Value skeleton = *value.Find("skeleton");
  BoneRig rig{.base = VectorOf(*skeleton.Find("base")),
              .base_offset = VectorOf(*skeleton.Find("base_offset"))};
  for (const json::Value bone : skeleton.Find("bones")->elements()) {
    const Result<std::uint32_t> added =
        AddBone(rig, {.extent = VectorOf(*bone.Find("extent")),
                      .roll = static_cast<float>(bone.Find("roll")->number() * kRadians),
                      .radius = static_cast<float>(bone.Find("radius")->number()),
                      .pose = VectorOf(*bone.Find("pose"), kRadians),
                      .parent = static_cast<std::int32_t>(bone.Find("parent")->number())});
    EXPECT_TRUE(added.ok());
  }
  const auto handles = value.Find("handles");
  if (!handles) return rig;
  for (const json::Value handle : handles->elements()) {
    const Result<std::uint32_t> added =
        AddHandle(rig, {.bone = static_cast<std::uint32_t>(handle.Find("bone")->number()),
                        .target = VectorOf(*handle.Find("target")),
                        .enabled = handle.Find("enabled")->number() != 0.0});
    EXPECT_TRUE(added.ok());
  }
  return rig;
}

// The largest difference between weights and the vectors' lists of [bone, weight]; 1 where one of
// them has an influence that the other has not.
double LargestDifference(const Influences& weights, json::Value expected) {
  double largest = 0.0;
  std::uint32_t v = 0;
  for (const json::Value list : expected.elements()) {
    const std::span<const Influence> of = weights.of(v++);
    if (of.size() != static_cast<std::size_t>(list.size())) return 1.0;
    std::size_t k = 0;
    for (const json::Value pair : list.elements()) {
      std::vector<double> numbers;
      for (const json::Value n : pair.elements()) numbers.push_back(n.number());
      if (of[k].joint != static_cast<std::uint32_t>(numbers.at(0))) return 1.0;
      largest = std::max(largest, std::abs(double{of[k].weight} - numbers.at(1)));
      ++k;
    }
  }
  return largest;
}

TEST(RigVectors, BonesStandWhereTheyShould) {  // S14, S15
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["fk"].elements()) {
    const BoneRig rig = RigOf(value);
    const Result<std::vector<Affine>> pose =
        value.Find("pose")->string_is("bind") ? BindPose(rig) : CurrentPose(rig);
    ASSERT_TRUE(pose.ok());
    std::size_t bone = 0;
    for (const json::Value matrix : value.Find("expected_col_major")->elements()) {
      std::size_t i = 0;
      for (const json::Value entry : matrix.elements()) {
        const std::size_t row = i % 4, column = i / 4;
        if (row < 3) {
          EXPECT_NEAR((*pose)[bone].m[row][column], entry.number(), kComputed);
          ++checked;
        }
        ++i;
      }
      ++bone;
    }
  }
  EXPECT_EQ(checked, 48);
}

TEST(RigVectors, ClosestPointsAreTheirs) {  // S3
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["closest_point"].elements()) {
    EXPECT_TRUE(Near(ClosestPointOnSegment(VectorOf(*value.Find("a")), VectorOf(*value.Find("b")),
                                           VectorOf(*value.Find("p"))),
                     VectorOf(*value.Find("expected")), kComputed));
    ++checked;
  }
  EXPECT_EQ(checked, 3);
}

TEST(RigVectors, GradientsAreTheirs) {  // S16
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["ik_gradient"].elements()) {
    const Result<std::vector<Vec3>> gradient = IkGradient(RigOf(value));
    ASSERT_TRUE(gradient.ok());
    std::vector<std::string> compare;
    for (const json::Value v : value.Find("compare")->elements()) compare.push_back(v.string());
    std::size_t bone = 0;
    for (const json::Value expected : value.Find("expected")->elements()) {
      Vec3 got = (*gradient)[bone];
      if (compare[bone] == "direction") got = NormalizeOr(got, {});
      EXPECT_TRUE(Near(got, VectorOf(expected), kComputed));
      ++bone;
      ++checked;
    }
  }
  EXPECT_EQ(checked, 6);
}

TEST(RigVectors, SolvingIkConvergesToTheirPose) {  // S16
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["ik_solve"].elements()) {
    BoneRig rig = RigOf(value);
    const auto steps = static_cast<std::uint32_t>(value.Find("steps_per_call")->number());
    bool converged = false;
    for (double i = 0; i < value.Find("calls")->number(); ++i) {
      const Result<GradientIkJob::Outcome> outcome = SolveIk(rig, steps);
      ASSERT_TRUE(outcome.ok());
      converged = outcome->converged;
    }
    EXPECT_TRUE(converged);
    const Vec3 low = VectorOf(*value.Find("expected_pose_min"), kRadians);
    const Vec3 high = VectorOf(*value.Find("expected_pose_max"), kRadians);
    const Vec3 pose = rig.bones[0].pose;
    EXPECT_TRUE(pose.x >= low.x && pose.x <= high.x) << pose.x;
    EXPECT_EQ(pose.y, 0.0f);
    EXPECT_EQ(pose.z, 0.0f);
    EXPECT_EQ(rig.base, VectorOf(*value.Find("expected_base")));
    EXPECT_EQ(rig.base_offset, Vec3{});
    ++checked;
  }
  EXPECT_EQ(checked, 1);
}

TEST(RigVectors, TheCylindersCornersAreTheirs) {  // S4 to S11
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  int checked = 0;
  for (const json::Value value : vectors["skin"].elements()) {
    PolygonMesh::Parts parts;
    parts.positions = VectorsOf(*value.Find("rest_positions"));
    for (const json::Value v : value.Find("corner_vertex")->elements()) {
      parts.corners.push_back(static_cast<std::uint32_t>(v.number()));
    }
    for (std::uint32_t c = 3; c <= parts.corners.size(); c += 3) parts.face_begins.push_back(c);
    parts.corner_normals = VectorsOf(*value.Find("corner_rest_normals"));
    const BoneRig rig = RigOf(value);
    const Result<PolygonMesh> weighted = AssignBoneWeights(testing::Polygons(parts), rig);
    ASSERT_TRUE(weighted.ok());
    EXPECT_LE(LargestDifference(weighted->influences(), *value.Find("weights")), kComputed);
    // Through half-edges and back: the corners stay in the vectors' order.
    const Result<HalfEdgeMesh> surface = HalfEdgeMesh::Create(*weighted);
    ASSERT_TRUE(surface.ok()) << Describe(surface.failure());
    EXPECT_TRUE(surface->Borders().empty());
    const Result<CornerMesh> skinned = SkinPolygons(surface->ToPolygons(), rig);
    ASSERT_TRUE(skinned.ok());
    EXPECT_EQ(skinned->corner_vertices, parts.corners);
    ASSERT_EQ(skinned->indices.size(), 144u);
    const std::vector<Vec3> positions = VectorsOf(*value.Find("expected_corner_positions"));
    const std::vector<Vec3> normals = VectorsOf(*value.Find("expected_corner_normals"));
    for (std::size_t i = 0; i < 144; ++i) {
      EXPECT_EQ(skinned->indices[i], i);
      EXPECT_TRUE(Near(skinned->positions[i], positions.at(i), 2e-6));
      EXPECT_TRUE(Near(skinned->normals[i], normals.at(i), 2e-6));
      ++checked;
    }
  }
  EXPECT_EQ(checked, 144);
}

// The human of the vectors has no faces; triangles over all its vertices bring it through.
PolygonMesh HumanOf(json::Value human) {
  PolygonMesh::Parts parts;
  parts.positions = VectorsOf(*human.Find("positions"));
  const auto count = static_cast<std::uint32_t>(parts.positions.size());
  for (std::uint32_t v = 0; v < count; v += 3) {
    for (std::uint32_t k = 0; k < 3; ++k) parts.corners.push_back((v + k) % count);
    parts.face_begins.push_back(static_cast<std::uint32_t>(parts.corners.size()));
  }
  return testing::Polygons(parts);
}

TEST(RigVectors, TheHumansWeightsAreTheShippedOnes) {  // S4 to S8
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  const json::Value human = vectors["human"];
  const Result<PolygonMesh> weighted = AssignBoneWeights(HumanOf(human), RigOf(human));
  ASSERT_TRUE(weighted.ok());
  const Influences& weights = weighted->influences();
  ASSERT_EQ(weighted->vertex_count(), 808u);
  EXPECT_LE(LargestDifference(weights, *human.Find("stored_weights")), kStored);
  std::vector<int> with_so_many(6);
  for (std::uint32_t v = 0; v < 808; ++v) ++with_so_many.at(weights.of(v).size());
  EXPECT_EQ(with_so_many, (std::vector<int>{0, 519, 250, 28, 10, 1}));
}

TEST(RigVectors, TheHumanStandsWhereItsPosesSay) {  // S9 to S12
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  const json::Value human = vectors["human"];
  BoneRig rig = RigOf(human);
  const PolygonMesh mesh = AssignBoneWeights(HumanOf(human), rig).value();
  int poses = 0, checked = 0;
  for (const json::Value value : human.Find("derived_reference_poses")->elements()) {
    const std::vector<Vec3> angles = VectorsOf(*value.Find("bone_pose_degrees"), kRadians);
    for (std::size_t b = 0; b < rig.bones.size(); ++b) rig.bones[b].pose = angles.at(b);
    rig.base_offset = VectorOf(*value.Find("base_offset"));
    const Result<CornerMesh> skinned = SkinPolygons(mesh, rig);
    ASSERT_TRUE(skinned.ok());
    const std::vector<Vec3> expected = VectorsOf(*value.Find("posed_positions_double"));
    std::vector<bool> seen(mesh.vertex_count());
    for (std::size_t c = 0; c < skinned->positions.size(); ++c) {
      const std::uint32_t v = skinned->corner_vertices[c];
      ASSERT_TRUE(Near(skinned->positions[c], expected.at(v), kStored)) << "vertex " << v;
      if (poses == 0) {
        ASSERT_EQ(skinned->positions[c], mesh.positions()[v]);  // Unchanged.
      }
      checked += seen[v] ? 0 : 1;
      seen[v] = true;
    }
    ++poses;
  }
  EXPECT_EQ(poses, 3);
  EXPECT_EQ(checked, 3 * 808);
}

TEST(RigVectors, TurningABoneOfTheHumanMovesItsVerticesAndNoOthers) {  // S13
  SINEW_SKIP_WITHOUT_ASSET(kVectors);
  const Vectors vectors;
  const json::Value human = vectors["human"];
  const BoneRig rest = RigOf(human);
  const PolygonMesh mesh = AssignBoneWeights(HumanOf(human), rest).value();
  for (std::uint32_t turned = 0; turned < rest.bones.size(); ++turned) {
    BoneRig rig = rest;
    rig.bones[turned].pose = {0.5f, 0.25f, -0.5f};
    std::vector<bool> below(rig.bones.size());  // The bone and what hangs on it.
    for (std::size_t b = turned; b < below.size(); ++b) {
      const std::int32_t parent = rig.bones[b].parent;
      below[b] = b == turned || (parent >= 0 && below[static_cast<std::size_t>(parent)]);
    }
    const Result<CornerMesh> skinned = SkinPolygons(mesh, rig);
    ASSERT_TRUE(skinned.ok());
    int moved = 0;
    for (std::size_t c = 0; c < skinned->positions.size(); ++c) {
      const std::uint32_t v = skinned->corner_vertices[c];
      const bool follows = std::ranges::any_of(
          mesh.influences().of(v), [&](const Influence& in) { return below[in.joint]; });
      if (!follows) {
        ASSERT_EQ(skinned->positions[c], mesh.positions()[v]);
      }
      moved += skinned->positions[c] != mesh.positions()[v] ? 1 : 0;
    }
    EXPECT_GT(moved, 5) << "bone " << turned;
  }
}

}  // namespace
}  // namespace sinew
