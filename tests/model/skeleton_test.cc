// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/skeleton.h"

#include <algorithm>
#include <numeric>
#include <random>

#include "model/broken.h"

namespace sinew::testing {
namespace {

// 0 root
// +-- 1 left       file nodes: 7, 3, 9, 1
// |   +-- 3 tip
// +-- 2 (no name)
Skeleton::Parts Fork() {
  return {.parents = {-1, 0, 0, 1},
          .rest = std::vector<Transform>(4),
          .names = {"root", "left", "", "tip"},
          .file_nodes = {7, 3, 9, 1}};
}

TEST(Skeleton, KeepsWhatItWasGiven) {
  const Skeleton skeleton = Skeleton::Create(Fork()).value();
  EXPECT_EQ(skeleton.joint_count(), 4u);
  EXPECT_EQ(skeleton.parent(3), 1);
  EXPECT_EQ(skeleton.name(1), "left");
  EXPECT_THAT(skeleton.level_begins(), ::testing::ElementsAre(0, 1, 3, 4));
}

TEST(Skeleton, WithoutJointsHasNoLevels) {
  const Skeleton none, created = Skeleton::Create({}).value();
  EXPECT_THAT(none.level_begins(), ::testing::ElementsAre(0));
  EXPECT_THAT(created.level_begins(), ::testing::ElementsAre(0));
}

TEST(Skeleton, FindsTheFirstJointOfAName) {  // L2
  Skeleton::Parts parts = Fork();
  parts.names = {"a", "b", "c", "b"};
  const Skeleton skeleton = Skeleton::Create(parts).value();
  EXPECT_EQ(skeleton.Find("b"), 1u);
  EXPECT_EQ(skeleton.Find("d"), std::nullopt);
}

TEST(Skeleton, CallsANamelessJointByItsFileNode) {  // L41
  const Skeleton skeleton = Skeleton::Create(Fork()).value();
  EXPECT_EQ(skeleton.Label(1), "left");
  EXPECT_EQ(skeleton.Label(2), "bone_9");
}

TEST(Skeleton, FindsJointsByFileNodeInAnyNumbering) {
  const std::vector<std::vector<std::uint32_t>> numberings = {
      {0, 1, 2, 3}, {3, 1, 0, 2}, {7, 3, 9, 1}, {4'000'000'000, 5, 4'294'967'295, 0}};
  for (const std::vector<std::uint32_t>& numbering : numberings) {
    Skeleton::Parts parts = Fork();
    parts.file_nodes = numbering;
    const Skeleton skeleton = Skeleton::Create(parts).value();
    for (std::uint32_t joint = 0; joint < 4; ++joint) {
      EXPECT_EQ(skeleton.JointOfFileNode(numbering[joint]), joint);
    }
    EXPECT_EQ(skeleton.JointOfFileNode(1234), std::nullopt);
  }
}

TEST(Skeleton, RefusesAParentThatIsNotBeforeItsChild) {  // C12, invariant 1
  Skeleton::Parts parts = Fork();
  parts.parents[2] = 2;
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("parents/2", "found parent 2"));
  parts.parents[2] = 3;
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("parents/2", "found parent 3"));
  parts.parents[2] = -2;
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("parents/2", "found parent -2"));
}

TEST(Skeleton, RefusesWhatIsNotLevelOrder) {  // Invariant 2
  Skeleton::Parts parts = Fork();
  parts.parents = {-1, 0, 1, 0};  // Depth first: a level is left and entered again.
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("parents/3", "level order"));
  parts.parents = {-1, 0, -1, 1};  // A root below the first level.
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("parents/2", "level order"));
}

TEST(Skeleton, RefusesUnusableRestTransforms) {  // Invariant 3
  Skeleton::Parts parts = Fork();
  parts.rest[3].scale.z = kNan;
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("rest/3", "usable"));
  parts = Fork();
  parts.rest[1].translation.x = kTooLarge;
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("rest/1", "usable"));
  parts = Fork();
  parts.rest[2].rotation = {0, 0, 0, 1.001f};
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("rest/2", "(0, 0, 0, 1.001)"));
  parts.rest[2].rotation = {0, 0, 0, 1.000005f};
  EXPECT_TRUE(Skeleton::Create(parts).ok());
}

TEST(Skeleton, RefusesArraysOfAnotherLength) {  // Invariant 4
  Skeleton::Parts parts = Fork();
  parts.rest.pop_back();
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("rest", "found 3, expected 4"));
  parts = Fork();
  parts.names.clear();
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("names", "found 0, expected 4"));
  parts = Fork();
  parts.file_nodes.push_back(100);
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("file_nodes", "found 5, expected 4"));
}

TEST(Skeleton, RefusesAFileNodeTwice) {  // Invariant 4
  Skeleton::Parts parts = Fork();
  parts.file_nodes = {7, 3, 9, 7};
  EXPECT_THAT(Skeleton::Create(parts), IsBrokenAt("file_nodes/3", "found node 7 again"));
}

// A random tree of `count` joints, numbered at random: children may come before their parents.
std::vector<std::int32_t> ShuffledTree(std::uint32_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::int32_t> number(count);
  std::iota(number.begin(), number.end(), 0);
  std::shuffle(number.begin(), number.end(), random);
  std::vector<std::int32_t> parents(count, kNoParent);
  for (std::uint32_t i = 1; i < count; ++i) {
    if (random() % 10 != 0) {
      parents[static_cast<std::uint32_t>(number[i])] = number[random() % i];
    }
  }
  return parents;
}

TEST(LevelOrder, SortsAShuffledTreeSoThatASkeletonTakesIt) {  // C12, C79, E44
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    const std::vector<std::int32_t> parents = ShuffledTree(1 + seed * 7, seed);
    const std::vector<std::uint32_t> order = LevelOrder(parents).value();
    ASSERT_EQ(order.size(), parents.size());
    std::vector<std::int32_t> new_index(parents.size(), -1);
    for (std::size_t j = 0; j < order.size(); ++j) {
      EXPECT_EQ(new_index[order[j]], -1) << "joint " << order[j] << " twice";
      new_index[order[j]] = static_cast<std::int32_t>(j);
    }
    Skeleton::Parts parts;
    for (const std::uint32_t old : order) {
      const std::int32_t parent = parents[old];
      parts.parents.push_back(parent == kNoParent ? kNoParent
                                                  : new_index[static_cast<std::size_t>(parent)]);
      parts.file_nodes.push_back(old);
    }
    parts.rest.resize(order.size());
    parts.names.resize(order.size());
    const Result<Skeleton> skeleton = Skeleton::Create(parts);
    ASSERT_TRUE(skeleton.ok()) << Describe(skeleton.failure());
  }
}

TEST(LevelOrder, KeepsTheOrderOfSiblings) {
  // 4 is the root of 0, 2 and 3; 1 hangs on 3, 5 on 0.
  const std::vector<std::int32_t> parents = {4, 3, 4, 4, -1, 0};
  EXPECT_THAT(LevelOrder(parents).value(), ::testing::ElementsAre(4, 0, 2, 3, 5, 1));
}

TEST(LevelOrder, TakesAChainOfAMillionJoints) {  // A recursion would run out of stack.
  constexpr std::int32_t kCount = 1'000'000;
  std::vector<std::int32_t> parents(kCount);
  for (std::int32_t j = 0; j < kCount; ++j) {
    parents[static_cast<std::size_t>(j)] = j + 1 == kCount ? kNoParent : j + 1;
  }
  const std::vector<std::uint32_t> order = LevelOrder(parents).value();
  ASSERT_EQ(order.size(), parents.size());
  EXPECT_EQ(order.front(), 999'999u);
  EXPECT_EQ(order.back(), 0u);
}

TEST(LevelOrder, RefusesLoops) {
  EXPECT_THAT(LevelOrder(std::vector<std::int32_t>{-1, 2, 3, 1}), IsBrokenAt("", "joint 1"));
  EXPECT_THAT(LevelOrder(std::vector<std::int32_t>{-1, 0, 2}), IsBrokenAt("", "joint 2"));
  EXPECT_THAT(LevelOrder(std::vector<std::int32_t>{1, 1}), IsBrokenAt("", "own ancestor"));
}

TEST(LevelOrder, RefusesParentsOutOfRange) {
  EXPECT_THAT(LevelOrder(std::vector<std::int32_t>{-1, 2}), IsBrokenAt("", "parent 2"));
  EXPECT_THAT(LevelOrder(std::vector<std::int32_t>{-1, -2}), IsBrokenAt("", "parent -2"));
}

TEST(LevelOrder, OfNothingIsNothing) { EXPECT_TRUE(LevelOrder({}).value().empty()); }

}  // namespace
}  // namespace sinew::testing
