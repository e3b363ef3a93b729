// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

#include "support/js3d_builder.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

LoadedModel Load(std::string_view text, const LoadOptions& options = {}) {
  return LoadModel(std::as_bytes(std::span(text)), options);
}

TEST(Load, TheBonesOfAScenesSkinsComeWithTheirRadiiAndAreTurnedWithIt) {
  const LoadedModel as_in_file = Load(Arm().Text());
  ASSERT_TRUE(as_in_file.model.ok()) << Describe(as_in_file.model.failure());
  ASSERT_EQ(as_in_file.bones_of_skin.size(), 1u);
  ASSERT_EQ(as_in_file.bones_of_skin[0].size(), 2u);
  const BoneSegment& upper = as_in_file.bones_of_skin[0][1];
  EXPECT_EQ(upper.joint, 1u);
  EXPECT_EQ(upper.head, (Vec3{0, 1, 0}));
  EXPECT_EQ(upper.tail, (Vec3{0, 2, 0}));
  EXPECT_GT(upper.radius, 0.0f);
  const LoadedModel z_up = Load(Arm().Text(), {.up_axis = UpAxis::kZ});
  ASSERT_TRUE(z_up.model.ok());
  EXPECT_EQ(z_up.bones_of_skin[0][1].tail, (Vec3{0, 0, 2}));
}

TEST(Load, WhatASceneLosesIsInformationAndStrictRefusesRepairs) {
  const LoadedModel lossy = Load(EverythingJs3d().Text());
  ASSERT_TRUE(lossy.model.ok());
  ASSERT_FALSE(lossy.not_carried.empty());
  EXPECT_EQ(lossy.report.counts[static_cast<std::size_t>(Severity::kInformation)],
            lossy.not_carried.size());

  std::string bent = Arm().Text();
  const std::string turn = "\"rotation\":[0,0,0,1]";
  bent.replace(bent.find(turn), turn.size(), "\"rotation\":[0,0,0,2]");
  EXPECT_EQ(Load(bent).report.warnings(), 1u);
  const LoadedModel strict = Load(bent, {.strict = true});
  ASSERT_FALSE(strict.model.ok());
  EXPECT_EQ(strict.model.failure().code, FailureCode::kInvalid);
  EXPECT_EQ(strict.report.warnings(), 1u);
}

TEST(Load, ATextThatDoesNotTellIsWhatTheCallerAssumes) {
  EXPECT_EQ(DetectFormat({}), FileFormat::kUnknown);
  EXPECT_EQ(Load("{}").format, FileFormat::kGltf);
  EXPECT_EQ(Load("{}", {.assumed = FileFormat::kJs3d}).format, FileFormat::kJs3d);
  EXPECT_EQ(Load("{\"asset\":{}}", {.assumed = FileFormat::kJs3d}).format, FileFormat::kGltf);
}

TEST(Load, ImagesBesideAFileAreEmbeddedAndThoseMissingAreNamed) {
  LoadedModel loaded =
      Load(R"({"asset":{"version":"2.0"},"images":[{"uri":"with%20space.png"},{"uri":"gone.png"}],)"
           R"("textures":[{"source":0},{"source":1}],"materials":[{"emissiveTexture":{"index":0}},)"
           R"({"emissiveTexture":{"index":1}}]})");
  ASSERT_TRUE(loaded.model.ok()) << Describe(loaded.model.failure());
  std::vector<std::string> asked;
  const Resolver resolve = [&](std::string_view uri) -> Result<std::vector<std::byte>> {
    asked.emplace_back(uri);
    if (uri == "gone.png") return Failure{FailureCode::kResource, "", "not there"};
    return std::vector<std::byte>(3, std::byte{7});
  };
  const Result<EmbeddedImages> embedded = EmbedImages(std::move(loaded.model).value(), resolve);
  ASSERT_TRUE(embedded.ok()) << Describe(embedded.failure());
  EXPECT_THAT(asked, ElementsAre("with space.png", "gone.png"));
  const std::vector<Image>& images = embedded->model.parts().images;
  EXPECT_EQ(images[0].bytes.size(), 3u);
  EXPECT_EQ(images[0].uri, "");
  EXPECT_EQ(images[1].uri, "gone.png");
  ASSERT_EQ(embedded->missing.size(), 1u);
  EXPECT_EQ(Describe(embedded->missing[0]), "/images/1: not there");

  const Result<EmbeddedImages> outside = EmbedImages(embedded->model, nullptr);
  ASSERT_TRUE(outside.ok());
  ASSERT_EQ(outside->missing.size(), 1u);
  EXPECT_EQ(outside->missing[0].place, "/images/1");
}

TEST(Load, AnImageThatIsNowhereIsNamed) {
  Model::Parts parts;
  parts.images = {{.name = "left in the source of a .sinew"}, {.name = "and nobody misses it"}};
  parts.textures = {{.image = 0}};
  const Result<EmbeddedImages> embedded =
      EmbedImages(Model::Create(std::move(parts)).value(), nullptr);
  ASSERT_TRUE(embedded.ok()) << Describe(embedded.failure());
  ASSERT_EQ(embedded->missing.size(), 1u);
  EXPECT_EQ(Describe(embedded->missing[0]), "/images/0: It has neither bytes nor a URI.");
}

}  // namespace
}  // namespace sinew::testing
