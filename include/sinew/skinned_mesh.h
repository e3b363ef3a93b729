// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A primitive prepared for fast skinning: what SkinJob (skinning.h) reads.
//
//   Order    its own: vertices with the same joints lie together, eight per block, so that eight
//            are moved at once by matrices that are read once. indices() and file_vertices() lead
//            to and from the file's order.
//   Space    bind space.
//   Memory   allocated once, when it is made.
//   Threads  a SkinnedMesh never changes; any number of threads may read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "sinew/aligned_bytes.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"

namespace sinew {

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
  bool is_rigid() const;
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
  // The primitive has no influences: one matrix moves all of it.
  bool is_rigid() const;
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

  // One vertex of the prepared order, in bind space: the floats of the primitive, bit for bit. Each
  // call looks for it, in time logarithmic in the vertices; nothing allocates. Numbers that are not
  // there, and attributes that the mesh does not have, are a caller's bug and assert.
  Vec3 position(std::uint32_t vertex) const;
  Vec3 normal(std::uint32_t vertex) const;
  Vec4 tangent(std::uint32_t vertex) const;
  // 0: it stays where it is, or the mesh is rigid.
  std::uint32_t influence_count(std::uint32_t vertex) const;
  Influence influence(std::uint32_t vertex, std::uint32_t index) const;  // Ascending in joint.
  // What a morph target adds; zero where it does not change the attribute.
  Vec3 morph_position(std::uint32_t target, std::uint32_t vertex) const;
  Vec3 morph_normal(std::uint32_t target, std::uint32_t vertex) const;
  Vec3 morph_tangent(std::uint32_t target, std::uint32_t vertex) const;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit SkinnedMeshView(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

// The primitive that a prepared mesh holds, with its vertices in the prepared order: for what is
// made once from vertices, as bounds are. Allocates. Texture coordinates, colours and material are
// not a part of it; the topology is the caller's.
Primitive ToPrimitive(const SkinnedMeshView& mesh, Topology topology = Topology::kTriangles);

}  // namespace sinew
