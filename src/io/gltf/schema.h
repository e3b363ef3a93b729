// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The schema stage: each JSON object by itself. Types, ranges, required and unknown properties.
#pragma once

#include <optional>

#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/json/json.h"
#include "sinew/gltf.h"

namespace sinew::gltf {

// Nothing where the document has no meaning at all (no asset, another major version).
std::optional<Document> ReadSchema(const json::Document& json, bool is_glb,
                                   const GltfLimits& limits, Judge& judge);

}  // namespace sinew::gltf
