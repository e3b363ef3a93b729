// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// sinew merge: clips and meshes of other files on a character.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <simdjson.h>

#include <filesystem>
#include <numeric>

#include "cli/run_tool.h"
#include "sinew/gltf.h"
#include "support/assets.h"
#include "support/build_model.h"
#include "support/js3d_builder.h"
#include "support/model_pose.h"
#include "support/reordered.h"
#include "support/same_model.h"

namespace sinew::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

struct Named {
  std::int32_t parent;
  std::string name;
  Transform rest{.translation = {0, 1, 0}};
};

// Joints, and clips that move every joint of them from its rest to itself in a second.
Model::Parts Rig(const std::vector<Named>& joints, const std::vector<std::string>& clips) {
  Model::Parts parts;
  Skeleton::Parts skeleton;
  for (const Named& joint : joints) {
    skeleton.file_nodes.push_back(static_cast<std::uint32_t>(skeleton.parents.size()));
    skeleton.parents.push_back(joint.parent);
    skeleton.names.push_back(joint.name);
    skeleton.rest.push_back(joint.rest);
  }
  parts.skeleton = Expect(Skeleton::Create(std::move(skeleton)));
  for (const std::string& name : clips) {
    std::vector<TrackSpec> tracks;
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
      const auto x = static_cast<float>(j);
      tracks.push_back({.target = j, .times = {0, 1}, .values = {0, 0, 0, x, 0, 0}});
    }
    Clip::Parts clip = ClipOf(tracks).TakeParts();
    clip.name = name;
    parts.clips.push_back(Expect(Clip::Create(std::move(clip))));
  }
  return parts;
}

std::string Written(const Folder& folder, std::string_view name, Model::Parts parts) {
  const Model model = Expect(Model::Create(std::move(parts)));
  const std::vector<std::byte> glb = Expect(WriteGlb(model));
  return folder.Write(name, {reinterpret_cast<const char*>(glb.data()), glb.size()});
}

Model ReadBack(const std::string& path) {
  return Expect(ReadGltf(ReadFileBytes(path).value_or(std::vector<std::byte>{})).model);
}

std::size_t InstanceCount(const Model& model) { return model.instances().size(); }

std::vector<std::string> ClipNames(const Model& model) {
  std::vector<std::string> names;
  for (const Clip& clip : model.clips()) names.push_back(clip.name());
  return names;
}

const std::vector<Named> kBody{{-1, "root"}, {0, "hips"}, {1, "left"},
                               {1, "right"}, {2, "hand"}, {3, "hand"}};

// --- a character and its own clips, apart and together again ---

constexpr char kBarbarian[] = "assets/kaykit/Barbarian.glb";

// A file of one animation alone: no mesh, no skin, no material.
Model::Parts AnimationOnly(const Model& model, std::uint32_t clip) {
  Model::Parts parts;
  parts.skeleton = model.skeleton();
  parts.clips = {model.clips()[clip]};
  parts.scenes = model.parts().scenes;
  parts.default_scene = model.default_scene();
  return parts;
}

// The same animation in a file whose nodes stand in another order.
Model::Parts WithOtherOrder(const Model& model, std::uint32_t clip) {
  const Reordered joints = Reorder(model.skeleton().parts());
  Model::Parts parts;
  parts.skeleton = joints.skeleton;
  Clip::Parts keys = model.clips()[clip].parts();
  for (TrackRange& track : keys.tracks) track.target = joints.new_joint[track.target];
  keys.skeleton_id = 0;  // The moved skeleton binds it.
  parts.clips = {Expect(Clip::Create(std::move(keys)))};
  return parts;
}

TEST(Merge, BarbarianAndHisClipsFromFilesOfTheirOwnAreBarbarianToTheBit) {
  SINEW_SKIP_WITHOUT_ASSET(kBarbarian);
  const Folder folder;
  const Model original = Expect(ReadAsset(kBarbarian).model);
  ASSERT_GT(original.clips().size(), 70u);
  Model::Parts still = original.parts();
  still.clips.clear();
  std::vector<std::string> arguments{"merge", Written(folder, "still.glb", std::move(still))};
  for (std::uint32_t c = 0; c < original.clips().size(); ++c) {
    const std::string name = "clip" + std::to_string(c) + ".glb";
    arguments.push_back(Written(
        folder, name, c % 2 == 0 ? AnimationOnly(original, c) : WithOtherOrder(original, c)));
  }
  const std::string out = folder / "merged.glb";
  arguments.insert(arguments.end(), {"-o", out, "--fail-on", "warning"});
  const ToolRun run = RunTool(arguments);
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_TRUE(SameModel(ReadBack(out), original));
}

TEST(Merge, TheMergedBarbarianPosesAndHashesAsBefore) {
  SINEW_SKIP_WITHOUT_ASSET(kBarbarian);
  const Folder folder;
  const Model original = Expect(ReadAsset(kBarbarian).model);
  Model::Parts few = original.parts();
  few.clips = {original.clips()[0], original.clips()[11], original.clips()[40]};
  Model::Parts still = few;
  still.clips.clear();
  const std::string before = Written(folder, "few.glb", std::move(few));
  const std::string out = folder / "merged.glb";
  ASSERT_EQ(RunTool({"merge", Written(folder, "still.glb", std::move(still)),
                     Written(folder, "a.glb", AnimationOnly(original, 0)),
                     Written(folder, "b.glb", WithOtherOrder(original, 11)),
                     Written(folder, "c.glb", AnimationOnly(original, 40)), "-o", out})
                .exit_code,
            0);
  EXPECT_EQ(RunTool({"hash", before}).out, RunTool({"hash", out}).out);
  const ToolRun diff = RunTool({"diff", before, out});
  EXPECT_EQ(diff.exit_code, 0) << diff.out;
  const std::vector<std::string> pose{
      "pose",    "",        "--clip",     original.clips()[11].name(),
      "--times", "0.1,0.5", "--vertices", "--json"};
  const auto posed = [&pose](const std::string& file) {
    std::vector<std::string> arguments = pose;
    arguments[1] = file;
    return Replaced(RunTool(arguments).out, file, "FILE");
  };
  EXPECT_THAT(posed(before), HasSubstr("jointMatrices"));
  EXPECT_EQ(posed(before), posed(out));
}

// --- what a person is told ---

TEST(Merge, SaysWhichJointsAreRenamedAndWhatTheyMayBeCalled) {
  const Folder folder;
  std::vector<Named> renamed = kBody;
  renamed[1].name = "Hip";
  renamed[0].name = "Quux";
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {}));
  const std::string walk = Written(folder, "walk.glb", Rig(renamed, {"walk"}));
  const ToolRun run = RunTool({"merge", hero, walk, "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(
      run.err,
      AllOf(HasSubstr("walk.glb: warning: dropped 1 track of \"Hip\": the character has no such "
                      "joint (did you mean \"hips\"? --map can say)"),
            HasSubstr("dropped 1 track of \"Quux\": the character has no such joint\n")));
  EXPECT_THAT(run.out, AllOf(HasSubstr("out.glb: 1 clip, 1 of them from 1 file, "),
                             HasSubstr("6 joints: 2 by the end of the path, 2 by name alone, 2 "
                                       "dropped without a namesake")));
  EXPECT_EQ(ReadBack(folder / "out.glb").parts().clips[0].track_count(), 4u);

  const std::string map = folder.Write("map.json", R"({"Hip": "hips", "Quux": "root"})");
  const ToolRun mapped = RunTool(
      {"merge", hero, walk, "-o", folder / "mapped.glb", "--map", map, "--fail-on", "warning"});
  EXPECT_EQ(mapped.exit_code, 0) << mapped.err;
  EXPECT_THAT(mapped.err, IsEmpty());
  EXPECT_THAT(mapped.out, HasSubstr("6 joints: 2 by the map, 4 by path"));
  EXPECT_EQ(ReadBack(folder / "mapped.glb").parts().clips[0].track_count(), 6u);
}

TEST(Merge, SuggestsTheOnlyJointThatIsLeftUnderTheParent) {
  const Folder folder;
  std::vector<Named> renamed = kBody;
  renamed[3].name = "dexter";
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {}));
  const ToolRun run = RunTool({"merge", hero, Written(folder, "walk.glb", Rig(renamed, {"walk"})),
                               "-o", folder / "out.glb"});
  EXPECT_THAT(run.err, HasSubstr("\"dexter\": the character has no such joint (did you mean "
                                 "\"right\"? --map can say)"));
  renamed[2].name = "sinister";  // Two are left: which is which is not to be seen.
  const ToolRun two = RunTool({"merge", hero, Written(folder, "walk.glb", Rig(renamed, {"walk"})),
                               "-o", folder / "out.glb"});
  EXPECT_THAT(two.err, HasSubstr("\"dexter\": the character has no such joint\n"));
}

TEST(Merge, SaysBetweenWhichJointsItDoesNotChoose) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {}));
  const std::string wave =
      Written(folder, "wave.glb", Rig({{-1, "root"}, {0, "hips"}, {1, "hand"}}, {"wave"}));
  const ToolRun run = RunTool({"merge", hero, wave, "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("dropped 1 track of \"hand\" (root/hips/hand): it could be "
                                 "root/hips/left/hand, root/hips/right/hand; --map can say which"));
  const std::string map = folder.Write("map.json", R"({"hand": "right/hand"})");
  const ToolRun mapped = RunTool({"merge", hero, wave, "-o", folder / "out.glb", "--map", map});
  EXPECT_THAT(mapped.err, IsEmpty());
  const Model merged = ReadBack(folder / "out.glb");
  EXPECT_EQ(merged.clips()[0].track(2).target, 5u);
}

TEST(Merge, SaysWhichJointsTheCharacterLacksAndWhenAClipGetsShorter) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Rig({{-1, "root"}, {0, "hips"}}, {}));
  Model::Parts parts = Rig({{-1, "root"}, {0, "hips"}, {1, "tail"}}, {});
  Clip::Parts clip = ClipOf({{.target = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}},
                             {.target = 2, .times = {0, 2}, .values = {0, 0, 0, 1, 0, 0}}})
                         .TakeParts();
  clip.name = "wag";
  parts.clips = {Expect(Clip::Create(std::move(clip)))};
  const std::string wag = Written(folder, "wag.glb", std::move(parts));
  const ToolRun run = RunTool({"merge", hero, wag, "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, AllOf(HasSubstr("dropped 1 track of \"tail\": the character has no such"),
                             HasSubstr("\"wag\" ends at 1 s, not 2 s: its last keys were "
                                       "dropped")));
  EXPECT_THAT(RunTool({"merge", hero, wag, "-o", folder / "out.glb", "--fail-on", "warning"}).err,
              HasSubstr("2 warnings; --fail-on warning"));
  // A clip that moves less than the character has is as it should be.
  const std::string nod = Written(folder, "nod.glb", Rig({{-1, "root"}}, {"nod"}));
  EXPECT_THAT(RunTool({"merge", hero, nod, "-o", folder / "out.glb"}).err, IsEmpty());
}

TEST(Merge, SaysWhereJointsRestOtherwiseAndFitsNothing) {
  const Folder folder;
  std::vector<Named> taller = kBody;
  taller[1].rest = {.translation = {0, 1.5f, 0}, .rotation = QuatOf({1, 0, 0}, 0.5f)};
  const std::string hero = Written(folder, "hero.glb", Rig(taller, {}));
  const std::string walk = Written(folder, "walk.glb", Rig(kBody, {"walk"}));
  const ToolRun run = RunTool({"merge", hero, walk, "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, AllOf(HasSubstr("warning: \"hips\" has a different rest pose: 0.5 (33.3 %) "
                                       "away, turned by 28.6 degrees, scale 0.0 % off"),
                             Not(HasSubstr("\"left\"")),
                             HasSubstr("nothing is fitted to another rest pose")));
  const Model merged = ReadBack(folder / "out.glb");
  EXPECT_THAT(merged.clips()[0].track(1).values, ElementsAre(0, 0, 0, 1, 0, 0));
}

TEST(Merge, TellsProgramsEverything) {
  const Folder folder;
  std::vector<Named> other = kBody;
  other[1].name = "Hip";
  other[2].rest = {.translation = {0, 2, 0}};
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {"walk"}));
  const std::string walk = Written(folder, "steps.glb", Rig(other, {"walk"}));
  const std::string map = folder.Write("map.json", R"({"root": "root", "ghost": null})");
  const std::string out = folder / "out.glb";
  const ToolRun run = RunTool({"merge", hero, walk, "-o", out, "--map", map, "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  simdjson::dom::element json;
  ASSERT_EQ(parser.parse(run.out).get(json), simdjson::SUCCESS) << run.out;
  EXPECT_EQ(json["character"].get_string().value(), hero);
  EXPECT_EQ(json["output"].get_string().value(), out);
  EXPECT_TRUE(json["written"].get_bool().value());
  EXPECT_EQ(json["bytes"].get_uint64().value(), std::filesystem::file_size(out));
  EXPECT_EQ(json["clips"].at(1).get_string().value(), "steps.walk");
  EXPECT_EQ(json["unusedMap"].at(0).get_string().value(), "ghost");
  EXPECT_THAT(run.err, HasSubstr("map.json: warning: nothing was bound by its entries for ghost"));
  const auto file = json["files"].at(0);
  EXPECT_EQ(file["clips"].at(0)["source"].get_string().value(), "walk");
  EXPECT_EQ(file["clips"].at(0)["name"].get_string().value(), "steps.walk");
  EXPECT_EQ(file["clips"].at(0)["tracks"].get_int64().value(), 5);
  EXPECT_EQ(file["clips"].at(0)["dropped"].get_int64().value(), 1);
  EXPECT_EQ(file["clips"].at(0)["seconds"].get_double().value(), 1.0);
  EXPECT_EQ(file["matches"]["map"].get_int64().value(), 1);
  EXPECT_EQ(file["matches"]["none"].get_int64().value(), 1);
  const auto hip = file["joints"].at(1);
  EXPECT_EQ(hip["joint"].get_string().value(), "Hip");
  EXPECT_EQ(hip["path"].get_string().value(), "root/Hip");
  EXPECT_EQ(hip["match"].get_string().value(), "none");
  EXPECT_EQ(hip["nearest"].get_string().value(), "hips");
  EXPECT_TRUE(hip["target"].is_null());
  EXPECT_EQ(file["joints"].at(2)["target"].get_string().value(), "left");
  EXPECT_EQ(file["joints"].at(2)["rest"]["distance"].get_double().value(), 1.0);
  EXPECT_EQ(file["joints"].at(2)["rest"]["relative"].get_double().value(), 0.5);
  EXPECT_EQ(file["clips"].at(0)["joints"].get_int64().value(), 6);
  EXPECT_EQ(file["clips"].at(0)["boundJoints"].get_int64().value(), 5);
  ASSERT_EQ(file["warnings"].get_array().value().size(), 2u);
  const auto dropped = file["warnings"].at(0);
  EXPECT_EQ(dropped["kind"].get_string().value(), "tracks-dropped");
  EXPECT_THAT(std::string(dropped["message"].get_string().value()),
              HasSubstr("dropped 1 track of \"Hip\""));
  EXPECT_EQ(file["warnings"].at(1)["kind"].get_string().value(), "rest-differs");
  EXPECT_EQ(json["warningCount"].get_int64().value(), 3);
}

// --- names of clips ---

TEST(Merge, AClipWhoseNameIsTakenGetsItsFilesInFront) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {"walk"}));
  const std::string a = Written(folder, "old.glb", Rig(kBody, {"walk", "run", "walk"}));
  const std::string b = Written(folder, "new.glb", Rig(kBody, {"unnamed", "run", ""}));
  const std::string out = folder / "out.glb";
  const ToolRun run = RunTool({"merge", hero, a, b, "-o", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(ClipNames(ReadBack(out)),
              ElementsAre("walk", "old.walk", "run", "old.walk.2", "new", "new.run", "new.2"));
  EXPECT_THAT(run.out, HasSubstr("\"walk\" is called \"old.walk\""));
  EXPECT_EQ(RunTool({"merge", hero, a, "-o", out, "--file-names"}).exit_code, 0);
  EXPECT_THAT(ClipNames(ReadBack(out)), ElementsAre("walk", "old.walk", "old.run", "old.walk.2"));
  const std::string one = Written(folder, "stroll.glb", Rig(kBody, {"mixamo.com"}));
  EXPECT_EQ(RunTool({"merge", hero, one, one, "-o", out, "--file-names"}).exit_code, 0);
  EXPECT_THAT(ClipNames(ReadBack(out)), ElementsAre("walk", "stroll", "stroll.2"));
}

TEST(Merge, ExtrasOfClipsComeAlongAndExtensionsAreLeft) {
  const Folder folder;
  Model::Parts parts = Rig(kBody, {"walk", "run"});
  parts.carried = {{.owner = CarriedJson::Owner::kAnimation,
                    .index = 1,
                    .extras = "{\"loop\":true}",
                    .extensions = "{\"X_y\":{}}"}};
  parts.extensions_used = {"X_y"};
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {"idle"}));
  const std::string out = folder / "out.glb";
  const ToolRun run =
      RunTool({"merge", hero, Written(folder, "w.glb", std::move(parts)), "-o", out});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, HasSubstr("not carried: extensions of 1 animation"));
  const Model merged = ReadBack(out);
  ASSERT_EQ(merged.parts().carried.size(), 1u);
  EXPECT_EQ(merged.parts().carried[0].index, 2u);
  EXPECT_EQ(merged.parts().carried[0].extras, "{\"loop\":true}");
}

// --- when nothing is written ---

TEST(Merge, WritesNothingWhereAClipFindsNoJointAndLooksAtTheOtherFilesAllTheSame) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {}));
  const std::string stone = Written(folder, "stone.glb", Rig({{-1, "granite"}}, {"roll"}));
  const std::string none = Written(folder, "none.glb", Rig(kBody, {}));
  const std::string half = Written(folder, "half.glb", Rig({{-1, "root"}, {0, "fin"}}, {"swim"}));
  const std::string out = folder / "out.glb";
  const ToolRun run = RunTool({"merge", hero, stone, none, half, "-o", out, "--json"});
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.err,
              AllOf(HasSubstr("stone.glb: the character has none of the joints that roll moves"),
                    HasSubstr("none.glb: has no clips"), HasSubstr("dropped 1 track of \"fin\""),
                    HasSubstr("out.glb is not written")));
  simdjson::dom::parser parser;
  simdjson::dom::element json;
  ASSERT_EQ(parser.parse(run.out).get(json), simdjson::SUCCESS) << run.out;
  EXPECT_FALSE(json["written"].get_bool().value());
  EXPECT_TRUE(json["bytes"].is_null());
  EXPECT_EQ(json["files"].at(1)["error"].get_string().value(), "has no clips");
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_EQ(RunTool({"merge", hero, half, folder / "missing.glb", "-o", out}).exit_code, 3);
  EXPECT_EQ(RunTool({"merge", hero, half, "-o", out, "--fail-on", "warning"}).exit_code, 1);
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_EQ(RunTool({"merge", hero, half, "-o", out}).exit_code, 0);
}

TEST(Merge, RefusesClipsThatFindLessThanHalfOfTheirJointsUnlessForced) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {}));
  const std::string swim =
      Written(folder, "swim.glb", Rig({{-1, "root"}, {0, "fin"}, {0, "gill"}}, {"swim", "float"}));
  const std::string out = folder / "out.glb";
  const ToolRun refused = RunTool({"merge", hero, swim, "-o", out, "--json"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err,
              AllOf(HasSubstr("swim.glb: the character has less than half of the joints that any "
                              "of its 2 clips moves (swim: 1 of 3); --force merges all the same"),
                    HasSubstr("warning: dropped 2 tracks of \"fin\""),
                    HasSubstr("out.glb is not written")));
  simdjson::dom::parser parser;
  simdjson::dom::element json;
  ASSERT_EQ(parser.parse(refused.out).get(json), simdjson::SUCCESS) << refused.out;
  EXPECT_FALSE(json["written"].get_bool().value());
  EXPECT_THAT(std::string(json["files"].at(0)["error"].get_string().value()),
              HasSubstr("less than half"));
  EXPECT_FALSE(std::filesystem::exists(out));

  const ToolRun forced = RunTool({"merge", hero, swim, "-o", out, "--force"});
  EXPECT_EQ(forced.exit_code, 0) << forced.err;
  EXPECT_THAT(forced.out, HasSubstr("2 clips, 2 of them from 1 file, "));
  EXPECT_THAT(forced.out, HasSubstr(", 2 warnings\n"));
  EXPECT_THAT(ClipNames(ReadBack(out)), ElementsAre("swim", "float"));
  // Joints that the map drops on purpose do not count.
  const std::string map = folder.Write("map.json", R"({"fin": null})");
  EXPECT_EQ(RunTool({"merge", hero, swim, "-o", out, "--map", map}).exit_code, 0);
  // What is not there at all is not forced.
  const std::string stone = Written(folder, "stone.glb", Rig({{-1, "granite"}}, {"roll"}));
  EXPECT_EQ(RunTool({"merge", hero, stone, "-o", out, "--force"}).exit_code, 1);
}

TEST(Merge, RefusesABadMapByItsPlace) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {}));
  const std::string walk = Written(folder, "walk.glb", Rig(kBody, {"walk"}));
  struct Case {
    const char* map;
    const char* message;
  };
  const Case cases[] = {
      {"{\"a\": }", "map.json: byte 6: "},
      {"[\"a\"]", "map.json: is no map: expected {\"joint of the file\""},
      {"{\"a\": 3}", "map.json: /a: expected a name or null"},
      {"{\"a\": null, \"a\": null}", "map.json: /a: this joint is in the map twice"},
      {"{\"a/b\": \"Hips\"}",
       "/a~1b: found \"a/b\" led to \"Hips\", expected a joint of the target (did you mean "
       "\"hips\"?)"},
      {"{\"a\": \"hand\"}",
       "/a: found \"a\" led to \"hand\", expected one joint and not 2: root/hips/left/hand, "
       "root/hips/right/hand"},
      {"{\"hand\": \"hips\"}", "/hand: found \"hand\", expected one joint and not 2"},
      {"{\"hips\": \"root\", \"root\": \"root\"}", "/root: found \"root\" led to \"root\""},
      {"", "map.json: is empty"},
  };
  for (const Case& one : cases) {
    const std::string map = folder.Write("map.json", one.map);
    const ToolRun run = RunTool({"merge", hero, walk, "-o", folder / "out.glb", "--map", map});
    EXPECT_EQ(run.exit_code, 3) << one.map << run.err;
    EXPECT_THAT(run.err, HasSubstr(one.message));
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "out.glb"));
}

TEST(Merge, RefusesWrongUseAndWritesNoHalfFile) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Rig(kBody, {}));
  const std::string walk = Written(folder, "walk.glb", Rig(kBody, {"walk"}));
  EXPECT_EQ(RunTool({"merge", hero, "-o", folder / "out.glb"}).exit_code, 2);
  EXPECT_EQ(RunTool({"merge", hero, walk}).exit_code, 2);
  EXPECT_EQ(RunTool({"merge", hero, walk, "-o", folder / "out.gltf"}).exit_code, 2);
  for (const std::string& input : {hero, walk}) {
    const ToolRun over = RunTool({"merge", hero, walk, "-o", input});
    EXPECT_EQ(over.exit_code, 2);
    EXPECT_THAT(over.err, HasSubstr("is an input"));
  }
  EXPECT_EQ(
      RunTool({"merge", hero, walk, "-o", folder / "out.glb"}, {.max_file_bytes = 256}).exit_code,
      3);
  EXPECT_THAT(folder.Names(), ElementsAre("hero.glb", "walk.glb"));
}

TEST(Merge, TakesClipsOfAJs3dScene) {
  const Folder folder;
  const std::string scene = folder.Write("scene.js3d", EverythingJs3d().Text());
  const std::string hero = folder / "hero.glb";
  ASSERT_EQ(RunTool({"convert", scene, hero}).exit_code, 0);
  const ToolRun run = RunTool({"merge", hero, scene, "-o", folder / "out.glb"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(ClipNames(ReadBack(folder / "out.glb")), ElementsAre("animation", "scene.animation"));
}

TEST(Merge, NamesWhatTheReaderHadToMendInTheClips) {
  const Folder folder;
  const std::string hero = folder.Write("hero.gltf", TriangleGltf(kTriangleData));
  std::string text = TriangleWithClips({"walk"});
  const std::string fine = folder.Write("fine.gltf", text);
  EXPECT_THAT(RunTool({"merge", hero, fine, "-o", folder / "out.glb"}).err, IsEmpty());
  // A file of animations cannot say how many morph targets the weights are of.
  text = Replaced(text, "\"channels\":[",
                  "\"channels\":[{\"sampler\":0,\"target\":{\"node\":0,\"path\":\"weights\"}},");
  const std::string weights = folder.Write("weights.gltf", text);
  const ToolRun run = RunTool({"merge", hero, weights, "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err,
              HasSubstr("weights.gltf: warning: repaired: channel-dropped, 1 time, first at "
                        "/animations/0/channels/0"));
}

// --- meshes ---

TEST(Merge, BarbarianAndHisClothesFromFilesOfTheirOwnMoveAsBarbarianToTheBit) {
  SINEW_SKIP_WITHOUT_ASSET(kBarbarian);
  const Folder folder;
  Model::Parts few = Expect(ReadAsset(kBarbarian).model).TakeParts();
  few.clips = {few.clips[0], few.clips[11], few.clips[40]};
  const Model original = Expect(Model::Create(std::move(few)));
  const auto count = static_cast<std::uint32_t>(original.instances().size());
  ASSERT_GT(count, 3u);
  // The last instances go to two files; their meshes and skins stay behind, unused.
  Model::Parts naked = original.parts();
  naked.instances.resize(count - 3);
  const Reordered joints = Reorder(original.skeleton().parts());
  const auto outfit = [&](std::string_view name, std::vector<std::uint32_t> instances) {
    return Written(folder, name, OutfitOf(original, joints, instances).TakeParts());
  };
  const std::string before = Written(folder, "before.glb", original.parts());
  const std::string out = folder / "out.glb";
  const ToolRun run = RunTool(
      {"merge", Written(folder, "naked.glb", std::move(naked)), outfit("a.glb", {count - 3}),
       outfit("b.glb", {count - 2, count - 1}), "--meshes", "-o", out, "--fail-on", "warning"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());
  EXPECT_THAT(run.out, AllOf(HasSubstr("3 of them from 2 files"), HasSubstr("b.glb: 2 meshes")));
  const Model merged = ReadBack(out);
  EXPECT_EQ(merged.clips().size(), 3u);
  EXPECT_EQ(merged.images().size(), original.images().size());
  EXPECT_EQ(merged.materials().size(), original.materials().size());
  const Model expected = ReadBack(before);
  for (std::uint32_t clip = 0; clip < 3; ++clip) {
    for (const double time : {0.0, 0.1, 0.5}) {
      EXPECT_TRUE(
          SamePose(Expect(PoseModel(merged, clip, time)), Expect(PoseModel(expected, clip, time))));
    }
  }
}

// A triangle on the joints of a rig: skinned, half of it by the last joint, or rigid at that joint.
Model::Parts Dressed(const std::vector<Named>& joints, const std::string& name, bool skinned) {
  Model::Parts parts = Rig(joints, {});
  const auto last = static_cast<std::uint32_t>(joints.size()) - 1;
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  if (skinned) {
    triangle.influences = {{0, 1, 3, 4}, {{0, 1}, {0, 0.5f}, {1, 0.5f}, {1, 1}}};
    parts.skins = {SkinOf({0, static_cast<std::int32_t>(last)}, std::vector<Affine>(2), last + 1)};
  }
  parts.meshes = {Expect(Mesh::Create({.name = name, .primitives = {triangle}}))};
  parts.instances = {{.joint = skinned ? 0 : last, .mesh = 0}};
  if (skinned) parts.instances[0].skin = 0;
  return parts;
}

TEST(Merge, MeshesComeWithoutClipsUnlessBothAreWanted) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Dressed(kBody, "body", true));
  Model::Parts cape = Dressed(kBody, "cape", true);
  cape.clips = Rig(kBody, {"flutter"}).clips;
  const std::string file = Written(folder, "cape.glb", std::move(cape));
  const std::string out = folder / "out.glb";
  const ToolRun meshes = RunTool({"merge", hero, file, "--meshes", "-o", out});
  ASSERT_EQ(meshes.exit_code, 0) << meshes.err;
  EXPECT_THAT(meshes.out, AllOf(HasSubstr("out.glb: 2 meshes, 1 of them from 1 file"),
                                HasSubstr("cape.glb: 1 mesh, 2 joints: 2 by path")));
  EXPECT_THAT(ClipNames(ReadBack(out)), IsEmpty());
  EXPECT_EQ(InstanceCount(ReadBack(out)), 2u);
  const ToolRun both = RunTool({"merge", hero, file, "--meshes", "--clips", "-o", out});
  ASSERT_EQ(both.exit_code, 0) << both.err;
  EXPECT_THAT(both.out, HasSubstr("out.glb: 1 clip and 2 meshes, 1 and 1 of them from 1 file"));
  EXPECT_THAT(ClipNames(ReadBack(out)), ElementsAre("flutter"));
  ASSERT_EQ(RunTool({"merge", hero, file, "-o", out}).exit_code, 0);
  EXPECT_EQ(InstanceCount(ReadBack(out)), 1u);
  const std::string none = Written(folder, "none.glb", Rig(kBody, {"walk"}));
  const ToolRun empty = RunTool({"merge", hero, none, "--meshes", "-o", out});
  EXPECT_EQ(empty.exit_code, 1);
  EXPECT_THAT(empty.err, HasSubstr("none.glb: has no meshes"));
  EXPECT_EQ(RunTool({"merge", hero, none, "--meshes", "--clips", "-o", out}).exit_code, 0);
}

TEST(Merge, TakesOnlyTheMeshesThatAreNamed) {
  const Folder folder;
  const std::string hero = Written(folder, "hero.glb", Dressed(kBody, "body", true));
  Model::Parts wardrobe = Dressed(kBody, "cape", true);
  for (const char* const name : {"hat", "boots"}) {
    Mesh::Parts mesh = wardrobe.meshes[0].parts();
    mesh.name = name;
    wardrobe.meshes.push_back(Expect(Mesh::Create(std::move(mesh))));
    wardrobe.instances.push_back({.joint = static_cast<std::uint32_t>(wardrobe.meshes.size()) - 1,
                                  .mesh = static_cast<std::uint32_t>(wardrobe.meshes.size()) - 1,
                                  .skin = 0});
  }
  const std::string file = Written(folder, "wardrobe.glb", std::move(wardrobe));
  const std::string out = folder / "out.glb";
  // By the mesh's name and by the node's.
  const ToolRun run =
      RunTool({"merge", hero, file, "--mesh", "hat", "--mesh", "left", "-o", out, "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  simdjson::dom::parser parser;
  simdjson::dom::element json;
  ASSERT_EQ(parser.parse(run.out).get(json), simdjson::SUCCESS) << run.out;
  ASSERT_EQ(json["meshes"].get_array().value().size(), 3u);
  EXPECT_EQ(json["meshes"].at(1).get_string().value(), "hat");
  EXPECT_EQ(json["meshes"].at(2).get_string().value(), "boots");
  const ToolRun none = RunTool({"merge", hero, file, "--mesh", "gloves", "-o", out});
  EXPECT_EQ(none.exit_code, 1);
  EXPECT_THAT(none.err, HasSubstr("wardrobe.glb: has no mesh called gloves"));
}

TEST(Merge, RefusesMeshesOnJointsThatTheCharacterLacksAndSaysWhatCanBeDone) {
  const Folder folder;
  std::vector<Named> tailed = kBody;
  tailed.push_back({4, "Tail"});
  std::vector<Named> hero_joints = kBody;
  hero_joints.push_back({4, "tails"});
  const std::string hero = Written(folder, "hero.glb", Dressed(hero_joints, "body", true));
  const std::string file = Written(folder, "cape.glb", Dressed(tailed, "cape", true));
  const std::string out = folder / "out.glb";
  const ToolRun refused = RunTool({"merge", hero, file, "--meshes", "-o", out, "--json"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(
      refused.err,
      AllOf(HasSubstr(
                "cape.glb: warning: \"Tail\" (root/hips/left/hand/Tail) moves 2 vertices (nearest: "
                "\"hand\"): the character has no such joint (did you mean \"tails\"? --map "
                "can say)"),
            HasSubstr("cape.glb: the character lacks 1 joint that moves its vertices; --missing "
                      "nearest binds such to the nearest ancestor that it has"),
            HasSubstr("out.glb is not written")));
  simdjson::dom::parser parser;
  simdjson::dom::element json;
  ASSERT_EQ(parser.parse(refused.out).get(json), simdjson::SUCCESS) << refused.out;
  const auto joint = json["files"].at(0)["meshJoints"].at(1);
  EXPECT_EQ(joint["joint"].get_string().value(), "Tail");
  EXPECT_EQ(joint["vertices"].get_int64().value(), 2);
  EXPECT_EQ(joint["ancestor"].get_string().value(), "hand");
  EXPECT_EQ(joint["nearest"].get_string().value(), "tails");
  EXPECT_EQ(json["files"].at(0)["meshMatches"]["none"].get_int64().value(), 1);
  EXPECT_THAT(std::string(json["files"].at(0)["error"].get_string().value()),
              HasSubstr("the character lacks"));
  EXPECT_FALSE(std::filesystem::exists(out));

  const std::vector<std::string> nearest{"merge",     hero,      file, "--meshes",
                                         "--missing", "nearest", "-o", out};
  const ToolRun bound = RunTool(nearest);
  ASSERT_EQ(bound.exit_code, 0) << bound.err;
  EXPECT_THAT(bound.err, HasSubstr("\"Tail\" (root/hips/left/hand/Tail) moves 2 vertices"));
  EXPECT_THAT(bound.out, HasSubstr("2 joints: 1 by path, 1 that the character lacks"));
  std::vector<std::string> strict = nearest;
  strict.insert(strict.end(), {"--fail-on", "warning"});
  EXPECT_EQ(RunTool(strict).exit_code, 1);
  const std::string map = folder.Write("map.json", R"({"Tail": "tails"})");
  const ToolRun mapped =
      RunTool({"merge", hero, file, "--meshes", "-o", out, "--map", map, "--fail-on", "warning"});
  EXPECT_EQ(mapped.exit_code, 0) << mapped.err;
  EXPECT_THAT(mapped.err, IsEmpty());
  // A stone has nothing of the character.
  const std::string stone =
      Written(folder, "stone.glb", Dressed({{-1, "granite"}}, "stone", false));
  const ToolRun alien =
      RunTool({"merge", hero, stone, "--meshes", "--missing", "nearest", "-o", out});
  EXPECT_EQ(alien.exit_code, 1);
  EXPECT_THAT(alien.err, HasSubstr("neither"));
  const std::string bad = folder.Write("bad.json", R"({"hand": "root"})");
  const ToolRun map_error = RunTool({"merge", hero, file, "--meshes", "--map", bad, "-o", out});
  EXPECT_EQ(map_error.exit_code, 3);
  EXPECT_THAT(map_error.err, HasSubstr("/hand: found \"hand\", expected one joint and not 2"));
}

TEST(Merge, SaysHowFarAnotherRestPoseMovesMeshes) {
  const Folder folder;
  std::vector<Named> taller = kBody;
  taller[0].rest.translation.y = 3;
  const std::string hero = Written(folder, "hero.glb", Dressed(taller, "body", true));
  const std::string file = Written(folder, "cape.glb", Dressed(kBody, "cape", true));
  const ToolRun run = RunTool({"merge", hero, file, "--meshes", "-o", folder / "out.glb"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.err, AllOf(HasSubstr("\"root\" has a different rest pose: 2 (66.7 %) away"),
                             HasSubstr("at rest the mesh at \"root\" is up to 2 from where it is "
                                       "in this file")));
}

TEST(Merge, PicturesBesideAnOutfitComeFromItsOwnFolder) {
  const Folder folder;
  const std::string png = "\x89PNG\r\n\x1a\n";
  folder.Write("hero/cloth.png", png + "hero");
  folder.Write("wardrobe/cloth.png", png + "cape");
  const auto with_picture = [&](std::string_view path, const std::string& mesh) {
    Model::Parts parts = Dressed(kBody, mesh, true);
    parts.images = {{.name = "", .mime_type = "image/png", .uri = "cloth.png"}};
    parts.textures = {{.image = 0}};
    parts.materials = {{.name = mesh, .base_color_texture = TextureUse{}}};
    Mesh::Parts copy = parts.meshes[0].parts();
    copy.primitives[0].material = 0;
    copy.primitives[0].texcoords = {{{0, 0}, {1, 0}, {0, 1}}};
    parts.meshes[0] = Expect(Mesh::Create(std::move(copy)));
    return Written(folder, path, std::move(parts));
  };
  const std::string hero = with_picture("hero/hero.glb", "body");
  const std::string cape = with_picture("wardrobe/cape.glb", "cape");
  const std::string out = folder / "out.glb";
  const ToolRun run = RunTool({"merge", hero, cape, "--meshes", "-o", out});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const Model merged = ReadBack(out);
  ASSERT_EQ(merged.images().size(), 2u);
  EXPECT_EQ(merged.images()[0].bytes.span().back(), std::byte{'o'});
  EXPECT_EQ(merged.images()[1].bytes.span().back(), std::byte{'e'});
}

}  // namespace
}  // namespace sinew::testing
