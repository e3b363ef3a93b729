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

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"
#include "sinew/skinning.h"

namespace sinew {

// Every n-th byte a T: how vertex buffers are interleaved. Borrowed.
template <typename T>
struct Strided {
  T* first = nullptr;
  std::size_t count = 0;
  std::size_t stride_bytes = sizeof(T);  // At least that, and a multiple of 4.

  Strided() = default;
  Strided(std::span<T> all) : first(all.data()), count(all.size()) {}     // NOLINT: implicit
  Strided(std::vector<T>& all) : first(all.data()), count(all.size()) {}  // NOLINT: implicit
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

  // One that was moved from may only be assigned to or destroyed.
  SkinnedMesh(const SkinnedMesh& other);
  SkinnedMesh(SkinnedMesh&& other) noexcept;
  SkinnedMesh& operator=(const SkinnedMesh& other);
  SkinnedMesh& operator=(SkinnedMesh&& other) noexcept;
  ~SkinnedMesh();

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
  std::size_t size_bytes() const;

  // How it lies in memory: of the library itself, and no part of what is promised.
  struct Layout;
  const Layout& layout() const { return *layout_; }

 private:
  explicit SkinnedMesh(std::unique_ptr<const Layout> layout);

  std::unique_ptr<const Layout> layout_;
};

enum class VertexOrder : std::uint8_t { kPrepared, kFile };

// Morphs and skins by linear blend or dual quaternions; see SkinJob in skinning.h for what is
// promised of the numbers.
struct SkinMeshJob {
  const SkinnedMesh& mesh;
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
