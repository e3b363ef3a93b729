// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/result.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew {
namespace {

Result<int> Failed() {
  return Failure{FailureCode::kInvalid, "/skins/0/joints/3", "joint 99 of 20"};
}

struct NamedNumber {
  std::string_view name;
  std::uint32_t number;
  bool operator==(const NamedNumber&) const = default;
};
void PrintTo(const NamedNumber& n, std::ostream* out) { *out << n.name << " = " << n.number; }

// Programs store and send these. A line may be added; none may change, and the number of one that
// goes may never come back.
constexpr NamedNumber kErrors[] = {
    {"kNone", 0},
    {"kTimeNotFinite", 1},
    {"kPoseTooSmall", 2},
    {"kMorphsTooSmall", 3},
    {"kClipBeyondSkeleton", 4},
    {"kOtherSkeleton", 5},
    {"kJointBeyondSkeleton", 6},
    {"kMaskTooSmall", 7},
    {"kMatricesTooSmall", 8},
    {"kPaletteTooSmall", 9},
    {"kVerticesTooSmall", 10},
    {"kStrideNotUsable", 11},
    {"kMorphWeightMismatch", 12},
    {"kWeightsTooSmall", 13},
    {"kMaskOutOfRange", 14},
    {"kValueNotFinite", 15},
    {"kFloatEnvironment", 16},
    {"kNotAChain", 17},
    {"kOptionOutOfRange", 18},
    {"kBoxesTooSmall", 19},
    {"kOtherMesh", 20},
    {"kTimeNegative", 100},
    {"kTimeTooLarge", 101},
    {"kNoSuchAction", 102},
    {"kNoSuchClip", 103},
    {"kNoSuchLayer", 104},
    {"kNoSuchBlendSpace", 105},
    {"kNoRoom", 107},
    {"kWeightOutOfRange", 108},
    {"kNoSuchLoopMode", 109},
    {"kSpeedOutOfRange", 110},
    {"kNotInertial", 111},
    {"kOtherSetup", 112},
    {"kStateSize", 113},
    {"kStateVersion", 114},
    {"kStateBroken", 115},
    {"kBytesTooSmall", 200},
    {"kAttributeMissing", 201},
    {"kBeyondFormat", 202},
    {"kTooManyInfluences", 203},
    {"kJointBeyondFormat", 204},
    {"kNoInfluence", 205},
    {"kNoSuchIsa", 300},
    {"kNoSuchNode", 400},
    {"kNodeCycle", 401},
    {"kIsRoot", 402},
    {"kNoSuchJoint", 403},
    {"kNoInstance", 404},
    {"kNotInvertible", 405},
    {"kNoBones", 500},
    {"kTooManyBones", 501},
    {"kOtherResources", 502},
};
constexpr NamedNumber kFailureCodes[] = {
    {"syntax", 1}, {"invalid", 2}, {"limit", 3}, {"unsupported", 4}, {"resource", 5},
};

// All numbers that have a name. (A name is missing from no enumerator: the compiler warns.)
template <typename Code, typename NameOf>
std::vector<NamedNumber> AllNamed(NameOf name_of, std::string_view unknown) {
  std::vector<NamedNumber> all;
  for (std::uint32_t number = 0; number <= 0xffff; ++number) {
    const std::string_view name = name_of(static_cast<Code>(number));
    if (name != unknown) all.push_back({name, number});
  }
  return all;
}

TEST(Error, KeepsEveryNumberForEver) {
  EXPECT_THAT(AllNamed<Error>(ErrorName, "unknown error"), ::testing::ElementsAreArray(kErrors));
}

TEST(FailureCode, KeepsEveryNumberForEver) {
  EXPECT_THAT(AllNamed<FailureCode>(FailureCodeName, "unknown"),
              ::testing::ElementsAreArray(kFailureCodes));
}

// In every build: these tests hold with NDEBUG, too.
TEST(ResultDeathTest, ReadingAFailedOneStopsWithItsPlaceAndMessage) {
  const Result<int> failed = Failed();
  const char* const message = "a failed Result was read: /skins/0/joints/3: joint 99 of 20";
  EXPECT_DEATH(static_cast<void>(failed.value()), message);
  EXPECT_DEATH(static_cast<void>(*failed), message);
  EXPECT_DEATH(static_cast<void>(failed.operator->()), message);
  EXPECT_DEATH(static_cast<void>(Failed().value()), message);
  EXPECT_DEATH(static_cast<void>(*Failed()), message);
}

TEST(ResultDeathTest, ReadingTheFailureOfAGoodOneStops) {
  const Result<int> good = 7;
  EXPECT_DEATH(static_cast<void>(good.failure()), "the failure of a Result was read that has none");
}

TEST(Result, GivesAwayWhatATemporaryHolds) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 7);
  // A value of its own, which a reference keeps alive.
  const std::string& message = Failed().failure().message;
  EXPECT_EQ(message, "joint 99 of 20");
}

// There is no way from a temporary Result to a reference into what may own something.
template <typename R>
concept HasArrow = requires(R result) { std::forward<R>(result).operator->(); };
static_assert(HasArrow<Result<std::string>&>);
static_assert(HasArrow<const Result<std::string>&>);
static_assert(!HasArrow<Result<std::string>&&>);
static_assert(!HasArrow<const Result<std::string>&&>);
static_assert(HasArrow<Result<int>&&>);  // A trivially copyable value owns nothing.
static_assert(!HasArrow<const Result<int>&&>);
static_assert(!std::is_reference_v<decltype(*std::declval<Result<int>>())>);
static_assert(!std::is_reference_v<decltype(std::declval<Result<int>>().value())>);

}  // namespace
}  // namespace sinew
