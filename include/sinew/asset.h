// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// An asset: a loaded character, ready to play. It comes from a Model and plays exact clips, or from
// a runtime file (.sinew) and plays packed ones. From here on both look the same.
//
//   Asset hero = Asset::Create(std::move(model));                   // Or:
//   Asset hero = Asset::Open(mapped_sinew_file).value();
//   Result<MixerSetup> setup = hero.MakeMixerSetup();               // mixer_setup.h
//   Instance player(*setup);                                        // instance.h
//
//   Shared   an Asset is a counted reference to data that never changes: copy it freely, use it
//            from any number of threads. Views and spans that it gives out live as long as one of
//            its copies, or a setup made from it.
//   Complete everything is checked and prepared when it is made; nothing is worked out later.
//   Memory   a runtime file is used in place. Create, Open, MakeMixerSetup and ToModel allocate;
//            nothing else here does.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#include "sinew/aligned_bytes.h"
#include "sinew/bounds.h"
#include "sinew/material.h"
#include "sinew/mesh.h"
#include "sinew/mixer_setup.h"
#include "sinew/model.h"
#include "sinew/names.h"
#include "sinew/result.h"
#include "sinew/runtime_file.h"
#include "sinew/sampling.h"
#include "sinew/shared.h"
#include "sinew/skeleton_view.h"
#include "sinew/skin_view.h"
#include "sinew/skinned_mesh.h"

namespace sinew {

// A mesh: a run of primitives that share morph weights.
struct AssetMesh {
  std::string_view name{};
  std::uint32_t first_primitive = 0;  // Into Asset::primitives().
  std::uint32_t primitive_count = 0;
  std::span<const float> morph_weights{};  // Defaults, one per target.
  NameList morph_names{};                  // One per target; empty where the file has none.
};

// What one draw call draws. Vertices, indices and attributes are in the prepared order.
struct AssetPrimitive {
  SkinnedMeshView vertices;
  std::uint32_t mesh = 0;  // Into Asset::meshes().
  Topology topology = Topology::kTriangles;
  std::optional<std::uint32_t> material{};  // Into Asset::materials().
  // One entry per vertex, set after set: TEXCOORD_n and COLOR_n.
  std::span<const Vec2> all_texcoords{};
  std::span<const Vec4> all_colors{};

  std::span<const Vec2> texcoords(std::uint32_t set) const;  // Empty where there is no such set.
  std::span<const Vec4> colors(std::uint32_t set) const;
};

// One primitive of one mesh instance: what is skinned, culled, picked and drawn.
struct Draw {
  std::uint32_t instance = 0;   // Into Asset::instances().
  std::uint32_t primitive = 0;  // Into Asset::primitives(); one of the instance's mesh.
  bool operator==(const Draw&) const = default;
};

// All draws of an asset: instances by their node in the file, primitives as in their mesh.
// Computed as it is walked and never stored: instances times primitives may be very many.
class DrawRange {
 public:
  class Iterator {
   public:
    using value_type = Draw;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Draw operator*() const;
    Iterator& operator++();
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator&) const = default;

   private:
    friend class DrawRange;
    void SkipEmptyMeshes();

    const DrawRange* range_ = nullptr;
    std::size_t position_ = 0;     // Into the range's instances.
    std::uint32_t primitive_ = 0;  // Within its mesh.
  };

  DrawRange(std::span<const std::uint32_t> order, std::span<const MeshInstance> instances,
            std::span<const AssetMesh> meshes)
      : order_(order), instances_(instances), meshes_(meshes) {}

  Iterator begin() const&;
  Iterator end() const&;
  Iterator begin() const&& = delete;  // An iterator points into its range: keep the range.
  Iterator end() const&& = delete;
  std::uint64_t size() const;  // Counts: walks the instances, not the draws.

 private:
  std::span<const std::uint32_t> order_;  // Of instances, by file node.
  std::span<const MeshInstance> instances_;
  std::span<const AssetMesh> meshes_;
};

// Called once, when nobody uses a mapping any more: to unmap a file, for example. Where Open fails
// it is not called: the mapping is still the caller's.
struct MappingRelease {
  void (*function)(void* context) = nullptr;
  void* context = nullptr;
};

class Asset {
 public:
  // Plays the model's exact clips. Prepares every primitive. A Model exists, so it cannot fail.
  static Asset Create(Model model);

  // Plays the packed clips of a runtime file. Fails where any part of it is broken.
  //   bytes    used where they lie, at an address that kCacheLineBytes divides; they must stay as
  //            and where they are until `release` is called, or as long as any copy of the asset,
  //            or a setup made from it, exists.
  static Result<Asset> Open(std::span<const std::byte> bytes, MappingRelease release = {});
  // The same, and the asset owns the bytes.
  static Result<Asset> Open(AlignedBytes&& bytes);
  // Another temporary that owns its bytes would take them along: keep it, and open what is kept.
  template <typename Owner>
    requires(!std::is_lvalue_reference_v<Owner> && !std::ranges::borrowed_range<Owner> &&
             !std::same_as<std::remove_cvref_t<Owner>, AlignedBytes> &&
             std::convertible_to<Owner&, std::span<const std::byte>>)
  static Result<Asset> Open(Owner&& bytes, MappingRelease release = {}) = delete;

  // Those of a temporary asset are deleted: it may be the last copy.
  const SkeletonView& skeleton() const&;
  const SkeletonView& skeleton() const&& = delete;
  std::span<const SkinView> skins() const&;
  std::span<const SkinView> skins() const&& = delete;
  std::span<const ClipView> clips() const&;
  std::span<const ClipView> clips() const&& = delete;
  std::span<const AssetMesh> meshes() const&;
  std::span<const AssetMesh> meshes() const&& = delete;
  std::span<const AssetPrimitive> primitives() const&;
  std::span<const AssetPrimitive> primitives() const&& = delete;
  std::span<const MeshInstance> instances() const&;
  std::span<const MeshInstance> instances() const&& = delete;
  std::span<const float> morph_rest() const&;  // Rest value of every morph slot of a pose.
  std::span<const float> morph_rest() const&& = delete;
  std::span<const Material> materials() const&;
  std::span<const Material> materials() const&& = delete;
  std::span<const Texture> textures() const&;
  std::span<const Texture> textures() const&& = delete;
  // From a runtime file that was written without their bytes: names, types and URIs.
  std::span<const ImageView> images() const&;
  std::span<const ImageView> images() const&& = delete;

  std::optional<std::uint32_t> FindClip(std::string_view name) const;   // The first of that name.
  std::optional<std::uint32_t> FindJoint(std::string_view name) const;  // Likewise.

  DrawRange draws() const&;
  DrawRange draws() const&& = delete;
  // Whether a draw is moved by its instance's joint alone: an instance without a skin, or a
  // primitive without influences.
  bool is_rigid(const Draw& draw) const;
  // What a primitive's bounds are made of: as it is skinned, or as a whole, where `rigid`. Of a
  // runtime file they are used in place. None where joints times morph targets of all primitives
  // are out of proportion to their vertices: such a model could ask for any amount of memory.
  std::optional<SkinBoundsView> bounds(std::uint32_t primitive, bool rigid) const&;
  std::optional<SkinBoundsView> bounds(std::uint32_t primitive, bool rigid) const&& = delete;
  // In the order of the file, for tools: joints by their node, instances by theirs.
  std::span<const std::uint32_t> joints_in_file_order() const&;
  std::span<const std::uint32_t> joints_in_file_order() const&& = delete;
  std::span<const std::uint32_t> instances_in_file_order() const&;
  std::span<const std::uint32_t> instances_in_file_order() const&& = delete;

  // What it was made from; null where it was the other.
  const Model* model() const&;
  const Model* model() const&& = delete;
  const RuntimeFile* file() const&;
  const RuntimeFile* file() const&& = delete;

  // A setup for mixers and instances that play this asset's clips by their number here. It keeps
  // the asset alive. options.clips and options.morph_rest are filled in and must be empty.
  Result<MixerSetup> MakeMixerSetup(MixerOptions options = {}) const;
  // The asset that a setup was made from; nothing where it was made from something else.
  static std::optional<Asset> Of(const MixerSetup& setup);

  bool operator==(const Asset& other) const { return data_.get() == other.data_.get(); }

  class Data;  // Internal.

 private:
  explicit Asset(SharedRef data) : data_(std::move(data)) {}
  const Data& data() const;

  SharedRef data_;  // Never null, unless moved from.
};

// The model behind an asset, for tools. From a runtime file it is made again, with vertices in the
// order of the source file; it has no clips (those are packed).
// Fails where a hostile file is no model.
Result<Model> ToModel(const Asset& asset);

}  // namespace sinew
