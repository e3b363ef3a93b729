// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
//
// All kernels of this room, for the target that the including file has chosen.
#pragma once

#include "skin/kernels/dual_palette.h"
#include "skin/kernels/kernels.h"
#include "skin/kernels/palette.h"
#include "skin/kernels/skin_run.h"

namespace sinew::SINEW_TARGET {

const SkinKernels kSkinKernels = {
    .skin_run = SkinRun,
    .make_palette = MakePalette,
    .make_dual_palette = MakeDualPalette,
    .are_usable = AreUsable,
    .are_named_usable = AreNamedUsable,
    .are_evenly_scaled = AreEvenlyScaled,
};

}  // namespace sinew::SINEW_TARGET
