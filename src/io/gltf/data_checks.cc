// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Each accessor's elements are walked once, in blocks, by loops that only tell good from suspect.
// element_checks.cc then walks the suspect ones again, element by element, and reports.
#include "io/gltf/data_checks.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "io/gltf/element_checks.h"
#include "io/gltf/issues.h"
#include "io/gltf/pointer.h"
#include "io/gltf/words.h"
#include "math/usable.h"

namespace sinew::gltf {
namespace {

// --- who uses what ---

bool IsFormat(const Accessor& accessor, ElementType type, ComponentType component,
              bool normalized = false) {
  return !accessor.broken && accessor.type == type && accessor.component_type == component &&
         accessor.normalized == normalized;
}

bool IsDirections(const Accessor& accessor, ElementType type, bool quantised) {
  return IsFormat(accessor, type, ComponentType::kFloat) ||
         (quantised && (IsFormat(accessor, type, ComponentType::kByte, true) ||
                        IsFormat(accessor, type, ComponentType::kShort, true)));
}

class UseCollector {
 public:
  explicit UseCollector(const Document& document) : document_(document) {
    quantised_ = std::ranges::find(document.extensions_used, "KHR_mesh_quantization") !=
                 document.extensions_used.end();
    for (std::uint32_t m = 0; m < document.meshes.size(); ++m) {
      const MeshDef& mesh = document.meshes[m];
      for (std::uint32_t p = 0; p < mesh.primitives.size(); ++p) AddPrimitive(m, p);
    }
    for (std::uint32_t s = 0; s < document.skins.size(); ++s) {
      const std::int32_t binds = document.skins[s].inverse_bind;
      if (binds >= 0 && IsFormat(At(binds), ElementType::kMat4, ComponentType::kFloat)) {
        Add({.accessor = binds, .demand = Demand::kInverseBinds, .object = s});
      }
    }
    std::size_t animated = 0;
    for (const AnimationDef& animation : document.animations) {
      animated += animation.samplers.size() + animation.channels.size();
    }
    uses_.reserve(uses_.size() + animated);
    for (std::uint32_t a = 0; a < document.animations.size(); ++a) AddAnimation(a);
  }

  // The uses of each accessor together, in the order found.
  std::vector<ElementUse> Take(std::vector<std::uint32_t>& begins) {
    begins.assign(document_.accessors.size() + 1, 0);
    for (const ElementUse& use : uses_) ++begins[static_cast<std::size_t>(use.accessor) + 1];
    for (std::size_t i = 1; i < begins.size(); ++i) begins[i] += begins[i - 1];
    std::vector<std::uint32_t> next = begins;
    std::vector<ElementUse> sorted(uses_.size());
    for (const ElementUse& use : uses_) {
      sorted[next[static_cast<std::size_t>(use.accessor)]++] = use;
    }
    return sorted;
  }

 private:
  const Accessor& At(std::int32_t index) const {
    return document_.accessors[static_cast<std::size_t>(index)];
  }
  void Add(const ElementUse& use) { uses_.push_back(use); }

  void AddPrimitive(std::uint32_t m, std::uint32_t p) {
    const PrimitiveDef& primitive = document_.meshes[m].primitives[p];
    std::int64_t vertex_count = 0;  // That of the first attribute, as the validator has it.
    for (const Attribute& attribute : primitive.attributes) {
      if (attribute.accessor < 0) continue;
      const Accessor& accessor = At(attribute.accessor);
      if (vertex_count == 0) vertex_count = static_cast<std::int64_t>(accessor.count);
      ElementUse use{.accessor = attribute.accessor, .object = m, .part = p};
      if (attribute.semantic == "NORMAL") {
        if (!IsDirections(accessor, ElementType::kVec3, quantised_)) continue;
        use.demand = Demand::kUnitVectors;
      } else if (attribute.semantic == "TANGENT") {
        if (!IsDirections(accessor, ElementType::kVec4, quantised_)) continue;
        use.demand = Demand::kUnitVectorsAndSign;
      } else if (attribute.semantic == "COLOR_0") {
        if (!IsFormat(accessor, ElementType::kVec3, ComponentType::kFloat) &&
            !IsFormat(accessor, ElementType::kVec4, ComponentType::kFloat)) {
          continue;
        }
        use.demand = Demand::kClampedColors;
      } else {
        continue;
      }
      Add(use);
    }
    if (primitive.indices < 0) return;
    const Accessor& indices = At(primitive.indices);
    if (IsFormat(indices, ElementType::kScalar, ComponentType::kUnsignedByte) ||
        IsFormat(indices, ElementType::kScalar, ComponentType::kUnsignedShort) ||
        IsFormat(indices, ElementType::kScalar, ComponentType::kUnsignedInt)) {
      Add({.accessor = primitive.indices,
           .demand = Demand::kVertexIndices,
           .triangles = primitive.mode == 4 || primitive.mode < 0,
           .object = m,
           .part = p,
           .last_vertex = vertex_count - 1});
    }
  }

  void AddAnimation(std::uint32_t a) {
    const AnimationDef& animation = document_.animations[a];
    for (std::uint32_t s = 0; s < animation.samplers.size(); ++s) {
      const std::int32_t input = animation.samplers[s].input;
      if (input >= 0 && IsFormat(At(input), ElementType::kScalar, ComponentType::kFloat)) {
        Add({.accessor = input, .demand = Demand::kAscendingTimes, .object = a, .part = s});
      }
    }
    for (std::uint32_t c = 0; c < animation.channels.size(); ++c) {
      const ChannelDef& channel = animation.channels[c];
      if (channel.sampler < 0 || channel.property != Property::kRotation) continue;
      const SamplerDef& sampler = animation.samplers[static_cast<std::size_t>(channel.sampler)];
      if (sampler.output < 0 || At(sampler.output).broken) continue;
      if (ComponentCount(At(sampler.output).type) != 4) continue;
      const bool cubic = sampler.interpolation == Interpolation::kCubicSpline;
      Add({.accessor = sampler.output,
           .demand = cubic ? Demand::kUnitCubicRotations : Demand::kUnitRotations,
           .object = a,
           .part = c});
    }
  }

  const Document& document_;
  bool quantised_ = false;
  std::vector<ElementUse> uses_;
};

// --- good or suspect ---

// What one walk over an accessor found. Each is conservative: good means certainly good.
struct Facts {
  bool usable = true;
  bool finite = true;     // Asked only where a block is not usable.
  bool in_bounds = true;  // Filled in last.
  bool ascending = true;
  bool unit4 = true, unit4_cubic = true, unit3 = true, signs = true, clamped = true;
  bool last_rows = true;
  std::int64_t largest_index = -1;
  std::uint64_t degenerate_triangles = 0;
};

// Which of them somebody wants to know.
struct Wanted {
  bool bounds = false;
  bool ascending = false, unit4 = false, unit4_cubic = false, unit3 = false, signs = false;
  bool clamped = false, last_rows = false, indices = false;
};

Wanted WantedBy(std::span<const ElementUse> uses) {
  Wanted wanted;
  for (const ElementUse& use : uses) {
    switch (use.demand) {
      case Demand::kAscendingTimes:
        wanted.ascending = true;
        break;
      case Demand::kUnitRotations:
        wanted.unit4 = true;
        break;
      case Demand::kUnitCubicRotations:
        wanted.unit4_cubic = true;
        break;
      case Demand::kInverseBinds:
        wanted.last_rows = true;
        break;
      case Demand::kUnitVectors:
        wanted.unit3 = true;
        break;
      case Demand::kUnitVectorsAndSign:
        wanted.unit3 = wanted.signs = true;
        break;
      case Demand::kClampedColors:
        wanted.clamped = true;
        break;
      case Demand::kVertexIndices:
        wanted.indices = true;
        break;
    }
  }
  return wanted;
}

bool IsGood(const Facts& facts, const ElementUse& use, ComponentType type) {
  switch (use.demand) {
    case Demand::kAscendingTimes:
      return facts.ascending;
    case Demand::kUnitRotations:
      return facts.unit4;
    case Demand::kUnitCubicRotations:
      return facts.unit4_cubic;
    case Demand::kInverseBinds:
      return facts.last_rows;
    case Demand::kUnitVectors:
      return facts.unit3;
    case Demand::kUnitVectorsAndSign:
      return facts.unit3 && facts.signs;
    case Demand::kClampedColors:
      return facts.clamped;
    case Demand::kVertexIndices:
      return facts.largest_index <= use.last_vertex && facts.largest_index != RestartIndex(type);
  }
  return true;
}

// No early exit and no branch, so that the compiler vectorises it.
template <std::size_t kWidth, std::size_t kStep>
bool AllUnit(const float* values, std::size_t count) {
  std::int32_t bad = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const float* const v = values + i * kStep;
    float square = v[0] * v[0];
    for (std::size_t c = 1; c < kWidth; ++c) square += v[c] * v[c];
    bad |= std::abs(square - 1.0f) <= kCertainlyUnit ? 0 : 1;
  }
  return bad == 0;
}

// Smallest and largest so far, a component.
struct Range {
  std::array<double, 16> min;
  std::array<double, 16> max;
};

template <typename T>
void Widen(Range& range, const T* values, std::size_t count, std::size_t components) {
  for (std::size_t c = 0; c < components; ++c) {
    T low = values[c], high = values[c];
    for (std::size_t i = c; i < count * components; i += components) {
      low = values[i] < low ? values[i] : low;
      high = values[i] > high ? values[i] : high;
    }
    range.min[c] = std::min(range.min[c], static_cast<double>(low));
    range.max[c] = std::max(range.max[c], static_cast<double>(high));
  }
}

class Walker {
 public:
  Walker(const json::Document& json, const Document& document, Accessors& accessors, Budget& work,
         Judge& judge)
      : json_(json), document_(document), accessors_(accessors), work_(work), judge_(judge) {}

  void Check(std::int32_t index, std::span<const ElementUse> uses);

 private:
  static constexpr std::size_t kBlockValues = 4096;

  void WalkFloats(const AccessorView& view, const Wanted& wanted, Facts& facts);
  void WalkIntegers(const AccessorView& view, const Wanted& wanted, Facts& facts);
  Bounds BoundsOf(const Accessor& accessor) const;

  const json::Document& json_;
  const Document& document_;
  Accessors& accessors_;
  Budget& work_;
  Judge& judge_;
  Range range_;  // Of the accessor being walked, where it has bounds.
  std::vector<float> floats_;
  std::vector<std::int64_t> integers_;
};

void Walker::WalkFloats(const AccessorView& view, const Wanted& wanted, Facts& facts) {
  const std::size_t components = view.components();
  const std::uint64_t block = kBlockValues / components / 3 * 3;
  floats_.resize(kBlockValues);
  const float* const values = floats_.data();
  float last = -1.0f;
  for (std::uint64_t first = 0; first < view.count; first += block) {
    const auto count = static_cast<std::size_t>(std::min(block, view.count - first));
    DecodeFloats(view, first, count, floats_.data());
    if (const auto bytes = std::as_bytes(std::span(values, count * components));
        !scalar::AllUsable(bytes)) {
      facts.usable = false;
      facts.finite = facts.finite && scalar::NoneBeyond<std::numeric_limits<float>::max()>(bytes);
    }
    if (wanted.bounds) Widen(range_, values, count, components);
    if (wanted.ascending) {
      facts.ascending &= first != 0 || values[0] >= 0.0f;
      for (std::size_t i = 0; i < count; ++i) {
        facts.ascending &= last < values[i];
        last = values[i];
      }
    }
    if (wanted.unit4) facts.unit4 &= AllUnit<4, 4>(values, count);
    // Blocks hold whole keys: their elements are a multiple of three.
    if (wanted.unit4_cubic) facts.unit4_cubic &= AllUnit<4, 12>(values + 4, (count + 1) / 3);
    if (wanted.unit3) {
      facts.unit3 &= components == 4 ? AllUnit<3, 4>(values, count) : AllUnit<3, 3>(values, count);
    }
    for (std::size_t i = 0; wanted.signs && i < count; ++i) {
      facts.signs &= std::abs(values[i * 4 + 3]) == 1.0f;
    }
    for (std::size_t i = 0; wanted.clamped && i < count * components; ++i) {
      facts.clamped &= values[i] >= 0.0f && values[i] <= 1.0f;
    }
    for (std::size_t i = 0; wanted.last_rows && i < count; ++i) {
      const float* m = values + i * 16;
      facts.last_rows &= m[3] == 0.0f && m[7] == 0.0f && m[11] == 0.0f && m[15] == 1.0f;
    }
  }
}

void Walker::WalkIntegers(const AccessorView& view, const Wanted& wanted, Facts& facts) {
  const std::size_t components = view.components();
  const std::uint64_t block = kBlockValues / components / 3 * 3;
  integers_.resize(kBlockValues);
  const std::int64_t* const values = integers_.data();
  for (std::uint64_t first = 0; first < view.count; first += block) {
    const auto count = static_cast<std::size_t>(std::min(block, view.count - first));
    DecodeIntegers(view, first, count, integers_.data());
    if (wanted.bounds) Widen(range_, values, count, components);
    if (!wanted.indices) continue;
    for (std::size_t i = 0; i < count; ++i) {
      facts.largest_index = std::max(facts.largest_index, values[i]);
    }
    for (std::size_t i = 0; i + 3 <= count; i += 3) {
      facts.degenerate_triangles += values[i] == values[i + 1] || values[i + 1] == values[i + 2] ||
                                    values[i + 2] == values[i];
    }
  }
}

Bounds Walker::BoundsOf(const Accessor& accessor) const {
  const bool is_float = accessor.component_type == ComponentType::kFloat;
  const auto read = [&](std::uint32_t json) -> std::optional<std::vector<double>> {
    if (json == ~0u) return std::nullopt;
    std::vector<double> numbers;
    for (const json::Value value : json_.At(json).elements()) {
      const double number = value.number();
      numbers.push_back(is_float ? double{static_cast<float>(number)} : number);
    }
    if (numbers.size() != ComponentCount(accessor.type)) return std::nullopt;
    return numbers;
  };
  return {read(accessor.min_json), read(accessor.max_json)};
}

void Walker::Check(std::int32_t index, std::span<const ElementUse> uses) {
  const Accessor& accessor = document_.accessors[static_cast<std::size_t>(index)];
  const AccessorView& view = accessors_.at(index);
  const bool is_float = view.component_type == ComponentType::kFloat;
  const bool has_bounds = accessor.min_json != ~0u || accessor.max_json != ~0u;
  if (!is_float && !has_bounds && uses.empty()) return;
  if (!work_.Take(view.count, ElementBytes(view.type, view.component_type), judge_, "/accessors")) {
    return;
  }
  // Most accessors are a few keys of which nobody asks more than to be finite.
  if (is_float && !has_bounds && uses.empty() && view.IsPlainFloats() &&
      scalar::AllUsable(
          {view.base, static_cast<std::size_t>(view.value_count()) * sizeof(float)})) {
    accessors_.NoteUsable(index);
    return;
  }
  Wanted wanted = WantedBy(uses);
  wanted.bounds = has_bounds;
  if (has_bounds) {
    range_.min.fill(std::numeric_limits<double>::infinity());
    range_.max.fill(-std::numeric_limits<double>::infinity());
  }
  Facts facts;
  if (!is_float && (has_bounds || wanted.indices)) WalkIntegers(view, wanted, facts);
  if (!is_float) wanted.bounds = false;
  if (is_float || wanted.unit3 || wanted.unit4 || wanted.unit4_cubic) {
    WalkFloats(view, wanted, facts);
    if (facts.usable) accessors_.NoteUsable(index);
    if (wanted.unit4 && facts.unit4) accessors_.NoteUnit(index);
  }
  if (has_bounds || !facts.finite) {
    const Bounds bounds = BoundsOf(accessor);
    for (std::size_t c = 0; c < view.components(); ++c) {
      if (bounds.min) facts.in_bounds &= (*bounds.min)[c] == range_.min[c];
      if (bounds.max) facts.in_bounds &= (*bounds.max)[c] == range_.max[c];
    }
    if (!facts.in_bounds || !facts.finite) ReportElements(view, index, bounds, work_, judge_);
  }
  for (const ElementUse& use : uses) {
    if (!facts.finite || !IsGood(facts, use, view.component_type)) {
      ReportUse(view, use, work_, judge_);
    }
    if (use.triangles && facts.degenerate_triangles != 0) {
      judge_.Add(issue::kAccessorIndexTriangleDegenerate, PointerOfUse(use),
                 Words(facts.degenerate_triangles, " of ", view.count / 3,
                       " triangles have a corner twice"));
    }
  }
}

void CheckSparse(std::int32_t index, const AccessorView& view, Budget& work, Judge& judge) {
  const auto pointer = [index] { return PointerOf("accessors", index, "sparse"); };
  if (!work.Take(view.sparse_count, kSparseWorkBytes, judge, "/accessors")) return;
  std::uint32_t last = 0;
  for (std::uint64_t i = 0; i < view.sparse_count; ++i) {
    const std::uint32_t at = SparseIndex(view, i);
    if (i != 0 && at <= last) {
      judge.Add(issue::kAccessorSparseIndicesNonIncreasing, pointer,
                [&] { return Words("sparse index ", i, ", ", at, ", is not above ", last); });
    }
    if (at >= view.count) {
      judge.Add(issue::kAccessorSparseIndexOob, pointer, [&] {
        return Words("sparse index ", i, " is ", at, ", the accessor has ", view.count,
                     " elements");
      });
    }
    last = at;
  }
}

}  // namespace

void CheckData(const json::Document& json, const Document& document, Accessors& accessors,
               Budget& work, Judge& judge) {
  const auto is_open = [&accessors](std::int32_t index) {
    const AccessorView& view = accessors.at(index);
    return view.checkable && view.sparse_ascending &&
           (view.ready() || view.state == AccessorState::kSparseIndex);
  };
  const auto count = static_cast<std::int32_t>(accessors.size());
  for (std::int32_t i = 0; i < count; ++i) {
    const AccessorView& view = accessors.at(i);
    const bool suspect = view.state == AccessorState::kSparseIndex || !view.sparse_ascending;
    if (suspect && view.sparse_count != 0) CheckSparse(i, view, work, judge);
  }
  std::vector<std::uint32_t> begins;
  const std::vector<ElementUse> uses = UseCollector(document).Take(begins);
  Walker walker(json, document, accessors, work, judge);
  for (std::int32_t i = 0; i < count; ++i) {
    if (!is_open(i)) continue;
    const auto at = static_cast<std::size_t>(i);
    walker.Check(i, std::span(uses).subspan(begins[at], begins[at + 1] - begins[at]));
  }
  CheckInfluences(document, accessors, work, judge);
}

}  // namespace sinew::gltf
