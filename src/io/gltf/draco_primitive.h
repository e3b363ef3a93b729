// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// KHR_draco_mesh_compression: a primitive whose attributes and indices lie packed in one view.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "io/gltf/build.h"

namespace sinew::gltf {

struct DecodedDraco {
  bool decoded = false;
  DracoMesh mesh;
  std::vector<std::string_view> semantics;  // Of mesh.attributes.

  const DracoAttribute* Find(std::string_view semantic) const {
    for (std::size_t i = 0; i < semantics.size(); ++i) {
      if (semantics[i] == semantic) return &mesh.attributes[i];
    }
    return nullptr;
  }
};

// False where the file was refused. Leaves `out` empty where the uncompressed accessors serve.
bool DecodeDraco(Build& build, const PrimitiveDef& primitive, const std::string& pointer,
                 DecodedDraco& out);

}  // namespace sinew::gltf
