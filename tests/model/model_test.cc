// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/model.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>

#include "model/broken.h"
#include "support/full_model.h"

namespace sinew::testing {
namespace {

template <typename Change>
Result<Model> ModelBrokenBy(const Change& change) {
  Model::Parts parts = FullModelParts();
  change(parts);
  return Model::Create(std::move(parts));
}

Clip Moving(std::uint32_t joint) {
  Clip::Parts parts;
  parts.times = {0};
  parts.values = {0, 0, 0};
  parts.tracks = {{.target = joint, .key_count = 1}};
  return Clip::Create(parts).value();
}

Clip MorphingClip(std::uint32_t slot, std::uint32_t width) {
  Clip::Parts parts;
  parts.times = {0};
  parts.values.resize(width);
  parts.tracks = {
      {.target = slot, .property = Property::kMorphWeights, .width = width, .key_count = 1}};
  return Clip::Create(parts).value();
}

TEST(Model, TakesOneOfEverything) {
  const Result<Model> model = Model::Create(FullModelParts());
  ASSERT_TRUE(model.ok()) << Describe(model.failure());
  EXPECT_EQ(model->FindClip("none"), 1u);
  EXPECT_EQ(model->FindClip("nothing"), std::nullopt);
}

TEST(Model, KeepsJointsThatNoSkinNames) {  // C80: the hierarchy is not the palette.
  const Model model = FullModel();
  EXPECT_EQ(model.skeleton().joint_count(), 6u);
  EXPECT_EQ(model.skins()[0].size(), 3u);
  EXPECT_EQ(model.skeleton().Find("body"), 3u);
}

TEST(Model, RefusesInstancesOfWhatDoesNotExist) {  // Invariant 1
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.instances[0].joint = 6; }),
              IsBrokenAt("instances/0/joint", "joint 6, expected less than 6"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.instances[1].mesh = 2; }),
              IsBrokenAt("instances/1/mesh", "mesh 2"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.instances[2].skin = 2; }),
              IsBrokenAt("instances/2/skin", "skin 2"));
}

TEST(Model, RefusesASkinThatWasMovedFrom) {  // Invariant 1
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) {
                [[maybe_unused]] const Skin::Parts taken = std::move(m.skins[1]).TakeParts();
              }),
              IsBrokenAt("skins/1", "without entries"));
}

TEST(Model, RefusesASkinTooSmallForItsMesh) {  // Invariant 1
  EXPECT_THAT(
      ModelBrokenBy([](Model::Parts& m) {
        m.skins[0] =
            Skin::Create(
                {.name = "", .joints = {2, 4}, .inverse_bind = std::vector<Affine>(2), .root = {}},
                6)
                .value();
      }),
      IsBrokenAt("instances/2/skin", "2 entries, expected 3"));
}

TEST(Model, RefusesASkinMadeForAnotherSkeleton) {  // Invariant 1
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) {
                m.skins[1] = Skin::Create({.name = "",
                                           .joints = {0, kIdentityJoint, 6},
                                           .inverse_bind = std::vector<Affine>(3),
                                           .root = {}},
                                          7)
                                 .value();
              }),
              IsBrokenAt("skins/1/joints/2", "joint 6"));
  EXPECT_THAT(
      ModelBrokenBy([](Model::Parts& m) {
        m.skins[1] =
            Skin::Create(
                {.name = "", .joints = {0}, .inverse_bind = std::vector<Affine>(1), .root = 6}, 7)
                .value();
      }),
      IsBrokenAt("skins/1/root", "joint 6"));
}

TEST(Model, RefusesMorphRunsThatOverlapOrLeaveGaps) {  // Invariant 1
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.instances[2].first_morph = 1; }),
              IsBrokenAt("instances/2/first_morph", "found 1, expected 0"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.morph_rest.push_back(0); }),
              IsBrokenAt("morph_rest", "found 3, expected 2"));
  const auto twice = [](std::uint32_t first_morph) {
    return [first_morph](Model::Parts& m) {
      m.instances.push_back({.joint = 1, .mesh = 0, .skin = {}, .first_morph = first_morph});
      m.morph_rest.resize(4);
    };
  };
  EXPECT_TRUE(ModelBrokenBy(twice(2)).ok());
  EXPECT_THAT(ModelBrokenBy(twice(1)),
              IsBrokenAt("instances/3/first_morph", "found 1, expected 2"));
  EXPECT_THAT(ModelBrokenBy(twice(0)),
              IsBrokenAt("instances/3/first_morph", "found 0, expected 2"));
}

TEST(Model, RefusesClipsBeyondItsJoints) {  // Invariant 2
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.clips.push_back(Moving(6)); }),
              IsBrokenAt("clips/2/tracks/0", "joint 6"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) {
                Clip::Parts parts;
                parts.root_motion_joint = 6;
                m.clips[1] = Clip::Create(parts).value();
              }),
              IsBrokenAt("clips/1/root_motion_joint", "joint 6"));
}

TEST(Model, RefusesMorphTracksThatSplitARun) {  // Invariant 2
  EXPECT_TRUE(ModelBrokenBy([](Model::Parts& m) { m.clips.push_back(MorphingClip(0, 2)); }).ok());
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.clips.push_back(MorphingClip(0, 1)); }),
              IsBrokenAt("clips/2/tracks/0", "slots 0 to 1"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.clips.push_back(MorphingClip(1, 1)); }),
              IsBrokenAt("clips/2/tracks/0", "slots 1 to 2"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.clips.push_back(MorphingClip(2, 2)); }),
              IsBrokenAt("clips/2/tracks/0", "slots 2 to 4"));
}

TEST(Model, RefusesPicturesThatDoNotExist) {  // Invariant 3
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.materials.clear(); }),
              IsBrokenAt("meshes/0/primitives/0/material", "material 1"));
  EXPECT_THAT(
      ModelBrokenBy([](Model::Parts& m) { m.materials[1].base_color_texture->texture = 2; }),
      IsBrokenAt("materials/1/base_color_texture", "texture 2"));
  constexpr const char* kFields[] = {"base_color_texture", "metallic_roughness_texture",
                                     "normal_texture", "occlusion_texture", "emissive_texture"};
  for (std::size_t i = 0; i < kMaterialTextures.size(); ++i) {
    EXPECT_THAT(ModelBrokenBy([i](Model::Parts& m) {
                  m.materials[0].*kMaterialTextures[i] = TextureUse{.texture = 9};
                }),
                IsBrokenAt(std::string("materials/0/") + kFields[i], "texture 9"));
  }
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.textures[0].image = 2; }),
              IsBrokenAt("textures/0/image", "image 2"));
}

TEST(Model, RefusesScenesThatDoNotExist) {  // Invariant 3
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.scenes[0].roots[1] = 6; }),
              IsBrokenAt("scenes/0/roots/1", "joint 6"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.default_scene = 2; }),
              IsBrokenAt("default_scene", "scene 2"));
}

TEST(Model, RefusesUnusableNumbers) {  // Invariant 4
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.morph_rest[1] = kNan; }),
              IsBrokenAt("morph_rest/1", "usable"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.materials[1].base_color.y = kInfinity; }),
              IsBrokenAt("materials/1/base_color/y", "usable"));
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) { m.materials[0].alpha_cutoff = kNan; }),
              IsBrokenAt("materials/0/alpha_cutoff", "usable"));
}

TEST(Model, FactorsOfMaterialsStayInTheirRanges) {  // Invariant 4
  struct Range {
    const char* field;
    std::function<float&(Material&)> at;
    float below, above;  // Just outside.
  };
  const float tiny = std::numeric_limits<float>::denorm_min();
  const float over_one = std::nextafter(1.0f, 2.0f);
  const float over = std::nextafter(kLargest, kInfinity);
  const Range ranges[] = {
      {"base_color/x", [](Material& m) -> float& { return m.base_color.x; }, -tiny, over_one},
      {"base_color/y", [](Material& m) -> float& { return m.base_color.y; }, -tiny, over_one},
      {"base_color/z", [](Material& m) -> float& { return m.base_color.z; }, -tiny, over_one},
      {"base_color/w", [](Material& m) -> float& { return m.base_color.w; }, -tiny, over_one},
      {"metallic", [](Material& m) -> float& { return m.metallic; }, -tiny, over_one},
      {"roughness", [](Material& m) -> float& { return m.roughness; }, -tiny, over_one},
      {"normal_scale", [](Material& m) -> float& { return m.normal_scale; }, -over, over},
      {"occlusion_strength", [](Material& m) -> float& { return m.occlusion_strength; }, -tiny,
       over_one},
      {"emissive/x", [](Material& m) -> float& { return m.emissive.x; }, -tiny, over_one},
      {"emissive/y", [](Material& m) -> float& { return m.emissive.y; }, -tiny, over_one},
      {"emissive/z", [](Material& m) -> float& { return m.emissive.z; }, -tiny, over_one},
      {"emissive_strength", [](Material& m) -> float& { return m.emissive_strength; }, -tiny, over},
      {"alpha_cutoff", [](Material& m) -> float& { return m.alpha_cutoff; }, -tiny, over},
  };
  for (const Range& range : ranges) {
    const std::string place = std::string("materials/1/") + range.field;
    for (const float wrong : {range.below, range.above, kNan, kInfinity, -kInfinity}) {
      EXPECT_THAT(ModelBrokenBy([&](Model::Parts& m) { range.at(m.materials[1]) = wrong; }),
                  IsBrokenAt(place, "expected"))
          << wrong;
    }
    for (const float right :
         {std::nextafter(range.below, 1.0f), std::nextafter(range.above, 0.0f)}) {
      EXPECT_TRUE(ModelBrokenBy([&](Model::Parts& m) { range.at(m.materials[1]) = right; }).ok())
          << place << " " << right;
    }
  }
}

TEST(Model, EnumeratorsAndTransformsOfTexturesAreChecked) {  // Invariant 4
  const auto number = [](auto& out, unsigned value) {
    out = static_cast<std::remove_reference_t<decltype(out)>>(value);
  };
  EXPECT_THAT(ModelBrokenBy([&](Model::Parts& m) { number(m.materials[0].alpha, 3); }),
              IsBrokenAt("materials/0/alpha", "alpha mode"));
  EXPECT_THAT(ModelBrokenBy([&](Model::Parts& m) { number(m.textures[1].sampler.wrap_s, 0); }),
              IsBrokenAt("textures/1/sampler/wrap_s", "no wrap"));
  EXPECT_THAT(ModelBrokenBy([&](Model::Parts& m) { number(m.textures[1].sampler.wrap_t, 9729); }),
              IsBrokenAt("textures/1/sampler/wrap_t", "no wrap"));
  EXPECT_THAT(
      ModelBrokenBy([&](Model::Parts& m) { number(*m.textures[1].sampler.mag_filter, 9984); }),
      IsBrokenAt("textures/1/sampler/mag_filter", "no filter"));
  EXPECT_THAT(
      ModelBrokenBy([&](Model::Parts& m) { number(*m.textures[1].sampler.min_filter, 9988); }),
      IsBrokenAt("textures/1/sampler/min_filter", "no filter"));
  for (const auto member : {&TextureTransform::offset, &TextureTransform::scale}) {
    EXPECT_THAT(ModelBrokenBy([member](Model::Parts& m) {
                  (m.materials[1].normal_texture->transform.value().*member).y = kNan;
                }),
                IsBrokenAt("materials/1/normal_texture/transform", "usable"));
  }
  EXPECT_THAT(ModelBrokenBy([](Model::Parts& m) {
                m.materials[1].normal_texture->transform->rotation = kInfinity;
              }),
              IsBrokenAt("materials/1/normal_texture/transform", "usable"));
}

}  // namespace
}  // namespace sinew::testing
