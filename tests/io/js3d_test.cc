// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What becomes of a .js3d scene, on small ones built here.
#include "sinew/js3d.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/rigging.h"
#include "support/js3d_builder.h"
#include "support/model_pose.h"
#include "support/near.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

Result<Js3dScene> Read(const std::string& text, const Js3dLimits& limits = {}) {
  return ReadJs3d(std::as_bytes(std::span(text)), limits);
}

Js3dScene Scene(const Js3dText& text) {
  Result<Js3dScene> read = Read(text.Text());
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : Describe(read.failure()));
  return read.ok() ? std::move(read).value() : Js3dScene();
}

std::uint32_t JointNamed(const Model& model, std::string_view name) {
  const std::optional<std::uint32_t> joint = model.skeleton().Find(name);
  EXPECT_TRUE(joint) << name;
  return joint.value_or(0);
}

ModelPose PoseOf(const Model& model, std::optional<std::uint32_t> clip = {}, double time_s = 0) {
  Result<ModelPose> pose = PoseModel(model, clip, time_s);
  EXPECT_TRUE(pose.ok()) << (pose.ok() ? "" : Describe(pose.failure()));
  return pose.ok() ? std::move(pose).value() : ModelPose();
}

Vec3 OriginOf(const Affine& a) { return {a.m[0][3], a.m[1][3], a.m[2][3]}; }

std::uint64_t Mended(const Js3dScene& scene, std::string_view rule) {
  for (const Mend& mend : scene.mends) {
    if (mend.rule == rule) return mend.count;
  }
  return 0;
}

std::uint64_t Lost(const Js3dScene& scene, std::string_view kind) {
  for (const Js3dLoss& loss : scene.not_carried) {
    if (loss.kind == kind) return loss.count;
  }
  return 0;
}

std::string With(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return at == text.npos ? text : text.replace(at, from.size(), to);
}

// --- meshes ---

Js3dText Shown(const Js3dMesh& mesh) {
  return {.meshes = "{'thing':" + mesh.Json() + "}",
          .mesh_instances = "{'here':{'transform':null,'mesh':'thing','material':null}}"};
}

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

// --- transforms and instances ---

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

// --- bones ---

TEST(Js3d, BonesBecomeJointsFromTipToBase) {  // S14
  const Js3dScene scene = Scene(Arm());
  const Model& model = scene.model;
  const ModelPose pose = PoseOf(model);
  const auto at = [&](const char* name) {
    return OriginOf(pose.model_from_joint[JointNamed(model, name)]);
  };
  EXPECT_EQ(at("bone.3"), (Vec3{0, 0, 0}));
  EXPECT_EQ(at("bone.7"), (Vec3{0, 1, 0}));
  EXPECT_EQ(at("bone.7.tip"), (Vec3{0, 2, 0}));
  EXPECT_FALSE(model.skeleton().Find("bone.3.tip"));  // Its child is there.
  ASSERT_THAT(model.skins(), SizeIs(1));
  EXPECT_THAT(model.skins()[0].joints(),
              ElementsAre(JointNamed(model, "bone.3"), JointNamed(model, "bone.7")));
  EXPECT_EQ(model.skins()[0].inverse_bind()[1].m[1][3], -1.0f);
  EXPECT_EQ(model.skeleton().parent(JointNamed(model, "bone.3")),
            static_cast<std::int32_t>(JointNamed(model, "shown")));
}

TEST(Js3d, TheBindPoseReturnsTheMeshUnchanged) {  // S12
  const Js3dScene scene = Scene(Arm());
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_EQ(pose.instances[0].primitives[0].positions,
            scene.model.meshes()[0].primitives()[0].positions);
}

// A quarter turn about z at the origin takes (x, y) to (-y, x). Bone 0 takes bone 1 along.
TEST(Js3d, APosedBoneIsTheRestPoseAndMovesWhatItCarries) {
  const Js3dScene scene = Scene(Arm("[0,0,90]"));
  const ModelPose pose = PoseOf(scene.model);
  const auto& before = scene.model.meshes()[0].primitives()[0].positions;
  const auto& after = pose.instances[0].primitives[0].positions;
  for (std::size_t v = 0; v < after.size(); ++v) {
    EXPECT_TRUE(Near(after[v], {-before[v].y, before[v].x, 0}, 1e-6)) << v;
  }
  EXPECT_NEAR(scene.skinned_meshes[0].rig.bones[0].pose.z, 1.57079633f, 1e-7);
}

// With the extent along y the axes are the model's; first x, then z: y goes to z and stays.
TEST(Js3d, AnglesTurnAboutXThenYThenZ) {  // S14
  const Js3dScene scene = Scene(Arm("[90,0,90]"));
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_TRUE(
      Near(OriginOf(pose.model_from_joint[JointNamed(scene.model, "bone.7")]), {0, 0, 1}, 1e-6));
}

// Along x the bone's own x is the model's z, and its z is x cross y: (0,0,1) x (1,0,0) = (0,1,0).
TEST(Js3d, ABoneAlongXTurnsAboutTheModelsZAndY) {  // S15
  std::string bones = TwoBones("[90,0,0]");
  bones = With(bones, "[0,1,0]", "[2,0,0]");
  Js3dText text = Arm();
  text.skinned_meshes = "{'arm':{'mesh':" + Strip().Json() + ",'skeleton':" + bones + "}}";
  const Js3dScene scene = Scene(text);
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_TRUE(
      Near(OriginOf(pose.model_from_joint[JointNamed(scene.model, "bone.7")]), {0, 2, 0}, 1e-6));
}

// The reader and the solver must agree where a bone turns, also where the extent hardly leaves x.
TEST(Js3d, BonesStandWhereTheirRigStands) {  // S14, S15
  for (const char* const extent :
       {"[0,1,0]", "[2,1e-7,0]", "[-1,0,3e-7]", "[1,1e-5,0]", "[0,0,0]"}) {
    std::string bones = With(TwoBones("[30,50,-70]"), "[0,1,0]", extent);
    Js3dText text = Arm();
    text.skinned_meshes = "{'arm':{'mesh':" + Strip().Json() + ",'skeleton':" + bones + "}}";
    const Js3dScene scene = Scene(text);
    ASSERT_EQ(scene.skinned_meshes.size(), 1u);
    const Result<std::vector<Affine>> stands = CurrentPose(scene.skinned_meshes[0].rig);
    ASSERT_TRUE(stands.ok());
    const ModelPose pose = PoseOf(scene.model);
    for (std::size_t bone = 0; bone < stands->size(); ++bone) {
      const Affine& read = pose.model_from_joint[JointNamed(
          scene.model, scene.skinned_meshes[0].rig.bones[bone].name)];
      for (std::size_t row = 0; row < 3; ++row) {
        for (std::size_t column = 0; column < 4; ++column) {
          EXPECT_NEAR(read.m[row][column], (*stands)[bone].m[row][column], 1e-6)
              << extent << ", bone " << bone;
        }
      }
    }
  }
}

// Roll of 90 degrees about y takes x to cos x - sin z = -z, about which 90 degrees take y to x.
TEST(Js3d, RollTurnsTheAxes) {  // S15
  Js3dText text = Arm("[90,0,0]");
  text.skinned_meshes = With(text.skinned_meshes, "'roll':0", "'roll':90");
  const Js3dScene scene = Scene(text);
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_TRUE(
      Near(OriginOf(pose.model_from_joint[JointNamed(scene.model, "bone.7")]), {1, 0, 0}, 1e-6));
}

TEST(Js3d, TheOffsetMovesThePoseAndNotTheBind) {  // S14
  Js3dText text = Arm();
  text.skinned_meshes = With(text.skinned_meshes, "'base_offset':[0,0,0]", "'base_offset':[0,0,4]");
  const Js3dScene scene = Scene(text);
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_TRUE(Near(pose.instances[0].primitives[0].positions[0], {-0.5f, 0, 4}, 1e-6));
}

TEST(Js3d, AnInstancesTransformMovesItsMeshOnce) {  // C8
  Js3dText text = Arm();
  text.transforms = With(text.transforms, "'translation':[0,0,0]", "'translation':[0,0,7]");
  const Js3dScene scene = Scene(text);
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_TRUE(Near(pose.instances[0].primitives[0].positions[0], {-0.5f, 0, 7}, 1e-6));
  // What shows it hangs on nothing, as glTF wants it.
  EXPECT_EQ(scene.model.skeleton().parent(scene.model.instances()[0].joint), kNoParent);
}

TEST(Js3d, VerticesWithoutWeightsFollowTheInstance) {  // S6, C9
  Js3dMesh strip = Strip();
  strip.weights[0].clear();
  Js3dText text = Arm("[0,0,90]");
  text.transforms = With(text.transforms, "'translation':[0,0,0]", "'translation':[0,0,7]");
  text.skinned_meshes =
      "{'arm':{'mesh':" + strip.Json() + ",'skeleton':" + TwoBones("[0,0,90]") + "}}";
  const Js3dScene scene = Scene(text);
  EXPECT_THAT(scene.skinned_meshes[0].polygons.influences().of(0), IsEmpty());
  EXPECT_EQ(scene.model.skins()[0].size(), 3u);
  const ModelPose pose = PoseOf(scene.model);
  EXPECT_TRUE(Near(pose.instances[0].primitives[0].positions[0], {-0.5f, 0, 7}, 1e-6));
  EXPECT_TRUE(Near(pose.instances[0].primitives[0].positions[1], {0, 0.5f, 7}, 1e-6));
}

TEST(Js3d, EveryInstanceHasBonesOfItsOwn) {
  Js3dText text = Arm();
  text.skinned_instances =
      "{'a':{'transform':'place','mesh':'arm','material':null},"
      "'b':{'transform':null,'mesh':'arm','material':null}}";
  const Js3dScene scene = Scene(text);
  EXPECT_THAT(scene.model.skins(), SizeIs(2));
  EXPECT_THAT(scene.model.meshes(), SizeIs(1));
  EXPECT_THAT(scene.skinned_meshes[0].instances, ElementsAre(0, 1));
  EXPECT_NE(scene.model.skins()[0].joints()[0], scene.model.skins()[1].joints()[0]);
}

TEST(Js3d, ASkinnedMeshWithoutBonesIsAMesh) {
  Js3dText text = Arm();
  text.skinned_meshes = "{'arm':{'mesh':" + Strip().Json() +
                        ",'skeleton':{'bones':[],'handles':[{'bone':0}],'base':[0,0,0],"
                        "'base_offset':[0,0,0]}}}";
  const Js3dScene scene = Scene(text);
  EXPECT_FALSE(scene.model.instances()[0].skin);
  EXPECT_TRUE(scene.model.meshes()[0].primitives()[0].influences.empty());
  EXPECT_EQ(Lost(scene, "stray-weights"), 8u);
  EXPECT_EQ(Mended(scene, "handles-dropped"), 1u);
}

TEST(Js3d, TheBonesComeOutAsTheFileHasThem) {
  Js3dText text = Arm("[10,20,-30]");
  text.skinned_meshes = With(text.skinned_meshes, "'handles':[]",
                             "'handles':[{'bone':1,'target':[1,2,3],'enabled':true,"
                             "'channel_id':9}]");
  const Js3dScene scene = Scene(text);
  const BoneRig& rig = scene.skinned_meshes[0].rig;
  ASSERT_THAT(rig.bones, SizeIs(2));
  EXPECT_EQ(rig.bones[0].extent, (Vec3{0, 1, 0}));
  EXPECT_EQ(rig.bones[0].radius, 0.5f);
  EXPECT_EQ(rig.bones[0].parent, kNoParent);
  EXPECT_EQ(rig.bones[1].parent, 0);
  EXPECT_EQ(rig.bones[1].channel_id, 7u);
  EXPECT_NEAR(rig.bones[0].pose.x, 0.17453292, 1e-8);
  EXPECT_NEAR(rig.bones[0].pose.z, -0.52359878, 1e-7);
  ASSERT_THAT(rig.handles, SizeIs(1));
  EXPECT_EQ(rig.handles[0].bone, 1u);
  EXPECT_EQ(rig.handles[0].target, (Vec3{1, 2, 3}));
  EXPECT_TRUE(rig.handles[0].enabled);
  EXPECT_EQ(rig.next_channel_id, 10u);
  EXPECT_EQ(Lost(scene, "handles"), 1u);
}

TEST(Js3d, ParentsAndHandlesThatCannotBeAreMended) {  // S17
  Js3dText text = Arm();
  text.skinned_meshes = With(text.skinned_meshes, "'parent':0", "'parent':1");
  text.skinned_meshes = With(text.skinned_meshes, "'handles':[]",
                             "'handles':[{'bone':5,'target':[0,0,0],'enabled':false,"
                             "'channel_id':0}]");
  const Js3dScene scene = Scene(text);
  EXPECT_EQ(scene.skinned_meshes[0].rig.bones[1].parent, kNoParent);
  EXPECT_EQ(scene.skinned_meshes[0].rig.handles[0].bone, 0u);
  EXPECT_EQ(Mended(scene, "bone-parent-cleared"), 1u);
  EXPECT_EQ(Mended(scene, "handle-moved"), 1u);
}

// --- weights ---

TEST(Js3d, WeightsAreMendedAndCounted) {  // C10
  Js3dMesh strip = Strip();
  strip.weights[0] = {{1, 1.0f}, {0, 1.0f}};              // Sums to 2, and descends.
  strip.weights[1] = {{0, 0.25f}, {0, 0.75f}};            // Twice the same bone.
  strip.weights[2] = {{0, -1.0f}, {9, 1.0f}, {1, 1.0f}};  // Negative, and a bone that is not there.
  strip.weights[3] = {{0, std::nanf("")}, {1, 1.0f}};
  Js3dText text = Arm();
  text.skinned_meshes = "{'arm':{'mesh':" + strip.Json() + ",'skeleton':" + TwoBones() + "}}";
  const Js3dScene scene = Scene(text);
  const Influences& influences = scene.skinned_meshes[0].polygons.influences();
  EXPECT_THAT(influences.of(0), ElementsAre(Influence{0, 0.5f}, Influence{1, 0.5f}));
  EXPECT_THAT(influences.of(1), ElementsAre(Influence{0, 1.0f}));
  EXPECT_THAT(influences.of(2), ElementsAre(Influence{1, 1.0f}));
  EXPECT_THAT(influences.of(3), ElementsAre(Influence{1, 1.0f}));
  EXPECT_EQ(Mended(scene, "weights-renormalised"), 1u);
  EXPECT_EQ(Mended(scene, "weights-merged"), 1u);
  EXPECT_EQ(Mended(scene, "weights-negative"), 1u);
  EXPECT_EQ(Mended(scene, "weights-not-finite"), 1u);
  EXPECT_EQ(Mended(scene, "bone-out-of-range"), 1u);
}

TEST(Js3d, CornersHaveTheWeightsOfTheirVertex) {
  const Js3dScene scene = Scene(Arm());
  const PolygonMesh& polygons = scene.skinned_meshes[0].polygons;
  const Primitive& primitive = scene.model.meshes()[0].primitives()[0];
  ASSERT_EQ(primitive.vertex_count(), polygons.corners().size());
  for (std::uint32_t c = 0; c < primitive.vertex_count(); ++c) {
    EXPECT_THAT(primitive.influences.of(c),
                ::testing::ElementsAreArray(polygons.influences().of(polygons.corners()[c])));
    EXPECT_EQ(primitive.positions[c], polygons.positions()[polygons.corners()[c]]);
  }
}

// --- refusals ---

Failure Refused(const std::string& text, const Js3dLimits& limits = {}) {
  const Result<Js3dScene> read = Read(text, limits);
  EXPECT_FALSE(read.ok());
  return read.ok() ? Failure{} : read.failure();
}

// The square of Square() is 4 edges: half-edges 0, 2, 4, 6 inside, 1, 3, 5, 7 around it.
TEST(Js3d, HalfEdgesAreCheckedBeforeTheyAreFollowed) {
  struct Case {
    const char* key;
    std::vector<std::uint32_t> values;
    const char* message;
  };
  const Case cases[] = {
      {"halfedge_nexts", {2, 7, 4, 1, 6, 3, 0, 8}, "found 8 after half-edge 7"},
      {"halfedge_nexts", {2, 7, 4, 1, 6, 3, 0, 0}, "found half-edge 0 after half-edge 7 and after"},
      {"halfedge_nexts", {2, 7, 4, 1, 6, 3, 0}, "found 7 half-edges, expected twins"},
      {"halfedge_nexts", {1, 0}, "one a half-edge"},
      {"vertex_halfedges", {0, 2, 4, 8}, "found half-edge 8 of vertex 3, expected less than 8"},
      {"vertex_halfedges", {0, 2, 4, 0}, "half-edge 0 belongs to vertex 0 and to vertex 3"},
      {"vertex_halfedges", {0, 2, 4}, "one a vertex"},
      {"face_halfedges", {0, 9}, "found half-edge 9 of face 1, expected less than 8"},
      {"face_halfedges", {0, 4}, "half-edge 4 belongs to face 0 and to face 1"},
      {"face_halfedges", {0}, "one a face"},
      // Each half-edge of an edge next to the other: faces of two corners.
      {"halfedge_nexts", {1, 0, 3, 2, 5, 4, 7, 6}, "half-edge"},
  };
  const Js3dText text = Shown(Square());
  int count = 0;
  for (const Case& one : cases) {
    std::string broken = text.Text();
    const std::string key = "\"" + std::string(one.key) + "\":";
    const std::size_t begin = broken.find(key) + key.size();
    const std::size_t end = broken.find('"', begin + 1) + 1;
    broken.replace(begin, end - begin, Packed(one.values));
    const Failure failure = Refused(broken);
    EXPECT_EQ(failure.code, FailureCode::kInvalid);
    EXPECT_THAT(failure.place, HasSubstr("/scene/meshes/thing/"));
    EXPECT_THAT(failure.message, HasSubstr(one.message)) << one.key;
    ++count;
  }
  std::printf("  %d broken meshes refused\n", count);
}

TEST(Js3d, HalfEdgesThatNobodyHasAreRefused) {
  // Two squares apart; the second one's faces are taken away.
  Js3dMesh two = Square();
  for (const Vec3 p : Square().positions) two.positions.push_back({p.x + 5, p.y, p.z});
  two.faces.push_back({4, 5, 6, 7});
  std::string text = Shown(two).Text();
  const std::string key = "\"face_halfedges\":";
  const std::size_t begin = text.find(key) + key.size();
  const std::string of_both = text.substr(begin, text.find('"', begin + 1) + 1 - begin);
  text = With(text, of_both, Packed({0, 1}));
  text = With(text, PackedFlags({false, false, true, true}), PackedFlags({false, true}));
  const Failure failure = Refused(text);
  EXPECT_EQ(failure.place, "/scene/meshes/thing/face_halfedges");
  EXPECT_THAT(failure.message, HasSubstr("half-edge 8 belongs to no face"));
}

TEST(Js3d, AFaceOfTwoCornersIsRefused) {
  // One edge whose two sides follow each other: a face of two corners around it.
  std::string text = Shown(Square()).Text();
  const std::string mesh = R"({"FORMAT":"s3d-hm-1","halfedge_nexts":)" + Packed({1, 0}) +
                           ",\"vertex_halfedges\":" + Packed({0, 1}) +
                           ",\"vertex_positions\":" + PackedFloats("vec3", {0, 0, 0, 1, 0, 0}) +
                           ",\"face_halfedges\":" + Packed({0}) +
                           ",\"face_boundaries\":" + PackedFlags({false}) + "}";
  text = With(text, Square().Json(), mesh);
  const Failure failure = Refused(text);
  EXPECT_EQ(failure.place, "/scene/meshes/thing/face_halfedges");
  EXPECT_THAT(failure.message, HasSubstr("face 0 has 2 corners"));
}

TEST(Js3d, WhatMakesNoSenseIsRefusedWithItsPlace) {
  struct Case {
    std::string from, to, place, message;
  };
  const std::string positions = "\"vertex_positions\":\"vec3:";
  const Case cases[] = {
      {positions, "\"vertex_positions\":\"vec2:", "/scene/skinned_meshes/arm/mesh/vertex_positions",
       "expected \"vec3:"},
      {positions, positions + "AAAA", "/scene/skinned_meshes/arm/mesh/vertex_positions",
       "a multiple of 12"},
      {positions, positions + "*", "/scene/skinned_meshes/arm/mesh/vertex_positions", "base64"},
      {positions, "\"vertex_positions_\":\"vec3:", "/scene/skinned_meshes/arm/mesh",
       "found no \"vertex_positions\""},
      {Packed({1, 2, 4, 6, 7, 8}), Packed({1, 2, 4, 6, 7, 7}),
       "/scene/skinned_meshes/arm/mesh/vertex_bone_weight_ends", "found 7 at the last vertex"},
      {Packed({1, 2, 4, 6, 7, 8}), Packed({1, 2, 4, 3, 7, 8}),
       "/scene/skinned_meshes/arm/mesh/vertex_bone_weight_ends", "found 3 after 4 at vertex 3"},
      {"\"transform\":\"place\"", "\"transform\":\"palace\"",
       "/scene/instances/skinned_meshes/shown/transform", "no transform has"},
      {"\"mesh\":\"arm\"", "\"mesh\":null", "/scene/instances/skinned_meshes/shown", "no mesh"},
      {"\"parent\":null", "\"parent\":\"place\"", "/scene/transforms/place", "lead back"},
      {"\"pose\":[0,0,0]", "\"pose\":[0,0]", "/scene/skinned_meshes/arm/skeleton/bones/0/pose",
       "found 2 numbers, expected 3"},
      {"\"pose\":[0,0,0]", "\"pose\":[0,2e6,0]", "/scene/skinned_meshes/arm/skeleton/bones/0/pose",
       "at most a million"},
      {"\"extent\":[0,1,0]", "\"extent\":[0,1e19,0]",
       "/scene/skinned_meshes/arm/skeleton/bones/0/extent/1", "exceeds 1e18"},
      {"\"channel_id\":3", "\"channel_id\":-3",
       "/scene/skinned_meshes/arm/skeleton/bones/0/channel_id", "whole number"},
      {"\"channel_id\":3", "\"channel_id\":3.5",
       "/scene/skinned_meshes/arm/skeleton/bones/0/channel_id", "whole number"},
      {"\"roll\":0", "\"roll\":\"a\"", "/scene/skinned_meshes/arm/skeleton/bones/0/roll",
       "found a string, expected a number"},
      {"\"meshes\":{}", "\"meshes\":[]", "/scene/meshes", "found an array, expected an object"},
      {"\"meshes\":{}", "\"transforms\":{}", "/scene/transforms", "there twice"},
      {"\"scene\":{", "\"scenery\":{", "", "found no \"scene\""},
  };
  for (const Case& one : cases) {
    const Failure failure = Refused(With(Arm().Text(), one.from, one.to));
    EXPECT_EQ(failure.code, FailureCode::kInvalid) << one.to;
    EXPECT_EQ(failure.place, one.place) << one.to << ": " << failure.message;
    EXPECT_THAT(failure.message, HasSubstr(one.message)) << one.to;
  }
  EXPECT_EQ(Refused("{").code, FailureCode::kSyntax);
  EXPECT_EQ(Refused("[]").code, FailureCode::kInvalid);
}

TEST(Js3d, AnotherFormatIsUnsupportedAndNoneIsMended) {
  const Failure failure = Refused(With(Arm().Text(), "js3d-v1", "js3d-v2"));
  EXPECT_EQ(failure.code, FailureCode::kUnsupported);
  EXPECT_EQ(failure.place, "/scene/FORMAT");
  EXPECT_EQ(Refused(With(Arm().Text(), "s3d-hm-1", "s3d-hm-2")).code, FailureCode::kUnsupported);
  const Result<Js3dScene> read = Read(With(Arm().Text(), "\"FORMAT\":\"js3d-v1\",", ""));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(Mended(*read, "format-missing"), 1u);
}

TEST(Js3d, WhatIsMissingTakesTheProgramsDefaultAndIsCounted) {
  const Result<Js3dScene> read = Read(With(Arm().Text(), "\"radius\":0.5,", ""));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(Mended(*read, "property-missing"), 1u);
  EXPECT_EQ(read->mends[0].first, "/scene/skinned_meshes/arm/skeleton/bones/0");
}

// --- limits ---

TEST(Js3d, LimitsAreNamedWhereTheyBreak) {
  const std::string text = Arm().Text();
  const auto refused = [&](const Js3dLimits& limits, const char* name) {
    const Failure failure = Refused(text, limits);
    EXPECT_EQ(failure.code, FailureCode::kLimit) << name;
    EXPECT_THAT(failure.message, HasSubstr(name));
  };
  refused({.max_file_bytes = 10}, "max_file_bytes");
  refused({.max_json_bytes = 10}, "max_json_bytes");
  refused({.max_json_values = 10}, "max_json_values");
  refused({.max_json_depth = 2}, "max_json_depth");
  refused({.max_nodes = 3}, "max_nodes");
  refused({.max_skin_joints = 1}, "max_skin_joints");
  refused({.max_decoded_bytes = 100, .max_decoded_ratio = 0}, "max_decoded_bytes");
}

// A fan around one vertex that a thousand bones move: the weights would be there at every corner.
TEST(Js3d, WeightsThatMultiplyAtTheCornersAreBounded) {
  Js3dMesh fan;
  constexpr std::uint32_t kSpokes = 2000, kBones = 1000;
  fan.positions.push_back({0, 0, 0});
  for (std::uint32_t i = 0; i < kSpokes; ++i) {
    fan.positions.push_back({static_cast<float>(i), 1, 0});
    fan.faces.push_back({0, 1 + i, 1 + (i + 1) % kSpokes});
  }
  fan.weights.resize(fan.positions.size());
  std::string bones;
  for (std::uint32_t b = 0; b < kBones; ++b) {
    fan.weights[0].push_back({b, 1.0f / kBones});
    bones += (b == 0 ? "{}" : ",{}");
  }
  Js3dText text = Arm();
  text.skinned_meshes = "{'arm':{'mesh':" + fan.Json() + ",'skeleton':{'bones':[" + bones +
                        "],'handles':[],'base':[0,0,0],'base_offset':[0,0,0]}}}";
  const Failure failure = Refused(text.Text(), {.max_decoded_bytes = 8 << 20});
  EXPECT_EQ(failure.code, FailureCode::kLimit) << Describe(failure);
  EXPECT_THAT(failure.message, HasSubstr("max_decoded_bytes"));
}

// --- the time line ---

Js3dText Moving(const std::string& splines) {
  Js3dText text = Arm();
  text.splines = splines;
  return text;
}

// Knots at frames 0, 24 and 72 with x = 0, 1, 5: tangents are 1/s at the first, 5/3 a second in the
// middle and 2/s at the last (mirrored ends).
TEST(Js3d, SplinesOfTransformsBecomeCubicTracksExactly) {
  const Js3dScene scene = Scene(Moving(
      "{'place':{'translation':{'type':'Vec3','knots':[0,[0,0,0],24,[1,0,0],72,[5,0,0]]}}}"));
  ASSERT_THAT(scene.model.clips(), SizeIs(1));
  const Clip& clip = scene.model.clips()[0];
  EXPECT_EQ(clip.duration_s(), 3.0f);
  ASSERT_EQ(clip.track_count(), 1u);
  const Track track = clip.track(0);
  EXPECT_EQ(track.interpolation, Interpolation::kCubicSpline);
  EXPECT_THAT(track.times, ElementsAre(0, 1, 3));
  const auto x_at = [&](double time_s) {
    const ModelPose pose = PoseOf(scene.model, 0, time_s);
    return pose.pose[JointNamed(scene.model, "place")].translation.x;
  };
  // Hermite at the half: (p0 + p1) / 2 + span * (m0 - m1) / 8.
  EXPECT_NEAR(x_at(0.5), 0.5 + (1.0 - 5.0 / 3.0) / 8, 1e-6);
  EXPECT_NEAR(x_at(2.0), 3.0 + 2.0 * (5.0 / 3.0 - 2.0) / 8, 1e-6);
  EXPECT_NEAR(x_at(3.0), 5.0, 1e-6);
}

TEST(Js3d, RotationsOfTransformsGoLinearlyAndOneKnotHolds) {
  const Js3dScene scene =
      Scene(Moving("{'place':{'rotation':{'type':'Quat','knots':[0,[0,0,0,1],24,[0,0,1,0]]},"
                   "'scale':{'type':'Vec3','knots':[12,[3,3,3]]}}}"));
  ASSERT_THAT(scene.model.clips(), SizeIs(1));
  const ModelPose pose = PoseOf(scene.model, 0, 0.5);
  const Transform& place = pose.pose[JointNamed(scene.model, "place")];
  EXPECT_TRUE(Near(place.rotation, {0, 0, std::sqrt(0.5f), std::sqrt(0.5f)}, 1e-6));
  EXPECT_EQ(place.scale, (Vec3{3, 3, 3}));
}

TEST(Js3d, TheOffsetsChannelMovesRootBones) {
  const Js3dScene scene =
      Scene(Moving("{'arm':{'base_offset':{'type':'Vec3','knots':[0,[0,0,0],24,[0,0,2]]}}}"));
  const ModelPose pose = PoseOf(scene.model, 0, 1.0);
  EXPECT_TRUE(Near(pose.instances[0].primitives[0].positions[0], {-0.5f, 0, 2}, 1e-6));
}

// The largest angle between what the clip plays and the format's formula, computed here, over four
// knots of bone 3.
double WorstDegrees(const double (&frames)[4], const double (&angles)[4][3]) {
  std::string knots;
  for (int k = 0; k < 4; ++k) {
    knots += (k == 0 ? "" : ",") + std::to_string(frames[k]) + ",[" + std::to_string(angles[k][0]) +
             "," + std::to_string(angles[k][1]) + "," + std::to_string(angles[k][2]) + "]";
  }
  const Js3dScene scene =
      Scene(Moving("{'arm':{'bone.3.pose':{'type':'Vec3','knots':[" + knots + "]}}}"));
  EXPECT_THAT(scene.model.clips(), SizeIs(1));
  if (scene.model.clips().empty()) return 180.0;
  const auto tangent = [&](int k, int c) {
    const int before = k == 0 ? 0 : k - 1, after = k == 3 ? 3 : k + 1;
    return (angles[after][c] - angles[before][c]) / (frames[after] - frames[before]);
  };
  double worst = 0.0;
  int compared = 0;
  for (double frame = 0; frame <= frames[3]; frame += 0.05) {
    int k = 0;
    while (k < 2 && frame >= frames[k + 1]) ++k;
    const double span = frames[k + 1] - frames[k], t = (frame - frames[k]) / span;
    double radians[3];
    for (int c = 0; c < 3; ++c) {
      const double degrees = (2 * t * t * t - 3 * t * t + 1) * angles[k][c] +
                             (t * t * t - 2 * t * t + t) * span * tangent(k, c) +
                             (3 * t * t - 2 * t * t * t) * angles[k + 1][c] +
                             (t * t * t - t * t) * span * tangent(k + 1, c);
      radians[c] = degrees * 3.14159265358979 / 180;
    }
    const auto about = [&](int axis) {
      Quat q{0, 0, 0, static_cast<float>(std::cos(radians[axis] / 2))};
      (axis == 0 ? q.x : axis == 1 ? q.y : q.z) = static_cast<float>(std::sin(radians[axis] / 2));
      return q;
    };
    const Quat wanted = Multiply(about(2), Multiply(about(1), about(0)));
    const ModelPose pose = PoseOf(scene.model, 0, frame / 24);
    const Quat got = pose.pose[JointNamed(scene.model, "bone.3")].rotation;
    const double cosine = std::abs(double{got.x} * wanted.x + double{got.y} * wanted.y +
                                   double{got.z} * wanted.z + double{got.w} * wanted.w);
    worst = std::max(worst, 2 * std::acos(std::min(cosine, 1.0)) * 180 / 3.14159265358979);
    ++compared;
  }
  std::printf("  %d moments, at most %.3f degrees off, %u keys\n", compared, worst,
              static_cast<unsigned>(scene.model.clips()[0].track(0).times.size()));
  return worst;
}

TEST(Js3d, PosesOfBonesAreWithinATenthOfADegreeOfTheirSpline) {
  EXPECT_LT(
      WorstDegrees({0, 10, 13, 48}, {{0, 0, 0}, {80, -40, 120}, {-60, 90, 10}, {20, 200, -150}}),
      0.1);
  // Little, but to and fro.
  EXPECT_LT(WorstDegrees({0, 8, 16, 24}, {{0, 0, 0}, {9, 0, 0}, {-9, 0, 0}, {9, 0, 0}}), 0.1);
  // Evenly: the angles are straight lines, the rotation is not.
  EXPECT_LT(
      WorstDegrees({0, 8, 16, 24}, {{0, 0, 0}, {90, -90, 90}, {180, -180, 180}, {270, -270, 270}}),
      0.1);
}

TEST(Js3d, KnotsOutOfOrderAreSortedAndOfTwoAtOneTimeTheFirstCounts) {
  const Js3dScene scene = Scene(
      Moving("{'place':{'scale':{'type':'Vec3','knots':[24,[2,2,2],0,[1,1,1],24,[9,9,9]]}}}"));
  const ModelPose pose = PoseOf(scene.model, 0, 1.0);
  EXPECT_EQ(pose.pose[JointNamed(scene.model, "place")].scale, (Vec3{2, 2, 2}));
  EXPECT_EQ(Mended(scene, "keys-resorted"), 1u);
  EXPECT_EQ(Mended(scene, "keys-dropped"), 1u);
}

TEST(Js3d, ChannelsThatMoveNothingHereAreCounted) {
  const Js3dScene scene = Scene(
      Moving("{'arm':{'bone.4.pose':{'type':'Vec3','knots':[]},'handle.0.enabled':{'type':'bool',"
             "'knots':[0,true]}},'lamp':{'intensity':{'type':'float','knots':[0,1]}}}"));
  EXPECT_EQ(Lost(scene, "channels"), 3u);
  EXPECT_THAT(scene.model.clips(), IsEmpty());
}

TEST(Js3d, SplinesThatMakeNoSenseAreRefusedWithTheirPlace) {
  struct Case {
    const char* knots;
    const char* place;
    const char* message;
  };
  const Case cases[] = {
      {"'type':'float','knots':[0,1]", "/animator/splines/place/scale/type", "expected Vec3"},
      {"'type':'Vec3','knots':[0]", "/animator/splines/place/scale/knots", "a time and a value"},
      {"'type':'Vec3','knots':[-1,[1,1,1]]", "/animator/splines/place/scale/knots/0", "before 0"},
      {"'type':'Vec3','knots':[0,[1,1]]", "/animator/splines/place/scale/knots/1", "expected 3"},
      {"'type':'Vec3'", "/animator/splines/place/scale", "no \"knots\""},
      {"'type':'Vec3','knots':[0,[1e18,0,0],1e-30,[-1e18,0,0]]", "/animator/splines/place/scale",
       "beyond 1e18"},
  };
  for (const Case& one : cases) {
    const Failure failure =
        Refused(Moving("{'place':{'scale':{" + std::string(one.knots) + "}}}").Text());
    EXPECT_EQ(failure.place, one.place) << failure.message;
    EXPECT_THAT(failure.message, HasSubstr(one.message));
  }
}

// --- telling files apart ---

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
