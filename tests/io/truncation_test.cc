// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Every truncation of a file, each in an allocation of exactly its size so that a sanitizer sees
// the first byte read beyond it, and thousands of files with one byte changed. Each must be refused
// with a reason or load and pose.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/js3d.h"
#include "support/assets.h"
#include "support/gltf_builder.h"
#include "support/js3d_builder.h"
#include "support/model_pose.h"
#include "support/random.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

// A rig with a bit of everything: two sets of influences, morphs, a sparse accessor, three kinds of
// interpolation, a material with a picture, a camera, extras.
GltfBuilder Everything() {
  GltfBuilder file =
      SmallRig{.body = "{'mesh':0,'skin':0,'weights':[0.5],'extras':{'a':[1,null,'x']}}",
               .more_skin = ",'skeleton':0,'name':'skin'",
               .attributes =
                   "'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2,'NORMAL':4,'JOINTS_1':5,"
                   "'WEIGHTS_1':6,'TEXCOORD_0':7",
               .more_primitive = ",'targets':[{'POSITION':8}],'indices':9,'material':0"}
          .Build();
  file.Floats("VEC3", {0, 0, 1, 0, 0, 1, 0, 0, 1}, "", Bounds::kLeftOut);
  file.U8("VEC4", std::vector<std::uint8_t>(12, 0));
  file.U8("VEC4", std::vector<std::uint8_t>(12, 0), ",'normalized':true");
  file.Floats("VEC2", {0, 0, 1, 0, 0, 1}, "", Bounds::kLeftOut);
  const int indices = file.U16View({1});
  const int values = file.FloatView({1, 0, 0});
  file.Accessor(
      "{'componentType':5126,'count':3,'type':'VEC3','min':[0,0,0],'max':[1,0,0],"
      "'sparse':{'count':1,'indices':{'bufferView':" +
      std::to_string(indices) +
      ",'componentType':5123},'values':{'bufferView':" + std::to_string(values) + "}}}");
  file.U16("SCALAR", {0, 1, 2});
  const std::string times = std::to_string(file.Floats("SCALAR", {0, 1}));
  const std::string turns = std::to_string(file.Floats("VEC4", {0, 0, 0, 1, 0, 0, 1, 0}));
  const std::string moves =
      std::to_string(file.Floats("VEC3", {0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0}));
  const std::string morphs = std::to_string(file.U8("SCALAR", {0, 255}, ",'normalized':true"));
  file.Animation("{'name':'all','samplers':[{'input':" + times + ",'output':" + turns +
                 "},{'input':" + times + ",'output':" + moves +
                 ",'interpolation':'CUBICSPLINE'},{'input':" + times + ",'output':" + morphs +
                 ",'interpolation':'STEP'}],'channels':["
                 "{'sampler':0,'target':{'node':2,'path':'rotation'}},"
                 "{'sampler':1,'target':{'node':1,'path':'translation'}},"
                 "{'sampler':2,'target':{'node':3,'path':'weights'}}]}");
  file.Root("materials", "[{'pbrMetallicRoughness':{'baseColorTexture':{'index':0}}}]");
  file.Root("textures", "[{'source':0,'sampler':0}]");
  file.Root("samplers", "[{'magFilter':9729,'wrapS':33071}]");
  file.Root("images",
            "[{'uri':'data:image/"
            "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+"
            "M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='}]");
  file.Root("cameras",
            "[{'type':'perspective','perspective':{'yfov':1,'znear':0.1,'aspectRatio':1.5}}]");
  return file;
}

using ReadFunction = std::function<Result<Model>(std::span<const std::byte>)>;

ReadFunction Gltf(Resolver resolve = {}) {
  return [resolve = std::move(resolve)](std::span<const std::byte> bytes) {
    GltfOptions options;
    options.resolve = resolve;
    return ReadGltf(bytes, options).model;
  };
}

Result<Model> Js3d(std::span<const std::byte> bytes) {
  (void)IsJs3d(bytes);
  Result<Js3dScene> scene = ReadJs3d(bytes);
  if (!scene.ok()) return scene.failure();
  return std::move(scene->model);
}

// Reads bytes from an allocation of exactly their size, poses what loads. Returns whether it did.
bool ReadsCleanly(std::span<const std::byte> bytes, const ReadFunction& read_model) {
  const auto exact = std::make_unique<std::byte[]>(bytes.size());
  if (!bytes.empty()) std::memcpy(exact.get(), bytes.data(), bytes.size());
  const Result<Model> read = read_model({exact.get(), bytes.size()});
  if (!read.ok()) {
    EXPECT_FALSE(read.failure().message.empty());
    return false;
  }
  const Model& model = *read;
  for (std::uint32_t clip = 0; clip < model.clips().size(); ++clip) {
    EXPECT_TRUE(PoseModel(model, clip, 0.4 * model.clips()[clip].duration_s()).ok());
  }
  EXPECT_TRUE(PoseModel(model).ok());
  return true;
}

// `most_loaded`: how many may load, as a text that only loses the white space at its end does.
void TruncateEverywhere(const char* name, std::span<const std::byte> file,
                        const ReadFunction& read = Gltf(), std::size_t most_loaded = 0) {
  ASSERT_TRUE(ReadsCleanly(file, read)) << name << " itself must load";
  std::size_t loaded = 0;
  for (std::size_t size = 0; size < file.size(); ++size) {
    loaded += ReadsCleanly(file.first(size), read);
    if (::testing::Test::HasFailure()) FAIL() << name << " cut to " << size << " bytes";
  }
  std::printf("  %s: %zu truncations, %zu of them loaded\n", name, file.size(), loaded);
  EXPECT_LE(loaded, most_loaded);
}

void MutateAtRandom(const char* name, std::span<const std::byte> file, int rounds,
                    const ReadFunction& read = Gltf()) {
  SplitMix64 random(1);
  std::vector<std::byte> changed(file.begin(), file.end());
  int loaded = 0;
  for (int round = 0; round < rounds; ++round) {
    const std::size_t at = random.Next() % changed.size();
    const std::byte was = changed[at];
    // Half of the time another digit, quote or bracket, so that JSON stays JSON now and then.
    constexpr std::string_view kLikely = "0123456789-.eE\"[]{},:";
    changed[at] = random.Next() % 2 == 0
                      ? static_cast<std::byte>(random.Next())
                      : static_cast<std::byte>(kLikely[random.Next() % kLikely.size()]);
    loaded += ReadsCleanly(changed, read);
    if (::testing::Test::HasFailure()) {
      FAIL() << name << ", byte " << at << " changed to " << std::to_integer<int>(changed[at]);
    }
    changed[at] = was;
  }
  std::printf("  %s: %d mutations, %d of them loaded\n", name, rounds, loaded);
  EXPECT_GT(loaded, 0);
  EXPECT_LT(loaded, rounds);
}

TEST(Truncation, TheBuiltFileIsClean) { EXPECT_TRUE(IsClean(Everything().Read())); }

TEST(Truncation, EveryTruncationOfAGlbIsACleanError) {
  TruncateEverywhere("built .glb", Everything().Glb());
}

TEST(Truncation, EveryTruncationOfAGltfIsACleanError) {
  const std::string text = Everything().Text();
  TruncateEverywhere("built .gltf", BytesOf(text));
}

TEST(Truncation, EveryTruncationOfARealGlbIsACleanError) {
  constexpr char kPath[] = "assets/khronos/RiggedSimple/glTF-Binary/RiggedSimple.glb";
  SINEW_SKIP_WITHOUT_ASSET(kPath);
  TruncateEverywhere("RiggedSimple.glb", *ReadFileBytes(AssetPath(kPath)));
}

TEST(Truncation, EveryTruncationOfAFileOrTheBufferBesideItIsACleanError) {
  constexpr char kPath[] = "assets/khronos/RiggedSimple/glTF/RiggedSimple.gltf";
  SINEW_SKIP_WITHOUT_ASSET(kPath);
  const std::vector<std::byte> text = *ReadFileBytes(AssetPath(kPath));
  const Resolver beside = ResolverBeside(AssetPath(kPath));
  TruncateEverywhere("RiggedSimple.gltf", text, Gltf(beside), 1);
  for (std::size_t size = 0; size < 64; ++size) {
    const auto shortened = [&](std::string_view uri) -> Result<std::vector<std::byte>> {
      const Result<SharedBytes> whole = beside(uri);
      if (!whole.ok()) return whole.failure();
      return std::vector<std::byte>(whole->begin(), whole->begin() + size);
    };
    EXPECT_FALSE(ReadsCleanly(text, Gltf(shortened)));
  }
}

TEST(Truncation, FilesWithOneByteChangedAreCleanOrLoad) {
  MutateAtRandom("built .glb", Everything().Glb(), 4000);
  const std::string text = Everything().Text();
  MutateAtRandom("built .gltf", BytesOf(text), 4000);
}

TEST(Truncation, ARealFileWithOneByteChangedIsCleanOrLoads) {
  constexpr char kPath[] = "assets/khronos/RiggedSimple/glTF-Binary/RiggedSimple.glb";
  SINEW_SKIP_WITHOUT_ASSET(kPath);
  MutateAtRandom("RiggedSimple.glb", *ReadFileBytes(AssetPath(kPath)), 2000);
}

TEST(Truncation, EveryTruncationOfAJs3dIsACleanError) {
  const std::string text = EverythingJs3d().Text();
  TruncateEverywhere("built .js3d", BytesOf(text), Js3d);
}

TEST(Truncation, AJs3dWithOneByteChangedIsCleanOrLoads) {
  const std::string text = EverythingJs3d().Text();
  MutateAtRandom("built .js3d", BytesOf(text), 8000, Js3d);
}

// Arrays are packed: what counts is a cut inside of them, too.
TEST(Truncation, EveryTruncationOfAnArrayOfAJs3dIsACleanError) {
  const std::string text = EverythingJs3d().Text();
  std::size_t cuts = 0, loaded = 0;
  for (std::size_t at = text.find(':'); at != text.npos; at = text.find(':', at + 1)) {
    const std::size_t end = text.find('"', at);
    // A packed array is a string that holds a colon.
    if (end == text.npos || text[at - 1] == '"' || text.find_first_of(",{}[] ", at) < end) continue;
    for (std::size_t cut = at + 1; cut < end; ++cut) {
      const std::string shorter = text.substr(0, cut) + text.substr(end);
      loaded += ReadsCleanly(BytesOf(shorter), Js3d);
      ++cuts;
    }
  }
  std::printf("  built .js3d: %zu arrays cut short, %zu of them loaded\n", cuts, loaded);
  EXPECT_GT(cuts, 1000u);
  EXPECT_LT(loaded, cuts / 10);
}

}  // namespace
}  // namespace sinew::testing
