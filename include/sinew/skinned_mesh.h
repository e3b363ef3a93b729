// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A primitive prepared for fast skinning, and the job that skins it.
//
//   Order    its own: vertices that the same joints move lie together, eight to a block, so that
//            eight are moved at once by matrices that are read once. indices() and file_vertices()
//            lead to and from the file's order; a job may write in the file's order too, which
//            costs a little more.
//   Space    as in skinning.h: bind space in, model space out.
//   Normals  by NormalRule, as in skinning.h.
//   Memory   prepared once; a job allocates nothing.
//   Threads  a SkinnedMesh never changes. A mesh may be split over threads by blocks: each vertex
//            gets the same bits.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <utility>

#include "sinew/aligned_bytes.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/skinning.h"
#include "sinew/temporary_owner.h"

namespace sinew {

// Every n-th byte a T: how vertex buffers are interleaved. Borrowed.
template <typename T>
struct Strided {
  T* first = nullptr;
  std::size_t count = 0;
  std::size_t stride_bytes = sizeof(T);  // At least that, and a multiple of 4.

  Strided() = default;
  Strided(std::span<T> all) : first(all.data()), count(all.size()) {}  // NOLINT: implicit
  template <typename Owner>  // A std::vector, an array and so on, which stays;
    requires(std::ranges::range<Owner> && std::convertible_to<Owner&, std::span<T>>)
  Strided(Owner& all) : Strided(std::span<T>(all)) {}  // NOLINT: implicit
  template <typename Owner>                            // not one that would be gone.
    requires TemporaryOwner<Owner, std::span<T>>
  Strided(Owner&& all) = delete;
  Strided(T* begin, std::size_t n, std::size_t stride)
      : first(begin), count(n), stride_bytes(stride) {}
  bool empty() const { return count == 0; }
};

class SkinnedMesh {
 public:
  // Of a mesh that exists, so it cannot fail. `primitive` is below mesh.primitives().size():
  // another is a caller's bug and asserts. A primitive without influences is moved by one matrix
  // alone: its palette has one entry.
  static SkinnedMesh Create(const Mesh& mesh, std::uint32_t primitive);

  // All of it, in one run of little-endian bytes (docs/format.md); of one that was moved from:
  // none, and it may only be assigned to or destroyed.
  std::span<const std::byte> bytes() const& { return bytes_; }
  std::size_t size_bytes() const { return bytes_.size(); }

  // As those of SkinnedMeshView.
  std::uint32_t vertex_count() const;
  bool has_normals() const;
  bool has_tangents() const;
  std::uint32_t morph_count() const;
  std::uint32_t joint_bound() const;
  std::uint32_t block_count() const;
  std::uint32_t grouped_vertex_count() const;
  std::span<const std::uint32_t> file_vertices() const&;
  std::span<const std::uint32_t> indices() const&;

  // Of a temporary these would be gone at the end of the statement.
  std::span<const std::byte> bytes() const&& = delete;
  std::span<const std::uint32_t> file_vertices() const&& = delete;
  std::span<const std::uint32_t> indices() const&& = delete;

 private:
  explicit SkinnedMesh(AlignedBytes bytes) : bytes_(std::move(bytes)) {}

  AlignedBytes bytes_;
};

// A prepared mesh that somebody else holds: a SkinnedMesh, or a runtime file in mapped memory. What
// jobs take; a SkinnedMesh becomes one by itself.
class SkinnedMeshView {
 public:
  SkinnedMeshView(const SkinnedMesh& mesh) : bytes_(mesh.bytes()) {}  // NOLINT: implicit
  SkinnedMeshView(const SkinnedMesh&&) = delete;                      // It would be gone.
  // Of bytes that nobody has looked at yet, at an address that eight divides. Every count, offset
  // and number in them is checked, once and here, so that skinning stays inside them, writes every
  // vertex, and promises what it promises of the meshes of a file. Allocates nothing where they are
  // right.
  static Result<SkinnedMeshView> Create(std::span<const std::byte> bytes);

  std::uint32_t vertex_count() const;
  bool has_normals() const;
  bool has_tangents() const;
  std::uint32_t morph_count() const;
  // One more than the largest palette entry that is read.
  std::uint32_t joint_bound() const;
  // Blocks of up to eight vertices; jobs may be given a run of them.
  std::uint32_t block_count() const;
  // Vertices in blocks that share their joints.
  std::uint32_t grouped_vertex_count() const;

  // file_vertices()[i] is the file's vertex at place i of the prepared order.
  std::span<const std::uint32_t> file_vertices() const;
  // The primitive's indices into the prepared order. Also where the file had none.
  std::span<const std::uint32_t> indices() const;
  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit SkinnedMeshView(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

enum class VertexOrder : std::uint8_t { kPrepared, kFile };

// Morphs and skins by linear blend or dual quaternions; see SkinJob in skinning.h for what is
// promised of the numbers.
struct SkinMeshJob {
  SkinnedMeshView mesh;
  std::span<const float> morph_weights{};  // One a target, or empty: no morphing.
  std::span<const Affine> palette;
  std::span<const DualJoint> dual_palette{};  // Not empty: by dual quaternions. See SkinJob.
  NormalRule normal_rule = NormalRule::kByPalette;
  VertexOrder order = VertexOrder::kPrepared;
  std::uint32_t first_block = 0;            // Some blocks only: for a thread's share.
  std::uint32_t block_count = 0xffffffffu;  // As many as there are.
  Strided<Vec3> positions;                  // Out. One a vertex.
  Strided<Vec3> normals{};                  // Out, unit. Empty: not wanted.
  Strided<Vec4> tangents{};                 // Out, unit, w the handedness. Empty: not wanted.

  Error Validate() const;  // kStrideNotUsable: see Strided.
  Error Run() const;       // On any error nothing is written.
};

}  // namespace sinew
