// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The link stage: the objects together. References, uses, hierarchy, formats that a use demands.
// After it every index >= 0 in the document is in range, node parents are set, and the hierarchy
// is free of loops, or the judge has refused the file.
#pragma once

#include "io/gltf/document.h"
#include "io/gltf/judge.h"
#include "io/json/json.h"

namespace sinew::gltf {

void Link(const json::Document& json, Document& document, Judge& judge);

}  // namespace sinew::gltf
