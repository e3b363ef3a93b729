// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What a caller may forbid, and what no file may do whatever the caller forgot: small files that
// ask for much memory or time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <functional>
#include <string>
#include <vector>

#include "sinew/gltf.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

// True where the file was refused for a limit, and the message names it.
::testing::AssertionResult BreaksLimit(const GltfRead& read, std::string_view field) {
  if (auto refused = IsRefused(read, FailureCode::kLimit); !refused) return refused;
  if (read.model.failure().message.find(field) != std::string::npos) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << "the message does not name " << field << ": " << read.model.failure().message;
}

template <typename Field, typename Value>
GltfOptions Limited(Field GltfLimits::* field, Value value) {
  GltfOptions options;
  options.limits.*field = static_cast<Field>(value);
  return options;
}

TEST(Limits, AFileOfMoreThanMaxFileBytesIsRefused) {
  const GltfBuilder file = SmallRig{}.Build();
  const std::size_t size = file.Text().size();
  EXPECT_TRUE(Loads(file.Read(Limited(&GltfLimits::max_file_bytes, size))));
  EXPECT_TRUE(
      BreaksLimit(file.Read(Limited(&GltfLimits::max_file_bytes, size - 1)), "max_file_bytes"));
}

// A file of a thousand buffers, `uri` giving the name of each, and views of the first `view_count`.
std::string ThousandBuffers(int view_count, const std::function<std::string(int)>& uri) {
  std::string buffers, views;
  for (int i = 0; i < 1000; ++i) {
    const std::string comma = i == 0 ? "" : ",";
    buffers += comma + R"({"byteLength":4,"uri":")" + uri(i) + "\"}";
    if (i >= view_count) continue;
    views += comma + R"({"byteLength":4,"buffer":)" + std::to_string(i) + "}";
  }
  return R"({"asset":{"version":"2.0"},"buffers":[)" + buffers + "]" +
         (views.empty() ? "" : R"(,"bufferViews":[)" + views + "]") + "}";
}

// Counts what is asked for; everything is four bytes, or nothing is there at all.
struct CountingResolver {
  explicit CountingResolver(bool finds) {
    options.resolve = [this, finds](std::string_view) -> Result<std::vector<std::byte>> {
      ++fetches;
      if (!finds) return Failure{FailureCode::kResource, "", "no such file"};
      return std::vector<std::byte>(4);
    };
  }
  GltfOptions options;
  int fetches = 0;
};

TEST(Limits, AFileThatManyBuffersNameIsFetchedOnce) {
  CountingResolver there(true);
  const std::string file = ThousandBuffers(1000, [](int) { return "b.bin"; });
  EXPECT_TRUE(Loads(ReadGltf(BytesOf(file), there.options)));
  EXPECT_EQ(there.fetches, 1);
}

TEST(Limits, AFileIsFetchedOnceHoweverItsPathIsWritten) {
  CountingResolver there(true);
  constexpr const char* kSpellings[] = {"a/b.bin", "./a/././b.bin", "a//b%2Ebin"};
  const std::string file = ThousandBuffers(1000, [&](int i) { return kSpellings[i % 3]; });
  EXPECT_TRUE(Loads(ReadGltf(BytesOf(file), there.options)));
  EXPECT_EQ(there.fetches, 1);
}

TEST(Limits, AMissingFileThatManyBuffersNameIsAskedForOnceAndReportedForEach) {
  CountingResolver missing(false);
  const std::string file = ThousandBuffers(1000, [](int) { return "b.bin"; });
  const GltfRead read = ReadGltf(BytesOf(file), missing.options);
  EXPECT_EQ(missing.fetches, 1);
  EXPECT_TRUE(Reports(read, "IO_ERROR", "/buffers/0/uri"));
  EXPECT_TRUE(Reports(read, "IO_ERROR", "/buffers/999/uri"));
}

TEST(Limits, BuffersThatNoViewReadsAreNotFetched) {
  CountingResolver there(true);
  const std::string file =
      ThousandBuffers(1, [](int i) { return "b" + std::to_string(i) + ".bin"; });
  EXPECT_TRUE(Loads(ReadGltf(BytesOf(file), there.options)));
  EXPECT_EQ(there.fetches, 1);
}

TEST(Limits, ABufferWithoutBytesThatNothingReadsIsNoReasonToRefuse) {
  GltfBuilder file = SmallRig{}.Build();
  const std::string buffer = "{'byteLength':" + std::to_string(file.buffer().size()) +
                             ",'uri':'data:application/octet-stream;base64," +
                             Base64(file.buffer()) + "'}";
  file.Root("buffers", "[" + buffer + ",{'byteLength':648}]");
  EXPECT_TRUE(Loads(file.Read()));
}

TEST(Limits, AFileThatManyImagesNameIsFetchedOnce) {
  std::string images;
  for (int i = 0; i < 1000; ++i) images += std::string(i == 0 ? "" : ",") + R"({"uri":"p.png"})";
  const std::string file = R"({"asset":{"version":"2.0"},"images":[)" + images + "]}";
  for (const bool finds : {true, false}) {
    CountingResolver resolver(finds);
    const GltfRead read = ReadGltf(BytesOf(file), resolver.options);
    EXPECT_TRUE(Loads(read));
    EXPECT_EQ(resolver.fetches, 1);
    const char* const code = finds ? "IMAGE_UNRECOGNIZED_FORMAT" : "IO_ERROR";
    EXPECT_TRUE(Reports(read, code, finds ? "/images/999" : "/images/999/uri"));
  }
}

TEST(Limits, ABufferOfMoreThanMaxFileBytesBesideTheFileIsRefused) {
  GltfBuilder file = SmallRig{}.Build();
  const std::vector<std::byte> buffer = file.buffer();
  file.Root("buffers", "[{'byteLength':" + std::to_string(buffer.size()) + ",'uri':'b.bin'}]");
  GltfOptions options;
  options.resolve = [&](std::string_view) -> Result<std::vector<std::byte>> {
    std::vector<std::byte> larger = buffer;
    larger.resize(1 << 20);
    return larger;
  };
  EXPECT_TRUE(Loads(file.Read(options)));
  options.limits.max_file_bytes = (1 << 20) - 1;
  EXPECT_TRUE(BreaksLimit(file.Read(options), "max_file_bytes"));
}

// A file beyond 4 GiB is refused for its size before a byte of it is read.
TEST(Limits, AFileBeyondFourGibibytesIsRefusedUnread) {
  constexpr std::size_t kSize = (std::size_t{4} << 30) + 4096;
  void* memory =
      mmap(nullptr, kSize, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) GTEST_SKIP() << "no address space for 4 GiB";
  const GltfRead read = ReadGltf({static_cast<const std::byte*>(memory), kSize});
  munmap(memory, kSize);
  EXPECT_TRUE(BreaksLimit(read, "max_file_bytes"));
}

TEST(Limits, JsonNestedDeeperThanMaxJsonDepthIsRefused) {
  GltfBuilder file = SmallRig{}.Build();
  file.Root("extras", std::string(100, '[') + std::string(100, ']'));
  EXPECT_TRUE(Loads(file.Read()));
  EXPECT_TRUE(BreaksLimit(file.Read(Limited(&GltfLimits::max_json_depth, 100)), "max_json_depth"));
  file.Root("extras", std::string(1'000'000, '[') + std::string(1'000'000, ']'));
  EXPECT_TRUE(BreaksLimit(file.Read(), "max_json_depth"));
}

TEST(Limits, JsonOfMoreThanMaxJsonBytesIsRefused) {
  const std::string file = R"({"asset":{"version":"2.0"}})";
  EXPECT_TRUE(Loads(ReadGltf(BytesOf(file), Limited(&GltfLimits::max_json_bytes, file.size()))));
  EXPECT_TRUE(
      BreaksLimit(ReadGltf(BytesOf(file), Limited(&GltfLimits::max_json_bytes, file.size() - 1)),
                  "max_json_bytes"));
}

TEST(Limits, JsonOfMoreThanMaxJsonValuesIsRefused) {
  // Two objects, two keys and a string.
  const std::string file = R"({"asset":{"version":"2.0"}})";
  EXPECT_TRUE(Loads(ReadGltf(BytesOf(file), Limited(&GltfLimits::max_json_values, 5))));
  EXPECT_TRUE(BreaksLimit(ReadGltf(BytesOf(file), Limited(&GltfLimits::max_json_values, 4)),
                          "max_json_values"));
}

TEST(Limits, MoreThanMaxNodesAreRefused) {
  EXPECT_TRUE(Loads(SmallRig{}.Read(Limited(&GltfLimits::max_nodes, 4))));
  EXPECT_TRUE(BreaksLimit(SmallRig{}.Read(Limited(&GltfLimits::max_nodes, 3)), "max_nodes"));
}

TEST(Limits, ASkinOfMoreThanMaxSkinJointsIsRefused) {
  EXPECT_TRUE(Loads(SmallRig{}.Read(Limited(&GltfLimits::max_skin_joints, 2))));
  EXPECT_TRUE(
      BreaksLimit(SmallRig{}.Read(Limited(&GltfLimits::max_skin_joints, 1)), "max_skin_joints"));
}

TEST(Limits, APrimitiveOfMoreThanMaxAttributesIsRefused) {
  EXPECT_TRUE(Loads(SmallRig{}.Read()));
  EXPECT_TRUE(
      BreaksLimit(SmallRig{}.Read(Limited(&GltfLimits::max_attributes, 1)), "max_attributes"));
}

TEST(Limits, MoreThanMaxExtensionsInEitherListAreRefused) {
  const std::string used = R"("extensionsUsed":["KHR_materials_one","KHR_materials_two"])";
  const std::string required = R"("extensionsRequired":["KHR_materials_one","KHR_materials_two"])";
  for (const std::string& list : {used, required}) {
    const std::string file = R"({"asset":{"version":"2.0"},)" + list + "}";
    EXPECT_TRUE(Loads(ReadGltf(BytesOf(file), Limited(&GltfLimits::max_extensions, 2))));
    EXPECT_TRUE(BreaksLimit(ReadGltf(BytesOf(file), Limited(&GltfLimits::max_extensions, 1)),
                            "max_extensions"));
  }
}

TEST(Limits, AnAccessorOfMoreThanMaxAccessorElementsIsRefused) {
  EXPECT_TRUE(Loads(SmallRig{}.Read(Limited(&GltfLimits::max_accessor_elements, 3))));
  EXPECT_TRUE(BreaksLimit(SmallRig{}.Read(Limited(&GltfLimits::max_accessor_elements, 2)),
                          "max_accessor_elements"));
}

TEST(Limits, DecodingMoreThanMaxDecodedBytesIsRefused) {
  GltfOptions options;
  options.limits.max_decoded_bytes = 16;
  options.limits.max_decoded_ratio = 0;
  EXPECT_TRUE(BreaksLimit(SmallRig{}.Read(options), "max_decoded_bytes"));
  options.limits.max_decoded_ratio = 10;
  EXPECT_TRUE(Loads(SmallRig{}.Read(options)));
}

TEST(Limits, StrictRefusesAnyErrorAndNamesIt) {
  GltfOptions strict;
  strict.strict = true;
  const SmallRig rig{.more_skin = ",'skeleton':3"};
  EXPECT_TRUE(Loads(rig.Read()));
  const GltfRead read = rig.Read(strict);
  ASSERT_TRUE(IsRefused(read, FailureCode::kInvalid));
  EXPECT_THAT(Describe(read.model.failure()), ::testing::HasSubstr("SKIN_SKELETON_INVALID"));
  // A warning is no error.
  EXPECT_TRUE(Loads(SmallRig{.body = "{'mesh':0,'skin':0,'translation':[1,2,3]}"}.Read(strict)));
}

TEST(Limits, IssuesBeyondTheLimitAreCountedNotKept) {
  GltfOptions options;
  options.max_issues = 3;
  std::vector<std::string> nodes(20, "{'rotation':[0,0,0,2]}");
  const GltfRead read = SmallRig{.more_nodes = nodes}.Read(options);
  EXPECT_EQ(read.report.issues.size(), 3u);
  EXPECT_GE(read.report.errors(), 20u);
}

// --- bombs ---

// 2^28 vertices in a hundred bytes: a sparse accessor needs no bytes for its zeros.
TEST(Limits, ASparseAccessorOfNothingIsRefused) {
  GltfBuilder file;
  const int indices = file.U16View({1});
  const int values = file.FloatView({1, 0, 0});
  file.Accessor(
      "{'componentType':5126,'count':268435456,'type':'VEC3','min':[0,0,0],"
      "'max':[1,0,0],'sparse':{'count':1,'indices':{'bufferView':" +
      std::to_string(indices) +
      ",'componentType':5123},'values':{'bufferView':" + std::to_string(values) + "}}}");
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0}}]}");
  file.Node("{'mesh':0}");
  EXPECT_TRUE(BreaksLimit(file.Read(), "max_decoded_bytes"));
}

// Accessors that nothing uses, all with the same sparse indices: `order` makes index i of them.
GltfBuilder SharedSparseIndices(const std::function<std::uint16_t(std::uint32_t)>& order) {
  constexpr std::uint32_t kIndices = 60'000;  // 120 kB of them; looked at 300 times, 72 MB.
  GltfBuilder file;
  std::vector<std::uint16_t> indices;
  for (std::uint32_t i = 0; i < kIndices; ++i) indices.push_back(order(i));
  const std::string index_view = std::to_string(file.U16View(indices));
  const std::vector<std::byte> zeros(kIndices);
  const std::string value_view = std::to_string(file.View(zeros));
  for (int i = 0; i < 300; ++i) {
    file.Accessor(
        "{'componentType':5121,'count':60000,'type':'SCALAR','sparse':{'count':60000,"
        "'indices':{'bufferView':" +
        index_view + ",'componentType':5123},'values':{'bufferView':" + value_view + "}}}");
  }
  return file;
}

TEST(Limits, SparseAccessorsMayNotHaveOneListOfIndicesLookedAtForEver) {
  const GltfBuilder file =
      SharedSparseIndices([](std::uint32_t i) { return static_cast<std::uint16_t>(i); });
  EXPECT_TRUE(BreaksLimit(file.Read(), "max_decoded_bytes"));
}

TEST(Limits, UnsortedSparseIndicesThatManyShareAreNotReportedForEver) {
  const GltfBuilder file =
      SharedSparseIndices([](std::uint32_t i) { return static_cast<std::uint16_t>(59'999 - i); });
  GltfOptions options;
  // Enough to look at all of them once, not enough to go through them again for the report.
  options.limits.max_decoded_bytes = 90'000'000;
  options.limits.max_decoded_ratio = 0;
  EXPECT_TRUE(BreaksLimit(file.Read(options), "max_decoded_bytes"));
}

// An accessor without a view is zeros, as many as it likes.
TEST(Limits, AnAccessorWithoutAViewIsRefusedWhenHuge) {
  GltfBuilder file;
  file.Accessor(
      "{'componentType':5126,'count':268435456,'type':'VEC3','min':[0,0,0],"
      "'max':[0,0,0]}");
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0}}]}");
  file.Node("{'mesh':0}");
  EXPECT_TRUE(BreaksLimit(file.Read(), "max_decoded_bytes"));
}

}  // namespace
}  // namespace sinew::testing
