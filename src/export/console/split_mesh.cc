// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "export/console/split_mesh.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

namespace sinew::console {
namespace {

constexpr std::uint32_t kNotInPart = 0xFFFFFFFFu;

template <typename T>
std::vector<T> Gathered(const std::vector<T>& from, std::span<const std::uint32_t> which) {
  std::vector<T> out;
  if (from.empty()) return out;
  out.reserve(which.size());
  for (const std::uint32_t index : which) out.push_back(from[index]);
  return out;
}

// Collects triangles until the next one would not fit.
class PartBuilder {
 public:
  PartBuilder(const Primitive& all, const PartLimits& limits)
      : all_(all),
        limits_(limits),
        counts_bones_(limits.bone_count > limits.max_bones && !all.influences.empty()),
        place_(all.vertex_count(), kNotInPart),
        has_bone_(counts_bones_ ? limits.bone_count : 0, 0) {}

  void Add(std::span<const std::uint32_t, 3> triangle, std::vector<MeshPart>& parts) {
    new_bones_.clear();
    std::uint32_t new_vertices = 0;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t v = triangle[corner];
      const auto before = triangle.first(corner);
      const bool repeats = std::find(before.begin(), before.end(), v) != before.end();
      if (place_[v] != kNotInPart || repeats) continue;
      ++new_vertices;
      CountBones(v);
    }
    if (vertices_.size() + new_vertices > limits_.max_vertices ||
        bones_.size() + new_bones_.size() > limits_.max_bones) {
      Close(parts);
      return Add(triangle, parts);  // Once: an empty part takes any triangle.
    }
    for (const std::uint32_t v : triangle) {
      if (place_[v] == kNotInPart) {
        place_[v] = static_cast<std::uint32_t>(vertices_.size());
        vertices_.push_back(v);
      }
      indices_.push_back(place_[v]);
    }
    for (const std::uint32_t bone : new_bones_) has_bone_[bone] = 1;
    bones_.insert(bones_.end(), new_bones_.begin(), new_bones_.end());
  }

  void Close(std::vector<MeshPart>& parts) {
    if (indices_.empty()) return;
    MeshPart& part = parts.emplace_back();
    std::sort(bones_.begin(), bones_.end());
    part.vertices = Vertices();
    part.indices = std::exchange(indices_, {});
    for (const std::uint32_t v : vertices_) place_[v] = kNotInPart;
    for (const std::uint32_t bone : bones_) has_bone_[bone] = 0;
    vertices_.clear();
    part.bones = std::exchange(bones_, {});
  }

 private:
  void CountBones(std::uint32_t vertex) {
    if (!counts_bones_) return;
    for (const Influence& influence : all_.influences.of(vertex)) {
      if (has_bone_[influence.joint] != 0) continue;
      if (std::find(new_bones_.begin(), new_bones_.end(), influence.joint) == new_bones_.end()) {
        new_bones_.push_back(influence.joint);
      }
    }
  }

  Primitive Vertices() const {
    Primitive out;
    out.positions = Gathered(all_.positions, vertices_);
    out.normals = Gathered(all_.normals, vertices_);
    out.tangents = Gathered(all_.tangents, vertices_);
    for (const auto& set : all_.texcoords) out.texcoords.push_back(Gathered(set, vertices_));
    for (const auto& set : all_.colors) out.colors.push_back(Gathered(set, vertices_));
    if (all_.influences.empty()) return out;
    out.influences.begins.push_back(0);
    for (const std::uint32_t v : vertices_) {
      for (Influence influence : all_.influences.of(v)) {
        if (counts_bones_) {
          influence.joint = static_cast<std::uint32_t>(
              std::lower_bound(bones_.begin(), bones_.end(), influence.joint) - bones_.begin());
        }
        out.influences.list.push_back(influence);
      }
      out.influences.begins.push_back(static_cast<std::uint32_t>(out.influences.list.size()));
    }
    return out;
  }

  const Primitive& all_;
  const PartLimits limits_;
  const bool counts_bones_;
  std::vector<std::uint32_t> place_;      // In the part, by vertex.
  std::vector<std::uint8_t> has_bone_;    // Whether the part has it, by bone.
  std::vector<std::uint32_t> vertices_;   // Of the part.
  std::vector<std::uint32_t> bones_;      // Of the part.
  std::vector<std::uint32_t> indices_;    // Of the part.
  std::vector<std::uint32_t> new_bones_;  // Of the triangle at hand.
};

}  // namespace

std::vector<MeshPart> SplitMesh(Primitive&& vertices, std::vector<std::uint32_t>&& triangles,
                                const PartLimits& limits) {
  std::vector<MeshPart> parts;
  if (vertices.vertex_count() <= limits.max_vertices && limits.bone_count <= limits.max_bones) {
    parts.push_back({std::move(vertices), std::move(triangles), {}});
    return parts;
  }
  PartBuilder builder(vertices, limits);
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    builder.Add(std::span<const std::uint32_t, 3>(triangles.data() + i, 3), parts);
  }
  builder.Close(parts);
  return parts;
}

}  // namespace sinew::console
