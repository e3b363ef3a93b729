// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// A scene of Scotty3D for those who know models and reports only.
#pragma once

#include <cstddef>
#include <span>

#include "sinew/load.h"

namespace sinew::io {

LoadedModel LoadJs3d(std::span<const std::byte> bytes, const LoadOptions& options);

}  // namespace sinew::io
