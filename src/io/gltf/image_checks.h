// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The pictures of a file, as far as their first bytes tell: format, size, broken headers.
#pragma once

#include "io/gltf/budget.h"
#include "io/gltf/container.h"
#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/gltf/resources.h"
#include "io/json/json.h"
#include "sinew/gltf.h"

namespace sinew::gltf {

// Pictures beside the file are fetched only where options.read_images and options.resolve say so.
void CheckImages(const json::Document& json, const Document& document, const Container& container,
                 const Resources& resources, const GltfOptions& options, Judge& judge);

// The picture that a texture names by EXT_texture_webp, or kNone.
std::int32_t WebpSource(const json::Document& json, const Document& document,
                        const TextureDef& texture);

}  // namespace sinew::gltf
