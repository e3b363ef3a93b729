// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "io/gltf/data_checks.h"
#include "io/gltf/issues.h"
#include "io/gltf/pointer.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

const AccessorView* FindView(const Accessors& accessors, const PrimitiveDef& primitive,
                             std::string_view semantic) {
  for (const Attribute& attribute : primitive.attributes) {
    if (attribute.semantic == semantic && attribute.accessor >= 0) {
      return &accessors.at(attribute.accessor);
    }
  }
  return nullptr;
}

// The validator scales integer weights whether they are normalised or not.
double WeightOf(const AccessorView& view, double stored) {
  switch (view.component_type) {
    case ComponentType::kByte:
      return std::max(stored * (1.0 / 127.0), -1.0);
    case ComponentType::kUnsignedByte:
      return stored * (1.0 / 255.0);
    case ComponentType::kShort:
      return std::max(stored * (1.0 / 32767.0), -1.0);
    case ComponentType::kUnsignedShort:
      return stored * (1.0 / 65535.0);
    case ComponentType::kUnsignedInt:
      return stored * (1.0 / 4294967295.0);
    case ComponentType::kFloat:
      return stored;
  }
  return stored;
}

struct Set {
  const AccessorView* joints = nullptr;
  const AccessorView* weights = nullptr;
  std::vector<std::int64_t> joint_values;
  std::vector<double> weight_values;
  std::vector<float> stored_floats;  // Scratch.
  std::vector<std::int64_t> stored_integers;
};

class InfluenceChecker {
 public:
  InfluenceChecker(std::uint32_t mesh, std::uint32_t primitive, std::int64_t last_joint,
                   std::int32_t skin, Judge& judge)
      : mesh_(mesh), primitive_(primitive), last_joint_(last_joint), skin_(skin), judge_(judge) {}

  // Decodes and checks all sets, some vertices at a time.
  void Run(std::span<Set> sets, std::uint64_t vertex_count);

 private:
  // Vertex number `first + at`; the sets hold the values from vertex `first` on.
  void CheckVertex(std::span<const Set> sets, std::uint64_t first, std::size_t at);
  // An issue at one attribute. Its text is built only while the report still takes issues.
  template <typename... Parts>
  void Add(const IssueKind& kind, std::string_view prefix, std::size_t set, const Parts&... parts) {
    judge_.Add(
        kind,
        [&] {
          return PointerOf("meshes", mesh_, "primitives", primitive_, "attributes",
                           Words(prefix, set));
        },
        [&] { return Words(parts...); });
  }

  std::uint32_t mesh_;
  std::uint32_t primitive_;
  std::int64_t last_joint_;
  std::int32_t skin_;
  Judge& judge_;
  std::vector<std::int64_t> seen_;
};

void Decode(Set& set, std::uint64_t first, std::uint64_t count) {
  const auto values = static_cast<std::size_t>(count * 4);
  set.joint_values.resize(values);
  DecodeIntegers(*set.joints, first, count, set.joint_values.data());
  set.weight_values.resize(values);
  if (set.weights->component_type == ComponentType::kFloat) {
    set.stored_floats.resize(values);
    DecodeFloats(*set.weights, first, count, set.stored_floats.data());
    std::ranges::copy(set.stored_floats, set.weight_values.begin());
    return;
  }
  set.stored_integers.resize(values);
  DecodeIntegers(*set.weights, first, count, set.stored_integers.data());
  for (std::size_t i = 0; i < values; ++i) {
    set.weight_values[i] = WeightOf(*set.weights, static_cast<double>(set.stored_integers[i]));
  }
}

void InfluenceChecker::Run(std::span<Set> sets, std::uint64_t vertex_count) {
  constexpr std::uint64_t kBlock = 512;
  for (std::uint64_t first = 0; first < vertex_count; first += kBlock) {
    const std::uint64_t count = std::min(kBlock, vertex_count - first);
    for (Set& set : sets) Decode(set, first, count);
    for (std::size_t at = 0; at < count; ++at) CheckVertex(sets, first, at);
  }
}

// Component by component, over all sets, as the validator does: so a repeated joint is reported
// where it says it is.
void InfluenceChecker::CheckVertex(std::span<const Set> sets, std::uint64_t first, std::size_t at) {
  const std::uint64_t vertex = first + at;
  seen_.clear();
  float sum = 0.0f;
  double tolerance = 0.0;
  for (std::size_t component = 0; component < 4; ++component) {
    const std::size_t slot = at * 4 + component;
    const std::uint64_t index = vertex * 4 + component;
    for (std::size_t s = 0; s < sets.size(); ++s) {
      const std::int64_t joint = sets[s].joint_values[slot];
      const double weight = sets[s].weight_values[slot];
      if (joint > last_joint_) {
        Add(issue::kAccessorJointsIndexOob, "JOINTS_", s, "value ", index, " is joint ", joint,
            ", the last of skin ", skin_, " is ", last_joint_);
        continue;
      }
      if (weight != 0.0) {
        const bool repeated = std::ranges::find(seen_, joint) != seen_.end();
        if (repeated) {
          Add(issue::kAccessorJointsIndexDuplicate, "JOINTS_", s, "value ", index, " is joint ",
              joint, ", which the vertex has already");
        } else {
          seen_.push_back(joint);
        }
        if (weight < 0.0) {
          Add(issue::kAccessorWeightsNegative, "WEIGHTS_", s, "value ", index,
              " is negative: ", weight);
        } else if (!repeated) {
          sum = static_cast<float>(sum + weight);
          tolerance += 2e-7;
        }
      } else if (joint != 0) {
        Add(issue::kAccessorJointsUsedZeroWeight, "JOINTS_", s, "value ", index, " is joint ",
            joint, ", though its weight is zero");
      }
    }
  }
  if (!(std::abs(double{sum} - 1.0) > tolerance)) return;
  for (std::size_t s = 0; s < sets.size(); ++s) {
    Add(issue::kAccessorWeightsNonNormalized, "WEIGHTS_", s, "the weights of values ", vertex * 4,
        " to ", vertex * 4 + 3, " sum to ", double{sum});
  }
}

bool IsOpen(const AccessorView* view, std::uint64_t vertex_count) {
  return view != nullptr && view->checkable && view->ready() && view->sparse_ascending &&
         view->count == vertex_count && view->components() == 4;
}

// Both parts of every set, or nothing where one cannot be looked into.
std::vector<Set> FindSets(const Accessors& accessors, const PrimitiveDef& primitive,
                          std::uint64_t vertex_count) {
  std::vector<Set> sets(primitive.joint_sets);
  for (std::size_t s = 0; s < sets.size(); ++s) {
    sets[s].joints = FindView(accessors, primitive, Words("JOINTS_", s));
    sets[s].weights = FindView(accessors, primitive, Words("WEIGHTS_", s));
    if (!IsOpen(sets[s].joints, vertex_count) || !IsOpen(sets[s].weights, vertex_count) ||
        sets[s].joints->component_type == ComponentType::kFloat) {
      return {};
    }
  }
  return sets;
}

// The smallest skin that a node shows the mesh with.
struct SkinLimit {
  std::size_t joint_count = 0;
  std::int32_t skin = kNone;
};

std::vector<SkinLimit> SkinLimits(const Document& document) {
  std::vector<SkinLimit> limits(document.meshes.size());
  for (const NodeDef& node : document.nodes) {
    if (node.mesh < 0 || node.skin < 0) continue;
    SkinLimit& limit = limits[static_cast<std::size_t>(node.mesh)];
    const std::size_t joints = document.skins[static_cast<std::size_t>(node.skin)].joints.size();
    if (limit.skin == kNone || joints < limit.joint_count) limit = {joints, node.skin};
  }
  return limits;
}

}  // namespace

void CheckInfluences(const Document& document, const Accessors& accessors, Budget& work,
                     Judge& judge) {
  const std::vector<SkinLimit> limits = SkinLimits(document);
  for (std::uint32_t m = 0; m < document.meshes.size(); ++m) {
    const MeshDef& mesh = document.meshes[m];
    if (limits[m].joint_count == 0) continue;
    for (std::uint32_t p = 0; p < mesh.primitives.size(); ++p) {
      const PrimitiveDef& primitive = mesh.primitives[p];
      if (primitive.joint_sets == 0 || primitive.attributes.empty()) continue;
      const std::int32_t first = primitive.attributes.front().accessor;
      if (first < 0) continue;
      const std::uint64_t vertex_count = accessors.at(first).count;
      std::vector<Set> sets = FindSets(accessors, primitive, vertex_count);
      if (sets.empty()) continue;
      if (!work.Take(vertex_count * sets.size(), 8 * sizeof(double), judge,
                     PointerOf("meshes", m, "primitives", p))) {
        return;
      }
      InfluenceChecker(m, p, static_cast<std::int64_t>(limits[m].joint_count) - 1, limits[m].skin,
                       judge)
          .Run(sets, vertex_count);
    }
  }
}

}  // namespace sinew::gltf
