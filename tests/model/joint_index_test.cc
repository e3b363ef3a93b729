// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "model/joint_index.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "sinew/joint_match.h"
#include "support/random.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Skeleton MakeSkeleton(const std::vector<std::pair<std::int32_t, std::string>>& joints) {
  Skeleton::Parts parts;
  for (const auto& [parent, name] : joints) {
    parts.file_nodes.push_back(static_cast<std::uint32_t>(parts.parents.size()));
    parts.parents.push_back(parent);
    parts.names.push_back(name);
  }
  parts.rest.resize(joints.size());
  return Skeleton::Create(std::move(parts)).value();
}

// Few names, some of them with a '/', so that paths repeat and can be read in several ways.
Skeleton RandomSkeleton(SplitMix64& random) {
  constexpr std::array<const char*, 8> kNames{"a", "b", "a/b", "b/a", "a/a", "", "/", "a//b"};
  std::vector<std::pair<std::int32_t, std::string>> joints;
  const std::uint32_t count = 1 + random.Below(40), name_count = 1 + random.Below(kNames.size());
  std::uint32_t parent = 0;
  for (std::uint32_t j = 0; j < count; ++j) {
    parent += random.Below(j - parent + 1) / 2;  // Ascending: level by level.
    joints.emplace_back(j == 0 ? kNoParent : static_cast<std::int32_t>(parent),
                        kNames[random.Below(name_count)]);
  }
  return MakeSkeleton(joints);
}

TEST(JointIndex, FindsWhatJointsNamedFindsInRandomSkeletons) {
  constexpr std::array<const char*, 6> kParts{"a", "b", "c", "", "bone_3", "bone_0"};
  SplitMix64 random(31);
  std::size_t asked = 0, found_by_path = 0;
  for (int round = 0; round < 300; ++round) {
    const Skeleton skeleton = RandomSkeleton(random);
    std::vector<std::string> references;
    for (int i = 0; i < 40; ++i) {
      std::string reference = kParts[random.Below(kParts.size())];
      for (std::uint32_t parts = random.Below(5); parts > 0; --parts) {
        reference += std::string("/") + kParts[random.Below(i % 2 == 0 ? 2 : kParts.size())];
      }
      references.push_back(std::move(reference));
    }
    for (std::uint32_t j = 0; j < skeleton.joint_count(); ++j) {
      const std::string path = PathOf(skeleton, j);
      if (model::PartCount(path) <= 5) references.push_back(path);
    }
    std::size_t max_parts = 1;
    for (const std::string& one : references)
      max_parts = std::max(max_parts, model::PartCount(one));
    const model::JointIndex index(skeleton, max_parts);
    for (const std::string& reference : references) {
      const auto joints = index.Find(reference);
      ASSERT_TRUE(joints.has_value()) << reference;  // Five parts have 16 readings at most.
      ASSERT_EQ(*joints, JointsNamed(skeleton, reference)) << reference << ", round " << round;
      ++asked;
      found_by_path += joints->size() == 1 && reference.find('/') != std::string::npos ? 1 : 0;
    }
  }
  EXPECT_GT(asked, 12'000u);
  EXPECT_GT(found_by_path, 500u);
}

TEST(JointIndex, FindsLongPathsInAChainOfEqualNames) {
  std::vector<std::pair<std::int32_t, std::string>> chain{{kNoParent, "top"}};
  for (std::int32_t i = 0; i < 300; ++i) chain.emplace_back(i, "a");
  const Skeleton skeleton = MakeSkeleton(chain);
  const model::JointIndex index(skeleton, 301);
  std::string path = "top";
  for (std::uint32_t i = 1; i <= 300; ++i) {
    path += "/a";
    ASSERT_THAT(*index.Find(path), ElementsAre(i));
    ASSERT_EQ(index.Find(path.substr(4))->size(), 301u - i);
  }
  EXPECT_THAT(*index.Find("a/" + path), IsEmpty());
}

TEST(JointIndex, ANameOfManySlashesIsFoundWhole) {
  const std::string name(17, '/');
  const Skeleton skeleton = MakeSkeleton({{kNoParent, "a"}, {0, name}});
  const model::JointIndex index(skeleton, 19);
  EXPECT_THAT(*index.Find(name), ElementsAre(1));
  EXPECT_THAT(*index.Find("a/" + name), IsEmpty());
}

}  // namespace
}  // namespace sinew::testing
