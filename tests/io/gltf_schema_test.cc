// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Rules of the schema and link stages that the Khronos corpus has no file for: what keeps a file
// from loading, what is mended, limits, and the extensions that we read ourselves.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "io/gltf/container.h"
#include "io/gltf/judge.h"
#include "io/gltf/keys.h"
#include "io/gltf/link.h"
#include "io/gltf/schema.h"
#include "io/gltf/uri.h"
#include "io/json/json.h"

namespace sinew::gltf {
namespace {

// A text through the front half of the reader.
struct Front {
  explicit Front(std::string_view members, GltfLimits limits = {})
      : text(R"({"asset":{"version":"2.0"},)" + std::string(members) + "}"),
        json(json::Document::Parse(text)),
        judge(1000) {
    EXPECT_TRUE(json.ok());
    if (!json.ok()) return;
    document = ReadSchema(*json, false, limits, judge);
    if (document) Link(*json, *document, judge);
  }

  bool Has(std::string_view code, std::string_view pointer) const {
    const auto& issues = judge.report().issues;
    return std::any_of(issues.begin(), issues.end(), [&](const Issue& issue) {
      return issue.code == code && issue.pointer == pointer;
    });
  }
  std::uint64_t Mends(std::string_view rule) const {
    for (const Mend& mend : judge.report().mends) {
      if (mend.rule == rule) return mend.count;
    }
    return 0;
  }
  std::string RefusedAt() const { return judge.refused() ? judge.failure()->place : "loads"; }

  std::string text;
  Result<json::Document> json;
  Judge judge;
  std::optional<Document> document;
};

TEST(GltfSchema, TheLastOfTwoEqualKeysCounts) {
  const Front front(R"("nodes":[{"translation":[1,0,0],"translation":[2,0,0]}])");
  EXPECT_TRUE(front.Has("INVALID_JSON", "/nodes/0/translation"));
  EXPECT_EQ(front.Mends("duplicate-key"), 1u);
  ASSERT_TRUE(front.document.has_value());
  EXPECT_EQ(front.document->nodes[0].translation[0], 2.0f);
  EXPECT_EQ(front.RefusedAt(), "loads");
}

TEST(GltfSchema, AKeyMayBeWrittenWithEscapes) {
  const Front front(R"("nodes":[{"\u0074ranslation":[3,0,0]}])");
  ASSERT_TRUE(front.document.has_value());
  EXPECT_EQ(front.document->nodes[0].translation[0], 3.0f);
  EXPECT_EQ(front.judge.report().warnings(), 0u);
}

TEST(GltfSchema, KeysAtTheEndOfTheTextAreKnownLikeOthers) {
  const Front known(R"("nodes":[{}],"scenes":[{"nodes":[0]}],"scene":0)");
  EXPECT_EQ(known.judge.report().warnings(), 0u);
  ASSERT_TRUE(known.document.has_value());
  EXPECT_EQ(known.document->scene, 0);
  const Front unknown(R"("nodes":[{}],"scenes":[{"nodes":[0]}],"scenf":0)");
  EXPECT_TRUE(unknown.Has("UNEXPECTED_PROPERTY", "/scenf"));
}

TEST(GltfSchema, OnlyTheWholeNameIsTheName) {
  const Front front(R"("nodes":[{"translation":[3,0,0]},{"translatio":[3,0,0]},
                                {"translation_":[3,0,0]},{"translation\"":[3,0,0]},{"":0}],
                       "scenes":[{"nodes":[0]}])");
  EXPECT_FALSE(front.Has("UNEXPECTED_PROPERTY", "/nodes/0/translation"));
  EXPECT_TRUE(front.Has("UNEXPECTED_PROPERTY", "/nodes/1/translatio"));
  EXPECT_TRUE(front.Has("UNEXPECTED_PROPERTY", "/nodes/2/translation_"));
  EXPECT_TRUE(front.Has("UNEXPECTED_PROPERTY", "/nodes/3/translation\""));
  EXPECT_TRUE(front.Has("UNEXPECTED_PROPERTY", "/nodes/4/"));
}

TEST(KeySet, FindsNamesOfEveryLengthByTheirBytes) {
  static constexpr KeySet kKeys(
      {"a", "abc", "abcdefgh", "fifteen bytes15", "sixteen bytes 16", "more than sixteen bytes"});
  const std::string behind = "\":123456789012345678";
  for (int i = 0; i < 6; ++i) {
    const std::string name(kKeys.name(static_cast<std::size_t>(i)));
    const std::uint32_t hash = json::KeyHash(name);
    EXPECT_EQ(kKeys.Find(name), i);
    EXPECT_EQ(kKeys.FindQuoted((name + behind).c_str(), hash), name.size() <= 15 ? i : -1);
    // Others of the same hash, which it must not trust.
    std::string other = name;
    other.back() ^= 1;
    EXPECT_EQ(kKeys.FindQuoted((other + behind).c_str(), hash), -1);
    EXPECT_EQ(kKeys.FindQuoted((name + "x" + behind).c_str(), hash), -1);
    EXPECT_EQ(kKeys.Find(other), -1);
    EXPECT_EQ(kKeys.Find(name + "x"), -1);
  }
  EXPECT_EQ(kKeys.Find(""), -1);
}

TEST(GltfSchema, AnAttributeNameMayBeWrittenWithEscapes) {
  const Front front(
      R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
         "meshes":[{"primitives":[{"attributes":{"POSITIO\u004E":0}}]}])");
  ASSERT_TRUE(front.document.has_value());
  EXPECT_EQ(front.document->meshes[0].primitives[0].attributes[0].semantic, "POSITION");
  EXPECT_FALSE(front.Has("MESH_PRIMITIVE_NO_POSITION", "/meshes/0/primitives/0/attributes"));
}

TEST(GltfSchema, TheNodeLimitIsNamed) {
  GltfLimits limits;
  limits.max_nodes = 1;
  const Front front(R"("nodes":[{},{}])", limits);
  ASSERT_TRUE(front.judge.refused());
  EXPECT_EQ(front.judge.failure()->code, FailureCode::kLimit);
  EXPECT_NE(front.judge.failure()->message.find("max_nodes"), std::string::npos);
}

TEST(GltfSchema, TheJointLimitIsNamed) {
  GltfLimits limits;
  limits.max_skin_joints = 1;
  const Front front(R"("nodes":[{"children":[1]},{}],"skins":[{"joints":[0,1]}])", limits);
  ASSERT_TRUE(front.judge.refused());
  EXPECT_EQ(front.judge.failure()->code, FailureCode::kLimit);
  EXPECT_EQ(front.judge.failure()->place, "/skins/0/joints");
  EXPECT_NE(front.judge.failure()->message.find("max_skin_joints"), std::string::npos);
}

TEST(GltfExtensions, AnUnknownRequiredExtensionIsRefusedByName) {
  const Front front(
      R"("extensionsUsed":["FOO_bends_bones"],"extensionsRequired":["FOO_bends_bones"])");
  ASSERT_TRUE(front.judge.refused());
  EXPECT_EQ(front.judge.failure()->code, FailureCode::kUnsupported);
  EXPECT_EQ(front.judge.failure()->place, "/extensionsRequired/0");
  EXPECT_NE(front.judge.failure()->message.find("FOO_bends_bones"), std::string::npos);
}

TEST(GltfExtensions, InstancesAreRefusedWhereTheyAreRequired) {
  const Front front(R"("extensionsUsed":["EXT_mesh_gpu_instancing"],
                       "extensionsRequired":["EXT_mesh_gpu_instancing"])");
  EXPECT_EQ(front.RefusedAt(), "/extensionsRequired/0");
}

TEST(GltfExtensions, WhatOnlyChangesLooksMayBeRequired) {
  for (const std::string name : {"KHR_texture_basisu", "EXT_texture_webp", "KHR_materials_unlit",
                                 "KHR_materials_diffuse_transmission", "KHR_texture_transform"}) {
    const Front front("\"extensionsUsed\":[\"" + name + "\"],\"extensionsRequired\":[\"" + name +
                      "\"]");
    EXPECT_EQ(front.RefusedAt(), "loads") << name;
  }
}

TEST(GltfExtensions, AMeshoptViewIsFilledIn) {
  for (const std::string name : {"EXT_meshopt_compression", "KHR_meshopt_compression"}) {
    const Front front("\"extensionsUsed\":[\"" + name + R"("],"buffers":[{"byteLength":64}],
        "bufferViews":[{"buffer":0,"byteLength":48,"extensions":{")" +
                      name +
                      R"(":{"buffer":0,"byteOffset":4,"byteLength":20,"byteStride":16,"count":3,
              "mode":"ATTRIBUTES","filter":"QUATERNION"}}}])");
    ASSERT_TRUE(front.document.has_value());
    ASSERT_EQ(front.document->buffer_views[0].meshopt, 0);
    const MeshoptView& view = front.document->meshopt_views[0];
    EXPECT_EQ(view.byte_offset, 4u);
    EXPECT_EQ(view.byte_stride, 16u);
    EXPECT_EQ(view.count, 3u);
    EXPECT_EQ(view.mode, "ATTRIBUTES");
    EXPECT_EQ(view.filter, "QUATERNION");
    EXPECT_EQ(view.extension, name);
  }
}

TEST(GltfExtensions, APointerToANodesRotationMovesThatNode) {
  const Front front(
      R"("extensionsUsed":["KHR_animation_pointer"],"nodes":[{},{}],
      "accessors":[{"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
                   {"componentType":5126,"count":2,"type":"VEC4"}],
      "animations":[{"samplers":[{"input":0,"output":1}],"channels":[
        {"sampler":0,"target":{"path":"pointer","extensions":
          {"KHR_animation_pointer":{"pointer":"/nodes/1/rotation"}}}},
        {"sampler":0,"target":{"path":"pointer","extensions":
          {"KHR_animation_pointer":{"pointer":"/materials/0/alphaCutoff"}}}}]}])");
  ASSERT_TRUE(front.document.has_value());
  const auto& channels = front.document->animations[0].channels;
  EXPECT_FALSE(channels[0].broken);
  EXPECT_EQ(channels[0].node, 1);
  EXPECT_EQ(channels[0].property, Property::kRotation);
  EXPECT_TRUE(channels[1].broken);
  EXPECT_EQ(front.Mends("channel-dropped"), 0u) << "an ignored channel is no fault";
}

TEST(GltfExtensions, APointerMovesOnlyWhatAPlainChannelCouldMove) {
  // A node with a matrix, outputs that are no rotations, an index with leading zeros.
  const Front front(
      R"("extensionsUsed":["KHR_animation_pointer"],
      "nodes":[{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,5,0,0,1]},{}],
      "accessors":[{"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
                   {"componentType":5126,"count":2,"type":"VEC4"},
                   {"componentType":5125,"count":2,"type":"VEC4"},
                   {"componentType":5126,"count":2,"type":"MAT2"}],
      "animations":[{"samplers":[{"input":0,"output":1},{"input":0,"output":2},
                                 {"input":0,"output":3}],"channels":[
        {"sampler":0,"target":{"path":"pointer","extensions":
          {"KHR_animation_pointer":{"pointer":"/nodes/0/rotation"}}}},
        {"sampler":1,"target":{"path":"pointer","extensions":
          {"KHR_animation_pointer":{"pointer":"/nodes/1/rotation"}}}},
        {"sampler":2,"target":{"path":"pointer","extensions":
          {"KHR_animation_pointer":{"pointer":"/nodes/1/rotation"}}}},
        {"sampler":0,"target":{"path":"pointer","extensions":
          {"KHR_animation_pointer":{"pointer":"/nodes/01/rotation"}}}},
        {"sampler":0,"target":{"path":"pointer","extensions":
          {"KHR_animation_pointer":{"pointer":"/nodes/1/rotation"}}}}]}])");
  ASSERT_TRUE(front.document.has_value());
  const auto& channels = front.document->animations[0].channels;
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(channels[i].broken) << i;
  EXPECT_FALSE(channels[4].broken);
  EXPECT_EQ(front.Mends("channel-dropped"), 3u) << "what leads nowhere is ignored, no fault";
}

TEST(GltfLink, UnresolvedJointsAndChildrenAndMeshesRefuseTheFile) {
  EXPECT_EQ(Front(R"("nodes":[{"children":[7]}])").RefusedAt(), "/nodes/0/children/0");
  EXPECT_EQ(Front(R"("nodes":[{"mesh":7}])").RefusedAt(), "/nodes/0/mesh");
  EXPECT_EQ(Front(R"("nodes":[{}],"skins":[{"joints":[0,7]}])").RefusedAt(), "/skins/0/joints/1");
}

TEST(GltfLink, ALongLoopRefusesTheFile) {
  const Front front(R"("nodes":[{"children":[1]},{"children":[2]},{"children":[0]},{}])");
  EXPECT_EQ(front.RefusedAt(), "/nodes/0");
  for (const char* node : {"/nodes/0", "/nodes/1", "/nodes/2"}) {
    EXPECT_TRUE(front.Has("NODE_LOOP", node)) << node;
  }
  EXPECT_FALSE(front.Has("NODE_LOOP", "/nodes/3"));
}

TEST(GltfLink, ANodeBelowALoopIsNotOnIt) {
  const Front front(
      R"("nodes":[{"children":[1,2]},{"children":[0]},{}],"skins":[{"joints":[2,0]}])");
  EXPECT_FALSE(front.Has("NODE_LOOP", "/nodes/2"));
  EXPECT_FALSE(front.Has("SKIN_NO_COMMON_ROOT", "/skins/0/joints"));
}

TEST(GltfLink, ASkeletonNodeThatIsNoAncestorIsIgnored) {  // Nasty input 10.
  const Front front(R"("nodes":[{"children":[1,2]},{},{}],"skins":[{"joints":[1],"skeleton":2}])");
  EXPECT_TRUE(front.Has("SKIN_SKELETON_INVALID", "/skins/0/skeleton"));
  EXPECT_EQ(front.Mends("skeleton-ignored"), 1u);
  EXPECT_EQ(front.RefusedAt(), "loads");
}

TEST(GltfLink, ABrokenMeshThatNobodyUsesDoesNoHarm) {
  const std::string mesh = R"("meshes":[{"primitives":[{"attributes":{"POSITION":9}}]}])";
  EXPECT_EQ(Front(mesh).RefusedAt(), "loads");
  EXPECT_EQ(Front(mesh + R"(,"nodes":[{"mesh":0}])").RefusedAt(),
            "/meshes/0/primitives/0/attributes/POSITION");
}

TEST(GltfLink, AMaterialThatIsNotThereIsDropped) {
  const Front front(
      R"("accessors":[{"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":4}]}],"nodes":[{"mesh":0}])");
  EXPECT_TRUE(front.Has("UNRESOLVED_REFERENCE", "/meshes/0/primitives/0/material"));
  EXPECT_EQ(front.Mends("material-dropped"), 1u);
  EXPECT_EQ(front.RefusedAt(), "loads");
  EXPECT_EQ(front.document->meshes[0].primitives[0].material, kNone);
}

TEST(GltfLink, TwoChannelsForOnePropertyLeaveTheFirst) {  // Nasty input 44.
  const Front front(
      R"("nodes":[{}],
      "accessors":[{"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
                   {"componentType":5126,"count":2,"type":"VEC3"}],
      "animations":[{"samplers":[{"input":0,"output":1}],"channels":[
        {"sampler":0,"target":{"node":0,"path":"scale"}},
        {"sampler":0,"target":{"node":0,"path":"translation"}},
        {"sampler":0,"target":{"node":0,"path":"scale"}}]}])");
  EXPECT_TRUE(front.Has("ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/0/target"));
  EXPECT_FALSE(front.Has("ANIMATION_DUPLICATE_TARGETS", "/animations/0/channels/1/target"));
  const auto& channels = front.document->animations[0].channels;
  EXPECT_FALSE(channels[0].broken);
  EXPECT_FALSE(channels[1].broken);
  EXPECT_TRUE(channels[2].broken);
  EXPECT_EQ(front.Mends("channel-dropped"), 1u);
}

TEST(GltfLink, CountsThatWouldOverflowDoNotFit) {  // Nasty input 37.
  // 2^58 + 1 matrices of 64 bytes are 2^64 + 64 bytes, which would wrap to the view's 64.
  const Front front(
      R"("buffers":[{"byteLength":64}],"bufferViews":[{"buffer":0,"byteLength":64}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":288230376151711745,"type":"MAT4"},
                   {"bufferView":0,"byteOffset":9223372036854775804,"componentType":5126,
                    "count":1,"type":"SCALAR"}])");
  EXPECT_TRUE(front.Has("ACCESSOR_TOO_LONG", "/accessors/0"));
  EXPECT_TRUE(front.Has("ACCESSOR_TOO_LONG", "/accessors/1/byteOffset"));
}

TEST(GltfLink, SmallMatricesHavePaddedColumnsButNoPaddedEnd) {
  // Three columns of three bytes at 0, 4 and 8: eleven bytes.
  const auto matrix = [](int bytes) {
    return Front(
               R"("buffers":[{"byteLength":64}],"bufferViews":[{"buffer":0,"byteLength":)" +
               std::to_string(bytes) +
               R"(}],"accessors":[{"bufferView":0,"componentType":5121,"count":1,"type":"MAT3"}])")
        .Has("ACCESSOR_TOO_LONG", "/accessors/0");
  };
  EXPECT_TRUE(matrix(10));
  EXPECT_FALSE(matrix(11));
}

TEST(GltfUri, OnlyPlainRelativePathsAreBesideTheFile) {
  EXPECT_EQ(ClassifyUri("a/b%20c.bin"), UriKind::kBeside);
  EXPECT_EQ(ClassifyUri("../a.bin"), UriKind::kBeside);
  EXPECT_EQ(ClassifyUri("/a.bin"), UriKind::kElsewhere);
  EXPECT_EQ(ClassifyUri("file:a.bin"), UriKind::kElsewhere);
  EXPECT_EQ(ClassifyUri("//host/a.bin"), UriKind::kElsewhere);
  EXPECT_EQ(ClassifyUri("a.bin?x"), UriKind::kElsewhere);
  EXPECT_EQ(ClassifyUri("a.bin#x"), UriKind::kElsewhere);
  EXPECT_EQ(ClassifyUri(":a"), UriKind::kMalformed);
  EXPECT_EQ(ClassifyUri("http://host:port/"), UriKind::kMalformed);
}

TEST(GlbContainer, AChunkBeyondTheFileIsRefused) {
  const std::string glb("glTF\2\0\0\0\x20\0\0\0\x0C\0\0\0JSON{}  ", 24);
  Judge judge(10);
  EXPECT_FALSE(ReadContainer(std::as_bytes(std::span(glb)), false, judge).has_value());
  ASSERT_TRUE(judge.refused());
  EXPECT_EQ(judge.failure()->code, FailureCode::kSyntax);
  EXPECT_EQ(judge.failure()->place, "byte 24");
}

}  // namespace
}  // namespace sinew::gltf
