// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew weights, run as a user does.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "cli/run_tool.h"
#include "sinew/gltf.h"
#include "support/assets.h"
#include "support/gltf_builder.h"
#include "support/source_dir.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr int kRings = 9, kSides = 8;

// A tube along +Y from `low` to `high`, rings of an octagon, open.
std::vector<float> TubePositions(float low, float high) {
  std::vector<float> positions;
  for (int ring = 0; ring < kRings; ++ring) {
    const float y = low + (high - low) * static_cast<float>(ring) / (kRings - 1);
    for (const auto& [x, z] :
         {std::pair{4, 0}, {3, 3}, {0, 4}, {-3, 3}, {-4, 0}, {-3, -3}, {0, -4}, {3, -3}}) {
      positions.insert(positions.end(),
                       {0.1f * static_cast<float>(x), y, 0.1f * static_cast<float>(z)});
    }
  }
  return positions;
}

std::vector<std::uint16_t> TubeTriangles() {
  std::vector<std::uint16_t> corners;
  for (int ring = 0; ring + 1 < kRings; ++ring) {
    for (int side = 0; side < kSides; ++side) {
      const int next = (side + 1) % kSides, a = ring * kSides + side, b = ring * kSides + next;
      for (const int c : {a, b + kSides, b, a, a + kSides, b + kSides}) {
        corners.push_back(static_cast<std::uint16_t>(c));
      }
    }
  }
  return corners;
}

// No skin. Armature (turned and moved) holds hip, knee and foot, each 2 above the other, and a body
// whose node is moved and scaled so that the tube stands around them. A lamp stands alone.
std::string Unbound(const std::string& body = "'translation':[0,1,0],'scale':[2,2,2]") {
  GltfBuilder file;
  const int positions = file.Floats("VEC3", TubePositions(-0.5f, 1.5f));
  std::vector<float> wider(kRings * kSides * 3, 0.01f);
  const int morph = file.Floats("VEC3", wider);
  const int indices = file.U16("SCALAR", TubeTriangles());
  file.Append("materials", "{'name':'red','pbrMetallicRoughness':{'baseColorFactor':[1,0,0,1]}}");
  file.Mesh("{'name':'body','primitives':[{'attributes':{'POSITION':" + std::to_string(positions) +
            "},'indices':" + std::to_string(indices) +
            ",'material':0,'targets':[{'POSITION':" + std::to_string(morph) + "}]}]}");
  file.Node("{'name':'Armature','children':[1,4],'rotation':[0,0,0.7071068,0.7071068]," +
            std::string("'translation':[5,0,0]}"));
  file.Node("{'name':'hip','children':[2]}");
  file.Node("{'name':'knee','children':[3],'translation':[0,2,0]}");
  file.Node("{'name':'foot','translation':[0,2,0]}");
  file.Node("{'name':'Body','mesh':0," + body + "}");
  file.Node("{'name':'Lamp'}");
  const int times = file.Floats("SCALAR", {0, 1});
  const int turns = file.Floats("VEC4", {0, 0, 0, 1, 0.7071068f, 0, 0, 0.7071068f});
  file.Animate(2, "rotation", times, turns);
  file.Scene("[0,5]");
  return file.Text();
}

Model ReadModelAt(const std::string& path) {
  const std::string bytes = ReadText(path);
  GltfRead read = ReadGltf(std::as_bytes(std::span(bytes)));
  EXPECT_TRUE(read.model.ok()) << (read.model.ok() ? "" : Describe(read.model.failure()));
  return read.model.ok() ? std::move(read.model).value() : Model{};
}

// The vertices of an OBJ, flat.
std::vector<float> Vertices(const std::string& obj) {
  std::vector<float> numbers;
  std::istringstream stream(obj);
  for (std::string line; std::getline(stream, line);) {
    if (!line.starts_with("v ")) continue;
    std::istringstream words(line.substr(2));
    for (float x; words >> x;) numbers.push_back(x);
  }
  return numbers;
}

std::string JointName(const Model& model, std::uint32_t skin, std::uint32_t entry) {
  return model.skeleton().name(static_cast<std::uint32_t>(model.skins()[skin].joints()[entry]));
}

std::string StrongestOf(const Model& model, std::uint32_t mesh, std::uint32_t vertex) {
  const auto own = model.meshes()[mesh].primitives()[0].influences.of(vertex);
  const auto most =
      std::max_element(own.begin(), own.end(),
                       [](const Influence& a, const Influence& b) { return a.weight < b.weight; });
  return JointName(model, 0, most->joint);
}

class Weights : public ::testing::Test {
 protected:
  ToolRun Run(const std::string& file, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"weights", file, "-o", out_};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return RunTool(arguments);
  }
  Folder folder_;
  std::string out_ = folder_ / "out.glb";
};

TEST_F(Weights, AFileWithoutASkinGetsOneOfItsBones) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  const ToolRun run = Run(file);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, AllOf(HasSubstr("weighed by heat"), HasSubstr("skin 0 (made): 3 joints"),
                             HasSubstr("72 vertices at 72 places in 1 island")));
  EXPECT_EQ(RunTool({"validate", out_}).exit_code, 0);
  const Model model = ReadModelAt(out_);
  ASSERT_EQ(model.skins().size(), 1u);
  ASSERT_EQ(model.skins()[0].size(), 3u);  // Neither Armature, Body nor Lamp.
  EXPECT_EQ(JointName(model, 0, 0), "hip");
  EXPECT_EQ(JointName(model, 0, 2), "foot");
  EXPECT_EQ(StrongestOf(model, 0, 0), "hip");
  EXPECT_EQ(StrongestOf(model, 0, 5 * kSides), "knee");
}

TEST_F(Weights, TheMeshStaysWhereItStood) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  ASSERT_EQ(Run(file).exit_code, 0);
  ASSERT_EQ(RunTool({"skin", file, "-o", folder_ / "before.obj"}).exit_code, 0);
  ASSERT_EQ(RunTool({"skin", out_, "-o", folder_ / "after.obj"}).exit_code, 0);
  const std::vector<float> before = Vertices(ReadText(folder_ / "before.obj")),
                           after = Vertices(ReadText(folder_ / "after.obj"));
  ASSERT_EQ(before.size(), kRings * kSides * 3u);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 0; i < before.size(); ++i) ASSERT_NEAR(before[i], after[i], 1e-5f) << i;
}

TEST_F(Weights, MorphsMaterialsAndClipsStay) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  ASSERT_EQ(Run(file).exit_code, 0);
  const Model before = ReadModelAt(file), after = ReadModelAt(out_);
  const Primitive &a = before.meshes()[0].primitives()[0], &b = after.meshes()[0].primitives()[0];
  EXPECT_EQ(a.positions, b.positions);
  EXPECT_EQ(a.indices, b.indices);
  ASSERT_EQ(b.morph_targets.size(), 1u);
  EXPECT_EQ(a.morph_targets[0].positions, b.morph_targets[0].positions);
  ASSERT_EQ(after.materials().size(), 1u);
  EXPECT_EQ(after.materials()[0].name, "red");
  ASSERT_EQ(after.clips().size(), 1u);
  EXPECT_EQ(after.clips()[0].parts().values, before.clips()[0].parts().values);
}

TEST_F(Weights, APictureTakenInIsOfTheTypeThatItsBytesSay) {
  std::string text = Unbound();
  text = Replaced(text, R"("baseColorFactor":[1,0,0,1])", R"("baseColorTexture":{"index":0})");
  text = Replaced(text, R"("materials":)",
                  R"("textures":[{"source":0}],"images":[{"uri":"skin.dat"}],"materials":)");
  using namespace std::string_literals;
  folder_.Write("skin.dat", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\10\2\0\0\0"s);
  const ToolRun run = Run(folder_.Write("a.gltf", text));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model model = ReadModelAt(out_);
  ASSERT_EQ(model.images().size(), 1u);
  EXPECT_EQ(model.images()[0].mime_type, "image/png");
}

TEST_F(Weights, AWebpPictureIsTakenInWithItsExtension) {
  std::string text = Unbound();
  text = Replaced(text, R"("baseColorFactor":[1,0,0,1])", R"("baseColorTexture":{"index":0})");
  text = Replaced(text, R"("materials":)",
                  R"("extensionsUsed":["EXT_texture_webp"],"images":[{"uri":"skin.webp"}],)"
                  R"("textures":[{"extensions":{"EXT_texture_webp":{"source":0}}}],"materials":)");
  using namespace std::string_literals;
  const std::string webp = "RIFF\x12\0\0\0WEBPVP8L\5\0\0\0\x2f\0\0\0\0\0"s;  // One pixel.
  folder_.Write("skin.webp", webp);
  const ToolRun run = Run(folder_.Write("a.gltf", text));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, Not(HasSubstr("outside")));
  const Model model = ReadModelAt(out_);
  ASSERT_EQ(model.images().size(), 1u);
  EXPECT_EQ(model.images()[0].mime_type, "image/webp");
  EXPECT_EQ(model.images()[0].bytes.size(), webp.size());
  EXPECT_THAT(model.parts().extensions_used, ElementsAre("EXT_texture_webp"));
  const std::string glb = ReadText(out_);
  EXPECT_THAT(glb, HasSubstr(R"("extensions":{"EXT_texture_webp":{"source":0}})"));
  EXPECT_THAT(glb, Not(HasSubstr("skin.webp")));
  const ToolRun judged = RunTool({"validate", out_});  // Texture coordinates are missing.
  EXPECT_THAT(judged.out + judged.err, Not(HasSubstr("IMAGE_")));
  EXPECT_THAT(judged.out + judged.err, Not(HasSubstr("UNDECLARED_EXTENSION")));
}

TEST_F(Weights, ARootChoosesTheBones) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  ASSERT_EQ(Run(file, {"--root-bone", "knee"}).exit_code, 0);
  EXPECT_EQ(ReadModelAt(out_).parts().skins[0].size(), 2u);
  ASSERT_EQ(Run(file, {"--root-bone", "Armature"}).exit_code, 0);
  EXPECT_EQ(ReadModelAt(out_).parts().skins[0].size(), 4u);
  const ToolRun wrong = Run(file, {"--root-bone", "kne"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("did you mean \"knee\"?"));
}

TEST_F(Weights, MeshesThatMeetAreWeighedAlikeAlongTheirSeam) {
  // Two tubes under nodes of their own, one upon the other: the last ring of the lower is the first
  // of the upper.
  GltfBuilder file;
  const int lower = file.Floats("VEC3", TubePositions(0, 2)),
            upper = file.Floats("VEC3", TubePositions(0, 2)),
            indices = file.U16("SCALAR", TubeTriangles());
  for (const int positions : {lower, upper}) {
    file.Mesh("{'primitives':[{'attributes':{'POSITION':" + std::to_string(positions) +
              "},'indices':" + std::to_string(indices) + "}]}");
  }
  file.Node("{'name':'a','children':[1]}");
  file.Node("{'name':'b','translation':[0,2.5,0]}");
  file.Node("{'mesh':0}");
  file.Node("{'mesh':1,'translation':[0,2,0]}");
  file.Scene("[0,2,3]");
  const ToolRun run = Run(folder_.Write("a.gltf", file.Text()));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("144 vertices at 136 places in 1 island"));
  const Model model = ReadModelAt(out_);
  for (std::uint32_t side = 0; side < kSides; ++side) {
    const auto a = model.meshes()[0].primitives()[0].influences.of((kRings - 1) * kSides + side),
               b = model.meshes()[1].primitives()[0].influences.of(side);
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
    EXPECT_EQ(a.size(), 2u);
  }
}

TEST_F(Weights, AMeshThatStandsTwiceBecomesTwo) {
  std::string text = Unbound();
  text = Replaced(text, R"({"name":"Lamp"})",
                  R"({"name":"Twin","mesh":0,"translation":[9,0,0],"scale":[2,2,2]})");
  const ToolRun run = Run(folder_.Write("a.gltf", text));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model model = ReadModelAt(out_);
  EXPECT_EQ(model.meshes().size(), 2u);
  EXPECT_EQ(model.skins().size(), 2u);  // One for each place it stands at.
  EXPECT_EQ(RunTool({"validate", out_}).exit_code, 0);
}

TEST_F(Weights, LockedJointsKeepTheirWeights) {
  const std::string rig = CharacterFile();
  const Model before = ReadModelAt(rig);
  const std::string name = JointName(before, 0, 1);
  const ToolRun run = Run(rig, {"--lock", name, "--max-influences", "0"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model after = ReadModelAt(out_);
  const Primitive &a = before.meshes()[0].primitives()[0], &b = after.meshes()[0].primitives()[0];
  const auto weight = [](const Primitive& primitive, std::uint32_t v) {
    for (const Influence& one : primitive.influences.of(v)) {
      if (one.joint == 1) return one.weight;
    }
    return 0.0f;
  };
  bool others_changed = false;
  for (std::uint32_t v = 0; v < a.vertex_count(); ++v) {
    ASSERT_NEAR(weight(a, v), weight(b, v), 1e-6f) << v;
    const auto of_a = a.influences.of(v), of_b = b.influences.of(v);
    others_changed |= !std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end());
  }
  EXPECT_TRUE(others_changed);
  EXPECT_EQ(Run(rig, {"--lock", "nobody"}).exit_code, 2);
}

TEST_F(Weights, OfAnotherFileAreTakenByTheNamesOfJoints) {
  const std::string rig = CharacterFile();
  const std::string heat = folder_ / "heat.glb";
  ASSERT_EQ(RunTool({"weights", rig, "-o", heat}).exit_code, 0);
  const ToolRun run = Run(heat, {"--from", rig, "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(run.out);
  EXPECT_EQ(std::string_view(json["method"]), "transfer");
  EXPECT_LT(double(json["groups"].at(0)["largestDistance"]), 1e-5);
  const Model before = ReadModelAt(rig), after = ReadModelAt(out_);
  const Primitive &a = before.meshes()[0].primitives()[0], &b = after.meshes()[0].primitives()[0];
  for (std::uint32_t v = 0; v < a.vertex_count(); ++v) {
    ASSERT_EQ(a.influences.of(v).size(), b.influences.of(v).size()) << v;
    for (std::size_t i = 0; i < a.influences.of(v).size(); ++i) {
      ASSERT_NEAR(a.influences.of(v)[i].weight, b.influences.of(v)[i].weight, 1e-5f) << v;
    }
  }
  // One influence a vertex: somewhere one joint's vertex has a neighbour that is another's.
  const ToolRun one = Run(heat, {"--from", rig, "--max-influences", "1", "--json"});
  ASSERT_EQ(one.exit_code, 0) << one.err;
  EXPECT_EQ(double(parser.parse(one.out)["groups"].at(0)["largestJump"]), 1.0);
  const std::string other = folder_.Write("a.gltf", Unbound());
  const ToolRun none = Run(rig, {"--from", other});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("no mesh with weights"));
}

// A tube in a skin of a chain of joints, 0.1 above one another. Every vertex hangs on the last but
// `unused`. Joint j is called `name` and j, or nothing at all where `name` is empty.
std::string Chain(int joint_count, const std::string& name, int unused = 0, int named_from = 0) {
  GltfBuilder file;
  const int positions = file.Floats("VEC3", TubePositions(0, 2)),
            indices = file.U16("SCALAR", TubeTriangles());
  std::vector<std::uint16_t> joints;
  std::vector<float> weights;
  for (int v = 0; v < kRings * kSides; ++v) {
    joints.insert(joints.end(), {static_cast<std::uint16_t>(joint_count - 1 - unused), 0, 0, 0});
    weights.insert(weights.end(), {1, 0, 0, 0});
  }
  const int joint = file.U16("VEC4", joints), weight = file.Floats("VEC4", weights);
  file.Mesh("{'primitives':[{'attributes':{'POSITION':" + std::to_string(positions) +
            ",'JOINTS_0':" + std::to_string(joint) + ",'WEIGHTS_0':" + std::to_string(weight) +
            "},'indices':" + std::to_string(indices) + "}]}");
  std::string list;
  for (int j = 0; j < joint_count; ++j) {
    const bool named = !name.empty() && j >= named_from;
    file.Node("{" + (named ? "'name':'" + name + std::to_string(j) + "'," : std::string()) +
              (j + 1 < joint_count ? "'children':[" + std::to_string(j + 1) + "]," : "") +
              "'translation':[0,0.1,0]}");
    list += (j > 0 ? "," : "") + std::to_string(j);
  }
  file.Node("{'mesh':0,'skin':0}");
  file.Append("skins", "{'joints':[" + list + "]}");
  file.Scene("[0," + std::to_string(joint_count) + "]");
  return file.Text();
}

TEST_F(Weights, OfJointsThatOnlyTheOtherHasGoToTheNearestAboveThem) {
  const std::string shorter = folder_.Write("short.gltf", Chain(100, "j")),
                    longer = folder_.Write("long.gltf", Chain(300, "j"));
  const ToolRun run = Run(shorter, {"--from", longer});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("taken by the nearest above: j299"));
  const Model model = ReadModelAt(out_);
  for (std::uint32_t v = 0; v < kRings * kSides; ++v) {
    const auto own = model.meshes()[0].primitives()[0].influences.of(v);
    ASSERT_EQ(own.size(), 1u);
    ASSERT_EQ(JointName(model, 0, own[0].joint), "j99");
  }
}

TEST_F(Weights, OfAnotherFileDoNotNeedItsUnusedJoints) {
  const std::string here = folder_.Write("here.gltf", Chain(4, "j", 0, 2)),
                    other = folder_.Write("other.gltf", Chain(4, "j"));
  const ToolRun run = Run(here, {"--from", other});  // j0 and j1 move nothing.
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST_F(Weights, OfAnotherFileAreNotTakenByTheNumbersOfNodes) {
  const std::string here = folder_.Write("here.gltf", Chain(4, "")),
                    other = folder_.Write("other.gltf", Chain(4, "", 1));
  const ToolRun run = Run(here, {"--from", other});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("named like a joint here: bone_2"));
}

TEST_F(Weights, NeverReplaceTheFileTheyAreTakenFrom) {
  const std::string body = folder_ / "body.glb";
  std::filesystem::copy_file(CharacterFile(), body);
  const std::string before = ReadText(body), jacket = folder_ / "jacket.glb";
  ASSERT_EQ(RunTool({"weights", body, "-o", jacket}).exit_code, 0);
  const ToolRun run = RunTool({"weights", jacket, "-o", body, "--from", body});
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_THAT(run.err, HasSubstr("is the file of --from"));
  EXPECT_EQ(ReadText(body), before);
}

TEST_F(Weights, ForMorePlacesThanTheLimitsAllowAreRefusedByName) {
  std::string text = Unbound();
  text = Replaced(text, R"({"name":"Lamp"})", R"({"name":"Twin","mesh":0,"translation":[9,0,0]})");
  const std::string file = folder_.Write("a.gltf", text);
  for (const std::string limit : {"max_output_bytes=10k", "max_work=400"}) {
    const std::string name = limit.substr(0, limit.find('='));
    const ToolRun run = Run(file, {"--limit", limit});
    EXPECT_EQ(run.exit_code, 3) << limit;
    EXPECT_THAT(run.err, HasSubstr("--limit " + name + "=N raises it"));
  }
  EXPECT_THAT(folder_.Names(), ElementsAre("a.gltf"));
}

// Two chains under one mesh: the same bones, joints called `a` and `b` with their numbers.
std::string TwoSkins(const std::string& a, const std::string& b) {
  std::string text = Chain(2, a);
  text = Replaced(text, R"({"mesh":0,"skin":0})",
                  R"({"mesh":0,"skin":0},{"name":")" + b + R"(0","children":[4]},{"name":")" + b +
                      R"(1","translation":[0,0.1,0]},{"mesh":0,"skin":1})");
  text = Replaced(text, R"({"joints":[0,1]})", R"({"joints":[0,1]},{"joints":[3,4]})");
  return Replaced(text, "[0,2]", "[0,2,3,5]");
}

TEST_F(Weights, OfTwinsAreSolvedOnce) {
  const ToolRun run = Run(folder_.Write("a.gltf", TwoSkins("j", "j")));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model model = ReadModelAt(out_);
  EXPECT_EQ(model.meshes().size(), 1u);
  EXPECT_EQ(model.skins().size(), 2u);
  ASSERT_EQ(Run(folder_.Write("b.gltf", TwoSkins("j", "k"))).exit_code, 0);
  EXPECT_EQ(ReadModelAt(out_).parts().meshes.size(), 2u);
}

TEST_F(Weights, OfTwinsAreSolvedOnceWhateverStandsBetweenThem) {
  std::string text = TwoSkins("j", "k");
  text = Replaced(text, R"({"mesh":0,"skin":1})",
                  R"({"mesh":0,"skin":1},{"name":"j0","children":[7]},)"
                  R"({"name":"j1","translation":[0,0.1,0]},{"mesh":0,"skin":2})");
  text = Replaced(text, R"({"joints":[3,4]})", R"({"joints":[3,4]},{"joints":[6,7]})");
  text = Replaced(text, "[0,2,3,5]", "[0,2,3,5,6,8]");
  const ToolRun run = Run(folder_.Write("a.gltf", text));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model model = ReadModelAt(out_);
  EXPECT_EQ(model.skins().size(), 3u);
  EXPECT_EQ(model.meshes().size(), 2u);  // One for the twins, one for k.
}

TEST_F(Weights, OfAJointThatOneSkinHasMayBeLocked) {
  const std::string file = folder_.Write("a.gltf", TwoSkins("j", "k"));
  EXPECT_EQ(Run(file, {"--lock", "k1"}).exit_code, 0);
  EXPECT_EQ(Run(file, {"--lock", "j0,k1"}).exit_code, 0);
  const ToolRun wrong = Run(file, {"--lock", "k2"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("no skin has a joint \"k2\""));
}

TEST_F(Weights, TheReportCountsInstancesThatAreLeftAlone) {
  std::string text = Replaced(Chain(2, "j"), R"({"mesh":0,"skin":0})",
                              R"({"mesh":1,"skin":0},{"mesh":0},{"mesh":0})");
  text = Replaced(text, "[0,2]", "[0,2,3,4]");
  text = Replaced(text, R"("meshes":[)",
                  R"("meshes":[{"primitives":[{"attributes":{"POSITION":0}}]},)");
  const ToolRun run = Run(folder_.Write("a.gltf", text));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("2 mesh instances without a skin left as they are"));
}

TEST_F(Weights, OfAJs3dAreForItsBonesOnly) {
  // Vertices without weights follow the instance, through an entry after the two bones.
  const ToolRun run = Run(SourceDir() + "/fuzz/seeds/js3d_fuzz/unweighted.js3d");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("3 joints, 2 bones"));
  const Model model = ReadModelAt(out_);
  for (const Mesh& mesh : model.meshes()) {
    for (const Influence& one : mesh.primitives()[0].influences.list) EXPECT_LT(one.joint, 2u);
  }
}

TEST_F(Weights, ByRadiusTakeARadius) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  const ToolRun run = Run(file, {"--method", "segment", "--radius", "2", "--smooth", "1"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("weighed by segment"));
  EXPECT_EQ(StrongestOf(ReadModelAt(out_), 0, 0), "hip");
}

// Upright bones, end on end, 0.5 beside the vertices:   y   0 --lower-- 1 --upper-- 2
TEST_F(Weights, ByRadiusTakeTheRadiiOfAJs3dAndAGivenOneReplacesThem) {
  const std::string equal = R"("radius":0.5,"parent":)";
  std::string text = ReadText(SourceDir() + "/fuzz/seeds/js3d_fuzz/unweighted.js3d");
  text = Replaced(text, equal + "4294967295", R"("radius":0.625,"parent":4294967295)");
  text = Replaced(text, equal + "0", R"("radius":2,"parent":0)");
  const std::string file = folder_.Write("a.js3d", text);
  const auto lower_at_the_middle = [&] {  // At y = 1 both bones are 0.5 away.
    const Model model = ReadModelAt(out_);
    const Primitive& primitive = model.meshes()[0].primitives()[0];
    for (std::uint32_t v = 0; v < primitive.vertex_count(); ++v) {
      if (primitive.positions[v].y != 1.0f) continue;
      EXPECT_EQ(primitive.influences.of(v).size(), 2u);
      return primitive.influences.of(v)[0].weight;
    }
    return -1.0f;
  };
  ASSERT_EQ(Run(file, {"--method", "segment"}).exit_code, 0);
  // (0.625 - 0.5) / 0.625 = 0.2 of the lower, (2 - 0.5) / 2 = 0.75 of the upper.
  EXPECT_NEAR(lower_at_the_middle(), 0.2f / 0.95f, 1e-6f);
  ASSERT_EQ(Run(file, {"--method", "segment", "--radius", "2"}).exit_code, 0);
  EXPECT_NEAR(lower_at_the_middle(), 0.5f, 1e-6f);
}

TEST_F(Weights, TheReportSaysWhatWasFound) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  const ToolRun run = Run(file, {"--json", "--max-influences", "1"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  const simdjson::dom::element json = parser.parse(run.out);
  EXPECT_EQ(std::string_view(json["output"]), out_);
  const simdjson::dom::element group = json["groups"].at(0);
  EXPECT_EQ(bool(group["made"]), true);
  EXPECT_EQ(std::int64_t(group["joints"]), 3);
  EXPECT_EQ(std::int64_t(group["bones"]), 3);
  EXPECT_EQ(std::int64_t(group["vertices"]), kRings * kSides);
  EXPECT_EQ(std::int64_t(group["islands"]), 1);
  EXPECT_EQ(std::int64_t(group["mostInfluences"]), 1);
  EXPECT_GT(std::int64_t(group["limited"]), 0);
  EXPECT_GT(double(group["largestDropped"]), 0.1);
  EXPECT_LE(double(group["largestDropped"]), 0.5);
  EXPECT_EQ(std::int64_t(group["unweighted"]), 0);
}

TEST_F(Weights, WrongUsageIsTwoAndLeavesNoFile) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  for (const std::vector<std::string>& more :
       std::vector<std::vector<std::string>>{{"--method", "magic"},
                                             {"--method", "segment"},
                                             {"--radius", "1"},
                                             {"--method", "segment", "--radius", "-1"},
                                             {"--lock", "hip"},
                                             {"--from", file, "--lock", "hip"},
                                             {"--max-influences", "many"}}) {
    const ToolRun run = Run(file, more);
    EXPECT_EQ(run.exit_code, 2) << more[0] << ' ' << more.back() << run.err;
    EXPECT_THAT(run.out, IsEmpty());
  }
  EXPECT_EQ(RunTool({"weights", file, "-o", folder_ / "out.obj"}).exit_code, 2);
  EXPECT_EQ(RunTool({"weights", file, "-o", file}).exit_code, 2);
  EXPECT_THAT(folder_.Names(), ElementsAre("a.gltf"));
}

// A jacket, exported without the body it is for.
TEST_F(Weights, AMeshWithoutBonesTakesThoseOfTheFileItTakesWeightsFrom) {
  const std::string body = CharacterFile(), jacket = folder_ / "jacket.glb";
  ASSERT_EQ(RunTool({"skin", body, "-o", jacket}).exit_code, 0);  // The frozen mesh alone.
  const ToolRun run = Run(jacket, {"--from", body});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model of_body = ReadModelAt(body), dressed = ReadModelAt(out_);
  ASSERT_EQ(dressed.skins().size(), 1u);
  EXPECT_EQ(dressed.skins()[0].size(), of_body.skins()[0].size());
  ASSERT_TRUE(dressed.instances()[0].skin.has_value());
  for (const std::uint32_t joint : {0u, 5u, of_body.skins()[0].size() - 1}) {
    const auto name = [&](const Model& model) {
      return model.skeleton().name(static_cast<std::uint32_t>(model.skins()[0].joints()[joint]));
    };
    EXPECT_EQ(name(dressed), name(of_body));
  }
  // Bound, it stands where the body stands, and moves with the bones that move the body.
  const Primitive &a = of_body.meshes()[0].primitives()[0],
                  &b = dressed.meshes()[0].primitives()[0];
  ASSERT_EQ(a.vertex_count(), b.vertex_count());
  for (std::uint32_t v = 0; v < a.vertex_count(); v += 97) {
    ASSERT_EQ(a.influences.of(v).size(), b.influences.of(v).size()) << v;
    for (std::size_t i = 0; i < a.influences.of(v).size(); ++i) {
      EXPECT_EQ(a.influences.of(v)[i].joint, b.influences.of(v)[i].joint) << v;
      EXPECT_NEAR(a.influences.of(v)[i].weight, b.influences.of(v)[i].weight, 1e-4f) << v;
    }
  }
}

TEST_F(Weights, WrongNumbersAreToldWhatIsWanted) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  for (const char* radius : {"0", "-1", "abc", "inf", "1e300"}) {
    EXPECT_THAT(Run(file, {"--method", "segment", std::string("--radius=") + radius}).err,
                HasSubstr(std::string("\"") + radius + "\" is no length above zero"));
  }
  EXPECT_THAT(Run(file, {"--smooth", "2.5"}).err,
              HasSubstr("\"2.5\" is no whole number from 0 to 1,000"));
}

TEST_F(Weights, LockDoesNotSwallowTheFile) {
  const std::string file = folder_.Write("a.gltf", Unbound());
  const ToolRun run = RunTool({"weights", "--lock", "hip", file, "-o", folder_ / "out.glb"});
  EXPECT_THAT(run.err, Not(HasSubstr("FILE is required")));
}

TEST_F(Weights, AFileWithoutBonesOrMeshesIsThree) {
  const ToolRun boneless = Run(folder_.Write("a.gltf", TriangleGltf(kTriangleData)));
  EXPECT_EQ(boneless.exit_code, 3);
  EXPECT_THAT(boneless.err, HasSubstr("a.gltf: has no bones"));
  GltfBuilder file;
  file.Node("{'name':'alone'}");
  EXPECT_EQ(Run(folder_.Write("b.gltf", file.Text())).exit_code, 3);
}

}  // namespace
}  // namespace sinew::testing
