// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes of one model on the skeleton of another.
#include "sinew/bind_mesh.h"

#include <algorithm>
#include <cmath>

#include "model/broken.h"
#include "sinew/bind_clip.h"
#include "sinew/gltf.h"
#include "sinew/mixer.h"
#include "sinew/packed_clip.h"
#include "support/build_model.h"
#include "support/full_model.h"
#include "support/model_pose.h"
#include "support/random.h"
#include "support/reordered.h"
#include "support/same_model.h"

namespace sinew::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// --- a character of three meshes ---
//
//   Armature
//   +-- hips
//   |   +-- spine
//   |   |   +-- head
//   |   |   +-- arm.L -- hand
//   |   |   +-- arm.R -- hand -- sword      mesh 2, rigid
//   |   +-- leg.L
//   |   +-- leg.R
//   +-- Body                                mesh 0 under skin 0, one morph target
//   +-- Cape                                mesh 1 under skin 1, two morph targets
enum : std::uint32_t {
  kArmature,
  kHips,
  kBody,
  kCape,
  kSpine,
  kLegL,
  kLegR,
  kHead,
  kArmL,
  kArmR,
  kHandL,
  kHandR,
  kSword,
  kJointCount,
};

Skeleton Joints() {
  SplitMix64 random(41);
  Skeleton::Parts parts;
  parts.parents = {-1, 0, 0, 0, 1, 1, 1, 4, 4, 4, 8, 9, 11};
  parts.names = {"Armature", "hips",  "Body",  "Cape", "spine", "leg.L", "leg.R",
                 "head",     "arm.L", "arm.R", "hand", "hand",  "sword"};
  for (std::uint32_t j = 0; j < kJointCount; ++j) {
    parts.rest.push_back(random.Placement());
    parts.file_nodes.push_back(j);
  }
  return Expect(Skeleton::Create(std::move(parts)));
}

Affine AnyMatrix(SplitMix64& random) { return AffineOf(random.Placement()); }

Skin AnySkin(SplitMix64& random, std::string name, std::vector<std::int32_t> joints) {
  Skin::Parts parts;
  parts.name = std::move(name);
  parts.joints = std::move(joints);
  for (std::size_t e = 0; e < parts.joints.size(); ++e) {
    parts.inverse_bind.push_back(AnyMatrix(random));
  }
  return Skin::Create(std::move(parts), kJointCount).value();
}

// Of 0 to 3 influences per vertex under a skin of so many entries; 0: not skinned.
Mesh AnyMesh(SplitMix64& random, std::string name, std::uint32_t entries, std::uint32_t morphs,
             std::optional<std::uint32_t> material = {}) {
  constexpr std::uint32_t kVertices = 24;
  Primitive primitive;
  primitive.material = material;
  if (entries > 0) primitive.influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    primitive.positions.push_back(random.Vector(2));
    primitive.normals.push_back(NormalizeOr(random.Vector(1), {0, 1, 0}));
    if (entries == 0) continue;
    const std::uint32_t count = v % 4;
    const float weights[4][3] = {{}, {1}, {0.25f, 0.75f}, {0.5f, 0.25f, 0.25f}};
    for (std::uint32_t i = 0; i < count; ++i) {
      primitive.influences.list.push_back({(v + i * (entries / 3)) % entries, weights[count][i]});
    }
    std::sort(primitive.influences.list.end() - count, primitive.influences.list.end(),
              [](const Influence& a, const Influence& b) { return a.joint < b.joint; });
    primitive.influences.begins.push_back(
        static_cast<std::uint32_t>(primitive.influences.list.size()));
  }
  Mesh::Parts parts{.name = std::move(name)};
  for (std::uint32_t m = 0; m < morphs; ++m) {
    MorphTarget& target = primitive.morph_targets.emplace_back();
    for (std::uint32_t v = 0; v < kVertices; ++v) target.positions.push_back(random.Vector(0.1f));
    target.normals.resize(kVertices);
    parts.morph_weights.push_back(0.5f);
    parts.morph_names.push_back("target" + std::to_string(m));
  }
  parts.primitives = {std::move(primitive)};
  return Expect(Mesh::Create(std::move(parts)));
}

Clip AnyClip(SplitMix64& random, std::string name) {
  std::vector<TrackSpec> tracks;
  const std::vector<float> times{0, 0.3f, 1};
  for (std::uint32_t j = 0; j < kJointCount; ++j) {
    TrackSpec move{.target = j, .times = times}, turn{.target = j, .times = times};
    turn.property = Property::kRotation;
    for (std::size_t k = 0; k < times.size(); ++k) {
      const Vec3 t = random.Vector(2);
      move.values.insert(move.values.end(), {t.x, t.y, t.z});
      const Quat q = random.Rotation();
      turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
    }
    tracks.push_back(move);
    if (j % 3 != 1) tracks.push_back(turn);
  }
  tracks.push_back({.target = 0,
                    .property = Property::kMorphWeights,
                    .times = {0, 1},
                    .values = {0, 1},
                    .width = 1});
  tracks.push_back({.target = 1,
                    .property = Property::kMorphWeights,
                    .times = {0, 1},
                    .values = {0, 1, 0.5f, 0.25f},
                    .width = 2});
  Clip::Parts parts = ClipOf(tracks).TakeParts();
  parts.name = std::move(name);
  return Expect(Clip::Create(std::move(parts)));
}

Image Picture(std::string name, std::uint8_t seed) {
  Image image{.name = std::move(name), .mime_type = "image/png"};
  std::vector<std::byte> bytes;
  for (const int byte : {0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, int{seed}}) {
    bytes.push_back(static_cast<std::byte>(byte));
  }
  image.bytes = std::move(bytes);
  return image;
}

Model Dressed() {
  SplitMix64 random(42);
  Model::Parts parts;
  parts.skeleton = Joints();
  parts.skins = {AnySkin(random, "body", {1, 4, 5, 6, 7, 8, 9, 10, 11}),
                 AnySkin(random, "cape", {11, 4, 9, kIdentityJoint, 7, 8, 10, 4})};
  parts.meshes = {AnyMesh(random, "body", 9, 1, 0), AnyMesh(random, "cape", 8, 2, 1),
                  AnyMesh(random, "sword", 0, 0, 0)};
  parts.instances = {{.joint = kBody, .mesh = 0, .skin = 0},
                     {.joint = kCape, .mesh = 1, .skin = 1, .first_morph = 1},
                     {.joint = kSword, .mesh = 2}};
  parts.morph_rest = {0.125f, 0.25f, 0.75f};
  parts.clips = {AnyClip(random, "walk"), AnyClip(random, "run")};
  parts.materials = {{.name = "skin"}, {.name = "cloth", .base_color_texture = TextureUse{}}};
  parts.textures = {{.name = "weave", .image = 0}};
  parts.images = {Picture("threads", 1)};
  parts.scenes = {{.name = "all", .roots = {0}}};
  parts.default_scene = 0;
  return Expect(Model::Create(std::move(parts)));
}

// The model without its instances from `first` on, and what only they need; the clips without the
// morph weights of those.
Model::Parts Undressed(const Model& model, std::uint32_t first) {
  Model::Parts parts = model.parts();
  parts.instances.resize(first);
  std::size_t skins = 0, slots = 0;
  for (const MeshInstance& instance : parts.instances) {
    if (instance.skin) skins = std::max<std::size_t>(skins, *instance.skin + std::size_t{1});
    slots += model.meshes()[instance.mesh].morph_count();
  }
  parts.meshes.erase(parts.meshes.begin() + first, parts.meshes.end());
  parts.skins.erase(parts.skins.begin() + static_cast<std::ptrdiff_t>(skins), parts.skins.end());
  parts.morph_rest.resize(slots);
  for (Clip& clip : parts.clips) {
    Clip::Parts keys = std::move(clip).TakeParts();
    std::erase_if(keys.tracks, [slots](const TrackRange& track) {
      return track.property == Property::kMorphWeights && track.target >= slots;
    });
    clip = Expect(Clip::Create(std::move(keys)));
  }
  return parts;
}

struct Change {
  std::vector<std::pair<std::string, std::string>> renamed{};  // Old and new names of joints.
  bool extra_nodes = false;  // A root above all, a node above the spine, a leaf at the head.
  std::vector<std::uint32_t> instances{1, 2};
};

// Some meshes of the model in a file of their own.
Model Outfit(const Model& model, const Change& change = {}) {
  Skeleton::Parts parts = model.skeleton().parts();
  for (const auto& [before, after] : change.renamed) {
    for (std::string& name : parts.names) name = name == before ? after : name;
  }
  if (change.extra_nodes) {
    const auto count = static_cast<std::int32_t>(parts.parents.size());
    parts.parents.insert(parts.parents.end(), {-1, kHips, kHead});
    parts.rest.insert(parts.rest.end(), {Transform{}, Transform{}, {.translation = {1, 2, 3}}});
    parts.names.insert(parts.names.end(), {"Scene", "between", "hat"});
    parts.parents[kArmature] = count;
    parts.parents[kSpine] = count + 1;
  }
  return OutfitOf(model, Reorder(parts), change.instances);
}

// --- to the bit ---

constexpr double kTimes[] = {0.0, 0.1, 0.3, 0.55, 1.0};

ModelPose PosedBy(const Model& model, const ClipView& clip, double time_s) {
  return Expect(PoseModel(model, clip, time_s));
}

void ExpectPlaysAlike(const Model& a, const Model& b) {
  for (std::size_t c = 0; c < a.clips().size(); ++c) {
    for (const double time : kTimes) {
      EXPECT_TRUE(SamePose(PosedBy(a, a.clips()[c], time), PosedBy(b, b.clips()[c], time)));
    }
  }
  EXPECT_TRUE(SamePose(Expect(PoseModel(a)), Expect(PoseModel(b))));
}

Model WrittenAndRead(const Model& model) { return Expect(ReadGltf(Expect(WriteGlb(model))).model); }

Model WithClips(Model model, const Model& from) {
  BoundClips bound = Expect(BindClips(from, from.clips(), model));
  Model::Parts parts = std::move(model).TakeParts();
  parts.clips = std::move(bound.clips);
  return Expect(Model::Create(std::move(parts)));
}

TEST(BindMesh, AnOutfitBoundByNameMovesAsIfItHadBeenInTheCharactersFileToTheBit) {
  const Model original = Dressed();
  const Model naked = Expect(Model::Create(Undressed(original, 1)));
  const BoundMeshes added = AddOutfit(naked, Outfit(original));
  ASSERT_TRUE(added.model.ok()) << Describe(added.model.failure());
  EXPECT_EQ(added.report.joint_count(JointMatch::kPath), added.report.joints.size());
  for (const BindMeshReport::Joint& joint : added.report.joints) EXPECT_FALSE(joint.rest);
  ASSERT_THAT(added.report.instances, SizeIs(2));
  for (const BindMeshReport::Instance& one : added.report.instances) {
    EXPECT_EQ(one.rest_shift, 0.0f);
  }
  // With the clips as the character without the cape has them, and with those that move its morph
  // targets too.
  const Model expected = WithClips(original, naked);
  EXPECT_TRUE(SameModel(*added.model, expected));
  ExpectPlaysAlike(*added.model, expected);
  const Model dressed = WithClips(*added.model, original);
  EXPECT_TRUE(SameModel(dressed, original));
  ExpectPlaysAlike(dressed, original);
  const Model read = WrittenAndRead(dressed);
  EXPECT_TRUE(SameModel(read, WrittenAndRead(original)));
  ExpectPlaysAlike(read, WrittenAndRead(original));
}

TEST(BindMesh, ClipsPackedForTheCharacterMoveTheOutfitToTheBit) {
  const Model original = Dressed();
  const Model naked = Expect(Model::Create(Undressed(original, 1)));
  const BoundMeshes added = AddOutfit(naked, Outfit(original));
  ASSERT_TRUE(added.model.ok());
  const auto check = [](const Skeleton& skeleton, const Clip& clip, const Model& a,
                        const Model& b) {
    const Result<PackedClip> packed = PackedClip::Create(skeleton, clip);
    ASSERT_TRUE(packed.ok()) << Describe(packed.failure());
    for (const double time : kTimes)
      EXPECT_TRUE(SamePose(PosedBy(a, *packed, time), PosedBy(b, *packed, time)));
  };
  for (const Clip& clip : naked.clips()) {
    check(naked.skeleton(), clip, *added.model, original);
  }
  // Written to a file, a model may get more nodes than it had: both get the same.
  const Model read = WrittenAndRead(*added.model), expected = WrittenAndRead(original);
  for (const Clip& clip : read.clips()) check(read.skeleton(), clip, read, expected);
}

TEST(BindMesh, SeveralMeshesOnOneSkeletonFollowOneMixer) {  // L42
  const Model original = Dressed();
  const Model naked = Expect(Model::Create(Undressed(original, 1)));
  const BoundMeshes cape = BindMeshes(Outfit(original, {.instances = {1}}), naked);
  const BoundMeshes sword = BindMeshes(Outfit(original, {.instances = {2}}), naked);
  ASSERT_TRUE(cape.model.ok() && sword.model.ok());
  MixerOptions options;
  options.clips.assign(naked.clips().begin(), naked.clips().end());
  options.morph_rest.assign(original.morph_rest().begin(), original.morph_rest().end());
  const MixerSetup setup = MixerSetup::Create(naked.skeleton(), std::move(options)).value();
  Mixer mixer(setup);
  MixerScratch scratch(setup);
  Pose pose(kJointCount, 3);
  ASSERT_TRUE(mixer.Play(0).ok());
  for (int frame = 0; frame < 8; ++frame) {
    if (frame == 3) {
      ASSERT_TRUE(mixer.FadeTo(1, 0.25).ok());
    }
    ASSERT_EQ(mixer.update(1.0 / 15), Error::kNone);
    ASSERT_EQ(mixer.evaluate(scratch, pose), Error::kNone);
    const ModelPose expected = Expect(MoveModel(original, pose));
    // One pose for all; the outfits' own morph weights rest.
    const auto moved = [&pose](const Model& model) {
      Pose own(kJointCount, static_cast<std::uint32_t>(model.morph_rest().size()));
      std::ranges::copy(pose.blocks(), own.blocks().begin());
      std::ranges::copy(model.morph_rest(), own.morphs().begin());
      return Expect(MoveModel(model, own));
    };
    EXPECT_TRUE(SamePose(moved(*cape.model).instances[0], expected.instances[1]));
    EXPECT_TRUE(SamePose(moved(*sword.model).instances[0], expected.instances[2]));
  }
}

TEST(BindMesh, ASkinnedMeshNeedsNoNodeOfItsOwnInTheCharacter) {
  const Model original = Dressed();
  Model::Parts parts = Undressed(original, 1);
  Skeleton::Parts joints = parts.skeleton.parts();
  joints.names[kCape] = "something else";
  parts.skeleton = Expect(Skeleton::Create(std::move(joints)));
  const Model naked = Expect(Model::Create(std::move(parts)));
  const BoundMeshes added = AddOutfit(naked, Outfit(original, {.instances = {1}}));
  ASSERT_TRUE(added.model.ok()) << Describe(added.model.failure());
  EXPECT_EQ(added.model->instances()[1].joint, kBody);  // Beside the body.
  const Model dressed = WithClips(*added.model, original);
  const Model read = WrittenAndRead(dressed);  // As a child of the body's node.
  const auto node = read.skeleton().Find("cape");
  ASSERT_TRUE(node);
  EXPECT_EQ(read.skeleton().parent(*node), static_cast<int>(*read.skeleton().Find("Body")));
  const Model expected_read = WrittenAndRead(original);
  for (const double time : kTimes) {
    const ModelPose expected = PosedBy(original, original.clips()[0], time);
    EXPECT_TRUE(
        SamePose(PosedBy(dressed, dressed.clips()[0], time).instances[1], expected.instances[1]));
    EXPECT_TRUE(SamePose(PosedBy(read, read.clips()[0], time).instances[1],
                         PosedBy(expected_read, expected_read.clips()[0], time).instances[1]));
  }
}

TEST(BindMesh, ExtraNodesAndAnotherRootChangeNothing) {
  const Model original = Dressed();
  const Model naked = Expect(Model::Create(Undressed(original, 1)));
  const BoundMeshes added = AddOutfit(naked, Outfit(original, {.extra_nodes = true}));
  ASSERT_TRUE(added.model.ok()) << Describe(added.model.failure());
  EXPECT_GT(added.report.joint_count(JointMatch::kTail), 0u);
  EXPECT_EQ(added.report.joint_count(JointMatch::kPath), 0u);
  ExpectPlaysAlike(WithClips(*added.model, original), original);
}

TEST(BindMesh, TheMapLeadsRenamedJointsHome) {
  const Model original = Dressed();
  const Model naked = Expect(Model::Create(Undressed(original, 1)));
  const Model outfit = Outfit(
      original, {.renamed = {{"spine", "Spine1"}, {"head", "Kopf"}, {"sword", "rig:sword"}}});
  BindMeshOptions options;
  options.match.map = {{"Spine1", "spine"}, {"Kopf", "head"}, {"nobody", "hips"}};
  const BoundMeshes added = AddOutfit(naked, outfit, options);
  ASSERT_TRUE(added.model.ok()) << Describe(added.model.failure());
  EXPECT_EQ(added.report.joint_count(JointMatch::kMap), 2u);
  EXPECT_EQ(added.report.joint_count(JointMatch::kNamespace), 1u);
  EXPECT_THAT(added.report.unused_entries, ElementsAre(2));
  ExpectPlaysAlike(WithClips(*added.model, original), original);
  options.match.map = {{"Spine1", "nowhere"}};
  EXPECT_THAT(AddOutfit(naked, outfit, options).model, IsBrokenAt("map/0", "nowhere"));
}

TEST(BindMesh, JointsWithoutNamesAreFoundByTheirPathOnly) {
  Model::Parts parts = Dressed().TakeParts();
  Skeleton::Parts joints = parts.skeleton.parts();
  for (std::string& name : joints.names) name.clear();
  parts.skeleton = Expect(Skeleton::Create(std::move(joints)));
  const Model original = Expect(Model::Create(std::move(parts)));
  const Model naked = Expect(Model::Create(Undressed(original, 1)));
  // In the same order: the labels are the numbers of the nodes.
  const BoundMeshes same = AddOutfit(naked, original, {.instances = {{1, 2}}});
  ASSERT_TRUE(same.model.ok());
  ExpectPlaysAlike(WithClips(*same.model, original), original);
  // In another, nothing tells them apart, and nothing is guessed.
  EXPECT_FALSE(AddOutfit(naked, Outfit(original)).model.ok());
}

// --- joints that the character does not have ---

// A vertex at `position` on each of the joints, bound at rest by the identity.
Model OneVertexPerJoint(const std::vector<std::int32_t>& parents,
                        const std::vector<std::string>& names, std::vector<Transform> rest,
                        std::vector<std::int32_t> entries) {
  Skeleton::Parts joints{.parents = parents, .rest = std::move(rest), .names = names};
  joints.rest.resize(parents.size());
  for (std::uint32_t j = 0; j < parents.size(); ++j) joints.file_nodes.push_back(j);
  Model::Parts parts;
  parts.skeleton = Expect(Skeleton::Create(std::move(joints)));
  Primitive points{.topology = Topology::kPoints};
  points.influences.begins = {0};
  for (std::uint32_t e = 0; e < entries.size(); ++e) {
    points.positions.push_back({0, 0, 1});
    points.influences.list.push_back({e, 1.0f});
    points.influences.begins.push_back(e + 1);
  }
  parts.meshes = {Expect(Mesh::Create({.name = "points", .primitives = {std::move(points)}}))};
  std::vector<Affine> inverse_bind(entries.size());
  parts.skins = {SkinOf(std::move(entries), std::move(inverse_bind), parts.skeleton.joint_count())};
  parts.instances = {{.joint = 0, .mesh = 0, .skin = 0}};
  return Expect(Model::Create(std::move(parts)));
}

Model Bare(const Model& model) { return Expect(Model::Create({.skeleton = model.skeleton()})); }

Transform Up(float y) { return {.translation = {0, y, 0}}; }

// root -- hips, 1 above -- tail, 2 above, turned -- tip, 3 along
Model Tailed() {
  return OneVertexPerJoint({-1, 0, 1, 2}, {"root", "hips", "tail", "tip"},
                           {{}, Up(1), {{0, 2, 0}, QuatOf({0, 0, 1}, 0.5f)}, Up(3)}, {1, 2, 3});
}
Model Tailless() { return Bare(OneVertexPerJoint({-1, 0}, {"root", "hips"}, {{}, Up(1)}, {1})); }

TEST(BindMesh, RefusesJointsThatMoveVerticesAndReportsThemAll) {
  const BoundMeshes bound = BindMeshes(Tailed(), Tailless());
  EXPECT_THAT(bound.model, IsBrokenAt("joints/2",
                                      "found root/hips/tail, which moves vertices (1), "
                                      "expected a joint that the character has; 1 more "
                                      "like it"));
  ASSERT_THAT(bound.report.joints, SizeIs(3));
  EXPECT_EQ(bound.report.joints[0].target, 1u);
  EXPECT_EQ(bound.report.joints[1].match, JointMatch::kNone);
  EXPECT_EQ(bound.report.joints[1].influence_count, 1u);
  EXPECT_EQ(bound.report.joints[1].nearest, 1u);
  EXPECT_EQ(bound.report.joint_count(JointMatch::kNone), 2u);
  EXPECT_THAT(bound.report.instances, IsEmpty());
}

TEST(BindMesh, AMissingJointFollowsItsNearestAncestorFromWhereItRests) {
  const Model outfit = Tailed(), character = Tailless();
  const std::vector<Vec3> at_rest = Expect(PoseModel(outfit)).instances[0].primitives[0].positions;
  const auto check = [&](const BoundMeshes& bound) {
    ASSERT_TRUE(bound.model.ok()) << Describe(bound.model.failure());
    EXPECT_THAT(bound.model->skins()[0].joints(), ElementsAre(1, 1, 1));
    EXPECT_EQ(bound.model->skins()[0].inverse_bind()[0], Affine{});
    EXPECT_EQ(bound.report.joints[2].nearest, 1u);
    EXPECT_LT(bound.report.instances[0].rest_shift, 1e-5f);
    const Clip turn = ClipOf({{.target = 1,
                               .property = Property::kRotation,
                               .times = {0},
                               .values = {1, 0, 0, 0}}});  // Half a turn about x, at (0, 1, 0).
    const auto rest = Expect(PoseModel(*bound.model)).instances[0].primitives[0].positions;
    const auto turned = PosedBy(*bound.model, turn, 0).instances[0].primitives[0].positions;
    for (std::size_t v = 0; v < rest.size(); ++v) {
      EXPECT_LT(
          Length({rest[v].x - at_rest[v].x, rest[v].y - at_rest[v].y, rest[v].z - at_rest[v].z}),
          1e-5f);
      EXPECT_LT(
          Length({turned[v].x - rest[v].x, turned[v].y - 2 + rest[v].y, turned[v].z + rest[v].z}),
          1e-5f);
    }
    EXPECT_EQ(PosedBy(WrittenAndRead(*bound.model), turn, 0).instances[0].primitives[0].positions,
              turned);
  };
  check(BindMeshes(outfit, character, {.missing = MissingJoints::kNearest}));
  // The map can ask for it joint by joint.
  BindMeshOptions options;
  options.match.map = {{"tail", std::nullopt}, {"tip", std::nullopt}};
  check(BindMeshes(outfit, character, options));
  options.match.map.pop_back();
  EXPECT_THAT(BindMeshes(outfit, character, options).model, IsBrokenAt("joints/3", "tip"));
}

TEST(BindMesh, WithoutAnyAncestorAMissingJointIsAlwaysRefused) {
  const Model outfit = OneVertexPerJoint({-1, 0}, {"stone", "pebble"}, {}, {0, 1});
  const BoundMeshes bound = BindMeshes(outfit, Tailless(), {.missing = MissingJoints::kNearest});
  EXPECT_THAT(bound.model, IsBrokenAt("joints/0", "found stone"));
  EXPECT_FALSE(bound.report.joints[1].nearest);
  EXPECT_THAT(BindMeshes(outfit, Model()).model, IsBrokenAt("joints/0", "found stone"));
}

TEST(BindMesh, AMissingJointThatMovesNothingIsNoHindrance) {
  Model::Parts parts = Tailed().TakeParts();
  Mesh::Parts mesh = parts.meshes[0].parts();
  mesh.primitives[0].influences.list = {{0, 1.0f}, {0, 1.0f}, {0, 1.0f}};
  parts.meshes = {Expect(Mesh::Create(std::move(mesh)))};
  Skin::Parts skin = parts.skins[0].parts();
  skin.joints.push_back(kIdentityJoint);
  skin.inverse_bind.push_back({});
  parts.skins = {SkinOf(skin.joints, skin.inverse_bind, 4)};
  const BoundMeshes bound = BindMeshes(Expect(Model::Create(std::move(parts))), Tailless());
  ASSERT_TRUE(bound.model.ok());
  EXPECT_EQ(bound.report.joints[1].influence_count, 0u);
  EXPECT_THAT(bound.model->skins()[0].joints(), ElementsAre(1, 1, 1, kIdentityJoint));
}

// --- another rest pose ---

TEST(BindMesh, ADifferentRestPoseIsReportedWithHowFarItMovesTheMesh) {
  const Model outfit = Tailed();
  Skeleton::Parts joints = outfit.skeleton().parts();
  joints.rest[1].translation.y = 1.5f;
  const Model taller = Expect(Model::Create({.skeleton = Expect(Skeleton::Create(joints))}));
  const BoundMeshes bound = BindMeshes(outfit, taller);
  ASSERT_TRUE(bound.model.ok());
  ASSERT_TRUE(bound.report.joints[0].rest);
  EXPECT_EQ(bound.report.joints[0].rest->distance, 0.5f);
  EXPECT_FALSE(bound.report.joints[1].rest);
  EXPECT_EQ(bound.report.instances[0].rest_shift, 0.5f);
  EXPECT_TRUE(
      std::ranges::equal(bound.model->skins()[0].inverse_bind(), outfit.skins()[0].inverse_bind()));
}

// --- meshes that move rigidly ---

Model Sword(std::vector<std::string> names) {
  SplitMix64 random(7);
  Model::Parts parts;
  Skeleton::Parts joints{.parents = {-1, 0}, .rest = {Up(1), random.Placement()}, .names = names};
  joints.file_nodes = {0, 1};
  parts.skeleton = Expect(Skeleton::Create(std::move(joints)));
  parts.meshes = {AnyMesh(random, "blade", 0, 1)};
  parts.instances = {{.joint = 1, .mesh = 0}};
  parts.morph_rest = {0.5f};
  return Expect(Model::Create(std::move(parts)));
}

TEST(BindMesh, AMeshWithoutASkinHangsOnTheJointThatItsOwnHasBecome) {
  const Model character = Expect(Model::Create(Undressed(Dressed(), 1)));
  BindMeshOptions options;
  EXPECT_THAT(BindMeshes(Sword({"handle", "blade"}), character).model,
              IsBrokenAt("joints/1", "handle/blade, which moves vertices (24)"));
  options.match.map = {{"blade", "arm.R/hand"}};
  const BoundMeshes bound = AddOutfit(character, Sword({"handle", "blade"}), options);
  ASSERT_TRUE(bound.model.ok()) << Describe(bound.model.failure());
  EXPECT_EQ(bound.model->instances()[1].joint, kHandR);
  EXPECT_FALSE(bound.model->instances()[1].skin);
  EXPECT_EQ(bound.model->instances()[1].first_morph, 1u);
  EXPECT_THAT(bound.model->morph_rest(), ElementsAre(0.125f, 0.5f));
}

TEST(BindMesh, AMeshWithoutASkinAndWithoutItsNodeFollowsByASkinOfOneEntry) {
  // The sword's node hangs on the hand; in the character it does not exist.
  const Model original = Dressed();
  Model::Parts parts = Undressed(original, 2);
  Skeleton::Parts joints = parts.skeleton.parts();
  joints.names[kSword] = "stick";
  parts.skeleton = Expect(Skeleton::Create(std::move(joints)));
  const Model naked = Expect(Model::Create(std::move(parts)));
  const BoundMeshes bound =
      AddOutfit(naked, Outfit(original, {.instances = {2}}), {.missing = MissingJoints::kNearest});
  ASSERT_TRUE(bound.model.ok()) << Describe(bound.model.failure());
  EXPECT_EQ(bound.report.joints[0].nearest, kHandR);
  EXPECT_EQ(bound.report.instances[0].rest_shift, 0.0f);
  ASSERT_TRUE(bound.model->instances()[2].skin);
  EXPECT_THAT(bound.model->skins()[2].joints(), ElementsAre(kHandR));
  // As long as nothing moves the sword's own node it is where it was, to the bit.
  Clip::Parts keys = original.clips()[0].parts();
  std::erase_if(keys.tracks, [](const TrackRange& track) {
    return track.property != Property::kMorphWeights && track.target == kSword;
  });
  const Clip walk = Expect(Clip::Create(std::move(keys)));
  for (const double time : kTimes) {
    const PosedInstance a = PosedBy(original, walk, time).instances[2];
    const PosedInstance b = PosedBy(*bound.model, walk, time).instances[2];
    EXPECT_EQ(a.primitives[0].positions, b.primitives[0].positions);
  }
}

TEST(BindMesh, AMeshThatIsSkinnedInPartNeedsItsNode) {
  const Model full = FullModel();  // Instance 2: a skinned quad and a line that is not.
  const Model bare = Bare(full);
  const BoundMeshes fits = BindMeshes(full, bare, {.instances = {{2}}});
  ASSERT_TRUE(fits.model.ok()) << Describe(fits.model.failure());
  const ModelPose expected = PosedBy(full, full.clips()[0], 0.7);
  const Clip wave = Expect(BindClip(full, full.clips()[0], *fits.model)).clip;
  EXPECT_TRUE(SamePose(PosedBy(*fits.model, wave, 0.7).instances[0], expected.instances[2]));
  Skeleton::Parts joints = full.skeleton().parts();
  joints.names[3] = "trunk";  // Was "body", where the mesh is.
  const Model other = Expect(Model::Create({.skeleton = Expect(Skeleton::Create(joints))}));
  EXPECT_THAT(
      BindMeshes(full, other, {.missing = MissingJoints::kNearest, .instances = {{2}}}).model,
      IsBrokenAt("instances/2", "skinned in part"));
}

// --- what comes along ---

TEST(BindMesh, TakesOnlyWhatTheChosenMeshesNeed) {
  const Model original = Dressed();
  const Model bare = Bare(original);
  const BoundMeshes sword = BindMeshes(original, bare, {.instances = {{2}}});
  ASSERT_TRUE(sword.model.ok());
  EXPECT_THAT(sword.model->meshes(), SizeIs(1));
  EXPECT_THAT(sword.model->skins(), IsEmpty());
  EXPECT_THAT(sword.model->materials(), SizeIs(1));
  EXPECT_THAT(sword.model->images(), IsEmpty());
  EXPECT_THAT(sword.model->clips(), IsEmpty());
  ASSERT_THAT(sword.report.joints, SizeIs(1));
  EXPECT_EQ(sword.report.joints[0].joint, kSword);
  EXPECT_EQ(sword.report.joints[0].influence_count, 24u);
  const BoundMeshes cape = BindMeshes(original, bare, {.instances = {{1}}});
  ASSERT_TRUE(cape.model.ok());
  EXPECT_EQ(cape.model->materials()[0].name, "cloth");
  EXPECT_THAT(cape.model->images(), SizeIs(1));
  EXPECT_THAT(cape.model->morph_rest(), ElementsAre(0.25f, 0.75f));
  EXPECT_THAT(BindMeshes(original, bare, {.instances = {{1, 3}}}).model,
              IsBrokenAt("instances/3", "beyond the outfit's 3"));
  const BoundMeshes none = BindMeshes(bare, original);
  ASSERT_TRUE(none.model.ok());
  EXPECT_THAT(none.model->instances(), IsEmpty());
}

TEST(BindMesh, MaterialsKeepWhatTheirTextSaysUnderNewNumbers) {
  Model::Parts parts = Dressed().TakeParts();
  parts.materials.push_back({.name = "brocade",
                             .base_color_texture = TextureUse{.texture = 2},
                             .normal_texture = TextureUse{.texture = 1, .texcoord = 1},
                             .normal_scale = 0.5f});
  parts.textures = {{.name = "weave", .image = 0},
                    {.name = "bumps", .image = 2, .sampler = {.wrap_s = TextureWrap::kClampToEdge}},
                    {.name = "gold", .image = 1}};
  parts.images = {Picture("threads", 1), Picture("gold", 2), Picture("bumps", 3)};
  Mesh::Parts mesh = parts.meshes[1].parts();
  mesh.primitives[0].material = 2;
  parts.meshes[1] = Expect(Mesh::Create(std::move(mesh)));
  using Owner = CarriedJson::Owner;
  parts.carried = {
      {.owner = Owner::kMesh, .index = 1, .extras = "{\"lod\":2}", .extensions = "{\"X\":{}}"},
      {.owner = Owner::kMaterial,
       .index = 2,
       .extras = "{\"index\":1}",
       .extensions = "{\"KHR_materials_sheen\":{\"sheenColorTexture\":{\"index\" : 1},"
                     "\"extras\":{\"index\":1},\"a\":\"\\\"index\\\":1\",\"b\":{\"index\":77}}}"},
      {.owner = Owner::kMaterial,
       .index = 2,
       .part = CarriedJson::kTexturePart,
       .extras = "{\"of\":\"gold\"}"},
      {.owner = Owner::kTexture, .index = 1, .extensions = "{\"EXT_texture_webp\":{\"source\":2}}"},
      {.owner = Owner::kSkin, .index = 1, .extras = "7"}};
  const Model outfit = Expect(Model::Create(parts));
  Model::Parts naked = Undressed(Dressed(), 1);
  const BoundMeshes added =
      AddOutfit(Expect(Model::Create(std::move(naked))), outfit, {.instances = {{1}}});
  ASSERT_TRUE(added.model.ok()) << Describe(added.model.failure());
  EXPECT_EQ(added.report.dropped_extensions, 1u);
  const Model& model = *added.model;
  ASSERT_THAT(model.materials(), SizeIs(3));
  ASSERT_THAT(model.textures(), SizeIs(3));
  const auto texture = [&model](std::string_view name) {
    for (std::uint32_t t = 0; t < model.textures().size(); ++t) {
      if (model.textures()[t].name == name) return std::to_string(t);
    }
    return std::string("none");
  };
  EXPECT_EQ(std::to_string(model.materials()[2].base_color_texture->texture), texture("gold"));
  const auto json = [&model](Owner owner, std::uint32_t index, std::uint32_t part = 0) {
    for (const CarriedJson& one : model.parts().carried) {
      if (one.owner == owner && one.index == index && one.part == part) return one;
    }
    return CarriedJson{};
  };
  EXPECT_EQ(json(Owner::kMaterial, 2).extras, "{\"index\":1}");
  EXPECT_EQ(
      json(Owner::kMaterial, 2).extensions,
      "{\"KHR_materials_sheen\":{\"sheenColorTexture\":{\"index\" : " + texture("bumps") +
          "},\"extras\":{\"index\":1},\"a\":\"\\\"index\\\":1\",\"b\":{\"index\":4294967295}}}");
  const Material& brocade = model.materials()[2];
  EXPECT_EQ(std::to_string(brocade.normal_texture->texture), texture("bumps"));
  EXPECT_EQ(brocade.normal_texture->texcoord, 1u);
  EXPECT_EQ(brocade.normal_scale, 0.5f);
  EXPECT_EQ(model.textures()[brocade.normal_texture->texture].sampler.wrap_s,
            TextureWrap::kClampToEdge);
  EXPECT_EQ(json(Owner::kMaterial, 2, CarriedJson::kTexturePart).extras, "{\"of\":\"gold\"}");
  const std::uint32_t bumps = static_cast<std::uint32_t>(std::stoul(texture("bumps")));
  EXPECT_EQ(model.images()[*model.textures()[bumps].image].name, "bumps");
  EXPECT_EQ(
      json(Owner::kTexture, bumps).extensions,
      "{\"EXT_texture_webp\":{\"source\":" + std::to_string(*model.textures()[bumps].image) + "}}");
  EXPECT_EQ(json(Owner::kMesh, 1).extras, "{\"lod\":2}");
  EXPECT_THAT(json(Owner::kMesh, 1).extensions, IsEmpty());
  EXPECT_EQ(json(Owner::kSkin, 1).extras, "7");
  EXPECT_TRUE(WriteGlb(model).ok());
}

TEST(BindMesh, AnyTextInPlaceOfJsonIsTaken) {
  for (const char* const text :
       {"", "\"", "\"index", "\"index\"", "\"index\":", "{\"index\":1", "{\"index\":1e3}",
        "{\"index\":-1}", "{\"index\":99999999999999999999999}", "{\"extras\":", "\"extras\":[[{",
        "\"extras\":]]]\"index\":0", "\\\"\\", "{\"index\":\"1\"}", "\"\\"}) {
    Model::Parts parts = Dressed().TakeParts();
    parts.carried = {{.owner = CarriedJson::Owner::kMaterial, .index = 0, .extensions = text}};
    const Model outfit = Expect(Model::Create(std::move(parts)));
    EXPECT_TRUE(BindMeshes(outfit, Bare(outfit)).model.ok()) << text;
  }
}

TEST(BindMesh, PicturesThatTheCharacterHasAreNotAddedAgain) {
  const Model original = Dressed();
  Model::Parts other = original.parts();
  other.images[0].name = "the same under another name";
  const Model outfit = Expect(Model::Create(other));
  const BoundMeshes added = AddOutfit(original, outfit, {.instances = {{1, 2}}});
  ASSERT_TRUE(added.model.ok());
  EXPECT_THAT(added.model->materials(), SizeIs(2));
  EXPECT_THAT(added.model->textures(), SizeIs(1));
  EXPECT_THAT(added.model->images(), SizeIs(1));
  EXPECT_THAT(added.model->instances(), SizeIs(5));
  other.images[0] = Picture("threads", 9);
  const BoundMeshes two = AddOutfit(original, Expect(Model::Create(other)));
  ASSERT_TRUE(two.model.ok());
  EXPECT_THAT(two.model->images(), SizeIs(2));
  EXPECT_THAT(two.model->materials(), SizeIs(3));
  other.images[0].bytes = {};
  other.images[0].uri = "threads.png";  // Beside which file?
  const Model beside = Expect(Model::Create(other));
  const BoundMeshes both = AddOutfit(beside, beside);
  ASSERT_TRUE(both.model.ok());
  EXPECT_THAT(both.model->images(), SizeIs(2));
}

TEST(AddMeshes, WantsTheSameSkeleton) {
  const Model original = Dressed();
  EXPECT_THAT(AddMeshes(original, Tailed()), IsBrokenAt("skeleton", "another skeleton"));
  EXPECT_TRUE(AddMeshes(original, original).ok());
}

}  // namespace
}  // namespace sinew::testing
