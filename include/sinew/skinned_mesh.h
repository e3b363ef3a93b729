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
//   Normals  by the cofactor of the blended 3x3; where all matrices of the palette are rotations
//            with even scale, by the 3x3 itself, which is cheaper (C3). See NormalRule.
//   Memory   prepared once; a job allocates nothing.
//   Threads  a SkinnedMesh never changes. A mesh may be split over threads by blocks: each vertex
//            gets the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
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
  std::size_t stride_bytes = sizeof(T);  // A multiple of 4.

  Strided() = default;
  Strided(std::span<T> all) : first(all.data()), count(all.size()) {}     // NOLINT: implicit
  Strided(std::vector<T>& all) : first(all.data()), count(all.size()) {}  // NOLINT: implicit
  Strided(T* begin, std::size_t n, std::size_t stride)
      : first(begin), count(n), stride_bytes(stride) {}
  bool empty() const { return count == 0; }
};

class SkinnedMesh {
 public:
  // Of a mesh that exists, so it cannot fail. A primitive without influences is moved by one matrix
  // alone: its palette has one entry.
  static SkinnedMesh Create(const Mesh& mesh, std::uint32_t primitive);

  std::uint32_t vertex_count() const { return vertex_count_; }
  bool has_normals() const { return has_normals_; }
  bool has_tangents() const { return has_tangents_; }
  std::uint32_t morph_count() const { return morph_count_; }
  // One more than the largest palette entry that is read.
  std::uint32_t joint_bound() const { return joint_bound_; }
  // Blocks of up to eight vertices; jobs may be given a run of them.
  std::uint32_t block_count() const { return static_cast<std::uint32_t>(block_begins_.size()) - 1; }
  // Blocks whose vertices share their joints, and vertices in them.
  std::uint32_t grouped_vertex_count() const { return grouped_vertex_count_; }

  // file_vertices()[i] is the file's vertex at place i of the prepared order.
  std::span<const std::uint32_t> file_vertices() const { return file_vertices_; }
  // The primitive's indices into the prepared order. Also where the file had none.
  std::span<const std::uint32_t> indices() const { return indices_; }
  std::size_t size_bytes() const;

  // Blocks in a row that are alike.
  struct Run {
    std::uint32_t first_block = 0;
    std::uint32_t block_count = 0;
    std::uint32_t influence_count = 0;  // 0: no matrix moves them.
    bool mixed = false;                 // Every vertex has joints of its own.
    bool unit_weight = false;           // One influence of weight 1, which is not stored.
    std::size_t first_float = 0;        // Into floats().
    std::size_t first_joint = 0;        // Into joints().
  };
  std::span<const Run> runs() const { return runs_; }
  // A block: rows of eight floats: position x y z, normal x y z, tangent x y z w, weights.
  std::span<const float> floats() const { return floats_; }
  // A block: one entry an influence; in mixed runs eight, one a vertex.
  std::span<const std::uint32_t> joints() const { return joints_; }
  std::span<const std::uint32_t> block_begins() const { return block_begins_; }
  // One a target: bit 0 set where it changes positions, 1 normals, 2 tangents.
  std::span<const std::uint8_t> morph_attributes() const { return morph_attributes_; }
  // Morph target t of block b: rows of eight floats at (t * block_count + b) * 24.
  std::span<const float> morph_positions() const { return morph_positions_; }
  std::span<const float> morph_normals() const { return morph_normals_; }
  std::span<const float> morph_tangents() const { return morph_tangents_; }

 private:
  SkinnedMesh() = default;

  std::uint32_t vertex_count_ = 0;
  std::uint32_t grouped_vertex_count_ = 0;
  bool has_normals_ = false;
  bool has_tangents_ = false;
  std::uint32_t morph_count_ = 0;
  std::uint32_t joint_bound_ = 0;
  std::vector<std::uint32_t> file_vertices_;
  std::vector<std::uint32_t> indices_;
  std::vector<Run> runs_;
  std::vector<float> floats_;
  std::vector<std::uint32_t> joints_;
  std::vector<std::uint32_t> block_begins_;
  std::vector<std::uint8_t> morph_attributes_;
  std::vector<float> morph_positions_, morph_normals_, morph_tangents_;
};

enum class VertexOrder : std::uint8_t { kPrepared, kFile };

// Morphs and skins by linear blend; see SkinJob in skinning.h for what is promised of the numbers.
struct SkinMeshJob {
  const SkinnedMesh& mesh;
  std::span<const float> morph_weights{};  // One a target, or empty: no morphing.
  std::span<const Affine> palette;
  NormalRule normal_rule = NormalRule::kByPalette;
  VertexOrder order = VertexOrder::kPrepared;
  std::uint32_t first_block = 0;            // Some blocks only: for a thread's share.
  std::uint32_t block_count = 0xffffffffu;  // As many as there are.
  Strided<Vec3> positions;                  // Out. One a vertex.
  Strided<Vec3> normals{};                  // Out, unit. Empty: not wanted.
  Strided<Vec4> tangents{};                 // Out, unit, w the handedness. Empty: not wanted.

  Error Validate() const;
  Error Run() const;  // On any error nothing is written.
};

}  // namespace sinew
