// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <utility>
#include <vector>

#include "rig/character/clips.h"
#include "rig/character/mesh.h"
#include "rig/character/skeleton.h"
#include "rig/character/texture.h"
#include "sinew/character.h"

namespace sinew {
namespace {

// Of the time that it takes; the rest is for the clips.
constexpr float kSurfaceShare = 0.9f;
constexpr float kWeightsShare = 0.98f;

// Where a step reports that begins at the share `from` of the whole and ends at `to`.
character::Share PartOf(const std::function<void(float)>& progress, float from, float to) {
  return [&progress, from, to](float share) {
    if (progress) progress(from + (to - from) * share);
  };
}

}  // namespace

Result<Model> MakeCharacter(const CharacterOptions& options) {
  using namespace character;
  Result<Skeleton> skeleton = MakeSkeleton();
  if (!skeleton.ok()) return skeleton.failure();
  Result<Skin> skin = MakeSkin();
  if (!skin.ok()) return skin.failure();
  const WholeSurface surface = MakeSurface(PartOf(options.progress, 0.0f, kSurfaceShare));
  const Result<Influences> influences = WeighSurface(
      surface, options.max_influences, PartOf(options.progress, kSurfaceShare, kWeightsShare));
  if (!influences.ok()) return influences.failure();
  Result<Mesh> mesh =
      Mesh::Create({.name = "character", .primitives = {DressSurface(surface, *influences)}});
  if (!mesh.ok()) return mesh.failure();
  std::vector<Clip> clips;
  const character::Share of_clips = PartOf(options.progress, kWeightsShare, 1.0f);
  if (options.clips) {
    for (const auto make : {&MakeIdle, &MakeWalk, &MakeRun, &MakeWave, &MakeJump, &MakeTurn}) {
      Result<Clip> clip = make(*skeleton);
      if (!clip.ok()) return clip.failure();
      clips.push_back(std::move(clip).value());
      of_clips(static_cast<float>(clips.size()) / 6.0f);
    }
  }
  of_clips(1.0f);
  return Model::Create({
      .skeleton = std::move(skeleton).value(),
      .skins = {std::move(skin).value()},
      .meshes = {std::move(mesh).value()},
      .instances = {{.joint = kBody, .mesh = 0, .skin = 0}},
      .clips = std::move(clips),
      .materials = {{.name = "character", .base_color_texture = TextureUse{}}},
      .textures = {{.name = "character", .image = 0}},
      .images = {{.name = "character", .mime_type = "image/png", .bytes = MakeTexture()}},
      .scenes = {{.name = "character", .roots = {kBody, kRoot}}},
      .default_scene = 0,
      .generator = "sinew character",
  });
}

}  // namespace sinew
