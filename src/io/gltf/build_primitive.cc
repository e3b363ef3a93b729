// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// One primitive: its attributes from accessors or from a Draco stream, its indices, its morphs.
//
// Positions, normals, tangents, joints, weights and morphs must come in the number and width that
// the format says, or the file is refused; texture coordinates and colours that do not are dropped.
// Of the numbers themselves only positions and morphs must all be usable; bad ones of the others
// have rules of their own (docs/gltf-rules.md).
#include <algorithm>
#include <cstring>
#include <utility>

#include "io/gltf/build.h"
#include "io/gltf/draco_primitive.h"
#include "io/gltf/pointer.h"
#include "io/gltf/semantics.h"
#include "io/gltf/words.h"

namespace sinew::gltf {
namespace {

std::int32_t FindAttribute(const std::vector<Attribute>& attributes, std::string_view semantic) {
  for (const Attribute& attribute : attributes) {
    if (attribute.semantic == semantic) return attribute.accessor;
  }
  return kNone;
}

class PrimitiveBuilder {
 public:
  PrimitiveBuilder(Build& build, std::uint32_t mesh, std::uint32_t primitive)
      : build_(build),
        def_(build.document.meshes[mesh].primitives[primitive]),
        mesh_(mesh),
        primitive_(primitive) {}

  std::optional<Primitive> Run(std::uint32_t joint_limit);

 private:
  std::string Pointer() const { return PointerOf("meshes", mesh_, "primitives", primitive_); }
  std::string Pointer(std::string_view semantic) const {
    return PointerOf("meshes", mesh_, "primitives", primitive_, "attributes", semantic);
  }
  bool Refuse(std::string pointer, std::string message) {
    build_.judge.Refuse(FailureCode::kInvalid, std::move(pointer), std::move(message));
    return false;
  }

  // True where the attribute is there, in whichever way.
  bool Has(std::string_view semantic) const {
    return FindAttribute(def_.attributes, semantic) >= 0 || draco_.Find(semantic) != nullptr;
  }
  // One T a vertex, or false: refused, or of another form and not demanded.
  enum class Demand : bool { kNo, kYes };
  template <typename T>
  bool Read(std::string_view semantic, std::vector<T>& out, Demand demand = Demand::kYes);
  void ReadTexcoords();
  void ReadColors();
  bool ReadInfluences(std::uint32_t joint_limit);
  bool ReadIndices();
  bool ReadMorphs();
  bool ReadMorph(std::int32_t accessor, std::string_view semantic, std::size_t target,
                 std::vector<Vec3>& out);
  template <typename T>
  void ZeroUnusable(std::vector<T>& values, MendRule rule, std::string_view semantic);

  Build& build_;
  const PrimitiveDef& def_;
  std::uint32_t mesh_;
  std::uint32_t primitive_;
  DecodedDraco draco_;
  std::uint32_t vertex_count_ = 0;
  Primitive out_;
};

bool AllUsable(std::span<const float> values) {
  bool usable = true;
  for (const float value : values) usable &= value >= -kLargest && value <= kLargest;
  return usable;
}

template <typename T>
std::span<const float> FloatsOf(const std::vector<T>& values) {
  return {reinterpret_cast<const float*>(values.data()),
          values.size() * (sizeof(T) / sizeof(float))};
}

template <typename T>
bool PrimitiveBuilder::Read(std::string_view semantic, std::vector<T>& out, Demand demand) {
  constexpr std::uint32_t kWidth = sizeof(T) / sizeof(float);
  const DracoAttribute* decoded = draco_.Find(semantic);
  const AccessorView* view = nullptr;
  if (decoded == nullptr) {
    view = build_.accessors.Need(FindAttribute(def_.attributes, semantic), build_.judge);
    if (view == nullptr) return false;
  }
  const std::uint32_t width = decoded != nullptr ? decoded->component_count : view->components();
  const std::uint64_t count =
      decoded != nullptr ? decoded->values.size() / std::max(width, 1u) : view->count;
  if (width != kWidth || count != vertex_count_) {
    if (demand == Demand::kNo) return false;
    return Refuse(Pointer(semantic),
                  Words("The attribute has ", count, " elements of ", width, " components, not ",
                        vertex_count_, " of ", kWidth, "."));
  }
  if (!build_.Take(count, sizeof(T), Pointer(semantic))) return false;
  out.resize(vertex_count_);
  if (decoded != nullptr) {
    std::memcpy(static_cast<void*>(out.data()), decoded->values.data(), out.size() * sizeof(T));
  } else {
    if (!view->sparse_ascending) build_.judge.Mended("sparse-unsorted", Pointer(semantic));
    DecodeFloats(*view, reinterpret_cast<float*>(out.data()));
  }
  return true;
}

template <typename T>
void PrimitiveBuilder::ZeroUnusable(std::vector<T>& values, MendRule rule,
                                    std::string_view semantic) {
  if (AllUsable(FloatsOf(values))) return;
  std::uint64_t zeroed = 0;
  for (T& value : values) {
    if (AllUsable({reinterpret_cast<const float*>(&value), sizeof(T) / sizeof(float)})) continue;
    value = T{};
    ++zeroed;
  }
  build_.judge.Mended(rule, Pointer(semantic), zeroed);
}

void PrimitiveBuilder::ReadTexcoords() {
  for (std::uint32_t set = 0;; ++set) {
    const std::string semantic = Words("TEXCOORD_", set);
    if (!Has(semantic)) return;
    std::vector<Vec2> texcoords;
    if (!Read(semantic, texcoords, Demand::kNo)) {
      if (!build_.judge.refused()) build_.judge.Mended("attribute-dropped", Pointer(semantic));
      return;  // A later set must not take its number.
    }
    ZeroUnusable(texcoords, "attribute-not-finite", semantic);
    out_.texcoords.push_back(std::move(texcoords));
  }
}

void PrimitiveBuilder::ReadColors() {
  for (std::uint32_t set = 0;; ++set) {
    const std::string semantic = Words("COLOR_", set);
    if (!Has(semantic)) return;
    std::vector<Vec4> colors;
    std::vector<Vec3> opaque;
    if (!Read(semantic, colors, Demand::kNo)) {
      if (build_.judge.refused() || !Read(semantic, opaque, Demand::kNo)) {
        if (!build_.judge.refused()) build_.judge.Mended("attribute-dropped", Pointer(semantic));
        return;
      }
      if (!build_.Take(vertex_count_, sizeof(Vec4), Pointer(semantic))) return;
      colors.reserve(vertex_count_);
      for (const Vec3& color : opaque) colors.push_back({color.x, color.y, color.z, 1.0f});
    }
    ZeroUnusable(colors, "attribute-not-finite", semantic);
    out_.colors.push_back(std::move(colors));
  }
}

// The sets 0, 1, ... count as long as both JOINTS_n and WEIGHTS_n are there; the rest is left out.
bool PrimitiveBuilder::ReadInfluences(std::uint32_t joint_limit) {
  std::vector<InfluenceSet> sets;
  for (std::uint32_t n = 0;; ++n) {
    const std::string joints_name = Words("JOINTS_", n);
    const std::string weights_name = Words("WEIGHTS_", n);
    if (!Has(joints_name) || !Has(weights_name)) break;
    InfluenceSet set;
    if (const DracoAttribute* decoded = draco_.Find(joints_name)) {
      std::vector<Vec4> values;
      if (!Read(joints_name, values)) return false;
      set.joints.resize(std::size_t{vertex_count_} * 4);
      for (std::size_t i = 0; i < set.joints.size(); ++i) {
        const float joint = decoded->values[i];
        const bool fits = joint >= 0.0f && joint < 4294967040.0f;
        set.joints[i] = fits ? static_cast<std::uint32_t>(joint) : ~0u;
      }
    } else {
      const AccessorView* view =
          build_.accessors.Need(FindAttribute(def_.attributes, joints_name), build_.judge);
      if (view == nullptr) return false;
      if (view->count != vertex_count_ || view->components() != 4 ||
          view->component_type == ComponentType::kFloat) {
        return Refuse(Pointer(joints_name),
                      Words("Joints must be ", vertex_count_, " elements of 4 integers."));
      }
      if (!build_.Take(vertex_count_, 4 * sizeof(std::uint32_t), Pointer(joints_name))) {
        return false;
      }
      set.joints.resize(std::size_t{vertex_count_} * 4);
      DecodeIndices(*view, set.joints.data());
    }
    std::vector<Vec4> weights;
    if (!Read(weights_name, weights)) return false;
    set.weights.resize(weights.size() * 4);
    std::memcpy(set.weights.data(), weights.data(), weights.size() * sizeof(Vec4));
    sets.push_back(std::move(set));
  }
  const auto named = std::ranges::count_if(def_.attributes, [](const Attribute& attribute) {
    const Semantic kind = ParseSemantic(attribute.semantic).kind;
    return kind == Semantic::kJoints || kind == Semantic::kWeights;
  });
  if (static_cast<std::size_t>(named) > 2 * sets.size()) {
    build_.judge.Mended("influences-ignored", Pointer());
  }
  if (sets.empty()) return true;
  if (!build_.Take(std::uint64_t{vertex_count_} * sets.size(), 4 * sizeof(Influence) + 4,
                   Pointer())) {
    return false;
  }
  out_.influences = BuildInfluences(sets, vertex_count_, joint_limit, Pointer(), build_.judge);
  return true;
}

bool PrimitiveBuilder::ReadIndices() {
  const auto pointer = [this] {
    return PointerOf("meshes", mesh_, "primitives", primitive_, "indices");
  };
  if (draco_.decoded) {
    out_.indexed = true;
    out_.indices = std::move(draco_.mesh.indices);
  } else if (def_.indices >= 0) {
    const AccessorView* view = build_.accessors.Need(def_.indices, build_.judge);
    if (view == nullptr) return false;
    if (view->type != ElementType::kScalar || view->component_type == ComponentType::kFloat) {
      return Refuse(pointer(), "The indices are not integers.");
    }
    if (!build_.Take(view->count, sizeof(std::uint32_t), pointer())) return false;
    out_.indexed = true;
    out_.indices.resize(static_cast<std::size_t>(view->count));
    DecodeIndices(*view, out_.indices.data());
  }
  std::uint32_t largest = 0;
  for (const std::uint32_t index : out_.indices) largest = std::max(largest, index);
  if (!out_.indices.empty() && largest >= vertex_count_) {
    return Refuse(pointer(),
                  Words("Index ", largest, " is beyond the last of ", vertex_count_, " vertices."));
  }
  return true;
}

bool PrimitiveBuilder::ReadMorph(std::int32_t accessor, std::string_view semantic,
                                 std::size_t target, std::vector<Vec3>& out) {
  if (accessor < 0) return true;
  const AccessorView* view = build_.accessors.Need(accessor, build_.judge);
  if (view == nullptr) return false;
  const auto pointer = [&] {
    return PointerOf("meshes", mesh_, "primitives", primitive_, "targets", target, semantic);
  };
  if (view->count != vertex_count_ || view->type != ElementType::kVec3) {
    return Refuse(pointer(), Words("A morph target needs ", vertex_count_, " differences of 3."));
  }
  if (!build_.Take(vertex_count_, sizeof(Vec3), pointer())) return false;
  out.resize(vertex_count_);
  DecodeFloats(*view, reinterpret_cast<float*>(out.data()));
  if (!view->sparse_ascending) build_.judge.Mended("sparse-unsorted", pointer());
  if (!AllUsable(FloatsOf(out))) {
    return Refuse(pointer(), "A difference is not finite or beyond 1e18.");
  }
  return true;
}

bool PrimitiveBuilder::ReadMorphs() {
  if (!build_.Take(def_.targets.size(), sizeof(MorphTarget), Pointer())) return false;
  out_.morph_targets.resize(def_.targets.size());
  for (std::size_t t = 0; t < def_.targets.size(); ++t) {
    MorphTarget& morph = out_.morph_targets[t];
    for (const Attribute& attribute : def_.targets[t]) {
      std::vector<Vec3>* into = nullptr;
      if (attribute.semantic == "POSITION") into = &morph.positions;
      // Without a base there is nothing to add to.
      if (attribute.semantic == "NORMAL" && !out_.normals.empty()) into = &morph.normals;
      if (attribute.semantic == "TANGENT" && !out_.tangents.empty()) into = &morph.tangents;
      if (into == nullptr) continue;
      if (!ReadMorph(attribute.accessor, attribute.semantic, t, *into)) return false;
    }
  }
  return true;
}

std::optional<Primitive> PrimitiveBuilder::Run(std::uint32_t joint_limit) {
  if (def_.broken) {
    Refuse(Pointer(), "The primitive is malformed.");
    return std::nullopt;
  }
  if (def_.draco && !DecodeDraco(build_, def_, Pointer(), draco_)) return std::nullopt;
  if (!Has("POSITION")) {
    build_.judge.Mended("primitive-without-position", Pointer());
    return std::nullopt;
  }
  if (draco_.decoded) {
    vertex_count_ = draco_.mesh.point_count;
  } else {
    const AccessorView* positions =
        build_.accessors.Need(FindAttribute(def_.attributes, "POSITION"), build_.judge);
    if (positions == nullptr) return std::nullopt;
    if (positions->count >= ~0u) {
      Refuse(Pointer("POSITION"), "There are more vertices than 32 bits count.");
      return std::nullopt;
    }
    vertex_count_ = static_cast<std::uint32_t>(positions->count);
  }
  if (def_.mode < 0 || def_.mode > 6) {
    Refuse(Pointer(), "The primitive's mode does not exist.");
    return std::nullopt;
  }
  out_.topology = draco_.decoded ? Topology::kTriangles : static_cast<Topology>(def_.mode);
  if (!Read("POSITION", out_.positions)) return std::nullopt;
  if (!AllUsable(FloatsOf(out_.positions))) {
    Refuse(Pointer("POSITION"), "A position is not finite or beyond 1e18.");
    return std::nullopt;
  }
  if (Has("NORMAL")) {
    if (!Read("NORMAL", out_.normals)) return std::nullopt;
    ZeroUnusable(out_.normals, "normal-not-finite", "NORMAL");
  }
  if (Has("TANGENT")) {
    if (!Read("TANGENT", out_.tangents)) return std::nullopt;
    ZeroUnusable(out_.tangents, "tangent-not-finite", "TANGENT");
    std::uint64_t signs = 0;
    for (Vec4& tangent : out_.tangents) {
      const float sign = tangent.w < 0.0f ? -1.0f : 1.0f;
      signs += tangent.w != sign;
      tangent.w = sign;
    }
    if (signs != 0) build_.judge.Mended("tangent-sign", Pointer("TANGENT"), signs);
  }
  ReadTexcoords();
  ReadColors();
  if (build_.judge.refused() || !ReadInfluences(joint_limit) || !ReadIndices() || !ReadMorphs()) {
    return std::nullopt;
  }
  if (def_.material >= 0) out_.material = static_cast<std::uint32_t>(def_.material);
  return std::move(out_);
}

}  // namespace

std::optional<Primitive> BuildPrimitive(Build& build, std::uint32_t mesh, std::uint32_t primitive,
                                        std::uint32_t joint_limit) {
  return PrimitiveBuilder(build, mesh, primitive).Run(joint_limit);
}

}  // namespace sinew::gltf
