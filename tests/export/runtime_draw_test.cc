// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Drawing, culling and picking from a runtime file alone, against the model that it was packed
// from: the same vertices, the same bytes for a GPU, boxes that hold, rays that hit the same.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/bounds.h"
#include "sinew/pack.h"
#include "sinew/picking.h"
#include "sinew/runtime_file.h"
#include "sinew/specification.h"
#include "sinew/vertex_format.h"
#include "support/assets.h"
#include "support/random.h"
#include "support/runtime_model.h"

namespace sinew::testing {
namespace {

template <typename T>
bool EqualBits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// A model and its file, opened.
struct PackedFile {
  explicit PackedFile(Model from)
      : model(std::move(from)),
        bytes(WriteRuntimeFile(model, {.error_bound = 1e-2f}).value()),
        file(*RuntimeFile::Open(bytes)) {}
  PackedFile(const PackedFile&) = delete;
  PackedFile& operator=(const PackedFile&) = delete;

  Model model;
  AlignedBytes bytes;
  RuntimeFile file;
};

// Real ones with two clips, as far as they are there.
std::vector<Model> Models() {
  std::vector<Model> models;
  models.push_back(RuntimeModel());
  for (const char* path : {"assets/kaykit/Barbarian.glb", "assets/khronos/Fox/glTF-Binary/Fox.glb",
                           "assets/khronos/AnimatedMorphCube/glTF-Binary/AnimatedMorphCube.glb"}) {
    if (!AssetExists(path)) continue;
    Model::Parts parts = ReadAsset(path).model.value().parts();
    if (parts.clips.size() > 2) parts.clips.erase(parts.clips.begin() + 2, parts.clips.end());
    std::erase_if(parts.carried, [](const CarriedJson& carried) {
      return carried.owner == CarriedJson::Owner::kAnimation;
    });
    models.push_back(Model::Create(std::move(parts)).value());
  }
  return models;
}

// Every primitive of the model with its number in the file.
template <typename Visit>
void ForEachPrimitive(const PackedFile& packed, const Visit& visit) {
  std::uint32_t number = 0;
  for (const Mesh& mesh : packed.model.meshes()) {
    for (std::uint32_t p = 0; p < mesh.primitives().size(); ++p, ++number) {
      visit(mesh, p, packed.file.primitive(number).value());
    }
  }
}

TEST(RuntimeDraw, TheFloatsOfAPreparedMeshAreThoseOfThePrimitive) {
  std::size_t checked = 0;
  for (Model& model : Models()) {
    const PackedFile packed(std::move(model));
    ForEachPrimitive(packed, [&](const Mesh& mesh, std::uint32_t p, const RuntimePrimitive& file) {
      const Primitive& primitive = mesh.primitives()[p];
      const SkinnedMeshView& view = file.mesh;
      ASSERT_EQ(view.vertex_count(), primitive.vertex_count());
      ASSERT_EQ(view.has_normals(), !primitive.normals.empty());
      ASSERT_EQ(view.has_tangents(), !primitive.tangents.empty());
      for (std::uint32_t i = 0; i < view.vertex_count(); ++i, ++checked) {
        const std::uint32_t v = view.file_vertices()[i];
        ASSERT_TRUE(EqualBits(view.position(i), primitive.positions[v])) << i;
        if (view.has_normals()) {
          ASSERT_TRUE(EqualBits(view.normal(i), primitive.normals[v]));
        }
        if (view.has_tangents()) {
          ASSERT_TRUE(EqualBits(view.tangent(i), primitive.tangents[v]));
        }
        const std::size_t count =
            primitive.influences.empty() ? 0 : primitive.influences.of(v).size();
        ASSERT_EQ(view.influence_count(i), count);
        for (std::uint32_t k = 0; k < count; ++k) {
          ASSERT_EQ(view.influence(i, k), primitive.influences.of(v)[k]);
        }
        for (std::uint32_t t = 0; t < view.morph_count(); ++t) {
          const MorphTarget& target = primitive.morph_targets[t];
          const auto expected = [&](const std::vector<Vec3>& all) {
            return all.empty() ? Vec3{} : all[v];
          };
          ASSERT_EQ(view.morph_position(t, i), expected(target.positions));
          ASSERT_EQ(view.morph_normal(t, i), expected(target.normals));
          ASSERT_EQ(view.morph_tangent(t, i), expected(target.tangents));
        }
      }
    });
  }
  std::printf("%zu vertices\n", checked);
  EXPECT_GT(checked, 6u);
}

TEST(RuntimeDraw, SkinnedVerticesInFileOrderAreThoseOfTheSpecification) {
  std::size_t checked = 0;
  for (Model& model : Models()) {
    const PackedFile packed(std::move(model));
    const Asset asset = Asset::Open(packed.bytes).value();
    AssetPose pose(asset);
    ASSERT_EQ(pose.Sample(0, 0.21), Error::kNone);
    const DrawRange draws = asset.draws();
    for (const Draw draw : draws) {
      if (asset.is_rigid(draw)) continue;
      const MeshInstance& instance = asset.instances()[draw.instance];
      const std::uint32_t p = draw.primitive - asset.meshes()[instance.mesh].first_primitive;
      const Primitive& primitive = packed.model.meshes()[instance.mesh].primitives()[p];
      std::vector<Vec3> expected(primitive.vertex_count()), found(primitive.vertex_count());
      ASSERT_EQ((spec::Skin{.primitive = primitive,
                            .morph_weights = pose.morph_weights(draw.instance),
                            .palette = pose.palette(*instance.skin),
                            .positions = expected}
                     .Run()),
                Error::kNone);
      ASSERT_EQ(pose.Skin(draw, {.positions = found, .order = VertexOrder::kFile}), Error::kNone);
      for (std::size_t v = 0; v < found.size(); ++v, ++checked) {
        ASSERT_TRUE(EqualBits(found[v], expected[v])) << v;
      }
    }
  }
  std::printf("%zu vertices\n", checked);
  EXPECT_GT(checked, 3u);
}

TEST(RuntimeDraw, EncodedVerticesAreThoseOfTheModel) {
  std::size_t checked = 0;
  for (Model& model : Models()) {
    const PackedFile packed(std::move(model));
    ForEachPrimitive(packed, [&](const Mesh& mesh, std::uint32_t p, const RuntimePrimitive& file) {
      const Primitive& primitive = mesh.primitives()[p];
      const VertexSource prepared(
          file.mesh, file.topology,
          file.texcoord_set_count() > 0 ? file.texcoords(0) : std::span<const Vec2>(),
          file.color_set_count() > 0 ? file.colors(0) : std::span<const Vec4>());
      const VertexFormat format = FormatOf(primitive);
      EXPECT_EQ(FormatOf(prepared), format);
      const std::size_t stride = VertexStride(format), count = primitive.vertex_count();
      std::vector<std::byte> a(count * stride), b(count * stride);
      const Error of_model =
          EncodeVerticesJob{.primitive = primitive, .format = format, .clamp = true, .bytes = a}
              .Run();
      const Error of_file =
          EncodeVerticesJob{.primitive = prepared, .format = format, .clamp = true, .bytes = b}
              .Run();
      ASSERT_EQ(of_model, of_file);
      if (of_model != Error::kNone) return;
      for (std::size_t i = 0; i < count; ++i, ++checked) {
        const std::size_t v = file.mesh.file_vertices()[i];
        ASSERT_EQ(std::memcmp(b.data() + i * stride, a.data() + v * stride, stride), 0) << i;
      }
      for (std::size_t i = 0; primitive.indexed && i < primitive.indices.size(); ++i) {
        ASSERT_EQ(file.mesh.file_vertices()[file.mesh.indices()[i]], primitive.indices[i]);
      }
    });
  }
  std::printf("%zu vertices\n", checked);
  EXPECT_GT(checked, 3u);
}

TEST(RuntimeDraw, ARefusalOfEncodingNamesTheVertexOfThePreparedOrder) {
  const PackedFile packed(RuntimeModel());
  const RuntimePrimitive file = packed.file.primitive(0).value();
  std::vector<std::byte> bytes(100);
  const std::vector<Vec2> short_uvs(1), far_uvs(file.mesh.vertex_count(), Vec2{2.0f, 0.0f});
  EXPECT_EQ((EncodeVerticesJob{.primitive = VertexSource(file.mesh, file.topology, short_uvs),
                               .format = {.flags = kVertexUv},
                               .bytes = bytes}
                 .Run()),
            Error::kAttributeMissing);
  const VertexRefusal refusal =
      EncodeVerticesJob{.primitive = VertexSource(file.mesh, file.topology, far_uvs),
                        .format = {.flags = kVertexUv},
                        .bytes = bytes}
          .Check();
  EXPECT_EQ(refusal.error, Error::kBeyondFormat);
  EXPECT_EQ(refusal.vertex, 0u);
}

bool EqualBytes(std::span<const std::byte> a, std::span<const std::byte> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size()) == 0;
}

TEST(RuntimeDraw, BoundsAndPickingGroupsAreThoseOfThePrimitive) {
  std::size_t boxes = 0, triangles = 0;
  for (Model& model : Models()) {
    const PackedFile packed(std::move(model));
    ForEachPrimitive(packed, [&](const Mesh& mesh, std::uint32_t p, const RuntimePrimitive& file) {
      ASSERT_TRUE(file.bounds && file.picking);
      const SkinBounds bounds = SkinBounds::Create(mesh, p);
      EXPECT_TRUE(EqualBytes(file.bounds->bytes(), bounds.bytes()));
      EXPECT_EQ(file.bounds->joint_count(), bounds.joint_count());
      EXPECT_EQ(file.bounds->rigid_box(), bounds.rigid_box());
      const PickMesh picking = PickMesh::Create(mesh, p);
      EXPECT_TRUE(EqualBytes(file.picking->bytes(), picking.bytes()));
      EXPECT_EQ(file.picking->triangle_count(), picking.triangle_count());
      boxes += bounds.joint_count() + 2;
      triangles += picking.triangle_count();
    });
    // An asset uses them where they lie.
    const Asset asset = Asset::Open(packed.bytes).value();
    for (std::uint32_t p = 0; p < asset.primitives().size(); ++p) {
      const std::byte* const at = asset.bounds(p, false)->bytes().data();
      EXPECT_TRUE(at > packed.bytes.data() && at < packed.bytes.data() + packed.bytes.size());
    }
  }
  std::printf("%zu boxes, %zu triangles\n", boxes, triangles);
  EXPECT_GT(boxes, 4u);
}

TEST(RuntimeDraw, BoundsHoldByBothMethods) {
  std::size_t vertices = 0;
  for (Model& model : Models()) {
    const PackedFile packed(std::move(model));
    const Asset asset = Asset::Open(packed.bytes).value();
    for (const SkinMethod method : {SkinMethod::kLinearBlend, SkinMethod::kDualQuaternion}) {
      AssetPose pose(asset, method);
      for (std::uint32_t clip = 0; clip < asset.clips().size(); ++clip) {
        ASSERT_EQ(pose.Sample(clip, 0.17), Error::kNone);
        const DrawRange draws = asset.draws();
        for (const Draw draw : draws) {
          const Box box = pose.bounds(draw);
          std::vector<Vec3> positions(asset.primitives()[draw.primitive].vertices.vertex_count());
          ASSERT_EQ(pose.Skin(draw, {.positions = positions}), Error::kNone);
          for (const Vec3& position : positions) ASSERT_TRUE(Contains(box, position));
          vertices += positions.size();
        }
      }
    }
  }
  std::printf("%zu vertices\n", vertices);
  EXPECT_GT(vertices, 10u);
}

TEST(RuntimeDraw, NoVertexLeavesTheBoxOfAClip) {
  std::size_t clips = 0, vertices = 0;
  for (Model& model : Models()) {
    const PackedFile packed(std::move(model));
    const Asset asset = Asset::Open(packed.bytes).value();
    AssetPose pose(asset);
    for (std::uint32_t clip = 0; clip < packed.file.clip_count(); ++clip, ++clips) {
      const RuntimeClip info = packed.file.clip_info(clip);
      ASSERT_FALSE(info.box.empty());
      for (int i = 0; i <= 40; ++i) {
        ASSERT_EQ(pose.Sample(clip, static_cast<double>(info.duration_s) * i / 40), Error::kNone);
        const DrawRange draws = asset.draws();
        for (const Draw draw : draws) {
          std::vector<Vec3> positions(asset.primitives()[draw.primitive].vertices.vertex_count());
          ASSERT_EQ(pose.Skin(draw, {.positions = positions}), Error::kNone);
          for (const Vec3& position : positions) ASSERT_TRUE(Contains(info.box, position));
          vertices += positions.size();
        }
      }
    }
  }
  std::printf("%zu clips, %zu vertices\n", clips, vertices);
  EXPECT_GT(clips, 4u);
}

TEST(RuntimeDraw, AClipPackedForPointsNearItsJointsHasABoxOnlyWhereItIsExact) {
  const Model model = RuntimeModel(4);
  std::vector<PackedClip> clips;
  std::size_t packed = 0;
  for (const Clip& clip : model.clips()) {
    const PackOptions near{.error_bound = 0.05f, .point_distance = 1e-4f};
    Result<PackedClip> made = PackedClip::Create(model.skeleton(), clip, near);
    packed += made.ok() ? 1 : 0;
    clips.push_back(made.ok() ? std::move(made).value()
                              : PackedClip::KeepExact(model.skeleton(), clip, near).value());
  }
  ASSERT_GT(packed, 0u);
  const AlignedBytes bytes = WriteRuntimeFileWithClips(model, clips).value();
  const RuntimeFile file = RuntimeFile::Open(bytes).value();
  for (std::uint32_t clip = 0; clip < file.clip_count(); ++clip) {
    EXPECT_EQ(file.clip_info(clip).box.empty(), clips[clip].form() != ClipForm::kExact) << clip;
  }
}

TEST(RuntimeDraw, VerticesForAGpuAreWhatEncodingTheFileGives) {
  std::size_t checked = 0;
  for (const Model& model : Models()) {
    const Result<AlignedBytes> bytes =
        WriteRuntimeFile(model, PackOptions{.error_bound = 1e-2f},
                         {.vertex_flags = kVertexFlags, .clamp_vertices = true});
    ASSERT_TRUE(bytes.ok()) << Describe(bytes.failure());
    const RuntimeFile file = *RuntimeFile::Open(*bytes);
    for (std::uint32_t p = 0; p < file.primitive_count(); ++p) {
      const RuntimePrimitive primitive = file.primitive(p).value();
      const VertexSource source(
          primitive.mesh, primitive.topology,
          primitive.texcoord_set_count() > 0 ? primitive.texcoords(0) : std::span<const Vec2>(),
          primitive.color_set_count() > 0 ? primitive.colors(0) : std::span<const Vec4>());
      EXPECT_EQ(primitive.gpu_format, FormatOf(source));
      std::vector<std::byte> expected(std::size_t{primitive.mesh.vertex_count()} *
                                      VertexStride(primitive.gpu_format));
      ASSERT_EQ(
          (EncodeVerticesJob{
              .primitive = source, .format = primitive.gpu_format, .clamp = true, .bytes = expected}
               .Run()),
          Error::kNone);
      EXPECT_TRUE(EqualBytes(primitive.gpu_vertices, expected));
      checked += primitive.mesh.vertex_count();
    }
  }
  std::printf("%zu vertices\n", checked);
  EXPECT_GT(checked, 3u);
}

TEST(RuntimeDraw, AMeshThatTheVertexFormatCannotHoldIsRefusedByName) {
  Primitive far{.positions = {{0, 0, 0}, {1, 0, 0}, {0, 70000, 0}}};
  Model::Parts parts;
  parts.meshes.push_back(Mesh::Create({.primitives = {std::move(far)}}).value());
  const Model model = Model::Create(std::move(parts)).value();
  const Result<AlignedBytes> bytes = WriteRuntimeFile(model, PackOptions{}, {.vertex_flags = 0});
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.failure().code, FailureCode::kUnsupported);
  EXPECT_EQ(Describe(bytes.failure()),
            "meshes/0/primitives/0: the vertex format cannot hold vertex 2: kBeyondFormat");
  EXPECT_TRUE(WriteRuntimeFile(model).ok());
}

// Brute force is PickTrianglesJob: every triangle of vertices that were skinned.
TEST(RuntimeDraw, PickingEqualsBruteForce) {
  std::size_t rays = 0, hits = 0;
  SplitMix64 random(16);
  for (Model& model : Models()) {
    const PackedFile packed(std::move(model));
    const Asset asset = Asset::Open(packed.bytes).value();
    AssetPose pose(asset);
    ASSERT_EQ(pose.Sample(0, 0.13), Error::kNone);
    const DrawRange draws = asset.draws();
    for (const Draw draw : draws) {
      const AssetPrimitive& primitive = asset.primitives()[draw.primitive];
      const MeshInstance& instance = asset.instances()[draw.instance];
      if (!instance.skin) continue;  // What its skin entries would be is the caller's to say.
      const PickMeshView pick = *packed.file.primitive(draw.primitive).value().picking;
      std::vector<Vec3> positions(primitive.vertices.vertex_count());
      ASSERT_EQ(pose.Skin(draw, {.positions = positions}), Error::kNone);
      Box box;
      for (const Vec3& position : positions) box = Union(box, position);
      std::vector<Box> scratch(pick.scratch_size());
      for (int i = 0; i < 40; ++i, ++rays) {
        const auto within = [&](const Box& in, float more) {
          const auto one = [&](float low, float high) {
            return random.Between(low - more, high + more);
          };
          const float x = one(in.min.x, in.max.x), y = one(in.min.y, in.max.y);
          return Vec3{x, y, one(in.min.z, in.max.z)};
        };
        Ray ray;
        ray.origin = within(box, 3.0f);
        const Vec3 to = within(box, 0.0f);
        ray.direction = {to.x - ray.origin.x, to.y - ray.origin.y, to.z - ray.origin.z};
        std::optional<RayHit> fast, slow;
        ASSERT_EQ((PickJob{.mesh = pick,
                           .primitive = VertexSource(primitive.vertices, primitive.topology),
                           .morph_weights = pose.morph_weights(draw.instance),
                           .palette = pose.palette(*instance.skin),
                           .rigid = pose.model_from_joint()[instance.joint],
                           .ray = ray,
                           .scratch = scratch,
                           .hit = fast}
                       .Run()),
                  Error::kNone);
        ASSERT_EQ((PickTrianglesJob{.mesh = primitive.vertices,
                                    .topology = primitive.topology,
                                    .bounds = box,
                                    .positions = positions,
                                    .ray = ray,
                                    .hit = slow}
                       .Run()),
                  Error::kNone);
        ASSERT_EQ(fast.has_value(), slow.has_value());
        if (!fast) continue;
        ++hits;
        EXPECT_EQ(fast->triangle, slow->triangle);
        EXPECT_EQ(fast->vertices, slow->vertices);
        EXPECT_EQ(fast->joint, slow->joint);
        EXPECT_TRUE(EqualBits(fast->position, slow->position));
        EXPECT_TRUE(EqualBits(fast->distance, slow->distance));
      }
    }
  }
  std::printf("%zu rays, %zu hits\n", rays, hits);
  EXPECT_GT(hits, 5u);
}

}  // namespace
}  // namespace sinew::testing
