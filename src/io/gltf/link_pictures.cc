// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Images, textures and materials together, and the lights of nodes. What does not fit together is
// dropped: it changes how a model looks, not how it moves.
#include "io/gltf/link_stage.h"

namespace sinew::gltf {
namespace {

void LinkImages(LinkStage& stage) {
  auto& images = stage.document.images;
  for (std::size_t i = 0; i < images.size(); ++i) {
    ImageDef& image = images[i];
    if (image.missing || image.buffer_view == kNone) continue;
    const auto place = [&] { return PointerOf("images", i, "bufferView"); };
    BufferView* const view = Follow(stage, stage.document.buffer_views, image.buffer_view, place);
    if (view == nullptr) {
      image.broken = true;
      stage.judge.Mended("image-dropped", place());
      continue;
    }
    UseView(stage, *view, ViewUse::kImage, place);
    if (view->byte_stride != 0) {
      stage.judge.Add(issue::kImageBufferViewWithBytestride, place(),
                      "the view of a picture must not have a stride");
    }
  }
}

void LinkTextures(LinkStage& stage) {
  Document& document = stage.document;
  for (std::size_t i = 0; i < document.textures.size(); ++i) {
    TextureDef& texture = document.textures[i];
    if (texture.missing) continue;
    if (texture.source != kNone) {
      const auto place = [&] { return PointerOf("textures", i, "source"); };
      if (ImageDef* const image = Follow(stage, document.images, texture.source, place)) {
        image->used = true;
      } else {
        stage.judge.Mended("image-dropped", place());
      }
    }
    if (texture.sampler != kNone) {
      const auto place = [&] { return PointerOf("textures", i, "sampler"); };
      if (TextureSamplerDef* const sampler =
              Follow(stage, document.samplers, texture.sampler, place)) {
        sampler->used = true;
      } else {
        stage.judge.Mended("texture-sampler-dropped", place());
      }
    }
  }
  for (WebpUse& webp : document.webp_uses) {
    if (webp.source == kNone) continue;
    const auto place = [&] {
      return PointerOf("textures", webp.texture, "extensions", "EXT_texture_webp", "source");
    };
    ImageDef* const image = Follow(stage, document.images, webp.source, place);
    if (image != nullptr) image->used = true;
  }
}

void LinkMaterials(LinkStage& stage) {
  Document& document = stage.document;
  for (TextureReference& use : document.texture_references) {
    if (use.texture == kNone) continue;
    TextureDef* const texture =
        Follow(stage, document.textures, use.texture, [&] { return use.pointer + "/index"; });
    if (texture != nullptr) {
      texture->used = true;
    } else {
      stage.judge.Mended("texture-dropped", use.pointer);
    }
  }
  for (MaterialDef& material : document.materials) {
    for (const auto member : kMaterialTextures) {
      std::optional<TextureUse>& use = material.value.*member;
      if (use && !Resolve(document.textures, static_cast<std::int32_t>(use->texture))) use.reset();
    }
  }
}

}  // namespace

void LinkPictures(LinkStage& stage) {
  LinkImages(stage);
  LinkTextures(stage);
  LinkMaterials(stage);
}

void LinkExtensions(LinkStage& stage) {
  Document& document = stage.document;
  std::vector<bool> used(document.light_count.value_or(0));
  for (const LightUse& use : document.light_uses) {
    const auto place = [&] {
      return PointerOf("nodes", use.node, "extensions", "KHR_lights_punctual");
    };
    if (!document.light_count) {
      stage.judge.Add(issue::kUnsatisfiedDependency, place(),
                      "the root has no KHR_lights_punctual object");
    } else if (use.light != kNone && static_cast<std::size_t>(use.light) >= used.size()) {
      stage.judge.Add(
          issue::kUnresolvedReference, place() + "/light",
          Words("there is no light number ", use.light, ", the list has ", used.size()));
    } else if (use.light != kNone) {
      used[static_cast<std::size_t>(use.light)] = true;
    }
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    stage.judge.Add(issue::kUnusedObject,
                    PointerOf("extensions", "KHR_lights_punctual", "lights", i),
                    "nothing refers to this object");
  }
  used.assign(document.variant_count.value_or(0), false);
  for (const VariantMapping& mapping : document.variant_mappings) {
    for (const std::int32_t variant : mapping.variants) {
      if (variant >= 0 && static_cast<std::size_t>(variant) < used.size()) {
        used[static_cast<std::size_t>(variant)] = true;
      }
    }
  }
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) continue;
    stage.judge.Add(issue::kUnusedObject,
                    PointerOf("extensions", "KHR_materials_variants", "variants", i),
                    "nothing refers to this object");
  }
}

}  // namespace sinew::gltf
