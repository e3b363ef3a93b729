// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials and textures as a runtime file holds them, and back. Names are not a part of this: they
// lie in the section of texts.
#pragma once

#include <cstddef>
#include <optional>

#include "runtime/runtime_layout.h"
#include "sinew/material.h"
#include "sinew/result.h"

namespace sinew {

// The names stay empty.
MaterialRecord RecordOf(const Material& material);
TextureRecord RecordOf(const Texture& texture);
Material MaterialOf(const MaterialRecord& record);
Texture TextureOf(const TextureRecord& record);

// Everything but the names: as Model::Create asks, and that what is not used is zero.
std::optional<Failure> CheckRecord(const MaterialRecord& record, std::size_t texture_count);
std::optional<Failure> CheckRecord(const TextureRecord& record, std::size_t image_count);

}  // namespace sinew
