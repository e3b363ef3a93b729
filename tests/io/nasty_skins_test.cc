// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Skins and hierarchies as real files have them: the ways in which they break importers, each
// numbered, built small (support/small_rig.h draws the rig) and worked out by hand.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "sinew/gltf.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

// Where the small rig's vertices stand when everything is right.

TEST(NastySkins, TheRigItselfIsCleanAndBends) {
  const GltfRead read = SmallRig{}.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(Loads(SmallRig{}.Read(Strict())));
}

// nasty 1, C8
TEST(NastySkins, ASkinnedNodeAndItsParentsDoNotMoveTheSkin) {
  const GltfRead read = SmallRig{.root = "{'children':[1,4]}",
                                 .body = "{'mesh':0,'skin':0,'translation':[5,0,0]}",
                                 .more_nodes = {"{'children':[3],'translation':[0,0,9]}"}}
                            .Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "NODE_SKINNED_MESH_LOCAL_TRANSFORMS", "/nodes/3"));
  EXPECT_TRUE(Reports(read, "NODE_SKINNED_MESH_NON_ROOT", "/nodes/3"));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_EQ(OriginOf(*read.model, kBody), (Vec3{5, 0, 9})) << "the node itself does stand there";
}

// nasty 2
TEST(NastySkins, AnimatingTheSkinnedNodeMovesItsChildrenButNotTheSkin) {
  GltfBuilder file =
      SmallRig{.body = "{'mesh':0,'skin':0,'children':[4]}", .more_nodes = {"{'name':'held'}"}}
          .Build();
  file.Animate(kBody, "translation", file.Floats("SCALAR", {0, 1}),
               file.Floats("VEC3", {0, 0, 0, 7, 0, 0}));
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(
      Reports(read, "ANIMATION_CHANNEL_TARGET_NODE_SKIN", "/animations/0/channels/0/target/path"));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody, 0, 1.0), kBent));
  EXPECT_EQ(OriginOf(*read.model, 4, 0, 1.0), (Vec3{7, 0, 0}));
}

// nasty 3
TEST(NastySkins, ASkinnedNodeScaledToNothingIsStillDrawn) {
  const GltfRead read = SmallRig{.body = "{'mesh':0,'skin':0,'scale':[0,0,0]}"}.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "NODE_SKINNED_MESH_LOCAL_TRANSFORMS", "/nodes/3"));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 4, C81
TEST(NastySkins, AbsentInverseBindMatricesAreTheIdentity) {
  const GltfRead read = SmallRig{.inverse_binds = {}}.Read();
  ASSERT_TRUE(IsClean(read));
  for (const Affine& matrix : read.model->skins()[0].inverse_bind()) EXPECT_EQ(matrix, Affine{});
  // Hip: up by one. Knee: turned, then up by two. (2, 2, 0) goes to (2, 3, 0) and (-2, 4, 0).
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 2, 0, -2, 3, 0, 0, 3.5f, 0}));
}

// nasty 5
TEST(NastySkins, SpareInverseBindMatricesAreLeftAlone) {
  std::vector<float> three = SmallRigInverseBinds();
  three.insert(three.end(), {9, 0, 0, 0, 0, 9, 0, 0, 0, 0, 9, 0, 9, 9, 9, 1});
  const GltfRead read = SmallRig{.inverse_binds = three}.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(read.model->skins()[0].inverse_bind().size(), 2u);
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 5
TEST(NastySkins, MissingInverseBindMatricesAreTheIdentityUnlessStrict) {
  std::vector<float> one = SmallRigInverseBinds();
  one.resize(16);
  const SmallRig rig{.inverse_binds = one};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "INVALID_IBM_ACCESSOR_COUNT", "/skins/0/inverseBindMatrices"));
  EXPECT_TRUE(Mended(read, "ibm-count", 1));
  EXPECT_EQ(read.model->skins()[0].inverse_bind()[1], Affine{});
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, -2, 3, 0, 0, 3, 0}));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 6
TEST(NastySkins, AWrongLastRowOfAnInverseBindMatrixIsPutRight) {
  std::vector<float> wrong = SmallRigInverseBinds();
  wrong[3] = 0.5f;
  wrong[15] = 2.0f;
  const SmallRig rig{.inverse_binds = wrong};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_INVALID_IBM", "/skins/0/inverseBindMatrices"));
  EXPECT_TRUE(Mended(read, "ibm-last-row", 1));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 7
TEST(NastySkins, ShearInAnInverseBindMatrixIsKept) {
  std::vector<float> sheared = SmallRigInverseBinds();
  sheared[4] = 0.5f;  // x += y / 2, before the hip.
  const GltfRead read = SmallRig{.inverse_binds = sheared}.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(read.model->skins()[0].inverse_bind()[0].m[0][1], 0.5f);
  // (1, 1, 0) -> (1.5, 0, 0) at the hip; (2, 2, 0) -> (3, 2, 0) by the hip, (0, 4, 0) by the knee.
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1.5f, 1, 0, 0, 3, 0, 1.5f, 3, 0}));
}

// nasty 8
TEST(NastySkins, AnIdentityMatrixForOnlyTheLeafIsUsedAsItIs) {
  std::vector<float> leaf = SmallRigInverseBinds();
  leaf[16 + 13] = 0.0f;
  const GltfRead read = SmallRig{.inverse_binds = leaf}.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, -2, 3, 0, 0, 3, 0}));
}

// nasty 9
TEST(NastySkins, QuantisedPositionsAreScaledBackByTheInverseBindMatrices) {
  std::vector<float> scaled = SmallRigInverseBinds();
  for (const int matrix : {0, 16}) {
    for (const int diagonal : {0, 5, 10})
      scaled[static_cast<std::size_t>(matrix + diagonal)] = 0.1f;
  }
  GltfBuilder file =
      SmallRig{.inverse_binds = scaled, .attributes = "'POSITION':4,'JOINTS_0':1,'WEIGHTS_0':2"}
          .Build();
  const std::vector<std::int8_t> tenfold = {10, 10, 0, 0, 10, 20, 0, 0, 20, 20, 0, 0};
  const int view = file.View(std::as_bytes(std::span(tenfold)), ",'byteStride':4");
  file.Accessor("{'bufferView':" + std::to_string(view) +
                ",'componentType':5120,'count':3,'type':'VEC3','min':[10,10,0],'max':[20,20,0]}");
  file.Root("extensionsUsed", "['KHR_mesh_quantization']");
  file.Root("extensionsRequired", "['KHR_mesh_quantization']");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 10
TEST(NastySkins, TheSkeletonPropertyDoesNotMatterToSkinning) {
  for (const char* skeleton : {"", ",'skeleton':0", ",'skeleton':1"}) {
    const GltfRead read = SmallRig{.more_skin = skeleton}.Read();
    ASSERT_TRUE(IsClean(read)) << skeleton;
    EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent)) << skeleton;
  }
  const GltfRead wrong = SmallRig{.more_skin = ",'skeleton':3"}.Read();
  ASSERT_TRUE(Loads(wrong));
  EXPECT_TRUE(Reports(wrong, "SKIN_SKELETON_INVALID", "/skins/0/skeleton"));
  EXPECT_TRUE(StandAt(VerticesAt(*wrong.model, kBody), kBent));
}

// nasty 11, C80
TEST(NastySkins, AncestorsThatAreNoJointsTurnAndScaleTheSkin) {
  const GltfRead read = SmallRig{.root =
                                     "{'children':[1],'scale':[100,100,100],"
                                     "'rotation':[-0.70710678118654752,0,0,"
                                     "0.70710678118654752]}",
                                 .scene = "[0,3]"}
                            .Read();
  ASSERT_TRUE(IsClean(read));
  // A quarter turn about x takes y to -z.
  EXPECT_TRUE(
      StandAt(VerticesAt(*read.model, kBody), {100, 0, -100, 0, 0, -300, 100, 0, -300}, 1e-4f));
}

// nasty 12, C80
TEST(NastySkins, ANodeBetweenTwoJointsMovesAndAnimatesTheLower) {
  GltfBuilder file = SmallRig{.hip = "{'children':[4],'translation':[0,1,0]}",
                              .more_nodes = {"{'children':[2],'translation':[0,0,5]}"}}
                         .Build();
  file.Animate(4, "translation", file.Floats("SCALAR", {0, 1}),
               file.Floats("VEC3", {0, 0, 5, 0, 0, 7}));
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, 0, 3, 5, 1, 3, 2.5f}));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody, 0, 1.0), {1, 1, 0, 0, 3, 7, 1, 3, 3.5f}));
}

// nasty 13
TEST(NastySkins, JointsWithoutACommonRootAreReportedAndStillRight) {
  const SmallRig rig{.root = "{'name':'root','children':[3]}",
                     .hip = "{'translation':[0,1,0]}",
                     .knee =
                         "{'translation':[0,2,0],"
                         "'rotation':[0,0,0.70710678118654752,0.70710678118654752]}",
                     .scene = "[0,1,2]"};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "SKIN_NO_COMMON_ROOT", "/skins/0/joints"));
  EXPECT_TRUE(Mended(read, "skin-roots-several", 1));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 14
TEST(NastySkins, JointsOutsideTheSceneAreReportedAndStillRight) {
  const SmallRig rig{.root = "{'children':[1]}", .scene = "[3]"};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "NODE_SKIN_NO_SCENE", "/nodes/3"));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 15, C79, E48, L1, L2
TEST(NastySkins, ChildrenMayStandBeforeParentsAmongTheJoints) {
  std::vector<float> swapped = SmallRigInverseBinds();
  std::swap_ranges(swapped.begin(), swapped.begin() + 16, swapped.begin() + 16);
  const GltfRead read = SmallRig{.skin_joints = "[2,1]",
                                 .inverse_binds = swapped,
                                 .joints = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}}
                            .Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  const Skeleton& skeleton = read.model->skeleton();
  for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
    EXPECT_LT(skeleton.parent(j), static_cast<std::int32_t>(j));
  }
  const Skin& skin = read.model->skins()[0];
  EXPECT_EQ(skin.joints()[0], static_cast<std::int32_t>(*skeleton.Find("knee")));
  EXPECT_EQ(skin.joints()[1], static_cast<std::int32_t>(*skeleton.Find("hip")));
}

// nasty 15, C79: also where the nodes themselves are listed child first.
TEST(NastySkins, ChildrenMayStandBeforeParentsAmongTheNodes) {
  const GltfRead read =
      SmallRig{.root = "{'translation':[0,1,0],'rotation':" + std::string(kQuarterTurn) + "}",
               .hip = "{'children':[0],'translation':[0,1,0]}",
               .knee = "{'children':[1]}",
               .scene = "[2,3]",
               .skin_joints = "[1,0]"}
          .Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 16
TEST(NastySkins, TheFirstJointNeedNotBeARoot) {
  std::vector<float> swapped = SmallRigInverseBinds();
  std::swap_ranges(swapped.begin(), swapped.begin() + 16, swapped.begin() + 16);
  const GltfRead read =
      SmallRig{.root = "{'children':[1,2,3]}",
               .hip = "{'translation':[0,1,0]}",
               .knee = "{'translation':[0,2,0],'rotation':" + std::string(kQuarterTurn) + "}",
               .skin_joints = "[2,1]",
               .inverse_binds = swapped,
               .joints = {1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}}
          .Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 17
TEST(NastySkins, OneJointMayBeBoundDifferentlyByTwoSkins) {
  std::vector<float> higher = SmallRigInverseBinds();
  higher[16 + 13] = -3.0f;
  GltfBuilder file =
      SmallRig{.root = "{'children':[1,3,4]}", .more_nodes = {"{'mesh':0,'skin':1}"}}.Build();
  const int matrices = file.Floats("MAT4", higher);
  file.Skin("{'joints':[1,2],'inverseBindMatrices':" + std::to_string(matrices) + "}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  // The knee sees (1, 2, 0) at (1, -1, 0), which turns to (1, 1, 0), two up.
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 4), {1, 1, 0, 1, 3, 0, 1.5f, 3, 0}));
}

// nasty 18, and "two skins sharing one inverse bind accessor"
TEST(NastySkins, OneMeshUnderTwoSkinsAndOneSkinAtTwoNodes) {
  GltfBuilder file = SmallRig{.root = "{'children':[1,3,4,5]}",
                              .more_nodes = {"{'mesh':0,'skin':1}", "{'mesh':0,'skin':0}"}}
                         .Build();
  file.Skin("{'joints':[2,1],'inverseBindMatrices':3}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  ASSERT_EQ(read.model->instances().size(), 3u);
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  // Entry 0 is the knee seen from one up, entry 1 the hip seen from two up.
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 4), {0, 3, 0, 1, 1, 0, 0.5f, 2.5f, 0}));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 5), kBent));
}

// nasty 19, L35
TEST(NastySkins, AMeshUnderAJointFollowsIt) {
  GltfBuilder file = SmallRig{.knee = "{'children':[4],'translation':[0,1,0],'rotation':" +
                                      std::string(kQuarterTurn) + "}",
                              .more_nodes = {"{'mesh':1,'translation':[1,0,0]}"}}
                         .Build();
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0}}]}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  // One to the right, turned, two up.
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 4), {-1, 4, 0, -2, 4, 0, -2, 5, 0}));
}

// nasty 20
TEST(NastySkins, ASkinnedMeshUnderItsOwnJointIsMovedOnce) {
  const GltfRead read = SmallRig{.root = "{'children':[1]}",
                                 .knee = "{'children':[3],'translation':[0,1,0],'rotation':" +
                                         std::string(kQuarterTurn) + "}"}
                            .Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "NODE_SKINNED_MESH_NON_ROOT", "/nodes/3"));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 21
TEST(NastySkins, ASkinWithoutAMeshStillDefinesASkeleton) {
  const GltfRead at_node = SmallRig{.body = "{'skin':0}"}.Read();
  ASSERT_TRUE(Loads(at_node));
  EXPECT_TRUE(Reports(at_node, "UNSATISFIED_DEPENDENCY", "/nodes/3/skin"));
  EXPECT_EQ(at_node.model->instances().size(), 0u);
  ASSERT_EQ(at_node.model->skins().size(), 1u);
  EXPECT_EQ(at_node.model->skins()[0].size(), 2u);

  GltfBuilder file;
  file.Node("{'name':'hip','children':[1]}");
  file.Node("{'name':'knee','translation':[0,1,0]}");
  file.Skin("{'joints':[0,1]}");
  file.Animate(1, "translation", file.Floats("SCALAR", {0, 1}),
               file.Floats("VEC3", {0, 1, 0, 0, 2, 0}));
  const GltfRead animation_only = file.Read();
  ASSERT_TRUE(IsClean(animation_only));
  EXPECT_TRUE(Reports(animation_only, "UNUSED_OBJECT", "/skins/0"));
  ASSERT_EQ(animation_only.model->skins().size(), 1u);
  ASSERT_EQ(animation_only.model->clips().size(), 1u);
  EXPECT_EQ(OriginOf(*animation_only.model, 1, 0, 0.5), (Vec3{0, 1.5f, 0}));
}

// nasty 22
TEST(NastySkins, JointsWithoutASkinAreIgnoredWhateverTheySay) {
  const GltfRead read = SmallRig{.body = "{'mesh':0,'translation':[0,0,4]}",
                                 .joints = {0, 0, 0, 0, 200, 0, 0, 0, 0, 255, 0, 0}}
                            .Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "NODE_SKINNED_MESH_WITHOUT_SKIN", "/nodes/3"));
  EXPECT_EQ(read.report.errors(), 0u);
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 4, 1, 2, 4, 2, 2, 4}));
}

// nasty 23
TEST(NastySkins, AMeshWithoutJointsUnderASkinIsReportedAndDrawnRigid) {
  const SmallRig rig{.attributes = "'POSITION':0"};
  const GltfRead read = rig.Read();
  EXPECT_TRUE(Reports(read, "NODE_SKIN_WITH_NON_SKINNED_MESH", "/nodes/3"));
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "skin-without-weights", 1));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, 1, 2, 0, 2, 2, 0}));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 23: one primitive is skinned, the next is not.
TEST(NastySkins, APrimitiveWithoutJointsBesideASkinnedOneIsDrawnRigid) {
  const GltfRead read = SmallRig{.more_primitives = ",{'attributes':{'POSITION':0}}"}.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody, {}, 0, 1), {1, 1, 0, 1, 2, 0, 2, 2, 0}));
}

// The small rig with normals along x, and a knee of that scale.
GltfRead RigWithNormals(const std::string& knee_scale) {
  GltfBuilder file = SmallRig{.knee = "{'translation':[0,1,0],'scale':" + knee_scale +
                                      ",'rotation':" + std::string(kQuarterTurn) + "}",
                              .attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'NORMAL':4"}
                         .Build();
  file.Floats("VEC3", {1, 0, 0, 1, 0, 0, 1, 0, 0});
  return file.Read();
}

// nasty 24, C3, C83
TEST(NastySkins, AMirroredJointKeepsItsSignAndNormalsPointOutward) {
  const GltfRead read = RigWithNormals("[-1,1,1]");
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, 0, 1, 0, 1, 1, 0}));
  const Result<ModelPose> pose = PoseModel(*read.model);
  ASSERT_TRUE(pose.ok());
  EXPECT_LT(Determinant(WorldOfNode(*read.model, *pose, 2)), 0.0f);
  // At the knee x becomes -x, which the quarter turn takes to -y.
  const std::vector<Vec3>& normals = pose->instances[0].primitives[0].normals;
  EXPECT_TRUE(StandAt({normals[0], normals[1]}, {1, 0, 0, 0, -1, 0}));
}

// nasty 25, C3
TEST(NastySkins, AJointScaledToNothingGathersItsVerticesWithoutNaN) {
  const GltfRead read = RigWithNormals("[0,0,0]");
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, 0, 2, 0, 1, 2, 0}));
  const Result<ModelPose> pose = PoseModel(*read.model);
  ASSERT_TRUE(pose.ok());
  // Nothing is left of the knee's normal, so it keeps its direction of rest.
  EXPECT_TRUE(StandAt(pose->instances[0].primitives[0].normals, {1, 0, 0, 1, 0, 0, 1, 0, 0}));
}

// nasty 26
TEST(NastySkins, ASkinWithoutJointsIsRefused) {
  const GltfRead read = SmallRig{.skin_joints = "[]"}.Read();
  EXPECT_TRUE(Reports(read, "EMPTY_ENTITY", "/skins/0/joints"));
  EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
}

// nasty 26
TEST(NastySkins, JointsThatAreNoNodesAreRefused) {
  const GltfRead read = SmallRig{.skin_joints = "[1,77]"}.Read();
  EXPECT_TRUE(Reports(read, "UNRESOLVED_REFERENCE", "/skins/0/joints/1"));
  EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
}

// nasty 26
TEST(NastySkins, DuplicateJointsAreReportedAndRefusedByStrict) {
  const SmallRig rig{.skin_joints = "[1,2,2]", .inverse_binds = {}};
  EXPECT_TRUE(Reports(rig.Read(), "DUPLICATE_ELEMENTS", "/skins/0/joints/2"));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 26
TEST(NastySkins, LoopsOfNodesAreRefused) {
  const GltfRead pair =
      SmallRig{.knee = "{'children':[4]}", .more_nodes = {"{'children':[2]}"}}.Read();
  EXPECT_TRUE(IsRefused(pair, FailureCode::kInvalid));

  const GltfRead apart = SmallRig{.more_nodes = {"{'children':[5]}", "{'children':[4]}"}}.Read();
  EXPECT_TRUE(Reports(apart, "NODE_LOOP"));
  EXPECT_TRUE(IsRefused(apart, FailureCode::kInvalid));

  const GltfRead itself = SmallRig{.more_nodes = {"{'children':[4]}"}}.Read();
  EXPECT_TRUE(Reports(itself, "NODE_LOOP", "/nodes/4"));
  EXPECT_TRUE(IsRefused(itself, FailureCode::kInvalid));
}

// nasty 26
TEST(NastySkins, ANodeWithTwoParentsIsRefused) {
  const GltfRead read = SmallRig{.root = "{'children':[1,2,3]}"}.Read();
  EXPECT_TRUE(Reports(read, "NODE_PARENT_OVERRIDE", "/nodes/1/children/0"));
  EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
}

// nasty 26: not a loop, only deep. Whoever recurses falls off the stack here.
TEST(NastySkins, AChainOfAHundredThousandNodesLoads) {
  constexpr int kLength = 100'000;
  GltfBuilder file;
  for (int i = 0; i + 1 < kLength; ++i) {
    file.Node("{'translation':[0,1,0],'children':[" + std::to_string(i + 1) + "]}");
  }
  file.Node("{'translation':[0,1,0]}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(OriginOf(*read.model, kLength - 1), (Vec3{0, kLength, 0}));
}

// C13: the bind pose comes from the inverse bind matrices, whatever the rest pose says.
TEST(NastySkins, BindAndRestMayDiffer) {
  const GltfRead read = SmallRig{}.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(read.model->skins()[0].inverse_bind()[1].m[1][3], -2.0f);
  EXPECT_EQ(read.model->skeleton().rest()[*read.model->skeleton().Find("knee")].translation,
            (Vec3{0, 1, 0}));
}

// L41: a joint without a name is called after its node.
TEST(NastySkins, NamelessJointsAreCalledBoneAndTheirNode) {
  const GltfRead read = SmallRig{.knee = "{'translation':[0,1,0]}"}.Read();
  ASSERT_TRUE(Loads(read));
  const Skeleton& skeleton = read.model->skeleton();
  EXPECT_EQ(skeleton.Label(*skeleton.JointOfFileNode(2)), "bone_2");
  EXPECT_EQ(skeleton.Label(*skeleton.JointOfFileNode(1)), "hip");
}

// C7: more than 256 joints in one skin, named by 16 bits (nasty 33).
TEST(NastySkins, ASkinMayHaveThreeHundredJoints) {
  constexpr int kJoints = 300;
  GltfBuilder file;
  std::string children, joints;
  for (int i = 1; i <= kJoints; ++i) {
    children += (i == 1 ? "" : ",") + std::to_string(i);
  }
  file.Node("{'children':[" + children + "]}");
  for (int i = 1; i <= kJoints; ++i) {
    file.Node("{'translation':[" + std::to_string(i - 1) + ",0,0]}");
  }
  file.Node("{'mesh':0,'skin':0}");
  file.Scene("[0," + std::to_string(kJoints + 1) + "]");
  file.Skin("{'joints':[" + children + "]}");
  const int position = file.Floats("VEC3", {0, 1, 0, 0, 2, 0, 0, 3, 0});
  const int joint = file.U16("VEC4", {299, 0, 0, 0, 256, 0, 0, 0, 255, 0, 0, 0});
  const int weight = file.Floats("VEC4", {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
  file.Mesh("{'primitives':[{'attributes':{'POSITION':" + std::to_string(position) +
            ",'JOINTS_0':" + std::to_string(joint) + ",'WEIGHTS_0':" + std::to_string(weight) +
            "}}]}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kJoints + 1), {299, 1, 0, 256, 2, 0, 255, 3, 0}));
}

}  // namespace
}  // namespace sinew::testing
