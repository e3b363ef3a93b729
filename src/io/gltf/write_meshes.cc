// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Meshes: vertices as floats, joints as small as they fit, what glTF forbids put right.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "io/gltf/write.h"
#include "io/gltf/write_influences.h"

namespace sinew::gltf {
namespace {

// Nearer to unit length than this, a vector is written as it is. glTF's validator allows 0.0067.
constexpr float kWrittenUnitTolerance = 0.005f;

template <typename T>
std::span<const float> FlatFloats(const std::vector<T>& values) {
  return {reinterpret_cast<const float*>(values.data()), values.size() * sizeof(T) / sizeof(float)};
}

bool IsNearlyUnit(Vec3 v) { return std::abs(Length(v) - 1.0f) <= kWrittenUnitTolerance; }

std::vector<Vec3> UnitNormals(std::vector<Vec3> normals) {
  for (Vec3& n : normals) {
    if (!IsNearlyUnit(n)) n = NormalizeOr(n, {0, 0, 1});
  }
  return normals;
}

std::vector<Vec4> UnitTangents(std::vector<Vec4> tangents) {
  for (Vec4& t : tangents) {
    if (!IsNearlyUnit({t.x, t.y, t.z})) {
      const Vec3 unit = NormalizeOr({t.x, t.y, t.z}, {1, 0, 0});
      t = {unit.x, unit.y, unit.z, t.w};
    }
    t.w = t.w < 0.0f ? -1.0f : 1.0f;
  }
  return tangents;
}

float ClampedColor(float value) { return value < 0.0f ? 0.0f : value > 1.0f ? 1.0f : value; }

std::vector<Vec4> ClampedColors(std::vector<Vec4> colors) {
  for (Vec4& c : colors)
    c = {ClampedColor(c.x), ClampedColor(c.y), ClampedColor(c.z), ClampedColor(c.w)};
  return colors;
}

// Sets are numbered without gaps: an empty one before a full one is written as zeros.
template <typename T, typename WriteOne>
void WriteSets(Write& write, const char* semantic, const std::vector<std::vector<T>>& sets,
               ElementType type, std::uint32_t vertex_count, const WriteOne& write_one) {
  std::size_t count = sets.size();
  while (count > 0 && sets[count - 1].empty()) --count;
  for (std::size_t set = 0; set < count; ++set) {
    const std::uint32_t accessor =
        sets[set].empty() ? write.buffer.AddZeros(type, vertex_count) : write_one(sets[set]);
    write.json.Key(semantic + std::to_string(set)).Integer(accessor);
  }
}

void WriteInfluences(Write& write, const Primitive& primitive, std::uint32_t mesh) {
  if (primitive.influences.empty()) return;
  const JointSets sets = SetsOf(primitive, write.plan.still_entry[mesh]);
  if (sets.largest_joint > 0xffff) {
    write.failure =
        Failure{FailureCode::kUnsupported, "meshes/" + std::to_string(mesh),
                "found an influence of skin entry " + std::to_string(sets.largest_joint) +
                    ", expected at most 65535, which glTF can say"};
    return;
  }
  const bool small = sets.largest_joint <= 0xff;
  for (std::size_t set = 0; set < sets.joints.size(); ++set) {
    const std::vector<std::uint16_t>& joints = sets.joints[set];
    std::uint32_t accessor;
    if (small) {
      std::vector<std::uint8_t> bytes(joints.size());
      for (std::size_t i = 0; i < joints.size(); ++i) {
        bytes[i] = static_cast<std::uint8_t>(joints[i]);
      }
      accessor = write.buffer.AddU8(Pool::kVertices4, ElementType::kVec4, bytes);
    } else {
      accessor = write.buffer.AddU16(Pool::kVertices8, ElementType::kVec4, joints);
    }
    write.json.Key("JOINTS_" + std::to_string(set)).Integer(accessor);
    write.json.Key("WEIGHTS_" + std::to_string(set))
        .Integer(write.buffer.AddFloats(Pool::kVertices16, ElementType::kVec4, sets.weights[set]));
  }
}

void WriteAttributes(Write& write, const Primitive& primitive, std::uint32_t mesh) {
  const auto bounded = [&write](std::span<const float> floats) {
    return write.buffer.AddBoundedFloats(Pool::kVertices12, ElementType::kVec3, floats);
  };
  const auto vec3 = [&write](std::span<const float> floats) {
    return write.buffer.AddFloats(Pool::kVertices12, ElementType::kVec3, floats);
  };
  const auto vec4 = [&write](std::span<const float> floats) {
    return write.buffer.AddFloats(Pool::kVertices16, ElementType::kVec4, floats);
  };
  JsonWriter& json = write.json;
  json.Key("attributes").BeginObject();
  json.Key("POSITION").Integer(bounded(FlatFloats(primitive.positions)));
  if (!primitive.normals.empty()) {
    json.Key("NORMAL").Integer(vec3(FlatFloats(UnitNormals(primitive.normals))));
  }
  if (!primitive.tangents.empty()) {
    json.Key("TANGENT").Integer(vec4(FlatFloats(UnitTangents(primitive.tangents))));
  }
  WriteSets(write, "TEXCOORD_", primitive.texcoords, ElementType::kVec2, primitive.vertex_count(),
            [&write](const std::vector<Vec2>& set) {
              return write.buffer.AddFloats(Pool::kVertices8, ElementType::kVec2, FlatFloats(set));
            });
  WriteSets(write, "COLOR_", primitive.colors, ElementType::kVec4, primitive.vertex_count(),
            [&vec4](const std::vector<Vec4>& set) { return vec4(FlatFloats(ClampedColors(set))); });
  WriteInfluences(write, primitive, mesh);
  json.EndObject();
  if (primitive.morph_targets.empty()) return;

  json.Key("targets").BeginArray();
  for (const MorphTarget& morph : primitive.morph_targets) {
    json.BeginObject();
    if (!morph.positions.empty())
      json.Key("POSITION").Integer(bounded(FlatFloats(morph.positions)));
    if (!morph.normals.empty()) json.Key("NORMAL").Integer(vec3(FlatFloats(morph.normals)));
    if (!morph.tangents.empty()) json.Key("TANGENT").Integer(vec3(FlatFloats(morph.tangents)));
    if (morph.positions.empty() && morph.normals.empty() && morph.tangents.empty()) {
      // A target must have something.
      json.Key("POSITION")
          .Integer(write.buffer.AddZeros(ElementType::kVec3, primitive.vertex_count()));
    }
    json.EndObject();
  }
  json.EndArray();
}

void WriteIndices(Write& write, const Primitive& primitive) {
  if (!primitive.indexed) return;
  // The largest number of a type means "restart the strip", so that it cannot name a vertex.
  std::uint32_t accessor;
  if (primitive.vertex_count() <= 0xffff) {
    std::vector<std::uint16_t> small(primitive.indices.size());
    for (std::size_t i = 0; i < small.size(); ++i) {
      small[i] = static_cast<std::uint16_t>(primitive.indices[i]);
    }
    accessor = write.buffer.AddU16(Pool::kIndices16, ElementType::kScalar, small);
  } else {
    accessor = write.buffer.AddU32(Pool::kIndices32, ElementType::kScalar, primitive.indices);
  }
  write.json.Key("indices").Integer(accessor);
}

bool HasNames(json::Value extras, std::span<const std::string> names) {
  const std::optional<json::Value> list = extras.Find("targetNames");
  if (!list || !list->is_array() || list->size() != names.size()) return false;
  std::size_t i = 0;
  for (const json::Value name : list->elements()) {
    if (!name.is_string() || !name.string_is(names[i++])) return false;
  }
  return true;
}

// Names of morph targets live in extras.targetNames, by custom, beside what was carried. Extras
// that are no object have no room for them and are kept as they are.
void WriteExtras(Write& write, const Mesh& mesh, const CarriedJson* carried) {
  const bool has_extras = carried != nullptr && !carried->extras.empty();
  JsonWriter& json = write.json;
  if (mesh.morph_names().empty()) {
    if (has_extras) json.Key("extras").Raw(carried->extras);
    return;
  }
  if (has_extras) {
    const Result<json::Document> parsed = ParseCarried(carried->extras);
    const json::Value extras = parsed->root();
    if (!extras.is_object() || HasNames(extras, mesh.morph_names())) {
      json.Key("extras").Raw(carried->extras);
      return;
    }
    json.Key("extras").BeginObject();
    constexpr std::string_view kOurs[] = {"targetNames"};
    WriteOtherMembers(json, extras, kOurs);
  } else {
    json.Key("extras").BeginObject();
  }
  json.Key("targetNames").BeginArray();
  for (const std::string& name : mesh.morph_names()) json.String(name);
  json.EndArray();
  json.EndObject();
}

}  // namespace

void WriteMeshes(Write& write) {
  const std::span<const Mesh> meshes = write.model.meshes();
  bool any = false;
  for (std::uint32_t m = 0; m < meshes.size() && !write.failure; ++m) {
    if (write.plan.mesh_number[m] == kLeftOut) continue;
    if (!any) write.json.Key("meshes").BeginArray();
    any = true;
    const Mesh& mesh = meshes[m];
    write.json.BeginObject();
    WriteName(write.json, mesh.name());
    write.json.Key("primitives").BeginArray();
    for (std::uint32_t p = 0; p < mesh.primitives().size(); ++p) {
      const Primitive& primitive = mesh.primitives()[p];
      if (!IsWritable(primitive)) continue;
      write.json.BeginObject();
      WriteAttributes(write, primitive, m);
      WriteIndices(write, primitive);
      if (primitive.material) write.json.Key("material").Integer(*primitive.material);
      if (primitive.topology != Topology::kTriangles) {
        write.json.Key("mode").Integer(static_cast<std::uint64_t>(primitive.topology));
      }
      WriteCarried(write.json, write.carried.Find(CarriedJson::Owner::kPrimitive, m, p));
      write.json.EndObject();
    }
    write.json.EndArray();
    if (mesh.morph_count() != 0) write.json.Key("weights").Floats(mesh.morph_weights());
    const CarriedJson* carried = write.carried.Find(CarriedJson::Owner::kMesh, m);
    WriteCarriedExtensions(write.json, carried);
    WriteExtras(write, mesh, carried);
    write.json.EndObject();
  }
  if (any) write.json.EndArray();
}

}  // namespace sinew::gltf
