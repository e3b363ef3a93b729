// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A clip knows the skeleton whose joints it moves, so that a foreign one is refused.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "sinew/bind_clip.h"
#include "sinew/model.h"
#include "sinew/skeleton_view.h"
#include "support/build_model.h"
#include "support/full_model.h"

namespace sinew {
namespace {

using testing::ClipOf;
using testing::Expect;
using testing::SkeletonOf;

Clip Slide() { return ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}}}); }

Model ModelWith(Skeleton skeleton) {
  return Expect(Model::Create({.skeleton = std::move(skeleton), .clips = {Slide()}}));
}

Skeleton Straight() { return SkeletonOf({-1, 0, 1}); }
Skeleton Forked() { return SkeletonOf({-1, 0, 0}); }  // Rests alike.
Skeleton Longer() { return SkeletonOf({-1, 0, 1}, {{}, {.translation = {0, 2, 0}}, {}}); }

TEST(SkeletonId, TellsRestAndParentsApartAndNotNames) {
  EXPECT_EQ(Straight().id(), Straight().id());
  EXPECT_EQ(Straight().rest_hash(), Forked().rest_hash());
  EXPECT_NE(Straight().id(), Forked().id());
  EXPECT_NE(Straight().id(), Longer().id());
  EXPECT_NE(Straight().id(), 0u);
  EXPECT_EQ(Skeleton().id(), 0u);
  Skeleton::Parts renamed = Straight().TakeParts();
  renamed.names = {"a", "b", "c"};
  EXPECT_EQ(Expect(Skeleton::Create(std::move(renamed))).id(), Straight().id());
}

TEST(SkeletonId, OfAViewIsThatOfItsSkeleton) {
  const Skeleton skeleton = Forked();
  const SkeletonView view = skeleton;
  EXPECT_EQ(view.id(), skeleton.id());
  EXPECT_EQ(Expect(SkeletonView::Create(view.parts())).id(), skeleton.id());
}

TEST(ClipSkeleton, AModelBindsItsClips) {
  EXPECT_EQ(Slide().skeleton_id(), 0u);
  const Model model = ModelWith(Straight());
  EXPECT_EQ(model.clips()[0].skeleton_id(), model.skeleton().id());
}

TEST(ClipSkeleton, AModelRefusesTheClipOfAnother) {
  Model::Parts parts = ModelWith(Straight()).TakeParts();
  parts.skeleton = Forked();
  const Result<Model> foreign = Model::Create(parts);
  ASSERT_FALSE(foreign.ok());
  EXPECT_EQ(foreign.failure().place, "clips/0");
  EXPECT_NE(foreign.failure().message.find("BindClip"), std::string::npos);
  EXPECT_NE(foreign.failure().message.find("skeleton_id"), std::string::npos);
  parts.clips[0].set_skeleton_id(0);  // The skeleton was edited on purpose.
  EXPECT_TRUE(Model::Create(parts).ok());
}

TEST(ClipSkeleton, ABoundClipIsOfTheSkeletonItWasBoundTo) {
  const Model from = ModelWith(Straight()), to = ModelWith(Longer());
  const BoundClip bound = BindClip(from, from.clips()[0], to).value();
  EXPECT_EQ(bound.clip.skeleton_id(), to.skeleton().id());
  EXPECT_FALSE(BindClip(from, to.clips()[0], to).ok()) << "not one of the source's";
}

TEST(ClipSkeleton, AnExtractedClipIsOfTheExtractedSkeleton) {
  const Model model = testing::FullModel();
  ASSERT_GT(model.clips().size(), 0u);
  const std::uint32_t skins[] = {0};
  const ExtractedSkeleton extracted = ExtractSkeleton(model, skins).value();
  for (const Clip& clip : extracted.clips) {
    EXPECT_EQ(clip.skeleton_id(), extracted.skeleton.id());
  }
}

TEST(ClipSkeleton, ATurnedModelsClipsAreOfItsTurnedSkeleton) {
  const Model model = ModelWith(Longer());
  const std::uint64_t before = model.skeleton().id();
  const Model turned = TurnYUpToZUp(ModelWith(Longer()));
  EXPECT_NE(turned.skeleton().id(), before);
  EXPECT_EQ(turned.clips()[0].skeleton_id(), turned.skeleton().id());
}

}  // namespace
}  // namespace sinew
