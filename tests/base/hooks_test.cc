// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/hooks.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <map>
#include <new>
#include <string>
#include <utility>

#include "sinew/aligned_bytes.h"
#include "sinew/assertion.h"
#include "sinew/pose.h"
#include "sinew/result.h"

namespace sinew {
namespace {

// --- assertions ---

// Writes what it is told in a form of its own, and returns.
void Tell(const char* message, const char* file, int line, void* context) {
  std::fprintf(stderr, "told %s: [%s] in [%s]:%d\n", static_cast<const char*>(context), message,
               std::string(file).substr(std::string(file).find_last_of('/') + 1).c_str(), line);
}

TEST(AssertionHandlerDeathTest, IsToldWhatFailedAndWhereAndThenTheProgramAborts) {
  static char context[] = "me";
  EXPECT_EXIT(
      {
        SetAssertionHandler(Tell, context);
        FailAssertion("two < one", "/far/away/file.cc", 12);
      },
      ::testing::KilledBySignal(SIGABRT), "told me: \\[two < one\\] in \\[file.cc\\]:12");
}

#ifndef NDEBUG
TEST(AssertionHandlerDeathTest, IsToldOfAssertionsInHeadersAndInTheLibrary) {
  static char context[] = "me";
  Pose pose(3);
  EXPECT_DEATH((SetAssertionHandler(Tell, context), static_cast<void>(pose.joint(3))),
               "told me: \\[index < joint_count\\] in \\[pose.h\\]:[1-9]");
  EXPECT_DEATH((SetAssertionHandler(Tell, context), CopyTransforms(pose, std::span<Transform>())),
               "told me: \\[transforms.size\\(\\) >= pose.joint_count\\] in \\[pose.cc\\]:[1-9]");
}
#endif

TEST(AssertionHandlerDeathTest, IsToldOfAFailedResultInEveryBuild) {
  static char context[] = "me";
  const Result<int> failed = Failure{FailureCode::kSyntax, "byte 7", "not a file"};
  EXPECT_DEATH((SetAssertionHandler(Tell, context), static_cast<void>(*failed)),
               "told me: \\[a failed Result was read: byte 7: not a file\\] in \\[\\]:0");
}

TEST(AssertionHandlerDeathTest, WritesOneLineByDefault) {
  EXPECT_DEATH(FailAssertion("two < one", "file.cc", 1203), "^file.cc:1203: sinew: two < one\n$");
  EXPECT_DEATH(FailAssertion("two\nlines", "", 0), "^sinew: two lines\n$");
  EXPECT_DEATH((SetAssertionHandler(Tell), SetAssertionHandler(nullptr),
                FailAssertion(std::string(5000, 'x').c_str(), "", 0)),
               "^sinew: x{1016}\n$");
}

// --- memory ---

// Hands out memory and knows of every piece who has it.
class Ledger {
 public:
  Ledger() { SetMemoryHooks({.allocate = Allocate, .deallocate = Deallocate, .context = this}); }
  ~Ledger() {
    SetMemoryHooks({});
    EXPECT_EQ(wrong_frees, 0u);
  }

  struct Piece {
    std::size_t size_bytes, alignment;
    bool operator==(const Piece&) const = default;
  };
  std::map<void*, Piece> pieces{};  // In use.
  std::uint32_t allocations = 0, frees = 0, wrong_frees = 0;

 private:
  static void* Allocate(std::size_t size_bytes, std::size_t alignment, void* context) {
    Ledger& ledger = *static_cast<Ledger*>(context);
    ++ledger.allocations;
    void* const memory = ::operator new(size_bytes, std::align_val_t{alignment});
    ledger.pieces[memory] = {size_bytes, alignment};
    return memory;
  }
  static void Deallocate(void* memory, std::size_t size_bytes, std::size_t alignment,
                         void* context) {
    Ledger& ledger = *static_cast<Ledger*>(context);
    ++ledger.frees;
    const auto piece = ledger.pieces.find(memory);
    if (piece == ledger.pieces.end() || piece->second != Piece{size_bytes, alignment}) {
      ++ledger.wrong_frees;
    } else {
      ledger.pieces.erase(piece);
    }
    ::operator delete(memory, std::align_val_t{alignment});
  }
};

TEST(MemoryHooks, GiveAPoseItsMemoryAndTakeAllOfItBack) {
  Ledger ledger;
  {
    const Pose pose(17, 5);
    EXPECT_EQ(ledger.allocations, 2u);  // Three blocks of joints; the morphs.
    std::size_t size_bytes = 0;
    for (const auto& [memory, piece] : ledger.pieces) size_bytes += piece.size_bytes;
    EXPECT_EQ(size_bytes, 3 * sizeof(TransformBlock) + 5 * sizeof(float));
    Pose copy = pose;
    EXPECT_EQ(ledger.allocations, 4u);
    const Pose moved = std::move(copy);
    EXPECT_EQ(ledger.allocations, 4u);
  }
  EXPECT_EQ(ledger.frees, 4u);
  EXPECT_TRUE(ledger.pieces.empty());
}

TEST(MemoryHooks, GiveAlignedBytesTheirMemoryAtACacheLine) {
  Ledger ledger;
  {
    const AlignedBytes bytes(100);
    ASSERT_EQ(ledger.pieces.size(), 1u);
    EXPECT_EQ(ledger.pieces.begin()->first, bytes.data());
    EXPECT_EQ(ledger.pieces.begin()->second, (Ledger::Piece{128, kCacheLineBytes}));
  }
  EXPECT_TRUE(ledger.pieces.empty());
}

TEST(MemoryHooks, GiveAGrowingVectorItsMemoryAndTakeAllOfItBack) {
  Ledger ledger;
  {
    HookVector<std::string> words;
    for (int i = 0; i < 100; ++i) words.push_back(std::to_string(i));
    HookVector<std::string> others;
    others.swap(words);
    words = others;
    EXPECT_EQ(words.back(), "99");
    EXPECT_GE(ledger.allocations, 3u);
  }
  EXPECT_EQ(ledger.frees, ledger.allocations);
}

void* GiveNothing(std::size_t, std::size_t, void*) { return nullptr; }
void TakeNothing(void*, std::size_t, std::size_t, void*) {}

TEST(MemoryHooksDeathTest, ThatHaveNothingLeftStopTheProgramWithAMessage) {
  const auto set = [] { SetMemoryHooks({.allocate = GiveNothing, .deallocate = TakeNothing}); };
  EXPECT_DEATH((set(), AlignedBytes(100)), "sinew: out of memory: 128 bytes");
  EXPECT_DEATH((set(), Pose(1)), "sinew: out of memory: [0-9]+ bytes");
}

TEST(MemoryHooksDeathTest, AreNotAskedForMoreBytesThanThereAreNumbersFor) {
  const std::size_t count = std::numeric_limits<std::size_t>::max() / 4;
  EXPECT_DEATH(static_cast<void>(HookAllocator<double>().allocate(count)),
               "sinew: out of memory: " + std::to_string(count) + " x 8 bytes");
}

#ifndef NDEBUG
TEST(MemoryHooksDeathTest, CannotChangeWhileMemoryIsInUse) {
  const Pose pose(1);
  EXPECT_DEATH(SetMemoryHooks({}), "blocks_in_use == 0");
  EXPECT_DEATH(SetMemoryHooks({.allocate = GiveNothing}), "hooks.deallocate == nullptr");
}
#endif

}  // namespace
}  // namespace sinew
