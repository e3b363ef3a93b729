// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/asset.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "sinew/asset_pose.h"
#include "sinew/hash.h"
#include "sinew/pack.h"
#include "sinew/primitive_triangles.h"
#include "sinew/specification.h"
#include "support/full_model.h"
#include "support/random.h"
#include "support/runtime_model.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;
using testing::SplitMix64;

// Everything that an asset shows at some moments of each clip: pose, palettes, vertices, boxes.
std::uint64_t HashOf(const Asset& asset, SkinMethod method = SkinMethod::kLinearBlend) {
  Hash64 hash;
  AssetPose pose(asset, method);
  std::vector<Vec3> positions, normals;
  std::vector<Vec4> tangents;
  for (std::uint32_t clip = 0; clip < asset.clips().size(); ++clip) {
    for (const double part : {0.0, 0.31, 0.77, 1.0}) {
      const double time_s = part * static_cast<double>(asset.clips()[clip].duration_s());
      EXPECT_EQ(pose.Sample(clip, time_s), Error::kNone);
      hash.Add(pose.model_from_joint());
      for (std::uint32_t skin = 0; skin < asset.skins().size(); ++skin) {
        hash.Add(pose.palette(skin));
      }
      const DrawRange draws = asset.draws();
      for (const Draw draw : draws) {
        const std::uint32_t count = asset.primitives()[draw.primitive].vertices.vertex_count();
        positions.assign(count, {});
        normals.assign(count, {});
        tangents.assign(count, {});
        EXPECT_EQ(
            pose.Skin(draw, {.positions = positions, .normals = normals, .tangents = tangents}),
            Error::kNone);
        hash.Add(std::span<const Vec3>(positions)).Add(std::span<const Vec3>(normals));
        hash.Add(std::span<const Vec4>(tangents));
        const Box box = pose.bounds(draw);
        hash.Add(std::span(&box.min, 1)).Add(std::span(&box.max, 1));
      }
    }
  }
  return hash.value();
}

// --- one view over both sources ---

TEST(Asset, OfAModelShowsWhatTheModelHolds) {
  const Model model = testing::FullModel();
  const Asset asset = Asset::Create(model);
  EXPECT_EQ(asset.skeleton().joint_count(), model.skeleton().joint_count());
  ASSERT_EQ(asset.clips().size(), model.clips().size());
  EXPECT_EQ(asset.clips()[0].name(), "wave");
  EXPECT_EQ(asset.FindClip("none"), 1u);
  EXPECT_EQ(asset.FindClip("no such clip"), std::nullopt);
  EXPECT_EQ(asset.skins().size(), model.skins().size());
  EXPECT_EQ(asset.instances().size(), model.instances().size());
  EXPECT_TRUE(std::ranges::equal(asset.materials(), model.materials()));
  EXPECT_TRUE(std::ranges::equal(asset.textures(), model.textures()));
  ASSERT_EQ(asset.images().size(), model.images().size());
  EXPECT_EQ(asset.images()[1].bytes.data(), asset.model()->images()[1].bytes.data());
  ASSERT_NE(asset.model(), nullptr);
  EXPECT_EQ(asset.file(), nullptr);
}

TEST(Asset, PackedInMemoryEqualsTheOneOpenedFromItsFileToTheBit) {
  const Asset exact = Asset::Create(testing::RuntimeModel());
  const Result<Asset> packed = Pack(exact);
  ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
  const AlignedBytes bytes = WriteRuntimeFile(*exact.model()).value();
  const Result<Asset> opened = Asset::Open(bytes);
  ASSERT_TRUE(opened.ok()) << Describe(opened.failure());
  for (const SkinMethod method : {SkinMethod::kLinearBlend, SkinMethod::kDualQuaternion}) {
    EXPECT_EQ(HashOf(*packed, method), HashOf(*opened, method));
  }
}

TEST(Asset, OfAModelAndOfItsFileHaveTheSameDrawsVerticesAndAttributes) {
  const Asset exact = Asset::Create(testing::FullModel());
  const Asset packed = Pack(exact).value();
  const DrawRange a = exact.draws(), b = packed.draws();
  ASSERT_EQ(a.size(), b.size());
  auto other = b.begin();
  for (const Draw draw : a) {
    EXPECT_EQ(draw, *other++);
    const AssetPrimitive& one = exact.primitives()[draw.primitive];
    const AssetPrimitive& two = packed.primitives()[draw.primitive];
    EXPECT_TRUE(std::ranges::equal(one.vertices.bytes(), two.vertices.bytes()));
    EXPECT_TRUE(
        std::ranges::equal(std::as_bytes(one.all_texcoords), std::as_bytes(two.all_texcoords)));
    EXPECT_TRUE(std::ranges::equal(std::as_bytes(one.all_colors), std::as_bytes(two.all_colors)));
    EXPECT_EQ(one.topology, two.topology);
  }
}

TEST(Asset, OfAModelAndOfItsFileHaveTheSameMaterials) {
  const Asset exact = Asset::Create(testing::FullModel());
  const Asset packed = Pack(exact, {}, {.embed_images = true}).value();
  EXPECT_TRUE(std::ranges::equal(exact.materials(), packed.materials()));
  EXPECT_TRUE(std::ranges::equal(exact.textures(), packed.textures()));
  ASSERT_EQ(exact.images().size(), packed.images().size());
  for (std::size_t i = 0; i < exact.images().size(); ++i) {
    const ImageView &a = exact.images()[i], &b = packed.images()[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.mime_type, b.mime_type);
    EXPECT_EQ(a.uri, b.uri);
    EXPECT_TRUE(std::ranges::equal(a.bytes, b.bytes));
  }
  for (std::size_t p = 0; p < exact.primitives().size(); ++p) {
    EXPECT_EQ(exact.primitives()[p].material, packed.primitives()[p].material);
  }
}

TEST(Asset, CountsItsDrawsWithoutStoringThem) {
  const Asset asset = Asset::Create(testing::FullModel());
  const DrawRange draws = asset.draws();
  std::uint64_t count = 0;
  for ([[maybe_unused]] const Draw draw : draws) ++count;
  EXPECT_EQ(count, draws.size());
  EXPECT_GT(count, asset.instances().size());  // A mesh has two primitives.
}

TEST(Asset, OrdersDrawsByTheirNodeInTheFile) {
  const Asset asset = Asset::Create(testing::FullModel());
  std::uint32_t last = 0;
  const DrawRange draws = asset.draws();
  for (const Draw draw : draws) {
    const std::uint32_t node = asset.skeleton().file_node(asset.instances()[draw.instance].joint);
    EXPECT_GE(node, last);
    last = node;
  }
}

// --- sharing ---

TEST(Asset, StaysAliveAsLongAsASetupMadeFromIt) {
  std::optional<MixerSetup> setup;
  {
    const Asset asset = Asset::Create(testing::FullModel());
    setup = asset.MakeMixerSetup().value();
  }
  const std::optional<Asset> still_there = Asset::Of(*setup);
  ASSERT_TRUE(still_there);
  EXPECT_EQ(still_there->clips()[0].name(), "wave");
}

TEST(Asset, ReleasesAMappingOnceWhenNobodyUsesItAnyMore) {
  const AlignedBytes bytes = WriteRuntimeFile(testing::FullModel()).value();
  int released = 0;
  const MappingRelease release{[](void* count) { ++*static_cast<int*>(count); }, &released};
  {
    std::optional<Asset> copy;
    {
      const Asset asset = Asset::Open(bytes.span(), release).value();
      copy = asset;
    }
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

TEST(Asset, LeavesTheMappingToTheCallerWhereOpeningFails) {
  AlignedBytes bytes = WriteRuntimeFile(testing::FullModel()).value();
  bytes.data()[bytes.size() - 1] ^= std::byte{1};
  int released = 0;
  const MappingRelease release{[](void* count) { ++*static_cast<int*>(count); }, &released};
  EXPECT_FALSE(Asset::Open(bytes.span(), release).ok());
  EXPECT_EQ(released, 0);
}

TEST(Asset, OwnsBytesThatWereMovedIntoIt) {
  const Asset asset = Asset::Open(WriteRuntimeFile(testing::FullModel()).value()).value();
  EXPECT_EQ(asset.clips()[0].name(), "wave");
  EXPECT_NE(asset.file(), nullptr);
  EXPECT_EQ(asset.model(), nullptr);
}

// --- back to a model ---

TEST(Asset, OfAFileGivesTheSameSkeletonSkinsAndMeshesBackAsAModel) {
  const Model model = testing::FullModel();
  const Asset packed = Pack(Asset::Create(model)).value();
  const Result<Model> back = ToModel(packed);
  ASSERT_TRUE(back.ok()) << Describe(back.failure());
  EXPECT_EQ(back->skeleton().rest_hash(), model.skeleton().rest_hash());
  ASSERT_EQ(back->skins().size(), model.skins().size());
  for (std::size_t s = 0; s < model.skins().size(); ++s) {
    EXPECT_TRUE(std::ranges::equal(back->skins()[s].joints(), model.skins()[s].joints()));
    EXPECT_TRUE(
        std::ranges::equal(back->skins()[s].inverse_bind(), model.skins()[s].inverse_bind()));
  }
  ASSERT_EQ(back->meshes().size(), model.meshes().size());
  for (std::size_t m = 0; m < model.meshes().size(); ++m) {
    ASSERT_EQ(back->meshes()[m].primitives().size(), model.meshes()[m].primitives().size());
    for (std::size_t p = 0; p < model.meshes()[m].primitives().size(); ++p) {
      const Primitive& a = model.meshes()[m].primitives()[p];
      const Primitive& b = back->meshes()[m].primitives()[p];
      EXPECT_EQ(a.positions, b.positions);
      EXPECT_EQ(a.normals, b.normals);
      EXPECT_EQ(a.tangents, b.tangents);
      EXPECT_EQ(a.influences.begins, b.influences.begins);
      EXPECT_EQ(a.influences.list, b.influences.list);
      ASSERT_EQ(a.morph_targets.size(), b.morph_targets.size());
      for (std::size_t t = 0; t < a.morph_targets.size(); ++t) {
        EXPECT_EQ(a.morph_targets[t].positions, b.morph_targets[t].positions);
      }
    }
  }
  EXPECT_TRUE(back->clips().empty());
  EXPECT_TRUE(std::ranges::equal(back->materials(), model.materials()));
  EXPECT_TRUE(std::ranges::equal(back->textures(), model.textures()));
}

// --- refusals ---

TEST(Asset, GoesWithoutBoxesWhereJointsAreOutOfProportionToVertices) {
  // Eight times three vertices that name joint 60,000, in a mesh that stands nowhere: boxes for all
  // joints up to it would take megabytes each. The first ones get theirs.
  Model::Parts parts;
  parts.skeleton = testing::SkeletonOf({-1}, {Transform{}});
  Primitive far;
  far.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  far.influences = {.begins = {0, 1, 2, 3}, .list = {{60'000, 1}, {60'000, 1}, {60'000, 1}}};
  const std::vector<Primitive> eight(8, far);
  parts.meshes.push_back(Mesh::Create({.primitives = eight}).value());
  const Asset exact = Asset::Create(Model::Create(std::move(parts)).value());
  const Asset packed = Pack(exact).value();
  for (const Asset& asset : {exact, packed}) {
    EXPECT_TRUE(asset.bounds(0, false).has_value());
    EXPECT_FALSE(asset.bounds(7, false).has_value());
  }
}

TEST(Asset, HasBoxesForAFaceOfFewVerticesWithManyMorphTargets) {
  Model::Parts parts;
  parts.skeleton = testing::SkeletonOf({-1}, {Transform{}});
  Primitive face;
  face.positions.resize(60, {1, 2, 3});
  face.influences.begins.push_back(0);
  for (std::uint32_t v = 1; v <= 60; ++v) {
    face.influences.list.push_back({300, 1});
    face.influences.begins.push_back(v);
  }
  face.morph_targets.resize(52, {.positions = std::vector<Vec3>(60)});
  parts.meshes.push_back(
      Mesh::Create({.primitives = {face}, .morph_weights = std::vector<float>(52)}).value());
  const Asset asset = Asset::Create(Model::Create(std::move(parts)).value());
  EXPECT_TRUE(asset.bounds(0, false).has_value());
}

TEST(Asset, RefusesOptionsWithClipsOfTheirOwn) {
  const Asset asset = Asset::Create(testing::FullModel());
  MixerOptions options;
  options.clips.push_back(asset.clips()[0]);
  const Result<MixerSetup> setup = asset.MakeMixerSetup(std::move(options));
  ASSERT_FALSE(setup.ok());
  EXPECT_THAT(Describe(setup.failure()), HasSubstr("must be empty"));
}

TEST(Asset, CannotBePackedWhenItCameFromAFile) {
  const Asset packed = Pack(Asset::Create(testing::FullModel())).value();
  const Result<Asset> again = Pack(packed);
  ASSERT_FALSE(again.ok());
  EXPECT_THAT(Describe(again.failure()), HasSubstr("packed already"));
}

// --- the rules of what moves what, against the specification ---

// A random model whose meshes have skinned, unskinned and morphed primitives, standing at nodes
// with and without a skin, under skins larger than the meshes need.
Model RandomMixture(std::uint64_t seed) {
  SplitMix64 random(seed);
  Model::Parts parts;
  const std::uint32_t joint_count = 3 + random.Below(6);
  parts.skeleton = testing::RandomSkeleton(random, joint_count);
  for (int s = 0; s < 2; ++s) {
    Skin::Parts skin;
    for (std::uint32_t i = 0; i < 3 + random.Below(4); ++i) {
      skin.joints.push_back(static_cast<std::int32_t>(random.Below(joint_count)));
      skin.inverse_bind.push_back(AffineOf(random.Placement()));
    }
    parts.skins.push_back(Skin::Create(std::move(skin), joint_count).value());
  }
  for (int m = 0; m < 3; ++m) {
    Mesh::Parts mesh;
    const std::uint32_t targets = random.Below(3);
    mesh.morph_weights.resize(targets, 0.25f);
    for (std::uint32_t p = 0; p < 1 + random.Below(3); ++p) {
      Primitive primitive;
      const std::uint32_t vertices = 3 + random.Below(30);
      const bool skinned = random.Below(2) == 0;
      if (skinned) primitive.influences.begins.push_back(0);
      primitive.morph_targets.resize(targets);
      for (std::uint32_t v = 0; v < vertices; ++v) {
        primitive.positions.push_back(random.Placement().translation);
        primitive.normals.push_back({0, 1, 0});
        for (MorphTarget& target : primitive.morph_targets) {
          target.positions.push_back(random.Placement().translation);
        }
        if (!skinned) continue;
        const std::uint32_t first = random.Below(3);
        if (random.Below(3) == 0) {
          primitive.influences.list.push_back({first, 1.0f});
        } else if (first < 2) {
          primitive.influences.list.push_back({first, 0.25f});
          primitive.influences.list.push_back({2, 0.75f});
        }  // Else none: it stays where it is.
        primitive.influences.begins.push_back(
            static_cast<std::uint32_t>(primitive.influences.list.size()));
      }
      mesh.primitives.push_back(std::move(primitive));
    }
    parts.meshes.push_back(Mesh::Create(std::move(mesh)).value());
  }
  for (int i = 0; i < 6; ++i) {
    MeshInstance instance{.joint = static_cast<std::uint32_t>(random.Below(joint_count)),
                          .mesh = static_cast<std::uint32_t>(random.Below(3))};
    if (random.Below(2) == 0) instance.skin = random.Below(2);
    instance.first_morph = static_cast<std::uint32_t>(parts.morph_rest.size());
    for (std::uint32_t t = 0; t < parts.meshes[instance.mesh].morph_count(); ++t) {
      parts.morph_rest.push_back(random.Between(-1, 1));
    }
    parts.instances.push_back(instance);
  }
  return Model::Create(std::move(parts)).value();
}

// What spec::Skin gives for one draw, by the rules of glTF: a primitive without influences, and any
// primitive at a node without a skin, is moved by its node; any other by its skin.
std::vector<Vec3> Specified(const Model& model, const Draw& draw, const Asset& asset,
                            const AssetPose& pose) {
  const MeshInstance& instance = model.instances()[draw.instance];
  const AssetMesh& mesh = asset.meshes()[instance.mesh];
  Primitive primitive =
      model.meshes()[instance.mesh].primitives()[draw.primitive - mesh.first_primitive];
  if (!instance.skin) primitive.influences = {};
  std::vector<Affine> palette;
  if (instance.skin) {
    palette.resize(model.skins()[*instance.skin].size());
    spec::MakePalette(model.skins()[*instance.skin], pose.model_from_joint(), palette);
  }
  std::vector<Vec3> positions(primitive.vertex_count());
  EXPECT_EQ((spec::Skin{.primitive = primitive,
                        .morph_weights = model.morph_rest().subspan(instance.first_morph,
                                                                    primitive.morph_targets.size()),
                        .palette = palette,
                        .rigid = pose.model_from_joint()[instance.joint],
                        .positions = positions}
                 .Run()),
            Error::kNone);
  return positions;
}

TEST(Asset, MovesEveryMixtureOfPrimitivesAndInstancesAsTheSpecificationDoes) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Model model = RandomMixture(seed);
    const Asset exact = Asset::Create(model);
    const Asset packed = Pack(exact).value();
    for (const Asset& asset : {exact, packed}) {
      const AssetPose pose(asset);
      const DrawRange draws = asset.draws();
      for (const Draw draw : draws) {
        const std::vector<Vec3> wanted = Specified(model, draw, asset, pose);
        std::vector<Vec3> positions(wanted.size());
        ASSERT_EQ(pose.Skin(draw, {.positions = positions, .order = VertexOrder::kFile}),
                  Error::kNone);
        ASSERT_EQ(positions, wanted) << "seed " << seed << ", instance " << draw.instance
                                     << ", primitive " << draw.primitive;
      }
    }
  }
}

TEST(Asset, HoldsEveryVertexOfAMixtureInItsBoxes) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Asset asset = Asset::Create(RandomMixture(seed));
    for (const SkinMethod method : {SkinMethod::kLinearBlend, SkinMethod::kDualQuaternion}) {
      AssetPose pose(asset, method);
      const Box all = pose.bounds();
      const DrawRange draws = asset.draws();
      for (const Draw draw : draws) {
        std::vector<Vec3> positions(asset.primitives()[draw.primitive].vertices.vertex_count());
        ASSERT_EQ(pose.Skin(draw, {.positions = positions}), Error::kNone);
        const Box box = pose.bounds(draw);
        for (const Vec3 position : positions) {
          ASSERT_TRUE(Contains(box, position)) << "seed " << seed;
          ASSERT_TRUE(Contains(all, position)) << "seed " << seed;
        }
      }
    }
  }
}

// The nearest triangle of all draws, by the textbook and in double; and the next one behind it.
struct BruteHit {
  Draw draw{};
  std::uint32_t triangle = 0;
  double distance = std::numeric_limits<double>::infinity();
  double next = std::numeric_limits<double>::infinity();
};

struct Vec3D {
  double x, y, z;
};
Vec3D Minus(const Vec3D& a, const Vec3D& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Vec3D CrossOf(const Vec3D& a, const Vec3D& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
double DotOf(const Vec3D& a, const Vec3D& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Vec3D Doubled(Vec3 v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

BruteHit PickByBruteForce(const AssetPose& pose, const Ray& ray) {
  BruteHit nearest;
  const Asset& asset = pose.asset();
  const Vec3D origin = Doubled(ray.origin), direction = Doubled(ray.direction);
  const double length = std::sqrt(DotOf(direction, direction));
  const DrawRange draws = asset.draws();
  for (const Draw draw : draws) {
    const AssetPrimitive& primitive = asset.primitives()[draw.primitive];
    const std::span<const std::uint32_t> indices = primitive.vertices.indices();
    std::vector<Vec3> positions(primitive.vertices.vertex_count());
    EXPECT_EQ(pose.Skin(draw, {.positions = positions}), Error::kNone);
    for (std::uint32_t t = 0; t < TriangleCount(primitive.topology, indices.size()); ++t) {
      const auto corners = TriangleCorners(primitive.topology, t);
      const Vec3D a = Doubled(positions[indices[corners[0]]]);
      const Vec3D ab = Minus(Doubled(positions[indices[corners[1]]]), a);
      const Vec3D ac = Minus(Doubled(positions[indices[corners[2]]]), a);
      const Vec3D normal = CrossOf(direction, ac);
      const double determinant = DotOf(ab, normal);
      if (std::abs(determinant) < 1e-9) continue;
      const Vec3D from_a = Minus(origin, a);
      const double u = DotOf(from_a, normal) / determinant;
      const Vec3D other = CrossOf(from_a, ab);
      const double v = DotOf(direction, other) / determinant;
      const double along = DotOf(ac, other) / determinant;
      if (u < 0 || v < 0 || u + v > 1 || along < 0) continue;
      const double distance = along * length;
      if (distance < nearest.distance) {
        nearest = {.draw = draw, .triangle = t, .distance = distance, .next = nearest.distance};
      } else {
        nearest.next = std::min(nearest.next, distance);
      }
    }
  }
  return nearest;
}

TEST(Asset, PicksWhatATestOfEveryTriangleWouldPick) {
  SplitMix64 random(5);
  int hits = 0, misses = 0, rigid_hits = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Asset asset = Asset::Create(RandomMixture(seed));
    AssetPose pose(asset);
    PickScratch scratch(asset);
    for (int i = 0; i < 50; ++i) {
      const Ray ray{.origin = random.Placement().translation, .direction = random.Vector(1)};
      const BruteHit wanted = PickByBruteForce(pose, ray);
      std::optional<AssetHit> hit;
      ASSERT_EQ(pose.Pick(ray, RaySides::kBoth, scratch, hit), Error::kNone);
      const double margin = 1e-5 * (1.0 + wanted.distance);
      if (wanted.next - wanted.distance < margin) continue;  // Either may be the nearest.
      ASSERT_EQ(hit.has_value(), std::isfinite(wanted.distance)) << "seed " << seed << ", " << i;
      ++(hit ? hits : misses);
      if (!hit) continue;
      EXPECT_EQ(hit->draw.instance, wanted.draw.instance);
      EXPECT_EQ(hit->draw.primitive, wanted.draw.primitive);
      EXPECT_EQ(hit->hit.triangle, wanted.triangle);
      EXPECT_NEAR(static_cast<double>(hit->hit.distance), wanted.distance, margin);
      if (!asset.is_rigid(hit->draw)) continue;
      ++rigid_hits;
      EXPECT_EQ(hit->hit.joint, kNoSkinEntry) << "moved by its joint, not by a skin";
    }
  }
  EXPECT_GT(hits, 100);
  EXPECT_GT(misses, 10);
  EXPECT_GT(rigid_hits, 10);
}

TEST(Asset, RefusesARayWithoutADirection) {
  const Asset asset = Asset::Create(testing::FullModel());
  AssetPose pose(asset);
  PickScratch scratch(asset);
  std::optional<AssetHit> hit;
  EXPECT_EQ(pose.Pick({.direction = {}}, RaySides::kBoth, scratch, hit), Error::kOptionOutOfRange);
}

TEST(AssetPose, GivesPalettesAsColumnMajorMatricesToo) {  // L2, L34
  const Asset asset = Asset::Create(testing::FullModel());
  AssetPose pose(asset);
  ASSERT_EQ(pose.Sample(0u, 0.4), Error::kNone);
  const std::span<const Affine> palette = pose.palette(0);
  std::vector<float> flat(16 * palette.size());
  ASSERT_EQ(pose.CopyPalette4x4(0, flat), Error::kNone);
  for (std::size_t i = 0; i < palette.size(); ++i) {
    for (std::size_t row = 0; row < 3; ++row) {
      for (std::size_t column = 0; column < 4; ++column) {
        EXPECT_EQ(flat[16 * i + 4 * column + row], palette[i].m[row][column]);
      }
    }
    EXPECT_EQ(flat[16 * i + 15], 1.0f);
  }
  EXPECT_EQ(pose.CopyPalette4x4(0, std::span(flat).first(15)), Error::kMatricesTooSmall);
}

TEST(AssetPose, SaysThatAClipIsNotThere) {
  AssetPose pose(Asset::Create(testing::FullModel()));
  EXPECT_EQ(pose.Sample(99u, 0.0), Error::kNoSuchClip);
}

TEST(AssetPose, TakesAPoseOfTheCallersOwn) {  // E2
  const Asset asset = Asset::Create(testing::FullModel());
  AssetPose sampled(asset), copied(asset);
  ASSERT_EQ(sampled.Sample(0u, 0.3), Error::kNone);
  ASSERT_EQ(copied.SetPose(sampled.pose()), Error::kNone);
  EXPECT_TRUE(std::ranges::equal(sampled.model_from_joint(), copied.model_from_joint()));
  EXPECT_TRUE(std::ranges::equal(sampled.palette(0), copied.palette(0)));
  const Pose small(1);
  EXPECT_EQ(copied.SetPose(small), Error::kPoseTooSmall);
}

}  // namespace
}  // namespace sinew
