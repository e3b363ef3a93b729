// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Which extensions a piece of JSON makes use of.
#pragma once

#include <string>
#include <unordered_set>

#include "io/json/json.h"

namespace sinew::gltf {

// Adds the member names of every "extensions" object inside `value`, at any depth. Linear in the
// text.
void AddExtensionNames(json::Value value, std::unordered_set<std::string>& names);

// Likewise of a value that is itself what "extensions" holds.
void AddNamesOfExtensions(json::Value extensions, std::unordered_set<std::string>& names);

}  // namespace sinew::gltf
