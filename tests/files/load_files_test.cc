// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "sinew/files.h"
#include "sinew/pack.h"
#include "support/js3d_builder.h"
#include "support/scratch_folder.h"

namespace sinew::testing {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

// One triangle in a buffer of that URI.
std::string Triangle(std::string_view uri) {
  return R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":36,"uri":")" + std::string(uri) +
         R"("}],"bufferViews":[{"buffer":0,"byteLength":36}],"accessors":[{"bufferView":0,)"
         R"("componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[0,0,0]}],)"
         R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}]})";
}

std::string PackedTriangle(const ScratchFolder& folder) {
  folder.Write("t.bin", std::string(36, '\0'));
  const LoadedModel model = LoadModelFile(folder.Write("t.gltf", Triangle("t.bin")));
  const AlignedBytes packed = WriteRuntimeFile(*model.model).value();
  return {reinterpret_cast<const char*>(packed.data()), packed.size()};
}

TEST(LoadFiles, FilesOfEveryKindBecomeAssets) {
  const ScratchFolder folder;
  const fs::path sinew = folder.Write("a.sinew", PackedTriangle(folder));
  const fs::path js3d = folder.Write("arm.js3d", Arm().Text());
  for (const auto& [path, format] :
       {std::pair(folder / "t.gltf", FileFormat::kGltf), std::pair(sinew, FileFormat::kSinew),
        std::pair(js3d, FileFormat::kJs3d)}) {
    const LoadedAsset loaded = LoadAssetFile(path);
    ASSERT_TRUE(loaded.asset.ok()) << path << Describe(loaded.asset.failure());
    EXPECT_EQ(loaded.format, format);
    EXPECT_EQ(loaded.asset->primitives().size(), 1u) << path;
  }
}

TEST(LoadFiles, AMappedFileStaysAfterItIsUnlinkedAndIsGivenBackWithTheLastCopy) {
  const ScratchFolder folder;
  const fs::path path = folder.Write("a.sinew", PackedTriangle(folder));
  const auto is_mapped = [&] {
    std::ifstream maps("/proc/self/maps");
    const std::string all{std::istreambuf_iterator<char>(maps), {}};
    return all.find(path.string()) != std::string::npos;
  };
  std::optional<Asset> kept;
  {
    const LoadedAsset loaded = LoadAssetFile(path);
    ASSERT_TRUE(loaded.asset.ok());
    kept = *loaded.asset;
  }
  EXPECT_TRUE(is_mapped());
  fs::remove(path);
  EXPECT_EQ(kept->primitives()[0].vertices.vertex_count(), 3u);
  kept.reset();
  EXPECT_FALSE(is_mapped());
}

TEST(LoadFiles, ARefusedMappingIsGivenBackAndPipesAreReadInstead) {
  const ScratchFolder folder;
  const std::string packed = PackedTriangle(folder);
  const fs::path cut = folder.Write("cut.sinew", packed.substr(0, packed.size() / 2));
  const LoadedAsset refused = LoadAssetFile(cut);
  ASSERT_FALSE(refused.asset.ok());
  EXPECT_EQ(refused.format, FileFormat::kSinew);
  std::ifstream maps("/proc/self/maps");
  const std::string all{std::istreambuf_iterator<char>(maps), {}};
  EXPECT_EQ(all.find(cut.string()), std::string::npos);

  const fs::path pipe = folder / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::jthread writer([&] { std::ofstream(pipe, std::ios::binary) << packed; });
  const LoadedAsset piped = LoadAssetFile(pipe);
  EXPECT_TRUE(piped.asset.ok()) << Describe(piped.asset.failure());
  EXPECT_EQ(piped.format, FileFormat::kSinew);
}

TEST(LoadFiles, WhatCannotBeReadIsCalledByItsName) {
  const ScratchFolder folder;
  fs::create_symlink("gone.glb", folder / "dangling.glb");
  folder.Write("empty.glb", "");
  folder.Write("long.gltf", Triangle("t.bin"));
  const FileOptions small{.load = {.limits = {.max_file_bytes = 10}}};
  struct Case {
    fs::path path;
    FailureCode code;
    const char* message;
  };
  for (const Case& one :
       {Case{folder / "none.glb", FailureCode::kResource, "cannot open: No such file or directory"},
        Case{folder / "dangling.glb", FailureCode::kResource,
             "cannot open: it is a link to \"gone.glb\", which is not there"},
        Case{folder.path(), FailureCode::kResource, "is a directory, not a file"},
        Case{folder / "empty.glb", FailureCode::kResource, "is empty, 0 bytes"},
        Case{folder / "long.gltf", FailureCode::kLimit,
             "is larger than 10 bytes, the limit max_file_bytes"}}) {
    const LoadedModel model = LoadModelFile(one.path, small);
    ASSERT_FALSE(model.model.ok()) << one.path;
    EXPECT_EQ(model.model.failure().code, one.code);
    EXPECT_EQ(model.model.failure().message, one.message);
    const LoadedAsset asset = LoadAssetFile(one.path, small);
    ASSERT_FALSE(asset.asset.ok()) << one.path;
    EXPECT_EQ(asset.asset.failure().code, one.code);
    EXPECT_EQ(asset.asset.failure().message, one.message);
  }
}

TEST(LoadFiles, ARootAllowsBuffersAndImagesBesideTheFolder) {
  const ScratchFolder folder;
  folder.Write("buffers/t.bin", std::string(36, '\0'));
  const fs::path path = folder.Write("models/t.gltf", Triangle("../buffers/t.bin"));
  const LoadedModel refused = LoadModelFile(path);
  ASSERT_FALSE(refused.model.ok());
  EXPECT_EQ(refused.model.failure().code, FailureCode::kResource);
  EXPECT_THAT(refused.model.failure().message, HasSubstr("--root DIR"));
  EXPECT_TRUE(LoadModelFile(path, {.root = folder.path()}).model.ok());
  EXPECT_FALSE(LoadModelFile(path, {.root = folder / "models"}).model.ok());
}

}  // namespace
}  // namespace sinew::testing
