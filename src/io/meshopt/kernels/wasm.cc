// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#define SINEW_TARGET_WASM
#include "io/meshopt/kernels/unit_filters.h"
