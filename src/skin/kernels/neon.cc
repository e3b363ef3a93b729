// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#define SINEW_TARGET_NEON
#include "math/simd/target.h"
#include "skin/kernels/all.h"
