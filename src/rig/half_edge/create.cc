// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// From polygons to half-edges. Corners become half-edges of their faces; where a corner's edge has
// no second face, a half-edge beyond the border is made. Only then is it known whether the surface
// is manifold.
#include <algorithm>
#include <string>
#include <tuple>
#include <utility>

#include "model/checks.h"
#include "sinew/half_edge_mesh.h"

namespace sinew {
namespace {

// The edge that begins at a corner, with its ends in ascending order.
struct CornerEdge {
  std::uint32_t low, high;
  std::uint32_t corner;
  bool operator<(const CornerEdge& other) const {
    return std::tie(low, high, corner) < std::tie(other.low, other.high, other.corner);
  }
  bool SameEdge(const CornerEdge& other) const { return low == other.low && high == other.high; }
};

std::string Named(std::uint32_t v, std::uint32_t w) {
  return "the edge from vertex " + std::to_string(v) + " to " + std::to_string(w);
}

}  // namespace

class HalfEdgeMesh::Builder {
 public:
  explicit Builder(const PolygonMesh& polygons)
      : polygons_(polygons), corners_(polygons.corners()), begins_(polygons.face_begins()) {}

  Result<HalfEdgeMesh> Build() {
    // Two half-edges an edge, and the last index is no index.
    if (corners_.size() >= kNone / 2) {
      return Failure{FailureCode::kLimit, "/corners",
                     "found " + std::to_string(corners_.size()) +
                         " corners, expected fewer than 2^31 for a half-edge mesh"};
    }
    face_of_.resize(corners_.size());
    for (std::uint32_t f = 0; f < polygons_.face_count(); ++f) {
      for (std::uint32_t c = begins_[f]; c < begins_[f + 1]; ++c) face_of_[c] = f;
    }
    if (auto failure = CheckVisits()) return *std::move(failure);
    if (auto failure = PairCorners()) return *std::move(failure);
    MakeVertices();
    MakeHalfEdges();
    if (auto failure = CheckFans()) return *std::move(failure);
    LinkBorders();
    return std::move(mesh_);
  }

 private:
  std::uint32_t NextCorner(std::uint32_t c) const {
    const std::uint32_t f = face_of_[c];
    return c + 1 == begins_[f + 1] ? begins_[f] : c + 1;
  }

  std::string PlaceOf(std::uint32_t c) const {
    return model::At(model::At("/faces", face_of_[c]), "corners", c - begins_[face_of_[c]]);
  }

  // Invariant 3.
  std::optional<Failure> CheckVisits() const {
    std::vector<std::uint32_t> last_visitor(polygons_.vertex_count(), kNone);
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      std::uint32_t& visitor = last_visitor[corners_[c]];
      if (visitor == face_of_[c]) {
        return model::Broken(PlaceOf(c), "found vertex " + std::to_string(corners_[c]) +
                                             " a second time, expected each vertex of a face once");
      }
      visitor = face_of_[c];
    }
    return std::nullopt;
  }

  // Invariant 1.
  std::optional<Failure> PairCorners() {
    std::vector<CornerEdge> edges;
    edges.reserve(corners_.size());
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      const auto [low, high] = std::minmax(corners_[c], corners_[NextCorner(c)]);
      edges.push_back({low, high, c});
    }
    std::sort(edges.begin(), edges.end());
    other_.assign(corners_.size(), kNone);
    for (std::size_t i = 0; i < edges.size();) {
      std::size_t count = 1;
      while (i + count < edges.size() && edges[i + count].SameEdge(edges[i])) ++count;
      if (auto failure = Pair(std::span(edges).subspan(i, count))) return failure;
      i += count;
    }
    return std::nullopt;
  }

  // All corners of one edge.
  std::optional<Failure> Pair(std::span<const CornerEdge> same) {
    if (same.size() == 1) return std::nullopt;
    const std::uint32_t first = same[0].corner, second = same[1].corner;
    const std::string edge = Named(same[0].low, same[0].high);
    if (same.size() > 2) {
      return model::Broken(PlaceOf(same[2].corner),
                           "found " + edge + " on " + std::to_string(same.size()) +
                               " faces, expected at most two: the surface is not manifold there");
    }
    if (corners_[first] == corners_[second]) {
      return model::Broken(PlaceOf(second),
                           "found a face that runs along " + edge + " the same way as face " +
                               std::to_string(face_of_[first]) + ", expected it the other way");
    }
    other_[first] = second;
    other_[second] = first;
    return std::nullopt;
  }

  void MakeVertices() {
    const Influences& influences = polygons_.influences();
    mesh_.has_influences_ = !influences.empty();
    mesh_.vertices_.resize(polygons_.vertex_count());
    for (std::uint32_t v = 0; v < polygons_.vertex_count(); ++v) {
      mesh_.vertices_[v].position = polygons_.positions()[v];
      if (influences.empty()) continue;
      const std::span<const Influence> of = influences.of(v);
      mesh_.vertices_[v].influences.assign(of.begin(), of.end());
    }
  }

  // Edges are numbered by the first corner that has them.
  void MakeHalfEdges() {
    half_edge_of_.assign(corners_.size(), kNone);
    std::uint32_t count = 0;
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      if (half_edge_of_[c] != kNone) continue;
      half_edge_of_[c] = count;
      if (other_[c] != kNone) half_edge_of_[other_[c]] = count + 1;
      count += 2;
    }
    const PolygonMesh::Parts& parts = polygons_.parts();
    mesh_.has_normals_ = !parts.corner_normals.empty();
    mesh_.has_texcoords_ = !parts.corner_texcoords.empty();
    mesh_.half_edges_.resize(count);
    mesh_.first_of_face_.assign(polygons_.face_count(), kNone);
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      const std::uint32_t h = half_edge_of_[c];
      HalfEdge& half_edge = mesh_.half_edges_[h];
      half_edge.start = corners_[c];
      half_edge.face = face_of_[c];
      if (mesh_.has_normals_) half_edge.normal = parts.corner_normals[c];
      if (mesh_.has_texcoords_) half_edge.texcoord = parts.corner_texcoords[c];
      if (other_[c] == kNone) mesh_.half_edges_[twin(h)].start = corners_[NextCorner(c)];
      if (c == begins_[face_of_[c]]) mesh_.first_of_face_[face_of_[c]] = h;
      Vertex& vertex = mesh_.vertices_[corners_[c]];
      if (vertex.half_edge == kNone) vertex.half_edge = h;
    }
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      mesh_.Link(half_edge_of_[c], half_edge_of_[NextCorner(c)]);
    }
  }

  // Invariant 2: from its first corner, all corners of a vertex can be reached over edges.
  std::optional<Failure> CheckFans() const {
    std::vector<std::uint8_t> reached(mesh_.half_edges_.size(), 0);
    for (const Vertex& vertex : mesh_.vertices_) {
      if (vertex.half_edge != kNone) ReachFan(vertex.half_edge, reached);
    }
    for (std::uint32_t c = 0; c < corners_.size(); ++c) {
      if (reached[half_edge_of_[c]] != 0) continue;
      return model::Broken(PlaceOf(c), "found a second fan of faces around vertex " +
                                           std::to_string(corners_[c]) +
                                           ", expected one: the surface is not manifold there");
    }
    return std::nullopt;
  }

  void ReachFan(std::uint32_t first, std::vector<std::uint8_t>& reached) const {
    const auto face_at = [this](std::uint32_t h) { return mesh_.half_edges_[h].face; };
    std::uint32_t h = first;
    do {  // Counter-clockwise, to the border or around.
      reached[h] = 1;
      h = twin(mesh_.half_edges_[h].previous);
    } while (h != first && face_at(h) != kNone);
    if (h == first) return;
    h = twin(first);
    while (face_at(h) != kNone) {  // Clockwise, to the other border.
      h = mesh_.half_edges_[h].next;
      reached[h] = 1;
      h = twin(h);
    }
  }

  // One fan a vertex: at most one half-edge beyond the border starts there.
  void LinkBorders() {
    std::vector<std::uint32_t> leaving(mesh_.vertices_.size(), kNone);
    for (std::uint32_t h = 0; h < mesh_.half_edges_.size(); ++h) {
      if (mesh_.half_edges_[h].face == kNone) leaving[mesh_.half_edges_[h].start] = h;
    }
    for (std::uint32_t h = 0; h < mesh_.half_edges_.size(); ++h) {
      if (mesh_.half_edges_[h].face != kNone) continue;
      mesh_.Link(h, leaving[mesh_.half_edges_[twin(h)].start]);
    }
  }

  const PolygonMesh& polygons_;
  std::span<const std::uint32_t> corners_, begins_;
  std::vector<std::uint32_t> face_of_;       // Of each corner.
  std::vector<std::uint32_t> other_;         // The corner with the same edge, from its other end.
  std::vector<std::uint32_t> half_edge_of_;  // Of each corner.
  HalfEdgeMesh mesh_;
};

Result<HalfEdgeMesh> HalfEdgeMesh::Create(const PolygonMesh& mesh) { return Builder(mesh).Build(); }

}  // namespace sinew
