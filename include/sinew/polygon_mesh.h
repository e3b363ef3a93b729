// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A mesh as modelling programs have it: faces of any number of corners on shared vertices, with
// what belongs to a corner kept at the corner. Meshes for drawing (mesh.h) are made from it by
// splitting corners and cutting faces into triangles.
//
//   Space   bind space: positions before any bone moves.
//   Order   a face's corners run counter-clockwise seen from outside.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sinew/assertion.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/result.h"

namespace sinew {

// Invariants, checked by Create:
//   1. face_begins ascends from 0 to the corner count (one 0 alone: no faces); every face has at
//      least three corners.
//   2. Corners are vertices that exist.
//   3. corner_normals and corner_texcoords are empty or have one entry a corner.
//   4. Influences are empty or have a list a vertex: bones strictly ascend, weights are positive
//      and sum to one within 1e-3 (Influences of mesh.h; `joint` is a bone).
//   5. All numbers are usable.
// Whether the surface is manifold is for HalfEdgeMesh to say.
class PolygonMesh {
 public:
  struct Parts {
    std::vector<Vec3> positions{};
    std::vector<std::uint32_t> face_begins{
        0};                                // Face f: corners [face_begins[f], face_begins[f+1]).
    std::vector<std::uint32_t> corners{};  // The vertex of each corner.
    std::vector<Vec3> corner_normals{};
    std::vector<Vec2> corner_texcoords{};
    Influences influences{};
  };

  PolygonMesh() = default;  // No faces.
  static Result<PolygonMesh> Create(Parts parts);

  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(parts_.positions.size()); }
  std::uint32_t face_count() const {
    return static_cast<std::uint32_t>(parts_.face_begins.size() - 1);
  }
  std::span<const Vec3> positions() const& { return parts_.positions; }
  std::span<const std::uint32_t> corners() const& { return parts_.corners; }
  std::span<const std::uint32_t> face_begins() const& { return parts_.face_begins; }
  std::span<const std::uint32_t> face(std::uint32_t index) const& {
    SINEW_ASSERT(index < face_count());
    return std::span(parts_.corners)
        .subspan(parts_.face_begins[index],
                 parts_.face_begins[index + 1] - parts_.face_begins[index]);
  }
  const Influences& influences() const& { return parts_.influences; }
  const Parts& parts() const& { return parts_; }
  Parts parts() && { return std::move(parts_); }
  Parts TakeParts() && { return std::move(parts_); }  // To edit and Create anew.

  // Of a temporary these would be gone at the end of the statement.
  std::span<const Vec3> positions() const&& = delete;
  std::span<const std::uint32_t> corners() const&& = delete;
  std::span<const std::uint32_t> face_begins() const&& = delete;
  std::span<const std::uint32_t> face(std::uint32_t index) const&& = delete;
  const Influences& influences() const&& = delete;
  const Parts& parts() const&& = delete;

 private:
  Parts parts_;
};

// The faces cut into triangles, each face a fan about its first corner: three corners of the mesh a
// triangle, in the order of the faces (S9).
std::vector<std::uint32_t> CutIntoTriangles(const PolygonMesh& mesh);

}  // namespace sinew
