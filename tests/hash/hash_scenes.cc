// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Prints one hash a scene, form and stage: what every compiler, instruction set and machine must
// reproduce. golden_hashes.txt beside this file holds what they are.
//
//   sinew_hash_scenes [ASSETS]      ASSETS holds the files; without it only what is made here
//
// A program of its own, without a test framework, so that it runs wherever the library does: under
// an emulator, or as WebAssembly. Files that are not there are named on stderr and passed over.
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "bounds_scene.h"
#include "device_scene.h"
#include "dqs_scene.h"
#include "meshopt_scene.h"
#include "mixer_scene.h"
#include "playback_scene.h"
#include "rig100/rig100.h"
#include "rig_scene.h"
#include "runtime_scene.h"
#include "scene_graph_scene.h"
#include "sinew/blending.h"
#include "sinew/character.h"
#include "sinew/floating_point.h"
#include "sinew/gltf.h"
#include "sinew/hash.h"
#include "sinew/hierarchy.h"
#include "sinew/isa.h"
#include "sinew/packed_clip.h"
#include "sinew/sampling.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"
#include "vertex_format_scene.h"
#include "weights_scene.h"

namespace {

using namespace sinew;

// Enough to move every joint, few enough for an emulator.
constexpr std::size_t kMostClips = 8;
constexpr int kMoments = 24;

void Require(Error error) {
  if (error == Error::kNone) return;
  std::fprintf(stderr, "sinew_hash_scenes: a job failed: %s\n", ErrorName(error).data());
  std::exit(1);
}

struct Stages {
  Hash64 sample, blend, hierarchy, palette, skin;
  // The kernels' other ways: crossfades, masks and differences, some blocks, a joint alone, a
  // subtree, the prepared order, interleaved vertices.
  Hash64 ways;

  void Print(const char* scene, const char* form) const {
    const auto line = [&](const char* stage, const Hash64& hash) {
      std::printf("%s %s %s %s\n", scene, form, stage, hash.Text().c_str());
    };
    line("sample", sample);
    line("blend", blend);
    line("hierarchy", hierarchy);
    line("palette", palette);
    line("skin", skin);
    line("ways", ways);
  }
};

void AddPose(const Pose& pose, Hash64& hash) {
  for (std::uint32_t joint = 0; joint < pose.joint_count(); ++joint) {
    const Transform local = pose.joint(joint);
    hash.Add(std::span<const Transform>(&local, 1));
  }
  hash.Add(pose.morphs());
}

// A mesh bound to a skin of the skeleton, prepared.
struct Skinned {
  SkinnedMesh mesh;
  const Skin* skin;
  std::uint32_t first_morph;
};

// What a scene is played on.
struct Stage {
  const Skeleton& skeleton;
  std::vector<float> morph_rest;
  std::vector<Skinned> meshes;
};

class Player {
 public:
  explicit Player(const Stage& stage)
      : stage_(stage),
        morph_count_(static_cast<std::uint32_t>(stage.morph_rest.size())),
        from_(stage.skeleton.joint_count(), morph_count_),
        to_(stage.skeleton.joint_count(), morph_count_),
        blended_(stage.skeleton.joint_count(), morph_count_),
        delta_(stage.skeleton.joint_count(), morph_count_),
        model_(stage.skeleton.joint_count()) {
    for (std::uint32_t joint = 0; joint < stage.skeleton.joint_count(); ++joint) {
      mask_.push_back(static_cast<float>(joint % 5) * 0.25f);
    }
  }

  // The clip at a moment and at another, blended, placed, and everything skinned by it.
  void Play(ClipView clip, Stages& stages) {
    for (int i = 0; i < kMoments; ++i) {
      // Before the beginning, within, and beyond the end.
      const double time_s = static_cast<double>(clip.duration_s()) * (1.25 * i / kMoments - 0.125);
      Sample(clip, time_s, Wrap::kHold, from_);
      Sample(clip, time_s + 0.3, Wrap::kLoop, to_);
      AddPose(from_, stages.sample);
      AddPose(to_, stages.sample);
      SampleSome(clip, time_s, stages.ways);
      Finish(stages);
    }
  }

  // Turned at random, for files without clips.
  void PlayRandom(Stages& stages) {
    bench::Rng rng(11);
    const auto unit = [&] { return 2.0f * rng.Unit() - 1.0f; };
    for (int i = 0; i < kMoments; ++i) {
      for (Pose* pose : {&from_, &to_}) {
        for (std::uint32_t joint = 0; joint < pose->joint_count(); ++joint) {
          Transform local = stage_.skeleton.rest()[joint];
          const float x = unit(), y = unit(), z = unit();
          const Quat turn = QuatOf(NormalizeOr({x, y, z}, {1, 0, 0}), unit());
          local.rotation = Normalize(Multiply(local.rotation, turn));
          pose->set_joint(joint, local);
        }
        AddPose(*pose, stages.sample);
      }
      Finish(stages);
    }
  }

 private:
  void Sample(ClipView clip, double time_s, Wrap wrap, Pose& pose) {
    Require(SampleJob{.skeleton = stage_.skeleton,
                      .clip = clip,
                      .time_s = time_s,
                      .wrap = wrap,
                      .morph_rest = stage_.morph_rest,
                      .pose = pose}
                .Run());
  }

  // Every third block only, over what stands there; and the last joint without the others.
  void SampleSome(ClipView clip, double time_s, Hash64& hash) {
    std::vector<std::uint8_t> wanted(BlockCount(stage_.skeleton.joint_count()), 0);
    for (std::size_t block = 0; block < wanted.size(); block += 3) wanted[block] = 1;
    blended_ = to_;
    Require(SampleJob{.skeleton = stage_.skeleton,
                      .clip = clip,
                      .time_s = time_s,
                      .wanted_blocks = wanted,
                      .pose = blended_}
                .Run());
    AddPose(blended_, hash);
    const std::array asked{stage_.skeleton.joint_count() - 1, 0u};
    std::array<Affine, 2> found;
    Require(JointQuery{.skeleton = stage_.skeleton,
                       .clip = clip,
                       .time_s = time_s,
                       .joints = asked,
                       .model_from_joint = found}
                .Run());
    hash.Add(std::span<const Affine>(found));
  }

  void BlendOtherWays(Hash64& hash) {
    const std::array crossfade{BlendLayer{.pose = from_, .weight = 0.6f},
                               BlendLayer{.pose = to_, .weight = 0.4f}};
    const std::array three{BlendLayer{.pose = from_, .weight = 0.3f},
                           BlendLayer{.pose = to_, .weight = 0.5f},
                           BlendLayer{.pose = from_, .weight = 0.4f, .joint_weights = mask_}};
    Require(BlendJob{.skeleton = stage_.skeleton, .layers = crossfade, .pose = blended_}.Run());
    AddPose(blended_, hash);
    for (const std::span<const BlendLayer> layers :
         {std::span<const BlendLayer>(crossfade), std::span<const BlendLayer>(three)}) {
      Require(BlendJob{.skeleton = stage_.skeleton,
                       .layers = layers,
                       .rotations = RotationAverage::kEvenPace,
                       .fill_with_rest = true,
                       .pose = blended_}
                  .Run());
      AddPose(blended_, hash);
    }
    Require(MakeDelta(to_, from_, delta_));
    AddPose(delta_, hash);
    const std::array masked{BlendLayer{.pose = from_, .weight = 0.8f},
                            BlendLayer{.pose = to_, .weight = 0.5f, .joint_weights = mask_}};
    const std::array deltas{
        DeltaLayer{.delta = delta_, .weight = 0.5f},
        DeltaLayer{.mode = DeltaLayer::Mode::kSubtract, .delta = delta_, .joint_weights = mask_}};
    Require(BlendJob{.skeleton = stage_.skeleton,
                     .layers = masked,
                     .deltas = deltas,
                     .fill_with_rest = true,
                     .pose = blended_}
                .Run());
    AddPose(blended_, hash);
  }

  void Finish(Stages& stages) {
    BlendOtherWays(stages.ways);
    const std::array layers{BlendLayer{.pose = from_, .weight = 0.7f},
                            BlendLayer{.pose = to_, .weight = 0.2f}};
    Require(BlendJob{.skeleton = stage_.skeleton,
                     .layers = layers,
                     .fill_with_rest = true,
                     .morph_rest = stage_.morph_rest,
                     .pose = blended_}
                .Run());
    AddPose(blended_, stages.blend);
    Require(
        LocalToModelJob{.skeleton = stage_.skeleton, .pose = blended_, .model_from_joint = model_}
            .Run());
    stages.hierarchy.Add(std::span<const Affine>(model_));
    std::vector<Affine> some = model_;
    Require(LocalToModelJob{.skeleton = stage_.skeleton,
                            .pose = from_,
                            .subtree = stage_.skeleton.joint_count() / 3,
                            .model_from_joint = some}
                .Run());
    stages.ways.Add(std::span<const Affine>(some));
    for (const Skinned& skinned : stage_.meshes) Deform(skinned, stages);
  }

  void Deform(const Skinned& skinned, Stages& stages) {
    palette_.resize(skinned.skin->size());
    Require(
        PaletteJob{.skin = *skinned.skin, .model_from_joint = model_, .palette = palette_}.Run());
    stages.palette.Add(std::span<const Affine>(palette_));
    const SkinnedMesh& mesh = skinned.mesh;
    positions_.resize(mesh.vertex_count());
    normals_.resize(mesh.vertex_count());
    tangents_.resize(mesh.vertex_count());
    for (const NormalRule rule : {NormalRule::kByPalette, NormalRule::kCofactor}) {
      SkinJob job{.mesh = mesh,
                  .morph_weights = std::as_const(blended_).morphs().subspan(skinned.first_morph,
                                                                            mesh.morph_count()),
                  .palette = palette_,
                  .normal_rule = rule,
                  .order = VertexOrder::kFile,
                  .positions = positions_};
      if (mesh.has_normals()) job.normals = normals_;
      if (mesh.has_tangents()) job.tangents = tangents_;
      Require(job.Run());
      stages.skin.Add(std::span<const Vec3>(positions_));
      if (mesh.has_normals()) stages.skin.Add(std::span<const Vec3>(normals_));
      if (mesh.has_tangents()) stages.skin.Add(std::span<const Vec4>(tangents_));
      // In its own order; then between other floats.
      job.order = VertexOrder::kPrepared;
      Require(job.Run());
      stages.ways.Add(std::span<const Vec3>(positions_));
      if (mesh.has_normals()) stages.ways.Add(std::span<const Vec3>(normals_));
      interleaved_.assign(std::size_t{mesh.vertex_count()} * 7, 0.0f);
      constexpr std::size_t kStride = 7 * sizeof(float);
      job.positions = {reinterpret_cast<Vec3*>(interleaved_.data()), mesh.vertex_count(), kStride};
      if (mesh.has_normals()) {
        job.normals = {reinterpret_cast<Vec3*>(interleaved_.data() + 4), mesh.vertex_count(),
                       kStride};
      }
      job.tangents = {};
      Require(job.Run());
      stages.ways.Add(std::span<const float>(interleaved_));
    }
  }

  const Stage& stage_;
  std::uint32_t morph_count_;
  Pose from_, to_, blended_, delta_;
  std::vector<float> mask_, interleaved_;
  std::vector<Affine> model_, palette_;
  std::vector<Vec3> positions_, normals_;
  std::vector<Vec4> tangents_;
};

void PlayClips(const char* scene, const Stage& stage, std::span<const Clip> clips,
               float error_bound) {
  clips = clips.first(std::min(clips.size(), kMostClips));
  Player player(stage);
  Stages exact;
  for (const Clip& clip : clips) player.Play(clip, exact);
  if (clips.empty()) player.PlayRandom(exact);
  exact.Print(scene, "exact");
  if (clips.empty()) return;

  for (const auto& [form, storage] : {std::pair{"packed", PackOptions::Storage::kSmallest},
                                      std::pair{"float32", PackOptions::Storage::kFloat32}}) {
    Stages packed;
    Hash64 bytes;
    for (const Clip& clip : clips) {
      const Result<PackedClip> result = PackedClip::Create(
          stage.skeleton, clip,
          {.error_bound = error_bound, .point_distance = error_bound * 100.0f, .storage = storage});
      if (!result.ok()) {
        std::fprintf(stderr, "%s: %s\n", scene, Describe(result.failure()).c_str());
        std::exit(1);
      }
      bytes.Add(result.value().bytes());
      player.Play(result.value(), packed);
    }
    std::printf("%s %s bytes %s\n", scene, form, bytes.Text().c_str());
    packed.Print(scene, form);
  }
}

// All skinned primitives of the model, moved by some of its clips.
void PlayModel(const char* scene, const Model& model, std::span<const Clip> clips,
               float error_bound) {
  Stage stage{model.skeleton(), {model.morph_rest().begin(), model.morph_rest().end()}, {}};
  for (const MeshInstance& instance : model.instances()) {
    if (!instance.skin) continue;
    const Mesh& mesh = model.meshes()[instance.mesh];
    for (std::uint32_t p = 0; p < mesh.primitives().size(); ++p) {
      if (mesh.primitives()[p].influences.empty()) continue;
      stage.meshes.push_back(
          {SkinnedMesh::Create(mesh, p), &model.skins()[*instance.skin], instance.first_morph});
    }
  }
  PlayClips(scene, stage, clips, error_bound);
}

std::vector<std::byte> ReadFile(const std::string& path) {
  std::vector<std::byte> bytes;
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) return bytes;
  std::array<std::byte, 65536> piece;
  while (const std::size_t got = std::fread(piece.data(), 1, piece.size(), file)) {
    bytes.insert(bytes.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(got));
  }
  std::fclose(file);
  return bytes;
}

void PlayFile(const char* scene, const std::string& path, float error_bound) {
  const std::vector<std::byte> bytes = ReadFile(path);
  if (bytes.empty()) {
    std::fprintf(stderr, "sinew_hash_scenes: no %s, passed over\n", scene);
    return;
  }
  const GltfRead read = ReadGltf(bytes);
  if (!read.model.ok()) {
    std::fprintf(stderr, "%s: %s\n", scene, Describe(read.model.failure()).c_str());
    std::exit(1);
  }
  PlayModel(scene, *read.model, read.model->clips(), error_bound);
  hash_scenes::PlayDualQuaternions(scene, *read.model);
}

// How the built-in character comes out, and how it plays.
void PlayCharacter() {
  const Result<Model> made = MakeCharacter();
  if (!made.ok()) {
    std::fprintf(stderr, "character: %s\n", Describe(made.failure()).c_str());
    std::exit(1);
  }
  const Primitive& body = made->meshes()[0].primitives()[0];
  Hash64 shape, weights, clips;
  shape.Add(std::span<const Vec3>(body.positions)).Add(std::span<const Vec3>(body.normals));
  shape.Add(std::span<const Vec4>(body.colors[0]));
  for (const Vec2& uv : body.texcoords[0]) shape.Add(uv.x).Add(uv.y);
  for (const std::uint32_t index : body.indices) shape.Add(index);
  for (const std::uint32_t begin : body.influences.begins) weights.Add(begin);
  for (const Influence& influence : body.influences.list) {
    weights.Add(influence.joint).Add(influence.weight);
  }
  for (const Clip& clip : made->clips()) {
    for (std::uint32_t t = 0; t < clip.track_count(); ++t) {
      clips.Add(clip.track(t).times).Add(clip.track(t).values);
    }
    for (const ClipEvent& event : clip.events()) clips.Add(event.time_s);
  }
  std::printf("Character made shape %s\n", shape.Text().c_str());
  std::printf("Character made weights %s\n", weights.Text().c_str());
  std::printf("Character made clips %s\n", clips.Text().c_str());
  const std::array played{made->clips()[made->FindClip("jump").value()]};
  PlayModel("Character", *made, played, 1e-3f);
  hash_scenes::PlayDualQuaternions("Character", *made);
}

void PlayRig100() {
  const Skeleton skeleton = bench::MakeRig100();
  const std::array clips{bench::MakeRig100Clip(skeleton, 1, bench::Rig100Tracks::kFull),
                         bench::MakeRig100Clip(skeleton, 2, bench::Rig100Tracks::kRotation)};
  Skin::Parts parts;
  for (const std::uint32_t joint : bench::Rig100Chains(skeleton)) {
    parts.joints.push_back(static_cast<std::int32_t>(joint));
    parts.inverse_bind.push_back({});
  }
  const Skin skin = Skin::Create(std::move(parts), 100).value();
  Stage stage{skeleton, {}, {}};
  for (const Mesh& mesh :
       {bench::MakeSmoothMesh(3273, 4, true), bench::MakeRandomMesh(1001, true)}) {
    stage.meshes.push_back({SkinnedMesh::Create(mesh, 0), &skin, 0});
  }
  PlayClips("Rig100", stage, clips, 1e-3f);
}

}  // namespace

int main(int argc, char** argv) {
  const FloatEnvironmentGuard guard;
  std::fprintf(stderr, "sinew_hash_scenes: %s\n", IsaName(ChosenIsa()).data());
  PlayRig100();
  hash_scenes::PlayPlayback();
  hash_scenes::PlayMixer();
  hash_scenes::PlayRigging();
  hash_scenes::WeighScene();
  hash_scenes::PackVertices();
  hash_scenes::PlayDualQuaternions();
  hash_scenes::PackRuntime();
  hash_scenes::BoundScene();
  hash_scenes::PlaySceneGraph();
  hash_scenes::PlayDevice();
  hash_scenes::FilterMeshoptElements();
  PlayCharacter();
  if (argc < 2) return 0;
  const std::string assets = argv[1];
  PlayFile("Fox", assets + "/assets/khronos/Fox/glTF-Binary/Fox.glb", 0.05f);
  PlayFile("Fox_meshopt", assets + "/assets/derived/Fox_meshopt.glb", 0.05f);
  PlayFile("RiggedFigure", assets + "/assets/khronos/RiggedFigure/glTF-Binary/RiggedFigure.glb",
           1e-3f);
  PlayFile("RiggedFigure_cubic", assets + "/assets/derived/RiggedFigure_cubic.glb", 1e-3f);
  PlayFile("Barbarian", assets + "/assets/kaykit/Barbarian.glb", 1e-3f);
  PlayFile("left_hand", assets + "/assets/webxr-hand/left.glb", 1e-4f);
  return 0;
}
