// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The data stage: what accessors hold, against what they declare and what their users demand. The
// same findings as the Khronos validator's, under the same pointers.
#pragma once

#include "io/gltf/accessor.h"
#include "io/gltf/budget.h"
#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/json/json.h"

namespace sinew::gltf {

// Notes in the accessors what their readers then need not ask again.
void CheckData(const json::Document& json, const Document& document, Accessors& accessors,
               Budget& work, Judge& judge);

// Joints and weights together, by primitive; called by CheckData.
void CheckInfluences(const Document& document, const Accessors& accessors, Budget& work,
                     Judge& judge);

}  // namespace sinew::gltf
