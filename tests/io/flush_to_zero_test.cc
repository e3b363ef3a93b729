// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reading and writing give the same bits whatever the caller's floating-point environment is.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "sinew/floating_point.h"
#include "sinew/gltf.h"
#include "support/same_model.h"
#include "support/small_rig.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace sinew::testing {
namespace {

#if defined(__x86_64__)

// Denormals are zero, results are flushed to zero, rounding is towards zero.
class SpoiltEnvironment {
 public:
  SpoiltEnvironment() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x0040u | 0x8000u | 0x6000u); }
  ~SpoiltEnvironment() { _mm_setcsr(before_); }
  SpoiltEnvironment(const SpoiltEnvironment&) = delete;
  SpoiltEnvironment& operator=(const SpoiltEnvironment&) = delete;

 private:
  unsigned before_;
};

// Denormal positions, weights to be renormalised, a quaternion to be normalised, a matrix to be
// taken apart, numbers that only rounding to nearest reads right: each would show.
GltfBuilder Delicate() {
  SmallRig rig{.hip = "{'name':'hip','children':[2],'translation':[1e-40,1.1,0.3]}",
               .knee = "{'name':'knee','translation':[0,0.7,0],'rotation':[0.1,0.2,0.3,0.4]}"};
  rig.more_nodes = {"{'matrix':[0.3,0.1,0.7,0,0.9,0.2,0.1,0,0.4,0.8,0.6,0,0.1,0.2,0.3,1]}"};
  rig.positions = {1e-39f, 1, 0, -3e-42f, 2, 0, 2, 2, 1e-45f};
  rig.weights = {0.3f, 0.3f, 0, 0, 0.7f, 0.1f, 0, 0, 0.1f, 0.2f, 0, 0};
  rig.joints = {0, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0};
  GltfBuilder file = rig.Build();
  const int times = file.Floats("SCALAR", {0, 1e-40f, 0.1f});
  const int values = file.Floats("VEC3", {1e-41f, 0, 0, 0.1f, 0.2f, 0.3f, 1, 2, 3});
  file.Animate(1, "translation", times, values);
  return file;
}

TEST(FlushToZero, ReadingGivesTheSameBits) {
  const GltfBuilder file = Delicate();
  const std::string text = file.Text();
  const GltfRead expected = ReadGltf(BytesOf(text));
  ASSERT_TRUE(Loads(expected));
  ASSERT_EQ(expected.model->meshes()[0].primitives()[0].positions[0].x, 1e-39f);
  std::optional<GltfRead> read;
  {
    const SpoiltEnvironment spoilt;
    read.emplace(ReadGltf(BytesOf(text)));
    EXPECT_FALSE(FloatEnvironmentIsExact()) << "the caller's environment is put back";
  }
  ASSERT_TRUE(Loads(*read));
  EXPECT_TRUE(SameModel(*expected.model, *read->model));
  EXPECT_EQ(expected.report.issues.size(), read->report.issues.size());
}

TEST(FlushToZero, WritingGivesTheSameBytes) {
  const GltfRead read = Delicate().Read();
  ASSERT_TRUE(Loads(read));
  const Result<std::vector<std::byte>> expected = WriteGlb(*read.model);
  ASSERT_TRUE(expected.ok());
  std::optional<Result<std::vector<std::byte>>> written;
  {
    const SpoiltEnvironment spoilt;
    written.emplace(WriteGlb(*read.model));
    EXPECT_FALSE(FloatEnvironmentIsExact()) << "the caller's environment is put back";
  }
  ASSERT_TRUE(written->ok());
  EXPECT_TRUE(**written == *expected);
}

#else

TEST(FlushToZero, ReadingGivesTheSameBits) {
  GTEST_SKIP() << "this test only knows how to spoil the environment of x86-64";
}

#endif

}  // namespace
}  // namespace sinew::testing
