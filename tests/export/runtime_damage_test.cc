// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Every truncation of a runtime file, each in an allocation of exactly its size so that a sanitizer
// sees the first byte read beyond it, and twice 100,000 files with some bytes changed, as they are
// and with checksums that hold again. Each is refused, whole or in part, or plays: as before where
// the checksums were left alone, and in any case usable poses with unit rotations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "sinew/pack.h"
#include "sinew/runtime_file.h"
#include "sinew/vertex_format.h"
#include "support/random.h"
#include "support/runtime_model.h"
#include "support/runtime_play.h"

namespace sinew::testing {
namespace {

AlignedBytes SmallFile() {
  return FileOfBothForms(
      RuntimeModel(4), {.error_bound = 1e-2f},
      {.embed_images = true, .vertex_flags = kVertexFlags, .clamp_vertices = true});
}

// Bytes of their own, aligned, with nothing behind them.
class Exactly {
 public:
  explicit Exactly(std::span<const std::byte> bytes) : size_(bytes.size()) {
    data_ = static_cast<std::byte*>(
        ::operator new(size_ == 0 ? 1 : size_, std::align_val_t{kCacheLineBytes}));
    if (size_ != 0) std::memcpy(data_, bytes.data(), size_);
  }
  Exactly(const Exactly&) = delete;
  Exactly& operator=(const Exactly&) = delete;
  ~Exactly() { ::operator delete(data_, std::align_val_t{kCacheLineBytes}); }
  std::span<std::byte> span() { return {data_, size_}; }

 private:
  std::size_t size_;
  std::byte* data_;
};

TEST(RuntimeTruncation, EveryOneIsRefused) {
  const AlignedBytes whole = SmallFile();
  ASSERT_EQ(PlayRuntime(whole).refused, "");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Exactly cut(whole.span().first(size));
    ASSERT_NE(PlayRuntime(cut.span()).refused, "") << size;
    MendChecksums(cut.span());
    ASSERT_NE(PlayRuntime(cut.span()).refused, "") << size;
  }
  std::printf("%zu truncations\n", whole.size());
}

// Mostly one place; a bit, a byte, or one of the numbers that arithmetic likes to get wrong.
// Returns the places.
std::vector<std::size_t> Change(SplitMix64& random, std::span<std::byte> bytes) {
  constexpr std::uint32_t kNasty[] = {0,          1,          0x7fffffff, 0x80000000, 0xffffffff,
                                      0x7fc00000, 0x7f800000, 0x5e5e0000, 0xfffffffc, 0x3f800000};
  std::vector<std::size_t> places;
  const std::uint32_t times = 1 + (random.Below(4) == 0 ? random.Below(4) : 0u);
  for (std::uint32_t i = 0; i < times; ++i) {
    const std::size_t at = random.Below(static_cast<std::uint32_t>(bytes.size()));
    switch (random.Below(3)) {
      case 0:
        bytes[at] ^= static_cast<std::byte>(1u << random.Below(8));
        break;
      case 1:
        bytes[at] = static_cast<std::byte>(random.Below(256));
        break;
      default:
        std::memcpy(bytes.data() + at / 4 * 4, &kNasty[random.Below(10)], 4);
    }
    places.push_back(at);
  }
  return places;
}

constexpr int kMutations = 100'000;

TEST(RuntimeTruncation, MutationsAreRefusedOrPlayAsBefore) {
  const AlignedBytes whole = SmallFile();
  const RuntimePlay before = PlayRuntime(whole);
  ASSERT_GT(before.poses, 8u);
  SplitMix64 random(4711);
  AlignedBytes bytes = whole;
  int refused = 0;
  for (int i = 0; i < kMutations; ++i) {
    std::memcpy(bytes.data(), whole.data(), whole.size());
    Change(random, bytes.span());
    const Result<RuntimeFile> file = RuntimeFile::Open(bytes);
    if (!file.ok() || file->CheckAll()) {
      ++refused;
      continue;
    }
    ASSERT_EQ(PlayRuntime(bytes).hash, before.hash) << i;
  }
  std::printf("%d of %d refused\n", refused, kMutations);
  EXPECT_GT(refused, kMutations * 8 / 10);
}

// What the next test leaves out: clips that a change is said not to reach.
TEST(RuntimeTruncation, ClipsOutOfReachPlayAsBefore) {
  const AlignedBytes whole = SmallFile();
  std::vector<std::uint64_t> before;
  const std::uint32_t clip_count = RuntimeFile::Open(whole).value().clip_count();
  const auto poses_of = [](std::span<const std::byte> file, std::uint32_t clip) {
    return PlayRuntime(file, std::span(&clip, 1)).pose_hash;
  };
  for (std::uint32_t c = 0; c < clip_count; ++c) before.push_back(poses_of(whole, c));
  SplitMix64 random(4713);
  Exactly bytes(whole.span());
  int out_of_reach = 0;
  for (int i = 0; i < 1000; ++i) {
    std::memcpy(bytes.span().data(), whole.data(), whole.size());
    const std::vector<std::size_t> places = Change(random, bytes.span());
    MendChecksums(bytes.span());
    if (PlayRuntime(bytes.span(), {}).refused != "") continue;
    const std::vector<std::uint32_t> reached = ClipsReached(whole.span(), places);
    for (std::uint32_t c = 0; c < clip_count; ++c) {
      if (std::ranges::count(reached, c) != 0) continue;
      ASSERT_EQ(poses_of(bytes.span(), c), before[c]) << i << ", clip " << c;
      ++out_of_reach;
    }
  }
  EXPECT_GT(out_of_reach, 500);
}

TEST(RuntimeTruncation, MutationsUnderARightChecksumKeepThePromises) {
  const AlignedBytes whole = SmallFile();
  SplitMix64 random(4712);
  Exactly bytes(whole.span());
  int refused = 0;
  for (int i = 0; i < kMutations; ++i) {
    std::memcpy(bytes.span().data(), whole.data(), whole.size());
    const std::vector<std::size_t> places = Change(random, bytes.span());
    MendChecksums(bytes.span());
    const Result<RuntimeFile> file = RuntimeFile::Open(bytes.span());
    if (!file.ok()) {
      ++refused;
      continue;
    }
    // What is refused in part is played in part, now and then.
    if (file->CheckAll()) {
      ++refused;
      if (i % 16 != 0) continue;
    }
    // Clips that the change cannot have reached would play as they did the last time.
    const std::vector<std::uint32_t> clips = ClipsReached(whole.span(), places);
    ASSERT_TRUE(PlayRuntime(bytes.span(), clips).keeps_promises) << i;
  }
  std::printf("%d of %d refused\n", refused, kMutations);
  EXPECT_GT(refused, kMutations / 10);
  EXPECT_LT(refused, kMutations);
}

}  // namespace
}  // namespace sinew::testing
