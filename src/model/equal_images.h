// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// Images of the same content, so that writers write it once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sinew/material.h"

namespace sinew::model {

// For each image the first one with the same bytes, which may be itself. Images without bytes are
// equal to nothing else.
std::vector<std::uint32_t> FirstOfEqualImages(std::span<const Image> images);

}  // namespace sinew::model
