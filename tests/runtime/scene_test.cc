// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/scene.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "runtime/scene_rigs.h"
#include "support/near.h"

namespace sinew {
namespace {

using ::testing::HasSubstr;
using testing::PersonModel;
using testing::PlaceOf;
using testing::PropModel;
using testing::SetupOf;

constexpr double kFrame = 1.0 / 60.0;

struct World {
  MixerSetup person = SetupOf(PersonModel());
  MixerSetup prop = SetupOf(PropModel());
  Scene scene;

  NodeId Add(const ParentRef& parent, const MixerSetup& setup, const Transform& local = {}) {
    return scene.AddChild(parent, Instance(setup), local).value();
  }
  NodeId AddGroup(const ParentRef& parent, const Transform& local = {}) {
    return scene.AddChild(parent, local).value();
  }
  ParentRef Joint(NodeId node, std::string_view name) { return scene.joint(node, name).value(); }
  Vec3 At(NodeId node) { return PlaceOf(scene.world(node).value()); }
  std::uint32_t Computed() {
    EXPECT_EQ(scene.UpdateTransforms(), Error::kNone);
    return scene.last_update().matrices_computed;
  }
};

void ExpectAt(Vec3 found, Vec3 expected) {
  EXPECT_NEAR(found.x, expected.x, 1e-5);
  EXPECT_NEAR(found.y, expected.y, 1e-5);
  EXPECT_NEAR(found.z, expected.z, 1e-5);
}

// --- attaching ---

TEST(Scene, ASwordInAHandIsWhereTheHandIsInTheSameFrame) {  // L1, L35, L36
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person, {.translation = {10, 0, 0}});
  const NodeId sword = w.Add(w.Joint(hero, "hand_R"), w.prop,
                             {.translation = {0, 0, 0.15f}, .rotation = testing::AboutX(-90)});
  w.scene.instance(hero)->Play("swing").value();
  ASSERT_EQ(w.scene.Update(0.0), Error::kNone);
  ExpectAt(w.At(sword), {9.8f, 1, 0.15f});
  ASSERT_EQ(w.scene.Update(1.0), Error::kNone);
  // The arm points along -z: turned by 90 degrees about x, down becomes back, forth becomes down.
  ExpectAt(w.At(sword), {9.8f, 1.35f, -0.5f});
  const Affine hand = w.scene.instance(hero)->model_from_joint()[3];
  const Affine expected =
      Multiply(Multiply(w.scene.world(hero).value(), hand), w.scene.local(sword).value());
  EXPECT_TRUE(testing::SameBits(w.scene.world(sword).value(), expected));
}

TEST(Scene, ATorchOnASwordFollowsTheHandThatHoldsTheSword) {  // L35
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person);
  const NodeId sword = w.Add(w.Joint(hero, "hand_R"), w.prop);
  const NodeId torch = w.Add(w.Joint(sword, "tip"), w.prop, {.translation = {0, 0.1f, 0}});
  const NodeId flame = w.AddGroup(torch, {.translation = {0, 1, 0}});
  w.scene.instance(hero)->Play("swing").value();
  ASSERT_EQ(w.scene.Update(0.0), Error::kNone);
  ExpectAt(w.At(flame), {-0.2f, 2.9f, 0});
  ASSERT_EQ(w.scene.Update(1.0), Error::kNone);
  ExpectAt(w.At(flame), {-0.2f, 1.5f, -0.5f + 1.9f});
}

TEST(Scene, ARiderMovesWithTheHorseAndKeepsPlaying) {  // L35
  World w;
  const MixerSetup horse_setup = SetupOf(PersonModel(), testing::WithRootMotion());
  const NodeId horse = w.Add(w.scene.root(), horse_setup);
  const NodeId rider = w.Add(w.Joint(horse, "spine"), w.person);
  const NodeId sword = w.Add(w.Joint(rider, "hand_R"), w.prop);
  w.scene.instance(horse)->Play("walk").value();
  w.scene.instance(rider)->Play("swing").value();
  for (int frame = 0; frame < 60; ++frame) ASSERT_EQ(w.scene.Update(kFrame), Error::kNone);
  EXPECT_NEAR(w.At(horse).z, 2.0f, 0.5f);
  EXPECT_GT(w.At(horse).z, 1.0f);
  const Affine on_horse =
      Multiply(w.scene.world(horse).value(), w.scene.instance(horse)->model_from_joint()[1]);
  EXPECT_TRUE(testing::SameBits(w.scene.world(rider).value(),
                                Multiply(on_horse, w.scene.local(rider).value())));
  const Affine in_hand =
      Multiply(w.scene.world(rider).value(), w.scene.instance(rider)->model_from_joint()[3]);
  EXPECT_TRUE(testing::SameBits(w.scene.world(sword).value(),
                                Multiply(in_hand, w.scene.local(sword).value())));
}

TEST(Scene, RemoveTakesEverythingBelowWithIt) {  // L35
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person);
  const NodeId sword = w.Add(w.Joint(hero, "hand_R"), w.prop);
  const NodeId torch = w.Add(w.Joint(sword, "tip"), w.prop);
  const NodeId hat = w.AddGroup(w.Joint(hero, "spine"));
  EXPECT_EQ(w.scene.node_count(), 5u);
  EXPECT_EQ(w.scene.Remove(sword), Error::kNone);
  EXPECT_EQ(w.scene.node_count(), 3u);
  EXPECT_FALSE(w.scene.contains(sword));
  EXPECT_FALSE(w.scene.contains(torch));
  EXPECT_TRUE(w.scene.contains(hat));
  EXPECT_EQ(w.scene.first_child(hero), hat);
  EXPECT_EQ(w.scene.Update(kFrame), Error::kNone);
  EXPECT_EQ(w.scene.last_update().instances_advanced, 1u);
}

TEST(Scene, AnAxeTakesTheSwordsPlace) {  // L36
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person);
  const ParentRef hand = w.Joint(hero, "hand_R");
  const NodeId sword = w.Add(hand, w.prop);
  EXPECT_EQ(w.scene.Remove(sword), Error::kNone);
  const NodeId axe = w.Add(hand, w.prop);
  EXPECT_EQ(w.scene.parent(axe), hand);
  EXPECT_NE(axe, sword);  // In the same slot.
  EXPECT_EQ(axe.index, sword.index);
  EXPECT_FALSE(w.scene.contains(sword));
}

TEST(Scene, ChildrenOfARemovedNodeCanStayWhereTheyAre) {
  World w;
  const NodeId cart = w.AddGroup(w.scene.root(), {.translation = {5, 0, 0}});
  const NodeId box = w.AddGroup(cart, {.translation = {1, 2, 3}});
  const NodeId lid = w.AddGroup(box, {.translation = {0, 1, 0}});
  const NodeId other = w.AddGroup(w.scene.root());
  EXPECT_EQ(w.scene.Remove(cart, Orphans::kKeep), Error::kNone);
  EXPECT_EQ(w.scene.UpdateTransforms(), Error::kNone);
  ExpectAt(w.At(box), {6, 2, 3});
  ExpectAt(w.At(lid), {6, 3, 3});
  EXPECT_EQ(w.scene.parent(box), ParentRef(w.scene.root()));
  EXPECT_EQ(w.scene.first_child(w.scene.root()), other);
  EXPECT_EQ(w.scene.next_sibling(other), box);
}

TEST(Scene, ChildrenComeInTheOrderInWhichTheyWereAddedOrMoved) {
  World w;
  const NodeId a = w.AddGroup(w.scene.root());
  const NodeId b = w.AddGroup(w.scene.root());
  const NodeId c = w.AddGroup(w.scene.root());
  EXPECT_EQ(w.scene.SetParent(a, w.scene.root()), Error::kNone);
  EXPECT_EQ(w.scene.first_child(w.scene.root()), b);
  EXPECT_EQ(w.scene.next_sibling(b), c);
  EXPECT_EQ(w.scene.next_sibling(c), a);
  EXPECT_FALSE(w.scene.next_sibling(a));
}

TEST(Scene, ANewParentKeepsTheLocalTransformOrTheWorld) {
  World w;
  const NodeId cart = w.AddGroup(w.scene.root(), {.translation = {5, 0, 0}});
  const NodeId box = w.AddGroup(w.scene.root(), {.translation = {1, 0, 0}});
  EXPECT_EQ(w.scene.SetParent(box, cart), Error::kNone);
  EXPECT_EQ(w.scene.UpdateTransforms(), Error::kNone);
  ExpectAt(w.At(box), {6, 0, 0});
  EXPECT_EQ(w.scene.SetParent(box, w.scene.root(), Keep::kWorld), Error::kNone);
  EXPECT_EQ(w.scene.UpdateTransforms(), Error::kNone);
  ExpectAt(w.At(box), {6, 0, 0});
}

// --- what is refused ---

TEST(Scene, CyclesAreRefusedAlsoThroughJoints) {
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person);
  const NodeId sword = w.Add(w.Joint(hero, "hand_R"), w.prop);
  const NodeId torch = w.AddGroup(w.Joint(sword, "tip"));
  EXPECT_EQ(w.scene.SetParent(hero, hero), Error::kNodeCycle);
  EXPECT_EQ(w.scene.SetParent(hero, w.Joint(hero, "spine")), Error::kNodeCycle);
  EXPECT_EQ(w.scene.SetParent(hero, torch), Error::kNodeCycle);
  EXPECT_EQ(w.scene.SetParent(hero, w.Joint(sword, "grip")), Error::kNodeCycle);
  EXPECT_EQ(w.scene.SetParent(sword, torch, Keep::kWorld), Error::kNodeCycle);
  EXPECT_EQ(w.scene.parent(hero), ParentRef(w.scene.root()));
  EXPECT_EQ(w.scene.SetParent(torch, hero), Error::kNone);
}

TEST(Scene, NullStaleAndForeignIdsAreRefused) {
  World w;
  Scene other;
  const NodeId removed = w.AddGroup(w.scene.root());
  ASSERT_EQ(w.scene.Remove(removed), Error::kNone);
  const NodeId again = w.AddGroup(w.scene.root());  // In its slot.
  ASSERT_EQ(again.index, removed.index);
  const NodeId foreign = other.AddChild(other.root()).value();
  NodeId made_up = again;
  made_up.index = 1'000'000;
  for (const NodeId id : {NodeId(), removed, foreign, other.root(), made_up}) {
    EXPECT_FALSE(w.scene.contains(id));
    EXPECT_FALSE(w.scene.AddChild(id).ok());
    EXPECT_FALSE(w.scene.joint(id, "hand_R").ok());
    EXPECT_FALSE(w.scene.joint(id, 0u).ok());
    EXPECT_EQ(w.scene.Remove(id), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.Remove(id, Orphans::kKeep), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.SetParent(id, w.scene.root()), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.SetParent(again, id), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.SetLocal(id, Transform{}), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.SetLocal(id, Affine{}), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.SetVisible(id, false), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.SetRootMotion(id, false), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.ApplyRootMotion(id), Error::kNoSuchNode);
    EXPECT_EQ(w.scene.parent(id), std::nullopt);
    EXPECT_EQ(w.scene.local(id), std::nullopt);
    EXPECT_EQ(w.scene.world(id), std::nullopt);
    EXPECT_EQ(w.scene.instance(id), nullptr);
    EXPECT_EQ(w.scene.first_child(id), NodeId());
    EXPECT_EQ(w.scene.next_sibling(id), NodeId());
    EXPECT_FALSE(w.scene.is_visible(id));
    EXPECT_TRUE(w.scene.bounds(id).empty());
    EXPECT_TRUE(w.scene.subtree_bounds(id).empty());
  }
  EXPECT_EQ(w.scene.node_count(), 2u);
}

TEST(Scene, TheRootStaysWhereItIs) {
  World w;
  EXPECT_EQ(w.scene.Remove(w.scene.root()), Error::kIsRoot);
  EXPECT_EQ(w.scene.SetParent(w.scene.root(), w.AddGroup(w.scene.root())), Error::kIsRoot);
  EXPECT_EQ(w.scene.parent(w.scene.root()), ParentRef());
}

TEST(Scene, TheRootsTransformMovesTheWholeScene) {
  World w;
  const NodeId box = w.AddGroup(w.scene.root(), {.translation = {1, 0, 0}});
  EXPECT_EQ(w.scene.SetLocal(w.scene.root(), Transform{.scale = {100, 100, 100}}), Error::kNone);
  EXPECT_EQ(w.Computed(), 2u);
  ExpectAt(w.At(box), {100, 0, 0});
}

TEST(Scene, AJointThatDoesNotExistIsRefusedAndTheNearestIsNamed) {
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person);
  const NodeId group = w.AddGroup(w.scene.root());
  EXPECT_THAT(w.scene.joint(hero, "Hand.R").failure().message, HasSubstr("\"hand_R\""));
  EXPECT_THAT(w.scene.joint(hero, "hnd_R").failure().message, HasSubstr("\"hand_R\""));
  EXPECT_THAT(w.scene.joint(hero, "tail").failure().message,
              ::testing::AllOf(HasSubstr("None of the 4 joints"),
                               ::testing::Not(HasSubstr("Did you mean"))));
  EXPECT_THAT(w.scene.joint(group, "hand_R").failure().message, HasSubstr("no instance"));
  EXPECT_FALSE(w.scene.joint(hero, 4u).ok());
  EXPECT_EQ(w.scene.joint(hero, 3u).value(), w.Joint(hero, "hand_R"));
  EXPECT_FALSE(w.scene.AddChild(ParentRef(hero, 4)).ok());
  EXPECT_FALSE(w.scene.AddChild(ParentRef(group, 0)).ok());
  EXPECT_EQ(w.scene.SetParent(group, ParentRef(hero, 4)), Error::kNoSuchJoint);
  EXPECT_EQ(w.scene.SetRootMotion(group, true), Error::kNoInstance);
  EXPECT_EQ(w.scene.ApplyRootMotion(group), Error::kNoInstance);
}

TEST(Scene, ARefusedInstanceIsStillTheCallers) {
  World w;
  Instance mine(w.person);
  const Action action = mine.Play("swing").value();
  EXPECT_FALSE(w.scene.AddChild(NodeId(), std::move(mine)).ok());
  EXPECT_TRUE(action.is_playing());
  EXPECT_EQ(mine.asset(), Asset::Of(w.person));
}

TEST(Scene, NumbersThatAreNotUsableAreRefused) {
  World w;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const NodeId box = w.AddGroup(w.scene.root(), {.translation = {1, 0, 0}});
  Affine broken;
  broken.m[1][2] = nan;
  EXPECT_EQ(w.scene.SetLocal(box, Transform{.translation = {0, nan, 0}}), Error::kValueNotFinite);
  EXPECT_EQ(w.scene.SetLocal(box, broken), Error::kValueNotFinite);
  EXPECT_FALSE(w.scene.AddChild(box, Transform{.translation = {2e18f, 0, 0}}).ok());
  EXPECT_EQ(w.scene.Update(std::nan("")), Error::kTimeNotFinite);
  EXPECT_EQ(w.scene.Update(std::numeric_limits<double>::infinity()), Error::kTimeNotFinite);
  EXPECT_EQ(w.scene.Update(-1.0), Error::kTimeNegative);
  EXPECT_EQ(w.scene.UpdateTransforms(), Error::kNone);
  ExpectAt(w.At(box), {1, 0, 0});
}

TEST(Scene, AWorldBeyondTheUsableRangeIsTold) {
  World w;
  const NodeId large = w.AddGroup(w.scene.root(), {.scale = {1e12f, 1e12f, 1e12f}});
  const NodeId larger = w.AddGroup(large, {.scale = {1e12f, 1e12f, 1e12f}});
  EXPECT_EQ(w.scene.UpdateTransforms(), Error::kValueNotFinite);
  EXPECT_EQ(w.scene.SetLocal(larger, Transform{}), Error::kNone);
  EXPECT_EQ(w.scene.UpdateTransforms(), Error::kNone);
}

TEST(Scene, AParentWithoutAnInverseCannotKeepTheWorldOfAChild) {
  World w;
  const NodeId flat = w.AddGroup(w.scene.root(), {.scale = {1, 0, 1}});
  const NodeId box = w.AddGroup(w.scene.root());
  const NodeId group = w.AddGroup(flat);
  const NodeId below = w.AddGroup(group);
  EXPECT_EQ(w.scene.SetParent(box, flat, Keep::kWorld), Error::kNotInvertible);
  EXPECT_EQ(w.scene.Remove(group, Orphans::kKeep), Error::kNotInvertible);
  EXPECT_TRUE(w.scene.contains(below));
  EXPECT_EQ(w.scene.parent(box), ParentRef(w.scene.root()));
}

// --- only what changed ---

TEST(Scene, NothingIsComputedWhereNothingChanged) {  // L20, L46
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person);
  const NodeId sword = w.Add(w.Joint(hero, "hand_R"), w.prop);
  w.AddGroup(w.Joint(sword, "tip"));
  w.AddGroup(hero);
  EXPECT_EQ(w.Computed(), 4u);
  EXPECT_EQ(w.Computed(), 0u);
  ASSERT_EQ(w.scene.Update(kFrame), Error::kNone);  // Nothing plays.
  EXPECT_EQ(w.scene.last_update().matrices_computed, 0u);
  EXPECT_EQ(w.scene.last_update().instances_advanced, 2u);
}

TEST(Scene, AChangedNodeAndWhatIsBelowItAreComputedAndNoOthers) {  // L20, L46
  World w;
  const NodeId left = w.AddGroup(w.scene.root()), right = w.AddGroup(w.scene.root());
  const NodeId middle = w.AddGroup(left);
  const NodeId leaf = w.AddGroup(middle);
  w.AddGroup(middle);
  w.AddGroup(right);
  EXPECT_EQ(w.Computed(), 6u);
  EXPECT_EQ(w.scene.SetLocal(leaf, Transform{}), Error::kNone);
  EXPECT_EQ(w.Computed(), 1u);
  EXPECT_EQ(w.scene.SetLocal(middle, Transform{}), Error::kNone);
  EXPECT_EQ(w.scene.SetLocal(leaf, Transform{}), Error::kNone);
  EXPECT_EQ(w.Computed(), 3u);
  EXPECT_EQ(w.scene.SetParent(leaf, right), Error::kNone);
  EXPECT_EQ(w.Computed(), 1u);
  w.AddGroup(right);
  EXPECT_EQ(w.Computed(), 1u);
  EXPECT_EQ(w.scene.Remove(left), Error::kNone);
  EXPECT_EQ(w.Computed(), 0u);
}

TEST(Scene, ANewPoseMovesWhatIsOnItsMovedJointsAlone) {  // L20, L46
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person);
  const NodeId sword = w.Add(w.Joint(hero, "hand_R"), w.prop);
  w.AddGroup(w.Joint(sword, "tip"));
  w.AddGroup(sword);
  w.AddGroup(hero);                    // On the node, not on a joint.
  w.AddGroup(w.Joint(hero, "spine"));  // On a joint that the clip does not move.
  EXPECT_EQ(w.Computed(), 6u);
  w.scene.instance(hero)->Play("swing").value();
  ASSERT_EQ(w.scene.Update(0.25), Error::kNone);
  EXPECT_EQ(w.scene.last_update().matrices_computed, 3u);
  // A game that advances the instance itself need not tell.
  InstanceScratch scratch(w.person);
  ASSERT_EQ(w.scene.instance(hero)->Update(0.25, scratch), Error::kNone);
  EXPECT_EQ(w.Computed(), 3u);
  EXPECT_EQ(w.Computed(), 0u);
}

TEST(Scene, AChainOfAHundredThousandNodesIsUpdatedAndRemoved) {
  World w;
  NodeId end = w.scene.root();
  const NodeId begin = w.AddGroup(end, {.translation = {1, 0, 0}});
  end = begin;
  for (int i = 1; i < 100'000; ++i) end = w.AddGroup(end, {.translation = {1, 0, 0}});
  EXPECT_EQ(w.Computed(), 100'000u);
  EXPECT_EQ(w.At(end).x, 100'000.0f);
  EXPECT_EQ(w.scene.SetLocal(begin, Transform{}), Error::kNone);
  EXPECT_EQ(w.Computed(), 100'000u);
  EXPECT_EQ(w.scene.Remove(begin), Error::kNone);
  EXPECT_EQ(w.scene.node_count(), 1u);
}

// --- stability ---

TEST(Scene, ActionsAndInstancesStayValidWhileTheSceneGrowsAndMoves) {
  World w;
  Instance mine(w.person);
  const Action made_before = mine.Play("swing").value();
  const NodeId hero = w.scene.AddChild(w.scene.root(), std::move(mine)).value();
  Instance* const instance = w.scene.instance(hero);
  EXPECT_EQ(instance->mixer().action_at(0), made_before);
  for (int i = 0; i < 1000; ++i) w.AddGroup(w.scene.root());
  for (int i = 0; i < 100; ++i) w.Add(w.scene.root(), w.prop);
  Scene moved = std::move(w.scene);
  EXPECT_EQ(moved.instance(hero), instance);
  ASSERT_EQ(moved.Update(0.5), Error::kNone);
  EXPECT_TRUE(made_before.is_playing());
  EXPECT_DOUBLE_EQ(made_before.time(), 0.5);
}

TEST(Scene, InstancesOfManySetupsComeAndGo) {
  World w;
  std::vector<NodeId> nodes;
  for (int i = 0; i < 20; ++i) {
    const MixerSetup own = SetupOf(PersonModel());  // The scene keeps it alive.
    nodes.push_back(w.Add(w.scene.root(), own));
    w.scene.instance(nodes.back())->Play("swing").value();
    if (i % 3 == 2) {
      ASSERT_EQ(w.scene.Remove(nodes[static_cast<std::size_t>(i) - 1]), Error::kNone);
    }
    ASSERT_EQ(w.scene.Update(kFrame), Error::kNone);
  }
  EXPECT_EQ(w.scene.last_update().instances_advanced, 14u);
}

// --- root motion ---

struct Walker : World {
  MixerSetup walker = SetupOf(PersonModel(), testing::WithRootMotion());
};

TEST(Scene, RootMotionMovesTheNode) {
  Walker w;
  const NodeId hero = w.Add(w.scene.root(), w.walker, {.scale = {2, 2, 2}});
  const NodeId still = w.Add(w.scene.root(), w.walker);
  EXPECT_EQ(w.scene.SetRootMotion(still, false), Error::kNone);
  for (const NodeId node : {hero, still}) w.scene.instance(node)->Play("walk").value();
  Affine place = w.scene.local(hero).value();
  for (int frame = 0; frame < 300; ++frame) {
    ASSERT_EQ(w.scene.Update(kFrame), Error::kNone);
    place = Multiply(place, AffineOf(w.scene.instance(hero)->root_motion()));
  }
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 4; ++c) {
      EXPECT_NEAR(w.scene.world(hero)->m[r][c], place.m[r][c], 1e-3);
    }
  }
  EXPECT_GT(Length(w.At(hero)), 1.0f);
  ExpectAt(w.At(still), {0, 0, 0});
  EXPECT_EQ(w.scene.ApplyRootMotion(still), Error::kNone);
  EXPECT_EQ(w.Computed(), 1u);
}

TEST(Scene, HoursOfWalkingDoNotChangeTheSizeOfACharacter) {
  Walker w;
  const NodeId ground = w.AddGroup(w.scene.root(), {.rotation = testing::AboutX(30)});
  const NodeId hero = w.Add(w.scene.root(), w.walker);
  const NodeId dismounted = w.Add(ground, w.walker);
  EXPECT_EQ(w.scene.SetParent(dismounted, w.scene.root(), Keep::kWorld), Error::kNone);
  for (const NodeId node : {hero, dismounted}) w.scene.instance(node)->Play("walk").value();
  for (int frame = 0; frame < 20'000; ++frame) ASSERT_EQ(w.scene.Update(kFrame), Error::kNone);
  for (const NodeId node : {hero, dismounted}) {
    const Affine world = w.scene.world(node).value();
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_NEAR(Length({world.m[0][c], world.m[1][c], world.m[2][c]}), 1.0f, 1e-6);
    }
  }
}

// --- boxes and picking ---

TEST(Scene, TheBoxOfASubtreeHoldsWhatIsOnTheJoints) {
  World w;
  const NodeId hero = w.Add(w.scene.root(), w.person, {.translation = {10, 0, 0}});
  const NodeId sword = w.Add(w.Joint(hero, "hand_R"), w.prop);
  const Box alone = w.scene.bounds(hero), both = w.scene.subtree_bounds(hero);
  EXPECT_TRUE(Contains(alone, Vec3{10.3f, 1.8f, 0.1f}));
  EXPECT_LT(Diagonal(alone), 1.1f);
  EXPECT_TRUE(Contains(w.scene.bounds(sword), Vec3{9.8f, 1.8f, 0}));
  EXPECT_TRUE(Contains(both, alone) && Contains(both, w.scene.bounds(sword)));
  EXPECT_EQ(w.scene.subtree_bounds(w.scene.root()), both);
  EXPECT_TRUE(w.scene.bounds(w.scene.root()).empty());
}

}  // namespace
}  // namespace sinew
