// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes and their primitives, each by itself.
#include <algorithm>
#include <utility>

#include "io/gltf/schema_stage.h"
#include "io/gltf/semantics.h"

namespace sinew::gltf {
namespace {

enum MeshKey : std::size_t { kPrimitives, kMeshWeights, kMeshName, kMeshExtensions, kMeshExtras };
constexpr KeySet kMeshKeys({"primitives", "weights", "name", "extensions", "extras"});

enum PrimitiveKey : std::size_t {
  kAttributes,
  kPrimitiveIndices,
  kMaterial,
  kMode,
  kTargets,
  kPrimitiveExtensions,
  kPrimitiveExtras,
};
constexpr KeySet kPrimitiveKeys({"attributes", "indices", "material", "mode", "targets",
                                 "extensions", "extras"});

enum VariantsKey : std::size_t { kMappings, kVariantsExtensions, kVariantsExtras };
constexpr KeySet kPrimitiveVariantsKeys({"mappings", "extensions", "extras"});

enum MappingKey : std::size_t {
  kVariants,
  kMappingMaterial,
  kMappingName,
  kMappingExtensions,
  kMappingExtras,
};
constexpr KeySet kMappingKeys({"variants", "material", "name", "extensions", "extras"});

// A key's text, borrowed from the JSON or, where it is written with escapes, from the document.
std::string_view KeyText(Value key, Document& document) {
  const std::string_view text = key.text();
  if (text.find('\\') == std::string_view::npos) return text.substr(1, text.size() - 2);
  return document.unescaped.emplace_back(key.string());
}

// Of several attributes of one name the last counts.
void DropRepeated(std::vector<Attribute>& attributes) {
  std::vector<std::pair<Attribute, std::size_t>> sorted;
  for (const Attribute& attribute : attributes) sorted.emplace_back(attribute, sorted.size());
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    if (a.first.semantic != b.first.semantic) return a.first.semantic < b.first.semantic;
    return a.second < b.second;
  });
  attributes.clear();
  for (const auto& [attribute, place] : sorted) {
    if (!attributes.empty() && attributes.back().semantic == attribute.semantic) {
      attributes.back() = attribute;
    } else {
      attributes.push_back(attribute);
    }
  }
}

// Members of one kind must be numbered 0, 1, 2, ...
struct SetCount {
  std::uint32_t count = 0;
  std::uint32_t bound = 0;

  void Count(std::uint32_t set) {
    ++count;
    bound = std::max(bound, set + 1);
  }
};

std::uint32_t CheckContinuity(SchemaReader& reader, const SetCount& sets, std::string_view name,
                              const Path& path) {
  if (sets.count == sets.bound) return sets.count;
  reader.AddAt(issue::kMeshPrimitiveIndexedSemanticContinuity, path,
               Words("there are ", sets.count, " attributes ", name, "_n, the last number is ",
                     sets.bound - 1, "; expected 0, 1, 2, ... without gaps"));
  return 0;
}

void InvalidAttribute(SchemaReader& reader, const Path& path, std::string_view name) {
  reader.AddAt(issue::kMeshPrimitiveInvalidAttribute, path.At(name),
               Words("\"", name, "\" is not the name of an attribute here"));
}

// Names and accessor indices; `check` looks at each name.
template <typename Check>
void ReadAttributes(SchemaStage& stage, Value map, const Path& path, std::vector<Attribute>& out,
                    Check&& check) {
  if (map.size() > stage.limits.max_attributes) {
    stage.reader.judge().Refuse(
        FailureCode::kLimit, path.Pointer(),
        Words("there are ", map.size(), " attributes, the limit max_attributes allows ",
              stage.limits.max_attributes));
    return;
  }
  out.reserve(map.size());
  for (const auto& [key, value] : map.members()) {
    const std::string_view name = KeyText(key, stage.document);
    check(name);
    const std::int32_t accessor = SchemaReader::IndexOf(value);
    if (accessor == kNone) {
      stage.reader.AddAt(issue::kInvalidIndex, path.At(name),
                         Words("found ", Quote(value), ", expected an index from 0 up"));
    }
    out.push_back({name, accessor});
  }
  if (stage.reader.has_duplicates()) DropRepeated(out);
}

void ReadVertexAttributes(SchemaStage& stage, Field field, PrimitiveDef& primitive) {
  SchemaReader& reader = stage.reader;
  const std::optional<Value> map = reader.Object(field, Need::kRequired);
  if (!map) {
    primitive.broken = true;
    return;
  }
  if (map->size() == 0) {
    reader.Add(issue::kEmptyEntity, field, "a primitive needs at least one attribute");
    primitive.broken = true;
    return;
  }
  const Path path = field.path();
  bool has_position = false;
  SetCount colors, joints, weights, texcoords;
  ReadAttributes(stage, *map, path, primitive.attributes, [&](std::string_view name) {
    const ParsedSemantic semantic = ParseSemantic(name);
    switch (semantic.kind) {
      case Semantic::kPosition:
        has_position = true;
        break;
      case Semantic::kNormal:
        primitive.has_normal = true;
        break;
      case Semantic::kTangent:
        primitive.has_tangent = true;
        break;
      case Semantic::kTexcoord:
        texcoords.Count(semantic.set);
        break;
      case Semantic::kColor:
        colors.Count(semantic.set);
        break;
      case Semantic::kJoints:
        joints.Count(semantic.set);
        break;
      case Semantic::kWeights:
        weights.Count(semantic.set);
        break;
      case Semantic::kCustom:
        break;
      case Semantic::kInvalid:
        InvalidAttribute(reader, path, name);
        break;
    }
  });
  if (!has_position) {
    reader.AddAt(issue::kMeshPrimitiveNoPosition, path, "the primitive has no POSITION");
  }
  if (primitive.has_tangent && !primitive.has_normal) {
    reader.AddAt(issue::kMeshPrimitiveTangentWithoutNormal, path.At("TANGENT"),
                 "TANGENT means nothing without NORMAL");
  }
  CheckContinuity(reader, colors, "COLOR", path);
  const std::uint32_t joint_sets = CheckContinuity(reader, joints, "JOINTS", path);
  const std::uint32_t weight_sets = CheckContinuity(reader, weights, "WEIGHTS", path);
  primitive.texcoord_sets = CheckContinuity(reader, texcoords, "TEXCOORD", path);
  if (joint_sets != weight_sets) {
    reader.AddAt(issue::kMeshPrimitiveJointsWeightsMismatch, path,
                 Words("there are ", joint_sets, " sets of joints and ", weight_sets,
                       " of weights; what has no partner is ignored"));
  } else {
    primitive.joint_sets = joint_sets;
  }
}

void ReadTargets(SchemaStage& stage, Field field, PrimitiveDef& primitive) {
  SchemaReader& reader = stage.reader;
  if (!field.present()) return;
  const Value list = reader.At(field.json);
  if (!list.is_array()) {
    reader.TypeMismatch(field, list, "an array");
    primitive.broken = true;
    return;
  }
  if (list.size() == 0) {
    reader.Add(issue::kEmptyEntity, field, "the array is empty, better leave it out");
    return;
  }
  const Path path = field.path();
  bool good = true;
  primitive.targets.resize(list.size());
  std::size_t i = 0;
  for (const Value element : list.elements()) {
    const Path place = path.At(static_cast<std::int64_t>(i));
    if (!element.is_object()) {
      reader.AddAt(issue::kArrayTypeMismatch, path,
                   Words("found ", Quote(element), ", expected an object"));
      good = false;
    } else if (element.size() == 0) {
      reader.AddAt(issue::kEmptyEntity, place, "the morph target has no attributes");
      good = false;
    } else {
      ReadAttributes(stage, element, place, primitive.targets[i], [&](std::string_view name) {
        const Semantic kind = ParseSemantic(name).kind;
        if (kind == Semantic::kInvalid || kind == Semantic::kJoints || kind == Semantic::kWeights) {
          InvalidAttribute(reader, place, name);
        }
      });
    }
    ++i;
  }
  if (!good) {
    primitive.targets.clear();
    primitive.broken = true;
  }
}

// Not checked by the validator: nothing is reported. One that makes no sense refuses a file that
// cannot do without it.
void ReadDraco(SchemaStage& stage, std::optional<Value> object, const Path& path,
               PrimitiveDef& primitive) {
  DracoPrimitive draco;
  if (object) {
    if (const std::optional<Value> view = object->Find("bufferView")) {
      draco.buffer_view = SchemaReader::IndexOf(*view);
    }
    const std::optional<Value> attributes = object->Find("attributes");
    if (attributes && attributes->is_object()) {
      for (const auto& [key, value] : attributes->members()) {
        const std::int32_t id = SchemaReader::IndexOf(value);
        if (id != kNone) draco.attributes.push_back({KeyText(key, stage.document), id});
      }
    }
  }
  if (draco.buffer_view != kNone && !draco.attributes.empty()) {
    primitive.draco = std::move(draco);
  } else if (stage.extensions.Required("KHR_draco_mesh_compression")) {
    stage.reader.judge().Refuse(
        FailureCode::kInvalid, path.Pointer(),
        "the KHR_draco_mesh_compression object lacks a usable bufferView or attributes");
  }
}

void ReadVariantMappings(SchemaStage& stage, std::optional<Value> object, const Path& path,
                         std::int32_t mesh, std::int32_t primitive) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kPrimitiveVariantsKeys, path);
  if (const std::optional<Value> mappings = reader.Objects(f[kMappings])) {
    const Path list = path.At("mappings");
    std::int32_t i = 0;
    for (const Value mapping : mappings->elements()) {
      const Path place = list.At(i);
      const auto m = reader.Members(mapping, kMappingKeys, place);
      VariantMapping& out = stage.document.variant_mappings.emplace_back();
      out.mesh = mesh;
      out.primitive = primitive;
      out.mapping = i++;
      reader.Indices(m[kVariants], out.variants, Need::kRequired);
      out.material = reader.Index(m[kMappingMaterial], Need::kRequired);
      reader.Name(m[kMappingName]);
      stage.extensions.Check(m[kMappingExtensions], Host::kElsewhere, reader);
      reader.Extras(m[kMappingExtras]);
    }
  }
  stage.extensions.Check(f[kVariantsExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kVariantsExtras]);
}

void ReadPrimitive(SchemaStage& stage, Value object, const Path& path, std::int32_t mesh,
                   std::int32_t number, PrimitiveDef& primitive) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kPrimitiveKeys, path);
  primitive.json = object.index();
  primitive.mode = static_cast<std::int32_t>(reader.Uint(f[kMode], {.missing = 4, .max = 6}));
  if (primitive.mode < 0) primitive.broken = true;
  ReadVertexAttributes(stage, f[kAttributes], primitive);
  ReadTargets(stage, f[kTargets], primitive);
  primitive.indices = reader.Index(f[kPrimitiveIndices]);
  if (primitive.indices == kNone && f[kPrimitiveIndices].present()) primitive.broken = true;
  primitive.material = reader.Index(f[kMaterial]);
  if (f[kPrimitiveExtensions].present()) {
    stage.extensions.ForEach(
        f[kPrimitiveExtensions], Host::kPrimitive, reader,
        [&](Extension extension, std::optional<Value> inner, const Path& place) {
          if (extension == Extension::kDraco) {
            ReadDraco(stage, inner, place, primitive);
          } else if (extension == Extension::kVariants) {
            ReadVariantMappings(stage, inner, place, mesh, number);
          }
        });
  }
  reader.Extras(f[kPrimitiveExtras]);
}

}  // namespace

void ReadMesh(SchemaStage& stage, Value object, const Path& path, MeshDef& mesh) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kMeshKeys, path);
  mesh.json = object.index();
  const std::optional<Value> weights = reader.Floats(f[kMeshWeights], {});
  if (weights) mesh.weights_json = weights->index();
  if (const std::optional<Value> list = reader.Objects(f[kPrimitives])) {
    const Path places = path.At("primitives");
    mesh.primitives.resize(list->size());
    std::size_t i = 0;
    for (const Value element : list->elements()) {
      const Path place = places.At(static_cast<std::int64_t>(i));
      PrimitiveDef& primitive = mesh.primitives[i];
      ReadPrimitive(stage, element, place, static_cast<std::int32_t>(path.index),
                    static_cast<std::int32_t>(i), primitive);
      if (primitive.targets.size() != mesh.primitives[0].targets.size()) {
        const Path targets = place.At("targets");
        reader.AddAt(
            issue::kMeshPrimitivesUnequalTargetsCount, primitive.targets.empty() ? place : targets,
            Words("the primitive has ", primitive.targets.size(),
                  " morph targets, the first one has ", mesh.primitives[0].targets.size()));
      }
      if (primitive.broken) mesh.broken = true;
      ++i;
    }
    if (weights && weights->size() != mesh.primitives[0].targets.size()) {
      reader.Add(issue::kMeshInvalidWeightsCount, f[kMeshWeights],
                 Words("there are ", weights->size(), " weights for ",
                       mesh.primitives[0].targets.size(), " morph targets"));
    }
  } else {
    mesh.broken = true;
  }
  reader.Name(f[kMeshName]);
  stage.extensions.Check(f[kMeshExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kMeshExtras]);
}

}  // namespace sinew::gltf
