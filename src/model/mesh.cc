// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include "sinew/mesh.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "model/checks.h"
#include "model/influence_checks.h"

namespace sinew {
namespace {

using model::At;
using model::Broken;
using model::FoundExpected;
using model::TextOf;

constexpr std::uint32_t kLastIndex = std::numeric_limits<std::uint32_t>::max();

// Invariants 1 and 5 of one array of vertices; `place` is made only to complain.
template <typename T, typename Place>
std::optional<Failure> CheckVertices(const std::vector<T>& values, std::size_t vertex_count,
                                     const Place& place) {
  if (!values.empty() && values.size() != vertex_count) {
    return Broken(place(),
                  FoundExpected(values.size(), vertex_count) + " entries, as many as positions");
  }
  if (const auto vertex = model::FirstUnusable(values)) {
    return Broken(place() + "/" + std::to_string(*vertex), model::kNotUsable);
  }
  return std::nullopt;
}

std::optional<Failure> CheckArrays(const Primitive& primitive, std::size_t index) {
  const std::size_t count = primitive.positions.size();
  const auto named = [index](const char* array) {
    return [index, array] { return At("primitives", index) + "/" + array; };
  };
  const auto numbered = [index](const char* array, std::size_t set) {
    return [index, array, set] { return At(At("primitives", index), array, set); };
  };
  if (count > kLastIndex)
    return Broken(named("positions")(), "found more vertices than 32 bits count");
  if (auto failure = CheckVertices(primitive.positions, count, named("positions"))) return failure;
  if (auto failure = CheckVertices(primitive.normals, count, named("normals"))) return failure;
  if (auto failure = CheckVertices(primitive.tangents, count, named("tangents"))) return failure;
  for (std::size_t set = 0; set < primitive.texcoords.size(); ++set) {
    if (auto failure = CheckVertices(primitive.texcoords[set], count, numbered("texcoords", set))) {
      return failure;
    }
  }
  for (std::size_t set = 0; set < primitive.colors.size(); ++set) {
    if (auto failure = CheckVertices(primitive.colors[set], count, numbered("colors", set))) {
      return failure;
    }
  }
  for (std::size_t target = 0; target < primitive.morph_targets.size(); ++target) {
    const MorphTarget& morph = primitive.morph_targets[target];
    const auto part = [index, target](const char* array) {
      return [index, target, array] {
        return At(At("primitives", index), "morph_targets", target) + "/" + array;
      };
    };
    if (auto failure = CheckVertices(morph.positions, count, part("positions"))) return failure;
    if (auto failure = CheckVertices(morph.normals, count, part("normals"))) return failure;
    if (auto failure = CheckVertices(morph.tangents, count, part("tangents"))) return failure;
  }
  return std::nullopt;
}

std::optional<Failure> CheckIndices(const Primitive& primitive, std::size_t index) {
  if (!primitive.indexed) return std::nullopt;
  std::uint32_t largest = 0;
  for (const std::uint32_t vertex : primitive.indices) largest = std::max(largest, vertex);
  if (primitive.indices.empty() || largest < primitive.positions.size()) return std::nullopt;
  const auto at = std::find(primitive.indices.begin(), primitive.indices.end(), largest);
  return Broken(At(At("primitives", index), "indices",
                   static_cast<std::size_t>(at - primitive.indices.begin())),
                "found vertex " + std::to_string(largest) + ", expected less than " +
                    std::to_string(primitive.positions.size()));
}

std::optional<Failure> CheckMorphs(const Mesh::Parts& parts) {
  const std::size_t count = parts.morph_weights.size();
  if (const auto target = model::FirstUnusable(parts.morph_weights)) {
    return Broken(At("morph_weights", *target), model::kNotUsable);
  }
  if (!parts.morph_names.empty() && parts.morph_names.size() != count) {
    return Broken("morph_names",
                  FoundExpected(parts.morph_names.size(), count) + " names, or none");
  }
  for (std::size_t p = 0; p < parts.primitives.size(); ++p) {
    if (parts.primitives[p].morph_targets.size() != count) {
      return Broken(At("primitives", p) + "/morph_targets",
                    FoundExpected(parts.primitives[p].morph_targets.size(), count) +
                        " targets, as many as default weights");
    }
  }
  return std::nullopt;
}

}  // namespace

Result<Mesh> Mesh::Create(Parts parts) {
  if (auto failure = CheckMorphs(parts)) return *std::move(failure);
  Mesh mesh;
  for (std::size_t p = 0; p < parts.primitives.size(); ++p) {
    const Primitive& primitive = parts.primitives[p];
    if (primitive.topology > Topology::kTriangleFan) {
      return Broken(At("primitives", p) + "/topology", "found a topology that does not exist");
    }
    if (auto failure = CheckArrays(primitive, p)) return *std::move(failure);
    if (auto failure = CheckIndices(primitive, p)) return *std::move(failure);
    if (auto failure = model::CheckInfluences(primitive.influences, primitive.vertex_count(),
                                              At("primitives", p) + "/influences")) {
      return *std::move(failure);
    }
    for (const Influence& influence : primitive.influences.list) {
      mesh.joint_bound_ = std::max(mesh.joint_bound_, influence.joint + 1);
    }
  }
  mesh.parts_ = std::move(parts);
  return mesh;
}

}  // namespace sinew
