// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Bones and weights of a .js3d scene become skeletons, skins and influences.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/js3d_scene.h"
#include "sinew/rigging.h"
#include "support/near.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

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

}  // namespace
}  // namespace sinew::testing
