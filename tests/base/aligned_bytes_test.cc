// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/aligned_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <utility>

#include "sinew/result.h"

namespace sinew {
namespace {

using Span = std::span<const std::byte>;

// Bytes are lent by what stays, and never by a temporary.
template <typename Bytes>
concept Lends = std::convertible_to<Bytes, Span> || requires { std::declval<Bytes>().span(); } ||
                requires { std::declval<Bytes>().data(); };
static_assert(std::convertible_to<AlignedBytes&, Span>);
static_assert(std::convertible_to<const AlignedBytes&, Span>);
static_assert(!Lends<AlignedBytes>);
static_assert(!Lends<const AlignedBytes>);

// What is taken out of a temporary result is a temporary, too.
static_assert(!Lends<decltype(*std::declval<Result<AlignedBytes>>())>);
static_assert(Lends<decltype(*std::declval<Result<AlignedBytes>&>())>);
static_assert(Lends<decltype(*std::declval<const Result<AlignedBytes>&>())>);

TEST(AlignedBytes, BeginAtACacheLineAndAreZero) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{64}, std::size_t{65}}) {
    const AlignedBytes bytes(size);
    EXPECT_EQ(bytes.size(), size);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % kCacheLineBytes, 0u);
    EXPECT_TRUE(std::ranges::all_of(bytes.span(), [](std::byte b) { return b == std::byte{0}; }));
  }
  EXPECT_TRUE(AlignedBytes().empty());
}

TEST(AlignedBytes, MovedStayWhereTheyAreAndLeaveNone) {
  AlignedBytes from(100);
  const std::byte* const at = from.data();
  AlignedBytes to = std::move(from);
  EXPECT_EQ(to.data(), at);
  EXPECT_EQ(to.size(), 100u);
  EXPECT_TRUE(from.empty());  // NOLINT: that is what is asked.
  EXPECT_EQ(from.data(), nullptr);
  AlignedBytes other(7);
  other = std::move(to);
  EXPECT_EQ(other.data(), at);
  EXPECT_TRUE(to.empty());  // NOLINT
}

}  // namespace
}  // namespace sinew
