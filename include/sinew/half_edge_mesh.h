// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A surface that knows its neighbours: each edge is two half-edges that run against each other,
// each along the border of one face. What a mesh of polygons (polygon_mesh.h) only implies can be
// asked here, and edges and faces can be edited with everything that hangs on them (S19).
//
//   Half-edges  run counter-clockwise around their face, and are the face's corner at their start.
//               Those on the other side of a border have no face; they run around the hole.
//   Indices     stay while other things are edited. What an edit removes leaves a gap: ask has_...
//               before using an index from a loop over all.
//   Order       Create keeps vertices, faces and first corners in their order, and ToPolygons too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sinew/assertion.h"
#include "sinew/math.h"
#include "sinew/mesh.h"
#include "sinew/polygon_mesh.h"
#include "sinew/result.h"
#include "sinew/triangulation.h"

namespace sinew {

// Whether an edit was done, or which rule it would have broken; then nothing has changed.
enum class [[nodiscard]] MeshEdit : std::uint8_t {
  kDone,
  kOnBorder,    // The edge has a face on one side only.
  kDoubleEdge,  // Two edges would join the same two vertices.
  kFaceTwice,   // A face would visit a vertex twice.
  kTwoFans,     // A vertex would hold two parts of the surface together.
  kNoSurface,   // An edge would have no face.
  kTooMany,     // More than 32 bits count.
};

// Invariants, checked by Create and kept by every edit:
//   1. An edge has two faces that run against each other, or one and a border; no two edges join
//      the same vertices.
//   2. The faces around a vertex form one fan, open or closed. A vertex may have none at all.
//   3. A face visits a vertex once.
//   4. Positions, normals, texture coordinates and influences are as PolygonMesh wants them.
class HalfEdgeMesh {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  HalfEdgeMesh() = default;
  // Refuses what is not manifold, with the corner at which it shows: "/faces/12/corners/1".
  static Result<HalfEdgeMesh> Create(const PolygonMesh& mesh);

  PolygonMesh ToPolygons() const;  // Without gaps.
  CornerMesh ToTriangles() const { return SplitCorners(ToPolygons()); }

  // --- what there is: indices below the bound, less the gaps ---

  std::uint32_t vertex_bound() const { return static_cast<std::uint32_t>(vertices_.size()); }
  std::uint32_t half_edge_bound() const { return static_cast<std::uint32_t>(half_edges_.size()); }
  std::uint32_t edge_bound() const { return half_edge_bound() / 2; }
  std::uint32_t face_bound() const { return static_cast<std::uint32_t>(first_of_face_.size()); }
  bool has_vertex(std::uint32_t v) const { return v < vertex_bound() && vertices_[v].alive; }
  bool has_half_edge(std::uint32_t h) const {
    return h < half_edge_bound() && half_edges_[h].start != kNone;
  }
  bool has_edge(std::uint32_t e) const { return e < edge_bound() && has_half_edge(e * 2); }
  bool has_face(std::uint32_t f) const { return f < face_bound() && first_of_face_[f] != kNone; }
  std::uint32_t vertex_count() const;
  std::uint32_t edge_count() const;
  std::uint32_t face_count() const;

  // --- how it hangs together ---

  static std::uint32_t twin(std::uint32_t h) { return h ^ 1u; }
  static std::uint32_t edge_of(std::uint32_t h) { return h / 2; }
  static std::uint32_t half_edge_of(std::uint32_t edge) { return edge * 2; }  // One of the two.
  std::uint32_t start(std::uint32_t h) const { return at(h).start; }
  std::uint32_t end(std::uint32_t h) const { return at(twin(h)).start; }
  std::uint32_t next(std::uint32_t h) const { return at(h).next; }
  std::uint32_t previous(std::uint32_t h) const { return at(h).previous; }
  std::uint32_t face(std::uint32_t h) const { return at(h).face; }  // kNone: beyond the border.
  // The first corner of a face; a half-edge that starts at a vertex, kNone where none does.
  std::uint32_t first_of_face(std::uint32_t f) const {
    SINEW_ASSERT(has_face(f));
    return first_of_face_[f];
  }
  std::uint32_t half_edge_at(std::uint32_t v) const {
    SINEW_ASSERT(has_vertex(v));
    return vertices_[v].half_edge;
  }
  // The next half-edge that starts where this one does, counter-clockwise.
  std::uint32_t turn(std::uint32_t h) const { return twin(previous(h)); }
  bool is_border(std::uint32_t edge) const {
    return face(edge * 2) == kNone || face(edge * 2 + 1) == kNone;
  }
  bool is_border_vertex(std::uint32_t v) const;
  // One half-edge without a face of every hole, the lowest of each, ascending.
  std::vector<std::uint32_t> Borders() const;

  // --- what hangs on it ---

  Vec3 position(std::uint32_t v) const { return vertex(v).position; }
  std::span<const Influence> influences(std::uint32_t v) const { return vertex(v).influences; }
  bool has_normals() const { return has_normals_; }
  bool has_texcoords() const { return has_texcoords_; }
  // Of the corner of face(h) at start(h); meaningful where there is a face.
  Vec3 normal(std::uint32_t h) const { return at(h).normal; }
  Vec2 texcoord(std::uint32_t h) const { return at(h).texcoord; }

  // Refused, and not set: numbers that are not usable, influences that are not as mesh.h says.
  [[nodiscard]] std::optional<Failure> SetPosition(std::uint32_t v, Vec3 position);
  [[nodiscard]] std::optional<Failure> SetInfluences(std::uint32_t v,
                                                     std::vector<Influence> influences);

  // --- edits; each says what came of it, and changes all or nothing ---
  // Where corners or vertices become one, or one comes between two, it has the mean of their
  // positions, normals, texture coordinates and influences (InterpolatedInfluences).

  // A vertex in the middle of an edge, and a corner more in the faces beside it. The part that
  // begins where half_edge_of(edge) does keeps the index.
  MeshEdit SplitEdge(std::uint32_t edge, std::uint32_t* new_vertex = nullptr);
  // An edge through a face, between the starts of two of its half-edges. What follows the second,
  // up to the first, becomes the new face.
  MeshEdit SplitFace(std::uint32_t from, std::uint32_t to, std::uint32_t* new_edge = nullptr);
  // Turns an edge counter-clockwise by one corner of each of its faces.
  MeshEdit FlipEdge(std::uint32_t edge);
  // Draws an edge together to its middle; triangles beside it vanish. The vertex where
  // half_edge_of(edge) begins remains.
  MeshEdit CollapseEdge(std::uint32_t edge);

 private:
  struct HalfEdge {
    std::uint32_t start = kNone;
    std::uint32_t next = kNone, previous = kNone;
    std::uint32_t face = kNone;
    Vec3 normal{};
    Vec2 texcoord{};
  };
  struct Vertex {
    Vec3 position{};
    std::uint32_t half_edge = kNone;
    bool alive = true;
    std::vector<Influence> influences{};
  };
  class Builder;   // create.cc
  class Collapse;  // collapse.cc

  const HalfEdge& at(std::uint32_t h) const {
    SINEW_ASSERT(has_half_edge(h));
    return half_edges_[h];
  }
  const Vertex& vertex(std::uint32_t v) const {
    SINEW_ASSERT(has_vertex(v));
    return vertices_[v];
  }
  bool AreJoined(std::uint32_t v, std::uint32_t w) const;
  bool FaceHas(std::uint32_t f, std::uint32_t v) const;
  std::uint32_t AddEdge();  // Its first half-edge, or kNone where there is no room.
  void Link(std::uint32_t h, std::uint32_t then);
  void CopyCorner(std::uint32_t from, std::uint32_t to);
  void MeanCorner(std::uint32_t one, std::uint32_t other, std::uint32_t to);
  void MeanVertex(std::uint32_t one, std::uint32_t other, std::uint32_t to);

  std::vector<Vertex> vertices_;
  std::vector<HalfEdge> half_edges_;  // An edge's two lie side by side.
  std::vector<std::uint32_t> first_of_face_;
  bool has_normals_ = false, has_texcoords_ = false, has_influences_ = false;
};

// The mean of several vertices' weights, bone by bone (S19), with the sum one: vertices without
// influence do not count. Sums run in the order given.
std::vector<Influence> InterpolatedInfluences(std::span<const std::span<const Influence>> vertices);

}  // namespace sinew
