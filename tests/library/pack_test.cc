// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew pack` does, in C++: the defaults are the tool's, whose test holds the bytes of both
// against each other (tests/cli/pack_test.cc).
#include "sinew/pack.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "sinew/gltf.h"
#include "sinew/runtime_file.h"
#include "support/assets.h"

namespace sinew {
namespace {

TEST(TheLibrary, PacksAFileAsTheToolDoes) {
  const char* const path = "assets/khronos/Fox/glTF-Binary/Fox.glb";
  SINEW_SKIP_WITHOUT_ASSET(path);
  const GltfRead read = testing::ReadAsset(path);
  ASSERT_TRUE(read.model.ok());
  const Model& model = *read.model;

  const Result<PackedClips> packed = PackClips(model);
  ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
  std::size_t bytes = 0;
  for (const PackedClip& clip : packed->clips) bytes += clip.size_bytes();
  EXPECT_EQ(bytes, 18'648u);
  EXPECT_TRUE(packed->warnings.empty());

  const Result<AlignedBytes> written = WriteRuntimeFileWithClips(model, packed->clips);
  ASSERT_TRUE(written.ok()) << Describe(written.failure());
  const RuntimeFile file = RuntimeFile::Open(*written).value();
  EXPECT_EQ(file.clip_count(), 3u);
  EXPECT_LE(file.clip_info(0).worst_error, file.info().error_bound);
}

}  // namespace
}  // namespace sinew
