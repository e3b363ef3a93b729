// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>

#include "pose/mixer_rig.h"
#include "sinew/hierarchy.h"
#include "support/near.h"

namespace sinew {
namespace {

using testing::Near;
using testing::Ramp;
using testing::Stage;

constexpr std::uint32_t kSword = 7, kAxe = 3, kShield = 5;
constexpr float kHalf = 0.70710677f;
// The sword of L36: 0.15 along z, turned by -90 degrees about x.
const Transform kGrip{.translation = {0, 0, 0.15f}, .rotation = {-kHalf, 0, 0, kHalf}};

const std::vector<Clip>& Clips() {
  static const std::vector<Clip> clips = {Ramp("lift", 0, 8, 1, 1)};
  return clips;
}

Stage Armed() {
  return Stage(Clips(), {.sockets = {{.name = "grip", .joint = 2, .offset = kGrip}},
                         .attachment_capacity = 2});
}

std::vector<Affine> Models(Stage& stage) {
  std::vector<Affine> models(3);
  EXPECT_EQ(stage.mixer.evaluate(stage.scratch, stage.pose), Error::kNone);
  const LocalToModelJob walk{
      .skeleton = *stage.skeleton, .pose = stage.pose, .model_from_joint = models};
  EXPECT_EQ(walk.Run(), Error::kNone);
  return models;
}

TEST(MixerAttachments, FollowTheirJointInTheSameFrame) {  // L35, L36
  Stage stage = Armed();
  stage.action(0).play();
  ASSERT_EQ(stage.mixer.attach(kSword, 2, kGrip), Error::kNone);
  for (const float x : {0.0f, 2.0f, 4.0f}) {
    const std::vector<Affine> models = Models(stage);
    const Affine sword = stage.mixer.attachment_model(kSword, models).value();
    EXPECT_TRUE(Near(TransformPoint(sword, {0, 0, 0}), {x + 5, 10, 0.15f}, 1e-5));
    EXPECT_TRUE(Near(TransformPoint(sword, {0, 1, 0}), {x + 5, 10, -0.85f}, 1e-5))
        << "its y points to -z";
    stage.Step(0.25);
  }
}

TEST(MixerAttachments, SwapPutsTheOtherAtTheSamePlace) {  // L36
  Stage stage = Armed();
  ASSERT_EQ(stage.mixer.attach(kSword, *stage.mixer.socket("grip")), Error::kNone);
  const std::vector<Affine> models = Models(stage);
  const Affine sword = stage.mixer.attachment_model(kSword, models).value();
  ASSERT_EQ(stage.mixer.swap(kSword, kAxe), Error::kNone);
  EXPECT_FALSE(stage.mixer.attachment_model(kSword, models));
  EXPECT_EQ(stage.mixer.attachment_model(kAxe, models), sword);
  EXPECT_EQ(stage.mixer.attachment_count(), 1u);
}

TEST(MixerAttachments, DetachTakesItAway) {  // L35
  Stage stage = Armed();
  ASSERT_EQ(stage.mixer.attach(kSword, 2, kGrip), Error::kNone);
  ASSERT_EQ(stage.mixer.detach(kSword), Error::kNone);
  EXPECT_FALSE(stage.mixer.attachment_model(kSword, Models(stage)));
  EXPECT_EQ(stage.mixer.detach(kSword), Error::kNoSuchAttachment);
  EXPECT_EQ(stage.mixer.swap(kSword, kAxe), Error::kNoSuchAttachment);
}

TEST(MixerAttachments, AnObjectHangsAtOnePlaceAndThereIsSoMuchRoom) {
  Stage stage = Armed();
  ASSERT_EQ(stage.mixer.attach(kSword, 2), Error::kNone);
  ASSERT_EQ(stage.mixer.attach(kSword, 1), Error::kNone);
  EXPECT_EQ(stage.mixer.attachment_count(), 1u);
  ASSERT_EQ(stage.mixer.attach(kShield, 0), Error::kNone);
  EXPECT_EQ(stage.mixer.attach(kAxe, 0), Error::kNoRoom);
  EXPECT_EQ(stage.mixer.attachment(0).object, kShield) << "in ascending object";
  EXPECT_EQ(stage.mixer.attachment(1).object, kSword);
  EXPECT_EQ(stage.mixer.attachment(1).joint, 1u);
}

TEST(MixerAttachments, SocketsAreNamedPlacesOrJoints) {
  Stage stage = Armed();
  EXPECT_EQ(stage.mixer.socket("grip")->offset, kGrip);
  EXPECT_EQ(stage.mixer.socket("hand_R")->joint, 2u);
  EXPECT_EQ(stage.mixer.socket("hand_R")->offset, Transform{});
  EXPECT_FALSE(stage.mixer.socket("tail"));
}

TEST(MixerAttachments, WhatMakesNoSenseIsRefused) {
  Stage stage = Armed();
  const std::uint64_t before = stage.mixer.hash();
  EXPECT_EQ(stage.mixer.attach(kSword, 3), Error::kJointBeyondSkeleton);
  Transform bad;
  bad.translation.x = std::nanf("");
  EXPECT_EQ(stage.mixer.attach(kSword, 0, bad), Error::kValueNotFinite);
  EXPECT_EQ(stage.mixer.hash(), before);
}

}  // namespace
}  // namespace sinew
