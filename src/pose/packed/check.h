// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "sinew/result.h"

namespace sinew {

// Whether bytes from outside are a packed clip that moves joints and morph slots below these
// bounds: the first rule that they break, or nothing. See PackedClipView::Create.
std::optional<Failure> CheckPacked(std::span<const std::byte> bytes, std::uint32_t joint_bound,
                                   std::uint32_t morph_bound);

}  // namespace sinew
