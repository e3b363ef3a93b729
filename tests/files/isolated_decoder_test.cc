// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A decoder in a process of its own. The decoders here do on purpose what hostile streams make the
// packaged one do.
#include "files/isolated_decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <vector>

#include "sinew/files.h"
#include "support/sanitized.h"

namespace sinew::files {
namespace {

using sinew::testing::kSanitized;
using ::testing::HasSubstr;

constexpr std::uint32_t kIds[] = {7, 3};
constexpr std::uint64_t kSeconds = 5;

DracoRequest Request() {
  return {.source = {}, .unique_ids = kIds, .max_points = 3, .max_indices = 6};
}

DracoMesh Triangles() {
  return {.point_count = 3,
          .indices = {0, 1, 2, 2, 1, 0},
          .attributes = {{.unique_id = 7, .component_count = 1, .values = {1, 2, 3}},
                         {.unique_id = 3, .component_count = 2, .values = {4, 5, 6, 7, 8, 9}}}};
}

TEST(IsolatedDecoder, AnswersWhatTheDecoderAnswered) {
  const Result<DracoMesh> mesh =
      Isolated([](const DracoRequest&) { return Triangles(); }, kSeconds)(Request());
  ASSERT_TRUE(mesh.ok()) << mesh.failure().message;
  const DracoMesh wanted = Triangles();
  EXPECT_EQ(mesh->point_count, wanted.point_count);
  EXPECT_EQ(mesh->indices, wanted.indices);
  ASSERT_EQ(mesh->attributes.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(mesh->attributes[i].unique_id, wanted.attributes[i].unique_id);
    EXPECT_EQ(mesh->attributes[i].component_count, wanted.attributes[i].component_count);
    EXPECT_EQ(mesh->attributes[i].values, wanted.attributes[i].values);
  }
  const Result<DracoMesh> refused = Isolated(
      [](const DracoRequest&) -> Result<DracoMesh> {
        return Failure{FailureCode::kUnsupported, "", "not today"};
      },
      kSeconds)(Request());
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.failure().code, FailureCode::kUnsupported);
  EXPECT_EQ(refused.failure().message, "not today");
}

TEST(IsolatedDecoder, AnAnswerThatWasNotAskedForIsAFailure) {
  const auto refused = [](void (*spoil)(DracoMesh&)) {
    const Result<DracoMesh> mesh = Isolated(
        [spoil](const DracoRequest&) {
          DracoMesh spoilt = Triangles();
          spoil(spoilt);
          return spoilt;
        },
        kSeconds)(Request());
    return !mesh.ok() && mesh.failure().code == FailureCode::kInvalid;
  };
  EXPECT_FALSE(refused([](DracoMesh&) {}));
  EXPECT_TRUE(refused([](DracoMesh& mesh) { mesh.point_count = 4; }));
  EXPECT_TRUE(refused([](DracoMesh& mesh) { mesh.indices.resize(7); }));
  EXPECT_TRUE(refused([](DracoMesh& mesh) { mesh.indices[5] = 3; }));
  EXPECT_TRUE(refused([](DracoMesh& mesh) { mesh.attributes.pop_back(); }));
  EXPECT_TRUE(refused([](DracoMesh& mesh) { mesh.attributes[0].component_count = 5; }));
  EXPECT_TRUE(refused([](DracoMesh& mesh) { mesh.attributes[1].values.pop_back(); }));
}

TEST(IsolatedDecoder, ACrashIsAFailure) {
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE}) {
    const Result<DracoMesh> mesh = Isolated(
        [signal](const DracoRequest&) {
          std::raise(signal);
          return Triangles();
        },
        kSeconds)(Request());
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.failure().code, FailureCode::kInvalid);
    EXPECT_EQ(mesh.failure().message, "the Draco decoder crashed with signal " +
                                          std::to_string(signal) + " on this stream");
  }
  const Result<DracoMesh> gone =
      Isolated([](const DracoRequest&) -> Result<DracoMesh> { ::_exit(0); }, kSeconds)(Request());
  ASSERT_FALSE(gone.ok());
  EXPECT_EQ(gone.failure().message, "the Draco decoder failed on this stream");
}

TEST(IsolatedDecoder, WithoutAnEndItIsStoppedAndItsTimeIsThatOfAllStreams) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer's build has twenty times the time";
  const DracoFunction decode = Isolated(
      [](const DracoRequest&) {
        volatile bool goes_on = true;
        while (goes_on) {
        }
        return Triangles();
      },
      1);
  for (int asked = 0; asked < 2; ++asked) {
    const Result<DracoMesh> mesh = decode(Request());
    ASSERT_FALSE(mesh.ok());
    EXPECT_EQ(mesh.failure().code, FailureCode::kLimit);
    EXPECT_THAT(mesh.failure().message, HasSubstr("took more than 1 s"));
    EXPECT_THAT(mesh.failure().message, HasSubstr("the limit max_draco_seconds"));
  }
}

TEST(IsolatedDecoder, MemoryIsHeldToTheRequest) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer's addresses cannot be limited";
  const auto takes = [](std::size_t bytes) {
    DracoRequest request = Request();
    request.max_bytes = std::uint64_t{32} << 20;
    return Isolated(
               [bytes](const DracoRequest&) -> Result<DracoMesh> {
                 const std::unique_ptr<char[]> memory(new (std::nothrow) char[bytes]);
                 if (memory != nullptr) return Triangles();
                 return Failure{FailureCode::kLimit, "", "refused"};
               },
               kSeconds)(request)
        .ok();
  };
  EXPECT_TRUE(takes(std::size_t{24} << 20));
  EXPECT_FALSE(takes(std::size_t{400} << 20));  // More than the heap can have in reserve.
}

}  // namespace
}  // namespace sinew::files
