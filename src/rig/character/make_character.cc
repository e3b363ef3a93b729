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
Result<Model> MakeCharacter(const CharacterOptions& options) {
  using namespace character;
  Result<Skeleton> skeleton = MakeSkeleton();
  if (!skeleton.ok()) return skeleton.failure();
  Result<Skin> skin = MakeSkin();
  if (!skin.ok()) return skin.failure();
  const WholeSurface surface = MakeSurface();
  const Result<Influences> influences = WeighSurface(surface, options.max_influences);
  if (!influences.ok()) return influences.failure();
  Result<Mesh> mesh =
      Mesh::Create({.name = "character", .primitives = {DressSurface(surface, *influences)}});
  if (!mesh.ok()) return mesh.failure();
  std::vector<Clip> clips;
  if (options.clips) {
    for (const auto make : {&MakeIdle, &MakeWalk, &MakeRun, &MakeWave, &MakeJump, &MakeTurn}) {
      Result<Clip> clip = make(*skeleton);
      if (!clip.ok()) return clip.failure();
      clips.push_back(std::move(clip).value());
    }
  }
  return Model::Create({
      .skeleton = std::move(skeleton).value(),
      .skins = {std::move(skin).value()},
      .meshes = {std::move(mesh).value()},
      .instances = {{.joint = kBody, .mesh = 0, .skin = 0}},
      .clips = std::move(clips),
      .materials = {{.name = "character", .base_color_texture = 0}},
      .textures = {{.name = "character", .image = 0}},
      .images = {{.name = "character", .mime_type = "image/png", .bytes = MakeTexture()}},
      .scenes = {{.name = "character", .roots = {kBody, kRoot}}},
      .default_scene = 0,
      .generator = "sinew character",
  });
}

}  // namespace sinew
