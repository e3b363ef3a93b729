// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What an Asset refers to: its source (a Model with prepared meshes, or a runtime file), and one
// set of views over it, the same for both.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "sinew/aligned_bytes.h"
#include "sinew/asset.h"
#include "sinew/bounds.h"
#include "sinew/hooks.h"
#include "sinew/model.h"
#include "sinew/runtime_file.h"
#include "sinew/shared.h"
#include "sinew/skinned_mesh.h"

namespace sinew {

class Asset::Data : public SharedOwner, public FromHooks {
 public:
  static const void* Kind();

  Data() : SharedOwner(Kind(), Destroy) {}
  ~Data() {
    if (release.function != nullptr) release.function(release.context);
  }

  // --- the source ---
  std::optional<Model> model{};
  HookVector<SkinnedMesh> prepared{};  // Of the model, one per primitive.
  HookVector<Vec2> texcoords{};  // Of the model, in the prepared order, one set after another.
  HookVector<Vec4> colors{};
  HookVector<SkinBounds> own_bounds{};  // Of the model.
  AlignedBytes bytes{};                 // Of a runtime file that the asset owns.
  std::optional<RuntimeFile> file{};
  MappingRelease release{};

  // --- the views ---
  SkeletonView skeleton{};
  HookVector<SkinView> skins{};
  HookVector<ClipView> clips{};
  HookVector<AssetMesh> meshes{};
  HookVector<AssetPrimitive> primitives{};
  HookVector<MeshInstance> instances{};
  std::span<const float> morph_rest{};
  HookVector<Material> materials{};
  HookVector<Texture> textures{};
  HookVector<ImageView> images{};

  // One per primitive; none where the joints are out of proportion to the vertices.
  HookVector<std::optional<SkinBoundsView>> bounds{};
  // Of primitives with influences whose mesh also stands somewhere without a skin: as a whole.
  HookVector<std::optional<SkinBoundsView>> rigid_bounds{};

  // --- what is worked out from the views, the same for both sources ---
  HookVector<std::uint32_t> joints_in_file_order{};
  HookVector<std::uint32_t> instances_in_file_order{};

  void WorkOut();

 private:
  static void Destroy(const SharedOwner* owner);
};

}  // namespace sinew
