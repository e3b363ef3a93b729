// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What `sinew merge` does, in C++.
#include "sinew/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sinew/gltf.h"
#include "sinew/joint_map.h"

namespace sinew {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct Named {
  std::int32_t parent;
  std::string name;
};

const std::vector<Named> kBody{{-1, "root"}, {0, "hips"}, {1, "left"}, {1, "right"}};

// Joints a unit above their parents, and clips that move each of them for a second.
Model::Parts Rig(const std::vector<Named>& joints, const std::vector<std::string>& clips) {
  Skeleton::Parts skeleton;
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    skeleton.parents.push_back(joints[j].parent);
    skeleton.names.push_back(joints[j].name);
    skeleton.rest.push_back({.translation = {0, 1, 0}});
    skeleton.file_nodes.push_back(j);
  }
  Model::Parts parts;
  parts.skeleton = Skeleton::Create(std::move(skeleton)).value();
  for (const std::string& name : clips) {
    Clip::Parts clip{.name = name, .duration_s = 1, .times = {0, 1}, .values = {0, 0, 0, 1, 0, 0}};
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
      clip.tracks.push_back({.target = j, .key_count = 2});
    }
    parts.clips.push_back(Clip::Create(std::move(clip)).value());
  }
  return parts;
}

Model ModelOf(const std::vector<Named>& joints, const std::vector<std::string>& clips) {
  return Model::Create(Rig(joints, clips)).value();
}

// A triangle on the first and the last joint of a rig.
Model Dressed(const std::vector<Named>& joints, const std::string& name,
              const std::vector<std::string>& clips = {}) {
  Model::Parts parts = Rig(joints, clips);
  const auto last = static_cast<std::int32_t>(joints.size()) - 1;
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  triangle.influences = {{0, 1, 2, 3}, {{0, 1}, {1, 1}, {1, 1}}};
  parts.skins = {Skin::Create({.joints = {0, last}, .inverse_bind = std::vector<Affine>(2)},
                              static_cast<std::uint32_t>(joints.size()))
                     .value()};
  parts.meshes = {Mesh::Create({.name = name, .primitives = {triangle}}).value()};
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  return Model::Create(std::move(parts)).value();
}

std::vector<std::string> ClipNames(const Model& model) {
  std::vector<std::string> names;
  for (const Clip& clip : model.clips()) names.push_back(clip.name());
  return names;
}

std::vector<std::string> WarningNames(const MergeReport& report) {
  std::vector<std::string> names;
  for (const MergeWarning& one : report.warnings) names.emplace_back(MergeWarningName(one.kind));
  return names;
}

std::span<const std::byte> Bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

TEST(TheLibrary, MergesClipsOfOtherModelsAndWritesTheCharacter) {
  Merger merger = Merger::Create(ModelOf(kBody, {"walk"})).value();
  const MergeReport walk = merger.Add(ModelOf(kBody, {"walk", "", "run"}), "old").value();
  EXPECT_EQ(walk.refusal, MergeRefusal::kNone);
  EXPECT_THAT(walk.warnings, IsEmpty());
  EXPECT_EQ(walk.clips[0].source, "walk");
  EXPECT_EQ(walk.clips[0].name, "old.walk");
  EXPECT_EQ(walk.clips[0].bound_joint_count, 4u);
  EXPECT_EQ(walk.matches.joint_count(JointMatch::kPath), 4u);
  ASSERT_TRUE(merger.Add(ModelOf(kBody, {"run", "walk"}), "old").ok());
  const Result<Model> merged = std::move(merger).Finish();
  ASSERT_TRUE(merged.ok());
  EXPECT_THAT(ClipNames(*merged),
              ElementsAre("walk", "old.walk", "old", "run", "old.run", "old.walk.2"));
  EXPECT_TRUE(WriteGlb(*merged).ok());
}

TEST(TheLibrary, MergesExtrasOfClipsAndCountsTheExtensionsThatItLeaves) {
  Model::Parts parts = Rig(kBody, {"walk", "run"});
  const auto carried = [&parts](std::uint32_t clip) {
    parts.carried.push_back({.owner = CarriedJson::Owner::kAnimation,
                             .index = clip,
                             .extras = "{\"loop\":true}",
                             .extensions = "{\"X_y\":{}}"});
  };
  carried(1);
  carried(7);  // Of no clip: models do not check it.
  Merger merger = Merger::Create(ModelOf(kBody, {"idle"})).value();
  const MergeReport report = merger.Add(Model::Create(std::move(parts)).value(), "moves").value();
  EXPECT_THAT(WarningNames(report), ElementsAre("clip-extensions"));
  EXPECT_EQ(report.clip_extensions, 1u);
  const Model merged = std::move(merger).Finish().value();
  ASSERT_EQ(merged.parts().carried.size(), 1u);
  EXPECT_EQ(merged.parts().carried[0].index, 2u);
  EXPECT_EQ(merged.parts().carried[0].extras, "{\"loop\":true}");
  EXPECT_EQ(merged.parts().carried[0].extensions, "");
}

TEST(TheLibrary, CallsClipsByTheirModels) {
  Merger merger = Merger::Create(ModelOf(kBody, {}), {.model_names = true}).value();
  ASSERT_TRUE(merger.Add(ModelOf(kBody, {"mixamo.com"}), "walk").ok());
  ASSERT_TRUE(merger.Add(ModelOf(kBody, {"a", "b"}), "moves").ok());
  EXPECT_THAT(ClipNames(std::move(merger).Finish().value()),
              ElementsAre("walk", "moves.a", "moves.b"));
}

TEST(TheLibrary, ReportsWhatAMergeDropsAndWhatItMayBeCalled) {
  std::vector<Named> renamed = kBody;
  renamed[3].name = "Rihgt";
  Merger merger = Merger::Create(ModelOf(kBody, {})).value();
  const MergeReport report = merger.Add(ModelOf(renamed, {"walk"}), "walk").value();
  EXPECT_EQ(report.refusal, MergeRefusal::kNone);
  EXPECT_THAT(WarningNames(report), ElementsAre("tracks-dropped"));
  const MergedJoint& joint = report.joints[report.warnings[0].index];
  EXPECT_EQ(joint.path, "root/hips/Rihgt");
  EXPECT_EQ(joint.match, JointMatch::kNone);
  EXPECT_EQ(joint.nearest, "right");
  EXPECT_EQ(joint.use_count, 1u);
  EXPECT_EQ(report.clips[0].dropped_tracks, 1u);
}

TEST(TheLibrary, FollowsAJointMapInItsTextForm) {
  const Result<std::vector<JointMapEntry>> map =
      ReadJointMap(Bytes(R"({"pelvis": "hips", "tail": null, "ghost": "root"})"));
  ASSERT_TRUE(map.ok());
  std::vector<Named> other = kBody;
  other[1].name = "pelvis";
  other.push_back({2, "tail"});
  Merger merger = Merger::Create(ModelOf(kBody, {}), {.match = {.map = *map}}).value();
  const MergeReport report = merger.Add(ModelOf(other, {"walk"}), "walk").value();
  EXPECT_THAT(report.warnings, IsEmpty());
  EXPECT_EQ(report.matches.joint_count(JointMatch::kMap), 1u);
  EXPECT_EQ(report.clips[0].joint_count, 4u);  // Without the tail, which is not wanted.
  EXPECT_THAT(merger.unused_entries(), ElementsAre(2u));
}

TEST(TheLibrary, SaysWhereAJointMapIsWrong) {
  const auto place_of = [](std::string_view text) {
    const Result<std::vector<JointMapEntry>> map = ReadJointMap(Bytes(text));
    return map.ok() ? std::string("none") : map.failure().place;
  };
  EXPECT_EQ(place_of("{}"), "none");
  EXPECT_EQ(place_of("{\"a\": }"), "byte 6");
  EXPECT_EQ(place_of(""), "byte 0");
  EXPECT_EQ(place_of("[]"), "");
  EXPECT_EQ(place_of("{\"a/b\": 3}"), "/a~1b");
  EXPECT_EQ(place_of("{\"a\": null, \"b\": null, \"a\": null}"), "/a");
  EXPECT_EQ(JointMapPointer("a/b"), "/a~1b");
  const std::vector<JointMapEntry> wrong{{"a", "root"}, {"b", "Hips"}};
  const Result<Merger> merger = Merger::Create(ModelOf(kBody, {}), {.match = {.map = wrong}});
  ASSERT_FALSE(merger.ok());
  EXPECT_EQ(merger.failure().place, "map/1");
  EXPECT_THAT(merger.failure().message, ::testing::HasSubstr("did you mean \"hips\"?"));
}

TEST(TheLibrary, RefusesClipsThatFindLessThanHalfOfTheirJointsUnlessForced) {
  const Model fish = ModelOf({{-1, "root"}, {0, "fin"}, {0, "gill"}}, {"swim"});
  Merger merger = Merger::Create(ModelOf(kBody, {})).value();
  const MergeReport refused = merger.Add(fish, "fish").value();
  EXPECT_EQ(refused.refusal, MergeRefusal::kFewJoints);
  EXPECT_EQ(refused.clips[0].bound_joint_count, 1u);
  EXPECT_EQ(refused.clips[0].joint_count, 3u);
  EXPECT_EQ(refused.clips[0].name, "");
  // The others can be merged all the same. Half is enough.
  EXPECT_EQ(merger.Add(ModelOf({{-1, "root"}, {0, "fin"}}, {"dive"}), "diver").value().refusal,
            MergeRefusal::kNone);
  EXPECT_THAT(ClipNames(std::move(merger).Finish().value()), ElementsAre("dive"));

  Merger forced = Merger::Create(ModelOf(kBody, {}), {.force = true}).value();
  EXPECT_EQ(forced.Add(fish, "fish").value().refusal, MergeRefusal::kNone);
  EXPECT_EQ(forced.Add(ModelOf({{-1, "granite"}}, {"roll"}), "stone").value().refusal,
            MergeRefusal::kNoJoints);
  EXPECT_EQ(forced.Add(ModelOf(kBody, {}), "still").value().refusal, MergeRefusal::kEmpty);
  EXPECT_THAT(ClipNames(std::move(forced).Finish().value()), ElementsAre("swim"));
}

TEST(TheLibrary, MergesMeshesOfOtherModels) {
  Merger merger = Merger::Create(Dressed(kBody, "body"), {.clips = true, .meshes = true}).value();
  const MergeReport report = merger.Add(Dressed(kBody, "cape", {"flutter"}), "cape").value();
  EXPECT_EQ(report.refusal, MergeRefusal::kNone);
  ASSERT_EQ(report.meshes.size(), 1u);
  EXPECT_EQ(report.meshes[0].mesh, "cape");
  EXPECT_EQ(report.meshes[0].vertex_count, 3u);
  EXPECT_TRUE(report.meshes[0].skinned);
  EXPECT_EQ(report.mesh_matches.joint_count(JointMatch::kPath), 2u);
  const Model merged = std::move(merger).Finish().value();
  EXPECT_EQ(merged.instances().size(), 2u);
  EXPECT_THAT(ClipNames(merged), ElementsAre("flutter"));
}

TEST(TheLibrary, TakesOnlyMeshesOfAName) {
  const MergeOptions options{.clips = false, .meshes = true, .mesh_names = {"hat"}};
  Merger merger = Merger::Create(Dressed(kBody, "body"), options).value();
  EXPECT_EQ(merger.Add(Dressed(kBody, "cape"), "cape").value().refusal, MergeRefusal::kNoSuchMesh);
  EXPECT_EQ(merger.Add(Dressed(kBody, "hat"), "hat").value().refusal, MergeRefusal::kNone);
  EXPECT_EQ(merger.character().instances().size(), 2u);
}

TEST(TheLibrary, RefusesMeshesOnJointsThatTheCharacterLacksOrBindsThemToAnAncestor) {
  std::vector<Named> tailed = kBody;
  tailed.push_back({2, "tail"});
  const Model cape = Dressed(tailed, "cape");
  MergeOptions options{.clips = false, .meshes = true};
  Merger strict = Merger::Create(Dressed(kBody, "body"), options).value();
  const MergeReport refused = strict.Add(cape, "cape").value();
  EXPECT_EQ(refused.refusal, MergeRefusal::kMissingJoints);
  EXPECT_EQ(strict.character().instances().size(), 1u);
  options.missing = MissingJoints::kNearest;
  Merger nearest = Merger::Create(Dressed(kBody, "body"), options).value();
  const MergeReport bound = nearest.Add(cape, "cape").value();
  EXPECT_EQ(bound.refusal, MergeRefusal::kNone);
  EXPECT_THAT(WarningNames(bound), ElementsAre("mesh-joint-missing"));
  EXPECT_EQ(bound.mesh_joints[bound.warnings[0].index].ancestor, "left");
  EXPECT_EQ(nearest.Add(Dressed({{-1, "granite"}}, "stone"), "stone").value().refusal,
            MergeRefusal::kNoAncestor);
  EXPECT_EQ(nearest.character().instances().size(), 2u);
}

TEST(TheLibrary, TakesNothingOfAModelThatIsRefused) {
  // Its mesh fits, its clip does not.
  std::vector<Named> joints = kBody;
  for (const char* const name : {"a", "b", "c", "d", "e"}) joints.push_back({3, name});
  Model::Parts parts = Dressed(joints, "cape", {"flutter"}).TakeParts();
  parts.skins = {
      Skin::Create({.joints = {0, 1}, .inverse_bind = std::vector<Affine>(2)}, 9).value()};
  Merger merger = Merger::Create(Dressed(kBody, "body"), {.meshes = true}).value();
  const MergeReport report = merger.Add(Model::Create(std::move(parts)).value(), "cape").value();
  EXPECT_EQ(report.refusal, MergeRefusal::kFewJoints);
  EXPECT_EQ(report.meshes.size(), 1u);
  const Model merged = std::move(merger).Finish().value();
  EXPECT_EQ(merged.instances().size(), 1u);
  EXPECT_THAT(merged.clips(), IsEmpty());
}

}  // namespace
}  // namespace sinew
