// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The promise of gltf.h: reading holds at most 64 MiB plus 16 times the input, whatever the input.
// Measured here by counting every operator new; the fuzz target measures the same on small inputs.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/gltf.h"
#include "support/assets.h"
#include "support/counted_new.h"
#include "support/sanitized.h"
#include "support/small_rig.h"

namespace sinew::testing {
namespace {

struct Held {
  std::int64_t most_bytes = 0;
  std::int64_t allowed_bytes = 0;
  GltfRead read;
};

Held MeasureReading(std::span<const std::byte> file, const GltfOptions& options = {}) {
  const HeldBytes held;
  Held result{.read = ReadGltf(file, options)};
  result.most_bytes = held.MostBytes();
  result.allowed_bytes = (std::int64_t{64} << 20) + 16 * static_cast<std::int64_t>(file.size());
  return result;
}

// Loads or breaks a limit, and holds no more than is promised in either case.
void ExpectLittleHeld(std::span<const std::byte> file) {
  const Held held = MeasureReading(file);
  EXPECT_LE(held.most_bytes, held.allowed_bytes) << "for an input of " << file.size();
  if (!held.read.model.ok()) {
    EXPECT_EQ(held.read.model.failure().code, FailureCode::kLimit)
        << Describe(held.read.model.failure());
  }
}

// --- few bytes that mean much, many times ---

TEST(Memory, AThousandChannelsSharingABigAccessorAreRefusedOrTakeLittle) {
  constexpr int kNodes = 1000, kKeys = 20'000;  // 1000 * 20000 * 16 bytes: 320 MB if copied.
  GltfBuilder file;
  std::string channels;
  for (int i = 0; i < kNodes; ++i) {
    file.Node("{'name':'n'}");
    channels += (i == 0 ? "" : ",") +
                ("{'sampler':0,'target':{'path':'translation','node':" + std::to_string(i) + "}}");
  }
  std::vector<float> times, values(3 * kKeys, 0.0f);
  for (int i = 0; i < kKeys; ++i) times.push_back(static_cast<float>(i));
  const int input = file.Floats("SCALAR", times);
  const int output = file.Floats("VEC3", values);
  file.Animation("{'samplers':[{'input':" + std::to_string(input) +
                 ",'output':" + std::to_string(output) + "}],'channels':[" + channels + "]}");
  ExpectLittleHeld(BytesOf(file.Text()));
}

TEST(Memory, AHundredThousandPrimitivesSharingAccessorsAreRefusedOrTakeLittle) {
  constexpr int kPrimitives = 100'000, kVertices = 3000;  // 3.6 GB if copied.
  GltfBuilder file;
  file.Floats("VEC3", std::vector<float>(3 * kVertices, 0.0f));
  std::string primitives;
  for (int i = 0; i < kPrimitives; ++i) {
    primitives += i == 0 ? "{'attributes':{'POSITION':0}}" : ",{'attributes':{'POSITION':0}}";
  }
  file.Mesh("{'primitives':[" + primitives + "]}");
  file.Node("{'mesh':0}");
  ExpectLittleHeld(BytesOf(file.Text()));
}

TEST(Memory, AThousandMorphTargetsSharingAnAccessorAreRefusedOrTakeLittle) {
  constexpr int kTargets = 1000, kVertices = 30'000;  // 360 MB if copied.
  GltfBuilder file;
  file.Floats("VEC3", std::vector<float>(3 * kVertices, 0.0f));
  std::string targets;
  for (int i = 0; i < kTargets; ++i) targets += i == 0 ? "{'POSITION':0}" : ",{'POSITION':0}";
  file.Mesh("{'primitives':[{'attributes':{'POSITION':0},'targets':[" + targets + "]}]}");
  file.Node("{'mesh':0}");
  ExpectLittleHeld(BytesOf(file.Text()));
}

TEST(Memory, AThousandSkinsSharingMatricesAreRefusedOrTakeLittle) {
  constexpr int kSkins = 1000, kJoints = 2000;  // 96 MB of matrices.
  GltfBuilder file;
  std::string joints;
  for (int i = 0; i < kJoints; ++i) {
    file.Node("{}");
    joints += (i == 0 ? "" : ",") + std::to_string(i);
  }
  for (int i = 0; i < kSkins; ++i) file.Skin("{'joints':[" + joints + "]}");
  ExpectLittleHeld(BytesOf(file.Text()));
}

// --- the shortest things that an array may hold, millions of them ---

constexpr std::size_t kManyBytes = std::size_t{kSanitized ? 1 : 4} << 20;

// `item` again and again, with commas, until the text has `bytes`.
std::string Repeated(std::string_view item, std::size_t bytes) {
  std::string text(item);
  while (text.size() < bytes) text.append(",").append(item);
  return text;
}

// A document whose array of that name has these items and nothing else.
void ExpectLittleHeldBy(const std::string& array, std::string_view item) {
  const std::string text = Quoted("{'asset':{'version':'2.0'},'" + array + "':[") +
                           Repeated(Quoted(item), kManyBytes) + "]}";
  const Held held = MeasureReading(BytesOf(text));
  EXPECT_LE(held.most_bytes, held.allowed_bytes)
      << array << " of " << item << " in a file of " << text.size();
}

TEST(Memory, ArraysOfEmptyThingsTakeLittle) {
  for (const char* array :
       {"nodes", "meshes", "skins", "animations", "accessors", "bufferViews", "buffers",
        "materials", "textures", "images", "samplers", "cameras", "scenes", "unknown"}) {
    ExpectLittleHeldBy(array, "{}");
    ExpectLittleHeldBy(array, "0");
    ExpectLittleHeldBy(array, "[]");
  }
  ExpectLittleHeldBy("extensionsUsed", "'a'");
  ExpectLittleHeldBy("extensionsRequired", "'a'");
}

TEST(Memory, TheSmallestThingsWithSomethingInThemTakeLittle) {
  ExpectLittleHeldBy("nodes", "{'name':'a'}");
  ExpectLittleHeldBy("nodes", "{'children':[9]}");
  ExpectLittleHeldBy("nodes", "{'extras':1}");
  ExpectLittleHeldBy("nodes", "{'extensions':{'a':{}}}");
  ExpectLittleHeldBy("meshes", "{'primitives':[{}]}");
  ExpectLittleHeldBy("meshes", "{'primitives':[{'attributes':{}}]}");
  ExpectLittleHeldBy("meshes", "{'primitives':[{'attributes':{'POSITION':0}}]}");
  ExpectLittleHeldBy("skins", "{'joints':[0]}");
  ExpectLittleHeldBy("animations", "{'samplers':[{}],'channels':[{}]}");
  ExpectLittleHeldBy("animations", "{'channels':[{'target':{}}]}");
  ExpectLittleHeldBy("accessors", "{'count':1}");
  ExpectLittleHeldBy("accessors", "{'sparse':{}}");
  ExpectLittleHeldBy("materials", "{'extras':0}");
  ExpectLittleHeldBy("images", "{'uri':'a'}");
  ExpectLittleHeldBy("buffers", "{'uri':'a'}");
  ExpectLittleHeldBy("scenes", "{'nodes':[0]}");
}

TEST(Memory, OneThingWithMillionsOfSmallPartsTakesLittle) {
  for (const auto& [head, item, tail] : std::vector<std::array<std::string, 3>>{
           {"'nodes':[{'children':[", "1", "]}]"},
           {"'skins':[{'joints':[", "0", "]}]"},
           {"'meshes':[{'primitives':[", "{}", "]}]"},
           {"'meshes':[{'weights':[", "0", "],'primitives':[{}]}]"},
           {"'meshes':[{'primitives':[{'attributes':{},'targets':[", "{}", "]}]}]"},
           {"'animations':[{'channels':[", "{}", "]}]"},
           {"'animations':[{'samplers':[", "{}", "]}]"},
           {"'scenes':[{'nodes':[", "0", "]}]"},
           {"'extras':[", "[]", "]"},
           {"'extras':[", "'a'", "]"},
           {"'extras':{", "'a':0", "}"},
           {"'nodes':[{", "'a':0", "}]"}}) {
    const std::string text = Quoted("{'asset':{'version':'2.0'}," + head) +
                             Repeated(Quoted(item), kManyBytes) + Quoted(tail + "}");
    const Held held = MeasureReading(BytesOf(text));
    EXPECT_LE(held.most_bytes, held.allowed_bytes)
        << head << item << " in a file of " << text.size();
  }
}

// --- files of others ---

TEST(Memory, SharedFilesTakeLessThanIsPromised) {
  SINEW_SKIP_WITHOUT_ASSET("assets");
  int count = 0;
  double worst = 0.0;
  std::string worst_path;
  for (const char* ending : {".glb", ".gltf"}) {
    for (const std::string& path : ListAssets("assets", ending)) {
      const auto bytes = ReadFileBytes(AssetPath(path));
      ASSERT_TRUE(bytes.has_value()) << path;
      GltfOptions options;
      std::size_t beside_bytes = 0;  // Buffers beside the file are input too.
      options.resolve = [&, resolve = ResolverBeside(AssetPath(path))](std::string_view uri) {
        auto buffer = resolve(uri);
        if (buffer.ok()) beside_bytes += buffer->size();
        return buffer;
      };
      const Held held = MeasureReading(*bytes, options);
      const auto allowed = held.allowed_bytes + 16 * static_cast<std::int64_t>(beside_bytes);
      EXPECT_LE(held.most_bytes, allowed) << path;
      ++count;
      const double share = static_cast<double>(held.most_bytes) / static_cast<double>(allowed);
      if (share > worst) {
        worst = share;
        worst_path = path;
      }
    }
  }
  std::printf("%d files read; %s takes the most: %.0f %% of what is promised\n", count,
              worst_path.c_str(), 100.0 * worst);
  EXPECT_GT(count, 100);
}

}  // namespace
}  // namespace sinew::testing
