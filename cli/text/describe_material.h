// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Materials for people and for programs.
#pragma once

#include <string>

#include "sinew/model.h"
#include "text/json_out.h"

namespace sinew::cli {

// "0.8 0.8 0.8 1".
std::string BaseColorText(const Material& material);

// What it reads: "color, normal (mask.png)"; an image is named where there is one of that name.
std::string TexturesText(const Model& model, const Material& material);

// What is out of the ordinary: "mask below 0.5, double-sided, unlit, emissive"; else "-".
std::string MaterialTraits(const Material& material);

void WriteMaterial(const Model& model, const Material& material, JsonWriter& json);

}  // namespace sinew::cli
