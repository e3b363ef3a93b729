// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Questions, and the way back to polygons.
#include "sinew/half_edge_mesh.h"

#include <algorithm>
#include <string>
#include <utility>

#include "model/checks.h"
#include "model/influence_checks.h"
#include "sinew/assertion.h"

namespace sinew {

std::uint32_t HalfEdgeMesh::vertex_count() const {
  return static_cast<std::uint32_t>(
      std::count_if(vertices_.begin(), vertices_.end(), [](const Vertex& v) { return v.alive; }));
}

std::uint32_t HalfEdgeMesh::edge_count() const {
  return static_cast<std::uint32_t>(
      std::count_if(half_edges_.begin(), half_edges_.end(),
                    [](const HalfEdge& h) { return h.start != kNone; }) /
      2);
}

std::uint32_t HalfEdgeMesh::face_count() const {
  return static_cast<std::uint32_t>(std::count_if(first_of_face_.begin(), first_of_face_.end(),
                                                  [](std::uint32_t h) { return h != kNone; }));
}

bool HalfEdgeMesh::is_border_vertex(std::uint32_t v) const {
  const std::uint32_t first = half_edge_at(v);
  if (first == kNone) return false;
  std::uint32_t h = first;
  do {
    if (face(h) == kNone) return true;
    h = turn(h);
  } while (h != first);
  return false;
}

std::vector<std::uint32_t> HalfEdgeMesh::Borders() const {
  std::vector<std::uint32_t> borders;
  std::vector<std::uint8_t> seen(half_edges_.size(), 0);
  for (std::uint32_t first = 0; first < half_edge_bound(); ++first) {
    if (!has_half_edge(first) || face(first) != kNone || seen[first] != 0) continue;
    borders.push_back(first);
    for (std::uint32_t h = first; seen[h] == 0; h = next(h)) seen[h] = 1;
  }
  return borders;
}

bool HalfEdgeMesh::AreJoined(std::uint32_t v, std::uint32_t w) const {
  const std::uint32_t first = half_edge_at(v);
  if (first == kNone) return false;
  std::uint32_t h = first;
  do {
    if (end(h) == w) return true;
    h = turn(h);
  } while (h != first);
  return false;
}

bool HalfEdgeMesh::FaceHas(std::uint32_t f, std::uint32_t v) const {
  const std::uint32_t first = first_of_face(f);
  std::uint32_t h = first;
  do {
    if (start(h) == v) return true;
    h = next(h);
  } while (h != first);
  return false;
}

std::optional<Failure> HalfEdgeMesh::SetPosition(std::uint32_t v, Vec3 position) {
  SINEW_ASSERT(has_vertex(v));
  if (!IsUsable(position.x) || !IsUsable(position.y) || !IsUsable(position.z)) {
    return model::Broken(model::At("/vertices", v) + "/position", model::kNotUsable);
  }
  vertices_[v].position = position;
  return std::nullopt;
}

std::optional<Failure> HalfEdgeMesh::SetInfluences(std::uint32_t v,
                                                   std::vector<Influence> influences) {
  SINEW_ASSERT(has_vertex(v));
  Influences one{.begins = {0, static_cast<std::uint32_t>(influences.size())},
                 .list = std::move(influences)};
  const std::string place = model::At("/vertices", v) + "/influences";
  if (auto failure = model::CheckInfluences(one, 1, place)) return failure;
  vertices_[v].influences = std::move(one.list);
  has_influences_ = true;
  return std::nullopt;
}

PolygonMesh HalfEdgeMesh::ToPolygons() const {
  PolygonMesh::Parts parts;
  std::vector<std::uint32_t> index_of(vertices_.size(), kNone);
  if (has_influences_) parts.influences.begins.push_back(0);
  for (std::uint32_t v = 0; v < vertices_.size(); ++v) {
    const Vertex& vertex = vertices_[v];
    if (!vertex.alive) continue;
    index_of[v] = static_cast<std::uint32_t>(parts.positions.size());
    parts.positions.push_back(vertex.position);
    if (!has_influences_) continue;
    std::vector<Influence>& list = parts.influences.list;
    list.insert(list.end(), vertex.influences.begin(), vertex.influences.end());
    parts.influences.begins.push_back(static_cast<std::uint32_t>(list.size()));
  }
  for (const std::uint32_t first : first_of_face_) {
    if (first == kNone) continue;
    std::uint32_t h = first;
    do {
      parts.corners.push_back(index_of[start(h)]);
      if (has_normals_) parts.corner_normals.push_back(normal(h));
      if (has_texcoords_) parts.corner_texcoords.push_back(texcoord(h));
      h = next(h);
    } while (h != first);
    parts.face_begins.push_back(static_cast<std::uint32_t>(parts.corners.size()));
  }
  Result<PolygonMesh> made = PolygonMesh::Create(std::move(parts));
  return std::move(made).value();  // The invariants are PolygonMesh's and more.
}

}  // namespace sinew
