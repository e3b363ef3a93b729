// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Messages, by a name of this folder's own.
#pragma once

#include "io/words.h"

namespace sinew::gltf {

using io::Words;

}  // namespace sinew::gltf
