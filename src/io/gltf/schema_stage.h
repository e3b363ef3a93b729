// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// What the parts of the schema stage share, and their list: one function for each array of the
// root, each in the file of its subject (schema_buffers.cc, schema_meshes.cc, ...).
#pragma once

#include <cstdint>
#include <vector>

#include "io/gltf/document.h"
#include "io/gltf/extensions.h"
#include "io/gltf/issues.h"
#include "io/gltf/schema_reader.h"
#include "io/gltf/words.h"
#include "sinew/gltf.h"

namespace sinew::gltf {

struct SchemaStage {
  SchemaReader& reader;
  const ExtensionSet& extensions;
  const GltfLimits& limits;
  bool is_glb;
  Document& document;
};

// Reads one of the root's arrays: one T an element, `missing` where the element is no object.
template <typename T, typename Read>
void ReadArray(SchemaStage& stage, Field field, std::vector<T>& out, Read&& read) {
  if (!field.present()) return;
  SchemaReader& reader = stage.reader;
  const Value array = reader.At(field.json);
  if (!array.is_array()) {
    reader.TypeMismatch(field, array, "an array");
    return;
  }
  if (array.size() == 0) {
    reader.Add(issue::kEmptyEntity, field, "the array is empty, better leave it out");
    return;
  }
  const Path path = field.path();
  out.resize(array.size());
  std::size_t i = 0;
  for (const Value element : array.elements()) {
    const Path place = path.At(static_cast<std::int64_t>(i));
    if (element.is_object()) {
      read(stage, element, place, out[i]);
    } else {
      out[i].missing = out[i].broken = true;
      reader.AddAt(issue::kTypeMismatch, place,
                   Words("found ", Quote(element), ", expected an object"));
    }
    ++i;
  }
}

void ReadBuffer(SchemaStage& stage, Value object, const Path& path, Buffer& buffer);
void ReadBufferView(SchemaStage& stage, Value object, const Path& path, BufferView& view);
void ReadAccessor(SchemaStage& stage, Value object, const Path& path, Accessor& accessor);
void ReadMesh(SchemaStage& stage, Value object, const Path& path, MeshDef& mesh);
void ReadNode(SchemaStage& stage, Value object, const Path& path, NodeDef& node);
void ReadSkin(SchemaStage& stage, Value object, const Path& path, SkinDef& skin);
void ReadScene(SchemaStage& stage, Value object, const Path& path, SceneDef& scene);
void ReadAnimation(SchemaStage& stage, Value object, const Path& path, AnimationDef& animation);
void ReadImage(SchemaStage& stage, Value object, const Path& path, ImageDef& image);
void ReadTexture(SchemaStage& stage, Value object, const Path& path, TextureDef& texture);
void ReadTextureSampler(SchemaStage& stage, Value object, const Path& path,
                        TextureSamplerDef& sampler);
void ReadMaterial(SchemaStage& stage, Value object, const Path& path, MaterialDef& material);
void ReadCamera(SchemaStage& stage, Value object, const Path& path, CameraDef& camera);
// The root's own extension objects: lights and variants.
void ReadRootExtensions(SchemaStage& stage, Field extensions);

// A URI that is no data URI: reports one that is malformed or leads elsewhere. False: malformed.
bool CheckUri(SchemaReader& reader, Field field, Value uri);

}  // namespace sinew::gltf
