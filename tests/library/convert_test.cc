// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew convert` does, in C++: a file of any format to a GLB, with its images.
#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "sinew/files.h"
#include "sinew/gltf.h"

namespace sinew {
namespace {

TEST(TheLibrary, ConvertsAFile) {
  const std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) / "sinew_library_convert";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "hero.gltf")
      << R"({"asset":{"version":"2.0"},"nodes":[{"name":"hip"}],"images":[{"uri":"skin.png"}],)"
      << R"("textures":[{"source":0}],"materials":[{"emissiveTexture":{"index":0}}]})";
  std::ofstream(folder / "skin.png") << "not really a picture";

  LoadedModel loaded = LoadModelFile(folder / "hero.gltf");
  ASSERT_TRUE(loaded.model.ok()) << Describe(loaded.model.failure());
  const Result<EmbeddedImages> whole =
      EmbedImages(std::move(loaded.model).value(), ResolverBeside(folder / "hero.gltf"));
  ASSERT_TRUE(whole.ok());
  EXPECT_TRUE(whole->missing.empty());
  const Result<std::vector<std::byte>> glb = WriteGlb(whole->model);
  ASSERT_TRUE(glb.ok());
  ASSERT_FALSE(WriteWholeFile(folder / "hero.glb", *glb));

  const LoadedModel back = LoadModelFile(folder / "hero.glb");
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(back.model.ok()) << Describe(back.model.failure());
  EXPECT_EQ(back.format, FileFormat::kGlb);
  EXPECT_EQ(back.model->parts().images[0].bytes.size(), 20u);
}

}  // namespace
}  // namespace sinew
