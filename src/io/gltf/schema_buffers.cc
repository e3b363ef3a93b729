// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Buffers, buffer views and accessors, each by itself.
#include <limits>

#include "io/gltf/data_uri.h"
#include "io/gltf/schema_stage.h"

namespace sinew::gltf {
namespace {

enum BufferKey : std::size_t {
  kBufferUri,
  kByteLength,
  kBufferName,
  kBufferExtensions,
  kBufferExtras
};
constexpr KeySet kBufferKeys({"uri", "byteLength", "name", "extensions", "extras"});

enum ViewKey : std::size_t {
  kBuffer,
  kViewOffset,
  kViewLength,
  kByteStride,
  kViewTarget,
  kViewName,
  kViewExtensions,
  kViewExtras,
};
constexpr KeySet kViewKeys({"buffer", "byteOffset", "byteLength", "byteStride", "target", "name",
                            "extensions", "extras"});

enum MeshoptKey : std::size_t {
  kMeshoptBuffer,
  kMeshoptOffset,
  kMeshoptLength,
  kMeshoptStride,
  kMeshoptCount,
  kMeshoptMode,
  kMeshoptFilter,
  kMeshoptExtensions,
  kMeshoptExtras,
};
constexpr KeySet kMeshoptKeys({"buffer", "byteOffset", "byteLength", "byteStride", "count", "mode",
                               "filter", "extensions", "extras"});

enum AccessorKey : std::size_t {
  kAccessorBufferView,
  kByteOffset,
  kComponentType,
  kCount,
  kAccessorType,
  kNormalized,
  kMax,
  kMin,
  kSparse,
  kAccessorName,
  kAccessorExtensions,
  kAccessorExtras,
};
constexpr KeySet kAccessorKeys({"bufferView", "byteOffset", "componentType", "count", "type",
                                "normalized", "max", "min", "sparse", "name", "extensions",
                                "extras"});

enum SparseKey : std::size_t {
  kSparseCount,
  kSparseIndices,
  kValues,
  kSparseExtensions,
  kSparseExtras
};
constexpr KeySet kSparseKeys({"count", "indices", "values", "extensions", "extras"});

enum SparsePartKey : std::size_t {
  kPartView,
  kPartOffset,
  kPartExtensions,
  kPartExtras,
  kPartComponentType,  // Of the indices alone.
};
constexpr KeySet kSparseIndicesKeys({"bufferView", "byteOffset", "extensions", "extras",
                                     "componentType"});
constexpr KeySet kSparseValuesKeys({"bufferView", "byteOffset", "extensions", "extras"});

constexpr KeySet kAccessorTypes({"SCALAR", "VEC2", "VEC3", "VEC4", "MAT2", "MAT3", "MAT4"});

std::optional<std::uint64_t> Whole(const Field& field, SchemaReader& reader) {
  if (!field.present()) return std::nullopt;
  const std::optional<std::int64_t> number = SchemaReader::Integer(reader.At(field.json));
  if (!number || *number < 0) return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

// A string without escapes, borrowed from the text; else nothing.
std::string_view Plain(const Field& field, SchemaReader& reader) {
  if (!field.present() || !reader.At(field.json).is_string()) return {};
  const std::string_view text = reader.At(field.json).text();
  return text.substr(1, text.size() - 2);
}

// The validator knows nothing of these objects, so nothing is reported; one that makes no sense
// refuses a file that cannot do without it.
void ReadMeshopt(SchemaStage& stage, std::string_view name, std::optional<Value> object,
                 const Path& path, BufferView& view) {
  SchemaReader& reader = stage.reader;
  Fields<9> f(kMeshoptKeys, path);
  if (object) {
    for (const auto& [key, value] : object->members()) {
      const int found = kMeshoptKeys.Find(key.string());
      if (found >= 0) f.Set(found, value.index());
    }
  }
  MeshoptView meshopt;
  const std::optional<std::uint64_t> buffer = Whole(f[kMeshoptBuffer], reader);
  const std::optional<std::uint64_t> length = Whole(f[kMeshoptLength], reader);
  const std::optional<std::uint64_t> stride = Whole(f[kMeshoptStride], reader);
  const std::optional<std::uint64_t> count = Whole(f[kMeshoptCount], reader);
  const std::optional<std::uint64_t> offset = Whole(f[kMeshoptOffset], reader);
  meshopt.mode = Plain(f[kMeshoptMode], reader);
  meshopt.filter = Plain(f[kMeshoptFilter], reader);
  meshopt.extension = name;
  const bool good = buffer && length && stride && count && !meshopt.mode.empty() &&
                    (offset || !f[kMeshoptOffset].present()) && *stride <= 256 && *stride > 0 &&
                    *count <= std::numeric_limits<std::uint32_t>::max() &&
                    *buffer < static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max());
  if (!good) {
    if (stage.extensions.Required(name)) {
      stage.reader.judge().Refuse(FailureCode::kInvalid, path.Pointer(),
                                  Words("the ", name,
                                        " object lacks a usable buffer, byteLength, "
                                        "byteStride, count or mode"));
    }
    return;
  }
  meshopt.buffer = static_cast<std::int32_t>(*buffer);
  meshopt.byte_offset = offset.value_or(0);
  meshopt.byte_length = *length;
  meshopt.byte_stride = static_cast<std::uint32_t>(*stride);
  meshopt.count = *count;
  view.meshopt = static_cast<std::int32_t>(stage.document.meshopt_views.size());
  stage.document.meshopt_views.push_back(meshopt);
}

void ReadBounds(SchemaReader& reader, const Fields<12>& f, Accessor& accessor) {
  const std::uint32_t length = ComponentCount(accessor.type);
  std::optional<Value> min;
  std::optional<Value> max;
  if (accessor.component_type == ComponentType::kFloat) {
    min = reader.Floats(f[kMin], {.length = length});
    max = reader.Floats(f[kMax], {.length = length});
  } else {
    min = reader.ComponentInts(f[kMin], accessor.component_type, length);
    max = reader.ComponentInts(f[kMax], accessor.component_type, length);
  }
  if (min) accessor.min_json = min->index();
  if (max) accessor.max_json = max->index();
}

void ReadSparse(SchemaStage& stage, const Fields<12>& f, Accessor& accessor) {
  SchemaReader& reader = stage.reader;
  const std::optional<Value> object = reader.Object(f[kSparse]);
  if (!object) {
    // Something that is no sparse object: without it the elements cannot be known.
    if (f[kSparse].present()) accessor.broken = true;
    return;
  }
  const Path path = f[kSparse].path();
  const auto s = reader.Members(*object, kSparseKeys, path);
  Sparse sparse;
  const std::int64_t count = reader.Uint(s[kSparseCount], {.need = Need::kRequired, .min = 1});

  const std::optional<Value> indices = reader.Object(s[kSparseIndices], Need::kRequired);
  if (indices) {
    const Path place = path.At("indices");
    const auto p = reader.Members(*indices, kSparseIndicesKeys, place);
    sparse.indices_view = reader.Index(p[kPartView], Need::kRequired);
    const std::int64_t offset = reader.Uint(p[kPartOffset], {.missing = 0});
    sparse.bad_indices_offset = offset < 0;
    if (offset > 0) sparse.indices_offset = static_cast<std::uint64_t>(offset);
    const std::int64_t type =
        reader.UintOf(p[kPartComponentType], Need::kRequired, -1, {5121, 5123, 5125});
    sparse.bad_indices_type = type < 0;
    if (type > 0) sparse.indices_type = static_cast<ComponentType>(type);
    stage.extensions.Check(p[kPartExtensions], Host::kElsewhere, reader);
    reader.Extras(p[kPartExtras]);
  }
  const std::optional<Value> values = reader.Object(s[kValues], Need::kRequired);
  if (values) {
    const Path place = path.At("values");
    const auto p = reader.Members(*values, kSparseValuesKeys, place);
    sparse.values_view = reader.Index(p[kPartView], Need::kRequired);
    const std::int64_t offset = reader.Uint(p[kPartOffset], {.missing = 0});
    sparse.bad_values_offset = offset < 0;
    if (offset > 0) sparse.values_offset = static_cast<std::uint64_t>(offset);
    stage.extensions.Check(p[kPartExtensions], Host::kElsewhere, reader);
    reader.Extras(p[kPartExtras]);
  }
  if (count < 0 || !indices || !values) {
    accessor.broken = true;
    return;
  }
  stage.extensions.Check(s[kSparseExtensions], Host::kElsewhere, reader);
  reader.Extras(s[kSparseExtras]);
  sparse.count = static_cast<std::uint64_t>(count);
  if (sparse.indices_view == kNone || sparse.values_view == kNone || sparse.bad_indices_offset ||
      sparse.bad_indices_type || sparse.bad_values_offset) {
    accessor.broken = true;
  }
  accessor.sparse = static_cast<std::int32_t>(stage.document.sparses.size());
  stage.document.sparses.push_back(sparse);
}

}  // namespace

void ReadBuffer(SchemaStage& stage, Value object, const Path& path, Buffer& buffer) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kBufferKeys, path);
  const std::int64_t length = reader.Uint(f[kByteLength], {.need = Need::kRequired, .min = 1});
  buffer.bad_length = length < 0;
  buffer.broken = buffer.bad_length;
  if (length > 0) buffer.byte_length = static_cast<std::uint64_t>(length);
  buffer.has_uri = f[kBufferUri].present();
  if (const std::optional<Value> uri = reader.String(f[kBufferUri])) {
    std::string text = uri->string();
    if (IsDataUri(text) || CheckUri(reader, f[kBufferUri], *uri)) {
      buffer.uri = uri;
    } else {
      buffer.broken = true;
    }
  } else if (buffer.has_uri) {
    buffer.broken = true;
  }
  reader.Name(f[kBufferName]);
  stage.extensions.Check(f[kBufferExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kBufferExtras]);
}

void ReadBufferView(SchemaStage& stage, Value object, const Path& path, BufferView& view) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kViewKeys, path);
  const std::int64_t length = reader.Uint(f[kViewLength], {.need = Need::kRequired, .min = 1});
  const std::int64_t stride = reader.Uint(f[kByteStride], {.min = 4, .max = 252});
  const std::int64_t target = reader.UintOf(f[kViewTarget], Need::kOptional, -1, {34962, 34963});
  if (stride > 0) {
    if (length > 0 && stride > length) {
      reader.Add(issue::kBufferViewTooBigByteStride, f[kByteStride],
                 Words("the stride of ", stride, " bytes is more than the view's ", length));
    }
    if (stride % 4 != 0) {
      reader.Add(issue::kValueMultipleOf, f[kByteStride],
                 Words("found ", stride, ", expected a multiple of 4"));
    }
    if (target == 34963) {
      reader.Add(issue::kBufferViewInvalidByteStride, f[kByteStride],
                 "a view of indices must not have a stride");
    }
  }
  view.buffer = reader.Index(f[kBuffer], Need::kRequired);
  const std::int64_t offset = reader.Uint(f[kViewOffset], {.missing = 0});
  view.bad_length = length < 0;
  view.bad_offset = offset < 0;
  if (length > 0) view.byte_length = static_cast<std::uint64_t>(length);
  if (offset > 0) view.byte_offset = static_cast<std::uint64_t>(offset);
  if (stride > 0) view.byte_stride = static_cast<std::uint32_t>(stride);
  if (target > 0) view.target = static_cast<std::int32_t>(target);
  view.broken = view.bad_length || view.bad_offset || view.buffer == kNone ||
                (f[kByteStride].present() && stride < 0);
  reader.Name(f[kViewName]);
  if (f[kViewExtensions].present()) {
    stage.extensions.ForEach(
        f[kViewExtensions], Host::kElsewhere, reader,
        [&](Extension extension, std::optional<Value> inner, const Path& place) {
          if (extension == Extension::kExtMeshopt) {
            ReadMeshopt(stage, "EXT_meshopt_compression", inner, place, view);
          } else if (extension == Extension::kKhrMeshopt) {
            ReadMeshopt(stage, "KHR_meshopt_compression", inner, place, view);
          }
        });
  }
  reader.Extras(f[kViewExtras]);
}

void ReadAccessor(SchemaStage& stage, Value object, const Path& path, Accessor& accessor) {
  SchemaReader& reader = stage.reader;
  const auto f = reader.Members(object, kAccessorKeys, path);
  accessor.json = object.index();
  accessor.buffer_view = reader.Index(f[kAccessorBufferView]);
  if (accessor.buffer_view == kNone) {
    if (f[kByteOffset].present()) {
      reader.Add(issue::kUnsatisfiedDependency, f[kByteOffset],
                 "the property needs \"bufferView\" beside it");
    }
    if (f[kAccessorBufferView].present()) accessor.broken = true;
  } else {
    const std::int64_t offset = reader.Uint(f[kByteOffset], {.missing = 0});
    accessor.bad_offset = offset < 0;
    if (offset > 0) accessor.byte_offset = static_cast<std::uint64_t>(offset);
  }
  const std::int64_t component_type =
      reader.UintOf(f[kComponentType], Need::kRequired, -1, {5120, 5121, 5122, 5123, 5125, 5126});
  accessor.bad_component_type = component_type < 0;
  if (component_type > 0) accessor.component_type = static_cast<ComponentType>(component_type);
  const std::int64_t count = reader.Uint(f[kCount], {.need = Need::kRequired, .min = 1});
  accessor.bad_count = count < 0;
  if (count > 0) accessor.count = static_cast<std::uint64_t>(count);
  if (const std::optional<Value> type = reader.String(f[kAccessorType], Need::kRequired)) {
    const int found = reader.OneOf(f[kAccessorType], *type, kAccessorTypes);
    accessor.unknown_type = found < 0;
    if (found >= 0) accessor.type = static_cast<ElementType>(found);
  } else {
    accessor.bad_type = true;
  }
  accessor.normalized = reader.Bool(f[kNormalized], false);
  if (!accessor.bad_component_type && !accessor.bad_type && !accessor.unknown_type) {
    ReadBounds(reader, f, accessor);
  }
  if (f[kSparse].present()) ReadSparse(stage, f, accessor);
  if (accessor.normalized && !accessor.bad_component_type &&
      (accessor.component_type == ComponentType::kFloat ||
       accessor.component_type == ComponentType::kUnsignedInt)) {
    reader.Add(issue::kAccessorNormalizedInvalid, f[kNormalized],
               "floats and 32-bit integers cannot be normalized");
  }
  if (accessor.type >= ElementType::kMat2 && accessor.byte_offset % 4 != 0) {
    reader.Add(
        issue::kAccessorMatrixAlignment, f[kByteOffset],
        Words("matrices start at byte ", accessor.byte_offset, ", expected a multiple of 4"));
  }
  reader.Name(f[kAccessorName]);
  stage.extensions.Check(f[kAccessorExtensions], Host::kElsewhere, reader);
  reader.Extras(f[kAccessorExtras]);
  if (accessor.bad_component_type || accessor.bad_count || accessor.bad_type ||
      accessor.unknown_type || accessor.bad_offset) {
    accessor.broken = true;
  }
}

}  // namespace sinew::gltf
