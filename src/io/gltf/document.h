// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A glTF document as its JSON says it: the objects, still joined by index, after the schema stage
// and filled in further by the link stage. The way of the data:
//
//   bytes -> container (GLB or text) -> json::Document -> schema -> link -> resources -> data ->
//   Model
//
// Every stage reports into a Judge. An object that the schema stage could not make sense of is
// marked `broken` and nothing later looks inside it. Indices are -1 where absent or unresolved:
// after the link stage every index >= 0 is in range.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "io/json/json.h"
#include "sinew/clip.h"
#include "sinew/material.h"
#include "sinew/mesh.h"

namespace sinew::gltf {

inline constexpr std::int32_t kNone = -1;

enum class ComponentType : std::uint16_t {
  kByte = 5120,
  kUnsignedByte = 5121,
  kShort = 5122,
  kUnsignedShort = 5123,
  kUnsignedInt = 5125,
  kFloat = 5126,
};
enum class ElementType : std::uint8_t { kScalar, kVec2, kVec3, kVec4, kMat2, kMat3, kMat4 };

inline std::uint32_t ComponentBytes(ComponentType type) {
  if (type >= ComponentType::kUnsignedInt) return 4;
  return type >= ComponentType::kShort ? 2 : 1;
}
inline std::uint32_t ComponentCount(ElementType type) {
  constexpr std::uint8_t kCounts[] = {1, 2, 3, 4, 4, 9, 16};
  return kCounts[static_cast<std::size_t>(type)];
}
std::uint32_t MatrixBytes(ElementType type, ComponentType component);
// Bytes of one element with matrix columns padded to four bytes, as glTF stores it.
inline std::uint32_t ElementBytes(ElementType type, ComponentType component) {
  if (type >= ElementType::kMat2) return MatrixBytes(type, component);
  return ComponentBytes(component) * ComponentCount(type);
}

// What an accessor is used for; a second, different use is ACCESSOR_USAGE_OVERRIDE.
enum class AccessorUse : std::uint8_t {
  kUnknown,
  kAnimationInput,
  kAnimationOutput,
  kInverseBind,
  kIndices,
  kVertexAttribute,
};
// What a buffer view is used for; a second, different use is BUFFER_VIEW_TARGET_OVERRIDE.
enum class ViewUse : std::uint8_t {
  kUnknown,
  kInverseBind,
  kAnimation,
  kImage,
  kIndices,
  kVertices,
  kOther,
};

struct Buffer {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool bad_length = false;
  std::uint64_t byte_length = 0;
  std::optional<json::Value> uri;  // As written; may be a data URI.
  bool has_uri = false;            // The property is there, whatever it is.
  bool used = false;
};

struct MeshoptView {  // EXT_meshopt_compression / KHR_meshopt_compression on a view.
  std::int32_t buffer = kNone;
  std::uint64_t byte_offset = 0;
  std::uint64_t byte_length = 0;
  std::uint32_t byte_stride = 0;
  std::uint64_t count = 0;
  std::string_view mode;       // "ATTRIBUTES", "TRIANGLES", "INDICES" or as written.
  std::string_view filter;     // "NONE", "OCTAHEDRAL", ... or empty.
  std::string_view extension;  // Which of the two names.
};

struct BufferView {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  std::int32_t buffer = kNone;
  std::uint64_t byte_offset = 0;
  std::uint64_t byte_length = 0;
  std::uint32_t byte_stride = 0;  // 0: not given.
  std::int32_t target = 0;        // 0: not given; 34962 or 34963.
  ViewUse use = ViewUse::kUnknown;
  std::int32_t stride_users = 0;  // How many vertex accessors read it (they then need a stride).
  std::int32_t meshopt = kNone;   // Into Document::meshopt_views.
  bool bad_offset = false;        // The property was of no use; byte_offset is 0.
  bool bad_length = false;
  bool used = false;
};

struct Sparse {
  std::uint64_t count = 0;
  std::int32_t indices_view = kNone;
  std::uint64_t indices_offset = 0;
  ComponentType indices_type = ComponentType::kUnsignedInt;
  std::int32_t values_view = kNone;
  std::uint64_t values_offset = 0;
  bool bad_indices_offset = false;
  bool bad_indices_type = false;
  bool bad_values_offset = false;
};

struct Accessor {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool normalized = false;
  bool used = false;
  ComponentType component_type = ComponentType::kFloat;
  ElementType type = ElementType::kScalar;
  // Properties that were of no use; the field then holds its default.
  bool bad_component_type = false;
  bool bad_type = false;      // Absent or not a string.
  bool unknown_type = false;  // A string, but none of the seven.
  bool bad_count = false;
  bool bad_offset = false;
  AccessorUse use = AccessorUse::kUnknown;
  std::int32_t buffer_view = kNone;
  std::int32_t sparse = kNone;  // Into Document::sparses.
  std::uint64_t byte_offset = 0;
  std::uint64_t count = 0;
  // JSON indices of the arrays, checked to hold ComponentCount numbers; read lazily. ~0: absent.
  std::uint32_t min_json = ~0u;
  std::uint32_t max_json = ~0u;
  std::uint32_t json = ~0u;  // The accessor's own JSON value.
};

struct Attribute {
  std::string_view semantic;  // "POSITION", "JOINTS_1", "_CUSTOM".
  std::int32_t accessor = kNone;
};

struct DracoPrimitive {
  std::int32_t buffer_view = kNone;
  std::vector<Attribute> attributes;  // accessor: the unique id inside the Draco stream.
};

struct PrimitiveDef {
  bool broken = false;
  std::vector<Attribute> attributes;
  std::int32_t indices = kNone;
  std::int32_t material = kNone;
  std::int32_t mode = 4;  // -1: of no use.
  std::vector<std::vector<Attribute>> targets;
  std::optional<DracoPrimitive> draco;
  std::uint32_t joint_sets = 0;  // For the checks: 0 where JOINTS_n and WEIGHTS_n do not match.
  std::uint32_t texcoord_sets = 0;
  bool has_normal = false;
  bool has_tangent = false;
  std::uint32_t json = ~0u;
};

struct MeshDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  std::vector<PrimitiveDef> primitives;
  std::uint32_t weights_json = ~0u;  // Array of numbers, or ~0.
  std::uint32_t json = ~0u;
  bool used = false;
};

struct NodeDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool has_matrix = false;
  bool has_translation = false, has_rotation = false, has_scale = false;
  bool is_joint = false;    // Set by linking skins.
  bool has_extras = false;  // Or an extension.
  bool used = false;
  float matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};  // Column-major.
  float translation[3] = {0, 0, 0};
  float rotation[4] = {0, 0, 0, 1};
  float scale[3] = {1, 1, 1};
  std::int32_t parent = kNone;  // Set by linking.
  std::int32_t mesh = kNone;
  std::int32_t skin = kNone;
  std::int32_t camera = kNone;
  std::vector<std::int32_t> children;
  std::uint32_t weights_json = ~0u;
  std::uint32_t json = ~0u;
};

struct SkinDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool used = false;
  std::int32_t inverse_bind = kNone;
  std::int32_t skeleton = kNone;
  std::vector<std::int32_t> joints;
  std::uint32_t json = ~0u;
};

struct SamplerDef {  // Of an animation.
  bool broken = false;
  bool used = false;
  std::int32_t input = kNone;
  std::int32_t output = kNone;
  Interpolation interpolation = Interpolation::kLinear;
  bool bad_interpolation = false;  // Not a string.
};

// What a channel's target.path says.
enum class TargetPath : std::uint8_t {
  kTranslation,
  kRotation,
  kScale,
  kWeights,
  kPointer,  // KHR_animation_pointer.
  kOther,    // Some other string.
  kMissing,  // None at all.
};

struct ChannelDef {
  bool broken = false;  // Also set for channels to ignore: no node, unknown path.
  std::int32_t sampler = kNone;
  std::int32_t node = kNone;  // Also filled from KHR_animation_pointer.
  Property property = Property::kTranslation;
  bool has_target = false;
  TargetPath path = TargetPath::kMissing;
  std::int32_t target_node = kNone;  // As target.node says, without the extension.
  std::uint32_t path_json = ~0u;     // The string of target.path.
  bool has_pointer = false;          // There is a KHR_animation_pointer object.
};

struct AnimationDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  std::vector<SamplerDef> samplers;
  std::vector<ChannelDef> channels;
  std::uint32_t json = ~0u;
};

struct ImageDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool used = false;
  std::int32_t buffer_view = kNone;
  std::optional<json::Value> uri;
  std::string mime_type;
  bool has_extensions = false;
  std::uint32_t json = ~0u;
};

struct TextureDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool used = false;
  std::int32_t sampler = kNone;
  std::int32_t source = kNone;
  std::uint32_t json = ~0u;
};

struct TextureSamplerDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool used = false;
  TextureSampler value{};  // All but the name.
  std::uint32_t json = ~0u;
};

struct MaterialDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool used = false;
  // All but the name. Its textures are those that the file names; linking drops what is not there.
  Material value{};
  bool has_normal_texture = false;  // There or not.
  bool needs_tangent = false;
  std::uint32_t first_texture_reference = 0;  // Into Document::texture_references.
  std::uint32_t texture_reference_count = 0;
  std::uint32_t json = ~0u;
};

struct SceneDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  std::vector<std::int32_t> nodes;
  std::uint32_t json = ~0u;
};

struct CameraDef {
  bool broken = false;
  bool missing = false;  // Not even an object: references to it do not resolve. Also broken.
  bool used = false;
  std::uint32_t json = ~0u;
};

// A texture that a material names, or a texture transform's own set of coordinates.
struct TextureReference {
  std::int32_t texture = kNone;
  std::int32_t texcoord = kNone;
  std::string pointer;
};

// Extension objects that linking has to look at.
struct LightUse {
  std::int32_t node = kNone;
  std::int32_t light = kNone;
};
struct WebpUse {
  std::int32_t texture = kNone;
  std::int32_t source = kNone;
};
struct VariantMapping {
  std::int32_t mesh = kNone;
  std::int32_t primitive = kNone;
  std::int32_t mapping = kNone;
  std::int32_t material = kNone;
  std::vector<std::int32_t> variants;
};

struct Document {
  std::vector<Buffer> buffers;
  std::vector<BufferView> buffer_views;
  std::vector<MeshoptView> meshopt_views;
  std::vector<Accessor> accessors;
  std::vector<Sparse> sparses;
  std::vector<MeshDef> meshes;
  std::vector<NodeDef> nodes;
  std::vector<SkinDef> skins;
  std::vector<AnimationDef> animations;
  std::vector<ImageDef> images;
  std::vector<TextureDef> textures;
  std::vector<TextureSamplerDef> samplers;
  std::vector<MaterialDef> materials;
  std::vector<SceneDef> scenes;
  std::vector<CameraDef> cameras;
  std::int32_t scene = kNone;
  std::vector<std::string> extensions_used;
  std::set<std::string, std::less<>> extensions_required;
  std::vector<TextureReference> texture_references;
  std::vector<LightUse> light_uses;
  std::vector<WebpUse> webp_uses;
  std::vector<VariantMapping> variant_mappings;
  std::optional<std::uint32_t> light_count;    // Of KHR_lights_punctual in the root.
  std::optional<std::uint32_t> variant_count;  // Of KHR_materials_variants in the root.
  std::deque<std::string> unescaped;           // Owns the names that were written with escapes.
};

}  // namespace sinew::gltf
