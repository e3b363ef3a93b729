// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "io/json/json.h"
#include "sinew/gltf.h"
#include "support/assets.h"
#include "support/full_model.h"
#include "support/same_model.h"

namespace sinew::testing {
namespace {

// A GLB taken apart again.
struct Glb {
  std::string text;                            // The JSON chunk, padding included.
  std::shared_ptr<const json::Document> json;  // Of text.
  std::vector<std::byte> binary;

  json::Value root() const { return json->root(); }
  // "nodes/0/children": keys and numbers.
  std::optional<json::Value> At(std::string_view path) const {
    std::optional<json::Value> value = root();
    while (!path.empty() && value) {
      const std::string_view step = path.substr(0, path.find('/'));
      path.remove_prefix(std::min(path.size(), step.size() + 1));
      if (value->is_object()) {
        value = value->Find(step);
      } else if (value->is_array()) {
        std::size_t index = std::stoul(std::string(step));
        std::optional<json::Value> found;
        for (const json::Value element : value->elements()) {
          if (index-- == 0) found = element;
        }
        value = found;
      } else {
        value.reset();
      }
    }
    return value;
  }
  std::string Text(std::string_view path) const {
    const std::optional<json::Value> value = At(path);
    return value ? std::string(value->text()) : "nothing";
  }
  // The bytes of an accessor that has a view.
  std::vector<std::byte> AccessorBytes(std::string_view path, std::size_t count) const {
    const std::string accessor = "accessors/" + Text(path) + "/";
    const auto number = [this](const std::string& at) {
      const std::optional<json::Value> value = At(at);
      return value ? static_cast<std::size_t>(value->number()) : 0;
    };
    const std::size_t offset =
        number("bufferViews/" + Text(accessor + "bufferView") + "/byteOffset") +
        number(accessor + "byteOffset");
    return {binary.begin() + static_cast<std::ptrdiff_t>(offset),
            binary.begin() + static_cast<std::ptrdiff_t>(offset + count)};
  }
  std::vector<float> Floats(std::string_view path, std::size_t count) const {
    std::vector<float> floats(count);
    const std::vector<std::byte> bytes = AccessorBytes(path, count * sizeof(float));
    std::memcpy(floats.data(), bytes.data(), bytes.size());
    return floats;
  }
};

std::uint32_t WordAt(const std::vector<std::byte>& bytes, std::size_t offset) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + offset, sizeof word);
  return word;
}

Glb TakenApart(const std::vector<std::byte>& bytes) {
  Glb glb;
  const std::size_t json_bytes = WordAt(bytes, 12);
  const auto* text = reinterpret_cast<const char*>(bytes.data()) + 20;
  glb.text.assign(text, json_bytes);
  auto* document = new json::Document(json::Document::Parse(glb.text).value());
  glb.json.reset(document);
  if (bytes.size() > 20 + json_bytes) {
    glb.binary.assign(bytes.begin() + static_cast<std::ptrdiff_t>(28 + json_bytes), bytes.end());
  }
  return glb;
}

// Where the environment names a folder in SINEW_DUMP_GLTF, what was written is put there, for
// another validator to see.
void Dump(std::string name, const std::vector<std::byte>& bytes) {
  const char* const folder = std::getenv("SINEW_DUMP_GLTF");
  if (folder == nullptr) return;
  std::replace(name.begin(), name.end(), '/', '_');
  std::ofstream(std::string(folder) + "/" + name + ".glb", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

std::unique_ptr<Glb> Written(const Model& model) {
  const Result<std::vector<std::byte>> bytes = WriteGlb(model);
  if (!bytes.ok()) {
    ADD_FAILURE() << Describe(bytes.failure());
    return nullptr;
  }
  Dump(::testing::UnitTest::GetInstance()->current_test_info()->name(), *bytes);
  // The text must not move once parsed.
  auto glb = std::make_unique<Glb>(TakenApart(*bytes));
  glb->json.reset(new json::Document(json::Document::Parse(glb->text).value()));
  return glb;
}

Model Reread(const Model& model) {
  const Result<std::vector<std::byte>> bytes = WriteGlb(model);
  EXPECT_TRUE(bytes.ok());
  GltfRead read = ReadGltf(*bytes);
  EXPECT_TRUE(read.model.ok()) << Describe(read.model.failure());
  for (const Issue& issue : read.report.issues) {
    EXPECT_NE(issue.severity, Severity::kError) << issue.pointer << ": " << issue.message;
  }
  EXPECT_TRUE(read.report.mends.empty()) << read.report.mends.front().rule;
  return std::move(read.model).value();
}

// One triangle at one joint, to be changed.
Model::Parts Triangle() {
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  Model::Parts parts;
  parts.skeleton = Skeleton::Create({.parents = {-1},
                                     .rest = std::vector<Transform>(1),
                                     .names = {"only"},
                                     .file_nodes = {0}})
                       .value();
  parts.meshes = {Mesh::Create({.name = "triangle", .primitives = {triangle}}).value()};
  parts.instances = {{.joint = 0, .mesh = 0}};
  parts.scenes = {{.name = "", .roots = {0}}};
  parts.default_scene = 0;
  return parts;
}

void SetPrimitive(Model::Parts& parts, Primitive primitive) {
  parts.meshes = {Mesh::Create({.name = "", .primitives = {std::move(primitive)}}).value()};
}

// A row of joints below joint 0, and a skin of all of them.
void SetSkin(Model::Parts& parts, std::vector<std::int32_t> joints) {
  const std::size_t count = joints.size();
  parts.skins = {
      Skin::Create(
          {.name = "", .joints = std::move(joints), .inverse_bind = std::vector<Affine>(count)},
          parts.skeleton.joint_count())
          .value()};
  for (MeshInstance& instance : parts.instances) instance.skin = 0;
}

Model Made(Model::Parts parts) { return Model::Create(std::move(parts)).value(); }

TEST(WriteGlb, LosesNothingOfAModelWithOneOfEverything) {
  Model::Parts parts = FullModelParts();
  // The names of morph targets lie in the mesh's extras, where files keep them.
  parts.carried[2].extras =
      "{\"lod\":3,\"targetNames\":[\"smile\",\"\\\"frown\\\"\\u000a\u00e9\"]}";
  Written(FullModel());  // For the other validator.
  const Model again = Reread(FullModel());
  EXPECT_TRUE(SameModel(Made(parts), again));
}

TEST(WriteGlb, WritesTheSameBytesForWhatItReadBack) {
  const std::vector<std::byte> first = WriteGlb(FullModel()).value();
  const std::vector<std::byte> second = WriteGlb(*ReadGltf(first).model).value();
  EXPECT_EQ(first, second);
}

TEST(WriteGlb, PadsItsChunksToFourBytes) {
  for (const std::size_t name_length : {1u, 2u, 3u, 4u}) {
    Model::Parts parts = Triangle();
    parts.copyright = std::string(name_length, 'x');
    const std::vector<std::byte> bytes = WriteGlb(Made(parts)).value();
    EXPECT_EQ(WordAt(bytes, 0), 0x46546C67u);
    EXPECT_EQ(WordAt(bytes, 4), 2u);
    EXPECT_EQ(WordAt(bytes, 8), bytes.size());
    const std::uint32_t json_bytes = WordAt(bytes, 12);
    EXPECT_EQ(json_bytes % 4, 0u);
    EXPECT_EQ(WordAt(bytes, 16), 0x4E4F534Au);
    EXPECT_EQ(WordAt(bytes, 20 + json_bytes) % 4, 0u);
    EXPECT_EQ(WordAt(bytes, 24 + json_bytes), 0x004E4942u);
    EXPECT_EQ(28 + json_bytes + WordAt(bytes, 20 + json_bytes), bytes.size());
  }
}

TEST(WriteGlb, SaysWhoWroteIt) {
  Model::Parts parts = Triangle();
  parts.generator = "someone else";
  parts.copyright = "me";
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("asset/version"), "\"2.0\"");
  EXPECT_THAT(glb->Text("asset/generator"), ::testing::StartsWith("\"sinew "));
  EXPECT_EQ(glb->Text("asset/copyright"), "\"me\"");
}

TEST(WriteGlb, BoundsPositionsAndSetsTargetsAndStrides) {
  const auto glb = Written(Made(Triangle()));
  const std::string accessor =
      "accessors/" + glb->Text("meshes/0/primitives/0/attributes/POSITION") + "/";
  EXPECT_EQ(glb->Text(accessor + "min"), "[0,0,0]");
  EXPECT_EQ(glb->Text(accessor + "max"), "[1,1,0]");
  const std::string view = "bufferViews/" + glb->Text(accessor + "bufferView") + "/";
  EXPECT_EQ(glb->Text(view + "byteStride"), "12");
  EXPECT_EQ(glb->Text(view + "target"), "34962");
}

TEST(WriteGlb, KeepsTheFilesNumberingOfNodes) {
  const Model model = FullModel();
  const auto glb = Written(model);
  for (std::uint32_t joint = 0; joint < 5; ++joint) {
    EXPECT_EQ(glb->Text("nodes/" + std::to_string(model.skeleton().file_node(joint)) + "/name"),
              '"' + model.skeleton().name(joint) + '"');
  }
}

TEST(WriteGlb, NumbersNodesAsJointsWhereTheFilesNumberingHasGaps) {
  Model::Parts parts = Triangle();
  parts.skeleton = Skeleton::Create({.parents = {-1, 0, 0},
                                     .rest = std::vector<Transform>(3),
                                     .names = {"a", "b", "c"},
                                     .file_nodes = {7, 3, 0}})
                       .value();
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("nodes/0/name"), "\"a\"");
  EXPECT_EQ(glb->Text("nodes/0/children"), "[1,2]");
  EXPECT_EQ(glb->Text("nodes/2/name"), "\"c\"");
}

TEST(WriteGlb, HangsFurtherInstancesBelowTheirJoint) {
  Model::Parts parts = Triangle();
  parts.instances.push_back({.joint = 0, .mesh = 0});
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("nodes/0/mesh"), "0");
  EXPECT_EQ(glb->Text("nodes/0/children"), "[1]");
  EXPECT_EQ(glb->Text("nodes/1/mesh"), "0");
  EXPECT_EQ(Reread(Made(parts)).parts().instances.size(), 2u);
}

// Vertex v follows the entries of its list, equally.
Influences Equally(const std::vector<std::vector<std::uint32_t>>& entries) {
  Influences influences;
  influences.begins = {0};
  for (const std::vector<std::uint32_t>& own : entries) {
    for (const std::uint32_t entry : own) {
      influences.list.push_back({entry, 1.0f / static_cast<float>(own.size())});
    }
    influences.begins.push_back(static_cast<std::uint32_t>(influences.list.size()));
  }
  return influences;
}

// A skinned triangle below one root with so many joints.
Model::Parts Skinned(std::uint32_t joint_count, Influences influences) {
  Model::Parts parts = Triangle();
  Skeleton::Parts skeleton;
  std::vector<std::int32_t> joints;
  for (std::uint32_t j = 0; j < joint_count; ++j) {
    skeleton.parents.push_back(j == 0 ? kNoParent : 0);
    skeleton.file_nodes.push_back(j);
    joints.push_back(static_cast<std::int32_t>(j));
  }
  skeleton.rest.resize(joint_count);
  skeleton.names.resize(joint_count);
  parts.skeleton = Skeleton::Create(std::move(skeleton)).value();
  Primitive primitive = parts.meshes[0].primitives()[0];
  primitive.influences = std::move(influences);
  SetPrimitive(parts, primitive);
  SetSkin(parts, joints);
  return parts;
}

TEST(WriteGlb, WritesAsManySetsAsTheBusiestVertexNeeds) {
  const Model model = Made(Skinned(9, Equally({{0}, {0, 1, 2, 3, 8}, {1, 2, 3, 4, 5, 6, 7, 8}})));
  const auto glb = Written(model);
  const std::string attributes = "meshes/0/primitives/0/attributes/";
  EXPECT_NE(glb->Text(attributes + "JOINTS_1"), "nothing");
  EXPECT_EQ(glb->Text(attributes + "JOINTS_2"), "nothing");
  EXPECT_EQ(glb->Text("accessors/" + glb->Text(attributes + "JOINTS_0") + "/componentType"),
            "5121");
  EXPECT_THAT(glb->Floats(attributes + "WEIGHTS_1", 12),
              ::testing::ElementsAre(0, 0, 0, 0, 0.2f, 0, 0, 0, 0.125f, 0.125f, 0.125f, 0.125f));
  // Slots that nothing uses are zero, joints and weights.
  const std::vector<std::byte> joints = glb->AccessorBytes(attributes + "JOINTS_1", 12);
  EXPECT_THAT(joints, ::testing::ElementsAreArray(std::vector<std::byte>{{},
                                                                         {},
                                                                         {},
                                                                         {},
                                                                         std::byte{8},
                                                                         {},
                                                                         {},
                                                                         {},
                                                                         std::byte{5},
                                                                         std::byte{6},
                                                                         std::byte{7},
                                                                         std::byte{8}}));
  EXPECT_TRUE(SameModel(model, Reread(model)));
}

TEST(WriteGlb, WidensJointsBeyondABytesReach) {  // C34, L49
  const Model model = Made(Skinned(300, Equally({{299}, {0, 256}, {1}})));
  const auto glb = Written(model);
  EXPECT_EQ(glb->Text("accessors/" + glb->Text("meshes/0/primitives/0/attributes/JOINTS_0") +
                      "/componentType"),
            "5123");
  EXPECT_TRUE(SameModel(model, Reread(model)));
}

TEST(WriteGlb, RefusesJointsBeyondGltfsReach) {
  const Result<std::vector<std::byte>> bytes =
      WriteGlb(Made(Skinned(65'537, Equally({{65'536}, {0}, {0}}))));
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.failure().code, FailureCode::kUnsupported);
  EXPECT_THAT(bytes.failure().message, ::testing::HasSubstr("65536"));
}

TEST(WriteGlb, MakesWeightsSumToOne) {
  Influences influences = Equally({{0, 1}, {0}, {1}});
  influences.list[1].weight = 0.5009f;
  const auto glb = Written(Made(Skinned(2, influences)));
  const std::vector<float> weights = glb->Floats("meshes/0/primitives/0/attributes/WEIGHTS_0", 4);
  EXPECT_NEAR(weights[0] + weights[1], 1.0f, 1e-7f);
  EXPECT_NEAR(weights[0], 0.5 / 1.0009, 1e-7);
}

TEST(WriteGlb, NamesNoNodeTwiceInASkin) {
  Model::Parts parts = Skinned(3, Equally({{0}, {1}, {2}}));
  SetSkin(parts, {2, 1, 2});
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("skins/0/joints"), "[2,1,3]");
  EXPECT_EQ(glb->Text("nodes/2/children"), "[3]");
  EXPECT_EQ(glb->Text("nodes/3"), "{}");  // Stands where its parent stands.
  EXPECT_EQ(Reread(Made(parts)).parts().skins[0].size(), 3u);
}

TEST(WriteGlb, PutsOneNodeAboveJointsOfSeveralTrees) {
  Model::Parts parts = Skinned(2, Equally({{0}, {1}, {1}}));
  parts.skeleton = Skeleton::Create({.parents = {-1, -1},
                                     .rest = std::vector<Transform>(2),
                                     .names = {"a", "b"},
                                     .file_nodes = {0, 1}})
                       .value();
  parts.scenes[0].roots = {0, 1};
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("nodes/2/children"), "[0,1]");
  EXPECT_EQ(glb->Text("scenes/0/nodes"), "[2]");
  EXPECT_EQ(glb->Text("skins/0/joints"), "[0,1]");
}

TEST(WriteGlb, ShowsTheJointsOfEverySkinnedMeshThatASceneShows) {
  Model::Parts parts = Skinned(2, Equally({{0}, {0}, {0}}));
  parts.skeleton = Skeleton::Create({.parents = {-1, -1},
                                     .rest = std::vector<Transform>(2),
                                     .names = {"mesh", "joint"},
                                     .file_nodes = {0, 1}})
                       .value();
  SetSkin(parts, {1});
  EXPECT_EQ(Written(Made(parts))->Text("scenes/0/nodes"), "[0,1]");
}

TEST(WriteGlb, BindsVerticesWithoutInfluenceToANodeThatNeverMoves) {
  Model::Parts parts = Skinned(2, Equally({{0}, {}, {1}}));
  Skin::Parts skin = parts.skins[0].parts();
  skin.inverse_bind[1].m[0][3] = 5;
  parts.skins = {Skin::Create(skin, 2).value()};
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("skins/0/joints"), "[0,1,2]");
  EXPECT_EQ(glb->Text("nodes/2"), "{\"children\":[0]}");
  EXPECT_EQ(glb->AccessorBytes("meshes/0/primitives/0/attributes/JOINTS_0", 12)[4], std::byte{2});
  EXPECT_THAT(glb->Floats("meshes/0/primitives/0/attributes/WEIGHTS_0", 8),
              ::testing::ElementsAre(1, 0, 0, 0, 1, 0, 0, 0));
  const std::vector<float> binds = glb->Floats("skins/0/inverseBindMatrices", 48);
  EXPECT_EQ(binds[16 + 12], 5.0f);
  EXPECT_THAT(std::vector<float>(binds.begin() + 32, binds.end()),
              ::testing::ElementsAre(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1));
}

TEST(WriteGlb, BindsEntriesThatNoJointControlsToANodeThatNeverMoves) {
  Model::Parts parts = Skinned(2, Equally({{0}, {1}, {1}}));
  SetSkin(parts, {0, kIdentityJoint});
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("skins/0/joints"), "[0,2]");
  EXPECT_EQ(glb->Text("nodes/2/children"), "[0]");
}

TEST(WriteGlb, NamesARootOnlyWhereItIsAboveAllJoints) {
  Model::Parts parts = Skinned(3, Equally({{0}, {1}, {1}}));
  Skin::Parts skin{.name = "", .joints = {1, 2}, .inverse_bind = std::vector<Affine>(2), .root = 0};
  parts.skins = {Skin::Create(skin, 3).value()};
  EXPECT_EQ(Written(Made(parts))->Text("skins/0/skeleton"), "0");
  skin.root = 1;
  parts.skins = {Skin::Create(skin, 3).value()};
  EXPECT_EQ(Written(Made(parts))->Text("skins/0/skeleton"), "nothing");
}

TEST(WriteGlb, SharesEqualKeyTimes) {
  Model::Parts parts = Triangle();
  Clip::Parts clip;
  clip.duration_s = 1;
  clip.times = {0, 1, 0, 1};
  clip.values = {0, 0, 0, 1, 1, 1};
  clip.tracks = {{.target = 0, .key_count = 2},
                 {.target = 0, .property = Property::kScale, .first_time = 2, .key_count = 2}};
  parts.clips = {Clip::Create(clip).value(), Clip::Create(clip).value()};
  const auto glb = Written(Made(parts));
  const std::string input = glb->Text("animations/0/samplers/0/input");
  EXPECT_EQ(glb->Text("animations/0/samplers/1/input"), input);
  EXPECT_EQ(glb->Text("animations/1/samplers/0/input"), input);
  EXPECT_EQ(glb->Text("accessors/" + input + "/max"), "[1]");
}

TEST(WriteGlb, SplitsAMorphTrackThatCoversTwoInstances) {
  Model::Parts parts = FullModelParts();
  parts.instances.push_back({.joint = 1, .mesh = 0, .skin = 0, .first_morph = 2});
  parts.morph_rest = {0, 0, 0, 0};
  Clip::Parts clip;
  clip.duration_s = 1;
  clip.times = {0, 1};
  clip.values = {1, 2, 3, 4, 5, 6, 7, 8};
  clip.tracks = {{.target = 0, .property = Property::kMorphWeights, .width = 4, .key_count = 2}};
  parts.clips = {Clip::Create(clip).value()};
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("animations/0/channels/0/target"), "{\"node\":4,\"path\":\"weights\"}");
  EXPECT_EQ(glb->Text("animations/0/channels/1/target"), "{\"node\":5,\"path\":\"weights\"}");
  EXPECT_THAT(glb->Floats("animations/0/samplers/0/output", 4), ::testing::ElementsAre(1, 2, 5, 6));
  EXPECT_THAT(glb->Floats("animations/0/samplers/1/output", 4), ::testing::ElementsAre(3, 4, 7, 8));
}

TEST(WriteGlb, PutsVectorsThatGltfForbidsRight) {
  Model::Parts parts = Triangle();
  Primitive primitive = parts.meshes[0].primitives()[0];
  primitive.normals = {{0, 0, 2}, {0, 0, 0}, {0, 0.6f, 0.8f}};
  primitive.tangents = {{3, 0, 0, 1}, {0, 1, 0, -0.5f}, {0, 0, 0, 0}};
  primitive.colors = {{{2, 0.5f, -1, 1}, {}, {}}};
  SetPrimitive(parts, primitive);
  const auto glb = Written(Made(parts));
  const std::string attributes = "meshes/0/primitives/0/attributes/";
  EXPECT_THAT(glb->Floats(attributes + "NORMAL", 9),
              ::testing::ElementsAre(0, 0, 1, 0, 0, 1, 0, 0.6f, 0.8f));
  EXPECT_THAT(glb->Floats(attributes + "TANGENT", 12),
              ::testing::ElementsAre(1, 0, 0, 1, 0, 1, 0, -1, 1, 0, 0, 1));
  EXPECT_THAT(glb->Floats(attributes + "COLOR_0", 4), ::testing::ElementsAre(1, 0.5f, 0, 1));
}

TEST(WriteGlb, LeavesNoGapBetweenSetsOfTextureCoordinates) {
  Model::Parts parts = Triangle();
  Primitive primitive = parts.meshes[0].primitives()[0];
  primitive.texcoords = {{}, {{1, 2}, {3, 4}, {5, 6}}, {}};
  SetPrimitive(parts, primitive);
  const auto glb = Written(Made(parts));
  const std::string attributes = "meshes/0/primitives/0/attributes/";
  EXPECT_EQ(glb->Text("accessors/" + glb->Text(attributes + "TEXCOORD_0") + "/bufferView"),
            "nothing");
  EXPECT_THAT(glb->Floats(attributes + "TEXCOORD_1", 6), ::testing::ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(glb->Text(attributes + "TEXCOORD_2"), "nothing");
}

TEST(WriteGlb, LeavesOutMeshesThatDrawNothing) {
  Model::Parts parts = Triangle();
  parts.meshes.insert(parts.meshes.begin(), Mesh::Create({.name = "empty"}).value());
  parts.instances = {{.joint = 0, .mesh = 1}};
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("meshes/0/name"), "\"triangle\"");
  EXPECT_EQ(glb->Text("meshes/1"), "nothing");
  EXPECT_EQ(glb->Text("nodes/0/mesh"), "0");
}

TEST(WriteGlb, RefusesCarriedTextThatIsNotJson) {
  Model::Parts parts = Triangle();
  parts.carried = {{.owner = CarriedJson::Owner::kRoot, .extras = "1"},
                   {.owner = CarriedJson::Owner::kMesh, .extras = "{oops"}};
  Result<std::vector<std::byte>> bytes = WriteGlb(Made(parts));
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.failure().place, "carried/1/extras");
  parts.carried[1] = {.owner = CarriedJson::Owner::kMesh, .extensions = "7"};
  bytes = WriteGlb(Made(parts));
  ASSERT_FALSE(bytes.ok());
  EXPECT_EQ(bytes.failure().place, "carried/1/extensions");
}

TEST(WriteGlb, DeclaresEveryExtensionItCarriesBack) {
  Model::Parts parts = Triangle();
  parts.carried = {{.owner = CarriedJson::Owner::kNode,
                    .index = 0,
                    .extensions = "{\"ACME_spring\":{\"k\":1},\"EXT_mesh_gpu_instancing\":{}}"}};
  parts.extensions_used = {"EXT_mesh_gpu_instancing"};
  const auto glb = Written(Made(parts));
  // What points at accessors by number cannot be kept.
  EXPECT_EQ(glb->Text("extensionsUsed"), "[\"ACME_spring\"]");
  EXPECT_EQ(glb->Text("nodes/0/extensions"), "{\"ACME_spring\":{\"k\":1}}");
}

TEST(WriteGlb, WritesCamerasAndTheNodesThatHoldThem) {
  Model::Parts parts = Triangle();
  const std::string camera =
      "{\"type\":\"perspective\",\"perspective\":{\"yfov\":1,\"znear\":0.1}}";
  parts.carried = {{.owner = CarriedJson::Owner::kNode, .index = 0, .whole = "{\"camera\":0}"},
                   {.owner = CarriedJson::Owner::kCamera, .index = 0, .whole = camera}};
  const auto glb = Written(Made(parts));
  EXPECT_EQ(glb->Text("cameras/0"), camera);
  EXPECT_EQ(glb->Text("nodes/0/camera"), "0");
}

// A file with what the model has no fields for: it must come back as it was.
constexpr char kRichFile[] =
    R"({
  "asset": {"version": "2.0"},
  "extensionsUsed": ["KHR_materials_clearcoat", "KHR_materials_ior", "KHR_texture_transform"],
  "scene": 0, "scenes": [{"nodes": [0, 1]}],
  "nodes": [{"mesh": 0}, {"name": "eye", "camera": 1, "translation": [0, 0, 5]}],
  "cameras": [
    {"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}},
    {"type": "orthographic", "orthographic": {"xmag": 1, "ymag": 2, "zfar": 9, "znear": 0.5}}],
  "buffers": [{"byteLength": 72, "uri": "data:application/octet-stream;base64,)"
    R"(AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/)"
    R"(AAAAAAAAAAAAAAAA"}],
  "bufferViews": [{"buffer": 0, "byteLength": 36, "target": 34962},
                  {"buffer": 0, "byteOffset": 36, "byteLength": 24, "target": 34962}],
  "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                 "min": [0, 0, 0], "max": [1, 1, 0]},
                {"bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2"}],
  "images": [{"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQYV2P4z/AfAAQAAf+I0P3MAAAAAElFTkSuQmCC"}],
  "textures": [{"source": 0}, {"source": 0}],
  "materials": [
    {"name": "plain", "pbrMetallicRoughness": {"baseColorFactor": [0.5, 0.5, 0.5, 1]}},
    {"name": "rich", "emissiveFactor": [0.25, 0.5, 1],
     "pbrMetallicRoughness": {"metallicFactor": 0.25, "roughnessFactor": 0.75,
       "baseColorTexture": {"index": 0, "extensions": {"KHR_texture_transform": {"scale": [2, 2]}}},
       "metallicRoughnessTexture": {"index": 1}},
     "occlusionTexture": {"index": 1, "strength": 0.5},
     "extensions": {"KHR_materials_clearcoat": {"clearcoatFactor": 0.5},
                    "KHR_materials_ior": {"ior": 1.4}},
     "extras": {"made": "by hand"}},
    {"emissiveFactor": [1, 0, 0]},
    {"pbrMetallicRoughness": {"roughnessFactor": 0.5}},
    {"pbrMetallicRoughness": {"baseColorTexture": {"index": 0, "extras": 7}}}],
  "meshes": [{"primitives": [
    {"attributes": {"TEXCOORD_0": 1}, "extras": {"part": "without positions, so dropped"}},
    {"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 1, "extras": {"part": "rich"}},
    {"attributes": {"POSITION": 0}, "material": 0, "extras": [1, 2, 3]}]}]
})";

TEST(WriteGlb, GivesBackWhatAFileSaysBeyondTheModel) {
  const GltfRead read = ReadGltf(std::as_bytes(std::span(kRichFile, sizeof kRichFile - 1)));
  ASSERT_TRUE(read.model.ok()) << Describe(read.model.failure());
  EXPECT_THAT(read.model->parts().extensions_used,
              ::testing::ElementsAre("KHR_materials_clearcoat", "KHR_materials_ior",
                                     "KHR_texture_transform"));
  const auto glb = Written(*read.model);
  const std::string rich = "materials/1/";
  EXPECT_EQ(glb->Text(rich + "pbrMetallicRoughness/metallicFactor"), "0.25");
  EXPECT_EQ(glb->Text(rich + "pbrMetallicRoughness/roughnessFactor"), "0.75");
  EXPECT_EQ(glb->Text(rich + "pbrMetallicRoughness/metallicRoughnessTexture/index"), "1");
  EXPECT_EQ(glb->Text(rich + "pbrMetallicRoughness/baseColorTexture/extensions"),
            "{\"KHR_texture_transform\":{\"scale\":[2,2]}}");
  EXPECT_EQ(glb->Text(rich + "emissiveFactor"), "[0.25,0.5,1]");
  EXPECT_EQ(glb->Text(rich + "occlusionTexture/strength"), "0.5");
  EXPECT_EQ(glb->Text(rich + "extensions/KHR_materials_clearcoat/clearcoatFactor"), "0.5");
  EXPECT_EQ(glb->Text(rich + "extensions/KHR_materials_ior/ior"), "1.4");
  EXPECT_EQ(glb->Text(rich + "extras/made"), "\"by hand\"");
  EXPECT_EQ(glb->Text("materials/2/emissiveFactor"), "[1,0,0]");
  EXPECT_EQ(glb->Text("materials/3/pbrMetallicRoughness/roughnessFactor"), "0.5");
  EXPECT_EQ(glb->Text("materials/4/pbrMetallicRoughness/baseColorTexture/extras"), "7");
  EXPECT_EQ(glb->Text("nodes/1/camera"), "1");
  EXPECT_EQ(glb->Text("cameras/1/orthographic/ymag"), "2");
  EXPECT_EQ(glb->Text("meshes/0/primitives/0/extras/part"), "\"rich\"");
  EXPECT_EQ(glb->Text("meshes/0/primitives/1/extras"), "[1, 2, 3]");
  EXPECT_EQ(glb->Text("extensionsUsed"),
            "[\"KHR_materials_clearcoat\",\"KHR_materials_ior\",\"KHR_texture_transform\"]");
  EXPECT_TRUE(SameModel(*read.model, Reread(*read.model)));
}

// Each carried text is looked at once: a thousand names in a thousand texts are no million steps.
TEST(WriteGlb, DeclaresEveryExtensionThatCarriedTextUsesHoweverDeep) {
  Model::Parts parts = Triangle();
  parts.materials.resize(1);
  parts.carried = {{.owner = CarriedJson::Owner::kNode, .index = 0, .extensions = "{\"A_b\":{}}"},
                   {.owner = CarriedJson::Owner::kMaterial,
                    .index = 0,
                    .extensions = "{\"X_y\":{\"z\":[{\"extensions\":{\"C_d\":{\"extensions\":"
                                  "{\"E_f\":{}}}}}]}}"}};
  parts.extensions_used = {"E_f"};
  EXPECT_EQ(Written(Made(parts))->Text("extensionsUsed"), "[\"E_f\",\"A_b\",\"C_d\",\"X_y\"]");
}

TEST(WriteGlb, WritesAModelOfNothing) {
  const std::vector<std::byte> bytes = WriteGlb(Model()).value();
  EXPECT_EQ(bytes.size(), 20 + WordAt(bytes, 12));
  const GltfRead read = ReadGltf(bytes);
  ASSERT_TRUE(read.model.ok()) << Describe(read.model.failure());
  EXPECT_EQ(read.model->skeleton().joint_count(), 0u);
}

TEST(WriteGlb, WhatWasReadIsReadAgainFromWhatWasWritten) {
  SINEW_SKIP_WITHOUT_ASSET("assets");
  int checked = 0;
  for (const char* folder : {"assets/khronos", "assets/kaykit", "assets/webxr-hand",
                             "assets/asset-generator", "assets/derived"}) {
    for (const char* ending : {".glb", ".gltf"}) {
      for (const std::string& path : ListAssets(folder, ending)) {
        const GltfRead read = ReadAsset(path);
        if (!read.model.ok()) continue;  // Needs a decoder; other tests look at those.
        SCOPED_TRACE(path);
        const Result<std::vector<std::byte>> bytes = WriteGlb(*read.model);
        ASSERT_TRUE(bytes.ok()) << Describe(bytes.failure());
        Dump(path, *bytes);
        const GltfRead again = ReadGltf(*bytes);
        ASSERT_TRUE(again.model.ok()) << Describe(again.model.failure());
        EXPECT_EQ(again.report.errors(), 0u);
        EXPECT_TRUE(SameModel(*read.model, *again.model));
        EXPECT_TRUE(WriteGlb(*again.model).value() == *bytes);
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 20);
  RecordProperty("files", checked);
}

// The corpus is full of errors; whatever of it loads is written without any.
TEST(WriteGlb, WritesNoErrorsWhateverWasRead) {
  SINEW_SKIP_WITHOUT_ASSET("assets/validator");
  int checked = 0;
  for (const char* ending : {".glb", ".gltf"}) {
    for (const std::string& path : ListAssets("assets/validator", ending)) {
      const GltfRead read = ReadAsset(path);
      if (!read.model.ok()) continue;
      SCOPED_TRACE(path);
      const Result<std::vector<std::byte>> bytes = WriteGlb(*read.model);
      ASSERT_TRUE(bytes.ok()) << Describe(bytes.failure());
      Dump(path, *bytes);
      const GltfRead again = ReadGltf(*bytes);
      ASSERT_TRUE(again.model.ok()) << Describe(again.model.failure());
      for (const Issue& issue : again.report.issues) {
        if (issue.pointer.starts_with("/cameras/")) continue;  // Carried as they are.
        EXPECT_NE(issue.severity, Severity::kError)
            << issue.code << " " << issue.pointer << ": " << issue.message;
      }
      ++checked;
    }
  }
  EXPECT_GT(checked, 100);
  RecordProperty("files", checked);
}

}  // namespace
}  // namespace sinew::testing
