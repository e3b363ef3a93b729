// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew validate` does, in C++.
#include <gtest/gtest.h>

#include <span>
#include <string_view>

#include "sinew/gltf.h"

namespace sinew {
namespace {

TEST(TheLibrary, ValidatesAFile) {
  constexpr std::string_view kText =
      R"({"asset":{"version":"2.0"},"nodes":[{"mesh":7}],"scenes":[{"nodes":[0]}],"scene":0})";
  const GltfRead read = ReadGltf(std::as_bytes(std::span(kText)), {});
  ASSERT_FALSE(read.report.issues.empty());
  EXPECT_EQ(read.report.issues[0].code, "UNRESOLVED_REFERENCE");
  EXPECT_EQ(read.report.issues[0].pointer, "/nodes/0/mesh");
}

}  // namespace
}  // namespace sinew
