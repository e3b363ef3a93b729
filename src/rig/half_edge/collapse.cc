// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Drawing an edge together: two vertices become one, and a triangle beside the edge becomes an
// edge.
#include <algorithm>
#include <array>

#include "sinew/assertion.h"
#include "sinew/half_edge_mesh.h"

namespace sinew {

class HalfEdgeMesh::Collapse {
 public:
  Collapse(HalfEdgeMesh& mesh, std::uint32_t edge)
      : mesh_(mesh), h_(half_edge_of(edge)), a_(mesh.start(h_)), b_(mesh.end(h_)) {}

  MeshEdit Check() const {
    const std::array sides{h_, twin(h_)};
    if (!mesh_.is_border(edge_of(h_)) && mesh_.is_border_vertex(a_) && mesh_.is_border_vertex(b_)) {
      return MeshEdit::kTwoFans;
    }
    for (const std::uint32_t side : sides) {
      if (!IsTriangle(side)) continue;
      // Its other two edges become one: that needs a face, and not the same on both sides.
      if (mesh_.face(twin(mesh_.next(side))) == mesh_.face(twin(mesh_.previous(side)))) {
        return MeshEdit::kNoSurface;
      }
    }
    return CheckNeighbours();
  }

  void Run() {
    const std::vector<std::uint32_t> around_a = Around(a_), around_b = Around(b_);
    mesh_.MeanVertex(a_, b_, a_);
    for (const std::uint32_t h : around_b) mesh_.half_edges_[h].start = a_;
    const std::array sides{h_, twin(h_)};
    const std::array vanishes{IsTriangle(sides[0]), IsTriangle(sides[1])};
    const std::array after{mesh_.half_edges_[sides[0]].next, mesh_.half_edges_[sides[1]].next};
    for (const std::uint32_t side : sides) Unlink(side);
    Remove(h_);
    for (const std::size_t i : {0u, 1u}) {
      if (vanishes[i]) CloseFace(after[i]);
    }
    mesh_.vertices_[b_] = {.alive = false};
    for (const auto* around : {&around_b, &around_a}) {
      for (const std::uint32_t h : *around) {
        if (mesh_.has_half_edge(h)) mesh_.vertices_[a_].half_edge = h;
      }
    }
  }

 private:
  bool IsTriangle(std::uint32_t h) const {
    const auto& half_edges = mesh_.half_edges_;
    return half_edges[h].face != kNone &&
           half_edges[half_edges[h].next].next == half_edges[h].previous;
  }

  // All half-edges that start at a vertex.
  std::vector<std::uint32_t> Around(std::uint32_t v) const {
    std::vector<std::uint32_t> around;
    const std::uint32_t first = mesh_.half_edge_at(v);
    std::uint32_t h = first;
    do {
      around.push_back(h);
      h = mesh_.turn(h);
    } while (h != first);
    return around;
  }

  // The ends may share the faces beside the edge and the tips of triangles there, nothing else.
  MeshEdit CheckNeighbours() const {
    std::vector<std::uint32_t> faces, vertices;  // Of a.
    for (const std::uint32_t h : Around(a_)) {
      if (mesh_.face(h) != kNone) faces.push_back(mesh_.face(h));
      vertices.push_back(mesh_.end(h));
    }
    std::sort(faces.begin(), faces.end());
    std::sort(vertices.begin(), vertices.end());
    const std::uint32_t t = twin(h_);
    for (const std::uint32_t h : Around(b_)) {
      const std::uint32_t face = mesh_.face(h), neighbour = mesh_.end(h);
      if (face != kNone && face != mesh_.face(h_) && face != mesh_.face(t) &&
          std::binary_search(faces.begin(), faces.end(), face)) {
        return MeshEdit::kFaceTwice;
      }
      const bool is_tip = (IsTriangle(h_) && neighbour == mesh_.end(mesh_.next(h_))) ||
                          (IsTriangle(t) && neighbour == mesh_.end(mesh_.next(t)));
      if (!is_tip && std::binary_search(vertices.begin(), vertices.end(), neighbour)) {
        return MeshEdit::kDoubleEdge;
      }
    }
    return MeshEdit::kDone;
  }

  // Takes one side of the edge out of its face, or out of its border.
  void Unlink(std::uint32_t side) {
    const std::uint32_t then = mesh_.half_edges_[side].next, f = mesh_.half_edges_[side].face;
    mesh_.Link(mesh_.half_edges_[side].previous, then);
    if (f == kNone) return;
    mesh_.MeanCorner(side, then, then);
    if (mesh_.first_of_face_[f] == side) mesh_.first_of_face_[f] = then;
  }

  void Remove(std::uint32_t h) {
    mesh_.half_edges_[h] = {};
    mesh_.half_edges_[twin(h)] = {};
  }

  // A face of two corners, at a (where `out` starts) and at a tip: `out` takes the place of what
  // lies across the way back, so that the faces on both sides meet.
  void CloseFace(std::uint32_t out) {
    auto& half_edges = mesh_.half_edges_;
    const std::uint32_t back = half_edges[out].next, across = twin(back);
    const std::uint32_t tip = half_edges[back].start;
    mesh_.first_of_face_[half_edges[out].face] = kNone;
    const std::uint32_t f = half_edges[across].face;
    half_edges[out].face = f;
    mesh_.CopyCorner(across, out);
    mesh_.Link(half_edges[across].previous, out);
    mesh_.Link(out, half_edges[across].next);
    if (f != kNone && mesh_.first_of_face_[f] == across) mesh_.first_of_face_[f] = out;
    if (mesh_.vertices_[tip].half_edge == back) mesh_.vertices_[tip].half_edge = twin(out);
    Remove(back);
  }

  HalfEdgeMesh& mesh_;
  std::uint32_t h_;
  std::uint32_t a_, b_;
};

MeshEdit HalfEdgeMesh::CollapseEdge(std::uint32_t edge) {
  SINEW_ASSERT(has_edge(edge));
  Collapse collapse(*this, edge);
  if (const MeshEdit refused = collapse.Check(); refused != MeshEdit::kDone) return refused;
  collapse.Run();
  return MeshEdit::kDone;
}

}  // namespace sinew
