// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Sinew authors
#include <cstdio>  // Only the file of this name in base may.
#include <cassert>
