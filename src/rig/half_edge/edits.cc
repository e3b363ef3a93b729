// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Edits that keep every vertex: splitting edges and faces, turning edges.
#include <utility>

#include "sinew/assertion.h"
#include "sinew/half_edge_mesh.h"

namespace sinew {

void HalfEdgeMesh::Link(std::uint32_t h, std::uint32_t then) {
  half_edges_[h].next = then;
  half_edges_[then].previous = h;
}

std::uint32_t HalfEdgeMesh::AddEdge() {
  if (half_edges_.size() + 2 >= kNone) return kNone;
  half_edges_.resize(half_edges_.size() + 2);
  return half_edge_bound() - 2;
}

//   before   a --h--> b          after   a --h--> m --more--> b
//              <--t--                      <--t--   <--back--
MeshEdit HalfEdgeMesh::SplitEdge(std::uint32_t edge, std::uint32_t* new_vertex) {
  SINEW_ASSERT(has_edge(edge));
  if (vertices_.size() + 1 >= kNone) return MeshEdit::kTooMany;
  const std::uint32_t more = AddEdge();
  if (more == kNone) return MeshEdit::kTooMany;
  const std::uint32_t back = twin(more), h = half_edge_of(edge), t = twin(h);
  const std::uint32_t a = start(h), b = start(t), m = vertex_bound();
  vertices_.emplace_back();
  MeanVertex(a, b, m);
  vertices_[m].half_edge = more;
  if (vertices_[b].half_edge == t) vertices_[b].half_edge = back;

  half_edges_[more].start = m;
  half_edges_[more].face = face(h);
  half_edges_[back].start = b;
  half_edges_[back].face = face(t);
  CopyCorner(t, back);  // The corner at b.
  if (face(h) != kNone) MeanCorner(h, next(h), more);
  if (face(t) != kNone) {
    MeanCorner(back, next(t), t);
    if (first_of_face_[face(t)] == t) first_of_face_[face(t)] = back;
  }
  half_edges_[t].start = m;
  Link(more, next(h));
  Link(h, more);
  Link(previous(t), back);
  Link(back, t);
  if (new_vertex != nullptr) *new_vertex = m;
  return MeshEdit::kDone;
}

MeshEdit HalfEdgeMesh::SplitFace(std::uint32_t from, std::uint32_t to, std::uint32_t* new_edge) {
  SINEW_ASSERT(face(from) != kNone && face(from) == face(to) && from != to);
  const std::uint32_t v = start(from), w = start(to), f = face(from), new_face = face_bound();
  if (AreJoined(v, w)) return MeshEdit::kDoubleEdge;
  if (first_of_face_.size() + 1 >= kNone) return MeshEdit::kTooMany;
  const std::uint32_t there = AddEdge();  // From v to w, along the new face,
  if (there == kNone) return MeshEdit::kTooMany;
  const std::uint32_t back = twin(there);  // and from w to v, along what stays.
  half_edges_[there].start = v;
  half_edges_[back].start = w;
  half_edges_[back].face = f;
  CopyCorner(from, there);
  CopyCorner(to, back);
  const std::uint32_t before_from = previous(from), before_to = previous(to);
  Link(before_from, there);
  Link(there, to);
  Link(before_to, back);
  Link(back, from);
  first_of_face_.push_back(to);
  std::uint32_t h = to;
  do {
    if (first_of_face_[f] == h) first_of_face_[f] = from;
    half_edges_[h].face = new_face;
    h = next(h);
  } while (h != to);
  if (new_edge != nullptr) *new_edge = edge_of(there);
  return MeshEdit::kDone;
}

//   before  c---b---y      after  c---b---y      h ran from a to b with the face on its left, and
//           |   |   |             |`-.    |      runs from d to c.
//           x---a---d             x---a`--d
MeshEdit HalfEdgeMesh::FlipEdge(std::uint32_t edge) {
  SINEW_ASSERT(has_edge(edge));
  const std::uint32_t h = half_edge_of(edge), t = twin(h);
  const std::uint32_t left = face(h), right = face(t);
  if (left == kNone || right == kNone) return MeshEdit::kOnBorder;
  const std::uint32_t from_b = next(h), from_a = next(t);
  const std::uint32_t from_c = next(from_b), from_d = next(from_a);
  const std::uint32_t to_a = previous(h), to_b = previous(t);
  const std::uint32_t a = start(h), b = start(t), c = end(from_b), d = end(from_a);
  if (FaceHas(left, d) || FaceHas(right, c)) return MeshEdit::kFaceTwice;
  if (AreJoined(c, d)) return MeshEdit::kDoubleEdge;

  // The left face keeps its corner at a and the right one its corner at b, on other half-edges;
  // the new corners are like their neighbours across the edge.
  const HalfEdge corner_at_a = half_edges_[h], corner_at_b = half_edges_[t];
  CopyCorner(from_d, h);
  CopyCorner(from_c, t);
  half_edges_[from_a].normal = corner_at_a.normal;
  half_edges_[from_a].texcoord = corner_at_a.texcoord;
  half_edges_[from_b].normal = corner_at_b.normal;
  half_edges_[from_b].texcoord = corner_at_b.texcoord;

  half_edges_[h].start = d;
  half_edges_[t].start = c;
  half_edges_[from_a].face = left;
  half_edges_[from_b].face = right;
  Link(h, from_c);
  Link(to_a, from_a);
  Link(from_a, h);
  Link(t, from_d);
  Link(to_b, from_b);
  Link(from_b, t);
  if (first_of_face_[left] == from_b) first_of_face_[left] = h;
  if (first_of_face_[right] == from_a) first_of_face_[right] = t;
  if (vertices_[a].half_edge == h) vertices_[a].half_edge = from_a;
  if (vertices_[b].half_edge == t) vertices_[b].half_edge = from_b;
  return MeshEdit::kDone;
}

}  // namespace sinew
