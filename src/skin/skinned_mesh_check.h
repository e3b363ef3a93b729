// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "sinew/result.h"

namespace sinew {

// Whether bytes from outside are a prepared mesh: the first rule that they break, or nothing. See
// SkinnedMeshView::Create.
std::optional<Failure> CheckSkinnedMesh(std::span<const std::byte> bytes);

}  // namespace sinew
