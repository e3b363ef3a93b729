// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From a document to a Model: resources, limits, hooks, and what is kept of a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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
using ::testing::HasSubstr;

GltfRead ReadText(const std::string& json, const GltfOptions& options = {}) {
  return ReadGltf(BytesOf(Quoted(json)), options);
}

std::vector<std::byte> FloatBytes(const std::vector<float>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

// A triangle whose buffer lies beside the file.
std::string ExternalTriangle(const std::string& uri) {
  return "{'asset':{'version':'2.0'},'buffers':[{'byteLength':36,'uri':'" + uri +
         "'}],'bufferViews':[{'buffer':0,'byteLength':36}],'accessors':[{'bufferView':0,"
         "'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,1,0]}],'meshes':[{"
         "'primitives':[{'attributes':{'POSITION':0}}]}],'nodes':[{'mesh':0}],'scenes':[{"
         "'nodes':[0]}]}";
}

TEST(GltfBuild, BuffersBesideTheFileComeThroughTheResolver) {
  std::string asked;
  GltfOptions options;
  options.resolve = [&asked](std::string_view uri) -> Result<std::vector<std::byte>> {
    asked = uri;
    return FloatBytes({0, 0, 0, 1, 0, 0, 0, 1, 0});
  };
  const GltfRead read = ReadText(ExternalTriangle("my%20mesh.bin"), options);
  ASSERT_TRUE(IsClean(read));
  EXPECT_EQ(asked, "my mesh.bin");
  EXPECT_THAT(read.model->meshes()[0].primitives()[0].positions,
              ElementsAre(Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}));
}

TEST(GltfBuild, ABufferThatCannotBeFetchedRefusesTheFile) {
  EXPECT_TRUE(IsRefused(ReadText(ExternalTriangle("mesh.bin")), FailureCode::kResource));
  GltfOptions options;
  options.resolve = [](std::string_view) -> Result<std::vector<std::byte>> {
    return Failure{FailureCode::kResource, "", "no such file"};
  };
  const GltfRead read = ReadText(ExternalTriangle("mesh.bin"), options);
  EXPECT_TRUE(Reports(read, "IO_ERROR", "/buffers/0/uri"));
  ASSERT_TRUE(IsRefused(read, FailureCode::kResource));
  EXPECT_EQ(read.model.failure().place, "/buffers/0/uri");
}

TEST(GltfBuild, AMissingBufferThatNothingUsesDoesNotMatter) {
  const GltfRead read = ReadText(
      "{'asset':{'version':'2.0'},'buffers':[{'byteLength':4,'uri':'gone.bin'}],"
      "'nodes':[{'name':'alone'}]}");
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(read.model->skeleton().name(0), "alone");
}

TEST(GltfBuild, ABufferShorterThanDeclaredIsRefusedWhereItIsUsed) {
  GltfOptions options;
  options.resolve = [](std::string_view) -> Result<std::vector<std::byte>> {
    return FloatBytes({0, 0, 0, 1, 0, 0, 0, 1});
  };
  const GltfRead read = ReadText(ExternalTriangle("short.bin"), options);
  EXPECT_TRUE(Reports(read, "BUFFER_BYTE_LENGTH_MISMATCH", "/buffers/0"));
  EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
}

TEST(GltfBuild, StrictNamesTheFirstError) {
  GltfOptions strict;
  strict.strict = true;
  const GltfRead read = SmallRig{.weights = {2, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}}.Read(strict);
  ASSERT_TRUE(IsRefused(read, FailureCode::kInvalid));
  EXPECT_EQ(read.model.failure().place, "/meshes/0/primitives/0/attributes/WEIGHTS_0");
  EXPECT_THAT(read.model.failure().message, HasSubstr("ACCESSOR_WEIGHTS_NON_NORMALIZED"));
}

TEST(GltfBuild, AFileLargerThanTheLimitIsRefusedByItsName) {
  GltfOptions options;
  options.limits.max_file_bytes = 20;
  const GltfRead read = ReadText("{'asset':{'version':'2.0'}}", options);
  ASSERT_TRUE(IsRefused(read, FailureCode::kLimit));
  EXPECT_THAT(read.model.failure().message, HasSubstr("max_file_bytes"));
}

// A few bytes of JSON that ask for a gibibyte of zeros.
TEST(GltfBuild, ZerosThatTheFileDoesNotHoldAreRefusedByTheBudget) {
  const GltfRead read = ReadText(
      "{'asset':{'version':'2.0'},'accessors':[{'componentType':5126,'count':89478485,"
      "'type':'VEC3','min':[0,0,0],'max':[0,0,0]}],'meshes':[{'primitives':[{'attributes':{"
      "'POSITION':0}}]}],'nodes':[{'mesh':0}]}");
  ASSERT_TRUE(IsRefused(read, FailureCode::kLimit));
  EXPECT_THAT(read.model.failure().message, HasSubstr("max_decoded_bytes"));
}

TEST(GltfBuild, ManyPrimitivesOfOneAccessorAreRefusedByTheBudget) {
  GltfBuilder file;
  file.Floats("VEC3", std::vector<float>(3000, 0.0f));
  std::string primitives = "{'attributes':{'POSITION':0}}";
  for (int i = 0; i < 9999; ++i) primitives += ",{'attributes':{'POSITION':0}}";
  file.Mesh("{'primitives':[" + primitives + "]}");
  file.Node("{'mesh':0}");
  const GltfRead read = file.Read();  // 10,000 times 12,000 bytes of a file of 300 KB.
  ASSERT_TRUE(IsRefused(read, FailureCode::kLimit));
  EXPECT_THAT(read.model.failure().message, HasSubstr("max_decoded_bytes"));
}

TEST(GltfBuild, TracksOfOneClipShareTheirTimes) {
  GltfBuilder file = SmallRig{}.Build();
  const std::string times = std::to_string(file.Floats("SCALAR", {0, 1, 2}));
  const std::string moves = std::to_string(file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 2, 0, 0}));
  file.Animation("{'samplers':[{'input':" + times + ",'output':" + moves +
                 "}],'channels':[{'sampler':0,'target':{'node':1,'path':'translation'}},"
                 "{'sampler':0,'target':{'node':2,'path':'translation'}},"
                 "{'sampler':0,'target':{'node':2,'path':'scale'}}]}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  const Clip& clip = read.model->clips()[0];
  EXPECT_EQ(clip.track_count(), 3u);
  EXPECT_THAT(clip.parts().times, ElementsAre(0.0f, 1.0f, 2.0f));
  EXPECT_EQ(clip.parts().values.size(), 27u);
}

TEST(GltfBuild, ATrackWhoseTimesAreMendedLeavesTheOthersAlone) {  // C86
  GltfBuilder file = SmallRig{}.Build();
  const std::string bad = std::to_string(file.Floats("SCALAR", {0, 2, 1}));
  const std::string good = std::to_string(file.Floats("SCALAR", {0, 1, 3}));
  const std::string moves = std::to_string(file.Floats("VEC3", {0, 0, 0, 2, 0, 0, 1, 0, 0}));
  file.Animation("{'samplers':[{'input':" + bad + ",'output':" + moves + "},{'input':" + good +
                 ",'output':" + moves +
                 "}],'channels':[{'sampler':0,'target':{'node':1,'path':'translation'}},"
                 "{'sampler':1,'target':{'node':2,'path':'translation'}}]}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "keys-resorted", 1));
  const Clip& clip = read.model->clips()[0];
  EXPECT_THAT(clip.track(0).times, ElementsAre(0.0f, 1.0f, 2.0f));
  EXPECT_THAT(clip.track(0).values, ElementsAre(0, 0, 0, 1, 0, 0, 2, 0, 0));
  EXPECT_THAT(clip.track(1).times, ElementsAre(0.0f, 1.0f, 3.0f));
  EXPECT_THAT(clip.track(1).values, ElementsAre(0, 0, 0, 2, 0, 0, 1, 0, 0));
  EXPECT_EQ(clip.duration_s(), 3.0f);
}

TEST(GltfBuild, AllNodesBecomeJointsParentsFirst) {  // C79, C80
  const GltfRead read = ReadText(
      "{'asset':{'version':'2.0'},'nodes':[{'name':'leaf'},{'name':'mid','children':[0]},"
      "{'name':'other'},{'name':'root','children':[2,1]}],'scenes':[{'nodes':[3]}],'scene':0}");
  ASSERT_TRUE(Loads(read));
  const Skeleton& skeleton = read.model->skeleton();
  ASSERT_EQ(skeleton.joint_count(), 4u);
  EXPECT_EQ(skeleton.name(0), "root");
  EXPECT_EQ(skeleton.name(3), "leaf");
  EXPECT_EQ(skeleton.file_node(3), 0u);
  EXPECT_EQ(skeleton.name(static_cast<std::uint32_t>(skeleton.parent(3))), "mid");
  EXPECT_THAT(read.model->scenes()[0].roots, ElementsAre(0u));
  EXPECT_EQ(read.model->default_scene(), 0u);
}

TEST(GltfBuild, AShearedMatrixIsCountedAndAPlainOneIsNot) {
  const auto node = [](const char* matrix) {
    return ReadText(std::string("{'asset':{'version':'2.0'},'nodes':[{'matrix':") + matrix + "}]}");
  };
  const GltfRead plain = node("[0,2,0,0,-2,0,0,0,0,0,2,0,3,1,0,1]");
  ASSERT_TRUE(Loads(plain));
  EXPECT_TRUE(plain.report.mends.empty());
  EXPECT_EQ(plain.model->skeleton().rest()[0].translation, (Vec3{3, 1, 0}));
  const GltfRead sheared = node("[1,0,0,0,0.5,1,0,0,0,0,1,0,0,0,0,1]");
  ASSERT_TRUE(Loads(sheared));
  EXPECT_TRUE(Mended(sheared, "node-matrix-sheared", 1));
}

TEST(GltfBuild, APrimitiveWithoutPositionsIsDroppedAndCounted) {
  GltfBuilder file;
  file.Floats("VEC2", {0, 0, 1, 0, 0, 1});
  file.Mesh("{'primitives':[{'attributes':{'TEXCOORD_0':0}}]}");
  file.Node("{'mesh':0}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  EXPECT_TRUE(Mended(read, "primitive-without-position", 1));
  EXPECT_TRUE(read.model->meshes()[0].primitives().empty());
}

GltfBuilder Triangle(const std::string& more_primitive,
                     std::vector<float> positions = {0, 0, 0, 1, 0, 0, 0, 1, 0}) {
  GltfBuilder file;
  file.Floats("VEC3", positions);
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0}" + more_primitive + "}]}");
  file.Node("{'mesh':0}");
  return file;
}

TEST(GltfBuild, IndicesBeyondTheVerticesAreRefused) {
  GltfBuilder file = Triangle(",'indices':1");
  file.U8("SCALAR", {0, 1, 3});
  const GltfRead read = file.Read();
  EXPECT_TRUE(Reports(read, "ACCESSOR_INDEX_OOB", "/meshes/0/primitives/0/indices"));
  ASSERT_TRUE(IsRefused(read, FailureCode::kInvalid));
  EXPECT_EQ(read.model.failure().place, "/meshes/0/primitives/0/indices");
}

TEST(GltfBuild, PositionsThatAreNoNumbersAreRefused) {
  const float inf = std::numeric_limits<float>::infinity();
  for (const float bad : {inf, std::numeric_limits<float>::quiet_NaN(), 2e18f}) {
    const GltfRead read = Triangle("", {0, 0, 0, 1, bad, 0, 0, 1, 0}).Read();
    ASSERT_TRUE(IsRefused(read, FailureCode::kInvalid)) << bad;
    EXPECT_EQ(read.model.failure().place, "/meshes/0/primitives/0/attributes/POSITION") << bad;
  }
}

TEST(GltfBuild, ColoursOfThreeComponentsAreOpaque) {
  GltfBuilder file;
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  file.U8("VEC4", {255, 0, 0, 51, 0, 255, 0, 0, 0, 0, 255, 255}, ",'normalized':true");
  file.Floats("VEC3", {1, 0, 0, 0, 1, 0, 0, 0, 0.5f});
  file.Floats("VEC2", {0, 0, 1, 0, 0, 1});
  file.Mesh(
      "{'primitives':[{'attributes':{'POSITION':0,'COLOR_0':1,'COLOR_1':2,'TEXCOORD_0':3}}]}");
  file.Node("{'mesh':0}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  const Primitive& primitive = read.model->meshes()[0].primitives()[0];
  ASSERT_EQ(primitive.colors.size(), 2u);
  EXPECT_EQ(primitive.colors[0][0].x, 1.0f);
  EXPECT_FLOAT_EQ(primitive.colors[0][0].w, 0.2f);
  EXPECT_EQ(primitive.colors[1][2], (Vec4{0, 0, 0.5f, 1}));
  ASSERT_EQ(primitive.texcoords.size(), 1u);
  EXPECT_EQ(primitive.texcoords[0][1], (Vec2{1, 0}));
}

TEST(GltfBuild, EveryPrimitiveModeIsKeptWithAndWithoutIndices) {
  GltfBuilder file;
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0, 2, 2, 0});  // Six: all modes.
  file.U16("SCALAR", {5, 4, 3, 2, 1, 0});
  std::string primitives;
  for (int mode = 0; mode <= 6; ++mode) {
    const std::string begin = "{'attributes':{'POSITION':0},'mode':" + std::to_string(mode);
    primitives += begin + "}," + begin + ",'indices':1},";
  }
  primitives.pop_back();
  file.Mesh("{'primitives':[" + primitives + "]}");
  file.Node("{'mesh':0}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  constexpr Topology kTopologies[] = {
      Topology::kPoints,    Topology::kLines,         Topology::kLineLoop,   Topology::kLineStrip,
      Topology::kTriangles, Topology::kTriangleStrip, Topology::kTriangleFan};
  const std::vector<std::uint32_t> backwards{5, 4, 3, 2, 1, 0}, none;
  const auto kept = read.model->meshes()[0].primitives();
  ASSERT_EQ(kept.size(), 14u);
  for (std::size_t mode = 0; mode <= 6; ++mode) {
    for (const bool indexed : {false, true}) {
      const Primitive& primitive = kept[2 * mode + (indexed ? 1 : 0)];
      EXPECT_EQ(primitive.topology, kTopologies[mode]);
      EXPECT_EQ(primitive.vertex_count(), 6u);
      EXPECT_EQ(primitive.indexed, indexed);
      EXPECT_THAT(primitive.indices, ElementsAreArray(indexed ? backwards : none)) << mode;
    }
  }
}

TEST(GltfBuild, MorphTargetsHaveNamesAndDefaults) {  // Nasty 38.
  GltfBuilder file;
  file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0});
  file.Floats("VEC3", {0, 0, 1, 0, 0, 2, 0, 0, 3});
  file.Mesh(
      "{'primitives':[{'attributes':{'POSITION':0},'targets':[{'POSITION':1},{'POSITION':1}]}],"
      "'weights':[0.25,0.5],'extras':{'targetNames':['smile','frown']}}");
  file.Node("{'mesh':0}");
  file.Node("{'mesh':0,'weights':[1,0]}");
  file.Scene("[0,1]");
  const GltfRead read = file.Read();
  ASSERT_TRUE(IsClean(read));
  const Mesh& mesh = read.model->meshes()[0];
  EXPECT_THAT(mesh.morph_names(), ElementsAre("smile", "frown"));
  EXPECT_THAT(mesh.morph_weights(), ElementsAre(0.25f, 0.5f));
  EXPECT_THAT(read.model->morph_rest(), ElementsAre(0.25f, 0.5f, 1.0f, 0.0f));
  EXPECT_EQ(read.model->instances()[1].first_morph, 2u);
  EXPECT_EQ(mesh.primitives()[0].morph_targets[1].positions[2], (Vec3{0, 0, 3}));
}

// --- decoders ---

GltfBuilder MeshoptTriangle(bool required) {
  GltfBuilder file;
  const std::vector<std::byte> packed(8, std::byte{7});
  file.View(packed);
  file.BufferView(
      "{'buffer':0,'byteLength':36,'extensions':{'EXT_meshopt_compression':{'buffer':0,"
      "'byteOffset':0,'byteLength':8,'byteStride':12,'count':3,'mode':'ATTRIBUTES'}}}");
  file.Accessor(
      "{'bufferView':1,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],"
      "'max':[1,1,0]}");
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0}}]}");
  file.Node("{'mesh':0}");
  file.Root("extensionsUsed", "['EXT_meshopt_compression']");
  if (required) file.Root("extensionsRequired", "['EXT_meshopt_compression']");
  return file;
}

TEST(GltfBuild, CompressedViewsGoThroughTheDecoder) {
  GltfOptions options;
  int calls = 0;
  options.decoders.meshopt = [&calls](const MeshoptRequest& request) -> std::optional<Failure> {
    ++calls;
    EXPECT_EQ(request.mode, MeshoptRequest::Mode::kAttributes);
    EXPECT_EQ(request.filter, MeshoptRequest::Filter::kNone);
    EXPECT_EQ(request.source.size(), 8u);
    EXPECT_EQ(request.source[0], std::byte{7});
    const std::vector<std::byte> decoded = FloatBytes({0, 0, 0, 1, 0, 0, 0, 1, 0});
    EXPECT_EQ(request.target.size(), decoded.size());
    std::ranges::copy(decoded, request.target.begin());
    return std::nullopt;
  };
  const GltfRead read = MeshoptTriangle(true).Read(options);
  ASSERT_TRUE(Loads(read));
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(read.model->meshes()[0].primitives()[0].positions[1], (Vec3{1, 0, 0}));
}

TEST(GltfBuild, WithoutADecoderTheLibraryReadsMeshoptStreamsItself) {
  const GltfRead read = MeshoptTriangle(true).Read();  // Eight bytes of 7: no stream.
  ASSERT_TRUE(IsRefused(read, FailureCode::kInvalid));
  EXPECT_THAT(read.model.failure().place, HasSubstr("EXT_meshopt_compression"));
  EXPECT_THAT(read.model.failure().message, HasSubstr("begins with 0xa0 or 0xa1"));
}

// A compressed view whose plain bytes are in the file as well, or (without them) are not.
GltfBuilder MeshoptFallback(bool has_bytes) {
  GltfBuilder file;
  file.FloatView({0, 0, 0, 1, 0, 0, 0, 1, 0});
  file.BufferView(std::string("{'buffer':") + (has_bytes ? "0" : "1") +
                  ",'byteLength':36,'extensions':{'EXT_meshopt_compression':{'buffer':0,"
                  "'byteLength':8,'byteStride':12,'count':3,'mode':'ATTRIBUTES'}}}");
  file.Root("buffers", "[{'byteLength':36,'uri':'data:application/octet-stream;base64," +
                           Base64(file.buffer()) + "'},{'byteLength':36}]");
  file.Accessor(
      "{'bufferView':1,'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],"
      "'max':[1,1,0]}");
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0}}]}");
  file.Node("{'mesh':0}");
  file.Root("extensionsUsed", "['EXT_meshopt_compression']");
  return file;
}

GltfOptions FailingDecoder(FailureCode code) {
  GltfOptions options;
  options.decoders.meshopt = [code](const MeshoptRequest&) -> std::optional<Failure> {
    return Failure{code, "", "no such luck"};
  };
  return options;
}

TEST(GltfBuild, ADecoderThatFailsLeavesTheFallbackWhereThereIsOne) {
  const GltfRead damaged = MeshoptFallback(true).Read(FailingDecoder(FailureCode::kInvalid));
  ASSERT_TRUE(Loads(damaged));
  EXPECT_EQ(damaged.model->meshes()[0].primitives()[0].positions[1], (Vec3{1, 0, 0}));
  EXPECT_TRUE(Mended(damaged, "compressed-view-fallback", 1));
  // A format that the decoder does not know is no fault of the file.
  const GltfRead unknown = MeshoptFallback(true).Read(FailingDecoder(FailureCode::kUnsupported));
  ASSERT_TRUE(Loads(unknown));
  EXPECT_EQ(unknown.model->meshes()[0].primitives()[0].positions[1], (Vec3{1, 0, 0}));
  EXPECT_TRUE(unknown.report.mends.empty());
}

TEST(GltfBuild, ADecoderThatFailsIsFatalWithoutAFallbackOrWhereTheExtensionIsRequired) {
  const GltfOptions failing = FailingDecoder(FailureCode::kInvalid);
  EXPECT_TRUE(IsRefused(MeshoptFallback(false).Read(failing), FailureCode::kInvalid));
  GltfBuilder required = MeshoptFallback(true);
  required.Root("extensionsRequired", "['EXT_meshopt_compression']");
  EXPECT_TRUE(IsRefused(required.Read(failing), FailureCode::kInvalid));
}

TEST(GltfBuild, ADamagedMeshoptStreamLeavesTheFallbackWhereThereIsOne) {
  const GltfRead plain = MeshoptFallback(true).Read();
  ASSERT_TRUE(Loads(plain));
  EXPECT_EQ(plain.model->meshes()[0].primitives()[0].positions[1], (Vec3{1, 0, 0}));
  EXPECT_TRUE(Mended(plain, "compressed-view-fallback", 1));
  EXPECT_TRUE(IsRefused(MeshoptFallback(false).Read(), FailureCode::kInvalid));
}

TEST(GltfBuild, ADecodersFailureIsPassedOnWithItsPlace) {
  GltfOptions options;
  options.decoders.meshopt = [](const MeshoptRequest&) -> std::optional<Failure> {
    return Failure{FailureCode::kInvalid, "", "bad stream"};
  };
  const GltfRead read = MeshoptTriangle(true).Read(options);
  ASSERT_TRUE(IsRefused(read, FailureCode::kInvalid));
  EXPECT_THAT(read.model.failure().message, HasSubstr("bad stream"));
  EXPECT_THAT(read.model.failure().place, HasSubstr("/bufferViews/1"));
}

GltfBuilder DracoTriangle(int points = 3) {
  GltfBuilder file;
  file.View(std::vector<std::byte>(4, std::byte{9}));
  file.Accessor("{'componentType':5126,'count':" + std::to_string(points) +
                ",'type':'VEC3','min':[0,0,0],'max':[1,1,0]}");
  file.Accessor("{'componentType':5123,'count':3,'type':'SCALAR'}");
  file.Mesh(
      "{'primitives':[{'attributes':{'POSITION':0},'indices':1,'extensions':{"
      "'KHR_draco_mesh_compression':{'bufferView':0,'attributes':{'POSITION':5}}}}]}");
  file.Node("{'mesh':0}");
  file.Root("extensionsUsed", "['KHR_draco_mesh_compression']");
  file.Root("extensionsRequired", "['KHR_draco_mesh_compression']");
  return file;
}

TEST(GltfBuild, DracoPrimitivesGoThroughTheDecoder) {
  GltfOptions options;
  options.decoders.draco = [](const DracoRequest& request) -> Result<DracoMesh> {
    EXPECT_THAT(request.unique_ids, ElementsAre(5u));
    EXPECT_EQ(request.max_points, 3u);
    EXPECT_EQ(request.max_indices, 3u);
    return DracoMesh{.point_count = 3,
                     .indices = {2, 1, 0},
                     .attributes = {{5, 3, {0, 0, 0, 1, 0, 0, 0, 1, 0}}}};
  };
  const GltfRead read = DracoTriangle().Read(options);
  ASSERT_TRUE(Loads(read));
  const Primitive& primitive = read.model->meshes()[0].primitives()[0];
  EXPECT_THAT(primitive.indices, ElementsAre(2u, 1u, 0u));
  EXPECT_EQ(primitive.positions[2], (Vec3{0, 1, 0}));
  EXPECT_TRUE(read.model->parts().carried.empty()) << "the extension is used up";
}

TEST(GltfBuild, ADecoderThatReturnsOtherSizesIsNotBelieved) {
  for (const DracoMesh& wrong :
       {DracoMesh{.point_count = 4,
                  .indices = {0, 1, 2},
                  .attributes = {{5, 3, std::vector<float>(12, 0.0f)}}},
        DracoMesh{.point_count = 3,
                  .indices = {0, 1, 2, 0, 1, 2},
                  .attributes = {{5, 3, std::vector<float>(9, 0.0f)}}},
        DracoMesh{.point_count = 3, .indices = {0, 1, 2}, .attributes = {{5, 3, {1, 2}}}},
        DracoMesh{.point_count = 3, .indices = {0, 1, 2}, .attributes = {}},
        DracoMesh{.point_count = 3,
                  .indices = {0, 1, 9},
                  .attributes = {{5, 3, {0, 0, 0, 1, 0, 0, 0, 1, 0}}}}}) {
    GltfOptions options;
    options.decoders.draco = [&wrong](const DracoRequest&) -> Result<DracoMesh> { return wrong; };
    EXPECT_TRUE(IsRefused(DracoTriangle().Read(options), FailureCode::kInvalid));
  }
  EXPECT_TRUE(IsRefused(DracoTriangle().Read(), FailureCode::kUnsupported));
}

// Two points are declared for a triangle; the stream has three.
TEST(GltfBuild, ADracoMeshHasAsManyPointsAsItsStreamUpToItsCorners) {
  for (const std::uint32_t count : {2u, 3u, 4u}) {
    GltfBuilder file = DracoTriangle(2);
    GltfOptions options;
    options.decoders.draco = [&](const DracoRequest& request) -> Result<DracoMesh> {
      EXPECT_EQ(request.max_points, 3u);
      return DracoMesh{.point_count = count,
                       .indices = {0, 1, 1},
                       .attributes = {{5, 3, std::vector<float>(count * 3, 0.5f)}}};
    };
    const GltfRead read = file.Read(options);
    if (count == 4) {
      EXPECT_TRUE(IsRefused(read, FailureCode::kInvalid));
      continue;
    }
    ASSERT_TRUE(Loads(read));
    EXPECT_EQ(read.model->meshes()[0].primitives()[0].vertex_count(), count);
    ASSERT_EQ(read.report.mends.size(), count == 2 ? 0u : 1u);
    if (count == 2) continue;
    EXPECT_EQ(read.report.mends[0].rule, "draco-point-count");
  }
}

// --- what is kept ---

TEST(GltfBuild, ExtrasAndUnknownExtensionsAreKeptAsWritten) {
  const GltfRead read = ReadText(
      "{'asset':{'version':'2.0','generator':'by hand','copyright':'nobody'},'extensionsUsed':["
      "'EXT_odd','EXT_unused'],'nodes':[{},{'extras':{'a': 1},'extensions':{'EXT_odd':{'b':[ 2]}}}"
      "],'cameras':[{'type':'perspective','perspective':{'yfov':1,'znear':0.1}}],"
      "'extras':[1, 2]}");
  ASSERT_TRUE(Loads(read));
  const Model::Parts& parts = read.model->parts();
  EXPECT_EQ(parts.generator, "by hand");
  EXPECT_EQ(parts.copyright, "nobody");
  ASSERT_EQ(parts.carried.size(), 3u);
  EXPECT_EQ(parts.carried[0].owner, CarriedJson::Owner::kRoot);
  EXPECT_EQ(parts.carried[0].extras, "[1, 2]");
  EXPECT_EQ(parts.carried[1].owner, CarriedJson::Owner::kNode);
  EXPECT_EQ(parts.carried[1].index, 1u);
  EXPECT_EQ(parts.carried[1].extras, Quoted("{'a': 1}"));
  EXPECT_EQ(parts.carried[1].extensions, Quoted("{'EXT_odd':{'b':[ 2]}}"));
  EXPECT_THAT(parts.carried[2].whole, HasSubstr("perspective"));
  EXPECT_THAT(parts.extensions_used, ElementsAre("EXT_odd"));
}

TEST(GltfBuild, AnExtensionThatWasUsedUpLeavesTheOthersBesideIt) {
  GltfBuilder file = Triangle(
      ",'extensions':{'KHR_draco_mesh_compression':{'bufferView':0,'attributes':{}},"
      "'EXT_odd':{'c':3}}");
  file.Root("extensionsUsed", "['KHR_draco_mesh_compression','EXT_odd']");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  ASSERT_EQ(read.model->parts().carried.size(), 1u);
  EXPECT_EQ(read.model->parts().carried[0].owner, CarriedJson::Owner::kPrimitive);
  EXPECT_EQ(read.model->parts().carried[0].extensions, Quoted("{'EXT_odd':{'c':3}}"));
  EXPECT_THAT(read.model->parts().extensions_used, ElementsAre("EXT_odd"));
}

TEST(GltfBuild, MaterialsTexturesAndPicturesAreKept) {
  GltfBuilder file = Triangle(",'material':0");
  const std::string png("\x89PNG\r\n\x1A\n12345678", 16);
  const int view = file.View(BytesOf(png));
  file.Append("images", "{'mimeType':'image/png','bufferView':" + std::to_string(view) + "}");
  file.Append("images", "{'uri':'beside.png','name':'b'}");
  file.Append("samplers", "{'magFilter':9728,'wrapS':33071}");
  file.Append("textures", "{'source':0,'sampler':0}");
  file.Append("materials",
              "{'name':'skin','pbrMetallicRoughness':{'baseColorFactor':[0.5,1,0,1],"
              "'baseColorTexture':{'index':0}},'alphaMode':'MASK','doubleSided':true}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(Loads(read));
  const Model& model = *read.model;
  EXPECT_EQ(model.meshes()[0].primitives()[0].material, 0u);
  EXPECT_EQ(model.materials()[0].name, "skin");
  EXPECT_EQ(model.materials()[0].base_color, (Vec4{0.5f, 1, 0, 1}));
  EXPECT_EQ(model.materials()[0].base_color_texture, TextureUse{});
  EXPECT_EQ(model.materials()[0].alpha, Material::Alpha::kMask);
  EXPECT_TRUE(model.materials()[0].double_sided);
  EXPECT_EQ(model.textures()[0].image, 0u);
  EXPECT_EQ(model.textures()[0].sampler.mag_filter, MagFilter::kNearest);
  EXPECT_EQ(model.textures()[0].sampler.wrap_s, TextureWrap::kClampToEdge);
  EXPECT_EQ(model.textures()[0].sampler.wrap_t, TextureWrap::kRepeat);
  EXPECT_EQ(model.images()[0].bytes.size(), png.size());
  EXPECT_EQ(model.images()[1].uri, "beside.png");
  EXPECT_TRUE(model.images()[1].bytes.empty());

  GltfOptions options;
  options.read_images = false;
  const GltfRead bare = file.Read(options);
  ASSERT_TRUE(Loads(bare));
  EXPECT_TRUE(bare.model->images()[0].bytes.empty());
  EXPECT_EQ(bare.model->images()[0].mime_type, "image/png");
}

TEST(GltfBuild, ZUpTurnsTheModel) {  // C2, C82
  GltfOptions options;
  options.up_axis = UpAxis::kZ;
  const GltfRead read = Triangle("").Read(options);
  ASSERT_TRUE(Loads(read));
  const std::vector<Vec3> vertices = VerticesAt(*read.model, 0);
  EXPECT_TRUE(StandAt(vertices, {0, 0, 0, 1, 0, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace sinew::testing
