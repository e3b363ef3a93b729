// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Weights, joints and accessors as real files have them (support/small_rig.h draws the rig).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "sinew/gltf.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

constexpr char kWeights[] = "/meshes/0/primitives/0/attributes/WEIGHTS_0";
constexpr char kJoints[] = "/meshes/0/primitives/0/attributes/JOINTS_0";

std::vector<Influence> InfluencesOf(const GltfRead& read, std::uint32_t vertex) {
  const auto list = read.model->meshes()[0].primitives()[0].influences.of(vertex);
  return {list.begin(), list.end()};
}

std::string Number(int index) { return std::to_string(index); }

// nasty 27, C10
TEST(NastyVertices, FloatWeightsThatDoNotSumToOneAreRenormalised) {
  const SmallRig rig{.weights = {2, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.25f, 0, 0}};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_WEIGHTS_NON_NORMALIZED", kWeights));
  EXPECT_TRUE(Mended(read, "weights-renormalised", 2));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_THAT(InfluencesOf(read, 2), ElementsAre(Influence{0, 0.5f}, Influence{1, 0.5f}));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 28
TEST(NastyVertices, ByteWeightsThatDoNotSumTo255AreRenormalised) {
  GltfBuilder file = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':4"}.Build();
  file.U8("VEC4", {255, 0, 0, 0, 200, 0, 0, 0, 100, 100, 0, 0}, ",'normalized':true");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_WEIGHTS_NON_NORMALIZED", kWeights));
  EXPECT_TRUE(Mended(read, "weights-renormalised", 2));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
}

// nasty 28
TEST(NastyVertices, ByteAndShortWeightsThatSumRightAreClean) {
  GltfBuilder bytes = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':4"}.Build();
  bytes.U8("VEC4", {255, 0, 0, 0, 255, 0, 0, 0, 51, 204, 0, 0}, ",'normalized':true");
  const GltfRead by_bytes = bytes.Read();
  ASSERT_TRUE(IsClean(by_bytes));
  // A fifth of (2, 2, 0), four fifths of (0, 4, 0).
  EXPECT_TRUE(StandAt(VerticesAt(*by_bytes.model, kBody), {1, 1, 0, 0, 3, 0, 0.4f, 3.6f, 0}));

  GltfBuilder shorts = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':4"}.Build();
  shorts.U16("VEC4", {65535, 0, 0, 0, 65535, 0, 0, 0, 13107, 52428, 0, 0}, ",'normalized':true");
  const GltfRead by_shorts = shorts.Read();
  ASSERT_TRUE(IsClean(by_shorts));
  EXPECT_TRUE(StandAt(VerticesAt(*by_shorts.model, kBody), {1, 1, 0, 0, 3, 0, 0.4f, 3.6f, 0}));
}

// nasty 29, C9
TEST(NastyVertices, AVertexWithoutWeightsStaysWhereItIs) {
  const GltfRead read = SmallRig{.weights = {1, 0, 0, 0, 0, 0, 0, 0, 0.5f, 0.5f, 0, 0}}.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_WEIGHTS_NON_NORMALIZED", kWeights));
  EXPECT_TRUE(Mended(read, "vertex-without-influence", 1));
  EXPECT_THAT(InfluencesOf(read, 1), ElementsAre());
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, 1, 2, 0, 1, 3, 0}));
}

// nasty 30, C10
TEST(NastyVertices, NegativeWeightsAreClampedAndLargeOnesRenormalised) {
  const SmallRig rig{.joints = {0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0},
                     .weights = {1.5f, -0.5f, 0, 0, 1, 0, 0, 0, 0.5f, 0.5f, 0, 0}};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_WEIGHTS_NEGATIVE", kWeights));
  EXPECT_TRUE(Mended(read, "weights-negative", 1));
  EXPECT_TRUE(Mended(read, "weights-renormalised", 1));
  EXPECT_THAT(InfluencesOf(read, 0), ElementsAre(Influence{0, 1.0f}));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 30, C10
TEST(NastyVertices, WeightsThatAreNoNumbersAreDropped) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float inf = std::numeric_limits<float>::infinity();
  const SmallRig rig{.joints = {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0},
                     .weights = {nan, nan, 0, 0, inf, 1, 0, 0, 0.5f, 0.5f, nan, 0}};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_INVALID_FLOAT", "/accessors/2"));
  EXPECT_TRUE(Mended(read, "weights-not-finite", 4));
  EXPECT_TRUE(Mended(read, "vertex-without-influence", 1));
  EXPECT_THAT(InfluencesOf(read, 0), ElementsAre());
  EXPECT_THAT(InfluencesOf(read, 1), ElementsAre(Influence{1, 1.0f}));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 31
TEST(NastyVertices, TheSameJointTwiceInAVertexIsMerged) {
  const SmallRig rig{.joints = {0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0},
                     .weights = {1, 0, 0, 0, 1, 0, 0, 0, 0.25f, 0.5f, 0.25f, 0}};
  const GltfRead read = rig.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "ACCESSOR_JOINTS_INDEX_DUPLICATE", kJoints));
  EXPECT_TRUE(Mended(read, "weights-merged", 1));
  EXPECT_THAT(InfluencesOf(read, 2), ElementsAre(Influence{0, 0.5f}, Influence{1, 0.5f}));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 32
TEST(NastyVertices, AJointOutOfRangeIsReportedEvenAtNoWeight) {
  const SmallRig rig{.joints = {0, 255, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}};
  const GltfRead read = rig.Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_JOINTS_INDEX_OOB", kJoints));
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(read.model->meshes()[0].joint_bound(), 2u) << "the index does not survive";
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  EXPECT_TRUE(IsRefused(rig.Read(Strict()), FailureCode::kInvalid));
}

// nasty 32
TEST(NastyVertices, AJointOutOfRangeNeverReachesTheKernels) {
  const GltfRead read = SmallRig{.joints = {0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0}}.Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_JOINTS_INDEX_OOB", kJoints));
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "joint-out-of-range", 1));
  EXPECT_THAT(InfluencesOf(read, 1), ElementsAre());
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, 1, 2, 0, 1, 3, 0}));
}

// nasty 33, L27
TEST(NastyVertices, JointsAsIntegersOf32BitsOrFloatsAreErrors) {
  GltfBuilder wide = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':4,'WEIGHTS_0':2"}.Build();
  wide.U32("VEC4", {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
  const GltfRead by_u32 = wide.Read();
  EXPECT_TRUE(Reports(by_u32, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
                      "/meshes/0/primitives/0/attributes/JOINTS_0"));
  EXPECT_TRUE(IsRefused(wide.Read(Strict()), FailureCode::kInvalid));
  if (by_u32.model.ok()) {
    EXPECT_TRUE(StandAt(VerticesAt(*by_u32.model, kBody), kBent));
  }

  GltfBuilder floats = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':4,'WEIGHTS_0':2"}.Build();
  floats.Floats("VEC4", {0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
  const GltfRead by_float = floats.Read();
  EXPECT_TRUE(Reports(by_float, "MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT",
                      "/meshes/0/primitives/0/attributes/JOINTS_0"));
  EXPECT_TRUE(IsRefused(by_float, FailureCode::kInvalid));
}

// nasty 34, C5
TEST(NastyVertices, AllSetsOfInfluencesCount) {
  GltfBuilder file = SmallRig{.weights = {1, 0, 0, 0, 0.125f, 0, 0, 0, 0.5f, 0.5f, 0, 0},
                              .attributes =
                                  "'POSITION':0,'JOINTS_0':5,'WEIGHTS_0':2,"
                                  "'JOINTS_1':1,'WEIGHTS_1':4"}
                         .Build();
  file.Floats("VEC4", {0, 0, 0, 0, 0.875f, 0, 0, 0, 0, 0, 0, 0});  // Largest in set 1.
  file.U8("VEC4", {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0});
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_THAT(InfluencesOf(read, 1), ElementsAre(Influence{0, 0.125f}, Influence{1, 0.875f}));
  // An eighth of (1, 2, 0), seven eighths of (0, 3, 0).
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), {1, 1, 0, 0.125f, 2.875f, 0, 1, 3, 0}));
}

// nasty 34, C5: eight joints move one vertex, from both sets.
TEST(NastyVertices, EightInfluencesAreAllKept) {
  GltfBuilder file;
  file.Node("{'children':[1,2,3,4,5,6,7,8]}");
  for (int i = 0; i < 8; ++i) {
    file.Node("{'translation':[" + Number(i * 8) + ",0,0]}");
  }
  file.Node("{'mesh':0,'skin':0}");
  file.Scene("[0,9]");
  file.Skin("{'joints':[1,2,3,4,5,6,7,8]}");
  file.Floats("VEC3", {0, 1, 0, 0, 1, 0, 0, 1, 0});
  file.U8("VEC4", {7, 6, 5, 4, 7, 6, 5, 4, 7, 6, 5, 4});
  file.U8("VEC4", {3, 2, 1, 0, 3, 2, 1, 0, 3, 2, 1, 0});
  file.Floats("VEC4", std::vector<float>(12, 0.125f));
  file.Mesh(
      "{'primitives':[{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':3,"
      "'JOINTS_1':2,'WEIGHTS_1':3}}]}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(InfluencesOf(read, 0).size(), 8u);
  // The mean of 0, 8, ... 56.
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 9), {28, 1, 0, 28, 1, 0, 28, 1, 0}));
}

// nasty 34
TEST(NastyVertices, PrimitivesOfOneMeshMayHaveDifferentNumbersOfSets) {
  GltfBuilder file =
      SmallRig{.attributes =
                   "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,"
                   "'JOINTS_1':4,'WEIGHTS_1':5",
               .more_primitives = ",{'attributes':{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}}"}
          .Build();
  file.U8("VEC4", std::vector<std::uint8_t>(12, 0));
  file.Floats("VEC4", std::vector<float>(12, 0.0f));
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody, {}, 0, 0), kBent));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody, {}, 0, 1), kBent));
}

// nasty 34: sets count from 0 on while both halves are there.
TEST(NastyVertices, JointsWithoutTheirWeightsAreLeftOutAndTheSetsBeforeThemCount) {
  for (const char* lone : {"JOINTS_1", "WEIGHTS_1"}) {
    GltfBuilder file = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'" +
                                              std::string(lone) + "':4"}
                           .Build();
    if (lone[0] == 'J') file.U8("VEC4", std::vector<std::uint8_t>(12, 1));
    if (lone[0] == 'W') file.Floats("VEC4", std::vector<float>(12, 0.25f));
    const GltfRead read = file.Read();
    ASSERT_TRUE(Loads(read));
    EXPECT_TRUE(Reports(read, "MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH",
                        "/meshes/0/primitives/0/attributes"));
    EXPECT_TRUE(Mended(read, "influences-ignored", 1));
    EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
    EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  }
}

// nasty 34
TEST(NastyVertices, SetsBehindAGapAreLeftOutAndTheSetsBeforeItCount) {
  GltfBuilder file = SmallRig{.attributes =
                                  "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'JOINTS_2':4,"
                                  "'WEIGHTS_2':5"}
                         .Build();
  file.U8("VEC4", std::vector<std::uint8_t>(12, 1));
  file.Floats("VEC4", std::vector<float>(12, 0.25f));
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Reports(read, "MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY",
                      "/meshes/0/primitives/0/attributes"));
  EXPECT_TRUE(Mended(read, "influences-ignored", 1));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 34
TEST(NastyVertices, WithoutAWholeFirstSetThePrimitiveIsNotSkinned) {
  const GltfRead read = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':1"}.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "influences-ignored", 1));
  EXPECT_TRUE(read.model->meshes()[0].primitives()[0].influences.empty());
}

// nasty 35
TEST(NastyVertices, SparseWeightsOverwriteTheirBase) {
  GltfBuilder file = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':4"}.Build();
  const int base = file.FloatView({1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0});
  const int indices = file.U16View({1, 2});
  const int values = file.FloatView({1, 0, 0, 0, 0.5f, 0.5f, 0, 0});
  file.Accessor("{'bufferView':" + Number(base) +
                ",'componentType':5126,'count':3,'type':'VEC4','sparse':{'count':2,'indices':{"
                "'bufferView':" +
                Number(indices) +
                ",'componentType':5123},'values':{"
                "'bufferView':" +
                Number(values) + "}}}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 35
TEST(NastyVertices, SparseJointsWithoutABaseStartFromZeros) {
  GltfBuilder file = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':4,'WEIGHTS_0':2"}.Build();
  const std::vector<std::uint8_t> index_bytes = {1, 2}, value_bytes = {1, 0, 0, 0, 0, 1, 0, 0};
  const int indices = file.View(std::as_bytes(std::span(index_bytes)));
  const int values = file.View(std::as_bytes(std::span(value_bytes)));
  file.Accessor(
      "{'componentType':5121,'count':3,'type':'VEC4','sparse':{'count':2,'indices':{"
      "'bufferView':" +
      Number(indices) +
      ",'componentType':5121},'values':{"
      "'bufferView':" +
      Number(values) + "}}}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 35
TEST(NastyVertices, SparseAnimationOutputIsRead) {
  GltfBuilder file = SmallRig{}.Build();
  const int indices = file.U16View({1});
  const int values = file.FloatView({0, 5, 0});
  const int output = file.Accessor(
      "{'componentType':5126,'count':2,'type':'VEC3','sparse':{'count':1,'indices':{"
      "'bufferView':" +
      Number(indices) +
      ",'componentType':5123},'values':{"
      "'bufferView':" +
      Number(values) + "}}}");
  file.Animate(1, "translation", file.Floats("SCALAR", {0, 1}), output);
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(OriginOf(*read.model, 1, 0, 0.0), (Vec3{0, 0, 0}));
  EXPECT_EQ(OriginOf(*read.model, 1, 0, 1.0), (Vec3{0, 5, 0}));
}

// The rig with sparse weights at these indices.
GltfBuilder SparseWeightsAt(const std::vector<std::uint16_t>& at) {
  GltfBuilder file = SmallRig{.attributes = "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':4"}.Build();
  const int indices = file.U16View(at);
  const int values = file.FloatView({1, 0, 0, 0, 1, 0, 0, 0});
  file.Accessor(
      "{'componentType':5126,'count':3,'type':'VEC4','sparse':{'count':2,'indices':{"
      "'bufferView':" +
      Number(indices) +
      ",'componentType':5123},'values':{"
      "'bufferView':" +
      Number(values) + "}}}");
  return file;
}

// nasty 35
TEST(NastyVertices, SparseIndicesBeyondTheCountAreRefused) {
  const GltfRead read = SparseWeightsAt({1, 3}).Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_SPARSE_INDEX_OOB", "/accessors/4/sparse"));
  EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
}

// nasty 35
TEST(NastyVertices, SparseIndicesOutOfOrderAreReported) {
  for (const std::vector<std::uint16_t>& at : {std::vector<std::uint16_t>{2, 1}, {1, 1}}) {
    const GltfBuilder file = SparseWeightsAt(at);
    EXPECT_TRUE(
        Reports(file.Read(), "ACCESSOR_SPARSE_INDICES_NON_INCREASING", "/accessors/4/sparse"));
    EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  }
}

// nasty 36
TEST(NastyVertices, InterleavedAttributesAreReadByTheirStride) {
  struct Vertex {
    float position[3];
    std::uint8_t joints[4];
    float weights[4];
  };
  const Vertex vertices[3] = {{{1, 1, 0}, {0, 0, 0, 0}, {1, 0, 0, 0}},
                              {{1, 2, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}},
                              {{2, 2, 0}, {0, 1, 0, 0}, {0.5f, 0.5f, 0, 0}}};
  static_assert(sizeof(Vertex) == 32);
  GltfBuilder file = SmallRig{.attributes = "'POSITION':4,'JOINTS_0':5,'WEIGHTS_0':6"}.Build();
  const std::string view =
      "{'bufferView':" + Number(file.View(std::as_bytes(std::span(vertices)), ",'byteStride':32"));
  file.Accessor(view +
                ",'componentType':5126,'count':3,'type':'VEC3','min':[1,1,0],"
                "'max':[2,2,0]}");
  file.Accessor(view + ",'byteOffset':12,'componentType':5121,'count':3,'type':'VEC4'}");
  file.Accessor(view + ",'byteOffset':16,'componentType':5126,'count':3,'type':'VEC4'}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
}

// nasty 36
TEST(NastyVertices, AStrideOnInverseBindMatricesIsAnError) {
  GltfBuilder file = SmallRig{.inverse_binds = {}, .more_skin = ",'inverseBindMatrices':3"}.Build();
  std::vector<float> spaced = SmallRigInverseBinds();
  spaced.insert(spaced.begin() + 16, {9, 9, 9, 9});
  const int view = file.FloatView(spaced, ",'byteStride':80");
  file.Accessor("{'bufferView':" + Number(view) + ",'componentType':5126,'count':2,'type':'MAT4'}");
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE", "/skins/0/inverseBindMatrices"));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  if (read.model.ok()) {
    EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent)) << "read by its stride";
  }
}

// nasty 36
TEST(NastyVertices, AStrideOnAnimationTimesIsAnError) {
  GltfBuilder file = SmallRig{}.Build();
  const int view = file.FloatView({0, 9, 1, 9}, ",'byteStride':8");
  const int input =
      file.Accessor("{'bufferView':" + Number(view) +
                    ",'componentType':5126,'count':2,'type':'SCALAR','min':[0],'max':[1]}");
  file.Animate(1, "translation", input, file.Floats("VEC3", {0, 1, 0, 0, 3, 0}));
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE",
                      "/animations/0/samplers/0/input"));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  if (read.model.ok()) {
    EXPECT_EQ(OriginOf(*read.model, 1, 0, 0.5), (Vec3{0, 2, 0}));
  }
}

// nasty 36
TEST(NastyVertices, UnalignedAccessorsAreReportedAndNeverReadByCast) {
  GltfBuilder file = SmallRig{.attributes = "'POSITION':4,'JOINTS_0':1,'WEIGHTS_0':2"}.Build();
  std::vector<std::byte> shifted(2 + 36);
  const float positions[] = {1, 1, 0, 1, 2, 0, 2, 2, 0};
  std::memcpy(shifted.data() + 2, positions, sizeof positions);
  file.Accessor("{'bufferView':" + Number(file.View(shifted)) +
                ",'byteOffset':2,'componentType':5126,'count':3,'type':'VEC3','min':[1,1,0],"
                "'max':[2,2,0]}");
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_OFFSET_ALIGNMENT", "/accessors/4/byteOffset"));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  if (read.model.ok()) {
    EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  }
}

// The rig with positions through this accessor; their view is number 4, 36 bytes long.
GltfRead ReadWithPositions(const std::string& accessor) {
  GltfBuilder file = SmallRig{.attributes = "'POSITION':4,'JOINTS_0':1,'WEIGHTS_0':2"}.Build();
  file.FloatView({1, 1, 0, 1, 2, 0, 2, 2, 0});
  file.Accessor(accessor);
  return file.Read();
}

// nasty 37
TEST(NastyVertices, AccessorsLongerThanTheirViewAreRefused) {
  for (const char* count : {"4", "357913942", "4294967296", "9007199254740991"}) {
    const GltfRead read = ReadWithPositions(
        "{'bufferView':4,'componentType':5126,'type':'VEC3','min':[1,1,0],'max':[2,2,0],'count':" +
        std::string(count) + "}");
    EXPECT_FALSE(read.model.ok()) << count;
    if (std::string(count) == "4") {
      EXPECT_TRUE(Reports(read, "ACCESSOR_TOO_LONG", "/accessors/4"));
      EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
    }
  }
}

// nasty 37
TEST(NastyVertices, OffsetsThatOverflowAreRefused) {
  for (const char* offset :
       {"36", "4294967292", "9007199254740988", "18446744073709551612", "1e300"}) {
    const GltfRead read = ReadWithPositions(
        "{'bufferView':4,'componentType':5126,'type':'VEC3','min':[1,1,0],'max':[2,2,0],'count':3,"
        "'byteOffset':" +
        std::string(offset) + "}");
    EXPECT_FALSE(read.model.ok()) << offset;
    EXPECT_GT(read.report.errors(), 0u) << offset;
  }
}

// nasty 37
TEST(NastyVertices, ViewsThatReachBeyondTheirBufferAreRefused) {
  for (const char* view : {"{'buffer':0,'byteOffset':4,'byteLength':9007199254740988}",
                           "{'buffer':0,'byteOffset':9007199254740988,'byteLength':36}",
                           "{'buffer':0,'byteLength':100000}"}) {
    GltfBuilder file = SmallRig{.attributes = "'POSITION':4,'JOINTS_0':1,'WEIGHTS_0':2"}.Build();
    file.BufferView(view);
    file.Accessor(
        "{'bufferView':4,'componentType':5126,'type':'VEC3','min':[1,1,0],'max':[2,2,0],"
        "'count':3}");
    const GltfRead read = file.Read();
    EXPECT_TRUE(Reports(read, "BUFFER_VIEW_TOO_LONG")) << view;
    EXPECT_FALSE(read.model.ok()) << view;
  }
}

// nasty 37
TEST(NastyVertices, AnAccessorOfNothingIsRefused) {
  const GltfRead read = ReadWithPositions(
      "{'bufferView':4,'componentType':5126,'type':'VEC3','min':[1,1,0],'max':[2,2,0],'count':0}");
  EXPECT_TRUE(Reports(read, "VALUE_NOT_IN_RANGE", "/accessors/4/count"));
  EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
}

// nasty 37
TEST(NastyVertices, ABufferShorterThanItSaysIsAnError) {
  GltfBuilder file = SmallRig{}.Build();
  file.ClaimBufferBytes(file.buffer().size() + 100);
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"));
  EXPECT_TRUE(IsRefused(file.Read(Strict()), FailureCode::kInvalid));
  if (read.model.ok()) {  // All that is used is there.
    EXPECT_TRUE(StandAt(VerticesAt(*read.model, kBody), kBent));
  }
}

// nasty 37
TEST(NastyVertices, ABufferWithoutTheBytesItsViewsNeedIsRefused) {
  for (const std::ptrdiff_t missing : {1, 4, 100}) {
    GltfBuilder file = SmallRig{}.Build();
    file.ClaimBufferBytes(file.buffer().size());
    file.buffer().erase(file.buffer().end() - missing, file.buffer().end());
    const GltfRead read = file.Read();
    EXPECT_TRUE(Reports(read, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0")) << missing;
    EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid)) << missing;
  }
}

// The rig with a target that moves vertex 1 by (1, 0, 0), and these defaults.
SmallRig Morphing(const std::string& mesh_weights, const std::string& node_weights) {
  return {.body = "{'mesh':0,'skin':0" + node_weights + "}",
          .more_primitive = ",'targets':[{'POSITION':4}]",
          .more_mesh = mesh_weights};
}

GltfRead ReadMorphing(const SmallRig& rig) {
  GltfBuilder file = rig.Build();
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 0, 0});
  return file.Read();
}

// nasty 38
TEST(NastyVertices, MorphsComeBeforeTheSkin) {
  const GltfRead none = ReadMorphing(Morphing("", ""));
  ASSERT_TRUE(IsClean(none));
  EXPECT_TRUE(StandAt(VerticesAt(*none.model, kBody), kBent));

  // (2, 2, 0) lies two right of the knee, so it is turned to two above it.
  const GltfRead by_mesh = ReadMorphing(Morphing(",'weights':[1]", ""));
  ASSERT_TRUE(IsClean(by_mesh));
  EXPECT_TRUE(StandAt(VerticesAt(*by_mesh.model, kBody), {1, 1, 0, 0, 4, 0, 1, 3, 0}));

  const GltfRead by_node = ReadMorphing(Morphing(",'weights':[1]", ",'weights':[2]"));
  ASSERT_TRUE(IsClean(by_node));
  EXPECT_TRUE(StandAt(VerticesAt(*by_node.model, kBody), {1, 1, 0, 0, 5, 0, 1, 3, 0}));
}

// nasty 38: each instance of a mesh has weights of its own.
TEST(NastyVertices, TwoNodesMorphOneMeshApart) {
  GltfBuilder file = SmallRig{.root = "{'children':[1,3,4]}",
                              .body = "{'mesh':0,'skin':0,'weights':[2]}",
                              .more_nodes = {"{'mesh':0,'skin':0}"},
                              .more_primitive = ",'targets':[{'POSITION':4}]",
                              .more_mesh = ",'weights':[1]"}
                         .Build();
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 0, 0});
  file.Animate(4, "weights", file.Floats("SCALAR", {0, 1}), file.Floats("SCALAR", {1, 3}));
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 3, 0, 1.0), {1, 1, 0, 0, 5, 0, 1, 3, 0}));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 4, 0, 0.0), {1, 1, 0, 0, 4, 0, 1, 3, 0}));
  EXPECT_TRUE(StandAt(VerticesAt(*read.model, 4, 0, 1.0), {1, 1, 0, 0, 6, 0, 1, 3, 0}));
}

}  // namespace
}  // namespace sinew::testing
