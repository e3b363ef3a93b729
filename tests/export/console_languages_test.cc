// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Exported constants in the hands of compilers: tests/console has a program per language that
// samples, walks and skins them, and what it prints is what the library gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "export/console_rig.h"
#include "sinew/asset_pose.h"
#include "sinew/console_export.h"
#include "sinew/posed_scene.h"
#include "support/assets.h"
#include "support/scratch_folder.h"
#include "support/source_dir.h"

namespace sinew::testing {
namespace {

struct Shell {
  int exit_code = -1;
  std::string out;  // Errors too.
};

Shell RunShell(const std::string& command) {
  Shell shell;
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) return shell;
  char buffer[4096];
  for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) {
    shell.out.append(buffer, n);
  }
  const int status = ::pclose(pipe);
  shell.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128;
  return shell;
}

std::vector<float> NumbersIn(const std::string& text) {
  std::vector<float> numbers;
  const char* at = text.c_str();
  for (char* end = nullptr;; at = end) {
    const float number = std::strtof(at, &end);
    if (end == at) return numbers;
    numbers.push_back(number);
  }
}

std::string Exported(const Asset& asset, ConsoleRequest request) {
  request.source = "rig.glb";
  request.generator = "sinew";
  Result<ConsoleExport> made = ExportConsole(asset, request);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.failure().message);
  return made.ok() ? std::move(made->files[0].text) : "";
}

// mesh and clip of the asset with that ending, and the programs beside them.
void WriteConstants(const ScratchFolder& folder, const Asset& asset, ConsoleLanguage language,
                    const std::string& ending, std::uint32_t clip) {
  folder.Write("mesh" + ending, Exported(asset, {.language = language, .output = "mesh" + ending}));
  folder.Write("clip" + ending, Exported(asset, {.product = ConsoleProduct::kClip,
                                                 .language = language,
                                                 .clip = clip,
                                                 .clips = {.keys = true},
                                                 .output = "clip" + ending}));
  for (const char* name : {"walk.c", "walk.cc", "walk.rs", "walk_body.h"}) {
    const auto text = ReadFileBytes(SourceDir() + "/tests/console/" + name);
    ASSERT_TRUE(text.has_value());
    folder.Write(name, {reinterpret_cast<const char*>(text->data()), text->size()});
  }
}

// What the programs print, by the library; and within which tolerance, number by number.
struct Expected {
  std::vector<float> numbers;
  std::vector<float> tolerances;
};

Expected ByTheLibrary(const Asset& asset, std::uint32_t clip, float rounding) {
  const ConsoleSkeleton bones = Expect(MakeConsoleSkeleton(asset, 0));
  const ConsoleClip keys = Expect(MakeConsoleClip(asset, bones, clip, {.keys = true}));
  const ConsoleMeshes meshes = Expect(MakeConsoleMeshes(asset, 0));
  AssetPose pose(asset);
  Expected expected;
  const auto add_pose = [&](double time_s) {
    EXPECT_EQ(pose.Sample(clip, time_s), Error::kNone);
    for (const std::int32_t joint : bones.joints) {
      for (const auto& row : pose.model_from_joint()[static_cast<std::size_t>(joint)].m) {
        expected.numbers.insert(expected.numbers.end(), row.begin(), row.end());
      }
    }
  };
  for (int i = 0; static_cast<float>(i) / 60.0f <= keys.duration_s; ++i) {
    add_pose(static_cast<double>(static_cast<float>(i) / 60.0f));
  }
  for (const float time_s : keys.times_s) add_pose(static_cast<double>(time_s));
  expected.tolerances.assign(expected.numbers.size(), rounding);
  EXPECT_EQ(pose.Sample(clip, 0.25), Error::kNone);
  PosedPrimitive vertices;
  EXPECT_EQ(SkinInFileOrder(pose, 0, 0, asset.model()->meshes()[0].primitives()[0], vertices),
            Error::kNone);
  // A position that is off by e is moved by at most e times the largest stretch of the palette;
  // each of four weights that is off by w moves a vertex by as much of its place.
  float stretch = 0.0f, reach = 0.0f;
  for (const Affine& matrix : pose.palette(0)) {
    float square = 0.0f;
    for (const auto& row : matrix.m) square += row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
    stretch = std::max(stretch, std::sqrt(square));
    for (const Vec3 p : asset.model()->meshes()[0].primitives()[0].positions) {
      reach = std::max(reach, Length(TransformPoint(matrix, p)));
    }
  }
  const VertexCost& cost = meshes.meshes[0].cost;
  const float off = cost.position * stretch + 4.0f * cost.weight * reach + rounding;
  for (const Vec3 p : vertices.positions) {
    expected.numbers.insert(expected.numbers.end(), {p.x, p.y, p.z});
  }
  expected.tolerances.resize(expected.numbers.size(), off);
  return expected;
}

void ExpectProgramAgrees(const ScratchFolder& folder, const std::string& compile,
                         const Expected& expected) {
  const std::string in = "cd " + folder.path().string() + " && ";
  const Shell compiled = RunShell(in + compile);
  ASSERT_EQ(compiled.exit_code, 0) << compile << "\n" << compiled.out;
  EXPECT_EQ(compiled.out, "") << compile;
  const Shell walked = RunShell(in + "./walk");
  ASSERT_EQ(walked.exit_code, 0) << walked.out;
  const std::vector<float> found = NumbersIn(walked.out);
  ASSERT_EQ(found.size(), expected.numbers.size());
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::abs(found[i] - expected.numbers[i]) <= expected.tolerances[i]) continue;
    if (++wrong < 5) ADD_FAILURE() << i << ": " << found[i] << ", " << expected.numbers[i];
  }
  EXPECT_EQ(wrong, 0u) << "of " << found.size();
}

#define SINEW_SKIP_WITHOUT_PROGRAM(name)                         \
  if (RunShell(std::string(name) + " --version").exit_code != 0) \
  GTEST_SKIP() << "no " << (name) << " on this machine"

constexpr const char* kCFlags = " -std=c99 -O1 -Wall -Wextra -Wpedantic -Werror walk.c -o walk -lm";
constexpr const char* kCppFlags =
    " -std=c++17 -O1 -Wall -Wextra -Wpedantic -Werror walk.cc -o walk -lm";

// C25, E12, E55, E56, E57, E58, E59
TEST(ConsoleLanguages, AProgramInCPosesAndSkinsAsTheLibraryDoes) {
  const Asset asset = Asset::Create(ConsoleRig());
  const Expected expected = ByTheLibrary(asset, 0, 5e-5f);
  const ScratchFolder folder;
  WriteConstants(folder, asset, ConsoleLanguage::kC, ".h", 0);
  int compilers = 0;
  for (const std::string compiler : {"gcc", "clang-19"}) {
    if (RunShell(compiler + " --version").exit_code != 0) continue;
    ++compilers;
    ExpectProgramAgrees(folder, compiler + kCFlags, expected);
  }
  EXPECT_GE(compilers, 1);
}

TEST(ConsoleLanguages, AProgramInCppPosesAndSkinsAsTheLibraryDoes) {
  const Asset asset = Asset::Create(ConsoleRig());
  const Expected expected = ByTheLibrary(asset, 0, 5e-5f);
  const ScratchFolder folder;
  WriteConstants(folder, asset, ConsoleLanguage::kCpp, ".hpp", 0);
  int compilers = 0;
  for (const std::string compiler : {"g++", "clang++-19"}) {
    if (RunShell(compiler + " --version").exit_code != 0) continue;
    ++compilers;
    ExpectProgramAgrees(folder, compiler + kCppFlags, expected);
  }
  EXPECT_GE(compilers, 1);
}

TEST(ConsoleLanguages, AProgramInRustPosesAndSkinsAsTheLibraryDoes) {
  SINEW_SKIP_WITHOUT_PROGRAM("rustc");
  const Asset asset = Asset::Create(ConsoleRig());
  const ScratchFolder folder;
  WriteConstants(folder, asset, ConsoleLanguage::kRust, ".rs", 0);
  ExpectProgramAgrees(folder, "rustc --edition 2021 -A dead_code -D warnings walk.rs -o walk",
                      ByTheLibrary(asset, 0, 5e-5f));
  const Shell library = RunShell("cd " + folder.path().string() +
                                 " && for f in mesh clip; do rustc --edition 2021 --crate-type lib "
                                 "-D warnings $f.rs || exit 1; done");
  EXPECT_EQ(library.exit_code, 0) << library.out;
  EXPECT_EQ(library.out, "");
}

TEST(ConsoleLanguages, TheFoxWalksInC) {
  const char* const path = "assets/khronos/Fox/glTF-Binary/Fox.glb";
  SINEW_SKIP_WITHOUT_ASSET(path);
  GltfRead read = ReadAsset(path);
  ASSERT_TRUE(read.model.ok());
  const Asset asset = Asset::Create(std::move(read.model).value());
  const ScratchFolder folder;
  WriteConstants(folder, asset, ConsoleLanguage::kC, ".h", 1);
  // The Fox is 150 units long.
  ExpectProgramAgrees(folder, std::string("gcc") + kCFlags, ByTheLibrary(asset, 1, 2e-3f));
}

// Names that no language takes as they are.
Asset NastyNames() {
  Model::Parts parts = ConsoleRigParts();
  Skeleton::Parts joints = Skeleton(parts.skeleton).TakeParts();
  joints.names[1] =
      "quote\" back\\slash ?"
      "?/";
  joints.names[2] = "new\nline\r\t*/ // \\";
  joints.names[3] =
      "\xC3\xA9\xE2\x82\xAC\xF0\x9F\xA6\x8A"
      "1 {}";  // A fox; a digit after it.
  joints.names[4] = std::string("nul\0zero", 8);
  joints.names[6] = "\xFF\xFE";
  joints.names[7] =
      "\xE2\x80\xAE"
      "turned";  // Right to left.
  parts.skeleton = Skeleton::Create(std::move(joints)).value();
  for (const char* name : {"fn", "\"; } evil", "3 Run!", "Walk", "walk", "", "\xE2\x82\xAC"}) {
    Clip::Parts clip = Clip(parts.clips[0]).TakeParts();
    clip.name = name;
    clip.skeleton_id = 0;
    parts.clips.push_back(Clip::Create(std::move(clip)).value());
  }
  for (Clip& clip : parts.clips) clip.set_skeleton_id(0);
  return Asset::Create(Expect(Model::Create(std::move(parts))));
}

TEST(ConsoleLanguages, NamesOfAnyKindCompileAndAreKeptAsStrings) {
  const Asset asset = NastyNames();
  const ScratchFolder folder;
  const ConsoleRequest all{.product = ConsoleProduct::kAll,
                           .clips = {.fps = 2},
                           .source = "3 \"nasty\"\n.glb",
                           .generator = "sinew",
                           .output = "out"};
  for (const ConsoleLanguage language :
       {ConsoleLanguage::kRust, ConsoleLanguage::kC, ConsoleLanguage::kCpp}) {
    ConsoleRequest request = all;
    request.language = language;
    const Result<ConsoleExport> made = ExportConsole(asset, request);
    ASSERT_TRUE(made.ok()) << made.failure().message;
    EXPECT_EQ(made->files.size(), 10u);  // The character, eight clips, the index.
    for (const ConsoleFile& file : made->files) folder.Write(file.name, file.text);
  }
  EXPECT_THAT(folder.Names(),
              ::testing::IsSupersetOf({"fn_.rs", "n3_run.rs", "walk.rs", "walk_2.rs", "walk_3.rs",
                                       "unnamed.rs", "unnamed_2.rs", "evil.rs"}));
  const std::string program =
      "#include <stdio.h>\nint main(void) { for (int b = 0; b < 24; ++b) { "
      "for (const char *c = BONE; *c; ++c) printf(\"%d\\n\", (unsigned char)*c); "
      "printf(\"0\\n\"); } return 0; }\n";
  folder.Write("names.c", "#include \"index.h\"\n#define BONE N3_NASTY_BONE_NAMES[b]\n" + program);
  folder.Write("names.cc",
               "#include \"index.hpp\"\n#define BONE n3_nasty::BONE_NAMES[b]\n" + program);
  std::vector<float> expected;  // Bytes, and a zero after each name.
  for (const std::string& name : Expect(MakeConsoleSkeleton(asset, 0)).names) {
    for (const char c : name.substr(0, name.find('\0'))) {
      expected.push_back(static_cast<unsigned char>(c));
    }
    expected.push_back(0);
  }
  for (const char* compile :
       {"gcc -std=c99 -Wall -Wextra -Wpedantic -Werror names.c -o names",
        "g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror names.cc -o names"}) {
    const Shell run = RunShell("cd " + folder.path().string() + " && " + compile + " && ./names");
    ASSERT_EQ(run.exit_code, 0) << run.out;
    EXPECT_EQ(NumbersIn(run.out), expected);
  }
  SINEW_SKIP_WITHOUT_PROGRAM("rustc");
  const Shell rust = RunShell("cd " + folder.path().string() +
                              " && rustc --edition 2021 --crate-type lib -D warnings mod.rs");
  EXPECT_EQ(rust.exit_code, 0) << rust.out;
}

TEST(ConsoleLanguages, ArraysWithoutValuesCompile) {
  Model::Parts parts = ConsoleRigParts();
  Clip::Parts clip = ClipOf({}, 0.5f).TakeParts();
  parts.clips[0] = Clip::Create(std::move(clip)).value();
  const Asset asset = Asset::Create(Expect(Model::Create(std::move(parts))));
  const ScratchFolder folder;
  WriteConstants(folder, asset, ConsoleLanguage::kC, ".h", 0);
  folder.Write("none.c", "#include \"clip.h\"\nint main(void) { return ANIMATED_BONE_COUNT; }\n");
  const Shell run = RunShell("cd " + folder.path().string() +
                             " && gcc -std=c99 -Wall -Wextra -Wpedantic -Werror none.c -o none && "
                             "./none");
  EXPECT_EQ(run.exit_code, 0) << run.out;
}

}  // namespace
}  // namespace sinew::testing
