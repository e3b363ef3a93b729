// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cmath>

#include "pose/mixer_rig.h"

namespace sinew {
namespace {

using testing::Ramp;
using testing::Still;

class MixerSetupTest : public ::testing::Test {
 protected:
  // Where the options are refused; empty where they are not.
  std::string RefusedAt(MixerOptions options) {
    options.clips = {walk_, run_, instant_};
    const Result<MixerSetup> setup = MixerSetup::Create(skeleton_, std::move(options));
    if (setup) return "";
    EXPECT_EQ(setup.failure().code, FailureCode::kInvalid);
    EXPECT_FALSE(setup.failure().message.empty());
    return setup.failure().place;
  }

  Skeleton skeleton_ = testing::SmallSkeleton();
  Clip walk_ = Ramp("walk", 0, 1, 1), run_ = Ramp("run", 0, 1, 0.5f);
  Clip instant_ = testing::NamedClip("instant", {{.times = {0}, .values = {0, 0, 0}}});
};

TEST_F(MixerSetupTest, DefaultsAreFine) {
  EXPECT_EQ(RefusedAt({}), "");
  const MixerSetup setup = MixerSetup::Create(skeleton_, {.clips = {walk_, run_}}).value();
  EXPECT_EQ(setup.clip_count(), 2u);
  EXPECT_EQ(setup.clip_name(1), "run");
  EXPECT_EQ(setup.FindClip("run"), 1u);
  EXPECT_EQ(setup.FindClip("swim"), std::nullopt);
  EXPECT_EQ(setup.duration(1), kTicksPerSecond / 2);
  EXPECT_EQ(setup.layer_count(), 1u);
}

TEST_F(MixerSetupTest, CountsAreChecked) {
  EXPECT_EQ(RefusedAt({.layers = {}}), "/layers");
  EXPECT_EQ(RefusedAt({.action_capacity = 1025}), "/action_capacity");
  EXPECT_EQ(RefusedAt({.event_capacity = 65537}), "/event_capacity");
  EXPECT_EQ(RefusedAt({.morph_rest = {std::nanf("")}}), "/morph_rest");
}

TEST_F(MixerSetupTest, CapacityIsWhatTheClipsNeed) {
  const auto capacity = [&](std::size_t clips, std::size_t layers, std::uint32_t asked = 0) {
    MixerOptions options{.clips = std::vector<ClipView>(clips, walk_), .action_capacity = asked};
    options.layers.resize(layers);
    const MixerSetup setup = MixerSetup::Create(skeleton_, options).value();
    return setup.options().action_capacity;
  };
  EXPECT_EQ(capacity(0, 1), 8u);
  EXPECT_EQ(capacity(4, 1), 8u);
  EXPECT_EQ(capacity(5, 1), 9u);
  EXPECT_EQ(capacity(20, 1), 25u) << "a quarter more";
  EXPECT_EQ(capacity(20, 3), 75u);
  EXPECT_EQ(capacity(1000, 3), 1024u);
  EXPECT_EQ(capacity(20, 3, 5), 5u) << "unless told";
}

TEST_F(MixerSetupTest, LayersAreChecked) {
  EXPECT_EQ(RefusedAt({.layers = {{.joint_weights = {1, 1}}}}), "/layers/0/joint_weights");
  EXPECT_EQ(RefusedAt({.layers = {{}, {.joint_weights = {1, 1, 1.5f}}}}),
            "/layers/1/joint_weights");
  EXPECT_EQ(RefusedAt({.layers = {{.reference = Pose(2)}}}), "/layers/0/reference");
  Pose bad(3);
  bad.set_joint(1, {.translation = {std::nanf(""), 0, 0}});
  EXPECT_EQ(RefusedAt({.layers = {{.reference = bad}}}), "/layers/0/reference");
}

TEST_F(MixerSetupTest, GroupsAreChecked) {
  const auto group = [&](std::vector<SyncGroup::Member> members) {
    return RefusedAt({.sync_groups = {{.members = std::move(members)}}});
  };
  const std::string first = "/sync_groups/0/members/0", second = "/sync_groups/0/members/1";
  EXPECT_EQ(group({{.clip = 0}, {.clip = 1}}), "");
  EXPECT_EQ(group({{.clip = 9}}), first);
  EXPECT_EQ(group({{.clip = 0}, {.clip = 0}}), second);
  EXPECT_EQ(group({{.clip = 2}}), first) << "no duration, no beat";
  EXPECT_EQ(group({{.clip = 0, .markers = {0.1f}}, {.clip = 1}}), second);
  EXPECT_EQ(group({{.clip = 0, .markers = {0.5f, 0.5f}}}), first);
  EXPECT_EQ(group({{.clip = 0, .markers = {0.5f, 0.4f}}}), first);
  EXPECT_EQ(group({{.clip = 0, .markers = {1.0f}}}), first);
  EXPECT_EQ(group({{.clip = 0, .markers = {std::nanf("")}}}), first);
  EXPECT_EQ(group({{.clip = 0, .markers = std::vector<float>(17)}}), first);
}

TEST_F(MixerSetupTest, SpacesAreChecked) {
  const float samples[] = {0, 1};
  const BlendSpace line = BlendSpace::Line(samples).value();
  EXPECT_EQ(RefusedAt({.blend_spaces = {{.space = line, .clips = {0, 1}}}}), "");
  EXPECT_EQ(RefusedAt({.blend_spaces = {{.space = line, .clips = {0}}}}), "/blend_spaces/0");
  EXPECT_EQ(RefusedAt({.blend_spaces = {{.space = line, .clips = {0, 9}}}}), "/blend_spaces/0");
  EXPECT_EQ(RefusedAt({.blend_spaces = {{.space = line, .clips = {0, 0}}}}), "/blend_spaces/0");
  EXPECT_EQ(RefusedAt({.blend_spaces = {{.space = line, .clips = {0, 1}, .layer = 1}}}),
            "/blend_spaces/0");
}

// 0 --- 1 --- 3
//   `-- 2 --- 4 --- 5
TEST(MaskBelow, HasAJointAndAllBelowIt) {
  const Skeleton skeleton = testing::SkeletonOf({-1, 0, 0, 1, 2, 4});
  EXPECT_EQ(MaskBelow(skeleton, 0), (std::vector<float>{1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(MaskBelow(skeleton, 2), (std::vector<float>{0, 0, 1, 0, 1, 1}));
  EXPECT_EQ(MaskBelow(skeleton, 5), (std::vector<float>{0, 0, 0, 0, 0, 1}));
}

TEST(MaskBelow, OfAnotherRootIsNotReachedByTheFirst) {
  const Skeleton skeleton = testing::SkeletonOf({-1, -1, 0, 1});
  EXPECT_EQ(MaskBelow(skeleton, 0), (std::vector<float>{1, 0, 1, 0}));
}

TEST_F(MixerSetupTest, ClipsMustFitTheSkeleton) {
  const Clip far = Ramp("far", 0, 1, 1, 7);
  const Result<MixerSetup> setup = MixerSetup::Create(skeleton_, {.clips = {walk_, far}});
  ASSERT_FALSE(setup);
  EXPECT_EQ(setup.failure().place, "/clips/1");
  const Skeleton other = testing::SkeletonOf({-1, 0, 1});
  const PackedClip packed = PackedClip::Create(other, walk_).value();
  EXPECT_FALSE(MixerSetup::Create(skeleton_, {.clips = {packed}}));
}

TEST_F(MixerSetupTest, TheHashTellsSetupsApart) {
  const auto hash = [&](MixerOptions options) {
    options.clips = {walk_, run_};
    return MixerSetup::Create(skeleton_, std::move(options)).value().hash();
  };
  const std::uint64_t plain = hash({});
  EXPECT_EQ(hash({}), plain);
  EXPECT_NE(hash({.action_capacity = 9}), plain);
  EXPECT_NE(hash({.inertial = true}), plain);
  EXPECT_NE(hash({.idle = MixerOptions::Idle::kRest}), plain);
  EXPECT_NE(hash({.sync_groups = {{.members = {{.clip = 0}}}}}), plain);
  EXPECT_EQ(hash({.event_capacity = 1}), plain) << "no part of the state";
}

TEST_F(MixerSetupTest, TheHashTellsWhatAStateWouldMeanApart) {
  const auto hash = [&](MixerOptions options) {
    options.clips = {walk_, run_};
    return MixerSetup::Create(skeleton_, std::move(options)).value().hash();
  };
  const auto spaced = [&](float last) {
    const float samples[] = {0, last};
    return hash({.blend_spaces = {{.space = BlendSpace::Line(samples).value(), .clips = {0, 1}}}});
  };
  EXPECT_EQ(spaced(1), spaced(1));
  EXPECT_NE(spaced(1), spaced(2)) << "the samples of a blend space";
  const auto planar = [&](float y) {
    const Vec2 samples[] = {{0, 0}, {1, y}};
    return hash({.blend_spaces = {{.space = BlendSpace::Plane(samples).value(), .clips = {0, 1}}}});
  };
  EXPECT_NE(planar(1), planar(2));
  const auto layered = [&](MixerLayer layer) { return hash({.layers = {{}, std::move(layer)}}); };
  const MixerLayer plain{};
  EXPECT_NE(layered({.moves_morphs = false}), layered(plain));
  const auto added = [&](std::optional<Pose> reference) {
    return layered({.mode = MixerLayer::Mode::kAdditive, .reference = std::move(reference)});
  };
  Pose moved(3);
  moved.set_joint(2, {.translation = {1, 0, 0}});
  EXPECT_EQ(added(moved), added(moved));
  EXPECT_NE(added(std::nullopt), added(Pose(3)));
  EXPECT_NE(added(Pose(3)), added(moved)) << "what an additive layer is measured from";
  EXPECT_NE(hash({.morph_rest = {0}}), hash({.morph_rest = {0.5f}}));
  EXPECT_NE(hash({.sync_groups = {{.members = {{.clip = 0}}}, {.members = {{.clip = 1}}}}}),
            hash({.sync_groups = {{.members = {{.clip = 1}}}, {.members = {{.clip = 0}}}}}));
}

TEST(MixerSetup, AWayOfAveragingThatDoesNotExistIsRefused) {
  const Skeleton skeleton = testing::SmallSkeleton();
  MixerOptions options{.rotations = static_cast<RotationAverage>(7)};
  const Result<MixerSetup> setup = MixerSetup::Create(skeleton, options);
  ASSERT_FALSE(setup.ok());
  EXPECT_EQ(setup.failure().place, "/rotations");
}

}  // namespace
}  // namespace sinew
