// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/runtime_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/runtime_layout.h"
#include "sinew/asset.h"
#include "sinew/hash.h"
#include "sinew/hierarchy.h"
#include "sinew/joint_reach.h"
#include "sinew/mixer.h"
#include "sinew/pack.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "support/assets.h"
#include "support/runtime_model.h"
#include "support/runtime_play.h"

namespace sinew::testing {
namespace {

using ::testing::HasSubstr;

// Clips of few keys are packed nevertheless: these are tests of packed ones.
constexpr PackOptions kOptions{.error_bound = 1e-2f, .point_distance = 0.03f, .keep_exact = false};

AlignedBytes Written(const Model& model, const PackOptions& options = kOptions) {
  Result<AlignedBytes> bytes = WriteRuntimeFile(model, options);
  EXPECT_TRUE(bytes.ok()) << Describe(bytes.failure());
  return bytes.ok() ? *std::move(bytes) : AlignedBytes();
}

// The file borrows its bytes: what would be gone at the end of the line cannot be opened.
template <typename Bytes>
concept CanBeOpened = requires { RuntimeFile::Open(std::declval<Bytes>()); };
static_assert(CanBeOpened<AlignedBytes&> && CanBeOpened<const AlignedBytes&>);
static_assert(CanBeOpened<std::vector<std::byte>&>);
static_assert(CanBeOpened<std::span<const std::byte>> && CanBeOpened<std::span<std::byte>>);
static_assert(!CanBeOpened<AlignedBytes> && !CanBeOpened<const AlignedBytes>);
static_assert(!CanBeOpened<std::vector<std::byte>> && !CanBeOpened<const std::vector<std::byte>>);
static_assert(!CanBeOpened<std::array<std::byte, 64>>);
// As in RuntimeFile::Open(*WriteRuntimeFile(model)).
static_assert(!CanBeOpened<decltype(*WriteRuntimeFile(std::declval<Model>()))>);
static_assert(!CanBeOpened<decltype(WriteRuntimeFile(std::declval<Model>()).value())>);

// As WriteRuntimeFile packs it.
PackedClip Packed(const Model& model, std::size_t clip, const PackOptions& options = kOptions) {
  return ClipPacker::Create(model, options).value().Pack(clip).value();
}

// Of RuntimeModel(), made once.
AlignedBytes Written() {
  static const AlignedBytes bytes = Written(RuntimeModel());
  return bytes;
}

template <typename A, typename B>
bool SameBytes(std::span<A> a, std::span<B> b) {
  return a.size_bytes() == b.size_bytes() &&
         (a.empty() || std::memcmp(a.data(), b.data(), a.size_bytes()) == 0);
}

template <typename T>
std::vector<T> InOrder(const std::vector<T>& set, std::span<const std::uint32_t> order) {
  std::vector<T> sorted;
  for (const std::uint32_t vertex : order) sorted.push_back(set[vertex]);
  return sorted;
}

void ExpectSameSkeleton(const SkeletonView& file, const SkeletonView& memory) {
  const SkeletonView::Parts a = file.parts(), b = memory.parts();
  EXPECT_TRUE(SameBytes(a.parents, b.parents));
  EXPECT_TRUE(SameBytes(a.rest, b.rest));
  EXPECT_TRUE(SameBytes(a.rest_blocks, b.rest_blocks));
  EXPECT_TRUE(SameBytes(a.level_begins, b.level_begins));
  EXPECT_TRUE(SameBytes(a.child_begins, b.child_begins));
  EXPECT_TRUE(SameBytes(a.file_nodes, b.file_nodes));
  EXPECT_EQ(file.rest_hash(), memory.rest_hash());
  ASSERT_EQ(file.joint_count(), memory.joint_count());
  for (std::uint32_t j = 0; j < file.joint_count(); ++j) EXPECT_EQ(file.name(j), memory.name(j));
}

void ExpectSamePrimitive(const RuntimePrimitive& file, const Mesh& mesh, std::uint32_t index) {
  const Primitive& primitive = mesh.primitives()[index];
  const SkinnedMesh prepared = SkinnedMesh::Create(mesh, index);
  EXPECT_TRUE(SameBytes(file.mesh.bytes(), prepared.bytes()));
  EXPECT_EQ(file.topology, primitive.topology);
  EXPECT_EQ(file.material, primitive.material);
  ASSERT_EQ(file.texcoord_set_count(), primitive.texcoords.size());
  for (std::uint32_t set = 0; set < file.texcoord_set_count(); ++set) {
    const auto expected = InOrder(primitive.texcoords[set], prepared.file_vertices());
    EXPECT_TRUE(SameBytes(file.texcoords(set), std::span(expected)));
  }
  ASSERT_EQ(file.color_set_count(), primitive.colors.size());
  for (std::uint32_t set = 0; set < file.color_set_count(); ++set) {
    const auto expected = InOrder(primitive.colors[set], prepared.file_vertices());
    EXPECT_TRUE(SameBytes(file.colors(set), std::span(expected)));
  }
}

// Images have their bytes where they were embedded.
void ExpectSameMaterials(const RuntimeFile& file, const Model& model, bool embedded) {
  ASSERT_EQ(file.material_count(), model.materials().size());
  for (std::uint32_t i = 0; i < file.material_count(); ++i) {
    const RuntimeMaterial found = file.material(i);
    Material expected = model.materials()[i];
    EXPECT_EQ(found.name, expected.name);
    expected.name.clear();
    EXPECT_EQ(found.properties, expected) << i;
  }
  ASSERT_EQ(file.texture_count(), model.textures().size());
  for (std::uint32_t i = 0; i < file.texture_count(); ++i) {
    const RuntimeTexture found = file.texture(i);
    Texture expected = model.textures()[i];
    EXPECT_EQ(found.name, expected.name);
    EXPECT_EQ(found.sampler_name, expected.sampler.name);
    expected.name.clear();
    expected.sampler.name.clear();
    EXPECT_EQ(found.properties, expected) << i;
  }
  ASSERT_EQ(file.image_count(), model.images().size());
  for (std::uint32_t i = 0; i < file.image_count(); ++i) {
    const Result<ImageView> found = file.image(i);
    const Image& expected = model.images()[i];
    ASSERT_TRUE(found.ok()) << Describe(found.failure());
    EXPECT_EQ(found->name, expected.name);
    EXPECT_EQ(found->mime_type, expected.mime_type);
    EXPECT_EQ(found->uri, expected.uri);
    EXPECT_EQ(found->bytes.size(), embedded ? expected.bytes.size() : 0u);
    EXPECT_EQ(file.image_bytes(i), found->bytes.size());
    if (embedded) {
      EXPECT_TRUE(SameBytes(found->bytes, std::span(expected.bytes)));
    }
  }
}

// Every part of a file against the same part made in memory.
void ExpectSame(const RuntimeFile& file, const Model& model, const PackOptions& options) {
  ExpectSameSkeleton(file.skeleton(), model.skeleton());
  EXPECT_TRUE(SameBytes(file.morph_rest(), model.morph_rest()));
  ASSERT_EQ(file.skin_count(), model.skins().size());
  for (std::uint32_t i = 0; i < file.skin_count(); ++i) {
    const Result<SkinView> skin = file.skin(i);
    ASSERT_TRUE(skin.ok()) << Describe(skin.failure());
    EXPECT_EQ(skin->name(), model.skins()[i].name());
    EXPECT_EQ(file.skin_name(i), model.skins()[i].name());
    EXPECT_EQ(skin->root(), model.skins()[i].root());
    EXPECT_TRUE(SameBytes(skin->joints(), model.skins()[i].joints()));
    EXPECT_TRUE(SameBytes(skin->inverse_bind(), model.skins()[i].inverse_bind()));
  }
  ASSERT_EQ(file.clip_count(), model.clips().size());
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
    const PackedClip packed = Packed(model, i, options);
    const Result<PackedClipView> clip = file.clip(i);
    ASSERT_TRUE(clip.ok()) << Describe(clip.failure());
    EXPECT_TRUE(SameBytes(clip->bytes(), packed.bytes()));
    EXPECT_EQ(clip->form(), packed.form());
    EXPECT_EQ(clip->name(), packed.name());
    EXPECT_EQ(clip->duration_s(), packed.duration_s());
    EXPECT_EQ(clip->error_bound(), packed.error_bound());
    EXPECT_EQ(clip->joint_bound(), packed.joint_bound());
    EXPECT_EQ(clip->morph_bound(), packed.morph_bound());
    EXPECT_EQ(clip->rest_hash(), packed.rest_hash());
    EXPECT_EQ(clip->root_motion_joint(), packed.root_motion_joint());
    EXPECT_EQ(file.clip_info(i).worst_error, packed.report().worst_error);
    EXPECT_EQ(file.clip_info(i).size_bytes, packed.size_bytes());
    EXPECT_EQ(file.clip_info(i).source_bytes, model.clips()[i].size_bytes());
    ASSERT_EQ(clip->events().size(), packed.events().size());
    for (std::size_t e = 0; e < packed.events().size(); ++e) {
      EXPECT_EQ(clip->events()[e].time_s, packed.events()[e].time_s);
      EXPECT_EQ(clip->events()[e].name, packed.events()[e].name);
    }
  }
  ASSERT_EQ(file.mesh_count(), model.meshes().size());
  std::uint32_t primitive = 0;
  for (std::uint32_t i = 0; i < file.mesh_count(); ++i) {
    const Mesh& mesh = model.meshes()[i];
    const RuntimeMesh found = file.mesh(i);
    EXPECT_EQ(found.name, mesh.name());
    EXPECT_EQ(found.first_primitive, primitive);
    EXPECT_TRUE(SameBytes(found.morph_weights, mesh.morph_weights()));
    for (std::size_t k = 0; k < mesh.morph_names().size(); ++k) {
      EXPECT_EQ(found.morph_names[k], mesh.morph_names()[k]);
    }
    ASSERT_EQ(found.primitive_count, mesh.primitives().size());
    for (std::uint32_t k = 0; k < found.primitive_count; ++k, ++primitive) {
      const Result<RuntimePrimitive> part = file.primitive(primitive);
      ASSERT_TRUE(part.ok()) << Describe(part.failure());
      ExpectSamePrimitive(*part, mesh, k);
    }
  }
  EXPECT_EQ(file.primitive_count(), primitive);
  ASSERT_EQ(file.instance_count(), model.instances().size());
  for (std::uint32_t i = 0; i < file.instance_count(); ++i) {
    const MeshInstance a = file.instance(i), &b = model.instances()[i];
    EXPECT_EQ(a.joint, b.joint);
    EXPECT_EQ(a.mesh, b.mesh);
    EXPECT_EQ(a.skin, b.skin);
    EXPECT_EQ(a.first_morph, b.first_morph);
  }
  ExpectSameMaterials(file, model, false);
}

void ExpectRoundTrip(const Model& model, const PackOptions& options = kOptions) {
  const AlignedBytes bytes = Written(model, options);
  const Result<RuntimeFile> file = RuntimeFile::Open(bytes);
  ASSERT_TRUE(file.ok()) << Describe(file.failure());
  ExpectSame(*file, model, options);
}

TEST(RuntimeFile, HoldsWhatPackingInMemoryGivesBitForBit) { ExpectRoundTrip(RuntimeModel()); }

TEST(RuntimeFile, HoldsClipsThatStayExactBitForBit) {
  ExpectRoundTrip(RuntimeModel(), {.error_bound = 1e-2f});
}

TEST(RuntimeFile, HoldsRealCharactersBitForBit) {
  for (const char* path : {"assets/khronos/RiggedFigure/glTF-Binary/RiggedFigure.glb",
                           "assets/khronos/AnimatedMorphCube/glTF-Binary/AnimatedMorphCube.glb",
                           "assets/khronos/BoxAnimated/glTF-Binary/BoxAnimated.glb"}) {
    SINEW_SKIP_WITHOUT_ASSET(path);
    SCOPED_TRACE(path);
    const GltfRead read = ReadAsset(path);
    ASSERT_TRUE(read.model.ok());
    ExpectRoundTrip(*read.model);
  }
}

// Otherwise a test above proves little.
TEST(RuntimeFile, TheTestModelHasStreamsOfEveryKind) {
  const Model model = RuntimeModel();
  std::uint32_t constants = 0, floats = 0, coded[3] = {};
  for (std::size_t i = 0; i < model.clips().size(); ++i) {
    const PackReport report = Packed(model, i).report();
    constants += report.constant_streams;
    floats += report.float32_streams;
    coded[0] += report.u8_streams;
    coded[1] += report.u12_streams;
    coded[2] += report.u16_streams;
  }
  EXPECT_GT(constants, 0u);
  EXPECT_GT(floats, 0u);
  EXPECT_GT(coded[0], 0u);
  EXPECT_GT(coded[1], 0u);
  EXPECT_GT(coded[2], 0u);
  std::printf("%u constant, %u float32, %u + %u + %u coded streams\n", constants, floats, coded[0],
              coded[1], coded[2]);
}

TEST(RuntimeFile, HoldsImagesWhereTheyAreToBeEmbedded) {
  const Model model = RuntimeModel();
  ASSERT_FALSE(model.images()[1].bytes.empty()) << "else the test shows nothing";
  const AlignedBytes bytes = WriteRuntimeFile(model, kOptions, {.embed_images = true}).value();
  ExpectSameMaterials(*RuntimeFile::Open(bytes), model, true);
  EXPECT_FALSE(RuntimeFile::Open(bytes).value().CheckAll());
}

TEST(RuntimeFile, HoldsTheMaterialsOfRealFiles) {
  std::size_t compared = 0;
  for (const char* path : {"assets/kaykit/Barbarian.glb",
                           "assets/khronos/MorphStressTest/glTF-Binary/MorphStressTest.glb",
                           "assets/khronos/Fox/glTF-Binary/Fox.glb"}) {
    SINEW_SKIP_WITHOUT_ASSET(path);
    SCOPED_TRACE(path);
    Model::Parts parts = ReadAsset(path).model.value().parts();
    parts.clips.clear();
    std::erase_if(parts.carried, [](const CarriedJson& carried) {
      return carried.owner == CarriedJson::Owner::kAnimation;
    });
    const Model model = Model::Create(std::move(parts)).value();
    const AlignedBytes bytes = WriteRuntimeFile(model, {}, {.embed_images = true}).value();
    ExpectSameMaterials(*RuntimeFile::Open(bytes), model, true);
    const Model back = ToModel(Asset::Open(bytes).value()).value();
    EXPECT_TRUE(std::ranges::equal(back.materials(), model.materials()));
    EXPECT_TRUE(std::ranges::equal(back.textures(), model.textures()));
    ASSERT_EQ(back.images().size(), model.images().size());
    for (std::size_t i = 0; i < model.images().size(); ++i) {
      EXPECT_EQ(back.images()[i].bytes, model.images()[i].bytes);
    }
    compared += model.materials().size() + model.textures().size() + model.images().size();
  }
  std::printf("%zu materials, textures and images compared\n", compared);
  EXPECT_GE(compared, 9u);
}

TEST(RuntimeFile, ADamagedImageIsRefusedAndTheOthersShow) {
  AlignedBytes bytes = WriteRuntimeFile(RuntimeModel(), kOptions, {.embed_images = true}).value();
  const RuntimeFile whole = *RuntimeFile::Open(bytes);
  const std::size_t place =
      static_cast<std::size_t>(whole.image(1).value().bytes.data() - bytes.data());
  bytes.data()[place] ^= std::byte{1};
  const RuntimeFile file = *RuntimeFile::Open(bytes);
  EXPECT_TRUE(file.image(0).ok());
  ASSERT_FALSE(file.image(1).ok());
  EXPECT_THAT(Describe(file.image(1).failure()), HasSubstr("images/1: the checksum does not hold"));
  EXPECT_TRUE(file.CheckAll().has_value());
}

TEST(RuntimeFile, HoldsModelsThatLackThings) {
  ExpectRoundTrip(Model());  // Nothing at all.
  Model::Parts no_clips = FullModelParts();
  no_clips.clips.clear();
  ExpectRoundTrip(Model::Create(std::move(no_clips)).value());
  Model::Parts no_meshes = FullModelParts();
  no_meshes.meshes.clear();
  no_meshes.instances.clear();
  no_meshes.morph_rest.clear();
  no_meshes.skins.clear();
  no_meshes.clips.pop_back();
  Clip::Parts clip = std::move(no_meshes.clips[0]).TakeParts();
  std::erase_if(clip.tracks,
                [](const TrackRange& track) { return track.property == Property::kMorphWeights; });
  no_meshes.clips[0] = Clip::Create(std::move(clip)).value();
  ExpectRoundTrip(Model::Create(std::move(no_meshes)).value());
  Model::Parts no_skins = FullModelParts();
  for (MeshInstance& instance : no_skins.instances) instance.skin.reset();
  no_skins.instances.pop_back();
  no_skins.morph_rest.clear();
  no_skins.clips.clear();
  no_skins.skins.clear();
  no_skins.meshes.erase(no_skins.meshes.begin());
  for (MeshInstance& instance : no_skins.instances) instance.mesh = 0;
  std::erase_if(no_skins.carried, [](const CarriedJson& carried) {
    return carried.owner == CarriedJson::Owner::kMesh ||
           carried.owner == CarriedJson::Owner::kPrimitive ||
           carried.owner == CarriedJson::Owner::kSkin ||
           carried.owner == CarriedJson::Owner::kAnimation;
  });
  ExpectRoundTrip(Model::Create(std::move(no_skins)).value());
}

TEST(RuntimeFile, IsTheSameBytesEveryTime) {
  const AlignedBytes first = Written(), second = Written(RuntimeModel());
  EXPECT_TRUE(SameBytes(first.span(), second.span()));
}

TEST(RuntimeFile, IsPackedForThePointsThatACallerWantsWhereHeSays) {
  const Model model = RuntimeModel();
  const std::vector<float> near(model.skeleton().joint_count(), 0.1f);
  PackOptions options = kOptions;
  options.joint_point_distance = near;
  const AlignedBytes bytes = Written(model, options);
  const RuntimeFile file = *RuntimeFile::Open(bytes);
  std::size_t others = 0;
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) {
    const Result<PackedClip> packed =
        PackedClip::Create(model.skeleton(), model.clips()[i], options);
    ASSERT_TRUE(packed.ok());
    EXPECT_TRUE(SameBytes(file.clip(i).value().bytes(), packed->bytes()));
    const PackedClip other = Packed(model, i);
    if (!SameBytes(packed->bytes(), other.bytes())) ++others;
  }
  EXPECT_GT(others, 0u) << "else the test shows nothing";
}

TEST(RuntimeFile, TellsItsBoundsAndVersions) {
  const AlignedBytes bytes = Written(
      RuntimeModel(), {.error_bound = 2e-2f, .point_distance = 0.25f, .morph_error = 3e-3f});
  const RuntimeInfo info = RuntimeFile::Open(bytes).value().info();
  EXPECT_EQ(info.format_version, kRuntimeFormatVersion);
  EXPECT_EQ(info.arithmetic_version, kArithmeticVersion);
  EXPECT_EQ(info.size_bytes, bytes.size());
  EXPECT_EQ(info.error_bound, 2e-2f);
  EXPECT_EQ(info.point_distance, 0.25f);
  EXPECT_EQ(info.morph_error, 3e-3f);
}

TEST(RuntimeFile, FindsClipsAndJointsByName) {
  const AlignedBytes bytes = Written();
  const RuntimeFile file = *RuntimeFile::Open(bytes);
  EXPECT_EQ(file.FindClip("none"), 1u);
  EXPECT_EQ(file.FindClip("nobody"), std::nullopt);
  EXPECT_EQ(file.skeleton().Find("left hand"), 4u);
  EXPECT_EQ(file.skeleton().Find("third hand"), std::nullopt);
}

// --- use ---

TEST(RuntimeFile, PosesAndVerticesAreThoseOfMemory) {
  const Model model = RuntimeModel();
  const AlignedBytes bytes = Written(model);
  const RuntimeFile file = *RuntimeFile::Open(bytes);
  const std::uint32_t joints = model.skeleton().joint_count();
  std::size_t checked = 0;
  for (std::uint32_t c = 0; c < file.clip_count(); ++c) {
    const PackedClip packed = Packed(model, c);
    const PackedClipView clip = *file.clip(c);
    for (double time_s = 0.0; time_s <= static_cast<double>(packed.duration_s());
         time_s += 0.0137) {
      Pose a(joints, 2), b(joints, 2);
      ASSERT_EQ((SampleJob{.skeleton = model.skeleton(),
                           .clip = packed,
                           .time_s = time_s,
                           .morph_rest = model.morph_rest(),
                           .pose = a}
                     .Run()),
                Error::kNone);
      ASSERT_EQ((SampleJob{.skeleton = file.skeleton(),
                           .clip = clip,
                           .time_s = time_s,
                           .morph_rest = file.morph_rest(),
                           .pose = b}
                     .Run()),
                Error::kNone);
      ASSERT_TRUE(SameBytes(a.blocks(), b.blocks()));
      ASSERT_TRUE(SameBytes(a.morphs(), b.morphs()));
      std::vector<Affine> model_a(joints), model_b(joints), palette_a(3), palette_b(3), hand(1);
      ASSERT_EQ(
          (LocalToModelJob{.skeleton = model.skeleton(), .pose = a, .model_from_joint = model_a}
               .Run()),
          Error::kNone);
      ASSERT_EQ(
          (LocalToModelJob{.skeleton = file.skeleton(), .pose = b, .model_from_joint = model_b}
               .Run()),
          Error::kNone);
      const std::uint32_t asked[] = {4};
      ASSERT_EQ((JointQuery{.skeleton = file.skeleton(),
                            .clip = clip,
                            .time_s = time_s,
                            .joints = asked,
                            .model_from_joint = hand}
                     .Run()),
                Error::kNone);
      EXPECT_TRUE(SameBits(hand[0], model_a[4]));
      ASSERT_EQ(
          (PaletteJob{.skin = model.skins()[0], .model_from_joint = model_a, .palette = palette_a}
               .Run()),
          Error::kNone);
      ASSERT_EQ(
          (PaletteJob{.skin = *file.skin(0), .model_from_joint = model_b, .palette = palette_b}
               .Run()),
          Error::kNone);
      const SkinnedMesh prepared = SkinnedMesh::Create(model.meshes()[0], 0);
      std::vector<Vec3> from_memory(4), from_file(4);
      ASSERT_EQ((SkinJob{.mesh = prepared,
                         .morph_weights = a.morphs(),
                         .palette = palette_a,
                         .positions = from_memory}
                     .Run()),
                Error::kNone);
      ASSERT_EQ((SkinJob{.mesh = file.primitive(0).value().mesh,
                         .morph_weights = b.morphs(),
                         .palette = palette_b,
                         .positions = from_file}
                     .Run()),
                Error::kNone);
      ASSERT_TRUE(SameBytes(std::span(from_memory), std::span(from_file)));
      ++checked;
    }
  }
  std::printf("%zu poses compared\n", checked);
  EXPECT_GT(checked, 200u);
}

TEST(RuntimeFile, TheMixerPlaysItAsItPlaysMemory) {
  const Model model = RuntimeModel();
  const AlignedBytes bytes = Written(model);
  const RuntimeFile file = *RuntimeFile::Open(bytes);
  MixerOptions from_memory{.root_motion = RootMotionOptions{}},
      from_file{.root_motion = RootMotionOptions{}};
  std::vector<PackedClip> packed;
  for (std::size_t i = 0; i < model.clips().size(); ++i) packed.push_back(Packed(model, i));
  for (const PackedClip& clip : packed) from_memory.clips.push_back(clip);
  for (std::uint32_t i = 0; i < file.clip_count(); ++i) from_file.clips.push_back(*file.clip(i));
  const MixerSetup setup_a = MixerSetup::Create(model.skeleton(), from_memory).value();
  const MixerSetup setup_b = MixerSetup::Create(file.skeleton(), from_file).value();
  EXPECT_EQ(setup_a.hash(), setup_b.hash());
  EXPECT_EQ(setup_b.FindClip("random 3"), 3u);
  Mixer a(setup_a), b(setup_b);
  for (Mixer* mixer : {&a, &b}) {
    mixer->clip_action(2)->play();
    mixer->fade_to(*mixer->clip_action(3), 0.3);
  }
  MixerScratch scratch_a(setup_a), scratch_b(setup_b);
  std::size_t events = 0;
  for (int frame = 0; frame < 120; ++frame) {
    Pose pose_a(6, setup_a.morph_count()), pose_b(6, setup_b.morph_count());
    ASSERT_EQ(a.update(1.0 / 60.0), Error::kNone);
    ASSERT_EQ(b.update(1.0 / 60.0), Error::kNone);
    ASSERT_EQ(a.evaluate(scratch_a, pose_a), Error::kNone);
    ASSERT_EQ(b.evaluate(scratch_b, pose_b), Error::kNone);
    ASSERT_TRUE(SameBytes(pose_a.blocks(), pose_b.blocks())) << frame;
    ASSERT_TRUE(
        std::equal(a.events().begin(), a.events().end(), b.events().begin(), b.events().end()));
    events += b.events().size();
  }
  EXPECT_GT(events, 0u);
}

// --- what is refused ---

std::string WhyRefused(std::span<const std::byte> bytes) {
  const Result<RuntimeFile> file = RuntimeFile::Open(bytes);
  return file.ok() ? "" : Describe(file.failure());
}

template <typename T>
void Put(AlignedBytes& bytes, std::size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

TEST(RuntimeFile, OfAnotherFormatVersionIsRefusedByName) {
  AlignedBytes bytes = Written();
  for (const std::uint32_t version : {1u, 3u}) {
    Put(bytes, offsetof(RuntimeHeader, format_version), version);
    MendChecksums(bytes.span());
    EXPECT_THAT(WhyRefused(bytes), HasSubstr("format version " + std::to_string(version) +
                                             "; this library reads version 2: pack it again"));
    EXPECT_EQ(RuntimeFile::Open(bytes).failure().code, FailureCode::kUnsupported);
  }
}

TEST(RuntimeFile, OfAnotherArithmeticIsRefusedByName) {
  AlignedBytes bytes = Written();
  Put(bytes, offsetof(RuntimeHeader, arithmetic_version), kArithmeticVersion + 7);
  MendChecksums(bytes.span());
  EXPECT_THAT(WhyRefused(bytes),
              HasSubstr("made by arithmetic " + std::to_string(kArithmeticVersion + 7)));
}

TEST(RuntimeFile, OfAnotherByteOrderIsRefusedByName) {
  AlignedBytes bytes = Written();
  Put(bytes, offsetof(RuntimeHeader, order), std::uint32_t{0x04030201});
  EXPECT_THAT(WhyRefused(bytes), HasSubstr("another order than little-endian"));
}

TEST(RuntimeFile, AtACrookedAddressIsRefusedByName) {
  const AlignedBytes bytes = Written();
  AlignedBytes moved(bytes.size() + 32);
  std::memcpy(moved.data() + 32, bytes.data(), bytes.size());
  EXPECT_THAT(WhyRefused(moved.span().subspan(32)), HasSubstr("64 does not divide"));
}

TEST(RuntimeFile, OtherFilesAreNone) {
  EXPECT_THAT(WhyRefused({}), HasSubstr("does not begin as a .sinew file does"));
  AlignedBytes glb(128);
  std::memcpy(glb.data(), "glTF", 4);
  EXPECT_THAT(WhyRefused(glb), HasSubstr("does not begin as a .sinew file does"));
  EXPECT_FALSE(IsRuntimeFile(glb));
  const AlignedBytes empty = Written(Model());
  EXPECT_TRUE(IsRuntimeFile(empty));
}

TEST(RuntimeFile, WithBytesLeftOverIsRefused) {
  const AlignedBytes bytes = Written();
  AlignedBytes longer(bytes.size() + 64);
  std::memcpy(longer.data(), bytes.data(), bytes.size());
  EXPECT_THAT(WhyRefused(longer), HasSubstr("bytes, but there are"));
  MendChecksums(longer.span());
  EXPECT_THAT(WhyRefused(longer), HasSubstr("more bytes than sections"));
}

TEST(RuntimeFile, ADamagedPartIsRefusedAndTheOthersPlay) {
  AlignedBytes bytes = Written();
  const RuntimeFile whole = *RuntimeFile::Open(bytes);
  const std::size_t place = static_cast<std::size_t>(
      whole.clip(2).value().bytes().data() + whole.clip(2).value().size_bytes() / 2 - bytes.data());
  bytes.data()[place] ^= std::byte{4};
  const RuntimeFile file = *RuntimeFile::Open(bytes);
  EXPECT_TRUE(file.clip(0).ok());
  ASSERT_FALSE(file.clip(2).ok());
  EXPECT_THAT(Describe(file.clip(2).failure()), HasSubstr("clips/2: the checksum does not hold"));
  EXPECT_TRUE(file.CheckAll().has_value());
}

TEST(RuntimeFile, ClipsOfAnotherModelAreNotWritten) {
  const Model model = RuntimeModel();
  EXPECT_FALSE(WriteRuntimeFileWithClips(model, {}).ok());
  Model::Parts other = RuntimeModel().TakeParts();
  Skeleton::Parts joints = std::move(other.skeleton).TakeParts();
  joints.rest[1].translation.x += 1.0f;
  const Skeleton moved = Skeleton::Create(std::move(joints)).value();
  std::vector<PackedClip> clips;
  for (Clip clip : model.clips()) {
    clip.set_skeleton_id(0);
    clips.push_back(PackedClip::Create(moved, clip, kOptions).value());
  }
  const Result<AlignedBytes> bytes = WriteRuntimeFileWithClips(model, clips);
  ASSERT_FALSE(bytes.ok());
  EXPECT_THAT(Describe(bytes.failure()), HasSubstr("another skeleton"));
}

TEST(RuntimeFile, AClipThatCannotBePackedIsNamed) {
  const Result<AlignedBytes> bytes = WriteRuntimeFile(RuntimeModel(), {.error_bound = -1.0f});
  ASSERT_FALSE(bytes.ok());
  EXPECT_THAT(Describe(bytes.failure()), HasSubstr("clips/0/error_bound"));
}

}  // namespace
}  // namespace sinew::testing
