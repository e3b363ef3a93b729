// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The runtime file, .sinew: skeleton, skins, packed clips, prepared meshes with their bounds and
// picking groups, materials, names and events of a model in one run of bytes that jobs use where it
// lies. docs/format.md has it byte by byte.
//
//   Use      map the file (or read it into AlignedBytes), Open it, and give its parts to jobs:
//              const Result<RuntimeFile> file = RuntimeFile::Open(mapped);
//              const Result<PackedClipView> walk = file->clip(*file->FindClip("Walk"));
//              SampleJob{.skeleton = file->skeleton(), .clip = *walk, .pose = pose}.Run();
//   Memory   opening and looking allocate nothing, unless they fail. (While a mesh of more than
//            2^20 vertices or triangles is checked, it takes a bit for each.) All views borrow the
//            bytes, which must stay as and where they are.
//   Trust    none. Open checks the header, the table of sections, names, skeleton and tables, and
//            clip(), skin(), primitive() and image() each check their own part, against its
//            checksum and number by number, before they give it out: so opening costs what the
//            small parts cost and nothing is used that was not checked. Keep what they return:
//            asking again checks again. The checksum finds accidents; the other checks keep their
//            promises whoever wrote the bytes.
//   Version  a file of another format version, or made by another arithmetic, is refused
//            (kUnsupported): pack it again.
//   Same     bytes of the same model and options, on every machine.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>

#include "sinew/bounds.h"
#include "sinew/box.h"
#include "sinew/material.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/model.h"
#include "sinew/names.h"
#include "sinew/packed_clip_view.h"
#include "sinew/picking.h"
#include "sinew/result.h"
#include "sinew/skeleton_view.h"
#include "sinew/skin_view.h"
#include "sinew/skinned_mesh.h"
#include "sinew/vertex_format.h"

namespace sinew {

inline constexpr std::uint32_t kRuntimeFormatVersion = 2;

// True where bytes begin as a runtime file does, of whatever version.
bool IsRuntimeFile(std::span<const std::byte> bytes);

struct RuntimeInfo {
  std::uint32_t format_version = 0;
  std::uint32_t arithmetic_version = 0;  // Of kArithmeticVersion.
  std::uint64_t size_bytes = 0;
  std::uint64_t checksum = 0;  // Of the header, which holds those of all parts: so of everything.
  // As the clips were packed; see PackOptions. 0: without clips.
  float error_bound = 0.0f;
  float point_distance = 0.0f;  // Of any joint; of single ones it may have been more.
  float morph_error = 0.0f;
};

// What is known of a clip before it is looked at.
struct RuntimeClip {
  std::string_view name{};
  float duration_s = 0.0f;
  float error_bound = 0.0f;        // Guaranteed; see PackedClip.
  float worst_error = 0.0f;        // Found when it was packed.
  float worst_morph_error = 0.0f;  // Likewise.
  ClipEvents events{};
  std::optional<std::uint32_t> root_motion_joint{};
  ClipForm form = ClipForm::kPacked;
  std::uint64_t source_bytes = 0;  // Of the exact clip that it was made from: Clip::size_bytes.
  // That no vertex leaves at any moment of the packed clip, by linear blend (clip_boxes.h), for
  // whole culling. Empty: not known, or there are no vertices.
  Box box{};
  std::uint64_t size_bytes = 0;
};

struct RuntimeMesh {
  std::string_view name{};
  std::uint32_t first_primitive = 0;  // Its primitives lie side by side.
  std::uint32_t primitive_count = 0;
  std::span<const float> morph_weights{};  // Defaults, one a target.
  NameList morph_names{};                  // One a target; empty where the model has none.
};

struct RuntimePrimitive {
  SkinnedMeshView mesh;
  Topology topology = Topology::kTriangles;
  std::optional<std::uint32_t> material{};  // Below RuntimeFile::material_count().
  // One entry a vertex, in the prepared order, set after set.
  std::span<const Vec2> all_texcoords{};
  std::span<const Vec4> all_colors{};
  // For BoundsJob and DualQuaternionBoundsJob. None where joints times morph targets of all
  // primitives are out of proportion to their vertices: such a model could ask for any amount of
  // memory.
  std::optional<SkinBoundsView> bounds{};
  // The same where one matrix moves all of it: of a primitive with influences whose mesh also has
  // an instance without a skin.
  std::optional<SkinBoundsView> rigid_bounds{};
  // For PickJob, with VertexSource(mesh, topology). None where there are no bounds.
  std::optional<PickMeshView> picking{};
  // Vertices as a GPU reads them, in the prepared order, which indices() of the mesh are for; empty
  // where the file was written without them (RuntimeFileOptions::vertex_flags).
  std::span<const std::byte> gpu_vertices{};
  VertexFormat gpu_format{};

  std::uint32_t texcoord_set_count() const;
  std::uint32_t color_set_count() const;
  std::span<const Vec2> texcoords(std::uint32_t set) const;
  std::span<const Vec4> colors(std::uint32_t set) const;
};

// Names are views of the file, so that nothing is allocated: those of `properties` are empty.
struct RuntimeMaterial {
  std::string_view name{};
  Material properties{};
};

struct RuntimeTexture {
  std::string_view name{};
  std::string_view sampler_name{};
  Texture properties{};
};

class RuntimeFile {
 public:
  // `bytes` is the whole file, at an address that kCacheLineBytes divides; others are refused.
  static Result<RuntimeFile> Open(std::span<const std::byte> bytes);
  // A temporary that owns its bytes would take them along: keep it, and open what is kept. A span
  // may well be a temporary.
  template <typename Owner>
    requires(!std::is_lvalue_reference_v<Owner> && !std::ranges::borrowed_range<Owner> &&
             std::convertible_to<Owner&, std::span<const std::byte>>)
  static Result<RuntimeFile> Open(Owner&& bytes) = delete;

  const RuntimeInfo& info() const { return info_; }
  const SkeletonView& skeleton() const { return skeleton_; }
  std::span<const float> morph_rest() const;  // As Model::morph_rest.

  std::uint32_t skin_count() const;
  std::string_view skin_name(std::uint32_t skin) const;
  Result<SkinView> skin(std::uint32_t skin) const;

  std::uint32_t clip_count() const;
  RuntimeClip clip_info(std::uint32_t clip) const;
  std::optional<std::uint32_t> FindClip(std::string_view name) const;  // The first of that name.
  Result<PackedClipView> clip(std::uint32_t clip) const;

  std::uint32_t mesh_count() const;
  RuntimeMesh mesh(std::uint32_t mesh) const;
  std::uint32_t primitive_count() const;  // Of all meshes.
  std::uint64_t primitive_bytes(std::uint32_t primitive) const;
  Result<RuntimePrimitive> primitive(std::uint32_t primitive) const;

  std::uint32_t instance_count() const;
  MeshInstance instance(std::uint32_t instance) const;

  // As the model has them, number by number.
  std::uint32_t material_count() const;
  RuntimeMaterial material(std::uint32_t material) const;
  std::uint32_t texture_count() const;
  RuntimeTexture texture(std::uint32_t texture) const;
  std::uint32_t image_count() const;
  // Its bytes are there where the file was written with them (RuntimeFileOptions::embed_images).
  Result<ImageView> image(std::uint32_t image) const;
  std::uint64_t image_bytes(std::uint32_t image) const;

  // Looks at every part: the first that is broken, or nothing.
  std::optional<Failure> CheckAll() const;

  // How the tables lie: of the library itself, and no part of what is promised.
  struct Tables;

 private:
  RuntimeFile() = default;
  Tables tables() const;
  std::string_view TextOf(TextRange range) const;
  // One of the parts that are looked at when they are asked for.
  Result<std::span<const std::byte>> Section(std::uint64_t index, const char* kind,
                                             std::uint64_t number) const;

  std::span<const std::byte> bytes_{};
  RuntimeInfo info_{};
  SkeletonView skeleton_{};
};

}  // namespace sinew
