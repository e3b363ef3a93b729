// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Reads a VertexSource, vertex by vertex: what the form is does not matter any more.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sinew/primitive_triangles.h"
#include "sinew/vertex_source.h"
#include "skin/morph.h"
#include "skin/prepared_vertex.h"

namespace sinew {

class VertexReader {
 public:
  explicit VertexReader(const VertexSource& source) : source_(source) {
    if (primitive() == nullptr) layout_ = LayoutOf(source.prepared());
  }
  VertexReader(const VertexReader&) = delete;  // Vertices point into it.
  VertexReader& operator=(const VertexReader&) = delete;

  // One vertex, looked for once.
  class Vertex {
   public:
    Vec3 position() const {
      return prepared_ ? prepared_->position() : reader_->primitive()->positions[number_];
    }
    Vec3 normal() const {
      return prepared_ ? prepared_->normal() : reader_->primitive()->normals[number_];
    }
    Vec4 tangent() const {
      return prepared_ ? prepared_->tangent() : reader_->primitive()->tangents[number_];
    }
    std::size_t influence_count() const {
      if (prepared_) return prepared_->influence_count();
      const Influences& influences = reader_->primitive()->influences;
      return influences.empty() ? 0 : influences.of(number_).size();
    }
    Influence influence(std::size_t k) const {
      return prepared_ ? prepared_->influence(k) : reader_->primitive()->influences.of(number_)[k];
    }
    // As spec::Skin morphs it, to the bit.
    Vec3 MorphedPosition(std::span<const float> weights) const {
      if (!prepared_) {
        const Primitive& primitive = *reader_->primitive();
        return scalar::Morphed(primitive.positions[number_], number_, primitive.morph_targets,
                               weights, &MorphTarget::positions);
      }
      Vec3 sum = prepared_->position();
      if (weights.empty()) return sum;
      for (const MorphRows& rows : reader_->layout_.morph_positions) {
        sum = scalar::AddMorph(sum, weights[rows.target], prepared_->difference(rows));
      }
      return sum;
    }

   private:
    friend class VertexReader;
    Vertex(const VertexReader& reader, std::uint32_t number) : reader_(&reader), number_(number) {
      if (reader.primitive() == nullptr) prepared_.emplace(reader.layout_, number);
    }
    const VertexReader* reader_;
    std::uint32_t number_;
    std::optional<PreparedVertex> prepared_{};
  };
  Vertex operator[](std::uint32_t vertex) const { return Vertex(*this, vertex); }

  std::uint32_t vertex_count() const {
    return primitive() != nullptr ? primitive()->vertex_count() : layout_.vertex_count;
  }
  std::size_t morph_count() const {
    return primitive() != nullptr ? primitive()->morph_targets.size() : layout_.morph_count;
  }
  bool has_normals() const {
    return primitive() != nullptr ? !primitive()->normals.empty() : layout_.has_normals;
  }
  bool has_tangents() const {
    return primitive() != nullptr ? !primitive()->tangents.empty() : layout_.has_tangents;
  }
  // No influences: one matrix moves all of it.
  bool is_rigid() const {
    return primitive() != nullptr ? primitive()->influences.empty() : layout_.is_rigid;
  }
  // One more than the largest joint that a vertex names; 0: none.
  std::uint32_t joint_bound() const {
    if (primitive() == nullptr) return layout_.is_rigid ? 0 : layout_.joint_bound;
    std::uint32_t bound = 0;
    for (const Influence& influence : primitive()->influences.list) {
      bound = influence.joint >= bound ? influence.joint + 1 : bound;
    }
    return bound;
  }

  std::uint32_t triangle_count() const {
    return primitive() != nullptr ? TriangleCount(*primitive())
                                  : TriangleCount(source_.topology(), layout_.indices.size());
  }
  std::array<std::uint32_t, 3> triangle(std::uint32_t number) const {
    if (primitive() != nullptr) return TriangleAt(*primitive(), number);
    const std::array<std::size_t, 3> corners = TriangleCorners(source_.topology(), number);
    return {layout_.indices[corners[0]], layout_.indices[corners[1]], layout_.indices[corners[2]]};
  }

 private:
  const Primitive* primitive() const { return source_.primitive(); }

  VertexSource source_;
  SkinnedMeshLayout layout_{};  // Of a prepared mesh.
};

}  // namespace sinew
