// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What becomes of the meshes, transforms and instances of a .js3d scene, on small ones built here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/js3d_scene.h"
#include "support/near.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

//   3 ----- 2       4
//   |       |      / \          Two faces that share the edge 1-2 (S9).
//   0 ----- 1 ---- (1, 4, 2)
TEST(Js3d, FacesBecomeFansWithCornersOfTheirOwn) {  // S9
  Js3dMesh mesh = Square();
  mesh.positions.push_back({2, 1, 0});
  mesh.faces.push_back({1, 4, 2});
  const Js3dScene scene = Scene(Shown(mesh));
  ASSERT_THAT(scene.model.meshes(), SizeIs(1));
  const Primitive& primitive = scene.model.meshes()[0].primitives()[0];
  EXPECT_THAT(primitive.indices, ElementsAre(0, 1, 2, 0, 2, 3, 4, 5, 6));
  EXPECT_THAT(primitive.positions,
              ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 1, 0}, Vec3{0, 1, 0}, Vec3{1, 0, 0},
                          Vec3{2, 1, 0}, Vec3{1, 1, 0}));
  EXPECT_THAT(primitive.normals, ::testing::Each(Vec3{0, 0, 1}));
  ASSERT_THAT(primitive.texcoords, SizeIs(1));
  EXPECT_EQ(primitive.texcoords[0][5], (Vec2{2, 1}));
  EXPECT_THAT(scene.mends, IsEmpty());
  EXPECT_THAT(scene.not_carried, IsEmpty());
}

TEST(Js3d, AMeshWithoutFacesIsAMeshWithoutVertices) {
  const Js3dScene scene = Scene(Shown({}));
  ASSERT_THAT(scene.model.meshes(), SizeIs(1));
  EXPECT_EQ(scene.model.meshes()[0].primitives()[0].vertex_count(), 0u);
}

TEST(Js3d, MeshesThatNothingShowsAreKept) {
  Js3dText text = Arm();
  text.meshes = "{'square':" + Square().Json() + "}";
  text.skinned_instances = "{}";
  const Js3dScene scene = Scene(text);
  EXPECT_THAT(scene.model.meshes(), SizeIs(2));
  EXPECT_THAT(scene.model.instances(), IsEmpty());
  ASSERT_THAT(scene.skinned_meshes, SizeIs(1));
  EXPECT_THAT(scene.skinned_meshes[0].meshes, ElementsAre(1));
}

TEST(Js3d, NormalsAndTexcoordsThatAreNoNumbersBecomeZeroAndAreCounted) {
  const float nan = std::nanf("");
  std::vector<float> normals(8 * 3, nan), texcoords(8 * 2, 0.5f);
  normals[0] = normals[1] = normals[2] = 1.0f;
  texcoords[15] = INFINITY;
  const std::string mesh = Square().Json();
  const std::size_t begin = mesh.find("\"halfedge_corner_uvs\""),
                    end = mesh.find(",\"bone_weight_bones\"");
  Js3dText text = Shown(Square());
  text.meshes = "{'thing':" + mesh.substr(0, begin) +
                "'halfedge_corner_uvs':" + PackedFloats("vec2", texcoords) +
                ",'halfedge_corner_normals':" + PackedFloats("vec3", normals) + mesh.substr(end) +
                "}";
  const Js3dScene scene = Scene(text);
  EXPECT_EQ(Mended(scene, "normal-not-finite"), 7u);
  EXPECT_EQ(Mended(scene, "texcoord-not-finite"), 1u);
}

TEST(Js3d, TransformsBecomeNodesWhateverTheirOrder) {
  Js3dText text = Shown(Square());
  text.transforms =
      "{'child':{'parent':'mother','translation':[1,0,0],'rotation':[0,0,0,1],'scale':[1,1,1]},"
      "'mother':{'parent':null,'translation':[0,5,0],'rotation':[0,0,0.6,0.8],'scale':[2,2,2]}}";
  text.mesh_instances = "{'here':{'transform':'child','mesh':'thing','material':null}}";
  const Js3dScene scene = Scene(text);
  const Skeleton& skeleton = scene.model.skeleton();
  ASSERT_EQ(skeleton.joint_count(), 3u);
  const std::uint32_t mother = JointNamed(scene.model, "mother"),
                      child = JointNamed(scene.model, "child"),
                      here = JointNamed(scene.model, "here");
  EXPECT_EQ(skeleton.parent(child), static_cast<std::int32_t>(mother));
  EXPECT_EQ(skeleton.parent(here), static_cast<std::int32_t>(child));
  EXPECT_EQ(skeleton.rest()[mother].scale, (Vec3{2, 2, 2}));
  // Turned by the rotation of cosine 0.28 about z, and scaled: (1, 0) becomes (0.56, 1.92).
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_TRUE(Near(OriginOf(pose.model_from_joint[child]), {0.56f, 6.92f, 0}, 1e-5));
  EXPECT_EQ(scene.model.instances()[0].joint, here);
  EXPECT_THAT(scene.model.scenes()[0].roots, ElementsAre(mother));
}

TEST(Js3d, ARotationThatIsNotUnitIsNormalisedAndCounted) {
  Js3dText text;
  text.transforms =
      "{'a':{'parent':null,'translation':[0,0,0],'rotation':[0,0,3,4],'scale':[1,1,1]}}";
  const Js3dScene scene = Scene(text);
  EXPECT_TRUE(Near(scene.model.skeleton().rest()[0].rotation, {0, 0, 0.6f, 0.8f}, 1e-6));
  EXPECT_EQ(Mended(scene, "rotation-normalised"), 1u);
}

TEST(Js3d, AMeshOfTwoMaterialsBecomesTwoMeshes) {
  Js3dText text = Shown(Square());
  text.textures =
      "{'red':{'type':'Constant','color':[1,0,0],'scale':0.5},"
      "'picture':{'type':'Image','sampler':'nearest','image':'a.png'}}";
  text.materials =
      "{'matt':{'type':'Lambertian','albedo':'red'},'glow':{'type':'Emissive','emissive':'red'},"
      "'papered':{'type':'Lambertian','albedo':'picture'}}";
  text.mesh_instances =
      "{'a':{'transform':null,'mesh':'thing','material':'matt'},"
      "'b':{'transform':null,'mesh':'thing','material':'glow'},"
      "'c':{'transform':null,'mesh':'thing','material':'matt','visible':false}}";
  const Js3dScene scene = Scene(text);
  EXPECT_THAT(scene.model.meshes(), SizeIs(2));
  ASSERT_THAT(scene.model.instances(), SizeIs(3));
  EXPECT_EQ(scene.model.instances()[0].mesh, scene.model.instances()[2].mesh);
  EXPECT_NE(scene.model.instances()[0].mesh, scene.model.instances()[1].mesh);
  ASSERT_THAT(scene.model.materials(), SizeIs(3));
  EXPECT_EQ(scene.model.materials()[0].base_color, (Vec4{0.5f, 0, 0, 1}));
  EXPECT_EQ(scene.model.materials()[2].base_color, (Vec4{1, 1, 1, 1}));
  EXPECT_EQ(Lost(scene, "material-kinds"), 1u);
  EXPECT_EQ(Lost(scene, "image-textures"), 1u);
  EXPECT_EQ(Lost(scene, "draw-settings"), 1u);
}

TEST(Js3d, WhatIsNotCarriedIsCountedByKindWithTheFirstPlace) {
  Js3dText text;
  text.more_scene =
      ",'cameras':{'a':{},'b':{}},'shapes':{'ball':{'type':'Sphere','radius':1}},"
      "'particles':{'dust':{}},'delta_lights':{'sun':{}},'env_lights':{'sky':{}}";
  const Js3dScene scene = Scene(text);
  EXPECT_EQ(Lost(scene, "cameras"), 2u);
  EXPECT_EQ(Lost(scene, "shapes"), 1u);
  EXPECT_EQ(Lost(scene, "particles"), 1u);
  EXPECT_EQ(Lost(scene, "lights"), 2u);
  EXPECT_EQ(scene.not_carried[0].first, "/scene/cameras");
}

TEST(Js3d, IsKnownByItsContent) {
  const auto is = [](std::string_view text) { return IsJs3d(std::as_bytes(std::span(text))); };
  EXPECT_EQ(is(Arm().Text()), true);
  EXPECT_EQ(is("\xEF\xBB\xBF {\"animator\" : {}}"), true);
  EXPECT_EQ(is(R"({"asset":{"version":"2.0"},"scene":0})"), false);
  EXPECT_EQ(is(R"({"scene":0,"asset":{"scene":{}}})"), false);
  EXPECT_EQ(is(R"({"extras":{"scene":{"animator":{}}},"asset":{}})"), false);
  EXPECT_EQ(is("glTF"), false);
  EXPECT_EQ(is("{}"), std::nullopt);
  EXPECT_EQ(is(R"({"scene)"), std::nullopt);
  EXPECT_EQ(is(""), std::nullopt);
}

}  // namespace
}  // namespace sinew::testing
