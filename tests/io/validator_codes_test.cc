// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Small files beside the whole report of the Khronos validator 2.0.0-dev.3.10 about them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/json.h"
#include "support/assets.h"
#include "support/small_rig.h"
#include "support/source_dir.h"

namespace sinew::testing {
namespace {

using ::testing::UnorderedElementsAre;

std::vector<std::string> FindingsOf(const GltfRead& read) {
  std::vector<std::string> all;
  for (const Issue& issue : read.report.issues) {
    all.push_back(std::to_string(static_cast<int>(issue.severity)) + " " + std::string(issue.code) +
                  " " + issue.pointer);
  }
  return all;
}

// With the version in front, single quotes for double ones, and no file beside it.
std::string WholeText(const std::string& members) {
  return Quoted("{'asset':{'version':'2.0'}," + members + "}");
}

GltfOptions ValidatorOptions() {
  GltfOptions options;
  options.fetch_unused = true;
  options.resolve = [](std::string_view) -> Result<std::vector<std::byte>> {
    return Failure{FailureCode::kResource, "", "no such file"};
  };
  return options;
}

GltfRead ReadMembers(const std::string& members) {
  return ReadGltf(BytesOf(WholeText(members)), ValidatorOptions());
}

// A GLB of a JSON chunk alone.
GltfRead ReadGlbMembers(const std::string& members) {
  std::string json = WholeText(members);
  json.resize((json.size() + 3) / 4 * 4, ' ');
  const auto word = [](std::size_t value) {
    std::string bytes;
    for (int i = 0; i < 4; ++i) bytes += static_cast<char>(value >> 8 * i & 0xff);
    return bytes;
  };
  const std::string glb =
      "glTF" + word(2) + word(20 + json.size()) + word(json.size()) + "JSON" + json;
  return ReadGltf(BytesOf(glb), ValidatorOptions());
}

TEST(ValidatorCodes, AMissingBufferThatNothingReadsIsAnIoError) {
  const GltfRead read = ReadMembers("'buffers':[{'byteLength':4,'uri':'x.bin'}]");
  EXPECT_THAT(FindingsOf(read),
              UnorderedElementsAre("2 UNUSED_OBJECT /buffers/0", "0 IO_ERROR /buffers/0/uri"));
  EXPECT_TRUE(read.model.ok());  // It is not needed.
}

TEST(ValidatorCodes, AnInfinityIsAValueOutOfRangeAndNotBrokenJson) {
  const GltfRead nodes = ReadMembers(
      "'nodes':[{'scale':[1e999,1,1],'rotation':[-1e999,0,0,0]},{'extras':1e999},"
      "{'matrix':[1e999,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}]");
  EXPECT_THAT(
      FindingsOf(nodes),
      UnorderedElementsAre(
          "0 VALUE_NOT_IN_RANGE /nodes/0/rotation/0", "0 VALUE_NOT_IN_RANGE /nodes/0/scale/0",
          "2 NON_OBJECT_EXTRAS /nodes/1/extras", "0 VALUE_NOT_IN_RANGE /nodes/2/matrix/0",
          "2 NODE_EMPTY /nodes/0", "2 NODE_EMPTY /nodes/2", "2 UNUSED_OBJECT /nodes/0",
          "2 UNUSED_OBJECT /nodes/1", "2 UNUSED_OBJECT /nodes/2"));
  const GltfRead accessors = ReadMembers(
      "'accessors':[{'componentType':5126,'count':1,'type':'SCALAR','min':[1e999],"
      "'max':[-1e999]}]");
  EXPECT_THAT(FindingsOf(accessors), UnorderedElementsAre("0 VALUE_NOT_IN_RANGE /accessors/0/min/0",
                                                          "0 VALUE_NOT_IN_RANGE /accessors/0/max/0",
                                                          "2 UNUSED_OBJECT /accessors/0"));
  const GltfRead unknown = ReadMembers("'foo':1e999,'extras':[1e999]");
  EXPECT_THAT(FindingsOf(unknown),
              UnorderedElementsAre("1 UNEXPECTED_PROPERTY /foo", "2 NON_OBJECT_EXTRAS /extras"));
}

TEST(ValidatorCodes, InfinitiesInCamerasAndMaterialsAreValuesOutOfRange) {
  const GltfRead read = ReadMembers(
      "'materials':[{'alphaCutoff':1e999,'alphaMode':'MASK','emissiveFactor':[1e999,0,0],"
      "'pbrMetallicRoughness':{'metallicFactor':1e999,'baseColorFactor':[1,1,1,-1e999]},"
      "'normalTexture':{'index':0,'scale':1e999},"
      "'extensions':{'KHR_materials_ior':{'ior':1e999}},'extras':{'x':1e999}}],"
      "'extensionsUsed':['KHR_materials_ior'],"
      "'cameras':[{'type':'perspective','perspective':{'znear':1,'zfar':1e999,'yfov':-1e999}}]");
  const std::string material = "0 VALUE_NOT_IN_RANGE /materials/0/";
  EXPECT_THAT(
      FindingsOf(read),
      UnorderedElementsAre("0 VALUE_NOT_IN_RANGE /cameras/0/perspective/yfov",
                           "0 VALUE_NOT_IN_RANGE /cameras/0/perspective/zfar",
                           material + "pbrMetallicRoughness/baseColorFactor/3",
                           material + "pbrMetallicRoughness/metallicFactor",
                           material + "normalTexture/scale", material + "emissiveFactor/0",
                           material + "alphaCutoff", material + "extensions/KHR_materials_ior/ior",
                           "0 UNRESOLVED_REFERENCE /materials/0/normalTexture/index",
                           "2 UNUSED_OBJECT /cameras/0", "2 UNUSED_OBJECT /materials/0"));
}

TEST(ValidatorCodes, InfinitiesNeverReachTheModelAndPreservedOnesAreWrittenAgain) {
  const GltfRead read = ReadMembers(
      "'nodes':[{'extras':{'far':1e999}}],'materials':[{'emissiveFactor':[1e999,0,0],"
      "'alphaMode':'MASK','alphaCutoff':1e999,'normalTexture':{'index':0,'scale':-1e999}}]");
  ASSERT_TRUE(read.model.ok()) << Describe(read.model.failure());
  ASSERT_EQ(read.model->materials().size(), 1u);
  EXPECT_EQ(read.model->materials()[0].emissive, (Vec3{1, 0, 0}));
  EXPECT_EQ(read.model->materials()[0].alpha_cutoff, 0.5f);
  const Result<std::vector<std::byte>> glb = WriteGlb(*read.model);
  ASSERT_TRUE(glb.ok()) << Describe(glb.failure());
  const std::string_view text(reinterpret_cast<const char*>(glb->data()), glb->size());
  EXPECT_NE(text.find(Quoted("'extras':{'far':1e999}")), text.npos);
}

TEST(ValidatorCodes, AnEmptyFileIsAGlbWithoutAHeaderWhereItsNameSaysSo) {
  GltfOptions options = ValidatorOptions();
  EXPECT_THAT(FindingsOf(ReadGltf({}, options)), UnorderedElementsAre("0 INVALID_JSON "));
  options.empty_is_glb = true;
  EXPECT_THAT(FindingsOf(ReadGltf({}, options)),
              UnorderedElementsAre("0 GLB_UNEXPECTED_END_OF_HEADER "));
  // The bytes of others tell.
  const GltfRead text = ReadGltf(BytesOf(WholeText("'scene':0")), options);
  EXPECT_THAT(FindingsOf(text), UnorderedElementsAre("0 UNRESOLVED_REFERENCE /scene"));
}

TEST(ValidatorCodes, AGlbBufferWithoutUriNeedsTheBinaryChunkAndOthersNeedNothing) {
  const GltfRead unused = ReadGlbMembers("'buffers':[{'byteLength':4}]");
  EXPECT_THAT(FindingsOf(unused), UnorderedElementsAre("2 UNUSED_OBJECT /buffers/0",
                                                       "0 BUFFER_MISSING_GLB_DATA /buffers/0"));
  EXPECT_TRUE(unused.model.ok());
  EXPECT_THAT(FindingsOf(ReadGlbMembers(
                  "'extensionsUsed':['EXT_meshopt_compression'],'buffers':[{'byteLength':4,"
                  "'extensions':{'EXT_meshopt_compression':{'fallback':true}}}],"
                  "'bufferViews':[{'buffer':0,'byteLength':4}]")),
              UnorderedElementsAre("2 UNSUPPORTED_EXTENSION /extensionsUsed/0",
                                   "2 UNUSED_OBJECT /bufferViews/0",
                                   "0 BUFFER_MISSING_GLB_DATA /buffers/0"));
  const GltfRead text = ReadMembers("'buffers':[{'byteLength':4}]");
  EXPECT_THAT(FindingsOf(text), UnorderedElementsAre("2 UNUSED_OBJECT /buffers/0"));
  EXPECT_TRUE(text.model.ok());
}

std::string SourceText(const std::string& path) {
  const auto bytes = ReadFileBytes(SourceDir() + "/" + path);
  EXPECT_TRUE(bytes.has_value()) << path;
  if (!bytes) return "";
  return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
}

TEST(ValidatorCodes, TheRulesNameTheVersionOfTheValidatorThatIsInstalled) {
  const std::string package = SourceText("tools/khronos_validator/package.json");
  const Result<JsonDocument> json = JsonDocument::Parse(package);
  ASSERT_TRUE(json.ok());
  const std::string version =
      json->root()["dependencies"]["gltf-validator"].string().value_or("none");
  EXPECT_NE(SourceText("docs/gltf-rules.md").find("validator " + version + " "), std::string::npos)
      << version;
}

}  // namespace
}  // namespace sinew::testing
