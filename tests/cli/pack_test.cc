// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew pack, and .sinew files in the commands that read them.
#include "sinew/pack.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstring>
#include <string>

#include "cli/run_tool.h"
#include "sinew/runtime_file.h"
#include "support/assets.h"
#include "support/vertex_deviation.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Pack, AFilePlaysTheBitsThatPackingInMemoryGives) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk", "run"}));
  const std::string out = folder / "thing.sinew";
  const ToolRun run = RunTool({"pack", in, "-o", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, AllOf(HasSubstr("thing.sinew"), HasSubstr("format 2"), HasSubstr("walk"),
                             HasSubstr("the bound is")));
  EXPECT_EQ(RunTool({"hash", out}).out, RunTool({"hash", "--packed", in}).out);
  EXPECT_EQ(RunTool({"hash", "--trace", out}).out,
            RunTool({"hash", "--trace", "--packed", in}).out);
  EXPECT_THAT(folder.Names(), ElementsAre("thing.gltf", "thing.sinew"));
}

TEST(Pack, ASkinnedCharacterPlaysThemToo) {
  const char* const path = "assets/khronos/RiggedFigure/glTF-Binary/RiggedFigure.glb";
  SINEW_SKIP_WITHOUT_ASSET(path);
  const Folder folder;
  const std::string out = folder / "figure.sinew";
  ASSERT_EQ(RunTool({"pack", AssetPath(path), "-o", out, "--error", "0.5cm"}).exit_code, 0);
  const ToolRun packed = RunTool({"hash", out});
  EXPECT_EQ(packed.exit_code, 0) << packed.err;
  EXPECT_EQ(packed.out, RunTool({"hash", "--packed", "--error", "0.005", AssetPath(path)}).out);
}

// Its tail, its snout and its paws stand far from their joints.
TEST(Pack, TheErrorIsOneOfVertices) {
  const char* const path = "assets/khronos/Fox/glTF-Binary/Fox.glb";
  SINEW_SKIP_WITHOUT_ASSET(path);
  const Folder folder;
  const std::string out = folder / "fox.sinew";
  ASSERT_EQ(RunTool({"pack", AssetPath(path), "-o", out}).exit_code, 0);
  const std::string text = ReadText(out);
  AlignedBytes bytes(text.size());
  std::memcpy(bytes.data(), text.data(), text.size());
  const RuntimeFile file = RuntimeFile::Open(bytes).value();
  const GltfRead read = ReadAsset(path);
  ASSERT_TRUE(read.model.ok());
  const VertexGauge gauge(*read.model);
  ASSERT_EQ(file.clip_count(), 3u);
  for (std::uint32_t clip = 0; clip < file.clip_count(); ++clip) {
    const VertexDeviation found = gauge.Measure(read.model->clips()[clip], file.clip(clip).value());
    EXPECT_LE(found.distance, static_cast<double>(file.info().error_bound)) << clip;
    EXPECT_GT(found.distance, 0.0) << clip;
  }
}

TEST(Pack, TheLibrarysDefaultsAreTheTools) {
  const char* const path = "assets/khronos/Fox/glTF-Binary/Fox.glb";
  SINEW_SKIP_WITHOUT_ASSET(path);
  const Folder folder;
  ASSERT_EQ(RunTool({"pack", AssetPath(path), "-o", folder / "fox.sinew"}).exit_code, 0);
  const GltfRead read = ReadAsset(path);
  ASSERT_TRUE(read.model.ok());
  const AlignedBytes bytes = WriteRuntimeFile(*read.model).value();
  const std::string text = ReadText(folder / "fox.sinew");
  ASSERT_EQ(text.size(), bytes.size());
  EXPECT_EQ(std::memcmp(text.data(), bytes.data(), text.size()), 0);
}

TEST(Pack, ABoundThatFloatsCannotShowIsAWarning) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  const ToolRun run = RunTool({"pack", in, "-o", folder / "x.sinew", "--error", "1e-9mm"});
  EXPECT_THAT(run.err, AllOf(HasSubstr("warning: the error bound of 1e-12"), HasSubstr("apart")));
  EXPECT_THAT(RunTool({"pack", in, "-o", folder / "x.sinew", "--error", "0.1mm"}).err, IsEmpty());
}

TEST(Pack, TheErrorIsALengthInEveryCommand) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  const auto hash = [&](const char* error) {
    const ToolRun run = RunTool({"hash", in, "--packed", "--json", "--error", error});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.out;
  };
  EXPECT_EQ(hash("2.5mm"), hash("0.0025"));
  EXPECT_EQ(hash("0.25 cm"), hash("0.0025m"));
  EXPECT_NE(hash("25mm"), hash("0.0025"));
  for (const std::vector<std::string>& command : {std::vector<std::string>{"hash", in, "--packed"},
                                                  {"mix", in, "--play", "walk", "--packed"},
                                                  {"bench", in, "--only", "load", "--repeat", "1"},
                                                  {"pack", in, "-o", folder / "x.sinew"}}) {
    std::vector<std::string> good = command, bad = command;
    good.insert(good.end(), {"--error", "1mm"});
    bad.insert(bad.end(), {"--error", "1km"});
    EXPECT_EQ(RunTool(good).exit_code, 0) << command[0];
    const ToolRun refused = RunTool(bad);
    EXPECT_EQ(refused.exit_code, 2) << command[0];
    EXPECT_THAT(refused.err, HasSubstr("is no length above zero in mm, cm, m")) << command[0];
    EXPECT_THAT(RunTool({command[0], "--help"}).out, HasSubstr("--error LENGTH")) << command[0];
  }
}

TEST(Pack, TheSameInputGivesTheSameBytes) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TwoSkinnedTriangles());
  ASSERT_EQ(RunTool({"pack", in, "-o", folder / "a.sinew"}).exit_code, 0);
  ASSERT_EQ(RunTool({"pack", in, "-o", folder / "b.sinew"}).exit_code, 0);
  EXPECT_EQ(ReadText(folder / "a.sinew"), ReadText(folder / "b.sinew"));
}

TEST(Pack, APackedFileCannotBeTurnedWhileItIsRead) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  const std::string out = folder / "thing.sinew";
  ASSERT_EQ(RunTool({"pack", in, "-o", out, "--up", "z"}).exit_code, 0);
  for (const char* command : {"inspect", "hash"}) {
    const ToolRun run = RunTool({command, out, "--up", "z"});
    EXPECT_EQ(run.exit_code, 2) << command;
    EXPECT_THAT(run.out, IsEmpty()) << command;
    EXPECT_THAT(run.err, HasSubstr("--up is for reading models")) << command;
    EXPECT_EQ(RunTool({command, out, "--up", "y"}).exit_code, 0) << command;
    EXPECT_EQ(RunTool({command, in, "--up", "z"}).exit_code, 0) << command;
  }
}

TEST(Pack, UnitsOfTheErrorAreLengths) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  const auto bound = [&](const std::string& error) {
    const ToolRun run = RunTool({"pack", in, "-o", folder / "x.sinew", "--json", "--error", error});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    simdjson::dom::parser parser;
    const simdjson::padded_string text(run.out);
    return static_cast<float>(parser.parse(text)["errorBound"].get_double().value());
  };
  EXPECT_EQ(bound("0.5mm"), 0.0005f);
  EXPECT_EQ(bound("0.2cm"), 0.002f);
  EXPECT_EQ(bound("0.25m"), 0.25f);
  EXPECT_EQ(bound("0.125"), 0.125f);
}

TEST(Pack, SaysAsJsonWhatIsInside) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TwoSkinnedTriangles());
  const std::string out = folder / "thing.sinew";
  const ToolRun run = RunTool({"pack", in, "-o", out, "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  const simdjson::padded_string text(run.out);
  const simdjson::dom::element json = parser.parse(text).value();
  EXPECT_EQ(json["bytes"].get_uint64().value(), ReadText(out).size());
  EXPECT_EQ(json["formatVersion"].get_uint64().value(), 2u);
  EXPECT_EQ(json["skins"].get_array().value().size(), 2u);
  EXPECT_EQ(json["meshes"].get_array().value().size(), 2u);
  EXPECT_EQ(json["meshes"].at(0)["primitives"].at(0)["vertices"].get_uint64().value(), 3u);
  EXPECT_EQ(json["clips"].get_array().value().size(), 0u);
}

TEST(Pack, TheBytesOfClipsStandBesideThoseOfTheSource) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk", "run"}));
  const std::string out = folder / "thing.sinew";
  simdjson::dom::parser of_source, of_pack, of_file;
  const simdjson::padded_string source(RunTool({"inspect", "--json", in}).out);
  const simdjson::padded_string packed(RunTool({"pack", in, "-o", out, "--json"}).out);
  const simdjson::padded_string again(RunTool({"inspect", "--json", out}).out);
  const simdjson::dom::element model = of_source.parse(source)["files"].at(0).value();
  for (const simdjson::dom::element file :
       {of_pack.parse(packed).value(), of_file.parse(again)["files"].at(0).value()}) {
    std::uint64_t sum = 0;
    for (std::size_t clip = 0; clip < 2; ++clip) {
      const std::uint64_t bytes = file["clips"].at(clip)["sourceBytes"].get_uint64().value();
      EXPECT_EQ(bytes, model["clips"].at(clip)["bytes"].get_uint64().value());
      EXPECT_EQ(file["clips"].at(clip)["form"].get_string().value(), "exact");
      sum += bytes;
    }
    EXPECT_EQ(file["sourceClipBytes"].get_uint64().value(), sum);
  }
  for (const ToolRun& run : {RunTool({"pack", in, "-o", out}), RunTool({"inspect", out})}) {
    EXPECT_THAT(run.out, AllOf(HasSubstr("source  bytes"), HasSubstr("in the source\n")));
  }
}

TEST(Pack, InspectShowsAFileAgain) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  const std::string out = folder / "thing.sinew";
  ASSERT_EQ(RunTool({"pack", in, "-o", out}).exit_code, 0);
  const ToolRun shown = RunTool({"inspect", out});
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, AllOf(HasSubstr("runtime file, format 2"), HasSubstr("walk")));
  const ToolRun json = RunTool({"inspect", "--json", out, in});
  EXPECT_EQ(json.exit_code, 0) << json.err;
  EXPECT_THAT(json.out, AllOf(HasSubstr("\"formatVersion\":2"), HasSubstr("\"verdict\"")));
}

TEST(Pack, MaterialsAreCarriedAndImagesWhereTexturesAreWanted) {
  const Folder folder;
  std::string text = TriangleGltf(kTriangleData);
  text.insert(1, R"("images":[{"name":"bark","uri":"my%20skin.png"}],"textures":[{"source":0}],)"
                 R"("materials":[{"name":"tree","pbrMetallicRoughness":{"roughnessFactor":0.75,)"
                 R"("baseColorTexture":{"index":0}}}],)");
  text.insert(text.find(R"("attributes")"), R"("material":0,)");
  const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0", 29);
  folder.Write("my skin.png", png);
  const std::string in = folder.Write("tree.gltf", text), out = folder / "tree.sinew";
  const ToolRun named = RunTool({"pack", in, "-o", out});
  ASSERT_EQ(named.exit_code, 0) << named.err;
  EXPECT_THAT(named.out, Not(HasSubstr("not carried")));
  EXPECT_THAT(named.out, ContainsRegex("0  tree +1 1 1 1 +1 +0.75  color \\(bark\\)"));
  EXPECT_THAT(ReadText(out), AllOf(HasSubstr("my%20skin.png"), Not(HasSubstr(png))));
  const ToolRun embedded = RunTool({"pack", in, "-o", out, "--textures", "--json"});
  ASSERT_EQ(embedded.exit_code, 0) << embedded.err;
  EXPECT_THAT(ReadText(out), HasSubstr(png));
  EXPECT_THAT(embedded.out, AllOf(HasSubstr(R"("images":[{"name":"bark")"),
                                  HasSubstr(R"("bytes":29})"), HasSubstr(R"("name":"tree")")));
  EXPECT_THAT(RunTool({"inspect", out}).out, HasSubstr("color (bark)"));
}

TEST(Pack, SaysHowFarTheVerticesForAGpuAreOff) {
  constexpr char kPath[] = "assets/kaykit/Barbarian.glb";
  SINEW_SKIP_WITHOUT_ASSET(kPath);
  const Folder folder;
  const std::string out = folder / "b.sinew";
  const ToolRun run = RunTool({"pack", AssetPath(kPath), "-o", out, "--vertex-format",
                               "uv,normal,skinned", "--clamp", "--error", "1cm"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("float16 positions are off by up to 0.00077 units"));
  EXPECT_EQ(RunTool({"pack", AssetPath(kPath), "-o", out, "--vertex-format", "uv,fur"}).exit_code,
            2);
}

TEST(Pack, ADamagedFileIsRefusedWithTheReason) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  ASSERT_EQ(RunTool({"pack", in, "-o", folder / "thing.sinew"}).exit_code, 0);
  std::string bytes = ReadText(folder / "thing.sinew");
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  const ToolRun changed = RunTool({"inspect", folder.Write("changed.sinew", bytes)});
  EXPECT_EQ(changed.exit_code, 3);
  EXPECT_THAT(changed.err, HasSubstr("the checksum does not hold"));
  const ToolRun cut = RunTool({"hash", folder.Write("cut.sinew", bytes.substr(0, 1000))});
  EXPECT_EQ(cut.exit_code, 3);
  EXPECT_THAT(cut.err, HasSubstr("bytes, but there are 1000"));
}

TEST(Pack, AForeignVersionIsNamed) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  ASSERT_EQ(RunTool({"pack", in, "-o", folder / "thing.sinew"}).exit_code, 0);
  std::string bytes = ReadText(folder / "thing.sinew");
  bytes[12] = 9;
  const ToolRun run = RunTool({"inspect", folder.Write("foreign.sinew", bytes)});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("is of format version 9; this library reads version 2"));
}

TEST(Pack, WhatNeedsAModelSaysThatThereIsNone) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  ASSERT_EQ(RunTool({"pack", in, "-o", folder / "thing.sinew"}).exit_code, 0);
  const ToolRun run = RunTool({"convert", folder / "thing.sinew", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("is a packed .sinew file"));
}

TEST(Pack, WhatIsPackedIsPosedMixedAndSkinnedLikeAnyOtherFile) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  const std::string packed = folder / "thing.sinew";
  ASSERT_EQ(RunTool({"pack", in, "-o", packed}).exit_code, 0);
  const ToolRun posed = RunTool({"pose", packed, "--clip", "walk", "--vertices", "--json"});
  EXPECT_EQ(posed.exit_code, 0) << posed.err;
  EXPECT_THAT(posed.out, HasSubstr("\"clipName\""));
  EXPECT_EQ(RunTool({"mix", packed, "--play", "walk"}).exit_code, 0);
  EXPECT_EQ(RunTool({"skin", packed, "-o", folder / "frozen.glb"}).exit_code, 0);
  EXPECT_EQ(RunTool({"hash", packed}).out, RunTool({"hash", in, "--packed"}).out);
  const ToolRun timed = RunTool({"bench", packed, "--repeat", "1"});
  EXPECT_EQ(timed.exit_code, 0) << timed.err;
  EXPECT_THAT(timed.out, HasSubstr("load.thing"));
  EXPECT_EQ(RunTool({"inspect", packed}).exit_code, 0);
}

TEST(Pack, WrongUsageIsToldApart) {
  const Folder folder;
  const std::string in = folder.Write("thing.gltf", TriangleWithClips({"walk"}));
  EXPECT_EQ(RunTool({"pack", in}).exit_code, 2);
  EXPECT_EQ(RunTool({"pack", in, "-o", folder / "thing.glb"}).exit_code, 2);
  EXPECT_EQ(RunTool({"pack", in, "-o", folder / "x.sinew", "--error", "1km"}).exit_code, 2);
  EXPECT_EQ(RunTool({"pack", in, "-o", folder / "x.sinew", "--error", "0mm"}).exit_code, 2);
  EXPECT_EQ(RunTool({"pack", folder / "none.glb", "-o", folder / "x.sinew"}).exit_code, 3);
  EXPECT_THAT(folder.Names(), ElementsAre("thing.gltf"));
}

}  // namespace
}  // namespace sinew::testing
