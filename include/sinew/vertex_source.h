// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Vertices in either form: a primitive of a mesh, or a prepared mesh, as a runtime file holds it in
// mapped memory. What EncodeVerticesJob (vertex_format.h) and PickJob (picking.h) read.
//
//   Order    that of the form: of a primitive the file's, of a prepared mesh the prepared one.
//            Values are the same bit for bit.
//   Memory   a view: what it is made of must stay. It allocates nothing.
#pragma once

#include <cstdint>
#include <span>

#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/skinned_mesh.h"

namespace sinew {

class VertexSource {
 public:
  VertexSource(const Primitive& primitive) : primitive_(&primitive) {}  // NOLINT: implicit
  VertexSource(const Primitive&&) = delete;                             // It would be gone.
  // Texture coordinates and colours are those of set 0: one per vertex, or none.
  explicit VertexSource(const SkinnedMeshView& prepared, Topology topology = Topology::kTriangles,
                        std::span<const Vec2> texcoords = {}, std::span<const Vec4> colors = {})
      : prepared_(prepared.bytes()), topology_(topology), texcoords_(texcoords), colors_(colors) {}

  const Primitive* primitive() const { return primitive_; }  // Null where it is a prepared mesh,
  std::span<const std::byte> prepared() const { return prepared_; }  // whose bytes these are.
  Topology topology() const { return primitive_ != nullptr ? primitive_->topology : topology_; }
  // Of set 0; empty where there is none.
  std::span<const Vec2> texcoords() const;
  std::span<const Vec4> colors() const;

 private:
  const Primitive* primitive_ = nullptr;
  std::span<const std::byte> prepared_{};
  Topology topology_ = Topology::kTriangles;
  std::span<const Vec2> texcoords_{};
  std::span<const Vec4> colors_{};
};

}  // namespace sinew
