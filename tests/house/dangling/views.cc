// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Traps: a view, a span or a reference into a temporary, which is gone at the end of the statement.
// None of them compiles. check_dangling.cmake compiles this file and wants an error at every line
// that is marked, for that reason, and at no other line: those in between do the same with what
// stays.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/aligned_bytes.h"
#include "sinew/asset.h"
#include "sinew/asset_pose.h"
#include "sinew/blend_space.h"
#include "sinew/bounds.h"
#include "sinew/character.h"
#include "sinew/clip.h"
#include "sinew/clip_boxes.h"
#include "sinew/hierarchy.h"
#include "sinew/instance.h"
#include "sinew/mesh.h"
#include "sinew/mixer.h"
#include "sinew/mixer_setup.h"
#include "sinew/model.h"
#include "sinew/names.h"
#include "sinew/packed_clip.h"
#include "sinew/packed_clip_view.h"
#include "sinew/palette_history.h"
#include "sinew/picking.h"
#include "sinew/playback.h"
#include "sinew/polygon_mesh.h"
#include "sinew/pose.h"
#include "sinew/posed_scene.h"
#include "sinew/runtime_file.h"
#include "sinew/sampling.h"
#include "sinew/scene.h"
#include "sinew/skeleton.h"
#include "sinew/skeleton_view.h"
#include "sinew/skin.h"
#include "sinew/skin_view.h"
#include "sinew/skinned_mesh.h"
#include "sinew/skinning.h"

using namespace sinew;

// What makes temporaries. The const ones are what a careful author of old returned.
Skeleton MakeSkeleton();
const Skeleton MakeConstSkeleton();
Skin MakeSkin();
const Skin MakeConstSkin();
Clip MakeClip();
const Clip MakeConstClip();
PackedClip MakePacked();
const PackedClip MakeConstPacked();
Pose MakePose();
const Pose MakeConstPose();
Mesh MakeMesh();
Model MakeModel();
SkinnedMesh MakeSkinnedMesh();
const SkinnedMesh MakeConstSkinnedMesh();
PolygonMesh MakePolygons();
SkinBounds MakeBounds();
PickMesh MakePickMesh();
PaletteHistory MakeHistory();
BlendSpace MakeSpace();
Asset MakeAsset();
AssetPose MakeAssetPose();
MixerSetup MakeSetup();
const MixerSetup MakeConstSetup();
Mixer MakeMixer();
Instance MakeInstance();
Scene MakeScene();
std::vector<std::string> MakeStrings();
std::vector<TextRange> MakeRanges();
std::string MakeText();
std::vector<ClipEvent> MakeEvents();
std::vector<float> MakeFloats();
std::vector<Vec3> MakeVectors();
std::vector<std::byte> MakeBytes();

template <typename T>
void Use(const T&);

void ViewsOfSkeletons(const Skeleton& kept, const Result<Skeleton>& result) {
  SkeletonView fine = kept;
  SkeletonView of_result = *result;
  SkeletonView a = MakeSkeleton();                 // TRAP
  SkeletonView b = MakeConstSkeleton();            // TRAP
  SkeletonView c(MakeSkeleton());                  // TRAP
  SkeletonView d = *Skeleton::Create({});          // TRAP
  SkeletonView e = Skeleton::Create({}).value();   // TRAP
  std::optional<SkeletonView> f = MakeSkeleton();  // TRAP
}

void ViewsOfSkins(const Skin& kept, std::span<const Affine> matrices, std::span<Affine> palette,
                  const SkinBounds& bounds, std::span<CarriedBox> boxes) {
  SkinView fine = kept;
  SkinView a = MakeSkin();                                                             // TRAP
  SkinView b = MakeConstSkin();                                                        // TRAP
  PaletteJob c{.skin = MakeSkin(), .model_from_joint = matrices, .palette = palette};  // TRAP
  CarryBoxesJob d{.bounds = bounds, .skin = MakeSkin(), .boxes = boxes};               // TRAP
}

void ViewsOfClips(const Clip& kept, const PackedClip& packed, const PackedClipView& view) {
  ClipView fine = kept;
  ClipView fine_packed = packed;
  ClipView fine_view = PackedClipView(packed);
  const PackedClipView* fine_pointer = fine_view.packed();
  ClipView a = MakeClip();                            // TRAP
  ClipView b = MakeConstClip();                       // TRAP
  ClipView c = MakePacked();                          // TRAP
  ClipView d = MakeConstPacked();                     // TRAP
  PackedClipView e = MakePacked();                    // TRAP
  PackedClipView f = MakeConstPacked();               // TRAP
  PackedClipView g = *PackedClip::Create({}, kept);   // TRAP
  const PackedClipView* h = ClipView(view).packed();  // TRAP
}

void WhatPlaysClips(const Skeleton& kept, const Clip& clip, PoseView pose) {
  Use(RootPath::Create(kept, clip));
  Use(MixerSetup::Create(kept, {.clips = {clip}}));
  MixerOptions options;
  options.clips.push_back(clip);
  options.clips.push_back(MakeClip());                                  // TRAP
  options.clips.push_back(MakePacked());                                // TRAP
  options.clips = {clip, MakeClip()};                                   // TRAP
  MixerOptions a{.clips = {MakeClip()}};                                // TRAP
  Use(MixerSetup::Create(MakeSkeleton(), options));                     // TRAP
  Use(RootPath::Create(MakeSkeleton(), clip));                          // TRAP
  Use(RootPath::Create(kept, MakeClip()));                              // TRAP
  SampleJob b{.skeleton = MakeSkeleton(), .clip = clip, .pose = pose};  // TRAP
  SampleJob c{.skeleton = kept, .clip = MakeClip(), .pose = pose};      // TRAP
  SampleJob d{.skeleton = kept, .clip = clip, .pose = MakePose()};      // TRAP
}

void ViewsOfPoses(Pose& kept, const Pose& constant) {
  PoseView fine = kept;
  ConstPoseView fine_const = constant;
  PoseView a = MakePose();                                  // TRAP
  ConstPoseView b = MakePose();                             // TRAP
  ConstPoseView c = MakeConstPose();                        // TRAP
  ConstPoseView d = MakePose().view();                      // TRAP
  std::span<const float> e = MakePose().morphs();           // TRAP
  std::span<const TransformBlock> f = MakePose().blocks();  // TRAP
  BlendLayer g{.pose = MakePose()};                         // TRAP
}

void ListsOfNamesAndEvents(const std::vector<std::string>& kept, std::span<const TextRange> ranges,
                           const std::vector<ClipEvent>& events, std::span<const float> times,
                           std::string_view text, const char* words) {
  NameList fine(kept);
  NameList fine_span{std::span<const std::string>(kept)};
  NameList fine_ranges(ranges, text);
  NameList fine_words(ranges, words);
  ClipEvents fine_events(events);
  ClipEvents fine_times(times, fine);
  NameList a(MakeStrings());           // TRAP
  NameList b(MakeRanges(), text);      // TRAP
  NameList c(ranges, MakeText());      // TRAP
  ClipEvents d(MakeEvents());          // TRAP
  ClipEvents e(MakeFloats(), fine);    // TRAP
  ClipEvents f(times, MakeStrings());  // TRAP
}

void ViewsOfVertices(std::vector<Vec3>& kept, const std::vector<Vec3>& constant,
                     const SkinnedMesh& mesh, std::span<Vec3> span) {
  Strided<Vec3> fine = kept;
  Strided<Vec3> fine_span = span;
  Strided<const Vec3> fine_const = constant;
  SkinnedMeshView fine_mesh = mesh;
  Strided<Vec3> a = MakeVectors();                                       // TRAP
  Strided<const Vec3> b(MakeVectors());                                  // TRAP
  SkinnedMeshView c = MakeSkinnedMesh();                                 // TRAP
  SkinnedMeshView d = MakeConstSkinnedMesh();                            // TRAP
  std::span<const std::byte> e = MakeSkinnedMesh().bytes();              // TRAP
  std::span<const std::uint32_t> f = MakeSkinnedMesh().indices();        // TRAP
  std::span<const std::uint32_t> g = MakeSkinnedMesh().file_vertices();  // TRAP
}

void BytesOfFiles(std::span<const std::byte> kept, const AlignedBytes& bytes) {
  Use(RuntimeFile::Open(kept));
  Use(RuntimeFile::Open(bytes));
  Use(RuntimeFile::Open(MakeBytes()));                     // TRAP
  Use(RuntimeFile::Open(AlignedBytes(64)));                // TRAP
  std::span<const std::byte> a = AlignedBytes(64);         // TRAP
  std::span<const std::byte> b = AlignedBytes(64).span();  // TRAP
}

void InsidesOfModels(const Model& kept, const Result<Model>& result) {
  std::span<const Clip> fine = kept.clips();
  std::span<const Clip> fine_result = result->clips();
  std::uint32_t fine_count = MakeModel().TakeParts().skeleton.joint_count();
  std::uint32_t fine_value = Skeleton::Create({}).value().joint_count();
  std::span<const Clip> a = Model::Create({})->clips();         // TRAP
  std::span<const Clip> b = (*Model::Create({})).clips();       // TRAP
  std::span<const Clip> c = Model::Create({}).value().clips();  // TRAP
  const Skeleton& d = MakeModel().skeleton();                   // TRAP
  const Skeleton& e = MakeCharacter().value().skeleton();       // TRAP
  for (const Skin& skin : MakeModel().skins()) Use(skin);       // TRAP
  for (const Mesh& mesh : MakeModel().meshes()) Use(mesh);      // TRAP
  Use(MakeModel().instances());                                 // TRAP
  Use(MakeModel().morph_rest());                                // TRAP
  Use(MakeModel().materials());                                 // TRAP
  Use(MakeModel().textures());                                  // TRAP
  Use(MakeModel().images());                                    // TRAP
  Use(MakeModel().scenes());                                    // TRAP
  Use(MakeModel().parts());
}

void InsidesOfParts(const Influences& influences) {
  std::span<const Influence> fine = influences.of(0);
  Use(MakeSkeleton().parents());       // TRAP
  Use(MakeSkeleton().rest());          // TRAP
  Use(MakeSkeleton().rest_blocks());   // TRAP
  Use(MakeSkeleton().level_begins());  // TRAP
  Use(MakeSkeleton().name(0));         // TRAP
  Use(MakeSkeleton().parts());
  Use(MakeSkin().name());          // TRAP
  Use(MakeSkin().joints());        // TRAP
  Use(MakeSkin().inverse_bind());  // TRAP
  Use(MakeSkin().parts());
  Use(MakeClip().name());          // TRAP
  Use(MakeClip().track(0));        // TRAP
  Use(MakeClip().track_ranges());  // TRAP
  Use(MakeClip().events());        // TRAP
  Use(MakeClip().parts());
  Use(MakePacked().name());    // TRAP
  Use(MakePacked().events());  // TRAP
  Use(MakePacked().bytes());   // TRAP
  Use(MakePacked().report());
  Use(MakeMesh().name());           // TRAP
  Use(MakeMesh().primitives());     // TRAP
  Use(MakeMesh().morph_weights());  // TRAP
  Use(MakeMesh().morph_names());    // TRAP
  Use(MakeMesh().parts());
  Use(Influences().of(0));            // TRAP
  Use(MakePolygons().positions());    // TRAP
  Use(MakePolygons().corners());      // TRAP
  Use(MakePolygons().face_begins());  // TRAP
  Use(MakePolygons().face(0));        // TRAP
  Use(MakePolygons().influences());   // TRAP
  Use(MakePolygons().parts());
  Use(MakeBounds().joint_boxes());  // TRAP
  Use(MakeBounds().still_box());    // TRAP
  Use(MakeBounds().rigid_box());    // TRAP
  Use(MakePickMesh().bounds());     // TRAP
  Use(MakeHistory().current());     // TRAP
  Use(MakeHistory().previous());    // TRAP
  Use(MakeSpace().triangles());     // TRAP
}

void InsidesOfWhatPlays(const Asset& asset, Instance& instance, Scene& scene, NodeId node) {
  Use(asset.skeleton());
  Use(instance.palette(0));
  Use(instance.mixer().events());
  Use(scene.instance(node)->pose());
  Use(AssetPose(asset).method());
  Use(MakeInstance().root_motion());
  Use(MakeAsset().skeleton());                 // TRAP
  Use(MakeAsset().skins());                    // TRAP
  Use(MakeAsset().clips());                    // TRAP
  Use(MakeAsset().meshes());                   // TRAP
  Use(MakeAsset().primitives());               // TRAP
  Use(MakeAsset().instances());                // TRAP
  Use(MakeAsset().morph_rest());               // TRAP
  Use(MakeAsset().materials());                // TRAP
  Use(MakeAsset().textures());                 // TRAP
  Use(MakeAsset().images());                   // TRAP
  Use(MakeAsset().bounds(0, false));           // TRAP
  Use(MakeAsset().joints_in_file_order());     // TRAP
  Use(MakeAsset().instances_in_file_order());  // TRAP
  Use(MakeAsset().model());                    // TRAP
  Use(MakeAsset().file());                     // TRAP
  Use(Asset::Open(MakeBytes()));               // TRAP
  Use(MakeAsset().draws());                    // TRAP
  Use(MakeAssetPose().asset());                // TRAP
  Use(AssetPose(asset).local_pose());          // TRAP
  Use(MakeAssetPose().pose());                 // TRAP
  Use(MakeAssetPose().model_from_joint());     // TRAP
  Use(MakeAssetPose().palette(0));             // TRAP
  Use(MakeAssetPose().dual_palette(0));        // TRAP
  Use(MakeAssetPose().morph_weights(0));       // TRAP
  Use(MakeSetup().owner());                    // TRAP
  Use(MakeConstSetup().skeleton());            // TRAP
  Use(MakeSetup().options());                  // TRAP
  Use(asset.MakeMixerSetup()->clip(0));        // TRAP
  Use(MakeSetup().clip_name(0));               // TRAP
  Use(MakeMixer().setup());                    // TRAP
  Use(MakeMixer().events());                   // TRAP
  Use(MakeInstance().asset());                 // TRAP
  Use(MakeInstance().setup());                 // TRAP
  Use(MakeInstance().mixer());                 // TRAP
  Use(MakeInstance().events());                // TRAP
  Use(MakeInstance().moment());                // TRAP
  Use(MakeInstance().pose());                  // TRAP
  Use(MakeInstance().model_from_joint());      // TRAP
  Use(MakeInstance().palette(0));              // TRAP
  Use(MakeInstance().draws());                 // TRAP
  Use(MakeScene().instance(node));             // TRAP
  Use(MakeScene().last_update());              // TRAP
}

void ModelsThatAreBorrowed(const Asset& asset, const Model& kept) {
  PosedScene fine(asset, kept);
  ClipBoxes fine_boxes(kept);
  PosedScene a(asset, MakeModel());                               // TRAP
  PosedScene b(asset, MakeModel(), SkinMethod::kDualQuaternion);  // TRAP
  ClipBoxes c(MakeModel());                                       // TRAP
}
