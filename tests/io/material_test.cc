// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials in glTF files: every property read and written, every wrong value repaired by name.
#include "sinew/material.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"
#include "support/gltf_builder.h"
#include "support/same_model.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// A triangle of material 0, with two textures, all extensions declared that the model understands.
GltfBuilder FileOf(std::string_view material) {
  GltfBuilder file;
  const std::string positions = std::to_string(file.Floats("VEC3", {0, 0, 0, 1, 0, 0, 0, 1, 0}));
  file.Mesh("{'primitives':[{'attributes':{'POSITION':" + positions + "},'material':0}]}");
  file.Node("{'mesh':0}");
  file.Append("textures", "{}");
  file.Append("textures", "{}");
  file.Append("materials", material);
  file.Root("extensionsUsed",
            "['KHR_texture_transform','KHR_materials_unlit','KHR_materials_emissive_strength']");
  return file;
}

Model ReadModel(const GltfBuilder& file) {
  GltfRead read = file.Read();
  EXPECT_TRUE(read.model.ok()) << Describe(read.model.failure());
  return std::move(read.model).value();
}

Material ReadMaterialOf(std::string_view material) {
  return ReadModel(FileOf(material)).TakeParts().materials[0];
}

Model RereadModel(const Model& model) {
  const Result<std::vector<std::byte>> bytes = WriteGlb(model);
  EXPECT_TRUE(bytes.ok());
  GltfRead read = ReadGltf(*bytes);
  EXPECT_TRUE(read.model.ok()) << Describe(read.model.failure());
  return std::move(read.model).value();
}

TEST(Materials, AnEmptyOneIsGltfsDefault) {
  EXPECT_EQ(ReadMaterialOf("{}"), Material{});
  const Material material;
  EXPECT_EQ(material.base_color, (Vec4{1, 1, 1, 1}));
  EXPECT_EQ(material.metallic, 1);
  EXPECT_EQ(material.roughness, 1);
  EXPECT_EQ(material.emissive, Vec3{});
  EXPECT_EQ(material.emissive_strength, 1);
  EXPECT_EQ(material.alpha, Material::Alpha::kOpaque);
  EXPECT_EQ(material.alpha_cutoff, 0.5f);
}

struct MaterialProperty {
  const char* json;
  std::function<void(Material&)> set;
};

const std::vector<MaterialProperty>& Properties() {
  static const std::vector<MaterialProperty> list{
      {"'name':'bark'", [](Material& m) { m.name = "bark"; }},
      {"'pbrMetallicRoughness':{'baseColorFactor':[0,0.25,0.5,0.75]}",
       [](Material& m) { m.base_color = {0, 0.25f, 0.5f, 0.75f}; }},
      {"'pbrMetallicRoughness':{'baseColorTexture':{'index':1}}",
       [](Material& m) { m.base_color_texture = TextureUse{.texture = 1}; }},
      {"'pbrMetallicRoughness':{'metallicFactor':0}", [](Material& m) { m.metallic = 0; }},
      {"'pbrMetallicRoughness':{'roughnessFactor':0.125}",
       [](Material& m) { m.roughness = 0.125f; }},
      {"'pbrMetallicRoughness':{'metallicRoughnessTexture':{'index':0,'texCoord':3}}",
       [](Material& m) { m.metallic_roughness_texture = TextureUse{.texcoord = 3}; }},
      {"'normalTexture':{'index':1,'scale':-2.5}",
       [](Material& m) {
         m.normal_texture = TextureUse{.texture = 1};
         m.normal_scale = -2.5f;
       }},
      {"'occlusionTexture':{'index':1,'strength':0.75,'texCoord':1}",
       [](Material& m) {
         m.occlusion_texture = TextureUse{.texture = 1, .texcoord = 1};
         m.occlusion_strength = 0.75f;
       }},
      {"'emissiveTexture':{'index':0}", [](Material& m) { m.emissive_texture = TextureUse{}; }},
      {"'emissiveFactor':[1,0.5,0]", [](Material& m) { m.emissive = {1, 0.5f, 0}; }},
      {"'emissiveFactor':[1,1,1],'extensions':{'KHR_materials_emissive_strength':"
       "{'emissiveStrength':12.5}}",
       [](Material& m) {
         m.emissive = {1, 1, 1};
         m.emissive_strength = 12.5f;
       }},
      {"'alphaMode':'BLEND'", [](Material& m) { m.alpha = Material::Alpha::kBlend; }},
      {"'alphaMode':'MASK','alphaCutoff':2",
       [](Material& m) {
         m.alpha = Material::Alpha::kMask;
         m.alpha_cutoff = 2;
       }},
      {"'doubleSided':true", [](Material& m) { m.double_sided = true; }},
      {"'extensions':{'KHR_materials_unlit':{}}", [](Material& m) { m.unlit = true; }},
      {"'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':{}}}",
       [](Material& m) { m.emissive_texture = TextureUse{.transform = TextureTransform{}}; }},
      {"'normalTexture':{'index':0,'texCoord':1,'extensions':{'KHR_texture_transform':"
       "{'offset':[0.5,-3],'rotation':1.5,'scale':[2,-0.25],'texCoord':0}}}",
       [](Material& m) {
         m.normal_texture = TextureUse{
             .texcoord = 1,
             .transform = TextureTransform{
                 .offset = {0.5f, -3}, .rotation = 1.5f, .scale = {2, -0.25f}, .texcoord = 0}};
       }},
  };
  return list;
}

TEST(Materials, EveryPropertyIsReadByItselfAndWrittenBack) {
  for (const MaterialProperty& property : Properties()) {
    SCOPED_TRACE(property.json);
    Material expected;
    property.set(expected);
    const GltfBuilder file = FileOf("{" + std::string(property.json) + "}");
    const Model model = ReadModel(file);
    EXPECT_EQ(model.materials()[0], expected);
    EXPECT_THAT(model.parts().carried, IsEmpty());
    EXPECT_THAT(file.Read().report.mends, IsEmpty());
    EXPECT_EQ(RereadModel(model).TakeParts().materials[0], expected);
    EXPECT_TRUE(SameModel(model, RereadModel(model)));
  }
}

TEST(Materials, ATransformsTexcoordWinsOverTheTextures) {
  TextureUse use{.texcoord = 2};
  EXPECT_EQ(TexcoordOf(use), 2u);
  use.transform = TextureTransform{};
  EXPECT_EQ(TexcoordOf(use), 2u);
  use.transform->texcoord = 0;
  EXPECT_EQ(TexcoordOf(use), 0u);
}

struct WrongMaterial {
  const char* json;
  const char* code;
  const char* pointer;  // Of the issue.
  const char* rule;
  std::function<void(Material&)> set;  // What comes out instead.
};

TEST(Materials, EveryWrongValueIsNamedAndRepaired) {
  const auto nothing = [](Material&) {};
  const WrongMaterial list[] = {
      {"'pbrMetallicRoughness':{'baseColorFactor':[2,-1,0.5,1]}", "VALUE_NOT_IN_RANGE",
       "/materials/0/pbrMetallicRoughness/baseColorFactor/0", "material-value",
       [](Material& m) { m.base_color = {1, 0, 0.5f, 1}; }},
      {"'pbrMetallicRoughness':{'baseColorFactor':[1,0,0]}", "ARRAY_LENGTH_NOT_IN_LIST",
       "/materials/0/pbrMetallicRoughness/baseColorFactor", "material-value", nothing},
      {"'pbrMetallicRoughness':{'baseColorFactor':[0,'red',0,1]}", "ARRAY_TYPE_MISMATCH",
       "/materials/0/pbrMetallicRoughness/baseColorFactor", "material-value",
       [](Material& m) { m.base_color = {0, 1, 0, 1}; }},
      {"'pbrMetallicRoughness':{'metallicFactor':1.5}", "VALUE_NOT_IN_RANGE",
       "/materials/0/pbrMetallicRoughness/metallicFactor", "material-value", nothing},
      {"'pbrMetallicRoughness':{'metallicFactor':-1e300}", "VALUE_NOT_IN_RANGE",
       "/materials/0/pbrMetallicRoughness/metallicFactor", "material-value",
       [](Material& m) { m.metallic = 0; }},
      {"'pbrMetallicRoughness':{'roughnessFactor':'rough'}", "TYPE_MISMATCH",
       "/materials/0/pbrMetallicRoughness/roughnessFactor", "material-value", nothing},
      {"'pbrMetallicRoughness':{'roughnessFactor':-0.5}", "VALUE_NOT_IN_RANGE",
       "/materials/0/pbrMetallicRoughness/roughnessFactor", "material-value",
       [](Material& m) { m.roughness = 0; }},
      {"'pbrMetallicRoughness':{'baseColorTexture':{'index':7}}", "UNRESOLVED_REFERENCE",
       "/materials/0/pbrMetallicRoughness/baseColorTexture/index", "texture-dropped", nothing},
      {"'pbrMetallicRoughness':{'metallicRoughnessTexture':{}}", "UNDEFINED_PROPERTY",
       "/materials/0/pbrMetallicRoughness/metallicRoughnessTexture", "texture-dropped", nothing},
      {"'normalTexture':{'index':-1}", "INVALID_INDEX", "/materials/0/normalTexture/index",
       "texture-dropped", nothing},
      {"'normalTexture':{'index':0,'texCoord':-1}", "VALUE_NOT_IN_RANGE",
       "/materials/0/normalTexture/texCoord", "material-value",
       [](Material& m) { m.normal_texture = TextureUse{}; }},
      {"'normalTexture':{'index':0,'scale':[1]}", "TYPE_MISMATCH",
       "/materials/0/normalTexture/scale", "material-value",
       [](Material& m) { m.normal_texture = TextureUse{}; }},
      {"'normalTexture':{'index':0,'scale':1e19}", "", "", "material-value",
       [](Material& m) { m.normal_texture = TextureUse{}; }},
      {"'occlusionTexture':{'index':0,'strength':1.01}", "VALUE_NOT_IN_RANGE",
       "/materials/0/occlusionTexture/strength", "material-value",
       [](Material& m) { m.occlusion_texture = TextureUse{}; }},
      {"'emissiveFactor':[0,5,0]", "VALUE_NOT_IN_RANGE", "/materials/0/emissiveFactor/1",
       "material-value", [](Material& m) { m.emissive = {0, 1, 0}; }},
      {"'extensions':{'KHR_materials_emissive_strength':{'emissiveStrength':-2}}",
       "VALUE_NOT_IN_RANGE",
       "/materials/0/extensions/KHR_materials_emissive_strength/emissiveStrength", "material-value",
       [](Material& m) { m.emissive_strength = 0; }},
      {"'alphaMode':'GLASS'", "VALUE_NOT_IN_LIST", "/materials/0/alphaMode", "material-value",
       nothing},
      {"'alphaMode':'MASK','alphaCutoff':-0.25", "VALUE_NOT_IN_RANGE", "/materials/0/alphaCutoff",
       "material-value",
       [](Material& m) {
         m.alpha = Material::Alpha::kMask;
         m.alpha_cutoff = 0;
       }},
      {"'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':{'offset':[1]}}}",
       "ARRAY_LENGTH_NOT_IN_LIST",
       "/materials/0/emissiveTexture/extensions/KHR_texture_transform/offset", "material-value",
       [](Material& m) { m.emissive_texture = TextureUse{.transform = TextureTransform{}}; }},
      {"'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':{'rotation':null}}}",
       "TYPE_MISMATCH", "/materials/0/emissiveTexture/extensions/KHR_texture_transform/rotation",
       "material-value",
       [](Material& m) { m.emissive_texture = TextureUse{.transform = TextureTransform{}}; }},
      {"'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':{'scale':[-3e38,2]}}}",
       "", "", "material-value",
       [](Material& m) {
         m.emissive_texture = TextureUse{.transform = TextureTransform{.scale = {1, 2}}};
       }},
      {"'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':{'texCoord':0.5}}}",
       "TYPE_MISMATCH", "/materials/0/emissiveTexture/extensions/KHR_texture_transform/texCoord",
       "material-value",
       [](Material& m) { m.emissive_texture = TextureUse{.transform = TextureTransform{}}; }},
      {"'emissiveTexture':{'index':0,'extensions':{'KHR_texture_transform':7}}", "TYPE_MISMATCH",
       "/materials/0/emissiveTexture/extensions/KHR_texture_transform", "",
       [](Material& m) { m.emissive_texture = TextureUse{}; }},
      {"'extensions':{'KHR_materials_unlit':true}", "TYPE_MISMATCH",
       "/materials/0/extensions/KHR_materials_unlit", "", nothing},
  };
  for (const WrongMaterial& wrong : list) {
    SCOPED_TRACE(wrong.json);
    const GltfRead read = FileOf("{" + std::string(wrong.json) + "}").Read();
    ASSERT_TRUE(read.model.ok()) << Describe(read.model.failure());
    Material expected;
    wrong.set(expected);
    EXPECT_EQ(read.model->materials()[0], expected);
    bool found = *wrong.code == '\0';
    for (const Issue& issue : read.report.issues) {
      found = found || (issue.code == wrong.code && issue.pointer == wrong.pointer);
    }
    EXPECT_TRUE(found) << "no " << wrong.code << " at " << wrong.pointer;
    std::vector<std::string> rules;
    for (const auto& mend : read.report.mends) rules.emplace_back(mend.rule);
    if (*wrong.rule == '\0') {
      EXPECT_THAT(rules, IsEmpty());
    } else {
      EXPECT_THAT(rules, ElementsAre(wrong.rule));
    }
    EXPECT_EQ(RereadModel(*read.model).TakeParts().materials[0], expected);
  }
}

TEST(Materials, ASamplerWithANumberThatGltfDoesNotHaveGetsTheDefault) {
  GltfBuilder file = FileOf("{}");
  file.Append("textures", "{'sampler':0}");
  file.Append("samplers", "{'name':'odd','magFilter':9984,'minFilter':1,'wrapS':2,'wrapT':33648}");
  const GltfRead read = file.Read();
  ASSERT_TRUE(read.model.ok());
  const TextureSampler& sampler = read.model->textures()[2].sampler;
  EXPECT_EQ(sampler, (TextureSampler{.name = "odd", .wrap_t = TextureWrap::kMirroredRepeat}));
  ASSERT_EQ(read.report.mends.size(), 1u);
  EXPECT_EQ(read.report.mends[0].rule, "material-value");
  EXPECT_EQ(read.report.mends[0].count, 3u);
}

TEST(Materials, EqualSamplersAreWrittenOnceInTheOrderOfTheTextures) {
  GltfBuilder file = FileOf("{}");
  file.Append("samplers", "{'wrapS':33071}");
  file.Append("samplers", "{'magFilter':9728,'extras':{'by':'me'}}");
  file.Append("samplers", "{'wrapS':33071,'wrapT':10497}");
  file.Append("samplers", "{'magFilter':9728}");
  for (const char* sampler : {"1", "0", "2", "3", "1"}) {
    file.Append("textures", "{'sampler':" + std::string(sampler) + "}");
  }
  const Model model = ReadModel(file);
  const std::vector<std::byte> bytes = WriteGlb(model).value();
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_THAT(text, ::testing::HasSubstr(Quoted(
                        "'textures':[{},{},{'sampler':0},{'sampler':1},{'sampler':1},"
                        "{'sampler':2},{'sampler':0}],'samplers':[{'magFilter':9728,'extras':"
                        "{'by':'me'}},{'wrapS':33071},{'magFilter':9728}]")));
  EXPECT_TRUE(SameModel(model, RereadModel(model)));
}

TEST(Materials, WhatElseAMaterialsObjectsSayComesBack) {
  GltfBuilder file = FileOf(
      "{'extras':1,'extensions':{'KHR_materials_unlit':{'extras':2},'EXT_odd':{'a':1},"
      "'KHR_materials_sheen':{'sheenColorTexture':{'index':1}}},"
      "'pbrMetallicRoughness':{'extras':3,'extensions':{'EXT_odd':{}},"
      "'baseColorTexture':{'index':0,'extras':4,'extensions':"
      "{'KHR_texture_transform':{'rotation':1,'extras':5,'extensions':{'EXT_odd':{'c':3}}},"
      "'EXT_odd':{'b':2}}}},"
      "'emissiveTexture':{'index':1,'extras':6}}");
  file.Root("extensionsUsed",
            "['EXT_odd','KHR_texture_transform','KHR_materials_sheen','KHR_materials_unlit']");
  file.Root("extensionsRequired", "['KHR_materials_unlit','KHR_texture_transform']");
  const Model model = ReadModel(file);
  const std::vector<std::byte> bytes = WriteGlb(model).value();
  const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_THAT(
      text, ::testing::HasSubstr(Quoted(
                "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0,"
                "'extensions':{'KHR_texture_transform':{'rotation':1,'extras':5,"
                "'extensions':{'EXT_odd':{'c':3}}},'EXT_odd':{'b':2}},'extras':4},"
                "'extensions':{'EXT_odd':{}},'extras':3},'emissiveTexture':{'index':1,'extras':6},"
                "'extensions':{'KHR_materials_unlit':{'extras':2},'EXT_odd':{'a':1},"
                "'KHR_materials_sheen':{'sheenColorTexture':{'index':1}}},'extras':1}]")));
  EXPECT_THAT(text, ::testing::HasSubstr(Quoted(
                        "'extensionsUsed':['EXT_odd','KHR_texture_transform',"
                        "'KHR_materials_sheen','KHR_materials_unlit'],"
                        "'extensionsRequired':['KHR_texture_transform','KHR_materials_unlit']")));
  EXPECT_TRUE(SameModel(model, RereadModel(model)));
}

TEST(Materials, OnlyExtensionsThatMaterialsMakeUseOfAreDeclared) {
  Model::Parts parts = ReadModel(FileOf("{'extensions':{'KHR_materials_unlit':{}}}")).TakeParts();
  EXPECT_THAT(parts.extensions_used, ElementsAre("KHR_materials_unlit"));
  const auto declared = [](Model::Parts changed) {
    return RereadModel(Model::Create(std::move(changed)).value()).parts().extensions_used;
  };
  EXPECT_THAT(declared(parts), ElementsAre("KHR_materials_unlit"));
  parts.materials[0].unlit = false;
  EXPECT_THAT(declared(parts), IsEmpty());
  parts.materials[0].emissive = {1, 1, 1};
  parts.materials[0].emissive_strength = 2;
  parts.materials[0].normal_texture = TextureUse{.transform = TextureTransform{}};
  EXPECT_THAT(declared(parts),
              ElementsAre("KHR_materials_emissive_strength", "KHR_texture_transform"));
}

TEST(Materials, AnExtensionThatIsTheOnlyOneToNameAnImageIsRequired) {
  GltfBuilder file = FileOf("{}");
  file.Append("images", "{'uri':'a.webp','mimeType':'image/webp'}");
  file.Append("textures", "{'extensions':{'EXT_texture_webp':{'source':0}}}");
  file.Root("extensionsUsed", "['EXT_texture_webp']");
  const Model model = RereadModel(ReadModel(file));
  EXPECT_THAT(model.parts().extensions_required, ElementsAre("EXT_texture_webp"));
  EXPECT_EQ(model.textures()[2].image, 0u);
}

TEST(Materials, AnExtensionThatIsNotDeclaredIsNotRead) {
  GltfBuilder file = FileOf("{'extensions':{'KHR_materials_unlit':{}}}");
  file.Root("extensionsUsed", "");
  const Model model = ReadModel(file);
  EXPECT_FALSE(model.materials()[0].unlit);
  ASSERT_EQ(model.parts().carried.size(), 1u);
  EXPECT_EQ(model.parts().carried[0].extensions, Quoted("{'KHR_materials_unlit':{}}"));
}

}  // namespace
}  // namespace sinew::testing
