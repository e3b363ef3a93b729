// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
// Intrinsics are fine here.
#include <immintrin.h>
