// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Images beside a file: each is read once, held once and written once, however many images of the
// file name it, and none beyond the limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "sinew/files.h"
#include "sinew/pack.h"
#include "support/scratch_folder.h"

namespace sinew::testing {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

constexpr std::size_t kImageBytes = 100'000;

// A file with an image and a texture per URI, which begin as those of PNG do.
fs::path WriteScene(const ScratchFolder& folder, const std::vector<std::string>& uris) {
  std::string images, textures;
  for (std::size_t i = 0; i < uris.size(); ++i) {
    const std::string comma = i == 0 ? "" : ",";
    images += comma + R"({"mimeType":"image/png","uri":")" + uris[i] + R"("})";
    textures += comma + R"({"source":)" + std::to_string(i) + "}";
  }
  return folder.Write("scene.gltf", R"({"asset":{"version":"2.0"},"images":[)" + images +
                                        R"(],"textures":[)" + textures + "]}");
}

Result<EmbeddedImages> Embed(const fs::path& path, const FileOptions& options = {}) {
  LoadedModel loaded = LoadModelFile(path, options);
  if (!loaded.model.ok()) return loaded.model.failure();
  return EmbedImages(std::move(loaded.model).value(), ResolverBeside(path, options));
}

// How many different places in memory hold the images' bytes.
std::size_t PlacesOf(const Model& model) {
  std::set<const std::byte*> places;
  for (const Image& image : model.images()) places.insert(image.bytes.data());
  return places.size();
}

void ExpectOnce(const Model& model, std::size_t image_count) {
  ASSERT_EQ(model.images().size(), image_count);
  EXPECT_EQ(PlacesOf(model), 1u);
  const std::vector<std::byte> glb = WriteGlb(model).value();
  EXPECT_LT(glb.size(), 2 * kImageBytes);
  const LoadedModel back = LoadModel(glb);
  ASSERT_TRUE(back.model.ok()) << Describe(back.model.failure());
  ASSERT_EQ(back.model->images().size(), image_count);
  EXPECT_EQ(PlacesOf(*back.model), 1u);
  for (const Image& image : back.model->images()) {
    EXPECT_EQ(image.bytes, model.images()[0].bytes);
  }
}

TEST(ImagesBeside, OneThatIsNamedAHundredTimesIsHeldAndWrittenOnce) {
  const ScratchFolder folder;
  folder.Write("a.png", std::string(kImageBytes, 'a'));
  const auto embedded = Embed(WriteScene(folder, std::vector<std::string>(100, "a.png")));
  ASSERT_TRUE(embedded.ok() && embedded->missing.empty());
  ExpectOnce(embedded->model, 100);
}

TEST(ImagesBeside, LinksToOneFileAreOneFile) {
  const ScratchFolder folder;
  folder.Write("a.png", std::string(kImageBytes, 'a'));
  std::vector<std::string> uris;
  for (int i = 0; i < 50; ++i) {
    uris.push_back("link" + std::to_string(i));
    fs::create_symlink("a.png", folder / uris.back());
    uris.push_back("hard" + std::to_string(i));
    fs::create_hard_link(folder / "a.png", folder / uris.back());
  }
  const auto embedded = Embed(WriteScene(folder, uris));
  ASSERT_TRUE(embedded.ok() && embedded->missing.empty());
  ExpectOnce(embedded->model, 100);
}

TEST(ImagesBeside, EqualFilesAreWrittenOnceAndOthersAreNot) {
  const ScratchFolder folder;
  folder.Write("a.png", std::string(kImageBytes, 'a'));
  folder.Write("b.png", std::string(kImageBytes, 'a'));
  folder.Write("c.png", std::string(kImageBytes, 'c'));
  const auto embedded = Embed(WriteScene(folder, {"a.png", "b.png", "c.png"}));
  ASSERT_TRUE(embedded.ok() && embedded->missing.empty());
  EXPECT_EQ(PlacesOf(embedded->model), 3u);
  const std::vector<std::byte> glb = WriteGlb(embedded->model).value();
  EXPECT_GT(glb.size(), 2 * kImageBytes);
  EXPECT_LT(glb.size(), 3 * kImageBytes);
  const Model back = LoadModel(glb).model.value();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(back.images()[i].bytes, embedded->model.images()[i].bytes);
  }
}

TEST(ImagesBeside, ARuntimeFileHoldsEqualImagesOnceAndTexturesShowIt) {
  const ScratchFolder folder;
  folder.Write("a.png", std::string(kImageBytes, 'a'));
  folder.Write("c.png", std::string(kImageBytes, 'c'));
  const auto embedded = Embed(WriteScene(folder, {"a.png", "c.png", "a.png", "a.png"}));
  ASSERT_TRUE(embedded.ok() && embedded->missing.empty());
  const AlignedBytes bytes = WriteRuntimeFile(embedded->model, {}, {.embed_images = true}).value();
  EXPECT_LT(bytes.size(), 3 * kImageBytes);
  const Asset asset = Asset::Open(bytes).value();
  for (std::size_t i = 0; i < 4; ++i) {
    const std::uint32_t image = asset.textures()[i].image.value();
    ASSERT_EQ(asset.images()[image].bytes.size(), kImageBytes);
    EXPECT_EQ(asset.images()[image].bytes[0], std::byte(i == 1 ? 'c' : 'a'));
  }
  const auto again = EmbedImages(ToModel(asset).value(), nullptr);
  ASSERT_TRUE(again.ok());
  EXPECT_TRUE(again->missing.empty());  // Nobody misses those that were equal.
}

TEST(ImagesBeside, OneThatIsTooLargeIsNamedByItsLimitAndNotRead) {
  const ScratchFolder folder;
  fs::resize_file(folder.Write("a.png", ""), std::uint64_t{6} << 40);  // Holes take no space.
  const auto embedded = Embed(WriteScene(folder, {"a.png"}));
  ASSERT_TRUE(embedded.ok());
  ASSERT_EQ(embedded->missing.size(), 1u);
  EXPECT_EQ(embedded->missing[0].code, FailureCode::kLimit);
  EXPECT_EQ(Describe(embedded->missing[0]),
            "/images/0: \"a.png\" is not read: is larger than 268435456 bytes, the limit "
            "max_image_bytes");
}

TEST(ImagesBeside, AllTogetherAreHeldToTheirLimitAndEachCountsOnce) {
  const ScratchFolder folder;
  folder.Write("a.png", std::string(kImageBytes, 'a'));
  folder.Write("b.png", std::string(kImageBytes, 'b'));
  fs::create_symlink("a.png", folder / "link");
  FileOptions options;
  options.load.limits.max_images_bytes = 3 * kImageBytes / 2;
  const fs::path path = WriteScene(folder, {"a.png", "link", "b.png"});
  const auto embedded = Embed(path, options);
  ASSERT_TRUE(embedded.ok());
  ASSERT_EQ(embedded->missing.size(), 1u);
  EXPECT_EQ(embedded->missing[0].code, FailureCode::kLimit);
  EXPECT_EQ(embedded->missing[0].place, "/images/2");
  EXPECT_THAT(embedded->missing[0].message, HasSubstr("the limit max_images_bytes"));
  options.load.limits.max_images_bytes = 2 * kImageBytes;
  EXPECT_TRUE(Embed(path, options).value().missing.empty());
}

// Looking at the headers of images meets the same limits.
TEST(ImagesBeside, ReadingAFileReportsImagesBeyondTheLimits) {
  const ScratchFolder folder;
  fs::resize_file(folder.Write("a.png", ""), std::uint64_t{6} << 40);
  const LoadedModel loaded = LoadModelFile(WriteScene(folder, {"a.png"}));
  ASSERT_TRUE(loaded.model.ok()) << Describe(loaded.model.failure());
  bool is_named = false;
  for (const Issue& issue : loaded.report.issues) {
    is_named = is_named || issue.message.find("max_image_bytes") != std::string::npos;
  }
  EXPECT_TRUE(is_named);
}

// A buffer of several names is one input, and one copy.
TEST(BuffersBeside, LinksToOneFileCountAsInputOnce) {
  const ScratchFolder folder;
  folder.Write("a.bin", std::string(1 << 20, '\0'));
  std::string buffers, views, accessors, primitives;
  for (int i = 0; i < 20; ++i) {
    const std::string n = std::to_string(i), comma = i == 0 ? "" : ",";
    fs::create_symlink("a.bin", folder / ("link" + n));
    buffers += comma + R"({"byteLength":1048576,"uri":"link)" + n + R"("})";
    views += comma + R"({"buffer":)" + n + R"(,"byteLength":1048572})";
    accessors +=
        comma + R"({"bufferView":)" + n +
        R"(,"componentType":5126,"count":87381,"type":"VEC3","min":[0,0,0],"max":[0,0,0]})";
    primitives += comma + R"({"attributes":{"POSITION":)" + n + "}}";
  }
  const fs::path path =
      folder.Write("scene.gltf", R"({"asset":{"version":"2.0"},"buffers":[)" + buffers +
                                     R"(],"bufferViews":[)" + views + R"(],"accessors":[)" +
                                     accessors + R"(],"meshes":[{"primitives":[)" + primitives +
                                     R"(]}],"nodes":[{"mesh":0}]})");
  FileOptions options;
  options.load.limits.max_decoded_bytes = 1 << 20;
  options.load.limits.max_decoded_ratio = 10;
  const LoadedModel loaded = LoadModelFile(path, options);
  ASSERT_FALSE(loaded.model.ok()) << "20 MB were decoded out of one";
  EXPECT_EQ(loaded.model.failure().code, FailureCode::kLimit);
}

}  // namespace
}  // namespace sinew::testing
