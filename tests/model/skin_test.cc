// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/skin.h"

#include <type_traits>

#include "model/broken.h"

namespace sinew::testing {
namespace {

Skin::Parts Pair() {
  return {.name = "pair",
          .joints = {4, kIdentityJoint},
          .inverse_bind = std::vector<Affine>(2),
          .root = 4};
}

TEST(Skin, KeepsWhatItWasGiven) {
  const Skin skin = Skin::Create(Pair(), 5).value();
  EXPECT_EQ(skin.name(), "pair");
  EXPECT_THAT(skin.joints(), ::testing::ElementsAre(4, -1));
  EXPECT_EQ(skin.size(), 2u);
  EXPECT_EQ(skin.root(), 4u);
}

// Nobody can hold a skin that Create has not seen (invariant 1).
static_assert(!std::is_default_constructible_v<Skin>);

TEST(Skin, TakesAJointTwice) {
  Skin::Parts parts = Pair();
  parts.joints = {4, 4};
  EXPECT_TRUE(Skin::Create(parts, 5).ok());
}

TEST(Skin, RefusesNoEntries) {  // Invariant 1
  EXPECT_THAT(Skin::Create({}, 5), IsBrokenAt("joints", "no entry"));
}

TEST(Skin, RefusesAnotherNumberOfMatrices) {  // Invariant 1
  Skin::Parts parts = Pair();
  parts.inverse_bind.pop_back();
  EXPECT_THAT(Skin::Create(parts, 5), IsBrokenAt("inverse_bind", "found 1, expected 2"));
}

TEST(Skin, RefusesJointsThatTheSkeletonDoesNotHave) {  // Invariant 2
  EXPECT_THAT(Skin::Create(Pair(), 4), IsBrokenAt("joints/0", "less than 4"));
  Skin::Parts parts = Pair();
  parts.joints[1] = -2;
  EXPECT_THAT(Skin::Create(parts, 5), IsBrokenAt("joints/1", "joint -2"));
  parts = Pair();
  parts.root = 5;
  EXPECT_THAT(Skin::Create(parts, 5), IsBrokenAt("root", "joint 5"));
}

TEST(Skin, RefusesUnusableMatrices) {  // Invariant 3
  Skin::Parts parts = Pair();
  parts.inverse_bind[1].m[2][3] = kInfinity;
  EXPECT_THAT(Skin::Create(parts, 5), IsBrokenAt("inverse_bind/1", "usable"));
  parts.inverse_bind[1].m = {};  // Singular: legal.
  EXPECT_TRUE(Skin::Create(parts, 5).ok());
}

}  // namespace
}  // namespace sinew::testing
