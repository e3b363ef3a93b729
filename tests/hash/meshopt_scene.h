// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// The filters of meshopt streams that have a kernel per instruction set, one hash each.
#pragma once

namespace sinew::hash_scenes {

void FilterMeshoptElements();  // Prints its lines.

}  // namespace sinew::hash_scenes
