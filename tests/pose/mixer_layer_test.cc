// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "pose/mixer_rig.h"
#include "support/near.h"

namespace sinew {
namespace {

using testing::NamedClip;
using testing::Ramp;
using testing::Stage;
using testing::Still;
using Mode = MixerLayer::Mode;

// body: every joint's x is 1. wave: every joint's x is 9.
const std::vector<Clip>& LayeredClips() {
  const auto all_at = [](std::string name, float x) {
    std::vector<testing::TrackSpec> tracks;
    for (std::uint32_t j = 0; j < 3; ++j) {
      tracks.push_back({.target = j, .times = {0, 1}, .values = {x, 0, 0, x, 0, 0}});
    }
    return NamedClip(std::move(name), tracks);
  };
  static const std::vector<Clip> clips = {all_at("body", 1), all_at("wave", 9)};
  return clips;
}

Stage Masked(Mode mode = Mode::kOverride) {
  return Stage(LayeredClips(), {.layers = {{}, {.mode = mode, .joint_weights = {0, 0.5f, 1}}}});
}

TEST(MixerLayers, AnOverrideCoversWhatIsBelowByItsMask) {
  Stage stage = Masked();
  stage.mixer.clip_action(0, 0)->play();
  stage.mixer.clip_action(1, 1)->play();
  EXPECT_EQ(stage.X(0), 1.0f);
  EXPECT_FLOAT_EQ(stage.X(1), 5.0f);
  EXPECT_EQ(stage.X(2), 9.0f);
}

TEST(MixerLayers, TheLayersWeightScalesItsMask) {
  Stage stage = Masked();
  stage.mixer.clip_action(0, 0)->play();
  stage.mixer.clip_action(1, 1)->play();
  stage.mixer.set_layer_weight(1, 0.5f);
  EXPECT_EQ(stage.X(0), 1.0f);
  EXPECT_FLOAT_EQ(stage.X(1), 3.0f);
  EXPECT_FLOAT_EQ(stage.X(2), 5.0f);
  EXPECT_EQ(stage.mixer.layer_weight(1), 0.5f);
}

TEST(MixerLayers, AnActionThatFadesOutTakesItsLayerAwaySmoothly) {  // C68
  Stage stage = Masked();
  stage.mixer.clip_action(0, 0)->play();
  Action wave = stage.mixer.clip_action(1, 1)->play();
  wave.fade_out(1);
  stage.Step(0.75);
  EXPECT_FLOAT_EQ(stage.X(2), 3.0f);  // 1 + 8 / 4
  stage.Step(0.25);
  EXPECT_EQ(stage.X(2), 1.0f);
}

TEST(MixerLayers, WithNothingBelowALayerCoversTheRestPose) {  // C61
  Stage stage = Masked();
  stage.mixer.clip_action(1, 1)->play();
  EXPECT_EQ(stage.X(0), 0.0f);
  EXPECT_FLOAT_EQ(stage.X(1), 4.5f);
  EXPECT_EQ(stage.X(2), 9.0f);
}

TEST(MixerLayers, AMaskedBottomLayerLiesOverRest) {
  Stage stage(LayeredClips(), {.layers = {{.joint_weights = {1, 0.5f, 0}}}});
  stage.action(1).play();
  EXPECT_EQ(stage.X(0), 9.0f);
  EXPECT_FLOAT_EQ(stage.X(1), 4.5f);
  EXPECT_EQ(stage.X(2), 5.0f);
}

TEST(MixerLayers, ALayersWeightFades) {
  Stage stage = Masked();
  stage.mixer.clip_action(0, 0)->play();
  stage.mixer.clip_action(1, 1)->play();
  stage.mixer.set_layer_weight(1, 0);
  stage.mixer.fade_layer(1, 1, 0.5);
  stage.Step(0.125);
  EXPECT_FLOAT_EQ(stage.mixer.layer_weight(1), 0.25f);
  EXPECT_FLOAT_EQ(stage.X(2), 3.0f);
  stage.mixer.fade_layer(1, 0, 0.5);  // Interrupted: from where it is (C68).
  EXPECT_FLOAT_EQ(stage.mixer.layer_weight(1), 0.25f);
  stage.Step(0.25);
  EXPECT_FLOAT_EQ(stage.mixer.layer_weight(1), 0.125f);
  stage.Step(10);
  EXPECT_EQ(stage.mixer.layer_weight(1), 0.0f);
}

TEST(MixerLayers, TheSameClipPlaysOnTwoLayers) {  // C72
  Stage stage = Masked();
  Action below = *stage.mixer.clip_action(0, 0), above = *stage.mixer.clip_action(0, 1);
  EXPECT_NE(below, above);
  EXPECT_EQ(below.layer(), 0u);
  EXPECT_EQ(above.layer(), 1u);
}

TEST(MixerLayers, FadeToLeavesOtherLayersAlone) {
  Stage stage = Masked();
  stage.mixer.clip_action(0, 0)->play();
  Action wave = stage.mixer.clip_action(1, 1)->play();
  stage.mixer.fade_to(*stage.mixer.clip_action(1, 0), 0.5);
  stage.Step(1);
  EXPECT_EQ(wave.contribution(), 1.0f);
  EXPECT_FALSE(stage.mixer.clip_action(0, 0)->is_playing());
}

// --- additive ---

TEST(MixerLayers, AnAdditiveLayerAddsTheDifferenceFromItsFirstPose) {
  const std::vector<Clip> clips = {Still("body", 1), Ramp("breathe", 5, 9, 1)};
  Stage stage(clips, {.layers = {{}, {.mode = Mode::kAdditive}}});
  stage.mixer.clip_action(0, 0)->play();
  Action breathe = stage.mixer.clip_action(1, 1)->play();
  EXPECT_FLOAT_EQ(stage.X(), 1.0f);
  stage.Step(0.5);
  EXPECT_FLOAT_EQ(stage.X(), 3.0f);
  breathe.set_weight(0.5f);
  EXPECT_FLOAT_EQ(stage.X(), 2.0f);
  stage.mixer.set_layer_weight(1, 0.5f);
  EXPECT_FLOAT_EQ(stage.X(), 1.5f);
}

TEST(MixerLayers, AnAdditiveLayerMayHaveAReferenceOfItsOwn) {
  const std::vector<Clip> clips = {Still("body", 1), Still("lean", 5)};
  Pose reference(3);
  reference.set_joint(0, {.translation = {4, 0, 0}});
  Stage stage(clips, {.layers = {{}, {.mode = Mode::kAdditive, .reference = reference}}});
  stage.mixer.clip_action(0, 0)->play();
  stage.mixer.clip_action(1, 1)->play();
  EXPECT_FLOAT_EQ(stage.X(), 2.0f);
}

TEST(MixerLayers, AdditiveRotationsTurnOn) {
  const auto turned = [](std::string name, std::vector<float> q) {
    std::vector<float> twice = q;
    twice.insert(twice.end(), q.begin(), q.end());
    return NamedClip(std::move(name),
                     {{.property = Property::kRotation, .times = {0, 1}, .values = twice}});
  };
  const std::vector<Clip> clips = {
      turned("quarter", {0, 0, testing::kHalfRoot, testing::kHalfRoot}),
      NamedClip("turn", {{.property = Property::kRotation,
                          .times = {0, 1},
                          .values = {0, 0, 0, 1, 0, 0, testing::kHalfRoot, testing::kHalfRoot}}})};
  Stage stage(clips, {.layers = {{}, {.mode = Mode::kAdditive}}});
  stage.mixer.clip_action(0, 0)->play();
  stage.mixer.clip_action(1, 1)->set_loop(LoopMode::kOnce).play();
  stage.Step(1);
  EXPECT_TRUE(testing::SameRotation(stage.Joint().rotation, {0, 0, 1, 0}, 1e-6));
}

TEST(MixerLayers, AdditiveOverNothingAddsToRest) {
  const std::vector<Clip> clips = {Ramp("breathe", 5, 9, 1, 1)};
  Stage stage(clips, {.layers = {{}, {.mode = Mode::kAdditive}}});
  stage.mixer.clip_action(0, 1)->play();
  stage.Step(0.5);
  EXPECT_FLOAT_EQ(stage.X(1), 2.0f);
  EXPECT_EQ(stage.Joint(1).translation.y, 10.0f);
}

// --- poses of the caller's own ---

TEST(MixerLayers, ACallersPoseIsALayerLikeAnyOther) {  // E2
  Stage stage = Masked();
  stage.mixer.clip_action(0, 0)->play();
  Pose physics(3);
  for (std::uint32_t j = 0; j < 3; ++j) physics.set_joint(j, {.translation = {9, 0, 0}});
  stage.mixer.set_layer_pose(1, physics);
  EXPECT_EQ(stage.X(0), 1.0f);
  EXPECT_FLOAT_EQ(stage.X(1), 5.0f);
  EXPECT_EQ(stage.X(2), 9.0f);
  stage.mixer.set_layer_weight(1, 0.5f);
  EXPECT_FLOAT_EQ(stage.X(2), 5.0f);
  stage.mixer.clear_layer_pose(1);
  EXPECT_EQ(stage.X(2), 1.0f);
}

TEST(MixerLayers, ACallersPoseAloneIsNotIdle) {  // E2
  Stage stage(LayeredClips());
  Pose own(3);
  own.set_joint(0, {.translation = {4, 0, 0}});
  stage.mixer.set_layer_pose(0, own);
  EXPECT_FALSE(stage.mixer.is_idle());
  EXPECT_EQ(stage.X(), 4.0f);
  stage.action(0).play();
  EXPECT_FLOAT_EQ(stage.X(), 2.5f) << "averaged with what the layer plays";
}

TEST(MixerLayers, ACallersPoseIsAddedOnAnAdditiveLayer) {  // E2
  const std::vector<Clip> clips = {Still("body", 1)};
  Stage stage(clips, {.layers = {{}, {.mode = Mode::kAdditive}}});
  stage.action(0).play();
  Pose recoil(stage.skeleton->rest());
  recoil.set_joint(0, {.translation = {0.5f, 0, 0}});
  stage.mixer.set_layer_pose(1, recoil);
  EXPECT_FLOAT_EQ(stage.X(), 1.5f);
  EXPECT_EQ(stage.Joint(1).translation.y, 10.0f);
}

TEST(MixerLayers, APoseThatIsTooSmallIsRefused) {
  Stage stage(LayeredClips());
  Pose small(2);
  stage.mixer.set_layer_pose(0, small);
  EXPECT_EQ(stage.mixer.take_error(), Error::kPoseTooSmall);
  stage.mixer.set_layer_pose(4, stage.pose);
  EXPECT_EQ(stage.mixer.take_error(), Error::kNoSuchLayer);
  EXPECT_TRUE(stage.mixer.is_idle());
}

TEST(MixerLayers, ALayerCanLeaveMorphsAlone) {
  const auto morph = [](std::string name, float value) {
    return NamedClip(std::move(name), {{.property = Property::kMorphWeights,
                                        .times = {0, 1},
                                        .values = {value, value},
                                        .width = 1}});
  };
  const std::vector<Clip> clips = {morph("smile", 0.25f), morph("frown", 0.75f)};
  for (const Mode mode : {Mode::kOverride, Mode::kAdditive}) {
    Pose reference(3, 1);
    Stage stage(clips,
                {.layers = {{}, {.mode = mode, .moves_morphs = false, .reference = reference}}});
    stage.mixer.clip_action(0, 0)->play();
    stage.mixer.clip_action(1, 1)->play();
    stage.Joint();
    EXPECT_EQ(stage.pose.morphs()[0], 0.25f);
    Stage both(clips, {.layers = {{}, {.mode = mode, .reference = reference}}});
    both.mixer.clip_action(0, 0)->play();
    both.mixer.clip_action(1, 1)->play();
    both.Joint();
    EXPECT_EQ(both.pose.morphs()[0], mode == Mode::kOverride ? 0.75f : 1.0f);
  }
}

}  // namespace
}  // namespace sinew
