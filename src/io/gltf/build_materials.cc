// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials, textures and the images as they are encoded.
#include <map>
#include <utility>
#include <vector>

#include "io/gltf/build.h"
#include "io/gltf/data_uri.h"
#include "io/gltf/image_checks.h"
#include "io/gltf/image_header.h"
#include "io/gltf/pointer.h"

namespace sinew::gltf {

bool BuildMaterials(Build& build) {
  const Document& document = build.document;
  if (!build.Take(document.materials.size(), sizeof(Material), "/materials") ||
      !build.Take(document.textures.size(), sizeof(Texture), "/textures")) {
    return false;
  }
  build.parts.materials.reserve(document.materials.size());
  for (const MaterialDef& def : document.materials) {
    Material material = def.value;
    material.name = NameOf(build, def.json).value_or("");
    build.parts.materials.push_back(std::move(material));
  }
  build.parts.textures.reserve(document.textures.size());
  for (const TextureDef& def : document.textures) {
    Texture texture;
    texture.name = NameOf(build, def.json).value_or("");
    if (!def.broken) {
      const std::int32_t source =
          def.source >= 0 ? def.source : WebpSource(build.json, document, def);
      if (source >= 0) texture.image = static_cast<std::uint32_t>(source);
      if (def.sampler >= 0) {
        const TextureSamplerDef& sampler = document.samplers[static_cast<std::size_t>(def.sampler)];
        texture.sampler = sampler.value;
        texture.sampler.name = NameOf(build, sampler.json).value_or("");
        if (!build.Take(1, texture.sampler.name.size(), "/textures")) return false;  // A copy each.
      }
    }
    build.parts.textures.push_back(std::move(texture));
  }
  return true;
}

bool BuildImages(Build& build) {
  const Document& document = build.document;
  if (!build.Take(document.images.size(), sizeof(Image), "/images")) return false;
  build.parts.images.reserve(document.images.size());
  std::map<std::int32_t, SharedBytes> bytes_of_view;
  for (std::size_t i = 0; i < document.images.size(); ++i) {
    const ImageDef& def = document.images[i];
    Image image;
    image.name = NameOf(build, def.json).value_or("");
    image.mime_type = def.mime_type;
    if (!def.broken && def.buffer_view >= 0) {
      const ViewBytes& view = build.resources.view(def.buffer_view);
      if (view.whole && build.options.read_images) {
        const auto [known, is_new] = bytes_of_view.try_emplace(def.buffer_view);
        if (is_new) {
          if (!build.Take(view.bytes.size(), 1, PointerOf("images", i))) return false;
          known->second = std::vector<std::byte>(view.bytes.begin(), view.bytes.end());
        }
        image.bytes = known->second;
      } else if (!view.whole) {
        build.judge.Mended("image-without-bytes", PointerOf("images", i));
      }
    } else if (!def.broken && def.uri && def.uri->is_string()) {
      std::string storage;
      const std::string_view uri = StringOf(*def.uri, storage);
      if (!IsDataUri(uri)) {
        image.uri = uri;
      } else if (build.options.read_images) {
        const std::optional<DataUri> parts = ParseDataUri(uri);
        if (parts && !build.Take(PayloadBound(*parts), 1, PointerOf("images", i))) return false;
        std::optional<std::vector<std::byte>> bytes;
        if (parts) bytes = DecodePayload(*parts);
        if (bytes) {
          image.bytes = std::move(*bytes);
          if (image.mime_type.empty()) image.mime_type = parts->media_type;
        } else {
          build.judge.Mended("image-without-bytes", PointerOf("images", i));
        }
      }
    }
    if (image.mime_type.empty() && !image.bytes.empty()) {
      image.mime_type = MimeTypeOf(DetectImage(image.bytes));
    }
    build.parts.images.push_back(std::move(image));
  }
  return true;
}

}  // namespace sinew::gltf
