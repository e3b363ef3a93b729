// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Clips of one model on the joints of another.
#include "sinew/bind_clip.h"

#include <algorithm>
#include <map>

#include "model/broken.h"
#include "support/build_model.h"
#include "support/full_model.h"
#include "support/random.h"
#include "support/random_rig.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Named {
  std::int32_t parent;
  std::string name;
  Transform rest{};
};

Model Rig(const std::vector<Named>& joints) {
  Skeleton::Parts parts;
  for (const Named& joint : joints) {
    parts.file_nodes.push_back(static_cast<std::uint32_t>(parts.parents.size()));
    parts.parents.push_back(joint.parent);
    parts.names.push_back(joint.name);
    parts.rest.push_back(joint.rest);
  }
  return Expect(Model::Create({.skeleton = Expect(Skeleton::Create(std::move(parts)))}));
}

// Every joint of the model has one key: its own number as x.
Clip Numbered(const Model& model) {
  std::vector<TrackSpec> tracks;
  for (std::uint32_t j = 0; j < model.skeleton().joint_count(); ++j) {
    tracks.push_back({.target = j, .times = {0.5f}, .values = {static_cast<float>(j), 0, 0}});
  }
  return ClipOf(tracks);
}

// How the joints of `from` came to those of `to`; a clip moves them all.
struct Matching {
  explicit Matching(const Model& from, const Model& to, const BindOptions& options = {})
      : bound(Expect(BindClip(from, Numbered(from), to, options))) {
    for (const BindReport::Joint& joint : bound.report.joints) {
      words.push_back(std::string(JointMatchName(joint.match)) +
                      (joint.target ? ">" + std::to_string(*joint.target) : ""));
    }
    for (std::uint32_t t = 0; t < bound.clip.track_count(); ++t) {
      const Track track = bound.clip.track(t);
      source_of[track.target] = static_cast<std::uint32_t>(track.values[0]);
    }
  }
  BoundClip bound;
  std::vector<std::string> words;                    // "path>3": rule and target.
  std::map<std::uint32_t, std::uint32_t> source_of;  // By the keys themselves.
};

// --- by name and path ---

TEST(BindClip, OnItsOwnModelAClipStaysAsItIs) {
  const Model model = FullModel();
  for (const Clip& clip : model.clips()) {
    const BoundClip bound = Expect(BindClip(model, clip, model));
    ASSERT_EQ(bound.clip.track_count(), clip.track_count());
    for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
      const Track a = clip.track(t), b = bound.clip.track(t);
      EXPECT_EQ(a.target, b.target);
      EXPECT_EQ(a.property, b.property);
      EXPECT_EQ(a.interpolation, b.interpolation);
      EXPECT_TRUE(std::ranges::equal(a.times, b.times));
      EXPECT_TRUE(std::ranges::equal(a.values, b.values));
    }
    EXPECT_EQ(bound.clip.name(), clip.name());
    EXPECT_EQ(bound.clip.duration_s(), clip.duration_s());
    for (const BindReport::Joint& joint : bound.report.joints) {
      EXPECT_EQ(joint.match, JointMatch::kPath);
      EXPECT_FALSE(joint.rest);
    }
  }
}

TEST(BindClip, FindsJointsInAnotherOrderByTheirPaths) {
  const Model from = Rig({{-1, "root"}, {0, "left"}, {0, "right"}, {1, "hand"}, {2, "hand"}});
  const Model to = Rig({{-1, "root"}, {0, "right"}, {0, "left"}, {1, "hand"}, {2, "hand"}});
  const Matching matching(from, to);
  EXPECT_THAT(matching.words, ElementsAre("path>0", "path>2", "path>1", "path>4", "path>3"));
  EXPECT_EQ(matching.source_of.at(4), 3u);
  EXPECT_EQ(matching.bound.report.joint_count(JointMatch::kPath), 5u);
}

TEST(BindClip, FindsJointsUnderAnotherRootByTheEndsOfTheirPaths) {
  const Model from = Rig({{-1, "root"}, {0, "left"}, {0, "right"}, {1, "hand"}, {2, "hand"}});
  const Model to =
      Rig({{-1, "Armature"}, {0, "root"}, {1, "right"}, {1, "left"}, {2, "hand"}, {3, "hand"}});
  const Matching matching(from, to);
  EXPECT_THAT(matching.words, ElementsAre("name>1", "tail>3", "tail>2", "tail>5", "tail>4"));
}

TEST(BindClip, FindsTheOnlyJointOfANameUnderAnotherParent) {
  const Model from = Rig({{-1, "root"}, {0, "hips"}, {1, "sword"}});
  const Model to = Rig({{-1, "root"}, {0, "hips"}, {1, "hand"}, {2, "sword"}});
  EXPECT_THAT(Matching(from, to).words, ElementsAre("path>0", "path>1", "name>3"));
}

TEST(BindClip, NeverGuessesBetweenJointsThatFitAsWell) {
  const Model from = Rig({{-1, "root"}, {0, "hand"}});
  const Model to = Rig({{-1, "root"}, {0, "left"}, {0, "right"}, {1, "hand"}, {2, "hand"}});
  const Matching matching(from, to);
  EXPECT_THAT(matching.words, ElementsAre("path>0", "ambiguous"));
  EXPECT_THAT(matching.bound.report.joints[1].candidates, ElementsAre(3, 4));
  EXPECT_EQ(matching.bound.clip.track_count(), 1u);
  // Nor the other way round.
  EXPECT_THAT(Matching(to, from).words,
              ElementsAre("path>0", "none", "none", "ambiguous", "ambiguous"));
  // Nor between brothers of one name.
  const Model twins = Rig({{-1, "root"}, {0, "hand"}, {0, "hand"}});
  EXPECT_THAT(Matching(twins, twins).words, ElementsAre("path>0", "ambiguous", "ambiguous"));
}

TEST(BindClip, DoesNotPairWhatIsLeftOver) {
  const Model from = Rig({{-1, "left"}, {-1, "right"}, {0, "hand"}, {1, "hand"}});
  const Model to = Rig({{-1, "left"}, {-1, "middle"}, {0, "hand"}, {1, "hand"}});
  EXPECT_THAT(Matching(from, to).words, ElementsAre("path>0", "none", "path>2", "ambiguous"));
  const Model one = Rig({{-1, "left"}, {0, "hand"}});
  EXPECT_THAT(Matching(from, one).words, ElementsAre("path>0", "none", "path>1", "taken"));
}

TEST(BindClip, FindsUnnamedJointsByTheirNumbersInTheSamePathOnly) {
  const Model from = Rig({{-1, "root"}, {0, ""}, {1, ""}, {2, "tip"}});
  EXPECT_THAT(Matching(from, from).words, ElementsAre("path>0", "path>1", "path>2", "path>3"));
  const Model other = Rig({{-1, "top"}, {0, ""}, {1, ""}, {2, "tip"}});
  EXPECT_THAT(Matching(from, other).words, ElementsAre("none", "none", "none", "name>3"));
}

TEST(BindClip, GivesUpOnNamesThatMoreThan32JointsHave) {
  // One of many has more in common, and is found where they are few enough to look at.
  for (const int count : {32, 33}) {
    std::vector<Named> joints{{-1, "a"}, {-1, "b"}};
    for (int i = 0; i < count - 1; ++i) joints.push_back({0, "cube"});
    joints.push_back({1, "cube"});
    const Matching matching(Rig(joints), Rig({{-1, "Scene"}, {0, "b"}, {1, "cube"}}));
    EXPECT_EQ(matching.words.back(), count == 32 ? "tail>2" : "ambiguous");
  }
}

TEST(BindClip, LeavesNamespacesOffWhereNamesDifferOtherwise) {
  const Model from = Rig({{-1, "mixamorig:Hips"}, {0, "mixamorig:Spine"}, {1, "a:b:Head"}});
  const Model to = Rig({{-1, "Hips"}, {0, "Spine"}, {1, "rig:Head"}});
  EXPECT_THAT(Matching(from, to).words, ElementsAre("namespace>0", "namespace>1", "namespace>2"));
  EXPECT_THAT(Matching(from, to, {.ignore_namespaces = false}).words,
              ElementsAre("none", "none", "none"));
  // Two that are one without it are not told apart, and what was found with it stays.
  const Model two = Rig({{-1, "a:Hips"}, {-1, "b:Hips"}});
  EXPECT_THAT(Matching(two, to).words, ElementsAre("ambiguous", "ambiguous"));
  EXPECT_THAT(Matching(two, Rig({{-1, "b:Hips"}, {-1, "Hips"}})).words,
              ElementsAre("ambiguous", "path>0"));
}

// --- against the rules, written once more as texts ---

std::vector<std::string> NamesUpwards(const Model& model, std::uint32_t joint) {
  std::vector<std::string> names;
  for (auto j = static_cast<std::int32_t>(joint); j != kNoParent;
       j = model.skeleton().parent(static_cast<std::uint32_t>(j))) {
    names.push_back(model.skeleton().name(static_cast<std::uint32_t>(j)));
  }
  return names;
}

std::size_t Tail(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t count = 0;
  while (count < a.size() && count < b.size() && a[count] == b[count]) ++count;
  return count;
}

// Target of each source joint, or -1, as the header's comments say it.
std::vector<int> ByTheWords(const Model& from, const Model& to) {
  const std::uint32_t n = from.skeleton().joint_count(), m = to.skeleton().joint_count();
  std::vector<std::vector<std::string>> a, b;
  for (std::uint32_t i = 0; i < n; ++i) a.push_back(NamesUpwards(from, i));
  for (std::uint32_t i = 0; i < m; ++i) b.push_back(NamesUpwards(to, i));
  std::vector<int> target(n, -1), source(m, -1);
  const auto settle_where = [&](auto&& fits) {
    std::vector<int> now(n, -1);
    for (std::uint32_t i = 0; i < n; ++i) {
      for (std::uint32_t j = 0; j < m; ++j) {
        if (target[i] < 0 && source[j] < 0 && fits(i, j)) now[i] = static_cast<int>(j);
      }
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      if (now[i] < 0) continue;
      target[i] = now[i];
      source[static_cast<std::size_t>(now[i])] = static_cast<int>(i);
    }
  };
  settle_where([&](std::uint32_t i, std::uint32_t j) {
    return a[i] == b[j] && std::ranges::count(a, a[i]) == 1 && std::ranges::count(b, b[j]) == 1;
  });
  settle_where([&](std::uint32_t i, std::uint32_t j) {
    const std::size_t tail = Tail(a[i], b[j]);
    for (std::uint32_t k = 0; k < n; ++k) {
      if (k != i && Tail(a[k], b[j]) >= tail) return false;
    }
    for (std::uint32_t k = 0; k < m; ++k) {
      if (k != j && Tail(a[i], b[k]) >= tail) return false;
    }
    return tail > 0;
  });
  return target;
}

TEST(BindClip, DoesWhatTheRulesSayOnTreesOfFewNamesAndTheSameInBothDirections) {
  SplitMix64 random(6);
  std::size_t found = 0, missed = 0;
  for (int round = 0; round < 300; ++round) {
    const auto tree = [&random] {
      std::vector<Named> joints;
      for (const std::int32_t parent :
           RandomParents(random, 1 + static_cast<std::uint32_t>(random.Below(14)))) {
        joints.push_back({parent, std::string(1, static_cast<char>('a' + random.Below(5)))});
      }
      return Rig(joints);
    };
    const Model from = tree(), to = tree();
    const Matching there(from, to), back(to, from);
    const std::vector<int> expected = ByTheWords(from, to);
    ASSERT_EQ(there.source_of.size(), back.source_of.size());
    for (std::uint32_t j = 0; j < expected.size(); ++j) {
      const auto& target = there.bound.report.joints[j].target;
      ASSERT_EQ(target ? static_cast<int>(*target) : -1, expected[j]) << round << " joint " << j;
      ++(target ? found : missed);
      if (!target) continue;
      ASSERT_EQ(there.source_of.at(*target), j);
      ASSERT_EQ(back.source_of.at(j), *target);
    }
  }
  EXPECT_GT(found, 300u);
  EXPECT_GT(missed, 300u);
}

// --- the map ---

TEST(BindClip, TheMapGoesFirstAndItsNamesCountInPaths) {
  const Model from = Rig({{-1, "Hips"}, {0, "L"}, {0, "R"}, {1, "hand"}, {2, "hand"}, {3, "junk"}});
  const Model to =
      Rig({{-1, "pelvis"}, {0, "left"}, {0, "right"}, {1, "hand"}, {2, "hand"}, {3, "junk"}});
  EXPECT_THAT(Matching(from, to).words,
              ElementsAre("none", "none", "none", "ambiguous", "ambiguous", "tail>5"));
  const BindOptions options{.map = {{"R", "right"},
                                    {"L", "left"},
                                    {"Hips", "pelvis"},
                                    {"junk", std::nullopt},
                                    {"nobody", "left"}}};
  const Matching matching(from, to, options);
  EXPECT_THAT(matching.words,
              ElementsAre("map>0", "map>1", "map>2", "path>3", "path>4", "unwanted"));
  EXPECT_THAT(matching.bound.report.unused_entries, ElementsAre(4));
}

TEST(BindClip, TheMapTakesTheEndOfAPathWhereANameIsNotEnough) {
  const Model from = Rig({{-1, "root"}, {0, "a"}, {0, "b"}, {1, "hand"}, {2, "hand"}});
  const Model to = Rig({{-1, "root"}, {0, "c"}, {0, "d"}, {1, "hand"}, {2, "hand"}});
  EXPECT_THAT(Matching(from, to, {.map = {{"a/hand", "root/d/hand"}, {"b/hand", "c/hand"}}}).words,
              ElementsAre("path>0", "none", "none", "map>4", "map>3"));
}

TEST(BindClip, AJointWhoseNamesakeTheMapGaveAwayIsTaken) {
  const Model from = Rig({{-1, "a"}, {-1, "b"}});
  EXPECT_THAT(Matching(from, from, {.map = {{"a", "b"}}}).words, ElementsAre("map>1", "taken"));
  EXPECT_THAT(Matching(from, from, {.map = {{"a", "b"}, {"b", "a"}}}).words,
              ElementsAre("map>1", "map>0"));
}

TEST(BindClip, RefusesAMapThatCannotBeFollowed) {
  const Model from = Rig({{-1, "root"}, {0, "a"}, {0, "b"}, {1, "hand"}, {2, "hand"}});
  const Clip clip = Numbered(from);
  const auto bind = [&](std::vector<JointMapEntry> map) {
    return BindClip(from, clip, from, {.map = std::move(map)});
  };
  EXPECT_THAT(bind({{"a", "A"}}), IsBrokenAt("map/0", "\"A\", expected a joint of the target"));
  EXPECT_THAT(bind({{"a", "hand"}}), IsBrokenAt("map/0", "not 2: root/a/hand, root/b/hand"));
  EXPECT_THAT(bind({{"hand", "a"}}), IsBrokenAt("map/0", "not 2: root/a/hand, root/b/hand"));
  EXPECT_THAT(bind({{"a", "b"}, {"root/a", "root"}}), IsBrokenAt("map/1", "\"a\" has not named"));
  EXPECT_THAT(bind({{"a", "b"}, {"root", "b"}}), IsBrokenAt("map/1", "\"a\" does not lead to"));
}

TEST(BindClip, RefusesAPathThatNamesWithSlashesLetReadInTooManyWays) {
  const Model from = Rig({{-1, "a"}, {0, "a/a"}, {1, "b"}});
  const Clip clip = Numbered(from);
  std::string path = "b";
  for (int i = 0; i < 5; ++i) path = "a/" + path;  // a/a/a/a/a: in 8 ways.
  EXPECT_THAT(Matching(from, from, {.map = {{path, std::nullopt}}}).bound.report.unused_entries,
              ElementsAre(0));
  path = "a/a/" + path;  // In 21 ways.
  const auto bind = [&](JointMapEntry entry) {
    return BindClip(from, clip, from, {.map = {std::move(entry)}});
  };
  EXPECT_THAT(bind({path, std::nullopt}), IsBrokenAt("map/0", "read in one way"));
  EXPECT_THAT(bind({"b", path}), IsBrokenAt("map/0", "read in one way"));
}

TEST(BindClip, JointsOfANameThatTooManyHaveAllSayTheSame) {
  std::vector<Named> many{{-1, "root"}};
  for (int i = 0; i < 40; ++i) many.push_back({0, "leaf"});
  const Matching matching(Rig(many), Rig(many));
  EXPECT_EQ(matching.bound.report.joint_count(JointMatch::kAmbiguous), 40u);
  for (const BindReport::Joint& joint : matching.bound.report.joints) {
    if (joint.match != JointMatch::kAmbiguous) continue;
    EXPECT_THAT(joint.candidates, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
  }
}

TEST(JointsNamed, MeansNamesThenLabelsThenTheEndsOfPaths) {
  const Model model = Rig({{-1, "root"}, {0, "a/b"}, {0, "a"}, {0, ""}, {2, "b"}, {3, "b"}});
  const Skeleton& skeleton = model.skeleton();
  EXPECT_THAT(JointsNamed(skeleton, "b"), ElementsAre(4, 5));
  EXPECT_THAT(JointsNamed(skeleton, "a/b"), ElementsAre(1));
  EXPECT_THAT(JointsNamed(skeleton, "root/a/b"), ElementsAre(1, 4));
  EXPECT_THAT(JointsNamed(skeleton, "bone_3/b"), ElementsAre(5));
  EXPECT_THAT(JointsNamed(skeleton, "bone_3"), ElementsAre(3));
  EXPECT_THAT(JointsNamed(skeleton, "ot/a"), IsEmpty());
  EXPECT_THAT(JointsNamed(skeleton, "x/root/a"), IsEmpty());
  EXPECT_THAT(JointsNamed(skeleton, ""), IsEmpty());
  EXPECT_EQ(PathOf(skeleton, 5), "root/bone_3/b");
}

TEST(PathOf, ShowsTheLastSixteenNames) {
  std::vector<Named> chain{{-1, "0"}};
  for (std::int32_t i = 0; i < 16; ++i) chain.push_back({i, std::to_string(i + 1)});
  const Model model = Rig(chain);
  EXPECT_EQ(PathOf(model.skeleton(), 15), "0/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15");
  EXPECT_EQ(PathOf(model.skeleton(), 16), ".../1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16");
}

// --- what else a clip holds ---

TEST(BindClip, CarriesEventsAndTheRootMotionJointOrSaysThatItIsLost) {
  const Model from = Rig({{-1, "root"}, {0, "hips"}});
  Clip::Parts parts = Numbered(from).TakeParts();
  parts.name = "walk";
  parts.duration_s = 2.0f;
  parts.events = {{0.25f, "step"}, {1.5f, "step"}};
  parts.root_motion_joint = 1;
  const Clip clip = Expect(Clip::Create(parts));
  const BoundClip kept = Expect(BindClip(from, clip, Rig({{-1, "hips"}})));
  EXPECT_EQ(kept.clip.root_motion_joint(), 0u);
  EXPECT_THAT(kept.report.lost_root_motion, IsEmpty());
  EXPECT_EQ(kept.clip.name(), "walk");
  EXPECT_EQ(kept.clip.duration_s(), 2.0f);
  ASSERT_THAT(kept.clip.events(), SizeIs(2));
  EXPECT_EQ(kept.clip.events()[1].time_s, 1.5f);
  const BoundClip lost = Expect(BindClip(from, clip, Rig({{-1, "root"}})));
  EXPECT_FALSE(lost.clip.root_motion_joint());
  EXPECT_THAT(lost.report.lost_root_motion, ElementsAre(0));
}

TEST(BindClip, KeepsSharedKeysSharedAndLeavesDroppedOnesBehind) {
  const Model from = Rig({{-1, "a"}, {-1, "b"}, {-1, "c"}});
  Clip::Parts parts;
  parts.duration_s = 1.0f;
  parts.times = {0, 1, 0.5f};
  parts.values = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  parts.tracks = {{.target = 0, .key_count = 2},
                  {.target = 1, .first_time = 2, .key_count = 1, .first_value = 6},
                  {.target = 2, .key_count = 2}};
  const Clip clip = Expect(Clip::Create(parts));
  const Clip bound = Expect(BindClip(from, clip, Rig({{-1, "c"}, {-1, "a"}}))).clip;
  EXPECT_THAT(bound.parts().times, ElementsAre(0, 1));
  EXPECT_THAT(bound.parts().values, ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_EQ(bound.track(0).target, 1u);
  EXPECT_EQ(bound.track(1).target, 0u);
}

TEST(BindClips, MatchesOnceAndCountsTheTracksOfAllClips) {
  const Model from = Rig({{-1, "a"}, {-1, "b"}, {-1, "c"}});
  const Clip all = Numbered(from);
  const Clip one = ClipOf({{.target = 1, .times = {0}, .values = {1, 2, 3}}});
  const Clip clips[] = {all, one};
  const BoundClips bound = Expect(BindClips(from, clips, Rig({{-1, "b"}, {-1, "c"}})));
  ASSERT_THAT(bound.clips, SizeIs(2));
  ASSERT_THAT(bound.report.joints, SizeIs(3));
  EXPECT_EQ(bound.report.joints[0].track_count, 1u);
  EXPECT_FALSE(bound.report.joints[0].target);
  EXPECT_EQ(bound.report.joints[1].track_count, 2u);
  EXPECT_EQ(bound.report.joint_count(JointMatch::kNone), 1u);
  EXPECT_EQ(bound.clips[0].track_count(), 2u);
  EXPECT_EQ(bound.clips[1].track(0).target, 0u);
}

TEST(BindClip, RefusesAClipThatIsNotWithinTheSource) {
  const Model from = Rig({{-1, "a"}}), to = Rig({{-1, "a"}, {-1, "b"}});
  EXPECT_THAT(BindClip(from, Numbered(to), to), IsBrokenAt("clips/0", "beyond the source's 1"));
  const Clip morphs =
      ClipOf({{.property = Property::kMorphWeights, .times = {0}, .values = {1}, .width = 1}});
  EXPECT_THAT(BindClip(from, morphs, to), IsBrokenAt("clips/0", "morph slot"));
  EXPECT_THAT(BindClip(FullModel(), morphs, to), IsBrokenAt("clips/0", "whole runs"));
}

// --- morph weights ---

struct Morphing {
  std::uint32_t joint;
  std::string mesh;
  std::uint32_t count;
  std::vector<std::string> names{};
};

Model WithMorphs(std::vector<Named> joints, const std::vector<Morphing>& meshes) {
  Model::Parts parts = Rig(joints).TakeParts();
  for (const Morphing& one : meshes) {
    Primitive triangle;
    triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    triangle.morph_targets.resize(one.count, {.positions = std::vector<Vec3>(3)});
    parts.instances.push_back({.joint = one.joint,
                               .mesh = static_cast<std::uint32_t>(parts.meshes.size()),
                               .first_morph = static_cast<std::uint32_t>(parts.morph_rest.size())});
    parts.meshes.push_back(Expect(Mesh::Create({.name = one.mesh,
                                                .primitives = {triangle},
                                                .morph_weights = std::vector<float>(one.count),
                                                .morph_names = one.names})));
    parts.morph_rest.resize(parts.morph_rest.size() + one.count);
  }
  return Expect(Model::Create(std::move(parts)));
}

Clip Weights(std::uint32_t first, std::vector<float> values, std::vector<float> times) {
  return ClipOf({{.target = first,
                  .property = Property::kMorphWeights,
                  .times = times,
                  .values = values,
                  .width = static_cast<std::uint32_t>(values.size() / times.size())}});
}

TEST(BindClip, BindsMorphWeightsByTheJointOfTheMeshElseByTheMeshsName) {
  const Model from = WithMorphs({{-1, "face"}, {-1, "old"}}, {{0, "m", 2}, {1, "tail", 1}});
  const Model to = WithMorphs({{-1, "new"}, {-1, "face"}}, {{0, "tail", 1}, {1, "n", 2}});
  const BoundClip face = Expect(BindClip(from, Weights(0, {1, 2, 3, 4}, {0, 1}), to));
  ASSERT_EQ(face.clip.track_count(), 1u);
  EXPECT_EQ(face.clip.track(0).target, 1u);
  EXPECT_THAT(face.clip.track(0).values, ElementsAre(1, 2, 3, 4));
  const BoundClip tail = Expect(BindClip(from, Weights(2, {5}, {0}), to));
  EXPECT_EQ(tail.clip.track(0).target, 0u);
  ASSERT_THAT(tail.report.morphs, SizeIs(1));
  EXPECT_EQ(tail.report.morphs[0].instance, 1u);
  EXPECT_EQ(tail.report.morphs[0].target, 0u);
  EXPECT_EQ(tail.report.morphs[0].match, MorphMatch::kBound);
}

TEST(BindClip, PutsMorphWeightsIntoTheOrderOfTheTargetsNames) {
  const std::vector<Named> face{{-1, "face"}};
  const Model from = WithMorphs(face, {{0, "m", 3, {"smile", "frown", "blink"}}});
  const Model to = WithMorphs(face, {{0, "m", 3, {"blink", "smile", "frown"}}});
  const Clip clip = Weights(0, {1, 2, 3, 4, 5, 6}, {0, 1});
  const BoundClip by_name = Expect(BindClip(from, clip, to));
  EXPECT_THAT(by_name.clip.track(0).values, ElementsAre(3, 1, 2, 6, 4, 5));
  const BoundClip unnamed = Expect(BindClip(from, clip, WithMorphs(face, {{0, "m", 3}})));
  EXPECT_THAT(unnamed.clip.track(0).values, ElementsAre(1, 2, 3, 4, 5, 6));
  for (const std::vector<std::string>& names :
       {std::vector<std::string>{"smile", "frown", "wink"}, {"smile", "smile", "frown"}}) {
    const BoundClip bound = Expect(BindClip(from, clip, WithMorphs(face, {{0, "m", 3, names}})));
    EXPECT_EQ(bound.clip.track_count(), 0u);
    EXPECT_EQ(bound.report.morphs.at(0).match, MorphMatch::kOtherTargets);
  }
}

TEST(BindClip, DropsAndReportsMorphWeightsWithoutAMeshOrWithOtherTargets) {
  const Model from = WithMorphs({{-1, "face"}}, {{0, "m", 2}});
  const Clip clip = Weights(0, {1, 2}, {0});
  const BoundClip other = Expect(BindClip(from, clip, WithMorphs({{-1, "face"}}, {{0, "m", 3}})));
  EXPECT_EQ(other.clip.track_count(), 0u);
  EXPECT_EQ(other.report.morphs.at(0).match, MorphMatch::kOtherTargets);
  EXPECT_EQ(other.report.morphs.at(0).target, 0u);
  const BoundClip none = Expect(BindClip(from, clip, Rig({{-1, "face"}})));
  EXPECT_EQ(none.clip.track_count(), 0u);
  EXPECT_EQ(none.report.morphs.at(0).match, MorphMatch::kNoMesh);
  EXPECT_EQ(none.report.morphs.at(0).track_count, 1u);
}

TEST(BindClip, PartsATrackOfSeveralMeshesAmongThem) {
  const Model from = WithMorphs({{-1, "a"}, {-1, "b"}}, {{0, "m", 2}, {1, "n", 1}});
  const Model to = WithMorphs({{-1, "b"}, {-1, "a"}}, {{0, "n", 1}, {1, "m", 2}});
  const Clip bound = Expect(BindClip(from, Weights(0, {1, 2, 3, 4, 5, 6}, {0, 1}), to)).clip;
  ASSERT_EQ(bound.track_count(), 2u);
  EXPECT_EQ(bound.track(0).target, 1u);
  EXPECT_THAT(bound.track(0).values, ElementsAre(1, 2, 4, 5));
  EXPECT_EQ(bound.track(1).target, 0u);
  EXPECT_THAT(bound.track(1).values, ElementsAre(3, 6));
}

// --- rest poses ---

TEST(CompareRest, MentionsWhatIsBeyondItsLimitsAndNothingElse) {
  const Transform rest{.translation = {0, 2, 0}};
  EXPECT_FALSE(CompareRest(rest, rest, 2));
  const auto moved = CompareRest(rest, {.translation = {0, 2, 0.5f}}, 2);
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->distance, 0.5f);
  EXPECT_NEAR(moved->relative, 0.5 / 2.0616, 1e-4);
  EXPECT_EQ(moved->angle, 0.0f);
  EXPECT_FALSE(CompareRest(rest, {.translation = {0, 2.0019f, 0}}, 2));
  EXPECT_TRUE(CompareRest(rest, {.translation = {0, 2.0021f, 0}}, 2));
  // Of a skeleton a hundred long, a thousandth is rounding.
  EXPECT_FALSE(CompareRest({}, {.translation = {0.0009f, 0, 0}}, 100));
  EXPECT_TRUE(CompareRest({}, {.translation = {0.0011f, 0, 0}}, 100));

  const auto turned = [](float angle) {
    return Transform{.translation = {0, 2, 0}, .rotation = QuatOf({0, 0, 1}, angle)};
  };
  EXPECT_FALSE(CompareRest(turned(0.5f), turned(0.509f), 2));
  const auto angle = CompareRest(turned(0.5f), turned(-1.0f), 2);
  ASSERT_TRUE(angle);
  EXPECT_NEAR(angle->angle, 1.5, 1e-6);
  EXPECT_NEAR(CompareRest(turned(0), turned(3), 2)->angle, 3, 1e-6);
  EXPECT_NEAR(CompareRest(turned(-2), turned(2), 2)->angle, 2 * 3.14159265 - 4, 1e-6);
  Transform negated = turned(0.5f);
  negated.rotation = {0, 0, -negated.rotation.z, -negated.rotation.w};
  EXPECT_FALSE(CompareRest(turned(0.5f), negated, 2));

  const auto scaled = CompareRest({}, {.scale = {1, 2, 1}}, 2);
  ASSERT_TRUE(scaled);
  EXPECT_EQ(scaled->scale, 0.5f);
  EXPECT_FALSE(CompareRest({}, {.scale = {1, 1.0009f, 1}}, 2));
  EXPECT_EQ(CompareRest({}, {.scale = {1, 1, -1}}, 2)->scale, 2.0f);
  EXPECT_FALSE(CompareRest({.scale = {0, 1, 1}}, {.scale = {0, 1, 1}}, 2));
}

TEST(BindClip, ReportsWhereBoundJointsRestOtherwiseAndChangesNoKey) {
  const Transform up{.translation = {0, 1, 0}}, higher{.translation = {0, 1.5f, 0}};
  const Model from = Rig({{-1, "root"}, {0, "hips", up}, {1, "head", up}});
  const Model to = Rig({{-1, "root"}, {0, "hips", higher}, {1, "head", up}});
  const Matching matching(from, to);
  const std::vector<BindReport::Joint>& joints = matching.bound.report.joints;
  EXPECT_FALSE(joints[0].rest);
  ASSERT_TRUE(joints[1].rest);
  EXPECT_EQ(joints[1].rest->distance, 0.5f);
  EXPECT_FALSE(joints[2].rest);
  EXPECT_THAT(matching.bound.clip.track(1).values, ElementsAre(1, 0, 0));
}

}  // namespace
}  // namespace sinew::testing
