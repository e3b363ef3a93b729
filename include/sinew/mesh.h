// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A mesh: primitives of vertices, with everything that deforms and everything a picture needs.
//
//   Space       bind space (a file's mesh space): positions before any joint moves.
//   Influences  any number a vertex, in ascending skin entry, weights positive and summing to one.
//               A vertex without influence stays where it is.
//   Morphs      targets are differences, added before skinning.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "sinew/assertion.h"
#include "sinew/math.h"
#include "sinew/result.h"

namespace sinew {

enum class Topology : std::uint8_t {  // glTF's numbers.
  kPoints,
  kLines,
  kLineLoop,
  kLineStrip,
  kTriangles,
  kTriangleStrip,
  kTriangleFan,
};

struct Influence {
  std::uint32_t joint = 0;  // Index into the skin's entries, not into the skeleton.
  float weight = 0.0f;
  bool operator==(const Influence&) const = default;
};

// Who moves each vertex: vertex v's influences are list[begins[v] .. begins[v + 1]).
// Both arrays empty: the primitive is not skinned.
struct Influences {
  std::vector<std::uint32_t> begins{};
  std::vector<Influence> list{};

  bool empty() const { return begins.empty(); }
  std::span<const Influence> of(std::uint32_t vertex) const&& = delete;
  std::span<const Influence> of(std::uint32_t vertex) const& {
    SINEW_ASSERT(vertex + std::size_t{1} < begins.size());
    return std::span(list).subspan(begins[vertex], begins[vertex + 1] - begins[vertex]);
  }
};

// Differences from the base shape. Each array is empty or has one entry a vertex.
struct MorphTarget {
  std::vector<Vec3> positions{};
  std::vector<Vec3> normals{};
  std::vector<Vec3> tangents{};  // The handedness does not morph.
};

struct Primitive {
  Topology topology = Topology::kTriangles;
  std::vector<Vec3> positions{};
  std::vector<Vec3> normals{};   // Empty or one a vertex; as in the file.
  std::vector<Vec4> tangents{};  // Empty or one a vertex; w is the handedness, 1 or -1.
  std::vector<std::vector<Vec2>> texcoords{};  // TEXCOORD_n.
  std::vector<std::vector<Vec4>> colors{};     // COLOR_n; alpha 1 where the file has three.
  Influences influences{};
  std::vector<MorphTarget> morph_targets{};
  bool indexed = false;
  std::vector<std::uint32_t> indices{};  // Meaningful where indexed.
  std::optional<std::uint32_t> material{};

  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(positions.size()); }
};

// Invariants, checked by Create:
//   1. Every array of a primitive is empty or as long as its positions.
//   2. Indices are below the vertex count.
//   3. Influences: begins ascends from 0 to the list's size; within a vertex joints strictly
//      ascend, weights are positive, and sum to one within 1e-3.
//   4. All primitives have as many morph targets as there are default weights.
//   5. All numbers are usable.
class Mesh {
 public:
  struct Parts {
    std::string name{};
    std::vector<Primitive> primitives{};
    std::vector<float> morph_weights{};      // Defaults, one a target.
    std::vector<std::string> morph_names{};  // Empty or one a target.
  };

  static Result<Mesh> Create(Parts parts);

  const std::string& name() const& { return parts_.name; }
  std::span<const Primitive> primitives() const& { return parts_.primitives; }
  std::uint32_t morph_count() const {
    return static_cast<std::uint32_t>(parts_.morph_weights.size());
  }
  std::span<const float> morph_weights() const& { return parts_.morph_weights; }
  std::span<const std::string> morph_names() const& { return parts_.morph_names; }
  // One more than the largest skin entry that any vertex names; 0: none is skinned.
  std::uint32_t joint_bound() const { return joint_bound_; }
  const Parts& parts() const& { return parts_; }
  Parts parts() && { return std::move(parts_); }
  Parts TakeParts() && { return std::move(parts_); }  // To edit and Create anew.

  // Of a temporary these would be gone at the end of the statement.
  const std::string& name() const&& = delete;
  std::span<const Primitive> primitives() const&& = delete;
  std::span<const float> morph_weights() const&& = delete;
  std::span<const std::string> morph_names() const&& = delete;
  const Parts& parts() const&& = delete;

 private:
  Parts parts_;
  std::uint32_t joint_bound_ = 0;
};

}  // namespace sinew
