// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/broken.h"
#include "sinew/model.h"
#include "support/full_model.h"

namespace sinew::testing {
namespace {

TEST(ExtractSkeleton, KeepsTheJointsOfTheSkinsAndAllTheirAncestors) {  // C80
  const Model model = FullModel();
  const std::uint32_t skins[] = {0};
  const ExtractedSkeleton cut = ExtractSkeleton(model, skins).value();
  // Stage, left arm, left hand: not the camera, the body or the tip.
  EXPECT_THAT(cut.source_joints, ::testing::ElementsAre(0, 2, 4));
  EXPECT_THAT(cut.skeleton.parents(), ::testing::ElementsAre(-1, 0, 1));
  for (std::uint32_t joint = 0; joint < 3; ++joint) {
    const std::uint32_t source = cut.source_joints[joint];
    EXPECT_EQ(cut.skeleton.name(joint), model.skeleton().name(source));
    EXPECT_EQ(cut.skeleton.file_node(joint), model.skeleton().file_node(source));
    EXPECT_EQ(cut.skeleton.rest()[joint], model.skeleton().rest()[source]);
  }
}

TEST(ExtractSkeleton, KeepsAJointBetweenTwoThatNoSkinNames) {  // C80
  Model::Parts parts = FullModelParts();
  parts.skins[1] = Skin::Create({.name = "",
                                 .joints = {5, kIdentityJoint, 0},
                                 .inverse_bind = std::vector<Affine>(3),
                                 .root = 3},
                                6)
                       .value();
  const std::uint32_t skins[] = {1};
  const ExtractedSkeleton cut =
      ExtractSkeleton(Model::Create(std::move(parts)).value(), skins).value();
  EXPECT_THAT(cut.source_joints, ::testing::ElementsAre(0, 2, 4, 5));
  EXPECT_THAT(cut.skins[0].joints(), ::testing::ElementsAre(3, kIdentityJoint, 0));
  EXPECT_EQ(cut.skins[0].root(), std::nullopt);  // The hint named the body, which is gone.
}

TEST(ExtractSkeleton, GivesTheSkinsInTheOrderAskedFor) {
  const Model model = FullModel();
  const std::uint32_t skins[] = {1, 0};
  const ExtractedSkeleton cut = ExtractSkeleton(model, skins).value();
  ASSERT_EQ(cut.skins.size(), 2u);
  EXPECT_THAT(cut.skins[0].joints(), ::testing::ElementsAre(2, 3, 0));
  EXPECT_THAT(cut.skins[1].joints(), ::testing::ElementsAre(1, 2, 0));
  EXPECT_EQ(cut.skins[1].name(), "arm");
  EXPECT_EQ(cut.skins[1].inverse_bind()[2], model.skins()[0].inverse_bind()[2]);
}

TEST(ExtractSkeleton, RemapsClipsAndHoldsTheirIndices) {
  const Model model = FullModel();
  const std::uint32_t skins[] = {0};
  const ExtractedSkeleton cut = ExtractSkeleton(model, skins).value();
  ASSERT_EQ(cut.clips.size(), 2u);
  const Clip& wave = cut.clips[0];
  EXPECT_EQ(wave.name(), "wave");
  EXPECT_EQ(wave.duration_s(), 2.0f);
  ASSERT_EQ(wave.track_count(), 3u);  // The hand's; the camera's and the morph track are gone.
  for (std::uint32_t t = 0; t < 3; ++t) {
    const Track before = model.clips()[0].track(t);
    const Track after = wave.track(t);
    EXPECT_EQ(after.target, 2u);
    EXPECT_EQ(after.property, before.property);
    EXPECT_EQ(after.interpolation, before.interpolation);
    EXPECT_THAT(after.times, ::testing::ElementsAreArray(before.times));
    EXPECT_THAT(after.values, ::testing::ElementsAreArray(before.values));
  }
  EXPECT_EQ(wave.parts().times.size(), 5u);  // Tracks 0 and 1 still share their times.
  EXPECT_EQ(cut.clips[1].name(), "none");
}

TEST(ExtractSkeleton, KeepsAClipThatIsLeftEmpty) {
  Model::Parts parts = FullModelParts();
  Clip::Parts clip;
  clip.name = "camera only";
  clip.duration_s = 3;
  clip.times = {3};
  clip.values = {0, 0, 0};
  clip.tracks = {{.target = 1, .key_count = 1}};
  clip.events = {{1.5f, "cut"}};
  clip.root_motion_joint = 4;
  parts.clips.insert(parts.clips.begin(), Clip::Create(clip).value());
  const std::uint32_t skins[] = {0};
  const ExtractedSkeleton cut =
      ExtractSkeleton(Model::Create(std::move(parts)).value(), skins).value();
  ASSERT_EQ(cut.clips.size(), 3u);
  EXPECT_EQ(cut.clips[0].track_count(), 0u);
  EXPECT_EQ(cut.clips[0].duration_s(), 3.0f);
  EXPECT_EQ(cut.clips[0].events().size(), 1u);
  EXPECT_EQ(cut.clips[0].root_motion_joint(), 2u);
  EXPECT_EQ(cut.clips[1].name(), "wave");
}

TEST(ExtractSkeleton, RefusesASkinThatDoesNotExist) {
  const std::uint32_t skins[] = {0, 2};
  EXPECT_THAT(ExtractSkeleton(FullModel(), skins), IsBrokenAt("skins/1", "skin 2"));
}

}  // namespace
}  // namespace sinew::testing
