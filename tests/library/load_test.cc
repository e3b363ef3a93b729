// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Loading, as every command does it: the format is told by the content.
#include "sinew/load.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/pack.h"
#include "sinew/runtime_file.h"

namespace sinew {
namespace {

constexpr std::string_view kHip =
    R"({"asset":{"version":"2.0"},"nodes":[{"name":"hip","translation":[0,1,0]}]})";

std::span<const std::byte> BytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(TheLibrary, LoadsAModelOfAnyFormat) {
  const LoadedModel text = LoadModel(BytesOf(kHip), {.up_axis = UpAxis::kZ});
  ASSERT_TRUE(text.model.ok()) << Describe(text.model.failure());
  EXPECT_EQ(text.format, FileFormat::kGltf);
  EXPECT_EQ(text.model->skeleton().joint_count(), 1u);

  const std::vector<std::byte> glb = WriteGlb(*text.model).value();
  const LoadedModel binary = LoadModel(glb);
  ASSERT_TRUE(binary.model.ok());
  EXPECT_EQ(binary.format, FileFormat::kGlb);
  EXPECT_EQ(binary.model->skeleton().parts().rest, text.model->skeleton().parts().rest);

  const LoadedModel scene = LoadModel(BytesOf(
      R"({"scene":{"format":"js3d-v1","transforms":{"hip":{"parent":null,"translation":[0,1,0],)"
      R"("rotation":[0,0,0,1],"scale":[1,1,1]}}},"animator":{"splines":{}}})"));
  EXPECT_EQ(scene.format, FileFormat::kJs3d);
}

TEST(TheLibrary, NamesAFileThatItLoadsNoModelFrom) {
  const Result<Model> model = LoadModel(BytesOf(kHip)).model;
  const AlignedBytes packed = WriteRuntimeFile(*model).value();
  EXPECT_EQ(DetectFormat(packed), FileFormat::kSinew);
  EXPECT_TRUE(IsRuntimeFile(packed));
  const LoadedModel refused = LoadModel(packed);
  ASSERT_FALSE(refused.model.ok());
  EXPECT_EQ(refused.model.failure().code, FailureCode::kUnsupported);
  EXPECT_NE(refused.model.failure().message.find("a packed .sinew file"), std::string::npos);

  const LoadedModel other = LoadModel(BytesOf("v 0 0 0\nv 1 0 0\n"));
  ASSERT_FALSE(other.model.ok());
  EXPECT_EQ(other.format, FileFormat::kUnknown);
  EXPECT_EQ(other.model.failure().code, FailureCode::kSyntax);
  EXPECT_EQ(other.model.failure().message,
            "this is not a glTF, GLB, .js3d or .sinew file; it begins with \"v 0 0 0\\x0av 1 \"");
}

}  // namespace
}  // namespace sinew
