// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#define SINEW_TARGET_SSE4
#include "math/simd/target.h"
#include "pose/kernels/all.h"
