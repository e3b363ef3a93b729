// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <simdjson.h>
#include <fast_float/fast_float.h>
#include <math.h>
