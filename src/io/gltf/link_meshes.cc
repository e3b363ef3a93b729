// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes with their accessors and materials.
#include <algorithm>
#include <unordered_set>

#include "io/gltf/attribute_formats.h"
#include "io/gltf/link_stage.h"
#include "io/gltf/semantics.h"

namespace sinew::gltf {
namespace {

constexpr std::string_view kModeNames[] = {
    "POINTS", "LINES", "LINE_LOOP", "LINE_STRIP", "TRIANGLES", "TRIANGLE_STRIP", "TRIANGLE_FAN"};

class PrimitiveLinker {
 public:
  PrimitiveLinker(LinkStage& stage, std::size_t mesh, std::size_t number,
                  std::span<const VariantMapping> mappings)
      : stage_(stage),
        document_(stage.document),
        judge_(stage.judge),
        mesh_(mesh),
        number_(number),
        mappings_(mappings),
        primitive_(document_.meshes[mesh].primitives[number]) {}

  void Link() {
    used_texcoords_.assign(primitive_.texcoord_sets, false);
    LinkVariants();
    LinkAttributes();
    LinkIndices();
    CheckMode();
    LinkMaterial();
    LinkTargets();
    LinkDraco();
    // Only now: morph targets look for the attributes that they change.
    for (std::size_t i = dropped_.size(); i-- > 0;) {
      primitive_.attributes.erase(primitive_.attributes.begin() + dropped_[i]);
    }
  }

 private:
  template <typename... Steps>
  std::string At(const Steps&... steps) const {
    return PointerOf("meshes", mesh_, "primitives", number_, steps...);
  }

  // The mesh cannot be used; refuses the file if anybody does.
  void Fault(std::string place, std::string message) {
    primitive_.broken = true;
    document_.meshes[mesh_].broken = true;
    Failure& fault = stage_.mesh_faults[mesh_];
    if (fault.message.empty()) {
      fault = {FailureCode::kInvalid, std::move(place), std::move(message)};
    }
  }

  // What vertex and morph attributes have in common. False: the attribute is dropped.
  template <typename Place>
  bool LinkAttribute(Attribute& attribute, bool morph, Place&& place) {
    if (attribute.accessor == kNone) {
      Fault(place(), "the attribute names no accessor");
      return true;
    }
    Accessor* const accessor = Follow(stage_, document_.accessors, attribute.accessor, place);
    if (accessor == nullptr) {
      Fault(place(), "the attribute names an accessor that is not there");
      return true;
    }
    UseAccessor(stage_, *accessor, AccessorUse::kVertexAttribute, place);
    BufferView* const view = ViewOf(stage_, *accessor);
    if (view != nullptr) UseView(stage_, *view, ViewUse::kVertices, place);
    if (morph) {
      CheckMorphBase(attribute, *accessor, place);
    }
    if (attribute.semantic == "POSITION" &&
        (accessor->min_json == ~0u || accessor->max_json == ~0u)) {
      judge_.Add(issue::kMeshPrimitivePositionAccessorWithoutBounds, place(),
                 "an accessor of positions must have \"min\" and \"max\"");
    }
    const bool kept = CheckFormat(attribute, *accessor, morph, place);
    const bool unaligned_offset = !accessor->bad_offset && accessor->byte_offset % 4 != 0;
    const bool unaligned_element =
        view != nullptr && view->byte_stride == 0 && ElementLength(*accessor) % 4 != 0;
    if (unaligned_offset || unaligned_element) {
      judge_.Add(issue::kMeshPrimitiveAccessorUnaligned, place(),
                 unaligned_offset
                     ? Words("the offset ", accessor->byte_offset, " is no multiple of four")
                     : Words("elements of ", ElementLength(*accessor),
                             " bytes without a stride are not aligned to four"));
    }
    if (accessor->broken) Fault(place(), "the attribute's accessor is not usable");
    return kept;
  }

  template <typename Place>
  void CheckMorphBase(const Attribute& attribute, const Accessor& accessor, Place&& place) {
    const auto base = std::lower_bound(
        by_name_.begin(), by_name_.end(), attribute.semantic,
        [](const Attribute& a, std::string_view name) { return a.semantic < name; });
    if (base == by_name_.end() || base->semantic != attribute.semantic || base->accessor == kNone) {
      judge_.Add(issue::kMeshPrimitiveMorphTargetNoBaseAccessor, place(),
                 "the primitive has no attribute of this name to morph");
      return;
    }
    const std::int64_t expected =
        CountOf(document_.accessors[static_cast<std::size_t>(base->accessor)]);
    if (expected == CountOf(accessor)) return;
    judge_.Add(issue::kMeshPrimitiveMorphTargetInvalidAttributeCount, place(),
               Words("the target has ", accessor.count, " elements, the attribute ", expected));
    Fault(place(), "a morph target's count differs from its attribute's");
  }

  template <typename Place>
  bool CheckFormat(const Attribute& attribute, const Accessor& accessor, bool morph,
                   Place&& place) {
    const Semantic base = BaseSemantic(attribute.semantic);
    if (!HasFormatRule(base, morph)) {
      if (!morph && !accessor.bad_component_type &&
          accessor.component_type == ComponentType::kUnsignedInt) {
        judge_.Add(issue::kMeshPrimitiveAttributesAccessorUnsignedInt, place(),
                   "attributes cannot be of 32-bit integers");
      }
      return true;
    }
    if (IsAllowedFormat(base, accessor, morph, stage_.quantized)) return true;
    judge_.Add(issue::kMeshPrimitiveAttributesAccessorInvalidFormat, place(),
               Words("the accessor holds ", FormatName(accessor), ", which ", attribute.semantic,
                     " does not allow"));
    if (IsReadableFormat(base, accessor, morph)) return true;
    if (base == Semantic::kPosition || base == Semantic::kJoints || base == Semantic::kWeights) {
      Fault(place(), Words(attribute.semantic, " cannot be read from ", FormatName(accessor)));
      return true;
    }
    judge_.Mended("attribute-dropped", place());
    return false;
  }

  // Several accessors of vertices may share a view only where its stride is given.
  template <typename Place>
  void CountStrideUser(std::int32_t accessor_index, Place&& place) {
    if (accessor_index == kNone) return;
    const auto index = static_cast<std::size_t>(accessor_index);
    BufferView* const view = ViewOf(stage_, document_.accessors[index]);
    if (view == nullptr || view->byte_stride != 0 || stage_.counted_strides[index]) return;
    stage_.counted_strides[index] = true;
    if (++view->stride_users > 1) {
      judge_.Add(issue::kMeshPrimitiveAccessorWithoutBytestride, place(),
                 "the view is shared by several accessors, so it must have a \"byteStride\"");
    }
  }

  void LinkAttributes() {
    auto& attributes = primitive_.attributes;
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      Attribute& attribute = attributes[i];
      const auto place = [&] { return At("attributes", attribute.semantic); };
      const bool keep = LinkAttribute(attribute, false, place);
      if (attribute.accessor != kNone) {
        const std::int64_t count =
            CountOf(document_.accessors[static_cast<std::size_t>(attribute.accessor)]);
        if (vertex_count_ == -1) {
          vertex_count_ = count_ = count;
        } else if (vertex_count_ != count) {
          judge_.Add(
              issue::kMeshPrimitiveUnequalAccessorCount, place(),
              Words("the attribute has ", count, " elements, the first one has ", vertex_count_));
          if (keep) Fault(place(), "the attributes of a primitive have different counts");
        }
        CountStrideUser(attribute.accessor, place);
      }
      if (!keep) dropped_.push_back(static_cast<std::ptrdiff_t>(i));
    }
  }

  void LinkIndices() {
    if (primitive_.indices == kNone) return;
    const auto place = [&] { return At("indices"); };
    Accessor* const indices = Follow(stage_, document_.accessors, primitive_.indices, place);
    if (indices == nullptr) {
      Fault(place(), "the indices name an accessor that is not there");
      return;
    }
    count_ = CountOf(*indices);
    UseAccessor(stage_, *indices, AccessorUse::kIndices, place);
    if (BufferView* const view = ViewOf(stage_, *indices)) {
      UseView(stage_, *view, ViewUse::kIndices, place);
      if (view->byte_stride != 0) {
        judge_.Add(issue::kMeshPrimitiveIndicesAccessorWithBytestride, place(),
                   "a view of indices must not have a stride");
      }
    }
    constexpr ElementType kScalar = ElementType::kScalar;
    if (!HasFormat(*indices, kScalar, ComponentType::kUnsignedByte, false) &&
        !HasFormat(*indices, kScalar, ComponentType::kUnsignedShort, false) &&
        !HasFormat(*indices, kScalar, ComponentType::kUnsignedInt, false)) {
      judge_.Add(issue::kMeshPrimitiveIndicesAccessorInvalidFormat, place(),
                 Words("the accessor holds ", FormatName(*indices),
                       ", expected SCALAR of unsigned integers"));
      Fault(place(), "the indices are no unsigned integers");
    }
    if (indices->broken) Fault(place(), "the accessor of the indices is not usable");
  }

  void CheckMode() {
    if (count_ == -1) return;
    const std::int32_t mode = primitive_.mode;
    if ((mode == 1 && count_ % 2 != 0) || ((mode == 2 || mode == 3) && count_ < 2) ||
        (mode == 4 && count_ % 3 != 0) || ((mode == 5 || mode == 6) && count_ < 3)) {
      judge_.Add(issue::kMeshPrimitiveIncompatibleMode, At(),
                 Words(count_, " vertices or indices do not make whole ",
                       kModeNames[static_cast<std::size_t>(mode)]));
    }
  }

  void UseTexcoords(const MaterialDef& material, std::string_view place_of_material) {
    for (std::uint32_t i = 0; i < material.texture_reference_count; ++i) {
      const TextureReference& use =
          document_.texture_references[material.first_texture_reference + i];
      if (use.texcoord == kNone) continue;
      const auto set = static_cast<std::size_t>(use.texcoord);
      if (set < used_texcoords_.size()) {
        used_texcoords_[set] = true;
      } else {
        judge_.Add(issue::kMeshPrimitiveTooFewTexcoords, std::string(place_of_material),
                   Words(use.pointer, " needs TEXCOORD_", set, ", which the primitive lacks"));
      }
    }
  }

  void LinkMaterial() {
    const MaterialDef* material = nullptr;
    if (primitive_.material != kNone) {
      const auto place = [&] { return At("material"); };
      MaterialDef* const found = Follow(stage_, document_.materials, primitive_.material, place);
      if (found == nullptr) {
        judge_.Mended("material-dropped", place());
      } else {
        found->used = true;
        if (found->needs_tangent && !(primitive_.has_normal && primitive_.has_tangent)) {
          if (found->has_normal_texture) {
            judge_.Add(issue::kMeshPrimitiveGeneratedTangentSpace, place(),
                       "the material needs tangents, which have to be made from the texture "
                       "coordinates");
          } else {
            judge_.Add(issue::kMeshPrimitiveNoTangentSpace, place(),
                       "the material needs tangents, which nothing here defines");
          }
        }
        UseTexcoords(*found, place());
      }
      material = found;
    }
    if (primitive_.has_tangent && (material == nullptr || !material->needs_tangent)) {
      judge_.Add(issue::kUnusedMeshTangent, At("attributes", "TANGENT"),
                 "the material does not use tangents");
    }
    for (std::size_t i = 0; i < used_texcoords_.size(); ++i) {
      if (used_texcoords_[i]) continue;
      judge_.Add(issue::kUnusedObject, At("attributes", Words("TEXCOORD_", i)),
                 "the material does not use these texture coordinates");
    }
  }

  void LinkTargets() {
    if (primitive_.targets.empty()) return;
    by_name_ = primitive_.attributes;
    std::sort(by_name_.begin(), by_name_.end(),
              [](const Attribute& a, const Attribute& b) { return a.semantic < b.semantic; });
    for (std::size_t t = 0; t < primitive_.targets.size(); ++t) {
      auto& attributes = primitive_.targets[t];
      std::size_t kept = 0;
      for (std::size_t i = 0; i < attributes.size(); ++i) {
        Attribute attribute = attributes[i];
        const auto place = [&] { return At("targets", t, attribute.semantic); };
        const bool keep = LinkAttribute(attribute, true, place);
        CountStrideUser(attribute.accessor, place);
        if (keep) attributes[kept++] = attribute;
      }
      attributes.resize(kept);
    }
  }

  void LinkDraco() {
    if (!primitive_.draco) return;
    BufferView* const view = Resolve(document_.buffer_views, primitive_.draco->buffer_view);
    if (view == nullptr || view->broken) {
      Fault(At("extensions", "KHR_draco_mesh_compression", "bufferView"),
            "the compressed data name a buffer view that is not there or not usable");
      primitive_.draco.reset();
    }
  }

  void LinkVariants() {
    std::unordered_set<std::int32_t> seen;
    for (const VariantMapping& mapping : mappings_) {
      const auto place = [&] {
        return At("extensions", "KHR_materials_variants", "mappings", mapping.mapping);
      };
      if (!document_.variant_count) {
        judge_.Add(issue::kUnsatisfiedDependency, place(),
                   "the root has no KHR_materials_variants object");
        continue;
      }
      for (std::size_t i = 0; i < mapping.variants.size(); ++i) {
        const std::int32_t variant = mapping.variants[i];
        if (variant == kNone) continue;
        if (!seen.insert(variant).second) {
          judge_.Add(issue::kKhrMaterialsVariantsNonUniqueVariant,
                     place() + PointerOf("variants", i),
                     Words("the variant ", variant, " has a mapping already"));
        }
        if (static_cast<std::uint32_t>(variant) >= *document_.variant_count) {
          judge_.Add(issue::kUnresolvedReference, place() + PointerOf("variants", i),
                     Words("there is no variant number ", variant, ", the list has ",
                           *document_.variant_count));
        }
      }
      std::int32_t material_index = mapping.material;
      const auto material_place = [&] { return place() + "/material"; };
      MaterialDef* const material =
          Follow(stage_, document_.materials, material_index, material_place);
      if (material == nullptr) continue;
      material->used = true;
      UseTexcoords(*material, material_place());
    }
  }

  LinkStage& stage_;
  Document& document_;
  Judge& judge_;
  std::size_t mesh_;
  std::size_t number_;
  std::span<const VariantMapping> mappings_;
  PrimitiveDef& primitive_;
  std::int64_t vertex_count_ = -1;
  std::int64_t count_ = -1;  // What is drawn: indices, or vertices without them.
  std::vector<bool> used_texcoords_;
  std::vector<Attribute> by_name_;       // Sorted, for morph targets.
  std::vector<std::ptrdiff_t> dropped_;  // Attributes in a format that cannot be read.
};

}  // namespace

void LinkMeshes(LinkStage& stage) {
  auto& meshes = stage.document.meshes;
  stage.mesh_faults.resize(meshes.size());
  // Read in this order, so each primitive's mappings follow those of the one before.
  std::span<const VariantMapping> mappings = stage.document.variant_mappings;
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    for (std::size_t p = 0; p < meshes[i].primitives.size(); ++p) {
      std::size_t own = 0;
      while (own < mappings.size() && mappings[own].mesh == static_cast<std::int32_t>(i) &&
             mappings[own].primitive == static_cast<std::int32_t>(p)) {
        ++own;
      }
      PrimitiveLinker(stage, i, p, mappings.first(own)).Link();
      mappings = mappings.subspan(own);
    }
  }
}

}  // namespace sinew::gltf
